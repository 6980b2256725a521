/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States: made, copied, and activations that come and go. */
#include "engine/shape/world.h"

static void frame_clear(gpointer data) { g_free(((WorldFrame *)data)->regs); }

World *world_new(guint n_sites, guint n_globals) {
  World *w = g_new0(World, 1);
  w->frames = g_array_new(FALSE, FALSE, sizeof(WorldFrame));
  g_array_set_clear_func(w->frames, frame_clear);
  w->heap = heap_new();
  w->n_globals = n_globals;
  w->globals = g_new0(guint, n_globals + 1);
  w->n_sites = n_sites;
  w->reads = g_new0(guint8, n_sites + 1);
  w->made = g_new0(guint8, n_sites + 1);
  return w;
}

World *world_copy(const World *w) {
  World *copy = g_new0(World, 1);
  copy->frames = g_array_sized_new(FALSE, FALSE, sizeof(WorldFrame), w->frames->len);
  g_array_set_clear_func(copy->frames, frame_clear);
  for (guint i = 0; i < w->frames->len; i++) {
    WorldFrame f = g_array_index(w->frames, WorldFrame, i);
    f.regs = (Datum *)g_memdup2(f.regs, f.n_regs * sizeof(Datum));
    g_array_append_val(copy->frames, f);
  }
  copy->heap = heap_copy(w->heap);
  copy->symbols = w->symbols;
  copy->lost = w->lost;
  copy->n_globals = w->n_globals;
  copy->globals = (guint *)g_memdup2(w->globals, (w->n_globals + 1) * sizeof(guint));
  copy->n_sites = w->n_sites;
  copy->made = (guint8 *)g_memdup2(w->made, w->n_sites + 1);
  copy->reads = (guint8 *)g_memdup2(w->reads, w->n_sites + 1);
  return copy;
}

void world_free(World *w) {
  if (!w) return;
  g_array_unref(w->frames);
  heap_free(w->heap);
  g_free(w->globals);
  g_free(w->reads);
  g_free(w->made);
  g_free(w);
}

void world_push(World *w, const IrFunction *f) {
  WorldFrame frame = {.function = f->id, .n_regs = f->n_regs, .regs = g_new(Datum, f->n_regs + 1)};
  for (guint i = 0; i < f->n_regs; i++) frame.regs[i] = datum_any(f->reg_width[i]);
  g_array_append_val(w->frames, frame);
}

void world_pop(World *w) {
  guint depth = w->frames->len - 1;
  for (guint i = 0; i < w->heap->objects->len; i++) {
    ShapeObject *o = heap_object(w->heap, i);
    if (o && o->origin == FROM_ALLOCA && o->frame == depth) heap_kill(w->heap, i);
  }
  g_array_set_size(w->frames, depth);
}
