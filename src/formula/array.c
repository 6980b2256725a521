/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simplifying constructors of arrays: reads look through the writes that cannot matter. */
#include "formula/store.h"

enum { CHAIN_LIMIT = 4096, BRANCH_LIMIT = 4 };

/* Skips writes to other places; stops at the array that decides, or where that is not known. */
static const Term *skip_stores(const Term *array, const Term *index) {
  for (guint i = 0; i < CHAIN_LIMIT && array->op == TERM_STORE; i++) {
    if (!term_never_equal(array->args[1], index)) break;
    array = array->args[0];
  }
  return array;
}

/* The element, when it is known without reading a named array; else NULL. */
static const Term *resolve(const Term *array, const Term *index, guint branches) {
  array = skip_stores(array, index);
  if (array->op == TERM_ARRAY) return array->args[0];
  if (array->op == TERM_STORE && array->args[1] == index) return array->args[2];
  if (array->op != TERM_ITE || branches == 0) return NULL;
  const Term *t = resolve(array->args[1], index, branches - 1);
  const Term *e = t ? resolve(array->args[2], index, branches - 1) : NULL;
  return e ? term_ite(array->args[0], t, e) : NULL;
}

const Term *rewrite_select(const Term *array, const Term *index) {
  array = skip_stores(array, index);
  const Term *element = resolve(array, index, BRANCH_LIMIT);
  return element ? element : term_intern2(TERM_SELECT, array->width, array, index);
}

const Term *rewrite_store(const Term *array, const Term *index, const Term *element) {
  if (array->op == TERM_ARRAY && array->args[0] == element) return array;
  if (element->op == TERM_SELECT && element->args[0] == array && element->args[1] == index) return array;
  if (array->op == TERM_STORE && array->args[1] == index) return term_store(array->args[0], index, element);
  return term_intern(TERM_STORE, array->width, array->index_width, 0, (const Term *[]){array, index, element},
                     3);
}
