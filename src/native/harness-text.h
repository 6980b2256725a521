/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C text that every harness of a program has, and what a program leaves open.  The harness and the program
 * are compiled apart, so it does not matter which types the program gives its functions.
 *
 * Whatever a harness defines for a program is weak: where the program has its own, that is taken. */
#ifndef ACF_HARNESS_TEXT_H
#define ACF_HARNESS_TEXT_H
#include "cfc/cfc.h"

/* Functions that a program may call even where no analysed run does; the last has no name. */
typedef struct {
  const char *name, *type;
} NativeInput;
extern const NativeInput native_inputs[];

/* The flag for compiling the program: it makes every entered function known (native_append_errors). */
#define NATIVE_INSTRUMENT "-finstrument-functions"

/* Declarations, and acf_find(name, n): the address of the n-th function of that name in the running program,
 * static ones, too; 0 when there are no more.  First of all. */
void native_append_start(GString *out);
/* Error functions: each call of one calls `fail`, a function of the harness.  Those that the program defines
 * are noticed when they are entered, wherever and however they are defined, and by whatever they are called.
 */
void native_append_errors(GString *out, const Property *p, const char *fail);
/* Functions and variables that the program leaves undefined: the functions do nothing, variables are zero. */
void native_append_externals(GString *out, const Program *p);
/* The same of symbols that nothing is known of but their names (char*), as the linker says it. */
void native_append_unknown(GString *out, const GPtrArray *names, const char *program_text);
/* The names of undefined symbols in what the linker said under --warn-unresolved-symbols; char*, each once.
 */
GPtrArray *native_undefined(const char *said);
/* The name can stand in C: compilers give others to static variables of functions. */
gboolean native_is_name(const char *name);
#endif
