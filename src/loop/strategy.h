/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategies: ways past ⊥, and past a report that was seen before.
 *
 * Algorithm 1 knows one: GENERALIZE.  The others are the rows of strategy/table.def, in the order in which
 * they are tried.  Each is a file strategy/NAME.c with two functions:
 *
 *   NAME_due    whether it is worth trying.  It changes nothing, and is cheap.
 *   NAME_run    tries it.  Only called when it is due.  What it proves it hands to knowledge.h; where that
 *               settles the question, it calls attempt_close().
 *
 * A strategy knows the loop's state and the attempt, and nothing of other strategies; it can be called on any
 * state that loop_new() gives.  Runs and seconds of each are counted in the statistics under its name. */
#ifndef ACF_LOOP_STRATEGY_H
#define ACF_LOOP_STRATEGY_H
#include "loop/loop.h"

/* When strategies are tried. */
typedef enum {
  AT_START = 1 << 4,        /* nothing has been asked yet */
  AT_INCONCLUSIVE = 1 << 0, /* the answer to POSSIBLE is ⊥ or was seen */
  AFTER_MERGE = 1 << 1,     /* an iteration has merged what it found, and the rest is not closed */
  AT_REPORT = 1 << 2,       /* DEFINITE is about to confirm a report */
  AT_END = 1 << 3           /* the loop has ended */
} Moment;

typedef struct {
  Moment moment;
  Answer *answer;     /* the one that does not help, or the report; strategies may replace it at
                         AT_INCONCLUSIVE.  NULL at AT_START and AT_END */
  gboolean guessed;   /* a region had been guessed before the question was asked: it had all the time */
  gboolean accepted;  /* out: the report is to be followed, although one of its shape was seen */
  Evidence *evidence; /* out, AT_REPORT: failures that were confirmed; for the caller to free */
  guint next;         /* the row of the table that is considered next; 0 at the beginning */
} Attempt;

/* Runs the first strategy from t->next on that is due at this moment.  FALSE: none is. */
gboolean strategy_try_next(Loop *l, Attempt *t);
/* A StrategyTime for each strategy, in the order of the table, without runs. */
GArray *strategy_times_new(void);

/* After knowledge_close(): the answer is safe. */
void attempt_close(Attempt *t);

#define STRATEGY(name, function, moments)                                                                    \
  gboolean function##_due(const Loop *l, const Attempt *t);                                                  \
  void function##_run(Loop *l, Attempt *t);
#include "loop/strategy/table.def"
#undef STRATEGY
#endif
