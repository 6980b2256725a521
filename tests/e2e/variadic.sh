#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Functions with variable arguments: what they get is known where all their calls are.
. "$(dirname "$0")/lib"

says() { grep -q -- "$1" "$here/out"; }
both() { # STATUS NAME OPTION...: as 32-bit and as 64-bit code
  wanted=$1 name=$2
  shift 2
  run "$wanted" --ILP32 --time 20 "$@" "$here/$name.c" && run "$wanted" --LP64 --time 20 "$@" "$here/$name.c"
}

cat >"$here/kinds.c" <<'C'
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static long long total(const char *kinds, ...) {
  va_list list, again;
  long long sum = 0;
  va_start(list, kinds);
  va_copy(again, list);
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i': sum += va_arg(list, int); break;
    case 'w': sum += va_arg(list, long long); break;
    case 'd': sum += (long long)va_arg(list, double); break;
    default: sum += *va_arg(list, char *);
    }
  sum += va_arg(again, int);
  va_end(again);
  va_end(list);
  return sum;
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0 || a > 1000) return 0;
  if (total("iwdt", a, 1000000000000LL, 2.5, "A") == 1000000000000LL + 2 + 65 + 84) reach_error();
  return 0;
}
C
cat >"$here/again.c" <<'C'
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int down(int n, ...) {
  va_list list;
  va_start(list, n);
  int below = n > 0 ? down(n - 1, n + 10) : 0; /* its arguments are others */
  int own = va_arg(list, int);
  va_end(list);
  return own + below;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n <= 3 && down(n, 100) == 100 + 12 + 11) reach_error();
  return 0;
}
C
cat >"$here/pointer.c" <<'C'
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int first(int n, ...) {
  va_list list;
  va_start(list, n);
  int own = va_arg(list, int);
  va_end(list);
  return own;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int (*which)(int, ...) = first;
  if (which(n, 5) == 6 + n) reach_error();
  return 0;
}
C
cat >"$here/few.c" <<'C'
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int second(int n, ...) {
  va_list list;
  va_start(list, n);
  va_arg(list, int);
  int own = va_arg(list, int);
  va_end(list);
  return own;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 1 && second(n, 5) == 0) reach_error();
  return 0;
}
C
cat >"$here/die.c" <<'C'
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static void die(int status, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  exit(status);
}
int main(int argc, char **argv) {
  if (argc != 2) die(2, "%d arguments, not %d: %5.2s%%\n", argc, 1, "usage");
  int a = atoi(argv[1]);
  if (a == 0) die(1, "%s: no divisor, %ld\n", "divide", 3L);
  printf("%d\n", 100 / (a - 5));
  return 0;
}
C
cat >"$here/writes.c" <<'C'
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
int main(int argc, char **argv) {
  int n = 0;
  if (argc > 1) say("abc%n", &n);
  if (n == 3) abort();
  return 0;
}
C
cat >"$here/wild.c" <<'C'
#include <stdarg.h>
#include <stdio.h>
static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
int main(int argc, char **argv) {
  char name[2] = "ab";
  if (argc > 1) say("%.2s\n", name);
  if (argc > 2) say("%s\n", name);
  return 0;
}
C

kinds() { both 10 kinds && says '^fails exactly when a == 42$'; }
recursion() { both 10 again && says '^fails exactly when n == 2$'; }
by_pointer() { both 20 pointer && says 'variable arguments'; }
too_few() { run 10 --LP64 --time 20 "$here/few.c" && ! says 'fails exactly when n == 1$'; }
wrapper() { both 10 die -p runtime-errors --args 0..2 --arg-length 2 && says '^fails exactly when argc == 2 && atoi(argv\[1\]) == 5$'; }
writing() { both 20 writes -p runtime-errors --args 0..1 --arg-length 1 && says 'may fail when argc .*[12]$'; }
without_end() { both 10 wild -p runtime-errors --args 0..2 --arg-length 1 && says 'exactly when argc .*[23]$'; }

ok "numbers and pointers of all sizes, and a copied list" kinds
ok "each call has arguments of its own" recursion
ok "calls through pointers are not known" by_pointer
ok "what was not passed is not known" too_few
ok "messages by vfprintf" wrapper
ok "%n in a list is not known" writing
ok "text without an end is read past its object" without_end
done_testing
