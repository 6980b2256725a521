/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A check to put into the program: after it, no run fails.
 *
 * It speaks about the variables that the inputs were read into, where they still hold what was read; and
 * every run that fails comes by that place, once. */
#ifndef ACF_GUARD_H
#define ACF_GUARD_H
#include "cfc/cfc.h"

typedef struct {
  IrLoc after;  /* the input call after whose statement the check goes; line 0: there is no such place */
  char *reason; /* then: why; NULL where there is */
} Guard;

/* From the program's code and text; of a CFC that was read: what the file says. */
Guard guard_find(const Cfc *c);
void guard_clear(Guard *g);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Guard, guard_clear)

/* Does `int x = f();` stand at the input, so that x is its value, and is x the same up to the end of the
 * statement of the input `last`?  Internal to the guard files; *reason (to free) says why not. */
gboolean guard_variable_holds(const char *text, const InputSite *input, const InputSite *last, char **reason);

/* The condition for people ("x <= 5 && y != 0"): no input that satisfies it fails. */
char *guard_condition(const Cfc *c);
/* The header's predicate of the variables at the place: "acf_prog_may_fail(x, y)". */
char *guard_call(const Cfc *c);
/* The check as C: "if (acf_prog_may_fail(x, y)) abort();". */
char *guard_check(const Cfc *c);
/* "check x <= 5 after prog.c:12, ..." or why there is none; a line or two. */
char *guard_text(const Cfc *c);
#endif
