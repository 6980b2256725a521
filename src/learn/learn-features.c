/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Features from the inputs, alone and in pairs, and from the conditions of the program. */
#include "learn/learn-features.h"
#include "base/limits.h"

#define SIGN (G_GUINT64_CONSTANT(1) << 63)
#define FEATURE_NAN (G_MAXUINT64 - 1)

enum {
  COST_INPUT = 3,
  COST_ATOM = 3,
  COST_UNLIKELY = 4,
  COST_SIDE = 5,
  COST_PAIR = 6,
  COST_REMAINDER = 8,
  COST_SUM = 9
};

/* ---- values in order ---- */

/* Bits of a floating-point number, sign at the top. */
static guint64 order_float(guint64 raw, guint width) {
  guint64 bits = raw << (64 - width), infinity = (width == 32 ? G_GUINT64_CONSTANT(0x7f800000) << 32
                                                              : G_GUINT64_CONSTANT(0x7ff0000000000000));
  if ((bits & ~SIGN) > infinity) return FEATURE_NAN;
  if (bits == SIGN) bits = 0;
  return (bits & SIGN ? ~bits : bits | SIGN) >> (64 - width);
}

static guint64 unorder_float(guint64 ordered, guint width) {
  guint64 sign = G_GUINT64_CONSTANT(1) << (width - 1);
  if (ordered > term_mask(width)) return width == 32 ? 0x7fc00000 : G_GUINT64_CONSTANT(0x7ff8000000000000);
  return (ordered & sign ? ordered & ~sign : ~ordered) & term_mask(width);
}

guint64 feature_order(const Feature *f, guint64 raw) {
  if (f->reading == READ_FLOAT) return order_float(raw, f->term->width);
  return f->reading == READ_SIGNED ? (guint64)term_signed(raw, f->term->width) ^ SIGN : raw;
}

guint64 feature_raw(const Feature *f, guint64 ordered) {
  if (f->reading == READ_FLOAT) return unorder_float(ordered, f->term->width);
  return (f->reading == READ_SIGNED ? ordered ^ SIGN : ordered) & term_mask(f->term->width);
}

guint64 feature_min(const Feature *f) {
  return f->reading == READ_SIGNED ? feature_order(f, G_GUINT64_CONSTANT(1) << (f->term->width - 1)) : 0;
}

guint64 feature_max(const Feature *f) {
  guint64 all = term_mask(f->term->width);
  if (f->reading == READ_FLOAT) return G_MAXUINT64;
  return f->reading == READ_SIGNED ? feature_order(f, all >> 1) : all;
}

/* A bound from below holds for NaN only where it has none from above. */
static const Term *float_between(const Feature *f, guint64 lo, guint64 hi) {
  const Term *t = f->term, *ordered = term_binary(TERM_FEQ, t, t);
  guint64 infinity =
      order_float(t->width == 32 ? 0x7f800000 : G_GUINT64_CONSTANT(0x7ff0000000000000), t->width);
  const Term *from = term_const(t->width, feature_raw(f, MIN(lo, infinity))),
             *to = term_const(t->width, feature_raw(f, MIN(hi, infinity)));
  if (lo > infinity) return term_not(ordered);
  if (lo == hi) return term_binary(TERM_FEQ, t, from);
  if (hi >= FEATURE_NAN) return lo ? term_not(term_binary(TERM_FLT, t, from)) : term_bool(TRUE);
  if (hi >= infinity) return lo ? term_binary(TERM_FLE, from, t) : ordered;
  const Term *below = term_binary(TERM_FLE, t, to);
  return lo ? term_and(term_binary(TERM_FLE, from, t), below) : below;
}

const Term *feature_between(const Feature *f, guint64 lo, guint64 hi) {
  const Term *t = f->term, *from = term_const(t->width, feature_raw(f, lo)),
             *to = term_const(t->width, feature_raw(f, hi));
  if (f->reading == READ_FLOAT) return float_between(f, lo, hi);
  TermOp le = f->reading == READ_SIGNED ? TERM_SLE : TERM_ULE;
  if (lo == hi) return term_eq(t, from);
  const Term *above = lo <= feature_min(f) ? term_bool(TRUE) : term_binary(le, from, t);
  const Term *below = hi >= feature_max(f) ? term_bool(TRUE) : term_binary(le, t, to);
  return term_and(above, below);
}

/* ---- the list ---- */

static void add(Features *f, const Term *t, Reading reading, guint cost) {
  if (t->op == TERM_CONST || t->has_havoc || t->index_width || f->list->len >= limits.features_all) return;
  if (t->width == 1) reading = READ_UNSIGNED;
  if (t->width == 1 && t->op == TERM_NOT) t = t->args[0];
  for (guint i = 0; i < f->list->len; i++) {
    const Feature *other = (const Feature *)f->list->pdata[i];
    if (other->term == t && other->reading == reading) return;
  }
  Feature *feature = g_new0(Feature, 1);
  *feature = (Feature){t, reading, cost, g_array_new(FALSE, FALSE, sizeof(guint64))};
  g_ptr_array_add(f->list, feature);
}

static void add_number(GArray *numbers, gint64 c, guint limit) {
  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index(numbers, gint64, i) == c) return;
  if (numbers->len < limit) g_array_append_val(numbers, c);
}

void features_add_constant(Features *f, gint64 c) { add_number(f->constants, c, limits.features_constants); }

void features_add_own(Features *f, guint input, gint64 c) {
  add_number(f->own[input], c, limits.features_own);
}

static void add_constants(Features *f, const Term *atom) {
  GPtrArray *nodes = term_postorder(&atom, 1), *inputs = term_inputs(atom);
  guint only = G_MAXUINT;
  if (inputs->len != 1 || !g_ptr_array_find(f->inputs, inputs->pdata[0], &only)) only = G_MAXUINT;
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (t->op != TERM_CONST || t->width == 1) continue;
    gint64 c = term_signed(t->param, t->width);
    features_add_constant(f, c);
    if (only != G_MAXUINT) features_add_own(f, only, c);
  }
  g_ptr_array_unref(inputs);
  g_ptr_array_unref(nodes);
}

static guint size_cost(const Term *t) { return term_dag_size(t, 40) / 3; }

static gboolean compares_bits(const Term *atom) {
  return atom->op >= TERM_EQ && atom->op <= TERM_SLE && atom->args[0]->width > 1;
}

/* Comparisons with a constant are thresholds of the other side; an equation is also worth a test of its own.
 */
static void add_comparison(Features *f, const Term *atom) {
  const Term *a = atom->args[0], *b = atom->args[1];
  gboolean threshold = term_is_const(a) || term_is_const(b);
  Reading reading = atom->op == TERM_ULT || atom->op == TERM_ULE ? READ_UNSIGNED : READ_SIGNED;
  guint cost = threshold ? COST_ATOM : COST_SIDE;
  const Term *difference = term_binary(TERM_SUB, a, b);
  add(f, a, reading, cost + size_cost(a));
  add(f, b, reading, cost + size_cost(b));
  if (!term_is_const(difference)) g_ptr_array_add(f->equations, (gpointer)difference);
  if (!threshold || atom->op == TERM_EQ) add(f, atom, READ_UNSIGNED, COST_ATOM + size_cost(atom));
  if (!threshold) add(f, difference, READ_SIGNED, COST_SIDE + size_cost(difference));
}

static void add_atom(Features *f, const Term *atom) {
  if (compares_bits(atom)) {
    add_comparison(f, atom);
    return;
  }
  add(f, atom, READ_UNSIGNED, COST_ATOM + size_cost(atom));
  for (guint i = 0; atom->op >= TERM_FEQ && atom->op <= TERM_FLE && i < 2; i++)
    add(f, atom->args[i], READ_FLOAT, COST_SIDE + size_cost(atom->args[i]));
}

static void add_comparisons(Features *f, const Term *a, const Term *b) {
  add(f, term_eq(a, b), READ_UNSIGNED, COST_PAIR);
  add(f, term_binary(TERM_SLT, a, b), READ_UNSIGNED, COST_PAIR);
  add(f, term_binary(TERM_SLT, b, a), READ_UNSIGNED, COST_PAIR);
  add(f, term_binary(TERM_ULT, a, b), READ_UNSIGNED, COST_PAIR + 1);
  add(f, term_binary(TERM_ULT, b, a), READ_UNSIGNED, COST_PAIR + 1);
}

/* As C computes them, and as they are: without wrapping round. */
static void add_sums(Features *f, const Term *a, const Term *b) {
  static const TermOp ops[] = {TERM_ADD, TERM_SUB};
  for (guint i = 0; i < 2; i++) {
    add(f, term_binary(ops[i], a, b), READ_SIGNED, COST_SUM);
    add(f, term_binary(ops[i], a, b), READ_UNSIGNED, COST_SUM + 1);
    if (a->width > 62) continue;
    const guint wide = a->width <= 30 ? 32 : 64; /* types of C */
    add(f, term_binary(ops[i], term_sext(a, wide), term_sext(b, wide)), READ_SIGNED, COST_SUM + 2);
    add(f, term_binary(ops[i], term_zext(a, wide), term_zext(b, wide)), READ_SIGNED, COST_SUM + 3);
  }
}

void features_add_sum(Features *f, const Term *sum) { add(f, sum, READ_SIGNED, COST_SUM + 2); }

static void add_remainders(Features *f, const Term *x) {
  for (guint k = 1; k <= 3 && k < x->width; k++)
    add(f, term_extract(x, 0, k), READ_UNSIGNED, COST_REMAINDER + k);
  for (guint i = 0; i < f->constants->len; i++) {
    gint64 c = g_array_index(f->constants, gint64, i);
    if (c < 3 || c > 4096 || (guint64)c > term_mask(x->width - 1)) continue;
    add(f, term_binary(TERM_SREM, x, term_const(x->width, (guint64)c)), READ_SIGNED, COST_REMAINDER + 2);
    add(f, term_binary(TERM_UREM, x, term_const(x->width, (guint64)c)), READ_UNSIGNED, COST_REMAINDER + 3);
  }
}

typedef void (*PairFunction)(Features *f, const Term *a, const Term *b);

static void for_pairs(Features *f, PairFunction visit) {
  for (guint i = 0; i < MIN(f->inputs->len, limits.features_paired); i++)
    for (guint j = i + 1; j < MIN(f->inputs->len, limits.features_paired); j++) {
      const Term *a = (const Term *)f->inputs->pdata[i], *b = (const Term *)f->inputs->pdata[j];
      if (a->width == b->width && a->width > 1) visit(f, a, b);
    }
}

/* ---- which inputs ---- */

static void choose_input(Features *f, const Term *input) {
  if (f->inputs->len < LEARN_MAX_INPUTS && !g_ptr_array_find(f->inputs, input, NULL))
    g_ptr_array_add(f->inputs, (gpointer)input);
}

/* Conditions mention what matters, the earlier the more. */
static void choose_inputs(Features *f, const GPtrArray *inputs, const GPtrArray *atoms) {
  for (guint i = 0; atoms && i < atoms->len; i++) {
    GPtrArray *mentioned = term_inputs((const Term *)atoms->pdata[i]);
    for (guint k = 0; k < mentioned->len; k++)
      if (g_ptr_array_find((GPtrArray *)inputs, mentioned->pdata[k], NULL))
        choose_input(f, (const Term *)mentioned->pdata[k]);
    g_ptr_array_unref(mentioned);
  }
  for (guint i = 0; i < inputs->len; i++) choose_input(f, (const Term *)inputs->pdata[i]);
}

static void note_floats(Features *f, const Term *atom) {
  if (!atom->has_float) return;
  GPtrArray *nodes = term_postorder(&atom, 1);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    guint at;
    for (guint k = 0; t->op >= TERM_FADD && t->op <= TERM_FTOUI && k < t->n_args; k++)
      if (g_ptr_array_find(f->inputs, t->args[k], &at)) f->is_float[at] = TRUE;
  }
  g_ptr_array_unref(nodes);
}

/* Does the program only ever ask whether the input is some constant?  Then its order says little. */
static gboolean only_equated(const GPtrArray *atoms, const Term *input) {
  gboolean mentioned = FALSE;
  for (guint i = 0; atoms && i < atoms->len; i++) {
    const Term *atom = (const Term *)atoms->pdata[i];
    GPtrArray *inputs = term_inputs(atom);
    gboolean here = g_ptr_array_find(inputs, input, NULL);
    g_ptr_array_unref(inputs);
    if (here && (atom->op != TERM_EQ || (atom->args[0] != input && atom->args[1] != input))) return FALSE;
    mentioned |= here;
  }
  return mentioned;
}

static void add_input(Features *f, guint i, const GPtrArray *atoms) {
  const Term *input = (const Term *)f->inputs->pdata[i];
  guint cost = COST_INPUT + (only_equated(atoms, input) ? COST_UNLIKELY : 0);
  if (f->is_float[i]) add(f, input, READ_FLOAT, COST_INPUT);
  add(f, input, READ_SIGNED, cost);
  add(f, input, READ_UNSIGNED, cost + 1);
}

static void feature_free(gpointer data) {
  Feature *f = (Feature *)data;
  g_array_unref(f->column);
  g_free(f);
}

Features *features_new(const GPtrArray *inputs, const GPtrArray *atoms) {
  Features *f = g_new0(Features, 1);
  f->inputs = g_ptr_array_new();
  f->list = g_ptr_array_new_with_free_func(feature_free);
  f->constants = g_array_new(FALSE, FALSE, sizeof(gint64));
  f->equations = g_ptr_array_new();
  for (guint i = 0; i < LEARN_MAX_INPUTS; i++) f->own[i] = g_array_new(FALSE, FALSE, sizeof(gint64));
  choose_inputs(f, inputs, atoms);
  for (guint i = 0; atoms && i < atoms->len; i++) add_constants(f, (const Term *)atoms->pdata[i]);
  for (guint i = 0; atoms && i < atoms->len; i++) note_floats(f, (const Term *)atoms->pdata[i]);
  for (guint i = 0; i < f->inputs->len; i++) add_input(f, i, atoms);
  for (guint i = 0; atoms && i < MIN(atoms->len, limits.features_all / 8); i++)
    add_atom(f, (const Term *)atoms->pdata[i]);
  for_pairs(f, add_comparisons);
  f->n_plain = f->list->len;
  for (guint i = 0; i < f->inputs->len; i++)
    if (((const Term *)f->inputs->pdata[i])->width > 1) add_remainders(f, (const Term *)f->inputs->pdata[i]);
  for_pairs(f, add_sums);
  return f;
}

void features_free(Features *f) {
  if (!f) return;
  g_ptr_array_unref(f->inputs);
  g_ptr_array_unref(f->list);
  g_array_unref(f->constants);
  g_ptr_array_unref(f->equations);
  for (guint i = 0; i < LEARN_MAX_INPUTS; i++) g_array_unref(f->own[i]);
  g_free(f);
}

void features_fill(Features *f, guint n, const GPtrArray *models) {
  guint first = models->len;
  for (guint i = 0; i < n; i++) first = MIN(first, ((Feature *)f->list->pdata[i])->column->len);
  for (guint p = first; p < models->len; p++) {
    Evaluator *e = evaluator_new((const Model *)models->pdata[p]);
    for (guint i = 0; i < n; i++) {
      Feature *feature = (Feature *)f->list->pdata[i];
      if (feature->column->len != p) continue;
      guint64 v = feature_order(feature, evaluator_value(e, feature->term));
      g_array_append_val(feature->column, v);
    }
    evaluator_free(e);
  }
}
