/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the nodes of a flat program read and write. */
#include "engine/spacer/effects.h"
#include "base/limits.h"

typedef struct {
  const Precision *precision;
  const Places *places;
  guint n_slots, n_words;
  guint64 **live;    /* by node */
  guint64 **touched; /* by procedure: places that it may read or write */
  guint64 **written;
  guint64 *ghosts; /* indices, flags and histories: of use everywhere */
} Analysis;

static void set_add(guint64 *set, guint i) { set[i / 64] |= G_GUINT64_CONSTANT(1) << (i % 64); }
static void set_remove(guint64 *set, guint i) { set[i / 64] &= ~(G_GUINT64_CONSTANT(1) << (i % 64)); }
static gboolean set_has(const guint64 *set, guint i) { return set[i / 64] >> (i % 64) & 1; }
static gboolean set_unite(guint64 *set, const guint64 *other, guint n_words) {
  gboolean changed = FALSE;
  for (guint i = 0; i < n_words; i++) {
    changed |= (other[i] & ~set[i]) != 0;
    set[i] |= other[i];
  }
  return changed;
}

gboolean operand_needs_value(const Places *p, const Operand *o, guint base) {
  if (o->kind != OPERAND_REG) return FALSE;
  Base b = places_base(p, o, base);
  return b.object == NO_OBJECT_KNOWN || !b.is_fixed;
}

guint instr_scrambles(const Places *p, const IrInstr *i, guint base) {
  gboolean fills =
      i->opcode == IR_LIB && (i->lib == LIB_MEMCPY || i->lib == LIB_MEMSET || i->lib == LIB_SCRAMBLE);
  if (!fills && i->opcode != IR_UNINIT) return NO_OBJECT_KNOWN;
  Base b = places_base(p, &i->args[0], base);
  return b.reached ? b.object : NO_OBJECT_KNOWN;
}

/* ---- one instruction, backwards ---- */

static guint accessed(const Analysis *a, const FlatNode *n, const IrInstr *i) {
  if (i->opcode != IR_LOAD && i->opcode != IR_STORE) return NO_PLACE;
  Base b = places_base(a->places, &i->args[0], n->base);
  if (!b.reached || b.object == NO_OBJECT_KNOWN) return NO_PLACE;
  return places_find(a->places, b, ((i->opcode == IR_LOAD ? i->width : i->args[1].width) + 7) / 8);
}

static guint accessed_object(const Analysis *a, const FlatNode *n, const IrInstr *i) {
  if (i->opcode != IR_LOAD && i->opcode != IR_STORE) return NO_OBJECT_KNOWN;
  Base b = places_base(a->places, &i->args[0], n->base);
  return b.reached ? b.object : NO_OBJECT_KNOWN;
}

static void use(const Analysis *a, guint64 *live, const Operand *o, guint base) {
  if (operand_needs_value(a->places, o, base)) set_add(live, base + (guint)o->value);
}

static void remove_contents(const Analysis *a, guint64 *live, guint object) {
  if (object == NO_OBJECT_KNOWN) return;
  const GArray *of = places_object(a->places, object)->places;
  for (guint i = 0; i < of->len; i++)
    if (!place_is_history(places_get(a->places, g_array_index(of, guint, i))))
      set_remove(live, a->precision->n_variables + g_array_index(of, guint, i));
}

static void use_input(const Analysis *a, guint64 *live, guint site) {
  for (guint i = 0; i < a->places->places->len; i++) {
    const Place *p = places_get(a->places, i);
    gboolean counts = p->kind == PLACE_COUNTER && a->places->counted[site];
    if ((counts || p->kind == PLACE_INPUT) && p->site == site) set_add(live, a->precision->n_variables + i);
  }
}

/* Of a load or store: what the bounds depend on, and the cells that may be read. */
static void use_object(const Analysis *a, guint64 *live, const FlatNode *n, const IrInstr *i) {
  guint object = accessed_object(a, n, i);
  if (object == NO_OBJECT_KNOWN) return;
  const PlaceObject *o = places_object(a->places, object);
  if (o->size == UNKNOWN_SIZE) set_add(live, places_size_variable(a->places, object));
  for (guint k = 0; o->stride && i->opcode == IR_LOAD && k < o->places->len; k++)
    set_add(live, a->precision->n_variables + g_array_index(o->places, guint, k));
}

static void step_back(const Analysis *a, guint64 *live, const FlatNode *n, const IrInstr *i) {
  guint place = accessed(a, n, i), first = a->precision->n_variables;
  for (guint k = 0; k < i->n_dest; k++) set_remove(live, n->base + i->dest + k);
  if (i->n_dest) remove_contents(a, live, places_made(a->places, n->base + i->dest));
  remove_contents(a, live, instr_scrambles(a->places, i, n->base));
  if (i->opcode == IR_STORE && place != NO_PLACE && places_get(a->places, place)->kind == PLACE_SCALAR)
    set_remove(live, first + place);
  if (i->opcode == IR_LOAD && place != NO_PLACE) set_add(live, first + place);
  use_object(a, live, n, i);
  if (i->opcode == IR_INPUT) use_input(a, live, i->site);
  for (guint k = 0; k < i->n_args; k++) use(a, live, &i->args[k], n->base);
}

/* ---- procedures ---- */

static gboolean is_shared(const Analysis *a, guint place) {
  const Place *p = places_get(a->places, place);
  gboolean is_of_object =
      p->kind == PLACE_SCALAR || p->kind == PLACE_ARRAY || p->kind == PLACE_CELL || place_is_history(p);
  if (!is_of_object) return TRUE;
  return places_object(a->places, p->object)->global != G_MAXUINT;
}

static void touch_object(const Analysis *a, guint64 *set, guint object) {
  if (object == NO_OBJECT_KNOWN) return;
  const GArray *of = places_object(a->places, object)->places;
  for (guint i = 0; i < of->len; i++)
    if (is_shared(a, g_array_index(of, guint, i)))
      set_add(set, a->precision->n_variables + g_array_index(of, guint, i));
}

static void touch_by_instr(Analysis *a, guint procedure, const FlatNode *n, const IrInstr *i) {
  guint place = accessed(a, n, i), first = a->precision->n_variables;
  if (place != NO_PLACE && is_shared(a, place)) {
    set_add(a->touched[procedure], first + place);
    if (i->opcode == IR_STORE) set_add(a->written[procedure], first + place);
  }
  guint object = accessed_object(a, n, i);
  if (object != NO_OBJECT_KNOWN && places_object(a->places, object)->stride) {
    touch_object(a, a->touched[procedure], object);
    if (i->opcode == IR_STORE) touch_object(a, a->written[procedure], object);
  }
  object = instr_scrambles(a->places, i, n->base);
  touch_object(a, a->touched[procedure], object);
  touch_object(a, a->written[procedure], object);
  if (i->opcode != IR_INPUT) return;
  use_input(a, a->touched[procedure], i->site);
  guint counter = places_counter(a->places, i->site);
  if (counter != NO_PLACE && a->places->counted[i->site]) set_add(a->written[procedure], first + counter);
}

static void find_ghosts(Analysis *a) {
  for (guint i = 0; i < a->places->places->len; i++) {
    const Place *p = places_get(a->places, i);
    guint slot = a->precision->n_variables + i;
    gboolean is_flag = p->kind == PLACE_FLAG, is_own = is_flag || p->kind == PLACE_INDEX;
    if (is_own || place_is_history(p)) set_add(a->ghosts, slot);
    for (guint f = 0; f < a->places->flat->procedures->len; f++) {
      if (is_own) set_add(a->touched[f], slot);
      if (is_flag) set_add(a->written[f], slot);
    }
  }
}

static void find_signatures(Analysis *a) {
  const Flat *f = a->places->flat;
  for (gboolean changed = TRUE, first = TRUE; changed; first = FALSE) {
    changed = first; /* what a callee touches itself may be found after its callers were visited */
    for (guint p = 0; p < f->procedures->len; p++) {
      const FlatProcedure *fp = flat_procedure(f, p);
      for (guint i = 0; i < fp->n_order; i++) {
        const FlatNode *n = flat_node(f, fp->order[i]);
        for (guint k = n->first; first && k < n->end; k++)
          touch_by_instr(a, p, n, &g_array_index(n->block->instrs, IrInstr, k));
        if (n->how != FLAT_CALLS) continue;
        changed |= set_unite(a->touched[p], a->touched[n->callee], a->n_words);
        changed |= set_unite(a->written[p], a->written[n->callee], a->n_words);
      }
    }
  }
}

/* ---- liveness ---- */

static void live_at_call(const Analysis *a, guint64 *live, const FlatNode *n) {
  for (guint k = 0; k < n->call->n_dest; k++) set_remove(live, n->base + n->call->dest + k);
  for (guint k = 1; k < n->call->n_args; k++) use(a, live, &n->call->args[k], n->base);
  set_unite(live, a->touched[n->callee], a->n_words);
}

static void live_over_edge(const Analysis *a, guint64 *live, const FlatEdge *e, guint64 *scratch) {
  memcpy(scratch, a->live[e->to], a->n_words * sizeof(guint64));
  for (guint k = 0; e->moves && k < e->moves->len; k++)
    set_remove(scratch, g_array_index(e->moves, FlatMove, k).dest);
  for (guint k = 0; e->moves && k < e->moves->len; k++) {
    const FlatMove *m = &g_array_index(e->moves, FlatMove, k);
    if (set_has(a->live[e->to], m->dest)) use(a, scratch, &m->value, m->base);
  }
  set_unite(live, scratch, a->n_words);
}

static gboolean update_live(Analysis *a, guint procedure, guint node, guint64 *live, guint64 *scratch) {
  const FlatProcedure *fp = flat_procedure(a->places->flat, procedure);
  const FlatNode *n = flat_node(a->places->flat, node);
  memset(live, 0, a->n_words * sizeof(guint64));
  for (guint i = 0; i < n->edges->len; i++)
    live_over_edge(a, live, &g_array_index(n->edges, FlatEdge, i), scratch);
  if (n->how == FLAT_RETURNS && procedure > 0) {
    for (guint k = 0; k < fp->function->n_results; k++) set_add(live, fp->first_result + k);
    set_unite(live, a->written[procedure], a->n_words);
  }
  if (n->how == FLAT_CALLS) live_at_call(a, live, n);
  set_unite(live, a->ghosts, a->n_words);
  if (n->block && n->end == n->block->instrs->len) use(a, live, &n->block->cond, n->base);
  for (guint k = n->end; k-- > n->first;) step_back(a, live, n, &g_array_index(n->block->instrs, IrInstr, k));
  return set_unite(a->live[node], live, a->n_words);
}

static void find_live(Analysis *a) {
  g_autofree guint64 *live = g_new(guint64, a->n_words), *scratch = g_new(guint64, a->n_words);
  const Flat *f = a->places->flat;
  for (guint p = 0; p < f->procedures->len; p++) {
    const FlatProcedure *fp = flat_procedure(f, p);
    for (gboolean changed = TRUE; changed;) {
      changed = FALSE;
      for (guint i = fp->n_order; i-- > 0;) changed |= update_live(a, p, fp->order[i], live, scratch);
    }
  }
}

/* ---- the whole ---- */

static void append_set(GArray *list, const guint64 *set, guint n_slots) {
  for (guint i = 0; i < n_slots; i++)
    if (set[i / 64] == 0)
      i |= 63;
    else if (set_has(set, i))
      g_array_append_val(list, i);
}

static GArray *range(guint first, guint n) {
  GArray *list = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = first; i < first + n; i++) g_array_append_val(list, i);
  return list;
}

static Effects *collect(const Analysis *a) {
  const Flat *f = a->places->flat;
  Effects *e = g_new0(Effects, 1);
  e->precision = a->precision;
  e->live = g_new0(GArray *, f->nodes->len + 1);
  e->inputs = g_new0(GArray *, f->procedures->len + 1);
  e->outputs = g_new0(GArray *, f->procedures->len + 1);
  for (guint i = 0; i < f->nodes->len; i++) {
    e->live[i] = range(0, 0);
    append_set(e->live[i], a->live[i], a->n_slots);
  }
  for (guint i = 0; i < f->procedures->len; i++) {
    const FlatProcedure *p = flat_procedure(f, i);
    e->inputs[i] = range(p->base, p->function->n_params);
    append_set(e->inputs[i], a->touched[i], a->n_slots);
    e->outputs[i] = range(p->first_result, p->function->n_results);
    append_set(e->outputs[i], a->written[i], a->n_slots);
  }
  return e;
}

static guint64 **new_sets(guint n, guint n_words) {
  guint64 **sets = g_new(guint64 *, n + 1);
  for (guint i = 0; i < n; i++) sets[i] = g_new0(guint64, n_words);
  return sets;
}

static void free_sets(guint64 **sets, guint n) {
  for (guint i = 0; i < n; i++) g_free(sets[i]);
  g_free(sets);
}

Effects *effects_new(const Precision *p) {
  const Flat *f = p->places->flat;
  Analysis a = {.precision = p, .places = p->places, .n_slots = p->n_slots, .n_words = p->n_slots / 64 + 1};
  if ((guint64)f->nodes->len * p->n_slots > (guint64)limits.spacer_effect_bits) return NULL;
  a.live = new_sets(f->nodes->len, a.n_words);
  a.touched = new_sets(f->procedures->len, a.n_words);
  a.written = new_sets(f->procedures->len, a.n_words);
  a.ghosts = g_new0(guint64, a.n_words);
  find_ghosts(&a);
  find_signatures(&a);
  find_live(&a);
  Effects *e = collect(&a);
  free_sets(a.live, f->nodes->len);
  free_sets(a.touched, f->procedures->len);
  free_sets(a.written, f->procedures->len);
  g_free(a.ghosts);
  return e;
}

void effects_free(Effects *e) {
  if (!e) return;
  for (guint i = 0; e->live[i]; i++) g_array_unref(e->live[i]);
  for (guint i = 0; e->inputs[i]; i++) g_array_unref(e->inputs[i]), g_array_unref(e->outputs[i]);
  g_free(e->live);
  g_free(e->inputs);
  g_free(e->outputs);
  g_free(e);
}
