/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptions of external verifiers: small key files that say how one is called, how its verdict is read,
 * and whether its safe verdicts are proofs.  doc/analyzers.md describes the keys.
 *
 * In the command, the environment and the files written beforehand %{NAME} is replaced:
 *   executable, folder (where it lies), program (the C file), property (the property file), function (the
 * error function), bits (32, 64), architecture (32bit, 64bit), data-model (ILP32, LP64), machdep (x86_32,
 * x86_64), seconds, memory and heap (MiB, and three quarters of it), entry (the entry function), witness (a
 * path for it), scratch (the folder that it works in), unwind, guide (see under.h). */
#ifndef ACF_DESCRIPTION_H
#define ACF_DESCRIPTION_H
#include <glib.h>

typedef enum { DIRECTION_OVER, DIRECTION_UNDER } Direction;
/* What "safe" is worth: nothing, something about short runs, or a proof. */
typedef enum { TRUST_NONE, TRUST_BOUNDED, TRUST_SOUND } Trust;

typedef struct {
  char *name, *content; /* a file of the scratch folder */
} DescribedFile;

typedef struct {
  char *file;   /* where all this was read */
  char *source; /* and all of the text */
  gboolean enabled;
  char *name, *description, *traps;
  Direction direction;
  Trust trust;
  gboolean wraps;     /* its signed arithmetic wraps; else it leaves out runs in which it overflows */
  guint inputs;       /* 1 << SiteKind: inputs of acf that are as arbitrary for the verifier */
  guint properties;   /* 1 << PropertyKind: what it can be asked */
  gboolean bits[2];   /* it can do 32, 64 */
  double delay;       /* seconds that the embedded engines get before it joins them */
  char **executables; /* names, the first that is found counts: in the folder that $folder_variable names, */
  char *folder_variable; /* and then in PATH */
  char **arguments, **environment;
  GRegex *older;          /* fits the versions that know other options; NULL: all know the same */
  char **older_arguments; /* the arguments for those */
  GArray
      *unwind;   /* int: bounds to ask with, one after the other, until there is a verdict; empty: one call */
  char **guided; /* of an under-approximator: the arguments when there is a guide file; may be empty */
  char *
      *replay; /* of an under-approximator: those of a second call, for what the first has found; likewise */
  char *error_body;    /* C statements for the bodies of error functions; NULL: it knows the usual ones */
  gboolean preprocess; /* it reads preprocessed programs only */
  GPtrArray *files;    /* DescribedFile* */
  char **version_arguments;
  GRegex *version;
  GRegex *safe, *failing, *unknown;     /* on the output, line by line; NULL: not used */
  GArray *safe_status, *failing_status; /* int: exit statuses; empty: not used */
  char **output_files;                  /* of the scratch folder, read as parts of the output */
  char **witnesses;                     /* patterns of files in the scratch folder */
} Description;

#define ACF_DESCRIPTION_ERROR (description_error_quark())
typedef enum { DESCRIPTION_ERROR_UNREADABLE, DESCRIPTION_ERROR_WRONG } DescriptionErrorCode;
GQuark description_error_quark(void);

/* NULL with an error that names the file, the group, the key and what is wrong. */
Description *description_read_file(const char *path, GError **error);
Description *description_read(const char *path, const char *text, gsize size, GError **error);
void description_free(Description *d);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Description, description_free)
const char *trust_name(Trust t);         /* "none", "bounded", "sound" */
const char *direction_name(Direction d); /* "over", "under" */

/* text with its placeholders replaced; values: char* by name, without %{}. */
char *description_fill(const char *text, GHashTable *values);
/* Does the verifier get what the placeholder, with %{}, stands for? */
gboolean description_tells(const Description *d, const char *placeholder);
#endif
