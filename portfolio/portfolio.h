/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The portfolio of over-approximators: a question is put to several at once, each in a process of its own;
 * the first that settles it is believed and the others are stopped. */
#ifndef ACF_PORTFOLIO_H
#define ACF_PORTFOLIO_H
#include "engine/engine.h"
#include "portfolio/order.h"

typedef struct {
  const Engine *only;     /* NULL: all */
  gsize memory_bytes;     /* for each process */
  void (*tick)(gpointer); /* called now and then while waiting; may be NULL */
  gpointer tick_data;
  guint jobs;   /* processes at once; 0: a few more than there are cores */
  Order *order; /* learns who answers first; NULL: the order stays as it is */
} Portfolio;

/* Never NULL.  When nobody settles it by the deadline: unknown, with the smallest residue that someone
 * vouched for. */
Answer *portfolio_ask(const Portfolio *p, const Question *q);
/* n questions side by side. */
void portfolio_ask_all(const Portfolio *p, const Question *q, guint n, Answer **answers);
#endif
