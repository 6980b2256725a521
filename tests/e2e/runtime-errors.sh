#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Failures that are no calls: the property that is chosen, cases by failure, --only, --at, --all-checks, native
# confirmation, witnesses and exports.
. "$(dirname "$0")/lib"

cat >"$here/two.c" <<'C'
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 100 / x;
  return x + 5 > y;
}
C
cat >"$here/three.c" <<'C'
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 100 / x;
  int z = y + 7;
  return x + 5 > z;
}
C
cat >"$here/shifted.c" <<'C'
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x >= -8 ? (x & 7) << 3 : x << 3;
}
C
cat >"$here/mid.c" <<'C'
int mid(int a, int b) { return (a + b) / 2; }
C
cat >"$here/memory.c" <<'C'
#include <stdlib.h>
int get(int n) {
  int *p = calloc(n & 7, sizeof *p);
  int *q = malloc(n * sizeof *q);
  if (!q) return 2;
  if (n < 0) abort();
  free(p);
  free(q);
  return 0;
}
C
cat >"$here/constant.c" <<'C'
int main(void) {
  int x = 2147483647;
  return x + 1;
}
C
cat >"$here/called.c" <<'C'
extern void reach_error(void);
int main(void) {
  int x = 2147483647;
  x++;
  reach_error();
  return x;
}
C
printf 'CHECK( init(mid()), LTL(G ! overflow) )\n' >"$here/mid.prp"
printf 'CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(G ! call(reach_error())) )\n' >"$here/both.prp"

says() { grep -q -- "$1" "$here/out"; }
chosen_errors() { run 10 "$here/constant.c" && says 'checked: runtime-errors (.*overflow' && says 'reaches signed overflow of + at .*constant.c:3'; }
chosen_call() { run 10 "$here/called.c" && says 'checked: no call of reach_error, no failing assert;'; }
cases() {
  run 10 -p runtime-errors "$here/two.c" && says 'fails exactly in these 2 cases' && says 'division by zero (.*two.c:4)' &&
    says 'signed overflow of + (.*two.c:5)' && says 'fails exactly when x == 0' && says 'fails exactly when x >= 2147483643'
}
no_memory() { run 0 -q --LP64 --entry get -p runtime-errors "$here/memory.c"; }
only() { run 10 -p runtime-errors --only division-by-zero "$here/two.c" && says '^fails exactly when x == 0' && ! says overflow.of; }
place() { run 10 -p runtime-errors --at "two.c:5" "$here/two.c" && says '^fails exactly when x >= 2147483643' && ! says 'reaches division'; }
all_checks() {
  run 10 -p runtime-errors --time 60 --all-checks "$here/three.c" && says 'three.c:4: division by zero: exactly when x == 0' &&
    says 'three.c:5: signed overflow: never' && says 'three.c:6: signed overflow: exactly when x >= 2147483643'
}
joined() { run 10 -p no-overflow -p unreach-call --json "$here/j.json" "$here/called.c" && grep -q '"property" *: *"unreach-call+no-overflow"' "$here/j.json" && says 'signed overflow of + at'; }
from_file() { run 10 -p "$here/both.prp" "$here/called.c" && says 'checked: unreach-call+no-overflow (no call of reach_error'; }
shifted() { run 20 -p no-overflow "$here/shifted.c" && says 'a signed left shift that loses bits' && says 'may fail when x <' && run 0 -p runtime-errors "$here/shifted.c"; }
not_counted() { run 0 -p no-overflow "$here/two.c" --only overflow --at two.c:4; }
middle() { run 10 -p "$here/mid.prp" "$here/mid.c" && says 'fails exactly when' && says 'reaches signed overflow of + at'; }
kinds() {
  run 10 -q -p runtime-errors --json "$here/k.json" "$here/two.c" &&
    grep -q '"kind" *: *"division-by-zero"' "$here/k.json" && grep -q '"kind" *: *"overflow"' "$here/k.json"
}
confirmed() { run 10 -p runtime-errors --replay "$here/two.c" && says 'confirmed by UndefinedBehaviorSanitizer: signed integer overflow' && says 'confirmed by UndefinedBehaviorSanitizer: division by zero' && ! says 'did not fail'; }
witnessed() {
  run 10 -q -p runtime-errors --witness "$here/w" "$here/two.c" && cat "$here"/w/*.graphml | grep -q 'LTL(G ! overflow)' &&
    cat "$here"/w/*.graphml | grep -q 'LTL(G def-behavior)'
}
contract() { run 0 export "$here/k.json" --to cprover -o "$here/c.c" && grep -q '__CPROVER_requires(!acf_two_may_fail(x))' "$here/c.c"; }
precondition() { run 0 export "$here/k.json" --to acsl -o "$here/a.c" && grep -q 'requires !acf_two_may_fail' "$here/a.c"; }
later() { run 0 export "$here/k.json" --to json -o "$here/again.json" && cmp -s "$here/k.json" "$here/again.json"; }
suite() { run 0 export "$here/k.json" --to harness -o "$here/h.c" && grep -q '^/\* Tests of' "$here/h.c"; }

ok "runtime-errors where no error function is called" chosen_errors
ok "unreach-call where one is" chosen_call
ok "a case for each failure" cases
ok "no memory has room for a negative number of elements" no_memory
ok "--only" only
ok "--at" place
ok "--all-checks" all_checks
ok "several properties by -p" joined
ok "several properties in a file" from_file
ok "what --only and --at leave out does not fail" not_counted
ok "an entry function" middle
ok "the kinds in JSON" kinds
ok "confirmed natively" confirmed
ok "witnesses for the property that is violated" witnessed
ok "a contract for CBMC" contract
ok "a precondition in ACSL" precondition
ok "the same from the file" later
ok "tests" suite
ok "an unknown kind is a wrong call" run 64 --only melting "$here/two.c"
cat >"$here/absolute.c" <<'C'
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return abs(x) == 7 || llabs(x) == 9;
}
C
absolute() {
  run 20 -p no-overflow "$here/absolute.c" && says 'may fail when x == -2147483648$' && says 'the absolute value of the least' &&
    run 20 -p runtime-errors "$here/absolute.c" && says 'may fail when x == -2147483648$'
}
ok "whether the absolute value of the least integer overflows is, too" absolute
ok "whether left shifts that lose bits overflow is left open" shifted
ok "a kind that the property has not is a wrong call" run 64 -p no-overflow --only shift "$here/two.c"
ok "a place without a line is a wrong call" run 64 --at two.c "$here/two.c"
done_testing
