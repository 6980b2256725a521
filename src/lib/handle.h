/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is behind the public types.  Internal to the library's folder. */
#ifndef ACF_LIB_HANDLE_H
#define ACF_LIB_HANDLE_H
#include <acf/acf.h>
#include "cfc/cfc.h"

struct AcfProgram {
  guint refs; /* the owner's and those of its results */
  Program *program;
  gboolean loaded; /* from C: it can be characterized; else it was read with a result */
};

struct AcfResult {
  AcfProgram *program;
  Cfc *cfc;
  GPtrArray *terms;      /* Term*: the inputs, in the order of `inputs` */
  GArray *inputs;        /* AcfInput */
  GArray *partitions;    /* AcfPartition */
  GStringChunk *strings; /* all that these point to */
};

AcfProgram *handle_new(Program *program, gboolean loaded);
AcfProgram *handle_ref(AcfProgram *p);
/* Takes the CFC. */
AcfResult *result_new(AcfProgram *p, Cfc *cfc);
/* Moves the message to *error unless error is NULL; FALSE always. */
gboolean give_error(GError *taken, char **error);
#endif
