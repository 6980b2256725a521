/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Summaries of recursive functions: what a call returns, as a closed form of its arguments, guessed from runs
 * and proven.
 *
 * A summary of f says, of every call of f with arguments in region: it ends, changes nothing, reads no
 * input, and returns value; and of every call with arguments in diverges: it never ends (nor fails).  Of
 * other calls it says nothing.  All three are terms over summary_parameter().  The proof is bit-precise:
 *   1. by induction over a measure of the arguments that every recursive call makes smaller (prove.h), or
 *   2. at single points by running the function (pure.h), which is what it is by definition.
 *
 * Stacks are unbounded here, as they are in the meaning of the program that acf claims about. */
#ifndef ACF_SUMMARY_H
#define ACF_SUMMARY_H
#include "ir/cfg.h"

enum { SUMMARY_PARAMETERS = 4 }; /* functions of more are left alone */

typedef struct {
  guint function;
  const Term *region;
  const Term *value; /* NULL: the function returns nothing */
  const Term *diverges;
} Summary;

/* Stands for the i-th parameter. */
const Term *summary_parameter(guint i, guint width);
/* t with the parameters of f replaced by args. */
const Term *summary_instance(const Term *t, const IrFunction *f, const Term *const *args);
/* For people: "f(x, y) = x + y where x >= 0". */
char *summary_text(const Program *p, const Summary *s);

/* All summaries of the program's recursive functions that are found in so many seconds of CPU time.  Uses the
 * solver: for children.  Summary* */
GPtrArray *summaries_find(const Program *p, double seconds);
/* Puts a summary in front of the function's body: calls that it covers do not get to the body any more. */
void summary_apply(Program *p, const Summary *s);

/* The above in a child of its own, where the program has recursive functions at all.  Returns what was
 * proven and put into the program: char*, for people. */
GPtrArray *program_summarize(Program *p, double seconds, gsize memory_bytes);
#endif
