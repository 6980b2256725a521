/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Following a pointer into a summary: its pointee becomes an object of its own, so that what is written there
 * replaces what was. */
#include "base/limits.h"
#include "engine/shape/explore.h"

/* Registers that point into an object. */
static GPtrArray *registers_to(const World *w, guint object) {
  GPtrArray *found = g_ptr_array_new();
  for (guint i = 0; i < w->frames->len; i++) {
    const WorldFrame *f = &g_array_index(w->frames, WorldFrame, i);
    for (guint r = 0; r < f->n_regs; r++)
      if (f->regs[r].kind == DATUM_POINTER && f->regs[r].object == object)
        g_ptr_array_add(found, &f->regs[r]);
  }
  return found;
}

/* A register that points into the summary may point to its former member: states in which some do. */
static void split_registers(Explorer *x, World *w, guint summary, guint member, gboolean again) {
  GPtrArray *registers = registers_to(w, summary);
  guint n = registers->len;
  g_ptr_array_unref(registers);
  for (guint some = 1; some < 1u << n; some++) {
    World *other = world_copy(w);
    registers = registers_to(other, summary);
    for (guint i = 0; i < n; i++)
      if (some >> i & 1) ((Datum *)registers->pdata[i])->object = member;
    g_ptr_array_unref(registers);
    if (again) world_top(other)->at--;
    g_ptr_array_add(x->open, other);
  }
}

/* May the pointee of this register be taken out?  Not when too many others could be the same. */
static gboolean leads_into_summary(const Explorer *x, const World *w, const Datum *a) {
  if (!x->takes_out || a->kind != DATUM_POINTER) return FALSE;
  const ShapeObject *o = heap_object(w->heap, a->object);
  if (!o || !o->summary || o->dead || o->origin != FROM_HEAP) return FALSE;
  GPtrArray *registers = registers_to(w, a->object);
  gboolean few = registers->len <= limits.shape_split + 1;
  g_ptr_array_unref(registers);
  return few;
}

void focus_operand(Explorer *x, World *w, const Operand *o) {
  if (o->kind != OPERAND_REG) return;
  Datum *a = &world_top(w)->regs[o->value];
  if (!leads_into_summary(x, w, a)) return;
  guint summary = a->object, member = heap_take_out(w->heap, summary);
  a->object = member;
  split_registers(x, w, summary, member, TRUE);
}

gboolean focus_read(Explorer *x, World *w, const Datum *p, guint width, guint reg) {
  Datum *a = &world_top(w)->regs[reg];
  gboolean splits = leads_into_summary(x, w, a);
  guint summary = a->object;
  if (splits) a->object = heap_take_out(w->heap, summary);
  if (!heap_settle(w->heap, p, width, a)) return FALSE;
  if (splits) split_registers(x, w, summary, a->object, FALSE);
  return TRUE;
}
