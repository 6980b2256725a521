/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates for facts about the arguments of relations. */
#include "base/limits.h"
#include "engine/spacer/facts.h"

#define MAX_CONSTANTS 7 /* a dimension of arrays */
#define MAX_FACTORS 3   /* a dimension of arrays */

typedef struct {
  const Chc *c;
  const GArray *slots; /* guint, by argument */
  GArray *list;        /* Fact */
  gint64 constants[MAX_CONSTANTS];
  guint n_constants;
  gint64 factors[MAX_FACTORS]; /* that the program multiplies by */
  guint n_factors;
  guint step;      /* so many steps did not suffice */
  Comparison also; /* a condition of what is added */
} Candidates;

static const Comparison always = {.kind = COMPARE_NONE};

/* ---- numbers ---- */

static void add(GArray *list, Comparison then) {
  Fact f = {NO_ARGUMENT, NO_ARGUMENT, always, always, then, FALSE};
  g_array_append_val(list, f);
}

static Comparison pair(CompareKind kind, guint x, guint y, gint64 constant) {
  return (Comparison){kind, x, y, y == NO_ARGUMENT ? 0 : 1, constant};
}

static void add_numbers(GArray *list, const Chc *c, Z3_func_decl relation) {
  guint n = Z3_get_domain_size(c->z3, relation), n_integers = 0;
  Z3_sort integer = Z3_mk_int_sort(c->z3);
  for (guint i = 0; i < n; i++) {
    Z3_sort sort = Z3_get_domain(c->z3, relation, i);
    Z3_sort_kind kind = Z3_get_sort_kind(c->z3, sort);
    if (kind == Z3_BOOL_SORT || kind == Z3_ARRAY_SORT) continue;
    gboolean is_integer = sort == integer;
    if (is_integer) add(list, pair(COMPARE_GE, i, NO_ARGUMENT, 0));
    if (is_integer) add(list, pair(COMPARE_LE, i, NO_ARGUMENT, 0));
    if (++n_integers > limits.spacer_paired) continue;
    for (guint j = 0; j < i; j++) {
      if (Z3_get_domain(c->z3, relation, j) != sort) continue;
      add(list, pair(COMPARE_EQ, i, j, 0));
      if (!is_integer) continue;
      add(list, pair(COMPARE_EQ, i, j, 1));
      add(list, pair(COMPARE_EQ, i, j, -1));
      add(list, pair(COMPARE_LE, i, j, 0));
      add(list, pair(COMPARE_GE, i, j, 0));
      add(list, pair(COMPARE_LE, i, j, -1));
      add(list, pair(COMPARE_GE, i, j, 1));
    }
  }
}

/* ---- constants of the program ---- */

static void note_constant(Candidates *k, const Operand *o) {
  if (o->kind != OPERAND_CONST || o->width < 8) return;
  gint64 value = term_signed(o->value, o->width);
  if (value == 0 || value >= (1 << 30) || value <= -(1 << 30)) return;
  for (guint i = 0; i < k->n_constants; i++)
    if (k->constants[i] == value) return;
  if (k->n_constants < MAX_CONSTANTS) k->constants[k->n_constants++] = value;
}

static void note_factor(Candidates *k, const IrInstr *in) {
  if (in->opcode != IR_TERM || (in->term_op != TERM_MUL && in->term_op != TERM_SHL)) return;
  for (guint a = 0; a < 2; a++) {
    if (in->args[a].kind != OPERAND_CONST) continue;
    gint64 value = term_signed(in->args[a].value, in->args[a].width);
    if (in->term_op == TERM_SHL) value = value < 8 ? (gint64)1 << value : 0;
    gboolean known = value < 2 || value > 10;
    for (guint i = 0; i < k->n_factors; i++) known |= k->factors[i] == value;
    if (!known && k->n_factors < MAX_FACTORS) k->factors[k->n_factors++] = value;
  }
}

/* What the program compares with and stores. */
static void note_constants(Candidates *k) {
  const Flat *f = k->c->flat;
  for (guint n = 0; n < f->nodes->len; n++) {
    const FlatNode *node = flat_node(f, n);
    for (guint i = node->first; i < node->end; i++) {
      const IrInstr *in = &g_array_index(node->block->instrs, IrInstr, i);
      gboolean compares = in->opcode == IR_TERM && in->term_op >= TERM_EQ && in->term_op <= TERM_SLE;
      for (guint a = 0; compares && a < in->n_args; a++) note_constant(k, &in->args[a]);
      if (in->opcode == IR_STORE) note_constant(k, &in->args[1]);
      note_factor(k, in);
    }
  }
}

/* ---- cells ---- */

static const Place *place_of(const Candidates *k, guint argument) {
  guint slot = g_array_index(k->slots, guint, argument), first = k->c->precision->n_variables;
  return slot == G_MAXUINT || slot < first ? NULL : places_get(k->c->places, slot - first);
}

static gboolean is_integer(const Candidates *k, guint argument) {
  guint slot = g_array_index(k->slots, guint, argument);
  if (slot == G_MAXUINT || precision_width(k->c->precision, slot) == 1) return FALSE;
  const Place *p = place_of(k, argument);
  return (!p || p->kind != PLACE_ARRAY) && precision_kind(k->c->precision, slot) != WORD_BITS;
}

static guint argument_of(const Candidates *k, PlaceKind kind, guint object, guint ghost) {
  for (guint i = 0; i < k->slots->len; i++) {
    const Place *p = place_of(k, i);
    if (p && p->kind == kind && p->ghost == ghost && (kind == PLACE_INDEX || p->object == object)) return i;
  }
  return NO_ARGUMENT;
}

static void add_if(Candidates *k, guint flag, Comparison when, Comparison then) {
  Fact f = {flag, NO_ARGUMENT, when, k->also, then, FALSE};
  if (k->list->len < limits.spacer_fact_candidates) g_array_append_val(k->list, f);
}

static const CompareKind kinds[] = {COMPARE_EQ, COMPARE_LE, COMPARE_GE};

static void add_relations(Candidates *k, guint cell, guint flag, Comparison when);

/* All that is said of a cell under one condition. */
static void add_contents(Candidates *k, guint cell, guint flag, Comparison when) {
  const Place *held = place_of(k, cell);
  for (guint t = 0; t < G_N_ELEMENTS(kinds); t++) {
    add_if(k, flag, when, pair(kinds[t], cell, NO_ARGUMENT, 0));
    for (guint i = 0; i < k->n_constants; i++)
      add_if(k, flag, when, pair(kinds[t], cell, NO_ARGUMENT, k->constants[i]));
  }
  add_if(k, flag, when, pair(COMPARE_NE, cell, NO_ARGUMENT, 0));
  add_if(k, flag, when, pair(COMPARE_LE, cell, NO_ARGUMENT, -1));
  for (guint i = 0; i < k->n_constants; i++) {
    add_if(k, flag, when, pair(COMPARE_LE, cell, NO_ARGUMENT, k->constants[i] - 1));
    add_if(k, flag, when, pair(COMPARE_GE, cell, NO_ARGUMENT, k->constants[i] + 1));
  }
  guint index = argument_of(k, PLACE_INDEX, 0, held->ghost);
  for (guint i = 0; i <= k->n_factors; i++)
    for (gint d = -1; d <= 1; d++)
      for (guint t = 0; (i || d) && t < G_N_ELEMENTS(kinds); t++)
        add_if(k, flag, when, (Comparison){kinds[t], cell, index, i ? k->factors[i - 1] : 1, d});
  add_relations(k, cell, flag, when);
}

/* And how it is related to other cells and numbers. */
static void add_relations(Candidates *k, guint cell, guint flag, Comparison when) {
  const Place *held = place_of(k, cell);
  guint n_terms = 0;
  for (guint i = k->slots->len; i-- > 0;) {
    const Place *p = place_of(k, i);
    if (i == cell || !is_integer(k, i) || (p && p->kind == PLACE_CELL && p->ghost != held->ghost)) continue;
    if (p && p->kind == PLACE_INDEX && p->ghost != held->ghost) continue;
    if (!(p && (p->kind == PLACE_CELL || p->kind == PLACE_INDEX)) &&
        n_terms++ >= limits.spacer_compared_terms)
      continue;
    for (guint t = 0; t < G_N_ELEMENTS(kinds); t++) add_if(k, flag, when, pair(kinds[t], cell, i, 0));
    add_if(k, flag, when, pair(COMPARE_NE, cell, i, 0));
  }
}

/* Where the index is, under a flag. */
static void add_where(Candidates *k, guint index, guint flag) {
  guint n_terms = 0;
  add_if(k, flag, always, (Comparison){.kind = COMPARE_NEVER, .y = NO_ARGUMENT});
  for (guint i = 0; i < k->n_constants; i++) {
    add_if(k, flag, always, pair(COMPARE_LE, index, NO_ARGUMENT, k->constants[i] - 1));
    add_if(k, flag, always, pair(COMPARE_GE, index, NO_ARGUMENT, k->constants[i]));
  }
  for (guint i = k->slots->len; i-- > 0 && n_terms < limits.spacer_compared_terms;) {
    const Place *p = place_of(k, i);
    if (i == index || !is_integer(k, i) || (p && p->kind == PLACE_CELL)) continue;
    n_terms++;
    for (gint d = -1; d <= 1; d++) {
      add_if(k, flag, always, pair(COMPARE_LE, index, i, d));
      add_if(k, flag, always, pair(COMPARE_GE, index, i, d));
    }
    for (guint f = 0; f < k->n_factors; f++)
      for (gint d = -1; d <= 1; d++) {
        add_if(k, flag, always, (Comparison){COMPARE_LE, index, i, k->factors[f], d});
        add_if(k, flag, always, (Comparison){COMPARE_GE, index, i, k->factors[f], d});
      }
    add_if(k, flag, always, pair(COMPARE_EQ, index, i, 0));
    add_if(k, flag, always, pair(COMPARE_NE, index, i, 0));
  }
}

/* An index that no element has: those of an element that exists are one or the other. */
static void add_nowhere(Candidates *k, guint index, guint unwritten, guint written) {
  for (guint i = 0; i < k->n_constants + k->slots->len; i++) {
    guint argument = i < k->n_constants ? NO_ARGUMENT : i - k->n_constants;
    const Place *p = argument == NO_ARGUMENT ? NULL : place_of(k, argument);
    if (argument != NO_ARGUMENT &&
        (argument == index || !is_integer(k, argument) || (p && p->kind == PLACE_CELL)))
      continue;
    Fact f = {unwritten, written, always, always, always, FALSE};
    f.then = pair(COMPARE_GE, index, argument, argument == NO_ARGUMENT ? k->constants[i] : 0);
    g_array_append_val(k->list, f);
  }
}

/* On either side of an argument. */
static void add_sides(Candidates *k, guint cell, guint index, guint written, guint argument) {
  for (gint d = -1; d <= 0; d++) {
    add_contents(k, cell, written, pair(COMPARE_LE, index, argument, d));
    add_contents(k, cell, written, pair(COMPARE_GE, index, argument, d + 1));
  }
}

static gboolean is_number(const Candidates *k, guint argument) {
  const Place *p = place_of(k, argument);
  return is_integer(k, argument) && !(p && (p->kind == PLACE_CELL || p->kind == PLACE_INDEX));
}

/* Behind an argument, where another is 0 or 1. */
static void add_switched(Candidates *k, guint cell, guint index, guint written, guint argument) {
  guint n = 0;
  for (guint i = k->slots->len; i-- > 0 && n < limits.spacer_switches;) {
    if (i == argument || !is_number(k, i)) continue;
    n++;
    for (gint value = 0; value <= 1; value++) {
      k->also = pair(COMPARE_EQ, i, NO_ARGUMENT, value);
      add_relations(k, cell, written, pair(COMPARE_LE, index, argument, -1));
      if (n == 1) add_relations(k, cell, written, always);
    }
  }
  k->also = always;
}

static void add_cell(Candidates *k, guint cell) {
  const Place *held = place_of(k, cell);
  guint index = argument_of(k, PLACE_INDEX, 0, held->ghost), n_terms = 0;
  guint fresh = argument_of(k, PLACE_UNWRITTEN, held->object, held->ghost);
  guint written = argument_of(k, PLACE_WRITTEN, held->object, held->ghost);
  if (index == NO_ARGUMENT || !is_integer(k, index)) return;
  if (k->step == 0 && fresh != NO_ARGUMENT) add_contents(k, cell, fresh, always);
  if (k->step == 0 && written != NO_ARGUMENT) add_contents(k, cell, written, always);
  for (guint i = k->slots->len; i-- > 0 && k->step && n_terms < limits.spacer_compared_terms;) {
    if (!is_number(k, i)) continue;
    n_terms++;
    (k->step == 1 ? add_sides : add_switched)(k, cell, index, written, i);
  }
}

/* Where addresses in an object are, as seen from the index. */
static void add_addresses(Candidates *k, guint index, guint flag) {
  const Places *places = k->c->places;
  const PlaceObject *o = places_object(places, place_of(k, flag)->object);
  for (guint i = 0; i < k->slots->len; i++) {
    guint slot = g_array_index(k->slots, guint, i);
    if (slot >= k->c->precision->n_variables || !is_integer(k, i)) continue;
    Base b = places->bases[slot];
    if (places_cellular(places, b) != place_of(k, flag)->object || b.is_fixed) continue;
    if (o->size < (1 << 30)) add(k->list, pair(COMPARE_LE, i, NO_ARGUMENT, (gint64)o->size));
    Comparison is = {COMPARE_LE, i, index, (gint64)o->stride, 0};
    add_if(k, flag, always, is);
    is.kind = COMPARE_GE, is.constant = (gint64)o->stride;
    add_if(k, flag, always, is);
  }
}

static void add_histories(Candidates *k) {
  for (guint i = 0; i < k->slots->len; i++) {
    const Place *p = place_of(k, i);
    if (!p || (p->kind != PLACE_UNWRITTEN && p->kind != PLACE_WRITTEN)) continue;
    guint index = argument_of(k, PLACE_INDEX, 0, p->ghost);
    if (index == NO_ARGUMENT || !is_integer(k, index)) continue;
    add_where(k, index, i);
    add_addresses(k, index, i);
    if (p->kind == PLACE_UNWRITTEN)
      add_nowhere(k, index, i, argument_of(k, PLACE_WRITTEN, p->object, p->ghost));
  }
}

static void add_cells(Candidates *k) {
  note_constants(k);
  if (!k->step) add_histories(k);
  for (guint i = 0; i < k->slots->len; i++) {
    const Place *p = place_of(k, i);
    if (p && p->kind == PLACE_CELL && is_integer(k, i)) add_cell(k, i);
    if (k->step || (p && p->kind == PLACE_CELL)) continue;
    for (guint n = 0; is_integer(k, i) && n < k->n_constants; n++)
      for (gint d = 0; d <= 1; d++) {
        add(k->list, pair(COMPARE_LE, i, NO_ARGUMENT, k->constants[n] - d));
        add(k->list, pair(COMPARE_GE, i, NO_ARGUMENT, k->constants[n] + d));
      }
  }
}

GArray *chc_candidates(const Chc *c, Z3_func_decl relation) {
  Candidates k = {.c = c, .list = g_array_new(FALSE, FALSE, sizeof(Fact))};
  k.slots = g_hash_table_lookup(c->relations, relation);
  for (guint i = 0; i < c->flat->procedures->len; i++)
    if (c->fails[i] == relation) add(k.list, (Comparison){.kind = COMPARE_NEVER});
  add_numbers(k.list, c, relation);
  if (c->places->ghosts.n) add_cells(&k);
  return k.list;
}

void chc_more_candidates(const Chc *c, Z3_func_decl relation, guint step, GArray *list) {
  Candidates k = {.c = c, .list = list, .step = step};
  k.slots = g_hash_table_lookup(c->relations, relation);
  for (guint i = 0; i < c->flat->procedures->len; i++)
    if (c->fails[i] == relation) add(k.list, (Comparison){.kind = COMPARE_NEVER});
  add_cells(&k);
}
