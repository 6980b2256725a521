/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of an analysis, for the program and the library: the acf program fills it from its command
 * line, the library from what its caller gives. */
#ifndef ACF_LOOP_OPTIONS_H
#define ACF_LOOP_OPTIONS_H
#include "frontend/frontend.h"
#include "portfolio/registry.h"

/* What --time and --memory say where they are not given. */
#define DEFAULT_SECONDS 300
#define DEFAULT_MEMORY_MIB 4096

typedef struct AnalysisOptions {
  char *program;          /* the C file, or the first of them */
  char **files;           /* all of them; NULL: the program alone */
  char **flags;           /* arguments of the compiler, of all files; see frontend/flags.h; NULL: none */
  char *compile_commands; /* a compilation database with those of each file; NULL: none */
  char **models;          /* C files that give bodies to functions of the program; NULL: none */
  char *entry;            /* the function where runs begin; NULL: the property says which */
  char **properties;      /* names and .prp files; NULL when not given: the front end chooses */
  guint only;             /* 1 << FailureKind: of the failures of the property these count; 0: all */
  char *at_file;          /* failures elsewhere do not count; NULL: all do */
  guint at_line;
  char **error_functions; /* in order; NULL when not given: the property says which they are */
  EntryOptions arguments; /* of an entry function that is not main */
  gboolean lp64;          /* else ILP32 */
  gboolean no_overflow;   /* runs in which signed arithmetic overflows are excluded; else it wraps */
  double seconds;         /* wall-clock for everything, counted from `start` */
  gint64 start;           /* monotonic microseconds */
  guint outputs;          /* that take time of their own after the analysis: time is kept for them */
  InputBounds bounds;     /* of arguments and standard input */
  guint memory_mib;       /* for each engine process */
  guint jobs;             /* analyzer processes at once; 0: a few more than there are cores */
  guint unroll;           /* the deepest unrolling tried; 0: no limit but time */
  guint inputs_per_site;  /* occurrences of one input site that are followed; 0: as many as it takes */
  char **direct;          /* files of witnesses to follow first; NULL: none */
  GPtrArray *witnesses;   /* Witness*: what stands in them, in the same order; NULL: none */
  GPtrArray *candidates;  /* LoopCandidate*: invariants to try; NULL: none */
  char *engine;           /* run only this analyzer, as a plain verifier; NULL: all of them */
  Registry *registry;     /* all analyzers, with those chosen that take part */
  BitPrecision precision; /* of the engine spacer */
  int verbosity;          /* -1: quiet, 0: the result, 1 and more: what is going on */
} AnalysisOptions;
#endif
