/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers and evidence as bytes.  Readers check what they read: a child may have died in the middle. */
#include "engine/answer.h"
#include "base/deadline.h"
#include "base/bytes.h"
#include "base/limits.h"
#include "ir/reason.h"

#define NO_DEADLINE_MS 1000000

guint question_milliseconds_left(const Question *q) {
  gint64 left = q->deadline ? (q->deadline - g_get_monotonic_time()) / 1000 : NO_DEADLINE_MS;
  return (guint)CLAMP(left, 1, NO_DEADLINE_MS);
}

gint64 question_within(const Question *q, double seconds) {
  const gint64 end = deadline_in(seconds);
  return q->deadline ? MIN(end, q->deadline) : end;
}

SymexOptions question_options(const Question *q, guint unroll) {
  return (SymexOptions){.unroll = unroll,
                        .inputs_per_site = q->inputs_per_site,
                        .condition = q->condition,
                        .deadline = q->deadline,
                        .dual = q->dual};
}

const char *answer_kind_name(AnswerKind kind) {
  return kind == ANSWER_SAFE ? "safe" : kind == ANSWER_ERROR ? "possible error" : "unknown";
}

Answer *answer_new(void) {
  Answer *a = g_new0(Answer, 1);
  a->residue = a->inductive = term_bool(TRUE);
  a->reasons = g_ptr_array_new_with_free_func(g_free);
  a->invariants = g_ptr_array_new_with_free_func(g_free);
  a->inputs = g_ptr_array_new();
  return a;
}

void answer_free(Answer *a) {
  if (!a) return;
  if (a->error) automaton_free(a->error);
  if (a->point) model_free(a->point);
  g_ptr_array_unref(a->reasons);
  g_ptr_array_unref(a->invariants);
  g_ptr_array_unref(a->inputs);
  g_free(a);
}

Evidence *evidence_new(void) {
  Evidence *e = g_new0(Evidence, 1);
  e->fails = g_array_new(FALSE, FALSE, sizeof(Region));
  e->valid = g_array_new(FALSE, FALSE, sizeof(Region));
  e->conjuncts = g_array_new(FALSE, FALSE, sizeof(PathConjunct));
  e->residue = term_bool(TRUE);
  e->reasons = g_ptr_array_new_with_free_func(g_free);
  e->inputs = g_ptr_array_new();
  return e;
}

void evidence_free(Evidence *e) {
  if (!e) return;
  g_array_unref(e->fails);
  g_array_unref(e->valid);
  g_array_unref(e->conjuncts);
  if (e->trace) automaton_free(e->trace);
  if (e->point) model_free(e->point);
  g_ptr_array_unref(e->reasons);
  g_ptr_array_unref(e->inputs);
  g_free(e);
}

const Term *evidence_fails(const Evidence *e) {
  const Term *t = term_bool(FALSE);
  for (guint i = 0; i < e->fails->len; i++) t = term_or(t, g_array_index(e->fails, Region, i).formula);
  return t;
}

static gboolean can_state_within(const Term *t, guint nodes) {
  if (term_dag_size(t, nodes) >= nodes) return FALSE;
  GPtrArray *inputs = term_inputs(t);
  gboolean few = inputs->len <= limits.stated_inputs;
  g_ptr_array_unref(inputs);
  return few;
}

gboolean can_state(const Term *t) { return can_state_within(t, limits.stated_nodes); }

gboolean can_state_whole(const Term *t) { return can_state_within(t, limits.stated_whole_nodes); }

static void add_reasons(GPtrArray *reasons, const GArray *events) {
  for (guint i = 0; i < events->len && reasons->len < limits.answer_reasons; i++) {
    const SymexEvent *e = &g_array_index(events, SymexEvent, i);
    char *text = reason_unmodelled(e->loc, e->what);
    if (g_ptr_array_find_with_equal_func(reasons, text, g_str_equal, NULL))
      g_free(text);
    else
      g_ptr_array_add(reasons, text);
  }
}

void reasons_add(GPtrArray *reasons, const SymexResult *r) {
  add_reasons(reasons, r->unknown);
  add_reasons(reasons, r->unsure);
}

/* ---- writing ---- */

static void put_loc(GByteArray *out, IrLoc loc) {
  bytes_put_string(out, loc.file);
  bytes_put(out, loc.line);
  bytes_put(out, loc.column);
}

static void put_failure(GByteArray *out, Failure f) {
  put_loc(out, f.loc);
  bytes_put(out, f.kind);
}

static void put_strings(GByteArray *out, const GPtrArray *strings) {
  bytes_put(out, strings->len);
  for (guint i = 0; i < strings->len; i++) bytes_put_string(out, (const char *)strings->pdata[i]);
}

static void put_terms(GByteArray *out, const GPtrArray *terms) {
  term_write(out, (const Term *const *)terms->pdata, terms->len);
}

static void collect_leaf(const Term *leaf, guint64 value, gpointer data) {
  GPtrArray **lists = (GPtrArray **)data;
  g_ptr_array_add(lists[0], (gpointer)leaf);
  g_ptr_array_add(lists[1], (gpointer)term_const(64, value));
}

static void put_model(GByteArray *out, const Model *m) {
  bytes_put(out, m != NULL);
  if (!m) return;
  GPtrArray *lists[2] = {g_ptr_array_new(), g_ptr_array_new()};
  model_foreach(m, collect_leaf, lists);
  put_terms(out, lists[0]);
  put_terms(out, lists[1]);
  g_ptr_array_unref(lists[0]);
  g_ptr_array_unref(lists[1]);
}

static void put_automaton(GByteArray *out, const Automaton *a) {
  bytes_put(out, a != NULL);
  if (a) automaton_write(out, a);
}

static void put_regions(GByteArray *out, const GArray *regions) {
  GPtrArray *terms = g_ptr_array_new();
  for (guint i = 0; i < regions->len; i++)
    g_ptr_array_add(terms, (gpointer)g_array_index(regions, Region, i).formula);
  put_terms(out, terms);
  for (guint i = 0; i < regions->len; i++) put_failure(out, g_array_index(regions, Region, i).error);
  g_ptr_array_unref(terms);
}

static void put_conjuncts(GByteArray *out, const GArray *conjuncts) {
  GPtrArray *terms = g_ptr_array_new();
  for (guint i = 0; i < conjuncts->len; i++)
    g_ptr_array_add(terms, (gpointer)g_array_index(conjuncts, PathConjunct, i).condition);
  put_terms(out, terms);
  for (guint i = 0; i < conjuncts->len; i++) {
    const PathConjunct *c = &g_array_index(conjuncts, PathConjunct, i);
    bytes_put(out, c->function);
    bytes_put(out, c->block);
    bytes_put(out, c->successor);
    bytes_put(out, c->step);
    put_loc(out, c->loc);
  }
  g_ptr_array_unref(terms);
}

void answer_write(GByteArray *out, const Answer *a) {
  bytes_put(out, a->kind);
  bytes_put(out, a->unrolling);
  bytes_put(out, a->rounds);
  bytes_put(out, a->lifted);
  bytes_put(out, a->variables);
  bytes_put(out, (guint64)(a->followed != 0));
  bytes_put(out, (guint64)(a->final != 0));
  bytes_put(out, (guint64)(a->recalled != 0));
  term_write(out, &a->residue, 1);
  put_automaton(out, a->error);
  put_model(out, a->point);
  put_strings(out, a->reasons);
  put_strings(out, a->invariants);
  put_terms(out, a->inputs);
}

void evidence_write(GByteArray *out, const Evidence *e) {
  put_regions(out, e->fails);
  put_regions(out, e->valid);
  term_write(out, &e->residue, 1);
  put_conjuncts(out, e->conjuncts);
  put_automaton(out, e->trace);
  bytes_put(out, e->unrolling);
  bytes_put(out, e->partial);
  put_strings(out, e->reasons);
  put_terms(out, e->inputs);
  put_model(out, e->point);
}

/* ---- reading ---- */

typedef struct {
  const Program *program;
  ByteReader in;
} Reader;

static guint64 get(Reader *r) { return bytes_get(&r->in, G_MAXUINT64); }

static IrLoc get_loc(Reader *r) {
  char *file = bytes_get_string(&r->in);
  IrLoc loc = {file ? g_intern_string(file) : NULL, 0, 0};
  g_free(file);
  loc.line = (guint)get(r);
  loc.column = (guint)get(r);
  return loc;
}

static Failure get_failure(Reader *r) {
  Failure f = {get_loc(r), (FailureKind)0};
  const guint64 kind = get(r);
  r->in.failed |= kind >= FAILURE_KINDS;
  if (!r->in.failed) f.kind = (FailureKind)kind;
  return f;
}

static const Term **get_terms(Reader *r, guint *n) {
  *n = 0;
  const Term **t = r->in.failed ? NULL : term_read(r->in.bytes, r->in.size, &r->in.at, n);
  if (!t) r->in.failed = TRUE, *n = 0;
  return t;
}

static void get_term_list(Reader *r, GPtrArray *list) {
  guint n;
  const Term **t = get_terms(r, &n);
  for (guint i = 0; i < n; i++) g_ptr_array_add(list, (gpointer)t[i]);
  g_free(t);
}

static gboolean is_boolean(const Term *t) { return t->width == 1 && t->index_width == 0; }

static void get_inputs(Reader *r, GPtrArray *list) {
  get_term_list(r, list);
  for (guint i = 0; i < list->len; i++) r->in.failed |= ((const Term *)list->pdata[i])->op != TERM_INPUT;
}

static const Term *get_formula(Reader *r) {
  guint n;
  const Term **t = get_terms(r, &n);
  const Term *f = n == 1 && is_boolean(t[0]) ? t[0] : NULL;
  if (!f) r->in.failed = TRUE;
  g_free(t);
  return f ? f : term_bool(TRUE);
}

static void get_strings(Reader *r, GPtrArray *list) {
  for (guint64 n = get(r); n > 0 && !r->in.failed; n--) {
    char *s = bytes_get_string(&r->in);
    if (s) g_ptr_array_add(list, s);
  }
}

static Model *get_model(Reader *r) {
  if (!get(r) || r->in.failed) return NULL;
  GPtrArray *leaves = g_ptr_array_new(), *values = g_ptr_array_new();
  get_term_list(r, leaves);
  get_term_list(r, values);
  Model *m = model_new();
  if (leaves->len != values->len) r->in.failed = TRUE;
  for (guint i = 0; !r->in.failed && i < leaves->len; i++) {
    const Term *leaf = (const Term *)leaves->pdata[i], *value = (const Term *)values->pdata[i];
    gboolean is_leaf = leaf->op == TERM_INPUT || (leaf->op == TERM_HAVOC && leaf->index_width == 0);
    if (is_leaf && term_is_const(value))
      model_set(m, leaf, value->param);
    else
      r->in.failed = TRUE;
  }
  g_ptr_array_unref(leaves);
  g_ptr_array_unref(values);
  return m;
}

static Automaton *get_automaton(Reader *r) {
  if (!get(r) || r->in.failed) return NULL;
  Automaton *a = automaton_read(r->program, r->in.bytes, r->in.size, &r->in.at);
  if (!a) r->in.failed = TRUE;
  return a;
}

static void get_regions(Reader *r, GArray *regions) {
  guint n;
  const Term **t = get_terms(r, &n);
  for (guint i = 0; i < n; i++) {
    Region region = {t[i], get_failure(r)};
    r->in.failed |= !is_boolean(t[i]);
    g_array_append_val(regions, region);
  }
  g_free(t);
}

/* Of this program, or not of a branch. */
static gboolean is_branch(const Program *p, const PathConjunct *c) {
  if (c->block == G_MAXUINT) return TRUE;
  if (c->function >= p->functions->len) return FALSE;
  const GPtrArray *blocks = program_function(p, c->function)->blocks;
  return c->block < blocks->len && c->successor < ((const IrBlock *)blocks->pdata[c->block])->n_succs;
}

static void get_conjuncts(Reader *r, GArray *conjuncts) {
  guint n;
  const Term **t = get_terms(r, &n);
  for (guint i = 0; i < n; i++) {
    PathConjunct c = {.condition = t[i]};
    c.function = (guint)get(r);
    c.block = (guint)get(r);
    c.successor = (guint)get(r);
    c.step = (guint)get(r);
    c.loc = get_loc(r);
    r->in.failed |= !is_boolean(t[i]) || !is_branch(r->program, &c);
    g_array_append_val(conjuncts, c);
  }
  g_free(t);
}

Answer *answer_read(const Program *p, const GByteArray *bytes) {
  if (!bytes) return NULL;
  Reader r = {p, {bytes->data, bytes->len, 0, FALSE}};
  Answer *a = answer_new();
  guint64 kind = get(&r);
  a->kind = (AnswerKind)MIN(kind, ANSWER_ERROR + 1);
  a->unrolling = (guint)get(&r);
  a->rounds = (guint)get(&r);
  a->lifted = (guint)get(&r);
  a->variables = (guint)get(&r);
  a->followed = get(&r) != 0;
  a->final = get(&r) != 0;
  a->recalled = get(&r) != 0;
  a->residue = get_formula(&r);
  a->error = get_automaton(&r);
  a->point = get_model(&r);
  get_strings(&r, a->reasons);
  get_strings(&r, a->invariants);
  get_inputs(&r, a->inputs);
  if (!r.in.failed && a->kind <= ANSWER_ERROR && (a->kind != ANSWER_ERROR || a->error)) return a;
  answer_free(a);
  return NULL;
}

Evidence *evidence_read(const Program *p, const GByteArray *bytes) {
  if (!bytes) return NULL;
  Reader r = {p, {bytes->data, bytes->len, 0, FALSE}};
  Evidence *e = evidence_new();
  get_regions(&r, e->fails);
  get_regions(&r, e->valid);
  e->residue = get_formula(&r);
  get_conjuncts(&r, e->conjuncts);
  e->trace = get_automaton(&r);
  e->unrolling = (guint)get(&r);
  e->partial = get(&r) != 0;
  get_strings(&r, e->reasons);
  get_inputs(&r, e->inputs);
  e->point = get_model(&r);
  if (!r.in.failed) return e;
  evidence_free(e);
  return NULL;
}
