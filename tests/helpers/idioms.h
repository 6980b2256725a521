/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of random programs that do something on purpose: loops that keep something, recursion, lists, ...
 *
 * The text holds what the generator fills in: $v a variable, $e an expression, $? a condition, $c a constant,
 * $k a small number (always the same in one idiom), $n one of 1 to 4, $m one of 3, 7 and 15, $= a comparison,
 * $t a type, $s the same again, $T a call that reads an input of it, $# a number for names, and $[this|that]
 * one of what it lists. */
#ifndef ACF_TESTS_IDIOMS_H
#define ACF_TESTS_IDIOMS_H
#include <glib.h>

typedef struct {
  const char *before; /* outside of functions, without $v, $e and $?; or NULL */
  const char *use;    /* in main */
} Idiom;

typedef struct {
  const Idiom *idioms;
  guint n;
} IdiomTable;

extern const IdiomTable idioms, memory_idioms, library_idioms;
extern const IdiomTable open_idioms, open_library_idioms; /* their runs may depend on who compiles them */
#endif
