/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The portfolio of over-approximators: a question is put to several at once, each in a process of its own;
 * the first conclusive answer counts, and the others are stopped.
 *
 * External verifiers take part where a registry is given.  Their safe verdicts count later: the embedded
 * engines go on for a moment, and a failure that they find then is the answer. */
#ifndef ACF_PORTFOLIO_H
#define ACF_PORTFOLIO_H
#include "portfolio/order.h"
#include "portfolio/registry.h"

/* An external verifier called all points of the condition safe. */
typedef struct {
  Analyzer *who;
  const Term *condition;
  gboolean refuted; /* one of them fails for certain, which was reported */
} Claim;

typedef struct {
  const Engine *only;     /* NULL: all */
  gsize memory_bytes;     /* for each process */
  void (*tick)(gpointer); /* called now and then while waiting; may be NULL */
  gpointer tick_data;
  /* called with why the answer of an external one is of no use, and tick_data; may be NULL */
  void (*remark)(gpointer, const char *);
  guint jobs;                    /* processes at once; 0: a few more than there are cores */
  Order *order;                  /* learns which analyzers answer first; NULL: the order is fixed */
  Registry *registry;            /* the analyzers; NULL: the engines of the table */
  const Analyzer *only_external; /* alone, and its verdict counts at once; NULL: not so */
  GArray *claims;                /* Claim: all that external ones said to be safe; NULL: not kept */
  const GPtrArray *failing;      /* Model*: inputs that fail for certain; NULL: none is known */
} Portfolio;

/* Whether the verifier is wrong: a point of the condition fails for certain.  The point, or NULL. */
const Model *claim_refutation(const GPtrArray *failing, const Term *condition);

/* Never NULL.  When all analyzers are inconclusive at the deadline: unknown, with the smallest residue that
 * one of them has proven. */
Answer *portfolio_ask(const Portfolio *p, const Question *q);
/* n questions side by side. */
void portfolio_ask_all(const Portfolio *p, const Question *q, guint n, Answer **answers);
#endif
