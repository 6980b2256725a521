/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk that decides which nodes are named, and the piece-wise writer that both printers use. */
#include "formula/print-walk.h"

static guint *count_uses(const PrintWalk *w) {
  guint *uses = g_new0(guint, w->order->len);
  for (guint i = 0; i < w->order->len; i++) {
    const Term *t = w->order->pdata[i];
    for (guint k = 0; k < t->n_args; k++) uses[print_place(w, t->args[k])]++;
  }
  return uses;
}

static void choose_names(PrintWalk *w, guint min_size) {
  const guint enough = MAX(min_size, 2);
  g_autofree guint *uses = count_uses(w);
  g_autofree guint *size = g_new0(guint, w->order->len);  /* as written in place, saturating */
  g_autofree guint *below = g_new0(guint, w->order->len); /* the highest level of a name used below */
  for (guint i = 0; i < w->order->len; i++) {
    const Term *t = w->order->pdata[i];
    size[i] = 1;
    for (guint k = 0; k < t->n_args; k++) {
      const guint a = print_place(w, t->args[k]);
      size[i] = MIN(size[i] + (w->name[a] ? 1 : size[a]), enough);
      below[i] = MAX(below[i], w->name[a] ? w->level[a] : below[a]);
    }
    if (uses[i] < 2 || t->n_args == 0 || size[i] < enough) continue;
    w->name[i] = ++w->n_names;
    w->level[i] = below[i] + 1;
    w->n_levels = MAX(w->n_levels, w->level[i]);
  }
}

PrintWalk *print_walk_new(const Term *root, guint min_size) {
  PrintWalk *w = g_new0(PrintWalk, 1);
  w->order = term_postorder(&root, 1);
  w->place = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < w->order->len; i++)
    g_hash_table_insert(w->place, w->order->pdata[i], GUINT_TO_POINTER(i));
  w->name = g_new0(guint, w->order->len);
  w->level = g_new0(guint, w->order->len);
  w->symbols = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  choose_names(w, min_size);
  return w;
}

void print_walk_free(PrintWalk *w) {
  g_ptr_array_unref(w->order);
  g_hash_table_unref(w->place);
  g_hash_table_unref(w->symbols);
  g_free(w->name);
  g_free(w->level);
  g_free(w);
}

guint print_place(const PrintWalk *w, const Term *t) {
  return GPOINTER_TO_UINT(g_hash_table_lookup(w->place, t));
}

const char *print_symbol(PrintWalk *w, const InputNames *names, const Term *input) {
  char *known = g_hash_table_lookup(w->symbols, input);
  if (known == NULL) {
    known = names->name(names->data, input);
    g_hash_table_insert(w->symbols, (gpointer)input, known);
  }
  return known;
}

gboolean term_printable(const Term *t) {
  if (t->has_havoc) return FALSE;
  if (!t->has_float) return TRUE;
  g_autoptr(GPtrArray) order = term_postorder(&t, 1);
  for (guint i = 0; i < order->len; i++)
    if (((const Term *)order->pdata[i])->op == TERM_FREM) return FALSE;
  return TRUE;
}

/* --- the writer --- */

typedef struct {
  const Term *term; /* NULL: text */
  const char *text;
  guint context;
} Piece;

struct Writer {
  GString *out;
  GArray *stack; /* Piece, the next one last */
  GArray *fresh; /* Piece, in reading order: what the current emit has said so far */
  GStringChunk *texts;
};

Writer *writer_new(void) {
  Writer *w = g_new0(Writer, 1);
  w->out = g_string_new(NULL);
  w->stack = g_array_new(FALSE, FALSE, sizeof(Piece));
  w->fresh = g_array_new(FALSE, FALSE, sizeof(Piece));
  w->texts = g_string_chunk_new(1024);
  return w;
}

GString *writer_free(Writer *w) {
  GString *out = w->out;
  g_array_unref(w->stack);
  g_array_unref(w->fresh);
  g_string_chunk_free(w->texts);
  g_free(w);
  return out;
}

gsize writer_length(const Writer *w) { return w->out->len; }

void writer_text(Writer *w, const char *text) {
  const Piece piece = {NULL, g_string_chunk_insert_const(w->texts, text), 0};
  g_array_append_val(w->fresh, piece);
}

void writer_format(Writer *w, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *text = g_strdup_vprintf(format, args);
  va_end(args);
  writer_text(w, text);
}

void writer_term(Writer *w, const Term *t, guint context) {
  const Piece piece = {t, NULL, context};
  g_array_append_val(w->fresh, piece);
}

static void take_fresh(Writer *w) {
  for (guint i = w->fresh->len; i-- > 0;) g_array_append_val(w->stack, g_array_index(w->fresh, Piece, i));
  g_array_set_size(w->fresh, 0);
}

void writer_run(Writer *w, WriterEmit emit, gpointer printer, gsize max_chars) {
  for (take_fresh(w); w->stack->len > 0 && (max_chars == 0 || w->out->len < max_chars); take_fresh(w)) {
    const Piece piece = g_array_index(w->stack, Piece, w->stack->len - 1);
    g_array_set_size(w->stack, w->stack->len - 1);
    if (piece.term == NULL)
      g_string_append(w->out, piece.text);
    else
      emit(w, piece.term, piece.context, printer);
  }
  g_array_set_size(w->stack, 0);
}
