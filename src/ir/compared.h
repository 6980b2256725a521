/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constants that a program compares with. */
#ifndef ACF_COMPARED_H
#define ACF_COMPARED_H
#include "ir/ir.h"

/* Appends those of comparisons and switches, as signed numbers, in the order of the program, each once;
 * constants: gint64, and no more than max of them. */
void program_add_compared(const Program *p, GArray *constants, guint max);
#endif
