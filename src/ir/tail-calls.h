/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that call themselves last, as loops. */
#ifndef ACF_TAIL_CALLS_H
#define ACF_TAIL_CALLS_H
#include "ir/ir.h"

/* A function whose last act is to call itself begins again with other arguments instead: runs stay the same, and what is
 * known of loops is known of them.  Only functions without objects of their own are changed, for each activation has
 * new ones.  Returns the number of calls that are gone. */
guint program_loop_tail_calls(Program *p);
#endif
