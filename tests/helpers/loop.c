/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "loop.h"

const Term *number(guint64 value) { return term_const(32, value); }
const Term *plus(const Term *a, gint64 value) { return term_binary(TERM_ADD, a, number((guint64)value)); }
const Term *less(const Term *a, const Term *b) { return term_binary(TERM_SLT, a, b); }

Builder begin(void) {
  return (Builder){g_array_new(FALSE, FALSE, sizeof(Change)), term_fresh_havoc(1, 0)->param};
}

void change(Builder *b, const Term *any, const Term *first, const Term *next) {
  Change c = {any, first, next};
  g_array_append_val(b->changes, c);
}
