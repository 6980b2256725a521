/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas for people, without what holds of every command line: behind the first byte of an argument that is 0 all
 * are 0, as are all bytes of an argument that is not there, and the one behind the longest text.
 *
 * A part of a conjunction is left out where its negation contradicts the others and that; a part of a disjunction
 * where it does itself.  What is looked at are comparisons with constants; others say nothing. */
#include "ir/print.h"

#define LARGEST 256 /* parts of a formula that is looked at: each is held against all others */

/* What comparisons say of a command line. */
typedef struct {
  const Program *program;
  gint64 least, most; /* argc */
  guint *zero;        /* by argument: from this byte on all are 0; the bound where nothing is known */
  guint *filled;      /* by argument: so many bytes, at least, come before a 0; more than the bound: contradictory */
} Facts;

static guint n_arguments(const Program *p) { return p->bounds.args_most + 1; }

static void facts_clear(Facts *f) {
  f->least = f->program->bounds.args_least + 1;
  f->most = f->program->bounds.args_most + 1;
  for (guint i = 0; i < n_arguments(f->program); i++) {
    f->zero[i] = f->program->bounds.arg_length;
    f->filled[i] = 0;
  }
}

static gboolean contradict(const Facts *f) {
  for (guint i = 1; i < n_arguments(f->program); i++)
    if (f->filled[i] > f->zero[i] || (f->filled[i] && f->most <= i)) return TRUE;
  return f->least > f->most;
}

/* ---- what a formula says ---- */

static gint64 value_of(const Term *c) { return term_signed(c->param, c->width); }

static gboolean compares(TermOp op) {
  return op == TERM_EQ || op == TERM_SLT || op == TERM_SLE || op == TERM_ULT || op == TERM_ULE;
}

static gboolean holds_of(TermOp op, guint64 a, guint64 b, guint width) {
  switch (op) {
  case TERM_EQ: return a == b;
  case TERM_ULT: return a < b;
  case TERM_ULE: return a <= b;
  case TERM_SLT: return term_signed(a, width) < term_signed(b, width);
  default: return term_signed(a, width) <= term_signed(b, width);
  }
}

/* x op c, or c op x; turned round where it does not hold. */
static void learn_count(Facts *f, TermOp op, gint64 c, gboolean constant_first, gboolean holds) {
  const gint64 strict = op == TERM_SLT;
  if (op == TERM_EQ && holds) {
    f->least = MAX(f->least, c);
    f->most = MIN(f->most, c);
  }
  if (op != TERM_SLT && op != TERM_SLE) return;
  if (constant_first == holds)
    f->least = MAX(f->least, holds ? c + strict : c + !strict);
  else
    f->most = MIN(f->most, holds ? c - strict : c - !strict);
}

static void learn_byte(Facts *f, const InputSite *s, guint offset, const Term *t, gboolean constant_first,
                       gboolean holds) {
  const guint i = s->source.argument;
  const Term *c = t->args[constant_first ? 0 : 1];
  if (i >= n_arguments(f->program)) return;
  if (t->op == TERM_EQ && c->param == 0 && holds)
    f->zero[i] = MIN(f->zero[i], offset);
  else if (holds_of(t->op, constant_first ? c->param : 0, constant_first ? 0 : c->param, c->width) != holds)
    f->filled[i] = MAX(f->filled[i], offset + 1);
}

static void learn(Facts *f, const Term *t, gboolean holds) {
  if (t->op == TERM_NOT) return learn(f, t->args[0], !holds);
  if ((t->op == TERM_AND && holds) || (t->op == TERM_OR && !holds)) {
    for (guint i = 0; i < t->n_args; i++) learn(f, t->args[i], holds);
    return;
  }
  if (!compares(t->op)) return;
  const gboolean constant_first = term_is_const(t->args[0]);
  const Term *input = t->args[constant_first ? 1 : 0], *c = t->args[constant_first ? 0 : 1];
  if (input->op != TERM_INPUT || !term_is_const(c)) return;
  const InputKey key = input_key_unpack(input->param);
  const InputSite *s = program_site(f->program, key.site);
  if (s->kind != SITE_ARGV) return;
  if (s->source.part == SOURCE_COUNT) learn_count(f, t->op, value_of(c), constant_first, holds);
  if (s->source.part == SOURCE_BYTE) learn_byte(f, s, key.offset, t, constant_first, holds);
}

/* ---- what is left out ---- */

/* Whether `part`, as it holds or not, contradicts those parts that are still there. */
static gboolean is_excluded(Facts *f, const GPtrArray *others, guint but, const Term *part, gboolean holds) {
  facts_clear(f);
  for (guint i = 0; i < others->len; i++)
    if (i != but && others->pdata[i]) learn(f, others->pdata[i], TRUE);
  learn(f, part, holds);
  return contradict(f);
}

/* Without the alternatives that the other parts exclude. */
static const Term *possible(Facts *f, const GPtrArray *others, guint but, const Term *t) {
  if (t->op != TERM_OR || t->n_args > LARGEST) return t;
  g_autoptr(GPtrArray) left = g_ptr_array_new();
  for (guint i = 0; i < t->n_args; i++)
    if (!is_excluded(f, others, but, t->args[i], TRUE)) g_ptr_array_add(left, (gpointer)t->args[i]);
  return left->len == t->n_args ? t : term_or_n((const Term *const *)left->pdata, left->len);
}

static GPtrArray *parts_of(const Term *t) {
  GPtrArray *parts = g_ptr_array_new();
  if (t->op == TERM_AND && t->width == 1)
    for (guint i = 0; i < t->n_args; i++) g_ptr_array_add(parts, (gpointer)t->args[i]);
  else
    g_ptr_array_add(parts, (gpointer)t);
  return parts;
}

static const Term *leave_out(Facts *f, const Term *t) {
  g_autoptr(GPtrArray) parts = parts_of(t), left = g_ptr_array_new();
  if (parts->len > LARGEST) return t;
  facts_clear(f);
  learn(f, t, TRUE);
  if (contradict(f)) return t; /* of no command line: nothing follows from that */
  for (guint i = parts->len; i-- > 0;)
    if (is_excluded(f, parts, i, parts->pdata[i], FALSE)) parts->pdata[i] = NULL;
  for (guint i = 0; i < parts->len; i++)
    if (parts->pdata[i]) parts->pdata[i] = (gpointer)possible(f, parts, i, parts->pdata[i]);
  for (guint i = 0; i < parts->len; i++)
    if (parts->pdata[i]) g_ptr_array_add(left, parts->pdata[i]);
  return term_and_n((const Term *const *)left->pdata, left->len);
}

const Term *term_within_arguments(const Program *p, const Term *t) {
  if (!(p->bounds.given & BOUND_ARG_LENGTH) || t->width != 1) return t;
  g_autofree guint *zero = g_new(guint, n_arguments(p)), *filled = g_new(guint, n_arguments(p));
  Facts f = {.program = p, .zero = zero, .filled = filled};
  return leave_out(&f, t);
}
