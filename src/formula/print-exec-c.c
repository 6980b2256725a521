/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as C that is executed.
 *
 * Every node has the text of its value as an unsigned number below 2^width, or 0 and 1 when it is Boolean.
 * The text goes into that of the only node that uses it, or becomes a local variable: so no text is copied
 * more often than brackets may nest. */
#include "formula/print-exec-c.h"
#include "base/limits.h"
#include <math.h>
#include <string.h>
#include "formula/exec-parts.h"
#include "formula/print-walk.h"
#include "formula/floats.h"

G_DEFINE_QUARK(acf - exec - c - error, exec_c_error)

typedef struct {
  char *text;     /* Boolean or unsigned; NULL for floating point whose bits are not used */
  char *number;   /* what is calculated in floating point: the value itself */
  char *as_given; /* inputs: the leaf's own expression, signed */
  guint uses, nesting;
} Node;

typedef struct {
  PrintWalk *walk;
  Node *nodes; /* by place */
  const char *prefix;
  ExecInput input;
  gpointer data;
  GArray *statements; /* ExecStatement: the local variables */
  guint n_names;
  GArray *inputs; /* the same of inputs, when the function is written in parts; else NULL */
} Exec;

static Node *node_of(const Exec *e, const Term *t) { return &e->nodes[print_place(e->walk, t)]; }

static const char *unsigned_type(guint width) {
  return width == 1 ? "int" : width <= 32 ? "unsigned int" : "unsigned long long";
}

static char *unsigned_constant(guint width, guint64 value) {
  return g_strdup_printf("%" G_GUINT64_FORMAT "%s", value, width <= 32 ? "u" : "ull");
}

static char *signed_constant(guint width, guint64 value) {
  const gint64 v = term_signed(value, width);
  const char *suffix = width <= 32 ? "" : "ll";
  if (width == 32 && v == G_MININT32) return g_strdup("(-2147483647 - 1)");
  if (v == G_MININT64) return g_strdup("(-9223372036854775807ll - 1)");
  return g_strdup_printf(v < 0 ? "(%" G_GINT64_FORMAT "%s)" : "%" G_GINT64_FORMAT "%s", v, suffix);
}

/* --- names --- */

static gboolean is_leaf(const Term *t) { return t->op == TERM_CONST || t->op == TERM_INPUT; }

static const char *number_type(const Term *t) { return t->width == 32 ? "float" : "double"; }

/* The name of a new local variable; takes the value. */
static char *new_name(Exec *e, const char *type, char *value) {
  const ExecStatement s = {type, 't', ++e->n_names, value};
  g_array_append_val(e->statements, s);
  return g_strdup_printf("%st%u", e->prefix, e->n_names);
}

/* From now on the node is a local variable. */
static void give_name(Exec *e, const Term *t) {
  Node *n = node_of(e, t);
  if (is_leaf(t) || n->nesting == 0) return;
  char **what = n->number ? &n->number : &n->text;
  *what = new_name(e, n->number ? number_type(t) : unsigned_type(t->width), *what);
  if (n->number) g_clear_pointer(&n->text, g_free);
  n->nesting = 0;
}

static const char *text(Exec *e, const Term *t) {
  Node *n = node_of(e, t);
  if (!n->text) /* an input may be any NaN, a result is the one that formulas know */
    n->text =
        g_strdup_printf("%s%s%u(%s)", e->prefix, t->op == TERM_INPUT ? "raw" : "bits", t->width, n->number);
  return n->text;
}

/* For a text that is used twice. */
static const char *name(Exec *e, const Term *t) {
  give_name(e, t);
  return text(e, t);
}

/* --- other ways to see a value --- */

static char *signed_text(Exec *e, const Term *t) {
  const Node *n = node_of(e, t);
  if (t->op == TERM_CONST) return signed_constant(t->width, t->param);
  if (n->as_given) return g_strdup(n->as_given);
  if (t->op == TERM_SEXT && n->nesting > 0 && t->args[0]->width > 1) return signed_text(e, t->args[0]);
  const char *value = text(e, t);
  const guint64 top = G_GUINT64_CONSTANT(1) << (t->width - 1);
  switch (t->width) {
  case 1: return g_strdup_printf("(%s ? -1 : 0)", value);
  case 8: return g_strdup_printf("((signed char)%s)", value);
  case 16: return g_strdup_printf("((short)%s)", value);
  case 32: return g_strdup_printf("((int)%s)", value);
  case 64: return g_strdup_printf("((long long)%s)", value);
  default: {
    g_autofree char *sign = unsigned_constant(t->width, top);
    return g_strdup_printf("((%s)((%s ^ %s) - %s))", t->width <= 32 ? "int" : "long long", value, sign, sign);
  }
  }
}

/* NaNs and infinities have no literal. */
static char *number_constant(const Term *t) {
  const double value = number_of_bits(t->width, t->param);
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  if (!isfinite(value)) return NULL;
  g_ascii_formatd(digits, sizeof digits, t->width == 32 ? "%.8e" : "%.16e", value);
  return g_strdup_printf("(%s%s)", digits, t->width == 32 ? "f" : "");
}

static char *number(Exec *e, const Term *t) {
  char *constant = term_is_const(t) ? number_constant(t) : NULL;
  if (constant) return constant;
  const Node *n = node_of(e, t);
  return n->number ? g_strdup(n->number) : g_strdup_printf("%snumber%u(%s)", e->prefix, t->width, n->text);
}

/* Takes the text. */
static char *cut(char *value, guint width) {
  if (width == 32 || width == 64) return value;
  g_autofree char *whole = value, *mask = unsigned_constant(width, term_mask(width));
  return g_strdup_printf("(%s & %s)", whole, mask);
}

static char *truncated(guint width, const char *format, ...) G_GNUC_PRINTF(2, 3);
static char *truncated(guint width, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *value = g_strdup_vprintf(format, args);
  va_end(args);
  return cut(value, width);
}

/* --- Boolean --- */

static char *connective(Exec *e, const Term *t) {
  const char *sign = t->op == TERM_AND ? " && " : " || ";
  g_autoptr(GString) out = g_string_new("(");
  for (guint i = 0; i < t->n_args; i++) {
    if (i > 0 && i % limits.exec_c_operands == 0) { /* what there is so far gets a name */
      g_autofree char *before = new_name(e, "int", g_strconcat(out->str, ")", NULL));
      g_string_printf(out, "(%s", before);
    }
    g_string_append_printf(out, "%s%s", i > 0 ? sign : "", text(e, t->args[i]));
  }
  g_string_append_c(out, ')');
  return g_string_free(g_steal_pointer(&out), FALSE);
}

static char *compare_booleans(Exec *e, const Term *t) {
  const char *a = text(e, t->args[0]), *b = text(e, t->args[1]);
  switch ((TermOp)t->op) { /* true is the greater one, unless it is -1 */
  case TERM_ULT: return g_strdup_printf("(!%s && %s)", a, b);
  case TERM_ULE: return g_strdup_printf("(!%s || %s)", a, b);
  case TERM_SLT: return g_strdup_printf("(%s && !%s)", a, b);
  case TERM_SLE: return g_strdup_printf("(%s || !%s)", a, b);
  default: return g_strdup_printf("(%s == %s)", a, b);
  }
}

static char *compare(Exec *e, const Term *t) {
  const Term *a = t->args[0], *b = t->args[1];
  if (a->width == 1) return compare_booleans(e, t);
  const gboolean given = node_of(e, a)->as_given || node_of(e, b)->as_given;
  const gboolean is_signed = t->op == TERM_SLT || t->op == TERM_SLE || (t->op == TERM_EQ && given);
  const char *sign = t->op == TERM_EQ ? "==" : t->op == TERM_ULT || t->op == TERM_SLT ? "<" : "<=";
  if (!is_signed) return g_strdup_printf("(%s %s %s)", text(e, a), sign, text(e, b));
  g_autofree char *left = signed_text(e, a), *right = signed_text(e, b);
  return g_strdup_printf("(%s %s %s)", left, sign, right);
}

/* --- arithmetic --- */

static char *binary(Exec *e, const Term *t, const char *sign) {
  if (t->width == 1) return g_strdup_printf("(%s != %s)", text(e, t->args[0]), text(e, t->args[1]));
  return truncated(t->width, "(%s %s %s)", text(e, t->args[0]), sign, text(e, t->args[1]));
}

static char *divide(Exec *e, const Term *t) {
  const Term *a = t->args[0], *b = t->args[1];
  const char *sign = t->op == TERM_UDIV ? "/" : "%";
  if (term_is_const(b) && b->param != 0) return g_strdup_printf("(%s %s %s)", text(e, a), sign, text(e, b));
  const char *by = name(e, b), *what = name(e, a);
  g_autofree char *all = unsigned_constant(t->width, term_mask(t->width));
  return g_strdup_printf("(%s != 0 ? %s %s %s : %s)", by, what, sign, by, t->op == TERM_UDIV ? all : what);
}

/* Neither a division by zero nor one of the least number by -1 is left to the machine. */
static char *divide_signed(Exec *e, const Term *t) {
  const Term *a = t->args[0], *b = t->args[1];
  const gboolean quotient = t->op == TERM_SDIV;
  const char *what = name(e, a), *by = name(e, b), *type = unsigned_type(t->width);
  g_autofree char *x = signed_text(e, a), *y = signed_text(e, b);
  g_autofree char *plain = g_strdup_printf("(%s)(%s %s %s)", type, x, quotient ? "/" : "%", y);
  if (term_is_const(b) && b->param != 0 && b->param != term_mask(t->width))
    return truncated(t->width, "(%s)", plain);
  g_autofree char *minus_one = unsigned_constant(t->width, term_mask(t->width)),
                  *zero = unsigned_constant(t->width, 0);
  if (!quotient)
    return truncated(t->width, "(%s == 0 ? %s : %s == %s ? %s : %s)", by, what, by, minus_one, zero, plain);
  g_autofree char *one = unsigned_constant(t->width, 1);
  return truncated(t->width, "(%s == 0 ? (%s < 0 ? %s : %s) : %s == %s ? %s - %s : %s)", by, x, one,
                   minus_one, by, minus_one, zero, what, plain);
}

static char *shift(Exec *e, const Term *t) {
  const Term *a = t->args[0], *b = t->args[1];
  const char *sign = t->op == TERM_SHL ? "<<" : ">>";
  if (term_is_const(b) && b->param < t->width)
    return truncated(t->width, "(%s %s %u)", text(e, a), sign, (guint)b->param);
  return truncated(t->width, "(%s < %u ? %s %s %s : 0)", name(e, b), t->width, text(e, a), sign, name(e, b));
}

/* A shift of a negative number is one of its complement. */
static char *shift_sign(Exec *e, const Term *t) {
  const Term *a = t->args[0], *b = t->args[1];
  const char *what = name(e, a), *by = name(e, b);
  g_autofree char *x = signed_text(e, a);
  g_autofree char *amount = g_strdup_printf("(%s < %u ? %s : %u)", by, t->width, by, t->width - 1);
  g_autofree char *complement = truncated(t->width, "(~%s)", what);
  return truncated(t->width, "(%s < 0 ? ~(%s >> %s) : %s >> %s)", x, complement, amount, what, amount);
}

static char *one_bit(Exec *e, const Term *t) { /* shifts, sums and quotients of bits */
  const char *a = text(e, t->args[0]), *b = text(e, t->args[1]);
  switch ((TermOp)t->op) {
  case TERM_ADD:
  case TERM_SUB:
  case TERM_XOR: return g_strdup_printf("(%s != %s)", a, b);
  case TERM_MUL: return g_strdup_printf("(%s && %s)", a, b);
  case TERM_UDIV:
  case TERM_SDIV: return g_strdup_printf("(%s || !%s)", a, b); /* by zero: all ones, or 1 as -1 < 0 */
  case TERM_ASHR: return g_strdup(a);
  default: return g_strdup_printf("(%s && !%s)", a, b); /* rest, shl, lshr */
  }
}

/* --- parts of words --- */

static char *extract(Exec *e, const Term *t) {
  const Term *a = t->args[0];
  if (t->width == 1 && t->param == a->width - 1u) {
    g_autofree char *x = signed_text(e, a);
    return g_strdup_printf("(%s < 0)", x);
  }
  g_autofree char *moved =
      t->param ? g_strdup_printf("(%s >> %u)", text(e, a), (guint)t->param) : g_strdup(text(e, a));
  if (t->width == 1) return g_strdup_printf("((%s & 1) != 0)", moved);
  g_autofree char *narrow =
      t->width <= 32 && a->width > 32 ? g_strdup_printf("((unsigned int)%s)", moved) : g_strdup(moved);
  if (t->param + t->width == a->width) return g_steal_pointer(&narrow);
  return cut(g_steal_pointer(&narrow), t->width);
}

static char *widen(Exec *e, const Term *t, gboolean sign) {
  const Term *a = t->args[0];
  const char *type = unsigned_type(t->width);
  if (a->width == 1)
    return sign ? truncated(t->width, "(%s ? ~(%s)0 : 0)", text(e, a), type)
                : g_strdup_printf("((%s)%s)", type, text(e, a));
  if (!sign) return g_strdup_printf("((%s)%s)", type, text(e, a));
  g_autofree char *x = signed_text(e, a);
  return truncated(t->width, "((%s)%s)", type, x);
}

static char *concat(Exec *e, const Term *t) {
  const char *type = unsigned_type(t->width);
  return g_strdup_printf("((%s)%s << %u | %s)", type, text(e, t->args[0]), t->args[1]->width,
                         text(e, t->args[1]));
}

static char *negate(Exec *e, const Term *t) {
  if (t->width == 1) return g_strdup_printf("(!%s)", text(e, t->args[0]));
  return truncated(t->width, "(~%s)", text(e, t->args[0]));
}

/* --- floating point --- */

static char *calculate(Exec *e, const Term *t, const char *sign) {
  g_autofree char *a = number(e, t->args[0]), *b = number(e, t->args[1]);
  return g_strdup_printf("(%s)(%s %s %s)", number_type(t), a, sign, b);
}

static char *compare_numbers(Exec *e, const Term *t, const char *sign) {
  g_autofree char *a = number(e, t->args[0]), *b = number(e, t->args[1]);
  return g_strdup_printf("(%s %s %s)", a, sign, b);
}

/* Out of range it is what term_eval() makes of it. */
static char *to_integer(Exec *e, const Term *t) {
  const guint width = t->width;
  const gboolean is_signed = t->op == TERM_FTOSI;
  give_name(e, t->args[0]);
  g_autofree char *x = number(e, t->args[0]);
  g_autofree char *bad = unsigned_constant(width, G_GUINT64_CONSTANT(1) << (width - 1));
  const double high = ldexp(1, (int)width - is_signed), low = is_signed ? -high : 0;
  const gboolean fits = !is_signed || width <= 52; /* one less than the least is a double */
  char from[G_ASCII_DTOSTR_BUF_SIZE * 10], to[G_ASCII_DTOSTR_BUF_SIZE * 10];
  g_ascii_formatd(from, sizeof from, "%.1f", fits ? low - 1 : low);
  g_ascii_formatd(to, sizeof to, "%.1f", high);
  g_autofree char *value =
      truncated(width, "(%s %s %s && %s < %s ? (%s)(%s)%s : %s)", x, fits ? ">" : ">=", from, x, to,
                width <= 32 ? "unsigned int" : "unsigned long long",
                is_signed ? "long long" : "unsigned long long", x, bad);
  return width == 1 ? g_strdup_printf("(%s != 0)", value) : g_steal_pointer(&value);
}

static char *convert(Exec *e, const Term *t) {
  g_autofree char *x = number(e, t->args[0]);
  return g_strdup_printf("(%s)%s", number_type(t), x);
}

static char *from_integer(Exec *e, const Term *t) {
  g_autofree char *x = t->op == TERM_SITOF ? signed_text(e, t->args[0]) : g_strdup(text(e, t->args[0]));
  return g_strdup_printf("(%s)%s", number_type(t), x);
}

/* --- the whole --- */

static char *number_of_operation(Exec *e, const Term *t) {
  switch ((TermOp)t->op) {
  case TERM_FADD: return calculate(e, t, "+");
  case TERM_FSUB: return calculate(e, t, "-");
  case TERM_FMUL: return calculate(e, t, "*");
  case TERM_FDIV: return calculate(e, t, "/");
  case TERM_FCVT: return convert(e, t);
  case TERM_SITOF:
  case TERM_UITOF: return from_integer(e, t);
  default: return NULL;
  }
}

static char *choose(Exec *e, const Term *t) {
  return g_strdup_printf("(%s ? %s : %s)", text(e, t->args[0]), text(e, t->args[1]), text(e, t->args[2]));
}

static char *text_of_operation(Exec *e, const Term *t) {
  if (t->width == 1 && t->op >= TERM_ADD && t->op <= TERM_ASHR) return one_bit(e, t);
  switch ((TermOp)t->op) {
  case TERM_NOT: return negate(e, t);
  case TERM_AND:
  case TERM_OR: return t->width == 1 ? connective(e, t) : binary(e, t, t->op == TERM_AND ? "&" : "|");
  case TERM_XOR: return binary(e, t, "^");
  case TERM_ITE: return choose(e, t);
  case TERM_EQ:
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE: return compare(e, t);
  case TERM_ADD: return binary(e, t, "+");
  case TERM_SUB: return binary(e, t, "-");
  case TERM_MUL: return binary(e, t, "*");
  case TERM_UDIV:
  case TERM_UREM: return divide(e, t);
  case TERM_SDIV:
  case TERM_SREM: return divide_signed(e, t);
  case TERM_SHL:
  case TERM_LSHR: return shift(e, t);
  case TERM_ASHR: return shift_sign(e, t);
  case TERM_CONCAT: return concat(e, t);
  case TERM_EXTRACT: return extract(e, t);
  case TERM_ZEXT: return widen(e, t, FALSE);
  case TERM_SEXT: return widen(e, t, TRUE);
  case TERM_FEQ: return compare_numbers(e, t, "==");
  case TERM_FLT: return compare_numbers(e, t, "<");
  case TERM_FLE: return compare_numbers(e, t, "<=");
  case TERM_FTOSI:
  case TERM_FTOUI: return to_integer(e, t);
  default: return NULL;
  }
}

/* The type of a variable that holds what a leaf does. */
static const char *leaf_type(const Term *t, const ExecLeaf *leaf) {
  if (leaf->is_float) return number_type(t);
  if (leaf->is_signed && t->width > 1) return t->width <= 32 ? "int" : "long long";
  return unsigned_type(t->width);
}

/* A leaf as a local variable. */
static void name_leaf(Exec *e, const Term *t, ExecLeaf *leaf) {
  const ExecStatement s = {leaf_type(t, leaf), 'i', e->inputs->len + 1, leaf->text};
  g_array_append_val(e->inputs, s);
  leaf->text = g_strdup_printf("%si%u", e->prefix, e->inputs->len);
}

static void take_input(Exec *e, const Term *t, Node *n) {
  ExecLeaf leaf = e->input(e->data, t);
  if (e->inputs) name_leaf(e, t, &leaf);
  if (leaf.is_float) {
    n->number = leaf.text;
    return;
  }
  const char *type = t->width == 8 ? "unsigned char" : t->width == 16 ? "unsigned short" : NULL;
  if (t->width == 1)
    n->text = g_strdup_printf("(%s != 0)", leaf.text);
  else if (leaf.is_signed && type)
    n->text = g_strdup_printf("((unsigned int)(%s)%s)", type, leaf.text);
  else
    n->text = truncated(leaf.is_signed ? t->width : 32, "((%s)%s)", unsigned_type(t->width), leaf.text);
  if (leaf.is_signed && t->width > 1)
    n->as_given = leaf.text;
  else
    g_free(leaf.text);
}

static gboolean unknown_operation(const Term *t, GError **error) {
  g_set_error(error, ACF_EXEC_C_ERROR, 0, "C has no operator for '%s' in the condition", term_op_name(t->op));
  return FALSE;
}

static gboolean add_node(Exec *e, const Term *t, GError **error) {
  Node *n = node_of(e, t);
  for (guint i = 0; i < t->n_args; i++) n->nesting = MAX(n->nesting, node_of(e, t->args[i])->nesting);
  n->nesting++;
  if (t->op == TERM_CONST)
    n->text = t->width == 1 ? g_strdup(t->param ? "1" : "0") : unsigned_constant(t->width, t->param);
  else if (t->op == TERM_INPUT)
    take_input(e, t, n);
  else {
    n->number = number_of_operation(e, t);
    if (!n->number) n->text = text_of_operation(e, t);
    if (!n->number && !n->text) return unknown_operation(t, error);
    if (n->uses > 1 || n->number || n->nesting > limits.exec_c_nesting) give_name(e, t);
  }
  return TRUE;
}

/* Between a number and its bits.  Only what the code calls: nothing is left unused. */
static void append_helper(const Exec *e, GString *out, const char *code, const char *name, guint width,
                          gboolean to_bits) {
  const char *bits = unsigned_type(width), *number = width == 32 ? "float" : "double";
  g_autofree char *call = g_strdup_printf("%s%s%u(", e->prefix, name, width);
  if (!strstr(code, call)) return;
  g_string_append_printf(out, "static %s %s%s x) { union { %s bits; %s number; } u; ",
                         to_bits ? bits : number, call, to_bits ? number : bits, bits, number);
  if (g_str_equal(name, "bits"))
    g_string_append_printf(out, "if (x != x) return %s; ",
                           width == 32 ? "2143289344u" : "9221120237041090560ull");
  g_string_append(out, to_bits ? "u.number = x; return u.bits; }\n" : "u.bits = x; return u.number; }\n");
}

static void append_helpers(const Exec *e, GString *out, const char *code) {
  for (guint width = 32; width <= 64; width += 32) {
    append_helper(e, out, code, "raw", width, TRUE);
    append_helper(e, out, code, "bits", width, TRUE);
    append_helper(e, out, code, "number", width, FALSE);
  }
}

/* The conditions that all must hold, or of a negation none of which may. */
static const Term *const *parts_of(const Term *const *t, gboolean *negated, guint *n) {
  *negated = (*t)->op == TERM_NOT;
  const Term *const *inner = *negated ? (*t)->args : t;
  const gboolean several = (*inner)->op == (*negated ? TERM_OR : TERM_AND);
  *n = several ? (*inner)->n_args : 1;
  return several ? (*inner)->args : inner;
}

/* Conjunct by conjunct: so verifiers that do not look into truth values know what holds at the end. */
static void append_result(Exec *e, const Term *t, GString *out) {
  gboolean negated;
  guint n;
  const Term *const *parts = parts_of(&t, &negated, &n);
  for (guint i = 0; i < n; i++) {
    const char *part = text(e, parts[i]);
    const gboolean bare =
        negated && *part == '('; /* doubled brackets around == are suspicious to compilers */
    g_string_append_printf(out,
                           bare      ? "  if %s return 0;\n"
                           : negated ? "  if (%s) return 0;\n"
                                     : "  if (!%s) return 0;\n",
                           part);
  }
  g_string_append(out, "  return 1;\n");
}

static void append_function(Exec *e, const Term *t, const char *head, GString *out) {
  g_autoptr(GString) result = g_string_new(NULL);
  append_result(e, t, result);
  g_string_append_printf(out, "%s {\n", head);
  for (guint i = 0; i < e->statements->len; i++) {
    const ExecStatement *s = &g_array_index(e->statements, ExecStatement, i);
    g_string_append_printf(out, "  %s %s%c%u = %s;\n", s->type, e->prefix, s->kind, s->number, s->value);
  }
  g_string_append_printf(out, "%s}\n", result->str);
}

/* --- one pass --- */

static Exec *exec_new(const Term *t, const char *prefix, ExecInput input, gpointer data, gboolean in_parts) {
  Exec *e = g_new0(Exec, 1);
  *e = (Exec){print_walk_new(t, 2), NULL, prefix, input, data, NULL, 0, NULL};
  const guint n = e->walk->order->len;
  e->nodes = g_new0(Node, n);
  e->statements = g_array_new(FALSE, FALSE, sizeof(ExecStatement));
  if (in_parts) e->inputs = g_array_new(FALSE, FALSE, sizeof(ExecStatement));
  for (guint i = 0; i < n; i++) {
    const Term *at = e->walk->order->pdata[i];
    for (guint k = 0; k < at->n_args; k++) node_of(e, at->args[k])->uses++;
  }
  return e;
}

static void exec_free(Exec *e) {
  for (guint i = 0; i < e->walk->order->len; i++) {
    g_free(e->nodes[i].text);
    g_free(e->nodes[i].number);
    g_free(e->nodes[i].as_given);
  }
  for (guint i = 0; i < e->statements->len; i++) g_free(g_array_index(e->statements, ExecStatement, i).value);
  for (guint i = 0; e->inputs && i < e->inputs->len; i++)
    g_free(g_array_index(e->inputs, ExecStatement, i).value);
  g_free(e->nodes);
  g_array_unref(e->statements);
  if (e->inputs) g_array_unref(e->inputs);
  print_walk_free(e->walk);
  g_free(e);
}

/* What append_result() takes apart is no value by itself. */
static gboolean is_taken_apart(const Exec *e, const Term *t, const Term *root) {
  gboolean negated;
  guint n;
  const Term *const *parts = parts_of(&root, &negated, &n);
  if (e->inputs || node_of(e, t)->uses > (t == root ? 0 : 1)) return FALSE;
  return (t == root && parts != &root) || (negated && n > 1 && t == root->args[0]);
}

static gboolean exec_fill(Exec *e, const Term *root, GError **error) {
  for (guint i = 0; i < e->walk->order->len; i++) {
    const Term *t = e->walk->order->pdata[i];
    if (!is_taken_apart(e, t, root) && !add_node(e, t, error)) return FALSE;
  }
  return TRUE;
}

gboolean term_to_exec_c(const Term *t, const char *head, const char *prefix, ExecInput input, gpointer data,
                        GString *out, GError **error) {
  g_assert(t->width == 1 && !t->index_width);
  g_autoptr(GString) code = g_string_new(NULL);
  Exec *e = exec_new(t, prefix, input, data, FALSE);
  gboolean good = exec_fill(e, t, error);
  if (good && e->statements->len > limits.exec_c_statements) {
    exec_free(e);
    e = exec_new(t, prefix, input, data, TRUE);
    exec_fill(e, t, NULL); /* good as before */
    g_free(new_name(e, "int", g_strdup(text(e, t))));
    exec_parts_append(code, head, prefix, e->inputs, e->statements);
  } else if (good)
    append_function(e, t, head, code);
  if (good) {
    append_helpers(e, out, code->str);
    g_string_append(out, code->str);
  }
  exec_free(e);
  return good;
}
