/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms from SMT-LIB 2: what term_to_smt2() writes, and the usual comparisons that people write.  Everything
 * is checked (names, numbers of arguments, sorts); the message names the character. */
#ifndef ACF_READ_SMT2_H
#define ACF_READ_SMT2_H
#include "formula/sexpr.h"
#include "formula/term.h"

/* The input of that name; NULL: there is none. */
typedef const Term *(*Smt2Lookup)(const char *name, gpointer data);

/* A term of sort Bool.  Inputs are bit-vectors, also those of width 1.  NULL with error. */
const Term *smt2_read_formula(const char *text, Smt2Lookup lookup, gpointer data, GError **error);
/* The conjunction of what a script asserts.  It may declare constants (which must be inputs, of their widths)
 * and define Bool functions without parameters; other commands that say nothing about inputs are passed
 * over. */
const Term *smt2_read_script(const char *text, Smt2Lookup lookup, gpointer data, GError **error);
#endif
