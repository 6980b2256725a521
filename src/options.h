/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: what the user asks for, and the statuses acf answers with. */
#ifndef ACF_OPTIONS_H
#define ACF_OPTIONS_H
#include "count/count-options.h"
#include "portfolio/registry.h"

typedef enum {
  EXIT_SAFE = 0,         /* proven: no input fails */
  EXIT_FAILURES = 10,    /* some inputs certainly fail */
  EXIT_UNKNOWN = 20,     /* not known whether an input fails */
  EXIT_USAGE = 64,       /* wrong call */
  EXIT_DATA = 65,        /* the program, or a witness, is not accepted: no such file, does not compile, ... */
  EXIT_INTERNAL = 70,    /* acf itself is wrong */
  EXIT_OUTPUT = 74,      /* an output cannot be written */
  EXIT_INTERRUPTED = 130 /* Ctrl-C for the second time */
} ExitStatus;

typedef struct Options {
  char *program;          /* the C file */
  char *property;         /* a name or a .prp file; NULL when not given: unreach-call */
  char **error_functions; /* --error, in order; NULL when not given: the property says which they are */
  char *json, *smt2;      /* files to write; NULL: not asked for */
  char *conditioned;      /* --emit-conditioned: file to write, "-" for standard output */
  char *html;             /* the report; NULL: not asked for */
  char **exports;         /* --export: "FORMAT=FILE" each; NULL: none */
  char *folder;           /* -o: cfc.json, cfc.smt2 and cfc.txt go there */
  char *witness;          /* --witness: a folder for witnesses; NULL: none */
  char *invariants;       /* --invariants: a correctness witness; NULL: none */
  GPtrArray *candidates;  /* LoopCandidate*: what is in it, once it is read; or NULL */
  double seconds;         /* wall-clock for everything, counted from `start` */
  gint64 start;           /* monotonic microseconds: when options_parse() was called */
  guint memory_mib;       /* for each engine process */
  guint jobs;             /* analyzer processes at once; 0: a few more than there are cores */
  gboolean no_cache;      /* results of external analyzers are neither looked up nor kept */
  gboolean lp64;          /* else ILP32 */
  gboolean no_overflow;   /* runs in which signed arithmetic overflows are excluded; else it wraps */
  guint unroll;           /* the deepest unrolling tried; 0: no limit but time */
  guint inputs_per_site;  /* occurrences of one input site that are followed; 0: as many as it takes */
  char **direct;          /* --direct: files of witnesses to follow first; NULL: none */
  GPtrArray *witnesses;   /* Witness*: what stands in them, once main() has read them; else NULL */
  char *engine;           /* run only this analyzer, as a plain verifier; NULL: all of them */
  char **descriptions;    /* --analyzer: files that describe external ones */
  char *with, *without;   /* names of analyzers that take part too, or do not */
  Registry *registry;     /* all analyzers, with those chosen that take part */
  GPtrArray *complaints;  /* char*: descriptions in the usual folders that are of no use */
  BitPrecision precision; /* of the engine spacer */
  CountOptions count;
  gboolean replay, stats, dump_ir, version;
  gboolean analyzers, doctor; /* say who is there; whether they work: no program is needed */
  gboolean plot;              /* the failing space in characters */
  int verbosity;              /* -1: quiet, 0: the result, 1 and more: what is going on */
} Options;

/* Takes the options out of argv.  FALSE with a G_OPTION_ERROR on a wrong call; --help prints and ends the
 * process. After --version, --analyzers and --doctor no program is needed. */
gboolean options_parse(int *argc, char ***argv, Options *o, GError **error);
/* For commands: *before, when asked for, is a file that stands before the program (part of argv). */
gboolean options_parse_two(int *argc, char ***argv, const char **before, Options *o, GError **error);
void options_clear(Options *o);
#endif
