/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failures of memory, as symbolic execution and the engines see them: small programs of one input, with the
 * values for which they fail. */
#include "engine/engine.h"
#include "symex/symex.h"
#include "tests/helpers/sample.h"

#define FROM (-3)
#define TO 14

typedef struct {
  const char *name, *property, *source; /* n is the input, in FROM .. TO */
  gboolean (*fails)(int n);
  gboolean open; /* some of it may stay unknown */
} Case;

static gboolean never(int n) { return n > TO; }
static gboolean outside_ten(int n) { return n < 0 || n > 9; }
static gboolean above_three(int n) { return n > 3; }
static gboolean is_three(int n) { return n == 3; }
static gboolean above_ten(int n) { return n > 10; }
static gboolean from_one(int n) { return n >= 1; }
static gboolean outside_four(int n) { return n < 0 || n > 4; }
static gboolean from_nine(int n) { return n >= 9; }
static gboolean below_four(int n) { return n >= 0 && n < 4; }
static gboolean always(int n) { return n >= FROM; }

#define LIST                                                                                                 \
  "struct s { struct s *next; }; int body(int n) { struct s *h = 0, *t; int i; for (i = 0; i < n; i++) { "   \
  "t = malloc(sizeof *t); t->next = h; h = t; } "

static const Case cases[] = {
    {"index", "valid-deref", "int body(int n) { int a[10]; a[n] = 1; return 0; }", outside_ten, FALSE},
    {"loop", "valid-deref",
     "int a[10]; int body(int n) { int i; for (i = 0; i < n; i++) a[i] = i; return 0; }", above_ten, FALSE},
    {"null", "valid-deref", "int body(int n) { int *p = n > 3 ? 0 : &n; return *p; }", above_three, FALSE},
    {"freed", "valid-deref", "int body(int n) { int *p = malloc(4); if (n == 3) free(p); *p = 1; return 0; }",
     is_three, FALSE},
    {"symbolic-size", "valid-deref",
     "int body(int n) { char *p; if (n < 0) return 0; p = malloc(n); p[3] = 1; return 0; }", below_four,
     FALSE},
    {"scope", "valid-deref", "int body(int n) { int *p = &n; { int x = 3; if (n > 3) p = &x; } return *p; }",
     above_three, FALSE},
    {"returned", "valid-deref",
     "int *f(int n) { int x = n; int *q = &x; return n > 3 ? q : 0; }"
     "int body(int n) { int *p = f(n); return p ? *p : 0; }",
     above_three, TRUE},
    {"member", "valid-deref",
     "struct s { char a[4]; char b; }; int body(int n) { struct s x; x.a[n] = 1; return 0; }", outside_four,
     FALSE},
    {"fill", "valid-deref", "int body(int n) { char b[8]; if (n < 0) return 0; memset(b, 0, n); return 0; }",
     from_nine, FALSE},
    {"pointer-value", "valid-deref",
     "int body(int n) { int *p = malloc(4), *q = p; free(p); return n == 3 && q == p; }", never, FALSE},
    {"twice", "valid-free", "int body(int n) { char *p = malloc(4); if (n > 3) free(p); free(p); return 0; }",
     above_three, FALSE},
    {"middle", "valid-free", "int body(int n) { char *p = malloc(4); free(n > 3 ? p + 1 : p); return 0; }",
     above_three, FALSE},
    {"variable", "valid-free", "int body(int n) { if (n == 3) free(&n); return 0; }", is_three, FALSE},
    {"free-null", "valid-free", "int body(int n) { free(0); return n; }", never, FALSE},
    {"forgotten", "valid-memtrack",
     "int body(int n) { char *p = malloc(4); if (n == 3) return 0; free(p); return 0; }", is_three, FALSE},
    {"kept", "valid-memtrack",
     "char *g; int body(int n) { g = malloc(4); g += 2; if (n > 3) g = 0; return 0; }", above_three, FALSE},
    {"behind", "valid-memtrack",
     "char **g; int body(int n) { g = malloc(8); *g = malloc(4); if (n > 3) free(g); return 0; }",
     above_three, FALSE},
    {"list", "valid-memtrack", LIST "while (h) { t = h->next; free(h); h = t; } return 0; }", never, FALSE},
    {"list-lost", "valid-memtrack", LIST "return 0; }", from_one, FALSE},
    {"ring", "valid-memtrack",
     "struct s { struct s *p; }; int body(int n) { struct s *a = malloc(8); a->p = a; return n; }", always,
     FALSE},
    {"cleanup", "valid-memcleanup",
     "char *g; int body(int n) { g = malloc(4); if (n <= 3) free(g); return 0; }", above_three, FALSE},
    {"first", "valid-memsafety",
     "int body(int n) { char *p = malloc(4); p[n == 3 ? 4 : 0] = 1; free(p); return 0; }", is_three, FALSE},
    {"assumed", "valid-memtrack",
     "int body(int n) { char *p = malloc(4); assume(n <= 3); free(p); return 0; }", never, TRUE},
};

static Loaded load(const Case *c) {
  g_autofree char *text =
      g_strdup_printf("%s\nint main(void) { int n = any(); if (n < %d || n > %d) return 0; "
                      "return body(n); }",
                      c->source, FROM, TO);
  return sample_load_for(text, c->property);
}

/* The points that fail for certain, and those that may. */
static void test_bounds(gconstpointer data) {
  const Case *c = data;
  Loaded l = load(c);
  const SymexOptions options = {.unroll = 20, .inputs_per_site = 4, .pointers = TRUE};
  SymexResult *r = symex_run(l.program, l.cfg, &options);
  const Term *n = sample_input(l.program, 0, 1), *lower = term_without_havoc(symex_fail(r), FALSE),
             *upper = term_without_havoc(term_or(symex_fail(r), symex_open(r)), TRUE);
  for (int v = FROM - 2; v <= TO + 2; v++) {
    const gboolean fails = v >= FROM && v <= TO && c->fails(v);
    const gboolean below = sample_contains(lower, n, v), above = sample_contains(upper, n, v);
    if ((below && !fails) || (fails && !above) || (!c->open && below != above))
      g_test_fail_printf("%s: n = %d: %s, but bounds say %d and %d", c->name, v,
                         fails ? "fails" : "does not fail", below, above);
  }
  for (guint i = 0; i < r->failures->len; i++) {
    const SymexEvent *e = &g_array_index(r->failures, SymexEvent, i);
    g_assert_true(property_counts(l.program->property, e->failure));
    g_assert_nonnull(e->loc.file);
  }
  symex_result_free(r);
  sample_free(&l);
}

/* No engine leaves a failing point out. */
static void test_engines(gconstpointer data) {
  static const AskFunction asks[] = {bmc_ask, kind_ask, states_ask, absint_ask, shape_ask, spacer_ask};
  const Case *c = data;
  Loaded l = load(c);
  const Term *n = sample_input(l.program, 0, 1);
  for (guint e = 0; e < G_N_ELEMENTS(asks); e++) {
    Question q = sample_question(&l);
    q.max_unroll = 4;
    q.deadline = g_get_monotonic_time() + 10 * G_USEC_PER_SEC;
    Answer *a = asks[e](&q, NULL);
    for (int v = FROM; v <= TO; v++)
      if (c->fails(v) && a->residue && !sample_contains(a->residue, n, v))
        g_test_fail_printf("%s: engine %u leaves out n = %d", c->name, e, v);
    answer_free(a);
  }
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *bounds = g_strconcat("/valid/bounds/", cases[i].name, NULL),
                    *engines = g_strconcat("/valid/engines/", cases[i].name, NULL);
    g_test_add_data_func(bounds, &cases[i], test_bounds);
    g_test_add_data_func(engines, &cases[i], test_engines);
  }
  return g_test_run();
}
