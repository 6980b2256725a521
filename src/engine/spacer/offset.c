/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Offsets in bytes as indices of elements. */
#include "engine/spacer/offset.h"
#include "base/limits.h"

#define MAX_FACTOR ((Wide)1 << 50)

typedef struct {
  Z3_ast atom;
  Wide factor;
} Summand;

typedef struct {
  const Words *words;
  GArray *summands; /* Summand */
  Wide constant;
  Z3_ast fits;
  gboolean failed;
} Sum;

/* What a constant is equal to where it fits, as fit() in words.c says of it. */
static gboolean meant(const Words *w, Z3_ast constant, Z3_ast *fits, Z3_ast *value) {
  Z3_context z3 = w->z3;
  for (guint i = w->facts->len; i-- > 0;) {
    const WordFact *f = &g_array_index(w->facts, WordFact, i);
    if (f->constant != constant || Z3_get_ast_kind(z3, f->fact) != Z3_APP_AST) continue;
    Z3_app implies = Z3_to_app(z3, f->fact);
    if (Z3_get_decl_kind(z3, Z3_get_app_decl(z3, implies)) != Z3_OP_IMPLIES) continue;
    Z3_ast then = Z3_get_app_arg(z3, implies, 1);
    Z3_app equal = Z3_to_app(z3, then);
    if (Z3_get_decl_kind(z3, Z3_get_app_decl(z3, equal)) != Z3_OP_EQ) continue;
    if (Z3_get_app_arg(z3, equal, 0) != constant) continue;
    *fits = Z3_get_app_arg(z3, implies, 0);
    *value = Z3_get_app_arg(z3, equal, 1);
    return TRUE;
  }
  return FALSE;
}

static void add_atom(Sum *s, Z3_ast atom, Wide factor) {
  for (guint i = 0; i < s->summands->len; i++) {
    Summand *old = &g_array_index(s->summands, Summand, i);
    if (old->atom != atom) continue;
    old->factor += factor;
    return;
  }
  Summand new = {atom, factor};
  g_array_append_val(s->summands, new);
}

static void add(Sum *s, Z3_ast e, Wide factor, guint depth);

static void add_application(Sum *s, Z3_ast e, Wide factor, guint depth) {
  Z3_context z3 = s->words->z3;
  Z3_app app = Z3_to_app(z3, e);
  Z3_decl_kind kind = Z3_get_decl_kind(z3, Z3_get_app_decl(z3, app));
  guint n = Z3_get_app_num_args(z3, app);
  Z3_ast fits, value;
  int64_t by;
  if (kind == Z3_OP_ADD || kind == Z3_OP_SUB) {
    for (guint i = 0; i < n; i++)
      add(s, Z3_get_app_arg(z3, app, i), i && kind == Z3_OP_SUB ? -factor : factor, depth + 1);
  } else if (kind == Z3_OP_UMINUS) {
    add(s, Z3_get_app_arg(z3, app, 0), -factor, depth + 1);
  } else if (kind == Z3_OP_MUL && n == 2 && Z3_is_numeral_ast(z3, Z3_get_app_arg(z3, app, 0)) &&
             Z3_get_numeral_int64(z3, Z3_get_app_arg(z3, app, 0), &by) && by < (1 << 20) && by > -(1 << 20)) {
    add(s, Z3_get_app_arg(z3, app, 1), factor * by, depth + 1);
  } else if (kind == Z3_OP_UNINTERPRETED && n == 0 && meant(s->words, e, &fits, &value)) {
    s->fits = words_and(s->words, s->fits, fits);
    add(s, value, factor, depth + 1);
  } else {
    add_atom(s, e, factor);
  }
}

static void add(Sum *s, Z3_ast e, Wide factor, guint depth) {
  Z3_context z3 = s->words->z3;
  int64_t value;
  s->failed |= depth > limits.spacer_offset_depth || factor > MAX_FACTOR || factor < -MAX_FACTOR;
  if (s->failed) return;
  if (Z3_is_numeral_ast(z3, e)) {
    if (Z3_get_numeral_int64(z3, e, &value))
      s->constant += factor * value;
    else
      s->failed = TRUE;
  } else if (Z3_get_ast_kind(z3, e) == Z3_APP_AST) {
    add_application(s, e, factor, depth);
  } else {
    add_atom(s, e, factor);
  }
}

static Z3_ast divide(const Sum *s, Wide stride, Wide rest) {
  Z3_context z3 = s->words->z3;
  GPtrArray *parts = g_ptr_array_new();
  for (guint i = 0; i < s->summands->len; i++) {
    const Summand *a = &g_array_index(s->summands, Summand, i);
    Z3_ast product[2] = {words_number(s->words, a->factor / stride), a->atom};
    if (a->factor) g_ptr_array_add(parts, a->factor == stride ? a->atom : Z3_mk_mul(z3, 2, product));
  }
  Wide whole = (s->constant - rest) / stride;
  if (whole || !parts->len) g_ptr_array_add(parts, words_number(s->words, whole));
  Z3_ast sum = parts->len == 1 ? parts->pdata[0] : Z3_mk_add(z3, parts->len, (Z3_ast *)parts->pdata);
  g_ptr_array_unref(parts);
  return sum;
}

Offset offset_in_elements(const Words *w, Z3_ast offset, guint64 stride) {
  g_autoptr(GArray) summands = g_array_new(FALSE, FALSE, sizeof(Summand));
  Sum s = {w, summands, 0, NULL, FALSE};
  Offset o = {NULL, 0, NULL};
  add(&s, offset, 1, 0);
  if (s.failed) return o;
  for (guint i = 0; i < summands->len; i++)
    if (g_array_index(summands, Summand, i).factor % (Wide)stride) return o;
  Wide rest = s.constant % (Wide)stride;
  if (rest < 0) rest += (Wide)stride;
  o = (Offset){divide(&s, (Wide)stride, rest), (guint64)rest, s.fits};
  return o;
}
