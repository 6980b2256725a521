/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine shape: what it must prove, and what it must never claim. */
#include "engine/engine.h"
#include "engine/shape/explore.h"
#include "formula/solver.h"
#include "tests/helpers/sample.h"

#define LIST "struct node { int h; struct node *n; };\n"
#define NEW "malloc(sizeof(struct node))"

static Answer *ask(const Loaded *l, const Term *condition) {
  Question q = sample_question(l);
  q.condition = condition;
  return shape_ask(&q, NULL);
}

/* ---- programs that it proves ---- */

static const Sample provable[] = {
    {"lock", "int locked;\nint main(void) { while (any()) { check(!locked); locked = 1; if (any()) { "
             "check(locked); } "
             "locked = 0; } }"},
    {"list-of-ones", LIST "int main(void) { struct node *a = " NEW ", *p = a;\n"
                          " while (any()) { p->h = 1; p->n = " NEW "; p = p->n; } p->h = 1; p->n = 0;\n"
                          " for (p = a; p; p = p->n) check(p->h == 1); }"},
    {"list-alternating",
     LIST "int main(void) { struct node *a = " NEW ", *p = a; int flag = 1;\n"
          " while (any()) { p->h = flag ? 1 : 2; flag = !flag; p->n = " NEW "; p = p->n; } p->h = 3;\n"
          " flag = 1; for (p = a; p->h != 3; p = p->n) { check(p->h == (flag ? 1 : 2)); flag = !flag; } }"},
    {"stack", LIST "int main(void) { struct node *top = 0;\n"
                   " while (any()) { struct node *x = " NEW "; x->h = 7; x->n = top; top = x; }\n"
                   " while (top) { check(top->h == 7); top = top->n; } }"},
    {"red-then-black",
     LIST "int main(void) { struct node *a = " NEW ", *p = a; a->h = 0;\n"
          " while (any()) { if (any()) { p->n = " NEW "; p = p->n; p->h = 1; } p->n = " NEW
          "; p = p->n; p->h = 0; }\n"
          " p->n = 0; for (p = a; p; p = p->n) if (p->h) { p = p->n; check(p != 0); check(p->h == 0); } }"},
    {"beginning", LIST "int main(void) { struct node *a = " NEW ", *p = a; a->h = 5;\n"
                       " while (any()) { p->n = " NEW "; p = p->n; p->h = any(); } p->n = 0;\n"
                       " int found = 0; for (p = a; p; p = p->n) if (p->h == 5) found = 1; check(found); }"},
    {"third", LIST "int main(void) { struct node *a = " NEW ", *p = a; int c = 0; a->h = 0;\n"
                   " while (c < 4 || any()) { c++; p->n = " NEW "; p = p->n; p->h = c; } p->n = 0;\n"
                   " int found = 0; for (p = a; p; p = p->n) if (p->h == 3) found = 1; check(found); }"},
    {"machine", "struct s { int state, seen; };\n"
                "int main(void) { struct s *m = malloc(sizeof *m); m->state = 10; m->seen = 0;\n"
                " for (;;) switch (m->state) {\n"
                " case 10: m->state = any() ? 20 : 30; break;\n case 20: m->seen = 1; m->state = 40; break;\n"
                " case 30: check(!m->seen); m->state = 10; break;\n case 40: check(m->seen); return 0;\n"
                " default: check(0); } }"},
    {"many-states",
     "int main(void) { int s = 100, n = 0;\n while (1) { n++; switch (s) {\n"
     " case 100: s = 101; break; case 101: s = 102; break; case 102: s = 103; break;\n"
     " case 103: s = 104; break; case 104: s = 105; break; case 105: s = 106; break;\n"
     " case 106: s = 107; break; case 107: s = 108; break; case 108: s = 109; break;\n"
     " case 109: s = 110; break; case 110: s = 111; break; case 111: s = 112; break;\n"
     " case 112: s = 113; break; case 113: s = 114; break; case 114: s = any() ? 100 : 107; break;\n"
     " default: check(0); } } }"},
    {"pointers", "int main(void) { int a = 1, b = 2, *p = &a; if (any()) p = &b; check(*p == 1 || p == &b); "
                 "*p = 3; check(a == 3 || b == 3); }"},
    {"callback", "static int one(void) { return 1; } static int two(void) { return 2; }\n"
                 "int main(void) { int (*f)(void) = any() ? one : two; while (any()) check(f() < 3); }"},
    {"copied", "struct s { int a, b; };\nint main(void) { struct s x = {1, 2}, y; y = x; x.a = 9; "
               "while (any()) check(y.a == 1 && y.b == 2); }"},
    {"same-word", "int main(void) { int x = any(), y = x; while (any()) check(x == y); }"},
    {"token",
     "int main(void) { int t = any(), l = t; while (any()) { check(t == l); t = t + 1; l = l + 1; } }"},
    {"next-token",
     "int t, l;\nint main(void) { t = any(); l = t; while (any()) { l = t; t += 1; check(t == l + 1); } }"},
    {"unset-field", "struct s { int a, b; };\nint main(void) { struct s *p = malloc(sizeof *p); int a = "
                    "p->a; while (any()) { "
                    "p->b = any(); check(p->a == a); } }"},
    {"decided-once",
     "int main(void) { int f = any(), n = 0; while (any()) { if (f) n = 1; if (!f) check(n == 0); } }"},
    {"decided-copy",
     "int main(void) { int f = any(), g = f + 3; if (g == 5) check(f == 2); if (f == 7) check(g == 10); }"},
};

static void test_provable(gconstpointer data) {
  Loaded l = sample_load(((const Sample *)data)->source);
  Answer *a = ask(&l, term_bool(TRUE));
  g_assert_cmpint(a->kind, ==, ANSWER_SAFE);
  g_assert_true(term_is_false(a->residue));
  answer_free(a);
  sample_free(&l);
}

/* ---- programs that fail ---- */

static const Sample failing[] = {
    {"last-node", LIST "int main(void) { struct node *a = " NEW ", *p = a;\n"
                       " while (any()) { p->h = 1; p->n = " NEW "; p = p->n; } p->h = 2; p->n = 0;\n"
                       " for (p = a; p; p = p->n) check(p->h == 1); }"},
    {"one-changed", LIST "int main(void) { struct node *a = " NEW ", *p = a; a->h = 1;\n"
                         " while (any()) { p->n = " NEW "; p = p->n; p->h = 1; } p->n = 0;\n"
                         " for (p = a; p && any(); p = p->n) ; if (p) p->h = 4;\n"
                         " for (p = a; p; p = p->n) check(p->h == 1); }"},
    {"far-out", LIST "int main(void) { struct node *a = " NEW ", *p = a; int c = 0; a->h = 0;\n"
                     " while (any()) { c++; p->n = " NEW "; p = p->n; p->h = c; } p->n = 0;\n"
                     " for (p = a; p; p = p->n) check(p->h != 40); }"},
    {"not-reached-three",
     LIST "int main(void) { struct node *a = " NEW ", *p = a; int c = 0; a->h = 0;\n"
          " while (c < 2 || any()) { c++; p->n = " NEW "; p = p->n; p->h = c; } p->n = 0;\n"
          " int found = 0; for (p = a; p; p = p->n) if (p->h == 3) found = 1; check(found); }"},
    {"cycle", LIST "int main(void) { struct node *a = " NEW ", *p = a; a->h = 0;\n"
                   " while (any()) { p->n = " NEW "; p = p->n; p->h = 0; } p->n = a;\n"
                   " int c = 0; for (p = a->n; p != a; p = p->n) c++; check(c != 30); }"},
    {"shared-tail",
     LIST "int main(void) { struct node *t = " NEW ", *a = " NEW ", *b = " NEW "; t->h = 0; a->n = t; "
          "b->n = t;\n a->n->h = 1; check(b->n->h == 0); }"},
    {"alias-after-merge",
     LIST "int main(void) { struct node *keep = 0, *top = 0;\n"
          " while (any()) { struct node *x = " NEW "; x->h = 0; x->n = top; top = x; if (any()) keep = x; }\n"
          " if (keep) keep->h = 1; while (top) { check(top->h == 0); top = top->n; } }"},
    {"bytes", "int main(void) { int x = 0; unsigned char *p = (unsigned char *)&x; p[1] = 1; while (any()) ; "
              "check(x == 0); "
              "}"},
    {"union", "union u { int i; short s[2]; };\nint main(void) { union u x; x.i = 0; x.s[1] = any() ? 1 : 0; "
              "check(x.i == "
              "0); }"},
    {"wrap", "int main(void) { unsigned char c = 0; while (any()) c++; check(c != 200); }"},
    {"wrap-below", "int main(void) { unsigned n = any(); if (n < 10) { n -= 20; check(n < 10); } }"},
    {"signed-unsigned", "int main(void) { int n = any(); if (n < 0) check((unsigned)n < 5u); }"},
    {"index", "int main(void) { int a[4] = {0, 0, 0, 0}, i = any(); if (i >= 0 && i < 4) { a[i] = 1; "
              "check(a[2] == 0); } }"},
    {"freed-then-new",
     "int main(void) { int *p = malloc(4); *p = 1; free(p); int *q = malloc(4); *q = 2; check(p != q); }"},
    {"one-past", "int main(void) { int a[2], b[2]; check(a + 2 != b); check(b + 2 != a); }"},
    {"uninitialised", "int main(void) { int *p = malloc(8); check(p[1] != 12345); }"},
    {"wild", "int main(void) { int *p = (int *)(long)any(); *p = 1; check(0); }"},
    {"null", "int main(void) { int *p = 0; if (any()) *p = 1; check(0); }"},
    {"narrow", "int main(void) { unsigned char b = any(); short s = (short)(b * 300); check(s >= 0); }"},
    {"through-pointer",
     "int g;\nstatic void set(int *p) { *p = 1; }\nint main(void) { int *p = any() ? &g : malloc(4); set(p); "
     "check(g == 0); }"},
    {"recursion", "static int down(int n) { return n ? down(n - 1) : 0; }\nint main(void) { check(down(any() "
                  "& 63) == 1); }"},
    {"long-count", "int main(void) { int i = 0; while (i < 1000) i++; check(i != 1000); }"},
    {"deep-state",
     "int main(void) { int i = 0, s = 0; while (any()) { i++; if (i == 77) s = 1; check(!s); } }"},
    {"swapped", "int main(void) { int a = 0, b = 1; while (any()) { int t = a; a = b; b = t; check(a == 0 || "
                "b == 0); check(a "
                "== 0); } }"},
    {"memset-part",
     "#include <stddef.h>\nint main(void) { struct { int a, b; } s = {1, 1}; memset(&s.b, 0, sizeof s.b); "
     "check(s.b == 1); }"},
    {"memcpy-over",
     "int main(void) { int a[2] = {1, 2}, b[2] = {3, 4}; memcpy(&b[1], &a[0], 4); check(b[1] == 4); }"},
    {"tree",
     "struct t { struct t *l, *r; int v; };\nint main(void) { struct t *root = malloc(sizeof *root); root->l "
     "= root->r = "
     "0; root->v = 0;\n while (any()) { struct t *x = malloc(sizeof *x), *p = root; x->l = x->r = 0; x->v = "
     "any() == "
     "3;\n while (any() && p->l) p = p->l; x->l = p->l; p->l = x; }\n for (struct t *p = root; p; p = p->l) "
     "check(p->v == 0); }"},
    {"two-words", "int main(void) { int x = any(), y = any(); check(x != y); }"},
    {"fresh-word",
     "int main(void) { int old = any(); while (any()) { int new = any(); check(new == old); old = new; } }"},
    {"word-overflows", "int main(void) { int x = any(), y = x; y++; check(x < y); }"},
    {"word-changed",
     "struct s { int a; };\nint main(void) { struct s *p = malloc(sizeof *p); int a = p->a; p->a = any(); "
     "check(p->a == a); }"},
    {"word-in-bytes", "int main(void) { int x; int a = x; *(unsigned char *)&x = 3; check(x == a); }"},
    {"words-of-a-list",
     LIST "int main(void) { struct node *top = 0; while (any()) { struct node *x = " NEW "; x->h = any(); "
          "x->n = top; top = x; }\n if (top && top->n) check(top->h == top->n->h); }"},
    {"word-of-one-of-many", LIST
     "int main(void) { struct node *top = 0; while (any()) { struct node *x = " NEW
     "; x->h = any(); x->n = top; top = x; "
     "}\n int first = top ? top->h : 0; for (struct node *p = top; p; p = p->n) check(p->h == first); }"},
    {"narrow-word",
     "int main(void) { int x = any(); unsigned char c = x; check(c == x || c != (x & 255)); }"},
    {"shift-grows", "int main(void) { int x = any(), y = x; while (any()) { y++; check(y != x + 50); } }"},
    {"shift-comes-round",
     "int main(void) { unsigned char x = any(), y = x; int n = 0; while (any()) { y++; n++; if (n == 256) "
     "check(y != x); } }"},
    {"learned-wraps", "int main(void) { int f = any(), g = f + 1; if (f >= 0) check(g > 0); }"},
};

static void test_failing(gconstpointer data) {
  Loaded l = sample_load(((const Sample *)data)->source);
  Answer *a = ask(&l, term_bool(TRUE));
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_true(term_is_true(a->residue));
  g_assert_cmpuint(a->reasons->len, >, 0);
  answer_free(a);
  sample_free(&l);
}

/* ---- conditions ---- */

static const Term *compare(TermOp op, const Term *t, gint64 value) {
  return term_binary(op, t, term_const(t->width, (guint64)value));
}

static void expect(const Loaded *l, const Term *condition, AnswerKind kind) {
  Answer *a = ask(l, condition);
  g_assert_cmpint(a->kind, ==, kind);
  answer_free(a);
}

static void test_condition(void) {
  Loaded l =
      sample_load("int main(void) { int n = any(), i = 0; for (; n > 0; n--) { check(i < 6); i++; } }");
  const Term *n = sample_input(l.program, 0, 1);
  expect(&l, compare(TERM_SLE, n, 6), ANSWER_SAFE);
  expect(&l, compare(TERM_SLE, n, 7), ANSWER_UNKNOWN);
  sample_free(&l);
}

static void test_occurrences(void) {
  Loaded l = sample_load("int main(void) { for (int i = 0; any(); i++) check(i < 2); }");
  const Term *first = sample_input(l.program, 0, 1), *third = sample_input(l.program, 0, 3);
  expect(&l, compare(TERM_EQ, third, 0), ANSWER_SAFE);
  expect(&l, compare(TERM_EQ, sample_input(l.program, 0, 4), 0), ANSWER_UNKNOWN);
  expect(&l, term_not(compare(TERM_EQ, first, 0)), ANSWER_UNKNOWN);
  const Term *either = term_or(compare(TERM_EQ, first, 0), compare(TERM_EQ, third, 0));
  expect(&l, either, ANSWER_SAFE);
  expect(&l, term_or(either, compare(TERM_EQ, third, 1)), ANSWER_UNKNOWN);
  sample_free(&l);
}

/* Every point of a condition is in some of its cases, and no other is. */
static void test_cases(void) {
  const Term *x[4], *parts[6];
  for (guint i = 0; i < 4; i++) x[i] = term_input((InputKey){0, i + 1, 0}, 1);
  parts[0] = term_or(x[0], term_and(x[1], x[2]));
  parts[1] = term_not(term_and(x[0], term_or(x[2], x[3])));
  parts[2] = term_ite(x[3], term_not(x[0]), term_or(x[1], x[2]));
  parts[3] = term_and(parts[0], parts[2]);
  parts[4] = term_not(term_or(parts[1], parts[2]));
  parts[5] = term_binary(TERM_EQ, parts[1], parts[2]);
  for (guint p = 0; p < G_N_ELEMENTS(parts); p++)
    for (guint limit = 1; limit < 9; limit++) {
      GPtrArray *cases = condition_cases(parts[p], limit);
      g_assert_cmpuint(cases->len, <=, limit);
      const Term *joined = term_or_n((const Term *const *)cases->pdata, cases->len);
      g_assert_true(solver_valid(term_binary(TERM_EQ, joined, parts[p]), 10000));
      g_ptr_array_unref(cases);
    }
}

/* A deadline that has passed before anything was tried is the reason for not knowing. */
static void test_deadline(void) {
  Loaded l = sample_load("int main(void) { check(1); }");
  Question q = sample_question(&l);
  q.deadline = 1;
  Answer *a = shape_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_cmpuint(a->reasons->len, ==, 1);
  g_assert_cmpstr(a->reasons->pdata[0], ==, "the engine shape stopped: out of time");
  answer_free(a);
  sample_free(&l);
}

/* Of runs that end without the error it claims nothing. */
static void test_dual(void) {
  Loaded l = sample_load("int main(void) { while (any()) ; check(0); }");
  Question q = sample_question(&l);
  q.dual = TRUE;
  Answer *a = shape_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  answer_free(a);
  sample_free(&l);
}

/* ---- values ---- */

/* Every result of a comparison or of confining is right for all pairs of small numbers. */
static void test_values(void) {
  const TermOp ops[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
  const guint width = 3;
  for (gint alo = -4; alo < 4; alo++)
    for (gint ahi = alo; ahi < 4; ahi++)
      for (gint blo = -4; blo < 4; blo++)
        for (gint bhi = blo; bhi < 4; bhi++)
          for (guint o = 0; o < G_N_ELEMENTS(ops); o++) {
            Datum a = datum_interval(alo, ahi, width), b = datum_interval(blo, bhi, width);
            Truth t = datum_compare(ops[o], &a, &b, width);
            Datum ca[2] = {a, a}, cb[2] = {b, b};
            gboolean some[2] = {datum_confine(ops[o], FALSE, &ca[0], &cb[0], width),
                                datum_confine(ops[o], TRUE, &ca[1], &cb[1], width)};
            for (gint x = alo; x <= ahi; x++)
              for (gint y = blo; y <= bhi; y++) {
                guint64 bits[] = {(guint64)x & 7, (guint64)y & 7}, result;
                guint widths[] = {width, width};
                g_assert_true(term_fold(ops[o], 1, 0, bits, widths, 2, &result));
                if (t != TRUTH_OPEN) g_assert_cmpuint(result, ==, t == TRUTH_YES);
                g_assert_true(some[result]);
                g_assert_true(ca[result].lo <= x && x <= ca[result].hi && (x || !ca[result].nonzero));
                g_assert_true(cb[result].lo <= y && y <= cb[result].hi && (y || !cb[result].nonzero));
              }
          }
}

/* Every operation on intervals holds all that it may give. */
static void test_operations(void) {
  const TermOp ops[] = {TERM_ADD, TERM_SUB,  TERM_MUL,  TERM_UREM, TERM_SREM, TERM_AND, TERM_OR,
                        TERM_XOR, TERM_UDIV, TERM_SDIV, TERM_SHL,  TERM_LSHR, TERM_ASHR};
  const guint width = 3;
  Operand args[2] = {operand_reg(width, 0), operand_reg(width, 1)};
  for (guint o = 0; o < G_N_ELEMENTS(ops); o++)
    for (gint alo = -4; alo < 4; alo++)
      for (gint ahi = alo; ahi < 4; ahi++)
        for (gint blo = -4; blo < 4; blo++)
          for (gint bhi = blo; bhi < 4; bhi++) {
            IrInstr in = {.opcode = IR_TERM, .term_op = ops[o], .width = width, .n_args = 2, .args = args};
            Datum given[] = {datum_interval(alo, ahi, width), datum_interval(blo, bhi, width)};
            Datum r = datum_term(&in, given);
            for (gint x = alo; x <= ahi; x++)
              for (gint y = blo; y <= bhi; y++) {
                guint64 bits[] = {(guint64)x & 7, (guint64)y & 7}, result;
                guint widths[] = {width, width};
                g_assert_true(term_fold(ops[o], width, 0, bits, widths, 2, &result));
                gint64 value = term_signed(result, width);
                g_assert_true(r.lo <= value && value <= r.hi && (value || !r.nonzero));
              }
          }
}

static void test_widths(void) {
  const TermOp ops[] = {TERM_ZEXT, TERM_SEXT, TERM_EXTRACT};
  for (guint o = 0; o < G_N_ELEMENTS(ops); o++)
    for (guint from = 1; from <= 4; from++)
      for (guint to = 1; to <= 5; to++) {
        if (ops[o] == TERM_EXTRACT ? to > from : to <= from) continue;
        Operand arg = operand_reg(from, 0);
        Datum any = datum_any(from);
        for (gint64 lo = any.lo; lo <= any.hi; lo++)
          for (gint64 hi = lo; hi <= any.hi; hi++) {
            IrInstr in = {.opcode = IR_TERM, .term_op = ops[o], .width = to, .n_args = 1, .args = &arg};
            Datum given = datum_interval(lo, hi, from), r = datum_term(&in, &given);
            for (gint64 v = lo; v <= hi; v++) {
              guint64 bits = (guint64)v & term_mask(from), result;
              g_assert_true(term_fold(ops[o], to, 0, &bits, &from, 1, &result));
              gint64 value = to == 1 ? (gint64)result : term_signed(result, to);
              g_assert_true(r.lo <= value && value <= r.hi && (value || !r.nonzero));
            }
          }
      }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  sample_add_tests("/shape/provable", provable, G_N_ELEMENTS(provable), test_provable);
  sample_add_tests("/shape/failing", failing, G_N_ELEMENTS(failing), test_failing);
  g_test_add_func("/shape/condition", test_condition);
  g_test_add_func("/shape/occurrences", test_occurrences);
  g_test_add_func("/shape/cases", test_cases);
  g_test_add_func("/shape/deadline", test_deadline);
  g_test_add_func("/shape/dual", test_dual);
  g_test_add_func("/shape/values", test_values);
  g_test_add_func("/shape/operations", test_operations);
  g_test_add_func("/shape/widths", test_widths);
  return g_test_run();
}
