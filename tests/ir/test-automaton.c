/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error automata: comparison and the way over a pipe. */
#include "ir/automaton.h"

static IrLoc place(const char *file, guint line) { return (IrLoc){g_intern_string(file), line, 3}; }

/* main has a loop at block 1 and the error at block 3. */
static Program *looping_program(void) {
  static const guint edges[][2] = {{1, 1}, {2, 3}, {1, 1}};
  Program *p = program_new("loop.c", 64);
  IrFunction *f = program_add_function(p, "main");
  for (guint i = 0; i < 4; i++) {
    IrBlock *b = function_add_block(f);
    b->term = i < 3 ? IR_BRANCH : IR_ERROR;
    b->n_succs = i < 3 ? 2 : 0;
    b->succs = i < 3 ? g_memdup2(edges[i], sizeof edges[i]) : NULL;
    b->cond = operand_const(1, 0);
  }
  function_link(f);
  return p;
}

static Automaton *iterations(guint n) {
  Automaton *a = automaton_new();
  automaton_add(a, 0, 0, place("loop.c", 1), 0);
  for (guint i = 0; i < n; i++) {
    automaton_add(a, 0, 1, place("loop.c", 2), 0);
    automaton_add(a, 0, 2, place("header.h", 3), 1);
  }
  automaton_add(a, 0, 1, place("loop.c", 2), 1);
  automaton_add(a, G_MAXUINT, G_MAXUINT, (IrLoc){0}, 5);
  a->error = (Failure){place("loop.c", 9), FAILURE_ASSERT};
  a->unrolling = n;
  return a;
}

static void test_compare(void) {
  Automaton *once = iterations(1), *again = iterations(1), *thrice = iterations(3), *never = iterations(0);
  g_assert_true(automaton_equal(once, again));
  again->unrolling = 7;
  g_assert_true(automaton_equal(once, again));
  g_assert_false(automaton_equal(once, thrice));
  g_assert_true(automaton_same_shape(once, thrice));
  g_assert_true(automaton_same_shape(thrice, once));
  g_assert_false(automaton_same_shape(once, never));
  g_assert_false(automaton_same_shape(never, once));
  again->error.loc.line++;
  g_assert_false(automaton_equal(once, again));
  g_assert_false(automaton_same_shape(once, again));
  again->error.loc.line--;
  again->error.kind = FAILURE_ERROR_CALL;
  g_assert_false(automaton_equal(once, again));
  g_assert_false(automaton_same_shape(once, again));
  again->error.kind = once->error.kind;
  g_array_index(again->steps, AutomatonStep, 1).successor++;
  g_assert_false(automaton_equal(once, again));
  g_assert_false(automaton_same_shape(once, again));
  automaton_free(once);
  automaton_free(again);
  automaton_free(thrice);
  automaton_free(never);
}

/* Steps that are joined cross the pipe so, and are not torn apart. */
static void test_choices(void) {
  Program *p = looping_program();
  Automaton *a = iterations(2);
  g_array_index(a->steps, AutomatonStep, 1).joined = TRUE;
  g_array_index(a->steps, AutomatonStep, 1).stays = TRUE;
  g_array_index(a->steps, AutomatonStep, 2).joined = TRUE;
  g_assert_cmpuint(automaton_choice_end(a, 0), ==, 1);
  g_assert_cmpuint(automaton_choice_end(a, 1), ==, 4);
  g_assert_cmpuint(automaton_choice_end(a, a->steps->len - 1), ==, a->steps->len);
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  automaton_write(bytes, a);
  gsize position = 0;
  Automaton *b = automaton_read(p, bytes->data, bytes->len, &position);
  g_assert_nonnull(b);
  g_assert_true(automaton_equal(a, b));
  g_array_index(b->steps, AutomatonStep, 1).stays = FALSE;
  g_assert_false(automaton_equal(a, b));
  Automaton *prefix = automaton_prefix(a, 3), *longer = automaton_prefix(a, 4);
  g_assert_cmpuint(prefix->steps->len, ==, 1);
  g_assert_cmpuint(longer->steps->len, ==, 4);
  automaton_free(prefix);
  automaton_free(longer);
  automaton_free(a);
  automaton_free(b);
  program_free(p);
}

static void test_places_only(void) {
  Automaton *a = automaton_new(), *b = automaton_new();
  g_assert_true(automaton_equal(a, b));
  g_assert_true(automaton_same_shape(a, b));
  automaton_add(a, G_MAXUINT, G_MAXUINT, place("a.c", 4), 0);
  automaton_add(b, G_MAXUINT, G_MAXUINT, place("a.c", 5), 0);
  g_assert_false(automaton_same_shape(a, b));
  automaton_free(a);
  automaton_free(b);
}

static void test_prefix(void) {
  Automaton *a = iterations(2), *copy = automaton_copy(a), *prefix = automaton_prefix(a, 3),
            *empty = automaton_prefix(a, 0);
  g_assert_true(automaton_equal(a, copy));
  g_assert_cmpuint(copy->unrolling, ==, 2);
  g_assert_cmpuint(prefix->steps->len, ==, 3);
  g_assert_cmpuint(prefix->error.loc.line, ==, 9);
  g_assert_cmpuint(g_array_index(prefix->steps, AutomatonStep, 2).block, ==, 2);
  g_assert_cmpuint(empty->steps->len, ==, 0);
  automaton_add(copy, 0, 0, place("loop.c", 1), 0);
  g_assert_false(automaton_equal(a, copy));
  automaton_free(a);
  automaton_free(copy);
  automaton_free(prefix);
  automaton_free(empty);
}

static void test_bytes(void) {
  Program *p = looping_program();
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  Automaton *sent[] = {iterations(2), automaton_new(), iterations(0)};
  for (guint i = 0; i < 3; i++) automaton_write(bytes, sent[i]);
  gsize position = 0;
  for (guint i = 0; i < 3; i++) {
    Automaton *received = automaton_read(p, bytes->data, bytes->len, &position);
    g_assert_nonnull(received);
    g_assert_true(automaton_equal(received, sent[i]));
    g_assert_cmpuint(received->unrolling, ==, sent[i]->unrolling);
    g_assert_true(received->error.loc.file == sent[i]->error.loc.file); /* interned */
    automaton_free(received);
    automaton_free(sent[i]);
  }
  g_assert_cmpuint(position, ==, bytes->len);
  g_assert_null(automaton_read(p, bytes->data, bytes->len, &position));
  g_assert_cmpuint(position, ==, bytes->len);
  program_free(p);
}

/* Cut off anywhere, an automaton is refused; with any byte changed, it is refused or still fits the program.
 */
static void test_malformed(void) {
  Program *p = looping_program();
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  Automaton *a = iterations(2);
  automaton_write(bytes, a);
  automaton_free(a);
  guint refused = 0;
  for (guint n = 0; n < bytes->len; n++) {
    gsize position = 0;
    g_autofree guint8 *cut = g_memdup2(bytes->data, MAX(n, 1));
    g_assert_null(automaton_read(p, cut, n, &position));
    g_assert_cmpuint(position, ==, 0);
    g_autofree guint8 *changed = g_memdup2(bytes->data, bytes->len);
    changed[n] ^= 0x81;
    Automaton *b = automaton_read(p, changed, bytes->len, &position);
    refused += !b;
    for (guint i = 0; b && i < b->steps->len; i++) {
      const AutomatonStep *step = &g_array_index(b->steps, AutomatonStep, i);
      g_assert_true(step->function == 0 || step->function == G_MAXUINT || step->block == G_MAXUINT);
    }
    automaton_free(b);
  }
  g_assert_cmpuint(refused, >, bytes->len / 4);
  program_free(p);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/automaton/choices", test_choices);
  g_test_add_func("/automaton/compare", test_compare);
  g_test_add_func("/automaton/places-only", test_places_only);
  g_test_add_func("/automaton/prefix", test_prefix);
  g_test_add_func("/automaton/bytes", test_bytes);
  g_test_add_func("/automaton/malformed", test_malformed);
  return g_test_run();
}
