/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: what the user asks for, and the statuses acf answers with. */
#ifndef ACF_OPTIONS_H
#define ACF_OPTIONS_H
#include "count/count-options.h"
#include "engine/answer.h"

typedef enum {
  EXIT_SAFE = 0,         /* proven: no input fails */
  EXIT_FAILURES = 10,    /* some inputs certainly fail */
  EXIT_UNKNOWN = 20,     /* not known whether an input fails */
  EXIT_USAGE = 64,       /* wrong call */
  EXIT_DATA = 65,        /* the program is not accepted: no such file, does not compile, no entry function */
  EXIT_INTERNAL = 70,    /* acf itself is wrong */
  EXIT_OUTPUT = 74,      /* an output cannot be written */
  EXIT_INTERRUPTED = 130 /* Ctrl-C for the second time */
} ExitStatus;

typedef struct Options {
  char *program;          /* the C file */
  char *property;         /* a name or a .prp file: "unreach-call" */
  char **error_functions; /* --error, in order; NULL when not given: the property says which they are */
  char *json, *smt2;      /* files to write; NULL: not asked for */
  char *conditioned;      /* --emit-conditioned: file to write, "-" for standard output */
  char **exports;         /* --export: "FORMAT=FILE" each; NULL: none */
  char *folder;           /* -o: cfc.json, cfc.smt2 and cfc.txt go there */
  double seconds;         /* wall-clock for everything, counted from `start` */
  gint64 start;           /* monotonic microseconds: when options_parse() was called */
  guint memory_mib;       /* for each engine process */
  gboolean lp64;          /* else ILP32 */
  gboolean no_overflow;   /* runs in which signed arithmetic overflows are excluded; else it wraps */
  guint unroll;           /* the deepest unrolling tried; 0: no limit but time */
  guint inputs_per_site;  /* occurrences of one input site that are followed; 0: as many as it takes */
  char *engine;           /* run only this engine, as a plain verifier; NULL: all of them */
  BitPrecision precision; /* of the engine spacer */
  CountOptions count;
  gboolean replay, stats, dump_ir, version;
  int verbosity; /* -1: quiet, 0: the result, 1 and more: what is going on */
} Options;

/* Takes the options out of argv.  FALSE with a G_OPTION_ERROR on a wrong call; --help prints and ends the
 * process. After --version only `version` counts. */
gboolean options_parse(int *argc, char ***argv, Options *o, GError **error);
void options_clear(Options *o);
#endif
