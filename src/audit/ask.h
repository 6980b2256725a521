/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analyzers under test, and what one of them says of a program, whatever that is worth.
 *
 * Under test are the embedded engines, the external verifiers of the registry, acf as a whole, and
 * configurations of engines (configurations.def).  Trust settings do not count here: everybody is a suspect.
 */
#ifndef ACF_AUDIT_ASK_H
#define ACF_AUDIT_ASK_H
#include "base/job.h"
#include "portfolio/registry.h"
#include "portfolio/verdict.h"

typedef struct {
  const char *name;
  Analyzer *analyzer; /* NULL: acf as a whole */
  const char *limit;  /* "name=value": that makes the configuration; NULL: none does */
  gboolean under;     /* what it calls unsafe fails for certain, unless it has a bug */
  gboolean wraps;     /* it speaks of runs in which signed arithmetic overflows */
  char *version, *options;
} Suspect;

/* Suspect*: those that the list names, separated by commas ("embedded": all engines and their configurations,
 * "external": all external ones that are found); NULL: the engines, acf and the external ones.  NULL with an
 * error: a name that means nothing, or a tool that is not there. */
GPtrArray *suspects_choose(Registry *r, const char *names, GError **error);

/* An input, as acf has it. */
typedef struct {
  guint64 key; /* InputKey, packed */
  guint width;
  guint64 value;
} PointValue;

typedef struct {
  ToolVerdict verdict;
  char *trouble;     /* why there is no verdict; NULL: nothing is known */
  char *example;     /* of acf, for people: an input that fails, "n = 26"; NULL: none */
  GPtrArray *points; /* GArray* of PointValue: inputs that are said to fail */
  double wall, cpu;  /* seconds */
  guint64 memory;    /* KiB, the most that was in use */
} Statement;
Statement *statement_new(void);
void statement_free(Statement *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Statement, statement_free)

typedef struct {
  const Suspect *suspect; /* NULL: acf as a whole */
  char *text;             /* of the program; owned */
  gboolean lp64;
  double seconds;
  gsize memory_bytes;
} Asking;
/* Starts a job; asking must outlive it.  NULL: it cannot be started. */
Job *ask_start(Asking *asking);
/* Of a job that has ended, in whatever way. */
Statement *ask_result(const Job *job);
Statement *ask_wait(Asking *asking); /* both, one after the other */
/* acf as a whole, with its engines alone; waits for it. */
Statement *ask_acf(const char *text, gboolean lp64, double seconds, gsize memory_bytes);
#endif
