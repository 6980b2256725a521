/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many native runs of a program on random inputs, in one process that forks: which values expressions take,
 * and whether a run fails.
 *
 * Inputs are what the functions __VERIFIER_nondet_... return.  The same seed gives the same inputs: what the
 * runs of a seed program have seen, those of its variants see again. */
#ifndef ACF_AUDIT_RUNS_H
#define ACF_AUDIT_RUNS_H
#include "audit/seed.h"
#include "base/scratch.h"

/* What an input function returned. */
typedef struct {
  const char *function, *type; /* interned */
  guint64 value;               /* bits */
} InputRead;

typedef struct {
  guint note; /* of acf_note(note, value) in the text */
  gint64 value;
} Observation;

typedef struct {
  guint runs;           /* that came to an end */
  GArray *failing;      /* InputRead: what the first run that failed has read, in order; NULL: none failed */
  GArray *observations; /* Observation: the first values of each note, each once */
} RandomRuns;

typedef struct {
  gboolean lp64;
  const GArray *constants; /* gint64: inputs that are worth trying */
  guint notes;             /* numbers of notes in the text are below this */
  guint64 seed;
} RunsRequest;

/* Compiles C as acf takes it, for runs of which only calls of error functions are failures; see
 * runner_compile(). */
gboolean runs_compile(const Scratch *folder, gboolean lp64, const char *const *arguments, GError **error);

/* NULL with an error: it does not compile, or cannot be run. */
RandomRuns *runs_random(const char *text, const RunsRequest *request, GError **error);
void random_runs_free(RandomRuns *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RandomRuns, random_runs_free)

/* gint64, ordered, for each candidate of the seed (GArray*): the values that it takes in random runs, as its
 * type holds them; NULL with an error. */
GPtrArray *runs_observe(const Seed *s, guint64 seed, GError **error);
#endif
