#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Failures of memory: properties, places, kinds, files of SV-COMP, and what stays as it was.
. "$(dirname "$0")/lib"

cat >"$here/copy.c" <<'C'
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char to[4], from[8] = "abcdefg";
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 7) return 0;
  from[n] = 0;
  strcpy(to, from);
  return 0;
}
C
cat >"$here/three.c" <<'C'
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = malloc(4);
  if (n == 1) p[4] = 1;
  if (n == 2) free(p);
  if (n != 3) free(p);
  return 0;
}
C
cat >"$here/printed.c" <<'C'
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[2] = "a";
  if (__VERIFIER_nondet_int() == 3) perror(text);
  printf("%d\n", text[0]);
  return 0;
}
C
cat >"$here/literal.c" <<'C'
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char *s = "text", copy[] = "text";
  if (n == 1) s[0] = 'n';
  if (n == 2) copy[0] = 'n';
  return s[0] == copy[0];
}
C
cat >"$here/chosen.c" <<'C'
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static const int table[2] = {1, 2};
static int own[2];
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = n == 4 ? (int *)table : own;
  memset(p, 0, n == 5 ? 12 : 8);
  return 0;
}
C
cat >"$here/called.c" <<'C'
extern int __VERIFIER_nondet_int(void);
static int one(int x) { return x + 1; }
static int (*handlers[3])(int) = {one, 0, one};
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2) return 0;
  return handlers[n](n);
}
C
cat >"$here/memsafety.prp" <<'P'
CHECK( init(main()), LTL(G valid-free) )
CHECK( init(main()), LTL(G valid-deref) )
CHECK( init(main()), LTL(G valid-memtrack) )
P

says() { grep -q -- "$1" "$here/out" || { sed 's/^/# /' "$here/out"; return 1; }; }
at_the_call() { # a failure inside a model of the library is placed where the program calls it
  run 10 -p valid-deref "$here/copy.c" && says 'fails exactly when n >= 4 && n <= 7' && says 'copy.c:8'
}
by_kind() { # PROPERTY WORDS
  run 10 -p "$1" "$here/three.c" && says "$2"
}
all_kinds() {
  run 10 -q -p valid-memsafety --json "$here/a.json" "$here/three.c" &&
    for kind in invalid-deref invalid-free leak; do grep -q "\"$kind\"" "$here/a.json" || return 1; done
}
as_file() {
  run 10 -p "$here/memsafety.prp" "$here/three.c" && says 'checked: valid-memsafety' && says 'exactly when' &&
    run 10 -q -p "$here/memsafety.prp" --json "$here/b.json" "$here/three.c" && grep -q '"valid-memsafety"' "$here/b.json"
}
read_back() { "$ACF" count "$here/b.json" >"$here/out" 2>&1 && says 'exactly 3'; }
unmodelled() { # what perror reads is not modelled: it may fail there, and nowhere else
  run 20 -p valid-deref "$here/printed.c" && says 'perror'
}
unknown_when() { # PROGRAM CONDITION REASON PROPERTY...: whether it is a failure is open, and nothing else may fail
  program=$1 condition=$2 reason=$3
  shift 3
  for property; do
    run 20 -p $property --time 20 "$here/$program" && says "may fail when $condition\$" && says "$reason" || return 1
  done
}
crashes() { # where the constant cannot be written, the run ends with a signal: an error while it runs
  run 10 -p runtime-errors --time 20 "$here/literal.c" && says 'fails exactly when n == 1$' &&
    run 10 -p runtime-errors --time 20 "$here/chosen.c" && says 'when n >= 4 && n <= 5$'
}
not_claimed() { # a write that may go to a constant, beside one that certainly fails
  run 10 -p valid-deref --time 20 "$here/chosen.c" && says 'fails exactly when n == 5$' && says 'may fail when n == 4$'
}
ok "a library function fails at its call" at_the_call
ok "a literal is written" unknown_when literal.c 'n == 1' 'a write to a constant' valid-deref
ok "which is an error while the program runs" crashes
ok "a constant may be written" not_claimed
ok "a null pointer is called" unknown_when called.c 'n == 1' 'a call through a null pointer' valid-deref runtime-errors
ok "valid-deref" by_kind valid-deref 'exactly when n == 1$'
ok "valid-free" by_kind valid-free 'when n == 2$'
ok "valid-memtrack" by_kind valid-memtrack 'when n == 3$'
ok "valid-memsafety has all kinds" all_kinds
ok "the property file of SV-COMP" as_file
ok "the characterization is read back" read_back
ok "what has no model is unknown" unmodelled
ok "under unreach-call nothing of this fails" run 0 -q -p unreach-call "$here/three.c"
ok "a loop without bound" run 10 -q -p valid-deref "$ACF_SUBJECTS/deref_loop.c"
done_testing
