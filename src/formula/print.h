/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as text: SMT-LIB 2 for programs, C-like conditions for people.  One walk decides what is shared
 * and named (let in SMT-LIB; local definitions in C), so neither is ever larger than the DAG. */
#ifndef ACF_PRINT_H
#define ACF_PRINT_H
#include "ir/ir.h"

/* The unique symbol of an input, without bars: "n@12:11#1" (variable, or the input function's short name such as
 * "int", at line:column of its site, occurrence), for memory "a[8]@12:5#1" (byte offset 8).
 * Sites that share line and column (macros, headers) get a distinguishing suffix after the column: "x@12:5~2#1". */
char *input_symbol(const Program *p, const Term *input);
/* For people: "n (prog.c:12)", with "#2" after the name from the second occurrence on. */
char *input_label(const Program *p, const Term *input);
/* A short C-like name that is unique within the program: "n", "n#2"; "n@12" where two sites share a variable's name. */
char *input_short_name(const Program *p, const Term *input);

char *term_to_smt2(const Program *p, const Term *t); /* with let for shared nodes; Bool terms: a Bool */
/* A readable condition; signedness as the C types of the inputs say; at most max_chars (0: no limit), then ends in " ...". */
char *term_to_c(const Program *p, const Term *t, guint max_chars);
#endif
