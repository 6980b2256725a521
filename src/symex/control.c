/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control variables: what a state machine keeps its state in.
 *
 * A variable that a function compares with many constants decides what happens next.  States that hold
 * different constants in it have little in common: joined, each comparison would be open again, and runs that
 * do not exist would be followed.  Whether states are joined is never a matter of truth, only of cost. */
#include "base/limits.h"
#include "symex/executor.h"

/* A variable in memory: an address that the function computes, and a size. */
typedef struct {
  Operand base;
  guint64 offset;
  guint bytes;
  GHashTable *constants; /* set of guint64, boxed */
} ControlPlace;

struct Control {
  guint8 *is_control; /* by register */
  GArray *places;     /* ControlPlace; those with few constants have been dropped */
};

typedef struct {
  const IrFunction *function;
  const CfgInfo *info;
  guint *web;             /* by register: union-find over phis: the registers that are one C variable */
  GHashTable **constants; /* by web */
  GArray *places;
} Survey;

static guint web_of(Survey *v, guint r) {
  while (v->web[r] != r) r = v->web[r] = v->web[v->web[r]];
  return r;
}

static void add_constant(GHashTable **set, guint64 value) {
  if (!*set) *set = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  g_hash_table_add(*set, g_memdup2(&value, sizeof value));
}

static gboolean same_operand(const Operand *a, const Operand *b) {
  return a->kind == b->kind && a->value == b->value && a->offset == b->offset;
}

static ControlPlace *place_of(Survey *v, const IrInstr *load) {
  ControlPlace new = {load->args[0], 0, (load->width + 7) / 8, NULL};
  const IrInstr *add = new.base.kind == OPERAND_REG ? v->info->definition[new.base.value] : NULL;
  if (add && add->opcode == IR_PTRADD && add->args[1].kind == OPERAND_CONST) {
    new.base = add->args[0];
    new.offset = add->args[1].value;
  }
  for (guint i = 0; i < v->places->len; i++) {
    ControlPlace *p = &g_array_index(v->places, ControlPlace, i);
    if (same_operand(&p->base, &new.base) && p->offset == new.offset && p->bytes == new.bytes) return p;
  }
  g_array_append_val(v->places, new);
  return &g_array_index(v->places, ControlPlace, v->places->len - 1);
}

static void compared(Survey *v, const Operand *with, guint64 value) {
  if (with->kind != OPERAND_REG) return;
  const IrInstr *i = v->info->definition[with->value];
  if (i && i->opcode == IR_LOAD)
    add_constant(&place_of(v, i)->constants, value);
  else
    add_constant(&v->constants[web_of(v, (guint)with->value)], value);
}

static void look_at_block(Survey *v, const IrBlock *b) {
  for (guint i = 0; i < b->instrs->len; i++) {
    const IrInstr *in = &g_array_index(b->instrs, IrInstr, i);
    if (in->opcode != IR_TERM || in->term_op != TERM_EQ) continue;
    for (guint a = 0; a < 2; a++)
      if (in->args[a].kind == OPERAND_CONST) compared(v, &in->args[1 - a], in->args[a].value);
  }
  for (guint i = 0; b->term == IR_SWITCH && i + 1 < b->n_succs; i++) compared(v, &b->cond, b->cases[i]);
}

static void join_webs(Survey *v, const IrBlock *b) {
  for (guint i = 0; i < b->phis->len; i++) {
    const IrPhi *phi = &g_array_index(b->phis, IrPhi, i);
    for (guint p = 0; p < b->n_preds; p++)
      if (phi->args[p].kind == OPERAND_REG)
        v->web[web_of(v, (guint)phi->args[p].value)] = web_of(v, phi->dest);
  }
}

static void survey(Survey *v) {
  const GPtrArray *blocks = v->function->blocks;
  for (guint i = 0; i < v->function->n_regs; i++) v->web[i] = i;
  for (guint b = 0; b < blocks->len; b++) join_webs(v, (const IrBlock *)blocks->pdata[b]);
  for (guint b = 0; b < blocks->len; b++) look_at_block(v, (const IrBlock *)blocks->pdata[b]);
}

static gboolean many(GHashTable *constants) {
  return constants && g_hash_table_size(constants) >= limits.control_constants;
}

Control *control_new(const IrFunction *f, const CfgInfo *info) {
  guint n = MAX(f->n_regs, 1);
  Survey v = {f, info, g_new0(guint, n), g_new0(GHashTable *, n),
              g_array_new(FALSE, FALSE, sizeof(ControlPlace))};
  survey(&v);
  Control *c = g_new0(Control, 1);
  c->is_control = g_new0(guint8, n);
  c->places = v.places;
  for (guint r = 0; r < f->n_regs; r++) c->is_control[r] = many(v.constants[web_of(&v, r)]);
  for (guint i = c->places->len; i-- > 0;) {
    GHashTable *constants = g_array_index(c->places, ControlPlace, i).constants;
    if (!many(constants)) g_array_remove_index_fast(c->places, i);
    if (constants) g_hash_table_unref(constants);
  }
  for (guint r = 0; r < f->n_regs; r++)
    if (v.constants[r]) g_hash_table_unref(v.constants[r]);
  g_free(v.web);
  g_free(v.constants);
  return c;
}

void control_free(Control *c) {
  if (!c) return;
  g_free(c->is_control);
  g_array_unref(c->places);
  g_free(c);
}

/* ---- telling states apart ---- */

/* Different constants, or a constant and what is none. */
static gboolean differ(Value a, Value b) {
  return a.bits && b.bits && a.bits != b.bits && (term_is_const(a.bits) || term_is_const(b.bits));
}

static Value cell_value(const State *s, const Target *t, const ControlPlace *p) {
  const Contents *c = state_contents(s, t->object);
  const Cell *cell = c && !c->array ? (const Cell *)pmap_get(c->cells, t->offset->param + p->offset) : NULL;
  return cell && cell->bytes == p->bytes ? cell->value : NO_VALUE;
}

static gboolean place_differs(Executor *x, const ControlPlace *p, const State *a, const State *b) {
  Value base = exec_operand(x, &p->base);
  if (!base.pointer || base.pointer->n != 1 || !term_is_const(base.pointer->targets[0].offset)) return FALSE;
  const Target *t = &base.pointer->targets[0];
  return differ(cell_value(a, t, p), cell_value(b, t, p));
}

/* A term as the facts of a state leave it. */
static const Term *simplified(const State *s, const Term *t, guint depth) {
  if (depth == 0 || t->index_width || t->n_args == 0 || t->n_args > 3) return t;
  if (t->op == TERM_ITE) {
    int decided = state_decide(s, t->args[0]);
    if (decided >= 0) return simplified(s, t->args[decided ? 1 : 2], depth - 1);
  }
  const Term *args[3];
  gboolean changed = FALSE;
  for (guint i = 0; i < t->n_args; i++) {
    args[i] = simplified(s, t->args[i], depth - 1);
    changed |= args[i] != t->args[i];
  }
  return changed ? term_make((TermOp)t->op, t->width, t->param, args, t->n_args) : t;
}

static void settle(const State *s, Value *v, guint depth) {
  if (!v->bits || term_is_const(v->bits) || v->bits->width == 1) return;
  const Term *t = simplified(s, v->bits, depth);
  Range r = state_range(s, t);
  *v = value_bits(r.umin == r.umax ? term_const(t->width, r.umin) : t);
}

/* Before states may be joined, a term is worth looking into; elsewhere, as in chains of comparisons, that
 * would take most of the time. */
void control_settle(Executor *x, const IrBlock *to, const State *s, Value *values) {
  const Control *c = x->frame->control;
  const CfgInfo *info = x->frame->info;
  const guint n = to->phis->len, depth = to->n_preds > 1 ? limits.control_settle_depth : 0;
  for (guint i = 0; i < n; i++)
    if (c->is_control[g_array_index(to->phis, IrPhi, i).dest]) settle(s, &values[i], depth);
  for (guint i = 0; i < info->n_live_in[to->id]; i++)
    if (c->is_control[info->live_in[to->id][i]]) settle(s, &values[n + i], depth);
}

gboolean control_differs(Executor *x, const IrBlock *to, const Pending *p, const State *s,
                         const Value *values) {
  const Control *c = x->frame->control;
  const CfgInfo *info = x->frame->info;
  guint n = to->phis->len;
  for (guint i = 0; i < n; i++)
    if (c->is_control[g_array_index(to->phis, IrPhi, i).dest] && differ(values[i], p->values[i])) return TRUE;
  for (guint i = 0; i < info->n_live_in[to->id]; i++)
    if (c->is_control[info->live_in[to->id][i]] && differ(values[n + i], p->values[n + i])) return TRUE;
  for (guint i = 0; i < c->places->len; i++)
    if (place_differs(x, &g_array_index(c->places, ControlPlace, i), &p->state, s)) return TRUE;
  return FALSE;
}
