/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as text: SMT-LIB 2 for programs, C-like conditions for people.  One walk decides what is shared
 * and named (let in SMT-LIB; local definitions in C), so neither is ever larger than the DAG. */
#ifndef ACF_PRINT_H
#define ACF_PRINT_H
#include "ir/ir.h"

/* The unique symbol of an input, without bars: "n@12:11#1" (variable, or the input function's short name such
 * as "int", at line:column of its site, occurrence), for memory "a[8]@12:5#1" (byte offset 8). Sites that
 * share line and column (macros, headers) get a distinguishing suffix after the column: "x@12:5~2#1". */
char *input_symbol(const Program *p, const Term *input);
/* For people: "n (prog.c:12)", with "#2" after the name from the second occurrence on. */
char *input_label(const Program *p, const Term *input);
/* A short C-like name that is unique within the program: "n", "n#2"; "n@12" where two sites share a
 * variable's name. Memory: "a[2]" is the third element of a uniform object, else the byte at offset 2. */
char *input_short_name(const Program *p, const Term *input);

/* SMT-LIB has no operation that means C's fmod, and no name for what acf does not know: FALSE when a claim
 * with TERM_FREM or TERM_HAVOC in it could not be written down as what it means. */
gboolean term_printable(const Term *t);
/* With let for shared nodes; Bool terms: a Bool.  An input of width 1 is a (_ BitVec 1) constant.
 * A havoc is |havoc!serial|; NULL only when TERM_FREM occurs. */
char *term_to_smt2(const Program *p, const Term *t);
/* A readable condition; signedness as the C types of the inputs say; at most max_chars (0: no limit), then
 * ends in " ...". Beyond C: x[11:4] are bits 11 to 4 of x, a[0..3] the bytes 0 to 3 of an object as one
 * value, concat(h, l) joins bits, bits(x) and as_float(x) go between a float and its pattern; big shared
 * parts follow as "where $1 = ...". */
char *term_to_c(const Program *p, const Term *t, guint max_chars);
/* The value of an input as a person would write it: -5, 1.5, true, 'a' (97), 3000000000 (0xb2d05e00). */
char *input_value_text(const Program *p, const Term *input, guint64 value);
#endif
