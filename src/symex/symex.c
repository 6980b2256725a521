/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The public face of the symbolic executor: set-up and results. */
#include "symex/executor.h"
#include "base/limits.h"
#include "symex/invariant/backward.h"

static Object *add_object(Executor *x, ObjectKind kind, const Term *size) {
  Object *o = arena_new_struct(x->memory.arena, Object);
  o->id = x->objects->len;
  o->kind = kind;
  o->size = size;
  g_ptr_array_add(x->objects, o);
  return o;
}

static const Contents *initial_contents(Executor *x, State *s, const IrGlobal *g, const Object *o) {
  Memory *m = &x->memory;
  if (g->unknown) return memory_contents(m, o, memory_init(m, INIT_HAVOC, 0, NULL));
  if (g->external)
    return memory_contents(m, o, memory_init(m, INIT_INPUT, g->site, state_count(m, s, g->site)));
  const Contents *c = memory_contents(m, o, memory_init(m, INIT_ZERO, 0, NULL));
  for (guint i = 0; i < g->inits->len; i++) {
    const IrInit *init = &g_array_index(g->inits, IrInit, i);
    const Term *where = term_const(o->size->width, init->offset);
    c = memory_write(m, c, where, (Offsets){init->offset, init->offset, 1}, exec_operand(x, &init->value),
                     FALSE);
  }
  return c;
}

void executor_make_objects(Executor *x, State *s) {
  guint pw = x->program->pointer_width;
  add_object(x, OBJECT_NONE, term_const(pw, 0));
  exec_null_init(x, s);
  x->first_global = x->objects->len;
  for (guint i = 0; i < x->program->globals->len; i++) {
    const IrGlobal *g = program_global(x->program, i);
    add_object(x, OBJECT_GLOBAL, term_const(pw, g->size))->constant = g->constant;
  }
  x->first_function = x->objects->len;
  for (guint i = 0; i < x->program->functions->len; i++)
    add_object(x, OBJECT_FUNCTION, term_const(pw, 1))->function = i;
  for (guint i = 0; i < x->program->globals->len; i++) {
    const Object *o = exec_object(x, x->first_global + i);
    s->memory = pmap_set(s->memory, o->id, initial_contents(x, s, program_global(x->program, i), o));
  }
}

/* The conjuncts of the one path that an oracle's run took. */
static void collect_path(SymexResult *r, const Path *p) {
  guint n = p ? p->length : 0;
  g_array_set_size(r->conjuncts, n);
  for (; p; p = p->parent) {
    PathConjunct c = {p->condition, p->function, p->block, p->successor, p->step, p->loc, p->subject};
    g_array_index(r->conjuncts, PathConjunct, --n) = c;
  }
}

SymexResult *symex_result_new(void) {
  SymexResult *r = g_new0(SymexResult, 1);
  r->failures = g_array_new(FALSE, FALSE, sizeof(SymexEvent));
  r->unknown = g_array_new(FALSE, FALSE, sizeof(SymexEvent));
  r->unsure = g_array_new(FALSE, FALSE, sizeof(SymexEvent));
  r->conjuncts = g_array_new(FALSE, FALSE, sizeof(PathConjunct));
  r->inputs = g_ptr_array_new();
  r->trace = automaton_new();
  r->loops = g_ptr_array_new_with_free_func((GDestroyNotify)closed_loop_free);
  r->invariants = g_ptr_array_new_with_free_func(g_free);
  r->rounds = g_ptr_array_new_with_free_func((GDestroyNotify)rounds_seen_free);
  return r;
}

static void for_each(const Executor *x, GArray *events,
                     const Term *(*change)(const Executor *, const Term *)) {
  for (guint i = 0; i < events->len; i++) {
    SymexEvent *e = &g_array_index(events, SymexEvent, i);
    e->guard = change(x, e->guard);
  }
}

static void finish(Executor *x) {
  SymexResult *r = x->result;
  r->complete = !x->aborted;
  for_each(x, r->failures, exec_settled);
  for_each(x, r->unknown, exec_without_null_reads);
  SymexEvent doubt = {.guard = exec_doubtful(x),
                      .loc = x->doubtful_loc,
                      .what = UNDEFINED("an access through a null pointer")};
  if (!term_is_false(doubt.guard)) g_array_append_val(r->unknown, doubt);
  const Term *cut = term_or_n((const Term *const *)x->cuts->pdata, x->cuts->len);
  r->cut = x->aborted ? term_bool(TRUE) : exec_without_null_reads(x, cut);
  if (!x->oracle) exec_sift_open(x, r);
  GHashTableIter it;
  gpointer input;
  g_hash_table_iter_init(&it, x->memory.inputs);
  while (g_hash_table_iter_next(&it, &input, NULL)) g_ptr_array_add(r->inputs, input);
  term_sort_inputs(r->inputs);
}

void executor_begin(Executor *x) {
  x->memory = (Memory){.arena = arena_new(), .program = x->program, .inputs = g_hash_table_new(NULL, NULL)};
  x->objects = g_ptr_array_new();
  x->cuts = g_ptr_array_new();
  x->pointees = g_ptr_array_new();
  x->shared = g_ptr_array_new();
  x->doubtful = g_ptr_array_new();
  x->names = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  x->activations = g_new0(guint, x->program->functions->len);
  x->controls = g_new0(Control *, x->program->functions->len);
  if (x->options->oracle) x->oracle = evaluator_new(x->options->oracle);
  pmap_set_transient(x->oracle != NULL); /* one run, so one version of everything */
}

void executor_clear(Executor *x) {
  if (x->oracle) evaluator_free(x->oracle);
  for (guint i = 0; i < x->program->functions->len; i++) control_free(x->controls[i]);
  g_free(x->controls);
  g_clear_pointer(&x->recur.fruitless, g_hash_table_unref);
  solver_free(x->solver);
  g_free(x->reads);
  g_free(x->activations);
  g_ptr_array_unref(x->cuts);
  g_clear_pointer(&x->padding, g_hash_table_unref);
  g_ptr_array_unref(x->pointees);
  g_ptr_array_unref(x->shared);
  g_ptr_array_unref(x->doubtful);
  g_hash_table_unref(x->names);
  g_ptr_array_unref(x->objects);
  g_hash_table_unref(x->memory.inputs);
  arena_free(x->memory.arena);
  pmap_set_transient(FALSE);
  pmap_clear_all();
}

SymexResult *symex_run(const Program *p, const Cfg *cfg, const SymexOptions *options) {
  Executor x = {.program = p, .cfg = cfg, .options = options, .result = symex_result_new()};
  executor_begin(&x);
  State s = {.position = options->direction ? 0 : G_MAXUINT};
  x.asks_for_end = property_asks_for_end(p->property);
  x.max_steps = options->max_steps;
  if (x.asks_for_end && x.oracle && !x.max_steps) x.max_steps = limits.symex_endless_steps;
  if (options->condition) state_learn(x.memory.arena, &s, options->condition);
  executor_make_objects(&x, &s);
  const IrFunction *entry = program_function(p, p->entry);
  Value results[MAX(entry->n_results, 1)];
  for (guint i = 0; i < MAX(entry->n_results, 1); i++) results[i] = NO_VALUE;
  if (exec_function(&x, p->entry, NULL, 0, &s, results)) exec_end(&x, &s, entry->loc);
  finish(&x);
  if (x.oracle) collect_path(x.result, x.last_path);
  executor_clear(&x);
  return x.result;
}

void symex_result_free(SymexResult *r) {
  if (!r) return;
  g_array_unref(r->failures);
  g_array_unref(r->unknown);
  g_array_unref(r->unsure);
  g_array_unref(r->conjuncts);
  g_ptr_array_unref(r->inputs);
  automaton_free(r->trace);
  g_ptr_array_unref(r->loops);
  g_ptr_array_unref(r->invariants);
  g_ptr_array_unref(r->rounds);
  g_free(r);
}

static const Term *any_of(const GArray *events) {
  const Term *t = term_bool(FALSE);
  for (guint i = 0; i < events->len; i++) t = term_or(t, g_array_index(events, SymexEvent, i).guard);
  return t;
}

const Term *symex_fail(const SymexResult *r) { return any_of(r->failures); }

gboolean symex_is_final(const SymexResult *r) {
  if (!r->complete || r->lost_pointers || !term_is_false(r->cut)) return FALSE;
  for (guint i = 0; i < r->unknown->len; i++)
    if (!g_str_has_suffix(g_array_index(r->unknown, SymexEvent, i).what, UNDEFINED_BY_C)) return FALSE;
  return TRUE;
}

const Term *symex_open(const SymexResult *r) { return term_or(r->cut, any_of(r->unknown)); }
