/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the alternating loop and what its parts share: acf.c (the algorithm), ask.c (dealings with
 * analyzers), definite.c (DEFINITE, SPECIALIZE and SLICE), follow.c (witnesses of others), beyond.c (inputs
 * that are read for ever), forced.c (a few of very many that decide), repeat.c (any round of loops that read
 * them) and finish.c (what is done at the end).  Nobody else needs this. */
#ifndef ACF_ALTERNATION_H
#define ACF_ALTERNATION_H
#include "cfc.h"
#include "conditioner/condition.h"
#include "options.h"
#include "portfolio/portfolio.h"

typedef struct {
  const Options *options;
  Cfg *cfg;
  Cfc *cfc;             /* F, the accumulated characterization */
  Conditioned program;  /* p', the program without what is settled */
  GHashTable *noted;    /* the inputs that F lists */
  GHashTable *remarks;  /* char*: what was said of external verifiers */
  GPtrArray *seen;      /* Automaton*: reports of the over-approximators */
  const Term *valid;    /* V: reports that were refuted; nothing in it fails */
  const Term *residue;  /* all failing inputs are in the settled partitions or here */
  const Term *bound;    /* and all of them are here */
  const Term *endless;  /* inputs that stay in an upper bound, though no engine finds a failure: see meet.h */
  const Term *tedious;  /* inputs that fail, but are not claimed to: see meet.h */
  const char *bound_by; /* who proved that; NULL: nobody had to */
  GPtrArray *failing;   /* Model*: inputs that fail for certain */
  char *residue_reason;
  Portfolio portfolio;
  guint unroll;     /* where the next question starts */
  gboolean whole;   /* confirming all failures at once still works */
  gboolean bounded; /* what lies beyond the inputs that are followed was asked for */
  gboolean met;     /* a region was guessed and put to the proof */
  gboolean forced;  /* inputs that decide alone were looked for */
  gint64 deadline;  /* of the alternation; a little is kept for the end */
  Phase phase;
  gint64 phase_start;
} Acf;

/* ---- ask.c ---- */

double elapsed(const Acf *a);
double seconds_left(const Acf *a);
gboolean must_stop(const Acf *a);
void show_progress(gpointer acf);
/* Phases nest: the outer one stands still meanwhile. */
Phase enter_phase(Acf *a, Phase p);
void leave_phase(Acf *a, Phase outer);
/* What is going on goes into the timeline and, with -v, on a line of its own to stderr.  analyzer: who says
 * so (NULL: acf itself); since: when it was asked, as elapsed() told (negative: nobody was). */
void say_by(const Acf *a, const char *analyzer, double since, const char *format, ...) G_GNUC_PRINTF(4, 5);
#define say(a, ...) say_by((a), NULL, -1, __VA_ARGS__)
/* Why the answer of an external verifier is of no use: once, however often it is asked. */
void say_remark(gpointer acf, const char *remark);
void note_reasons(Acf *a, const GPtrArray *reasons);
void note_inputs(Acf *a, const GPtrArray *inputs);
Question question(const Acf *a, Conditioned p, double seconds);
Answer *over_approximate(Acf *a, Conditioned p);
Evidence *under_approximate(Acf *a, Confirmation *c, double seconds); /* NULL: nothing came of it */
char *residue_reason(const GPtrArray *reasons, gboolean error, guint unrolling);
void keep_residue(Acf *a, const Term *residue, char *reason, guint unrolling);

/* ---- definite.c ---- */

/* A region that certainly fails, or one that certainly does not, or neither: then NULL. */
Evidence *definite(Acf *a, const Answer *error);
/* All failures within an unrolling; NULL: not within the time. */
Evidence *confirm_at(Acf *a, guint k);
gboolean accounts_for_all(const Evidence *e);
/* Nobody could tell: a failing input that an external under-approximator knows is a report as well. */
void report_from_outside(Acf *a, Answer *unknown);
void slice(Acf *a, Evidence *e);
/* The fresh partitions that evidence leads to.  point: a failing input that led to it, where one is known.
 * FALSE: it leads nowhere. */
gboolean take_evidence(Acf *a, Evidence *e, const Model *point, GPtrArray *fresh);

/* ---- follow.c ---- */

/* The witnesses that the user gave are the first reports.  Only what symex confirms of them counts. */
void follow_witnesses(Acf *a, GPtrArray *fresh);

/* ---- acf.c ---- */

void embed(Acf *a);                   /* excludes what is settled from the program */
void merge(Acf *a, GPtrArray *fresh); /* the fresh partitions become part of the characterization */
/* Formulas in shape; partitions without a point go. */
void simplify(Acf *a, GPtrArray *partitions);
void add_error(GArray *errors, IrLoc error); /* once */

/* ---- claims.c ---- */

/* The examples of partitions (Model*), copied. */
void collect_points(GPtrArray *points, const GPtrArray *partitions);
/* What fails for certain (a point, or NULL, and the examples of partitions) is held against what external
 * verifiers called safe.  What rested on a verifier that is wrong is open again.  TRUE: one was caught. */
gboolean check_claims(Acf *a, const Model *point, const GPtrArray *partitions);
/* A report that a trusted verifier denies, and of which nothing is confirmed: the verifier is right, and the
 * rest closed.  But a run that was not followed to its end, for want of time, is not denied by anybody. */
gboolean is_denied(Acf *a, const Answer *report, const Evidence *e);

/* ---- forced.c ---- */

/* Failures that a few of very many inputs decide; NULL: none were found.  Only while none is known, once. */
Evidence *forced_failures(Acf *a);

/* ---- beyond.c ---- */

/* Bounds what may fail by what is known of runs that read inputs for ever. Once. */
void bound_beyond(Acf *a);

/* ---- repeat.c ---- */

/* States what holds of every round of loops that read inputs.  Once; not early, unless this is the last
 * chance. */
void state_rounds(Acf *a, gboolean last);

/* ---- finish.c ---- */

void close_residue(Acf *a);
void grow_lowers(Acf *a);
void finish_partitions(Acf *a);
#endif
