/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Native runs of a program that reads for ever: a tree that forks wherever the program reads, once for each value
 * of a small alphabet, and then walks of random values.  A run that reads more than INPUT_TREE_READS is cut. */
#ifndef ACF_TESTS_INPUT_TREE_H
#define ACF_TESTS_INPUT_TREE_H
#include "ir/ir.h"

#define INPUT_TREE_READS 40u
#define INPUT_TREE_VALUES 12u /* of one site, at most */

typedef enum { NATIVE_FAILS = 'F', NATIVE_ENDS = '.', NATIVE_CUT = 'C', NATIVE_LOOPS = 'T', NATIVE_TRAPS = 'X' } NativeOutcome;

typedef struct {
  guint64 site, value;
} NativeRead;

/* NATIVE_CUT: it was about to read more.  NATIVE_LOOPS: it went on for long without reading.  NATIVE_TRAPS: a signal
 * ended it, as where a check of the compiler fails. */
typedef struct {
  guint64 outcome, line; /* line: of the error call; 0: not known */
  guint64 n;
  NativeRead reads[INPUT_TREE_READS];
} NativeTrace;

typedef struct {
  guint64 n, values[INPUT_TREE_VALUES];
} Alphabet;

typedef struct InputTree InputTree;

/* Compiles the program into the folder.  NULL, with the reason in *why (to free), where native_build() says so. */
InputTree *input_tree_build(const Program *p, const char *source, const char *folder, char **why);
/* NativeTrace: all runs over the alphabets (one for each site) up to as many reads as take `runs` runs together, each
 * of them continued at random, and as many random walks.  NULL: it cannot be run. */
GArray *input_tree_run(const InputTree *t, const Alphabet *alphabets, guint runs, guint64 seed);
void input_tree_free(InputTree *t); /* and its files */
#endif
