#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What counts as a failure: properties by name and by file, --error, and the data model.
. "$(dirname "$0")/lib"

cat >"$here/alarm.c" <<'C'
extern int __VERIFIER_nondet_int(void);
extern void alarm_bell(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) alarm_bell();
  if (x != x) reach_error();
  return 0;
}
C
cat >"$here/start.c" <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int start(void) {
  if (__VERIFIER_nondet_int() == 3) reach_error();
  return 0;
}
C
printf 'CHECK( init(main()), LTL(G ! call(alarm_bell())) )\n' >"$here/alarm.prp"
printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n' >"$here/unreach-call.prp"
printf 'CHECK( init(start()), LTL(G ! call(reach_error())) )\n' >"$here/start.prp"
printf 'int main(void) { return 0; }\nextern void reach_error(void);\n' >"$here/none.c"

ok "the default property" run 0 -q "$here/alarm.c"
ok "by name" run 0 -q -p unreach-call "$here/alarm.c"
ok "by file" run 0 -q -p "$here/unreach-call.prp" "$here/alarm.c"
ok "another error function by file" run 10 -q -p "$here/alarm.prp" "$here/alarm.c"
ok "another error function by --error" run 10 -q --error alarm_bell "$here/alarm.c"
ok "--error twice" run 10 -q --error reach_error --error alarm_bell "$here/alarm.c"
ok "another entry function by file" run 10 -q -p "$here/start.prp" "$here/start.c"
ok "no call of the error function at all" run 0 -q "$here/none.c"
# what a failure is goes with the characterization: into its file, and to everything that runs the program
sed '/reach_error/d' "$here/alarm.c" >"$here/bell.c"
replayed() { run 10 --replay --error alarm_bell "$here/bell.c" && grep -q 'fails, as it should' "$here/out"; }
as_json() {
  run 10 -q --error alarm_bell --json "$here/a.json" "$here/bell.c" &&
    tr -d ' \n' <"$here/a.json" | grep -q '"entry":"main","error_functions":\["alarm_bell"\]'
}
exported() { # from the file: the tests fail by calls of alarm_bell
  "$ACF" export "$here/a.json" --to tests -o "$here/tests" >"$here/out" 2>&1 && grep -q '^1 tests that fail' "$here/out" &&
    grep -q '@CALL(alarm_bell)' "$here/tests/metadata.xml" &&
    "$ACF" export "$here/a.json" --to harness -o "$here/h.c" >"$here/out" 2>&1 && grep -q 'alarm_bell() { acf_fail' "$here/h.c"
}
witnessed() {
  run 10 -q --error alarm_bell --witness "$here/w" "$here/alarm.c" &&
    grep -q 'CHECK( init(main()), LTL(G ! call(alarm_bell())) )' "$here/w/partition-1.graphml"
}
checked() { # WORDS ARGUMENT...: the first line
  words=$1
  shift
  run 10 "$@" && [ "$(head -n 1 "$here/out")" = "$here/bell.c: checked: $words" ]
}
ok "the first line names --error's function" checked 'no call of alarm_bell; 64-bit (LP64)' --LP64 --error alarm_bell "$here/bell.c"
ok "--error and --replay" replayed
ok "error functions are in the JSON" as_json
ok "tests and harness fail by --error's function" exported
ok "so do witnesses" witnessed
# a program that reads its input by scanf calls no error function, whatever the model of scanf calls
cat >"$here/tenth.c" <<'C'
#include <stdio.h>
int main(void) {
  int n;
  if (scanf("%d", &n) != 1) return 0;
  printf("%d", 10 / n);
  return n + 1;
}
C
runtime_errors_by_default() {
  run 10 "$here/tenth.c" && head -n 1 "$here/out" | grep -q 'checked: runtime-errors' &&
    grep -q '== 0' "$here/out" && grep -q '== 2147483647' "$here/out"
}
excluded() { # runs that overflow are not asked for, so they are no failures
  run 10 --overflow none "$here/tenth.c" && grep -q '== 0' "$here/out" && ! grep -q 'signed overflow' "$here/out"
}
nothing_left() { run 64 --overflow none -p no-overflow "$here/tenth.c" && grep -q 'nothing is left that counts' "$here/err"; }
ok "runtime errors are asked where nothing calls an error function" runtime_errors_by_default
ok "--overflow none excludes overflows from runtime errors" excluded
ok "and leaves nothing of no-overflow" nothing_left
ok "--LP64" run 10 -q --LP64 "$ACF_SUBJECTS/lp64_long.c"
ok "--64" run 10 -q --64 "$ACF_SUBJECTS/lp64_long.c"
ok "ILP32 is the default" run 0 -q "$ACF_SUBJECTS/lp64_long.c"
ok "--32" run 0 -q --32 "$ACF_SUBJECTS/lp64_long.c"
done_testing
