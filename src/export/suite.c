/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding and running tests. */
#include "export/suite.h"
#include "base/limits.h"
#include <string.h>
#include "cfc/claims.h"
#include "export/points.h"
#include "export/sequence-points.h"
#include "native/checks.h"
#include "native/concretize.h"
#include "native/input-drive.h"
#include "native/runner.h"
#include "ir/print.h"

typedef struct {
  Suite *suite;
  const Driven *driven;
  Concretizer *concretizer; /* NULL: the program reads neither arguments nor its standard input */
  GHashTable *seen;         /* char*: tests by what they read */
  GHashTable *paths;        /* guint64*: of failing tests */
  gboolean *settable;       /* by site */
  gboolean hurried;         /* there was no time to look for all of them */
  guint undecided, unseen, cut, crashed, wrong;
  GString *summary;
} Building;

static void test_free(gpointer data) {
  Test *t = data;
  g_free(t->what);
  g_array_unref(t->reads);
  concrete_free(t->input);
  g_free(t);
}

/* --- the program's text --- */

static char *find_program(const Cfc *c, const ExportOptions *o, GError **error) {
  GError *why = NULL;
  char *path = export_program(c, o, &why);
  if (g_error_matches(why, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_set_error(error, why->domain, why->code,
                "tests are run before they are written, but %s: name it with --program, or take them "
                "--unchecked",
                why->message);
  else if (why)
    g_propagate_error(error, g_steal_pointer(&why));
  g_clear_error(&why);
  return path;
}

/* --- from points to tests --- */

static void add_bytes(GChecksum *sum, GBytes *bytes) {
  gsize size;
  const void *data = g_bytes_get_data(bytes, &size);
  const guint64 length = size;
  g_checksum_update(sum, (const guchar *)&length, sizeof length);
  if (size > 0) g_checksum_update(sum, data, (gssize)size);
}

static char *reads_key(const GArray *reads, const ConcreteInput *in, gboolean fails) {
  g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
  g_checksum_update(sum, (const guchar *)(fails ? "F" : "P"), 1);
  for (guint i = 0; i < reads->len; i++) {
    const guint64 value = g_array_index(reads, DrivenRead, i).value;
    g_checksum_update(sum, (const guchar *)&value, sizeof value);
  }
  for (guint i = 0; in && i < in->args->len; i++) add_bytes(sum, in->args->pdata[i]);
  if (in) add_bytes(sum, in->text);
  return g_strdup(g_checksum_get_string(sum));
}

static guint count_tests(const Suite *s, guint partition, gboolean fails) {
  guint n = 0;
  for (guint i = 0; i < s->tests->len; i++) {
    const Test *t = s->tests->pdata[i];
    n += t->partition == partition && t->fails == fails;
  }
  return n;
}

/* Takes in. */
static void keep(Building *b, const TestPoint *p, GArray *reads, ConcreteInput *in, int status,
                 guint64 path) {
  g_autoptr(ConcreteInput) input = in;
  g_autofree char *key = reads_key(reads, in, p->fails);
  const gboolean new_path = !g_hash_table_contains(b->paths, &path);
  if ((p->extra && !new_path) || g_hash_table_contains(b->seen, key)) return;
  if (count_tests(b->suite, p->partition, p->fails) >= limits.suite_tests) return;
  g_hash_table_add(b->seen, g_steal_pointer(&key));
  g_hash_table_add(b->paths, g_memdup2(&path, sizeof path));
  Test *t = g_new0(Test, 1);
  *t = (Test){.partition = p->partition,
              .fails = p->fails,
              .what = g_strdup(p->what),
              .reads = g_array_ref(reads),
              .path = path,
              .input = g_steal_pointer(&input),
              .status = status};
  g_ptr_array_add(b->suite->tests, t);
}

static void contradict(Building *b, const TestPoint *p, const DrivenRun *run) {
  b->wrong++;
  if (b->wrong > 5) return;
  g_string_append_printf(b->summary, "a test that should %s did not (%s):", p->fails ? "fail" : "pass",
                         run->outcome);
  for (guint i = 0; i < p->values->len && i < 8; i++) {
    const ClaimValue v = g_array_index(p->values, ClaimValue, i);
    g_autofree char *name = input_short_name(b->suite->cfc->program, v.input),
                    *value = input_value_text(b->suite->cfc->program, v.input, v.value);
    g_string_append_printf(b->summary, " %s = %s", name, value);
  }
  g_string_append_c(b->summary, '\n');
}

/* FALSE: no command line leads to the point.  *in: NULL where the program needs none. */
static gboolean find_input(Building *b, const TestPoint *p, ConcreteInput **in) {
  *in = b->concretizer
            ? concretizer_find(b->concretizer, p->values, p->fails ? CLASS_FAILS : CLASS_CANNOT_FAIL)
            : NULL;
  return !b->concretizer || *in;
}

/* Its run has not failed: is that what checks can miss, and no contradiction? */
static gboolean may_go_unseen(const Building *b, const TestPoint *p) {
  const Cfc *c = b->suite->cfc;
  const Partition *of = p->partition < c->partitions->len ? c->partitions->pdata[p->partition] : NULL;
  return p->fails && native_may_go_unseen(c->program->property, of ? of->errors : NULL);
}

static gboolean run_point(Building *b, const TestPoint *p, GError **error) {
  g_autoptr(ConcreteInput) in = NULL;
  DrivenRun run;
  if (!find_input(b, p, &in)) return TRUE;
  const RunResult result = driven_run_with(b->driven, p->values, in, &run, error);
  if (result == RUN_UNDECIDED) b->undecided++;
  if (result == RUN_CUT && !p->fails) b->cut++;
  if (result == RUN_ENDED && run.crashed && !p->fails)
    b->crashed++;
  else if (result == (p->fails ? RUN_FAILED : RUN_ENDED))
    keep(b, p, run.reads, g_steal_pointer(&in), run.status, run.path);
  if (result == RUN_ENDED && may_go_unseen(b, p))
    b->unseen++;
  else if ((p->fails && (result == RUN_ENDED || result == RUN_CUT)) || (!p->fails && result == RUN_FAILED))
    contradict(b, p, &run);
  driven_run_clear(&run);
  return result != RUN_BROKEN;
}

static int by_place(gconstpointer a, gconstpointer b, gpointer program) {
  const ClaimValue *x = a, *y = b;
  const InputKey j = input_key_unpack(x->input->param), k = input_key_unpack(y->input->param);
  const IrLoc p = program_site(program, j.site)->loc, q = program_site(program, k.site)->loc;
  if (j.occurrence != k.occurrence) return j.occurrence < k.occurrence ? -1 : 1;
  if (p.line != q.line) return p.line < q.line ? -1 : 1;
  return p.column < q.column ? -1 : p.column > q.column;
}

/* Not run: the order is that of the text. */
static void take_point(Building *b, const TestPoint *p) {
  g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(DrivenRead));
  g_array_sort_with_data(p->values, by_place, (gpointer)b->suite->cfc->program);
  for (guint i = 0; i < p->values->len; i++) {
    const ClaimValue v = g_array_index(p->values, ClaimValue, i);
    const InputKey key = input_key_unpack(v.input->param);
    const DrivenRead read = {key.site, key.occurrence, v.value};
    if (program_site(b->suite->cfc->program, key.site)->function) g_array_append_val(reads, read);
  }
  ConcreteInput *in = NULL;
  if (!p->extra && find_input(b, p, &in)) keep(b, p, reads, in, 0, 0);
}

static gboolean *settable_sites(const Cfc *c, const Driven *d) {
  gboolean *settable = g_new0(gboolean, c->program->sites->len + 1);
  for (guint i = 0; i < c->program->sites->len; i++) {
    const InputSite *s = program_site(c->program, i);
    settable[i] = d ? driven_site(d, i) : input_settable(s);
  }
  return settable;
}

static int failing_first(gconstpointer a, gconstpointer b) {
  const Test *x = *(Test *const *)a, *y = *(Test *const *)b;
  if (x->fails != y->fails) return x->fails ? -1 : 1;
  return x->partition < y->partition ? -1 : x->partition > y->partition;
}

static gboolean fill(Building *b, const ExportOptions *o, GError **error) {
  const Cfc *c = b->suite->cfc;
  b->settable = settable_sites(c, b->driven);
  const gint64 start = g_get_monotonic_time();
  g_autoptr(GPtrArray) points = sequence_points_find(c, b->settable, limits.sequence_tests_share * o->seconds),
                       more = points_find(c, b->settable, (1 - limits.sequence_tests_share) * o->seconds);
  g_ptr_array_extend_and_steal(points, g_steal_pointer(&more));
  b->hurried = (double)(g_get_monotonic_time() - start) >= 1e6 * o->seconds;
  for (guint i = 0; i < points->len; i++) {
    if (b->undecided == limits.suite_undecided) break;
    if (!b->driven)
      take_point(b, points->pdata[i]);
    else if (!run_point(b, points->pdata[i], error))
      return FALSE;
  }
  g_ptr_array_sort(b->suite->tests, failing_first);
  b->suite->contradicted = b->wrong > 0;
  return TRUE;
}

/* --- what is said --- */

/* Why a partition that fails has no failing test: an input that no test can set, or the time. */
static void say_missing(const Building *b, guint partition) {
  const Program *program = b->suite->cfc->program;
  const Partition *p = b->suite->cfc->partitions->pdata[partition];
  g_autoptr(GPtrArray) inputs = term_inputs(claim_lower(p));
  if (count_tests(b->suite, partition, TRUE) > 0 || !claim_fails(p)) return;
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = inputs->pdata[i];
    if (b->settable[input_key_unpack(input->param).site]) continue;
    g_autofree char *label = input_label(program, input);
    g_string_append_printf(b->summary,
                           "no test that fails for partition %u: it depends on %s, which cannot be set from "
                           "outside and is taken as 0\n",
                           partition + 1, label);
    return;
  }
  if (b->undecided == 0 && b->unseen == 0 && b->wrong == 0)
    g_string_append_printf(b->summary, "no test that fails for partition %u was found in the time\n",
                           partition + 1);
}

static void summarize(const Building *b) {
  const Suite *s = b->suite;
  g_autoptr(GHashTable) paths = g_hash_table_new(g_int64_hash, g_int64_equal);
  guint failing = 0, passing = 0;
  for (guint i = 0; i < s->tests->len; i++) {
    const Test *t = s->tests->pdata[i];
    failing += t->fails;
    passing += !t->fails;
    g_hash_table_add(paths, (gpointer)&t->path);
  }
  if (s->checked)
    g_string_append_printf(b->summary,
                           "%u tests that fail and %u that pass, each run as promised, on %u paths\n",
                           failing, passing, g_hash_table_size(paths));
  else
    g_string_append_printf(
        b->summary,
        "%u tests that should fail and %u that should pass: NOT run, and in the order of the "
        "program's text\n",
        failing, passing);
  if (b->hurried) g_string_append(b->summary, "there may be more: no time was left to look for them\n");
  for (guint i = 0; i < s->cfc->partitions->len; i++) say_missing(b, i);
  if (passing == 0 && sequence_never_ends(s->cfc))
    g_string_append(b->summary, s->cfc->automaton->endless_fails ? "none that passes: no run ends\n"
                                                                 : "none that passes: runs end only by failing\n");
  if (b->undecided > 0)
    g_string_append_printf(
        b->summary,
        "%u left out%s: they run too long, read too much, or need what a native run does not have\n",
        b->undecided, b->undecided == limits.suite_undecided ? ", and all after them" : "");
  if (b->unseen > 0)
    g_string_append_printf(b->summary, "%u that should fail left out: no sanitizer sees it%s\n", b->unseen,
                           native_addresses_left() ? " (AddressSanitizer's library is not installed)" : "");
  if (b->cut > 0)
    g_string_append_printf(b->summary, "%u that pass left out: an assumption does not hold\n", b->cut);
  if (b->crashed > 0)
    g_string_append_printf(b->summary, "%u that do not fail left out: they crash\n", b->crashed);
  if (b->wrong > 0)
    g_string_append_printf(b->summary, "%u did not do as promised: a claim is false\n", b->wrong);
}

static gboolean build(Building *b, const ExportOptions *o, GError **error) {
  Suite *s = b->suite;
  g_autoptr(Driven) driven = s->program ? driven_new(s->cfc, s->program, o->deadline, error) : NULL;
  if (s->program && !driven) return FALSE;
  b->driven = driven;
  if (!fill(b, o, error)) return FALSE;
  if (driven) s->unknown = g_strdup(driven_unknown(driven));
  s->checked = s->program != NULL;
  if (s->checked && s->tests->len > 0 && !suite_is_outside(s) && !harness_check(s, b->summary, error))
    return FALSE;
  summarize(b);
  return TRUE;
}

Suite *suite_new(const Cfc *c, const ExportOptions *o, GString *summary, GError **error) {
  g_autoptr(GError) missing = NULL;
  g_autofree char *program = find_program(c, o, &missing);
  if (!program && !o->unchecked) {
    g_propagate_error(error, g_steal_pointer(&missing));
    return NULL;
  }
  g_autoptr(Suite) s = g_new0(Suite, 1);
  s->cfc = c;
  s->deadline = o->deadline;
  s->program = g_steal_pointer(&program);
  s->tests = g_ptr_array_new_with_free_func(test_free);
  g_autoptr(Concretizer) concretizer = suite_is_outside(s) ? concretizer_new(c) : NULL;
  Building b = {.suite = s, .concretizer = concretizer, .summary = summary};
  b.seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  b.paths = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  const gboolean built = build(&b, o, error);
  g_hash_table_unref(b.seen);
  g_hash_table_unref(b.paths);
  g_free(b.settable);
  return built ? g_steal_pointer(&s) : NULL;
}

gboolean suite_is_outside(const Suite *s) {
  const Program *p = s->cfc->program;
  return g_str_equal(p->property->entry, "main") && (reads_arguments(p) || reads_text(p));
}

void suite_free(Suite *s) {
  g_free(s->program);
  g_ptr_array_unref(s->tests);
  g_free(s->unknown);
  g_free(s);
}
