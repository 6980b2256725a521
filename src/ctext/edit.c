/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small edits of C source text. */
#include "ctext/edit.h"
#include <string.h>
#include "ctext/scan.h"

typedef struct {
  gsize at, removed;
  char *text;
} Edit;

struct Edits {
  const Source *source;
  GArray *edits; /* Edit */
};

Edits *edits_new(const Source *s) {
  Edits *e = g_new(Edits, 1);
  *e = (Edits){s, g_array_new(FALSE, FALSE, sizeof(Edit))};
  return e;
}

static void add_edit(Edits *e, gsize at, gsize removed, const char *text) {
  const Edit edit = {at, removed, g_strdup(text)};
  g_array_append_val(e->edits, edit);
}

gboolean edits_replace_word(Edits *e, guint line, guint column, const char *word, const char *by) {
  const gsize at = source_offset(e->source, line, column);
  if (at == SOURCE_NOWHERE || !ctext_word_at(e->source->code, at, word)) return FALSE;
  add_edit(e, at, strlen(word), by);
  return TRUE;
}

static int by_place(gconstpointer a, gconstpointer b) {
  const gsize x = ((const Edit *)a)->at, y = ((const Edit *)b)->at;
  return x < y ? -1 : x > y;
}

char *edits_free_to_text(Edits *e) {
  const char *text = e->source->text;
  GString *out = g_string_new(NULL);
  gsize done = 0;
  g_array_sort(e->edits, by_place);
  for (guint i = 0; i < e->edits->len; i++) {
    const Edit edit = g_array_index(e->edits, Edit, i);
    if (edit.at >= done) {
      g_string_append_len(out, text + done, (gssize)(edit.at - done));
      g_string_append(out, edit.text);
      done = edit.at + edit.removed;
    }
    g_free(edit.text);
  }
  g_string_append(out, text + done);
  g_array_unref(e->edits);
  g_free(e);
  return g_string_free(out, FALSE);
}
