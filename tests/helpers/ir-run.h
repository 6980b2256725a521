/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a Program on given inputs, one instruction after the other: the plainest reading of ir.h there is.
 * What is not given (uninitialised memory, unknown values) is zero. */
#ifndef ACF_TESTS_IR_RUN_H
#define ACF_TESTS_IR_RUN_H
#include "ir/ir.h"

typedef enum {
  RUN_RETURNS,
  RUN_FAILS,
  RUN_HALTS,
  RUN_ASSUME,
  RUN_CRASHES,
  RUN_UNMODELLED,
  RUN_TOO_LONG
} RunOutcome;

/* The value of the occurrence-th execution of the site, from 1. */
typedef guint64 (*RunInput)(const InputSite *site, guint occurrence, gpointer data);

/* Returns how the run ends; *result is what the entry function returned.  NULL input: all are zero. */
RunOutcome ir_run(const Program *p, RunInput input, gpointer data, guint64 max_steps, guint64 *result);
#endif
