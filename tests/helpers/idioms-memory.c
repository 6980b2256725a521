/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of random programs about objects and their addresses, all of them defined: whatever compiler builds
 * the program, its runs are the same. */
#include "idioms.h"

static const Idiom list[] = {
    /* Addresses of variables of a block, used within it. */
    {NULL, "{\n"
           "  int t = 0;\n"
           "  for (int k = 0; k < $[$n|($v & 3)]; k++) {\n"
           "    int x = $[k|$e|$v], y = $k, *kept = $? ? &x : &y;\n"
           "    *kept $[+=|=|^=] $[$v|k|$c];\n"
           "    $[|if (kept == &x) t++;|if (kept != &y) continue;]\n"
           "    t += $[x|y|*kept];\n"
           "  }\n"
           "  if (t $= $[$c|$v]) reach_error();\n"
           "}"},
    {NULL, "{\n"
           "  int *kept = &q;\n"
           "  for (int k = 0; k < 2; k++) {\n"
           "    int x = $v;\n"
           "    if ($?) kept = &x;\n"
           "    *kept $[=|+=] $[$e|$k];\n"
           "    if (x $= $[*kept|$c]) reach_error();\n"
           "    kept = $[a|&q|&s.x|a + k];\n"
           "  }\n"
           "  if (*kept $= $c) reach_error();\n"
           "}"},
    {"static void put$#(int **to, int *what) { *to = what; }\n"
     "static int deep$#(int n, int *up) {\n"
     "  int here = n * $n, *kept;\n"
     "  put$#(&kept, $[&here|n & 1 ? &here : up|up]);\n"
     "  *kept += $[1|n|$k];\n"
     "  return n <= 0 ? here : deep$#(n - 1, $[&here|up|kept]);\n"
     "}",
     "{\n"
     "  if (deep$#($v & 3, &$[q|a[2]|g0]) $= $[$c|q|$n]) reach_error();\n"
     "}"},
    /* Arrays of variable length. */
    {NULL, "{\n"
           "  unsigned n = ($v & $m) + 1, t = 0;\n"
           "  $t b[n];\n"
           "  for (unsigned k = 0; k < n; k++) b[k] = $[k|k * $k|$v|0];\n"
           "  b[$[n - 1|0|($v & 255) % n]] $[=|+=|^=] $v;\n"
           "  $[|t = sizeof b;|for (unsigned k = 0; k < n; k++) t += b[k] == $c;]\n"
           "  if ($[t|b[n / 2]|b[n - 1]|sizeof b / sizeof *b] $= $[$c|$n|n]) reach_error();\n"
           "}"},
    {NULL, "{\n"
           "  int t = 0;\n"
           "  for (int k = 1; k <= $[$n|($v & 3)]; k++) {\n"
           "    int b[k$[| + 1| * 2]], *r = b;\n"
           "    for (int l = 0; l < k; l++) $[b[l]|*r++] = l $[+|*] $[k|$v|$k];\n"
           "    $[if ($?) continue;|if (b[0] == $c) break;|]\n"
           "    t += b[$[k - 1|k / 2|0]]$[| + sizeof b];\n"
           "  }\n"
           "  if (t $= $[$c|$v]) reach_error();\n"
           "}"},
    {"static int sum$#(int n, int m, int b[n][m]) {\n"
     "  int t = 0;\n"
     "  for (int k = 0; k < n; k++)\n"
     "    for (int l = 0; l < m; l++) t $[+= b[k][l]|= b[k][l]|+= b[k][l] > $k];\n"
     "  return t$[| + sizeof b[0]];\n"
     "}",
     "{\n"
     "  int n = ($v & 1) + 1, m = $[$n|($v & 3) + 1], b[n][m];\n"
     "  for (int k = 0; k < n * m; k++) b[k / m][k % m] = $[k|$v|$k];\n"
     "  if (sum$#(n, m, b) $= $[$c|$v]) reach_error();\n"
     "}"},
    /* Order and equality of pointers into one object, and one past its end. */
    {NULL, "{\n"
           "  int *x = a + ($v & 3), *y = a + $[($v & 3)|2|4|0];\n"
           "  if ($[x $= y|y - x $= $n|x + 1 $= y|!(x - y)|x == &a[$n]|&x[-($v & 0)] != x]) reach_error();\n"
           "}"},
    {NULL, "{\n"
           "  struct { int x[2], y[2]; char z; } u = {{1, $v}, {$k, 4}, $v};\n"
           "  int *x = $? ? u.x : u.y, *y = u.y + ($v & 1);\n"
           "  if ($[x $= y|u.x + 1 $= y|(char *)y $= &u.z|(char *)y - (char *)&u == $[4|8|12]]) "
           "reach_error();\n"
           "  if (*x $= *y) reach_error();\n"
           "}"},
    {NULL, "{\n"
           "  int *x = $[$v & 1 ? &q : a|h + ($v & 1)|0|&s.x], b = $k;\n"
           "  if ($[x == &b|x == &q|x != a|!x|x == h|x == &s.x|x != &a[1]]) reach_error();\n"
           "}"},
    {NULL, "{\n"
           "  const char *c = \"$[acf|bounds|a\\0b|]\", *d = c;\n"
           "  while (*d && *d != (char)$[$v|'c']) d++;\n"
           "  if ($[d - c $= $n|d == c|d > c + 2|*d|d[0] == $v]) reach_error();\n"
           "}"},
    {NULL, "{\n"
           "  if (\"$[acf|word|a b]\"[$v & 3] $= $['c'|$v|0]) reach_error();\n"
           "}"},
    /* _Bool. */
    {NULL, "{\n"
           "  _Bool b = $e, c[3] = {$v, $?, $v > $k};\n"
           "  b $[+=|^=|-=|*=|=] $[$v|c[1]|$k];\n"
           "  c[($v & 3) % 3] $[= !b|++|--|= b + c[0]|= $v & $m];\n"
           "  if (b + c[0] + $[c[1]|c[2] * 2|!c[2]] $= $[$n|b|$v]) reach_error();\n"
           "}"},
    {NULL, "{\n"
           "  struct { _Bool x : 1, y; unsigned char z; } f = {$v, $v, $v};\n"
           "  f.$[x|y] $[= $v|^= $v|+= f.z|+= 0.5f|= 0.5f];\n"
           "  if (*(unsigned char *)&f.y + f.x $= $[$n|f.z|1]) reach_error();\n"
           "}"},
    /* restrict that keeps its promise. */
    {"static int both$#(int *restrict x, int *restrict y, int n) {\n"
     "  *x = n;\n"
     "  *y $[+=|=] $k;\n"
     "  return *x$[| + *y| == n];\n"
     "}",
     "{\n"
     "  if (both$#(&$[q|a[0]|s.x], $[h|a + ($v & 1) + 1|h + ($v & 1)], $v) $= $[$c|$v|q]) reach_error();\n"
     "}"},
    {"static int sum$#(const int *restrict x, const int *restrict y) { return *x + *y; } /* only reads */",
     "{\n"
     "  if (sum$#(a + ($v & 1), a) $= $c) reach_error();\n"
     "}"},
    /* A value that is missing and not used. */
    {"static int nothing$#(int x) {\n"
     "  if (x == $c) return $k;\n"
     "  g0 $[+=|=] x;\n"
     "}",
     "{\n"
     "  int n = $e;\n"
     "  nothing$#(n);\n"
     "  if (g0 $= $[$c|n]) reach_error();\n"
     "  if (n == $c) q = n;\n"
     "}"},
    /* Functions that promise to change nothing, and keep it. */
    {"static __attribute__(($[const|const, noinline|noinline])) int scaled$#(int x) { return x $[*|+|^] $k; "
     "}\n"
     "static __attribute__((pure$[|, noinline])) int behind$#(const int *x) { return *x $[-|+] g0; }",
     "{\n"
     "  int x = behind$#(&q) + scaled$#($v);\n"
     "  $[q|g0] $[+=|=] $[$v|$k];\n"
     "  if (x + behind$#(&q) $= $[$c|scaled$#($v)|x * 2]) reach_error();\n"
     "}"},
    /* Structs that are copied. */
    {"struct box$# { int n[3]; struct record r; char c; };\n"
     "static struct box$# filled$#(struct box$# from, int k, int x) {\n"
     "  from.n[k] $[=|+=] x;\n"
     "  from.r.y++;\n"
     "  return from;\n"
     "}",
     "{\n"
     "  struct box$# x = {{1, $v, $k}, {$v, $v, $v}, $v}, y = x, z[2] = {x};\n"
     "  y.n[($v & 3) % 3] = $v;\n"
     "  z[$v & 1] = $[y|filled$#(x, 1, $v)|$? ? x : y];\n"
     "  $[x = filled$#(y, ($v & 3) % 3, $k);|x.r = y.r;|*(&x) = z[1];|x = x;]\n"
     "  if ($[x.n[1]|x.r.z|z[0].r.y|z[1].n[2]|x.c] $= $[$c|y.n[1]|$v]) reach_error();\n"
     "}"},
    {NULL, "{\n"
           "  union { struct { short x, y; } p; int n; unsigned char c[4]; } x = {.n = $v}, y;\n"
           "  y = x;\n"
           "  y.$[p.x|c[2]|p.y] $[=|+=|^=] $v;\n"
           "  if ($[x.n|y.p.x|y.n] $= $[y.n|x.p.y|$c]) reach_error();\n"
           "}"},
    /* Floats that are moved, not computed with. */
    {NULL, "{\n"
           "  union { unsigned u; float f; } x = {$[0x7f800000u $[^|+] |](unsigned)$v}, y;\n"
           "  y.f = $[x.f|-x.f|+x.f|$? ? x.f : 1];\n"
           "  if ($[y.u $= x.u|y.u == $c|y.f == x.f|y.u >> 31]) reach_error();\n"
           "}"},
    {NULL, "{\n"
           "  float f[2] = {$v, $k}, *r = &f[$v & 1];\n"
           "  struct { double d; float f; } x = {*r, f[0]}, y = x;\n"
           "  f[1] = y.f;\n"
           "  if ($[*(unsigned *)r & 1|f[0] $= f[1]|y.d $= x.f|y.d $= $k|f[1] != f[1]]) reach_error();\n"
           "}"},
    /* Memory from malloc and what is freed. */
    {"extern void free(void *);",
     "{\n"
     "  int *x = malloc(2 * sizeof(int)), *y = malloc(sizeof(int));\n"
     "  x[0] = $v, x[1] = $k, *y = $v;\n"
     "  if ($[x == y|x == h|x == &q|!y|x[$v & 1] $= *y|x + 1 == y + ($v & 0)]) reach_error();\n"
     "  free($[x|y|0]);\n"
     "}"},
};

const IdiomTable memory_idioms = {list, G_N_ELEMENTS(list)};
