/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of failures: the events that end a run as failed.  The table is failures.def. */
#ifndef ACF_IR_FAILURE_H
#define ACF_IR_FAILURE_H
#include <glib.h>

typedef enum {
#define FAILURE(id, ...) FAILURE_##id,
#include "ir/failures.def"
#undef FAILURE
  FAILURE_KINDS
} FailureKind;

#define FAILURE_BIT(id) (1u << FAILURE_##id) /* in a set of kinds */

typedef struct {
  const char *name;        /* as it is written and read: "error-call" */
  const char *text;        /* for people, after "reaches" or "the": "failed assertion" */
  const char *absence;     /* for people, what is checked: "no failing assert"; %s: the error functions */
  const char *competition; /* the SV-COMP property that it violates */
  const char *sanitizer;   /* the compiler's -fsanitize= that sees it in a native run; NULL: none is needed,
                              for the harness defines the function that is called */
  const char *rule;        /* its identifier as a rule in SARIF */
} FailureRow;

const FailureRow *failure_row(FailureKind kind);
/* FALSE: no kind has this name. */
gboolean failure_find(const char *name, FailureKind *kind);
char *failure_names(void); /* of all kinds, for messages: "error-call, ..." */
#endif
