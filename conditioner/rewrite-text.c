/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text with edits, and the way back from its places to those of the original. */
#include "conditioner/rewrite-text.h"
#include <string.h>

static int by_place(gconstpointer a, gconstpointer b) {
  const gsize x = ((const TextEdit *)a)->at, y = ((const TextEdit *)b)->at;
  return x < y ? -1 : x > y;
}

ConditionedSource *conditioned_source_new(const char *original, GArray *edits) {
  ConditionedSource *c = g_new0(ConditionedSource, 1);
  GString *out = g_string_new(NULL);
  gsize done = 0;
  c->edits = g_array_new(FALSE, FALSE, sizeof(RewriteEdit));
  g_array_sort(edits, by_place);
  for (guint i = 0; i < edits->len; i++) {
    const TextEdit *e = &g_array_index(edits, TextEdit, i);
    const RewriteEdit edit = {e->at, e->removed, strlen(e->text)};
    g_assert(e->at >= done);
    g_array_append_val(c->edits, edit);
    g_string_append_len(out, original + done, (gssize)(e->at - done));
    g_string_append(out, e->text);
    done = e->at + e->removed;
    g_free(e->text);
  }
  g_array_set_size(edits, 0);
  g_string_append(out, original + done);
  c->original = g_strdup(original);
  c->text = g_string_free(out, FALSE);
  return c;
}

void conditioned_source_free(ConditionedSource *c) {
  if (!c) return;
  g_free(c->text);
  g_free(c->original);
  g_array_unref(c->edits);
  g_free(c);
}

gboolean conditioned_source_offset(const ConditionedSource *c, gsize offset, gsize *original) {
  gsize shift = 0; /* unsigned, and yet it may be negative: it wraps back */
  for (guint i = 0; i < c->edits->len; i++) {
    const RewriteEdit e = g_array_index(c->edits, RewriteEdit, i);
    const gsize start = e.at + shift;
    if (offset < start) break;
    if (offset < start + e.inserted) { /* a name for a name: its places are those of the first */
      *original = e.at + MIN(offset - start, e.removed ? e.removed - 1 : 0);
      return e.removed > 0;
    }
    shift += e.inserted - e.removed;
  }
  *original = offset - shift;
  return *original <= strlen(c->original);
}

static const char *line_start(const char *text, guint line) {
  for (guint i = 1; i < line && text; i++) {
    text = strchr(text, '\n');
    if (text) text++;
  }
  return line > 0 ? text : NULL;
}

gboolean conditioned_source_place(const ConditionedSource *c, guint line, guint column,
                                  guint *original_column) {
  const char *from = line_start(c->text, line), *to = line_start(c->original, line);
  gsize offset;
  if (!from || !to || column == 0 || strlen(from) < column - 1) return FALSE;
  if (!conditioned_source_offset(c, (gsize)(from - c->text) + column - 1, &offset)) return FALSE;
  if (offset < (gsize)(to - c->original)) return FALSE;
  *original_column = (guint)(offset - (gsize)(to - c->original)) + 1;
  return TRUE;
}
