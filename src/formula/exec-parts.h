/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A long function of C as several short ones: the time that compilers take for a function grows faster than
 * its length.  Internal to the printer of executed C. */
#ifndef ACF_EXEC_PARTS_H
#define ACF_EXEC_PARTS_H
#include <glib.h>

/* A local variable and its value: "TYPE PREFIXn = value;".  Values mention variables by their names. */
typedef struct {
  const char *type; /* of C, static */
  char kind;        /* with number, its name after the prefix: "t12" */
  guint number;
  char *value;
} ExecStatement;

/* Appends functions that hold a part of the statements (ExecStatement) each, and a function with the given
 * head that calls them and returns the value of the last statement.  The inputs (ExecStatement, too) stand in
 * the latter: only they may mention its parameters.  What a part needs of earlier ones is passed in a
 * structure. */
void exec_parts_append(GString *out, const char *head, const char *prefix, const GArray *inputs,
                       const GArray *statements);
#endif
