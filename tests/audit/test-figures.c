/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The programs of the paper on differential testing of analyzers (Klinger, Christakis and Wüstholz, ISSTA
 * 2019), whose Fig. 2 shows an analyzer that replaces large constants by 10, and Fig. 5 two faults in the
 * invariants of another. The faults are rebuilt in scripts; the culprit must be named, and by proof. */
#include "audit/ask.h"
#include "audit/check-kinds.h"
#include "audit/kept-input.h"
#include "audit/truth.h"
#include "audit/variant.h"
#include "base/scratch.h"
#include <glib.h>
#include <string.h>

#ifdef __SANITIZE_ADDRESS__
/* The search for leaks itself crashes at the end of this program, whose threads have come and gone. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }
#endif

static const char *acf_path(void) {
  const char *path = g_getenv("ACF");
  return path ? path : "./acf";
}

/* A verifier that changes the program by a sed script, and is right about what is left. */
static void write_fake(const Scratch *folder, const char *name, const char *sed) {
  g_autofree char *acf = g_canonicalize_filename(acf_path(), NULL);
  g_autofree char *tool = scratch_file(folder, name), *file = g_strconcat(name, ".ini", NULL),
                  *ini = scratch_file(folder, file);
  g_autofree char *script = g_strdup_printf(
      "#!/bin/sh\nsed -E '%s' \"$1\" >changed.c\n'%s' -q --without external --time 20 changed.c "
      ">/dev/null 2>&1\ncase $? in 0) echo TRUE;; 10) echo FALSE;; *) echo UNKNOWN;; esac\n",
      sed, acf);
  g_autofree char *description = g_strdup_printf(
      "[analyzer]\nname=%s\ntrust=sound\noverflow=wrap\ninputs=nondet\nproperties=unreach-call\n"
      "[command]\nexecutable=%s\narguments=%%{program}\n[verdict]\nsafe=^TRUE$\nfailing=^FALSE$\nunknown=^"
      "UNKNOWN$\n",
      name, tool);
  g_assert_true(g_file_set_contents_full(tool, script, -1, G_FILE_SET_CONTENTS_NONE, 0755, NULL));
  g_assert_true(g_file_set_contents(ini, description, -1, NULL));
}

typedef struct {
  Scratch *folder;
  Registry *registry;
  GPtrArray *suspects; /* the fake, acf */
} Court;

static Court court_new(const char *name, const char *sed) {
  g_autoptr(GError) error = NULL;
  Court c = {.folder = scratch_new(NULL)};
  write_fake(c.folder, name, sed);
  g_autofree char *file = g_strconcat(name, ".ini", NULL), *ini = scratch_file(c.folder, file),
                  *names = g_strconcat(name, ",acf", NULL);
  const char *const files[] = {ini, NULL};
  c.registry = registry_new(files, NULL, &error);
  g_assert_no_error(error);
  c.suspects = suspects_choose(c.registry, names, &error);
  g_assert_no_error(error);
  return c;
}

static void court_clear(Court *c) {
  g_ptr_array_unref(c->suspects);
  registry_free(c->registry);
  scratch_free(c->folder);
}

static Seed *seed_of(const char *text) {
  g_autoptr(GError) error = NULL;
  Seed *s = g_new0(Seed, 1);
  s->text = seed_strip("figure.c", text, FALSE, &error);
  g_assert_no_error(error);
  s->syntax = syntax_read("figure.c", s->text, FALSE, &error);
  g_assert_no_error(error);
  return s;
}

static guint place_of(const Seed *s, const char *expression, guint line) {
  for (guint i = 0; i < s->syntax->candidates->len; i++) {
    const Candidate *c = &g_array_index(s->syntax->candidates, Candidate, i);
    if (c->line == line && strlen(expression) == c->to - c->from &&
        strncmp(s->text + c->from, expression, strlen(expression)) == 0)
      return c->place;
  }
  g_error("no candidate %s in line %u", expression, line);
}

/* The suspicion against the fake; acf must never be wrong by proof. */
static Suspicion judge(const Court *c, const Seed *s, guint place, const char *const *conditions, guint n,
                       Truth expected) {
  g_autofree char *text = variant_text(s, place, conditions, n);
  Vote votes[2] = {{0}};
  g_autoptr(GPtrArray) points = g_ptr_array_new();
  ToolVerdict acf = TOOL_UNKNOWN;
  for (guint i = 0; i < 2; i++) {
    Asking asking = {.suspect = (const Suspect *)c->suspects->pdata[i],
                     .text = text,
                     .seconds = 30,
                     .memory_bytes = (gsize)4 << 30};
    g_autoptr(Statement) said = ask_wait(&asking);
    votes[i].verdict = acf = said->verdict;
    votes[i].under = asking.suspect->under;
  }
  const TruthRequest request = {
      .text = text, .constants = s->syntax->constants, .seed = 1, .points = points, .acf = acf};
  g_autoptr(TruthFound) truth = truth_find(&request);
  g_assert_cmpint(truth->truth, ==, expected);
  if (expected == TRUTH_FAILS) g_assert_cmpint(kept_input_run(text, truth->input, FALSE), ==, KEPT_FAILS);
  g_autoptr(GArray) found = detect(votes, 2, truth->truth);
  Suspicion against = {.analyzer = G_MAXUINT};
  for (guint i = 0; i < found->len; i++) {
    const Suspicion f = g_array_index(found, Suspicion, i);
    if (f.analyzer == 0) against = f;
    g_assert_false(f.analyzer == 1 && f.ruling == RULING_PROVEN);
  }
  return against;
}

static void test_constants_shrunk(void) {
  Court c = court_new("shrink", "s/\\b[0-9]{4,}\\b/10/g");
  g_autoptr(Seed) s = seed_of("int main() {\n  int i = 0;\n  while (i < 100000) {\n    ;\n    i = i + 1;\n  "
                              "}\n  ;\n  return i;\n}\n");
  const char *const inside[] = {"(i) == (13)"}, *const behind[] = {"(i) == (10)"};
  const Suspicion unsound = judge(&c, s, place_of(s, "i + 1", 5), inside, 1, TRUTH_FAILS),
                  imprecise = judge(&c, s, place_of(s, "i", 8), behind, 1, TRUTH_SAFE);
  g_assert_cmpint(unsound.fault, ==, FAULT_UNSOUND);
  g_assert_cmpint(unsound.ruling, ==, RULING_PROVEN);
  g_assert_cmpint(imprecise.fault, ==, FAULT_IMPRECISE);
  g_assert_cmpint(imprecise.ruling, ==, RULING_PROVEN);
  court_clear(&c);
}

static const char figure5[] =
    "extern int __VERIFIER_nondet_int(void);\nint main() {\n  int x = __VERIFIER_nondet_int();\n"
    "  int y = 2 * x;\n  return x == 1;\n}\n";

/* A product is never zero. */
static void test_product(void) {
  Court c = court_new("product", "s/\\(([^()]*\\*[^()]*)\\) == \\(0\\)/0/g");
  g_autoptr(Seed) s = seed_of(figure5);
  const char *const condition[] = {"(2 * x) == (0)"};
  const Suspicion unsound = judge(&c, s, place_of(s, "2 * x", 4), condition, 1, TRUTH_FAILS);
  g_assert_cmpint(unsound.fault, ==, FAULT_UNSOUND);
  g_assert_cmpint(unsound.ruling, ==, RULING_PROVEN);
  court_clear(&c);
}

/* A comparison of a comparison is never true: of the two conditions, the second is the one that matters. */
static void test_nested(void) {
  Court c = court_new("nested", "s/\\(x == 1\\) == \\([0-9]+\\)/0/g");
  g_autoptr(Seed) s = seed_of(figure5);
  const char *const conditions[] = {"(x == 1) == (99)", "(x == 1) == (0)"};
  const guint place = place_of(s, "x == 1", 5);
  const Suspicion both = judge(&c, s, place, conditions, 2, TRUTH_FAILS),
                  first = judge(&c, s, place, conditions, 1, TRUTH_SAFE),
                  second = judge(&c, s, place, conditions + 1, 1, TRUTH_FAILS);
  g_assert_cmpint(both.ruling, ==, RULING_PROVEN);
  g_assert_cmpuint(first.analyzer, ==, G_MAXUINT); /* safe, and called so */
  g_assert_cmpint(second.fault, ==, FAULT_UNSOUND);
  g_assert_cmpint(second.ruling, ==, RULING_PROVEN);
  court_clear(&c);
}

/* A run that fails only by something undefined is no proof. */
static void test_undefined(void) {
  g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(gint64)),
                    reads = g_array_new(FALSE, FALSE, sizeof(InputRead));
  g_autofree char *input = kept_input_text(reads);
  static const char start[] = "void reach_error(void);\nint main(void) { ";
  g_autofree char *array = g_strconcat(
                      start, "int a[2] = {1, 2}; volatile int i = 2; a[i] = 5; reach_error(); return 0; }\n",
                      NULL),
                  *overflow = g_strconcat(
                      start, "volatile int n = 2147483647; if (n + 1 < 0) reach_error(); return 0; }\n",
                      NULL),
                  *fails = g_strconcat(start, "reach_error(); return 0; }\n", NULL),
                  *passes = g_strconcat(start, "return 0; }\n", NULL);
  g_assert_cmpint(kept_input_run(array, input, FALSE), ==, KEPT_UNDEFINED);
  g_assert_cmpint(kept_input_run(overflow, input, FALSE), ==, KEPT_OVERFLOWS);
  g_assert_cmpint(kept_input_run(fails, input, FALSE), ==, KEPT_FAILS);
  g_assert_cmpint(kept_input_run(passes, input, FALSE), ==, KEPT_PASSES);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/figures/constants-shrunk", test_constants_shrunk);
  g_test_add_func("/figures/product", test_product);
  g_test_add_func("/figures/nested", test_nested);
  g_test_add_func("/figures/undefined", test_undefined);
  return g_test_run();
}
