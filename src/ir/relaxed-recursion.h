/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recursion relaxed to loops: more may happen than does, but every run is still there. */
#ifndef ACF_RELAXED_RECURSION_H
#define ACF_RELAXED_RECURSION_H
#include "ir/ir.h"

/* Where a function calls itself, a run now either goes on behind the call with a result that is not known, or begins the
 * function again and forgets that it was called.  If such a function changes what is in memory, or reads inputs, then
 * nothing is known any more of what is in memory, and of these inputs; those that end objects stay as they are, and
 * where endless runs are asked for those that make objects, too: memory ends before they do.  So what fails does so
 * on one of the ways that the program has now; and a run that never comes back from ever deeper calls is one that begins
 * again for ever.  What is proven never to fail, and always to end, is so of the program as it was; of what fails now
 * nothing follows.  Only for properties that do not ask which memory is still known when a run ends.
 * Returns the number of calls that are gone. */
guint program_relax_recursion(Program *p);
#endif
