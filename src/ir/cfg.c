/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control flow: weak topological orders, liveness, post-dominators, recursion.  What may fail is in prune.c.
 */
#include "ir/cfg.h"
#include "base/limits.h"

/* A directed graph on 0 .. n-1; of a function's blocks, or of the functions. */
typedef struct {
  guint n;
  guint *const *succs;
  const guint *n_succs;
} Graph;

/* Strongly connected components (Tarjan 1972, with a stack of our own: functions may have 100000s of blocks)
 * of the part of a graph whose nodes carry one mark, so that the inside of a component can be taken apart
 * again. */
typedef struct {
  const Graph *graph;
  guint *mark; /* by node: the part that it belongs to */
  guint n_marks;
  guint *index;   /* by node: order of discovery, from 1; 0: not yet */
  guint *low;     /* by node: least index known to be reachable within the component */
  gboolean *open; /* by node: its component is not yet complete */
  guint clock;
  GArray *pending; /* guint: the open nodes, in order of discovery */
  GArray *path;    /* Step: the walk from the root to where it stands */
} Search;

typedef struct {
  guint node, next; /* next: the index of the successor to take next, counted down from n_succs */
} Step;

static void search_init(Search *s, const Graph *graph) {
  *s = (Search){
      .graph = graph,
      .mark = g_new0(guint, graph->n),
      .index = g_new0(guint, graph->n),
      .low = g_new0(guint, graph->n),
      .open = g_new0(gboolean, graph->n),
      .pending = g_array_new(FALSE, FALSE, sizeof(guint)),
      .path = g_array_new(FALSE, FALSE, sizeof(Step)),
  };
}

static void search_clear(Search *s) {
  g_free(s->mark);
  g_free(s->index);
  g_free(s->low);
  g_free(s->open);
  g_array_unref(s->pending);
  g_array_unref(s->path);
}

static void search_enter(Search *s, guint node) {
  s->index[node] = s->low[node] = ++s->clock;
  s->open[node] = TRUE;
  g_array_append_val(s->pending, node);
  Step step = {node, s->graph->n_succs[node]};
  g_array_append_val(s->path, step);
}

/* All of node's successors are done: when nothing leads further back, what is pending from it on is a
 * component. */
static void search_leave(Search *s, guint node, GPtrArray *components) {
  g_array_set_size(s->path, s->path->len - 1);
  if (s->path->len) {
    guint parent = g_array_index(s->path, Step, s->path->len - 1).node;
    s->low[parent] = MIN(s->low[parent], s->low[node]);
  }
  if (s->low[node] != s->index[node]) return;
  guint first = s->pending->len;
  do s->open[g_array_index(s->pending, guint, --first)] = FALSE;
  while (g_array_index(s->pending, guint, first) != node);
  GArray *component = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_append_vals(component, &g_array_index(s->pending, guint, first), s->pending->len - first);
  g_array_set_size(s->pending, first);
  g_ptr_array_add(components, component);
}

/* Appends the components reachable from root that are not found yet, successors before predecessors; each is
 * a GArray of nodes whose first is where the walk entered it. */
static void search_from(Search *s, guint root, guint mark, GPtrArray *components) {
  if (s->mark[root] != mark || s->index[root]) return;
  search_enter(s, root);
  while (s->path->len) {
    Step *top = &g_array_index(s->path, Step, s->path->len - 1);
    if (!top->next) {
      search_leave(s, top->node, components);
      continue;
    }
    guint to = s->graph->succs[top->node][--top->next];
    if (s->mark[to] != mark) continue;
    if (!s->index[to])
      search_enter(s, to);
    else if (s->open[to])
      s->low[top->node] = MIN(s->low[top->node], s->index[to]);
  }
}

static gboolean has_edge(const Graph *g, guint from, guint to) {
  for (guint i = 0; i < g->n_succs[from]; i++)
    if (g->succs[from][i] == to) return TRUE;
  return FALSE;
}

static void free_array(gpointer array) { g_array_unref(array); }

/* ---- weak topological order ---- */

static void wto_element_free(gpointer data) {
  WtoElement *e = data;
  if (e->body) g_ptr_array_unref(e->body);
  g_free(e);
}

static gboolean is_cycle(const Graph *g, const GArray *component) {
  guint head = g_array_index(component, guint, 0);
  return component->len > 1 || has_edge(g, head, head);
}

/* A component without its head falls apart into smaller ones, all reachable from the head. */
static GPtrArray *take_apart(Search *s, const GArray *component) {
  guint head = g_array_index(component, guint, 0), mark = ++s->n_marks;
  for (guint i = 1; i < component->len; i++) {
    guint node = g_array_index(component, guint, i);
    s->mark[node] = mark;
    s->index[node] = 0;
  }
  GPtrArray *inner = g_ptr_array_new_with_free_func(free_array);
  for (guint i = s->graph->n_succs[head]; i-- > 0;) search_from(s, s->graph->succs[head][i], mark, inner);
  return inner;
}

static GPtrArray *wto_order(Search *s, GPtrArray *components);

static WtoElement *wto_element(Search *s, const GArray *component) {
  WtoElement *e = g_new0(WtoElement, 1);
  e->block = g_array_index(component, guint, 0);
  e->is_component = is_cycle(s->graph, component);
  if (!e->is_component) return e;
  g_autoptr(GPtrArray) inner = take_apart(s, component);
  e->body = wto_order(s, inner);
  return e;
}

static GPtrArray *wto_order(Search *s, GPtrArray *components) {
  GPtrArray *elements = g_ptr_array_new_with_free_func(wto_element_free);
  for (guint i = components->len; i-- > 0;) g_ptr_array_add(elements, wto_element(s, components->pdata[i]));
  return elements;
}

/* FALSE: the components, and those that they hold, are nested deeper than that, or larger than *size
 * together.
 */
static gboolean nest_within(Search *s, const GPtrArray *components, guint depth, guint *size) {
  for (guint i = 0; i < components->len; i++) {
    const GArray *component = components->pdata[i];
    if (!is_cycle(s->graph, component)) continue;
    if (!depth || component->len > *size) return FALSE;
    *size -= component->len;
    g_autoptr(GPtrArray) inner = take_apart(s, component);
    if (!nest_within(s, inner, depth - 1, size)) return FALSE;
  }
  return TRUE;
}

static void number_elements(CfgInfo *info, const GPtrArray *elements, guint head, guint depth, guint *next) {
  for (guint i = 0; i < elements->len; i++) {
    const WtoElement *e = elements->pdata[i];
    info->position[e->block] = (*next)++;
    info->loop_head[e->block] = e->is_component ? e->block : head;
    info->loop_depth[e->block] = depth + e->is_component;
    if (e->body) number_elements(info, e->body, e->block, depth + 1, next);
  }
}

static guint *new_filled(guint n, guint value) {
  guint *array = g_new(guint, MAX(n, 1));
  for (guint i = 0; i < n; i++) array[i] = value;
  return array;
}

static void compute_wto(CfgInfo *info, const Graph *g) {
  info->position = new_filled(g->n, G_MAXUINT);
  info->loop_head = new_filled(g->n, G_MAXUINT);
  info->loop_depth = new_filled(g->n, 0);
  Search s;
  search_init(&s, g);
  g_autoptr(GPtrArray) components = g_ptr_array_new_with_free_func(free_array);
  if (g->n) search_from(&s, 0, 0, components);
  info->wto = wto_order(&s, components);
  search_clear(&s);
  guint next = 0;
  number_elements(info, info->wto, G_MAXUINT, 0, &next);
}

/* ---- liveness ---- */

/* Registers are taken one by one in increasing order and walked from their uses up to their definition, so
 * that the cost is the size of the result and each list comes out sorted. */
typedef struct {
  const IrFunction *f;
  guint *definer;   /* by register: the block, G_MAXUINT for parameters */
  GArray **users;   /* by register: guint, blocks that use it; NULL: none */
  GArray **live;    /* by block: guint, registers */
  GArray *to_visit; /* guint: blocks on whose entry the register may be live */
} Liveness;

static void note_use(Liveness *l, const Operand *o, guint block) {
  if (o->kind != OPERAND_REG) return;
  GArray **users = &l->users[o->value];
  if (!*users) *users = g_array_new(FALSE, FALSE, sizeof(guint));
  if (!(*users)->len || g_array_index(*users, guint, (*users)->len - 1) != block)
    g_array_append_val(*users, block);
}

/* An argument of a phi is used at the end of the predecessor. */
static void note_block(Liveness *l, const IrBlock *b) {
  for (guint i = 0; i < b->phis->len; i++) {
    const IrPhi *phi = &g_array_index(b->phis, IrPhi, i);
    l->definer[phi->dest] = b->id;
    for (guint k = 0; k < b->n_preds; k++) note_use(l, &phi->args[k], b->preds[k]);
  }
  for (guint i = 0; i < b->instrs->len; i++) {
    const IrInstr *instr = &g_array_index(b->instrs, IrInstr, i);
    for (guint k = 0; k < instr->n_args; k++) note_use(l, &instr->args[k], b->id);
    for (guint k = 0; k < instr->n_dest; k++) l->definer[instr->dest + k] = b->id;
  }
  note_use(l, &b->cond, b->id);
  for (guint k = 0; k < b->n_values; k++) note_use(l, &b->values[k], b->id);
}

static void mark_live(Liveness *l, guint reg) {
  GArray *to_visit = l->to_visit;
  g_array_append_vals(to_visit, l->users[reg]->data, l->users[reg]->len);
  while (to_visit->len) {
    guint block = g_array_index(to_visit, guint, to_visit->len - 1);
    g_array_set_size(to_visit, to_visit->len - 1);
    GArray *live = l->live[block];
    gboolean known = live->len && g_array_index(live, guint, live->len - 1) == reg;
    if (l->definer[reg] == block || known) continue;
    g_array_append_val(live, reg);
    const IrBlock *b = l->f->blocks->pdata[block];
    g_array_append_vals(to_visit, b->preds, b->n_preds);
  }
}

/* The lists of all blocks in one piece, which belongs to live_in[0]; so they are freed without knowing the
 * function. */
static void store_live(CfgInfo *info, GArray **live, guint n) {
  gsize total = 0;
  for (guint i = 0; i < n; i++) total += live[i]->len;
  info->live_in = g_new0(guint *, n + 1);
  info->n_live_in = g_new0(guint, n + 1);
  guint *next = info->live_in[0] = g_new(guint, total + 1);
  for (guint i = 0; i < n; i++) {
    info->live_in[i] = next;
    info->n_live_in[i] = live[i]->len;
    for (guint k = 0; k < live[i]->len; k++) *next++ = g_array_index(live[i], guint, k);
    g_array_unref(live[i]);
  }
}

static void compute_liveness(CfgInfo *info, const IrFunction *f) {
  guint n = f->blocks->len;
  Liveness l = {f, new_filled(f->n_regs, G_MAXUINT), g_new0(GArray *, f->n_regs + 1), g_new0(GArray *, n + 1),
                g_array_new(FALSE, FALSE, sizeof(guint))};
  for (guint i = 0; i < n; i++) {
    l.live[i] = g_array_new(FALSE, FALSE, sizeof(guint));
    note_block(&l, f->blocks->pdata[i]);
  }
  for (guint reg = 0; reg < f->n_regs; reg++) {
    if (!l.users[reg]) continue;
    mark_live(&l, reg);
    g_array_unref(l.users[reg]);
  }
  store_live(info, l.live, n);
  g_free(l.definer);
  g_free(l.users);
  g_free(l.live);
  g_array_unref(l.to_visit);
}

/* ---- post-dominators ---- */

/* Blocks from which an exit is reachable, in postorder of a walk against the edges from all exits.  The
 * virtual exit, number n, comes last. */
static GArray *exit_postorder(const IrFunction *f, guint *order) {
  GArray *post = g_array_new(FALSE, FALSE, sizeof(guint)), *path = g_array_new(FALSE, FALSE, sizeof(Step));
  guint n = f->blocks->len;
  g_autofree gboolean *seen = g_new0(gboolean, n + 1);
  for (guint root = 0; root <= n; root++) {
    const IrBlock *exit = root < n ? f->blocks->pdata[root] : NULL;
    if (exit && (exit->n_succs || seen[root])) continue;
    Step first = {root, exit ? exit->n_preds : 0};
    g_array_append_val(path, first);
    seen[root] = TRUE;
    while (path->len) {
      Step *top = &g_array_index(path, Step, path->len - 1);
      if (!top->next) {
        order[top->node] = post->len;
        g_array_append_val(post, top->node);
        g_array_set_size(path, path->len - 1);
        continue;
      }
      guint to = ((const IrBlock *)f->blocks->pdata[top->node])->preds[--top->next];
      if (seen[to]) continue;
      seen[to] = TRUE;
      Step step = {to, ((const IrBlock *)f->blocks->pdata[to])->n_preds};
      g_array_append_val(path, step);
    }
  }
  g_array_unref(path);
  return post;
}

static guint common_postdominator(const guint *ipostdom, const guint *order, guint a, guint b) {
  while (a != b) {
    while (order[a] < order[b]) a = ipostdom[a];
    while (order[b] < order[a]) b = ipostdom[b];
  }
  return a;
}

/* The nearest block, or n for the virtual exit, on all ways from b to an exit by what is known so far. */
static guint postdominator_of(const IrFunction *f, const IrBlock *b, const guint *ipostdom,
                              const guint *order) {
  guint result = b->n_succs ? G_MAXUINT : f->blocks->len;
  for (guint i = 0; i < b->n_succs; i++) {
    guint to = b->succs[i];
    if (ipostdom[to] == G_MAXUINT) continue;
    result = result == G_MAXUINT ? to : common_postdominator(ipostdom, order, result, to);
  }
  return result;
}

/* Iteration to the fixpoint (Cooper, Harvey and Kennedy 2001). */
static void compute_postdominators(CfgInfo *info, const IrFunction *f) {
  guint n = f->blocks->len;
  guint *ipostdom = new_filled(n + 1, G_MAXUINT);
  g_autofree guint *order = new_filled(n + 1, 0);
  g_autoptr(GArray) post = exit_postorder(f, order);
  ipostdom[n] = n;
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = post->len - 1; i-- > 0;) {
      guint block = g_array_index(post, guint, i);
      guint now = postdominator_of(f, f->blocks->pdata[block], ipostdom, order);
      changed |= now != ipostdom[block];
      ipostdom[block] = now;
    }
  }
  for (guint i = 0; i < n; i++)
    if (ipostdom[i] == n) ipostdom[i] = G_MAXUINT;
  info->ipostdom = ipostdom;
}

/* ---- the whole program ---- */

static void find_definitions(CfgInfo *info, const IrFunction *f) {
  info->definition = g_new0(const IrInstr *, f->n_regs + 1);
  for (guint i = 0; i < f->blocks->len; i++) {
    const IrBlock *b = f->blocks->pdata[i];
    for (guint k = 0; k < b->instrs->len; k++) {
      const IrInstr *in = &g_array_index(b->instrs, IrInstr, k);
      if (in->n_dest == 1) info->definition[in->dest] = in;
    }
  }
}

/* The graph of a function's blocks; the two arrays, of a place for each block, are to be freed after it. */
static Graph graph_of(const IrFunction *f, guint **succs, guint *n_succs) {
  for (guint i = 0; i < f->blocks->len; i++) {
    const IrBlock *b = f->blocks->pdata[i];
    succs[i] = b->succs;
    n_succs[i] = b->n_succs;
  }
  return (Graph){f->blocks->len, succs, n_succs};
}

gboolean function_is_tangled(const IrFunction *f) {
  guint n = f->blocks->len, size = limits.cfg_blocks_in_loops;
  g_autofree guint **succs = g_new(guint *, n + 1);
  g_autofree guint *n_succs = g_new(guint, n + 1);
  Graph g = graph_of(f, succs, n_succs);
  Search s;
  search_init(&s, &g);
  g_autoptr(GPtrArray) components = g_ptr_array_new_with_free_func(free_array);
  if (n) search_from(&s, 0, 0, components);
  gboolean tangled = !nest_within(&s, components, limits.cfg_nested_loops, &size);
  search_clear(&s);
  return tangled;
}

static CfgInfo *cfg_info_new(const IrFunction *f) {
  CfgInfo *info = g_new0(CfgInfo, 1);
  guint n = f->blocks->len;
  g_autofree guint **succs = g_new(guint *, n + 1);
  g_autofree guint *n_succs = g_new(guint, n + 1);
  Graph g = graph_of(f, succs, n_succs);
  compute_wto(info, &g);
  compute_liveness(info, f);
  compute_postdominators(info, f);
  find_definitions(info, f);
  info->may_fail = g_new0(gboolean, n + 1);
  return info;
}

static void cfg_info_free(gpointer data) {
  CfgInfo *info = data;
  if (!info) return;
  g_free(info->live_in[0]);
  g_ptr_array_unref(info->wto);
  g_free(info->position);
  g_free(info->loop_head);
  g_free(info->loop_depth);
  g_free(info->live_in);
  g_free(info->n_live_in);
  g_free(info->definition);
  g_free(info->ipostdom);
  g_free(info->may_fail);
  g_free(info);
}

static void note_taken(gboolean *taken, const Operand *o) {
  if (o->kind == OPERAND_FUNCTION) taken[o->value] = TRUE;
}

static void note_taken_in_block(gboolean *taken, const IrBlock *b) {
  for (guint i = 0; i < b->phis->len; i++)
    for (guint k = 0; k < b->n_preds; k++) note_taken(taken, &g_array_index(b->phis, IrPhi, i).args[k]);
  for (guint i = 0; i < b->instrs->len; i++) {
    const IrInstr *instr = &g_array_index(b->instrs, IrInstr, i);
    for (guint k = instr->opcode == IR_CALL; k < instr->n_args; k++) note_taken(taken, &instr->args[k]);
  }
  note_taken(taken, &b->cond);
  for (guint k = 0; k < b->n_values; k++) note_taken(taken, &b->values[k]);
}

gboolean *program_address_taken(const Program *p) {
  gboolean *taken = g_new0(gboolean, p->functions->len + 1);
  for (guint i = 0; i < p->functions->len; i++) {
    const IrFunction *f = program_function(p, i);
    for (guint k = 0; k < f->blocks->len; k++) note_taken_in_block(taken, f->blocks->pdata[k]);
  }
  for (guint i = 0; i < p->globals->len; i++) {
    const GArray *inits = program_global(p, i)->inits;
    for (guint k = 0; inits && k < inits->len; k++) note_taken(taken, &g_array_index(inits, IrInit, k).value);
  }
  return taken;
}

/* Appends the functions that f calls; an indirect call is one of `indirect`. */
static void collect_callees(const IrFunction *f, guint indirect, GArray *callees) {
  for (guint i = 0; i < f->blocks->len; i++) {
    const GArray *instrs = ((const IrBlock *)f->blocks->pdata[i])->instrs;
    for (guint k = 0; k < instrs->len; k++) {
      const IrInstr *instr = &g_array_index(instrs, IrInstr, k);
      if (instr->opcode != IR_CALL) continue;
      guint callee = ir_callee(instr);
      if (callee == G_MAXUINT) callee = indirect;
      g_array_append_val(callees, callee);
    }
  }
}

/* The call graph has one node more than functions: all indirect calls, which lead to all functions with their
 * address taken. */
static gboolean *compute_recursive(const Program *p) {
  guint n = p->functions->len;
  gboolean *recursive = g_new0(gboolean, n + 1);
  g_autofree gboolean *taken = program_address_taken(p);
  g_autoptr(GPtrArray) callees = g_ptr_array_new_with_free_func(free_array);
  g_autofree guint **succs = g_new(guint *, n + 1);
  g_autofree guint *n_succs = g_new(guint, n + 1);
  for (guint i = 0; i <= n; i++) {
    GArray *of_i = g_array_new(FALSE, FALSE, sizeof(guint));
    if (i < n) collect_callees(program_function(p, i), n, of_i);
    for (guint k = 0; i == n && k < n; k++)
      if (taken[k]) g_array_append_val(of_i, k);
    g_ptr_array_add(callees, of_i);
    succs[i] = (guint *)(void *)of_i->data;
    n_succs[i] = of_i->len;
  }
  Graph g = {n + 1, succs, n_succs};
  Search s;
  search_init(&s, &g);
  g_autoptr(GPtrArray) components = g_ptr_array_new_with_free_func(free_array);
  for (guint i = 0; i <= n; i++) search_from(&s, i, 0, components);
  search_clear(&s);
  for (guint i = 0; i < components->len; i++) {
    const GArray *component = components->pdata[i];
    gboolean cycle = is_cycle(&g, component);
    for (guint k = 0; k < component->len; k++) recursive[g_array_index(component, guint, k)] = cycle;
  }
  return recursive;
}

Cfg *cfg_new(const Program *p) {
  Cfg *c = g_new0(Cfg, 1);
  c->functions = g_ptr_array_new_with_free_func(cfg_info_free);
  for (guint i = 0; i < p->functions->len; i++) {
    const IrFunction *f = program_function(p, i);
    g_ptr_array_add(c->functions, f->defined ? cfg_info_new(f) : NULL);
  }
  c->recursive = compute_recursive(p);
  cfg_mark_may_fail(c, p);
  return c;
}

void cfg_free(Cfg *c) {
  if (!c) return;
  g_ptr_array_unref(c->functions);
  g_free(c->recursive);
  g_free(c);
}
