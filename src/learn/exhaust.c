/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All points of a small region, one by one. */
#include "learn/exhaust.h"
#include "formula/range.h"
#include "ir/cfg.h"
#include "learn/interpret.h"

#define MAX_INPUTS 3
#define MAX_POINTS (G_GINT64_CONSTANT(1) << 21)
#define MAX_STEPS 2000000 /* of one run */
#define MAX_STATED 64     /* intervals, or points */

/* ---- programs whose runs are proofs ---- */

static gboolean is_number(const Operand *o) {
  return o->kind != OPERAND_GLOBAL && o->kind != OPERAND_FUNCTION;
}

static gboolean are_numbers(const Operand *o, guint n) {
  for (guint i = 0; i < n; i++)
    if (!is_number(&o[i])) return FALSE;
  return TRUE;
}

/* Adds the function that is called, if any, to those to look at. */
static gboolean is_plain_instr(const IrInstr *in, GArray *called) {
  switch ((IrOpcode)in->opcode) {
  case IR_TERM:
    return are_numbers(in->args, in->n_args) && (in->term_op < TERM_FADD || in->term_op > TERM_UITOF);
  case IR_INPUT:
  case IR_ASSUME: return are_numbers(in->args, in->n_args);
  case IR_CALL: {
    guint callee = ir_callee(in);
    if (callee == G_MAXUINT || !are_numbers(in->args + 1, in->n_args - 1)) return FALSE;
    g_array_append_val(called, callee);
    return TRUE;
  }
  default: return FALSE;
  }
}

static gboolean is_plain_block(const IrBlock *b, GArray *called) {
  for (guint i = 0; i < b->instrs->len; i++)
    if (!is_plain_instr(&g_array_index(b->instrs, IrInstr, i), called)) return FALSE;
  for (guint i = 0; i < b->phis->len; i++)
    if (!are_numbers(g_array_index(b->phis, IrPhi, i).args, b->n_preds)) return FALSE;
  return are_numbers(b->values, b->n_values) && is_number(&b->cond);
}

static gboolean is_plain(const Program *p) {
  GArray *open = g_array_new(FALSE, FALSE, sizeof(guint));
  g_autofree gboolean *seen = g_new0(gboolean, p->functions->len + 1);
  gboolean plain = TRUE;
  g_array_append_val(open, p->entry);
  while (open->len && plain) {
    guint id = g_array_index(open, guint, open->len - 1);
    g_array_set_size(open, open->len - 1);
    if (seen[id]) continue;
    seen[id] = TRUE;
    const IrFunction *f = program_function(p, id);
    plain = f->defined;
    for (guint i = 0; i < f->blocks->len && plain; i++)
      plain = is_plain_block((const IrBlock *)f->blocks->pdata[i], open);
  }
  g_array_unref(open);
  return plain;
}

/* ---- the points ---- */

typedef struct {
  const Term *input[MAX_INPUTS];
  gint64 least[MAX_INPUTS], greatest[MAX_INPUTS], at[MAX_INPUTS];
  guint n;
} Grid;

/* FALSE: not few enough. */
static gboolean grid_find(Grid *g, const Program *p, const Term *region, gint64 deadline) {
  GPtrArray *inputs = term_inputs(region);
  gboolean few = inputs->len > 0 && inputs->len <= MAX_INPUTS;
  Solver *s = solver_new();
  solver_assert(s, region);
  gint64 points = 1;
  g->n = 0;
  for (guint i = 0; i < inputs->len && few; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    InputKey key = input_key_unpack(input->param);
    few = program_site(p, key.site)->kind == SITE_NONDET && input->width > 1;
    if (!few) break;
    range_find(s, input, deadline, &g->least[i], &g->greatest[i]);
    g->input[g->n++] = input;
    gint64 size;
    few = !__builtin_sub_overflow(g->greatest[i], g->least[i], &size) && size < MAX_POINTS / points;
    points *= few ? size + 1 : 1;
  }
  for (guint i = 0; i < g->n; i++) g->at[i] = g->least[i];
  solver_free(s);
  g_ptr_array_unref(inputs);
  return few;
}

static gboolean grid_next(Grid *g) {
  for (guint i = g->n; i-- > 0;) {
    if (g->at[i]++ < g->greatest[i]) return TRUE;
    g->at[i] = g->least[i];
  }
  return FALSE;
}

static gboolean reads_only(const Grid *g, const GPtrArray *read) {
  for (guint i = 0; i < read->len; i++) {
    gboolean known = FALSE;
    for (guint k = 0; k < g->n; k++) known |= g->input[k] == read->pdata[i];
    if (!known) return FALSE;
  }
  return TRUE;
}

/* ---- what fails ---- */

static const Term *between(const Term *t, gint64 least, gint64 greatest) {
  return term_and(term_binary(TERM_SLE, term_const(t->width, (guint64)least), t),
                  term_binary(TERM_SLE, t, term_const(t->width, (guint64)greatest)));
}

typedef struct {
  const Term *fails; /* what is stated */
  gint64 first,
      last; /* of the last input: an interval that is not stated yet, the other inputs as they are */
  gboolean is_open;
  guint stated;
} Failing;

static void state_interval(Failing *f, const Grid *g, const gint64 *others) {
  if (!f->is_open) return;
  const Term *here = between(g->input[g->n - 1], f->first, f->last);
  for (guint i = 0; i + 1 < g->n; i++)
    here = term_and(here, term_eq(g->input[i], term_const(g->input[i]->width, (guint64)others[i])));
  f->fails = term_or(f->fails, here);
  f->is_open = FALSE;
  f->stated++;
}

/* The points come in order, the last input fastest. */
static void note_failure(Failing *f, const Grid *g) {
  const gint64 at = g->at[g->n - 1];
  if (!f->is_open) f->first = at;
  f->is_open = TRUE;
  f->last = at;
}

typedef struct {
  Interpreter *interpreter;
  Model *point;
  GPtrArray *read;
} Runner;

/* Does the point of the grid fail, as part of the region?  The region is asked last: it may be a large
 * formula. told: FALSE when nobody knows. */
static gboolean fails_at(Runner *r, const Grid *g, const Term *region, gboolean *told) {
  for (guint i = 0; i < g->n; i++)
    model_set(r->point, g->input[i], (guint64)g->at[i] & term_mask(g->input[i]->width));
  g_ptr_array_set_size(r->read, 0);
  RunEnd end = interpreter_run(r->interpreter, r->point, MAX_STEPS, 0, r->read);
  gboolean known = (end == RUN_END_FAIL || end == RUN_END_PASS) && !interpreter_met_unknown(r->interpreter) &&
                   reads_only(g, r->read);
  if (known && end == RUN_END_PASS) return FALSE;
  gboolean inside = term_eval(region, r->point) != 0;
  *told = known || !inside;
  return inside;
}

static const Term *run_all(const Program *p, Grid *g, const Term *region, gint64 deadline) {
  Failing f = {.fails = term_bool(FALSE)};
  Runner r = {interpreter_new(p), model_new(), g_ptr_array_new()};
  gboolean told = TRUE, more = TRUE;
  while (told && more) {
    gboolean fails = fails_at(&r, g, region, &told);
    gint64 others[MAX_INPUTS];
    for (guint i = 0; i < g->n; i++) others[i] = g->at[i];
    if (fails) note_failure(&f, g);
    more = grid_next(g);
    if (!fails || g->at[g->n - 1] == g->least[g->n - 1]) state_interval(&f, g, others);
    told = told && f.stated <= MAX_STATED && g_get_monotonic_time() < deadline;
  }
  model_free(r.point);
  g_ptr_array_unref(r.read);
  interpreter_free(r.interpreter);
  return told ? f.fails : NULL;
}

const Term *exhaust(const Program *p, const Term *region, gint64 deadline) {
  Grid g;
  if (!is_plain(p) || region->has_havoc || !grid_find(&g, p, region, deadline)) return NULL;
  return run_all(p, &g, region, deadline);
}
