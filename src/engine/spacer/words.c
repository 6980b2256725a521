/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Machine words as Z3 expressions. */
#include "engine/spacer/words.h"

void words_init(Words *w, Z3_context z3) {
  *w = (Words){.z3 = z3};
  w->facts = g_array_new(FALSE, FALSE, sizeof(WordFact));
}

void words_clear(Words *w) { g_array_unref(w->facts); }

/* ---- numbers and ranges ---- */

Z3_ast words_number(const Words *w, Wide value) {
  char digits[48];
  guint at = sizeof digits;
  unsigned __int128 magnitude = value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
  digits[--at] = 0;
  do digits[--at] = (char)('0' + (int)(magnitude % 10));
  while (magnitude /= 10);
  if (value < 0) digits[--at] = '-';
  return Z3_mk_numeral(w->z3, digits + at, Z3_mk_int_sort(w->z3));
}

static Wide power(guint n) { return (Wide)1 << n; }
static Wide lowest(WordKind kind, guint width) { return kind == WORD_SIGNED ? -power(width - 1) : 0; }
static Wide highest(WordKind kind, guint width) { return power(kind == WORD_SIGNED ? width - 1 : width) - 1; }
static gboolean is_integer(WordKind kind) { return kind == WORD_SIGNED || kind == WORD_UNSIGNED; }

Z3_sort words_sort(const Words *w, WordKind kind, guint width) {
  if (kind == WORD_BOOL) return Z3_mk_bool_sort(w->z3);
  return kind == WORD_BITS ? Z3_mk_bv_sort(w->z3, width) : Z3_mk_int_sort(w->z3);
}

Word word_of(Z3_ast c, WordKind kind, guint width) {
  Word a = {c, kind, width, 0, 0};
  if (is_integer(kind)) a.low = lowest(kind, width), a.high = highest(kind, width);
  return a;
}

Z3_ast words_and(const Words *w, Z3_ast a, Z3_ast b) {
  if (!a || !b) return a ? a : b;
  Z3_ast both[2] = {a, b};
  return Z3_mk_and(w->z3, 2, both);
}

static Z3_ast or2(const Words *w, Z3_ast a, Z3_ast b) {
  Z3_ast both[2] = {a, b};
  return Z3_mk_or(w->z3, 2, both);
}

static Z3_ast between(const Words *w, Z3_ast e, Wide low, Wide high) {
  return words_and(w, Z3_mk_ge(w->z3, e, words_number(w, low)), Z3_mk_le(w->z3, e, words_number(w, high)));
}

Z3_ast word_range_fact(const Words *w, Z3_ast c, WordKind kind, guint width) {
  return is_integer(kind) ? between(w, c, lowest(kind, width), highest(kind, width)) : NULL;
}

void words_add_fact(Words *w, Z3_ast constant, Z3_ast fact) {
  WordFact f = {constant, fact};
  if (fact) g_array_append_val(w->facts, f);
}

Z3_ast words_fresh_constant(Words *w, Z3_sort sort) {
  char name[24];
  g_snprintf(name, sizeof name, "t%u", w->n_fresh++);
  return Z3_mk_const(w->z3, Z3_mk_string_symbol(w->z3, name), sort);
}

Word word_fresh(Words *w, WordKind kind, guint width) {
  Word a = word_of(words_fresh_constant(w, words_sort(w, kind, width)), kind, width);
  words_add_fact(w, a.ast, word_range_fact(w, a.ast, kind, width));
  return a;
}

static Word word_fresh_between(Words *w, WordKind kind, guint width, Wide low, Wide high) {
  Word a = word_of(words_fresh_constant(w, words_sort(w, kind, width)), kind, width);
  a.low = MAX(low, a.low), a.high = MIN(high, a.high);
  words_add_fact(w, a.ast, between(w, a.ast, a.low, a.high));
  return a;
}

static Word lost(Words *w, WordKind kind, guint width) {
  w->lossy = TRUE;
  return word_fresh(w, kind, width);
}

static Word integer(const Words *w, WordKind kind, guint width, Wide value) {
  return (Word){words_number(w, value), kind, width, value, value};
}

Word word_const(const Words *w, WordKind kind, guint width, guint64 bits) {
  bits &= term_mask(width);
  if (kind == WORD_BOOL) return word_of(bits ? Z3_mk_true(w->z3) : Z3_mk_false(w->z3), kind, 1);
  if (kind == WORD_BITS)
    return word_of(Z3_mk_unsigned_int64(w->z3, bits, Z3_mk_bv_sort(w->z3, width)), kind, width);
  return integer(w, kind, width, kind == WORD_SIGNED ? (Wide)term_signed(bits, width) : (Wide)bits);
}

static gboolean is_known(Word a) { return is_integer(a.kind) && a.low == a.high; }

/* ---- conversions ---- */

/* An integer expression as a word: itself where it fits the width, else any. */
static Word fit(Words *w, Z3_ast e, Wide low, Wide high, WordKind kind, guint width) {
  Wide least = lowest(kind, width), most = highest(kind, width);
  if (least <= low && high <= most) return (Word){e, kind, width, low, high};
  Word r = lost(w, kind, width);
  Z3_ast fits = low >= least   ? Z3_mk_le(w->z3, e, words_number(w, most))
                : high <= most ? Z3_mk_ge(w->z3, e, words_number(w, least))
                               : between(w, e, least, most);
  words_add_fact(w, r.ast, Z3_mk_implies(w->z3, fits, Z3_mk_eq(w->z3, r.ast, e)));
  return r;
}

static Word bits_of_known(const Words *w, Word a) {
  return word_const(w, WORD_BITS, a.width, (guint64)a.low);
}

Word word_convert(Words *w, Word a, WordKind kind) {
  if (a.kind == kind) return a;
  if (a.kind == WORD_BOOL || kind == WORD_BOOL) g_assert_not_reached();
  if (kind == WORD_BITS) return is_known(a) ? bits_of_known(w, a) : lost(w, kind, a.width);
  if (a.kind == WORD_BITS) {
    uint64_t value;
    if (Z3_is_numeral_ast(w->z3, a.ast) && Z3_get_numeral_uint64(w->z3, a.ast, &value))
      return word_const(w, kind, a.width, value);
    return lost(w, kind, a.width);
  }
  Wide modulus = power(a.width), half = power(a.width - 1);
  if (kind == WORD_UNSIGNED) {
    if (a.low >= 0) return (Word){a.ast, kind, a.width, a.low, a.high};
    if (is_known(a)) return integer(w, kind, a.width, a.low + modulus);
    Z3_ast added[2] = {a.ast, words_number(w, modulus)};
    return word_of(
        Z3_mk_ite(w->z3, Z3_mk_lt(w->z3, a.ast, words_number(w, 0)), Z3_mk_add(w->z3, 2, added), a.ast), kind,
        a.width);
  }
  if (a.high < half) return (Word){a.ast, kind, a.width, a.low, a.high};
  if (is_known(a)) return integer(w, kind, a.width, a.low - modulus);
  Z3_ast less[2] = {a.ast, words_number(w, modulus)};
  return word_of(
      Z3_mk_ite(w->z3, Z3_mk_ge(w->z3, a.ast, words_number(w, half)), Z3_mk_sub(w->z3, 2, less), a.ast), kind,
      a.width);
}

/* ---- integers: arithmetic ---- */

static Z3_ast sum(const Words *w, Z3_ast a, Z3_ast b) {
  Z3_ast args[2] = {a, b};
  return Z3_mk_add(w->z3, 2, args);
}
static Z3_ast difference(const Words *w, Z3_ast a, Z3_ast b) {
  Z3_ast args[2] = {a, b};
  return Z3_mk_sub(w->z3, 2, args);
}
static Z3_ast times(const Words *w, Z3_ast a, Wide c) {
  Z3_ast args[2] = {words_number(w, c), a};
  return Z3_mk_mul(w->z3, 2, args);
}

/* A summand that is known may be read either way: the nearer to 0, the better. */
static Word summand(const Words *w, Word a) {
  if (is_known(a) && a.low >= power(a.width - 1)) return integer(w, a.kind, a.width, a.low - power(a.width));
  return a;
}

static Word apply_mul(Words *w, Word a, Word b, WordKind kind) {
  if (is_known(a)) {
    Word t = a;
    a = b, b = t;
  }
  if (!is_known(b)) return lost(w, kind, a.width);
  b = summand(w, b);
  Wide x = a.low * b.low, y = a.high * b.low;
  return fit(w, times(w, a.ast, b.low), MIN(x, y), MAX(x, y), kind, a.width);
}

static Z3_ast quotient(const Words *w, Z3_ast a, Wide c) { return Z3_mk_div(w->z3, a, words_number(w, c)); }
static Z3_ast modulo(const Words *w, Z3_ast a, Wide c) { return Z3_mk_mod(w->z3, a, words_number(w, c)); }

/* By a known positive divisor, rounding toward zero. */
static Word divide_known(Words *w, Word a, Wide c, gboolean rest, WordKind kind) {
  Z3_context z3 = w->z3;
  Z3_ast e = rest ? modulo(w, a.ast, c) : quotient(w, a.ast, c);
  Wide low = rest ? 0 : a.low / c, high = rest ? MIN(c - 1, MAX(a.high, 0)) : a.high / c;
  if (a.low < 0) {
    Z3_ast minus = Z3_mk_unary_minus(z3, a.ast);
    Z3_ast other = Z3_mk_unary_minus(z3, rest ? modulo(w, minus, c) : quotient(w, minus, c));
    e = Z3_mk_ite(z3, Z3_mk_ge(z3, a.ast, words_number(w, 0)), e, other);
    if (rest) low = -(c - 1);
  }
  return (Word){e, kind, a.width, low, high};
}

static Word apply_division(Words *w, TermOp op, Word a, Word b, WordKind kind) {
  gboolean is_signed = op == TERM_SDIV || op == TERM_SREM, rest = op == TERM_UREM || op == TERM_SREM;
  a = word_convert(w, a, is_signed ? WORD_SIGNED : WORD_UNSIGNED);
  b = word_convert(w, b, a.kind);
  if (is_known(b) && b.low > 0) return word_convert(w, divide_known(w, a, b.low, rest, a.kind), kind);
  if (is_known(b) && b.low < 0 && rest && b.low > lowest(WORD_SIGNED, 64))
    return word_convert(w, divide_known(w, a, -b.low, rest, a.kind), kind);
  Word r = lost(w, a.kind, a.width);
  if (a.low >= 0 && b.low >= 0) {
    Z3_ast by_zero = Z3_mk_eq(w->z3, b.ast, words_number(w, 0));
    Z3_ast small = words_and(w, Z3_mk_ge(w->z3, r.ast, words_number(w, 0)), Z3_mk_le(w->z3, r.ast, a.ast));
    if (rest) small = words_and(w, small, Z3_mk_lt(w->z3, r.ast, b.ast));
    words_add_fact(w, r.ast, or2(w, by_zero, small));
  }
  return word_convert(w, r, kind);
}

/* ---- integers: bits ---- */

static gboolean is_bit(Word a) { return a.low >= 0 && a.high <= 1; }

static Word apply_bitwise_on_bits(const Words *w, TermOp op, Word a, Word b, WordKind kind) {
  Z3_context z3 = w->z3;
  Z3_ast one = words_number(w, 1), zero = words_number(w, 0);
  Z3_ast x = Z3_mk_eq(z3, a.ast, one), y = Z3_mk_eq(z3, b.ast, one);
  Z3_ast c = op == TERM_AND ? words_and(w, x, y) : op == TERM_OR ? or2(w, x, y) : Z3_mk_xor(z3, x, y);
  return (Word){Z3_mk_ite(z3, c, one, zero), kind, a.width, 0, 1};
}

static Word and_known(Words *w, Word a, Word mask, WordKind kind) {
  Wide m = mask.low, top = power(a.width);
  Wide as_unsigned = m < 0 ? m + top : m, flipped = top - 1 - as_unsigned;
  if ((as_unsigned & (as_unsigned + 1)) == 0) {
    if (as_unsigned == top - 1) return a;
    return (Word){modulo(w, a.ast, as_unsigned + 1), kind, a.width, 0, as_unsigned};
  }
  if ((flipped & (flipped + 1)) == 0) {
    Z3_ast e = difference(w, a.ast, modulo(w, a.ast, flipped + 1));
    return (Word){e, kind, a.width, lowest(kind, a.width), a.high};
  }
  if (m < 0) return lost(w, kind, a.width);
  w->lossy = TRUE;
  return word_fresh_between(w, kind, a.width, 0, a.low >= 0 ? MIN(m, a.high) : m);
}

static Word apply_bitwise(Words *w, TermOp op, Word a, Word b, WordKind kind) {
  if (is_bit(a) && is_bit(b)) return apply_bitwise_on_bits(w, op, a, b, kind);
  if (is_known(a)) {
    Word t = a;
    a = b, b = t;
  }
  if (op == TERM_AND && is_known(b)) return and_known(w, a, b, kind);
  Wide ones = kind == WORD_SIGNED ? -1 : power(a.width) - 1;
  if (is_known(b) && b.low == 0) return a;
  if (op == TERM_XOR && is_known(b) && b.low == ones)
    return (Word){difference(w, words_number(w, ones), a.ast), kind, a.width, ones - a.high, ones - a.low};
  Word r = lost(w, kind, a.width);
  if (op == TERM_AND) {
    if (a.low >= 0)
      words_add_fact(w, r.ast,
                     words_and(w, Z3_mk_ge(w->z3, r.ast, words_number(w, 0)), Z3_mk_le(w->z3, r.ast, a.ast)));
    if (b.low >= 0)
      words_add_fact(w, r.ast,
                     words_and(w, Z3_mk_ge(w->z3, r.ast, words_number(w, 0)), Z3_mk_le(w->z3, r.ast, b.ast)));
  } else if (a.low >= 0 && b.low >= 0) {
    words_add_fact(w, r.ast,
                   words_and(w, Z3_mk_ge(w->z3, r.ast, words_number(w, 0)),
                             Z3_mk_le(w->z3, r.ast, sum(w, a.ast, b.ast))));
    if (op == TERM_OR)
      words_add_fact(w, r.ast, words_and(w, Z3_mk_ge(w->z3, r.ast, a.ast), Z3_mk_ge(w->z3, r.ast, b.ast)));
  }
  return r;
}

static Word apply_shift(Words *w, TermOp op, Word a, Word by, WordKind kind) {
  if (op != TERM_SHL) a = word_convert(w, a, op == TERM_ASHR ? WORD_SIGNED : WORD_UNSIGNED);
  if (is_known(by) && by.low >= 0 && by.low < (Wide)a.width && a.width + by.low < 120) {
    Wide c = power((guint)by.low);
    if (op == TERM_SHL) return fit(w, times(w, a.ast, c), a.low * c, a.high * c, kind, a.width);
    Wide low = a.low >= 0 ? a.low / c : -((-a.low + c - 1) / c);
    return word_convert(w, (Word){quotient(w, a.ast, c), a.kind, a.width, low, MAX(a.high / c, low)}, kind);
  }
  if (op == TERM_SHL || a.low < 0) return lost(w, kind, a.width);
  Word r = lost(w, a.kind, a.width);
  words_add_fact(w, r.ast,
                 words_and(w, Z3_mk_ge(w->z3, r.ast, words_number(w, 0)), Z3_mk_le(w->z3, r.ast, a.ast)));
  return word_convert(w, r, kind);
}

/* ---- integers: width ---- */

static Word from_bool(const Words *w, Word a, guint width, Wide if_true, WordKind kind) {
  Z3_ast e = Z3_mk_ite(w->z3, a.ast, words_number(w, if_true), words_number(w, 0));
  return (Word){e, kind, width, MIN(if_true, 0), MAX(if_true, 0)};
}

static Word apply_extend(Words *w, TermOp op, guint width, Word a, WordKind kind) {
  WordKind reading = op == TERM_SEXT ? WORD_SIGNED : WORD_UNSIGNED;
  if (a.kind == WORD_BOOL) {
    Wide ones = kind == WORD_SIGNED ? -1 : power(width) - 1;
    return from_bool(w, a, width, op == TERM_SEXT ? ones : 1, kind);
  }
  a = word_convert(w, a, reading);
  a.width = width;
  return word_convert(w, a, kind);
}

static Word apply_extract(Words *w, guint width, guint low, Word a, WordKind kind) {
  Wide c = power(low);
  Z3_ast e = low ? quotient(w, a.ast, c) : a.ast;
  if (width == 1) return word_of(Z3_mk_eq(w->z3, modulo(w, e, 2), words_number(w, 1)), WORD_BOOL, 1);
  if (low) return fit(w, e, a.low >= 0 ? a.low / c : a.low, MAX(a.high / c, a.low), kind, width);
  return fit(w, e, a.low, a.high, kind, width);
}

/* ---- integers: all ---- */

static Word apply_integer(Words *w, TermOp op, guint width, guint64 param, const Word *args, WordKind kind) {
  if (op == TERM_ZEXT || op == TERM_SEXT) return apply_extend(w, op, width, args[0], kind);
  if (op == TERM_EXTRACT) return apply_extract(w, width, (guint)param, args[0], kind);
  if (op >= TERM_UDIV && op <= TERM_SREM) return apply_division(w, op, args[0], args[1], kind);
  if (op >= TERM_SHL && op <= TERM_ASHR)
    return apply_shift(w, op, op == TERM_SHL ? word_convert(w, args[0], kind) : args[0], args[1], kind);
  Wide ones = kind == WORD_SIGNED ? -1 : power(width) - 1;
  Word a = word_convert(w, args[0], kind);
  if (op == TERM_NOT)
    return (Word){difference(w, words_number(w, ones), a.ast), kind, width, ones - a.high, ones - a.low};
  Word b = word_convert(w, args[1], kind);
  switch (op) {
  case TERM_ADD:
    a = summand(w, a), b = summand(w, b);
    return fit(w, sum(w, a.ast, b.ast), a.low + b.low, a.high + b.high, kind, width);
  case TERM_SUB:
    b = summand(w, b);
    return fit(w, difference(w, a.ast, b.ast), a.low - b.high, a.high - b.low, kind, width);
  case TERM_MUL: return apply_mul(w, a, b, kind);
  default: return apply_bitwise(w, op, a, b, kind);
  }
}

/* ---- bit-vectors ---- */

typedef Z3_ast (*BinaryMaker)(Z3_context, Z3_ast, Z3_ast);

static const BinaryMaker makers[TERM_N_OPS] = {
    [TERM_AND] = Z3_mk_bvand,   [TERM_OR] = Z3_mk_bvor,       [TERM_XOR] = Z3_mk_bvxor,
    [TERM_ADD] = Z3_mk_bvadd,   [TERM_SUB] = Z3_mk_bvsub,     [TERM_MUL] = Z3_mk_bvmul,
    [TERM_UDIV] = Z3_mk_bvudiv, [TERM_UREM] = Z3_mk_bvurem,   [TERM_SDIV] = Z3_mk_bvsdiv,
    [TERM_SREM] = Z3_mk_bvsrem, [TERM_SHL] = Z3_mk_bvshl,     [TERM_LSHR] = Z3_mk_bvlshr,
    [TERM_ASHR] = Z3_mk_bvashr, [TERM_CONCAT] = Z3_mk_concat, [TERM_ULT] = Z3_mk_bvult,
    [TERM_ULE] = Z3_mk_bvule,   [TERM_SLT] = Z3_mk_bvslt,     [TERM_SLE] = Z3_mk_bvsle};

static Word as_bits(Words *w, Word a) {
  if (a.kind != WORD_BOOL) return word_convert(w, a, WORD_BITS);
  Z3_ast e = Z3_mk_ite(w->z3, a.ast, word_const(w, WORD_BITS, 1, 1).ast, word_const(w, WORD_BITS, 1, 0).ast);
  return word_of(e, WORD_BITS, 1);
}

static Word apply_bits(Words *w, TermOp op, guint width, guint64 param, const Word *args) {
  Z3_context z3 = w->z3;
  Word a = as_bits(w, args[0]);
  Z3_ast e;
  switch (op) {
  case TERM_NOT: e = Z3_mk_bvnot(z3, a.ast); break;
  case TERM_ZEXT: e = Z3_mk_zero_ext(z3, width - a.width, a.ast); break;
  case TERM_SEXT: e = Z3_mk_sign_ext(z3, width - a.width, a.ast); break;
  case TERM_EXTRACT: e = Z3_mk_extract(z3, (guint)param + width - 1, (guint)param, a.ast); break;
  default: e = makers[op](z3, a.ast, as_bits(w, args[1]).ast);
  }
  if (width == 1 && op == TERM_EXTRACT)
    return word_of(Z3_mk_eq(z3, e, word_const(w, WORD_BITS, 1, 1).ast), WORD_BOOL, 1);
  return word_of(e, WORD_BITS, width);
}

/* ---- truth values ---- */

/* The reading in which two words are compared or chosen between: bit-vectors if one of them is. */
static WordKind common_kind(const Words *w, Word a, Word b, WordKind otherwise) {
  gboolean known_a = is_known(a) || Z3_is_numeral_ast(w->z3, a.ast);
  gboolean known_b = is_known(b) || Z3_is_numeral_ast(w->z3, b.ast);
  if ((a.kind == WORD_BITS && !known_a) || (b.kind == WORD_BITS && !known_b)) return WORD_BITS;
  if (otherwise != WORD_BITS) return otherwise;
  WordKind kind = known_a ? b.kind : a.kind;
  return kind == WORD_BITS ? WORD_SIGNED : kind;
}

/* Whether a choice between two numbers, made by a condition, is a number: NULL where it is not that simple.
 */
static Z3_ast choice_is(const Words *w, Word a, Word b) {
  Z3_context z3 = w->z3;
  if (!is_known(b) || !is_integer(a.kind) || Z3_get_ast_kind(z3, a.ast) != Z3_APP_AST) return NULL;
  Z3_app app = Z3_to_app(z3, a.ast);
  if (Z3_get_decl_kind(z3, Z3_get_app_decl(z3, app)) != Z3_OP_ITE) return NULL;
  Z3_ast condition = Z3_get_app_arg(z3, app, 0), yes = Z3_get_app_arg(z3, app, 1),
         no = Z3_get_app_arg(z3, app, 2);
  int64_t x, y;
  if (!Z3_is_numeral_ast(z3, yes) || !Z3_is_numeral_ast(z3, no)) return NULL;
  if (!Z3_get_numeral_int64(z3, yes, &x) || !Z3_get_numeral_int64(z3, no, &y)) return NULL;
  if (x == b.low) return y == b.low ? Z3_mk_true(z3) : condition;
  return y == b.low ? Z3_mk_not(z3, condition) : Z3_mk_false(z3);
}

static Word apply_compare(Words *w, TermOp op, Word a, Word b) {
  Z3_context z3 = w->z3;
  if (a.kind == WORD_BOOL) {
    if (op == TERM_EQ) return word_of(Z3_mk_eq(z3, a.ast, b.ast), WORD_BOOL, 1);
    gboolean is_signed = op == TERM_SLT || op == TERM_SLE; /* true is -1 when read as signed */
    Z3_ast x = is_signed ? b.ast : a.ast, y = is_signed ? a.ast : b.ast;
    Z3_ast e = op == TERM_ULT || op == TERM_SLT ? words_and(w, Z3_mk_not(z3, x), y) : Z3_mk_implies(z3, x, y);
    return word_of(e, WORD_BOOL, 1);
  }
  WordKind wanted = op == TERM_EQ                      ? WORD_BITS
                    : op == TERM_ULT || op == TERM_ULE ? WORD_UNSIGNED
                                                       : WORD_SIGNED;
  WordKind kind = common_kind(w, a, b, wanted);
  a = word_convert(w, a, kind), b = word_convert(w, b, kind);
  Z3_ast simple = op == TERM_EQ ? choice_is(w, a, b) : NULL;
  if (simple) return word_of(simple, WORD_BOOL, 1);
  Z3_ast e = op == TERM_EQ                      ? Z3_mk_eq(z3, a.ast, b.ast)
             : kind == WORD_BITS                ? makers[op](z3, a.ast, b.ast)
             : op == TERM_ULT || op == TERM_SLT ? Z3_mk_lt(z3, a.ast, b.ast)
                                                : Z3_mk_le(z3, a.ast, b.ast);
  return word_of(e, WORD_BOOL, 1);
}

static Word apply_logic(Words *w, TermOp op, const Word *args, guint n) {
  Z3_context z3 = w->z3;
  if (op == TERM_NOT) return word_of(Z3_mk_not(z3, args[0].ast), WORD_BOOL, 1);
  if (op == TERM_XOR || op == TERM_ADD || op == TERM_SUB)
    return word_of(Z3_mk_xor(z3, args[0].ast, args[1].ast), WORD_BOOL, 1);
  if (op != TERM_AND && op != TERM_OR && op != TERM_MUL) return lost(w, WORD_BOOL, 1);
  g_autofree Z3_ast *all = g_new(Z3_ast, n);
  for (guint i = 0; i < n; i++) all[i] = args[i].ast;
  return word_of(op == TERM_OR ? Z3_mk_or(z3, n, all) : Z3_mk_and(z3, n, all), WORD_BOOL, 1);
}

static Word apply_ite(Words *w, const Word *args, WordKind kind) {
  Word a = args[1], b = args[2];
  if (a.kind != WORD_BOOL) a = word_convert(w, a, kind), b = word_convert(w, b, kind);
  Word r = a;
  r.ast = Z3_mk_ite(w->z3, args[0].ast, a.ast, b.ast);
  r.low = MIN(a.low, b.low), r.high = MAX(a.high, b.high);
  return r;
}

Word word_apply(Words *w, TermOp op, guint width, guint64 param, const Word *args, guint n, WordKind kind) {
  if (op == TERM_ITE) return apply_ite(w, args, kind);
  if (op >= TERM_EQ && op <= TERM_SLE) return apply_compare(w, op, args[0], args[1]);
  if (op >= TERM_FADD || (op == TERM_CONCAT && kind != WORD_BITS)) return lost(w, kind, width);
  if (width == 1 && op != TERM_EXTRACT) return apply_logic(w, op, args, n);
  gboolean bits = kind == WORD_BITS;
  if (kind == WORD_BOOL) bits = args[0].kind == WORD_BITS; /* one bit taken out */
  if (bits) return apply_bits(w, op, width, param, args);
  if (args[0].kind == WORD_BITS ||
      (n > 1 && args[1].kind == WORD_BITS)) { /* constants, or nothing is known */
    Word read[2] = {args[0].kind == WORD_BITS ? word_convert(w, args[0], WORD_SIGNED) : args[0],
                    n > 1 && args[1].kind == WORD_BITS ? word_convert(w, args[1], WORD_SIGNED) : args[n - 1]};
    return apply_integer(w, op, width, param, read, kind);
  }
  return apply_integer(w, op, width, param, args, kind);
}
