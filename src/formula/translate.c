/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as expressions of Z3. */
#include "formula/translate.h"

enum { NAME_DEPTH = 32 }; /* nodes at every so many levels have names, so that no expression is deep */

void translation_init(Translation *tr, Z3_context z3) {
  *tr = (Translation){.z3 = z3};
  tr->trail = g_array_new(FALSE, FALSE, sizeof(guint));
  tr->leaves = g_ptr_array_new();
  tr->definitions = g_ptr_array_new();
}

void translation_clear(Translation *tr) {
  id_map_clear(&tr->bits);
  id_map_clear(&tr->floats);
  g_array_free(tr->trail, TRUE);
  g_ptr_array_free(tr->leaves, TRUE);
  g_ptr_array_free(tr->definitions, TRUE);
}

TranslationMark translation_mark(const Translation *tr) {
  return (TranslationMark){tr->trail->len, tr->leaves->len};
}

void translation_return(Translation *tr, TranslationMark mark) {
  for (guint i = mark.trail; i < tr->trail->len; i++) {
    id_map_remove(&tr->bits, g_array_index(tr->trail, guint, i));
    id_map_remove(&tr->floats, g_array_index(tr->trail, guint, i));
  }
  g_array_set_size(tr->trail, mark.trail);
  g_ptr_array_set_size(tr->leaves, (gint)mark.leaves);
}

static void remember(Translation *tr, IdMap *map, const Term *t, Z3_ast e) {
  if (!e) tr->failed = TRUE;
  tr->n_made++;
  id_map_set(map, t->id, GPOINTER_TO_SIZE(e));
  g_array_append_val(tr->trail, t->id);
}

static Z3_ast recall(const IdMap *map, const Term *t) {
  const guint64 *found = id_map_find(map, t->id);
  return found ? GSIZE_TO_POINTER((gsize)*found) : NULL;
}

static Z3_ast number(Z3_context z3, guint width, guint64 value) {
  return Z3_mk_unsigned_int64(z3, value, Z3_mk_bv_sort(z3, width));
}

static Z3_ast bool_to_bits(Z3_context z3, Z3_ast e) {
  return Z3_mk_ite(z3, e, number(z3, 1, 1), number(z3, 1, 0));
}
static Z3_ast bits_to_bool(Z3_context z3, Z3_ast e) { return Z3_mk_eq(z3, e, number(z3, 1, 1)); }

/* A translated scalar as a bit-vector even at width 1. */
static Z3_ast vector(const Translation *tr, const Term *t) {
  Z3_ast e = recall(&tr->bits, t);
  return t->width == 1 && !t->index_width ? bool_to_bits(tr->z3, e) : e;
}

/* A bit-vector expression as what stands for a term of that width. */
static Z3_ast scalar(const Translation *tr, guint width, Z3_ast e) {
  return width == 1 ? bits_to_bool(tr->z3, e) : e;
}

static Z3_sort float_sort(Z3_context z3, guint width) {
  return width == 32 ? Z3_mk_fpa_sort_32(z3) : Z3_mk_fpa_sort_64(z3);
}

static Z3_ast as_float(Translation *tr, const Term *t) {
  Z3_ast e = recall(&tr->floats, t);
  if (e) return e;
  e = Z3_mk_fpa_to_fp_bv(tr->z3, recall(&tr->bits, t), float_sort(tr->z3, t->width));
  remember(tr, &tr->floats, t, e);
  return e;
}

/* Every NaN has the bits that term_fold() gives it. */
static Z3_ast float_bits(Z3_context z3, guint width, Z3_ast e) {
  guint64 nan = width == 32 ? 0x7fc00000 : G_GUINT64_CONSTANT(0x7ff8000000000000);
  return Z3_mk_ite(z3, Z3_mk_fpa_is_nan(z3, e), number(z3, width, nan), Z3_mk_fpa_to_ieee_bv(z3, e));
}

static Z3_ast rounding_mode(Z3_context z3, guint64 rounding) {
  switch (rounding) {
  case ROUND_NEAREST_AWAY: return Z3_mk_fpa_rna(z3);
  case ROUND_DOWN: return Z3_mk_fpa_rtn(z3);
  case ROUND_UP: return Z3_mk_fpa_rtp(z3);
  case ROUND_TOWARD_ZERO: return Z3_mk_fpa_rtz(z3);
  default: return Z3_mk_fpa_rne(z3);
  }
}

/* C's fmod from IEEE's remainder r of the magnitudes: r, or r + y where r is negative (which is exact),
 * with the sign of x. */
static Z3_ast float_mod(Z3_context z3, Z3_ast x, Z3_ast y) {
  Z3_ast magnitude = Z3_mk_fpa_abs(z3, y), r = Z3_mk_fpa_rem(z3, Z3_mk_fpa_abs(z3, x), magnitude);
  Z3_ast rest = Z3_mk_ite(z3, Z3_mk_fpa_lt(z3, r, Z3_mk_fpa_zero(z3, Z3_get_sort(z3, r), 0)),
                          Z3_mk_fpa_add(z3, Z3_mk_fpa_rne(z3), r, magnitude), r);
  rest = Z3_mk_fpa_abs(z3, rest);
  return Z3_mk_ite(z3, Z3_mk_fpa_is_negative(z3, x), Z3_mk_fpa_neg(z3, rest), rest);
}

/* The operations whose result is a floating-point number. */
static Z3_ast build_float(Translation *tr, const Term *t) {
  Z3_context z3 = tr->z3;
  Z3_ast nearest = Z3_mk_fpa_rne(z3);
  if (t->op == TERM_SITOF)
    return Z3_mk_fpa_to_fp_signed(z3, nearest, vector(tr, t->args[0]), float_sort(z3, t->width));
  if (t->op == TERM_UITOF)
    return Z3_mk_fpa_to_fp_unsigned(z3, nearest, vector(tr, t->args[0]), float_sort(z3, t->width));
  Z3_ast a = as_float(tr, t->args[0]), b = t->n_args > 1 ? as_float(tr, t->args[1]) : NULL;
  switch (t->op) {
  case TERM_FADD: return Z3_mk_fpa_add(z3, nearest, a, b);
  case TERM_FSUB: return Z3_mk_fpa_sub(z3, nearest, a, b);
  case TERM_FMUL: return Z3_mk_fpa_mul(z3, nearest, a, b);
  case TERM_FDIV: return Z3_mk_fpa_div(z3, nearest, a, b);
  case TERM_FREM: return float_mod(z3, a, b);
  case TERM_FSQRT: return Z3_mk_fpa_sqrt(z3, nearest, a);
  case TERM_FROUND: return Z3_mk_fpa_round_to_integral(z3, rounding_mode(z3, t->param), a);
  default: return Z3_mk_fpa_to_fp_float(z3, nearest, a, float_sort(z3, t->width));
  }
}

/* The operations that look at floating-point numbers. */
static Z3_ast build_from_float(Translation *tr, const Term *t) {
  Z3_context z3 = tr->z3;
  Z3_ast a = as_float(tr, t->args[0]), b = t->n_args > 1 ? as_float(tr, t->args[1]) : NULL;
  switch (t->op) {
  case TERM_FEQ: return Z3_mk_fpa_eq(z3, a, b);
  case TERM_FLT: return Z3_mk_fpa_lt(z3, a, b);
  case TERM_FLE: return Z3_mk_fpa_leq(z3, a, b);
  case TERM_FTOSI: return scalar(tr, t->width, Z3_mk_fpa_to_sbv(z3, Z3_mk_fpa_rtz(z3), a, t->width));
  default: return scalar(tr, t->width, Z3_mk_fpa_to_ubv(z3, Z3_mk_fpa_rtz(z3), a, t->width));
  }
}

static Z3_ast build_logic(const Translation *tr, const Term *t) {
  Z3_ast *args = g_new(Z3_ast, t->n_args);
  for (guint i = 0; i < t->n_args; i++) args[i] = recall(&tr->bits, t->args[i]);
  Z3_ast e = t->op == TERM_AND ? Z3_mk_and(tr->z3, t->n_args, args) : Z3_mk_or(tr->z3, t->n_args, args);
  g_free(args);
  return e;
}

static Z3_ast build_leaf(Translation *tr, const Term *t) {
  Z3_context z3 = tr->z3;
  if (t->op == TERM_CONST) {
    if (t->width == 1) return t->param ? Z3_mk_true(z3) : Z3_mk_false(z3);
    return number(z3, t->width, t->param);
  }
  char name[32];
  g_snprintf(name, sizeof name, "%c%" G_GUINT64_FORMAT, t->op == TERM_INPUT ? 'i' : 'h', t->param);
  Z3_sort sort = t->width == 1 && !t->index_width ? Z3_mk_bool_sort(z3) : Z3_mk_bv_sort(z3, t->width);
  if (t->index_width)
    sort = Z3_mk_array_sort(z3, Z3_mk_bv_sort(z3, t->index_width), sort);
  else
    g_ptr_array_add(tr->leaves, (gpointer)t);
  return Z3_mk_const(z3, Z3_mk_string_symbol(z3, name), sort);
}

typedef Z3_ast (*BinaryMaker)(Z3_context, Z3_ast, Z3_ast);

static const BinaryMaker binary_makers[TERM_N_OPS] = {
    [TERM_AND] = Z3_mk_bvand,    [TERM_OR] = Z3_mk_bvor,     [TERM_XOR] = Z3_mk_bvxor,
    [TERM_EQ] = Z3_mk_eq,        [TERM_ULT] = Z3_mk_bvult,   [TERM_ULE] = Z3_mk_bvule,
    [TERM_SLT] = Z3_mk_bvslt,    [TERM_SLE] = Z3_mk_bvsle,   [TERM_ADD] = Z3_mk_bvadd,
    [TERM_SUB] = Z3_mk_bvsub,    [TERM_MUL] = Z3_mk_bvmul,   [TERM_UDIV] = Z3_mk_bvudiv,
    [TERM_UREM] = Z3_mk_bvurem,  [TERM_SDIV] = Z3_mk_bvsdiv, [TERM_SREM] = Z3_mk_bvsrem,
    [TERM_SHL] = Z3_mk_bvshl,    [TERM_LSHR] = Z3_mk_bvlshr, [TERM_ASHR] = Z3_mk_bvashr,
    [TERM_CONCAT] = Z3_mk_concat};

static Z3_ast build_array(const Translation *tr, const Term *t) {
  Z3_context z3 = tr->z3;
  if (t->op == TERM_ARRAY)
    return Z3_mk_const_array(z3, Z3_mk_bv_sort(z3, t->index_width), vector(tr, t->args[0]));
  Z3_ast array = recall(&tr->bits, t->args[0]), index = vector(tr, t->args[1]);
  if (t->op == TERM_SELECT) return scalar(tr, t->width, Z3_mk_select(z3, array, index));
  return Z3_mk_store(z3, array, index, vector(tr, t->args[2]));
}

/* A constant of a sort, named after a term. */
static Z3_ast new_name(Translation *tr, const Term *t, char kind, Z3_sort sort) {
  char name[32];
  g_snprintf(name, sizeof name, "%c%u", kind, t->id);
  return Z3_mk_const(tr->z3, Z3_mk_string_symbol(tr->z3, name), sort);
}

/* A constant that is asserted to equal e. */
static Z3_ast give_name(Translation *tr, const Term *t, char kind, Z3_ast e) {
  Z3_ast constant = new_name(tr, t, kind, Z3_get_sort(tr->z3, e));
  g_ptr_array_add(tr->definitions, Z3_mk_eq(tr->z3, constant, e));
  return constant;
}

/* The unsigned quotient of x by a known divisor, defined by x = q * c + r with r < c and nothing overflowing:
 * a product with a constant is far cheaper for the solver than a division circuit. */
static Z3_ast known_quotient(Translation *tr, const Term *t, Z3_ast x, guint64 c) {
  Z3_context z3 = tr->z3;
  if ((c & (c - 1)) == 0) return Z3_mk_bvlshr(z3, x, number(z3, t->width, (guint64)__builtin_ctzll(c)));
  Z3_ast q = new_name(tr, t, 'q', Z3_mk_bv_sort(z3, t->width));
  Z3_ast product = Z3_mk_bvmul(z3, q, number(z3, t->width, c));
  g_ptr_array_add(tr->definitions, Z3_mk_bvule(z3, q, number(z3, t->width, term_mask(t->width) / c)));
  g_ptr_array_add(tr->definitions, Z3_mk_bvule(z3, product, x));
  g_ptr_array_add(tr->definitions, Z3_mk_bvult(z3, Z3_mk_bvsub(z3, x, product), number(z3, t->width, c)));
  return q;
}

/* x / c or x % c for a constant c other than 0; signed ones go through the magnitudes. */
static Z3_ast build_division(Translation *tr, const Term *t) {
  Z3_context z3 = tr->z3;
  Z3_ast x = vector(tr, t->args[0]);
  gboolean is_signed = t->op == TERM_SDIV || t->op == TERM_SREM,
           rest = t->op == TERM_UREM || t->op == TERM_SREM;
  gboolean negative = is_signed && (t->args[1]->param >> (t->width - 1));
  guint64 c = (negative ? -t->args[1]->param : t->args[1]->param) & term_mask(t->width);
  Z3_ast below = is_signed ? Z3_mk_bvslt(z3, x, number(z3, t->width, 0)) : NULL;
  Z3_ast magnitude = is_signed ? Z3_mk_ite(z3, below, Z3_mk_bvneg(z3, x), x) : x;
  Z3_ast q = known_quotient(tr, t, magnitude, c);
  Z3_ast result = rest ? Z3_mk_bvsub(z3, magnitude, Z3_mk_bvmul(z3, q, number(z3, t->width, c))) : q;
  if (!is_signed) return result;
  Z3_ast minus = Z3_mk_bvneg(z3, result);
  return !rest && negative ? Z3_mk_ite(z3, below, result, minus) : Z3_mk_ite(z3, below, minus, result);
}

/* The expression of a node whose arguments have theirs. */
static Z3_ast build(Translation *tr, const Term *t) {
  Z3_context z3 = tr->z3;
  if (t->n_args == 0 && t->op <= TERM_HAVOC) return build_leaf(tr, t);
  Z3_ast a = t->n_args ? recall(&tr->bits, t->args[0]) : NULL;
  switch (t->op) {
  case TERM_NOT: return t->width == 1 ? Z3_mk_not(z3, a) : Z3_mk_bvnot(z3, a);
  case TERM_ITE: return Z3_mk_ite(z3, a, recall(&tr->bits, t->args[1]), recall(&tr->bits, t->args[2]));
  case TERM_EXTRACT:
    return scalar(tr, t->width, Z3_mk_extract(z3, (guint)t->param + t->width - 1, (guint)t->param, a));
  case TERM_ZEXT: return Z3_mk_zero_ext(z3, t->width - t->args[0]->width, vector(tr, t->args[0]));
  case TERM_SEXT: return Z3_mk_sign_ext(z3, t->width - t->args[0]->width, vector(tr, t->args[0]));
  default:
    if (t->op >= TERM_ARRAY) return build_array(tr, t);
    if (t->op >= TERM_FADD) return build_from_float(tr, t);
    if (t->width == 1 && (t->op == TERM_AND || t->op == TERM_OR)) return build_logic(tr, t);
    if (t->width == 1 && t->op == TERM_XOR) return Z3_mk_xor(z3, a, recall(&tr->bits, t->args[1]));
    if (t->op >= TERM_UDIV && t->op <= TERM_SREM && t->width > 1 && term_is_const(t->args[1]) &&
        t->args[1]->param)
      return build_division(tr, t);
    return binary_makers[t->op](z3, vector(tr, t->args[0]), vector(tr, t->args[1]));
  }
}

static gboolean deserves_name(const Term *t, guint n_uses) {
  if (t->n_args == 0 || t->index_width || (t->op == TERM_NOT && t->width == 1)) return FALSE;
  return n_uses > 1 || t->depth % NAME_DEPTH == 0;
}

/* A choice between results of floating-point operations is one itself. */
static gboolean chooses_floats(const Translation *tr, const Term *t) {
  return t->op == TERM_ITE && !t->index_width &&
         (id_map_has(&tr->floats, t->args[1]->id) || id_map_has(&tr->floats, t->args[2]->id));
}

static void translate_node(Translation *tr, const Term *t, guint n_uses) {
  gboolean named = deserves_name(t, n_uses);
  if (term_gives_float(t->op)) {
    Z3_ast f = build_float(tr, t);
    if (named && f) f = give_name(tr, t, 'f', f);
    remember(tr, &tr->floats, t, f);
    remember(tr, &tr->bits, t, f ? float_bits(tr->z3, t->width, f) : NULL);
    return;
  }
  if (chooses_floats(tr, t)) {
    Z3_ast f =
        Z3_mk_ite(tr->z3, recall(&tr->bits, t->args[0]), as_float(tr, t->args[1]), as_float(tr, t->args[2]));
    remember(tr, &tr->floats, t, named && f ? give_name(tr, t, 'f', f) : f);
  }
  Z3_ast e = build(tr, t);
  remember(tr, &tr->bits, t, named && e ? give_name(tr, t, 'd', e) : e);
}

/* The nodes below t that have no expression yet, arguments first; uses counts how many of them use each. */
static GPtrArray *pending_nodes(const Translation *tr, const Term *t, IdMap *uses) {
  GPtrArray *order = g_ptr_array_new(), *stack = g_ptr_array_new();
  IdMap left = {0}; /* entered nodes that are not in order yet */
  g_ptr_array_add(stack, (gpointer)t);
  while (stack->len) {
    const Term *top = g_ptr_array_index(stack, stack->len - 1);
    gboolean entered = id_map_has(uses, top->id) && id_map_has(&left, top->id);
    if (entered || id_map_has(&tr->bits, top->id) || id_map_has(uses, top->id)) {
      if (entered) {
        g_ptr_array_add(order, (gpointer)top);
        id_map_remove(&left, top->id);
      }
      g_ptr_array_set_size(stack, (gint)stack->len - 1);
      continue;
    }
    id_map_set(uses, top->id, 0);
    id_map_set(&left, top->id, 1);
    for (guint i = 0; i < top->n_args; i++) g_ptr_array_add(stack, (gpointer)top->args[i]);
  }
  for (guint i = 0; i < order->len; i++) {
    const Term *user = g_ptr_array_index(order, i);
    for (guint j = 0; j < user->n_args; j++) {
      guint64 *count = id_map_find(uses, user->args[j]->id);
      if (count) ++*count;
    }
  }
  id_map_clear(&left);
  g_ptr_array_free(stack, TRUE);
  return order;
}

Z3_ast translate(Translation *tr, const Term *t) {
  if (!id_map_has(&tr->bits, t->id)) {
    IdMap uses = {0};
    GPtrArray *order = pending_nodes(tr, t, &uses);
    for (guint i = 0; i < order->len && !tr->failed; i++) {
      const Term *node = g_ptr_array_index(order, i);
      translate_node(tr, node, (guint)*id_map_find(&uses, node->id));
    }
    g_ptr_array_free(order, TRUE);
    id_map_clear(&uses);
  }
  return tr->failed ? NULL : recall(&tr->bits, t);
}

static gboolean is_literal(const Term *t) {
  if (t->op == TERM_NOT) t = t->args[0];
  return t->op == TERM_INPUT || t->op == TERM_HAVOC;
}

/* An uninterpreted constant, unlike true and false. */
static gboolean is_name(Z3_context z3, Z3_ast e) {
  Z3_app app = Z3_to_app(z3, e);
  return Z3_get_app_num_args(z3, app) == 0 &&
         Z3_get_decl_kind(z3, Z3_get_app_decl(z3, app)) == Z3_OP_UNINTERPRETED;
}

Z3_ast translate_literal(Translation *tr, const Term *t) {
  Z3_ast e = translate(tr, t);
  if (!e || is_literal(t) || is_name(tr->z3, e)) return e;
  e = give_name(tr, t, 'd', e);
  remember(tr, &tr->bits, t, e);
  return e;
}
