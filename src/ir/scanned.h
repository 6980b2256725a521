/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the numbers go that a program reads by scanf: the variable of each, which gives it its short name. */
#ifndef ACF_IR_SCANNED_H
#define ACF_IR_SCANNED_H
#include "ir/ir.h"

/* Of one number in the standard input.  A run in which an earlier conversion finds no number may store it elsewhere. */
typedef struct {
  const char *variable; /* interned; NULL: not known, or one of several */
  guint ordinal;        /* so many numbers up to this one go to the variable */
  guint back;           /* so many conversions stand before it in its call */
} ScannedItem;

/* What is known of number n, from 1 on; NULL: nothing. */
const ScannedItem *program_scanned(const Program *p, guint n);
void program_set_scanned(Program *p, guint n, const ScannedItem *item);
/* The number that the input is a value of; 0: it is of another sort. */
guint scanned_number(const Program *p, const Term *input);
/* Does the number after it go to the same variable, or to no known one like it? */
gboolean scanned_follows(const Program *p, guint n);
/* Does some number go to a variable of that name? */
gboolean program_scans_variable(const Program *p, const char *name);
/* The uninitialised variable among the inputs that holds what it does until the number is read into it; NULL: there is
 * not just one. */
const Term *scanned_variable(const Program *p, const GPtrArray *inputs, const Term *number);
/* "n", "n#2"; NULL: no name is known.  To free. */
char *scanned_name(const Program *p, const Term *input);
#endif
