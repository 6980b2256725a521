/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as C conditions for people: truth values. */
#include "formula/interval.h"
#include "formula/print-c.h"

static gboolean is_comparison(const Term *t) {
  return t->op == TERM_EQ || t->op == TERM_ULT || t->op == TERM_ULE || t->op == TERM_SLT || t->op == TERM_SLE;
}

static gboolean is_character(const CPrinter *c, const Term *t) {
  while (t->op == TERM_SEXT || t->op == TERM_ZEXT) t = t->args[0];
  return t->op == TERM_INPUT && c->names->for_people && print_c_describe(c, t).is_character;
}

/* A side of a comparison with x: of a character, one that people see is written as such. */
static void emit_side(Writer *w, const CPrinter *c, const Term *t, const Term *x, guint context) {
  const guint64 value = t->param;
  if (t->op != TERM_CONST || !is_character(c, x) || (value != '\n' && (value < ' ' || value > '~')))
    writer_term(w, t, context);
  else if (value == '\n')
    writer_text(w, "'\\n'");
  else
    writer_format(w, value == '\'' || value == '\\' ? "'\\%c'" : "'%c'", (int)value);
}

static void emit_bound(Writer *w, const CPrinter *c, const Term *x, const char *relation, guint64 bound,
                       gboolean is_signed) {
  const guint context = CONTEXT(is_signed ? WANT_SIGNED : WANT_UNSIGNED, PREC_REL + 1);
  writer_term(w, x, context);
  writer_format(w, " %s ", relation);
  emit_side(w, c, term_const(x->width, bound), x, context);
}

/* "x lies between low and high" in the order of the given signedness; FALSE when that takes a disjunction. */
static gboolean emit_range(Writer *w, const CPrinter *c, const Term *x, guint64 low, guint64 high,
                           gboolean is_signed, int prec) {
  const guint64 flip = is_signed ? G_GUINT64_CONSTANT(1) << (x->width - 1) : 0, mask = term_mask(x->width);
  const guint64 from = low ^ flip, to = high ^ flip;
  if (from > to) return FALSE;
  const gboolean below = to<mask, above = from> 0, both = below && above;
  if (!below && !above) return FALSE;
  print_c_open(w, prec > (both ? PREC_ANDAND : PREC_REL));
  if (above) emit_bound(w, c, x, ">=", low, is_signed);
  if (both) writer_text(w, " && ");
  if (below && is_signed && high == mask)
    emit_bound(w, c, x, "<", 0, TRUE); /* x <= -1 */
  else if (below)
    emit_bound(w, c, x, "<=", high, is_signed);
  print_c_close(w, prec > (both ? PREC_ANDAND : PREC_REL));
  return TRUE;
}

/* Bounds whose signedness is not that of the type: 3 <= (int)u && (int)u <= 5 is u >= 3 && u <= 5. */
static gboolean emit_in_own_sign(Writer *w, const CPrinter *c, const Term *x, const IntervalSet *set,
                                 int prec) {
  guint64 low, high;
  const Sign sign = print_c_sign(c, x);
  if (sign == SIGN_ANY || !interval_set_as_arc(set, &low, &high) || low == high) return FALSE;
  return emit_range(w, c, x, low, high, sign == SIGN_SIGNED, prec);
}

static gboolean disagrees(const CPrinter *c, const Term *atom, const Term *x) {
  const Term *t = atom->op == TERM_NOT ? atom->args[0] : atom;
  if (t->op == TERM_EQ) return FALSE;
  const gboolean is_signed = t->op == TERM_SLT || t->op == TERM_SLE;
  return print_c_sign(c, x) == (is_signed ? SIGN_UNSIGNED : SIGN_SIGNED);
}

static Want comparison_want(const CPrinter *c, const Term *t) {
  const Sign a = print_c_sign(c, t->args[0]), b = print_c_sign(c, t->args[1]);
  if (t->op == TERM_SLT || t->op == TERM_SLE) return WANT_SIGNED;
  if (t->op != TERM_EQ) return WANT_UNSIGNED;
  const gboolean mixed = (a == SIGN_SIGNED && b == SIGN_UNSIGNED) || (a == SIGN_UNSIGNED && b == SIGN_SIGNED);
  /* Types narrower than int are promoted before ==, with their sign. */
  if (t->args[0]->width < 32)
    return mixed || print_c_join_signs(a, b) == SIGN_UNSIGNED ? WANT_UNSIGNED : WANT_SIGNED;
  return mixed || print_c_join_signs(a, b) == SIGN_UNSIGNED ? HINT_UNSIGNED : HINT_SIGNED;
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
  print_c_open(w, prec > own);
  emit_side(w, c, swap ? b : a, swap ? a : b, CONTEXT(want, own + 1));
  writer_format(w, " %s ", name);
  emit_side(w, c, swap ? a : b, swap ? b : a, CONTEXT(want, own + 1));
  print_c_close(w, prec > own);
}

/* Bits of a number other than zero and NaN: equal as numbers if and only if equal as bits. */
static gboolean is_number_test(const CPrinter *c, const Term *t) {
  if (t->op != TERM_EQ || t->args[0]->width < 32) return FALSE;
  const Term *a = t->args[0], *b = t->args[1], *constant = term_is_const(a) ? a : b,
             *x = term_is_const(a) ? b : a;
  if (!term_is_const(constant) || term_is_const(x) || !print_c_is_float(c, x)) return FALSE;
  const guint64 infinity = x->width == 32 ? 0x7f800000u : G_GUINT64_CONSTANT(0x7ff0000000000000);
  const guint64 magnitude = constant->param & (term_mask(x->width) >> 1);
  return magnitude != 0 && magnitude <= infinity;
}

static void emit_float_comparison(Writer *w, const Term *t, gboolean negated, int prec) {
  const gboolean equal = t->op == TERM_FEQ || t->op == TERM_EQ,
                 wrap = negated && !equal; /* !(a < b) is not a >= b for NaN */
  const int own = equal ? PREC_EQ : PREC_REL;
  if (wrap) writer_text(w, "!(");
  print_c_open(w, !wrap && prec > own);
  const gboolean swap = term_is_const(t->args[0]) && equal;
  writer_term(w, t->args[swap ? 1 : 0], CONTEXT(WANT_FLOAT, own + 1));
  writer_text(w, equal ? (negated ? " != " : " == ") : t->op == TERM_FLT ? " < " : " <= ");
  writer_term(w, t->args[swap ? 0 : 1], CONTEXT(WANT_FLOAT, own + 1));
  print_c_close(w, wrap || prec > own);
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

/* Of the parts in reading order those to write, and which of them begin a run; NULL: none does. */
static GHashTable *leave_out_runs(GArray *parts) {
  g_autoptr(GPtrArray) terms = g_ptr_array_new();
  for (guint i = 0; i < parts->len; i++)
    g_ptr_array_add(terms, (gpointer)g_array_index(parts, Part, i).t);
  GHashTable *runs = print_c_runs(terms);
  for (guint i = parts->len; i-- > 0;) {
    gpointer last;
    if (g_hash_table_lookup_extended(runs, g_array_index(parts, Part, i).t, NULL, &last) && !last)
      g_array_remove_index(parts, i);
  }
  return runs;
}

/* Two bounds of one term, written with its own signedness. */
static gboolean emit_pair(Writer *w, const CPrinter *c, const Term *a, const Term *b) {
  const Term *x, *y;
  IntervalSet set, other;
  return term_as_set(a, FALSE, &x, &set) && term_as_set(b, FALSE, &y, &other) && x == y && disagrees(c, a, x) &&
         interval_set_meet(&set, &other) && emit_in_own_sign(w, c, x, &set, PREC_ANDAND);
}

static GArray *parts_in_order(const CPrinter *c, const Term *t, gboolean conjunction) {
  GArray *parts = g_array_new(FALSE, FALSE, sizeof(Part));
  for (guint i = 0; i < t->n_args; i++) {
    const Part part = part_of(c, t->args[i], conjunction);
    g_array_append_val(parts, part);
  }
  g_array_sort(parts, by_reading_order);
  return parts;
}

static void emit_connective(Writer *w, const CPrinter *c, const Term *t, gboolean negated, int prec) {
  const gboolean conjunction = (t->op == TERM_AND) != negated;
  const int own = conjunction ? PREC_ANDAND : PREC_OROR;
  const char *sign = conjunction ? " && " : " || ";
  const guint context = CONTEXT(negated ? WANT_NOT : WANT_BOOL, own);
  g_autoptr(GArray) parts = parts_in_order(c, t, conjunction != negated);
  g_autoptr(GHashTable) runs = c->names->for_people ? leave_out_runs(parts) : g_hash_table_new(NULL, NULL);
  const gboolean brackets =
      prec > PREC_NONE && prec != own; /* also && in ||, for readers that do not know that precedence */
  print_c_open(w, brackets);
  for (guint i = 0; i < parts->len; i++) {
    const Term *a = g_array_index(parts, Part, i).t,
               *b = i + 1 < parts->len ? g_array_index(parts, Part, i + 1).t : NULL,
               *last = g_hash_table_lookup(runs, a);
    if (i > 0) writer_text(w, sign);
    if (b && conjunction && !negated && !last && !g_hash_table_lookup(runs, b) && emit_pair(w, c, a, b)) {
      i++;
      continue;
    }
    writer_term(w, a, context);
    if (!last) continue;
    writer_format(w, "%s...%s", sign, sign);
    writer_term(w, last, context);
  }
  print_c_close(w, brackets);
}

static void emit_bit(Writer *w, const Term *t, gboolean negated, int prec) {
  print_c_open(w, prec > PREC_EQ);
  writer_text(w, "(");
  writer_term(w, t->args[0], CONTEXT(HINT_UNSIGNED, PREC_AND));
  writer_format(w, " & 0x%" G_GINT64_MODIFIER "x) %s 0", G_GUINT64_CONSTANT(1) << t->param,
                negated ? "==" : "!=");
  print_c_close(w, prec > PREC_EQ);
}

void print_c_condition(Writer *w, CPrinter *c, const Term *t, gboolean negated, int prec) {
  switch ((TermOp)t->op) {
  case TERM_CONST: writer_text(w, (t->param != 0) != negated ? "true" : "false"); return;
  case TERM_INPUT: writer_format(w, "%s%s", negated ? "!" : "", print_symbol(c->walk, c->names, t)); return;
  case TERM_HAVOC: writer_format(w, "%sunknown%" G_GUINT64_FORMAT, negated ? "!" : "", t->param); return;
  case TERM_NOT: writer_term(w, t->args[0], CONTEXT(negated ? WANT_BOOL : WANT_NOT, prec)); return;
  case TERM_AND:
  case TERM_OR: emit_connective(w, c, t, negated, prec); return;
  case TERM_EXTRACT: emit_bit(w, t, negated, prec); return;
  case TERM_ITE: print_c_ite(w, t, negated ? WANT_NOT : WANT_BOOL, prec); return;
  case TERM_FEQ:
  case TERM_FLT:
  case TERM_FLE: emit_float_comparison(w, t, negated, prec); return;
  case TERM_XOR:
  case TERM_ADD:
  case TERM_SUB: print_c_binary(w, t, negated ? "==" : "!=", PREC_EQ, WANT_BOOL, WANT_BOOL, prec); return;
  default: break;
  }
  if (is_comparison(t)) {
    if (is_number_test(c, t))
      emit_float_comparison(w, t, negated, prec);
    else
      emit_comparison(w, c, t, negated, prec);
    return;
  }
  if (negated) writer_text(w, "!");
  print_c_function(w, t, term_op_name(t->op), HINT_SIGNED);
}
