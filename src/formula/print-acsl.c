/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as ACSL. */
#include "formula/print-acsl.h"
#include "base/limits.h"
#include <string.h>
#include "formula/print-walk.h"

typedef struct {
  char *text;           /* Boolean: a predicate or boolean term; else an integer congruent to the value */
  gboolean is_unsigned; /* the text is the value as an unsigned number */
  gboolean is_signed;
  guint nesting, uses;
} Node;

typedef struct {
  PrintWalk *walk;
  Node *nodes;
  GString *lets;
  guint n_names;
  gboolean *widths;
  AcslInput input;
  gpointer data;
} Acsl;

static Node *node_of(const Acsl *a, const Term *t) { return &a->nodes[print_place(a->walk, t)]; }
static const char *text(const Acsl *a, const Term *t) { return node_of(a, t)->text; }

static char *power(guint bits) {
  return bits < 64 ? g_strdup_printf("%" G_GUINT64_FORMAT, G_GUINT64_CONSTANT(1) << bits)
                   : g_strdup("18446744073709551616");
}

/* The value as an unsigned number; of a Boolean: 0 or 1. */
static char *as_unsigned(const Acsl *a, const Term *t) {
  const Node *n = node_of(a, t);
  if (t->op == TERM_CONST) return g_strdup_printf("%" G_GUINT64_FORMAT, t->param);
  if (t->width == 1) return g_strdup_printf("(%s ? 1 : 0)", n->text);
  if (n->is_unsigned) return g_strdup(n->text);
  a->widths[t->width] = TRUE;
  return g_strdup_printf("acf_u%u(%s)", t->width, n->text);
}

static char *as_signed(const Acsl *a, const Term *t) {
  const Node *n = node_of(a, t);
  if (t->op == TERM_CONST) {
    const gint64 v = term_signed(t->param, t->width);
    return g_strdup_printf(v < 0 ? "(%" G_GINT64_FORMAT ")" : "%" G_GINT64_FORMAT, v);
  }
  if (t->width == 1) return g_strdup_printf("(%s ? -1 : 0)", n->text);
  if (n->is_signed) return g_strdup(n->text);
  a->widths[t->width] = TRUE;
  return g_strdup_printf("acf_s%u(%s)", t->width, n->text);
}

/* An integer that is congruent. */
static char *as_any(const Acsl *a, const Term *t) {
  if (t->op == TERM_CONST) return as_signed(a, t);
  return t->width == 1 ? as_unsigned(a, t) : g_strdup(text(a, t));
}

/* --- Boolean --- */

static char *connective(const Acsl *a, const Term *t, const char *sign) {
  g_autoptr(GString) out = g_string_new("(");
  for (guint i = 0; i < t->n_args; i++)
    g_string_append_printf(out, "%s%s", i > 0 ? sign : "", text(a, t->args[i]));
  return g_strconcat(out->str, ")", NULL);
}

static char *compare(const Acsl *a, const Term *t) {
  const Term *x = t->args[0], *y = t->args[1];
  const gboolean given = node_of(a, x)->is_signed || node_of(a, y)->is_signed;
  const gboolean is_signed =
      t->op == TERM_SLT || t->op == TERM_SLE || (t->op == TERM_EQ && given && x->width > 1);
  const char *sign = t->op == TERM_EQ ? "==" : t->op == TERM_ULT || t->op == TERM_SLT ? "<" : "<=";
  g_autofree char *left = is_signed ? as_signed(a, x) : as_unsigned(a, x),
                  *right = is_signed ? as_signed(a, y) : as_unsigned(a, y);
  return g_strdup_printf("(%s %s %s)", left, sign, right);
}

static char *one_bit(const Acsl *a, const Term *t) {
  switch ((TermOp)t->op) {
  case TERM_NOT: return g_strdup_printf("(!%s)", text(a, t->args[0]));
  case TERM_AND: return connective(a, t, " && ");
  case TERM_OR: return connective(a, t, " || ");
  case TERM_XOR:
  case TERM_ADD:
  case TERM_SUB: {
    g_autofree char *x = as_unsigned(a, t->args[0]), *y = as_unsigned(a, t->args[1]);
    return g_strdup_printf("(%s != %s)", x, y);
  }
  case TERM_ITE:
    return g_strdup_printf("((%s && %s) || (!%s && %s))", text(a, t->args[0]), text(a, t->args[1]),
                           text(a, t->args[0]), text(a, t->args[2]));
  case TERM_EQ:
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE: return compare(a, t);
  case TERM_EXTRACT: {
    g_autofree char *x = as_unsigned(a, t->args[0]), *by = power((guint)t->param);
    return g_strdup_printf("(%s / %s %% 2 == 1)", x, by);
  }
  default: return NULL;
  }
}

/* --- words --- */

typedef struct {
  char *text;
  gboolean is_unsigned, is_signed;
} Word;

static Word arithmetic(const Acsl *a, const Term *t, const char *sign) {
  g_autofree char *x = as_any(a, t->args[0]), *y = as_any(a, t->args[1]);
  return (Word){g_strdup_printf("(%s %s %s)", x, sign, y), FALSE, FALSE};
}

static Word bitwise(const Acsl *a, const Term *t, const char *sign) {
  g_autofree char *x = as_unsigned(a, t->args[0]), *y = as_unsigned(a, t->args[1]);
  return (Word){g_strdup_printf("(%s %s %s)", x, sign, y), TRUE, FALSE};
}

/* By zero: what SMT-LIB says. */
static Word divide(const Acsl *a, const Term *t) {
  const gboolean quotient = t->op == TERM_UDIV;
  const char *sign = quotient ? "/" : "%";
  g_autofree char *x = as_unsigned(a, t->args[0]), *y = as_unsigned(a, t->args[1]);
  if (term_is_const(t->args[1]) && t->args[1]->param != 0)
    return (Word){g_strdup_printf("(%s %s %s)", x, sign, y), TRUE, FALSE};
  g_autofree char *all = g_strdup_printf("%" G_GUINT64_FORMAT, term_mask(t->width));
  return (Word){g_strdup_printf("(%s == 0 ? %s : %s %s %s)", y, quotient ? all : x, x, sign, y), TRUE, FALSE};
}

static Word divide_signed(const Acsl *a, const Term *t) {
  const gboolean quotient = t->op == TERM_SDIV;
  const char *sign = quotient ? "/" : "%";
  g_autofree char *x = as_signed(a, t->args[0]), *y = as_signed(a, t->args[1]);
  g_autofree char *plain = g_strdup_printf("(%s %s %s)", x, sign, y);
  if (term_is_const(t->args[1]) && t->args[1]->param != 0)
    return (Word){g_steal_pointer(&plain), FALSE, FALSE};
  g_autofree char *other = quotient ? g_strdup_printf("(%s < 0 ? 1 : -1)", x) : g_strdup(x);
  return (Word){g_strdup_printf("(%s == 0 ? %s : %s)", y, other, plain), FALSE, FALSE};
}

static Word shift(const Acsl *a, const Term *t) {
  const Term *by = t->args[1];
  const gboolean arithmetic_shift = t->op == TERM_ASHR, left = t->op == TERM_SHL;
  g_autofree char *x = left               ? as_any(a, t->args[0])
                       : arithmetic_shift ? as_signed(a, t->args[0])
                                          : as_unsigned(a, t->args[0]);
  g_autofree char *amount = as_unsigned(a, by);
  const char *sign = left ? "<<" : ">>";
  const gboolean is_unsigned = t->op == TERM_LSHR;
  if (term_is_const(by) && by->param < t->width) {
    g_autofree char *factor = power((guint)by->param);
    if (left) return (Word){g_strdup_printf("(%s * %s)", x, factor), FALSE, FALSE};
    if (is_unsigned) return (Word){g_strdup_printf("(%s / %s)", x, factor), TRUE, FALSE};
    return (Word){g_strdup_printf("(%s >> %s)", x, amount), FALSE, TRUE};
  }
  g_autofree char *beyond = arithmetic_shift ? g_strdup_printf("(%s < 0 ? -1 : 0)", x) : g_strdup("0");
  return (Word){g_strdup_printf("(%s < %u ? %s %s %s : %s)", amount, t->width, x, sign, amount, beyond),
                is_unsigned, arithmetic_shift};
}

static Word extract(const Acsl *a, const Term *t) {
  if (t->param == 0) return (Word){as_any(a, t->args[0]), FALSE, FALSE};
  g_autofree char *x = as_unsigned(a, t->args[0]), *by = power((guint)t->param);
  return (Word){g_strdup_printf("(%s / %s)", x, by), t->param + t->width == t->args[0]->width, FALSE};
}

static Word choose(const Acsl *a, const Term *t) {
  const Node *x = node_of(a, t->args[1]), *y = node_of(a, t->args[2]);
  const gboolean is_signed =
      (x->is_signed || t->args[1]->op == TERM_CONST) && (y->is_signed || t->args[2]->op == TERM_CONST);
  g_autofree char *then = is_signed ? as_signed(a, t->args[1]) : as_any(a, t->args[1]),
                  *other = is_signed ? as_signed(a, t->args[2]) : as_any(a, t->args[2]);
  return (Word){g_strdup_printf("(%s ? %s : %s)", text(a, t->args[0]), then, other), FALSE, is_signed};
}

static Word concat(const Acsl *a, const Term *t) {
  g_autofree char *high = as_unsigned(a, t->args[0]), *low = as_unsigned(a, t->args[1]),
                  *by = power(t->args[1]->width);
  return (Word){g_strdup_printf("(%s * %s + %s)", high, by, low), TRUE, FALSE};
}

static Word word_of(const Acsl *a, const Term *t) {
  switch ((TermOp)t->op) {
  case TERM_NOT: {
    g_autofree char *x = as_any(a, t->args[0]);
    return (Word){g_strdup_printf("(-1 - %s)", x), FALSE, node_of(a, t->args[0])->is_signed};
  }
  case TERM_AND: return bitwise(a, t, "&");
  case TERM_OR: return bitwise(a, t, "|");
  case TERM_XOR: return bitwise(a, t, "^");
  case TERM_ADD: return arithmetic(a, t, "+");
  case TERM_SUB: return arithmetic(a, t, "-");
  case TERM_MUL: return arithmetic(a, t, "*");
  case TERM_UDIV:
  case TERM_UREM: return divide(a, t);
  case TERM_SDIV:
  case TERM_SREM: return divide_signed(a, t);
  case TERM_SHL:
  case TERM_LSHR:
  case TERM_ASHR: return shift(a, t);
  case TERM_CONCAT: return concat(a, t);
  case TERM_EXTRACT: return extract(a, t);
  case TERM_ZEXT: return (Word){as_unsigned(a, t->args[0]), TRUE, FALSE};
  case TERM_SEXT: return (Word){as_signed(a, t->args[0]), FALSE, TRUE};
  case TERM_ITE: return choose(a, t);
  default: return (Word){NULL, FALSE, FALSE};
  }
}

/* --- the whole --- */

/* From now on the node is a name; predicates by way of 0 and 1. */
static void give_name(Acsl *a, const Term *t, Node *n) {
  g_autofree char *name = g_strdup_printf("acf_t%u", ++a->n_names);
  if (t->width == 1)
    g_string_append_printf(a->lets, "\\let %s = (%s ? 1 : 0);\n    ", name, n->text);
  else
    g_string_append_printf(a->lets, "\\let %s = %s;\n    ", name, n->text);
  g_free(n->text);
  n->text = t->width == 1 ? g_strdup_printf("(%s == 1)", name) : g_steal_pointer(&name);
  n->nesting = 0;
}

static void take_input(const Acsl *a, const Term *t, Node *n) {
  gboolean is_signed = FALSE;
  const char *name = a->input(a->data, t, &is_signed);
  if (!name) return;
  n->text = t->width == 1 ? g_strdup_printf("(%s != 0)", name) : g_strdup(name);
  n->is_signed = is_signed && t->width > 1;
  n->is_unsigned = !n->is_signed;
}

static gboolean add_node(Acsl *a, const Term *t) {
  Node *n = node_of(a, t);
  for (guint i = 0; i < t->n_args; i++) n->nesting = MAX(n->nesting, node_of(a, t->args[i])->nesting + 1);
  if (t->index_width) return FALSE;
  if (t->op == TERM_CONST)
    n->text = t->width == 1 ? g_strdup(t->param ? "\\true" : "\\false") : g_strdup("");
  else if (t->op == TERM_INPUT)
    take_input(a, t, n);
  else if (t->width == 1)
    n->text = one_bit(a, t);
  else {
    const Word w = word_of(a, t);
    n->text = w.text;
    n->is_unsigned = w.is_unsigned;
    n->is_signed = w.is_signed;
  }
  if (!n->text) return FALSE;
  if (t->n_args > 0 && (n->uses > 1 || n->nesting > limits.acsl_nesting || strlen(n->text) > 2000))
    give_name(a, t, n);
  return TRUE;
}

char *term_to_acsl(const Term *t, AcslInput input, gpointer data, gboolean *widths) {
  if (t->has_float || t->has_array || t->has_havoc ||
      term_dag_size(t, limits.acsl_nodes + 1) > limits.acsl_nodes)
    return NULL;
  Acsl a = {print_walk_new(t, 2), NULL, g_string_new(NULL), 0, widths, input, data};
  const guint n = a.walk->order->len;
  a.nodes = g_new0(Node, n);
  for (guint i = 0; i < n; i++) {
    const Term *at = a.walk->order->pdata[i];
    for (guint k = 0; k < at->n_args; k++) node_of(&a, at->args[k])->uses++;
  }
  gboolean good = TRUE;
  for (guint i = 0; i < n && good; i++) good = add_node(&a, a.walk->order->pdata[i]);
  char *result = good ? g_strconcat(a.lets->str, text(&a, t), NULL) : NULL;
  for (guint i = 0; i < n; i++) g_free(a.nodes[i].text);
  g_free(a.nodes);
  g_string_free(a.lets, TRUE);
  print_walk_free(a.walk);
  return result;
}

void acsl_append_reductions(GString *out, guint width) {
  g_autofree char *all = power(width), *half = power(width - 1);
  g_string_append_printf(
      out,
      "  logic integer acf_u%u(integer v) = (v %% %s + %s) %% %s;\n"
      "  logic integer acf_s%u(integer v) = (acf_u%u(v) < %s ? acf_u%u(v) : acf_u%u(v) - %s);\n",
      width, all, all, all, width, width, half, width, width, all);
}
