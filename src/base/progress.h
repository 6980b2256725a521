/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress of an analysis: one line on the terminal, off until progress_enable(TRUE), and a function that
 * the library's user gives. */
#ifndef ACF_PROGRESS_H
#define ACF_PROGRESS_H
#include <glib.h>

typedef struct {
  const char *phase; /* by name: "possible" */
  const char *doing; /* for people: "proving that nothing else fails" */
  guint iteration, partitions;
  guint failing;  /* partitions with an input that certainly fails */
  double elapsed; /* seconds */
} Progress;

void progress_enable(gboolean on);
/* Shows the state, at most about ten times a second (a new activity or iteration at once). */
void progress_update(const Progress *p);
/* The line: "proving that nothing else fails; 2 failing regions so far; 12 s". */
char *progress_text(const Progress *p);
/* Called with every update, with or without a line on the terminal; NULL: none is. */
typedef void (*ProgressListener)(const Progress *p, gpointer data);
void progress_listen(ProgressListener listener, gpointer data);
void progress_clear(void); /* takes the line away, before anything else is printed */
#endif
