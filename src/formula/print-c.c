/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as C conditions for people: what a node is, and which of its forms a place takes. */
#include <string.h>
#include "formula/print-c.h"

/* --- what a node is --- */

PrintedInput print_c_describe(const CPrinter *c, const Term *input) {
  return c->names->describe(c->names->data, input);
}

gboolean print_c_is_float(const CPrinter *c, const Term *t) {
  if (t->op != TERM_INPUT) return term_gives_float(t->op);
  return print_c_describe(c, t).is_float;
}

Sign print_c_sign(const CPrinter *c, const Term *t) { return c->sign[print_place(c->walk, t)]; }

Sign print_c_join_signs(Sign a, Sign b) {
  if (a == SIGN_UNSIGNED || b == SIGN_UNSIGNED) return SIGN_UNSIGNED;
  return a == SIGN_SIGNED || b == SIGN_SIGNED ? SIGN_SIGNED : SIGN_ANY;
}

static Sign own_sign(const CPrinter *c, const Term *t) {
  switch ((TermOp)t->op) {
  case TERM_INPUT:
    return print_c_describe(c, t).is_signed && !print_c_is_float(c, t) ? SIGN_SIGNED : SIGN_UNSIGNED;
  case TERM_NOT:
  case TERM_SHL: return print_c_sign(c, t->args[0]);
  case TERM_ADD:
  case TERM_SUB:
  case TERM_MUL:
  case TERM_AND:
  case TERM_OR:
  case TERM_XOR: return print_c_join_signs(print_c_sign(c, t->args[0]), print_c_sign(c, t->args[1]));
  case TERM_ITE: /* a choice between constants is an int in C, whatever the place asks for */
    if (term_is_const(t->args[1]) && term_is_const(t->args[2])) return SIGN_SIGNED;
    return print_c_join_signs(print_c_sign(c, t->args[1]), print_c_sign(c, t->args[2]));
  case TERM_SDIV:
  case TERM_SREM:
  case TERM_ASHR:
  case TERM_FTOSI: return SIGN_SIGNED;
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_LSHR:
  case TERM_FTOUI: return SIGN_UNSIGNED;
  default: return print_c_is_float(c, t) ? SIGN_UNSIGNED : SIGN_ANY;
  }
}

char *print_c_type(const CPrinter *c, guint width, gboolean is_signed) {
  switch (width) {
  case 8: return g_strdup(is_signed ? "signed char" : "unsigned char");
  case 16: return g_strdup(is_signed ? "short" : "unsigned short");
  case 32: return g_strdup(is_signed ? "int" : "unsigned");
  case 64:
    return g_strdup_printf("%s%s", is_signed ? "" : "unsigned ",
                           c->names->long_has_64_bits ? "long" : "long long");
  default: return g_strdup_printf("%s_BitInt(%u)", is_signed ? "" : "unsigned ", width);
  }
}

gboolean print_c_wants_unsigned(Want want) {
  return want == WANT_UNSIGNED || want == HINT_UNSIGNED || want == MASK_UNSIGNED;
}

/* --- pieces --- */

void print_c_open(Writer *w, gboolean needed) {
  if (needed) writer_text(w, "(");
}
void print_c_close(Writer *w, gboolean needed) {
  if (needed) writer_text(w, ")");
}

void print_c_ite(Writer *w, const Term *t, Want want, int prec) {
  print_c_open(w, prec > PREC_ITE);
  writer_term(w, t->args[0], CONTEXT(WANT_BOOL, PREC_OROR));
  writer_text(w, " ? ");
  writer_term(w, t->args[1], CONTEXT(want, PREC_ITE + 1));
  writer_text(w, " : ");
  writer_term(w, t->args[2], CONTEXT(want, PREC_ITE));
  print_c_close(w, prec > PREC_ITE);
}

void print_c_binary(Writer *w, const Term *t, const char *symbol, int own, Want left, Want right, int prec) {
  print_c_open(w, prec > own);
  writer_term(w, t->args[0], CONTEXT(left, own));
  writer_format(w, " %s ", symbol);
  writer_term(w, t->args[1], CONTEXT(right, own + 1));
  print_c_close(w, prec > own);
}

void print_c_cast(Writer *w, const CPrinter *c, guint width, gboolean is_signed, const Term *t, guint context,
                  int prec) {
  g_autofree char *type = print_c_type(c, width, is_signed);
  print_c_open(w, prec > PREC_UNARY);
  writer_format(w, "(%s)", type);
  writer_term(w, t, context);
  print_c_close(w, prec > PREC_UNARY);
}

void print_c_function(Writer *w, const Term *t, const char *name, Want want) {
  writer_format(w, "%s(", name);
  for (guint k = 0; k < t->n_args; k++) {
    if (k > 0) writer_text(w, ", ");
    writer_term(w, t->args[k], CONTEXT(t->args[k]->width == 1 ? WANT_BOOL : want, PREC_NONE));
  }
  writer_text(w, ")");
}

/* --- a term in its place --- */

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
      print_c_condition(w, c, t, want == WANT_NOT, prec);
    return;
  }
  const gboolean is_float = !term_is_const(t) && print_c_is_float(c, t);
  if (want == WANT_FLOAT && !is_float && !name) {
    print_c_as_float(w, c, t, context, prec);
    return;
  }
  if (is_float != (want == WANT_FLOAT))
    writer_text(w, is_float ? "bits(" : t->width == 32 ? "as_float(" : "as_double(");
  const int inner = is_float != (want == WANT_FLOAT) ? PREC_NONE : prec;
  const Sign own = term_is_const(t) ? SIGN_ANY : c->sign[place];
  const Sign demanded = want == WANT_SIGNED ? SIGN_SIGNED : want == WANT_UNSIGNED ? SIGN_UNSIGNED : SIGN_ANY;
  const gboolean is_signed = own == SIGN_ANY ? !print_c_wants_unsigned(want) : own == SIGN_SIGNED;
  const gboolean recast =
      demanded != SIGN_ANY && (own == SIGN_ANY ? name != 0 && demanded == SIGN_UNSIGNED : own != demanded);
  if (recast && !is_float)
    print_c_cast(w, c, t->width, demanded == SIGN_SIGNED, t,
                 CONTEXT(is_signed ? HINT_SIGNED : HINT_UNSIGNED, PREC_UNARY) | (context & DEFINITION), prec);
  else if (name)
    writer_format(w, "$%u", name);
  else if (is_float && t->op != TERM_INPUT)
    print_c_float(w, t, inner);
  else
    print_c_value(w, c, t, want, is_signed, inner);
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
                      : print_c_is_float(c, t)             ? WANT_FLOAT
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

char *print_c(const InputNames *names, const Term *t, guint max_chars) {
  PrintWalk *walk = print_walk_new(t, 12);
  CPrinter c = {names, walk, g_new0(guint8, walk->order->len), g_new0(guint8, walk->order->len),
                g_new0(guint64, walk->order->len)};
  describe_nodes(&c);
  Writer *w = writer_new();
  const Sign sign = c.sign[print_place(walk, t)];
  const Want want = t->width == 1 && t->index_width == 0 ? WANT_BOOL
                    : print_c_is_float(&c, t)            ? WANT_FLOAT
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
