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

typedef struct {
  guint64 *matrix, *results;
  guint n, m;
  guint *columns; /* the column of each pivot, by row */
  gboolean *used; /* by column: it has one */
} System;

/* The entry that two divides least, of the simplest column where several are alike: all others are multiples
 * of it.  FALSE: only zeros are left. */
static gboolean find_pivot(const System *s, guint from, guint *row, guint *column) {
  guint least = 64;
  for (guint c = 0; c < s->m; c++)
    for (guint r = from; r < s->n && !s->used[c] && least; r++)
      if (twos(s->matrix[r * s->m + c]) < least) {
        least = twos(s->matrix[r * s->m + c]);
        *row = r;
        *column = c;
      }
  return least < 64;
}

static void swap(guint64 *a, guint64 *b) {
  guint64 t = *a;
  *a = *b;
  *b = t;
}

static void swap_rows(System *s, guint a, guint b) {
  for (guint c = 0; c < s->m; c++) swap(&s->matrix[a * s->m + c], &s->matrix[b * s->m + c]);
  swap(&s->results[a], &s->results[b]);
}

/* Leaves zeros below the pivots; returns how many there are. */
static guint eliminate(System *s, guint64 mask) {
  guint rank = 0, row, column;
  for (; rank < s->n && find_pivot(s, rank, &row, &column); rank++) {
    swap_rows(s, rank, row);
    guint64 *pivots = s->matrix + rank * s->m, pivot = pivots[column];
    guint64 scale = inverse(pivot >> twos(pivot));
    for (guint r = rank + 1; r < s->n; r++) {
      guint64 *to = s->matrix + r * s->m, times = (to[column] >> twos(pivot)) * scale;
      for (guint k = 0; k < s->m; k++) to[k] = (to[k] - times * pivots[k]) & mask;
      s->results[r] = (s->results[r] - times * s->results[rank]) & mask;
    }
    s->columns[rank] = column;
    s->used[column] = TRUE;
  }
  return rank;
}

gboolean fit_modular(guint64 *matrix, guint64 *results, guint n, guint m, guint width,
                     guint64 *coefficients) {
  const guint64 mask = term_mask(width);
  g_autofree guint *columns = g_new(guint, m + 1);
  g_autofree gboolean *used = g_new0(gboolean, m + 1);
  System s = {matrix, results, n, m, columns, used};
  const guint rank = eliminate(&s, mask);
  memset(coefficients, 0, m * sizeof *coefficients);
  for (guint r = rank; r < n; r++)
    if (results[r]) return FALSE;
  for (guint r = rank; r-- > 0;) {
    guint64 rest = results[r], pivot = matrix[r * m + columns[r]];
    const guint lost = twos(pivot); /* so many high bits are free */
    for (guint c = 0; c < m; c++) rest -= matrix[r * m + c] * coefficients[c];
    rest &= mask;
    if (twos(rest) < lost) return FALSE;
    const guint64 low = (rest >> lost) * inverse(pivot >> lost);
    coefficients[columns[r]] = (guint64)term_signed(low & term_mask(width - lost), width - lost) & mask;
  }
  return TRUE;
}

/* ---- what is combined ---- */

typedef enum { ONE, ARGUMENT, PARITY, HALF, POWER, PRODUCT } Kind;

typedef struct {
  Kind kind;
  guint i, j;
} Function;

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
  } simple[] = {{ARGUMENT, 1}, {PARITY, 2}, {HALF, 3}, {POWER, 4}};
  g_array_append_val(all, one);
  for (guint k = 0; k < G_N_ELEMENTS(simple); k++)
    for (guint i = 0; i < f->n_params && simple[k].level <= level; i++) {
      if (width == 1 || f->reg_width[i] == 1) continue;
      Function b = {simple[k].kind, i, 0};
      g_array_append_val(all, b);
    }
  for (guint i = 0; i < f->n_params && level >= 5 && width > 1; i++)
    for (guint j = i; j < f->n_params; j++) {
      Function b = {PRODUCT, i, j};
      g_array_append_val(all, b);
    }
  return all;
}

/* ---- sums ---- */

enum { FUNCTIONS = 32 };

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

/* A coefficient of an argument that took one or two values only says nothing of others. */
static gboolean has_evidence(const GArray *of, const guint64 *coefficients, const Observation *const *seen,
                             guint n) {
  for (guint c = 0; c < of->len; c++) {
    const Function b = g_array_index(of, Function, c);
    if (!coefficients[c] || b.kind == ONE) continue;
    const guint arguments[] = {b.i, b.kind == PRODUCT ? b.j : b.i};
    for (guint k = 0; k < G_N_ELEMENTS(arguments); k++) {
      const guint64 first = seen[0]->args[arguments[k]];
      guint64 second = first;
      gboolean third = FALSE;
      for (guint i = 1; i < n && !third; i++) {
        const guint64 v = seen[i]->args[arguments[k]];
        if (v != first && second == first) second = v;
        third = v != first && v != second;
      }
      if (!third) return FALSE;
    }
  }
  return TRUE;
}

static const Term *fit_functions(const IrFunction *f, const GArray *of, const Observation *const *seen,
                                 guint n) {
  guint64 coefficients[FUNCTIONS];
  if (n <= of->len || of->len > FUNCTIONS || !fit_level(f, of, seen, n, coefficients) ||
      !has_evidence(of, coefficients, seen, n))
    return NULL;
  return sum_term(f, of, coefficients, f->result_width[0]);
}

/* A constant and one or two functions of all: for observations that are too few to tell more apart. */
static const Term *fit_sparse(const IrFunction *f, const GArray *of, const Observation *const *seen,
                              guint n) {
  g_autoptr(GArray) few = g_array_new(FALSE, FALSE, sizeof(Function));
  const Term *found = NULL;
  for (guint size = 2; size <= 3 && size < n; size++)
    for (guint i = 1; i < of->len && !found; i++)
      for (guint j = size == 2 ? of->len - 1 : i + 1; j < of->len && !found; j++) {
        g_array_set_size(few, 0);
        g_array_append_val(few, g_array_index(of, Function, 0));
        g_array_append_val(few, g_array_index(of, Function, i));
        if (size == 3) g_array_append_val(few, g_array_index(of, Function, j));
        found = fit_functions(f, few, seen, n);
      }
  return found;
}

const Term *fit_sum(const IrFunction *f, guint level, const Observation *const *seen, guint n) {
  g_autoptr(GArray) of = functions_of(f, level, f->result_width[0]);
  return n > of->len ? fit_functions(f, of, seen, n) : fit_sparse(f, of, seen, n);
}
