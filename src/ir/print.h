/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inputs of a program in words, and formulas over them as text. */
#ifndef ACF_IR_PRINT_H
#define ACF_IR_PRINT_H
#include "formula/print.h"
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

/* The value of an input as a person would write it: -5, 1.5, true, 'a' (97), 3000000000 (0xb2d05e00). */
char *input_value_text(const Program *p, const Term *input, guint64 value);

/* print_smt2() and print_c() of formula/print.h, in the names of the program's inputs: the unique symbols,
 * and the short names. */
/* A formula that says the same of inputs within the bounds of the program: what follows from these is left out. */
const Term *term_within_bounds(const Program *p, const Term *t);
/* The same of what holds of every command line. */
const Term *term_within_arguments(const Program *p, const Term *t);
char *term_to_smt2(const Program *p, const Term *t);
char *term_to_c(const Program *p, const Term *t, guint max_chars);
/* The same with "..." where it says the same of one occurrence of an input, or element of an array, after the other:
 * "x == 0 && ... && x#9 == 0".  For people alone. */
char *term_to_text(const Program *p, const Term *t, guint max_chars);
#endif
