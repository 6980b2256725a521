#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs that never end as failures: -p termination.
. "$(dirname "$0")/lib"

cat >"$here/ends.c" <<'C'
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 1;
  __VERIFIER_assume(x > 0);
  while (y) {
    if (x == 1) reach_error();
    if (x == 2) abort();
    if (x == 3) exit(0);
    if (x == 4) __VERIFIER_assume(0);
    if (x > 4) return 0;
  }
  return 0;
}
C
cat >"$here/steps.c" <<'C'
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_uint();
  while (x > 1) x = x % 2 ? 3 * x + 1 : x / 2;
  return 0;
}
C
cat >"$here/reads.c" <<'C'
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x != 0) x = __VERIFIER_nondet_int();
  return 0;
}
C
cat >"$here/count.c" <<'C'
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
  }
  return 0;
}
C
cat >"$here/down.c" <<'C'
extern int __VERIFIER_nondet_int(void);
static int down(int x, int step) {
  if (x <= 0) return x;
  return down(x - step, step);
}
int main(void) {
  int x = __VERIFIER_nondet_int(), step = __VERIFIER_nondet_int();
  if (x > 1000 || step < LEAST) return 0;
  return down(x, step);
}
C
sed 's/LEAST/0/' "$here/down.c" >"$here/down0.c"
sed 's/LEAST/1/' "$here/down.c" >"$here/down1.c"
printf 'CHECK( init(main()), LTL(F end) )\n' >"$here/termination.prp"

says() { # TEXT STATUS ARGUMENT...
  text=$1
  shift
  run "$@" && grep -qF -- "$text" "$here/out"
}
swapped=$ACF_SUBJECTS/endless_swap.c
ok "the inputs that never end" says 'runs for ever exactly when a != 0 && b != 0' 10 -p termination "$swapped"
ok "by a property file" says 'runs for ever exactly when a != 0 && b != 0' 10 -p "$here/termination.prp" "$swapped"
ok "not at a place alone" run 64 -p termination --at "endless_swap.c:14" "$swapped"
ok "not with others" run 64 -p termination -p no-overflow "$swapped"
ok "what was checked" says 'checked: termination (no endless run)' 10 -p termination "$swapped"
ok "the place" says 'endless loop at' 10 -p termination "$swapped"
ok "errors, aborts, exits and assumptions are ends" says 'always ends' 0 -p termination "$here/ends.c"
ok "a loop with a ranking function" says 'always ends' 0 -p termination "$here/count.c"
ok "a call of itself as the last act, for ever" says 'runs for ever' 10 -p termination --time 20 "$here/down0.c"
ok "the same, not for ever" says 'always ends' 0 -p termination --time 20 "$here/down1.c"
cat >"$here/branches.c" <<'EOF'
extern int __VERIFIER_nondet_int(void);
static int ways(int coins, int most) {
  if (coins < 0 || most == 0) return 0;
  if (coins == 0) return 1;
  return ways(coins - most, most) + ways(coins, most - 1);
}
int main(void) {
  int coins = __VERIFIER_nondet_int(), most = __VERIFIER_nondet_int();
  return most > 0 ? ways(coins, most) : 0;
}
EOF
ok "calls of itself within others" says 'always ends' 0 -p termination --time 60 "$here/branches.c"
ok "not known" run 20 -p termination --time 4 "$here/steps.c"
ok "endless only by endless inputs: no first input is certain to" says 'runs for ever exactly when the first step reads x@3 != 0, and every later one x@4 != 0' 20 -p termination --time 20 --json "$here/reads.json" "$here/reads.c"
# the automaton says which runs go on for ever
cat >"$here/machine.c" <<'C'
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int on = 0;
  while (1) {
    int c = __VERIFIER_nondet_int();
    if (c == 1) on = 1;
    if (c == 0) on = 0;
    if (on && c == 4) return 0;
    while (on && c == 5) {
    }
  }
}
C
by_automaton() {
  says 'runs for ever exactly when its inputs, step by step, never lead this automaton from 0 to an end:' 10 -p termination --time 20 --json "$here/machine.json" "$here/machine.c" &&
    grep -q '^  0 (on == 0): to 1 when c == 1$' "$here/out" && grep -q '^  1 (on == 1): .*never ends when c == 5' "$here/out" &&
    grep -q '^  1 (on == 1): .*[^r] ends when c == 4' "$here/out" && grep -q '^for example c = 1, c#2 = 5$' "$here/out"
}
classified() { # STATUS VALUES
  run "$1" classify "$here/machine.json" --input "c=[$2]"
}
ok "step by step" by_automaton
ok "in JSON, and read back" grep -q '"exact_by" : "automaton"' "$here/machine.json"
ok "an input that ends" classified 0 1,4
ok "an input that is stuck" classified 10 1,5
ok "an input that may go on" classified 20 1,7
ok "the chances" says 'runs for ever with probability 0.5 (1/2)' 0 count "$here/machine.json"
ok "which is not compared yet" says 'the automata could not be compared' 20 compare "$here/reads.json" "$here/reads.json"
ok "not where overflow is excluded" says 'unknown' 20 -p termination --time 4 --overflow none "$here/reads.c"
ok "another property is not concerned" run 0 -p unreach-call "$swapped"
# what only an overflow stops might go on for ever: that it is excluded does not make it end
cat >"$here/up.c" <<'C'
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), step = __VERIFIER_nondet_int();
  while (x > 0 && step == 2) x += step;
  return 0;
}
C
ok "wrapping, it ends" says 'always ends' 0 -p termination --time 20 "$here/up.c"
ok "stopped by nothing but an overflow" says 'only an overflow stops' 20 -p termination --time 20 --overflow none "$here/up.c"
ok "no overflow stops it" says 'always ends' 0 -p termination --time 20 --overflow none "$here/count.c"
as_json() {
  run 10 -q -p termination --json "$here/a.json" "$swapped" &&
    tr -d ' \n' <"$here/a.json" | grep -q '"property":"termination"' &&
    tr -d ' \n' <"$here/a.json" | grep -q '"kind":"endless"'
}
ok "in JSON" as_json
ok "--replay" says 'as it should be' 10 --replay -p termination "$swapped"
done_testing
