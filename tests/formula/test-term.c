/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms: whatever the constructors simplify must keep its value; what they promise to simplify must be
 * simple. */
#include "tests/helpers/random-terms.h"
#include <math.h>
#include <string.h>
#include "formula/solver.h"

static void check_values(const GArray *nodes, const Model *m) {
  NaiveValue *values = naive_values(nodes, m);
  Evaluator *e = evaluator_new(m);
  for (guint i = 0; i < nodes->len; i++) {
    const NaiveNode *n = &g_array_index(nodes, NaiveNode, i);
    if (n->index_width) continue;
    guint64 value = evaluator_value(e, n->term);
    gint64 smin, smax;
    if (value != values[i].cell[0])
      g_test_message("operation %s, width %u, node %u", term_op_name(n->op), n->width, i);
    g_assert_cmpuint(value, ==, values[i].cell[0]);
    g_assert_cmpuint(value, >=, n->term->umin);
    g_assert_cmpuint(value, <=, n->term->umax);
    term_signed_range(n->term, &smin, &smax);
    g_assert_cmpint(term_signed(value, n->width), >=, smin);
    g_assert_cmpint(term_signed(value, n->width), <=, smax);
  }
  evaluator_free(e);
  g_free(values);
}

static void check_plan(guint seed, guint n_trials, const RandomPlan *plan) {
  GRand *rand = g_rand_new_with_seed(seed);
  for (guint trial = 0; trial < n_trials; trial++) {
    GArray *nodes = random_terms(rand, plan);
    for (guint i = 0; i < 12; i++) {
      Model *m = random_model(rand, nodes);
      check_values(nodes, m);
      model_free(m);
    }
    g_array_free(nodes, TRUE);
    term_store_clear();
  }
  g_rand_free(rand);
}

static void test_random_small(void) {
  static const guint widths[] = {1, 1, 1, 2, 3, 4, 5, 8, 0};
  check_plan(1, 4000, &(RandomPlan){.n_nodes = 60, .with_havoc = TRUE, .widths = widths});
}

static void test_random_booleans(void) {
  static const guint widths[] = {1, 1, 1, 1, 2, 0};
  check_plan(2, 4000, &(RandomPlan){.n_nodes = 80, .widths = widths});
}

static void test_random_words(void) {
  static const guint widths[] = {1, 8, 16, 32, 32, 64, 0};
  check_plan(3, 3000, &(RandomPlan){.n_nodes = 60, .widths = widths});
}

static void test_random_floats(void) {
  static const guint widths[] = {1, 8, 32, 32, 64, 64, 0};
  check_plan(4, 3000, &(RandomPlan){.n_nodes = 60, .with_floats = TRUE, .widths = widths});
}

static void test_random_arrays(void) {
  static const guint widths[] = {1, 3, 3, 8, 8, 0};
  check_plan(5, 3000,
             &(RandomPlan){.n_nodes = 60, .with_arrays = TRUE, .with_havoc = TRUE, .widths = widths});
}

static const Term *input(guint site, guint width) { return term_input((InputKey){site, 1, 0}, width); }

static void test_input_keys(void) {
  InputKey key = {0xfffff, 0xabcde, 0x123456}, back = input_key_unpack(input_key_pack(key));
  g_assert_cmpuint(back.site, ==, key.site);
  g_assert_cmpuint(back.occurrence, ==, key.occurrence);
  g_assert_cmpuint(back.offset, ==, key.offset);
}

static void test_guards_stay_small(void) {
  const Term *a = input(1, 1), *b = input(2, 1), *c = input(3, 1);
  const Term *x = input(4, 32), *y = input(5, 32);
  const Term *less = term_binary(TERM_ULT, x, y);
  g_assert_true(term_not(less) == term_binary(TERM_ULE, y, x));
  g_assert_true(term_is_false(term_and(less, term_binary(TERM_ULE, y, x))));
  g_assert_true(term_or(term_and(a, b), term_and(a, term_not(b))) == a);
  g_assert_true(term_or(term_and(a, b), term_and(a, c)) == term_and(a, term_or(b, c)));
  g_assert_true(term_and(a, term_or(a, b)) == a);
  g_assert_true(term_and(a, term_or(term_not(a), b)) == term_and(a, b));
  g_assert_true(term_and(a, term_not(term_and(a, b))) == term_and(a, term_not(b)));
  const Term *three[] = {term_and(a, b), c, term_and(a, term_not(b))};
  g_assert_true(term_or_n(three, 3) == term_or(a, c));
  g_assert_true(term_is_true(term_and_n(NULL, 0)));
  term_store_clear();
}

static const Term *compare(TermOp op, gint64 low, const Term *x) {
  return term_binary(op, term_const(x->width, (guint64)low), x);
}

/* The i-th comparison of x with a constant. */
static const Term *comparison(const Term *x, guint i) {
  static const TermOp ops[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
  const Term *c = term_const(x->width, i % 16);
  const Term *t = i / 16 % 2 ? term_binary(ops[i / 32 % 5], x, c) : term_binary(ops[i / 32 % 5], c, x);
  return i / 160 ? term_not(t) : t;
}

/* Any two comparisons with constants, and a third beside one of them. */
static void test_pairs_of_bounds(void) {
  const Term *x = input(1, 4), *b = input(2, 1);
  for (guint i = 0; i < 160; i++)
    for (guint k = 0; k < 320; k++) {
      const Term *p = comparison(x, i), *q = comparison(x, k);
      const Term *both = term_and(p, q), *either = term_or(p, q), *beside = term_and(p, term_or(q, b)),
                 *within = term_or(p, term_and(q, b));
      for (guint v = 0; v < 32; v++) {
        Model *m = model_new();
        model_set(m, x, v % 16);
        model_set(m, b, v / 16);
        const gboolean at_p = term_eval(p, m) != 0, at_q = term_eval(q, m) != 0;
        g_assert_cmpint(term_eval(both, m) != 0, ==, at_p && at_q);
        g_assert_cmpint(term_eval(either, m) != 0, ==, at_p || at_q);
        g_assert_cmpint(term_eval(beside, m) != 0, ==, at_p && (at_q || v / 16));
        g_assert_cmpint(term_eval(within, m) != 0, ==, at_p || (at_q && v / 16));
        model_free(m);
      }
    }
  term_store_clear();
}

/* Of comparisons with constants only those stay that others do not decide, however many there were. */
static void test_bounds_decide_bounds(void) {
  const Term *x = input(1, 32), *b = input(2, 1), *path = term_bool(TRUE);
  for (gint64 i = -20; i < 500; i++) path = term_and(path, compare(TERM_SLT, i, x));
  g_assert_true(path == compare(TERM_SLT, 499, x));
  const Term *five = term_eq(x, term_const(32, 5)), *above = compare(TERM_SLT, 3, x);
  g_assert_cmpuint(term_and(above, five)->n_args, ==, 2); /* what others may share stays */
  g_assert_true(term_or(above, five) == above);
  g_assert_true(term_is_false(term_and(five, compare(TERM_SLT, 7, x))));
  g_assert_true(term_is_true(term_or(above, term_binary(TERM_SLE, x, term_const(32, 3)))));
  g_assert_true(term_and(compare(TERM_SLT, 5, x), term_not(five)) == compare(TERM_SLT, 5, x));
  g_assert_true(term_or(term_not(five), compare(TERM_SLT, 7, x)) == term_not(five));
  g_assert_true(term_is_true(term_or(term_not(five), above)));
  g_assert_true(term_and(compare(TERM_SLT, 7, x), term_or(above, b)) == compare(TERM_SLT, 7, x));
  g_assert_true(term_or(above, term_and(compare(TERM_SLT, 7, x), b)) == above);
  const Term *nine = term_eq(x, term_const(32, 9)), *others = term_not(term_or(five, term_eq(x, term_const(32, 7))));
  g_assert_true(term_and(nine, others) == nine);
  g_assert_true(term_is_false(term_and(nine, term_not(term_or(nine, b)))));
  g_assert_true(term_is_true(term_or(b, term_not(term_and(b, nine)))));
  /* ranges of one value */
  const Term *zero = term_const(32, 0), *any = term_const(32, G_MAXUINT32), *none = term_binary(TERM_ULE, x, zero);
  g_assert_true(term_is_false(term_and(term_not(term_eq(x, zero)), none)));
  g_assert_true(term_is_true(term_or(term_eq(x, any), term_binary(TERM_ULT, x, any))));
  /* a number that is above 3 as signed may be anything as unsigned, and negative ones are large */
  const Term *large = compare(TERM_ULT, 3, x);
  g_assert_cmpuint(term_and(above, large)->n_args, ==, 2);
  const Term *negative = term_eq(x, term_const(32, (guint64)-2));
  g_assert_true(term_or(large, negative) == large);
  g_assert_true(term_is_false(term_and(above, negative)));
  term_store_clear();
}

/* Sums, products and quotients of small signed numbers stay small, however many there are. */
static void test_signed_bounds(void) {
  const Term *sum = term_const(32, 0);
  for (guint i = 1; i <= 100; i++) sum = term_binary(TERM_ADD, sum, term_sext(input(i, 8), 32));
  g_assert_cmpint(sum->smin, ==, -12800);
  g_assert_cmpint(sum->smax, ==, 12700);
  const Term *twice = term_binary(TERM_MUL, sum, term_const(32, 2));
  g_assert_true(term_is_true(term_binary(TERM_SLT, twice, term_const(32, 25401))));
  const Term *tenth = term_binary(TERM_SDIV, sum, term_const(32, 1000)), *rest = term_binary(TERM_SREM, sum, term_const(32, 7));
  g_assert_cmpint(tenth->smin, ==, -12);
  g_assert_cmpint(tenth->smax, ==, 12);
  g_assert_cmpint(rest->smin, ==, -6);
  g_assert_cmpint(rest->smax, ==, 6);
  const Term *any = input(101, 32), *wraps = term_binary(TERM_ADD, any, term_const(32, 1));
  g_assert_cmpint(wraps->smin, ==, G_MININT32);
  term_store_clear();
}

static void test_choices_are_seen_through(void) {
  const Term *c = input(1, 1), *d = input(2, 1), *x = input(3, 32);
  const Term *one = term_const(32, 1), *zero = term_const(32, 0);
  const Term *as_int = term_zext(c, 32);
  g_assert_true(term_eq(as_int, one) == c);
  g_assert_true(term_not(term_eq(as_int, zero)) == c);
  g_assert_true(term_binary(TERM_SLT, zero, as_int) == c);
  g_assert_true(term_extract(as_int, 0, 1) == c);
  const Term *tree = term_ite(c, term_const(32, 5), term_ite(d, term_const(32, 7), term_const(32, 9)));
  g_assert_true(term_eq(tree, term_const(32, 9)) == term_and(term_not(c), term_not(d)));
  g_assert_true(term_binary(TERM_SLT, term_binary(TERM_ADD, tree, one), term_const(32, 7)) == c);
  g_assert_true(term_eq(term_ite(c, one, x), zero) == term_and(term_not(c), term_eq(x, zero)));
  g_assert_true(term_ite(c, x, term_ite(d, x, one)) == term_ite(term_or(c, d), x, one));
  term_store_clear();
}

static void test_parts_join(void) {
  const Term *x = input(1, 32), *joined = term_extract(x, 0, 8);
  for (guint i = 1; i < 4; i++) joined = term_concat(term_extract(x, 8 * i, 8), joined);
  g_assert_true(joined == x);
  const Term *y = term_binary(TERM_ADD, x, term_const(32, 3));
  g_assert_true(term_eq(y, term_const(32, 2)) == term_eq(x, term_const(32, 0xffffffff)));
  g_assert_true(term_binary(TERM_SUB, y, term_const(32, 3)) == x);
  g_assert_true(term_is_false(term_eq(x, y)));
  term_store_clear();
}

/* Every part of every masked or shifted value of five bits. */
static void test_parts_of_masks(void) {
  static const TermOp ops[] = {TERM_AND, TERM_OR, TERM_XOR, TERM_SHL, TERM_LSHR, TERM_ASHR};
  const Term *x = input(1, 5);
  Model *m = model_new();
  for (guint i = 0; i < G_N_ELEMENTS(ops) * 32; i++) {
    guint64 k = i % 32;
    const Term *t = term_binary(ops[i / 32], x, term_const(5, k));
    for (guint v = 0; v < 32; v++) {
      model_set(m, x, v);
      guint64 whole = term_eval(t, m), expected;
      g_assert_true(term_fold(ops[i / 32], 5, 0, (guint64[]){v, k}, (guint[]){5, 5}, 2, &expected));
      g_assert_cmpuint(whole, ==, expected);
      for (guint low = 0; low < 5; low++)
        for (guint width = 1; low + width <= 5; width++)
          g_assert_cmpuint(term_eval(term_extract(t, low, width), m), ==, whole >> low & term_mask(width));
    }
  }
  model_free(m);
  term_store_clear();
}

static void test_memory_resolves(void) {
  const Term *memory = term_array(term_const(8, 0), 64), *x = input(1, 8), *i = input(2, 64);
  for (guint k = 0; k < 100; k++)
    memory = term_store(memory, term_const(64, k), k == 50 ? x : term_const(8, k));
  g_assert_true(term_select(memory, term_const(64, 50)) == x);
  g_assert_true(term_is_const(term_select(memory, term_const(64, 1000))));
  const Term *twice = term_store(term_store(memory, i, x), i, term_const(8, 1));
  g_assert_true(twice == term_store(memory, i, term_const(8, 1)));
  g_assert_true(term_select(twice, i) == term_const(8, 1));
  term_store_clear();
}

/* A chain far deeper than any stack. */
static const Term *deep_term(guint depth) {
  const Term *x = input(1, 32), *t = x;
  for (guint i = 0; i < depth; i++)
    t = term_binary(TERM_XOR, term_binary(TERM_MUL, t, x), term_ite(input(2, 1), t, x));
  return t;
}

static void test_deep(void) {
  const Term *t = deep_term(200000), *root = term_eq(t, term_const(32, 1));
  Model *m = model_new();
  model_set(m, input(1, 32), 3);
  guint64 value = term_eval(t, m);
  g_assert_cmpuint(value, ==, term_eval(t, m));
  g_assert_cmpuint(term_dag_size(t, 1000), ==, 1000);
  GPtrArray *inputs = term_inputs(root);
  g_assert_cmpuint(inputs->len, ==, 2);
  GHashTable *map = g_hash_table_new(NULL, NULL);
  g_hash_table_insert(map, (gpointer)input(1, 32), (gpointer)term_const(32, 3));
  g_hash_table_insert(map, (gpointer)input(2, 1), (gpointer)term_bool(FALSE));
  const Term *image = term_substitute(t, map);
  g_assert_true(term_is_const(image));
  g_assert_cmpuint(image->param, ==, value);
  g_hash_table_destroy(map);
  g_ptr_array_free(inputs, TRUE);
  model_free(m);
  term_store_clear();
}

/* Rules that undo operations must not follow them down without end. */
static void test_deep_rules(void) {
  const Term *x = input(1, 32), *y = input(2, 32), *t = x, *u = y, *shared = input(3, 32),
             *guard = input(4, 1);
  for (guint i = 0; i < 300000; i++) {
    t = term_binary(TERM_XOR, term_binary(TERM_ADD, t, term_const(32, 1)), term_const(32, 7));
    u = term_binary(TERM_OR, term_binary(TERM_AND, u, term_const(32, 0xffffff0f)),
                    term_const(32, 0x10 << i % 2));
    shared = term_ite(term_eq(y, term_const(32, i)), term_const(32, i), term_binary(TERM_ADD, shared, x));
    guard = i % 2 ? term_and(guard, input(5 + i % 90, 1)) : term_or(guard, term_not(input(5 + i % 90, 1)));
  }
  Model *m = model_new();
  const Term *equal = term_eq(t, term_const(32, 5));
  g_assert_cmpuint(term_eval(equal, m), ==, term_eval(t, m) == 5);
  g_assert_cmpuint(term_eval(term_extract(u, 8, 8), m), ==, term_eval(u, m) >> 8 & 0xff);
  const Term *below = term_binary(TERM_ULT, shared, term_const(32, 9));
  g_assert_cmpuint(term_eval(below, m), ==, term_eval(shared, m) < 9);
  g_assert_cmpuint(term_eval(term_not(guard), m), ==, !term_eval(guard, m));
  model_free(m);
  term_store_clear();
}

static void test_postorder(void) {
  GRand *rand = g_rand_new_with_seed(6);
  static const guint widths[] = {1, 8, 32, 0};
  GArray *nodes = random_terms(rand, &(RandomPlan){.n_nodes = 200, .widths = widths});
  const Term *roots[] = {g_array_index(nodes, NaiveNode, 199).term,
                         g_array_index(nodes, NaiveNode, 150).term};
  GPtrArray *order = term_postorder(roots, 2);
  GHashTable *seen = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < order->len; i++) {
    const Term *t = g_ptr_array_index(order, i);
    for (guint j = 0; j < t->n_args; j++) g_assert_true(g_hash_table_contains(seen, t->args[j]));
    g_assert_true(g_hash_table_add(seen, (gpointer)t));
  }
  g_assert_true(g_hash_table_contains(seen, roots[0]) && g_hash_table_contains(seen, roots[1]));
  g_hash_table_destroy(seen);
  g_ptr_array_free(order, TRUE);
  g_array_free(nodes, TRUE);
  g_rand_free(rand);
  term_store_clear();
}

static void test_serial_round_trip(void) {
  GRand *rand = g_rand_new_with_seed(7);
  static const guint widths[] = {1, 3, 8, 32, 64, 0};
  const RandomPlan plan = {
      .n_nodes = 80, .with_floats = TRUE, .with_arrays = TRUE, .with_havoc = TRUE, .widths = widths};
  for (guint trial = 0; trial < 300; trial++) {
    GArray *nodes = random_terms(rand, &plan);
    GPtrArray *terms = g_ptr_array_new();
    for (guint i = 0; i < nodes->len; i++)
      g_ptr_array_add(terms, (gpointer)g_array_index(nodes, NaiveNode, i).term);
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8 *)"x", 1);
    term_write(bytes, (const Term *const *)terms->pdata, terms->len);
    gsize position = 1;
    guint n = 0;
    const Term **back = term_read(bytes->data, bytes->len, &position, &n);
    g_assert_nonnull(back);
    g_assert_cmpuint(n, ==, terms->len);
    g_assert_cmpuint(position, ==, bytes->len);
    for (guint i = 0; i < n; i++) g_array_index(nodes, NaiveNode, i).term = back[i];
    Model *m = random_model(rand, nodes);
    check_values(nodes, m);
    model_free(m);
    g_free(back);
    g_byte_array_free(bytes, TRUE);
    g_ptr_array_free(terms, TRUE);
    g_array_free(nodes, TRUE);
    term_store_clear();
  }
  g_rand_free(rand);
}

/* Cut or changed bytes give terms or NULL, never a crash. */
static void test_serial_malformed(void) {
  GRand *rand = g_rand_new_with_seed(8);
  static const guint widths[] = {1, 3, 8, 32, 0};
  const RandomPlan plan = {
      .n_nodes = 40, .with_floats = TRUE, .with_arrays = TRUE, .with_havoc = TRUE, .widths = widths};
  GArray *nodes = random_terms(rand, &plan);
  const Term *root = g_array_index(nodes, NaiveNode, 39).term;
  GByteArray *bytes = g_byte_array_new();
  term_write(bytes, &root, 1);
  for (guint size = 0; size < bytes->len; size++) {
    gsize position = 0;
    guint n;
    g_assert_null(term_read(bytes->data, size, &position, &n));
    g_assert_cmpuint(position, ==, 0);
  }
  for (guint trial = 0; trial < 20000; trial++) {
    guint8 *copy = g_memdup2(bytes->data, bytes->len);
    for (gint k = g_rand_int_range(rand, 1, 4); k > 0; k--)
      copy[g_rand_int_range(rand, 0, (gint32)bytes->len)] = (guint8)g_rand_int(rand);
    gsize position = 0;
    guint n;
    g_free(term_read(copy, bytes->len, &position, &n));
    g_free(copy);
  }
  g_byte_array_free(bytes, TRUE);
  g_array_free(nodes, TRUE);
  g_rand_free(rand);
  term_store_clear();
}

static void test_havoc_serials(void) {
  const Term *known = term_havoc(41, 8, 0), *fresh = term_fresh_havoc(8, 0);
  g_assert_true(known != fresh);
  g_assert_cmpuint(fresh->param, ==, 42);
  g_assert_true(fresh->has_havoc && !fresh->has_input);
  term_store_clear();
}

static void test_without_havoc(void) {
  const Term *a = input(1, 1), *h = term_fresh_havoc(32, 0), *x = input(2, 32);
  const Term *atom = term_eq(h, x), *t = term_and(a, atom);
  g_assert_true(term_without_havoc(t, TRUE) == a);
  g_assert_true(term_is_false(term_without_havoc(t, FALSE)));
  const Term *negated = term_or(a, term_not(atom));
  g_assert_true(term_is_true(term_without_havoc(negated, TRUE)));
  g_assert_true(term_without_havoc(negated, FALSE) == a);
  const Term *seldom = term_binary(TERM_ULT, term_ite(a, h, x), term_const(32, 5)); /* unknown where a */
  const Term *less = term_binary(TERM_ULT, x, term_const(32, 5));
  g_assert_true(solver_valid(term_eq(term_without_havoc(seldom, TRUE), term_or(a, less)), 0));
  g_assert_true(solver_valid(term_eq(term_without_havoc(seldom, FALSE), term_and(term_not(a), less)), 0));
  term_store_clear();
}

static const Term *double_const(double d) {
  guint64 bits;
  memcpy(&bits, &d, sizeof bits);
  return term_const(64, bits);
}

/* What is asked of a number that was an integer is asked of the integer, and its rounding stays. */
/* A product with 1 is its other factor, but for the bits of a NaN. */
static void test_products_with_one(void) {
  const Term *x = term_input((InputKey){1, 1, 0}, 64), *y = term_input((InputKey){2, 1, 0}, 64),
             *one = term_const(64, G_GUINT64_CONSTANT(0x3ff0000000000000)), *product = term_binary(TERM_FMUL, x, one),
             *sign = term_const(64, G_GUINT64_CONSTANT(1) << 63), *yes = term_input((InputKey){3, 1, 0}, 1);
  g_assert_true(product != x);
  g_assert_true(term_binary(TERM_FLT, product, y) == term_binary(TERM_FLT, x, y));
  g_assert_true(term_binary(TERM_FADD, y, product) == term_binary(TERM_FADD, y, x));
  g_assert_true(term_binary(TERM_FLE, term_binary(TERM_XOR, product, sign), y) ==
                term_binary(TERM_FLE, term_binary(TERM_XOR, x, sign), y));
  g_assert_true(term_binary(TERM_FEQ, term_ite(yes, product, y), y) == term_binary(TERM_FEQ, term_ite(yes, x, y), y));
  g_assert_true(term_eq(product, one) != term_eq(x, one)); /* of the bits */
  term_store_clear();
}

static void test_whole_floats(void) {
  static const double limits[] = {0, -0.0, 0.5, -1, 3, 16777216, 16777217, 16777219, -16777217.5, 2147483647, -2147483648.0,
                                  3e9, -3e9, INFINITY, -INFINITY};
  static const gint32 values[] = {0, 1, -1, 3, 16777216, 16777217, 16777218, 16777219, 16777220, -16777217, -16777218,
                                  -16777219, G_MAXINT32, G_MAXINT32 - 63, G_MAXINT32 - 64, G_MININT32, G_MININT32 + 1};
  const Term *x = input(1, 32), *single = term_make(TERM_SITOF, 32, 0, &x, 1);
  const Term *rounded = term_make(TERM_FCVT, 64, 0, &single, 1), *exact = term_make(TERM_SITOF, 64, 0, &x, 1);
  for (guint l = 0; l < G_N_ELEMENTS(limits); l++)
    for (guint v = 0; v < G_N_ELEMENTS(values); v++) {
      const Term *c = double_const(limits[l]);
      const double r = (double)(float)values[v], e = values[v];
      Model *m = model_new();
      model_set(m, x, (guint32)values[v]);
      g_assert_cmpuint(term_binary(TERM_FLT, rounded, c)->op, <, TERM_FADD);
      g_assert_cmpuint(term_eval(term_binary(TERM_FLT, rounded, c), m), ==, r < limits[l]);
      g_assert_cmpuint(term_eval(term_binary(TERM_FLE, c, rounded), m), ==, limits[l] <= r);
      g_assert_cmpuint(term_eval(term_binary(TERM_FEQ, c, rounded), m), ==, limits[l] == r);
      g_assert_cmpuint(term_eval(term_binary(TERM_FLE, exact, c), m), ==, e <= limits[l]);
      g_assert_cmpuint(term_eval(term_binary(TERM_FLT, c, exact), m), ==, limits[l] < e);
      model_free(m);
    }
  g_assert_true(term_make(TERM_FTOSI, 32, 0, &exact, 1) == x);
  g_assert_true(term_make(TERM_FTOSI, 64, 0, &exact, 1) == term_sext(x, 64));
  g_assert_true(term_make(TERM_FTOSI, 32, 0, &rounded, 1) != x);
  term_store_clear();
}

static void test_model(void) {
  const Term *x = input(1, 8), *y = input(2, 8);
  Model *m = model_new();
  guint64 value = 0;
  model_set(m, x, 300);
  Model *copy = model_copy(m);
  model_set(m, x, 1);
  g_assert_true(model_lookup(copy, x, &value));
  g_assert_cmpuint(value, ==, 44);
  g_assert_false(model_lookup(copy, y, &value));
  g_assert_cmpuint(model_size(copy), ==, 1);
  g_assert_cmpuint(term_eval(term_binary(TERM_ADD, x, y), m), ==, 1);
  model_free(m);
  model_free(copy);
  term_store_clear();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/term/input-keys", test_input_keys);
  g_test_add_func("/term/random/small", test_random_small);
  g_test_add_func("/term/random/booleans", test_random_booleans);
  g_test_add_func("/term/random/words", test_random_words);
  g_test_add_func("/term/random/floats", test_random_floats);
  g_test_add_func("/term/random/arrays", test_random_arrays);
  g_test_add_func("/term/guards-stay-small", test_guards_stay_small);
  g_test_add_func("/term/pairs-of-bounds", test_pairs_of_bounds);
  g_test_add_func("/term/bounds-decide-bounds", test_bounds_decide_bounds);
  g_test_add_func("/term/signed-bounds", test_signed_bounds);
  g_test_add_func("/term/choices-are-seen-through", test_choices_are_seen_through);
  g_test_add_func("/term/parts-join", test_parts_join);
  g_test_add_func("/term/parts-of-masks", test_parts_of_masks);
  g_test_add_func("/term/memory-resolves", test_memory_resolves);
  g_test_add_func("/term/deep", test_deep);
  g_test_add_func("/term/deep-rules", test_deep_rules);
  g_test_add_func("/term/postorder", test_postorder);
  g_test_add_func("/term/serial/round-trip", test_serial_round_trip);
  g_test_add_func("/term/serial/malformed", test_serial_malformed);
  g_test_add_func("/term/havoc-serials", test_havoc_serials);
  g_test_add_func("/term/without-havoc", test_without_havoc);
  g_test_add_func("/term/products-with-one", test_products_with_one);
  g_test_add_func("/term/whole-floats", test_whole_floats);
  g_test_add_func("/term/model", test_model);
  return g_test_run();
}
