/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function whose entry becomes the head of a loop, so that calls of itself can become jumps there. */
#ifndef ACF_ENTRY_LOOP_H
#define ACF_ENTRY_LOOP_H
#include "ir/ir.h"

/* Has it IR_ALLOCA?  Each activation has objects of its own, which one in a loop has not. */
gboolean function_has_objects(const IrFunction *f);
/* Does the call fit the parameters of the function, and is it one of the function itself? */
gboolean function_calls_itself(const IrFunction *f, const IrInstr *call);
/* What the entry was moves to a new block behind all others, which is returned; parameters are read there from
 * registers from *first on, which entry_loop_close() defines. */
IrBlock *entry_loop_open(IrFunction *f, guint *first);
/* Blocks that jump to the head by one edge each, in the order of their ids, come with so many arguments each:
 * calls[i] (of Operand*) are those of the call that the i-th was, args[0] being the function.  Links the function. */
void entry_loop_close(IrFunction *f, IrBlock *head, guint first, const GPtrArray *calls);
/* The head where that was done before, to which more blocks now jump, with higher ids than all others; NULL: it was not. */
IrBlock *entry_loop_find(const IrFunction *f);
void entry_loop_add(IrFunction *f, IrBlock *head, const GPtrArray *calls);
#endif
