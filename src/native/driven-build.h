/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a program is brought under control: built in a scratch folder, sharing a file with acf.  Internal to
 * driven.c. */
#ifndef ACF_DRIVEN_BUILD_H
#define ACF_DRIVEN_BUILD_H
#include "native/driven.h"
#include "base/scratch.h"

#define DRIVEN_RECORDS 4096 /* values given, and reads; a dimension of arrays */

/* How the run ended, as the harness saw it; it then exits with DRIVEN_EXIT + that. */
typedef enum {
  DRIVEN_BY_ITSELF,
  DRIVEN_FAILED,
  DRIVEN_ASSUMED,
  DRIVEN_NO_STACK,
  DRIVEN_NO_MEMORY,
  DRIVEN_ENDED /* by what is no failure of the property: an error call, for one */
} DrivenEnd;
#define DRIVEN_EXIT 41
#define DRIVEN_NO_SITE G_MAXUINT32 /* an input was read that the characterization does not list */

/* The shared file, as the harness has it: without holes in either data model. */
typedef struct {
  guint32 site, occurrence;
  guint64 value;
} DrivenRecord;

typedef struct {
  guint64 path;
  guint32 n_values, n_reads, end, failure; /* failure: 1 + FailureKind; 0: not known */
  char note[64];                           /* what a sanitizer calls it */
  DrivenRecord values[DRIVEN_RECORDS], reads[DRIVEN_RECORDS];
} DrivenShared;

struct Driven {
  const Cfc *cfc;
  Scratch *folder;  /* "program" is to be run, "shared" is the file */
  gboolean *driven; /* by site */
  gint64 deadline;  /* monotonic microseconds; 0: none */
  GString *unknown; /* C text: functions that neither the program nor the library defines */
};

/* Fills the folder, driven and unknown; FALSE with error. */
gboolean driven_build(Driven *d, const char *path, GError **error);
#endif
