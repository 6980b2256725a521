/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptions of analyzers, the registry, bodies of error functions, and external verifiers as members: what
 * is believed of them. */
#include "portfolio/error-body.h"
#include "portfolio/external.h"
#include "portfolio/portfolio.h"
#include "base/scratch.h"
#include "tests/helpers/sample.h"
#include <string.h>
#include <sys/stat.h>

#define BEGINNING "[analyzer]\nname=fake\ndelay=0\n"

/* ---- descriptions ---- */

static char *complaint(const char *text) {
  g_autoptr(GError) error = NULL;
  g_autoptr(Description) d = description_read("x.ini", text, strlen(text), &error);
  g_assert_null(d);
  g_assert_error(error, ACF_DESCRIPTION_ERROR, DESCRIPTION_ERROR_WRONG);
  g_assert_null(strchr(error->message, '\n'));
  return g_strdup(error->message);
}

static void test_wrong(void) {
  static const struct {
    const char *text, *named;
  } wrong[] = {
      {"", "x.ini: [analyzer] name: is missing"},
      {"name=x\n", "x.ini: "},
      {"[analyzer]\nname=a b\n", "[analyzer] name: 'a b'"},
      {"[analyser]\nname=a\n", "x.ini: [analyser]: there is no such group"},
      {BEGINNING "trusts=sound\n", "[analyzer] trusts: there is no such key"},
      {BEGINNING "trust=some\n", "[analyzer] trust: must be one of none, bounded, sound, not 'some'"},
      {BEGINNING "direction=under\ntrust=sound\n", "[analyzer] trust: an under-approximator proves nothing"},
      {BEGINNING "delay=soon\n", "[analyzer] delay: must be a number"},
      {BEGINNING "bits=31\n", "[analyzer] bits: '31'"},
      {BEGINNING "inputs=nondet;files\n", "[analyzer] inputs: 'files'"},
      {BEGINNING "properties=no-data-race\n",
       "[analyzer] properties: acf knows unreach-call, "},
      {BEGINNING "[command]\n", "[command] executable: is missing"},
      {BEGINNING "[command]\nexecutable=f\narguments=%{programs}\n",
       "[command] arguments: %{programs} means nothing"},
      {BEGINNING "[command]\nexecutable=f\narguments='open\n", "[command] arguments: "},
      {BEGINNING "[command]\nexecutable=f\nenvironment=A\n", "[command] environment: 'A'"},
      {BEGINNING "[command]\nexecutable=f\n[verdict]\n", "[verdict] safe: is missing"},
      {BEGINNING "[command]\nexecutable=f\n[verdict]\nsafe=(\n", "[verdict] safe: "},
      {BEGINNING "[command]\nexecutable=f\n[verdict]\nsafe-status=x\n", "[verdict] safe-status: must be"},
      {BEGINNING "trust=sound\n[command]\nexecutable=f\n[verdict]\nsafe-status=0\n",
       "not trusted by its exit status"},
      {BEGINNING "[command]\nexecutable=f\n[verdict]\nsafe=y\n[file ../x]\ncontent=y\n",
       "[file ../x]: '../x' is not"},
      {BEGINNING "[command]\nexecutable=f\n[verdict]\nsafe=y\n[file x]\n", "[file x] content: is missing"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autofree char *message = complaint(wrong[i].text);
    if (!strstr(message, wrong[i].named)) g_error("'%s' is not in '%s'", wrong[i].named, message);
  }
}

static void test_fill(void) {
  g_autoptr(GHashTable) values = g_hash_table_new(g_str_hash, g_str_equal);
  g_hash_table_insert(values, (gpointer) "program", (gpointer) "a b.c");
  g_autofree char *filled = description_fill("x%{program}%{other}%{program 100% {x}", values);
  g_assert_cmpstr(filled, ==, "xa b.c%{other}%{program 100% {x}");
}

/* ---- error functions ---- */

static void check_body(const char *text, const char *expected) {
  const char *const names[] = {"reach_error", NULL};
  g_autofree char *out = error_body_insert(text, NULL, names, "BODY;", NULL);
  g_assert_cmpstr(out, ==, expected);
}

static void test_error_body(void) {
  check_body("void reach_error(void) { }\n", "void reach_error(void) { BODY;  }\n\n");
  check_body("void reach_error() {}", "void reach_error() { BODY; }\n");
  check_body("int x; extern void reach_error(void) __attribute__((noreturn));\nint f;\n",
             "int x; extern void reach_error(void) __attribute__((noreturn));\nint f;\n\n extern void "
             "reach_error(void) { "
             "BODY; }\n");
  check_body("# 1 \"reach_error(\"\nvoid reach_error(const char *a);",
             "# 1 \"reach_error(\"\nvoid reach_error(const char "
             "*a);\n\nvoid reach_error(const char *a) { BODY; }\n");
  /* a call, a comment, a string and a longer name are no declarations */
  const char *const names[] = {"reach_error", NULL};
  static const char *const none[] = {"int main() { reach_error(); }", "// reach_error();\n",
                                     "char *s = \"reach_error()\";",  "void reach_errors(void);",
                                     "/* void reach_error(void); */", ""};
  for (guint i = 0; i < G_N_ELEMENTS(none); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(error_body_insert(none[i], NULL, names, "BODY;", &error));
    g_assert_nonnull(strstr(error->message, "reach_error"));
  }
  /* a body in a definition that does not count would let nothing fail */
  static const char *const perhaps[] = {
      "#if 0\nvoid reach_error(void) { }\n#else\nvoid reach_error(void) { }\n#endif\n",
      "void reach_error(void)\n#ifdef X\n{ }\n#else\n{ f(); }\n#endif\n",
      "extern void reach_error(void);\n#  ifdef X\nvoid reach_error(void) { }\n#endif\n",
      "void reach_error(void);\n#define X /* comment\n*/ 1\n#if X\nint x;\n#else\nvoid reach_error(void) "
      "{}\n#endif"};
  for (guint i = 0; i < G_N_ELEMENTS(perhaps); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(error_body_insert(perhaps[i], NULL, names, "BODY;", &error));
    g_assert_nonnull(strstr(error->message, "#if"));
  }
  check_body("#if 0\nint x;\n#endif\nvoid reach_error() {}",
             "#if 0\nint x;\n#endif\nvoid reach_error() { BODY; }\n");
  /* what is not code, and what only looks like it */
  check_body("// \\\nvoid reach_error() { }\nvoid reach_error() {}",
             "// \\\nvoid reach_error() { }\nvoid reach_error() { BODY; }\n");
  check_body("// \\\\\nvoid reach_error() { }\nvoid reach_error() {}",
             "// \\\\\nvoid reach_error() { }\nvoid reach_error() { BODY; }\n");
  check_body("#define S \"/*\"\nvoid reach_error() {}", "#define S \"/*\"\nvoid reach_error() { BODY; }\n");
  check_body("int x; // /*\nvoid reach_error() {}", "int x; // /*\nvoid reach_error() { BODY; }\n");
  check_body("void reach_error()\n# 3 \"x.c\"\n{}", "void reach_error()\n# 3 \"x.c\"\n{ BODY; }\n");
  check_body("#define X /* void\nreach_error() { */\nvoid reach_error() {}",
             "#define X /* void\nreach_error() { */\nvoid reach_error() { BODY; }\n");
}

static void check_declared(const char *text, const char *expected) {
  g_autofree char *out = error_body_declare(text, "f", NULL);
  g_assert_cmpstr(out, ==, expected);
}

static void test_error_declared(void) {
  check_declared("int main(void) {}", "extern void f(void); int main(void) {}");
  check_declared("/* f(); */\n#include <x.h>\n\nint x;\n",
                 "/* f(); */\n#include <x.h>\n\nextern void f(void); int x;\n");
  check_declared("void f();\nint x;", "void f();\nint x;");
  check_declared("#if 0\nint a;\n#endif\nint b;", "#if 0\nint a;\n#endif\nextern void f(void); int b;");
  g_assert_null(error_body_declare("#if 1\nint a;\n#endif\n", "f", NULL));
}

/* What only a header declares gets its body behind the text; what one defines cannot get another. */
static void test_error_in_header(void) {
  const char *const names[] = {"fatal", NULL};
  const char *text = "#include \"x.h\"\nint main(void) { fatal(1); }\n";
  g_autofree char *out = error_body_insert(
      text, "extern void fatal(int n) __attribute__((noreturn)); int main(void) { fatal(1); }", names,
      "BODY;", NULL);
  g_assert_cmpstr(out, ==,
                  "#include \"x.h\"\nint main(void) { fatal(1); }\n\nextern void fatal(int n) { BODY; }\n");
  g_assert_null(
      error_body_insert(text, "void fatal(int n) { } int main(void) { fatal(1); }", names, "BODY;", NULL));
}

/* ---- the registry ---- */

static void put(const char *folder, const char *name, const char *text) {
  g_autofree char *path = g_build_filename(folder, name, NULL);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  g_assert_cmpint(chmod(path, 0755), ==, 0);
}

static void test_registry(void) {
  g_autoptr(Scratch) s = scratch_new(NULL);
  g_autofree char *mine = scratch_file(s, "mine.ini"), *engine = scratch_file(s, "engine.ini");
  put(s->path, "tool", "#!/bin/sh\necho version 3.1\n");
  put(s->path, "mine.ini",
      BEGINNING "[command]\nexecutable=./tool\nversion=version (.*)\n[verdict]\nsafe=y\n");
  put(s->path, "engine.ini", "[analyzer]\nname=bmc\n[command]\nexecutable=x\n[verdict]\nsafe=y\n");
  g_autoptr(GError) error = NULL;
  const char *files[] = {mine, mine, NULL}, *wrong[] = {engine, NULL};
  g_autoptr(Registry) r = registry_new(files, NULL, &error);
  g_assert_no_error(error);
  Analyzer *a = registry_find(r, "fake");
  g_assert_true(a && analyzer_found(a) && a->member);
  g_assert_cmpstr(analyzer_version(a), ==, "3.1");
  g_assert_cmpuint(r->analyzers->len, ==, n_engines + 1); /* the same name: in the place of the first */
  g_assert_true(registry_choose(r, "absint", "external, bmc", NULL));
  g_assert_false(a->member);
  g_assert_false(registry_find(r, "bmc")->member);
  g_assert_true(registry_find(r, "absint")->member);
  g_assert_false(registry_choose(r, "nobody", NULL, &error));
  g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  g_clear_error(&error);
  g_assert_null(registry_new(wrong, NULL, &error));
  g_assert_nonnull(strstr(error->message, "'bmc' is an embedded engine"));
}

/* ---- what is believed ---- */

typedef struct {
  Scratch *scratch;
  Registry *registry;
  Analyzer *analyzer;
  Loaded loaded;
} World;

/* A verifier that is a script, and a program. */
static World world(const char *script, const char *trust, const char *program) {
  World w = {scratch_new(NULL), NULL, NULL, {NULL, NULL}};
  g_autofree char *description = g_strdup_printf(
      BEGINNING "trust=%s\noverflow=wrap\n[command]\nexecutable=./tool\narguments=%%{program}\n[verdict]\n"
                "safe=^SAFE$\nfailing=^FAILS$\n",
      trust);
  put(w.scratch->path, "tool", script);
  put(w.scratch->path, "fake.ini", description);
  g_autofree char *path = scratch_file(w.scratch, "fake.ini");
  const char *files[] = {path, NULL};
  w.registry = registry_new(files, NULL, NULL);
  g_assert_nonnull(w.registry);
  w.analyzer = registry_find(w.registry, "fake");
  w.loaded = sample_load(program);
  g_free(w.loaded.program->path); /* what the verifier is given */
  w.loaded.program->path = scratch_file(w.scratch, "program.c");
  put(w.scratch->path, "program.c", program);
  return w;
}

static void end_world(World *w) {
  sample_free(&w->loaded);
  registry_free(w->registry);
  scratch_free(w->scratch);
}

static Question question(const World *w, double seconds) {
  Question q = sample_question(&w->loaded);
  q.deadline = g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC);
  return q;
}

static const char failing[] = "int main(void) { int x = any(); check(x != 7); }";
static const char safe[] = "int main(void) { int x = any(); assume(x > 7); check(x != 7); }";

static AnswerKind ask(const char *script, const char *trust, const char *program, gboolean dual) {
  World w = world(script, trust, program);
  Question q = question(&w, 8);
  q.dual = dual;
  Answer *a = external_ask(w.analyzer, &q, NULL);
  AnswerKind kind = a->kind;
  g_assert_true(kind != ANSWER_UNKNOWN || a->reasons->len > 0);
  g_assert_true(kind != ANSWER_ERROR || (a->point && a->error));
  answer_free(a);
  end_world(&w);
  return kind;
}

static void test_trust(void) {
  static const char yes[] = "#!/bin/sh\necho SAFE\n", no[] = "#!/bin/sh\necho FAILS\n";
  g_assert_cmpint(ask(yes, "sound", safe, FALSE), ==, ANSWER_SAFE);
  g_assert_cmpint(ask(yes, "bounded", safe, FALSE), ==, ANSWER_UNKNOWN);
  g_assert_cmpint(ask(yes, "none", safe, FALSE), ==, ANSWER_UNKNOWN);
  g_assert_cmpint(ask(yes, "sound", safe, TRUE), ==, ANSWER_UNKNOWN);
  g_assert_cmpint(ask(no, "none", failing, FALSE), ==, ANSWER_ERROR); /* symex found out */
  g_assert_cmpint(ask(no, "sound", safe, FALSE), ==, ANSWER_UNKNOWN);
  g_assert_cmpint(ask("#!/bin/sh\necho SAFE\nkill -9 $$\n", "sound", safe, FALSE), ==, ANSWER_UNKNOWN);
  g_assert_cmpint(ask("#!/bin/sh\necho SAFE; echo FAILS\n", "sound", safe, FALSE), ==, ANSWER_UNKNOWN);
  /* who prints so much that the middle is not kept may have said anything there */
  static const char lengthy[] = "#!/bin/sh\nyes | head -c 4000000; %s yes | head -c 4000000; echo SAFE\n";
  g_autofree char *hidden = g_strdup_printf(lengthy, "echo FAILS;");
  g_assert_cmpint(ask(hidden, "sound", safe, FALSE), ==, ANSWER_UNKNOWN);
}

static void test_doubts(void) {
  World w = world("#!/bin/sh\necho SAFE\n", "sound", safe);
  Program *p = w.loaded.program;
  g_assert_null(external_doubt(w.analyzer, p));
  g_ptr_array_add(p->unmodelled, g_strdup("p.c:1: assembly"));
  g_assert_nonnull(external_doubt(w.analyzer, p));
  g_ptr_array_set_size(p->unmodelled, 0);
  w.analyzer->external->wraps = FALSE;
  g_assert_nonnull(external_doubt(w.analyzer, p));
  p->no_overflow = TRUE;
  g_assert_null(external_doubt(w.analyzer, p));
  w.analyzer->external->inputs = 0;
  g_assert_nonnull(external_doubt(w.analyzer, p));
  end_world(&w);
}

/* A lie is heard, but the engines that go on know better; the point that they find says so. */
static void test_lie(void) {
  World w = world("#!/bin/sh\necho SAFE\n", "sound", failing);
  Question q = question(&w, 20);
  g_assert_true(registry_choose(w.registry, NULL, "bmc,kind,spacer,states,shape", NULL));
  GArray *claims = g_array_new(FALSE, FALSE, sizeof(Claim));
  GPtrArray *known = g_ptr_array_new();
  Portfolio p = {.memory_bytes = (gsize)1 << 30, .registry = w.registry, .claims = claims, .failing = known};
  Answer *a = portfolio_ask(&p, &q);
  g_assert_cmpint(a->kind, ==, ANSWER_ERROR);
  g_assert_cmpuint(claims->len, ==, 1);
  g_assert_cmpstr(a->denied_by, ==, "fake");
  g_ptr_array_add(known, a->point);
  g_assert_true(claim_refutation(known, g_array_index(claims, Claim, 0).condition) == a->point);
  /* once a failing input is known, it is not even heard */
  g_assert_true(registry_choose(w.registry, NULL, "probe", NULL));
  q = question(&w, 5);
  Answer *again = portfolio_ask(&p, &q);
  g_assert_cmpint(again->kind, ==, ANSWER_UNKNOWN);
  g_assert_true(w.analyzer->distrusted);
  answer_free(again);
  answer_free(a);
  g_array_unref(claims);
  g_ptr_array_unref(known);
  end_world(&w);
}

/* A proof from outside is believed after a moment of doubt. */
static void test_proof(void) {
  World w = world("#!/bin/sh\necho SAFE\n", "sound", safe);
  Question q = question(&w, 120);
  g_assert_true(registry_choose(w.registry, NULL, "bmc,kind,spacer,states,shape", NULL));
  Portfolio p = {.memory_bytes = (gsize)1 << 30, .registry = w.registry};
  gint64 start = g_get_monotonic_time();
  Answer *a = portfolio_ask(&p, &q);
  g_assert_cmpint(a->kind, ==, ANSWER_SAFE);
  g_assert_cmpstr(a->engine, ==, "fake");
  g_assert_cmpint(g_get_monotonic_time() - start, <, 60 * G_USEC_PER_SEC);
  answer_free(a);
  end_world(&w);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/analyzer/wrong", test_wrong);
  g_test_add_func("/analyzer/fill", test_fill);
  g_test_add_func("/analyzer/error-body", test_error_body);
  g_test_add_func("/analyzer/error-declared", test_error_declared);
  g_test_add_func("/analyzer/error-in-header", test_error_in_header);
  g_test_add_func("/analyzer/registry", test_registry);
  g_test_add_func("/analyzer/trust", test_trust);
  g_test_add_func("/analyzer/doubts", test_doubts);
  g_test_add_func("/analyzer/lie", test_lie);
  g_test_add_func("/analyzer/proof", test_proof);
  return g_test_run();
}
