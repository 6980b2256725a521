/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: what the user asks for. */
#ifndef ACF_OPTIONS_H
#define ACF_OPTIONS_H
#include "command/count-options.h"
#include "loop/options.h"

typedef struct {
  AnalysisOptions analysis; /* start: when options_parse() was called */
  char *json, *smt2;        /* files to write; NULL: not asked for */
  char *conditioned;        /* --emit-conditioned: file to write, "-" for standard output */
  char *html;               /* the report; NULL: not asked for */
  char **exports;           /* --export: "FORMAT=FILE" each; NULL: none */
  char *folder;             /* -o: cfc.json, cfc.smt2 and cfc.txt go there */
  char *witness;            /* --witness: a folder for witnesses; NULL: none */
  char *invariants;         /* --invariants: a correctness witness; NULL: none */
  gboolean no_cache;        /* results of external analyzers are neither looked up nor kept */
  char **descriptions;      /* --analyzer: files that describe external ones */
  char *with, *without;     /* names of analyzers that take part too, or do not */
  GPtrArray *complaints;    /* char*: descriptions in the usual folders that are of no use */
  CountOptions count;
  gboolean replay, stats, dump_ir, version, all_checks;
  gboolean limits;            /* list them: no program is needed */
  gboolean analyzers, doctor; /* list the analyzers; test them: no program is needed */
  gboolean plot;              /* the failing space in characters */
} CommandLine;

/* Takes the options out of argv.  FALSE with a G_OPTION_ERROR on a wrong call; --help prints and ends the
 * process. After --version, --limits, --analyzers and --doctor no program is needed. */
gboolean options_parse(int *argc, char ***argv, CommandLine *o, GError **error);
/* For commands: *before, when asked for, is a file that stands before the program (part of argv). */
gboolean options_parse_two(int *argc, char ***argv, const char **before, CommandLine *o, GError **error);
void options_clear(CommandLine *o);
#endif
