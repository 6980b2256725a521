/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads every witness below a folder of recorded outputs (TOOL/PROGRAM.c/..., by the endings .graphml and
 * .yml), matches it to its program and lets symex follow it.
 *
 *   check-corpus CORPUS PROGRAMS[:PROGRAMS...]
 *
 * One line each: how much of the witness was found in the program, and how many edges of branches and
 * instructions symex ran, directed and undirected, until a failing region was confirmed.  Exit status 1: a
 * witness that is not called faulty could not be read, or symex crashed on one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "symex/symex.h"
#include "formula/solver.h"
#include "frontend/frontend.h"
#include "base/job.h"
#include "witness/match.h"

#define SECONDS 20
#define ALL_INPUTS ((1u << 20) - 1)

typedef enum { NOT_CONFIRMED, CONFIRMED, OUT_OF_TIME } Outcome;

typedef struct {
  guint64 edges, steps;
  guint32 outcome; /* Outcome */
} Count;

typedef struct {
  const Program *program;
  const Cfg *cfg;
  const Automaton *direction;
  const Model *point;
  guint unroll;
} Run;

/* ---- runs, each in a process of its own ---- */

static SymexResult *run_symex(const Run *r, const Model *oracle) {
  SymexOptions o = {.unroll = r->unroll,
                    .inputs_per_site = ALL_INPUTS,
                    .direction = oracle ? NULL : r->direction,
                    .oracle = oracle,
                    .deadline = g_get_monotonic_time() + SECONDS / 2 * G_USEC_PER_SEC};
  return symex_run(r->program, r->cfg, &o);
}

static gboolean fails(const Run *r, const Model *point, Count *count) {
  SymexResult *s = run_symex(r, point);
  gboolean failed = !term_is_false(term_without_havoc(symex_fail(s), FALSE));
  if (count) *count = (Count){s->edges, s->steps, failed ? CONFIRMED : NOT_CONFIRMED};
  symex_result_free(s);
  return failed;
}

/* A region counts as confirmed when a point of it, run alone, fails. */
static gboolean run_region(gpointer data, GByteArray *out) {
  const Run *r = (const Run *)data;
  SymexResult *s = run_symex(r, NULL);
  Count count = {s->edges, s->steps, s->complete ? NOT_CONFIRMED : OUT_OF_TIME};
  const Term *region = term_without_havoc(symex_fail(s), FALSE);
  Model *model = NULL;
  if (!term_is_false(region) && solver_sat(region, SECONDS / 2 * 1000, &model) == SOLVER_SAT &&
      fails(r, model, NULL))
    count.outcome = CONFIRMED;
  g_byte_array_append(out, (const guint8 *)&count, sizeof count);
  return TRUE;
}

static gboolean run_point(gpointer data, GByteArray *out) {
  const Run *r = (const Run *)data;
  Count count;
  fails(r, r->point, &count);
  g_byte_array_append(out, (const guint8 *)&count, sizeof count);
  return TRUE;
}

/* FALSE: it crashed. */
static gboolean count_run(JobFunction f, Run *r, Count *count) {
  GByteArray *bytes = NULL;
  *count = (Count){0, 0, OUT_OF_TIME};
  JobState state = job_run("symex", f, r, (JobLimits){SECONDS, (gsize)4 << 30}, &bytes);
  if (bytes && bytes->len == sizeof *count) memcpy(count, bytes->data, sizeof *count);
  if (bytes) g_byte_array_unref(bytes);
  return state != JOB_CRASHED;
}

/* ---- programs ---- */

static char *find_below(const char *folder, const char *name) {
  g_autofree char *here = g_build_filename(folder, name, NULL);
  if (g_file_test(here, G_FILE_TEST_IS_REGULAR)) return g_steal_pointer(&here);
  GDir *dir = g_dir_open(folder, 0, NULL);
  char *found = NULL;
  for (const char *entry; dir && !found && (entry = g_dir_read_name(dir));) {
    g_autofree char *path = g_build_filename(folder, entry, NULL);
    if (g_file_test(path, G_FILE_TEST_IS_DIR) && !g_file_test(path, G_FILE_TEST_IS_SYMLINK))
      found = find_below(path, name);
  }
  if (dir) g_dir_close(dir);
  return found;
}

static char *find_program(char **folders, const char *name) {
  char *found = NULL;
  for (guint i = 0; folders[i] && !found; i++) found = find_below(folders[i], name);
  return found;
}

/* The folder that is named as a program, or what the witness says. */
static char *program_name(const char *path, const Witness *w) {
  g_auto(GStrv) parts = g_strsplit(path, "/", -1);
  for (guint i = 0; parts[i]; i++)
    if (g_str_has_suffix(parts[i], ".c")) return g_strdup(parts[i]);
  return w->program_file ? g_path_get_basename(w->program_file) : NULL;
}

static Program *load(const char *path, const Witness *w) {
  g_autoptr(GError) error = NULL;
  FrontendOptions o = {.lp64 = w->architecture && strstr(w->architecture, "64")};
  Program *p = frontend_load(path, &o, &error);
  if (!p) fprintf(stderr, "%s\n", error->message);
  if (p) program_prune_harmless(p);
  return p;
}

/* ---- the table ---- */

typedef struct {
  guint read, refused, correct, without_program, confirmed, not_confirmed, crashed, missed;
} Total;

static const char *outcome_name(guint32 o) {
  return o == CONFIRMED ? "yes" : o == OUT_OF_TIME ? "out of time" : "no";
}

/* What the witness says comes first: its branches, or where it names none, its values. */
static gboolean count_witness(const Match *m, Run *r, Count *count, const char **by) {
  gboolean ran = TRUE;
  count->outcome = NOT_CONFIRMED;
  *by = "";
  for (guint i = 0; i < 2 && count->outcome != CONFIRMED; i++) {
    gboolean point = (i == 0) == (m->inferred != FALSE);
    if (point ? !m->point : !m->direction->steps->len) continue;
    ran = count_run(point ? run_point : run_region, r, count) && ran;
    *by = point ? "values" : "branches";
  }
  return ran;
}

static void check_violation(const Witness *w, const char *path, const Program *p, Total *total) {
  Cfg *cfg = cfg_new(p);
  Match *m = witness_match(p, w);
  Run run = {p, cfg, m->direction, m->point, MAX(m->direction->unrolling, 2)};
  Count directed = {0, 0, 0}, undirected;
  const char *by;
  gboolean ran = count_witness(m, &run, &directed, &by);
  run.direction = NULL;
  ran = count_run(run_region, &run, &undirected) && ran;
  g_autofree char *matched = g_strdup_printf("%u/%u", m->matched, m->matched + m->unmatched);
  printf("%-58s %5u %9s %8s %7" G_GUINT64_FORMAT " %8" G_GUINT64_FORMAT " %-11s %7" G_GUINT64_FORMAT
         " %8" G_GUINT64_FORMAT " %-11s\n",
         path, w->edges->len, matched, by, directed.edges, directed.steps, outcome_name(directed.outcome),
         undirected.edges, undirected.steps, outcome_name(undirected.outcome));
  fflush(stdout);
  total->confirmed += directed.outcome == CONFIRMED;
  total->not_confirmed += directed.outcome != CONFIRMED;
  total->crashed += !ran;
  match_free(m);
  cfg_free(cfg);
}

static void check_witness(const char *path, const char *shown, char **folders, Total *total) {
  g_autoptr(GError) error = NULL;
  Witness *w = witness_read_file(path, &error);
  if (!w) {
    gboolean expected = strstr(shown, "faulty") != NULL;
    printf("%-58s refused: %s\n", shown, error->message);
    total->refused += expected;
    total->missed += !expected;
    return;
  }
  total->read++;
  g_autofree char *name = program_name(shown, w);
  g_autofree char *source = name ? find_program(folders, name) : NULL;
  Program *p = source ? load(source, w) : NULL;
  if (!p) {
    printf("%-58s %5u  no program\n", shown, w->edges->len);
    total->without_program++;
  } else if (w->kind == WITNESS_CORRECTNESS) {
    printf("%-58s %5u  correctness, %u invariants\n", shown, w->edges->len, w->invariants->len);
    total->correct++;
  } else {
    check_violation(w, shown, p, total);
  }
  if (p) program_free(p);
  witness_free(w);
}

static void collect(const char *folder, GPtrArray *files) {
  GDir *dir = g_dir_open(folder, 0, NULL);
  for (const char *entry; dir && (entry = g_dir_read_name(dir));) {
    char *path = g_build_filename(folder, entry, NULL);
    gboolean is_witness = g_str_has_suffix(entry, ".graphml") || g_str_has_suffix(entry, ".yml");
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
      collect(path, files);
    else if (is_witness)
      g_ptr_array_add(files, g_strdup(path));
    g_free(path);
  }
  if (dir) g_dir_close(dir);
}

static gint by_name(gconstpointer a, gconstpointer b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: check-corpus CORPUS PROGRAMS[:PROGRAMS...]\n");
    return 2;
  }
  g_auto(GStrv) folders = g_strsplit(argv[2], ":", -1);
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
  Total total = {0};
  collect(argv[1], files);
  g_ptr_array_sort(files, by_name);
  printf("%-58s %5s %9s %37s %28s\n", "", "", "", "---------- directed ----------", "----- undirected -----");
  printf("%-58s %5s %9s %8s %7s %8s %-11s %7s %8s %-11s\n", "witness", "edges", "matched", "by", "edges",
         "steps", "confirmed", "edges", "steps", "confirmed");
  for (guint i = 0; i < files->len; i++) {
    const char *path = (const char *)files->pdata[i];
    check_witness(path, path + strlen(argv[1]) + 1, folders, &total);
  }
  printf("%u witnesses read, %u refused as they should be; violations: %u confirmed, %u not; %u for "
         "correctness; "
         "%u without program; %u should have been readable; %u crashes\n",
         total.read, total.refused, total.confirmed, total.not_confirmed, total.correct,
         total.without_program, total.missed, total.crashed);
  return total.missed || total.crashed || files->len == 0;
}
