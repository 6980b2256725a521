/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Offsets in bytes as indices of elements: 4 * i + 6 of elements of four bytes is index i + 1, rest 2. */
#ifndef ACF_OFFSET_H
#define ACF_OFFSET_H
#include "engine/spacer/words.h"

typedef struct {
  Z3_ast index; /* an Int; NULL: not known */
  guint64 rest; /* below the length of an element */
  Z3_ast fits;  /* the offset is that only where this holds; NULL: always */
} Offset;

/* Of an integer expression, by its form and by what `w` knows of results that may be out of range. */
Offset offset_in_elements(const Words *w, Z3_ast offset, guint64 stride);
#endif
