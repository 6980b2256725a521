/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs that decide alone: programs that read very many inputs often fail for what the first ones are,
 * whatever the others are.
 *
 * This is guessed from runs: all inputs get one value, and where such a run passes, one of the first inputs
 * gets another. What seems to decide is a guess; prove it. */
#ifndef ACF_DECISIVE_INPUTS_H
#define ACF_DECISIVE_INPUTS_H
#include "ir/ir.h"

/* Conditions on the inputs that their places read first, under which all runs failed while others passed, at
 * most n, those that say most first.  None where a run reads few inputs: they are followed one by one. */
guint decisive_input_candidates(const Program *p, gint64 deadline, const Term **candidates, guint n);
#endif
