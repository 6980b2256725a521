/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditioned source means what it should: native runs of it and of the original agree on the points of the
 * condition, and it fails on no others. */
#include <string.h>
#include <glib/gstdio.h>
#include "conditioner/calls.h"
#include "conditioner/rewrite.h"
#include "frontend/frontend.h"
#include "base/job.h"
#include "tests/helpers/generator.h"
#include "tests/helpers/native.h"
#include "tests/helpers/random-terms.h"
#include "tests/helpers/subject.h"

enum { POINTS = 80, SEEDS = 30 };

static char *folder;

static Program *load(const char *path, gboolean lp64, const Property *property, GError **error) {
  const FrontendOptions options = {.lp64 = lp64, .property = property};
  return frontend_load(path, &options, error);
}

static Program *load_text_of(const char *text, gboolean lp64, const Property *property) {
  g_autofree char *path = g_build_filename(folder, "program.c", NULL);
  GError *error = NULL;
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  Program *p = load(path, lp64, property, &error);
  g_assert_no_error(error);
  return p;
}

static Program *load_text(const char *text, gboolean lp64) { return load_text_of(text, lp64, NULL); }

static int run_shell(const char *command) {
  const char *argv[] = {"sh", "-c", command, NULL};
  int status = 1;
  g_assert_true(
      g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL));
  return status;
}

static void assert_compiles(const Program *p, const char *text) {
  static const char *const compilers[] = {"gcc -m32", "gcc -m64", "${CLANG:-clang-19} -m32",
                                          "${CLANG:-clang-19} -m64"};
  g_autofree char *path = g_build_filename(folder, "conditioned.c", NULL);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS(compilers); i++) {
    if (!strstr(compilers[i], p->pointer_width == 64 ? "-m64" : "-m32")) continue;
    g_autofree char *command = g_strdup_printf(
        "%s -std=gnu11 -w -Wno-implicit-int -Wno-implicit-function-declaration -fsyntax-only %s",
        compilers[i], path);
    if (run_shell(command) != 0) g_error("%s:\n%s", command, text);
  }
  g_unlink(path);
}

/* --- inputs of the conditioned text under control --- */

/* The inputs chosen first, and those that the condition says nothing about. */
static char *control_definitions(const char *code) {
  static const char *const rules[][2] = {
      {"(__acf_v([0-9]+)_([0-9]+)) = [^;]*;", "\\1 = native_at(\\2, \\3);"},
      {"(__acf_in_([0-9]+)_*\\(void\\) \\{)", "\\1 static unsigned native_k\\2; native_k\\2++;"},
      {"\\(__acf_n([0-9]+) (==|!=) ([0-9]+)u\\) return [^_][^;]*;|\\(__acf_n([0-9]+) (==|!=) ([0-9]+)u\\) "
       "return "
       "__VERIFIER[^;]*;",
       "(__acf_n\\1\\4 \\2\\5 \\3\\6u) return native_at(\\1\\4, native_k\\1\\4);"}};
  char *text = g_strdup(code);
  for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
    g_autoptr(GRegex) regex = g_regex_new(rules[i][0], 0, 0, NULL);
    char *next = g_regex_replace(regex, text, -1, 0, rules[i][1], 0, NULL);
    g_assert_nonnull(next);
    g_free(text);
    text = next;
  }
  return text;
}

/* The offset in the conditioned text of a place of the original. */
static gsize place_in(const ConditionedSource *c, IrLoc loc) {
  const char *line = c->text;
  for (guint i = 1; i < loc.line; i++) line = strchr(line, '\n') + 1;
  for (guint column = 1; line[column - 1] && line[column - 1] != '\n'; column++) {
    guint original;
    if (conditioned_source_place(c, loc.line, column, &original) && original == loc.column)
      return (gsize)(line - c->text) + column - 1;
  }
  g_assert_not_reached();
}

static char *controlled_text(const ConditionedSource *c, const Program *p) {
  const gsize end = strlen(c->text) -
                    (c->edits->len ? g_array_index(c->edits, RewriteEdit, c->edits->len - 1).inserted : 0);
  g_autofree char *code = control_definitions(c->text + end);
  g_autoptr(GString) text = g_string_new_len(c->text, (gssize)end);
  g_autofree gboolean *done = g_new0(gboolean, p->sites->len + 1);
  for (guint round = 0; round < p->sites->len; round++) { /* from the last to the first: places stay */
    gsize last = 0;
    guint next = 0;
    for (guint i = 0; i < p->sites->len; i++) {
      const InputSite *s = program_site(p, i);
      if (done[i] || s->kind != SITE_NONDET) continue;
      const gsize at = place_in(c, s->loc);
      if (at >= last) last = at, next = i;
    }
    const InputSite *s = program_site(p, next);
    if (done[next] || s->kind != SITE_NONDET) break;
    done[next] = TRUE;
    if (!g_str_has_prefix(text->str + last, s->function)) continue; /* redirected */
    g_autofree char *call = g_strdup_printf("((__typeof__(%s()))native_input(%u))", s->function, next);
    g_string_erase(text, (gssize)last, (gssize)strlen(s->function) + 2);
    g_string_insert(text, (gssize)last, call);
  }
  g_string_append(text, code);
  g_string_prepend(text,
                   "extern unsigned long long native_input(unsigned), native_at(unsigned, unsigned);\n");
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* --- conditions --- */

static const Term *random_word(GRand *rand, const Program *p, guint width) {
  const InputSite *s = program_site(p, g_rand_int_range(rand, 0, p->sites->len));
  if (!site_is_value(s) || g_rand_int_range(rand, 0, 4) == 0)
    return term_const(width, random_value(rand, width));
  const guint occurrence = s->kind == SITE_PARAMETER ? 1 : g_rand_int_range(rand, 1, 4);
  const Term *x = term_input((InputKey){s->id, occurrence, 0}, s->width);
  if (x->width > width) return term_extract(x, 0, width);
  return s->is_signed ? term_sext(x, width) : term_zext(x, width);
}

static const Term *random_condition(GRand *rand, const Program *p) {
  static const TermOp words[] = {TERM_ADD, TERM_SUB, TERM_MUL, TERM_SDIV, TERM_XOR, TERM_ASHR},
                      atoms[] = {TERM_ULT, TERM_SLE, TERM_SLT, TERM_EQ};
  const Term *all = term_bool(TRUE);
  for (guint i = g_rand_int_range(rand, 1, 4); i > 0; i--) {
    const guint width = g_rand_boolean(rand) ? 32 : 8;
    const Term *a = random_word(rand, p, width), *b = random_word(rand, p, width);
    if (g_rand_boolean(rand))
      a = term_binary(words[g_rand_int_range(rand, 0, G_N_ELEMENTS(words))], a, random_word(rand, p, width));
    const Term *atom = term_binary(atoms[g_rand_int_range(rand, 0, G_N_ELEMENTS(atoms))], a, b);
    if (g_rand_boolean(rand)) atom = term_not(atom);
    all = g_rand_int_range(rand, 0, 3) ? term_or(all == term_bool(TRUE) ? term_bool(FALSE) : all, atom)
                                       : term_and(all, atom);
  }
  return all;
}

/* --- the comparison --- */

typedef struct {
  guint inside_failing, inside, outside;
} Seen;

static guint64 *random_points(GRand *rand, const Program *p) {
  const guint size = native_point_size(p);
  guint64 *points = g_new0(guint64, (gsize)size * POINTS + 1);
  for (guint i = 0; i < size * POINTS; i++)
    points[i] = random_value(rand, program_site(p, i % size / NATIVE_OCCURRENCES)->width);
  return points;
}

static void compare(const Program *p, const char *source, const Term *condition, const guint64 *points,
                    const char *expected, Seen *seen) {
  GError *error = NULL;
  ConditionedSource *c = conditioned_source(p, condition, &error);
  g_assert_no_error(error);
  assert_compiles(p, c->text);
  char *why = NULL;
  g_autofree char *text = controlled_text(c, p);
  Native *native = native_compile(p, text, folder, &why);
  if (!native) g_error("%s\n%s", why, text);
  g_autofree char *outcome = native_run(native, points, POINTS);
  for (guint i = 0; i < POINTS; i++) {
    Model *m = native_model(p, points + (gsize)i * native_point_size(p));
    const gboolean inside = term_eval(condition, m) != 0;
    model_free(m);
    const gboolean late = outcome[i] == 'T' || expected[i] == 'T';
    if (!late && (outcome[i] == 'F') != (inside && expected[i] == 'F'))
      g_error("point %u: %c, not %c (%s the condition)\n%s\n%s", i, outcome[i], expected[i],
              inside ? "inside" : "outside", source, text);
    seen->inside_failing += inside && outcome[i] == 'F';
    seen->inside += inside;
    seen->outside += !inside;
  }
  native_free(native);
  conditioned_source_free(c);
}

static gboolean check_program(const Program *p, const char *source, GRand *rand, Seen *seen) {
  char *why = NULL;
  Native *native = native_build(p, source, folder, &why);
  g_free(why);
  if (!native) return FALSE;
  g_autofree guint64 *points = random_points(rand, p);
  g_autofree char *expected = native_run(native, points, POINTS);
  native_free(native);
  if (!expected) return FALSE;
  compare(p, source, p->sites->len ? random_condition(rand, p) : term_bool(TRUE), points, expected, seen);
  return TRUE;
}

static void test_generated(void) {
  g_autoptr(GRand) rand = g_rand_new_with_seed(4711);
  Seen seen = {0};
  guint ran = 0;
  for (guint32 seed = 1; seed <= SEEDS; seed++) {
    if (generate_is_open(seed)) continue; /* two builds of it may differ */
    g_autofree char *source = generate_program(seed);
    g_autoptr(Property) property = generate_property(seed);
    Program *p = load_text_of(source, seed % 2, property);
    ran += check_program(p, source, rand, &seen);
    program_free(p);
  }
  g_test_message("%u programs: %u points inside (%u fail), %u outside", ran, seen.inside, seen.inside_failing,
                 seen.outside);
  g_assert_cmpuint(ran, >, SEEDS / 3);
  g_assert_cmpuint(seen.inside_failing, >, 0);
  g_assert_cmpuint(seen.outside, >, 0);
}

static void test_subjects(void) {
  g_autoptr(GRand) rand = g_rand_new_with_seed(1147);
  GPtrArray *subjects = subjects_load_all();
  Seen seen = {0};
  guint ran = 0;
  for (guint i = 0; i < subjects->len; i++) {
    const Subject *s = subjects->pdata[i];
    const gboolean in_main = g_str_equal(s->property->entry, "main");
    if (strstr(s->source, "constructor") || s->bounded || i % 2 || !in_main) continue;
    Program *p = load(s->path, s->lp64, s->property, NULL);
    g_assert_nonnull(p);
    ran += check_program(p, s->source, rand, &seen);
    program_free(p);
  }
  g_test_message("%u subjects: %u points inside (%u fail), %u outside", ran, seen.inside, seen.inside_failing,
                 seen.outside);
  g_assert_cmpuint(ran, >, 10);
  g_assert_cmpuint(seen.inside_failing, >, 0);
  g_assert_cmpuint(seen.outside, >, 0);
  g_ptr_array_unref(subjects);
}

/* --- true, false, and texts of all kinds --- */

#define DECLARED "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"

/* The memory behind a pointer that is an input has no place in the source. */
static gboolean lies_behind(const Program *p, guint site) {
  for (guint i = 0; i < p->sites->len; i++) {
    guint pointee = program_site(p, i)->pointee;
    if (pointee && (site == pointee || site == pointee + 1)) return TRUE;
  }
  return FALSE;
}

static const Term *first_inputs(const Program *p) { /* all of them differ from 7 */
  const Term *all = term_bool(TRUE);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (lies_behind(p, i)) continue;
    const guint width = s->element_width ? s->element_width : s->width;
    const Term *x = term_input((InputKey){i, program_site(p, i)->kind == SITE_ARGV ? 1 : 2, 0}, width);
    all = term_and(all, term_not(term_eq(x, term_const(width, 7))));
  }
  return all;
}

/* Expects the text to be conditioned (why NULL), or refused with that reason. */
static void expect(const char *text, const char *why) {
  Program *p = load_text(text, TRUE);
  g_autoptr(GError) error = NULL;
  g_autofree char *result = condition_source(p, first_inputs(p), &error);
  if (why) {
    g_assert_null(result);
    g_assert_error(error, ACF_REWRITE_ERROR, 0);
    if (!strstr(error->message, why)) g_error("%s (not: %s)", error->message, why);
  } else {
    g_assert_no_error(error);
    assert_compiles(p, result);
    g_assert_nonnull(strstr(result, "__acf_begin"));
  }
  program_free(p);
}

static void test_texts(void) {
  expect(DECLARED "int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }", NULL);
  expect("#if 0\nint no;\n#endif\n#include <stddef.h>\n" DECLARED
         "int main(void)\n{ if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }\n",
         NULL);
  expect("main() { int x = __VERIFIER_nondet_int(); if (x == 3) reach_error(); }\n", NULL);
  expect("void reach_error();\nint main(int argc, char **argv) { if (argc == 3) { extern char "
         "__VERIFIER_nondet_char(); if (__VERIFIER_nondet_char() == argc) reach_error(); } }\n",
         NULL);
  expect(DECLARED
         "#define any __VERIFIER_nondet_int\n#define more() __VERIFIER_nondet_int()\n#define most "
         "__VERIFIER_nondet_int()\nvoid main() { int x = any() + more(); x += any(); x += most + most; if "
         "(x == 3) reach_error(); }\n",
         NULL);
  expect(DECLARED
         "int other(int);\nint main(void) { int x = other(__VERIFIER_nondet_int()) + other(2); if (x == 3) "
         "reach_error(); if (x == 4) main(); }\n",
         NULL);
  expect(DECLARED "void see(int *); int main(void) { int x, y ; long z; see(&y); if (x == 3 && y == z) "
                  "reach_error(); }\n",
         NULL);
  expect(DECLARED "#include <assert.h>\nint main(void) { assert(__VERIFIER_nondet_int() != 3); }\n", NULL);
  expect("typedef struct s *ps; extern ps __VERIFIER_nondet_pointer(void); void reach_error(void);\n"
         "int main(void) { ps q = __VERIFIER_nondet_pointer(); if (!q) reach_error(); }\n",
         NULL);
}

static void test_refusals(void) {
  expect(DECLARED "#define two(x) ((x) + (x))\nint main(void) { if (two(__VERIFIER_nondet_int()) == 3) "
                  "reach_error(); }\n",
         "several of __VERIFIER_nondet_int in one place");
  expect(DECLARED
         "#define far (1 + __VERIFIER_nondet_int())\nint main(void) { if (far == 3) reach_error();\nif (far "
         "== 4) reach_error(); }\n",
         "used more than once");
  expect(DECLARED "int main(void) { int (*f)(void) = __VERIFIER_nondet_int; if (f() == 3) reach_error(); }\n",
         "through a pointer");
  expect(DECLARED "int main(void) { int x[2]; if (x[1] == 3) reach_error(); }\n", "uninitialised memory (x)");
  expect(DECLARED
         "#define BEGIN {\nint main(void) BEGIN if (__VERIFIER_nondet_int() == 3) reach_error(); }\n",
         "comes from a macro");
  expect("int __VERIFIER_nondet_int(void) { return 3; } void reach_error(void);\n"
         "int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }\n",
         "has a body");
}

static void test_constants(void) {
  Program *p =
      load_text(DECLARED "int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }\n", TRUE);
  GError *error = NULL;
  ConditionedSource *all = conditioned_source(p, term_bool(TRUE), &error);
  g_assert_no_error(error);
  g_assert_cmpstr(all->text, ==, all->original);
  ConditionedSource *none = conditioned_source(p, term_bool(FALSE), &error);
  g_assert_no_error(error);
  Program *q = load_text(none->text, TRUE);
  assert_compiles(q, none->text);
  g_assert_nonnull(strstr(none->text, "return 0;"));
  conditioned_source_free(all);
  conditioned_source_free(none);
  program_free(q);
  program_free(p);
}

/* Every byte of the original is found again, in its place; what was put in is nowhere. */
static void test_places(void) {
  Program *p =
      load_text(DECLARED "int other(int);\nint main(void) { int x = other(__VERIFIER_nondet_int()); if (x "
                         "== 3) reach_error(); }\nint last;",
                TRUE);
  ConditionedSource *c = conditioned_source(p, first_inputs(p), NULL);
  g_assert_nonnull(c);
  gsize next = 0, put_in = 0;
  for (gsize i = 0; c->text[i]; i++) {
    gsize at;
    if (!conditioned_source_offset(c, i, &at)) {
      put_in++;
      continue;
    }
    g_assert_cmpuint(at, ==, next++);
    if (!strstr("_acfin0123456789", (char[]){c->text[i], 0}))
      g_assert_cmpint(c->text[i], ==, c->original[at]);
  }
  g_assert_cmpuint(next, ==, strlen(c->original));
  g_assert_cmpuint(put_in, ==, strlen(c->text) - strlen(c->original));
  guint column;
  g_assert_true(conditioned_source_place(c, 4, 5, &column));
  g_assert_cmpuint(column, ==, 5);
  g_assert_false(conditioned_source_place(c, 1, 1, &column));
  g_assert_false(conditioned_source_place(c, 6, 1, &column));
  g_assert_false(conditioned_source_place(c, 600, 1, &column));
  conditioned_source_free(c);
  program_free(p);
}

/* Where the code begins that is compiled. */
static void test_first_code(void) {
  static const char *const texts[] = {
      "int main(void) { return 0; }\n",
      "#define S \"/*\"\nint main(void) { return 0; } /**/\n",
      "#define S // /*\nint main(void) { return 0; } /**/\n",
      "// \\\\\nint x;\n#define S /*\n*/ \\\n1\nint main(void) { return 0; }\n",
      "# 1 \"a/*b.c\"\n# 2 \"program.c\"\nint main(void) { return 0; } /**/\n",
      "#if 0\nint x;\n#endif // /*\nint main(void) { return 0; } /**/\n"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    GError *error = NULL;
    SourcePlaces *p = source_places("program.c", texts[i], NULL, TRUE, "main", &error);
    g_assert_no_error(error);
    if (!g_str_has_prefix(texts[i] + p->first, "int main")) g_error("%s%zu", texts[i], p->first);
    source_places_free(p);
  }
}

/* After Ctrl-C what is known is still written. */
static void test_interrupted(void) {
  job_interrupt();
  test_places();
  test_texts();
  test_refusals();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  folder = g_dir_make_tmp("acf-rewrite-XXXXXX", NULL);
  g_test_add_func("/rewrite/constants", test_constants);
  g_test_add_func("/rewrite/texts", test_texts);
  g_test_add_func("/rewrite/refusals", test_refusals);
  g_test_add_func("/rewrite/places", test_places);
  g_test_add_func("/rewrite/first-code", test_first_code);
  g_test_add_func("/rewrite/generated", test_generated);
  g_test_add_func("/rewrite/subjects", test_subjects);
  g_test_add_func("/rewrite/interrupted", test_interrupted); /* the last one: it stays so */
  const int status = g_test_run();
  g_autofree char *path = g_build_filename(folder, "program.c", NULL);
  g_unlink(path);
  g_rmdir(folder);
  g_free(folder);
  term_store_clear();
  return status;
}
