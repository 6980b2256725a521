/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts: printed, read back, damaged, made short; what points and machine integers do; acf's own sets. */
#include "domains/driver.h"
#include "domains/oracle.h"
#include "domains/registry.h"
#include "domains/show.h"
#include "domains/shrink.h"
#include "symex/invariant/poly.h"
#include "formula/interval.h"
#include "tests/helpers/wrong-domains.h"
#include <string.h>

/* ---- the table ---- */

static void test_table(void) {
  static const char classes[] = "PPPPP"
                                "PSSSPPPPPP"
                                "PPPPPPPPPPP"
                                "PP"
                                "SSPPC"
                                "PSPP"
                                "P"
                                "PPP"
                                "PPPPC";
  g_assert_cmpuint(strlen(classes), ==, 46);
  for (guint i = 0; i < 46; i++) {
    g_assert_cmpuint(properties[i].number, ==, i + 1);
    g_assert_cmpint(property_letter(properties[i].class), ==, classes[i]);
  }
  for (guint i = 0; i < n_properties; i++) g_assert_cmpuint(property_index(properties[i].number), ==, i);
}

static void test_registry(void) {
  g_assert_cmpuint(domains_count(), >=, 39);
  for (guint i = 0; i < domains_count(); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_true(domains_check(domains_get(i), &error));
    g_assert_no_error(error);
    g_assert_true(domains_find(domains_get(i)->name) == domains_get(i));
  }
}

static void test_incomplete_table(void) {
  g_autoptr(GError) error = NULL;
  AcfDomain d = *domains_find("box");
  d.meet = NULL;
  g_assert_false(domains_check(&d, &error));
  g_assert_nonnull(error);
  d = *domains_find("box");
  d.name = "Not A Name";
  g_assert_false(domains_check(&d, NULL));
  d.name = "box";
  d.version = 99;
  g_assert_false(domains_check(&d, NULL));
}

/* ---- text ---- */

static Script *random_script(const AcfDomain *d, guint64 number, guint property) {
  SearchOptions o = search_defaults();
  o.configuration.variables = 3;
  o.configuration.pool = 6;
  o.configuration.operations = 6;
  const Place p = {.number = number};
  return try_script(d, &o, property, &p);
}

static void test_round_trip(void) {
  for (guint i = 0; i < domains_count(); i++) {
    const AcfDomain *d = domains_get(i);
    for (guint k = 0; k < n_properties; k++) {
      if (!property_applies(&properties[k], d)) continue;
      g_autoptr(GError) error = NULL;
      g_autoptr(Script) s = random_script(d, k, properties[k].number);
      g_autofree char *text = show_script(s);
      g_autoptr(Script) back = replay_parse(text, NULL, &error);
      g_assert_no_error(error);
      g_autofree char *again = show_script(back);
      g_assert_cmpstr(text, ==, again);
    }
  }
}

/* Whatever is changed in a file, it is read as a script, or refused with a line. */
static void test_damaged(void) {
  GRand *rand = g_rand_new_with_seed(11);
  static const char pieces[] = "ex0123456789-+*(),;=></# \n\tmodchecktopfrom";
  guint refused = 0;
  for (guint i = 0; i < 3000; i++) {
    g_autoptr(GError) error = NULL;
    const DomainProperty *p = &properties[i % n_properties];
    const AcfDomain *d = domains_find(i % 2 ? "box" : "intervals-float");
    g_autoptr(Script) s = random_script(d, i % 7, property_applies(p, d) ? p->number : 1);
    g_autofree char *text = show_script(s);
    const gsize length = strlen(text);
    for (guint k = 0; k <= i % 4; k++)
      text[g_rand_int_range(rand, 0, (gint32)length)] = pieces[g_rand_int_range(rand, 0, sizeof pieces - 1)];
    if (i % 5 == 0) text[g_rand_int_range(rand, 0, (gint32)length)] = '\0';
    g_autoptr(Script) back = replay_parse(text, NULL, &error);
    g_assert_true((back == NULL) == (error != NULL));
    g_assert_true(back || g_str_has_prefix(error->message, "line "));
    refused += !back;
  }
  g_assert_cmpuint(refused, >, 500);
  g_rand_free(rand);
}

static void test_refused(void) {
#define HEAD "acf-domains 1\ndomain box\nvariables 2\n"
  static const char *const texts[] = {
      "",
      "acf-domains 2\n",
      "acf-domains 1\ndomain none\n",
      "acf-domains 1\ndomain box\nvariables 17\n",
      HEAD "e1 = top()\n",
      HEAD "e0 = join(e0, e0)\n",
      HEAD "e0 = top(\n",
      HEAD "e0 = constraint(x2 >= 0)\n",
      HEAD "e0 = constraint(x0 >= 1)\n",
      HEAD "e0 = constraint(99999999999999999999*x0 >= 0)\n",
      HEAD "e0 = constraint(9999999999999999999999999999999999999999999999999 >= 0)\n",
      HEAD "e0 = constraint(x0 = 0 mod 0)\n",
      HEAD "check 99; x = e0\n",
      HEAD "check 3; x = e0\n",
      HEAD "e0 = top()\ncheck 3; x = e0\ne1 = top()\n",
      HEAD "e0 = top()\ncheck 64; x = e0; p = (1, 2)/0\n",
      HEAD "e0 = top()\ncheck 64; x = e0; p = (1)\n",
      HEAD "e0 = top() and more\n",
      HEAD "e0 = top()\ncheck 33; chain = e0\n",
      "acf-domains 1\ndomain polyhedra\nvariables 1\ne0 = top()\ne1 = narrowing(e0, e0)\n"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(Script) s = replay_parse(texts[i], NULL, &error);
    g_assert_null(s);
    g_assert_nonnull(error);
  }
}

/* ---- short ---- */

static void test_shrunk(void) {
  SearchOptions o = search_defaults();
  o.runs = 160;
  const AcfDomain *d = NULL;
  for (guint i = 0; i < wrong_domains_count(); i++)
    if (g_str_equal(wrong_domain(i)->table.name, "wrong-meet-left")) d = &wrong_domain(i)->table;
  g_autoptr(SearchResult) r = search_run(d, &o);
  g_assert_cmpuint(r->findings->len, >, 4);
  for (guint i = 0; i < r->findings->len; i++) {
    const Finding *f = r->findings->pdata[i];
    g_assert_cmpuint(f->script->steps->len, <=, 3);
    g_assert_cmpuint(f->script->n, <=, 2);
    g_assert_cmpint(try_outcome(f->script), ==, VIOLATED);
    g_autofree char *text = show_script(f->script);
    g_autoptr(Script) back = replay_parse(text, d, NULL);
    g_assert_cmpint(try_outcome(back), ==, VIOLATED);
  }
}

/* A violation of the library itself, as a C program; what no program shows has none. */
static void test_program(void) {
  static const char text[] = "acf-domains 1\ndomain box\nvariables 1\ne0 = constraint(x0 >= 0)\n"
                             "e1 = constraint(x0 + 1 > 0)\ncheck 43; x = e1; y = e0\n";
  g_autoptr(Script) s = replay_parse(text, NULL, NULL);
  g_autofree char *program = program_of(s);
  g_assert_nonnull(strstr(program, "ppl_Rational_Box_CC76_narrowing_assign"));
  g_assert_nonnull(strstr(program, "LEQ(NARROWING(X, Y), X)"));
  g_assert_null(strchr(program, '@'));
  g_autoptr(Script) own = random_script(domains_find("intervals-int32"), 1, 3);
  g_assert_null(program_of(own));
}

/* ---- points ---- */

static void test_machine(void) {
  for (gint value = -70000; value < 70000; value += 7) {
    g_assert_true(oracle_wrapped(value, 8, TRUE) == (gint8)value);
    g_assert_true(oracle_wrapped(value, 8, FALSE) == (guint8)value);
    g_assert_true(oracle_wrapped(value, 16, TRUE) == (gint16)value);
    g_assert_true(oracle_wrapped(value, 16, FALSE) == (guint16)value);
  }
  g_assert_true(oracle_wrapped((AcfWide)1 << 63, 64, TRUE) == G_MININT64);
  g_assert_true(oracle_wrapped(-1, 64, FALSE) == G_MAXUINT64);
  const AcfDomain *d = domains_find("intervals-uint8");
  AcfPoint p = {.value = {250, 3}, .divisor = 1};
  const AcfLinear e = {.constant = 10, .k = {1, -1}};
  g_assert_true(oracle_assign(d, 2, &p, 0, &e));
  g_assert_true(p.value[0] == 1); /* 257 */
}

static void test_rationals(void) {
  const AcfDomain *d = domains_find("box");
  AcfPoint p = {.value = {1, 3}, .divisor = 2}; /* (1/2, 3/2) */
  const AcfConstraint c = {.form = {.constant = -1, .k = {2}}, .relation = ACF_EQUAL};
  AcfConstraint congruent = {.form = {.k = {1, 1}}, .relation = ACF_CONGRUENT, .modulus = 2};
  g_assert_cmpint(oracle_satisfies(d, 2, &p, &c), ==, 1);
  g_assert_cmpint(oracle_satisfies(d, 2, &p, &congruent), ==, 1);
  congruent.modulus = 3;
  g_assert_cmpint(oracle_satisfies(d, 2, &p, &congruent), ==, 0);
  const AcfLinear huge = {.k = {G_MININT64}};
  p.value[0] = (AcfWide)1 << 90;
  g_assert_false(oracle_assign(d, 2, &p, 0, &huge));
}

/* ---- acf's own sets ---- */

/* Dimensions are integers: constraints are tightened, and none is left where a divisor forbids it. */
static void test_integer_sets(void) {
  static const PolyDomain domains[] = {POLYHEDRA, OCTAGONS, BOXES};
  for (guint i = 0; i < G_N_ELEMENTS(domains); i++) {
    Wide least, greatest;
    poly_begin(domains[i]);
    Poly *p = poly_new(2, FALSE);
    Linear x = linear_dimension(0), low = linear_constant(7), third = linear_constant(1);
    low.k[0] = 3;
    poly_constrain(p, &low, FALSE); /* 3 x + 7 >= 0 */
    poly_bounds(p, &x, &least, &greatest);
    g_assert_true(least == -2);
    Poly *point = poly_new(2, FALSE);
    Linear at = linear_dimension(0);
    at.constant = 2;
    poly_constrain(point, &at, TRUE); /* x = -2 is on the border */
    g_assert_true(poly_contains(p, point));
    third.k[0] = -3;
    poly_constrain(p, &third, TRUE); /* 3 x = 1 */
    g_assert_true(poly_is_empty(p));
    poly_free(point);
    poly_free(p);
  }
}

/* Comparing this hull is given up; asked again, it is not the worse for it. */
static void test_given_up(void) {
  static const char text[] = "acf-domains 1\ndomain absint-polyhedra-uint8\nvariables 8\n"
                             "e0 = constraint(x3 - x6 - 1 = 0)\n"
                             "e1 = constraint(x0 - x3 + 3*x4 - x5 = 0)\n"
                             "e2 = join(e1, e0)\ncheck 48; x = e2\n";
  g_autoptr(Script) s = replay_parse(text, NULL, NULL);
  g_assert_cmpint(try_outcome(s), ==, SKIPPED);
}

/* What a set of values is written as is read back as the same set. */
static void test_written_sets(void) {
  GRand *rand = g_rand_new_with_seed(5);
  const Term *x = term_input((InputKey){1, 1, 0}, 8);
  for (guint round = 0; round < 3000; round++) {
    IntervalSet set = {.width = 8}, back;
    const Term *about;
    for (guint i = 0; i <= round % 5; i++) {
      IntervalSet arc;
      interval_set_arc(&arc, 8, g_rand_int_range(rand, 0, 256), g_rand_int_range(rand, 0, 256));
      interval_set_unite(&set, &arc);
    }
    const Term *t = interval_set_term(&set, x, round % 2);
    if (term_is_const(t)) continue;
    g_assert_true(term_as_set(t, TRUE, &about, &back));
    g_assert_true(about == x && back.n == set.n);
    for (guint i = 0; i < set.n; i++)
      g_assert_true(set.pieces[i].low == back.pieces[i].low && set.pieces[i].high == back.pieces[i].high);
  }
  g_rand_free(rand);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/domains/table", test_table);
  g_test_add_func("/domains/registry", test_registry);
  g_test_add_func("/domains/incomplete-table", test_incomplete_table);
  g_test_add_func("/domains/round-trip", test_round_trip);
  g_test_add_func("/domains/damaged", test_damaged);
  g_test_add_func("/domains/refused", test_refused);
  g_test_add_func("/domains/shrunk", test_shrunk);
  g_test_add_func("/domains/program", test_program);
  g_test_add_func("/domains/machine", test_machine);
  g_test_add_func("/domains/rationals", test_rationals);
  g_test_add_func("/domains/integer-sets", test_integer_sets);
  g_test_add_func("/domains/given-up", test_given_up);
  g_test_add_func("/domains/written-sets", test_written_sets);
  return g_test_run();
}
