/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libacf: for which inputs a C program fails.
 *
 *   char *error = NULL;
 *   AcfProgram *p = acf_program_load("prog.c", NULL, &error);
 *   AcfResult *r = p ? acf_program_characterize(p, NULL, &error) : NULL;
 *   for (size_t i = 0; r && i < acf_result_n_partitions(r); i++)
 *     puts(acf_result_partition(r, i)->upper_c);
 *   acf_result_free(r);
 *   acf_program_free(p);
 *   acf_free(error);
 *
 * A result is a set of disjoint partitions: an input fails if it is in some lower bound, and only if it is in
 * some upper bound.  Strings in structures belong to the object that they come from.  Where a function can
 * fail it has a last parameter `error`: NULL, or where to put a message of one line, to free by acf_free().
 *
 * The library works in one thread at a time.  It starts child processes and waits for them one by one: leave
 * them alone (no wait() for just any child, and SIGCHLD not ignored).  It installs no signal handlers. */
#ifndef ACF_LIBRARY_H
#define ACF_LIBRARY_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ACF_VERSION "0.1.0"
#define ACF_VERSION_NUMBER 0x000100 /* two hexadecimal digits each */

const char *acf_version(void); /* of the library that is linked */
void acf_free(void *text);     /* strings that a function returned; NULL is fine */

/* ---- programs ---- */

typedef struct AcfProgram AcfProgram;

/* Zero is the default of every member, here and below. */
typedef struct {
  const char *property;               /* a name or a property file; default: "unreach-call" where the
                                         program calls an error or __VERIFIER_ function, else "runtime-errors" */
  const char *const *error_functions; /* NULL-terminated: calls of these fail, instead of the property's */
  int lp64;                           /* long and pointers have 64 bits; default ILP32 */
  int no_overflow; /* runs in which signed arithmetic overflows do not count; default: it wraps */
  const char *const
      *files; /* NULL-terminated: more files, C or bitcode of LLVM 19, that belong to the program */
  const char *const
      *models; /* NULL-terminated: C files with bodies for functions that the program declares */
  const char *const
      *flags; /* NULL-terminated: arguments of the compiler: "-Iinclude", "-DN=3", "-std=c99", ... */
  const char *compile_commands; /* a compilation database that has those of each file */
  const char *entry;            /* the function where runs begin; default "main" */
} AcfLoadOptions;

/* Compiles the C file, and what the options add.  NULL with error when it cannot; options may be NULL.  Flags
 * that might make the compiler run code or write files are refused. */
AcfProgram *acf_program_load(const char *path, const AcfLoadOptions *options, char **error);
void acf_program_free(AcfProgram *p); /* results stay valid; NULL is fine */

/* ---- characterizing ---- */

typedef struct AcfResult AcfResult;

typedef struct {
  const char *phase; /* what is being done: "possible", "definite", ... */
  unsigned iteration, partitions;
  double seconds; /* since the start */
} AcfProgress;

typedef struct {
  double seconds;           /* wall-clock for all; default 300 */
  unsigned memory_mib;      /* of each child process; default 4096 */
  unsigned unroll;          /* of loops; default: as far as the time allows */
  unsigned inputs_per_site; /* executions of an input call that are followed; default: all of them */
  /* Called some ten times a second, in the calling thread.  Not 0: stop, with what is known. */
  int (*progress)(const AcfProgress *progress, void *data);
  void *data;
} AcfLimits;

/* Never less than true: what is not known when the time is over is in the upper bounds.  limits may be NULL.
 */
AcfResult *acf_program_characterize(AcfProgram *p, const AcfLimits *limits, char **error);
/* Ends the characterization that is under way, with what is known; may be called by a signal handler. */
void acf_cancel(void);

/* A result that was written as JSON.  NULL with error when the file is not one or contradicts itself. */
AcfResult *acf_result_read(const char *path, char **error);
void acf_result_free(AcfResult *r); /* NULL is fine */

/* ---- what is known ---- */

typedef enum { ACF_VERDICT_SAFE, ACF_VERDICT_FAILURES, ACF_VERDICT_UNKNOWN } AcfVerdict;

typedef struct {
  const char *symbol;                            /* in formulas, between bars: "n@12:11#1" */
  const char *name;                              /* for people: "n" */
  const char *kind;                              /* "nondet", "uninitialised", "external", "argv", "parameter" */
  const char *function, *variable, *type, *file; /* NULL when there is none */
  unsigned line, column, occurrence, offset, width;
  int is_signed, is_float;
  int matters; /* some formula mentions it */
} AcfInput;

typedef struct {
  const char *upper, *lower;     /* SMT-LIB 2, over the symbols of the inputs */
  const char *upper_c, *lower_c; /* for people; long ones end in " ..." */
  int exact;                     /* upper and lower are equivalent */
  const char *reason;            /* why it is not exact; may be NULL */
  size_t n_examples;
} AcfPartition;

AcfVerdict acf_result_verdict(const AcfResult *r);
int acf_result_exact(const AcfResult *r);
int acf_result_interrupted(const AcfResult *r); /* stopped early: more might have been found */
size_t acf_result_n_inputs(const AcfResult *r);
const AcfInput *acf_result_input(const AcfResult *r, size_t i); /* NULL: there are not so many */
size_t acf_result_n_partitions(const AcfResult *r);
const AcfPartition *acf_result_partition(const AcfResult *r, size_t i); /* NULL: there are not so many */
/* The bits of an input in an example of a partition: a failing input.  0: that input does not matter there,
 * or there is none of that number. */
int acf_result_example(const AcfResult *r, size_t partition, size_t example, size_t input, uint64_t *bits);

/* ---- one point ---- */

typedef struct {
  const char *input; /* symbol or name */
  uint64_t bits;     /* of the value: -1 as an int is 0xffffffff */
} AcfValue;

typedef enum { ACF_POINT_WRONG = -1, ACF_POINT_SAFE, ACF_POINT_MUST_FAIL, ACF_POINT_MAY_FAIL } AcfPoint;

/* Does the program fail for these inputs?  Those that are not given are 0.  ACF_POINT_WRONG with error when a
 * name is not known, or a value has more bits than its input. */
AcfPoint acf_result_evaluate(const AcfResult *r, const AcfValue *values, size_t n, char **error);

/* ---- writing ---- */

typedef enum { ACF_FORMAT_TEXT, ACF_FORMAT_JSON, ACF_FORMAT_SMT2 } AcfFormat;

char *acf_result_text(const AcfResult *r, AcfFormat format); /* to free by acf_free() */
/* Writes the file whole or not at all.  0 with error when it cannot. */
int acf_result_write(const AcfResult *r, AcfFormat format, const char *path, char **error);

#ifdef __cplusplus
}
#endif
#endif
