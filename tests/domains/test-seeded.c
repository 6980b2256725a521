/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wrong domains are found wrong, by as many properties as their faults touch; right ones are not, but for
 * what is true of their libraries. */
#include "domains/driver.h"
#include "domains/registry.h"
#include "domains/show.h"
#include "tests/helpers/wrong-domains.h"

static SearchOptions bounded(guint tries) {
  SearchOptions o = search_defaults();
  o.configuration.variables = 4;
  o.runs = tries * o.rounds;
  o.shrink = FALSE;
  o.stall = 2;
  o.deaths = 2;
  return o;
}

/* What is true of the libraries: see doc/domains.md. */
static gboolean is_known(const char *domain, const Finding *f) {
  static const struct {
    const char *domain;
    guint property;
  } known[] = {{"box", 43}, {"box", 46}, {"grid", 48}, {"grid", 64}, {"grid", 70}, {"grid", 71}};
  for (guint i = 0; i < G_N_ELEMENTS(known); i++)
    if (g_str_equal(domain, known[i].domain) && f->property == known[i].property &&
        f->kind == FOUND_VIOLATION)
      return TRUE;
  return FALSE;
}

static char *names_of(const SearchResult *r) {
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < r->findings->len; i++) {
    const Finding *f = r->findings->pdata[i];
    g_string_append_printf(out, " %u%s", f->property, f->kind == FOUND_VIOLATION ? "" : "!");
  }
  return g_string_free(out, FALSE);
}

static double first_seconds(const SearchResult *r) {
  double first = G_MAXDOUBLE;
  for (guint i = 0; i < r->findings->len; i++)
    first = MIN(first, ((const Finding *)r->findings->pdata[i])->place.seconds);
  return first;
}

static void test_wrong(gconstpointer data) {
  const WrongDomain *w = wrong_domain(GPOINTER_TO_UINT(data));
  const SearchOptions o = bounded(60);
  g_autoptr(SearchResult) r = search_run(&w->table, &o);
  for (guint i = r->findings->len; i-- > 0;)
    if (is_known(w->base->name, r->findings->pdata[i])) g_ptr_array_remove_index(r->findings, i);
  g_autofree char *names = names_of(r);
  g_test_message("%s, %s: %u properties (%s), first after %.2f s", w->base->name, w->fault, r->findings->len,
                 names, r->findings->len ? first_seconds(r) : 0);
  g_assert_cmpuint(r->findings->len, >=, w->least);
}

static void test_right(gconstpointer data) {
  const SearchOptions o = bounded(40);
  g_autoptr(SearchResult) r = search_run(domains_find(data), &o);
  g_assert_cmpuint(r->tally.tries, ==, 40);
  for (guint i = 0; i < r->findings->len; i++) {
    const Finding *f = r->findings->pdata[i];
    g_autofree char *script = show_script(f->script);
    if (!is_known(data, f)) g_test_message("%s", script);
    g_assert_true(is_known(data, f));
  }
}

/* The same seed finds the same. */
static void test_repeatable(void) {
  const SearchOptions o = bounded(10);
  const AcfDomain *d = &wrong_domain(6)->table;
  g_autoptr(SearchResult) a = search_run(d, &o);
  g_autoptr(SearchResult) b = search_run(d, &o);
  g_assert_cmpuint(a->findings->len, ==, b->findings->len);
  for (guint i = 0; i < a->findings->len; i++) {
    const Finding *f = a->findings->pdata[i], *g = b->findings->pdata[i];
    g_autofree char *x = show_script(f->script), *y = show_script(g->script);
    g_assert_cmpstr(x, ==, y);
    g_assert_cmpuint(f->times, ==, g->times);
  }
}

int main(int argc, char **argv) {
  static const char *const right[] = {
      "box",  "bd-mpq",          "bd-mpz",          "octagon-mpq",     "polyhedra",    "polyhedra-nnc",
      "grid", "intervals-uint8", "intervals-int32", "intervals-float", "absint-boxes", "absint-octagons"};
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < wrong_domains_count(); i++) {
    g_autofree char *path = g_strdup_printf("/domains/seeded/%s", wrong_domain(i)->table.name);
    g_test_add_data_func(path, GUINT_TO_POINTER(i), test_wrong);
  }
  for (guint i = 0; i < G_N_ELEMENTS(right); i++) {
    g_autofree char *path = g_strdup_printf("/domains/right/%s", right[i]);
    g_test_add_data_func(path, right[i], test_right);
  }
  g_test_add_func("/domains/repeatable", test_repeatable);
  return g_test_run();
}
