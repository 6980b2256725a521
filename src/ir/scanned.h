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

/* Of programs that read items with characters and literals: what their calls of scanf read.  Items are numbered in this
 * order, those that a call does not come to are counted, and white space is none. */
typedef struct ScanOrder {
  GPtrArray *formats; /* const char*, interned: in the order in which all runs perform the calls */
  guint again;        /* the last ones come again and again; 0: none does, or not known what comes */
} ScanOrder;

/* Of call n of a run, from 0; NULL: not known, or none. */
const char *program_scan_format(const Program *p, guint n);
/* Takes the formats. */
void program_set_scan_order(Program *p, GPtrArray *formats, guint again);
void scan_order_free(ScanOrder *order);

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
