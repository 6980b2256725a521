#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Comparing a program with its fixes: what is printed, written and answered, and files that are not accepted.
. "$(dirname "$0")/lib"
old=$here/old.json

refused_naming() { # WORD STATUS ARGUMENT...
  word=$1
  shift
  run "$@" && one_line_error && grep -q -e "$word" "$here/err"
}
says() { grep -q -e "$1" "$here/out" || { sed 's/^/# /' "$here/out"; false; }; }
silent_on() { ! grep -q -e "$1" "$here/out" || { sed 's/^/# /' "$here/out"; false; }; }

program() { # NAME, with the body of main on standard input
  {
    echo 'int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); void reach_error(void);'
    echo 'int main(void) {'
    cat
    echo '}'
  } >"$here/$1.c"
}
x='int x = __VERIFIER_nondet_int();'
y='int y = __VERIFIER_nondet_int();'
fails='if (x > 100 && y != 3) reach_error();'

program old <<EOT
$x
$y
$fails
EOT
program complete <<EOT


$x
$y
if (x > 100) x = 100;
$fails
EOT
program partial <<EOT
$x
$y
if (x > 200) return 0;
$fails
EOT
program regression <<EOT
$x
$y
if (x < -5) reach_error();
EOT
program renamed <<EOT
int width = __VERIFIER_nondet_int();
$y
if (width > 150 && y != 3) reach_error();
EOT
program removed <<EOT
$x
if (x > 150) reach_error();
EOT
program added <<EOT
$x
$y
int z = __VERIFIER_nondet_int();
if (x > 100 && y != 3 && z == 0) reach_error();
EOT
program both <<EOT
$x
unsigned q = __VERIFIER_nondet_uint();
if (x > 150 && q != 3) reach_error();
if (x > 500) reach_error();
EOT
program open <<EOT
$x
$y
unsigned i = 0;
unsigned h = y;
while (i < (unsigned)x) { h = h * 31 + (h >> 3) + i; i++; }
if (x > 100000 && h == 12345) reach_error();
EOT

analysed() { run 10 -q --json "$old" "$here/old.c"; }
complete() {
  run 0 compare "$old" "$here/complete.c" && says '^the fix is complete: no input fails any more$' &&
    says '^fixed when x >= 101 && y != 3$' && says '^  for example x = ' && silent_on 'still fails' &&
    says 'x (.*old.c:3) is now x (.*complete.c:5)'
}
partial() {
  run 10 compare "$old" "$here/partial.c" && says '^the fix is incomplete: some inputs are fixed, but' &&
    says '^fixed when x >= 201 && y != 3$' && says '^still fails when x >= 101 && x <= 200 && y != 3$' &&
    silent_on 'newly'
}
two_files() {
  run 10 -q --json "$here/partial.json" "$here/partial.c" && run 10 compare "$old" "$here/partial.c" &&
    cp "$here/out" "$here/from-source" && run 10 compare "$old" "$here/partial.json" &&
    cmp "$here/out" "$here/from-source"
}
regression() {
  run 10 compare "$old" "$here/regression.c" && says '^the fix is incomplete: nothing that failed still fails, but' &&
    says '^newly fails when x <= -6$'
}
no_change() { run 10 compare "$old" "$old" && says ': inputs that failed still fail$' && silent_on '^fixed' && silent_on '^newly'; }
nothing_to_fix() {
  run 0 -q --json "$here/safe.json" "$here/complete.c" && run 0 compare "$here/safe.json" "$here/safe.json" &&
    says '^nothing to fix' && run 10 compare "$here/safe.json" "$old" && says '^newly fails when x >= 101 && y != 3$'
}
renamed() {
  run 10 compare "$old" "$here/renamed.c" && says '^fixed when width >= 101 && width <= 150 && y != 3$' &&
    says 'x (.*) is now width (.*) (by its place'
}
removed() {
  run 10 compare "$old" "$here/removed.c" && says '^still fails when x >= 151 && old.y != 3$' &&
    says '^newly fails when x >= 151 && old.y == 3$' && says 'y (.*) is only in the old program$'
}
added() {
  run 10 compare "$old" "$here/added.c" && says '^fixed when x >= 101 && y != 3 && z != 0$' &&
    says '^still fails when x >= 101 && y != 3 && z == 0$' && says 'z (.*) is only in the new program$'
}
# y and q may be the same input: then x > 150 remains only where it fails for every q
without_partner() {
  run 10 compare "$old" "$here/both.c" && says '^still fails when x >= 501 && old.y != 3$' &&
    says '^fixed when x >= 101 && x <= 150 && old.y != 3$' && says 'holds whichever of them are the same'
}
mapped() {
  run 10 compare "$old" "$here/both.c" --map y=q && says '^still fails when x >= 151 && q != 3$' && says '(by --map)'
}
unmapped() { run 10 compare "$old" "$here/partial.c" --map y= && says 'y (.*old.c:4) is only in the old program'; }
not_known() {
  run 20 compare --time 3 "$old" "$here/open.c" && says '^not known whether the fix is complete' && says '^may fail when'
}
as_json() {
  run 10 compare "$old" "$here/renamed.c" -q --json "$here/c.json" && [ ! -s "$here/out" ] &&
    grep -q '"format" : "acf-comparison"' "$here/c.json" && grep -q '"verdict" : "incomplete"' "$here/c.json" &&
    grep -q '"old" : "x@3:9#1"' "$here/c.json" && grep -q '"matched" : "order"' "$here/c.json"
}
data_model() {
  run 10 -q --LP64 --json "$here/64.json" "$here/old.c" && run 10 compare "$here/64.json" "$here/partial.c" &&
    says ': checked: no call of reach_error, no failing assert; 64-bit (LP64)$' && refused_naming 'another data model' 65 compare "$here/64.json" "$old" &&
    refused_naming 'ILP32, not LP64' 64 compare "$old" "$here/partial.c" --LP64
}
# with the property of the old file, unless another is asked for
properties() {
  cat >"$here/bell.c" <<'C'
extern int __VERIFIER_nondet_int(void);
extern void bell(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) bell();
  if (x == 7) reach_error();
  return 0;
}
C
  printf 'CHECK( init(f()), LTL(G ! call(reach_error())) )\n' >"$here/f.prp"
  sed 's/main/f/' "$here/bell.c" >"$here/f.c"
  run 10 -q --error bell --json "$here/bell.json" "$here/bell.c" &&
    run 10 -q --json "$here/usual.json" "$here/bell.c" && run 10 -q -p "$here/f.prp" --json "$here/f.json" "$here/f.c" &&
    run 10 compare "$here/bell.json" "$here/bell.c" && says '^still fails when x == 3$' &&
    run 10 compare "$here/f.json" "$here/f.c" && says '^still fails when x == 7$' &&
    refused_naming 'another set of error functions (bell, not reach_error' 65 compare "$here/bell.json" "$here/usual.json" &&
    refused_naming 'another set of error functions (reach_error.*, not bell)' 65 compare "$here/usual.json" --error bell "$here/bell.c" &&
    refused_naming 'another entry function (f, not main)' 65 compare "$here/f.json" "$here/usual.json"
}

# Each example, run natively in both programs: fails it, or not, as it is said?
cat >"$here/harness.c" <<'EOT'
#include <stdlib.h>
static char **next;
int __VERIFIER_nondet_int(void) { return *next ? atoi(*next++) : 0; }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)__VERIFIER_nondet_int(); }
void reach_error(void) { exit(1); }
int subject(void);
int main(int argc, char **argv) { next = argv + (argc > 0); subject(); return 0; }
EOT
native() { # NAME: builds it
  ${CLANG:-clang} -w -Dmain=subject -c "$here/$1.c" -o "$here/$1.o" && ${CLANG:-clang} "$here/harness.c" "$here/$1.o" -o "$here/$1"
}
as_promised() { # NAME
  run 10 compare "$old" "$here/$1.c" && native "$1" || return 1
  awk '/^(fixed|still fails|newly fails) when/ { kind = $1 }
    /^  for example / { gsub(/[^,]*= /, ""); gsub(/,/, " "); print kind, $0 }' "$here/out" >"$here/examples"
  [ -s "$here/examples" ] && while read -r kind values; do
    # shellcheck disable=SC2086
    "$here/old" $values; before=$?
    # shellcheck disable=SC2086
    "$here/$1" $values; now=$?
    case $kind:$before:$now in fixed:1:0 | still:1:1 | newly:0:1) ;; *) echo "# $1 $values: $kind $before $now"; return 1 ;; esac
  done <"$here/examples"
}
examples() { native old && as_promised partial && as_promised regression && as_promised renamed && as_promised added; }

truncated() { head -c 500 "$old" >"$here/short.json" && refused_naming short.json 65 compare "$here/short.json" "$old" &&
  refused_naming short.json 65 compare "$old" "$here/short.json"; }
undeclared() {
  sed 's/|y@4:9#1|/|z@4:9#1|/' "$old" >"$here/bad.json" && ! cmp -s "$old" "$here/bad.json" &&
    refused_naming "bad.json: partition 1: .*'z@4:9#1'" 65 compare "$here/bad.json" "$old"
}
contradicting() {
  sed 's/"exact" : true,/"exact" : true, /; s/\("lower" : "\)[^"]*"/\1true"/' "$old" >"$here/wrong.json" &&
    refused_naming 'wrong.json: partition 1' 65 compare "$here/wrong.json" "$old"
}
no_program() { echo 'int main(void) { oops' >"$here/oops.c" && refused_naming oops.c 65 compare "$old" "$here/oops.c" &&
  refused_naming missing.c 65 compare "$old" "$here/missing.c" && refused_naming missing.json 65 compare "$here/missing.json" "$old"; }
wrong_calls() {
  refused_naming 'no program' 64 compare && refused_naming 'no program' 64 compare "$old" &&
    refused_naming 'is given twice' 64 compare "$old" "$old" "$old" && refused_naming "'k'" 64 compare "$old" "$old" --map k=x &&
    refused_naming 'only --json' 64 compare "$old" "$old" --smt2 "$here/x" && refused_naming 'Unknown option' 64 compare "$old" "$old" --nonsense
}
unwritable() { run 74 compare "$old" "$old" -q --json "$here/none/c.json" && one_line_error; }

ok "a program is analysed" analysed
ok "a complete fix, with lines moved" complete
ok "a partial fix" partial
ok "two files say the same as a file and the source" two_files
ok "a regression" regression
ok "no change at all" no_change
ok "nothing to fix" nothing_to_fix
ok "a renamed variable" renamed
ok "a removed input" removed
ok "an added input" added
ok "inputs without partner on both sides" without_partner
ok "an input mapped by the user" mapped
ok "an input that the user says has no partner" unmapped
ok "what is not known is said" not_known
ok "the examples behave as said" examples
ok "as JSON" as_json
ok "the data model is that of the old file" data_model
ok "the property is that of the old file; others do not compare" properties
ok "a truncated file" truncated
ok "a formula over an undeclared input" undeclared
ok "bounds that contradict each other" contradicting
ok "programs that cannot be read" no_program
ok "wrong calls" wrong_calls
ok "an output that cannot be written" unwritable
done_testing
