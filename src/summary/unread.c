/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions read uninitialised variables. */
#include "summary/unread.h"

typedef void (*Visit)(const IrInstr *in, gpointer data);

static void visit_instrs(const IrFunction *f, Visit visit, gpointer data) {
  for (guint b = 0; b < f->blocks->len; b++) {
    const GArray *instrs = ((const IrBlock *)f->blocks->pdata[b])->instrs;
    for (guint i = 0; i < instrs->len; i++) visit(&g_array_index(instrs, IrInstr, i), data);
  }
}

typedef struct {
  const Program *program;
  GHashTable *sites;   /* uninitialised ones that are read */
  GHashTable *callees; /* function ids, to enter */
} Readings;

static void note(const IrInstr *in, gpointer data) {
  Readings *r = data;
  if (in->opcode == IR_INPUT && site_has(program_site(r->program, in->site), INPUT_IDLE))
    g_hash_table_add(r->sites, GUINT_TO_POINTER(in->site + 1));
  if (in->opcode == IR_CALL && ir_callee(in) != G_MAXUINT)
    g_hash_table_add(r->callees, GUINT_TO_POINTER(ir_callee(in) + 1));
}

static Readings readings_new(const Program *p) {
  return (Readings){p, g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL)};
}

static void readings_clear(Readings *r) {
  g_hash_table_unref(r->sites);
  g_hash_table_unref(r->callees);
}

gboolean reads_uninitialised(const Program *p, guint function) {
  Readings r = readings_new(p);
  visit_instrs(program_function(p, function), note, &r);
  gboolean any = g_hash_table_size(r.sites) > 0;
  readings_clear(&r);
  return any;
}

static gboolean is_in(const guint *members, guint n, guint function) {
  for (guint i = 0; i < n; i++)
    if (members[i] == function) return TRUE;
  return FALSE;
}

/* Any function called from here that reads, members aside. */
static gboolean callee_reads(const Program *p, const guint *members, guint n, guint function,
                             GHashTable *seen) {
  Readings r = readings_new(p);
  GHashTableIter at;
  gpointer key;
  visit_instrs(program_function(p, function), note, &r);
  gboolean any = !is_in(members, n, function) && g_hash_table_size(r.sites) > 0;
  g_hash_table_iter_init(&at, r.callees);
  while (!any && g_hash_table_iter_next(&at, &key, NULL))
    any = g_hash_table_add(seen, key) && callee_reads(p, members, n, GPOINTER_TO_UINT(key) - 1, seen);
  readings_clear(&r);
  return any;
}

static gboolean shares_sites(const Program *p, const guint *members, guint n) {
  Readings own = readings_new(p), others = readings_new(p);
  GHashTableIter at;
  gpointer key;
  gboolean any = FALSE;
  for (guint i = 0; i < p->functions->len; i++)
    visit_instrs(program_function(p, i), note, is_in(members, n, i) ? &own : &others);
  g_hash_table_iter_init(&at, own.sites);
  while (!any && g_hash_table_iter_next(&at, &key, NULL)) any = g_hash_table_contains(others.sites, key);
  readings_clear(&own);
  readings_clear(&others);
  return any;
}

gboolean unread_elsewhere(const Program *p, const guint *members, guint n) {
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  gboolean any = FALSE;
  for (guint i = 0; i < n && !any; i++) any = callee_reads(p, members, n, members[i], seen);
  return !any && !shares_sites(p, members, n);
}
