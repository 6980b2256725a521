#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A run that breaks a promise to the compiler is not claimed, neither to fail nor not to; the output says why.
. "$(dirname "$0")/lib"

write() { # PROGRAM: N stands for the input, E for the failure
  { echo 'extern int __VERIFIER_nondet_int(void); extern void reach_error(void);'
    echo "$1" | sed 's/\<N\>/__VERIFIER_nondet_int()/g; s/\<E\>/reach_error()/g'; } >"$here/prog.c"
}
unclaimed() { # WHY PROGRAM
  write "$2"
  run 20 --time 6 --json "$here/prog.json" "$here/prog.c" && grep -q "$1" "$here/out" && grep -q "$1" "$here/prog.json"
}
assumed() { # STATUS PROGRAM [ARGUMENT...]
  expected=$1
  write "$2"
  shift 2
  run "$expected" "$@" --json "$here/prog.json" "$here/prog.c" && grep -q 'IEEE 754' "$here/out" && grep -q 'IEEE 754' "$here/prog.json"
}
not_assumed() { ! assumed "$@"; }
moved='float id(float x) { return -x; } int main(void) { union { int n; float x; } u; u.n = N; u.x = id(u.x); if (u.n == 5) E; return 0; }'

ok "an assumption that does not hold" unclaimed 'an assumption (__builtin_assume) that does not hold' \
  'int main(void) { int n = N; __builtin_assume(n != 3); if (n == 3) E; return 0; }'
ok "a const function that fails" unclaimed 'declared const, but fails' \
  '__attribute__((const)) int f(int x) { if (x == 3) E; return x; } int main(void) { f(N); return 0; }'
ok "restrict pointers into one object" unclaimed 'a restrict pointer into an object' \
  'int f(int *restrict p, int *restrict q) { *p = 1; *q = 2; return *p; }
   int main(void) { int a, b; if (f(&a, N == 3 ? &a : &b) == 2) E; return 0; }'
ok "a value that was not returned" unclaimed 'ended without giving one' \
  'int f(int n) { if (n > 0) return 1; } int main(void) { int n = N; if (n <= 0 && f(n) == 5) E; return 0; }'
ok "a _Bool that is none" unclaimed 'a _Bool whose byte is neither 0 nor 1' \
  'int main(void) { union { unsigned char c; _Bool b; } u; u.c = N; if (u.b && u.c == 4) E; return 0; }'
ok "what only another compiler has built in" unclaimed '__builtin_add_overflow_p' \
  'int main(void) { int n = N; if (n == 3 && __builtin_add_overflow_p(n, 1, (short)0)) E; return 0; }'

ok "32-bit programs that only move a float say so" assumed 10 "$moved"
ok "64-bit programs need not" not_assumed 10 "$moved" --LP64
ok "nor programs without" not_assumed 10 'int main(void) { if (N == 5) E; return 0; }'

assumes() { # WHAT PROGRAM: stated, and the claim stays exact
  write "$2"
  run 10 --time 60 --json "$here/prog.json" "$here/prog.c" && grep -q "$1" "$here/out" && grep -q "$1" "$here/prog.json"
}
no_assumption() { # PROGRAM
  write "$1"
  run 10 --time 60 "$here/prog.c" && ! grep -q '^assumes' "$here/out"
}
ok "an order that may matter is assumed" assumes 'prog.c:3: operands that may change g are evaluated from left to right' \
  'int g; int f(int n) { if (n > 7) g = n; return n; }
   int main(void) { int n = N; if (n < 5 && g + f(n) == 3) E; return 0; }'
ok "also of a place and its value" assumes 'prog.c:3: the value of an assignment is computed before its place' \
  'int g, a[9]; int f(int n) { if (n == 2) g = n; return n; }
   int main(void) { int n = N; a[g] = f(n); if (a[2] == 2) E; return 0; }'
ok "and of inputs of one place" assumes 'prog.c:3: operands that may change the order of inputs' \
  'int f(void) { return N; }
   int main(void) { if (f() - f() == 3) E; return 0; }'
ok "and where pointers may lead to a variable" assumes 'prog.c:3: operands that may change x' \
  'int f(int *p) { *p = 4; return 1; }
   int main(void) { int n = N, x = n, y, *p = n > 7 ? &x : &y; if (x + f(p) == 3) E; return 0; }'
ok "orders that do not matter are not" no_assumption \
  'int g, a[9]; int f(int n) { return n + g; } void set(int *p, int n) { *p = n; }
   int main(void) { int n = N, i = 0, x; set(&x, n); a[i++] = f(n) + f(x); g = f(g); if (a[0] == 8) E; return 0; }'
ok "a program that asks for optimization" assumes 'prog.c:3: __OPTIMIZE__ is what clang gives without optimization' \
  '
#ifdef __OPTIMIZE__
int k = 1;
#else
int k = 2;
#endif
int main(void) { if (N == k) E; return 0; }'
ok "a program that asks for the day" assumes 'prog.c:2: __DATE__ is the time when acf compiled the program' \
  'int main(void) { if (N == __DATE__[0]) E; return 0; }'
ok "a program that asks where only a constant may stand" assumes '__builtin_constant_p gives what it does without' \
  'int a, b = __builtin_constant_p(a) ? 1 : 2;
   int main(void) { if (N == 5) E; return 0; }'
echo '#if __GNUC__ > 4' >"$here/own.h"
echo '#endif' >>"$here/own.h"
ok "in a file that the program includes" assumes 'own.h:1: __GNUC__ is what clang gives' '
#include "own.h"
int main(void) { if (N == 5) E; return 0; }'
ok "every compiler answers the same, or a comment asks" no_assumption '
#ifdef __GNUC__ /* not __clang__ */
int k = 5;
#endif
int main(void) { const char *s = "__OPTIMIZE__"; if (N == k && s) E; return 0; }'
write "$moved"
ok "tests are built with SSE2" run 10 -q --export "harness=$here/harness.c" "$here/prog.c"
ok "and say how" grep -q -e '-m32 -msse2 -mfpmath=sse' "$here/harness.c"
ok "--replay too" run 10 --replay "$here/prog.c"
# Where only what C leaves undefined is open, no strategy and no single run can say more: none is tried.
ended_at_once() {
  write 'int main(void) { int n = N, *p = 0; { int a = n; p = &a; } if (*p == 3) E; return 0; }'
  run 20 --stats "$here/prog.c" &&
    grep -q '^unknown: acf could not analyse an access to a variable that no longer exists' "$here/out" &&
    ! grep -q -e '^  probe ' -e '^  guess-and-prove  *[1-9]' "$here/out"
}
ok "undefined for every input: said at once" ended_at_once
done_testing
