/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as C conditions for people.
 *
 * Every node has a signedness: that of the C type of the inputs below, of the operation where that has one,
 * or none of its own (constants, extensions: what the place asks for).  A place that demands the other one
 * gets a cast. */
#include <math.h>
#include <string.h>
#include "formula/interval.h"
#include "formula/print-walk.h"
#include "formula/floats.h"

typedef enum { SIGN_ANY, SIGN_SIGNED, SIGN_UNSIGNED } Sign;

typedef enum { /* what a place takes; the hints follow the signedness of neighbours but force nothing */
               WANT_BOOL,
               WANT_NOT,
               WANT_FLOAT,
               WANT_SIGNED,
               WANT_UNSIGNED,
               HINT_SIGNED,
               HINT_UNSIGNED,
               MASK_SIGNED,
               MASK_UNSIGNED /* hints, too: beside &, | or ^ */
} Want;

enum { /* C's precedences, loosest first */
       PREC_NONE,
       PREC_ITE,
       PREC_OROR,
       PREC_ANDAND,
       PREC_OR,
       PREC_XOR,
       PREC_AND,
       PREC_EQ,
       PREC_REL,
       PREC_SHIFT,
       PREC_ADD,
       PREC_MUL,
       PREC_UNARY,
       PREC_POSTFIX
};

/* Context of a term piece. */
#define CONTEXT(want, prec) ((guint)(want) | (guint)(prec) << 8)
#define DEFINITION (1u << 16)

typedef struct {
  const Program *program;
  PrintWalk *walk;
  guint8 *sign;   /* by place */
  guint8 *choice; /* by place: a choice between constants only */
  guint64 *first; /* by place: the least packed key of an input below, all ones when there is none */
} CPrinter;

static const struct {
  const char *symbol;
  int prec;
} c_operator[TERM_N_OPS] = {
    [TERM_AND] = {"&", PREC_AND},     [TERM_OR] = {"|", PREC_OR},      [TERM_XOR] = {"^", PREC_XOR},
    [TERM_ADD] = {"+", PREC_ADD},     [TERM_SUB] = {"-", PREC_ADD},    [TERM_MUL] = {"*", PREC_MUL},
    [TERM_UDIV] = {"/", PREC_MUL},    [TERM_UREM] = {"%", PREC_MUL},   [TERM_SDIV] = {"/", PREC_MUL},
    [TERM_SREM] = {"%", PREC_MUL},    [TERM_SHL] = {"<<", PREC_SHIFT}, [TERM_LSHR] = {">>", PREC_SHIFT},
    [TERM_ASHR] = {">>", PREC_SHIFT}, [TERM_FADD] = {"+", PREC_ADD},   [TERM_FSUB] = {"-", PREC_ADD},
    [TERM_FMUL] = {"*", PREC_MUL},    [TERM_FDIV] = {"/", PREC_MUL}};

/* --- what a node is --- */

static const InputSite *site_of(const CPrinter *c, const Term *input) {
  return program_site(c->program, input_key_unpack(input->param).site);
}

static gboolean is_float_value(const CPrinter *c, const Term *t) {
  if (t->op != TERM_INPUT) return term_gives_float(t->op);
  return site_of(c, t)->is_float && site_of(c, t)->width == t->width && t->width >= 32;
}

static Sign sign_of(const CPrinter *c, const Term *t) { return c->sign[print_place(c->walk, t)]; }

static Sign meet_signs(Sign a, Sign b) {
  if (a == SIGN_UNSIGNED || b == SIGN_UNSIGNED) return SIGN_UNSIGNED;
  return a == SIGN_SIGNED || b == SIGN_SIGNED ? SIGN_SIGNED : SIGN_ANY;
}

static Sign own_sign(const CPrinter *c, const Term *t) {
  switch ((TermOp)t->op) {
  case TERM_INPUT: return site_of(c, t)->is_signed && !is_float_value(c, t) ? SIGN_SIGNED : SIGN_UNSIGNED;
  case TERM_NOT:
  case TERM_SHL: return sign_of(c, t->args[0]);
  case TERM_ADD:
  case TERM_SUB:
  case TERM_MUL:
  case TERM_AND:
  case TERM_OR:
  case TERM_XOR: return meet_signs(sign_of(c, t->args[0]), sign_of(c, t->args[1]));
  case TERM_ITE: /* a choice between constants is an int in C, whatever the place asks for */
    if (term_is_const(t->args[1]) && term_is_const(t->args[2])) return SIGN_SIGNED;
    return meet_signs(sign_of(c, t->args[1]), sign_of(c, t->args[2]));
  case TERM_SDIV:
  case TERM_SREM:
  case TERM_ASHR:
  case TERM_FTOSI: return SIGN_SIGNED;
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_LSHR:
  case TERM_FTOUI: return SIGN_UNSIGNED;
  default: return is_float_value(c, t) ? SIGN_UNSIGNED : SIGN_ANY;
  }
}

static char *type_name(const CPrinter *c, guint width, gboolean is_signed) {
  switch (width) {
  case 8: return g_strdup(is_signed ? "signed char" : "unsigned char");
  case 16: return g_strdup(is_signed ? "short" : "unsigned short");
  case 32: return g_strdup(is_signed ? "int" : "unsigned");
  case 64:
    return g_strdup_printf("%s%s", is_signed ? "" : "unsigned ",
                           c->program->pointer_width == 64 ? "long" : "long long");
  default: return g_strdup_printf("%s_BitInt(%u)", is_signed ? "" : "unsigned ", width);
  }
}

/* --- leaves --- */

static gboolean wants_unsigned(Want want) {
  return want == WANT_UNSIGNED || want == HINT_UNSIGNED || want == MASK_UNSIGNED;
}

static void emit_float_constant(Writer *w, guint width, guint64 bits) {
  const double value = number_of_bits(width, bits);
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  if (isnan(value))
    writer_text(w, "NAN");
  else if (isinf(value))
    writer_text(w, value < 0 ? "-INFINITY" : "INFINITY");
  else {
    /* as few digits as read back to the same value */
    for (int digits = 1; digits <= 17; digits++) {
      g_autofree char *format = g_strdup_printf("%%.%dg", digits);
      g_ascii_formatd(text, sizeof text, format, value);
      const double back = g_ascii_strtod(text, NULL);
      if (width == 32 ? (float)back == (float)value : back == value) break;
    }
    writer_format(w, "%s%s%s", text, strpbrk(text, ".e") ? "" : ".0", width == 32 ? "f" : "");
  }
}

static void emit_constant(Writer *w, const Term *t, Want want) {
  const gint64 value = term_signed(t->param, t->width);
  const guint64 others = ~t->param & term_mask(t->width);
  if (want == MASK_SIGNED && value < -1) /* hexadecimal and yet signed */
    writer_format(w, "~0x%" G_GINT64_MODIFIER "x%s", others, others > G_MAXINT32 ? "ll" : "");
  else if ((want == MASK_SIGNED || want == MASK_UNSIGNED) && value != -1 && t->param > 9)
    writer_format(w, "0x%" G_GINT64_MODIFIER "x", t->param);
  else if (wants_unsigned(want))
    writer_format(w, "%" G_GUINT64_FORMAT "%s", t->param,
                  t->param > (t->width > 32 ? (guint64)G_MAXINT64 : G_MAXINT32) ? "u" : "");
  else if (value == G_MININT64)
    writer_text(w, "(-9223372036854775807 - 1)");
  else
    writer_format(w, "%" G_GINT64_FORMAT, value);
}

/* --- conditions --- */

static gboolean is_comparison(const Term *t) {
  return t->op == TERM_EQ || t->op == TERM_ULT || t->op == TERM_ULE || t->op == TERM_SLT || t->op == TERM_SLE;
}

static void open_if(Writer *w, gboolean needed) {
  if (needed) writer_text(w, "(");
}
static void close_if(Writer *w, gboolean needed) {
  if (needed) writer_text(w, ")");
}

static void emit_bound(Writer *w, const Term *x, const char *relation, guint64 bound, gboolean is_signed) {
  const Want want = is_signed ? WANT_SIGNED : WANT_UNSIGNED;
  writer_term(w, x, CONTEXT(want, PREC_REL + 1));
  writer_format(w, " %s ", relation);
  writer_term(w, term_const(x->width, bound), CONTEXT(want, PREC_REL + 1));
}

/* "x lies between low and high" in the order of the given signedness; FALSE when that takes a disjunction. */
static gboolean emit_range(Writer *w, const Term *x, guint64 low, guint64 high, gboolean is_signed,
                           int prec) {
  const guint64 flip = is_signed ? G_GUINT64_CONSTANT(1) << (x->width - 1) : 0, mask = term_mask(x->width);
  const guint64 from = low ^ flip, to = high ^ flip;
  if (from > to) return FALSE;
  const gboolean below = to<mask, above = from> 0, both = below && above;
  if (!below && !above) return FALSE;
  open_if(w, prec > (both ? PREC_ANDAND : PREC_REL));
  if (above) emit_bound(w, x, ">=", low, is_signed);
  if (both) writer_text(w, " && ");
  if (below && is_signed && high == mask)
    emit_bound(w, x, "<", 0, TRUE); /* x <= -1 */
  else if (below)
    emit_bound(w, x, "<=", high, is_signed);
  close_if(w, prec > (both ? PREC_ANDAND : PREC_REL));
  return TRUE;
}

/* Bounds whose signedness is not that of the type: 3 <= (int)u && (int)u <= 5 is u >= 3 && u <= 5. */
static gboolean emit_in_own_sign(Writer *w, const CPrinter *c, const Term *x, const IntervalSet *set,
                                 int prec) {
  guint64 low, high;
  const Sign sign = sign_of(c, x);
  if (sign == SIGN_ANY || !interval_set_as_arc(set, &low, &high) || low == high) return FALSE;
  return emit_range(w, x, low, high, sign == SIGN_SIGNED, prec);
}

static gboolean disagrees(const CPrinter *c, const Term *atom, const Term *x) {
  const Term *t = atom->op == TERM_NOT ? atom->args[0] : atom;
  if (t->op == TERM_EQ) return FALSE;
  const gboolean is_signed = t->op == TERM_SLT || t->op == TERM_SLE;
  return sign_of(c, x) == (is_signed ? SIGN_UNSIGNED : SIGN_SIGNED);
}

static Want comparison_want(const CPrinter *c, const Term *t) {
  const Sign a = sign_of(c, t->args[0]), b = sign_of(c, t->args[1]);
  if (t->op == TERM_SLT || t->op == TERM_SLE) return WANT_SIGNED;
  if (t->op != TERM_EQ) return WANT_UNSIGNED;
  const gboolean mixed = (a == SIGN_SIGNED && b == SIGN_UNSIGNED) || (a == SIGN_UNSIGNED && b == SIGN_SIGNED);
  /* Types narrower than int are promoted before ==, with their sign. */
  if (t->args[0]->width < 32) return mixed || meet_signs(a, b) == SIGN_UNSIGNED ? WANT_UNSIGNED : WANT_SIGNED;
  return mixed || meet_signs(a, b) == SIGN_UNSIGNED ? HINT_UNSIGNED : HINT_SIGNED;
}

static void emit_comparison(Writer *w, const CPrinter *c, const Term *t, gboolean negated, int prec) {
  static const char *const plain[] = {"==", "<", "<="}, *const swapped[] = {"==", ">", ">="};
  static const char *const not_plain[] = {"!=", ">=", ">"}, *const not_swapped[] = {"!=", "<=", "<"};
  const Term *a = t->args[0], *b = t->args[1], *x;
  const gboolean boolean = a->width == 1;
  IntervalSet set;
  const Term *whole = negated ? term_not(t) : t;
  if (!boolean && term_as_set(whole, FALSE, &x, &set) && disagrees(c, t, x) &&
      emit_in_own_sign(w, c, x, &set, prec))
    return;
  const guint relation = t->op == TERM_EQ ? 0 : t->op == TERM_ULT || t->op == TERM_SLT ? 1 : 2;
  gboolean swap = term_is_const(a) && !term_is_const(b);
  if (boolean && (t->op == TERM_SLT || t->op == TERM_SLE)) swap = !swap; /* the sign of true is -1 */
  const Want want = boolean ? WANT_BOOL : comparison_want(c, t);
  const int own = relation == 0 ? PREC_EQ : PREC_REL;
  const char *const *names = negated ? (swap ? not_swapped : not_plain) : (swap ? swapped : plain);
  const char *name = names[relation];
  if (boolean && (t->op == TERM_SLT || t->op == TERM_SLE)) name = (negated ? not_plain : plain)[relation];
  open_if(w, prec > own);
  writer_term(w, swap ? b : a, CONTEXT(want, own + 1));
  writer_format(w, " %s ", name);
  writer_term(w, swap ? a : b, CONTEXT(want, own + 1));
  close_if(w, prec > own);
}

/* Bits of a number other than zero and NaN: equal as numbers if and only if equal as bits. */
static gboolean is_number_test(const CPrinter *c, const Term *t) {
  if (t->op != TERM_EQ || t->args[0]->width < 32) return FALSE;
  const Term *a = t->args[0], *b = t->args[1], *constant = term_is_const(a) ? a : b,
             *x = term_is_const(a) ? b : a;
  if (!term_is_const(constant) || term_is_const(x) || !is_float_value(c, x)) return FALSE;
  const guint64 infinity = x->width == 32 ? 0x7f800000u : G_GUINT64_CONSTANT(0x7ff0000000000000);
  const guint64 magnitude = constant->param & (term_mask(x->width) >> 1);
  return magnitude != 0 && magnitude <= infinity;
}

static void emit_float_comparison(Writer *w, const Term *t, gboolean negated, int prec) {
  const gboolean equal = t->op == TERM_FEQ || t->op == TERM_EQ,
                 wrap = negated && !equal; /* !(a < b) is not a >= b for NaN */
  const int own = equal ? PREC_EQ : PREC_REL;
  if (wrap) writer_text(w, "!(");
  open_if(w, !wrap && prec > own);
  const gboolean swap = term_is_const(t->args[0]) && equal;
  writer_term(w, t->args[swap ? 1 : 0], CONTEXT(WANT_FLOAT, own + 1));
  writer_text(w, equal ? (negated ? " != " : " == ") : t->op == TERM_FLT ? " < " : " <= ");
  writer_term(w, t->args[swap ? 0 : 1], CONTEXT(WANT_FLOAT, own + 1));
  close_if(w, wrap || prec > own);
}

typedef struct {
  guint64 first;
  guint x, rank; /* the term spoken about; lower bounds, then the rest */
  const Term *t;
} Part;

static int by_reading_order(gconstpointer a, gconstpointer b) {
  const Part *p = a, *q = b;
  if (p->first != q->first) return p->first < q->first ? -1 : 1;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  if (p->rank != q->rank) return p->rank < q->rank ? -1 : 1;
  return p->t->id < q->t->id ? -1 : p->t->id > q->t->id;
}

static Part part_of(const CPrinter *c, const Term *t, gboolean conjunction) {
  Part part = {c->first[print_place(c->walk, t)], t->id, 1, t};
  const Term *x;
  IntervalSet set;
  if (!term_as_set(t, FALSE, &x, &set)) return part;
  const Term *atom = t->op == TERM_NOT ? t->args[0] : t;
  const gboolean lower = term_is_const(atom->args[0]) != (t->op == TERM_NOT);
  part.x = x->id;
  part.rank = atom->op == TERM_EQ ? 2 : lower == conjunction ? 0 : 1;
  return part;
}

static void emit_connective(Writer *w, const CPrinter *c, const Term *t, gboolean negated, int prec) {
  const gboolean conjunction = (t->op == TERM_AND) != negated;
  const int own = conjunction ? PREC_ANDAND : PREC_OROR;
  g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(Part));
  for (guint i = 0; i < t->n_args; i++) {
    const Part part = part_of(c, t->args[i], conjunction != negated);
    g_array_append_val(parts, part);
  }
  g_array_sort(parts, by_reading_order);
  open_if(w, prec > PREC_NONE && prec != own); /* also && in ||: nobody should have to know that precedence */
  for (guint i = 0; i < parts->len; i++) {
    const Term *a = g_array_index(parts, Part, i).t,
               *b = i + 1 < parts->len ? g_array_index(parts, Part, i + 1).t : NULL;
    const Term *x, *y;
    IntervalSet set, other;
    if (i > 0) writer_text(w, conjunction ? " && " : " || ");
    if (b != NULL && conjunction && !negated && term_as_set(a, FALSE, &x, &set) &&
        term_as_set(b, FALSE, &y, &other) && x == y && disagrees(c, a, x) &&
        interval_set_meet(&set, &other) && emit_in_own_sign(w, c, x, &set, PREC_ANDAND)) {
      i++;
      continue;
    }
    writer_term(w, a, CONTEXT(negated ? WANT_NOT : WANT_BOOL, own));
  }
  close_if(w, prec > PREC_NONE && prec != own);
}

static void emit_bit(Writer *w, const Term *t, gboolean negated, int prec) {
  open_if(w, prec > PREC_EQ);
  writer_text(w, "(");
  writer_term(w, t->args[0], CONTEXT(HINT_UNSIGNED, PREC_AND));
  writer_format(w, " & 0x%" G_GINT64_MODIFIER "x) %s 0", G_GUINT64_CONSTANT(1) << t->param,
                negated ? "==" : "!=");
  close_if(w, prec > PREC_EQ);
}

static void emit_ite(Writer *w, const Term *t, Want want, int prec) {
  open_if(w, prec > PREC_ITE);
  writer_term(w, t->args[0], CONTEXT(WANT_BOOL, PREC_OROR));
  writer_text(w, " ? ");
  writer_term(w, t->args[1], CONTEXT(want, PREC_ITE + 1));
  writer_text(w, " : ");
  writer_term(w, t->args[2], CONTEXT(want, PREC_ITE));
  close_if(w, prec > PREC_ITE);
}

static void emit_binary(Writer *w, const Term *t, const char *symbol, int own, Want left, Want right,
                        int prec) {
  open_if(w, prec > own);
  writer_term(w, t->args[0], CONTEXT(left, own));
  writer_format(w, " %s ", symbol);
  writer_term(w, t->args[1], CONTEXT(right, own + 1));
  close_if(w, prec > own);
}

/* A term of width 1.  Operators that have no C counterpart on truth values are those of arithmetic modulo 2.
 */
static void emit_bool(Writer *w, CPrinter *c, const Term *t, gboolean negated, int prec) {
  switch ((TermOp)t->op) {
  case TERM_CONST: writer_text(w, (t->param != 0) != negated ? "true" : "false"); return;
  case TERM_INPUT:
    writer_format(w, "%s%s", negated ? "!" : "", print_symbol(c->walk, c->program, t, input_short_name));
    return;
  case TERM_HAVOC: writer_format(w, "%sunknown%" G_GUINT64_FORMAT, negated ? "!" : "", t->param); return;
  case TERM_NOT: writer_term(w, t->args[0], CONTEXT(negated ? WANT_BOOL : WANT_NOT, prec)); return;
  case TERM_AND:
  case TERM_OR: emit_connective(w, c, t, negated, prec); return;
  case TERM_EXTRACT: emit_bit(w, t, negated, prec); return;
  case TERM_ITE: emit_ite(w, t, negated ? WANT_NOT : WANT_BOOL, prec); return;
  case TERM_FEQ:
  case TERM_FLT:
  case TERM_FLE: emit_float_comparison(w, t, negated, prec); return;
  case TERM_XOR:
  case TERM_ADD:
  case TERM_SUB: emit_binary(w, t, negated ? "==" : "!=", PREC_EQ, WANT_BOOL, WANT_BOOL, prec); return;
  default: break;
  }
  if (is_comparison(t)) {
    if (is_number_test(c, t))
      emit_float_comparison(w, t, negated, prec);
    else
      emit_comparison(w, c, t, negated, prec);
    return;
  }
  writer_format(w, "%s%s(", negated ? "!" : "", term_op_name(t->op));
  for (guint k = 0; k < t->n_args; k++) {
    if (k > 0) writer_text(w, ", ");
    writer_term(w, t->args[k], CONTEXT(t->args[k]->width == 1 ? WANT_BOOL : HINT_SIGNED, PREC_NONE));
  }
  writer_text(w, ")");
}

/* --- values --- */

static void emit_cast(Writer *w, const CPrinter *c, guint width, gboolean is_signed, const Term *t,
                      guint context, int prec) {
  g_autofree char *type = type_name(c, width, is_signed);
  open_if(w, prec > PREC_UNARY);
  writer_format(w, "(%s)", type);
  writer_term(w, t, context);
  close_if(w, prec > PREC_UNARY);
}

static void emit_function(Writer *w, const Term *t, const char *name, Want want) {
  writer_format(w, "%s(", name);
  for (guint k = 0; k < t->n_args; k++) {
    if (k > 0) writer_text(w, ", ");
    writer_term(w, t->args[k], CONTEXT(t->args[k]->width == 1 ? WANT_BOOL : want, PREC_NONE));
  }
  writer_text(w, ")");
}

static void emit_extension(Writer *w, const CPrinter *c, const Term *t, gboolean is_signed, int prec) {
  const Term *a = t->args[0];
  if (a->width == 1 && t->op == TERM_SEXT) {
    g_autofree char *type = type_name(c, t->width, is_signed);
    open_if(w, prec > PREC_UNARY);
    if (!is_signed || t->width != 32) writer_format(w, "(%s)", type);
    writer_text(w, "-");
    writer_term(w, a, CONTEXT(WANT_BOOL, PREC_POSTFIX));
    close_if(w, prec > PREC_UNARY);
    return;
  }
  const Sign sign = t->op == TERM_SEXT ? SIGN_SIGNED : SIGN_UNSIGNED;
  const Want want = a->width == 1 ? WANT_BOOL : sign == SIGN_SIGNED ? WANT_SIGNED : WANT_UNSIGNED;
  const gboolean promoted = is_signed && t->width <= 32 && (a->width == 1 || a->width == 8 || a->width == 16);
  if (promoted)
    writer_term(w, a, CONTEXT(want, a->width == 1 ? PREC_POSTFIX : prec)); /* C does it by itself */
  else
    emit_cast(w, c, t->width, is_signed, a, CONTEXT(want, PREC_UNARY), prec);
}

static void emit_extract(Writer *w, const CPrinter *c, const Term *t, gboolean is_signed, int prec) {
  const Term *a = t->args[0];
  const guint low = (guint)t->param;
  if (low == 0 && (t->width == 8 || t->width == 16 || t->width == 32)) {
    emit_cast(w, c, t->width, is_signed, a, CONTEXT(HINT_SIGNED, PREC_UNARY), prec);
    return;
  }
  g_autofree char *type = is_signed ? type_name(c, t->width, TRUE) : NULL;
  open_if(w, type != NULL && prec > PREC_UNARY);
  if (type != NULL) writer_format(w, "(%s)", type);
  writer_term(w, a, CONTEXT(HINT_SIGNED, PREC_POSTFIX));
  writer_format(w, "[%u:%u]", low + t->width - 1, low);
  close_if(w, type != NULL && prec > PREC_UNARY);
}

/* The bytes of a concatenation, highest first, however it nests; FALSE when a part is no byte of
 * uninitialised memory. */
static gboolean collect_bytes(const CPrinter *c, const Term *t, GPtrArray *bytes) {
  g_autoptr(GPtrArray) rest = g_ptr_array_new();
  g_ptr_array_add(rest, (gpointer)t);
  while (rest->len > 0) {
    const Term *next = (const Term *)g_ptr_array_steal_index(rest, rest->len - 1);
    if (next->op == TERM_CONCAT) {
      g_ptr_array_add(rest, (gpointer)next->args[1]);
      g_ptr_array_add(rest, (gpointer)next->args[0]);
    } else if (next->op == TERM_INPUT && next->width == 8 && !site_is_value(site_of(c, next))) {
      g_ptr_array_add(bytes, (gpointer)next);
    } else {
      return FALSE;
    }
  }
  return TRUE;
}

/* Bytes of one object in a row: their number, 0 when t is something else. */
static guint object_bytes(const CPrinter *c, const Term *t, InputKey *lowest) {
  g_autoptr(GPtrArray) bytes = g_ptr_array_new();
  if (!collect_bytes(c, t, bytes)) return 0;
  *lowest = input_key_unpack(((const Term *)bytes->pdata[bytes->len - 1])->param);
  for (guint i = 0; i < bytes->len; i++) {
    const InputKey key = input_key_unpack(((const Term *)bytes->pdata[i])->param);
    if (key.site != lowest->site || key.occurrence != lowest->occurrence ||
        key.offset != lowest->offset + bytes->len - 1 - i)
      return 0;
  }
  return bytes->len;
}

static void emit_concat(Writer *w, const CPrinter *c, const Term *t) {
  InputKey low;
  guint n = object_bytes(c, t, &low);
  if (n == 0) {
    emit_function(w, t, "concat", HINT_UNSIGNED);
    return;
  }
  g_autofree char *name = input_short_name(c->program, term_input(low, 8));
  g_autofree char *index = g_strdup_printf("[%u]", low.offset);
  char *at = strstr(name, index);
  if (at != NULL)
    writer_format(w, "%.*s[%u..%u]%s", (int)(at - name), name, low.offset, low.offset + n - 1,
                  at + strlen(index));
  else
    writer_format(w, "%s[0..%u]", name, n - 1);
}

static void emit_arithmetic(Writer *w, const CPrinter *c, const Term *t, gboolean is_signed, int prec) {
  const Want hint = is_signed ? HINT_SIGNED : HINT_UNSIGNED, demand = is_signed ? WANT_SIGNED : WANT_UNSIGNED;
  const gboolean mask = t->op == TERM_AND || t->op == TERM_OR || t->op == TERM_XOR;
  const gboolean division =
      t->op == TERM_SDIV || t->op == TERM_SREM || t->op == TERM_UDIV || t->op == TERM_UREM;
  const gboolean right_shift = t->op == TERM_LSHR || t->op == TERM_ASHR;
  /* C computes narrow types as int: what goes beyond the width is cut off. */
  const gboolean narrow =
      (t->width == 8 || t->width == 16) && t->op != TERM_UDIV && t->op != TERM_UREM && !right_shift;
  if (narrow) {
    g_autofree char *type = type_name(c, t->width, is_signed);
    open_if(w, prec > PREC_UNARY);
    writer_format(w, "(%s)(", type);
  }
  const int outer = narrow ? PREC_NONE : prec;
  const Want beside = is_signed ? MASK_SIGNED : MASK_UNSIGNED;
  const Want left = mask ? beside : division || right_shift ? demand : hint;
  const Want right = mask                               ? beside
                     : division                         ? demand
                     : t->op == TERM_SHL || right_shift ? HINT_UNSIGNED
                                                        : hint;
  const Term *b = t->n_args > 1 ? t->args[1] : NULL;
  const gboolean unary =
      t->op == TERM_NOT || (t->op == TERM_SUB && term_is_const(t->args[0]) && t->args[0]->param == 0);
  if (unary) {
    open_if(w, outer > PREC_UNARY);
    writer_text(w, t->op == TERM_NOT ? "~" : "-");
    writer_term(w, t->op == TERM_NOT ? t->args[0] : b, CONTEXT(hint, PREC_POSTFIX));
    close_if(w, outer > PREC_UNARY);
  } else if (t->op == TERM_ADD && (term_is_const(b) || term_is_const(t->args[0]))) {
    const Term *constant = term_is_const(b) ? b : t->args[0], *x = constant == b ? t->args[0] : b;
    const gint64 value = term_signed(constant->param, t->width);
    const gboolean minus = value < 0 && value != G_MININT64;
    open_if(w, outer > PREC_ADD);
    writer_term(w, x, CONTEXT(hint, PREC_ADD));
    writer_text(w, minus ? " - " : " + ");
    writer_term(w, minus ? term_const(t->width, -constant->param) : constant, CONTEXT(hint, PREC_ADD + 1));
    close_if(w, outer > PREC_ADD);
  } else
    emit_binary(w, t, c_operator[t->op].symbol, c_operator[t->op].prec, left, right, outer);
  if (narrow) {
    writer_text(w, ")");
    close_if(w, prec > PREC_UNARY);
  }
}

static void emit_choice(Writer *w, const CPrinter *c, const Term *t, gboolean is_signed, int prec) {
  const Want hint = is_signed ? HINT_SIGNED : HINT_UNSIGNED, demand = is_signed ? WANT_SIGNED : WANT_UNSIGNED;
  const gboolean cast = t->width > 32 && c->choice[print_place(c->walk, t)];
  g_autofree char *type = type_name(c, t->width, is_signed);
  open_if(w, cast && prec > PREC_UNARY);
  if (cast) writer_format(w, "(%s)", type);
  emit_ite(w, t, t->width < 32 ? demand : hint,
           cast ? PREC_UNARY : prec); /* narrow arms are promoted with their sign */
  close_if(w, cast && prec > PREC_UNARY);
}

static void emit_array(Writer *w, const Term *t) {
  if (t->op == TERM_SELECT) {
    writer_term(w, t->args[0], CONTEXT(HINT_UNSIGNED, PREC_POSTFIX));
    writer_text(w, "[");
    writer_term(w, t->args[1], CONTEXT(t->args[1]->width == 1 ? WANT_BOOL : HINT_UNSIGNED, PREC_NONE));
    writer_text(w, "]");
  } else
    emit_function(w, t, t->op == TERM_STORE ? "store" : "filled", HINT_UNSIGNED);
}

static void emit_float(Writer *w, const Term *t, int prec) {
  static const char *const rounding[] = {"rint", "round", "floor", "ceil", "trunc"};
  const char *type = t->width == 32 ? "float" : "double";
  switch ((TermOp)t->op) {
  case TERM_FREM: emit_function(w, t, "fmod", WANT_FLOAT); return;
  case TERM_FSQRT: emit_function(w, t, "sqrt", WANT_FLOAT); return;
  case TERM_FROUND: emit_function(w, t, rounding[t->param], WANT_FLOAT); return;
  case TERM_FCVT:
  case TERM_SITOF:
  case TERM_UITOF:
    open_if(w, prec > PREC_UNARY);
    writer_format(w, "(%s)", type);
    writer_term(w, t->args[0],
                CONTEXT(t->args[0]->width == 1 ? WANT_BOOL
                        : t->op == TERM_FCVT   ? WANT_FLOAT
                        : t->op == TERM_SITOF  ? WANT_SIGNED
                                               : WANT_UNSIGNED,
                        PREC_UNARY));
    close_if(w, prec > PREC_UNARY);
    return;
  default: emit_binary(w, t, c_operator[t->op].symbol, c_operator[t->op].prec, WANT_FLOAT, WANT_FLOAT, prec);
  }
}

/* A value of two or more bits, printed with the given signedness (its own unless it has none). */
static void emit_value(Writer *w, CPrinter *c, const Term *t, Want want, gboolean is_signed, int prec) {
  switch ((TermOp)t->op) {
  case TERM_CONST: emit_constant(w, t, want); return;
  case TERM_INPUT: writer_text(w, print_symbol(c->walk, c->program, t, input_short_name)); return;
  case TERM_HAVOC: writer_format(w, "unknown%" G_GUINT64_FORMAT, t->param); return;
  case TERM_ITE: emit_choice(w, c, t, is_signed, prec); return;
  case TERM_ZEXT:
  case TERM_SEXT: emit_extension(w, c, t, is_signed, prec); return;
  case TERM_EXTRACT: emit_extract(w, c, t, is_signed, prec); return;
  case TERM_CONCAT: emit_concat(w, c, t); return;
  case TERM_ARRAY:
  case TERM_SELECT:
  case TERM_STORE: emit_array(w, t); return;
  case TERM_FTOSI:
  case TERM_FTOUI:
    emit_cast(w, c, t->width, t->op == TERM_FTOSI, t->args[0], CONTEXT(WANT_FLOAT, PREC_UNARY), prec);
    return;
  default: emit_arithmetic(w, c, t, is_signed, prec);
  }
}

static void emit_as_float(Writer *w, CPrinter *c, const Term *t, guint context, int prec) {
  if (term_is_const(t))
    emit_float_constant(w, t->width, t->param);
  else if (t->op == TERM_ITE && !(context & DEFINITION))
    emit_ite(w, t, WANT_FLOAT, prec);
  else {
    writer_text(w, t->width == 32 ? "as_float(" : "as_double(");
    writer_term(w, t, CONTEXT(HINT_UNSIGNED, PREC_NONE) | (context & DEFINITION));
    writer_text(w, ")");
  }
}

static void emit(Writer *w, const Term *t, guint context, gpointer printer) {
  CPrinter *c = printer;
  const guint place = print_place(c->walk, t);
  const Want want = context & 0xff;
  const int prec = (int)(context >> 8 & 0xff);
  const guint name = context & DEFINITION || term_is_const(t) ? 0 : c->walk->name[place];
  if (t->width == 1 && t->index_width == 0) {
    if (name)
      writer_format(w, "%s$%u", want == WANT_NOT ? "!" : "", name);
    else
      emit_bool(w, c, t, want == WANT_NOT, prec);
    return;
  }
  const gboolean is_float = !term_is_const(t) && is_float_value(c, t);
  if (want == WANT_FLOAT && !is_float && !name) {
    emit_as_float(w, c, t, context, prec);
    return;
  }
  if (is_float != (want == WANT_FLOAT))
    writer_text(w, is_float ? "bits(" : t->width == 32 ? "as_float(" : "as_double(");
  const int inner = is_float != (want == WANT_FLOAT) ? PREC_NONE : prec;
  const Sign own = term_is_const(t) ? SIGN_ANY : c->sign[place];
  const Sign demanded = want == WANT_SIGNED ? SIGN_SIGNED : want == WANT_UNSIGNED ? SIGN_UNSIGNED : SIGN_ANY;
  const gboolean is_signed = own == SIGN_ANY ? !wants_unsigned(want) : own == SIGN_SIGNED;
  const gboolean recast =
      demanded != SIGN_ANY && (own == SIGN_ANY ? name != 0 && demanded == SIGN_UNSIGNED : own != demanded);
  if (recast && !is_float)
    emit_cast(w, c, t->width, demanded == SIGN_SIGNED, t,
              CONTEXT(is_signed ? HINT_SIGNED : HINT_UNSIGNED, PREC_UNARY) | (context & DEFINITION), prec);
  else if (name)
    writer_format(w, "$%u", name);
  else if (is_float && t->op != TERM_INPUT)
    emit_float(w, t, inner);
  else
    emit_value(w, c, t, want, is_signed, inner);
  if (is_float != (want == WANT_FLOAT)) writer_text(w, ")");
}

/* --- the whole --- */

static void describe_nodes(CPrinter *c) {
  for (guint i = 0; i < c->walk->order->len; i++) {
    const Term *t = c->walk->order->pdata[i];
    c->first[i] = t->op == TERM_INPUT ? t->param : G_MAXUINT64;
    for (guint k = 0; k < t->n_args; k++)
      c->first[i] = MIN(c->first[i], c->first[print_place(c->walk, t->args[k])]);
    c->sign[i] = own_sign(c, t);
    c->choice[i] = t->op == TERM_CONST || (t->op == TERM_ITE && c->choice[print_place(c->walk, t->args[1])] &&
                                           c->choice[print_place(c->walk, t->args[2])]);
  }
}

static void write_definitions(Writer *w, const CPrinter *c) {
  gboolean some = FALSE;
  for (guint i = 0; i < c->walk->order->len; i++) {
    if (!c->walk->name[i]) continue;
    const Term *t = c->walk->order->pdata[i];
    const Want want = t->width == 1 && t->index_width == 0 ? WANT_BOOL
                      : is_float_value(c, t)               ? WANT_FLOAT
                      : c->sign[i] == SIGN_UNSIGNED        ? HINT_UNSIGNED
                                                           : HINT_SIGNED;
    writer_format(w, "\n%s $%u = ", some ? "     " : "where", c->walk->name[i]);
    writer_term(w, t, CONTEXT(want, PREC_NONE) | DEFINITION);
    some = TRUE;
  }
}

static void cut(GString *text, guint max_chars) {
  static const char end[] = " ...";
  if (max_chars == 0 || text->len <= max_chars) return;
  const gsize room = max_chars > strlen(end) ? max_chars - strlen(end) : 0;
  const char *stop = g_utf8_find_prev_char(text->str, text->str + room + 1);
  g_string_truncate(text, stop != NULL ? (gsize)(stop - text->str) : 0);
  g_string_append(text, end);
}

char *term_to_c(const Program *p, const Term *t, guint max_chars) {
  PrintWalk *walk = print_walk_new(t, 12);
  CPrinter c = {p, walk, g_new0(guint8, walk->order->len), g_new0(guint8, walk->order->len),
                g_new0(guint64, walk->order->len)};
  describe_nodes(&c);
  Writer *w = writer_new();
  const Sign sign = c.sign[print_place(walk, t)];
  const Want want = t->width == 1 && t->index_width == 0 ? WANT_BOOL
                    : is_float_value(&c, t)              ? WANT_FLOAT
                    : sign == SIGN_UNSIGNED              ? HINT_UNSIGNED
                                                         : HINT_SIGNED;
  writer_term(w, t, CONTEXT(want, PREC_NONE));
  write_definitions(w, &c);
  writer_run(w, emit, &c, max_chars ? max_chars + 1 : 0);
  g_free(c.sign);
  g_free(c.choice);
  g_free(c.first);
  print_walk_free(walk);
  GString *text = writer_free(w);
  cut(text, max_chars);
  return g_string_free(text, FALSE);
}
