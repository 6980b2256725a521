/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers and evidence across the pipe: what is written is read, and broken bytes are refused, never trusted.
 */
#include "engine/answer.h"
#include "engine/engine.h"
#include "tests/helpers/sample.h"

static Loaded program;

static const Term *input(guint occurrence) { return term_input((InputKey){0, occurrence, 0}, 32); }
static const Term *less(guint occurrence, guint64 v) {
  return term_binary(TERM_SLT, input(occurrence), term_const(32, v));
}

/* ---- samples of both ---- */

static Automaton *some_trace(void) {
  Model *m = model_new();
  model_set(m, input(1), 9);
  Automaton *a = sample_trace(&program, m);
  g_assert_nonnull(a);
  model_free(m);
  a->unrolling = 12;
  return a;
}

static Model *some_point(void) {
  Model *m = model_new();
  model_set(m, input(1), 9);
  model_set(m, input(2), G_MAXUINT32);
  model_set(m, term_havoc(77, 8, 0), 5);
  return m;
}

static Answer *some_answer(AnswerKind kind) {
  Answer *a = answer_new();
  a->kind = kind;
  a->unrolling = 42;
  a->residue = kind == ANSWER_SAFE ? term_bool(FALSE) : term_and(less(1, 10), term_not(less(2, 3)));
  if (kind == ANSWER_ERROR) a->error = some_trace(), a->point = some_point();
  g_ptr_array_add(a->reasons, g_strdup("acf could not analyse something (x.c:3)"));
  g_ptr_array_add(a->reasons, g_strdup("another \xc3\xa4"));
  g_ptr_array_add(a->inputs, (gpointer)input(1));
  g_ptr_array_add(a->inputs, (gpointer)input(2));
  return a;
}

static Evidence *some_evidence(void) {
  Question q = sample_question(&program);
  Model *m = some_point();
  Confirmation c = {.question = q, .point = m};
  Evidence *e = symex_confirm(&c);
  g_assert_cmpuint(e->fails->len, ==, 1);
  g_array_index(e->fails, Region, 0).error.kind = FAILURE_ASSERT;
  g_assert_cmpuint(e->conjuncts->len, >, 0);
  Region valid = {.formula = less(3, 8)};
  g_array_append_val(e->valid, valid);
  e->residue = less(2, 7);
  e->point = m;
  g_ptr_array_add(e->reasons, g_strdup("why"));
  return e;
}

/* ---- round trips ---- */

static void same_point(const Model *a, const Model *b) {
  g_assert_cmpint(a == NULL, ==, b == NULL);
  if (!a) return;
  g_assert_cmpuint(model_size(a), ==, model_size(b));
  const Term *leaves[] = {input(1), input(2), term_havoc(77, 8, 0)};
  for (guint i = 0; i < 3; i++) g_assert_cmpuint(model_value(a, leaves[i]), ==, model_value(b, leaves[i]));
}

static void same_strings(const GPtrArray *a, const GPtrArray *b) {
  g_assert_cmpuint(a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++) g_assert_cmpstr(a->pdata[i], ==, b->pdata[i]);
}

static void same_terms(const GPtrArray *a, const GPtrArray *b) {
  g_assert_cmpmem(a->pdata, a->len * sizeof(gpointer), b->pdata, b->len * sizeof(gpointer));
}

static void same_loc(IrLoc a, IrLoc b) {
  g_assert_cmpstr(a.file, ==, b.file);
  g_assert_true(a.line == b.line && a.column == b.column);
}

static void same_failure(Failure a, Failure b) {
  same_loc(a.loc, b.loc);
  g_assert_cmpint(a.kind, ==, b.kind);
}

static void test_answers(void) {
  for (guint kind = 0; kind <= ANSWER_ERROR; kind++) {
    Answer *a = some_answer((AnswerKind)kind);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    answer_write(bytes, a);
    Answer *b = answer_read(program.program, bytes);
    g_assert_nonnull(b);
    g_assert_cmpint(b->kind, ==, a->kind);
    g_assert_cmpuint(b->unrolling, ==, a->unrolling);
    g_assert_true(b->residue == a->residue);
    g_assert_cmpint(a->error == NULL, ==, b->error == NULL);
    if (a->error) {
      g_assert_true(automaton_equal(a->error, b->error));
      g_assert_cmpuint(a->error->unrolling, ==, b->error->unrolling);
      same_failure(a->error->error, b->error->error);
    }
    same_point(a->point, b->point);
    same_strings(a->reasons, b->reasons);
    same_terms(a->inputs, b->inputs);
    answer_free(a);
    answer_free(b);
  }
  g_assert_null(answer_read(program.program, NULL));
  g_assert_cmpstr(answer_kind_name(ANSWER_SAFE), ==, "safe");
}

static void same_regions(const GArray *a, const GArray *b) {
  g_assert_cmpuint(a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++) {
    const Region *x = &g_array_index(a, Region, i), *y = &g_array_index(b, Region, i);
    g_assert_true(x->formula == y->formula);
    same_failure(x->error, y->error);
  }
}

static void test_evidence(void) {
  Evidence *a = some_evidence();
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  evidence_write(bytes, a);
  Evidence *b = evidence_read(program.program, bytes);
  g_assert_nonnull(b);
  same_regions(a->fails, b->fails);
  same_regions(a->valid, b->valid);
  g_assert_true(a->residue == b->residue);
  g_assert_true(automaton_equal(a->trace, b->trace));
  g_assert_cmpuint(a->unrolling, ==, b->unrolling);
  g_assert_cmpuint(a->conjuncts->len, ==, b->conjuncts->len);
  for (guint i = 0; i < a->conjuncts->len; i++) {
    const PathConjunct *x = &g_array_index(a->conjuncts, PathConjunct, i),
                       *y = &g_array_index(b->conjuncts, PathConjunct, i);
    g_assert_true(x->condition == y->condition && x->function == y->function && x->block == y->block);
    g_assert_true(x->successor == y->successor && x->step == y->step);
    same_loc(x->loc, y->loc);
  }
  same_strings(a->reasons, b->reasons);
  same_terms(a->inputs, b->inputs);
  same_point(a->point, b->point);
  evidence_free(a);
  evidence_free(b);
  Evidence *none = evidence_new();
  g_autoptr(GByteArray) empty = g_byte_array_new();
  evidence_write(empty, none);
  b = evidence_read(program.program, empty);
  g_assert_cmpuint(b->fails->len, ==, 0);
  g_assert_null(b->trace);
  g_assert_true(term_is_true(b->residue));
  evidence_free(none);
  evidence_free(b);
}

/* ---- broken bytes ---- */

/* What passes as an answer must be fit for use. */
static void use_answer(const GByteArray *bytes) {
  Answer *a = answer_read(program.program, bytes);
  if (!a) return;
  Model *m = a->point ? model_copy(a->point) : model_new();
  term_eval(a->residue, m);
  g_assert_cmpint(a->kind, <=, ANSWER_ERROR);
  for (guint i = 0; i < a->inputs->len; i++)
    g_assert_cmpint(((const Term *)a->inputs->pdata[i])->op, ==, TERM_INPUT);
  model_free(m);
  answer_free(a);
}

static void use_regions(const GArray *regions, const Model *m) {
  for (guint i = 0; i < regions->len; i++) {
    const Region *r = &g_array_index(regions, Region, i);
    g_assert_cmpuint(r->formula->width, ==, 1);
    term_eval(r->formula, m);
  }
}

static void use_evidence(const GByteArray *bytes) {
  Evidence *e = evidence_read(program.program, bytes);
  if (!e) return;
  Model *m = e->point ? model_copy(e->point) : model_new();
  use_regions(e->fails, m);
  use_regions(e->valid, m);
  for (guint i = 0; i < e->conjuncts->len; i++) {
    const PathConjunct *c = &g_array_index(e->conjuncts, PathConjunct, i);
    term_eval(c->condition, m);
    if (c->block == G_MAXUINT) continue;
    g_assert_cmpuint(c->function, <, program.program->functions->len);
    g_assert_cmpuint(c->block, <, program_function(program.program, c->function)->blocks->len);
  }
  model_free(m);
  evidence_free(e);
}

typedef void (*UseBytes)(const GByteArray *bytes);

static void check_truncated(const GByteArray *whole, UseBytes use, gboolean is_answer) {
  for (guint n = 0; n < whole->len; n++) {
    g_autoptr(GByteArray) part = g_byte_array_append(g_byte_array_new(), whole->data, n);
    use(part);
    if (is_answer)
      g_assert_null(answer_read(program.program, part));
    else
      g_assert_null(evidence_read(program.program, part));
  }
}

static void check_corrupted(const GByteArray *whole, UseBytes use, guint times) {
  g_autoptr(GRand) rand = g_rand_new_with_seed(6);
  for (guint i = 0; i < times; i++) {
    g_autoptr(GByteArray) bad = g_byte_array_append(g_byte_array_new(), whole->data, whole->len);
    for (guint n = 1 + i % 3; n > 0; n--) {
      guint at = (guint)g_rand_int_range(rand, 0, (gint32)bad->len);
      bad->data[at] = g_rand_boolean(rand) ? (guint8)g_rand_int_range(rand, 0, 256)
                                           : (guint8)(bad->data[at] ^ 1 << (i % 8));
    }
    use(bad);
  }
  for (guint at = 0; at < whole->len; at++) /* each byte once in several ways: counts, kinds, widths */
    for (guint v = 0; v < 6; v++) {
      g_autoptr(GByteArray) bad = g_byte_array_append(g_byte_array_new(), whole->data, whole->len);
      bad->data[at] = (guint8[]){0, 1, 0xff, 0x7f, 33, 2}[v];
      use(bad);
    }
}

static void test_broken_answers(void) {
  for (guint kind = 0; kind <= ANSWER_ERROR; kind++) {
    Answer *a = some_answer((AnswerKind)kind);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    answer_write(bytes, a);
    check_truncated(bytes, use_answer, TRUE);
    check_corrupted(bytes, use_answer, 4000);
    answer_free(a);
  }
}

static void test_broken_evidence(void) {
  Evidence *e = some_evidence();
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  evidence_write(bytes, e);
  check_truncated(bytes, use_evidence, FALSE);
  check_corrupted(bytes, use_evidence, 6000);
  evidence_free(e);
}

/* An error without a way to it is no answer. */
static void test_error_without_trace(void) {
  Answer *a = answer_new();
  a->kind = ANSWER_ERROR;
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  answer_write(bytes, a);
  g_assert_null(answer_read(program.program, bytes));
  answer_free(a);
}

static void test_reasons(void) {
  SymexResult r = {.unknown = g_array_new(FALSE, FALSE, sizeof(SymexEvent)),
                   .unsure = g_array_new(FALSE, FALSE, sizeof(SymexEvent))};
  SymexEvent e = {.guard = term_bool(TRUE), .loc = {"a.c", 3, 1}, .what = "a thing"};
  g_array_append_val(r.unknown, e);
  g_array_append_val(r.unknown, e);
  e.loc.file = NULL;
  g_array_append_val(r.unknown, e);
  g_autoptr(GPtrArray) reasons = g_ptr_array_new_with_free_func(g_free);
  reasons_add(reasons, &r);
  reasons_add(reasons, &r);
  g_assert_cmpuint(reasons->len, ==, 2);
  g_assert_cmpstr(reasons->pdata[0], ==, "acf could not analyse a thing (a.c:3)");
  g_assert_cmpstr(reasons->pdata[1], ==, "acf could not analyse a thing");
  g_array_unref(r.unknown);
  g_array_unref(r.unsure);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  program = sample_load("int main(void) { int x = any(); if (x > 5) { if (x < 100) check(x != 9); } }");
  g_test_add_func("/answer/answers", test_answers);
  g_test_add_func("/answer/evidence", test_evidence);
  g_test_add_func("/answer/broken-answers", test_broken_answers);
  g_test_add_func("/answer/broken-evidence", test_broken_evidence);
  g_test_add_func("/answer/error-without-trace", test_error_without_trace);
  g_test_add_func("/answer/reasons", test_reasons);
  int result = g_test_run();
  sample_free(&program);
  return result;
}
