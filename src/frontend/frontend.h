/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The front end: a C file becomes a Program. */
#ifndef ACF_FRONTEND_H
#define ACF_FRONTEND_H
#include "ir/ir.h"

/* Arguments that make clang accept what old C programs, and programs that write programs, do. */
#define FRONTEND_LENIENT                                                                                     \
  "-w", "-Wno-everything", "-Wno-error=int-conversion", "-Wno-error=implicit-function-declaration",          \
      "-Wno-error=implicit-int", "-Wno-error=incompatible-pointer-types",                                    \
      "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-type",                            \
      "-Wno-error=return-mismatch", "-fbracket-depth=50000"

#define ACF_FRONTEND_ERROR (frontend_error_quark())
GQuark frontend_error_quark(void);

typedef enum {
  FRONTEND_ERROR_MISSING_FILE, /* cannot be read */
  FRONTEND_ERROR_NO_COMPILER,  /* clang-19 cannot be started, or was killed */
  FRONTEND_ERROR_COMPILE,      /* the file is no C program: the message has clang's first error */
  FRONTEND_ERROR_NO_ENTRY,     /* the file does not define the entry function */
  FRONTEND_ERROR_STOPPED,      /* only frontend_compile(): the deadline, or stopped() */
  FRONTEND_ERROR_INTERNAL      /* bitcode that cannot be read, or a program that fails program_check */
} FrontendError;

typedef struct {
  gboolean lp64;                      /* 64-bit long and pointers; FALSE: ILP32 */
  const char *entry;                  /* where runs begin: "main" */
  const char *const *error_functions; /* NULL-terminated: a call of one of them is a failure */
  gboolean no_overflow;      /* runs in which signed arithmetic overflows are excluded; FALSE: it wraps */
  gint64 deadline;           /* monotonic microseconds: what is not read by then is IR_UNMODELLED; 0: none */
  gboolean (*stopped)(void); /* the same, as soon as this is TRUE; NULL: never */
} FrontendOptions;

/* Compiles and lowers the C file.  NULL with a message of one line, in domain ACF_FRONTEND_ERROR, when it
 * cannot. The result passes program_check, holds what the entry function reaches, and its entry function has
 * no parameters: those of main are inputs.  When it is stopped, the functions not yet read, or
 * all of the program, are IR_UNMODELLED and the program says so.  The compiler is $ACF_CLANG, or clang-19. */
Program *frontend_load(const char *path, const FrontendOptions *options, GError **error);

/* Does the program that was loaded still have loops or recursion when a compiler has optimized it?  Those
 * that only count are gone then, however far they count.  TRUE also where that cannot be told. */
gboolean frontend_still_turns(const Program *p);

/* The C source as given, compiled to LLVM bitcode; source locations are those of the text as given: line
 * markers in it do not count. */
GBytes *frontend_compile(const char *path, const char *text, gsize length, const FrontendOptions *options,
                         GError **error);
#endif
