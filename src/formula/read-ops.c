/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The operations of SMT-LIB 2 on terms: every use is checked before a term is made. */
#include <string.h>
#include "formula/read-ops.h"
#include "formula/store.h"

/* How the arguments are taken: two; two, in the other order; any number from the left; or one. */
typedef enum { TWO, SWAPPED, MANY, ONE } Shape;

typedef struct {
  const char *name;
  TermOp op;
  Smt2Kind in, out;
  Shape shape;
} Operation;

static const Operation operations[] = {
    {"and", TERM_AND, SMT2_BOOL, SMT2_BOOL, MANY},      {"or", TERM_OR, SMT2_BOOL, SMT2_BOOL, MANY},
    {"xor", TERM_XOR, SMT2_BOOL, SMT2_BOOL, MANY},      {"not", TERM_NOT, SMT2_BOOL, SMT2_BOOL, ONE},
    {"bvnot", TERM_NOT, SMT2_BITS, SMT2_BITS, ONE},     {"bvand", TERM_AND, SMT2_BITS, SMT2_BITS, MANY},
    {"bvor", TERM_OR, SMT2_BITS, SMT2_BITS, MANY},      {"bvxor", TERM_XOR, SMT2_BITS, SMT2_BITS, MANY},
    {"bvult", TERM_ULT, SMT2_BITS, SMT2_BOOL, TWO},     {"bvule", TERM_ULE, SMT2_BITS, SMT2_BOOL, TWO},
    {"bvslt", TERM_SLT, SMT2_BITS, SMT2_BOOL, TWO},     {"bvsle", TERM_SLE, SMT2_BITS, SMT2_BOOL, TWO},
    {"bvugt", TERM_ULT, SMT2_BITS, SMT2_BOOL, SWAPPED}, {"bvuge", TERM_ULE, SMT2_BITS, SMT2_BOOL, SWAPPED},
    {"bvsgt", TERM_SLT, SMT2_BITS, SMT2_BOOL, SWAPPED}, {"bvsge", TERM_SLE, SMT2_BITS, SMT2_BOOL, SWAPPED},
    {"bvadd", TERM_ADD, SMT2_BITS, SMT2_BITS, MANY},    {"bvsub", TERM_SUB, SMT2_BITS, SMT2_BITS, TWO},
    {"bvmul", TERM_MUL, SMT2_BITS, SMT2_BITS, MANY},    {"bvudiv", TERM_UDIV, SMT2_BITS, SMT2_BITS, TWO},
    {"bvurem", TERM_UREM, SMT2_BITS, SMT2_BITS, TWO},   {"bvsdiv", TERM_SDIV, SMT2_BITS, SMT2_BITS, TWO},
    {"bvsrem", TERM_SREM, SMT2_BITS, SMT2_BITS, TWO},   {"bvshl", TERM_SHL, SMT2_BITS, SMT2_BITS, TWO},
    {"bvlshr", TERM_LSHR, SMT2_BITS, SMT2_BITS, TWO},   {"bvashr", TERM_ASHR, SMT2_BITS, SMT2_BITS, TWO},
    {"fp.add", TERM_FADD, SMT2_FLOAT, SMT2_FLOAT, TWO}, {"fp.sub", TERM_FSUB, SMT2_FLOAT, SMT2_FLOAT, TWO},
    {"fp.mul", TERM_FMUL, SMT2_FLOAT, SMT2_FLOAT, TWO}, {"fp.div", TERM_FDIV, SMT2_FLOAT, SMT2_FLOAT, TWO},
    {"fp.eq", TERM_FEQ, SMT2_FLOAT, SMT2_BOOL, TWO},    {"fp.sqrt", TERM_FSQRT, SMT2_FLOAT, SMT2_FLOAT, ONE},
    {"fp.lt", TERM_FLT, SMT2_FLOAT, SMT2_BOOL, TWO},    {"fp.leq", TERM_FLE, SMT2_FLOAT, SMT2_BOOL, TWO}};

/* One use of an operator: where, on what, and what comes of it. */
typedef struct {
  const SExpr *s;
  guint node;
  const char *name; /* of the operator */
  guint index[2], n_indices;
  const Smt2Value *args;
  guint n;
  Smt2Value *value;
  GError **error;
} Use;

static gboolean wrong(const Use *u, const char *what) {
  smt2_error(u->error, sexpr_node(u->s, u->node)->at, "%.80s %s", u->name, what);
  return FALSE;
}

static gboolean are_kind(const Smt2Value *args, guint n, Smt2Kind kind) {
  for (guint i = 0; i < n; i++)
    if (args[i].kind != kind) return FALSE;
  return TRUE;
}

/* op on the first n arguments. */
static gboolean make(const Use *u, TermOp op, guint width, guint64 param, const Smt2Value *args, guint n,
                     Smt2Kind out) {
  const Term *terms[3] = {NULL};
  for (guint i = 0; i < n; i++) terms[i] = args[i].term;
  if (!term_sorts_fit(op, width, param, terms, n)) {
    GString *widths = g_string_new("cannot be applied to");
    for (guint i = 0; i < n; i++)
      g_string_append_printf(widths, "%s %u", i ? (i + 1 == n ? " and" : ",") : "", terms[i]->width);
    g_string_append(widths, " bits");
    wrong(u, widths->str);
    g_string_free(widths, TRUE);
    return FALSE;
  }
  *u->value = (Smt2Value){term_make(op, width, param, terms, n), out, 0};
  return TRUE;
}

static gboolean apply_table(const Use *u, const Operation *o, const Smt2Value *args, guint n) {
  if (!are_kind(args, n, o->in)) return wrong(u, "is given an argument of another sort");
  if (o->shape == ONE ? n != 1 : o->shape == MANY ? n < (o->in == SMT2_BOOL ? 1 : 2) : n != 2)
    return wrong(u, "has the wrong number of arguments");
  Smt2Value pair[2] = {args[0]};
  if (o->shape == ONE) return make(u, o->op, pair[0].term->width, 0, pair, 1, o->out);
  if (o->in == SMT2_BOOL && o->op != TERM_XOR) {
    g_autofree const Term **all = g_new(const Term *, n);
    for (guint i = 0; i < n; i++) all[i] = args[i].term;
    *u->value = (Smt2Value){o->op == TERM_AND ? term_and_n(all, n) : term_or_n(all, n), SMT2_BOOL, 0};
    return TRUE;
  }
  *u->value = pair[0];
  for (guint i = 1; i < n; i++) {
    pair[o->shape == SWAPPED] = *u->value;
    pair[o->shape != SWAPPED] = args[i];
    if (!make(u, o->op, o->out == SMT2_BOOL ? 1 : pair[0].term->width, 0, pair, 2, o->out)) return FALSE;
  }
  return TRUE;
}

/* (ite (fp.isNaN f) nan f) is how the bits of a computed f are written, with the one NaN that terms compute.
 */
static gboolean is_float_bits(const Smt2Value *args) {
  const Term *c = args[0].term, *nan = args[1].term, *f = args[2].term;
  return term_gives_float(f->op) && c == term_not(term_binary(TERM_FEQ, f, f)) && term_is_const(nan) &&
         nan->param == (f->width == 32 ? 0x7fc00000u : G_GUINT64_CONSTANT(0x7ff8000000000000));
}

static gboolean apply_ite(const Use *u) {
  if (u->n != 3 || u->args[0].kind != SMT2_BOOL || u->args[1].kind != u->args[2].kind ||
      u->args[1].kind == SMT2_ROUNDING)
    return wrong(u, "needs a Bool and two terms of one sort");
  if (is_float_bits(u->args)) {
    *u->value = u->args[2];
    return TRUE;
  }
  return make(u, TERM_ITE, u->args[1].term->width, 0, u->args, 3, u->args[1].kind);
}

static gboolean apply_equality(const Use *u) {
  const gboolean differ = g_str_equal(u->name, "distinct");
  if (u->n != 2 || u->args[0].kind != u->args[1].kind || u->args[0].kind > SMT2_BITS)
    return wrong(u, "needs two Bools or two bit-vectors");
  if (!make(u, TERM_EQ, 1, 0, u->args, 2, SMT2_BOOL)) return FALSE;
  if (differ) u->value->term = term_not(u->value->term);
  return TRUE;
}

static gboolean apply_bits(const Use *u) {
  const guint width = u->n ? u->args[0].term ? u->args[0].term->width : 0 : 0;
  if (!are_kind(u->args, u->n, SMT2_BITS) || u->n != (g_str_equal(u->name, "concat") ? 2 : 1))
    return wrong(u, "needs a bit-vector");
  if (g_str_equal(u->name, "concat"))
    return make(u, TERM_CONCAT, width + u->args[1].term->width, 0, u->args, 2, SMT2_BITS);
  if (g_str_equal(u->name, "bvneg")) {
    *u->value = (Smt2Value){term_binary(TERM_SUB, term_const(width, 0), u->args[0].term), SMT2_BITS, 0};
    return TRUE;
  }
  if (g_str_equal(u->name, "extract"))
    return u->n_indices == 2 && u->index[0] >= u->index[1] && u->index[0] < 64
               ? make(u, TERM_EXTRACT, u->index[0] - u->index[1] + 1, u->index[1], u->args, 1, SMT2_BITS)
               : wrong(u, "needs the highest and the lowest bit");
  if (u->n_indices != 1 || u->index[0] > 64) return wrong(u, "needs a number of bits");
  if (u->index[0] == 0) {
    *u->value = u->args[0];
    return TRUE;
  }
  return make(u, g_str_equal(u->name, "zero_extend") ? TERM_ZEXT : TERM_SEXT, width + u->index[0], 0, u->args,
              1, SMT2_BITS);
}

static guint float_width(const Use *u) {
  return u->n_indices != 2                        ? 0
         : u->index[0] == 8 && u->index[1] == 24  ? 32
         : u->index[0] == 11 && u->index[1] == 53 ? 64
                                                  : 0;
}

static gboolean apply_to_fp(const Use *u) {
  const guint width = float_width(u);
  const gboolean is_unsigned = g_str_equal(u->name, "to_fp_unsigned");
  if (!width) return wrong(u, "is understood for float (8 24) and double (11 53) only");
  if (u->n == 1 && !is_unsigned) {
    if (u->args[0].kind != SMT2_BITS || u->args[0].term->width != width)
      return wrong(u, "needs the bits of a float");
    *u->value = (Smt2Value){u->args[0].term, SMT2_FLOAT, 0};
    return TRUE;
  }
  if (u->n != 2 || u->args[0].kind != SMT2_ROUNDING || u->args[0].rounding != ROUND_NEAREST_EVEN)
    return wrong(u, "is understood with RNE only");
  if (u->args[1].kind == SMT2_FLOAT && !is_unsigned) {
    *u->value = u->args[1];
    return u->args[1].term->width == width || make(u, TERM_FCVT, width, 0, u->args + 1, 1, SMT2_FLOAT);
  }
  if (u->args[1].kind != SMT2_BITS) return wrong(u, "needs a float or a bit-vector");
  return make(u, is_unsigned ? TERM_UITOF : TERM_SITOF, width, 0, u->args + 1, 1, SMT2_FLOAT);
}

static gboolean apply_from_fp(const Use *u) {
  const gboolean rounds = g_str_equal(u->name, "fp.roundToIntegral");
  if (u->n == 1 && u->args[0].kind == SMT2_FLOAT && !rounds) {
    const Term *f = u->args[0].term;
    const gboolean asks = g_str_equal(u->name, "fp.isNaN");
    if (!asks && !g_str_equal(u->name, "fp.to_ieee_bv")) return wrong(u, "needs a rounding mode");
    *u->value =
        (Smt2Value){asks ? term_not(term_binary(TERM_FEQ, f, f)) : f, asks ? SMT2_BOOL : SMT2_BITS, 0};
    return TRUE;
  }
  if (u->n != 2 || u->args[0].kind != SMT2_ROUNDING || u->args[1].kind != SMT2_FLOAT)
    return wrong(u, "needs a float");
  if (rounds)
    return make(u, TERM_FROUND, u->args[1].term->width, u->args[0].rounding, u->args + 1, 1, SMT2_FLOAT);
  if (u->n_indices != 1 || u->args[0].rounding != ROUND_TOWARD_ZERO)
    return wrong(u, "is understood with RTZ only");
  return make(u, g_str_equal(u->name, "fp.to_sbv") ? TERM_FTOSI : TERM_FTOUI, u->index[0], 0, u->args + 1, 1,
              SMT2_BITS);
}

static gboolean apply_array(const Use *u) {
  const gboolean store = g_str_equal(u->name, "store");
  if (u->n != (store ? 3 : 2) || u->args[0].kind != SMT2_ARRAY || !are_kind(u->args + 1, u->n - 1, SMT2_BITS))
    return wrong(u, "needs an array and bit-vectors");
  return make(u, store ? TERM_STORE : TERM_SELECT, u->args[0].term->width, 0, u->args, u->n,
              store ? SMT2_ARRAY : SMT2_BITS);
}

/* ((as const (Array (_ BitVec 8) (_ BitVec 32))) element) */
static gboolean apply_constant_array(const Use *u) {
  const guint sort = sexpr_member(u->s, sexpr_node(u->s, u->node)->first, 2);
  guint index, width;
  if (!sexpr_is_list(u->s, sort, "Array") ||
      !smt2_read_bits_sort(u->s, sexpr_member(u->s, sort, 1), &index) ||
      !smt2_read_bits_sort(u->s, sexpr_member(u->s, sort, 2), &width) || u->n != 1 ||
      u->args[0].kind != SMT2_BITS)
    return wrong(u, "needs an array sort of bit-vectors and an element");
  return make(u, TERM_ARRAY, width, index, u->args, 1, SMT2_ARRAY);
}

static gboolean apply_implication(const Use *u) {
  if (u->n != 2 || !are_kind(u->args, 2, SMT2_BOOL)) return wrong(u, "needs two Bools");
  *u->value = (Smt2Value){term_implies(u->args[0].term, u->args[1].term), SMT2_BOOL, 0};
  return TRUE;
}

static gboolean read_number(const char *atom, guint *number) {
  guint64 value;
  if (!atom || !g_ascii_string_to_unsigned(atom, 10, 0, 1024, &value, NULL)) return FALSE;
  *number = (guint)value;
  return TRUE;
}

/* The operator: an atom, (_ atom indices) or (as const sort). */
static gboolean read_operator(Use *u) {
  const guint head = sexpr_node(u->s, u->node)->first;
  const SNode *h = sexpr_node(u->s, head);
  u->name = h->atom;
  if (u->name) return TRUE;
  u->name = "the operator";
  const guint inner = sexpr_member(u->s, head, 1);
  if (h->n < 2 || !sexpr_node(u->s, inner)->atom) return wrong(u, "is not understood");
  if (sexpr_is_list(u->s, head, "as")) {
    u->name = "as const";
    return TRUE;
  }
  if (!sexpr_is_list(u->s, head, "_") || h->n > 4) return wrong(u, "is not understood");
  u->name = sexpr_node(u->s, inner)->atom;
  for (guint i = sexpr_node(u->s, inner)->next; i; i = sexpr_node(u->s, i)->next)
    if (!read_number(sexpr_node(u->s, i)->atom, &u->index[u->n_indices++])) return wrong(u, "needs numbers");
  return TRUE;
}

typedef struct {
  const char *names; /* between spaces */
  gboolean (*apply)(const Use *u);
} Family;

static const Family families[] = {
    {" ite ", apply_ite},
    {" = distinct ", apply_equality},
    {" => ", apply_implication},
    {" concat extract zero_extend sign_extend bvneg ", apply_bits},
    {" to_fp to_fp_unsigned ", apply_to_fp},
    {" fp.isNaN fp.to_ieee_bv fp.roundToIntegral fp.to_sbv fp.to_ubv ", apply_from_fp},
    {" select store ", apply_array},
    {" as const ", apply_constant_array}};

gboolean smt2_apply(const SExpr *s, guint node, const Smt2Value *args, guint n, Smt2Value *value,
                    GError **error) {
  Use u = {.s = s, .node = node, .args = args, .n = n, .value = value, .error = error};
  if (!read_operator(&u)) return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(operations); i++) {
    if (!g_str_equal(u.name, operations[i].name)) continue;
    /* the arithmetic of floats is told how to round */
    const guint rounded = n > 0 && args[0].kind == SMT2_ROUNDING && operations[i].out == SMT2_FLOAT;
    if (rounded && args[0].rounding != ROUND_NEAREST_EVEN) return wrong(&u, "is understood with RNE only");
    return n > rounded ? apply_table(&u, &operations[i], args + rounded, n - rounded)
                       : wrong(&u, "has no arguments");
  }
  g_autofree char *word = g_strconcat(" ", u.name, " ", NULL);
  for (guint i = 0; i < G_N_ELEMENTS(families); i++)
    if (strstr(families[i].names, word)) return families[i].apply(&u);
  return wrong(&u, "is not an operator that is understood");
}

gboolean smt2_read_bits_sort(const SExpr *s, guint node, guint *width) {
  return sexpr_is_list(s, node, "_") && sexpr_node(s, node)->n == 3 &&
         sexpr_is_atom(s, sexpr_member(s, node, 1), "BitVec") &&
         read_number(sexpr_node(s, sexpr_member(s, node, 2))->atom, width) && *width >= 1 && *width <= 64;
}

gboolean smt2_read_indexed_constant(const SExpr *s, guint node, Smt2Value *value, guint *width) {
  if (!sexpr_is_list(s, node, "_") || sexpr_node(s, node)->n != 3) return FALSE;
  const char *digits = sexpr_node(s, sexpr_member(s, node, 1))->atom;
  guint64 number;
  if (!digits || !g_str_has_prefix(digits, "bv") ||
      !read_number(sexpr_node(s, sexpr_member(s, node, 2))->atom, width) || *width < 1 || *width > 64 ||
      !g_ascii_string_to_unsigned(digits + 2, 10, 0, term_mask(*width), &number, NULL))
    return FALSE;
  *value = (Smt2Value){term_const(*width, number), SMT2_BITS, 0};
  return TRUE;
}

gboolean smt2_read_constant(const char *atom, Smt2Value *value) {
  static const char *const rounding[] = {"RNE", "RNA", "RTN", "RTP", "RTZ"};
  if (g_str_equal(atom, "true") || g_str_equal(atom, "false")) {
    *value = (Smt2Value){term_bool(*atom == 't'), SMT2_BOOL, 0};
    return TRUE;
  }
  for (guint i = 0; i < G_N_ELEMENTS(rounding); i++)
    if (g_str_equal(atom, rounding[i])) {
      *value = (Smt2Value){NULL, SMT2_ROUNDING, (TermRounding)i};
      return TRUE;
    }
  const gboolean binary = g_str_has_prefix(atom, "#b");
  if (!binary && !g_str_has_prefix(atom, "#x")) return FALSE;
  const gsize width = (strlen(atom) - 2) * (binary ? 1 : 4);
  guint64 number;
  if (width < 1 || width > 64 ||
      !g_ascii_string_to_unsigned(atom + 2, binary ? 2 : 16, 0, G_MAXUINT64, &number, NULL))
    return FALSE;
  *value = (Smt2Value){term_const((guint)width, number), SMT2_BITS, 0};
  return TRUE;
}
