/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged witnesses: each is read or refused with one message, and whatever is read leads symex to nothing
 * but inputs that really fail.  ACF_MUTANTS says how many of each seed (1000). */
#include <stdlib.h>
#include <string.h>
#include "symex/symex.h"
#include "frontend/frontend.h"
#include "tests/helpers/mutate.h"
#include "witness/match.h"

enum { UNROLL = 4 };

static const char *const seeds[] = {"parts.graphml", "whole.graphml", "correct.graphml", "sequence.yml",
                                    "invariants.yml"};
static Program *program;
static Cfg *cfg;

static guint n_mutants(void) {
  const char *given = g_getenv("ACF_MUTANTS");
  return given ? (guint)atoi(given) : 1000;
}

static char *seed_path(const char *name) {
  return g_test_build_filename(G_TEST_DIST, "fuzz", "seeds", name, NULL);
}

/* What the comment in program.c says. */
static gboolean really_fails(gint32 x, gint32 y) { return x == 3 || (y == 5 && x >= 1 && x <= 20); }

static void check_region(const Term *region) {
  static const gint32 values[] = {G_MININT32, -1, 0, 1, 2, 3, 4, 5, 7, 20, 21, G_MAXINT32};
  for (guint i = 0; i < G_N_ELEMENTS(values); i++)
    for (guint k = 0; k < G_N_ELEMENTS(values); k++) {
      Model *m = model_new();
      model_set(m, term_input((InputKey){0, 1, 0}, 32), (guint32)values[i]);
      model_set(m, term_input((InputKey){1, 1, 0}, 32), (guint32)values[k]);
      if (term_eval(region, m)) g_assert_true(really_fails(values[i], values[k]));
      model_free(m);
    }
}

/* TRUE: it led somewhere. */
static gboolean follow(const Witness *w) {
  Match *m = witness_match(program, w);
  SymexOptions o = {.unroll = UNROLL, .inputs_per_site = UNROLL, .direction = m->direction};
  SymexResult *r = symex_run(program, cfg, &o);
  const Term *region = term_without_havoc(symex_fail(r), FALSE);
  check_region(region);
  symex_result_free(r);
  if (m->point) {
    o = (SymexOptions){.unroll = UNROLL, .inputs_per_site = UNROLL, .oracle = m->point};
    r = symex_run(program, cfg, &o);
    check_region(term_without_havoc(symex_fail(r), FALSE));
    symex_result_free(r);
  }
  gboolean led = m->direction->steps->len > 0 && !term_is_false(region);
  match_free(m);
  return led;
}

static void test_seed(gconstpointer data) {
  g_autofree char *path = seed_path((const char *)data), *text = NULL;
  gsize size;
  g_autoptr(GError) error = NULL;
  g_file_get_contents(path, &text, &size, &error);
  g_assert_no_error(error);
  Witness *w = witness_read("seed", text, size, &error);
  g_assert_no_error(error);
  if (w->kind == WITNESS_VIOLATION)
    g_assert_true(follow(w));
  else
    g_assert_cmpuint(w->invariants->len, >, 0);
  witness_free(w);
}

static void test_mutants(gconstpointer data) {
  g_autofree char *path = seed_path((const char *)data), *text = NULL;
  gsize size;
  g_assert_true(g_file_get_contents(path, &text, &size, NULL));
  GRand *random = g_rand_new_with_seed(g_str_hash(data));
  guint read = 0, led = 0;
  for (guint i = 0; i < n_mutants(); i++) {
    g_autoptr(GByteArray) mutant = mutate(text, size, random);
    g_autoptr(GError) error = NULL;
    Witness *w = witness_read("w", (const char *)mutant->data, mutant->len, &error);
    if (!w) {
      g_assert_nonnull(error);
      if (!g_str_has_prefix(error->message, "w:") || strchr(error->message, '\n'))
        g_error("not one line with a place: %s", error->message);
      continue;
    }
    g_assert_no_error(error);
    read++;
    if (w->kind == WITNESS_VIOLATION) led += follow(w);
    witness_free(w);
  }
  g_test_message("%u read, %u led to a failure", read, led);
  g_assert_cmpuint(read, >, 0);
  g_rand_free(random);
}

int main(int argc, char **argv) {
  FrontendOptions options = {0};
  GError *error = NULL;
  g_test_init(&argc, &argv, NULL);
  g_autofree char *path = seed_path("program.c");
  program = frontend_load(path, &options, &error);
  g_assert_no_error(error);
  cfg = cfg_new(program);
  for (guint i = 0; i < G_N_ELEMENTS(seeds); i++) {
    g_autofree char *whole = g_strconcat("/mutants/", seeds[i], "/seed", NULL);
    g_autofree char *damaged = g_strconcat("/mutants/", seeds[i], "/damaged", NULL);
    g_test_add_data_func(whole, seeds[i], test_seed);
    g_test_add_data_func(damaged, seeds[i], test_mutants);
  }
  int result = g_test_run();
  cfg_free(cfg);
  program_free(program);
  term_store_clear();
  return result;
}
