/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program with calls resolved. */
#include "engine/spacer/flat.h"
#include "base/limits.h"

typedef struct {
  Flat *flat;
  const Cfg *cfg;
  guint max_nodes;
  guint *procedure;     /* by function: index of the procedure it is, or G_MAXUINT: copied */
  GHashTable *pointers; /* variable + 1 -> function + 1: parameters that are known functions */
  gboolean too_large;
} Builder;

/* Where a copy of a function returns to. */
typedef struct {
  guint node;
  guint first_dest, n_dests;
  gboolean fits;
} Continuation;

/* ---- which functions are copied ---- */

static guint64 own_size(const IrFunction *f) {
  guint64 n = 0;
  for (guint i = 0; i < f->blocks->len; i++) n += ((const IrBlock *)f->blocks->pdata[i])->instrs->len + 1;
  return n;
}

static guint64 saturating_add(guint64 a, guint64 b) { return MIN(a + b, G_GUINT64_CONSTANT(1) << 40); }

/* Size of f with everything that is copied into it; the functions that are copied do not call each other in
 * circles. */
static guint64 copied_size(const Builder *b, guint function, guint64 *memo) {
  if (memo[function]) return memo[function];
  const IrFunction *f = program_function(b->flat->program, function);
  guint64 size = own_size(f);
  for (guint i = 0; i < f->blocks->len; i++) {
    const GArray *instrs = ((const IrBlock *)f->blocks->pdata[i])->instrs;
    for (guint k = 0; k < instrs->len; k++) {
      const IrInstr *instr = &g_array_index(instrs, IrInstr, k);
      guint callee = instr->opcode == IR_CALL ? ir_callee(instr) : G_MAXUINT;
      if (callee == G_MAXUINT || b->procedure[callee] != G_MAXUINT) continue;
      if (program_function(b->flat->program, callee)->defined)
        size = saturating_add(size, copied_size(b, callee, memo));
    }
  }
  return memo[function] = size;
}

static void count_calls(const Builder *b, guint *calls) {
  const Program *p = b->flat->program;
  for (guint f = 0; f < p->functions->len; f++) {
    const IrFunction *fn = program_function(p, f);
    for (guint i = 0; i < fn->blocks->len; i++) {
      const GArray *instrs = ((const IrBlock *)fn->blocks->pdata[i])->instrs;
      for (guint k = 0; k < instrs->len; k++) {
        const IrInstr *instr = &g_array_index(instrs, IrInstr, k);
        guint callee = instr->opcode == IR_CALL ? ir_callee(instr) : G_MAXUINT;
        if (callee != G_MAXUINT) calls[callee]++;
      }
    }
  }
}

static void add_procedure(Builder *b, guint function) {
  FlatProcedure *p = g_new0(FlatProcedure, 1);
  p->function = program_function(b->flat->program, function);
  b->procedure[function] = b->flat->procedures->len;
  g_ptr_array_add(b->flat->procedures, p);
}

/* The function whose copies cost most is kept as a procedure, until the whole is small enough. */
static void choose_procedures(Builder *b) {
  const Program *p = b->flat->program;
  guint n = p->functions->len;
  add_procedure(b, p->entry);
  for (guint f = 0; f < n; f++)
    if (f != p->entry && b->cfg->recursive[f] && program_function(p, f)->defined) add_procedure(b, f);
  g_autofree guint *calls = g_new0(guint, n);
  count_calls(b, calls);
  for (;;) {
    g_autofree guint64 *memo = g_new0(guint64, n);
    guint64 total = 0, worst_cost = 0;
    guint worst = G_MAXUINT;
    for (guint f = 0; f < n; f++) {
      if (!program_function(p, f)->defined) continue;
      guint64 size = copied_size(b, f, memo);
      if (b->procedure[f] != G_MAXUINT)
        total = saturating_add(total, size);
      else if (calls[f] > 1 && size * (calls[f] - 1) > worst_cost)
        worst = f, worst_cost = size * (calls[f] - 1);
    }
    if (total <= limits.spacer_instructions || worst == G_MAXUINT) return;
    add_procedure(b, worst);
  }
}

/* ---- nodes and edges ---- */

static guint add_node(Builder *b, const IrFunction *f, guint base, const IrBlock *block, guint first) {
  FlatNode *n = g_new0(FlatNode, 1);
  *n = (FlatNode){.base = base, .function = f, .block = block, .first = first, .end = first};
  n->edges = g_array_new(FALSE, FALSE, sizeof(FlatEdge));
  g_ptr_array_add(b->flat->nodes, n);
  if (b->flat->nodes->len > b->max_nodes) b->too_large = TRUE;
  return b->flat->nodes->len - 1;
}

static void add_edge(FlatNode *from, guint to, guint choice, GArray *moves) {
  FlatEdge e = {to, choice, moves};
  g_array_append_val(from->edges, e);
}

static guint add_variables(Flat *f, const guint8 *widths, guint n) {
  guint base = f->widths->len;
  g_array_append_vals(f->widths, widths, n);
  return base;
}

static GArray *moves_new(void) { return g_array_new(FALSE, FALSE, sizeof(FlatMove)); }

static void add_move(const Builder *b, GArray *moves, guint dest, Operand value, guint base) {
  if (value.kind != OPERAND_NONE && flat_width(b->flat, dest) != value.width) value.kind = OPERAND_NONE;
  FlatMove m = {dest, value, base};
  g_array_append_val(moves, m);
}

static void connect_block(Builder *b, FlatNode *from, const guint *start) {
  for (guint i = 0; i < from->block->n_succs; i++) {
    const IrBlock *to = (const IrBlock *)from->function->blocks->pdata[from->block->succs[i]];
    GArray *moves = NULL;
    guint pred = ir_pred(to, from->block);
    for (guint k = 0; k < to->phis->len; k++) {
      const IrPhi *phi = &g_array_index(to->phis, IrPhi, k);
      if (!moves) moves = moves_new();
      add_move(b, moves, from->base + phi->dest, phi->args[pred], from->base);
    }
    add_edge(from, start[to->id], from->block->n_succs > 1 ? i : G_MAXUINT, moves);
  }
}

static void connect_return(Builder *b, FlatNode *from, const Continuation *k) {
  GArray *moves = moves_new();
  for (guint i = 0; i < k->n_dests; i++) {
    Operand none = {OPERAND_NONE, 0, 0, 0};
    add_move(b, moves, k->first_dest + i, i < from->block->n_values ? from->block->values[i] : none,
             from->base);
  }
  add_edge(from, k->node, G_MAXUINT, moves);
}

static void end_node(Builder *b, guint node, const guint *start, const Continuation *k) {
  FlatNode *n = flat_node(b->flat, node);
  n->end = n->block->instrs->len;
  switch (n->block->term) {
  case IR_JUMP:
  case IR_BRANCH:
  case IR_SWITCH: connect_block(b, n, start); break;
  case IR_RETURN: connect_return(b, n, k); break;
  case IR_HALT: n->how = FLAT_HALTS; break;
  case IR_ERROR: n->how = FLAT_FAILS; break;
  case IR_UNMODELLED: n->how = FLAT_UNMODELLED; break;
  }
}

/* ---- calls ---- */

static guint build_copy(Builder *b, const IrFunction *f, guint base, const Continuation *k);

/* The function that a call means: named, or a parameter that is known to be one. */
static guint called(const Builder *b, const IrInstr *call, guint base) {
  const Operand *o = &call->args[0];
  if (o->kind == OPERAND_FUNCTION) return (guint)o->value;
  if (o->kind != OPERAND_REG) return G_MAXUINT;
  guint known = GPOINTER_TO_UINT(g_hash_table_lookup(b->pointers, GUINT_TO_POINTER(base + o->value + 1)));
  return known - 1;
}

static void note_pointer(Builder *b, guint dest, const Operand *o, guint base) {
  guint function = 0;
  if (o->kind == OPERAND_FUNCTION)
    function = (guint)o->value + 1;
  else if (o->kind == OPERAND_REG)
    function = GPOINTER_TO_UINT(g_hash_table_lookup(b->pointers, GUINT_TO_POINTER(base + o->value + 1)));
  if (function) g_hash_table_insert(b->pointers, GUINT_TO_POINTER(dest + 1), GUINT_TO_POINTER(function));
}

static void copy_callee(Builder *b, guint node, guint after, const IrFunction *callee, const IrInstr *call) {
  guint caller = flat_node(b->flat, node)->base;
  guint base = add_variables(b->flat, callee->reg_width, callee->n_regs);
  GArray *moves = moves_new();
  for (guint i = 0; i < callee->n_params; i++) {
    Operand none = {OPERAND_NONE, 0, 0, 0};
    const Operand *value = i + 1 < call->n_args ? &call->args[i + 1] : &none;
    add_move(b, moves, base + i, *value, caller);
    note_pointer(b, base + i, value, caller);
  }
  Continuation k = {after, caller + call->dest, call->n_dest, TRUE};
  guint entry = build_copy(b, callee, base, &k);
  add_edge(flat_node(b->flat, node), entry, G_MAXUINT, moves);
}

/* Ends the node before the call and returns the one after it. */
static guint build_call(Builder *b, guint node, guint index) {
  FlatNode *n = flat_node(b->flat, node);
  const IrInstr *call = &g_array_index(n->block->instrs, IrInstr, index);
  guint function = called(b, call, n->base);
  const IrFunction *callee = function == G_MAXUINT ? NULL : program_function(b->flat->program, function);
  n->end = index;
  guint after = add_node(b, n->function, n->base, n->block, index + 1);
  if (!callee || !callee->defined || callee->n_results != call->n_dest) {
    n->how = FLAT_UNMODELLED;
  } else if (b->procedure[function] != G_MAXUINT) {
    n->how = FLAT_CALLS;
    n->callee = b->procedure[function];
    n->call = call;
    add_edge(n, after, G_MAXUINT, NULL);
  } else if (!b->too_large) {
    copy_callee(b, node, after, callee, call);
  }
  return after;
}

static guint build_copy(Builder *b, const IrFunction *f, guint base, const Continuation *k) {
  const CfgInfo *info = cfg_info(b->cfg, f->id);
  g_autofree guint *start = g_new(guint, f->blocks->len);
  for (guint i = 0; i < f->blocks->len; i++)
    if (info->position[i] != G_MAXUINT)
      start[i] = add_node(b, f, base, (const IrBlock *)f->blocks->pdata[i], 0);
  for (guint i = 0; i < f->blocks->len && !b->too_large; i++) {
    if (info->position[i] == G_MAXUINT) continue;
    const IrBlock *block = (const IrBlock *)f->blocks->pdata[i];
    guint node = start[i];
    for (guint at = 0; at < block->instrs->len; at++)
      if (g_array_index(block->instrs, IrInstr, at).opcode == IR_CALL) node = build_call(b, node, at);
    end_node(b, node, start, k);
  }
  return start[0];
}

/* ---- order ---- */

typedef struct {
  guint node, next;
} Step;

/* A walk in depth; an edge to a node on the way goes back. */
static void order_nodes(Flat *f, FlatProcedure *p) {
  guint n = p->end - p->first;
  p->order = g_new(guint, n);
  p->is_head = g_new0(gboolean, n);
  g_autofree guint8 *seen = g_new0(guint8, n);
  g_autoptr(GArray) way = g_array_new(FALSE, FALSE, sizeof(Step));
  guint left = n;
  Step first = {p->first, 0};
  g_array_append_val(way, first);
  seen[0] = 1;
  while (way->len) {
    Step *top = &g_array_index(way, Step, way->len - 1);
    const GArray *edges = flat_node(f, top->node)->edges;
    if (top->next == edges->len) {
      seen[top->node - p->first] = 2;
      p->order[--left] = top->node;
      g_array_set_size(way, way->len - 1);
      continue;
    }
    guint to = g_array_index(edges, FlatEdge, top->next++).to;
    if (seen[to - p->first] == 1) p->is_head[to - p->first] = TRUE;
    if (seen[to - p->first]) continue;
    seen[to - p->first] = 1;
    Step step = {to, 0};
    g_array_append_val(way, step);
  }
  p->n_order = n - left;
  memmove(p->order, p->order + left, p->n_order * sizeof(guint));
}

/* A node is in a cycle when an edge that goes back spans it in the order; that is a few too many, at worst.
 */
static void mark_cycles(Flat *f, FlatProcedure *p) {
  g_autofree guint *place = g_new0(guint, p->end - p->first);
  for (guint i = 0; i < p->n_order; i++) place[p->order[i] - p->first] = i;
  for (guint i = 0; i < p->n_order; i++) {
    const GArray *edges = flat_node(f, p->order[i])->edges;
    for (guint k = 0; k < edges->len; k++)
      for (guint at = place[g_array_index(edges, FlatEdge, k).to - p->first]; at <= i; at++)
        flat_node(f, p->order[at])->in_cycle = TRUE;
  }
}

static void build_procedure(Builder *b, FlatProcedure *p) {
  Flat *f = b->flat;
  p->base = add_variables(f, p->function->reg_width, p->function->n_regs);
  p->first_result = add_variables(f, p->function->result_width, p->function->n_results);
  p->first = f->nodes->len;
  guint jump = add_node(b, p->function, p->base, NULL, 0);
  p->exit = add_node(b, p->function, p->base, NULL, 0);
  flat_node(f, p->exit)->how = FLAT_RETURNS;
  Continuation k = {p->exit, p->first_result, p->function->n_results, TRUE};
  guint entry = build_copy(b, p->function, p->base, &k);
  add_edge(flat_node(f, jump), entry, G_MAXUINT, NULL);
  p->end = f->nodes->len;
  if (b->too_large) return;
  order_nodes(f, p);
  mark_cycles(f, p);
}

/* ---- the whole ---- */

static void procedure_free(gpointer data) {
  FlatProcedure *p = data;
  g_free(p->order);
  g_free(p->is_head);
  g_free(p);
}

static void node_free(gpointer data) {
  FlatNode *n = data;
  for (guint i = 0; i < n->edges->len; i++) {
    GArray *moves = g_array_index(n->edges, FlatEdge, i).moves;
    if (moves) g_array_unref(moves);
  }
  g_array_unref(n->edges);
  g_free(n);
}

Flat *flat_new(const Program *p, const Cfg *cfg, guint max_nodes) {
  Flat *f = g_new0(Flat, 1);
  f->program = p;
  f->cfg = cfg;
  f->nodes = g_ptr_array_new_with_free_func(node_free);
  f->procedures = g_ptr_array_new_with_free_func(procedure_free);
  f->widths = g_array_new(FALSE, FALSE, sizeof(guint8));
  Builder b = {.flat = f, .cfg = cfg, .max_nodes = max_nodes};
  b.procedure = g_new(guint, p->functions->len);
  for (guint i = 0; i < p->functions->len; i++) b.procedure[i] = G_MAXUINT;
  b.pointers = g_hash_table_new(NULL, NULL);
  choose_procedures(&b);
  for (guint i = 0; i < f->procedures->len && !b.too_large; i++) build_procedure(&b, flat_procedure(f, i));
  g_hash_table_unref(b.pointers);
  g_free(b.procedure);
  if (!b.too_large) return f;
  flat_free(f);
  return NULL;
}

void flat_free(Flat *f) {
  if (!f) return;
  g_ptr_array_unref(f->nodes);
  g_ptr_array_unref(f->procedures);
  g_array_unref(f->widths);
  g_free(f);
}
