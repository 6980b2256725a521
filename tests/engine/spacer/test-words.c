/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words as integers or bit-vectors: what the machine computes is always among what the expressions allow, and
 * bit-vectors allow nothing else. */
#include "engine/spacer/words.h"

static const TermOp binary[] = {TERM_AND,  TERM_OR,   TERM_XOR,  TERM_ADD,  TERM_SUB, TERM_MUL,
                                TERM_UDIV, TERM_UREM, TERM_SDIV, TERM_SREM, TERM_SHL, TERM_LSHR,
                                TERM_ASHR, TERM_EQ,   TERM_ULT,  TERM_ULE,  TERM_SLT, TERM_SLE};
static const WordKind kinds[] = {WORD_SIGNED, WORD_UNSIGNED, WORD_BITS};
static const guint64 values[] = {0, 1, 3, 7, 16, 100, 127, 128, 200, 255};

/* Whether the facts allow e to be the word with these bits. */
static gboolean allows(Words *w, Word e, guint64 bits) {
  Z3_context z3 = w->z3;
  Z3_solver s = Z3_mk_solver(z3);
  Z3_solver_inc_ref(z3, s);
  for (guint i = 0; i < w->facts->len; i++)
    Z3_solver_assert(z3, s, g_array_index(w->facts, WordFact, i).fact);
  Z3_solver_assert(z3, s, Z3_mk_eq(z3, e.ast, word_const(w, e.kind, e.width, bits).ast));
  Z3_lbool answer = Z3_solver_check(z3, s);
  Z3_solver_dec_ref(z3, s);
  g_assert_cmpint(answer, !=, Z3_L_UNDEF);
  return answer == Z3_L_TRUE;
}

/* A variable of which the facts say that it has this value: nothing folds. */
static Word variable(Words *w, WordKind kind, guint width, guint64 bits) {
  Word v = word_fresh(w, kind, width);
  words_add_fact(w, v.ast, Z3_mk_eq(w->z3, v.ast, word_const(w, kind, width, bits).ast));
  return v;
}

static guint64 machine(TermOp op, guint width, guint64 param, const guint64 *args, const guint *widths,
                       guint n) {
  guint64 result = 0;
  g_assert_true(term_fold(op, width, param, args, widths, n, &result));
  return result;
}

static gboolean is_compare(TermOp op) { return op >= TERM_EQ && op <= TERM_SLE; }

static void check(Words *w, TermOp op, guint width, guint64 param, const Word *args, const guint64 *bits,
                  const guint *widths, guint n, WordKind kind) {
  guint64 expected = machine(op, width, param, bits, widths, n);
  Word e = word_apply(w, op, width, param, args, n, width == 1 ? WORD_BOOL : kind);
  g_assert_cmpuint(e.width, ==, width);
  if (!allows(w, e, expected))
    g_error("%s on %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT " as kind %d excludes %" G_GUINT64_FORMAT,
            term_op_name(op), bits[0], n > 1 ? bits[1] : 0, kind, expected);
  if (kind == WORD_BITS) g_assert_false(allows(w, e, width == 1 ? !expected : expected ^ 1));
}

static Z3_context new_context(void) {
  Z3_config config = Z3_mk_config();
  Z3_context z3 = Z3_mk_context(config);
  Z3_del_config(config);
  return z3;
}

static void check_pair(guint64 a, guint64 b, WordKind kind, gboolean known) {
  Z3_context z3 = new_context();
  for (guint i = 0; i < G_N_ELEMENTS(binary); i++) {
    Words w;
    words_init(&w, z3);
    w.n_fresh = i * 1000;
    guint64 bits[2] = {a, b};
    guint widths[2] = {8, 8};
    Word args[2] = {variable(&w, kind, 8, a), known ? word_const(&w, kind, 8, b) : variable(&w, kind, 8, b)};
    check(&w, binary[i], is_compare(binary[i]) ? 1 : 8, 0, args, bits, widths, 2, kind);
    words_clear(&w);
  }
  Z3_del_context(z3);
}

static void test_binary(void) {
  for (guint k = 0; k < G_N_ELEMENTS(kinds); k++)
    for (guint i = 0; i < G_N_ELEMENTS(values); i++)
      for (guint j = (i + k) % 9; j < G_N_ELEMENTS(values); j += 9)
        check_pair(values[i], values[j], kinds[k], (i + j / 3) % 2);
}

static void test_widths(void) {
  for (guint k = 0; k < G_N_ELEMENTS(kinds); k++)
    for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
      Z3_context z3 = new_context();
      Words w;
      words_init(&w, z3);
      guint width = 8;
      Word a = variable(&w, kinds[k], 8, values[i]);
      check(&w, TERM_NOT, 8, 0, &a, &values[i], &width, 1, kinds[k]);
      check(&w, TERM_ZEXT, 12, 0, &a, &values[i], &width, 1, kinds[k]);
      check(&w, TERM_SEXT, 12, 0, &a, &values[i], &width, 1, kinds[k]);
      for (guint low = 0; low < 5; low++) {
        check(&w, TERM_EXTRACT, 3, low, &a, &values[i], &width, 1, kinds[k]);
        check(&w, TERM_EXTRACT, 1, low, &a, &values[i], &width, 1, kinds[k]);
      }
      words_clear(&w);
      Z3_del_context(z3);
    }
}

/* What integers must not lose: sums that fit, comparisons, remainders. */
static void test_exact(void) {
  static const struct {
    TermOp op;
    guint64 a, b, not ;
  } exact[] = {{TERM_ADD, 3, 4, 8},    {TERM_ADD, 5, 255, 5},   {TERM_SUB, 9, 4, 6},  {TERM_UREM, 100, 7, 3},
               {TERM_SREM, 249, 3, 1}, {TERM_AND, 0x2b, 7, 2},  {TERM_SHL, 3, 2, 13}, {TERM_LSHR, 200, 3, 24},
               {TERM_ASHR, 254, 1, 0}, {TERM_SDIV, 249, 2, 252}};
  Z3_context z3 = new_context();
  for (guint i = 0; i < G_N_ELEMENTS(exact); i++) {
    Words w;
    words_init(&w, z3);
    w.n_fresh = i * 1000;
    Word args[2] = {variable(&w, WORD_SIGNED, 8, exact[i].a), word_const(&w, WORD_SIGNED, 8, exact[i].b)};
    Word e = word_apply(&w, exact[i].op, 8, 0, args, 2, WORD_SIGNED);
    g_assert_false(allows(&w, e, exact[i].not ));
    words_clear(&w);
  }
  Z3_del_context(z3);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/words/binary", test_binary);
  g_test_add_func("/words/widths", test_widths);
  g_test_add_func("/words/exact", test_exact);
  return g_test_run();
}
