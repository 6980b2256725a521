/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiler as a process: text in, bytes out, and an end to it. */
#ifndef ACF_COMPILER_H
#define ACF_COMPILER_H
#include <glib.h>

typedef enum {
  COMPILER_MISSING,     /* messages: why */
  COMPILER_NOT_STARTED, /* for want of processes, memory or the like; messages: why */
  COMPILER_ENDED,       /* number: its exit status */
  COMPILER_KILLED,      /* number: the signal */
  COMPILER_STOPPED      /* by the deadline, or because acf was stopped */
} CompilerEnd;

typedef struct {
  CompilerEnd end;
  int number;
  GBytes *output; /* what it wrote to standard output; NULL unless it ended */
  char *messages; /* what it wrote to standard error, the first of it; never NULL */
} CompilerResult;

/* Runs the compiler to its end: it reads the text from its standard input.  Nothing is written to disk.  It
 * gets a large stack, for it follows nested brackets by recursion; and it does not outlive acf.
 * deadline: monotonic microseconds, 0: none.  stopped: asked some ten times a second; may be NULL. */
CompilerResult compiler_run(char **argv, const char *text, gsize length, gint64 deadline,
                            gboolean (*stopped)(void));
void compiler_result_clear(CompilerResult *r);
#endif
