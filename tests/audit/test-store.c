/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The database: what is put there is found again, also by another process and after a kill, and nothing else
 * is taken for one. */
#include "audit/generate.h"
#include "audit/report.h"
#include "audit/store.h"
#include "base/scratch.h"
#include <glib.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static Store *open_at(const Scratch *folder, gboolean create) {
  g_autoptr(GError) error = NULL;
  g_autofree char *path = scratch_file(folder, "audit.db");
  Store *s = store_open(path, create, &error);
  g_assert_no_error(error);
  return s;
}

static const Suspect one = {.name = "one", .version = "1", .options = "", .wraps = TRUE};

static void test_again(void) {
  g_autoptr(Scratch) folder = scratch_new(NULL);
  g_autoptr(GError) error = NULL;
  Store *s = open_at(folder, TRUE);
  const gint64 program = store_program(s, "int main(void) { return 0; }", "a.c", FALSE, &error);
  g_assert_cmpint(program, >, 0);
  g_assert_cmpint(store_program(s, "int main(void) { return 0; }", "b.c", FALSE, &error), ==, program);
  g_assert_cmpint(store_program(s, "int main(void) { return 0; }", "a.c", TRUE, &error), !=, program);
  g_autoptr(Statement) said = statement_new();
  GArray *point = g_array_new(FALSE, FALSE, sizeof(PointValue));
  const PointValue v = {G_MAXUINT64, 32, 77};
  g_array_append_val(point, v);
  g_ptr_array_add(said->points, point);
  said->verdict = TOOL_FAILING;
  said->wall = 1.5;
  said->trouble = g_strdup("it's \"odd\"");
  g_assert_true(store_add_run(s, program, &one, "time=1", said, &error));
  g_autoptr(TruthFound) truth = truth_found_new(TRUTH_FAILS, "a run");
  truth->input = g_strdup("int x;\n");
  truth->overflows = TRUE;
  g_assert_true(store_put_truth(s, program, truth, &error));
  store_close(s);

  s = open_at(folder, FALSE);
  g_autoptr(Statement) again = store_find_run(s, program, &one, "time=1", &error);
  g_assert_cmpint(again->verdict, ==, TOOL_FAILING);
  g_assert_cmpstr(again->trouble, ==, "it's \"odd\"");
  g_assert_cmpuint(again->points->len, ==, 1);
  g_assert_cmpuint(g_array_index((GArray *)again->points->pdata[0], PointValue, 0).value, ==, 77);
  g_assert_null(store_find_run(s, program, &one, "time=2", &error));
  g_autoptr(TruthFound) kept = store_find_truth(s, program, &error);
  g_assert_cmpint(kept->truth, ==, TRUTH_FAILS);
  g_assert_true(kept->overflows);
  g_assert_cmpstr(kept->input, ==, "int x;\n");
  store_close(s);
}

static VariantRow row(gint64 audit, gint64 program) {
  return (VariantRow){.audit = audit,
                      .seed = program,
                      .program = program,
                      .part = (char *)"",
                      .kind = (char *)"numeric",
                      .strategy = (char *)"uniform",
                      .conditions = (char *)"(x) == (1)",
                      .expression = (char *)"x",
                      .seed_path = (char *)"a.c",
                      .batch = 4,
                      .line = 3};
}

/* Findings keep their numbers; the report reads what was put. */
static void test_findings(void) {
  g_autoptr(Scratch) folder = scratch_new(NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(Store) s = open_at(folder, TRUE);
  const gint64 program = store_program(s, "p", "a.c", FALSE, &error), audit = store_audit(s, "o", &error);
  g_assert_cmpint(store_audit(s, "o", &error), ==, audit);
  VariantRow v = row(audit, program), same = row(audit, program), found;
  g_assert_true(store_add_variant(s, &v, &error) && store_add_variant(s, &same, &error));
  g_assert_cmpint(v.id, ==, same.id);
  g_assert_true(store_find_variant(s, audit, program, 0, "", &found, &error));
  g_assert_cmpstr(found.conditions, ==, "(x) == (1)");
  variant_row_clear(&found);
  g_assert_false(store_find_variant(s, audit, program, 1, "", &found, &error));
  g_autoptr(Statement) said = statement_new();
  said->verdict = TOOL_SAFE;
  g_assert_true(store_add_run(s, program, &one, "time=1", said, &error));
  Suspicion f = {.fault = FAULT_UNSOUND, .delta = 2, .ruling = RULING_OPEN};
  g_assert_true(store_put_finding(s, v.id, "one", &f, &error));
  f.ruling = RULING_PROVEN;
  g_assert_true(store_put_finding(s, v.id, "one", &f, &error));
  g_assert_no_error(error);
  g_autoptr(ReportData) d = report_read(s, &error);
  g_assert_cmpuint(d->findings->len, ==, 1);
  g_assert_cmpint(((const FindingRow *)d->findings->pdata[0])->ruling, ==, RULING_PROVEN);
  g_assert_cmpuint(g_array_index(d->usage, Usage, 0).verdicts[TOOL_SAFE], ==, 1);
  g_autofree char *text = report_text(d, NULL, TRUE), *html = audit_report_html(d, s);
  g_assert_nonnull(strstr(text, "2-unsound"));
  g_assert_nonnull(strstr(html, "finding-1"));
}

static void check_refused(const char *name, const char *bytes, gsize size, const char *word) {
  g_autoptr(Scratch) folder = scratch_new(NULL);
  g_autoptr(GError) error = NULL;
  g_autofree char *path = scratch_file(folder, name);
  if (bytes) g_assert_true(g_file_set_contents(path, bytes, (gssize)size, NULL));
  g_assert_null(store_open(path, FALSE, &error));
  g_assert_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_DATABASE);
  if (!strstr(error->message, word)) g_error("'%s' is not in '%s'", word, error->message);
  g_autofree char *after = NULL;
  gsize left = 0;
  if (bytes) g_assert_true(g_file_get_contents(path, &after, &left, NULL));
  if (bytes) g_assert_cmpmem(after, left, bytes, size); /* it is left as it was */
}

static void test_refused(void) {
  check_refused("none.db", NULL, 0, "no such file");
  static const char text[] =
      "this is no database, and is longer than the header of one: it is a text, and stays one.......";
  check_refused("text.db", text, sizeof text, "not a database");
  sqlite3 *other;
  g_autoptr(Scratch) folder = scratch_new(NULL);
  g_autofree char *path = scratch_file(folder, "other.db"), *bytes = NULL;
  gsize size;
  g_assert_cmpint(sqlite3_open(path, &other), ==, SQLITE_OK);
  g_assert_cmpint(sqlite3_exec(other, "CREATE TABLE t(x)", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close(other);
  g_assert_true(g_file_get_contents(path, &bytes, &size, NULL));
  check_refused("other.db", bytes, size, "no database of an audit");
}

/* Two processes write at once, and are killed; what they had stored is whole. */
static void write_for_ever(const char *path, guint which) {
  g_autoptr(Store) s = store_open(path, TRUE, NULL);
  for (guint i = 0;; i++) {
    g_autofree char *text = g_strdup_printf("program %u of %u", i, which);
    g_autoptr(Statement) said = statement_new();
    const gint64 program = store_program(s, text, "x.c", FALSE, NULL);
    if (!program || !store_add_run(s, program, &one, "time=1", said, NULL)) _exit(1);
  }
}

static void take_integer(sqlite3_stmt *r, gpointer data) { *(gint64 *)data = sqlite3_column_int64(r, 0); }
static void take_text(sqlite3_stmt *r, gpointer data) { g_string_append((GString *)data, store_text(r, 0)); }

static void test_killed(void) {
  g_autoptr(Scratch) folder = scratch_new(NULL);
  g_autofree char *path = scratch_file(folder, "audit.db");
  gint64 runs = 0, before = 0;
  for (guint round = 0; round < 5; round++) {
    pid_t child[2];
    for (guint i = 0; i < 2; i++)
      if ((child[i] = fork()) == 0) write_for_ever(path, 2 * round + i);
    do {
      g_usleep(20000);
      g_autoptr(Store) s = store_open(path, TRUE, NULL);
      g_assert_true(store_do(s, take_integer, &runs, NULL, "SELECT count(*) FROM run", ""));
    } while (runs < before + 20);
    before = runs;
    for (guint i = 0; i < 2; i++) {
      int status;
      kill(child[i], SIGKILL);
      g_assert_cmpint(waitpid(child[i], &status, 0), ==, child[i]);
      g_assert_true(WIFSIGNALED(status)); /* no write had failed */
    }
    g_autoptr(Store) s = open_at(folder, FALSE);
    g_autoptr(GString) check = g_string_new(NULL);
    gint64 lost = -1;
    g_assert_true(store_do(s, take_text, check, NULL, "PRAGMA integrity_check", ""));
    g_assert_cmpstr(check->str, ==, "ok");
    g_assert_true(store_do(s, take_integer, &lost, NULL,
                           "SELECT count(*) FROM run WHERE program NOT IN (SELECT id FROM program)", ""));
    g_assert_cmpint(lost, ==, 0);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/store/again", test_again);
  g_test_add_func("/store/findings", test_findings);
  g_test_add_func("/store/refused", test_refused);
  g_test_add_func("/store/killed", test_killed);
  return g_test_run();
}
