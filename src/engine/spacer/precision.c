/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which variables are integers and which are bit-vectors. */
#include "engine/spacer/precision.h"

/* ---- union-find ---- */

static guint find(guint *parent, guint slot) {
  while (parent[slot] != slot) slot = parent[slot] = parent[parent[slot]];
  return slot;
}

static void join(guint *parent, guint a, guint b) {
  a = find(parent, a), b = find(parent, b);
  if (a != b) parent[MAX(a, b)] = MIN(a, b);
}

guint precision_width(const Precision *p, guint slot) {
  return slot < p->n_variables ? flat_width(p->places->flat, slot)
                               : places_get(p->places, slot - p->n_variables)->width;
}

/* Truth values have no precision to choose. */
static void relate(Precision *p, guint a, guint b, gboolean same_reading) {
  if (a == G_MAXUINT || b == G_MAXUINT || precision_width(p, a) == 1 || precision_width(p, b) == 1) return;
  join(p->class_of, a, b);
  if (same_reading) join(p->reading, a, b);
}

static guint slot_of(const Operand *o, guint base) {
  return o->kind == OPERAND_REG ? base + (guint)o->value : G_MAXUINT;
}

static void vote(Precision *p, guint slot, gint v) {
  if (slot != G_MAXUINT) p->votes[slot] += v;
}

/* ---- what an instruction relates ---- */

static void relate_term(Precision *p, const FlatNode *n, const IrInstr *i) {
  guint dest = n->base + i->dest, a = slot_of(&i->args[0], n->base),
        b = i->n_args > 1 ? slot_of(&i->args[1], n->base) : G_MAXUINT;
  TermOp op = (TermOp)i->term_op;
  gint sign = 0;
  if (op == TERM_ULT || op == TERM_ULE || op == TERM_UDIV || op == TERM_UREM || op == TERM_LSHR ||
      op == TERM_ZEXT)
    sign = 2;
  if (op == TERM_SLT || op == TERM_SLE || op == TERM_SDIV || op == TERM_SREM || op == TERM_ASHR ||
      op == TERM_SEXT)
    sign = -2;
  vote(p, a, sign);
  if (op != TERM_LSHR && op != TERM_ASHR) vote(p, b, sign);
  if (op >= TERM_FADD) return;
  if (op >= TERM_EQ && op <= TERM_SLE) {
    relate(p, a, b, TRUE);
  } else if (op == TERM_ITE) {
    relate(p, dest, b, TRUE);
    relate(p, dest, slot_of(&i->args[2], n->base), TRUE);
  } else {
    gboolean is_cast = op >= TERM_CONCAT, is_shift = op >= TERM_SHL && op <= TERM_ASHR;
    relate(p, dest, a, !is_cast);
    relate(p, dest, b, !is_cast && !is_shift);
  }
}

static void relate_input(Precision *p, guint dest, guint site) {
  vote(p, dest, program_site(p->places->flat->program, site)->is_signed ? -1 : 1);
  for (guint i = 0; i < p->places->places->len; i++) {
    const Place *place = places_get(p->places, i);
    if (place->kind == PLACE_INPUT && place->site == site)
      relate(p, dest, p->n_variables + i, place->width == precision_width(p, dest));
  }
}

/* Offsets are compared with the size of the object and with indices of elements. */
static void relate_object(Precision *p, const FlatNode *n, const IrInstr *i, Base b, guint value) {
  const PlaceObject *o = places_object(p->places, b.object);
  guint address = slot_of(&i->args[0], n->base);
  if (o->size == UNKNOWN_SIZE)
    relate(p, address, slot_of(places_size_operand(o), flat_node(p->places->flat, o->node)->base), FALSE);
  for (guint g = 0; o->stride && g < p->places->ghosts.n; g++)
    relate(p, address, p->n_variables + places_ghost(p->places, PLACE_INDEX, g), FALSE);
  for (guint k = 0; o->stride && k < o->places->len; k++) {
    guint cell = g_array_index(o->places, guint, k);
    if (places_is_cell_of(p->places, places_get(p->places, cell), b, access_bytes(i)))
      relate(p, value, p->n_variables + cell, TRUE);
  }
}

static void relate_access(Precision *p, const FlatNode *n, const IrInstr *i) {
  Base b = places_base(p->places, &i->args[0], n->base);
  guint value = i->opcode == IR_LOAD ? n->base + i->dest : slot_of(&i->args[1], n->base);
  if (!b.reached || b.object == NO_OBJECT_KNOWN) return;
  guint bytes = ((i->opcode == IR_LOAD ? i->width : i->args[1].width) + 7) / 8;
  guint place = places_find(p->places, b, bytes);
  if (place != NO_PLACE) relate(p, value, p->n_variables + place, TRUE);
  relate_object(p, n, i, b, value);
}

static void relate_instr(Precision *p, const FlatNode *n, const IrInstr *i) {
  switch ((IrOpcode)i->opcode) {
  case IR_TERM: relate_term(p, n, i); break;
  case IR_PTRADD:
    relate(p, n->base + i->dest, slot_of(&i->args[0], n->base), TRUE);
    relate(p, n->base + i->dest, slot_of(&i->args[1], n->base), TRUE);
    vote(p, n->base + i->dest, -4); /* offsets go both ways */
    break;
  case IR_LOAD:
  case IR_STORE: relate_access(p, n, i); break;
  case IR_INPUT: relate_input(p, n->base + i->dest, i->site); break;
  default: break;
  }
}

static void relate_edges(Precision *p, const FlatNode *n) {
  for (guint e = 0; e < n->edges->len; e++) {
    const GArray *moves = g_array_index(n->edges, FlatEdge, e).moves;
    for (guint k = 0; moves && k < moves->len; k++) {
      const FlatMove *m = &g_array_index(moves, FlatMove, k);
      relate(p, m->dest, slot_of(&m->value, m->base), TRUE);
    }
  }
  if (n->how != FLAT_CALLS) return;
  const FlatProcedure *callee = flat_procedure(p->places->flat, n->callee);
  for (guint k = 1; k < n->call->n_args && k <= callee->function->n_params; k++)
    if (n->call->args[k].width == callee->function->reg_width[k - 1])
      relate(p, slot_of(&n->call->args[k], n->base), callee->base + k - 1, TRUE);
  for (guint k = 0; k < n->call->n_dest; k++)
    relate(p, n->base + n->call->dest + k, callee->first_result + k, TRUE);
}

/* ---- the whole ---- */

/* Where no operation decides, a value is read as most of the inputs are. */
static gboolean most_inputs_unsigned(const Program *p) {
  gint votes = 0;
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (site_is_value(s) && !s->is_float) votes += s->is_signed ? -1 : 1;
  }
  return votes > 0;
}

Precision *precision_new(const Places *places) {
  Precision *p = g_new0(Precision, 1);
  const Flat *f = places->flat;
  p->places = places;
  p->n_variables = f->widths->len;
  p->n_slots = p->n_variables + places->places->len;
  p->class_of = g_new(guint, p->n_slots + 1);
  p->reading = g_new(guint, p->n_slots + 1);
  p->votes = g_new0(gint, p->n_slots + 1);
  p->lifted = g_new0(gboolean, p->n_slots + 1);
  p->ties_unsigned = most_inputs_unsigned(f->program);
  for (guint i = 0; i < p->n_slots; i++) p->class_of[i] = p->reading[i] = i;
  for (guint i = 0; i < f->nodes->len; i++) {
    const FlatNode *n = flat_node(f, i);
    for (guint k = n->first; k < n->end; k++)
      relate_instr(p, n, &g_array_index(n->block->instrs, IrInstr, k));
    relate_edges(p, n);
  }
  for (guint i = 0; i < p->n_slots; i++) {
    p->class_of[i] = find(p->class_of, i);
    guint group = p->reading[i] = find(p->reading, i);
    if (group != i) p->votes[group] += p->votes[i];
  }
  return p;
}

Precision *precision_copy(const Precision *p) {
  Precision *copy = g_memdup2(p, sizeof *p);
  copy->class_of = g_memdup2(p->class_of, (p->n_slots + 1) * sizeof *p->class_of);
  copy->reading = g_memdup2(p->reading, (p->n_slots + 1) * sizeof *p->reading);
  copy->votes = g_memdup2(p->votes, (p->n_slots + 1) * sizeof *p->votes);
  copy->lifted = g_memdup2(p->lifted, (p->n_slots + 1) * sizeof *p->lifted);
  return copy;
}

void precision_free(Precision *p) {
  if (!p) return;
  g_free(p->class_of);
  g_free(p->reading);
  g_free(p->votes);
  g_free(p->lifted);
  g_free(p);
}

WordKind precision_kind(const Precision *p, guint slot) {
  if (precision_width(p, slot) == 1) return WORD_BOOL;
  PlaceKind place =
      slot >= p->n_variables ? places_get(p->places, slot - p->n_variables)->kind : PLACE_SCALAR;
  if (place == PLACE_COUNTER) return WORD_UNSIGNED;
  if (p->lifted[p->class_of[slot]]) return WORD_BITS;
  if (place == PLACE_INDEX) return WORD_SIGNED;
  gint votes = p->votes[p->reading[slot]];
  gboolean is_unsigned = votes > 0 || (votes == 0 && p->ties_unsigned);
  if (votes >= -1 && votes <= 1) is_unsigned ^= p->other_reading;
  return is_unsigned ? WORD_UNSIGNED : WORD_SIGNED;
}

gboolean precision_lift(Precision *p, guint slot) {
  guint class = p->class_of[slot];
  if (p->lifted[class] || precision_width(p, slot) == 1) return FALSE;
  return p->lifted[class] = TRUE;
}

void precision_lift_all(Precision *p) {
  for (guint i = 0; i < p->n_slots; i++) p->lifted[i] = TRUE;
}

static guint count(const Precision *p, gboolean only_lifted) {
  guint n = 0;
  for (guint i = 0; i < p->n_slots; i++) {
    gboolean is_word = precision_width(p, i) > 1;
    n += is_word && (!only_lifted || p->lifted[p->class_of[i]]);
  }
  return n;
}

guint precision_n_lifted(const Precision *p) { return count(p, TRUE); }
guint precision_n_words(const Precision *p) { return count(p, FALSE); }
