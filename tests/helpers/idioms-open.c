/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of random programs whose runs the C standard leaves open, for some inputs at least: builds of them
 * may differ, and acf may say nothing that one of them contradicts.  They do not make a build crash in one
 * place and go on in another: a crash is taken for an end. */
#include "idioms.h"

static const Idiom list[] = {
    /* A variable's address after its block. */
    {NULL, "{\n"
           "  int *kept = a;\n"
           "  {\n"
           "    int x = $e;\n"
           "    if ($?) kept = &x;\n"
           "    *kept $[+=|=] $k;\n"
           "  }\n"
           "  {\n"
           "    int y = $v;\n"
           "    if (kept $[==|!=] &y$[| && $?]) reach_error();\n"
           "    y++;\n"
           "  }\n"
           "  if ($[kept == a|*kept $= $c|kept != &q|a[0] $= $c]) reach_error();\n"
           "}"},
    {NULL, "{\n"
           "  int *kept = 0, t = 0;\n"
           "  for (int k = 0; k < $[3|($v & 3)]; k++) {\n"
           "    int x = $[k|$v];\n"
           "    if ($[kept == &x|kept && kept != &x|kept]) t++;\n"
           "    if (k == $[0|$n] && $?) kept = &x;\n"
           "  }\n"
           "  if (t $= $[$n|0]) reach_error();\n"
           "}"},
    {"static int *local$#(int x) {\n"
     "  int y = x, *to = &y;\n"
     "  y += $k;\n"
     "  return $[to|x == $c ? &g0 : to];\n"
     "}",
     "{\n"
     "  int *kept = local$#($v);\n"
     "  if ($[kept == &q|kept == local$#($v)|kept == &g0|kept != a + 1]) reach_error();\n"
     "}"},
    {NULL, "{\n"
           "  int n = ($v & 3) + 1, *kept = 0, t = 0;\n"
           "  for (int k = 0; k < 2; k++) {\n"
           "    int b[n];\n"
           "    b[0] = $v;\n"
           "    if (kept == b) t++;\n"
           "    kept = b;\n"
           "  }\n"
           "  if (t $= $[0|1|$k]) reach_error();\n"
           "}"},
    /* Lengths that no array has. */
    {NULL, "{\n"
           "  int n = $v, t = 0;\n"
           "  if (n > $n) n = $n;\n"
           "  $[if (n < -4) n = -$n;|if (n < 0) n = 0;|if (n < -2) n = -2;]\n"
           "  $t b[n];\n"
           "  for (int k = 0; k < n; k++) b[k] = $v, t += b[k] != 0;\n"
           "  if ($[t|sizeof b|(int)sizeof b|n] $= $[$n|0|$c]) reach_error();\n"
           "}"},
    {NULL, "{\n"
           "  int n = ($v & 7) - $n, t = 0;\n"
           "  for (int k = 0; k < 2; k++) {\n"
           "    int b[n + k][$[1|2|n]];\n"
           "    t += sizeof b $= $[8|16|0];\n"
           "  }\n"
           "  if (t $= $n) reach_error();\n"
           "}"},
    /* String literals may share memory, or not. */
    {NULL, "{\n"
           "  const char *c = \"$[acf|bacf|cf]\", *d = \"$[acf|cf|bacf]\";\n"
           "  if ($[c == d|c + 1 == d|c == d + 1|c != d + ($v & 1)|c $= d|c + 4 == d|d + 4 == c]) "
           "reach_error();\n"
           "  if (c[$n & 1] $= d[$v & 1]) reach_error();\n"
           "}"},
    {"static const char *word$#(void) { return \"$[acf|a]\"; }",
     "{\n"
     "  if ($[word$#() == \"acf\"|\"a\" == word$#() + 2|&\"acf\"[1] != word$#() + ($v & 1)|\"a\" == \"a\"]) "
     "reach_error();\n"
     "}"},
    /* Pointers beyond their object. */
    {NULL,
     "{\n"
     "  $[int|unsigned|long long] n = $v;\n"
     "  $[int *x = a;|char *x = (char *)a;|int *x = h;|struct record *x = &s;]\n"
     "  if ($[x + n < x|x + n > x|x + n == x|x + n >= x + $n|x - n $= x|(x + n) - x $= $c|&x[n] $= &x[1]]) "
     "reach_error();\n"
     "}"},
    {NULL, "{\n"
           "  int *x = a + $v, n = $v;\n"
           "  if ($[x < a|x <= a + $n|x == &q|x != a + $n|x - a $= $k|!x|x > x + n]) reach_error();\n"
           "}"},
    {NULL, "{\n"
           "  unsigned char *x = (unsigned char *)&q, *y = (unsigned char *)&w;\n"
           "  if ($[x $= y|x + ($v & 3) $= y|x - y $= $c|y + 4 == x|x + 4 != y + ($v & 7)]) reach_error();\n"
           "}"},
    /* One past the end is no other object, and may have its address. */
    {"static int x$#[2]$[| = {1}], y$#[2]$[| = {1}];",
     "{\n"
     "  if ($[x$# + 2 == y$#|y$# + 2 != x$#|x$# + ($v & 3) == y$#|&x$#[$n & 3] == y$#|y$# + 2 == x$# + ($v & "
     "1)])"
     " reach_error();\n"
     "  if (x$#[$v & 1] $= $n) reach_error();\n"
     "}"},
    {NULL, "{\n"
           "  int b[2] = {$v, 1}, c[2] = {$k, $v}, *x = b + ($v & 3) % 3;\n"
           "  if ($[x == c|c + 2 == x|c + 2 != b|x == &q|x $= c|&b[2] == &c[0]]) reach_error();\n"
           "}"},
    {"extern void free(void *);", "{\n"
                                  "  int *x = malloc(sizeof(int)), *y;\n"
                                  "  *x = $v;\n"
                                  "  $[free(x);|if ($?) free(x);]\n"
                                  "  y = malloc($[sizeof(int)|8|0]);\n"
                                  "  if ($[x == y|x != y|x + 1 == y|x $= y|!y]) reach_error();\n"
                                  "}"},
    {NULL,
     "{\n"
     "  __UINTPTR_TYPE__ x = (__UINTPTR_TYPE__)(a + ($v & 3)), y = (__UINTPTR_TYPE__)$[&q|&w|h|\"acf\"];\n"
     "  if ($[(x & 3) == $[0|2]|x $= y|(y & $m) == $n|x % 16 == $c|x - y == $k|(int)x < 0|x ^ y]) "
     "reach_error();\n"
     "}"},
    /* A _Bool that is neither. */
    {NULL, "{\n"
           "  _Bool b = 0;\n"
           "  *(unsigned char *)&b = $[$v|$v & 3];\n"
           "  if ($[b|!b|b == 1|b + 1 == $n|(b ? 1 : 0) != b|b $= $k]) reach_error();\n"
           "}"},
    {NULL, "{\n"
           "  union { unsigned char c; _Bool b; } u = {$v}, w;\n"
           "  $[w = u;|w.b = u.b;|w.c = u.b + 1;]\n"
           "  if ($[w.c|w.b] $= $[$n|u.c|u.b]) reach_error();\n"
           "}"},
    /* restrict that does not keep its promise. */
    {"static int both$#(int *restrict x, int *restrict y, int n) {\n"
     "  *x = n;\n"
     "  *y $[+=|=] $k;\n"
     "  return *x$[| + *y| == n];\n"
     "}",
     "{\n"
     "  if (both$#(a + $[1|($v & 1)], a + ($v & $[1|3]), $v) $= $[$c|$v|q]) reach_error();\n"
     "}"},
    {NULL, "{\n"
           "  int *restrict x = a, *restrict y = $[a|a + ($v & 1)|&q];\n"
           "  x[0] = $v;\n"
           "  y[0] $[=|++; y[0] +=] $k;\n"
           "  if (x[0] $= $[$c|$k|y[0]]) reach_error();\n"
           "}"},
    /* A value that is missing and used. */
    {"static int nothing$#(int x) {\n"
     "  if (x $= $c) return $k;\n"
     "  g0 = x;\n"
     "}",
     "{\n"
     "  int n = nothing$#($v);\n"
     "  if (n $= $[$k|$c|$v]) reach_error();\n"
     "}"},
};

const IdiomTable open_idioms = {list, G_N_ELEMENTS(list)};
