/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements about rounds as bytes: their terms, and then all else as a GVariant.  The reader checks what it
 * reads: a child may have died in the middle. */
#include "engine/round-statements.h"

#define LAYOUT "a(msuuuubba(sb))"

static void add_terms(GPtrArray *terms, const RoundCase *c) {
  g_ptr_array_add(terms, (gpointer)c->upper);
  g_ptr_array_add(terms, (gpointer)c->lower);
}

void rounds_write(GByteArray *out, const GPtrArray *rounds) {
  g_autoptr(GPtrArray) terms = g_ptr_array_new();
  GVariantBuilder all;
  g_variant_builder_init(&all, G_VARIANT_TYPE(LAYOUT));
  for (guint i = 0; i < rounds->len; i++) {
    const Rounds *r = (const Rounds *)rounds->pdata[i];
    GVariantBuilder cases;
    g_variant_builder_init(&cases, G_VARIANT_TYPE("a(sb)"));
    add_terms(terms, &r->all);
    for (guint k = 0; k < r->cases->len; k++) {
      const RoundCase *c = (const RoundCase *)r->cases->pdata[k];
      add_terms(terms, c);
      g_variant_builder_add(&cases, "(sb)", c->state, c->exact);
    }
    g_variant_builder_add(&all, "(msuuuubba(sb))", r->loop.file, r->loop.line, r->loop.column, r->from,
                          r->n_states, r->only, r->all.exact, &cases);
  }
  g_autoptr(GVariant) rest = g_variant_ref_sink(g_variant_builder_end(&all));
  term_write(out, (const Term *const *)terms->pdata, terms->len);
  g_byte_array_append(out, g_variant_get_data(rest), (guint)g_variant_get_size(rest));
}

typedef struct {
  const Term **terms;
  guint n, next;
} TermList;

static gboolean take_terms(TermList *l, RoundCase *c) {
  if (l->next + 2 > l->n) return FALSE;
  c->upper = l->terms[l->next++];
  c->lower = l->terms[l->next++];
  return c->upper->width == 1 && !c->upper->has_havoc && c->lower->width == 1 && !c->lower->has_havoc;
}

static gboolean read_one(GVariant *from, TermList *l, Rounds *r) {
  g_autofree char *file = NULL;
  g_autoptr(GVariantIter) cases = NULL;
  g_variant_get(from, "(msuuuubba(sb))", &file, &r->loop.line, &r->loop.column, &r->from, &r->n_states,
                &r->only, &r->all.exact, &cases);
  r->loop.file = g_intern_string(file);
  gboolean sound = take_terms(l, &r->all);
  RoundCase c = {0};
  while (sound && g_variant_iter_next(cases, "(sb)", &c.state, &c.exact)) {
    sound = take_terms(l, &c);
    g_ptr_array_add(r->cases, g_memdup2(&c, sizeof c));
  }
  return sound;
}

GPtrArray *rounds_read(const GByteArray *bytes) {
  gsize at = 0;
  TermList l = {0};
  l.terms = term_read(bytes->data, bytes->len, &at, &l.n);
  if (!l.terms) return NULL;
  g_autoptr(GBytes) data = g_bytes_new(bytes->data + at, bytes->len - at);
  g_autoptr(GVariant) rest =
      g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(LAYOUT), data, FALSE));
  GPtrArray *rounds = g_ptr_array_new_with_free_func((GDestroyNotify)rounds_free);
  gboolean sound = g_variant_is_normal_form(rest);
  for (gsize i = 0; sound && i < g_variant_n_children(rest); i++) {
    g_autoptr(GVariant) one = g_variant_get_child_value(rest, i);
    Rounds *r = rounds_new();
    g_ptr_array_add(rounds, r);
    sound = read_one(one, &l, r);
  }
  g_free(l.terms);
  if (sound) return rounds;
  g_ptr_array_unref(rounds);
  return NULL;
}
