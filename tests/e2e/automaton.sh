#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that read for ever: the failing inputs as an automaton, as text and in the JSON.
. "$(dirname "$0")/lib"
cat >"$here/switch.c" <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int on = 0;
  while (1) {
    int c = __VERIFIER_nondet_int();
    if (c == 1) on = 1;
    if (c == 0) on = 0;
    if (on && c == 9) reach_error();
  }
}
END
cat >"$here/safe.c" <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int on = 0, off = 1;
  while (1) {
    int c = __VERIFIER_nondet_int();
    if (c == 1) on = 1, off = 0;
    if (c == 0) on = 0, off = 1;
    if (on == off) reach_error();
  }
}
END
cat >"$here/latch.c" <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int first = 1;
  while (1) {
    int c = __VERIFIER_nondet_int();
    if (first && c == 4) reach_error();
    first = 0;
  }
}
END
said() { grep -q -e "$1" "$here/out"; }
others='--without probe,spacer,kind,shape,states'
as_sentence() {
  run 10 --time 120 --json "$here/x.json" "$here/switch.c" && said '^fails exactly as soon as c == 9 while on == 1$' &&
    said '^for example c = 1, c#2 = 9$' && ! said 'automaton'
}
as_text() {
  run 10 -v --time 120 "$here/switch.c" && said '^that is, when its inputs, step by step, lead this automaton from 0 to a failure:$' &&
    said '^  0 (on == 0): to 1 when c == 1$' && said '^  1 (on == 1): .*fails when c == 9' && said 'to 0 when c == 0'
}
in_json() {
  grep -q '"exact_by" : "automaton"' "$here/x.json" && grep -q '"to" : "fails"' "$here/x.json" &&
    grep -q '"relative" : 1' "$here/x.json" && grep -q '"state_c" : "on == 1"' "$here/x.json"
}
read_back() { run 0 export "$here/x.json" --to smt2 -o "$here/x.smt2" || run 0 export "$here/x.json" --to spec -o "$here/x.spec"; }
proves() { run 0 --time 120 $others "$here/safe.c" && said '^never fails$'; }
as_formula() { run 10 --time 120 $others --json "$here/y.json" "$here/latch.c" && said '^fails exactly when c == 4$' && grep -q '"exact_by" : "formula"' "$here/y.json"; }
# The graph: by its option, by --export, and a message where there is none.
as_graph() {
  run 10 -q --time 120 --dot "$here/x.dot" --export "dot=$here/y.dot" "$here/switch.c" && cmp "$here/x.dot" "$here/y.dot" &&
    grep -q '^  1 -> fails .label="c == 9' "$here/x.dot" && { ! command -v dot >/dev/null || dot -Tsvg "$here/x.dot" -o "$here/x.svg"; }
}
no_graph() { run 74 -q --dot "$here/z.dot" "$ACF_SUBJECTS/linear_region.c" && one_line_error && [ ! -e "$here/z.dot" ]; }
# The monitor, told what a run reads.
as_monitor() {
  run 10 -q --time 120 --export "monitor=$here/switch.h" "$here/switch.c" || return 1
  cat >"$here/use.c" <<'END'
#include "switch.h"
int main(void) {
  static const int reads[] = {9, 1, 5, 0, 9, 1, 9};
  acf_switch_monitor m;
  int i, wrong = acf_switch_monitor_init(&m) != ACF_SWITCH_MONITOR_CAN_FAIL;
  for (i = 0; i < 7; i++)
    wrong |= acf_switch_monitor_read_c(&m, reads[i]) != (i < 6 ? ACF_SWITCH_MONITOR_CAN_FAIL : ACF_SWITCH_MONITOR_FAILED);
  return wrong;
}
END
  gcc -std=c11 -Wall -Wextra -Werror "$here/use.c" -o "$here/use" && "$here/use"
}
# A step that reads a second input only for some values of the first, against the program itself on random inputs.
two_inputs() {
  cat >"$here/two.c" <<'END'
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  int mode = 0;
  while (1) {
    int op = __VERIFIER_nondet_int();
    if (op == 1 && mode < 3) mode++;
    if (op == 2) {
      unsigned char key = __VERIFIER_nondet_uchar();
      if (key < 7) mode = 5;
      if (mode == 3 && key > 200) reach_error();
    }
    if (op == 3) return 0;
  }
}
END
  run 10 -q --time 120 --export "monitor=$here/two.h" "$here/two.c" || return 1
  cat >"$here/use.c" <<'END'
#include <stdlib.h>
#include "two.h"
int main(void) {
  int run, wrong = 0, failed = 0;
  srand(1);
  for (run = 0; run < 2000; run++) {
    int i, mode = 0, end = 0;
    acf_two_monitor m;
    acf_two_monitor_verdict v = acf_two_monitor_init(&m), expected;
    for (i = 0; i < 30 && !end; i++) {
      int op = rand() % 30 == 0 ? 3 : rand() % 3, fails = 0;
      v = acf_two_monitor_read_op(&m, op);
      if (op == 1 && mode < 3) mode++;
      if (op == 2) {
        unsigned char key = (unsigned char)rand();
        v = acf_two_monitor_read_key(&m, key);
        if (key < 7) mode = 5;
        fails = mode == 3 && key > 200;
      }
      end = op == 3 || fails;
      failed += fails;
      expected = fails ? ACF_TWO_MONITOR_FAILED : op == 3 || mode == 5 ? ACF_TWO_MONITOR_CANNOT_FAIL : ACF_TWO_MONITOR_CAN_FAIL;
      wrong |= v != expected;
    }
  }
  return wrong || failed < 100;
}
END
  gcc -std=c11 -Wall -Wextra -Werror "$here/use.c" -o "$here/use" && "$here/use"
}
# Tests: a shortest sequence for each edge that fails, and neighbours that pass, where runs end at all.
sed 's/if (on && c == 9) reach_error();/if (c == 5) return 0;\n    &\n    if (on \&\& c == 12) reach_error();/' "$here/switch.c" >"$here/ends.c"
has_test() { # WHAT VALUE...: a test with this comment reads these values
  what=$1
  shift
  for f in "$here/tests"/testcase-*.xml; do
    grep -q -e "$what" "$f" && [ "$(sed -n 's/.*<input[^>]*>\(.*\)<.input>/\1/p' "$f" | tr '\n' ' ')" = "$* " ] && return 0
  done
  echo "# no test '$what' with $*"
  return 1
}
as_tests() {
  run 10 -q --time 120 --json "$here/ends.json" "$here/ends.c" && run 0 export "$here/ends.json" --to tests -o "$here/tests" &&
    grep -q 'each run as promised' "$here/err" && has_test 'the shortest sequence from location 1 .*: fails' 1 9 &&
    has_test 'the shortest sequence from location 1 .*: fails' 1 12 && has_test 'c#2 is just below, and the run ends: passes' 1 8 5 &&
    has_test 'c#2 is just above, and the run ends: passes' 1 13 5
}
never_passes() { run 0 export "$here/x.json" --to tests -o "$here/tests" && grep -q '^none that passes: runs end only by failing$' "$here/err"; }

followed() {
  run 10 classify "$here/x.json" --input 'c=[5, 5, 5, 5, 5, 5, 5, 1, 2, 9]' && said '^fails (step 10 of the automaton)$' && said '^reaches error at .*:9$' &&
    run 20 classify "$here/x.json" --input 'c=[5, 5, 5, 5, 5, 5, 5, 1, 0, 9]' && said '^may fail: it depends on the inputs that follow those given$' &&
    run 10 classify "$here/x.json" --input 'c#11=1' --input 'c#12=9' && run 64 classify "$here/x.json" --input 'd#11=1'
}
in_batch() {
  printf '%s\n' '{"inputs": {"c": [0, 0, 0, 0, 0, 0, 0, 1, 9]}}' '{"inputs": {"c": [0, 0, 0, 0, 0, 0, 0, 0, 9]}}' '{"inputs": {"c": [0, 0, 0, 0, 0, 0, 0, "a"]}}' >"$here/lines"
  run 65 classify "$here/x.json" --batch "$here/lines" && said '^{"class": "fails", "step": 9, "kind": "error-call"}$' &&
    said '^{"class": "may fail", "reason": "it depends on the inputs that follow those given"}$' && said '^{"error": "c#8: this is no value of type int"}$'
}

compared() {
  sed 's/c == 0/c == 0 || c == 7/' "$here/switch.c" >"$here/less.c"
  run 10 -q --time 120 --json "$here/less.json" "$here/less.c"
  run 10 compare "$here/x.json" "$here/less.json" && said '^fixed for some sequences of inputs$' && said '^  for example c = 1, c#2 = 7, c#3 = 9' &&
    said '^still fails for some sequences of inputs$' && ! said '^newly fails' && said '^all sequences of inputs were compared, however long$'
}
repaired() {
  sed 's/on && c == 9/on \&\& c == 9 \&\& c == 8/' "$here/switch.c" >"$here/fixed.c"
  run 0 compare "$here/x.json" "$here/fixed.c" && said '^the fix is complete: no input fails any more$' && said '^  for example .*c = 1, .*c#2 = 9'
}
uneven() { # one call reads twice in some steps
  sed 's/^int main/static int get(void) { return __VERIFIER_nondet_int(); }\n&/; s/int c = .*/int c = get();/' "$here/switch.c" >"$here/one.c"
  sed 's/if (c == 1)/if (c == 5) c = get(); &/' "$here/one.c" >"$here/other.c"
  run 10 -q --time 120 --json "$here/one.json" "$here/one.c" && run 10 -q --time 120 --json "$here/other.json" "$here/other.c" || return 1
  run 10 compare "$here/one.json" "$here/other.json" && ! said '^all sequences' && said '^the automata could not be compared: '
}

probable() {
  run 0 count --domain c=0..9 --steps 3 --json "$here/n.json" "$here/x.json" && said '^by the automaton: fails within 3 steps with probability 0.027 (27/1000)$' &&
    said '^  fails at all with probability 1$' && said '^  expected number of steps: 30$' && grep -q '"fraction" : "27/1000"' "$here/n.json" &&
    run 0 count "$here/x.json" && said '^  expected number of steps: .*(12884901888)$'
}
probable_at_once() { run 10 --count --time 120 --domain c=0..9 --steps 2 "$here/switch.c" && said '^by the automaton: fails within 2 steps with probability 0.01 (1/100)$'; }
not_probable() {
  run 20 count --domain 'c#2=0..9' "$here/x.json" && said '^by the automaton: not known: the domain ' &&
    run 64 count --steps 0 "$here/x.json" && one_line_error
}

ok "the automaton as a sentence, with a short example" as_sentence
ok "the automaton as text" as_text
ok "and in the JSON" in_json
ok "which is read back" read_back
ok "inputs are followed in it" followed
ok "and in a batch" in_batch
ok "a change is compared for all sequences of inputs" compared
ok "a fix is complete" repaired
ok "what cannot be compared is said" uneven
ok "the probability to fail, and the steps to it" probable
ok "in a run that analyses, too" probable_at_once
ok "what cannot be computed is said" not_probable
ok "one that never fails is a proof" proves
ok "one that fails only at first is a formula" as_formula
ok "the automaton as a graph" as_graph
ok "which not every program has" no_graph
ok "the automaton as a monitor" as_monitor
ok "a monitor of steps that read one input or two" two_inputs
ok "tests along the automaton" as_tests
ok "none of which pass where no run ends" never_passes
done_testing
