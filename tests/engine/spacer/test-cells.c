/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays seen through cells: what is proven of all their elements, and what must never be. */
#include "engine/engine.h"
#include "tests/helpers/sample.h"

static AnswerKind ask_about(const char *source, BitPrecision precision, gboolean first, double seconds) {
  Loaded l = sample_load(source);
  Question q = sample_question(&l);
  q.precision = precision;
  q.first_elements = first;
  q.deadline = g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC);
  Answer *a = spacer_ask(&q, NULL);
  AnswerKind kind = a->kind;
  answer_free(a);
  sample_free(&l);
  return kind;
}

static AnswerKind ask(const char *source, BitPrecision precision, double seconds) {
  return ask_about(source, precision, FALSE, seconds);
}

#define CALLOC "void *calloc(unsigned long, unsigned long);\n"
#define UP "int i; for (i = 0; i < 5000; i++) "
#define AGAIN "for (i = 0; i < 5000; i++) "
#define SIZED "int i, n = any(); assume(n > 0 && n < 100000); int *a = malloc(n * sizeof(int)); "

/* ---- what holds ---- */

static const Sample holding[] = {
    {"init", "int a[5000]; int main(void) { " UP "a[i] = 42; " AGAIN "check(a[i] == 42); }"},
    {"local", "int main(void) { int a[5000]; " UP "a[i] = any_byte(); " AGAIN "check(a[i] >= 0); }"},
    {"heap",
     "int main(void) { " SIZED "for (i = 0; i < n; i++) a[i] = 3; for (i = 0; i < n; i++) check(a[i] == "
     "3); }"},
    {"variable-length", "int main(void) { int i, n = any(); assume(n > 0 && n < 100000); int a[n]; "
                        "for (i = 0; i < n; i++) a[i] = 7; for (i = 0; i < n; i++) check(a[i] == 7); }"},
    {"sequence", "int a[5000]; int main(void) { " UP "a[i] = i; " AGAIN "check(a[i] == i); }"},
    {"copy", "int a[5000], b[5000]; int main(void) { " UP "a[i] = any(); " AGAIN "b[i] = a[i]; " AGAIN
             "check(a[i] == b[i]); }"},
    {"copy-of-copy", "int a[5000], b[5000], c[5000]; int main(void) { " UP "a[i] = any(); " AGAIN
                     "b[i] = a[i]; " AGAIN "c[i] = b[i]; " AGAIN "check(a[i] == c[i]); }"},
    {"partition",
     "int a[5000], b[5000], c[5000]; int main(void) { int p = 0, q = 0; " UP "a[i] = any(); " AGAIN
     "if (a[i] >= 0) b[p++] = a[i]; else c[q++] = a[i]; for (i = 0; i < p; i++) check(b[i] >= 0); "
     "for (i = 0; i < q; i++) check(c[i] < 0); }"},
    {"maximum", "int a[5000]; int main(void) { int max; " UP "a[i] = any(); max = a[0]; " AGAIN
                "if (a[i] > max) max = a[i]; " AGAIN "check(a[i] <= max); }"},
    {"find",
     "int a[5000]; int main(void) { int j, e = any(); " UP "a[i] = any(); for (i = 0; i < 5000 && a[i] != "
     "e; i++) ; for (j = 0; j < i; j++) check(a[j] != e); }"},
    {"downwards",
     "int main(void) { " SIZED "for (i = n - 1; i >= 0; i--) { if (i > 0) a[i - 1] = 0; a[i] = i; } "
     "for (i = 0; i < n; i++) check(a[i] == i); }"},
    {"struct", "struct s { short p; int q; } a[5000]; int main(void) { " UP
               "{ a[i].p = 3; a[i].q = 4; } " AGAIN "check(a[i].p < a[i].q); }"},
    {"pointer", "int a[5000]; int main(void) { int *p; for (p = a; p != a + 5000; p++) *p = 1; " UP
                "check(a[i] == 1); }"},
    {"pointer-below", "int a[5000]; int main(void) { int *p; for (p = a; p < a + 5000; p++) *p = 1; " UP
                      "check(a[i] == 1); }"},
    {"argument",
     "static void fill(int *t, int n) { for (int k = 0; k < n; k++) t[k] = 6; }\nint a[5000]; int "
     "main(void) { fill(a, 5000); " UP "check(a[i] == 6); }"},
    {"calloc",
     CALLOC "int main(void) { int i, n = any(); assume(n > 0 && n < 100000); int *a = calloc(n, 4); for "
            "(i = 0; i < n; "
            "i++) check(a[i] == 0); }"},
    {"twice",
     "int a[5000]; int main(void) { " UP "a[i] = 1; " AGAIN "a[i] = a[i] + 1; " AGAIN "check(a[i] == 2); }"},
    {"swapped", "int a[5000], b[5000]; int main(void) { int t; " UP "{ a[i] = 1; b[i] = 2; } " AGAIN
                "{ t = a[i]; a[i] = b[i]; b[i] = t; } " AGAIN "check(a[i] == 2 && b[i] == 1); }"},
    {"in-pairs", "int a[5000]; int main(void) { int i; for (i = 0; i < 2500; i++) { a[2 * i] = 3; a[2 * i + "
                 "1] = 3; } " AGAIN "check(a[i] == 3); }"},
    {"compared",
     "int a[5000], b[5000]; int main(void) { int same = 1; " UP "{ a[i] = any(); b[i] = any(); } " AGAIN
     "if (a[i] != b[i]) same = 0; if (same) " AGAIN "check(a[i] == b[i]); }"},
};

static void test_proves(gconstpointer data) {
  g_assert_cmpint(ask(((const Sample *)data)->source, PRECISION_AUTO, 300), ==, ANSWER_SAFE);
}

/* ---- what does not ---- */

static const Sample failing[] = {
    {"first", "int a[5000]; int main(void) { int i; for (i = 1; i < 5000; i++) a[i] = 42; " AGAIN
              "check(a[i] == 42); }"},
    {"last", "int a[5000]; int main(void) { int i; for (i = 0; i < 4999; i++) a[i] = 42; " AGAIN
             "check(a[i] == 42); }"},
    {"in-the-middle",
     "int a[5000]; int main(void) { " UP "a[i] = 42; a[77] = 1; " AGAIN "check(a[i] == 42); }"},
    {"any-one", "int a[5000]; int main(void) { int k = any(); assume(k >= 0 && k < 5000); " UP
                "a[i] = 42; a[k] = 41; " AGAIN "check(a[i] == 42); }"},
    {"every-other", "int a[5000]; int main(void) { int i; for (i = 0; i < 5000; i += 2) a[i] = 42; " AGAIN
                    "check(a[i] == 42); }"},
    {"heap-last", "int main(void) { " SIZED "for (i = 0; i < n - 1; i++) a[i] = 3; for (i = 0; i < n; i++) "
                  "check(a[i] == 3); }"},
    {"size-wraps", "int main(void) { int i; unsigned n = (unsigned)any(); int *a = malloc(n * 4u); "
                   "for (i = 0; i < 10; i++) a[i] = i; check(n != 1073741834u); }"},
    {"two-pointers", "int a[5000]; int main(void) { int *p = a, *q = a + 10; " UP
                     "a[i] = 42; p[10] = 1; " AGAIN "check(*q == 42); }"},
    {"other-array", "int a[5000], b[5000]; int main(void) { int *p = any() ? a : b; " UP "a[i] = b[i] = 42; "
                    "p[3] = 1; " AGAIN "check(a[i] == 42); }"},
    {"fields-overlap", "union u { int w; short h[2]; } a[5000]; int main(void) { " UP
                       "a[i].w = 42; a[9].h[1] = 1; " AGAIN "check(a[i].w == 42); }"},
    {"by-bytes", "int a[5000]; int main(void) { unsigned char *p = (unsigned char *)a; int k = any(); "
                 "assume(k >= 0 && k < 20000); " UP "a[i] = 42; p[k] = 7; " AGAIN "check(a[i] == 42); }"},
    {"odd-offset", "char a[5000]; int main(void) { int k = any(); assume(k >= 0 && k < 4996); " UP
                   "a[i] = 1; *(int *)(a + k) = 0; " AGAIN "check(a[i] == 1); }"},
    {"memcpy", "int a[5000], b[5000]; int main(void) { " UP
               "a[i] = 42; b[5] = any(); memcpy(a, b, sizeof a); " AGAIN "check(a[i] != 42); }"},
    {"memset",
     "int a[5000]; int main(void) { " UP "a[i] = 42; memset(a + 1, 0, 8); " AGAIN "check(a[i] == 42); }"},
    {"argument",
     "static void fill(int *t, int n) { for (int k = 0; k < n; k++) t[k] = 6; }\nint a[5000]; int "
     "main(void) { fill(a + 1, 4999); " UP "check(a[i] == 6); }"},
    {"compared", "int a[5000], b[5000]; int main(void) { " UP "a[i] = b[i] = any(); b[4999] = 1; " AGAIN
                 "check(a[i] == b[i]); }"},
    {"reversed", "int a[5000], b[5000]; int main(void) { " UP "a[i] = any(); " AGAIN
                 "b[4999 - i] = a[i]; " AGAIN "check(a[i] == b[i]); }"},
    {"neighbours", "int a[5000]; int main(void) { " UP "a[i] = any(); for (i = 0; i < 4999; i++) "
                   "check(a[i] <= a[i + 1]); }"},
    {"partition", "int a[5000], b[5000]; int main(void) { int p = 0; " UP "a[i] = any(); " AGAIN
                  "if (a[i] >= -1) b[p++] = a[i]; for (i = 0; i < p; i++) check(b[i] >= 0); }"},
    {"earlier-load", "int a[5000]; int main(void) { int x, y = 0; " UP "a[i] = any(); x = a[7]; " AGAIN
                     "y = a[i]; check(x != 5 || y != 6); }"},
    {"struct-field", "struct s { short p; int q; } a[5000]; int main(void) { " UP
                     "{ a[i].p = 3; a[i].q = 4; } a[2].p = 4; " AGAIN "check(a[i].p < a[i].q); }"},
    {"index-wraps", "struct s { int p, q, r; } a[5000]; int main(void) { unsigned k = (unsigned)any(); " UP
                    "a[i].p = a[i].q = 1; *(int *)((char *)a + (unsigned short)(12 * k)) = 2; " AGAIN
                    "check(a[i].q == 1); }"},
    {"recursion",
     "int a[5000]; static void set(int n) { if (n > 3) { a[n] = 9; set(n - 1); } }\nint main(void) { "
     "int i; set(4999); " AGAIN "check(a[i] == 9); }"},
    {"no-load", "int a[5000]; int main(void) { " UP "a[i] = 1; check(any() != 4); }"},
    {"outside", "int a[5000]; int main(void) { int i; for (i = 0; i <= 5000; i++) a[i] = 1; }"},
    {"below", "int a[5000]; int main(void) { int i; for (i = 4999; i >= -1; i--) a[i] = 1; }"},
    {"pointer-order",
     "int a[5000]; int main(void) { int k = any(); assume(k >= 0 && k < 5000); check(a + k < a + 4999); }"},
    {"pointer", "int a[5000]; int main(void) { int *p; for (p = a + 1; p < a + 5000; p++) *p = 1; " UP
                "check(a[i] == 1); }"},
    {"table", "static const int t[4] = {3, 5, 7, 9}; int a[5000]; int main(void) { " UP
              "a[i] = t[i & 3]; " AGAIN "check(a[i] < 9); }"},
    {"remade",
     "int main(void) { int *a, i, k; for (k = 0; k < 3; k++) { a = malloc(400); a[any_byte() % 100] = k; "
     "check(a[any_byte() % 100] == k); } }"},
    {"calloc", CALLOC
     "int main(void) { int i, n = any(); assume(n > 3 && n < 100000); int *a = calloc(n, 4); a[3] = 1; "
     "for (i = 0; i < n; i++) check(a[i] == 0); }"},
    {"calloc-short",
     CALLOC "int main(void) { int i, n = any(); assume(n > 3 && n < 100000); int *a = calloc(n, 2); "
            "for (i = 0; i < n; i++) a[i] = 1; }"},
    {"twice", "int a[5000]; int main(void) { " UP
              "a[i] = 1; for (i = 0; i < 4999; i++) a[i + 1] = a[i] + 1; " AGAIN "check(a[i] <= 2); }"},
    {"in-pairs",
     "int a[5000]; int main(void) { int i; for (i = 0; i < 2500; i++) { a[2 * i] = 3; a[2 * i] = 3; } " AGAIN
     "check(a[i] == 3); }"},
    {"compared-once",
     "int a[5000], b[5000]; int main(void) { int same = 1; " UP "{ a[i] = any(); b[i] = any(); } " AGAIN
     "same = a[i] == b[i]; if (same) " AGAIN "check(a[i] == b[i]); }"},
    {"same-index-stored-between",
     "int a[5000]; int main(void) { int x, y, k = any(); assume(k >= 0 && k < 5000); " UP
     "a[i] = 1; x = a[k]; a[k] = 2; y = a[k]; check(x == y); }"},
    {"other-field-by-chance",
     "struct s { int p, q, r; } a[5000]; int main(void) { int k = any(), j = any(), x, y; "
     "assume(k >= 0 && k < 5000 && j >= 0 && j < 15000); x = a[k].p; ((int *)a)[j] = 7; y = a[k].p; check(x "
     "== y); }"},
    {"two-objects-alike",
     "int a[5000], b[5000]; int main(void) { int k = any(); assume(k >= 0 && k < 5000); b[k] = 1; "
     "check(a[k] == b[k]); }"},
    {"in-function", "int a[5000]; static int last(int n) { return n > 0 ? last(n - 1) : a[7]; }\n"
                    "int main(void) { " UP "a[i] = any(); check(last(3) != 9); }"},
};

static void test_never_proves(gconstpointer data) {
  g_assert_cmpint(ask(((const Sample *)data)->source, PRECISION_AUTO, 0.8), !=, ANSWER_SAFE);
  g_assert_cmpint(ask(((const Sample *)data)->source, PRECISION_BITVECTOR, 0.3), !=, ANSWER_SAFE);
  g_assert_cmpint(ask_about(((const Sample *)data)->source, PRECISION_AUTO, TRUE, 0.3), !=, ANSWER_SAFE);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  sample_add_tests("/cells/proves", holding, G_N_ELEMENTS(holding), test_proves);
  sample_add_tests("/cells/never", failing, G_N_ELEMENTS(failing), test_never_proves);
  return g_test_run();
}
