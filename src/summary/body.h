/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass through the body of a function with symbolic arguments, in which calls are what their summaries
 * say. */
#ifndef ACF_BODY_H
#define ACF_BODY_H
#include "summary/summary.h"

/* What is taken as known of the functions called.  A summary of a function without one: NULL. */
typedef struct {
  const Program *program;
  const Cfg *cfg;
  const Summary **summaries; /* by function id */
} Known;

typedef struct {
  const Term *when; /* the call is made, over the parameters of the caller */
  guint callee;
  const Term *args[SUMMARY_PARAMETERS];
} BodyCall;

/* All over the parameters of the function. */
typedef struct {
  const Term *wrong;   /* the run does what is no computation, or makes a call that no summary covers */
  const Term *returns; /* it returns: it met no call that never ends */
  const Term *value;   /* then with this; NULL: with nothing */
  GArray *calls;       /* BodyCall: of functions with a summary */
} Body;

/* Functions called that have no summary are entered. */
Body body_execute(const Known *k, guint function);
void body_clear(Body *body);
#endif
