/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comprehensive failure characterization: lower => failing inputs => upper, as a disjoint set of
 * partitions.  Invariants: uppers are pairwise disjoint; each lower implies its upper; exact means
 * equivalent. */
#ifndef ACF_CFC_H
#define ACF_CFC_H
#include "ir/failure-automaton.h"
#include "ir/ir.h"
#include "portfolio/order.h"

typedef struct {
  const Term *upper, *lower; /* Boolean, free of TERM_HAVOC */
  gboolean exact;
  gboolean doubtful;   /* whether lower has any point at all is not known */
  const Term *shaped;  /* upper when it was simplified last; NULL: never */
  gboolean whole;      /* lower holds every failure at its error call within the unrolling used, or on the way
                          of a witness: what is found of it at a deeper one takes its place */
  GPtrArray *examples; /* Model*: failing inputs, points of lower */
  GArray *errors;      /* Failure: what the points of lower reach */
  char *reason;        /* why it is not exact; NULL when it is */
} Partition;

typedef enum { VERDICT_SAFE, VERDICT_FAILURES, VERDICT_UNKNOWN } Verdict;

/* The phases of the algorithm, as in Table I of the paper; one line each in the statistics. */
typedef enum {
  PHASE_FRONTEND,
  PHASE_POSSIBLE,
  PHASE_DEFINITE,
  PHASE_GUESS_AND_PROVE,
  PHASE_GENERALIZE,
  PHASE_SPECIALIZE,
  PHASE_SLICE,
  PHASE_MERGE,
  PHASE_SIMPLIFY,
  PHASE_N
} Phase;

/* How often a strategy of the alternating loop was tried, and how long that took (wall-clock). */
typedef struct {
  const char *name; /* interned or static */
  guint runs;
  double seconds;
} StrategyTime;

typedef struct {
  guint runs[PHASE_N];     /* how often the phase ran */
  double seconds[PHASE_N]; /* wall-clock */
  guint iterations;        /* of the alternating loop */
  guint conjuncts_sliced;
  const char *closed_by; /* the engine that proved the rest safe; NULL: none did */
  guint unrolling;       /* deepest unrolling whose result was used */
  double cpu_seconds;    /* own and children's, at the end */
  glong max_rss_kib;
  guint rounds, lifted, variables; /* of bit-precision selection, see answer.h */
  GArray *members;                 /* Standing: of the portfolio; NULL: no analyzer was asked */
  GArray *strategies;              /* StrategyTime, in the order in which they are tried; NULL: not known */
} Statistics;

/* An event of the analysis: its source, what was found, and when. */
typedef struct {
  Phase phase;
  const char *analyzer; /* interned; NULL: acf itself */
  char *what;           /* "safe at unrolling 2", for people */
  double at, seconds;   /* when it was said, from the start; how long it took (0: no time of its own) */
} CfcEvent;

/* A branch, or an assumption, that the runs of the examples went through. */
typedef enum {
  BRANCH_PASSED, /* taken, whatever the inputs */
  BRANCH_SLICED, /* the inputs decide it, but the failure does not depend on it */
  BRANCH_DECIDES /* a failure depends on how it goes */
} BranchRole;

typedef struct {
  IrLoc loc;
  BranchRole role;
  gboolean assumption; /* a condition that is no branch: __VERIFIER_assume */
  guint partition;     /* of whose example the run is */
} CfcBranch;

typedef struct {
  const Program *program;
  GPtrArray *partitions; /* Partition* */
  GPtrArray *inputs; /* Term*: every input read on some analysed run, ordered; formulas mention a subset */
  GPtrArray *invariants; /* char*: what proofs used of loops, for people: "file:line: what holds there" */
  GPtrArray *rounds; /* Rounds*, see engine/round-statements.h: what holds of every round; NULL: not asked */
  FailureAutomaton *automaton; /* of all failing inputs, also of runs that no formula follows; NULL: none */
  GPtrArray *notes;  /* char*: each weakening of a claim: "acf could not analyse inline assembly (p.c:12)" */
  GPtrArray *timeline; /* CfcEvent*, in the order of time */
  GArray *branches;    /* CfcBranch, one for each place and partition; filled by branches_find() when asked */
  gboolean interrupted;  /* time limit or Ctrl-C */
  char *count;           /* how many inputs fail, as JSON (see count/count.h); NULL: not counted */
  IrLoc guard_after;     /* of a CFC that was read, see export/guard.h: the place; line 0: none is known */
  char *guard_condition; /* ... what holds behind it, for people */
  char *guard_reason;    /* ... and why there is none */
  Statistics stats;
} Cfc;

const char *phase_name(Phase p);
Partition *partition_new(const Term *upper, const Term *lower);
/* Some input of it fails for sure: its lower bound has a point. */
gboolean partition_fails(const Partition *p);
void partition_free(Partition *p);
Cfc *cfc_new(const Program *program);
void cfc_free(Cfc *c);
void cfc_note(Cfc *c, const char *format, ...) G_GNUC_PRINTF(2, 3); /* once per text */
/* Adds to the timeline; takes the text.  A long run leaves its first thousand events. */
void cfc_event(Cfc *c, Phase phase, const char *analyzer, double at, double seconds, char *what);
Verdict cfc_verdict(const Cfc *c);   /* failures: some partition fails for sure */
const char *verdict_name(Verdict v); /* "safe", "failures", "unknown" */
gboolean cfc_exact(const Cfc *c);    /* all partitions exact */
/* The failing inputs are known exactly: by the partitions, or by the automaton. */
gboolean cfc_characterized(const Cfc *c);
const Term *cfc_upper(const Cfc *c); /* of all partitions together */
const Term *cfc_lower(const Cfc *c);
#endif
