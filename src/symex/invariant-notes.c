/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants for people: in the names of the variables, as far as the program knows them. */
#include "symex/executor.h"
#include "base/limits.h"
#include "ir/print.h"
#include <string.h>

static void name(Executor *x, const Term *value, char *text) {
  if (value && value->op == TERM_HAVOC && !g_hash_table_contains(x->names, value))
    g_hash_table_insert(x->names, (gpointer)value, text);
  else
    g_free(text);
}

void invariants_name_phis(Executor *x, const WtoElement *loop, const Value *values) {
  const IrBlock *head = (const IrBlock *)x->frame->function->blocks->pdata[loop->block];
  for (guint i = 0; i < head->phis->len; i++) {
    const char *variable = g_array_index(head->phis, IrPhi, i).name;
    if (variable) name(x, values[i].bits, g_strdup(variable));
  }
}

void invariants_name_cell(Executor *x, const Term *value, const Object *object, guint64 offset, guint bytes) {
  if (object->kind != OBJECT_GLOBAL) return;
  const IrGlobal *g = program_global(x->program, object->id - x->first_global);
  if (g->size == bytes)
    name(x, value, g_strdup(g->name));
  else if (offset % bytes == 0)
    name(x, value, g_strdup_printf("%s[%" G_GUINT64_FORMAT "]", g->name, offset / bytes));
}

static gboolean put_name(const GMatchInfo *match, GString *out, gpointer data) {
  const Executor *x = (const Executor *)data;
  char *serial = g_match_info_fetch(match, 1);
  GHashTableIter it;
  gpointer havoc, text = NULL, found = NULL;
  g_hash_table_iter_init(&it, x->names);
  while (!found && g_hash_table_iter_next(&it, &havoc, &text))
    if (((const Term *)havoc)->param == g_ascii_strtoull(serial, NULL, 10)) found = text;
  if (found)
    g_string_append(out, (const char *)found);
  else
    g_string_append_printf(out, "unknown%s", serial);
  g_free(serial);
  return FALSE;
}

/* The widths that the solver needs so that nothing wraps are no concern of people. NULL: not readable. */
static char *readable(const Executor *x, const Term *t) {
  g_autofree char *text = term_to_c(x->program, t, limits.report_invariant_characters);
  if (strstr(text, "where $") || g_str_has_suffix(text, " ...")) return NULL;
  GRegex *casts = g_regex_new("\\((_BitInt\\([0-9]+\\)|long long)\\)", 0, 0, NULL);
  GRegex *unknowns = g_regex_new("unknown([0-9]+)", 0, 0, NULL);
  g_autofree char *plain = g_regex_replace_literal(casts, text, -1, 0, "", 0, NULL);
  char *named = g_regex_replace_eval(unknowns, plain, -1, 0, 0, put_name, (gpointer)x, NULL);
  g_regex_unref(casts);
  g_regex_unref(unknowns);
  if (!strstr(named, "unknown")) return named;
  g_free(named);
  return NULL;
}

void invariants_note(Executor *x, const WtoElement *loop, const GPtrArray *invariants) {
  const IrBlock *head = (const IrBlock *)x->frame->function->blocks->pdata[loop->block];
  GPtrArray *notes = x->result->invariants;
  for (guint i = 0; i < invariants->len && head->term_loc.file; i++) {
    g_autofree char *text = readable(x, (const Term *)invariants->pdata[i]);
    if (!text) continue;
    char *note = g_strdup_printf("%s:%u: %s", head->term_loc.file, head->term_loc.line, text);
    if (g_ptr_array_find_with_equal_func(notes, note, g_str_equal, NULL))
      g_free(note);
    else
      g_ptr_array_add(notes, note);
  }
}
