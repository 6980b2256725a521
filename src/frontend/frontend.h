/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The front end: C files become a Program. */
#ifndef ACF_FRONTEND_H
#define ACF_FRONTEND_H
#include "ir/ir.h"

/* Arguments that make clang accept what old C programs, and programs that write programs, do. */
#define FRONTEND_LENIENT                                                                                     \
  "-w", "-Wno-everything", "-Wno-error=int-conversion", "-Wno-error=implicit-function-declaration",          \
      "-Wno-error=implicit-int", "-Wno-error=incompatible-pointer-types",                                    \
      "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-type",                            \
      "-Wno-error=return-mismatch", "-fbracket-depth=50000"

/* Arguments that choose the data model, of every compiler that acf calls.  32-bit code computes with floating
 * point as IEEE 754 says only with SSE2. */
#define FRONTEND_ILP32 "-m32 -msse2 -mfpmath=sse"
#define FRONTEND_LP64 "-m64"
void frontend_add_model(GPtrArray *argv, gboolean lp64); /* char*, static, one for each */

/* A variable of modules in which __builtin_constant_p stands where only a constant may, so that it is not made
 * unknown. */
#define CONSTANT_AS_IS "acf_constant_as_is"

#define ACF_FRONTEND_ERROR (frontend_error_quark())
GQuark frontend_error_quark(void);

typedef enum {
  FRONTEND_ERROR_MISSING_FILE, /* cannot be read */
  FRONTEND_ERROR_NO_COMPILER,  /* clang-19 cannot be started, or was killed */
  FRONTEND_ERROR_COMPILE,      /* the file is no C program: the message has clang's first error */
  FRONTEND_ERROR_LINK,         /* the files do not fit together */
  FRONTEND_ERROR_NO_ENTRY,     /* the file does not define the entry function */
  FRONTEND_ERROR_NO_FAILURE,   /* an error function is named that the file neither declares nor calls */
  FRONTEND_ERROR_PARAMETER,    /* a parameter of the entry function cannot be an input */
  FRONTEND_ERROR_ENTRY_OPTION, /* what EntryOptions say does not fit the entry function */
  FRONTEND_ERROR_STOPPED,      /* only frontend_compile(): the deadline, or stopped() */
  FRONTEND_ERROR_INTERNAL      /* bitcode that cannot be read, or a program that fails program_check */
} FrontendError;

/* What is said of the arguments of an entry function that is not main, and of the variables around it. */
#define DEFAULT_MAX_ELEMENTS 8
#define DEFAULT_POINTER_DEPTH 2
typedef struct {
  char **pointees;     /* what pointers lead to: "a=n", "s=string", "p=1?", "p=null"; NULL: by default */
  char **assumptions;  /* conditions in C over parameters and variables; NULL: none */
  guint max_elements;  /* of arrays of which the length is not constant, and of strings; 0: the default */
  guint pointer_depth; /* pointers in objects behind so many are null; 0: the default */
  gboolean globals_initial; /* variables have their initial values; else they are inputs */
} EntryOptions;

typedef struct {
  gboolean lp64;             /* 64-bit long and pointers; FALSE: ILP32 */
  const Property *property;  /* copied into the program; NULL: unreach-call of main */
  gboolean named;            /* its error functions were chosen by name: each must be there */
  gboolean several;          /* the file that is compiled is one of several; the front end sets it itself */
  const EntryOptions *entry; /* NULL: nothing is said */
  const struct Driver *driver; /* what calls the entry function; the front end sets it itself */
  gboolean chooses;          /* the property becomes runtime-errors where it is unreach-call, and the program
                                calls no error function and none of SV-COMP's */
  gboolean marks_lifetimes;  /* the compiler marks where variables of blocks end; the front end sets it itself */
  gboolean no_overflow;      /* runs in which signed arithmetic overflows are excluded; FALSE: it wraps */
  const InputBounds *bounds; /* of arguments and streams; NULL: they are not modelled, as in programs that call
                                input functions of verifiers and leave the bounds open */
  gint64 deadline;           /* monotonic microseconds: what is not read by then is IR_UNMODELLED; 0: none */
  gboolean (*stopped)(void); /* the same, as soon as this is TRUE; NULL: never */
} FrontendOptions;

/* The file as it is now, with flags for the compiler (NULL: none; see flags.h); "-" is the standard input.
 * NULL with an error: it cannot be read. */
SourceFile *frontend_read(const char *path, const char *const *flags, GError **error);

/* Compiles the files (SourceFile*), links and lowers them.  NULL with a message of one line, in domain
 * ACF_FRONTEND_ERROR, when it cannot.  The result passes program_check, holds what the entry function
 * reaches, and its entry function has no parameters: those of the property's are inputs.  When it is stopped,
 * the functions not yet read, or all of the program, are IR_UNMODELLED and the program says so.  The program
 * keeps the files.  The compiler is $ACF_CLANG, or clang-19. */
Program *frontend_load_files(GPtrArray *files, const FrontendOptions *options, GError **error);
/* The same of one file, without flags. */
Program *frontend_load(const char *path, const FrontendOptions *options, GError **error);

/* Does the program that was loaded still have loops or recursion when a compiler has optimized it?  Those
 * that only count are gone then, however far they count.  TRUE also where that is not known. */
gboolean frontend_loops_remain(const Program *p);

/* The file as given, compiled to LLVM bitcode; source locations are those of the text as given: line
 * markers in it do not count. */
GBytes *frontend_compile(const SourceFile *file, const FrontendOptions *options, GError **error);
/* A text preprocessed, to free, with line markers in which the text itself is called path (escaped by
 * g_strescape).  flags: NULL: none. */
char *frontend_preprocess(const char *path, const char *text, char *const *flags, gboolean lp64,
                          GError **error);
#endif
