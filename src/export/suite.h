/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test suite: inputs in the order in which the program reads them, each run natively before it is part of
 * the suite. */
#ifndef ACF_SUITE_H
#define ACF_SUITE_H
#include "native/driven.h"
#include "export/formats.h"

typedef struct {
  guint partition;
  gboolean fails;
  char *what;
  GArray *reads; /* DrivenRead */
  guint64 path;
  ConcreteInput *input; /* NULL: the program reads neither arguments nor its standard input */
  int status;           /* with which it passes, as a shell sees it */
} Test;

typedef struct {
  const Cfc *cfc;
  char *program;    /* the file with its text; NULL: not at hand */
  GPtrArray *tests; /* Test*: failing ones first */
  gint64 deadline;  /* of the check by the harness; 0: none */
  gboolean checked; /* they were run */
  gboolean contradicted;
  char *unknown; /* driven_unknown(); NULL: the program is not at hand */
} Suite;

/* NULL with error when the program cannot be run (and unchecked tests are not asked for). */
Suite *suite_new(const Cfc *c, const ExportOptions *o, GString *summary, GError **error);
void suite_free(Suite *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Suite, suite_free)

/* Its tests are command lines, with what the program reads. */
gboolean suite_is_outside(const Suite *s);

/* --- the tests as a folder for a shell, see shell-suite.c --- */
gboolean shell_suite_write(const Suite *s, const char *folder, GError **error);

/* --- the harness, see harness.c --- */
char *harness_text(const Suite *s);
/* Compiles it with the program as its text says and runs all tests; tests that do not end as promised are
 * taken out of the suite, which is said.  FALSE with error when it cannot be compiled. */
gboolean harness_check(Suite *s, GString *summary, GError **error);
/* The value of a read as C or XML writes it: "-5", "1.5", "nan". */
char *test_value_text(const InputSite *s, guint64 value);
#endif
