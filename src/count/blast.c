/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as bits: the circuits of the operations. */
#include "count/blast.h"

enum { MAX_WIDTH = 65 }; /* a division needs a bit more */

/* Lowest bit first. */
typedef struct {
  guint n;
  AigLit bit[MAX_WIDTH];
} Word;

typedef struct {
  Aig *g;
  GHashTable *done; /* Term* -> Word* ; of an array: nothing */
} Blast;

static const Word *word_of(const Blast *b, const Term *t) { return g_hash_table_lookup(b->done, t); }

static Word constant(guint n, guint64 value) {
  Word w = {.n = n};
  for (guint i = 0; i < n; i++) w.bit[i] = i < 64 && value >> i & 1 ? AIG_TRUE : AIG_FALSE;
  return w;
}

static Word boolean(AigLit bit) { return (Word){1, {bit}}; }

static Word inverse(const Word *a) {
  Word w = *a;
  for (guint i = 0; i < w.n; i++) w.bit[i] = aig_not(w.bit[i]);
  return w;
}

static Word bitwise(Aig *g, AigLit (*op)(Aig *, AigLit, AigLit), const Word *a, const Word *b) {
  Word w = {.n = a->n};
  for (guint i = 0; i < w.n; i++) w.bit[i] = op(g, a->bit[i], b->bit[i]);
  return w;
}

static Word choose(Aig *g, AigLit c, const Word *t, const Word *e) {
  Word w = {.n = t->n};
  for (guint i = 0; i < w.n; i++) w.bit[i] = aig_mux(g, c, t->bit[i], e->bit[i]);
  return w;
}

static AigLit majority(Aig *g, AigLit a, AigLit b, AigLit c) {
  return aig_or(g, aig_and(g, a, b), aig_and(g, c, aig_or(g, a, b)));
}

static Word sum(Aig *g, const Word *a, const Word *b, AigLit carry) {
  Word w = {.n = a->n};
  for (guint i = 0; i < w.n; i++) {
    w.bit[i] = aig_xor(g, aig_xor(g, a->bit[i], b->bit[i]), carry);
    if (i + 1 < w.n) carry = majority(g, a->bit[i], b->bit[i], carry);
  }
  return w;
}

static Word difference(Aig *g, const Word *a, const Word *b) {
  const Word not_b = inverse(b);
  return sum(g, a, &not_b, AIG_TRUE);
}

static Word negative(Aig *g, const Word *a) {
  const Word zero = constant(a->n, 0);
  return difference(g, &zero, a);
}

static AigLit equal(Aig *g, const Word *a, const Word *b) {
  AigLit all = AIG_TRUE;
  for (guint i = 0; i < a->n; i++) all = aig_and(g, all, aig_not(aig_xor(g, a->bit[i], b->bit[i])));
  return all;
}

/* a < b, unsigned: the first n bits of each. */
static AigLit below(Aig *g, const Word *a, const Word *b, guint n) {
  AigLit less = AIG_FALSE;
  for (guint i = 0; i < n; i++) less = majority(g, aig_not(a->bit[i]), b->bit[i], less);
  return less;
}

static AigLit below_signed(Aig *g, Word a, Word b) {
  a.bit[a.n - 1] = aig_not(a.bit[a.n - 1]);
  b.bit[b.n - 1] = aig_not(b.bit[b.n - 1]);
  return below(g, &a, &b, a.n);
}

static Word product(Aig *g, const Word *a, const Word *b) {
  Word total = constant(a->n, 0);
  for (guint i = 0; i < a->n; i++) {
    Word row = constant(a->n, 0);
    if (b->bit[i] == AIG_FALSE) continue;
    for (guint k = i; k < a->n; k++) row.bit[k] = aig_and(g, a->bit[k - i], b->bit[i]);
    total = sum(g, &total, &row, AIG_FALSE);
  }
  return total;
}

/* By a constant with many ones (-2, say) it is shorter to multiply by its negative. */
static Word multiplication(Aig *g, const Term *t, const Word *a, const Word *b) {
  const guint k = term_is_const(t->args[0]) ? 0 : 1;
  if (!term_is_const(t->args[k])) return product(g, a, b);
  const guint64 factor = t->args[k]->param, minus = -factor & term_mask(t->width);
  const Word *x = k == 0 ? b : a, c = constant(t->width, minus);
  if (__builtin_popcountll(factor) <= __builtin_popcountll(minus)) return product(g, x, k == 0 ? a : b);
  const Word p = product(g, x, &c);
  return negative(g, &p);
}

/* Long division; by zero it gives all ones, and a as the rest, as SMT-LIB wants it. */
static void divide(Aig *g, const Word *a, const Word *b, Word *quotient, Word *rest) {
  Word divisor = *b, r = constant(a->n + 1, 0);
  divisor.bit[divisor.n++] = AIG_FALSE;
  *quotient = constant(a->n, 0);
  for (guint i = a->n; i-- > 0;) {
    for (guint k = a->n; k > 0; k--) r.bit[k] = r.bit[k - 1];
    r.bit[0] = a->bit[i];
    quotient->bit[i] = aig_not(below(g, &r, &divisor, r.n));
    const Word less = difference(g, &r, &divisor);
    r = choose(g, quotient->bit[i], &less, &r);
  }
  *rest = r;
  rest->n = a->n;
}

static Word magnitude(Aig *g, const Word *a) {
  const Word minus = negative(g, a);
  return choose(g, a->bit[a->n - 1], &minus, a);
}

static Word division(Aig *g, TermOp op, const Word *a, const Word *b) {
  Word q, r;
  if (op == TERM_UDIV || op == TERM_UREM) {
    divide(g, a, b, &q, &r);
    return op == TERM_UDIV ? q : r;
  }
  const Word x = magnitude(g, a), y = magnitude(g, b);
  const AigLit sign = a->bit[a->n - 1];
  divide(g, &x, &y, &q, &r);
  const Word *result = op == TERM_SDIV ? &q : &r, minus = negative(g, result);
  return choose(g, op == TERM_SDIV ? aig_xor(g, sign, b->bit[b->n - 1]) : sign, &minus, result);
}

static Word shift(Aig *g, TermOp op, const Word *a, const Word *amount) {
  const AigLit fill = op == TERM_ASHR ? a->bit[a->n - 1] : AIG_FALSE;
  Word w = *a;
  for (guint i = 0; i < amount->n; i++) {
    Word moved = {.n = w.n};
    const guint64 by = i < 32 ? (guint64)1 << i : w.n;
    for (guint k = 0; k < w.n; k++) {
      if (op == TERM_SHL)
        moved.bit[k] = k >= by ? w.bit[k - by] : AIG_FALSE;
      else
        moved.bit[k] = k + by < w.n ? w.bit[k + by] : fill;
    }
    w = choose(g, amount->bit[i], &moved, &w);
  }
  return w;
}

static AigLit is_zero(Aig *g, const Word *a, guint n) {
  AigLit some = AIG_FALSE;
  for (guint i = 0; i < n; i++) some = aig_or(g, some, a->bit[i]);
  return aig_not(some);
}

/* IEEE comparisons: of sign and magnitude; a NaN is beyond infinity. */
static AigLit float_compare(Aig *g, TermOp op, const Word *a, const Word *b) {
  const guint n = a->n - 1;
  const Word infinity = constant(n, a->n == 32 ? 0x7f800000u : G_GUINT64_CONSTANT(0x7ff0000000000000));
  const AigLit sa = a->bit[n], sb = b->bit[n];
  const AigLit numbers = aig_and(g, aig_not(below(g, &infinity, a, n)), aig_not(below(g, &infinity, b, n)));
  const AigLit zeros = aig_and(g, is_zero(g, a, n), is_zero(g, b, n));
  const AigLit same = aig_or(g, zeros, equal(g, a, b));
  const AigLit if_a = aig_mux(g, sb, below(g, b, a, n), aig_not(zeros)); /* a is negative */
  const AigLit if_not = aig_and(g, aig_not(sb), below(g, a, b, n));
  const AigLit less = aig_mux(g, sa, if_a, if_not);
  const AigLit holds = op == TERM_FEQ ? same : op == TERM_FLT ? less : aig_or(g, same, less);
  return aig_and(g, numbers, holds);
}

/* The element at an index: through the arrays below, those that are stored into first. */
static Word element(Blast *b, const Term *select) {
  const Word *index = word_of(b, select->args[1]);
  g_autoptr(GPtrArray) order = term_postorder(&select->args[0], 1);
  g_autoptr(GHashTable) at = g_hash_table_new_full(NULL, NULL, NULL, g_free); /* array -> Word* */
  for (guint i = 0; i < order->len; i++) {
    const Term *t = order->pdata[i];
    if (!t->index_width) continue;
    Word *w = g_new(Word, 1);
    if (t->op == TERM_ARRAY)
      *w = *word_of(b, t->args[0]);
    else if (t->op == TERM_STORE)
      *w = choose(b->g, equal(b->g, index, word_of(b, t->args[1])), word_of(b, t->args[2]),
                  g_hash_table_lookup(at, t->args[0]));
    else
      *w = choose(b->g, word_of(b, t->args[0])->bit[0], g_hash_table_lookup(at, t->args[1]),
                  g_hash_table_lookup(at, t->args[2]));
    g_hash_table_insert(at, (gpointer)t, w);
  }
  return *(Word *)g_hash_table_lookup(at, select->args[0]);
}

static Word rearranged(const Term *t, const Word *a, const Word *low) {
  Word w = {.n = t->width};
  for (guint i = 0; i < w.n; i++) switch ((TermOp)t->op) {
    case TERM_CONCAT: w.bit[i] = i < low->n ? low->bit[i] : a->bit[i - low->n]; break;
    case TERM_EXTRACT: w.bit[i] = a->bit[t->param + i]; break;
    case TERM_ZEXT: w.bit[i] = i < a->n ? a->bit[i] : AIG_FALSE; break;
    default: w.bit[i] = a->bit[MIN(i, a->n - 1)]; break;
    }
  return w;
}

static Word comparison(Aig *g, TermOp op, const Word *a, const Word *b) {
  switch (op) {
  case TERM_EQ: return boolean(equal(g, a, b));
  case TERM_ULT: return boolean(below(g, a, b, a->n));
  case TERM_ULE: return boolean(aig_not(below(g, b, a, a->n)));
  case TERM_SLT: return boolean(below_signed(g, *a, *b));
  case TERM_SLE: return boolean(aig_not(below_signed(g, *b, *a)));
  default: return boolean(float_compare(g, op, a, b));
  }
}

/* At width 1, and and or have any number of arguments. */
static Word connective(Blast *b, const Term *t) {
  Word w = *word_of(b, t->args[0]);
  for (guint i = 1; i < t->n_args; i++)
    w = bitwise(b->g,
                t->op == TERM_AND  ? aig_and
                : t->op == TERM_OR ? aig_or
                                   : aig_xor,
                &w, word_of(b, t->args[i]));
  return w;
}

static gboolean blast_node(Blast *b, const Term *t, Word *w) {
  Aig *g = b->g;
  const Word *x = t->n_args > 0 ? word_of(b, t->args[0]) : NULL;
  const Word *y = t->n_args > 1 ? word_of(b, t->args[1]) : NULL;
  switch ((TermOp)t->op) {
  case TERM_CONST: *w = constant(t->width, t->param); return TRUE;
  case TERM_INPUT:
    w->n = t->width;
    for (guint i = 0; i < t->width; i++) w->bit[i] = aig_bit(g, t, i);
    return TRUE;
  case TERM_NOT: *w = inverse(x); return TRUE;
  case TERM_AND:
  case TERM_OR:
  case TERM_XOR: *w = connective(b, t); return TRUE;
  case TERM_ITE: *w = choose(g, x->bit[0], y, word_of(b, t->args[2])); return TRUE;
  case TERM_EQ:
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE:
  case TERM_FEQ:
  case TERM_FLT:
  case TERM_FLE: *w = comparison(g, t->op, x, y); return TRUE;
  case TERM_ADD: *w = sum(g, x, y, AIG_FALSE); return TRUE;
  case TERM_SUB: *w = difference(g, x, y); return TRUE;
  case TERM_MUL: *w = multiplication(g, t, x, y); return TRUE;
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_SDIV:
  case TERM_SREM: *w = division(g, t->op, x, y); return TRUE;
  case TERM_SHL:
  case TERM_LSHR:
  case TERM_ASHR: *w = shift(g, t->op, x, y); return TRUE;
  case TERM_CONCAT:
  case TERM_EXTRACT:
  case TERM_ZEXT:
  case TERM_SEXT: *w = rearranged(t, x, y); return TRUE;
  case TERM_SELECT: *w = element(b, t); return TRUE;
  default: return FALSE;
  }
}

gboolean blast(Aig *g, const Term *t, AigLit *root) {
  g_autoptr(GPtrArray) order = term_postorder(&t, 1);
  Blast b = {g, g_hash_table_new_full(NULL, NULL, NULL, g_free)};
  gboolean done = TRUE;
  for (guint i = 0; done && !g->full && i < order->len; i++) {
    const Term *node = order->pdata[i];
    if (node->index_width) continue;
    Word *w = g_new0(Word, 1);
    done = blast_node(&b, node, w);
    g_hash_table_insert(b.done, (gpointer)node, w);
  }
  done = done && !g->full;
  if (done) *root = word_of(&b, t)->bit[0];
  g_hash_table_unref(b.done);
  return done;
}
