/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program as constrained Horn clauses, for Z3's fixedpoint engine.
 *
 * Each procedure has a relation for each of its cut points (heads of loops, what follows calls, joins of what
 * comes from different cut points) between what the procedure got and what is live there; one for what it
 * gives back (summary), and one for what it must get to fail.  The nodes between cut points are one stretch
 * each: they become one clause per cut point they lead to.  Failing means: the error, what acf does not
 * model, or what this encoding does not (an access that may be outside of its object): so if the entry
 * function cannot fail, no run does. With question->dual, ending in any way but the error is the failure. */
#ifndef ACF_CHC_H
#define ACF_CHC_H
#include "engine/answer.h"
#include "engine/spacer/measure.h"

/* Equivalent for proofs, but Z3 finds some with one and some with another. */
typedef struct {
  gboolean ranges; /* clauses say that variables are in the range of their width */
  gboolean facts;  /* and what chc_facts_new() finds */
  guint seed;
} ChcStyle;

/* A slot of an operation that was abstracted. */
typedef struct {
  guint slot;
  gboolean overflow; /* only where the result would not fit */
  guint stretch;     /* where it is: the node the stretch begins at */
} Abstracted;

#define NOWHERE G_MAXUINT

typedef struct {
  guint stretch;           /* it is made of */
  guint end;               /* the node that the stretch ends at; NOWHERE: where it fails */
  Z3_ast constraint;       /* without relations */
  Z3_ast body, call, head; /* applications of relations; body and call may be NULL */
  Z3_app *variables;
  guint n_variables;
  gboolean is_used; /* it can ever apply */
} ChcRule;

/* An edge inside a stretch, or (to is NOWHERE) a place where it fails. */
typedef struct {
  guint stretch, from, to;
  guint choice; /* see FlatEdge */
  Z3_ast guard; /* when it is taken; NULL: always */
} ChcEdge;

typedef struct ChcFacts ChcFacts;

typedef struct {
  const Question *question;
  ChcStyle style;
  const Measure *measure; /* NULL, or: failing means that this does not decrease, and nothing else */
  const Flat *flat;
  const Places *places;
  const Precision *precision;
  const Effects *effects;
  Z3_context z3;
  Z3_fixedpoint fixedpoint;
  Words words;
  gboolean *is_cut;      /* by node */
  guint *region;         /* by node: the cut point whose stretch it is in */
  Z3_func_decl *at;      /* by node: a cut point's relation */
  Z3_func_decl *summary; /* by procedure */
  Z3_func_decl *fails;   /* by procedure; the entry function's has no arguments */
  GArray *lossy;         /* Abstracted, in the order of the program */
  guint stretch;         /* being encoded */
  GArray *edges;         /* ChcEdge */
  GArray *trace;         /* guint: the rules of the way to fail that was found, from the failure backwards */
  GHashTable *relations; /* Z3_func_decl -> GArray of guint: the slot of each argument, or G_MAXUINT */
  ChcFacts *facts;       /* or NULL */
  GArray *rules;         /* ChcRule */
  gboolean may_fail;     /* some clause says that the entry function fails */
} Chc;

/* NULL: too large, or Z3 failed. */
Chc *chc_new(const Question *q, const Effects *e, ChcStyle style, const Measure *measure);
/* The clauses of some stretches only (a set of nodes): to look at, not to solve. */
Chc *chc_new_of(const Question *q, const Effects *e, ChcStyle style, GHashTable *stretches);
void chc_free(Chc *c);
/* Can the entry function fail?  Z3_L_FALSE: no. */
Z3_lbool chc_solve(Chc *c, guint timeout_ms);
/* After Z3_L_TRUE: is the operation on the way to fail? */
gboolean chc_on_trace(const Chc *c, const Abstracted *a);
/* What holds at heads of loops after Z3_L_FALSE: appends "file:line: text". */
void chc_invariants(Chc *c, GPtrArray *invariants);

/* For stretch.c: a slot's value on entry of the procedure, and at a cut point. */
Z3_ast chc_entry_constant(const Chc *c, guint slot);
Z3_ast chc_slot_constant(const Chc *c, guint slot);
/* The measure of a loop at the last visit of its head is one more argument of the relations of its procedure.
 */
gboolean chc_has_ghost(const Chc *c, guint procedure);
/* body and call are applications of relations, or NULL; guard is NULL for true.  Of the facts in c->words,
 * those that matter are added.  end: see ChcRule. */
void chc_add_rule(Chc *c, Z3_ast body, Z3_ast guard, Z3_ast call, Z3_ast head, guint end);
/* The relation of an application; NULL has none. */
Z3_func_decl chc_relation(const Chc *c, Z3_ast application);
/* Simple relations between the arguments of relations that all used clauses keep: those go into the clauses.
 * After at most so many milliseconds, or there are none. */
ChcFacts *chc_facts_new(const Chc *c, guint timeout_ms);
void chc_facts_free(ChcFacts *f);
/* They say that the relation holds for nothing. */
gboolean chc_facts_exclude(const ChcFacts *f, Z3_func_decl relation);
/* What they say of an application; NULL: nothing. */
Z3_ast chc_facts_of(const ChcFacts *f, Z3_ast application);
/* Adds the clauses of one stretch. */
void stretch_encode(Chc *c, guint procedure, guint source);
#endif
