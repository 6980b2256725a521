/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine shape: all abstract states of a program, one by one.
 *
 * Memory is a graph of abstract objects; objects made by one instruction that look alike and that no variable
 * points to are one; where a pointer is followed into it, a single one is materialized.  Numbers are followed
 * as they are until a place has had too many values.  So lists and trees of any length, and automata that
 * keep their state in variables, have finitely many states, which are all visited.  When the error is not
 * among what they reach, and nothing unmodelled was met, no run reaches it.  Otherwise the answer is
 * inconclusive. */
#include "engine/engine.h"
#include "base/deadline.h"
#include "base/limits.h"
#include <string.h>
#include "engine/shape/explore.h"
#include "formula/range.h"

/* ---- what the condition says of single inputs ---- */

static Datum bound_of(Solver *s, const Term *input, gint64 deadline) {
  gint64 lo, hi;
  if (input->width == 1) return datum_any(1);
  range_find(s, input, deadline, &lo, &hi);
  Datum bound = datum_interval(lo, hi, input->width);
  bound.nonzero |= range_holds(s, term_not(term_eq(input, term_const(input->width, 0))));
  return bound;
}

static gint earlier_first(gconstpointer a, gconstpointer b) {
  const Term *x = *(const Term *const *)a, *y = *(const Term *const *)b;
  guint k = input_key_unpack(x->param).occurrence, n = input_key_unpack(y->param).occurrence;
  return k < n ? -1 : k > n;
}

/* Occurrences are told apart only as far as something is known of them. */
static void find_bounds(Explorer *x, const Term *condition) {
  g_hash_table_remove_all(x->bounds);
  memset(x->asked, 0, x->program->sites->len);
  if (term_is_true(condition)) return;
  GPtrArray *inputs = term_inputs(condition);
  gint64 deadline = deadline_in(limits.shape_bound_seconds);
  Solver *s = solver_new();
  solver_assert(s, condition);
  g_ptr_array_sort(inputs, earlier_first);
  for (guint i = 0, n = 0;
       i < inputs->len && n < limits.shape_bounded_inputs && g_get_monotonic_time() < deadline; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    InputKey key = input_key_unpack(input->param);
    if (!site_is_value(program_site(x->program, key.site)) || key.occurrence > limits.shape_reads) continue;
    Datum bound = bound_of(s, input, deadline);
    n++;
    if (datum_is_any(&bound, input->width)) continue;
    g_hash_table_insert(x->bounds, (gpointer)input, g_memdup2(&bound, sizeof bound));
    x->asked[key.site] = MAX(x->asked[key.site], (guint8)key.occurrence);
  }
  solver_free(s);
  g_ptr_array_unref(inputs);
}

/* ---- the first state ---- */

static void add_global(World *w, const IrGlobal *g) {
  ShapeObject o = {.origin = FROM_GLOBAL,
                   .site = g,
                   .size = g->size,
                   .constant = g->constant,
                   .zero = !g->external && !g->unknown && g->inits->len <= limits.engine_global_inits};
  w->globals[g->id] = heap_add(w->heap, o);
}

static void fill_global(World *w, const IrGlobal *g) {
  if (g->external || g->unknown || g->inits->len > limits.engine_global_inits) return;
  for (guint i = 0; i < g->inits->len; i++) {
    const IrInit *init = &g_array_index(g->inits, IrInit, i);
    Datum at = {.kind = DATUM_POINTER,
                .object = w->globals[g->id],
                .lo = (gint64)init->offset,
                .hi = (gint64)init->offset};
    Datum value = operand_datum(w, &init->value);
    heap_store(w->heap, &at, &value, init->width);
  }
}

static World *first_world(const Explorer *x) {
  const Program *p = x->program;
  World *w = world_new(p->sites->len, p->globals->len);
  for (guint i = 0; i < p->globals->len; i++) add_global(w, program_global(p, i));
  for (guint i = 0; i < p->globals->len; i++) fill_global(w, program_global(p, i));
  world_push(w, program_function(p, p->entry));
  return w;
}

/* ---- control ---- */

static const IrBlock *block_of(const Explorer *x, const WorldFrame *f) {
  return (const IrBlock *)program_function(x->program, f->function)->blocks->pdata[f->block];
}

/* The innermost activation goes along an edge.  STEP_END: there a state like this was before. */
static Step enter(Explorer *x, World *w, const IrBlock *from, guint edge) {
  WorldFrame *top = world_top(w);
  top->block = from->succs[edge];
  top->at = 0;
  const IrBlock *to = block_of(x, top);
  guint pred = ir_pred(to, from), n = to->phis->len;
  Datum values[n + 1];
  for (guint i = 0; i < n; i++) values[i] = operand_copied(w, &g_array_index(to->phis, IrPhi, i).args[pred]);
  for (guint i = 0; i < n; i++) top->regs[g_array_index(to->phis, IrPhi, i).dest] = values[i];
  if (to->n_preds < 2) return STEP_ON;
  gboolean head = cfg_info(x->cfg, top->function)->loop_head[to->id] == to->id;
  return g_hash_table_add(x->seen, folder_fold(x->folder, w, head)) ? STEP_ON : STEP_END;
}

/* A copy of the state takes this edge, if the condition allows it. */
static void branch_off(Explorer *x, const World *w, const IrBlock *b, guint edge, gboolean outcome) {
  World *other = world_copy(w);
  if (confine_truth(x, other, &b->cond, outcome) && enter(x, other, b, edge) == STEP_ON)
    g_ptr_array_add(x->open, other);
  else
    world_free(other);
}

static Step run_branch(Explorer *x, World *w, const IrBlock *b) {
  Datum c = operand_datum(w, &b->cond);
  if (datum_is_constant(&c)) return enter(x, w, b, c.lo ? 0 : 1);
  branch_off(x, w, b, 1, FALSE);
  return confine_truth(x, w, &b->cond, TRUE) ? enter(x, w, b, 0) : STEP_END;
}

static Step run_switch(Explorer *x, World *w, const IrBlock *b) {
  Datum c = operand_datum(w, &b->cond);
  for (guint i = 0; i + 1 < b->n_succs; i++) {
    Datum value = c, label = datum_word(b->cases[i], b->cond.width);
    if (c.kind != DATUM_INT || !datum_confine(TERM_EQ, TRUE, &value, &label, b->cond.width)) continue;
    if (datum_is_constant(&c)) return enter(x, w, b, i + 1);
    World *other = world_copy(w);
    if (b->cond.kind == OPERAND_REG) world_top(other)->regs[b->cond.value] = value;
    if (enter(x, other, b, i + 1) == STEP_ON)
      g_ptr_array_add(x->open, other);
    else
      world_free(other);
  }
  if (c.kind != DATUM_INT) return lose(x, b->term_loc, "a switch on an address");
  return enter(x, w, b, 0);
}

static Step run_return(Explorer *x, World *w, const IrBlock *b) {
  if (w->frames->len == 1) return STEP_END;
  Datum values[b->n_values + 1];
  for (guint i = 0; i < b->n_values; i++) values[i] = operand_datum(w, &b->values[i]);
  world_pop(w);
  WorldFrame *top = world_top(w);
  const IrInstr *call = &g_array_index(block_of(x, top)->instrs, IrInstr, top->at - 1);
  if (call->n_dest > b->n_values) return lose(x, call->loc, "a call that does not fit");
  for (guint i = 0; i < call->n_dest; i++) top->regs[call->dest + i] = values[i];
  return STEP_ON;
}

static Step run_terminator(Explorer *x, World *w, const IrBlock *b) {
  switch (b->term) {
  case IR_JUMP: return enter(x, w, b, 0);
  case IR_BRANCH: return run_branch(x, w, b);
  case IR_SWITCH: return run_switch(x, w, b);
  case IR_RETURN: return run_return(x, w, b);
  case IR_HALT: return STEP_END;
  case IR_ERROR: return lose(x, b->term_loc, "the error may be reached");
  case IR_UNMODELLED: return lose(x, b->term_loc, b->reason);
  }
  g_assert_not_reached();
}

static Step follow(Explorer *x, World *w) {
  Step step = STEP_ON;
  while (step == STEP_ON) {
    const WorldFrame *top = world_top(w);
    const IrBlock *b = block_of(x, top);
    step = top->at < b->instrs->len ? run_instr(x, w, &g_array_index(b->instrs, IrInstr, top->at))
                                    : run_terminator(x, w, b);
    if (++x->steps % 64) continue;
    if (g_hash_table_size(x->seen) > x->max_states || x->open->len > limits.shape_open_states)
      step = lose(x, b->term_loc, "there are too many abstract states");
    else if (deadline_passed(x->deadline))
      step = lose(x, b->term_loc, "out of time");
  }
  return step;
}

/* TRUE: the error is not among what can be reached. */
static gboolean visit_all(Explorer *x) {
  Step step = STEP_ON;
  g_ptr_array_add(x->open, first_world(x));
  while (x->open->len && step != STEP_LOST) {
    World *w = (World *)g_ptr_array_steal_index(x->open, x->open->len - 1);
    step = follow(x, w);
    world_free(w);
  }
  return step != STEP_LOST;
}

/* ---- the question ---- */

static void world_drop(gpointer data) { world_free((World *)data); }

static Explorer *explorer_new(const Question *q) {
  Explorer *x = g_new0(Explorer, 1);
  x->program = q->program;
  x->cfg = q->cfg;
  x->deadline = q->deadline;
  x->bounds = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  x->asked = g_new0(guint8, q->program->sites->len + 1);
  x->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  x->open = g_ptr_array_new_with_free_func(world_drop);
  return x;
}

static void explorer_free(Explorer *x) {
  g_ptr_array_unref(x->open);
  g_hash_table_unref(x->seen);
  g_free(x->asked);
  g_hash_table_unref(x->bounds);
  g_free(x);
}

static gboolean makes_objects(const Program *p) {
  for (guint i = 0; i < p->functions->len; i++) {
    const IrFunction *f = program_function(p, i);
    for (guint b = 0; b < f->blocks->len; b++) {
      const GArray *instrs = ((const IrBlock *)f->blocks->pdata[b])->instrs;
      for (guint k = 0; k < instrs->len; k++) {
        const IrInstr *in = &g_array_index(instrs, IrInstr, k);
        if (in->opcode == IR_LIB && in->lib == LIB_MALLOC) return TRUE;
      }
    }
  }
  return FALSE;
}

/* First all objects are merged that hold the same numbers, and what is in a summary stays there: that is
 * quick.  Then they are taken out again where a pointer leads to them.  Where that is too imprecise, the
 * first ones stay apart: what is special about a list is often its beginning. */
static const struct Folding {
  guint apart;
  gboolean takes_out;
  FoldBy by;
  const guint *states; /* at most; then the next one is tried */
} foldings[] = {{0, FALSE, FOLD_BY_NUMBERS, &limits.shape_states},
                {0, TRUE, 0, &limits.shape_few_states},
                {0, TRUE, FOLD_BY_NUMBERS | FOLD_BY_REACH, &limits.shape_few_states},
                {3, FALSE, FOLD_BY_NUMBERS, &limits.shape_states},
                {16, FALSE, 0, &limits.shape_states}};

static gboolean prove_by(Explorer *x, const struct Folding *f) {
  x->kept_apart = f->apart;
  x->takes_out = f->takes_out;
  x->max_states = *f->states;
  x->reason = NULL;
  x->where = (IrLoc){0};
  g_hash_table_remove_all(x->seen);
  g_ptr_array_set_size(x->open, 0);
  x->folder = folder_new(x->program, x->cfg, f->by);
  gboolean safe = visit_all(x);
  folder_free(x->folder);
  return safe;
}

static gboolean prove_case(Explorer *x) {
  gboolean safe = FALSE, more = makes_objects(x->program);
  for (guint i = 0; i < G_N_ELEMENTS(foldings) && !safe && (i == 0 || more); i++) {
    if (deadline_passed(x->deadline)) {
      lose(x, (IrLoc){0}, "out of time");
      break;
    }
    safe = prove_by(x, &foldings[i]);
  }
  return safe;
}

/* Only intervals of single inputs are followed, so what a disjunction says is lost: its parts are proven one
 * by one.  The parts may overlap. */
static gboolean prove(Explorer *x, const Term *condition) {
  GPtrArray *cases = condition_cases(condition, limits.shape_cases);
  gboolean safe = TRUE;
  for (guint i = 0; i < cases->len && safe; i++) {
    find_bounds(x, (const Term *)cases->pdata[i]);
    safe = prove_case(x);
  }
  g_ptr_array_unref(cases);
  return safe;
}

Answer *shape_ask(const Question *q, PublishAnswer publish) {
  (void)publish;
  Answer *a = answer_new();
  if (q->dual || property_asks_for_end(q->program->property)) { /* it knows nothing of runs that do not end */
    g_ptr_array_add(a->reasons, g_strdup("the engine shape proves safety only"));
    return a;
  }
  Explorer *x = explorer_new(q);
  if (prove(x, q->condition)) {
    a->kind = ANSWER_SAFE;
    a->residue = term_bool(FALSE);
  } else {
    g_ptr_array_add(a->reasons, x->where.file ? g_strdup_printf("the engine shape stopped at %s:%u: %s",
                                                                x->where.file, x->where.line, x->reason)
                                              : g_strdup_printf("the engine shape stopped: %s", x->reason));
  }
  explorer_free(x);
  return a;
}
