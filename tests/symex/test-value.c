/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values: pointers as guarded targets against concrete addresses.  Each object gets a place in memory; an
 * operation on values, evaluated at an input point, must give what the same operation gives on the addresses.
 */
#include "symex/value.h"

enum { WIDTH = 32, OBJECTS = 4, POINTS = 40, ROOM = 64 };

typedef struct {
  Arena *arena;
  GRand *rand;
  Model *points[POINTS];
  guint n_inputs;
} Setting;

static const guint64 address_of[OBJECTS] = {0, 0x10000, 0x20000, 0x50000};

static Setting *new_setting(guint seed) {
  Setting *s = g_new0(Setting, 1);
  s->arena = arena_new();
  s->rand = g_rand_new_with_seed(seed);
  for (guint i = 0; i < POINTS; i++) s->points[i] = model_new();
  return s;
}

static void free_setting(Setting *s) {
  for (guint i = 0; i < POINTS; i++) model_free(s->points[i]);
  arena_free(s->arena);
  g_rand_free(s->rand);
  g_free(s);
}

static guint below(Setting *s, guint n) { return (guint)g_rand_int_range(s->rand, 0, (gint32)n); }

static const Term *fresh(Setting *s, guint width, guint n_values) {
  const Term *t = term_input((InputKey){0, ++s->n_inputs, 0}, width);
  for (guint i = 0; i < POINTS; i++) model_set(s->points[i], t, below(s, n_values));
  return t;
}

/* The object and offset that a value is at a point; exactly one guard must hold. */
static guint object_at(const Setting *s, guint point, Value v, guint64 *offset) {
  guint found = 0, object = 0;
  const PointerSet *p = value_targets(s->arena, v);
  g_assert_cmpuint(p->width, ==, value_width(v));
  for (guint i = 0; i < p->n; i++) {
    for (guint j = 0; j < i; j++) g_assert_cmpuint(p->targets[i].object, !=, p->targets[j].object);
    if (!term_eval(p->targets[i].guard, s->points[point])) continue;
    found++;
    object = p->targets[i].object;
    *offset = term_eval(p->targets[i].offset, s->points[point]);
  }
  g_assert_cmpuint(found, ==, 1);
  return object;
}

static guint64 number_at(const Setting *s, guint point, Value v) {
  guint64 offset = 0;
  guint object = object_at(s, point, v, &offset);
  return (address_of[object] + offset) & term_mask(WIDTH);
}

/* Pointers inside their objects, and plain numbers too small to be addresses. */
static Value random_value(Setting *s, guint depth) {
  if (depth == 0 || below(s, 3) == 0) {
    const Term *offset =
        below(s, 2) ? term_const(WIDTH, below(s, ROOM)) : term_zext(fresh(s, 8, ROOM), WIDTH);
    return value_pointer(s->arena, WIDTH, below(s, OBJECTS), offset);
  }
  return value_ite(s->arena, fresh(s, 1, 2), random_value(s, depth - 1), random_value(s, depth - 1));
}

static void test_ite(void) {
  for (guint seed = 1; seed <= 200; seed++) {
    Setting *s = new_setting(seed);
    Value a = random_value(s, 3), b = random_value(s, 3);
    const Term *c = fresh(s, 1, 2);
    Value joined = value_ite(s->arena, c, a, b);
    for (guint i = 0; i < POINTS; i++) {
      Value chosen = term_eval(c, s->points[i]) ? a : b;
      guint64 x = 0, y = 0;
      g_assert_cmpuint(object_at(s, i, joined, &x), ==, object_at(s, i, chosen, &y));
      g_assert_cmpuint(x, ==, y);
    }
    g_assert_true(value_same(value_ite(s->arena, c, a, a), a));
    g_assert_true(value_same(value_ite(s->arena, term_bool(TRUE), a, b), a));
    g_assert_true(value_same(value_ite(s->arena, term_bool(FALSE), a, b), b));
    g_assert_true(value_same(value_ite(s->arena, c, NO_VALUE, b), b));
    g_assert_true(value_same(value_ite(s->arena, c, a, NO_VALUE), a));
    free_setting(s);
  }
}

static gboolean holds(TermOp op, guint64 x, guint64 y) {
  return op == TERM_EQ    ? x == y
         : op == TERM_ULT ? x < y
         : op == TERM_ULE ? x <= y
         : op == TERM_SLT ? (gint32)x < (gint32)y
                          : (gint32)x <= (gint32)y;
}

/* All objects are there, with so much room. */
static const Term *around(gpointer data, const Target *t) {
  (void)data;
  if (t->object == NO_OBJECT) return term_bool(TRUE);
  return term_binary(TERM_ULE, t->offset, term_const(WIDTH, ROOM));
}

static const Term *compare(const Setting *s, TermOp op, Value a, Value b) {
  return value_compare(s->arena, op, a, b, around, NULL).bits;
}

/* Does acf claim to know how these two compare?  The order of different objects is not known, nor that of
 * addresses as signed numbers. */
static gboolean comparable(const Setting *s, guint point, TermOp op, Value a, Value b) {
  guint64 x, y;
  guint p = object_at(s, point, a, &x), q = object_at(s, point, b, &y);
  if (op == TERM_EQ || (p == NO_OBJECT && q == NO_OBJECT)) return TRUE;
  return op != TERM_SLT && op != TERM_SLE && (p == q || p == NO_OBJECT || q == NO_OBJECT);
}

/* No havoc may decide what is known, and what is known must be right: under both completions of the havocs.
 */
static void check_comparison(const Setting *s, TermOp op, Value a, Value b) {
  const Term *t = compare(s, op, a, b);
  const Term *must = term_without_havoc(t, FALSE), *may = term_without_havoc(t, TRUE);
  for (guint i = 0; i < POINTS; i++) {
    gboolean real = holds(op, number_at(s, i, a), number_at(s, i, b));
    if (term_eval(must, s->points[i])) g_assert_true(real || !comparable(s, i, op, a, b));
    if (!term_eval(may, s->points[i])) g_assert_true(!real || !comparable(s, i, op, a, b));
    if (!t->has_havoc) g_assert_true(comparable(s, i, op, a, b));
  }
  gboolean all_known = TRUE;
  for (guint i = 0; i < POINTS; i++) all_known &= comparable(s, i, op, a, b);
  if (op == TERM_EQ) g_assert_false(t->has_havoc);
  gboolean one = a.pointer && a.pointer->n == 1 && term_is_const(a.pointer->targets[0].offset);
  if (one && value_same(a, b) && all_known) g_assert_false(t->has_havoc);
}

static void test_compare(void) {
  const TermOp ops[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
  for (guint seed = 1; seed <= 100; seed++) {
    Setting *s = new_setting(seed);
    Value a = random_value(s, 2), b = random_value(s, 2);
    for (guint i = 0; i < G_N_ELEMENTS(ops); i++) {
      check_comparison(s, ops[i], a, b);
      check_comparison(s, ops[i], a, a);
    }
    free_setting(s);
  }
}

static void test_arithmetic(void) {
  for (guint seed = 1; seed <= 100; seed++) {
    Setting *s = new_setting(seed);
    Value p = random_value(s, 3), n = value_bits(term_sext(fresh(s, 8, 256), WIDTH));
    Value sum = value_apply(s->arena, TERM_ADD, WIDTH, 0, (Value[]){p, n}, 2);
    Value swapped = value_apply(s->arena, TERM_ADD, WIDTH, 0, (Value[]){n, p}, 2);
    Value less = value_apply(s->arena, TERM_SUB, WIDTH, 0, (Value[]){p, n}, 2);
    Value back = value_apply(s->arena, TERM_SUB, WIDTH, 0, (Value[]){sum, p}, 2);
    for (guint i = 0; i < POINTS; i++) {
      guint64 x = number_at(s, i, p), y = term_eval(n.bits, s->points[i]);
      g_assert_cmpuint(number_at(s, i, sum), ==, (x + y) & term_mask(WIDTH));
      g_assert_cmpuint(number_at(s, i, swapped), ==, (x + y) & term_mask(WIDTH));
      g_assert_cmpuint(number_at(s, i, less), ==, (x - y) & term_mask(WIDTH));
    }
    if (!p.pointer || p.pointer->n == 1) /* both are in the one object: the distance is known */
      for (guint i = 0; i < POINTS; i++)
        g_assert_cmpuint(term_eval(back.bits, s->points[i]), ==, term_eval(n.bits, s->points[i]));
    free_setting(s);
  }
}

/* Addresses are never known, and stay pointers where only their type changes. */
static void test_numbers(void) {
  Setting *s = new_setting(1);
  Value p = value_pointer(s->arena, WIDTH, 2, term_const(WIDTH, 5)), seven = value_bits(term_const(WIDTH, 7));
  g_assert_true(value_number(p)->has_havoc);
  g_assert_true(value_number(seven) == seven.bits);
  g_assert_true(value_pointer(s->arena, WIDTH, NO_OBJECT, seven.bits).bits == seven.bits);
  g_assert_true(value_same(value_apply(s->arena, TERM_EXTRACT, WIDTH, 0, &p, 1), p));
  g_assert_true(value_same(value_apply(s->arena, TERM_ZEXT, WIDTH, 0, &p, 1), p));
  g_assert_true(value_apply(s->arena, TERM_EXTRACT, 8, 0, &p, 1).bits->has_havoc);
  g_assert_true(value_apply(s->arena, TERM_XOR, WIDTH, 0, (Value[]){p, seven}, 2).bits->has_havoc);
  Value large = value_bits(fresh(s, WIDTH, 100)); /* may be an address, for all one knows */
  const Term *equal = compare(s, TERM_EQ, p, large);
  const Term *less = compare(s, TERM_ULT, large, p);
  g_assert_true(equal->has_havoc && less->has_havoc);
  for (guint i = 0; i < POINTS; i++) { /* but at these points it is below 100 */
    g_assert_false(term_eval(term_without_havoc(equal, TRUE), s->points[i]));
    g_assert_true(term_eval(term_without_havoc(less, FALSE), s->points[i]));
  }
  g_assert_true(term_is_false(compare(s, TERM_EQ, p, seven)));
  Value choice[] = {value_bits(fresh(s, 1, 2)), p, seven};
  g_assert_cmpuint(value_apply(s->arena, TERM_ITE, WIDTH, 0, choice, 3).pointer->n, ==, 2);
  g_assert_true(value_apply(s->arena, TERM_MUL, WIDTH, 0, (Value[]){seven, seven}, 2).bits ==
                term_const(WIDTH, 49));
  free_setting(s);
}

/* Away from its object, a pointer may have wrapped: p + n < p is what programs ask to find out. */
static void test_wrapped(void) {
  Setting *s = new_setting(1);
  Value p = value_pointer(s->arena, WIDTH, 2, term_const(WIDTH, 0));
  const guint64 steps[] = {ROOM, ROOM + 1, G_MAXINT32, G_MAXUINT32};
  for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
    Value q = value_add(s->arena, p, term_const(WIDTH, steps[i]));
    g_assert_cmpint(compare(s, TERM_ULT, q, p)->has_havoc, ==, i > 0);
    g_assert_cmpint(compare(s, TERM_ULE, p, q)->has_havoc, ==, i > 0);
    g_assert_true(term_is_false(compare(s, TERM_EQ, p, q)));
    Value seven = value_bits(term_const(WIDTH, 7)); /* an address that wrapped may be small */
    g_assert_cmpint(compare(s, TERM_ULT, q, seven)->has_havoc, ==, i > 0);
  }
  free_setting(s);
}

/* Pointers into one object are not apart, those into different ones and small numbers are. */
static void test_apart(void) {
  for (guint seed = 1; seed <= 100; seed++) {
    Setting *s = new_setting(seed);
    Value a = random_value(s, 2), b = random_value(s, 2);
    const Term *apart = term_without_havoc(value_apart(s->arena, a, b), TRUE);
    for (guint i = 0; i < POINTS; i++) {
      guint64 x, y;
      guint p = object_at(s, i, a, &x), q = object_at(s, i, b, &y);
      g_assert_cmpuint(term_eval(apart, s->points[i]), ==, p == NO_OBJECT || p != q);
    }
    free_setting(s);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/value/ite", test_ite);
  g_test_add_func("/value/compare", test_compare);
  g_test_add_func("/value/arithmetic", test_arithmetic);
  g_test_add_func("/value/numbers", test_numbers);
  g_test_add_func("/value/wrapped", test_wrapped);
  g_test_add_func("/value/apart", test_apart);
  return g_test_run();
}
