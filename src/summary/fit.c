/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear algebra modulo powers of two, and the functions that are combined by it. */
#include "summary/fit.h"
#include <string.h>

/* ---- equations ---- */

static guint twos(guint64 v) { return v ? (guint)__builtin_ctzll(v) : 64; }

/* Of an odd number modulo 2^64, by Newton's iteration. */
static guint64 inverse(guint64 odd) {
  guint64 x = odd;
  for (guint i = 0; i < 6; i++) x *= 2 - odd * x;
  return x;
}

/* The row from `from` on that is divided least by two in the column: all others are multiples of it. */
static guint pivot_row(const guint64 *matrix, guint n, guint m, guint from, guint column) {
  guint best = from;
  for (guint r = from + 1; r < n; r++)
    if (twos(matrix[r * m + column]) < twos(matrix[best * m + column])) best = r;
  return best;
}

static void swap_rows(guint64 *matrix, guint64 *results, guint m, guint a, guint b) {
  for (guint c = 0; c < m && a != b; c++) {
    guint64 t = matrix[a * m + c];
    matrix[a * m + c] = matrix[b * m + c];
    matrix[b * m + c] = t;
  }
  guint64 t = results[a];
  results[a] = results[b];
  results[b] = t;
}

/* Leaves zeros below the pivots; returns how many there are, with the column of each. */
static guint eliminate(guint64 *matrix, guint64 *results, guint n, guint m, guint64 mask, guint *columns) {
  guint rank = 0;
  for (guint c = 0; c < m && rank < n; c++) {
    swap_rows(matrix, results, m, rank, pivot_row(matrix, n, m, rank, c));
    guint64 pivot = matrix[rank * m + c];
    if (!pivot) continue;
    guint64 scale = inverse(pivot >> twos(pivot));
    for (guint r = rank + 1; r < n; r++) {
      guint64 times = (matrix[r * m + c] >> twos(pivot)) * scale;
      for (guint k = c; k < m; k++)
        matrix[r * m + k] = (matrix[r * m + k] - times * matrix[rank * m + k]) & mask;
      results[r] = (results[r] - times * results[rank]) & mask;
    }
    columns[rank++] = c;
  }
  return rank;
}

gboolean fit_modular(guint64 *matrix, guint64 *results, guint n, guint m, guint width,
                     guint64 *coefficients) {
  const guint64 mask = term_mask(width);
  g_autofree guint *columns = g_new(guint, m + 1);
  guint rank = eliminate(matrix, results, n, m, mask, columns);
  memset(coefficients, 0, m * sizeof *coefficients);
  for (guint r = rank; r < n; r++)
    if (results[r]) return FALSE;
  for (guint r = rank; r-- > 0;) {
    guint64 rest = results[r], pivot = matrix[r * m + columns[r]];
    guint lost = twos(pivot); /* so many high bits are free */
    for (guint c = columns[r] + 1; c < m; c++) rest -= matrix[r * m + c] * coefficients[c];
    rest &= mask;
    if (twos(rest) < lost) return FALSE;
    guint64 low = (rest >> lost) * inverse(pivot >> lost);
    coefficients[columns[r]] = (guint64)term_signed(low & term_mask(width - lost), width - lost) & mask;
  }
  return TRUE;
}

/* ---- what is combined ---- */

typedef enum { ONE, ARGUMENT, PARITY, HALF, POWER, PRODUCT, TRIANGLE } Kind;

typedef struct {
  Kind kind;
  guint i, j;
} Function;

/* The sum 1 + .. + v, of which no polynomial modulo 2^width is equal. */
static const Term *triangle(const Term *v) {
  const Term *one = term_const(v->width, 1), *half = term_binary(TERM_LSHR, v, one);
  const Term *odd = term_binary(TERM_MUL, v, term_binary(TERM_ADD, half, one));
  const Term *even = term_binary(TERM_MUL, half, term_binary(TERM_ADD, v, one));
  return term_ite(term_extract(v, 0, 1), odd, even);
}

static const Term *fitting(const IrFunction *f, guint i, guint width) {
  const Term *x = summary_parameter(i, f->reg_width[i]);
  return x->width > width ? term_extract(x, 0, width) : term_sext(x, width);
}

static const Term *function_term(const IrFunction *f, Function b, guint width) {
  const Term *one = term_const(width, 1), *x = b.kind == ONE ? NULL : fitting(f, b.i, width);
  switch (b.kind) {
  case ONE: return one;
  case ARGUMENT: return x;
  case PARITY: return term_binary(TERM_AND, x, one);
  case HALF: return term_binary(TERM_LSHR, x, one);
  case POWER: return term_binary(TERM_SHL, one, x);
  case PRODUCT: return term_binary(TERM_MUL, x, fitting(f, b.j, width));
  case TRIANGLE: return triangle(x);
  }
  g_assert_not_reached();
}

static guint64 fitted(const IrFunction *f, const Observation *o, guint i, guint width) {
  return (guint64)term_signed(o->args[i], f->reg_width[i]) & term_mask(width);
}

static guint64 function_value(const IrFunction *f, Function b, const Observation *o, guint width) {
  guint64 x = b.kind == ONE ? 0 : fitted(f, o, b.i, width), mask = term_mask(width);
  switch (b.kind) {
  case ONE: return 1;
  case ARGUMENT: return x;
  case PARITY: return x & 1;
  case HALF: return x >> 1;
  case POWER: return x < width ? G_GUINT64_CONSTANT(1) << x : 0;
  case PRODUCT: return (x * fitted(f, o, b.j, width)) & mask;
  case TRIANGLE: return (x & 1 ? x * ((x >> 1) + 1) : (x >> 1) * (x + 1)) & mask;
  }
  g_assert_not_reached();
}

/* The functions of a level and all below, the simple ones first; width 1 has no arithmetic. */
static GArray *functions_of(const IrFunction *f, guint level, guint width) {
  GArray *all = g_array_new(FALSE, FALSE, sizeof(Function));
  const Function one = {ONE, 0, 0};
  static const struct {
    Kind kind;
    guint level;
  } simple[] = {{ARGUMENT, 1}, {PARITY, 2}, {HALF, 2}, {POWER, 3}, {TRIANGLE, 4}};
  g_array_append_val(all, one);
  for (guint k = 0; k < G_N_ELEMENTS(simple); k++)
    for (guint i = 0; i < f->n_params && simple[k].level <= level; i++) {
      if (width == 1 || f->reg_width[i] == 1) continue;
      Function b = {simple[k].kind, i, 0};
      g_array_append_val(all, b);
    }
  for (guint i = 0; i < f->n_params && level >= 4 && width > 1; i++)
    for (guint j = i; j < f->n_params; j++) {
      Function b = {PRODUCT, i, j};
      g_array_append_val(all, b);
    }
  return all;
}

/* ---- sums ---- */

enum { LEVELS = 5, FUNCTIONS = 32 };

static guint64 sum_value(const IrFunction *f, const GArray *of, const guint64 *coefficients,
                         const Observation *o, guint width) {
  guint64 sum = 0;
  for (guint c = 0; c < of->len; c++)
    if (coefficients[c]) sum += coefficients[c] * function_value(f, g_array_index(of, Function, c), o, width);
  return sum & term_mask(width);
}

static const Term *sum_term(const IrFunction *f, const GArray *of, const guint64 *coefficients, guint width) {
  const Term *sum = term_const(width, 0);
  for (guint c = of->len; c-- > 0;) {
    if (!coefficients[c]) continue;
    const Term *factor = term_const(width, coefficients[c]);
    const Term *t = function_term(f, g_array_index(of, Function, c), width);
    sum = term_binary(TERM_ADD, sum, term_binary(TERM_MUL, t, factor));
  }
  return sum;
}

/* Some of the observations determine the coefficients, all of them check the sum. */
static gboolean fit_level(const IrFunction *f, const GArray *of, const Observation *const *seen, guint n,
                          guint64 *coefficients) {
  guint width = f->result_width[0], m = of->len, rows = MIN(n, 3 * m + 4);
  g_autofree guint64 *matrix = g_new(guint64, rows * m), *results = g_new(guint64, rows);
  for (guint r = 0; r < rows; r++) {
    const Observation *o = seen[(guint64)r * n / rows];
    for (guint c = 0; c < m; c++)
      matrix[r * m + c] = function_value(f, g_array_index(of, Function, c), o, width);
    results[r] = o->result;
  }
  if (!fit_modular(matrix, results, rows, m, width, coefficients)) return FALSE;
  for (guint i = 0; i < n; i++)
    if (sum_value(f, of, coefficients, seen[i], width) != seen[i]->result) return FALSE;
  return TRUE;
}

const Term *fit_sum(const IrFunction *f, const Observation *const *seen, guint n) {
  guint64 coefficients[FUNCTIONS];
  const Term *found = NULL;
  for (guint level = 0, before = 0; level < LEVELS && !found; level++) {
    g_autoptr(GArray) of = functions_of(f, level, f->result_width[0]);
    if (of->len == before || of->len > FUNCTIONS) continue;
    before = of->len;
    if (n <= of->len) break;
    if (fit_level(f, of, seen, n, coefficients)) found = sum_term(f, of, coefficients, f->result_width[0]);
  }
  return found;
}
