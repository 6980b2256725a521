/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plain interpreter of the IR: runs a program on one input point, fast.
 *
 * For guessing; for claims only where a program does not look at addresses (deterministic.h).  They are
 * numbers here, so a run that looks at them has one outcome out of several.  What acf does not model ends a
 * run as RUN_END_ODD. */
#ifndef ACF_INTERPRET_H
#define ACF_INTERPRET_H
#include "ir/cfg.h"

typedef enum {
  RUN_END_FAIL, /* the error was reached */
  RUN_END_PASS, /* returned, halted, stopped at an assume, or divided by zero where a branch needs it */
  RUN_END_LONG, /* out of steps, or it never ends */
  RUN_END_ODD   /* not modelled: a wild access, a freed object, too much memory, ... */
} RunEnd;

typedef struct Interpreter Interpreter;
Interpreter *interpreter_new(const Program *p); /* p must outlive it */
void interpreter_free(Interpreter *it);
/* From now on runs leap over iterations that are like those before (ir/leap.h): for guesses only.  cfg must outlive it. */
void interpreter_leap(Interpreter *it, const Cfg *cfg);
/* unknown: what values that acf does not know are taken to be.  inputs: Term* of each input read is added, as
 * often as it is read first; may be NULL. */
RunEnd interpreter_run(Interpreter *it, const Model *point, guint64 max_steps, guint64 unknown,
                       GPtrArray *inputs);
guint64 interpreter_steps(const Interpreter *it);        /* of the last run */
guint64 interpreter_length(const Interpreter *it);       /* the same, with those that it leapt over */
gboolean interpreter_met_unknown(const Interpreter *it); /* the last run used such a value */
gboolean interpreter_repeats(const Interpreter *it);     /* it never ends: it came to a state in which it had been */
gboolean interpreter_overflowed(const Interpreter *it);  /* it was stopped where arithmetic would not fit (ASSUME_FITS) */
gboolean interpreter_strayed(const Interpreter *it);     /* in it, a pointer left the object it belongs to */
#endif
