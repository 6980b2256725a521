/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constants for checks. */
#include "audit/constants.h"

gint64 constant_convert(gint64 value, IntegerType type) {
  if (type.width == 1) return value != 0;
  if (type.width >= 64) return value;
  const guint64 mask = ((guint64)1 << type.width) - 1;
  guint64 bits = (guint64)value & mask;
  if (type.is_signed && bits >> (type.width - 1)) bits |= ~mask;
  return (gint64)bits;
}

static gint compare(gconstpointer a, gconstpointer b) {
  const gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
  return x < y ? -1 : x > y;
}

void constants_sort(GArray *values) { g_array_sort(values, compare); }

static void add(GArray *to, guint64 value, IntegerType type) {
  const gint64 held = constant_convert((gint64)value, type);
  g_array_append_val(to, held);
}

static void drop_repeated(GArray *sorted) {
  guint kept = 0;
  for (guint i = 0; i < sorted->len; i++) {
    const gint64 value = g_array_index(sorted, gint64, i);
    if (kept && g_array_index(sorted, gint64, kept - 1) == value) continue;
    g_array_index(sorted, gint64, kept++) = value;
  }
  g_array_set_size(sorted, kept);
}

GArray *constants_pool(const GArray *program_constants, IntegerType type) {
  GArray *pool = g_array_new(FALSE, FALSE, sizeof(gint64));
  for (guint i = 0; i < program_constants->len; i++) {
    const guint64 c = (guint64)g_array_index(program_constants, gint64, i);
    add(pool, c, type);
    add(pool, c + 1, type);
    add(pool, c - 1, type);
  }
  const guint64 top = (guint64)1 << (type.width - 1);
  const guint64 ends[] = {0, 1, (guint64)-1, top, top - 1};
  for (guint i = 0; i < G_N_ELEMENTS(ends); i++) add(pool, ends[i], type);
  constants_sort(pool);
  drop_repeated(pool);
  return pool;
}

static gint64 random_constant(IntegerType type, GRand *rand) {
  const guint width = (guint)g_rand_int_range(rand, 1, (gint32)type.width + 1);
  const guint64 bits = (guint64)g_rand_int(rand) << 32 | g_rand_int(rand);
  const guint64 value = width == 64 ? bits : bits & (((guint64)1 << width) - 1);
  const gboolean negative = type.is_signed && g_rand_boolean(rand);
  return constant_convert((gint64)(negative ? -value : value), type);
}

gint64 constants_draw(const GArray *pool, IntegerType type, GRand *rand) {
  if (pool->len && g_rand_boolean(rand))
    return g_array_index(pool, gint64, g_rand_int_range(rand, 0, (gint32)pool->len));
  return random_constant(type, rand);
}

char *constant_text(gint64 value, IntegerType type) {
  const char *suffix = type.width == 64 ? "ll" : "";
  if (!type.is_signed && type.width >= 32)
    return g_strdup_printf("%" G_GUINT64_FORMAT "u%s",
                           (guint64)value & (type.width == 64 ? G_MAXUINT64 : G_MAXUINT32), suffix);
  const gboolean least = value == (type.width == 64 ? G_MININT64 : G_MININT32) && type.width >= 32;
  if (least) return g_strdup_printf("(-%" G_GINT64_FORMAT "%s - 1)", -(value + 1), suffix);
  return g_strdup_printf("%" G_GINT64_FORMAT "%s", value, suffix);
}
