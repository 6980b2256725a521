/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as text: SMT-LIB 2 for programs, C-like conditions for people.  One walk decides what is shared
 * and named (let in SMT-LIB; local definitions in C), so neither is ever larger than the DAG.
 *
 * What inputs are called, and which C types they have, comes from above: a formula knows only their keys.
 * ir/print.h has the same functions for the inputs of a program. */
#ifndef ACF_PRINT_H
#define ACF_PRINT_H
#include "formula/term.h"

/* How an input was declared. */
typedef struct {
  gboolean is_signed;
  gboolean is_float; /* the input is a whole floating-point number, not a part of one */
  gboolean is_byte;  /* one of the bytes of an object */
  gboolean is_character; /* it is a character of some text */
} PrintedInput;

typedef struct {
  gconstpointer data;
  char *(*name)(gconstpointer data, const Term *input); /* unique; to free */
  PrintedInput (*describe)(gconstpointer data, const Term *input);
  gboolean long_has_64_bits; /* what C calls an integer of 64 bits: long, or long long */
  gboolean for_people;       /* print_c: "x == 0 && ... && x#9 == 0", and "c == 'a'" of characters */
} InputNames;

/* SMT-LIB has no operation that means C's fmod, and no name for what acf does not know: FALSE when a claim
 * with TERM_FREM or TERM_HAVOC in it could not be written down as what it means. */
gboolean term_printable(const Term *t);
/* With let for shared nodes; Bool terms: a Bool.  An input of width 1 is a (_ BitVec 1) constant; names stand
 * between bars.  A havoc is |havoc!serial|; NULL only when TERM_FREM occurs. */
char *print_smt2(const InputNames *names, const Term *t);
/* A readable condition; signedness as the C types of the inputs say; at most max_chars (0: no limit), then
 * ends in " ...". Beyond C: x[11:4] are bits 11 to 4 of x, a[0..3] the bytes 0 to 3 of an object as one
 * value, concat(h, l) joins bits, bits(x) and as_float(x) go between a float and its pattern; big shared
 * parts follow as "where $1 = ...". */
char *print_c(const InputNames *names, const Term *t, guint max_chars);
#endif
