/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of the failing inputs while the alternating loop runs, and the only place that changes it.
 *
 * Let F be the set of inputs that fail.  A partition [upper, lower] is *settled* when it is part of the
 * characterization, and *fresh* (f of the paper) from when it is found until knowledge_merge().  Beside them
 * stand regions, each a formula over inputs and free of TERM_HAVOC:
 *
 *   residue   failing inputs outside all partitions are here; false: the rest is closed, and closed_by names
 *             the proof; true at the beginning
 *   bound     no input outside of it fails; bound_by names the external verifier or engine that proved it
 *   valid     reports were refuted here: no input of it fails (V of the paper)
 *   slow      its inputs fail, but after runs too long to execute: they are not claimed to
 *   endless   no input of it fails by C's meaning, but compilers may take its loops to end
 *
 * Invariants, before and after each function:
 *
 *   1. every lower  =>  F
 *   2. F  =>  bound and (settled uppers or fresh uppers or residue or slow)
 *   3. settled uppers are pairwise disjoint
 *   4. each lower implies its upper; an exact partition has upper == lower
 *   5. p', the conditioned program, excludes the settled uppers, valid, and what is outside bound
 *
 * Fresh partitions may overlap settled ones until they are merged.  Exact ones that are added between two
 * merges are disjoint from each other: the caller promises that.  Examples of a partition fail for certain,
 * but after a cut they may lie outside of it until knowledge_shape_lower().
 *
 * The loop and its strategies change knowledge, by these functions, and only with what analyzers have proven
 * ("Proven:" below says what must hold before the call).  Everything else reads.  The arrays that reading
 * functions return live as long as the knowledge; a partition in them lives until it is merged, simplified or
 * dropped. */
#ifndef ACF_LOOP_KNOWLEDGE_H
#define ACF_LOOP_KNOWLEDGE_H
#include "cfc/cfc.h"
#include "conditioner/condition.h"
#include "engine/answer.h"
#include "cfc/polish.h"

typedef struct Knowledge Knowledge;

/* Reasoning about formulas, within the time that its owner allows.  Either may be NULL: nothing is proven,
 * and nothing is simplified. */
typedef struct {
  gboolean (*implies)(gpointer data, const Term *a, const Term *b); /* TRUE only where a => b is proven */
  void (*polish)(gpointer data, Polish *items, guint n);            /* as polish() */
  gpointer data;
} Reasoner;

/* Nothing is known.  The partitions of cfc, which must have none, become the settled ones; cfc and cfg
 * outlive the knowledge. */
Knowledge *knowledge_new(Cfc *cfc, const Cfg *cfg, Reasoner reasoner);
void knowledge_free(Knowledge *k); /* the settled partitions stay in cfc */

/* ---- reading ---- */

Conditioned knowledge_unconditioned(const Knowledge *k); /* p: the program with all its inputs */
Conditioned knowledge_conditioned(const Knowledge *k);   /* p' */
Conditioned knowledge_unsettled(const Knowledge *k);     /* p' without the fresh uppers too */
/* p' without all fresh uppers but the i-th. */
Conditioned knowledge_unsettled_but(const Knowledge *k, guint i);
const GPtrArray *knowledge_settled(const Knowledge *k); /* Partition* */
const GPtrArray *knowledge_fresh(const Knowledge *k);   /* Partition* */
const GPtrArray *knowledge_failing(const Knowledge *k); /* Model*: inputs that fail for certain */
const Term *knowledge_residue(const Knowledge *k);
const char *knowledge_residue_reason(const Knowledge *k); /* why it is not smaller; NULL: no answer said so */
gboolean knowledge_is_closed(const Knowledge *k);         /* the residue is false */
const char *knowledge_closed_by(const Knowledge *k);      /* NULL: not closed, or closed without a name */
const Term *knowledge_bound(const Knowledge *k);
const char *knowledge_bound_by(const Knowledge *k); /* NULL: no proof by name */
const Term *knowledge_slow(const Knowledge *k);
const Term *knowledge_endless(const Knowledge *k);
gboolean knowledge_has_failures(const Knowledge *k); /* a settled partition has a lower bound */
/* Was a report of this shape remembered? */
gboolean knowledge_has_seen(const Knowledge *k, const Automaton *report);
/* Copies of the examples of partitions (Model*) are added to points. */
void collect_examples(GPtrArray *points, const GPtrArray *partitions);

/* ---- reports and points ---- */

/* seen <- seen + {report}.  Answers that are no reports change nothing. */
void knowledge_remember(Knowledge *k, const Answer *report);
/* The point fails for certain; so do the examples of the partitions. */
void knowledge_add_failing(Knowledge *k, const Model *point);
void knowledge_add_examples(Knowledge *k, const GPtrArray *partitions);

/* ---- the rest ---- */

/* Proven: no input outside the residue and all partitions fails.  Residues that say nothing, or are too large
 * to state, change nothing but the reason why nothing is known yet.  Takes the reason, which may be NULL; unrolling is
 * the depth of the proof. */
void knowledge_keep_residue(Knowledge *k, const Term *residue, char *reason, guint unrolling);
/* Proven: no input outside all partitions and slow fails. */
void knowledge_close(Knowledge *k, const char *by);
/* A proof that closed the rest, or bounded it, is withdrawn: any input outside the partitions may fail. */
void knowledge_reopen(Knowledge *k);
/* Proven: no input outside upper fails.  exact: all inputs of upper fail.  by NULL: the name of the earlier
 * proof stays. */
void knowledge_narrow(Knowledge *k, const Term *upper, gboolean exact, const char *by);
/* The proof of the bound is withdrawn, and with it all that was found under the bound. */
void knowledge_drop_bound(Knowledge *k);
/* Proven: nothing in the region fails, as far as p' reaches.  FALSE: p' had no input of it. */
gboolean knowledge_exclude_valid(Knowledge *k, const Term *region);
/* Regions that no partition claims to fail, and that stay in the upper bound.  Replaces the earlier ones. */
void knowledge_set_aside(Knowledge *k, const Term *endless, const Term *slow);

/* ---- fresh partitions ---- */

/* The partition, which is taken, is fresh.  Its lower is proven to fail. */
void knowledge_add(Knowledge *k, Partition *p);
/* Proven: all inputs of the region fail, in one of the errors (Failure; NULL: not known).  It becomes one fresh partition, and is taken out of all others, as
 * is what lies outside the bound. */
void knowledge_add_proven(Knowledge *k, const Term *region, const GArray *errors);
/* Fresh formulas in shape; fresh partitions without a point go. */
void knowledge_simplify(Knowledge *k);
/* GENERALIZE: the i-th fresh upper becomes a weaker one, for the reason given. */
void knowledge_widen(Knowledge *k, guint i, const Term *upper, const char *reason);
/* A later region that holds all of a fresh one takes its place. */
void knowledge_mark_whole(Knowledge *k);
/* MERGE and embed: the fresh partitions become settled, without what others hold already; the settled ones
 * that a whole fresh region is proven to hold go first. */
void knowledge_merge(Knowledge *k);

/* ---- at the end: partitions by index ---- */

/* The part of the region that nothing else covers may fail: a settled partition with lower false.  Without a
 * point it is left out. */
void knowledge_add_open(Knowledge *k, const Term *region, const char *reason);
/* Proven: all inputs of found that lie in the upper fail; the regions reach the errors (Region). */
void knowledge_grow_lower(Knowledge *k, guint i, const Term *found, const GArray *regions);
/* Proven: the regions (Region) are disjoint, and together hold the partition, which is exact; every input of one
 * reaches its error first.  The partition becomes one for each; they have no examples yet. */
void knowledge_split(Knowledge *k, guint i, const GArray *regions);
/* Proven: the formula is equivalent to both bounds. */
void knowledge_make_exact(Knowledge *k, guint i, const Term *formula);
/* The lower in another shape, with its example, which is taken. */
void knowledge_shape_lower(Knowledge *k, guint i, Polish *shape);
/* Another point of the lower for the first example; it is taken. */
void knowledge_put_example(Knowledge *k, guint i, Model *example);
/* No input of it is claimed to fail any more. */
void knowledge_withdraw_lower(Knowledge *k, guint i, const char *reason);
/* The upper is false. */
void knowledge_drop_empty(Knowledge *k, guint i);
/* The automaton of the failing inputs, which is taken.  One without failures closes the residue.  FALSE: what is known to
 * fail contradicts it, and it is dropped. */
gboolean knowledge_state_automaton(Knowledge *k, FailureAutomaton *a);
/* What holds of every iteration of loops that read inputs (Rounds*, see engine/rounds.h); takes the array. */
void knowledge_state_rounds(Knowledge *k, GPtrArray *rounds);
#endif
