/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One stretch of the clauses: nodes, joins, and the clauses that leave it. */
#include "engine/spacer/cells.h"

static Z3_context z3_of(const Stretch *r) { return r->c->z3; }
static guint first_place(const Stretch *r) { return r->c->precision->n_variables; }
static guint n_places(const Stretch *r) { return r->c->places->places->len; }

static Word slot_word(const Stretch *r, guint slot, Z3_ast e) {
  return word_of(e, precision_kind(r->c->precision, slot), precision_width(r->c->precision, slot));
}

static gboolean is_array(const Stretch *r, guint slot) {
  return slot >= first_place(r) && places_get(r->c->places, slot - first_place(r))->kind == PLACE_ARRAY;
}

/* A constant of a slot's sort, of which its range is known. */
static Word fresh_slot(Stretch *r, guint slot) {
  Words *w = &r->c->words;
  Z3_sort sort = Z3_get_sort(z3_of(r), chc_slot_constant(r->c, slot));
  Word a = slot_word(r, slot, words_fresh_constant(w, sort));
  if (!is_array(r, slot)) words_add_fact(w, a.ast, word_range_fact(w, a.ast, a.kind, a.width));
  return a;
}

static Word given_slot(Stretch *r, guint slot, Z3_ast constant) {
  Words *w = &r->c->words;
  Word a = slot_word(r, slot, constant);
  gboolean counts =
      slot >= first_place(r) && places_get(r->c->places, slot - first_place(r))->kind == PLACE_COUNTER;
  if (counts)
    words_add_fact(w, constant, Z3_mk_ge(z3_of(r), constant, words_number(w, 0)));
  else if (!is_array(r, slot) && r->c->style.ranges)
    words_add_fact(w, constant, word_range_fact(w, constant, a.kind, a.width));
  return a;
}

Word stretch_variable(Stretch *r, guint variable) {
  Word *v = &r->values[variable - r->first];
  if (!v->ast) *v = fresh_slot(r, variable);
  return *v;
}

Word stretch_place(Stretch *r, guint place) {
  if (!r->state[place].ast) r->state[place] = fresh_slot(r, first_place(r) + place);
  return r->state[place];
}

Word stretch_slot(Stretch *r, guint slot) {
  return slot < first_place(r) ? stretch_variable(r, slot) : stretch_place(r, slot - first_place(r));
}

static guint node_of(const Stretch *r) { return flat_procedure(r->c->flat, r->procedure)->order[r->place]; }

static void note_edge(Stretch *r, guint to, guint choice, Z3_ast guard) {
  ChcEdge edge = {r->source, node_of(r), to, choice, guard};
  g_array_append_val(r->c->edges, edge);
}

/* When a measure is checked, that nothing else fails is known or will be. */
void stretch_fail(Stretch *r, Z3_ast when) {
  if (r->c->measure) return;
  Z3_ast guard = words_and(&r->c->words, words_and(&r->c->words, r->guard, when), cells_chosen(r));
  note_edge(r, NOWHERE, G_MAXUINT, guard);
  g_ptr_array_add(r->failures, guard ? guard : Z3_mk_true(z3_of(r)));
}

void stretch_fail_in_measure(Stretch *r, Z3_ast guard, Z3_ast decreases) {
  g_ptr_array_add(r->failures, words_and(&r->c->words, guard, Z3_mk_not(z3_of(r), decreases)));
}

void stretch_assume(Stretch *r, Z3_ast what) { r->guard = words_and(&r->c->words, r->guard, what); }

/* ---- joins ---- */

static Z3_ast truth(const Stretch *r, Z3_ast guard) { return guard ? guard : Z3_mk_true(z3_of(r)); }

/* The value that is a[i] when guard i holds. */
static Word join_values(Stretch *r, guint slot, const GArray *in, const Word *values) {
  gboolean same = TRUE;
  for (guint i = 1; i < in->len; i++) same &= values[i].ast == values[0].ast;
  if (same) return values[0];
  Word joined = fresh_slot(r, slot);
  for (guint i = 0; i < in->len; i++) {
    if (!values[i].ast) continue; /* any value */
    Z3_ast equal = Z3_mk_eq(z3_of(r), joined.ast, values[i].ast);
    Z3_ast guard = g_array_index(in, Incoming, i).guard;
    words_add_fact(&r->c->words, joined.ast, Z3_mk_implies(z3_of(r), truth(r, guard), equal));
  }
  return joined;
}

static Z3_ast join_guards(Stretch *r, const GArray *in) {
  g_autofree Z3_ast *guards = g_new(Z3_ast, in->len);
  for (guint i = 0; i < in->len; i++) guards[i] = truth(r, g_array_index(in, Incoming, i).guard);
  Z3_ast here = words_fresh_constant(&r->c->words, Z3_mk_bool_sort(z3_of(r)));
  words_add_fact(&r->c->words, here, Z3_mk_implies(z3_of(r), here, Z3_mk_or(z3_of(r), in->len, guards)));
  return here;
}

static Word *new_state(Stretch *r) {
  Word *state = g_new0(Word, n_places(r) + 1);
  g_ptr_array_add(r->states, state);
  return state;
}

static void join_variables(Stretch *r, const GArray *in, gboolean store, Word *heads) {
  const GArray *moves = g_array_index(in, Incoming, 0).edge->moves;
  g_autofree Word *values = g_new(Word, in->len);
  for (guint k = 0; moves && k < moves->len; k++) {
    guint dest = g_array_index(moves, FlatMove, k).dest;
    for (guint i = 0; i < in->len; i++) values[i] = g_array_index(in, Incoming, i).moved[k];
    Word joined = in->len == 1 ? values[0] : join_values(r, dest, in, values);
    if (store) r->values[dest - r->first] = joined;
    if (heads) heads[k] = joined;
  }
}

static void join_places(Stretch *r, const GArray *in) {
  g_autofree Word *values = g_new(Word, in->len);
  for (guint p = 0; p < n_places(r); p++) {
    for (guint i = 0; i < in->len; i++) values[i] = g_array_index(in, Incoming, i).state[p];
    r->state[p] = in->len == 1 ? values[0] : join_values(r, first_place(r) + p, in, values);
  }
}

static void enter(Stretch *r, const GArray *in) {
  r->guard = in->len == 1 ? g_array_index(in, Incoming, 0).guard : join_guards(r, in);
  r->state = new_state(r);
  join_places(r, in);
}

/* ---- leaving to cut points ---- */

static Z3_ast apply(const Stretch *r, Z3_func_decl relation, const GArray *args) {
  return Z3_mk_app(z3_of(r), relation, args->len, (const Z3_ast *)(void *)args->data);
}

/* What the procedure got, as the first arguments of its relations. */
static GArray *entry_arguments(const Stretch *r) {
  GArray *args = g_array_new(FALSE, FALSE, sizeof(Z3_ast));
  const GArray *got = r->c->effects->inputs[r->procedure];
  for (guint i = 0; r->procedure && i < got->len; i++) {
    Z3_ast e = chc_entry_constant(r->c, g_array_index(got, guint, i));
    g_array_append_val(args, e);
  }
  return args;
}

static void rule_to_cut_point(Stretch *r, guint to) {
  const FlatProcedure *p = flat_procedure(r->c->flat, r->procedure);
  const GArray *in = r->incoming[to - p->first], *live = r->c->effects->live[to];
  const GArray *moves = g_array_index(in, Incoming, 0).edge->moves;
  g_autofree Word *moved = g_new0(Word, moves ? moves->len + 1 : 1);
  enter(r, in);
  join_variables(r, in, FALSE, moved);
  GArray *args = entry_arguments(r);
  for (guint i = 0; i < live->len; i++) {
    guint slot = g_array_index(live, guint, i);
    Z3_ast e = NULL;
    for (guint k = 0; moves && k < moves->len; k++)
      if (g_array_index(moves, FlatMove, k).dest == slot) e = moved[k].ast;
    if (!e) e = stretch_slot(r, slot).ast;
    g_array_append_val(args, e);
  }
  if (r->ghost) {
    const Z3_ast *values = (const Z3_ast *)(void *)args->data + args->len - live->len;
    Z3_ast ghost = to == r->c->measure->head ? stretch_measure_at_head(r, live, values) : r->ghost;
    g_array_append_val(args, ghost);
  }
  chc_add_rule(r->c, r->body, r->guard, NULL, apply(r, r->c->at[to], args), to);
  g_array_unref(args);
}

static void rule_of_failures(Stretch *r) {
  if (!r->failures->len) return;
  Z3_ast any = Z3_mk_or(z3_of(r), r->failures->len, (Z3_ast *)r->failures->pdata);
  GArray *args = entry_arguments(r);
  chc_add_rule(r->c, r->body, any, NULL, apply(r, r->c->fails[r->procedure], args), NOWHERE);
  g_array_unref(args);
}

static void rule_of_return(Stretch *r) {
  const GArray *given = r->c->effects->outputs[r->procedure];
  GArray *args = entry_arguments(r);
  for (guint i = 0; i < given->len; i++) {
    Z3_ast e = stretch_slot(r, g_array_index(given, guint, i)).ast;
    g_array_append_val(args, e);
  }
  chc_add_rule(r->c, r->body, r->guard, NULL, apply(r, r->c->summary[r->procedure], args), node_of(r));
  g_array_unref(args);
}

/* ---- calls ---- */

static GArray *call_arguments(Stretch *r) {
  const FlatNode *n = r->node;
  const FlatProcedure *callee = flat_procedure(r->c->flat, n->callee);
  const GArray *gets = r->c->effects->inputs[n->callee];
  GArray *args = g_array_new(FALSE, FALSE, sizeof(Z3_ast));
  for (guint i = 0; i < gets->len; i++) {
    guint slot = g_array_index(gets, guint, i), k = i + 1;
    Z3_ast e;
    if (i >= callee->function->n_params)
      e = stretch_slot(r, slot).ast;
    else if (k < n->call->n_args && n->call->args[k].width == callee->function->reg_width[i])
      e = stretch_number(r, &n->call->args[k], n->base, precision_kind(r->c->precision, slot)).ast;
    else
      e = fresh_slot(r, slot).ast;
    g_array_append_val(args, e);
  }
  return args;
}

static void take_call_results(Stretch *r, GArray *args) {
  const FlatNode *n = r->node;
  const GArray *gives = r->c->effects->outputs[n->callee];
  for (guint i = 0; i < gives->len; i++) {
    Word got = fresh_slot(r, g_array_index(gives, guint, i));
    g_array_append_val(args, got.ast);
    if (i < n->call->n_dest) {
      WordKind kind = precision_kind(r->c->precision, n->base + n->call->dest + i);
      r->values[n->base + n->call->dest + i - r->first] =
          got.kind == WORD_BOOL ? got : word_convert(&r->c->words, got, kind);
    } else {
      r->state[g_array_index(gives, guint, i) - first_place(r)] = got;
    }
  }
}

/* The callee's failure is the caller's; else the run goes on behind the call with what the callee gives. */
static void rules_of_call(Stretch *r) {
  guint callee = r->node->callee;
  const FlatEdge *edge = &g_array_index(r->node->edges, FlatEdge, 0);
  const GArray *live = r->c->effects->live[edge->to];
  GArray *args = call_arguments(r), *head = entry_arguments(r);
  Z3_ast fails = apply(r, r->c->fails[callee], args);
  stretch_check_call(r, args);
  chc_add_rule(r->c, r->body, r->guard, fails, apply(r, r->c->fails[r->procedure], head), node_of(r));
  take_call_results(r, args);
  for (guint i = 0; i < live->len; i++) {
    Z3_ast e = stretch_slot(r, g_array_index(live, guint, i)).ast;
    g_array_append_val(head, e);
  }
  if (r->ghost) g_array_append_val(head, r->ghost);
  chc_add_rule(r->c, r->body, r->guard, apply(r, r->c->summary[callee], args),
               apply(r, r->c->at[edge->to], head), node_of(r));
  g_array_unref(args);
  g_array_unref(head);
}

/* ---- nodes ---- */

static Z3_ast edge_condition(Stretch *r, const IrBlock *b, guint choice) {
  Z3_context z3 = z3_of(r);
  if (choice == G_MAXUINT) return NULL;
  WordKind kind = b->cond.width == 1 ? WORD_BOOL
                  : b->cond.kind == OPERAND_REG
                      ? precision_kind(r->c->precision, r->node->base + (guint)b->cond.value)
                      : WORD_SIGNED;
  Word cond = stretch_number(r, &b->cond, r->node->base, kind);
  if (b->term == IR_BRANCH) return choice == 0 ? cond.ast : Z3_mk_not(z3, cond.ast);
  if (choice > 0)
    return Z3_mk_eq(z3, cond.ast, word_const(&r->c->words, kind, cond.width, b->cases[choice - 1]).ast);
  Z3_ast none = NULL;
  for (guint i = 0; i + 1 < b->n_succs; i++) {
    Z3_ast same = Z3_mk_eq(z3, cond.ast, word_const(&r->c->words, kind, cond.width, b->cases[i]).ast);
    none = words_and(&r->c->words, none, Z3_mk_not(z3, same));
  }
  return none;
}

static void take_edge(Stretch *r, const FlatEdge *e) {
  const FlatProcedure *p = flat_procedure(r->c->flat, r->procedure);
  Incoming in = {.state = r->state, .edge = e};
  in.guard = words_and(&r->c->words, r->guard, edge_condition(r, r->node->block, e->choice));
  guint n = e->moves ? e->moves->len : 0;
  in.moved = g_new0(Word, n + 1);
  g_ptr_array_add(r->states, in.moved);
  for (guint k = 0; k < n; k++) {
    const FlatMove *m = &g_array_index(e->moves, FlatMove, k);
    in.moved[k] = stretch_moved(r, m->dest, &m->value, m->base);
  }
  stretch_check_iteration(r, &in);
  note_edge(r, e->to, e->choice, in.guard);
  GArray **to = &r->incoming[e->to - p->first];
  if (!*to) *to = g_array_new(FALSE, FALSE, sizeof(Incoming));
  g_array_append_val(*to, in);
}

static void end_node(Stretch *r) {
  gboolean dual = r->c->question->dual;
  switch (r->node->how) {
  case FLAT_GOES_ON:
    for (guint i = 0; i < r->node->edges->len; i++) take_edge(r, &g_array_index(r->node->edges, FlatEdge, i));
    break;
  case FLAT_CALLS: rules_of_call(r); break;
  case FLAT_RETURNS:
    if (r->procedure)
      rule_of_return(r);
    else if (dual)
      stretch_fail(r, NULL);
    break;
  case FLAT_HALTS:
    if (dual) stretch_fail(r, NULL);
    break;
  case FLAT_FAILS:
    if (!dual) stretch_fail(r, NULL);
    break;
  case FLAT_UNMODELLED: stretch_fail(r, NULL); break;
  }
}

static void run_node(Stretch *r, guint node) {
  r->node = flat_node(r->c->flat, node);
  r->ended = FALSE;
  for (guint k = r->node->first; k < r->node->end && !r->ended; k++)
    stretch_instr(r, &g_array_index(r->node->block->instrs, IrInstr, k));
  if (!r->ended) end_node(r);
}

/* ---- the stretch ---- */

static void start(Stretch *r) {
  const FlatProcedure *p = flat_procedure(r->c->flat, r->procedure);
  r->state = new_state(r);
  if (chc_has_ghost(r->c, r->procedure)) r->ghost = words_number(&r->c->words, 0);
  if (r->source == p->first && r->procedure == 0) {
    stretch_start_program(r);
    return;
  }
  gboolean is_entry = r->source == p->first;
  const GArray *slots = is_entry ? r->c->effects->inputs[r->procedure] : r->c->effects->live[r->source];
  GArray *args = entry_arguments(r);
  for (guint i = 0; i < slots->len; i++) {
    guint slot = g_array_index(slots, guint, i);
    Z3_ast e = is_entry ? chc_entry_constant(r->c, slot) : chc_slot_constant(r->c, slot);
    Word a = given_slot(r, slot, e);
    if (slot < first_place(r)) {
      r->values[slot - r->first] = a;
      cells_given(r, slot, a);
    } else
      r->state[slot - first_place(r)] = a;
    g_array_append_val(args, e);
  }
  if (!is_entry && r->ghost) {
    r->ghost = Z3_mk_const(z3_of(r), Z3_mk_string_symbol(z3_of(r), "ghost"), Z3_mk_int_sort(z3_of(r)));
    g_array_append_val(args, r->ghost);
  }
  if (!is_entry) r->body = apply(r, r->c->at[r->source], args);
  g_array_unref(args);
}

static guint n_variables_of(const Chc *c, guint procedure) {
  guint end = procedure + 1 < c->flat->procedures->len ? flat_procedure(c->flat, procedure + 1)->base
                                                       : c->precision->n_variables;
  return end - flat_procedure(c->flat, procedure)->base;
}

void stretch_encode(Chc *c, guint procedure, guint source) {
  const FlatProcedure *p = flat_procedure(c->flat, procedure);
  Stretch r = {.c = c, .procedure = procedure, .source = source, .first = p->base};
  r.values = g_new0(Word, n_variables_of(c, procedure) + 1);
  r.incoming = g_new0(GArray *, p->end - p->first);
  r.states = g_ptr_array_new_with_free_func(g_free);
  r.failures = g_ptr_array_new();
  r.loads = g_array_new(FALSE, FALSE, sizeof(CellLoad));
  g_array_set_size(c->words.facts, 0);
  start(&r);
  while (p->order[r.place] != source) r.place++;
  run_node(&r, source);
  for (guint i = 0; i < p->n_order; i++) {
    guint node = p->order[i];
    GArray *in = r.incoming[node - p->first];
    if (!in || c->is_cut[node]) continue;
    enter(&r, in);
    join_variables(&r, in, TRUE, NULL);
    r.place = i;
    run_node(&r, node);
  }
  for (guint i = 0; i < p->n_order; i++)
    if (c->is_cut[p->order[i]] && r.incoming[p->order[i] - p->first]) rule_to_cut_point(&r, p->order[i]);
  rule_of_failures(&r);
  for (guint i = 0; i < p->end - p->first; i++)
    if (r.incoming[i]) g_array_unref(r.incoming[i]);
  g_free(r.incoming);
  g_free(r.values);
  g_ptr_array_unref(r.states);
  g_ptr_array_unref(r.failures);
  g_array_unref(r.loads);
}
