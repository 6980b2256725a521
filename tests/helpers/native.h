/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program compiled natively with its inputs under control, to be run at many points. */
#ifndef ACF_TESTS_NATIVE_H
#define ACF_TESTS_NATIVE_H
#include "ir/ir.h"

#define NATIVE_OCCURRENCES 6 /* of each input site; later ones are 0 */

/* Who compiles it, and how.  All of them let arithmetic wrap, types alias, loops run for ever and divisions
 * by zero end the run. */
typedef enum { NATIVE_CLANG_O0, NATIVE_CLANG_O1, NATIVE_GCC_O1 } NativeBuild;

typedef struct {
  const Program *program;
  NativeBuild build;
  char *folder; /* holds native.c, harness.c and the program, named by the build */
} Native;

/* Compiles the text of the program into the folder; runs end where an overflow is excluded.  The program must
 * not read uninitialised memory.  NULL, with the reason in *why (to free), when some input is not a plain
 * call in the text of an input function, or when it does not compile. */
Native *native_build(const Program *p, const char *source, const char *folder, char **why);
/* The same of a text whose inputs are already under control: native_input(site) is the next value of a site,
 * native_at(site, k) its k-th. */
Native *native_compile(const Program *p, const char *text, const char *folder, char **why);
/* Its parts, for harnesses of other kinds: the text with native_input(site) in place of each input call (NULL as
 * above), and C text in which the error functions call native_fail().  To free. */
char *native_controlled(const Program *p, const char *source, char **why);
char *native_error_text(const Program *p);
/* Another build of it, in the same folder, to free before it.  gcc evaluates operands in another order, and
 * cannot say where an overflow is.  NULL, with the reason: it does not compile. */
Native *native_again(const Native *n, NativeBuild build, char **why);
const char *native_name(const Native *n); /* of the build, for people */
void native_free(Native *n);              /* and its files */

/* A point: the values of each site, NATIVE_OCCURRENCES in a row. */
guint native_point_size(const Program *p);
Model *native_model(const Program *p, const guint64 *point);
/* Runs it at n points, one after the other.  A character each: F fails, T takes too long, else a dot.  NULL:
 * it cannot be run. */
char *native_run(const Native *native, const guint64 *points, guint n);
#endif
