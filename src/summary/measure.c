/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measures that are tried. */
#include "summary/measure.h"

enum { FUNCTION_WIDTH = 32 };

/* The width that the i-th parameter of all members has; 0: there is none. */
static guint common_width(const Component *c, guint i) {
  guint width = 0;
  for (guint k = 0; k < c->n; k++) {
    const IrFunction *f = program_function(c->known->program, c->members[k]);
    if (i >= f->n_params || (width && f->reg_width[i] != width)) return 0;
    width = f->reg_width[i];
  }
  return width;
}

static void add(GArray *all, MeasureKind kind, guint i, guint j, guint64 offset) {
  for (gboolean inverted = FALSE; inverted <= TRUE; inverted++) {
    const Measure m = {kind, inverted, i, j, offset};
    g_array_append_val(all, m);
  }
}

GArray *measures_of(const Component *c) {
  GArray *all = g_array_new(FALSE, FALSE, sizeof(Measure));
  guint width;
  for (guint i = 0; (width = common_width(c, i)); i++) {
    add(all, MEASURE_UNSIGNED, i, 0, 0);
    add(all, MEASURE_SIGNED, i, 0, 0);
    add(all, MEASURE_ABSOLUTE, i, 0, 0);
  }
  for (guint i = 0; (width = common_width(c, i)); i++) {
    for (guint j = i + 1; common_width(c, j) == width; j++) add(all, MEASURE_SUM, i, j, 0);
    for (guint k = 0; k < c->constants->len; k++)
      add(all, MEASURE_UNSIGNED, i, 0, g_array_index(c->constants, guint64, k) & term_mask(width));
  }
  add(all, MEASURE_FUNCTION, 0, 0, 0);
  return all;
}

static const Term *plain(const Measure *m, guint function, const Term *const *args) {
  if (m->kind == MEASURE_FUNCTION) return term_const(FUNCTION_WIDTH, function);
  const Term *x = args[m->i], *zero = term_const(x->width, 0);
  const guint64 sign = G_GUINT64_CONSTANT(1) << (x->width - 1);
  switch (m->kind) {
  case MEASURE_SIGNED: return term_binary(TERM_XOR, x, term_const(x->width, sign));
  case MEASURE_ABSOLUTE: return term_ite(term_binary(TERM_SLT, x, zero), term_binary(TERM_SUB, zero, x), x);
  case MEASURE_SUM: return term_binary(TERM_ADD, x, args[m->j]);
  default: return term_binary(TERM_SUB, x, term_const(x->width, m->offset));
  }
}

const Term *measure_term(const Measure *m, guint function, const Term *const *args) {
  const Term *t = plain(m, function, args);
  return m->inverted ? term_unary(TERM_NOT, t) : t;
}
