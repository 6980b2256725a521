/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of an iteration. */
#include "symex/records.h"

Records records_new(const Frame *f) {
  return (Records){g_array_new(FALSE, FALSE, sizeof(SymexEvent)),
                   g_array_new(FALSE, FALSE, sizeof(SymexEvent)), g_ptr_array_new(),
                   g_new0(Pending *, f->function->blocks->len)};
}

void records_exchange(Executor *x, Records *r) {
  Records now = {x->result->failures, x->result->unknown, x->cuts, x->frame->pending};
  x->result->failures = r->failures;
  x->result->unknown = r->unknown;
  x->cuts = r->cuts;
  x->frame->pending = r->pending;
  *r = now;
}

static const Term *any_of(const GArray *events) {
  const Term *t = term_bool(FALSE);
  for (guint i = 0; i < events->len; i++) t = term_or(t, g_array_index(events, SymexEvent, i).guard);
  return t;
}

const Term *records_failing(const Records *r) { return any_of(r->failures); }

const Term *records_open(const Records *r) {
  return term_or(term_or_n((const Term *const *)r->cuts->pdata, r->cuts->len), any_of(r->unknown));
}

void records_free(Records *r) {
  g_array_unref(r->failures);
  g_array_unref(r->unknown);
  g_ptr_array_unref(r->cuts);
  g_free(r->pending);
}
