/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sorts that each operation takes and gives. */
#include "formula/store.h"

static gboolean is_scalar(const Term *t, guint width) { return t->index_width == 0 && t->width == width; }
static gboolean is_float_width(guint width) { return width == 32 || width == 64; }

/* n scalars of one width. */
static gboolean are_scalars(const Term *const *args, guint n, guint n_wanted, guint width) {
  if (n != n_wanted) return FALSE;
  for (guint i = 0; i < n; i++)
    if (!is_scalar(args[i], width)) return FALSE;
  return TRUE;
}

static gboolean conversion_fits(TermOp op, guint width, guint64 param, const Term *const *args, guint n) {
  if (n != 1 || args[0]->index_width) return FALSE;
  guint from = args[0]->width;
  switch (op) {
  case TERM_EXTRACT: return param < 64 && param + width <= from;
  case TERM_ZEXT:
  case TERM_SEXT: return from <= width;
  case TERM_FCVT: return is_float_width(width) && is_float_width(from) && width != from;
  case TERM_FTOSI:
  case TERM_FTOUI: return is_float_width(from);
  default: return is_float_width(width);
  }
}

static gboolean array_fits(TermOp op, guint width, guint64 param, const Term *const *args, guint n) {
  if (op == TERM_ARRAY) return are_scalars(args, n, 1, width) && param >= 1 && param <= 64;
  if (n != (op == TERM_SELECT ? 2 : 3) || !args[0]->index_width || args[0]->width != width) return FALSE;
  return is_scalar(args[1], args[0]->index_width) && (op == TERM_SELECT || is_scalar(args[2], width));
}

gboolean term_sorts_fit(TermOp op, guint width, guint64 param, const Term *const *args, guint n) {
  if (width < 1 || width > 64) return FALSE;
  switch (op) {
  case TERM_CONST: return n == 0 && param <= term_mask(width);
  case TERM_INPUT: return n == 0;
  case TERM_HAVOC: return n == 0 && param < G_MAXUINT;
  case TERM_NOT: return are_scalars(args, n, 1, width);
  case TERM_AND:
  case TERM_OR: return are_scalars(args, n, width == 1 ? n : 2, width);
  case TERM_ITE:
    return n == 3 && is_scalar(args[0], 1) && args[1]->width == width && args[2]->width == width &&
           args[1]->index_width == args[2]->index_width;
  case TERM_EQ:
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE: return width == 1 && n == 2 && are_scalars(args, n, 2, args[0]->width);
  case TERM_CONCAT:
    return n == 2 && !args[0]->index_width && !args[1]->index_width &&
           args[0]->width + args[1]->width == width;
  case TERM_FADD:
  case TERM_FSUB:
  case TERM_FMUL:
  case TERM_FDIV:
  case TERM_FREM: return is_float_width(width) && are_scalars(args, n, 2, width);
  case TERM_FSQRT:
  case TERM_FROUND:
    return is_float_width(width) && are_scalars(args, n, 1, width) &&
           (op == TERM_FSQRT || param <= ROUND_TOWARD_ZERO);
  case TERM_FEQ:
  case TERM_FLT:
  case TERM_FLE:
    return width == 1 && n == 2 && is_float_width(args[0]->width) && are_scalars(args, n, 2, args[0]->width);
  case TERM_EXTRACT:
  case TERM_ZEXT:
  case TERM_SEXT:
  case TERM_FCVT:
  case TERM_FTOSI:
  case TERM_FTOUI:
  case TERM_SITOF:
  case TERM_UITOF: return conversion_fits(op, width, param, args, n);
  case TERM_ARRAY:
  case TERM_SELECT:
  case TERM_STORE: return array_fits(op, width, param, args, n);
  default: return op < TERM_N_OPS && are_scalars(args, n, 2, width);
  }
}
