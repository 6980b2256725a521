/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States: what they claim to know of terms, against all input values there are. */
#include "symex/memory.h"
#include <string.h>

enum { INPUTS = 3, BITS = 3, POINTS = 1 << (INPUTS * BITS), TERMS = 24, CONDITIONS = 40 };

typedef struct {
  Memory memory;
  GRand *rand;
  const Term *inputs[INPUTS];
  Evaluator *at[POINTS];
  Model *points[POINTS];
  const Term *terms[TERMS];
  const Term *conditions[CONDITIONS];
} World;

static guint below(World *w, guint n) { return (guint)g_rand_int_range(w->rand, 0, (gint32)n); }

static gboolean holds(const World *w, const Term *t, guint point) {
  return evaluator_value(w->at[point], t) != 0;
}

/* Terms of the shapes that facts are passed through, of widths near the inputs'. */
static const Term *random_term(World *w, guint i) {
  if (i < INPUTS) return w->inputs[i];
  const Term *a = w->terms[below(w, i)], *b = w->terms[below(w, i)];
  switch (below(w, 10)) {
  case 0: return a->width < 8 ? term_zext(a, a->width + 1 + below(w, 3)) : a;
  case 1: return a->width < 8 ? term_sext(a, a->width + 1 + below(w, 3)) : a;
  case 2: return term_binary(TERM_ADD, a, term_const(a->width, below(w, 256)));
  case 3: return term_const(a->width, below(w, 256));
  case 4: return a->width == b->width ? term_binary(TERM_SUB, a, b) : term_unary(TERM_NOT, a);
  case 5: return a->width == b->width ? term_binary(TERM_XOR, a, b) : a;
  case 6: return term_binary(TERM_MUL, a, term_const(a->width, below(w, 6)));
  case 7: return term_binary(TERM_SHL, a, term_const(a->width, below(w, 3)));
  case 8:
    return a->width == b->width
               ? term_ite(term_eq(a, w->inputs[0]->width == a->width ? w->inputs[0] : b), a, b)
               : a;
  case 9: return a->width > 2 ? term_extract(a, 0, a->width - 1) : a;
  default: return a->width > 2 ? term_extract(a, 1, a->width - 1) : a;
  }
}

static const Term *random_condition(World *w, guint i) {
  if (i > 4 && below(w, 3) == 0) {
    const Term *a = w->conditions[below(w, i)], *b = w->conditions[below(w, i)];
    guint kind = below(w, 4);
    return kind == 0   ? term_not(a)
           : kind == 1 ? term_or(a, b)
           : kind == 2 ? term_and(a, b)
                       : term_ite(a, b, term_not(b));
  }
  const Term *a = w->terms[below(w, TERMS)], *b = w->terms[below(w, TERMS)];
  if (a->width != b->width) b = term_const(a->width, below(w, 256));
  TermOp op = (TermOp)(TERM_EQ + below(w, 5));
  return op == TERM_EQ ? term_eq(a, b) : term_binary(op, a, b);
}

/* With sites for all that is counted. */
static Program *new_program(void) {
  Program *p = program_new("none.c", 32);
  const InputSite site = {.kind = SITE_NONDET, .type = "char", .width = 8};
  for (guint i = 0; i < 6; i++) program_add_site(p, &site);
  return p;
}

static World *new_world(guint seed) {
  World *w = g_new0(World, 1);
  w->memory = (Memory){.arena = arena_new(), .program = new_program(), .inputs = g_hash_table_new(NULL, NULL)};
  w->rand = g_rand_new_with_seed(seed);
  for (guint i = 0; i < INPUTS; i++) w->inputs[i] = term_input((InputKey){i, 1, 0}, BITS);
  for (guint p = 0; p < POINTS; p++) {
    w->points[p] = model_new();
    for (guint i = 0; i < INPUTS; i++) model_set(w->points[p], w->inputs[i], p >> (i * BITS) & 7);
    w->at[p] = evaluator_new(w->points[p]);
  }
  for (guint i = 0; i < TERMS; i++) w->terms[i] = random_term(w, i);
  for (guint i = 0; i < CONDITIONS; i++) w->conditions[i] = random_condition(w, i);
  return w;
}

static void free_world(World *w) {
  for (guint p = 0; p < POINTS; p++) {
    evaluator_free(w->at[p]);
    model_free(w->points[p]);
  }
  arena_free(w->memory.arena);
  program_free((Program *)w->memory.program);
  g_hash_table_unref(w->memory.inputs);
  g_rand_free(w->rand);
  g_free(w);
  pmap_clear_all();
}

/* Every decision and every range must be right at each point that the state is reached with.  Returns how
 * many conditions are decided. */
static guint check_facts(const World *w, const State *s, const gboolean *reached) {
  guint decided = 0;
  for (guint c = 0; c < CONDITIONS; c++) {
    int d = state_decide(s, w->conditions[c]);
    decided += d >= 0;
    for (guint p = 0; d >= 0 && p < POINTS; p++)
      if (reached[p]) g_assert_cmpint(d, ==, holds(w, w->conditions[c], p));
  }
  for (guint t = 0; t < TERMS; t++) {
    Range r = state_range(s, w->terms[t]);
    for (guint p = 0; p < POINTS; p++) {
      if (!reached[p]) continue;
      guint64 v = evaluator_value(w->at[p], w->terms[t]);
      gint64 sv = term_signed(v, w->terms[t]->width);
      g_assert_true(r.umin <= v && v <= r.umax && r.smin <= sv && sv <= r.smax);
    }
  }
  return decided;
}

static void check_path(const World *w, const State *s, const gboolean *reached) {
  const Term *full = path_full(s->path);
  for (guint p = 0; p < POINTS; p++) g_assert_cmpint(holds(w, full, p), ==, reached[p]);
}

/* Assumes up to n random conditions that leave some point. */
static void walk(World *w, State *s, gboolean *reached, guint n) {
  for (guint i = 0; i < n; i++) {
    const Term *c = w->conditions[below(w, CONDITIONS)];
    gboolean any = FALSE;
    for (guint p = 0; p < POINTS; p++) any |= reached[p] && holds(w, c, p);
    if (!any) continue;
    state_assume(w->memory.arena, s, c);
    for (guint p = 0; p < POINTS; p++) reached[p] = reached[p] && holds(w, c, p);
  }
}

static void everywhere(gboolean *reached) {
  for (guint p = 0; p < POINTS; p++) reached[p] = TRUE;
}

static void test_facts(void) {
  guint decided = 0;
  for (guint seed = 1; seed <= 150; seed++) {
    World *w = new_world(seed);
    for (guint run = 0; run < 6; run++) {
      gboolean reached[POINTS];
      everywhere(reached);
      State s = {.position = G_MAXUINT};
      walk(w, &s, reached, 1 + run);
      check_path(w, &s, reached);
      decided += check_facts(w, &s, reached);
    }
    free_world(w);
  }
  g_assert_cmpuint(decided, >, 150 * 6 * CONDITIONS / 8); /* they do know something */
}

/* What was assumed is decided from then on. */
static void test_assumed(void) {
  for (guint seed = 1; seed <= 50; seed++) {
    World *w = new_world(seed);
    for (guint c = 0; c < CONDITIONS; c++) {
      State s = {.position = G_MAXUINT}, t = s, learned = s;
      state_assume(w->memory.arena, &s, w->conditions[c]);
      state_assume(w->memory.arena, &t, term_not(w->conditions[c]));
      state_learn(w->memory.arena, &learned, w->conditions[c]);
      g_assert_null(learned.path);
      if (term_is_const(w->conditions[c])) continue;
      g_assert_cmpint(state_decide(&s, w->conditions[c]), ==, 1);
      g_assert_cmpint(state_decide(&learned, w->conditions[c]), ==, 1);
      g_assert_cmpint(state_decide(&t, term_not(w->conditions[c])), ==, 1);
    }
    free_world(w);
  }
}

/* Values that differ on the two sides, joined: what is known of the joined value is right, and where the
 * sides know more than the joined state it is kept. */
static guint check_joined(World *w, const State *side, const State *joined, const Term *select,
                          const gboolean *both) {
  guint kept = 0;
  for (guint t = 0; t < TERMS; t++) {
    const Term *a = w->terms[t], *b = w->terms[below(w, TERMS)];
    if (a->width != b->width || a->width == 1) continue;
    State s = *joined;
    const Term *v = term_ite(select, b, a);
    Range before = state_range(&s, v);
    state_learn_joined(w->memory.arena, &s, value_bits(v), &side[0], value_bits(a), &side[1], value_bits(b));
    Range r = state_range(&s, v);
    kept += r.umax - r.umin < before.umax - before.umin;
    for (guint p = 0; p < POINTS; p++) {
      guint64 at = evaluator_value(w->at[p], v);
      gint64 sat = term_signed(at, v->width);
      if (both[p]) g_assert_true(r.umin <= at && at <= r.umax && r.smin <= sat && sat <= r.smax);
    }
    check_facts(w, &s, both);
  }
  return kept;
}

/* Two ways from one state, each with assumptions, input sites executed and memory written, joined again. */
static guint check_merge(World *w, const State *from, const gboolean *reached, const Term *branch) {
  Arena *arena = w->memory.arena;
  State side[2] = {*from, *from};
  gboolean on[2][POINTS], both[POINTS];
  guint times[2];
  for (guint b = 0; b < 2; b++) {
    const Term *c = b ? term_not(branch) : branch;
    for (guint p = 0; p < POINTS; p++) on[b][p] = reached[p] && holds(w, c, p);
    state_assume(arena, &side[b], c);
    walk(w, &side[b], on[b], below(w, 3));
    times[b] = below(w, 3);
    for (guint i = 0; i < times[b]; i++) state_count(&w->memory, &side[b], 5);
  }
  const Term *select;
  State s = side[0];
  state_merge(&w->memory, &s, &side[1], &select);
  for (guint p = 0; p < POINTS; p++) both[p] = on[0][p] || on[1][p];
  check_path(w, &s, both);
  check_facts(w, &s, both);
  const Term *next = memory_input(&w->memory, 5, state_count(&w->memory, &s, 5), 0, 8);
  for (guint p = 0; p < POINTS; p++) {
    if (!both[p]) continue;
    g_assert_cmpint(holds(w, select, p), ==, on[1][p]);
    Model *m = model_copy(w->points[p]);
    for (guint k = 1; k <= 4; k++) model_set(m, term_input((InputKey){5, k, 0}, 8), k);
    g_assert_cmpuint(term_eval(next, m), ==, times[on[1][p]] + 1);
    model_free(m);
  }
  return check_joined(w, side, &s, select, both);
}

static void test_merge(void) {
  guint kept = 0;
  for (guint seed = 1; seed <= 60; seed++) {
    World *w = new_world(seed);
    for (guint run = 0; run < 5; run++) {
      gboolean reached[POINTS];
      everywhere(reached);
      State s = {.position = G_MAXUINT};
      walk(w, &s, reached, run);
      const Term *branch = w->conditions[below(w, CONDITIONS)];
      if (state_decide(&s, branch) < 0) kept += check_merge(w, &s, reached, branch);
    }
    free_world(w);
  }
  g_assert_cmpuint(kept, >, 50);
}

/* After an if-then-else nothing of it is left on the path. */
static void test_diamond(void) {
  World *w = new_world(1);
  State s = {.position = 4}, t;
  state_assume(w->memory.arena, &s, term_eq(w->inputs[0], term_const(BITS, 2)));
  const Path *before = s.path;
  const Term *c = term_eq(w->inputs[1], w->inputs[2]), *select;
  t = s;
  state_assume(w->memory.arena, &s, c);
  state_assume(w->memory.arena, &t, term_not(c));
  t.position = 5;
  state_merge(&w->memory, &s, &t, &select);
  g_assert_true(s.path == before);
  g_assert_true(select == term_not(c));
  g_assert_cmpuint(s.position, ==, G_MAXUINT);
  g_assert_cmpint(state_decide(&s, c), ==, -1);
  g_assert_true(path_extend(w->memory.arena, s.path, term_bool(TRUE)) == before);
  g_assert_true(path_full(NULL) == term_bool(TRUE));
  free_world(w);
}

/* At full width the ends of the ranges are where arithmetic overflows. */
static void test_wide(void) {
  const guint64 ends[] = {0,
                          1,
                          2,
                          G_MAXINT64 - 1,
                          G_MAXINT64,
                          (guint64)G_MAXINT64 + 1,
                          (guint64)G_MAXINT64 + 2,
                          G_MAXUINT64 - 1,
                          G_MAXUINT64};
  enum { N = G_N_ELEMENTS(ends) };
  const Term *x = term_input((InputKey){0, 1, 0}, 64), *y = term_input((InputKey){1, 1, 0}, 64);
  g_autoptr(GRand) rand = g_rand_new_with_seed(3);
  for (guint round = 0; round < 3000; round++) {
    Arena *arena = arena_new();
    State s = {.position = G_MAXUINT};
    const Term *queries[8];
    for (guint i = 0; i < 8; i++) {
      const Term *c = term_const(64, ends[g_rand_int_range(rand, 0, N)]);
      const Term *l = g_rand_boolean(rand) ? x : term_binary(TERM_ADD, x, c),
                 *r = g_rand_int_range(rand, 0, 4) ? c : y;
      TermOp op = (TermOp)g_rand_int_range(rand, TERM_EQ, TERM_SLE + 1);
      const Term *q = g_rand_boolean(rand) ? term_binary(op, l, r) : term_binary(op, r, l);
      queries[i] = g_rand_boolean(rand) ? q : term_not(q);
      if (i < 3) state_assume(arena, &s, queries[i]);
    }
    Range range = state_range(&s, x);
    for (guint p = 0; p < N * N; p++) {
      Model *m = model_new();
      model_set(m, x, ends[p % N]);
      model_set(m, y, ends[p / N]);
      if (term_eval(path_full(s.path), m)) {
        g_assert_true(range.umin <= ends[p % N] && ends[p % N] <= range.umax);
        g_assert_true(range.smin <= (gint64)ends[p % N] && (gint64)ends[p % N] <= range.smax);
        for (guint i = 0; i < 8; i++) {
          int d = state_decide(&s, queries[i]);
          if (d >= 0) g_assert_cmpuint(term_eval(queries[i], m), ==, (guint64)d);
        }
      }
      model_free(m);
    }
    arena_free(arena);
    pmap_clear_all();
  }
}

static const Term *between(const Term *x, guint64 low, guint64 high) {
  return term_and(term_binary(TERM_SLE, term_const(x->width, low), x),
                  term_binary(TERM_SLE, x, term_const(x->width, high)));
}

/* A space or one of the characters from 9 to 13 is not the end of a file. */
static void test_alternatives(void) {
  World *w = new_world(1);
  const Term *c = term_input((InputKey){0, 1, 1}, 16), *d = term_input((InputKey){0, 1, 2}, 16);
  const Term *is_space = term_or(term_eq(c, term_const(16, 32)), between(c, 9, 13));
  State s = {.position = G_MAXUINT}, t = s, u = s;
  state_assume(w->memory.arena, &s, is_space);
  g_assert_cmpint(state_decide(&s, term_eq(c, term_const(16, 0xffff))), ==, 0);
  g_assert_cmpint(state_range(&s, c).smin, ==, 9);
  g_assert_cmpint(state_range(&s, c).smax, ==, 32);
  state_assume(w->memory.arena, &t, term_not(term_and(term_not(is_space), term_not(between(c, 40, 50)))));
  g_assert_cmpint(state_range(&t, c).smax, ==, 50);
  state_assume(w->memory.arena, &u, term_or(is_space, between(d, 1, 2))); /* either may be anything */
  g_assert_cmpint(state_range(&u, c).smin, ==, G_MININT16);
  g_assert_cmpint(state_range(&u, d).smin, ==, G_MININT16);
  free_world(w);
}

/* What is known already costs nothing. */
static void test_learned_once(void) {
  World *w = new_world(1);
  const Term *all = term_bool(TRUE);
  for (guint i = 0; i < 20; i++) {
    const Term *a = term_input((InputKey){1, i + 1, 0}, 1), *b = term_input((InputKey){2, i + 1, 0}, 1);
    all = term_and(term_not(term_or(term_not(all), a)), term_or(b, term_not(all)));
  }
  State s = {.position = G_MAXUINT};
  state_learn(w->memory.arena, &s, all);
  const PMap *facts = s.facts;
  state_learn(w->memory.arena, &s, all);
  g_assert_true(s.facts == facts);
  free_world(w);
}

/* A count of too many kinds is given up, not guessed. */
static void test_many_counts(void) {
  World *w = new_world(1);
  State s = {.position = G_MAXUINT};
  for (guint i = 0; i < 300; i++) {
    State t = s;
    const Term *c = term_eq(term_input((InputKey){9, i + 1, 0}, 8), term_const(8, 1)), *select;
    state_assume(w->memory.arena, &s, c);
    state_assume(w->memory.arena, &t, term_not(c));
    state_count(&w->memory, &t, 5);
    state_merge(&w->memory, &s, &t, &select);
  }
  g_assert_true(memory_input(&w->memory, 5, state_count(&w->memory, &s, 5), 0, 8)->has_havoc);
  free_world(w);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/state/facts", test_facts);
  g_test_add_func("/state/assumed", test_assumed);
  g_test_add_func("/state/merge", test_merge);
  g_test_add_func("/state/diamond", test_diamond);
  g_test_add_func("/state/wide", test_wide);
  g_test_add_func("/state/alternatives", test_alternatives);
  g_test_add_func("/state/learned-once", test_learned_once);
  g_test_add_func("/state/many-counts", test_many_counts);
  return g_test_run();
}
