/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory as the Horn clauses see it. */
#include "engine/spacer/places.h"
#include "base/limits.h"

#define MAX_ALIGNMENT 12

static const Base no_base = {NO_OBJECT_KNOWN, FALSE, 0, 0, 1, 0, TRUE};

/* ---- objects ---- */

static void add_global(Places *p, const IrGlobal *g) {
  PlaceObject o = {.global = g->id, .node = G_MAXUINT, .size = g->size, .constant = g->constant};
  o.places = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_append_val(p->objects, o);
}

/* Its size in bytes, where the instruction makes an object that is understood. */
static gboolean makes_object(const IrInstr *i, guint64 *size) {
  gboolean is_calloc = i->opcode == IR_LIB && i->lib == LIB_CALLOC;
  gboolean makes = i->opcode == IR_ALLOCA || (i->opcode == IR_LIB && i->lib == LIB_MALLOC) || is_calloc;
  if (!makes || !i->n_dest) return FALSE;
  *size = UNKNOWN_SIZE;
  gboolean second = is_calloc && i->args[1].kind == OPERAND_REG;
  if (i->args[second].kind == OPERAND_REG)
    return i->args[second].width == i->width && (!is_calloc || i->args[!second].kind == OPERAND_CONST);
  for (guint k = 0; k < i->n_args; k++)
    if (i->args[k].kind != OPERAND_CONST) return FALSE;
  *size = i->args[0].value * (is_calloc ? i->args[1].value : 1);
  return *size < (1u << 30) && i->args[0].value < (1u << 30);
}

static void add_made(Places *p, guint node, const FlatNode *n, const IrInstr *i) {
  guint64 size;
  if (!makes_object(i, &size)) return;
  PlaceObject o = {
      .global = G_MAXUINT, .maker = i, .node = node, .size = size, .is_stack = i->opcode == IR_ALLOCA};
  o.places = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_append_val(p->objects, o);
  p->made[n->base + i->dest] = p->objects->len;
}

gboolean places_forbids(const Places *p, guint object, const IrInstr *write) {
  const PlaceObject *o = places_object(p, object);
  return o->constant || (o->maker && o->maker->fixed && !write->fixed && write->opcode != IR_UNINIT);
}

typedef void (*VisitInstr)(Places *p, guint node, const FlatNode *n, const IrInstr *i);

static void visit_instrs(Places *p, VisitInstr visit) {
  for (guint f = 0; f < p->flat->procedures->len; f++) {
    const FlatProcedure *fp = flat_procedure(p->flat, f);
    for (guint i = 0; i < fp->n_order; i++) {
      const FlatNode *n = flat_node(p->flat, fp->order[i]);
      for (guint k = n->first; k < n->end; k++)
        visit(p, fp->order[i], n, &g_array_index(n->block->instrs, IrInstr, k));
    }
  }
}

guint places_made(const Places *p, guint variable) { return p->made[variable] - 1; }

/* ---- bases ---- */

static guint alignment_of(guint64 offset) {
  return offset ? MIN((guint)__builtin_ctzll(offset), MAX_ALIGNMENT) : MAX_ALIGNMENT;
}

static Base fixed_base(guint object, gint64 offset) {
  return (Base){object, TRUE, offset, alignment_of((guint64)offset), 0, (guint64)offset, TRUE};
}

Base places_base(const Places *p, const Operand *o, guint base) {
  if (o->kind == OPERAND_REG) return p->bases[base + o->value];
  if (o->kind != OPERAND_GLOBAL) return no_base;
  return fixed_base((guint)o->value, o->offset);
}

static guint64 gcd(guint64 a, guint64 b) {
  while (b) {
    guint64 rest = a % b;
    a = b, b = rest;
  }
  return a;
}

static Base varying_base(guint object, guint alignment, guint64 step, guint64 rest) {
  if (!step || step > limits.spacer_element_bytes) step = 1;
  gint64 in_step = (gint64)rest % (gint64)step;
  return (Base){object, FALSE, 0, alignment, step, (guint64)(in_step < 0 ? in_step + (gint64)step : in_step),
                TRUE};
}

static Base base_join(Base a, Base b) {
  if (!a.reached) return b;
  if (!b.reached) return a;
  if (a.object != b.object || a.object == NO_OBJECT_KNOWN) return no_base;
  if (a.is_fixed && b.is_fixed && a.offset == b.offset) return a;
  gint64 apart = (gint64)(a.rest - b.rest);
  guint64 step = gcd(gcd(a.step, b.step), (guint64)(apart < 0 ? -apart : apart));
  return varying_base(a.object, MIN(a.alignment, b.alignment), step, a.rest);
}

static const IrInstr *definition(const CfgInfo *info, const Operand *o) {
  const IrInstr *i = info->definition[o->value];
  return i && i->opcode == IR_TERM ? i : NULL;
}

const IrInstr *places_definition(const CfgInfo *info, const Operand *o, guint *of) {
  const IrInstr *def = o->kind == OPERAND_REG ? definition(info, o) : NULL;
  if (!def) return NULL;
  gboolean simple = def->term_op == TERM_MUL || def->term_op == TERM_ADD || def->term_op == TERM_SUB ||
                    def->term_op == TERM_SHL || def->term_op == TERM_ZEXT || def->term_op == TERM_SEXT;
  guint n = 0;
  for (guint k = 0; k < def->n_args; k++) {
    if (def->args[k].kind == OPERAND_REG) *of = k, n++;
    if (def->args[k].kind != OPERAND_REG && def->args[k].kind != OPERAND_CONST) return NULL;
  }
  return simple && n == 1 && def->args[*of].width > 1 ? def : NULL;
}

const Operand *places_size_operand(const PlaceObject *o) {
  return &o->maker->args[o->maker->args[0].kind != OPERAND_REG];
}

guint places_size_variable(const Places *p, guint object) {
  const PlaceObject *o = places_object(p, object);
  const FlatNode *n = flat_node(p->flat, o->node);
  const Operand *size = places_size_operand(o);
  guint of = 0;
  for (const IrInstr *d; (d = places_definition(flat_info(p->flat, n), size, &of));) size = &d->args[of];
  return n->base + (guint)size->value;
}

/* Numbers: which power of two divides them, whatever wraps. */
static guint number_alignment(const CfgInfo *info, const Operand *o, guint depth) {
  if (o->kind == OPERAND_CONST) return alignment_of(o->value);
  if (o->kind != OPERAND_REG || depth > 8) return 0;
  const IrInstr *def = definition(info, o);
  if (!def) return 0;
  guint a = number_alignment(info, &def->args[0], depth + 1);
  switch (def->term_op) {
  case TERM_ZEXT:
  case TERM_SEXT: return def->args[0].width > MAX_ALIGNMENT ? a : 0;
  case TERM_ADD:
  case TERM_SUB: return MIN(a, number_alignment(info, &def->args[1], depth + 1));
  case TERM_MUL: return MIN(MAX_ALIGNMENT, a + number_alignment(info, &def->args[1], depth + 1));
  case TERM_SHL:
    return def->args[1].kind == OPERAND_CONST && def->args[1].value <= MAX_ALIGNMENT
               ? MIN(MAX_ALIGNMENT, a + (guint)def->args[1].value)
               : 0;
  default: return 0;
  }
}

/* Numbers: what divides them if nothing wraps; 0: they are 0. */
static guint64 number_step(const CfgInfo *info, const Operand *o, guint depth) {
  if (o->kind == OPERAND_CONST) {
    gint64 value = term_signed(o->value, o->width);
    return (guint64)(value < 0 ? -value : value);
  }
  const IrInstr *def = o->kind == OPERAND_REG && depth < 8 ? definition(info, o) : NULL;
  if (!def) return 1;
  guint64 a = number_step(info, &def->args[0], depth + 1);
  switch (def->term_op) {
  case TERM_ZEXT:
  case TERM_SEXT: return def->args[0].width > MAX_ALIGNMENT ? a : 1;
  case TERM_ADD:
  case TERM_SUB: return gcd(a, number_step(info, &def->args[1], depth + 1));
  case TERM_MUL: {
    guint64 b = number_step(info, &def->args[1], depth + 1);
    return a <= limits.spacer_element_bytes && b <= limits.spacer_element_bytes ? a * b : 1;
  }
  case TERM_SHL:
    return def->args[1].kind == OPERAND_CONST && def->args[1].value < 20 && a <= limits.spacer_element_bytes
               ? a << def->args[1].value
               : 1;
  default: return 1;
  }
}

static Base base_add(const CfgInfo *info, Base b, const Operand *by) {
  if (!b.reached || b.object == NO_OBJECT_KNOWN) return b;
  gboolean known = by->kind == OPERAND_CONST;
  gint64 more = known ? term_signed(by->value, by->width) : 0;
  if (known && b.is_fixed) return fixed_base(b.object, b.offset + more);
  return varying_base(b.object, MIN(b.alignment, number_alignment(info, by, 0)),
                      known ? b.step : gcd(b.step, number_step(info, by, 0)), b.rest + (guint64)more);
}

static gboolean set_base(Places *p, guint variable, Base new) {
  Base joined = base_join(p->bases[variable], new), *old = &p->bases[variable];
  if (old->reached == joined.reached && old->object == joined.object && old->is_fixed == joined.is_fixed &&
      old->offset == joined.offset && old->alignment == joined.alignment && old->step == joined.step &&
      old->rest == joined.rest)
    return FALSE;
  *old = joined;
  return TRUE;
}

static gboolean infer_instr(Places *p, const FlatNode *n, const IrInstr *i) {
  guint dest = n->base + i->dest;
  guint object = p->made[dest] - 1;
  Base b = no_base;
  if (!i->n_dest) return FALSE;
  if (object != NO_OBJECT_KNOWN)
    b = fixed_base(object, 0);
  else if (i->opcode == IR_PTRADD)
    b = base_add(flat_info(p->flat, n), places_base(p, &i->args[0], n->base), &i->args[1]);
  else if (i->opcode == IR_TERM && i->term_op == TERM_ITE)
    b = base_join(places_base(p, &i->args[1], n->base), places_base(p, &i->args[2], n->base));
  return set_base(p, dest, b);
}

/* An address that outlives its object, or that may be that of an earlier object of the same maker, is not
 * understood: so addresses of what is made again and again do not pass through joins, and those of stack
 * objects do not return. */
static Base base_on_edge(const Places *p, const FlatNode *from, const FlatMove *m, const guint8 *n_moves) {
  Base b = places_base(p, &m->value, m->base);
  if (!b.reached || b.object == NO_OBJECT_KNOWN) return b;
  const PlaceObject *o = places_object(p, b.object);
  if (o->global != G_MAXUINT) return b;
  gboolean returns = from->block && from->block->term == IR_RETURN;
  if ((returns && o->is_stack) || (flat_node(p->flat, o->node)->in_cycle && n_moves[m->dest] > 1))
    return no_base;
  return b;
}

static gboolean infer_edges(Places *p, const FlatNode *n, const guint8 *n_moves) {
  gboolean changed = FALSE;
  for (guint i = 0; i < n->edges->len; i++) {
    const GArray *moves = g_array_index(n->edges, FlatEdge, i).moves;
    for (guint k = 0; moves && k < moves->len; k++) {
      const FlatMove *m = &g_array_index(moves, FlatMove, k);
      changed |=
          set_base(p, m->dest, m->value.kind == OPERAND_NONE ? no_base : base_on_edge(p, n, m, n_moves));
    }
  }
  for (guint k = 0; n->how == FLAT_CALLS && k < n->call->n_dest; k++)
    changed |= set_base(p, n->base + n->call->dest + k, no_base);
  return changed;
}

static gboolean infer_round(Places *p, const guint8 *n_moves) {
  gboolean changed = FALSE;
  for (guint f = 0; f < p->flat->procedures->len; f++) {
    const FlatProcedure *fp = flat_procedure(p->flat, f);
    for (guint i = 0; i < fp->n_order; i++) {
      const FlatNode *n = flat_node(p->flat, fp->order[i]);
      for (guint k = n->first; k < n->end; k++)
        changed |= infer_instr(p, n, &g_array_index(n->block->instrs, IrInstr, k));
      changed |= infer_edges(p, n, n_moves);
    }
  }
  return changed;
}

static guint8 *count_moves(const Flat *f) {
  guint8 *n = g_new0(guint8, f->widths->len + 1);
  for (guint i = 0; i < f->nodes->len; i++) {
    const GArray *edges = flat_node(f, i)->edges;
    for (guint e = 0; e < edges->len; e++) {
      const GArray *moves = g_array_index(edges, FlatEdge, e).moves;
      for (guint k = 0; moves && k < moves->len; k++) {
        guint8 *count = &n[g_array_index(moves, FlatMove, k).dest];
        if (*count < 2) ++*count;
      }
    }
  }
  return n;
}

static void infer_bases(Places *p) {
  for (guint f = 0; f < p->flat->procedures->len; f++) {
    const FlatProcedure *fp = flat_procedure(p->flat, f);
    for (guint i = 0; i < fp->function->n_params; i++) p->bases[fp->base + i] = no_base;
  }
  g_autofree guint8 *n_moves = count_moves(p->flat);
  guint rounds = 0;
  while (infer_round(p, n_moves))
    if (++rounds > limits.spacer_base_rounds) {
      for (guint v = 0; v < p->flat->widths->len; v++) p->bases[v] = no_base, p->made[v] = 0;
      return;
    }
}

/* ---- places ---- */

void places_add(Places *p, Place place) {
  guint id = p->places->len;
  gboolean is_of_object = place.kind == PLACE_SCALAR || place.kind == PLACE_ARRAY ||
                          place.kind == PLACE_CELL || place_is_history(&place);
  g_array_append_val(p->places, place);
  if (is_of_object) g_array_append_val(places_object(p, place.object)->places, id);
}

guint places_find(const Places *p, Base b, guint bytes) {
  const GArray *of = places_object(p, b.object)->places;
  for (guint i = 0; i < of->len; i++) {
    guint id = g_array_index(of, guint, i);
    const Place *place = places_get(p, id);
    if (place->kind == PLACE_ARRAY) return id;
    if (b.is_fixed && place->kind == PLACE_SCALAR && place->offset == (guint64)b.offset &&
        place->width == bytes * 8)
      return id;
  }
  return NO_PLACE;
}

gboolean places_inside(const Places *p, Base b, guint64 bytes) {
  if (!b.reached || b.object == NO_OBJECT_KNOWN || !b.is_fixed || b.offset < 0) return FALSE;
  guint64 size = places_object(p, b.object)->size;
  return size != UNKNOWN_SIZE && bytes <= size && (guint64)b.offset <= size - bytes;
}

guint places_cellular(const Places *p, Base b) {
  if (!b.reached || b.object == NO_OBJECT_KNOWN || !places_object(p, b.object)->stride)
    return NO_OBJECT_KNOWN;
  return b.object;
}

gboolean places_is_cell_of(const Places *p, const Place *cell, Base b, guint bytes) {
  return cell->kind == PLACE_CELL && cell->width == bytes * 8 &&
         b.rest % places_object(p, cell->object)->stride == cell->offset;
}

guint places_ghost(const Places *p, PlaceKind kind, guint ghost) {
  g_assert(ghost < p->ghosts.n); /* these are the first places */
  return 2 * ghost + (kind == PLACE_FLAG);
}

/* ---- inputs ---- */

static void count_site(Places *p, guint node, const FlatNode *n, const IrInstr *i) {
  if (i->opcode != IR_INPUT) return;
  guint place = places_counter(p, i->site);
  if (place == NO_PLACE) return;
  Place *counter = places_get(p, place);
  gboolean once = node < flat_procedure(p->flat, 0)->end && !n->in_cycle;
  counter->occurrence += once ? 1 : 2;
}

/* A site that is mentioned and may run more than once has a counter. */
static void add_inputs(Places *p, const Term *condition) {
  GPtrArray *inputs = term_inputs(condition);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *t = (const Term *)inputs->pdata[i];
    InputKey key = input_key_unpack(t->param);
    if (!site_is_value(program_site(p->flat->program, key.site)) || key.offset) continue;
    if (places_counter(p, key.site) == NO_PLACE)
      places_add(p, (Place){.kind = PLACE_COUNTER, .width = 32, .site = key.site});
    places_add(
        p, (Place){.kind = PLACE_INPUT, .width = t->width, .site = key.site, .occurrence = key.occurrence});
  }
  g_ptr_array_unref(inputs);
  visit_instrs(p, count_site);
  for (guint i = 0; i < p->places->len; i++)
    if (places_get(p, i)->kind == PLACE_COUNTER)
      p->counted[places_get(p, i)->site] = places_get(p, i)->occurrence > 1;
}

guint places_counter(const Places *p, guint site) {
  for (guint i = 0; i < p->places->len; i++)
    if (places_get(p, i)->kind == PLACE_COUNTER && places_get(p, i)->site == site) return i;
  return NO_PLACE;
}

guint places_input(const Places *p, guint site, guint occurrence) {
  for (guint i = 0; i < p->places->len; i++) {
    const Place *place = places_get(p, i);
    if (place->kind == PLACE_INPUT && place->site == site && place->occurrence == occurrence) return i;
  }
  return NO_PLACE;
}

/* ---- the whole ---- */

Places *places_new(const Flat *f, const Term *condition, Ghosts ghosts) {
  Places *p = g_new0(Places, 1);
  p->flat = f;
  p->ghosts = ghosts;
  p->bases = g_new0(Base, f->widths->len + 1);
  p->made = g_new0(guint, f->widths->len + 1);
  p->objects = g_array_new(FALSE, FALSE, sizeof(PlaceObject));
  p->places = g_array_new(FALSE, FALSE, sizeof(Place));
  p->counted = g_new0(gboolean, f->program->sites->len + 1);
  for (guint i = 0; i < f->program->globals->len; i++) add_global(p, program_global(f->program, i));
  visit_instrs(p, add_made);
  infer_bases(p);
  places_layout(p);
  if (condition) add_inputs(p, condition);
  return p;
}

void places_free(Places *p) {
  if (!p) return;
  for (guint i = 0; i < p->objects->len; i++) g_array_unref(places_object(p, i)->places);
  g_array_unref(p->objects);
  g_array_unref(p->places);
  g_free(p->bases);
  g_free(p->made);
  g_free(p->counted);
  g_free(p);
}

char *places_name(const Places *p, guint place) {
  const Place *pl = places_get(p, place);
  const Program *program = p->flat->program;
  if (pl->kind == PLACE_COUNTER) return g_strdup_printf("reads of input %u", pl->site);
  if (pl->kind == PLACE_INPUT) return g_strdup_printf("input %u.%u", pl->site, pl->occurrence);
  if (pl->kind == PLACE_INDEX) return g_strdup_printf("g%u", pl->ghost);
  if (pl->kind == PLACE_FLAG) return g_strdup_printf("at_g%u", pl->ghost);
  const PlaceObject *o = places_object(p, pl->object);
  const char *history = pl->kind == PLACE_UNWRITTEN ? "unwritten "
                        : pl->kind == PLACE_WRITTEN ? "written "
                                                    : "";
  g_autofree char *suffix =
      pl->kind == PLACE_CELL || *history ? g_strdup_printf("[g%u]", pl->ghost) : g_strdup("");
  if (o->global == G_MAXUINT)
    return g_strdup_printf("%slocal%u_%u%s", history, pl->object, (guint)pl->offset, suffix);
  const char *name = program_global(program, o->global)->name;
  return pl->offset ? g_strdup_printf("%s%s_%u", name, suffix, (guint)pl->offset)
                    : g_strconcat(history, name, suffix, NULL);
}
