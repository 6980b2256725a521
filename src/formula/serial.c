/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as bytes: the nodes, arguments first, then the roots.  An argument is given by how far before the
 * node that uses it stands. */
#include "formula/store.h"
#include "base/bytes.h"

static void put_node(GByteArray *out, const Term *t, guint place, const IdMap *places) {
  bytes_put(out, t->op);
  bytes_put(out, t->width);
  bytes_put(out, t->index_width);
  bytes_put(out, t->param);
  bytes_put(out, t->n_args);
  for (guint i = 0; i < t->n_args; i++) bytes_put(out, place - *id_map_find(places, t->args[i]->id));
}

void term_write(GByteArray *out, const Term *const *terms, guint n) {
  GPtrArray *order = term_postorder(terms, n);
  IdMap places = {0};
  bytes_put(out, order->len);
  for (guint i = 0; i < order->len; i++) {
    const Term *t = g_ptr_array_index(order, i);
    put_node(out, t, i, &places);
    id_map_set(&places, t->id, i);
  }
  bytes_put(out, n);
  for (guint i = 0; i < n; i++) bytes_put(out, *id_map_find(&places, terms[i]->id));
  id_map_clear(&places);
  g_ptr_array_free(order, TRUE);
}

/* One node on top of those read before; NULL when the bytes do not make one. */
static const Term *get_node(ByteReader *r, const GPtrArray *before, GPtrArray *args) {
  TermOp op = (TermOp)bytes_get(r, TERM_N_OPS - 1);
  guint width = (guint)bytes_get(r, 64), index_width = (guint)bytes_get(r, 64);
  guint64 param = bytes_get(r, G_MAXUINT64);
  guint n = (guint)bytes_get(r, r->size - r->at);
  g_ptr_array_set_size(args, 0);
  for (guint i = 0; i < n && !r->failed; i++) {
    guint64 back = bytes_get(r, before->len);
    if (back == 0)
      r->failed = TRUE;
    else
      g_ptr_array_add(args, g_ptr_array_index(before, before->len - back));
  }
  if (r->failed || !term_sorts_fit(op, width, param, (const Term *const *)args->pdata, n)) return NULL;
  if (op == TERM_HAVOC) return term_havoc((guint)param, width, index_width);
  const Term *t = term_make(op, width, param, (const Term *const *)args->pdata, n);
  return t->index_width == index_width ? t : NULL;
}

static const Term **get_roots(ByteReader *r, const GPtrArray *nodes, guint *n) {
  *n = (guint)bytes_get(r, MIN(r->size - r->at, G_MAXUINT / 2));
  const Term **roots = g_new(const Term *, *n + 1);
  for (guint i = 0; i < *n && !r->failed; i++) {
    guint64 place = bytes_get(r, nodes->len ? nodes->len - 1 : 0);
    r->failed |= nodes->len == 0;
    roots[i] = r->failed ? NULL : g_ptr_array_index(nodes, place);
  }
  roots[r->failed ? 0 : *n] = NULL;
  return roots;
}

const Term **term_read(const guint8 *bytes, gsize size, gsize *position, guint *n) {
  ByteReader r = {bytes, size, *position, *position > size};
  GPtrArray *nodes = g_ptr_array_new(), *args = g_ptr_array_new();
  const Term **roots = NULL;
  guint64 n_nodes = r.failed ? 0 : bytes_get(&r, size - r.at);
  while (!r.failed && nodes->len < n_nodes) {
    const Term *t = get_node(&r, nodes, args);
    if (t)
      g_ptr_array_add(nodes, (gpointer)t);
    else
      r.failed = TRUE;
  }
  if (!r.failed) roots = get_roots(&r, nodes, n);
  g_ptr_array_free(nodes, TRUE);
  g_ptr_array_free(args, TRUE);
  if (r.failed) {
    g_free(roots);
    *n = 0;
    return NULL;
  }
  *position = r.at;
  return roots;
}
