/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Halves. */
#include "audit/divide.h"

gboolean divide_part(guint n, const char *part, guint *from, guint *to) {
  *from = 0;
  *to = n;
  for (; *part; part++) {
    const guint middle = *from + (*to - *from) / 2;
    if (*to - *from < 2) return FALSE;
    *(*part == '0' ? to : from) = middle;
  }
  return n > 0;
}

gboolean divide_again(guint n, const char *part) {
  guint from, to;
  return divide_part(n, part, &from, &to) && to - from > 1;
}
