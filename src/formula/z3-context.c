/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contexts of Z3 that are used again. */
#include "formula/z3-context.h"
#include "base/limits.h"

enum { KEPT = 3 }; /* a solver has two sessions, and may be asked while another one is open */

static Z3Context kept[KEPT];
static guint n_kept;

static Z3_context make(void) {
  Z3_config config = Z3_mk_config();
  Z3_context z3 = Z3_mk_context(config);
  Z3_del_config(config);
  return z3;
}

void z3_contexts_prepare(void) {
  while (n_kept < KEPT) kept[n_kept++] = (Z3Context){.z3 = make()};
}

Z3Context z3_context_take(Z3_error_handler *handler) {
  const Z3Context taken = n_kept ? kept[--n_kept] : (Z3Context){.z3 = make()};
  Z3_set_error_handler(taken.z3, handler);
  return taken;
}

void z3_context_give(Z3Context context) {
  if (n_kept < KEPT && context.n_made <= limits.z3_context_terms)
    kept[n_kept++] = context;
  else
    Z3_del_context(context.z3);
}
