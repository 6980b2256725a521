/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A failing input that is kept: a C file that gives a program its inputs, so that anyone can run it again
 * without acf. */
#ifndef ACF_AUDIT_KEPT_INPUT_H
#define ACF_AUDIT_KEPT_INPUT_H
#include "audit/runs.h"

#define KEPT_STATUS 77 /* with which a run ends that comes to the error */

/* The file, to free: the functions that were read (InputRead) return the same again. */
char *kept_input_text(const GArray *reads);
/* The values, for people, to free: "3, -1"; "none" where nothing was read. */
char *kept_input_values(const GArray *reads, gboolean lp64);
/* The commands that build and run it, to free, for files of these names. */
char *kept_input_commands(const char *program, const char *input, gboolean lp64);

typedef enum {
  KEPT_FAILS,     /* the run comes to the error */
  KEPT_OVERFLOWS, /* the same, after signed arithmetic has overflowed */
  KEPT_UNDEFINED, /* it comes there only after something that has no meaning in C */
  KEPT_PASSES     /* it does not, or cannot be run */
} KeptResult;

/* Compiles and runs both: as acf takes C, then with traps where behaviour is undefined. */
KeptResult kept_input_run(const char *program_text, const char *input_text, gboolean lp64);
#endif
