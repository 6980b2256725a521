#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What is said of every round of a loop that reads inputs for ever: as text, in the JSON, and how it was proven.
. "$(dirname "$0")/lib"
cat >"$here/step.c" <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned turns = 0;
  while (1) {
    int step = __VERIFIER_nondet_int();
    turns++;
    if (step == 7) reach_error();
  }
}
END
cat >"$here/phase.c" <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int armed;
int main(void) {
  while (1) {
    int step = __VERIFIER_nondet_int();
    if (armed && step == 7) reach_error();
    if (step == 3) armed = 1;
  }
}
END
cat >"$here/three.c" <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_int() == 7) reach_error();
}
END

# How deep it looks ends the run, not the time; an automaton would say more.
bounded='--limit automaton_locations=1 --time 120 --unroll 4 --inputs-per-site 4 --without probe,spacer,kind,shape,states'
said() { grep -q -e "$1" "$here/out"; }
told() {
  run 10 $bounded --json "$here/x.json" "$here/step.c" &&
    said '^every round of the loop at .*step.c:6, ' && said '^  fails exactly when step == 7$' &&
    said '^  nothing fails but in rounds of this loop$'
}
in_json() {
  grep -q '"rounds" : \[' "$here/x.json" && grep -q '"upper" : "(= |step@6:16#+1| #x00000007)"' "$here/x.json" &&
    grep -q '"of_round" : true' "$here/x.json" && grep -q '"from" : 1' "$here/x.json"
}
by_state() {
  run 10 $bounded -v "$here/phase.c" && said '^  where armed == 0: does not fail$' &&
    said '^  where armed == 1: fails exactly when step == 7$' && grep -q 'from each of 2 states, a round fails' "$here/err"
}
exact_needs_none() { run 10 --json "$here/x.json" "$here/three.c" && ! said round && ! grep -q '"rounds" : \[' "$here/x.json"; }

ok "every round, as text" told
ok "and in the JSON" in_json
ok "by the state of the loop, and how it was proven" by_state
ok "not where the characterization is exact" exact_needs_none
done_testing
