#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every wrong call and every program that is not accepted: the right status, and one clear message.
. "$(dirname "$0")/lib"
good=$ACF_SUBJECTS/linear_region.c

refused() { run "$@" && one_line_error; }
refused_naming() { # WORD STATUS ARGUMENT...
  word=$1
  shift
  refused "$@" && grep -q -e "$word" "$here/err"
}

printf 'int main(void) { return x; }\n' >"$here/undeclared.c"
printf 'int main(void { return 0; }\n' >"$here/syntax.c"
printf 'int start(void) { return 0; }\n' >"$here/no-main.c"
printf 'CHECK( init(main()), LTL(F end) )\n' >"$here/termination.prp"
printf 'nonsense\n' >"$here/nonsense.prp"
: >"$here/empty.c"

ok "no program" refused 64
ok "two programs" refused 64 "$good" "$good"
ok "unknown option" refused_naming no-such-option 64 --no-such-option "$good"
ok "option without its argument" refused 64 "$good" --json
ok "unknown property" refused_naming no-such-property 64 -p no-such-property "$good"
ok "property file that does not exist" refused_naming no-such.prp 64 -p "$here/no-such.prp" "$good"
ok "property file of another property" refused 64 -p "$here/termination.prp" "$good"
ok "property file that is none" refused 64 -p "$here/nonsense.prp" "$good"
ok "unknown engine" refused_naming no-such-engine 64 --engine no-such-engine "$good"
ok "time that is no number" refused 64 --time soon "$good"
ok "time that is negative" refused_naming --time 64 --time -1 "$good"
ok "time of zero" refused_naming --time 64 --time 0 "$good"
ok "memory of zero" refused_naming --memory 64 --memory 0 "$good"
ok "unrolling that is negative" refused_naming --unroll 64 --unroll=-3 "$good"
ok "inputs that are negative" refused_naming --inputs-per-site 64 --inputs-per-site=-1 "$good"
ok "two data models" refused_naming LP64 64 --ILP32 --LP64 "$good"
ok "empty error function" refused_naming --error 64 --error '' "$good"
ok "no such file" refused_naming no-such-file.c 65 "$here/no-such-file.c"
ok "a folder" refused 65 "$here"
ok "a device that never ends" refused_naming device 65 /dev/zero
ok "C that does not parse" refused_naming syntax.c 65 "$here/syntax.c"
ok "C with an undeclared variable" refused_naming "undeclared.c:1" 65 "$here/undeclared.c"
ok "no entry function" refused_naming main 65 "$here/no-main.c"
ok "empty file" refused 65 "$here/empty.c"
done_testing
