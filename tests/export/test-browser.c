/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report in a browser: it runs without complaints, shows what it should, and its formulas mean the same
 * as here.  Skipped where there is no Chromium. */
#include <string.h>
#include "tests/helpers/automata.h"
#include "tests/helpers/browser.h"
#include "cfc/claims.h"
#include "export/export.h"
#include "export/html.h"
#include "tests/helpers/random-terms.h"

#define POINTS 40
#define FORMULAS 60

static Browser *browser;

static gboolean skipped(void) {
  if (!browser) g_test_skip("no chromium");
  return !browser;
}

#define assert_answer(expression, expected)                                                                  \
  G_STMT_START {                                                                                             \
    g_autofree char *answer_ = browser_ask(browser, expression);                                             \
    g_assert_cmpstr(answer_, ==, expected);                                                                  \
  }                                                                                                          \
  G_STMT_END

/* ---- a characterization of two inputs: a large region, and one of a single point ---- */

static void add_site(Program *p, const char *variable, const char *type, guint width, gboolean is_signed) {
  const InputSite s = {.kind = SITE_NONDET,
                       .variable = variable,
                       .function = "__VERIFIER_nondet_int",
                       .type = type,
                       .width = width,
                       .is_signed = is_signed,
                       .loc = {g_intern_string(p->path), 1 + p->sites->len, 3}};
  program_add_site(p, &s);
}

static const Term *input(guint site) { return term_input((InputKey){site, 1, 0}, 32); }
static const Term *num(gint64 v) { return term_const(32, (guint64)v); }

static const Term *box(gint64 x0, gint64 x1, gint64 y0, gint64 y1) {
  const Term *sides[] = {term_binary(TERM_SLE, num(x0), input(0)), term_binary(TERM_SLE, input(0), num(x1)),
                         term_binary(TERM_SLE, num(y0), input(1)), term_binary(TERM_SLE, input(1), num(y1))};
  return term_and_n(sides, 4);
}

static void add_partition(Cfc *c, const Term *upper, const Term *lower, gint64 x, gint64 y) {
  Partition *p = partition_new(upper, lower);
  Model *m = model_new();
  model_set(m, input(0), (guint32)x);
  model_set(m, input(1), (guint32)y);
  g_ptr_array_add(p->examples, m);
  g_ptr_array_add(c->partitions, p);
}

static char *page_of(const Cfc *c) {
  Extent *e = extent_new(c, 10);
  char *page = export_html(c, e, c->program->path);
  extent_free(e);
  return page;
}

static char *two_partitions(void) {
  Program *p = program_new("two.c", 32);
  add_site(p, "x", "int", 32, TRUE);
  add_site(p, "y", "int", 32, TRUE);
  Cfc *c = cfc_new(p);
  const Term *outer = box(0, 100, 0, 80), *inner = box(20, 60, 20, 50), *point = box(900000, 900000, -7, -7);
  add_partition(c, outer, inner, 30, 30);
  add_partition(c, point, point, 900000, -7);
  cfc_event(c, PHASE_POSSIBLE, "bmc", 0.1, 0.1, g_strdup("possible error at unrolling 1"));
  char *page = page_of(c);
  cfc_free(c);
  program_free(p);
  return page;
}

/* How many of the picture's pixels have a colour of the style, in percent. */
#define SHARE_OF                                                                                             \
  "const share = (name) => { const c = document.getElementById('picture'), g = c.getContext('2d');"          \
  "g.fillStyle = getComputedStyle(c).getPropertyValue('--' + name).trim(); const hex = g.fillStyle;"         \
  "const want = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));"                                    \
  "const d = g.getImageData(0, 0, c.width, c.height).data; let n = 0;"                                       \
  "for (let i = 0; i < d.length; i += 4) n += want.every((v, k) => v === d[i + k]);"                         \
  "return Math.floor(400 * n / d.length); };"

static guint share_of(const char *colour) {
  g_autofree char *expression = g_strdup_printf("(() => { " SHARE_OF " return share('%s'); })()", colour);
  g_autofree char *answer = browser_ask(browser, expression);
  return (guint)g_ascii_strtoull(answer, NULL, 10);
}

/* Drawings go on for a while. */
static void wait_drawn(void) {
  g_autofree char *settled = browser_ask(
      browser, "new Promise((done) => { const c = document.getElementById('picture'); let last = '';"
               "const look = () => { const now = c.dataset.drawn || ''; if (now && now === last)"
               " done('drawn'); else { last = now; setTimeout(look, 250); } }; look(); })");
  g_assert_cmpstr(settled, ==, "drawn");
}

static void test_shows_partition(void) {
  if (skipped()) return;
  g_autofree char *page = two_partitions();
  browser_size(browser, 1200, 900);
  browser_prefer_dark(browser, FALSE);
  browser_open(browser, page);
  wait_drawn();
  browser_click(browser, "#all");
  wait_drawn();
  g_assert_cmpuint(share_of("must"), ==, 0); /* of 2^64 points, a few thousand */
  browser_click(browser, "#partition-1 button.show");
  wait_drawn();
  assert_answer("document.getElementById('picture').dataset.selected", "0");
  assert_answer("document.querySelector('#partition-1 button.show').getAttribute('aria-pressed')", "true");
  g_assert_cmpuint(share_of("must"), >, 3);
  g_assert_cmpuint(share_of("may"), >, 15);
  browser_click(browser, "#partition-2 button.show");
  wait_drawn();
  assert_answer("document.getElementById('picture').dataset.selected", "1");
  assert_answer("document.getElementById('value-0').value", "900000");
  assert_answer("document.getElementById('point-verdict').textContent", "fails (partition 2)");
  assert_answer("document.getElementById('exactness').textContent",
                "Settled for every point: nothing is sampled.");
  g_assert_cmpuint(share_of("may"), ==, 0);
  browser_click(browser, "#picture");
  g_assert_cmpuint(browser_complaints(browser), ==, 0);
}

/* Without the solver's help the page finds where a region lies by itself. */
static void test_hulls(void) {
  if (skipped()) return;
  g_autofree char *page = two_partitions();
  browser_open(browser, page);
  assert_answer("acf.model.partitions[0].hull[0].map(String).join()", "2147483648,2147483748");
  assert_answer(
      "(() => { const m = acf.model, whole = [0n, 4294967295n]; m.partitions.forEach((p) => (p.hull = "
      "[whole, "
      "whole])); return [acf.shrinkHull(m, 0, 0), acf.shrinkHull(m, 0, 1), acf.shrinkHull(m, 1, 1)].join(); "
      "})()",
      "2147483648,2147483748,2147483648,2147483728,2147483641,2147483641");
}

/* Hundreds of regions whose ends nobody knows: the page is there all the same. */
static void test_many(void) {
  if (skipped()) return;
  Program *p = program_new("many.c", 32);
  add_site(p, "x", "int", 32, TRUE);
  add_site(p, "y", "int", 32, TRUE);
  Cfc *c = cfc_new(p);
  const Term *cube = term_binary(TERM_MUL, input(1), term_binary(TERM_MUL, input(1), input(1)));
  for (gint64 i = 0; i < 390; i++) {
    const Term *t = term_and(term_eq(input(0), num(3 * i)), term_eq(cube, num(i * i * i)));
    add_partition(c, t, t, 3 * i, i);
  }
  Extent *e = extent_new(c, 0);
  g_autofree char *page = export_html(c, e, c->program->path);
  extent_free(e);
  browser_open(browser, page);
  assert_answer("acf.model.partitions.length", "390");
  g_autofree char *milliseconds = browser_ask(browser, "Math.round(performance.now())");
  g_test_message("there after %s ms", milliseconds);
  g_assert_cmpuint(g_ascii_strtoull(milliseconds, NULL, 10), <, 8000);
  g_assert_cmpuint(browser_complaints(browser), ==, 0);
  cfc_free(c);
  program_free(p);
}

static void test_keyboard(void) {
  if (skipped()) return;
  g_autofree char *page = two_partitions();
  browser_open(browser, page);
  wait_drawn();
  /* Tab gets to every control, in the order of the page */
  g_autoptr(GString) order = g_string_new(NULL);
  for (guint i = 0; i < 12; i++) {
    browser_press(browser, "Tab");
    g_autofree char *id =
        browser_ask(browser, "document.activeElement.id || document.activeElement.className");
    g_string_append_printf(order, "%s ", id);
  }
  g_assert_nonnull(
      strstr(order->str, "skip theme x-axis y-axis scale zoom-in zoom-out fit all picture value-0"));
  assert_answer("(document.getElementById('picture').focus(), document.activeElement.id)", "picture");
  g_autofree char *before =
      browser_ask(browser, "document.getElementById('picture').getAttribute('aria-label')");
  browser_press(browser, "+");
  g_autofree char *closer =
      browser_ask(browser, "document.getElementById('picture').getAttribute('aria-label')");
  g_assert_cmpstr(before, !=, closer);
  browser_press(browser, "ArrowLeft");
  g_autofree char *moved =
      browser_ask(browser, "document.getElementById('picture').getAttribute('aria-label')");
  g_assert_cmpstr(closer, !=, moved);
  browser_press(browser, "0");
  assert_answer(
      "document.getElementById('picture').getAttribute('aria-label').includes('-2147483648 to 2147483647')",
      "true");
  /* a value that is none changes nothing */
  assert_answer("(() => { const f = document.getElementById('value-0'); f.value = '12x'; f.dispatchEvent(new "
                "Event('change')); return f.getAttribute('aria-invalid'); })()",
                "true");
  assert_answer("(() => { const f = document.getElementById('value-0'); f.value = '101'; f.dispatchEvent(new "
                "Event('change')); return document.getElementById('point-verdict').textContent; })()",
                "does not fail");
  g_assert_cmpuint(browser_complaints(browser), ==, 0);
}

static void test_light_and_dark(void) {
  if (skipped()) return;
  g_autofree char *page = two_partitions();
  static const char background[] = "getComputedStyle(document.body).backgroundColor";
  browser_prefer_dark(browser, FALSE);
  browser_open(browser, page);
  g_autofree char *light = browser_ask(browser, background);
  browser_prefer_dark(browser, TRUE);
  g_autofree char *dark = browser_ask(browser, background);
  g_assert_cmpstr(light, !=, dark);
  browser_click(browser, "#theme");
  assert_answer(background, light);
  browser_prefer_dark(browser, FALSE);
  browser_click(browser, "#theme");
  assert_answer(background, dark);
  browser_size(browser, 380, 800);
  assert_answer("document.documentElement.scrollWidth <= 380", "true"); /* nothing sticks out */
  g_assert_cmpuint(browser_complaints(browser), ==, 0);
}

static void test_copy(void) {
  if (skipped()) return;
  g_autofree char *page = two_partitions();
  browser_size(browser, 1200, 900);
  browser_open(browser, page);
  assert_answer("document.getElementById('example-2-1').textContent", "x = 900000, y = -7");
  browser_click(browser, "#partition-2 button.copy");
  assert_answer("new Promise((done) => setTimeout(() => done(document.querySelector("
                "'#partition-2 button.copy').textContent), 200))",
                "Copied");
  g_assert_cmpuint(browser_complaints(browser), ==, 0);
}

/* ---- the formulas mean the same there as here ---- */

static Program *program_of_widths(void) {
  Program *p = program_new("random.c", 32);
  for (guint i = 0; i <= 64; i++) {
    g_autofree char *name = g_strdup_printf("w%u", i);
    add_site(p, g_intern_string(name), "bits", MAX(i, 1), i % 2);
  }
  return p;
}

/* A page of random formulas: each Boolean one the upper bound of a partition of its own. */
static Cfc *random_cfc(const Program *p, const GArray *nodes) {
  Cfc *c = cfc_new(p);
  for (guint i = nodes->len; i-- > 0 && c->partitions->len < FORMULAS;) {
    const NaiveNode *n = &g_array_index(nodes, NaiveNode, i);
    if (n->width == 1 && !n->index_width && !term_is_const(n->term))
      g_ptr_array_add(c->partitions, partition_new(n->term, term_bool(FALSE)));
  }
  return c;
}

static void append_points(GString *script, GString *expected, GRand *rand, const GArray *nodes, const Cfc *c,
                          const Extent *e) {
  g_string_append(script, "[");
  for (guint k = 0; k < POINTS; k++) {
    Model *m = random_model(rand, nodes);
    g_string_append(script, k ? ",[" : "[");
    for (guint i = 0; i < e->inputs->len; i++)
      g_string_append_printf(script, "%s%" G_GUINT64_FORMAT "n", i ? "," : "",
                             model_value(m, e->inputs->pdata[i]));
    g_string_append(script, "]");
    for (guint i = 0; i < c->partitions->len; i++)
      g_string_append_c(expected, term_eval(claim_upper(c->partitions->pdata[i]), m) ? '1' : '0');
    model_free(m);
  }
  g_string_append(script, "]");
}

/* On random boxes, whatever is said of a box holds at points of it; and enough is said. */
static const char boxes[] =
    "(() => { let seed = 7, wrong = 0, said = 0, first = ''; const m = acf.model;"
    "const random = () => (seed = (seed * 48271) % 2147483647);"
    "const any = (w) => { let v = 0n; for (let i = 0; i < 3; i++) v = (v << 31n) | BigInt(random());"
    "  return BigInt.asUintN(w, v); };"
    "for (let k = 0; k < 150; k++) {"
    "  const lows = m.inputs.map((x) => any(x.width) >> (random() % 3 ? 0n : BigInt(random() % x.width)));"
    "  const highs = m.inputs.map((x, i) => { const top = (1n << BigInt(x.width)) - 1n;"
    "    const h = lows[i] + (any(x.width) >> BigInt(random() % (x.width + 1))); return h > top ? top : h; "
    "});"
    "  const v = acf.evaluateBox(m.nodes, m.inputs.map((x, i) => acf.range(x, lows[i], highs[i])));"
    "  for (let j = 0; j < 12; j++) {"
    "    const at = m.inputs.map((x, i) => acf.toValue(x, j === 0 ? lows[i] : j === 1 ? highs[i] :"
    "      lows[i] + any(64) % (highs[i] - lows[i] + 1n)));"
    "    const w = acf.evaluate(m.nodes, at);"
    "    m.nodes.forEach((n, i) => { if (n.w !== 1 || n.aw > 64 || typeof w[i] !== 'number') return;"
    "      if (v[i] === 2) return; said++; if (v[i] !== w[i]) { wrong++; first = first || `${n.op} of "
    "${n.aw} bits: `; } });"
    "  } } return first + wrong + (said > 10000 ? ' wrong' : ' wrong, but little said'); })()";

static void test_formulas(void) {
  if (skipped()) return;
  static const guint widths[] = {1, 3, 8, 16, 32, 32, 33, 64, 0};
  GRand *rand = g_rand_new_with_seed(20);
  Program *p = program_of_widths();
  for (guint round = 0; round < 6; round++) {
    const RandomPlan plan = {400, round % 2 == 1, round >= 4, FALSE, widths};
    GArray *nodes = random_terms(rand, &plan);
    Cfc *c = random_cfc(p, nodes);
    ClaimInputs *inputs = claim_inputs_new(c);
    Extent e = {.inputs = inputs->all, .hulls = g_array_new(FALSE, FALSE, sizeof(ExtentHull))};
    g_autofree char *page = export_html(c, &e, c->program->path);
    browser_open(browser, page);
    g_autoptr(GString) script = g_string_new("(() => { const m = acf.model, points = ");
    g_autoptr(GString) expected = g_string_new(NULL);
    append_points(script, expected, rand, nodes, c, &e);
    g_string_append(script, "; return points.map((p) => { const v = acf.evaluate(m.nodes, p);"
                            "return m.partitions.map((q) => v[q.upper]).join(''); }).join(''); })()");
    assert_answer(script->str, expected->str);
    assert_answer(boxes, "0 wrong");
    claim_inputs_free(inputs);
    g_array_unref(e.hulls);
    cfc_free(c);
    g_array_unref(nodes);
  }
  g_assert_cmpuint(browser_complaints(browser), ==, 0);
  program_free(p);
  g_rand_free(rand);
}

/* ---- the failure automaton ---- */

static char *switch_page(void) {
  Program *p = program_new("switch.c", 32);
  Cfc *c = switch_cfc(p);
  const Term *first = term_input((InputKey){0, 1, 0}, 32), *second = term_input((InputKey){0, 2, 0}, 32);
  Partition *part = partition_new(term_bool(TRUE), term_and(term_eq(first, num(1)), term_eq(second, num(9))));
  Model *m = model_new();
  model_set(m, first, 1);
  model_set(m, second, 9);
  g_ptr_array_add(part->examples, m);
  g_ptr_array_add(c->partitions, part);
  char *page = page_of(c);
  cfc_free(c);
  program_free(p);
  return page;
}

#define TEXT_OF(selector) "document.querySelector('" selector "').textContent"

/* Locations and edges are there, say what they are when they are clicked, and the sequence leads to the failure. */
static void test_automaton(void) {
  if (skipped()) return;
  g_autofree char *page = switch_page();
  browser_size(browser, 1200, 900);
  browser_open(browser, page);
  assert_answer(TEXT_OF("#verdict"), "switch.c fails exactly as soon as command == 9 while on == 1.");
  assert_answer("document.querySelectorAll('#automaton-graph .node').length", "3");
  assert_answer("document.querySelectorAll('#automaton-graph .edge').length", "5");
  browser_click(browser, "#automaton-graph .node.location");
  assert_answer(TEXT_OF("#automaton-details"), "Location 0: on == 0; runs from here may fail or not.");
  browser_click(browser, "#automaton-graph .edge.fails text");
  assert_answer(TEXT_OF("#automaton-details"), "From location 1, when command == 9: fails: error. (p.c:12)");
  assert_answer("document.querySelector('#play-back').disabled", "true");
  browser_click(browser, "#play-next");
  assert_answer(TEXT_OF("#play-says"), "step 1 of 2: command = 1: to location 1");
  browser_click(browser, "#play-next");
  assert_answer(TEXT_OF("#play-says"), "step 2 of 2: command#2 = 9: fails: error");
  assert_answer("document.querySelectorAll('#automaton-graph .edge.fails.now').length", "1");
  assert_answer("document.querySelector('#play-next').disabled", "true");
  browser_click(browser, "#play-first");
  assert_answer(TEXT_OF("#play-says"), "0 of 2 steps: in location 0");
  g_assert_cmpuint(browser_complaints(browser), ==, 0);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  browser = browser_start();
  g_test_add_func("/browser/shows-partition", test_shows_partition);
  g_test_add_func("/browser/automaton", test_automaton);
  g_test_add_func("/browser/hulls", test_hulls);
  g_test_add_func("/browser/many", test_many);
  g_test_add_func("/browser/keyboard", test_keyboard);
  g_test_add_func("/browser/light-and-dark", test_light_and_dark);
  g_test_add_func("/browser/copy", test_copy);
  g_test_add_func("/browser/formulas", test_formulas);
  const int status = g_test_run();
  browser_stop(browser);
  term_store_clear();
  return status;
}
