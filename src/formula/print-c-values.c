/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as C conditions for people: numbers. */
#include <math.h>
#include <string.h>
#include "formula/floats.h"
#include "formula/print-c.h"

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
  else if (print_c_wants_unsigned(want))
    writer_format(w, "%" G_GUINT64_FORMAT "%s", t->param,
                  t->param > (t->width > 32 ? (guint64)G_MAXINT64 : G_MAXINT32) ? "u" : "");
  else if (value == G_MININT64)
    writer_text(w, "(-9223372036854775807 - 1)");
  else
    writer_format(w, "%" G_GINT64_FORMAT, value);
}

static void emit_extension(Writer *w, const CPrinter *c, const Term *t, gboolean is_signed, int prec) {
  const Term *a = t->args[0];
  if (a->width == 1 && t->op == TERM_SEXT) {
    g_autofree char *type = print_c_type(c, t->width, is_signed);
    print_c_open(w, prec > PREC_UNARY);
    if (!is_signed || t->width != 32) writer_format(w, "(%s)", type);
    writer_text(w, "-");
    writer_term(w, a, CONTEXT(WANT_BOOL, PREC_POSTFIX));
    print_c_close(w, prec > PREC_UNARY);
    return;
  }
  const Sign sign = t->op == TERM_SEXT ? SIGN_SIGNED : SIGN_UNSIGNED;
  const Want want = a->width == 1 ? WANT_BOOL : sign == SIGN_SIGNED ? WANT_SIGNED : WANT_UNSIGNED;
  const gboolean promoted = is_signed && t->width <= 32 && (a->width == 1 || a->width == 8 || a->width == 16);
  if (promoted)
    writer_term(w, a, CONTEXT(want, a->width == 1 ? PREC_POSTFIX : prec)); /* C does it by itself */
  else
    print_c_cast(w, c, t->width, is_signed, a, CONTEXT(want, PREC_UNARY), prec);
}

static void emit_extract(Writer *w, const CPrinter *c, const Term *t, gboolean is_signed, int prec) {
  const Term *a = t->args[0];
  const guint low = (guint)t->param;
  if (low == 0 && (t->width == 8 || t->width == 16 || t->width == 32)) {
    print_c_cast(w, c, t->width, is_signed, a, CONTEXT(HINT_SIGNED, PREC_UNARY), prec);
    return;
  }
  g_autofree char *type = is_signed ? print_c_type(c, t->width, TRUE) : NULL;
  print_c_open(w, type != NULL && prec > PREC_UNARY);
  if (type != NULL) writer_format(w, "(%s)", type);
  writer_term(w, a, CONTEXT(HINT_SIGNED, PREC_POSTFIX));
  writer_format(w, "[%u:%u]", low + t->width - 1, low);
  print_c_close(w, type != NULL && prec > PREC_UNARY);
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
    } else if (next->op == TERM_INPUT && print_c_describe(c, next).is_byte) {
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
    print_c_function(w, t, "concat", HINT_UNSIGNED);
    return;
  }
  g_autofree char *name = c->names->name(c->names->data, term_input(low, 8));
  g_autofree char *index = g_strdup_printf("[%u]", low.offset);
  char *at = strstr(name, index);
  if (at != NULL)
    writer_format(w, "%.*s[%u..%u]%s", (int)(at - name), name, low.offset, low.offset + n - 1,
                  at + strlen(index));
  else
    writer_format(w, "%s[0..%u]", name, n - 1);
}

/* Only one operand is written: ~x, -x. */
static gboolean is_unary(const Term *t) {
  return t->op == TERM_NOT || (t->op == TERM_SUB && term_is_const(t->args[0]) && t->args[0]->param == 0);
}

static void emit_unary(Writer *w, const Term *t, Want hint, int prec) {
  print_c_open(w, prec > PREC_UNARY);
  writer_text(w, t->op == TERM_NOT ? "~" : "-");
  writer_term(w, t->args[t->op == TERM_NOT ? 0 : 1], CONTEXT(hint, PREC_POSTFIX));
  print_c_close(w, prec > PREC_UNARY);
}

/* x + c, or x - c where c is negative. */
static void emit_shifted(Writer *w, const Term *t, Want hint, int prec) {
  const gboolean last = term_is_const(t->args[1]);
  const Term *constant = t->args[last ? 1 : 0], *x = t->args[last ? 0 : 1];
  const gint64 value = term_signed(constant->param, t->width);
  const gboolean minus = value < 0 && value != G_MININT64;
  print_c_open(w, prec > PREC_ADD);
  writer_term(w, x, CONTEXT(hint, PREC_ADD));
  writer_text(w, minus ? " - " : " + ");
  writer_term(w, minus ? term_const(t->width, -constant->param) : constant, CONTEXT(hint, PREC_ADD + 1));
  print_c_close(w, prec > PREC_ADD);
}

static gboolean is_right_shift(const Term *t) { return t->op == TERM_LSHR || t->op == TERM_ASHR; }

static void emit_operation(Writer *w, const Term *t, gboolean is_signed, int prec) {
  const Want hint = is_signed ? HINT_SIGNED : HINT_UNSIGNED, demand = is_signed ? WANT_SIGNED : WANT_UNSIGNED;
  const gboolean division =
      t->op == TERM_SDIV || t->op == TERM_SREM || t->op == TERM_UDIV || t->op == TERM_UREM;
  Want left = hint, right = hint;
  if (t->op == TERM_AND || t->op == TERM_OR || t->op == TERM_XOR)
    left = right = is_signed ? MASK_SIGNED : MASK_UNSIGNED;
  else if (division)
    left = right = demand;
  else if (t->op == TERM_SHL || is_right_shift(t)) {
    left = is_right_shift(t) ? demand : hint;
    right = HINT_UNSIGNED;
  }
  print_c_binary(w, t, c_operator[t->op].symbol, c_operator[t->op].prec, left, right, prec);
}

static void emit_arithmetic(Writer *w, const CPrinter *c, const Term *t, gboolean is_signed, int prec) {
  const Want hint = is_signed ? HINT_SIGNED : HINT_UNSIGNED;
  /* C computes narrow types as int: what goes beyond the width is cut off. */
  const gboolean narrow =
      (t->width == 8 || t->width == 16) && t->op != TERM_UDIV && t->op != TERM_UREM && !is_right_shift(t);
  if (narrow) {
    g_autofree char *type = print_c_type(c, t->width, is_signed);
    print_c_open(w, prec > PREC_UNARY);
    writer_format(w, "(%s)(", type);
  }
  const int outer = narrow ? PREC_NONE : prec;
  if (is_unary(t))
    emit_unary(w, t, hint, outer);
  else if (t->op == TERM_ADD && (term_is_const(t->args[0]) || term_is_const(t->args[1])))
    emit_shifted(w, t, hint, outer);
  else
    emit_operation(w, t, is_signed, outer);
  if (narrow) {
    writer_text(w, ")");
    print_c_close(w, prec > PREC_UNARY);
  }
}

static void emit_choice(Writer *w, const CPrinter *c, const Term *t, gboolean is_signed, int prec) {
  const Want hint = is_signed ? HINT_SIGNED : HINT_UNSIGNED, demand = is_signed ? WANT_SIGNED : WANT_UNSIGNED;
  const gboolean cast = t->width > 32 && c->choice[print_place(c->walk, t)];
  g_autofree char *type = print_c_type(c, t->width, is_signed);
  print_c_open(w, cast && prec > PREC_UNARY);
  if (cast) writer_format(w, "(%s)", type);
  print_c_ite(w, t, t->width < 32 ? demand : hint,
              cast ? PREC_UNARY : prec); /* narrow arms are promoted with their sign */
  print_c_close(w, cast && prec > PREC_UNARY);
}

static void emit_array(Writer *w, const Term *t) {
  if (t->op == TERM_SELECT) {
    writer_term(w, t->args[0], CONTEXT(HINT_UNSIGNED, PREC_POSTFIX));
    writer_text(w, "[");
    writer_term(w, t->args[1], CONTEXT(t->args[1]->width == 1 ? WANT_BOOL : HINT_UNSIGNED, PREC_NONE));
    writer_text(w, "]");
  } else
    print_c_function(w, t, t->op == TERM_STORE ? "store" : "filled", HINT_UNSIGNED);
}

void print_c_float(Writer *w, const Term *t, int prec) {
  static const char *const rounding[] = {"rint", "round", "floor", "ceil", "trunc"};
  const char *type = t->width == 32 ? "float" : "double";
  switch ((TermOp)t->op) {
  case TERM_FREM: print_c_function(w, t, "fmod", WANT_FLOAT); return;
  case TERM_FSQRT: print_c_function(w, t, "sqrt", WANT_FLOAT); return;
  case TERM_FROUND: print_c_function(w, t, rounding[t->param], WANT_FLOAT); return;
  case TERM_FCVT:
  case TERM_SITOF:
  case TERM_UITOF:
    print_c_open(w, prec > PREC_UNARY);
    writer_format(w, "(%s)", type);
    writer_term(w, t->args[0],
                CONTEXT(t->args[0]->width == 1 ? WANT_BOOL
                        : t->op == TERM_FCVT   ? WANT_FLOAT
                        : t->op == TERM_SITOF  ? WANT_SIGNED
                                               : WANT_UNSIGNED,
                        PREC_UNARY));
    print_c_close(w, prec > PREC_UNARY);
    return;
  default:
    print_c_binary(w, t, c_operator[t->op].symbol, c_operator[t->op].prec, WANT_FLOAT, WANT_FLOAT, prec);
  }
}

void print_c_value(Writer *w, CPrinter *c, const Term *t, Want want, gboolean is_signed, int prec) {
  switch ((TermOp)t->op) {
  case TERM_CONST: emit_constant(w, t, want); return;
  case TERM_INPUT: writer_text(w, print_symbol(c->walk, c->names, t)); return;
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
    print_c_cast(w, c, t->width, t->op == TERM_FTOSI, t->args[0], CONTEXT(WANT_FLOAT, PREC_UNARY), prec);
    return;
  default: emit_arithmetic(w, c, t, is_signed, prec);
  }
}

void print_c_as_float(Writer *w, CPrinter *c, const Term *t, guint context, int prec) {
  if (term_is_const(t))
    emit_float_constant(w, t->width, t->param);
  else if (t->op == TERM_ITE && !(context & DEFINITION))
    print_c_ite(w, t, WANT_FLOAT, prec);
  else {
    writer_text(w, t->width == 32 ? "as_float(" : "as_double(");
    writer_term(w, t, CONTEXT(HINT_UNSIGNED, PREC_NONE) | (context & DEFINITION));
    writer_text(w, ")");
  }
}
