/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symex: bit-precise symbolic execution with state merging.
 *
 * One run for an unrolling k gives three sets of input points, as formulas: Fail (the points that fail within
 * k), Cut (the points whose run was cut by a bound) and Unknown (the points whose run meets what acf does not
 * model). All failing points lie in their union, and every point of Fail fails.  Formulas may hold
 * TERM_HAVOC: weaken them with term_without_havoc() before claiming anything. The run can be confined: by a
 * condition on the inputs, by an error automaton, or to the one path of a model. */
#ifndef ACF_SYMEX_H
#define ACF_SYMEX_H
#include "ir/cfg.h"
#include "ir/automaton.h"

/* A C expression that may hold at the heads of loops: a candidate, not proven. */
typedef struct {
  char *function;   /* whose loops; NULL: of any function */
  char *expression; /* over the variables there */
} LoopCandidate;

typedef struct {
  guint unroll;               /* symbolic iterations of a loop, activations of a recursive function */
  guint inputs_per_site;      /* occurrences of one site that are followed */
  const Term *condition;      /* only points that satisfy it matter; NULL: all */
  const Automaton *direction; /* where it names a branch, only its edge is followed; NULL: free */
  const Model *oracle;        /* follow exactly the run of this point; NULL: all runs */
  gint64 deadline;            /* monotonic microseconds; 0: none */
  guint64 max_steps;          /* instructions; 0: no limit */
  gboolean dual; /* failures are then the runs that end without the error: they return, exit, stop at an
                    assume or crash; the error itself ends a run silently */
  gboolean linear_invariants;  /* in induction, use those of the abstract interpretation only */
  const GPtrArray *candidates; /* LoopCandidate*, or NULL: invariants to try in induction, like all others */
  gboolean pointers; /* follow accesses through null pointers and pointers that are inputs (null-pointers.c,
                        input-pointers.c); else they are unknown */
  gboolean induct;   /* close loops by k-induction where the bound would cut them: Fail then only bounds the
                        failing points from above */
  gboolean rounds;   /* with explore: report the rounds of the loops that were closed so: see rounds.h */
  gboolean explore;  /* with induct: close them by enumerating their states instead.  Cut then has only the
                        points that may come to something bad later, or whose loop has too many states */
} SymexOptions;

typedef struct {
  const Term *guard; /* the points that get here */
  IrLoc loc;
  const char *what;    /* for Unknown: what is not modelled */
  FailureKind failure; /* for Fail, unless the question is dual */
} SymexEvent;

static inline Failure event_failure(const SymexEvent *e) { return (Failure){e->loc, e->failure}; }

/* One conjunct of a followed path: the condition, and the branch that it comes from. */
typedef struct {
  const Term *condition;
  guint function, block,
      successor; /* block G_MAXUINT: not a branch (an assume, a memory access, a division) */
  guint step;    /* index of its decision in the trace */
  IrLoc loc;
  const Term *subject; /* of a switch: what it looks at; else NULL */
} PathConjunct;

typedef struct {
  GArray *failures; /* SymexEvent: mutually exclusive guards */
  GArray *unknown;  /* SymexEvent */
  GArray *unsure;   /* SymexEvent: why values came in that acf does not know */
  const Term *cut;
  gboolean
      cut_freely; /* a loop was cut whose iterations do not depend on inputs: it may need many more of them */
  gboolean unexplored; /* with explore: a loop has too many states, or states that are not understood */
  gboolean lost_pointers; /* some access was unknown that options.pointers would follow */
  gboolean complete;      /* FALSE: stopped by the deadline or a limit; then cut is true */
  guint64 steps;          /* instructions run */
  guint64 edges;          /* edges of branches followed */
  GPtrArray *inputs;      /* Term*: every input that a run read, ordered by key */
  GArray *conjuncts;      /* PathConjunct; with an oracle only */
  Automaton *trace;       /* with an oracle only: every branch the run took */
  GPtrArray *rounds;      /* RoundsSeen*, with rounds only */
  guint n_lost;           /* how often runs were cut or unknown; with rounds only */
  GPtrArray *loops;       /* ClosedLoop*: with induct, those that were closed, in the order of the run */
  GPtrArray *invariants;  /* char*: with induct, what was used of loops, for people: "file:line: what" */
} SymexResult;

/* No run was cut, and all that is unknown is what C leaves undefined: to follow runs further, or in another way,
 * says no more. */
gboolean symex_is_final(const SymexResult *r);

SymexResult *symex_run(const Program *p, const Cfg *cfg, const SymexOptions *options);
void symex_result_free(SymexResult *r);
/* Fail, and Cut with Unknown, as single formulas. */
const Term *symex_fail(const SymexResult *r);
const Term *symex_open(const SymexResult *r);
#endif
