/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The embedded engines.  Each runs in a forked child (see src/base/job.h) and may use Z3 freely.
 * A new over-approximator is one file with a function of this type, and one row of engines.def. */
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
  double delay;    /* seconds that the other members of the portfolio get before this one joins them; < 0: it
                      never does */
} Engine;

extern const Engine engines[];
extern const guint n_engines;
const Engine *engine_find(const char *name); /* NULL: unknown */
char *engine_names(void);                    /* "bmc, kind, ..." */

#define ENGINE(name, description, proves, delay) Answer *name##_ask(const Question *q, PublishAnswer publish);
#include "engine/engines.def"
#undef ENGINE

/* symex as the under-approximator. */
typedef struct {
  Question question;
  const Automaton *direction; /* NULL: all runs */
  const Model *point;         /* NULL, or: the run of this point only */
  gboolean to_the_end;        /* of all runs: unroll until nothing is open; no evidence where that is too far */
} Confirmation;

/* All failing points within an unrolling (undirected), along the direction, or on the path of one point.  NULL:
 * not all runs could be followed to the end. */
Evidence *symex_confirm(const Confirmation *c);
/* The error automaton of the run of a point, NULL when that run does not fail. */
Automaton *symex_trace(const Question *q, const Model *point);
#endif
