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
ok "--LP64" run 10 -q --LP64 "$ACF_SUBJECTS/lp64_long.c"
ok "--64" run 10 -q --64 "$ACF_SUBJECTS/lp64_long.c"
ok "ILP32 is the default" run 0 -q "$ACF_SUBJECTS/lp64_long.c"
ok "--32" run 0 -q --32 "$ACF_SUBJECTS/lp64_long.c"
done_testing
