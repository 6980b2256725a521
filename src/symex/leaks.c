/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether memory of the heap is lost: the objects that are alive, and what leads to them.
 *
 * Variables and registers are where pointers begin; from there the cells of live objects lead on.  A pointer
 * that is known only as a number, and one beyond the end of its object, may lead anywhere: where there is
 * one, an object that nothing else leads to may be lost or not.  Of a register that is not read again it is
 * not known whether the C variable that it was has got another value, so it counts as such a pointer, too. */
#include "symex/executor.h"

/* Conditions, by object. */
typedef struct {
  const Executor *x;
  const State *s;
  const Term **reached; /* certainly led to */
  const Term **perhaps; /* that, or it may be */
  const Term *murky;    /* something may lead anywhere */
  gboolean changed;
} Reach;

static const Term *alive(const Reach *r, guint object) {
  const Contents *c = state_contents(r->s, object);
  const Term *made = exec_object(r->x, object)->made, *live = c->live ? c->live : term_bool(TRUE);
  return made && state_decide(r->s, made) != 1 ? term_and(made, live) : live;
}

static gboolean is_heap(const Reach *r, guint object) {
  return exec_object(r->x, object)->kind == OBJECT_HEAP && state_contents(r->s, object);
}

static void add(Reach *r, const Term **to, const Term *guard) {
  const Term *now = term_or(*to, guard);
  if (now == *to) return;
  *to = now;
  r->changed = TRUE;
}

static const Term *points_inside(const Object *o, const Term *offset) {
  return term_not(exec_out_of_bounds(o, offset, term_const(offset->width, 1)));
}

/* A value that something certain (guard) or perhaps (maybe) holds. */
static void lead_from(Reach *r, Value v, const Term *guard, const Term *maybe) {
  if (v.bits && v.bits->has_havoc) add(r, &r->murky, maybe);
  for (guint i = 0; v.pointer && i < v.pointer->n; i++) {
    const Target *t = &v.pointer->targets[i];
    if (t->object == NO_OBJECT && t->offset->has_havoc) add(r, &r->murky, term_and(maybe, t->guard));
    if (!t->object || !is_heap(r, t->object)) continue;
    const Term *here = v.pointer->n == 1 ? term_bool(TRUE) : t->guard;
    const Term *inside = points_inside(exec_object(r->x, t->object), t->offset);
    add(r, &r->reached[t->object], term_and(guard, term_and(here, inside)));
    add(r, &r->perhaps[t->object], term_and(maybe, here));
  }
}

typedef struct {
  Reach *r;
  const Term *guard, *maybe;
} Holder;

static void lead_from_cell(guint64 offset, gconstpointer cell, gpointer data) {
  (void)offset;
  const Holder *h = (const Holder *)data;
  lead_from(h->r, ((const Cell *)cell)->value, h->guard, h->maybe);
}

static gboolean init_is_unknown(const Init *i) {
  if (i->kind == INIT_ITE) return init_is_unknown(i->then_init) || init_is_unknown(i->else_init);
  return i->kind == INIT_HAVOC;
}

static void lead_from_object(Reach *r, guint object, const Term *guard, const Term *maybe) {
  const Contents *c = state_contents(r->s, object);
  if (term_is_false(maybe)) return;
  if (init_is_unknown(c->init) || (c->array && c->array->has_havoc)) add(r, &r->murky, maybe);
  Holder h = {r, guard, maybe};
  pmap_foreach(c->cells, lead_from_cell, &h);
}

/* ---- where pointers begin ---- */

static void lead_from_variables(Reach *r, gboolean stack) {
  const Term *always = term_bool(TRUE);
  for (guint i = 1; i < r->x->objects->len; i++) {
    const Object *o = exec_object(r->x, i);
    if (!state_contents(r->s, i) || i == r->x->low) continue;
    if (o->kind == OBJECT_GLOBAL) lead_from_object(r, i, always, always);
    if (o->kind == OBJECT_STACK && stack) lead_from_object(r, i, alive(r, i), alive(r, i));
  }
}

static void mark(guint8 *used, const Operand *o) {
  if (o->kind == OPERAND_REG) used[o->value] = TRUE;
}

/* By register: it is read again when the instruction that the frame is at is done. */
static guint8 *registers_read_again(const Frame *f) {
  guint8 *used = g_new0(guint8, f->function->n_regs + 1);
  for (guint i = f->at + 1; i < f->block->instrs->len; i++) {
    const IrInstr *in = &g_array_index(f->block->instrs, IrInstr, i);
    for (guint k = 0; k < in->n_args; k++) mark(used, &in->args[k]);
  }
  for (guint i = 0; i < f->block->n_values; i++) mark(used, &f->block->values[i]);
  for (guint i = 0; i < f->block->n_succs; i++) {
    const IrBlock *to = (const IrBlock *)f->function->blocks->pdata[f->block->succs[i]];
    const guint pred = ir_pred(to, f->block);
    for (guint k = 0; k < f->info->n_live_in[to->id]; k++) used[f->info->live_in[to->id][k]] = TRUE;
    for (guint k = 0; k < to->phis->len; k++) mark(used, &g_array_index(to->phis, IrPhi, k).args[pred]);
  }
  return used;
}

static void lead_from_registers(Reach *r) {
  const Term *always = term_bool(TRUE), *never = term_bool(FALSE);
  for (const Frame *f = r->x->frame; f; f = f->caller) {
    g_autofree guint8 *used = registers_read_again(f);
    for (guint i = 0; i < f->function->n_regs; i++)
      if (f->regs[i].pointer) lead_from(r, f->regs[i], used[i] ? always : never, always);
  }
}

/* ---- the answer ---- */

static Reach reach_new(const Executor *x, const State *s) {
  const guint n = x->objects->len;
  Reach r = {x, s, g_new(const Term *, n), g_new(const Term *, n), term_bool(FALSE), FALSE};
  for (guint i = 0; i < n; i++) r.reached[i] = r.perhaps[i] = term_bool(FALSE);
  return r;
}

/* No chain of pointers needs to be longer than there are objects. */
static void follow(Reach *r) {
  const guint n = r->x->objects->len;
  r->changed = TRUE;
  for (guint round = 0; round < n && r->changed; round++) {
    r->changed = FALSE;
    for (guint i = 1; i < n; i++)
      if (is_heap(r, i))
        lead_from_object(r, i, term_and(r->reached[i], alive(r, i)), term_and(r->perhaps[i], alive(r, i)));
  }
}

/* Lost for certain where not even `perhaps` leads there; unknown where only `reached` does not. */
static const Term *lost(const Reach *r) {
  const Term *certain = term_bool(FALSE), *possible = term_bool(FALSE);
  for (guint i = 1; i < r->x->objects->len; i++) {
    if (!is_heap(r, i)) continue;
    certain = term_or(certain, term_and(alive(r, i), term_not(r->perhaps[i])));
    possible = term_or(possible, term_and(alive(r, i), term_not(r->reached[i])));
  }
  certain = term_and(certain, term_not(r->murky));
  if (certain == possible || term_is_false(possible)) return possible;
  return term_or(certain, term_and(possible, term_fresh_havoc(1, 0)));
}

static const Term *any_alive(const Executor *x, const State *s) {
  const Reach r = {.x = x, .s = s};
  const Term *any = term_bool(FALSE);
  for (guint i = 1; i < x->objects->len; i++)
    if (is_heap(&r, i)) any = term_or(any, alive(&r, i));
  return any;
}

const Term *exec_leaked(const Executor *x, const State *s, LeakQuestion question) {
  const Term *any = any_alive(x, s);
  if (term_is_false(any) && !x->made_in_induction) return any;
  if (x->made_in_induction) return term_fresh_havoc(1, 0);
  if (question == LEAK_CLEANUP) return any;
  Reach r = reach_new(x, s);
  lead_from_variables(&r, question != LEAK_RETURN);
  if (question != LEAK_RETURN) lead_from_registers(&r);
  follow(&r);
  const Term *answer = lost(&r);
  g_free(r.reached);
  g_free(r.perhaps);
  return answer;
}
