/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constants that expressions are compared with: those of the program and their neighbours, the boundary
 * values of the expression's type, and random ones, of which the width is chosen first and then the bits. */
#ifndef ACF_AUDIT_CONSTANTS_H
#define ACF_AUDIT_CONSTANTS_H
#include <glib.h>

typedef struct {
  guint width; /* 1 (_Bool), 8, 16, 32 or 64 */
  gboolean is_signed;
} IntegerType;

/* The value as the type holds it: cut to its width, and extended by its sign. */
gint64 constant_convert(gint64 value, IntegerType type);
void constants_sort(GArray *values); /* gint64, the least first */
/* gint64, each once, ordered: every constant c of the program, c + 1, c - 1, and the ends of the type, as the
 * type holds them. */
GArray *constants_pool(const GArray *program_constants, IntegerType type);
/* One of the pool or a random one, each in half of the cases. */
gint64 constants_draw(const GArray *pool, IntegerType type, GRand *rand);
/* As C text of that type, to free: "(-2147483647 - 1)", "4294967295u". */
char *constant_text(gint64 value, IntegerType type);
#endif
