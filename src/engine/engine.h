/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The embedded engines.  Each runs in a forked child (see portfolio/analyzer.h) and may use Z3 freely.
 * A new over-approximator is one file with a function of this type, and one line in the table of engine.c. */
#ifndef ACF_ENGINE_H
#define ACF_ENGINE_H
#include "engine/answer.h"

/* Called with each better answer on the way; the last one counts if the engine is stopped. */
typedef void (*PublishAnswer)(const Answer *a);
typedef Answer *(*AskFunction)(const Question *q, PublishAnswer publish);

typedef struct {
  const char *name;
  const char *description;
  AskFunction ask;
  gboolean proves; /* it can answer that there is no failure */
  double delay; /* seconds that the other members of the portfolio get before this one joins them; < 0: it
                   never does */
} Engine;

extern const Engine engines[];
extern const guint n_engines;
const Engine *engine_find(const char *name); /* NULL: unknown */
char *engine_names(void);                    /* "bmc, kind, ..." */

/* bmc: symbolic execution of everything at unrollings 1, 2, 4, ...; safe when nothing fails and nothing is
 * cut. */
Answer *bmc_ask(const Question *q, PublishAnswer publish);
/* kind: k-induction on the loops of the entry function. */
Answer *kind_ask(const Question *q, PublishAnswer publish);
/* states: loops closed by enumerating the values of the variables that control them. */
Answer *states_ask(const Question *q, PublishAnswer publish);
/* absint: loops closed from the invariants of abstract interpretation, without unrolling. */
Answer *absint_ask(const Question *q, PublishAnswer publish);
/* probe: runs of single points, new ones by negating branches of old ones: finds, never proves. */
Answer *probe_ask(const Question *q, PublishAnswer publish);

/* spacer: constrained Horn clauses solved by Z3's fixedpoint engine: proves, also recursion. */
Answer *spacer_ask(const Question *q, PublishAnswer publish);

/* shape: all abstract states, with lists and trees of any length folded into finitely many: proves only. */
Answer *shape_ask(const Question *q, PublishAnswer publish);

/* symex: as bmc, but a failure is reported only where it is certain. */
Answer *symex_ask(const Question *q, PublishAnswer publish);

/* symex as the under-approximator. */
typedef struct {
  Question question;
  const Automaton *direction; /* NULL: all runs */
  const Model *point;         /* NULL, or: the run of this point only */
} Confirmation;

/* All failing points within an unrolling (undirected), along the direction, or on the path of one point. */
Evidence *symex_confirm(const Confirmation *c);
/* The error automaton of the run of a point, NULL when that run does not fail. */
Automaton *symex_trace(const Question *q, const Model *point);
#endif
