/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One stretch of the clauses: how the program starts. */
#include "base/limits.h"
#include "engine/spacer/cells.h"

static Words *words(Stretch *r) { return &r->c->words; }
static WordKind kind_of(const Stretch *r, guint slot) { return precision_kind(r->c->precision, slot); }

static Word initial_scalar(Stretch *r, const Place *place, const IrGlobal *g, WordKind kind) {
  guint64 end = place->offset + place->width / 8;
  guint64 bits = 0;
  for (guint i = 0; i < g->inits->len; i++) {
    const IrInit *init = &g_array_index(g->inits, IrInit, i);
    if (init->offset >= end || init->offset + init->width / 8 <= place->offset) continue;
    if (init->offset != place->offset || init->width != place->width || init->value.kind != OPERAND_CONST)
      return (Word){.ast = NULL};
    bits = init->value.value;
  }
  return word_const(words(r), kind, place->width, bits);
}

static Word initial_array(Stretch *r, const Place *place, const IrGlobal *g, WordKind kind) {
  WordKind index = kind == WORD_BITS ? WORD_BITS : WORD_SIGNED;
  guint pw = r->c->flat->program->pointer_width;
  Word zero = word_const(words(r), kind, place->width, 0);
  Z3_ast array = Z3_mk_const_array(r->c->z3, words_sort(words(r), index, pw), zero.ast);
  if (g->inits->len > limits.engine_global_inits) return (Word){.ast = NULL};
  for (guint i = 0; i < g->inits->len; i++) {
    const IrInit *init = &g_array_index(g->inits, IrInit, i);
    if (init->width != place->width || init->offset % (place->width / 8) || init->value.kind != OPERAND_CONST)
      return (Word){.ast = NULL};
    Word value = word_const(words(r), kind, place->width, init->value.value);
    array = Z3_mk_store(r->c->z3, array, word_const(words(r), index, pw, init->offset).ast, value.ast);
  }
  return word_of(array, kind, place->width);
}

static void start_place(Stretch *r, guint id) {
  const Place *place = places_get(r->c->places, id);
  WordKind kind = kind_of(r, r->c->precision->n_variables + id);
  if (place->kind == PLACE_COUNTER) r->state[id] = word_const(words(r), kind, 32, 0);
  if (place->kind == PLACE_INDEX && r->c->places->ghosts.first)
    r->state[id] = word_const(words(r), kind, place->width, 0);
  else if (place->kind == PLACE_INDEX && kind != WORD_BITS)
    stretch_assume(r, Z3_mk_ge(r->c->z3, stretch_place(r, id).ast, words_number(words(r), 0)));
  if (place_is_history(place)) r->state[id] = word_const(words(r), kind, 1, 0);
  if (place->kind == PLACE_FLAG) r->state[id] = word_const(words(r), kind, 1, 1);
  if (place->kind == PLACE_INPUT || place->kind == PLACE_INDEX) stretch_place(r, id); /* one value for all */
  if (place->kind != PLACE_SCALAR && place->kind != PLACE_ARRAY && place->kind != PLACE_CELL) return;
  const PlaceObject *o = places_object(r->c->places, place->object);
  if (o->global == G_MAXUINT) return;
  const IrGlobal *g = program_global(r->c->flat->program, o->global);
  if (g->external || g->unknown) return;
  if (place->kind == PLACE_CELL)
    cells_start(r, id);
  else
    r->state[id] =
        place->kind == PLACE_ARRAY ? initial_array(r, place, g, kind) : initial_scalar(r, place, g, kind);
}

static Word condition_leaf(Stretch *r, const Term *t) {
  WordKind kind = t->width == 1 ? WORD_BOOL : WORD_SIGNED;
  if (t->op == TERM_CONST) return word_const(words(r), kind, t->width, t->param);
  if (t->op == TERM_INPUT) {
    InputKey key = input_key_unpack(t->param);
    guint place = key.offset ? NO_PLACE : places_input(r->c->places, key.site, key.occurrence);
    if (place != NO_PLACE) return stretch_place(r, place);
  }
  return word_fresh(words(r), kind, t->width);
}

static Word condition_node(Stretch *r, const Term *t, const Word *done, GHashTable *index) {
  if (!t->n_args) return condition_leaf(r, t);
  g_autofree Word *args = g_new(Word, t->n_args);
  WordKind kind = t->width == 1 ? WORD_BOOL : WORD_SIGNED;
  gboolean chosen = t->width == 1;
  for (guint i = 0; i < t->n_args; i++) {
    args[i] = done[GPOINTER_TO_UINT(g_hash_table_lookup(index, t->args[i]))];
    if (chosen || args[i].kind == WORD_BOOL || term_is_const(t->args[i])) continue;
    kind = args[i].kind;
    chosen = TRUE;
  }
  return word_apply(words(r), (TermOp)t->op, t->width, t->param, args, t->n_args, kind);
}

/* The condition, with what integers do not tell left open: it may only get weaker. */
static Z3_ast condition_formula(Stretch *r, const Term *condition) {
  GPtrArray *order = term_postorder(&condition, 1);
  GHashTable *index = g_hash_table_new(NULL, NULL);
  g_autofree Word *done = g_new0(Word, order->len + 1);
  for (guint i = 0; i < order->len; i++) {
    const Term *t = (const Term *)order->pdata[i];
    done[i] = condition_node(r, t, done, index);
    g_hash_table_insert(index, (gpointer)t, GUINT_TO_POINTER(i));
  }
  Z3_ast e = done[order->len - 1].ast;
  g_ptr_array_unref(order);
  g_hash_table_unref(index);
  return e;
}

void stretch_start_program(Stretch *r) {
  const Term *condition = r->c->question->condition;
  for (guint i = 0; i < r->c->places->places->len; i++) start_place(r, i);
  for (guint i = 0; i < r->c->places->objects->len; i++)
    if (places_object(r->c->places, i)->global != G_MAXUINT) cells_make(r, i);
  if (condition && !term_is_true(condition) &&
      term_dag_size(condition, limits.spacer_condition_nodes) < limits.spacer_condition_nodes)
    stretch_assume(r, condition_formula(r, condition));
  words(r)->lossy = FALSE;
}
