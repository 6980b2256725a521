/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slots: which values are kept, and the states that arrivals settle in. */
#include "engine/reactive/slots.h"
#include "base/limits.h"
#include "formula/solver.h"
#include "ir/failure-automaton.h"

/* What is kept of one slot. */
typedef struct {
  const Term *any;       /* NULL: its value; else the unknown that stands for it */
  GHashTable *seen;      /* the values it has had */
  guint width;
} Kept;

struct Slots {
  Segments *segments;
  Executor *x;
  const State *initial;
  GHashTable *kept;      /* char* key to Kept* */
  GPtrArray *conditions; /* Term*: over the unknowns of slots whose values are not kept */
};

static void free_kept(gpointer data) {
  Kept *k = (Kept *)data;
  g_hash_table_unref(k->seen);
  g_free(k);
}

Slots *slots_new(Segments *g, const State *initial) {
  Slots *s = g_new0(Slots, 1);
  *s = (Slots){g, segments_executor(g), initial, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_kept), g_ptr_array_new()};
  return s;
}

void slots_free(Slots *s) {
  g_hash_table_unref(s->kept);
  g_ptr_array_unref(s->conditions);
  g_free(s);
}

void settled_free(gpointer settled) {
  Settled *s = (Settled *)settled;
  g_free(s->digest);
  g_strfreev(s->texts);
  g_array_unref(s->reads);
  g_free(s);
}

static Kept *kept_of(Slots *s, const char *key) {
  Kept *k = (Kept *)g_hash_table_lookup(s->kept, key);
  if (k) return k;
  k = g_new0(Kept, 1);
  k->seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  g_hash_table_insert(s->kept, g_strdup(key), k);
  return k;
}

/* ---- one state of an arrival ---- */

typedef struct {
  Slots *slots;
  const CutPoint *arrival;
  Evaluator *point;   /* of the arrival: which state it is in */
  const Term *chosen; /* the points that are in the same one */
  const Term *given;
  GHashTable *unkept; /* the unknown of a slot that is not kept, to its value */
  GPtrArray *open;    /* Kept*: slots whose values depend on the point */
  GPtrArray *texts;
  gboolean again; /* a slot takes too many values */
  gboolean lost;  /* something cannot be settled */
} Settling;

/* What holds in the location anyway is not part of the choice. */
static guint64 choose(Settling *t, const Term *term) {
  const State *s = &t->arrival->at.state;
  if (term_is_const(term)) return term->param;
  const int decided = term->width == 1 ? state_decide(s, term) : -1;
  if (decided >= 0) return (guint64)decided;
  const guint64 value = evaluator_value(t->point, term);
  const Term *same = term_eq(term, term_const(term->width, value));
  if (state_decide(s, same) != 1) t->chosen = term_and(t->chosen, same);
  return value;
}

/* A tree of choices between values that are within few numbers each. */
static gboolean are_narrow(const Settling *t, const Term *v, GHashTable *visited) {
  if (!g_hash_table_add(visited, (gpointer)v)) return TRUE;
  if (v->op == TERM_ITE) return are_narrow(t, v->args[1], visited) && are_narrow(t, v->args[2], visited);
  const Range r = state_range(&t->arrival->at.state, v);
  return r.umax - r.umin < limits.automaton_values || (guint64)r.smax - (guint64)r.smin < limits.automaton_values;
}

static gboolean is_narrow(const Settling *t, const Term *v) {
  GHashTable *visited = g_hash_table_new(NULL, NULL);
  const gboolean narrow = are_narrow(t, v, visited);
  g_hash_table_unref(visited);
  return narrow;
}

static void too_many(Settling *t, Kept *k) {
  k->any = term_fresh_havoc(k->width, 0);
  t->again = TRUE;
}

static Value leave_open(Settling *t, const Kept *k, Value v) {
  const gboolean fits = v.bits && !v.bits->index_width && v.bits->width == k->any->width;
  g_hash_table_insert(t->unkept, (gpointer)k->any, (gpointer)(fits ? v.bits : term_fresh_havoc(k->any->width, 0)));
  return value_bits(k->any);
}

/* Is it about slots of this state alone? */
static gboolean speaks_of(const Term *condition, GHashTable *unkept) {
  g_autoptr(GPtrArray) nodes = term_postorder(&condition, 1);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *n = (const Term *)nodes->pdata[i];
    if (n->op == TERM_HAVOC && !g_hash_table_contains(unkept, n)) return FALSE;
  }
  return TRUE;
}

/* Whether the conditions hold of what is not kept. */
static void settle_conditions(Settling *t) {
  for (guint i = 0; i < t->slots->conditions->len; i++) {
    const Term *one = (const Term *)t->slots->conditions->pdata[i];
    if (!speaks_of(one, t->unkept)) continue;
    const gboolean holds = choose(t, term_substitute(one, t->unkept)) != 0;
    t->given = term_and(t->given, holds ? one : term_not(one));
    g_ptr_array_add(t->texts, g_strdup_printf("/%u\t? %d", i, holds));
  }
}

/* Which target of a pointer is meant. */
static const Term *target_choice(const PointerSet *p) {
  const Term *t = term_const(32, p->n - 1);
  for (guint i = p->n - 1; i-- > 0;) t = term_ite(p->targets[i].guard, term_const(32, i), t);
  return t;
}

static Value settle_pointer(Settling *t, Kept *k, Value v) {
  const Target *to = &v.pointer->targets[choose(t, target_choice(v.pointer))];
  if (!term_is_const(to->offset)) too_many(t, k);
  return value_pointer(t->slots->x->memory.arena, v.pointer->width, to->object, to->offset);
}

static char *slot_text(const Slot *slot, const Term *v) {
  if (!slot->name) return g_strdup_printf("%s\t? %" G_GUINT64_FORMAT, slot->key, v->param);
  if (!slot->is_signed) return g_strdup_printf("%s\t%s == %" G_GUINT64_FORMAT, slot->key, slot->name, v->param);
  return g_strdup_printf("%s\t%s == %" G_GINT64_FORMAT, slot->key, slot->name, term_signed(v->param, v->width));
}

static void note_value(Settling *t, Kept *k, guint64 value) {
  if (!g_hash_table_contains(k->seen, &value)) g_hash_table_add(k->seen, g_memdup2(&value, sizeof value));
  if (g_hash_table_size(k->seen) > limits.automaton_values) too_many(t, k);
}

static Value settle(gpointer data, const Slot *slot, Value v) {
  Settling *t = (Settling *)data;
  Kept *k = kept_of(t->slots, slot->key);
  k->width = value_width(v);
  if (k->any) return leave_open(t, k, v);
  if (v.pointer) return settle_pointer(t, k, v);
  if (v.bits->index_width) {
    t->lost = TRUE;
    return v;
  }
  if (!term_is_const(v.bits) && !is_narrow(t, v.bits)) {
    too_many(t, k);
    return v;
  }
  if (!term_is_const(v.bits)) g_ptr_array_add(t->open, k);
  const Term *value = term_const(v.bits->width, choose(t, v.bits));
  note_value(t, k, value->param);
  g_ptr_array_add(t->texts, slot_text(slot, value));
  return value_bits(value);
}

static const Term *count_choice(const Counter *c) {
  const Term *t = term_const(32, c->n - 1);
  for (guint i = c->n - 1; i-- > 0;) t = term_ite(c->alternatives[i].guard, term_const(32, i), t);
  return t;
}

static GArray *settle_reads(Settling *t) {
  GArray *reads = g_array_new(FALSE, FALSE, sizeof(SiteReads));
  for (guint site = 0; site < t->slots->x->program->sites->len; site++) {
    const Counter *c = (const Counter *)pmap_get(t->arrival->at.state.counts, site);
    const guint n = c->alternatives[choose(t, count_choice(c))].count;
    if (n == COUNTER_UNKNOWN) t->lost = TRUE;
    SiteReads r = {site, n - ROUND_OCCURRENCE};
    if (n > ROUND_OCCURRENCE) g_array_append_val(reads, r);
  }
  return reads;
}

/* ---- all states of an arrival ---- */

/* The state that a point of the arrival is in; t says which other points are. */
static Settled *settle_point(Settling *t, const Model *m) {
  Settled *s = g_new0(Settled, 1);
  GString *digest = g_string_new(NULL);
  t->point = evaluator_new(m);
  t->chosen = t->given = term_bool(TRUE);
  t->texts = g_ptr_array_new();
  t->unkept = g_hash_table_new(NULL, NULL);
  g_ptr_array_set_size(t->open, 0);
  s->reads = settle_reads(t);
  s->point = cut_point_change(t->slots->x, t->arrival, t->slots->initial, settle, t, digest, &t->lost);
  settle_conditions(t);
  g_hash_table_unref(t->unkept);
  g_string_append_printf(digest, "|%u", t->given->id);
  s->digest = g_string_free(digest, FALSE);
  s->given = t->given;
  s->when = term_and(path_full(t->arrival->at.state.path), t->chosen);
  g_ptr_array_add(t->texts, NULL);
  s->texts = (GStrv)g_ptr_array_free(t->texts, FALSE);
  evaluator_free(t->point);
  return s;
}

/* Too many states at once: none of the values that tell them apart is kept. */
static void keep_none(Settling *t) {
  t->lost = t->open->len == 0;
  for (guint i = 0; i < t->open->len; i++) too_many(t, (Kept *)t->open->pdata[i]);
}

/* Those of the states that a solver names, one after the other.  FALSE: it does not say whether there are more. */
static gboolean enumerate(Settling *t, const Term *given, GPtrArray *all) {
  Executor *x = t->slots->x;
  Solver *s = exec_solver(x, term_and(path_full(t->arrival->at.state.path), given));
  SolverAnswer answer = SOLVER_SAT;
  while (!t->again && !t->lost) {
    answer = solver_check(s, NULL, 0, exec_milliseconds(x, limits.explore_check_ms));
    if (answer != SOLVER_SAT) break;
    Model *m = solver_model(s);
    g_ptr_array_add(all, settle_point(t, m));
    model_free(m);
    solver_assert(s, term_not(t->chosen));
    if (all->len > limits.automaton_arrivals) keep_none(t);
  }
  solver_pop(s);
  return answer == SOLVER_UNSAT;
}

GPtrArray *slots_settle(Slots *s, const CutPoint *arrival, const Term *given, const Term **lost) {
  Settling t = {.slots = s, .arrival = arrival, .open = g_ptr_array_new()};
  GPtrArray *all = g_ptr_array_new_with_free_func(settled_free);
  Model *none = model_new();
  g_ptr_array_add(all, settle_point(&t, none));
  model_free(none);
  if (!term_is_true(t.chosen) && !t.again && !t.lost) {
    g_ptr_array_set_size(all, 0);
    t.lost |= !enumerate(&t, given, all);
  }
  t.lost |= arrival->at.state.doubt || arrival->at.state.shared;
  if (t.lost || t.again) g_ptr_array_set_size(all, 0);
  if (t.lost) *lost = term_or(*lost, path_full(arrival->at.state.path));
  g_ptr_array_unref(t.open);
  if (!t.again) return all;
  g_ptr_array_unref(all);
  return NULL;
}

void slots_begin(Slots *s) {
  GHashTableIter it;
  gpointer kept;
  g_hash_table_iter_init(&it, s->kept);
  while (g_hash_table_iter_next(&it, NULL, &kept)) g_hash_table_remove_all(((Kept *)kept)->seen);
}

/* ---- keeping more, and less ---- */

static gboolean is_connective(const Term *t) {
  return t->op == TERM_AND || t->op == TERM_OR || t->op == TERM_NOT || t->op == TERM_XOR || t->op == TERM_ITE ||
         (t->op == TERM_EQ && t->args[0]->width == 1);
}

/* It speaks of slots alone, whose values are not kept. */
static gboolean can_keep(const Slots *s, const Term *condition) {
  g_autoptr(GHashTable) unkept = g_hash_table_new(NULL, NULL);
  GHashTableIter it;
  gpointer value;
  g_hash_table_iter_init(&it, s->kept);
  while (g_hash_table_iter_next(&it, NULL, &value)) g_hash_table_add(unkept, (gpointer)((Kept *)value)->any);
  return !condition->has_input && speaks_of(condition, unkept);
}

static gboolean keep_condition(Slots *s, const Term *condition) {
  if (s->conditions->len >= limits.automaton_conditions || !can_keep(s, condition)) return FALSE;
  if (g_ptr_array_find(s->conditions, condition, NULL)) return FALSE;
  g_ptr_array_add(s->conditions, (gpointer)condition);
  return TRUE;
}

gboolean slots_keep_conditions(Slots *s, const Term *guard) {
  if (!guard->has_havoc) return FALSE;
  gboolean more = FALSE;
  g_autoptr(GPtrArray) nodes = term_postorder(&guard, 1);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *n = (const Term *)nodes->pdata[i];
    if (n->width == 1 && !n->index_width && n->has_havoc && !is_connective(n)) more |= keep_condition(s, n);
  }
  return more;
}

gboolean slots_keep_less(Slots *s) {
  GHashTableIter it;
  gpointer value;
  Kept *most = NULL;
  g_hash_table_iter_init(&it, s->kept);
  while (g_hash_table_iter_next(&it, NULL, &value)) {
    Kept *k = (Kept *)value;
    if (!k->any && (!most || g_hash_table_size(k->seen) > g_hash_table_size(most->seen))) most = k;
  }
  if (!most || g_hash_table_size(most->seen) < 3) return FALSE;
  most->any = term_fresh_havoc(most->width, 0);
  return TRUE;
}
