/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guide files for CIVL: a report's branches as decisions on lines. */
#include "portfolio/civl.h"
#include "witness/branches.h"

static guint64 key_of(guint function, guint block) { return (guint64)function << 32 | block; }

/* The places of branches by function and block: guint64 to index + 1. */
static GHashTable *index_places(const Branches *b) {
  GHashTable *places = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < b->branches->len; i++) {
    guint64 *key = g_new(guint64, 1);
    *key = key_of(branches_place(b, i)->function, branches_place(b, i)->block);
    g_hash_table_insert(places, key, GUINT_TO_POINTER(i + 1));
  }
  return places;
}

static guint line_of(const Branches *b, guint condition) {
  return source_line(b->text, g_array_index(b->conditions->all, SourceCondition, condition).span.first);
}

/* How many conditions stand on each line. */
static GHashTable *conditions_by_line(const Branches *b) {
  GHashTable *lines = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < b->conditions->all->len; i++) {
    gpointer line = GUINT_TO_POINTER(line_of(b, i));
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(lines, line));
    g_hash_table_insert(lines, line, GUINT_TO_POINTER(n + 1));
  }
  return lines;
}

/* Which way the step decides a whole condition: 0, 1, or -1 where it does not. */
static int decision(const Branches *b, const BranchPlace *place, guint successor) {
  if (place->condition == G_MAXUINT || branches_block(b, place)->term != IR_BRANCH || successor > 1)
    return -1;
  if (g_array_index(b->conditions->all, SourceCondition, place->condition).is_switch) return -1;
  if (branches_stays(b, place, successor)) return -1;
  return successor == branches_successor(b, place, TRUE);
}

char *civl_guide(const Program *p, const Automaton *direction) {
  g_autoptr(GString) lines = g_string_new("lines"), guide = g_string_new("guide");
  g_autofree char *name = g_path_get_basename(p->path);
  Branches *branches = branches_new(p);
  GHashTable *places = index_places(branches), *crowds = conditions_by_line(branches);
  guint n = 0;
  for (guint i = 0; i < direction->steps->len; i++) {
    const AutomatonStep *s = &g_array_index(direction->steps, AutomatonStep, i);
    guint64 key = key_of(s->function, s->block);
    guint found = GPOINTER_TO_UINT(g_hash_table_lookup(places, &key));
    const BranchPlace *place = found ? branches_place(branches, found - 1) : NULL;
    int way = place ? decision(branches, place, s->successor) : -1;
    guint line = way >= 0 ? line_of(branches, place->condition) : 0;
    if (way < 0 || GPOINTER_TO_UINT(g_hash_table_lookup(crowds, GUINT_TO_POINTER(line))) != 1) continue;
    g_string_append_printf(lines, " %u", line);
    g_string_append_printf(guide, " %d", way);
    n++;
  }
  g_hash_table_unref(places);
  g_hash_table_unref(crowds);
  branches_free(branches);
  return n ? g_strdup_printf("%s\n%s\n%s\n", name, lines->str, guide->str) : NULL;
}
