/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A script: how elements of a domain are made, step by step, and the property that is checked of them.  It is
 * data: decoded from bytes (elements.c), run (trial.c), made shorter (shrink.c), printed and read back
 * (show.c, replay.c). */
#ifndef ACF_DOMAINS_SCRIPT_H
#define ACF_DOMAINS_SCRIPT_H
#include <acf/domain.h>
#include <glib.h>

typedef enum {
  STEP_TOP,
  STEP_BOTTOM,
  STEP_FROM, /* of n_c constraints */
  STEP_JOIN,
  STEP_MEET,
  STEP_WIDENING,
  STEP_NARROWING,
  STEP_ASSIGN,
  STEP_PROJECT,
  STEP_COND,
  N_STEP_KINDS
} StepKind;

typedef struct {
  StepKind kind;
  guint x, y; /* numbers of earlier steps */
  guint v;
  guint n_c;
  AcfLinear e;
  AcfConstraint c[2];
} Step;

#define CHAIN_LENGTH 16 /* elements that a chain of widenings takes in turn */

typedef struct {
  guint property;
  guint x, y, z; /* numbers of steps */
  guint v;
  AcfLinear e;
  AcfConstraint c;
  AcfPoint p;
  guint bits; /* of wrapping around */
  gboolean is_signed;
  guint chain[CHAIN_LENGTH], n_chain;
} Check;

typedef struct {
  const AcfDomain *domain;
  guint n; /* variables */
  GArray *steps;
  Check check;
} Script;

Script *script_new(const AcfDomain *d, guint n);
Script *script_copy(const Script *s);
void script_free(Script *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Script, script_free)
static inline Step *script_step(const Script *s, guint i) { return &g_array_index(s->steps, Step, i); }
static inline gboolean step_takes_x(StepKind k) { return k >= STEP_JOIN; }
static inline gboolean step_takes_y(StepKind k) { return k >= STEP_JOIN && k <= STEP_NARROWING; }
static inline gboolean step_takes_v(StepKind k) { return k == STEP_ASSIGN || k == STEP_PROJECT; }
guint script_add(Script *s, Step step); /* its number */
/* Only the steps that the check needs, renumbered. */
void script_prune(Script *s);
/* Takes out one step that no other and no check takes; FALSE: there is one that does. */
gboolean script_remove(Script *s, guint i);
#endif
