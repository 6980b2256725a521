#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Exports: what other tools make of them, tests that are run, guards that hold, and files that are not accepted.
. "$(dirname "$0")/lib"
case $ACF in /*) ;; *) ACF=$PWD/$ACF ;; esac
case $ACF_SUBJECTS in /*) ;; *) ACF_SUBJECTS=$PWD/$ACF_SUBJECTS ;; esac
linear=$ACF_SUBJECTS/linear_region.c
cfc=$here/linear_region.json

refused_naming() { # WORD STATUS ARGUMENT...
  word=$1
  shift
  run "$@" && one_line_error && grep -q -e "$word" "$here/err"
}
has() { command -v "$1" >/dev/null 2>&1; }
says() { grep -q -e "$1" "$here/err" || { sed 's/^/# /' "$here/err"; false; }; }

analysed() { # SUBJECT: SUBJECT.json
  run 10 -q --json "$here/$1.json" "$ACF_SUBJECTS/$1.c"
}
some_analysed() { for s in linear_region loop_inputs float_interval assert_macro two_errors; do analysed $s || return 1; done; }

# --- texts ---
same_later() { # FORMAT: in the run, and from the file later
  run 10 -q --export "$1=$here/now" "$linear" && run 0 export "$cfc" --to "$1" -o "$here/later" && cmp "$here/now" "$here/later"
}
json_again() { run 10 -q --count --json "$here/counted.json" "$linear" && run 0 export "$here/counted.json" --to json &&
  cmp "$here/out" "$here/counted.json"; }
dimacs() { run 0 export "$cfc" --to dimacs && grep -q '^p cnf' "$here/out"; }

# The report: the claim, the picture's data, and the text of the program with its inputs marked.
report_of() { # ARGUMENT...: the page in $here/page
  run 0 export "$@" --to html -o "$here/page" && grep -q 'fails exactly when' "$here/page" && grep -q '</html>' "$here/page"
}
shown() { grep -q '<mark class="input">__VERIFIER_nondet_int</mark>()' "$here/page"; }
report_later() { report_of "$cfc" && shown && [ ! -s "$here/err" ] && run 10 -q --export "html=$here/page" "$linear" && shown; }
report_moved() { report_of "$here/p.json" && ! shown && says 'the report has no program text: there is no program .*p\.c' &&
  grep -q 'could not be read again' "$here/page" && report_of "$here/p.json" --program "$here/elsewhere/p.c" && shown; }
report_changed() { report_of "$here/p.json" --program "$here/elsewhere/p.c" && ! shown && says 'its text has changed'; }

header_works() {
  run 0 export "$cfc" --to header -o "$here/linear.h" || return 1
  cat >"$here/use.c" <<'EOF'
#include "linear.h"
int main(void) {
  int x, y;
  for (x = -3; x < 60; x++)
    for (y = -25; y < 25; y++) {
      int fails = x >= 0 && x <= 50 && y >= -20 && y <= 20 && 3 * x - y > 100;
      if (acf_linear_region_may_fail(x, y) != fails || acf_linear_region_must_fail(x, y) != fails) return 1;
    }
  return 0;
}
EOF
  gcc -std=c11 -Wall -Wextra -Werror "$here/use.c" -o "$here/use" && "$here/use" &&
    "$CLANG" -x c++ -Wall -Wextra -Werror "$here/use.c" -o "$here/use" && "$here/use" # g++ need not be there
}

# Headers of two programs in one file, and one of them twice.
headers_together() {
  cp "$linear" "$here/5 times*.c" && run 10 -q --export "header=$here/other.h" "$here/5 times*.c" || return 1
  { echo '#include "linear.h"'; echo '#include "other.h"'; echo '#include "linear.h"'
    echo 'int main(void) {'
    echo '  return !(acf_linear_region_may_fail(50, 20) && !acf_5_times_may_fail(50, 21) && acf_5_times_must_fail(50, 20));'
    echo '}'; } >"$here/both.c"
  gcc -std=c99 -pedantic -Wall -Wextra -Werror "$here/both.c" -o "$here/both" && "$here/both" &&
    "$CLANG" -x c++ -Wall -Wextra -Werror "$here/both.c" -o "$here/both" && "$here/both"
}
# Two headers for one name that say different things must not pass as one.
headers_apart() {
  mkdir -p "$here/fixed" && sed 's/> 100/> 110/' "$linear" >"$here/fixed/linear_region.c" &&
    run 10 -q --export "header=$here/fixed.h" "$here/fixed/linear_region.c" || return 1
  printf '#include "linear.h"\n#include "fixed.h"\nint main(void) { return 0; }\n' >"$here/both.c"
  ! gcc -c "$here/both.c" -o "$here/both.o" 2>"$here/said" && grep -q 'redefinition of .*acf_linear_region_may_fail' "$here/said"
}

# Solvers agree with each other at a point: x = 40, y = Y.
point() { printf '(assert (and (= |x@13:11#1| #x00000028) (= |y@14:11#1| #x%08x)))\n(assert %s)\n(check-sat)\n' "$1" "$2"; }
smt2_answers() { # SOLVER COMMAND...
  has "$1" || { echo "# no $1"; return 0; }
  run 0 export "$cfc" --to smt2 -o "$here/u.smt2" || return 1
  for y in 0 19 20 21; do
    for bound in upper lower; do
      { cat "$here/u.smt2"; point $y $bound; } >"$here/q.smt2"
      if [ $y -lt 20 ]; then expected=sat; else expected=unsat; fi
      [ "$("$@" "$here/q.smt2")" = "$expected" ] || return 1
    done
  done
}

acsl_accepted() {
  has frama-c || { echo "# no frama-c"; return 0; }
  for s in linear_region loop_inputs float_interval two_errors; do
    run 0 export "$here/$s.json" --to acsl -o "$here/$s-acsl.c" && frama-c "$here/$s-acsl.c" >"$here/said" 2>&1 || return 1
  done
}
# Frama-C knows of points on both sides what they are.
acsl_means_it() {
  has frama-c || { echo "# no frama-c"; return 0; }
  { cat "$here/linear_region-acsl.c"
    echo 'void main(void) {'
    echo '  int x = 40, y = 19, z = 20;'
    echo '  //@ check acf_linear_region_may_fail(x, y);'
    echo '  //@ check acf_linear_region_must_fail(x, y);'
    echo '  //@ check !acf_linear_region_may_fail(x, z);'
    echo '  //@ check !acf_linear_region_must_fail(-5, 3);'
    echo '}'; } >"$here/eva.c"
  frama-c -eva -eva-verbose 0 "$here/eva.c" -then -report >"$here/said" 2>&1
  [ "$(grep -c 'Valid.*Check\|Check.*Valid\|\[  Valid  \] Check' "$here/said")" -eq 4 ] || { sed 's/^/# /' "$here/said"; false; }
}

# The advice in the comment is an annotation that is accepted at the line it names.
acsl_advice() {
  run 0 export "$cfc" --to acsl -o "$here/advice.c" || return 1
  check=$(sed -n 's/^ \*   \(assert .*;\)$/\1/p' "$here/advice.c")
  [ "$check" = 'assert !acf_linear_region_may_fail(x, y);' ] && grep -q 'after line 14 of ' "$here/advice.c" || return 1
  has frama-c || { echo "# no frama-c"; return 0; }
  { cat "$here/advice.c"; sed "14a //@ $check" "$linear"; } >"$here/advised.c"
  frama-c "$here/advised.c" >"$here/said" 2>&1 || { sed 's/^/# /' "$here/said"; false; }
}
acsl_together() {
  has frama-c || { echo "# no frama-c"; return 0; }
  cat "$here/linear_region-acsl.c" "$here/loop_inputs-acsl.c" >"$here/both.c"
  frama-c "$here/both.c" >"$here/said" 2>&1 || { sed 's/^/# /' "$here/said"; false; }
}

# --- guards ---
guarded() { # SUBJECT LINE: the check of the specification after LINE makes it safe
  run 0 export "$here/$1.json" --to spec -o "$here/spec" && run 0 export "$here/$1.json" --to header -o "$here/guard.h" || return 1
  check=$(sed -n 's/^ *"check" : "\(.*\)"$/\1/p' "$here/spec")
  line=$(sed -n '/"guard"/,$s/^ *"line" : \([0-9]*\),$/\1/p' "$here/spec")
  [ -n "$check" ] && [ "$line" = "$2" ] || return 1
  { echo 'void abort(void);'; cat "$here/guard.h"; sed "${line}a $check" "$ACF_SUBJECTS/$1.c"; } >"$here/guarded.c"
  run 0 -q "$here/guarded.c"
}
guard_said() { run 10 -v "$linear" && grep -q '^to exclude all failing inputs, check after .*linear_region.c:14 that x <= -1 || ' "$here/out"; }
no_guard_said() { run 10 -v "$ACF_SUBJECTS/loop_inputs.c" && grep -q '^no single check .* is not read exactly once' "$here/out"; }
early_failure() { # the first input fails before the second is read
  cat >"$here/early.c" <<'EOF'
int __VERIFIER_nondet_int(void); void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7) reach_error();
  int y = __VERIFIER_nondet_int();
  if (x == y && x > 5) reach_error();
}
EOF
  run 10 -v "$here/early.c" && grep -q 'no single check .* is not read on every way to a failure' "$here/out"
}

# --- test suites ---
suite() { # SUBJECT
  run 0 export "$here/$1.json" --to tests -o "$here/$1.tests" && says '^[1-9][0-9]* tests that fail and [1-9][0-9]* that pass, each run as promised'
}
suites() { for s in linear_region loop_inputs float_interval assert_macro two_errors; do suite $s || return 1; done; }
well_formed() {
  has xmllint || { echo "# no xmllint"; return 0; }
  xmllint --nonet --noout "$here"/*.tests/*.xml
}
in_reading_order() { # an independent harness: the values of the XML, in order
  for s in linear_region loop_inputs; do
    for t in "$here/$s.tests"/testcase-*.xml; do
      { echo 'void _exit(int); static const int values[] = {'
        sed -n 's/^ *<input.*>\(.*\)<\/input>$/\1,/p' "$t"
        echo '0}; static int k;'
        echo 'int __VERIFIER_nondet_int(void) { return values[k++]; }'
        echo 'void __VERIFIER_assume(int c) { if (!c) _exit(0); } void reach_error(void) { _exit(42); }'; } >"$here/order.c"
      gcc -m32 -w -fwrapv "$ACF_SUBJECTS/$s.c" "$here/order.c" -o "$here/order" || return 1
      "$here/order"
      status=$?
      if grep -q 'coversError="true"' "$t"; then [ $status -eq 42 ]; else [ $status -ne 42 ]; fi || { echo "# $t"; return 1; }
    done
  done
}
boundaries() { # x is least at 27, y is greatest with x = 50: 3 * 50 - 20 > 100
  cat "$here"/linear_region.tests/*.xml >"$here/all" && grep -q '"x" type="int">27<' "$here/all" && grep -q '"x" type="int">50<' "$here/all" &&
    grep -q '"y" type="int">-20<' "$here/all" && grep -q '"y" type="int">20<' "$here/all" && grep -q '"x" type="int">51<' "$here/all"
}
harness() { # SUBJECT COMPILER: the line at its top, word for word
  run 0 export "$here/$1.json" --to harness -o "$here/h.c" || return 1
  line=$(sed -n "s|^ \*   cc \(.*\) THIS-FILE.c -o tests -lm\$|$2 \1 $here/h.c -o $here/h -lm|p" "$here/h.c")
  sh -c "$line" && "$here/h" >"$here/said" && grep -q ' tests, 0 not as promised$' "$here/said"
}
one_test() { "$here/h" 1 >"$here/said"; [ $? -eq 1 ] && grep -q '^fails$' "$here/said" && "$here/h" 99 >"$here/said"; [ $? -eq 2 ]; }
# Names of files that are hard on shells, compilers, comments and markup: the harness's command works, or names none.
hostile_names() {
  mkdir -p "$here/a*" "$here/b @c" || return 1
  for file in "it's \"5\" \$HOME.c" '-o.c' '@file.c' 'x
y.c' 'ü%s<b>.c' 'a*/d.c' 'b @c/d.c' "$(printf 'n%.0s' $(seq 200)).c"; do
    cp "$linear" "$here/$file" && run 10 -q --json "$here/p.json" --export "header=$here/p.h" --export "acsl=$here/p-acsl.c" \
      --export "harness=$here/h.c" --html "$here/page" "$here/$file" && gcc -Wall -Wextra -Werror -x c -fsyntax-only "$here/p.h" &&
      gcc -Wall -Werror -fsyntax-only "$here/p-acsl.c" || return 1
    line=$(sed -n "s|^ \*   cc \(.*\) THIS-FILE.c -o tests -lm\$|gcc \1 $here/h.c -o $here/h -lm|p" "$here/h.c")
    case $line in
    *' PROGRAM.c '*) cp "$here/$file" "$here/PROGRAM.c" && case $file in *[*]* | *y.c) ;; *) return 1 ;; esac ;;
    esac
    (cd "$here" && sh -c "$line") && "$here/h" >"$here/said" && grep -q ' tests, 0 not as promised$' "$here/said" || return 1
  done
}
own_error_function() {
  cat >"$here/own.c" <<'EOF'
#include "own.h"
int read_sensor(void);
void reach_error(void) {}
int main(void) { int a = NEXT; int b = read_sensor(); if (a == 0 && b > 1000) reach_error(); return 42; }
EOF
  echo 'int __VERIFIER_nondet_int(void);
#define NEXT __VERIFIER_nondet_int()' >"$here/own.h"
  run 10 -q --json "$here/own.json" --export "tests=$here/own.tests" "$here/own.c" && grep -q '>1001<' "$here"/own.tests/*.xml &&
    harness own gcc
}
moved() { mkdir -p "$here/elsewhere" && cp "$linear" "$here/p.c" && run 10 -q --json "$here/p.json" "$here/p.c" && mv "$here/p.c" "$here/elsewhere/p.c"; }
not_there() { refused_naming 'no program' 20 export "$here/p.json" --to tests -o "$here/p.tests" && [ ! -e "$here/p.tests" ]; }
there() { run 0 export "$here/p.json" --program "$here/elsewhere/p.c" --to tests -o "$here/p.tests" && says 'as promised'; }
unchecked() { run 0 export "$here/p.json" --unchecked --to tests -o "$here/u.tests" && says 'NOT run' && [ -e "$here/u.tests/testcase-1.xml" ]; }
changed_program() { echo >>"$here/elsewhere/p.c" &&
  refused_naming 'has changed' 20 export "$here/p.json" --program "$here/elsewhere/p.c" --to tests -o "$here/c.tests"; }
false_claim() { # it fails from 3x - y > 100 on, not from 10 on
  sed 's/#x00000065/#x0000000a/g' "$cfc" >"$here/false.json" && run 70 export "$here/false.json" --to tests -o "$here/f.tests" &&
    says 'a test that should fail did not' && says 'a claim is false'
}
false_upper() { # it fails from x = 27 on, not only from 45 on; the example stays in both bounds
  sed 's/#x00000000/#x0000002d/g; s/"x@13:11#1" : [0-9]*/"x@13:11#1" : 50/; s/"y@14:11#1" : [0-9]*/"y@14:11#1" : 0/' "$cfc" >"$here/false.json" && run 70 export "$here/false.json" --to tests -o "$here/f.tests" &&
    says 'a test that should pass did not'
}
unseen() { # a sanitizer sees no access that lands in another object (b, behind what it puts between them); but it sees the assertion, in the other case
  cat >"$here/far.c" <<'EOF'
#include <assert.h>
int __VERIFIER_nondet_int(void);
int a[2000], b[2000];
int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 7); if (x == 3001) return a[x] + b[x & 1]; return 0; }
EOF
  run 10 -q -p runtime-errors --json "$here/far.json" "$here/far.c" && run 0 export "$here/far.json" --to tests -o "$here/far.tests" &&
    says '^1 tests that fail' && says '^[1-9].* that should fail left out: no sanitizer sees it' &&
    sed 's/#x00000007/#x00000009/g; s/\(#1" : \)7$/\19/' "$here/far.json" >"$here/false.json" && run 70 export "$here/false.json" --to tests -o "$here/f.tests" &&
    says 'a claim is false'
}
unsettable() { run 10 -q --json "$here/un.json" "$ACF_SUBJECTS/uninitialised_local.c" && run 0 export "$here/un.json" --to tests -o "$here/un.tests" &&
  says 'no test that fails .* depends on y'; }
safe() { run 0 -q --json "$here/safe.json" "$ACF_SUBJECTS/safe_mask.c" && for f in text json smt2 spec header acsl cprover html harness; do
  run 0 export "$here/safe.json" --to $f || return 1; done; }

# --- wrong calls and files ---
truncated() { head -c 900 "$cfc" >"$here/short.json" && refused_naming short.json 65 export "$here/short.json" --to header; }
changed() { sed "s/$1/$2/" "$cfc" >"$here/changed.json" && ! cmp -s "$cfc" "$here/changed.json"; }
undeclared() { changed '|y@14:11#1|' '|z@14:11#1|' && refused_naming "'z@14:11#1' is not" 65 export "$here/changed.json" --to spec; }
bad_function() { changed '__VERIFIER_nondet_int"' 'f(); int evil"' && refused_naming 'no name in C' 65 export "$here/changed.json" --to harness; }
overlapping() {
  sed 's/^  "partitions" : \[$/  "partitions" : [ {"upper": "true", "lower": "false", "exact": false},/
    s/^  "exact" : true/  "exact" : false/' "$cfc" >"$here/two.json"
  refused_naming 'partitions 1 and 2 overlap' 65 export "$here/two.json" --to header
}

ok "characterizations" some_analysed
for format in smt2 header spec acsl cprover; do ok "$format: later as in the run" same_later $format; done
ok "json again" json_again
ok "dimacs" dimacs
ok "the report" report_later
ok "the header, compiled and called" header_works
ok "headers of two programs together" headers_together
ok "headers of one name that differ" headers_apart
ok "z3 answers at points" smt2_answers z3
ok "cvc5 answers at points" smt2_answers cvc5
ok "Frama-C accepts the ACSL" acsl_accepted
ok "and evaluates it" acsl_means_it
ok "the ACSL of two programs together" acsl_together
ok "the annotation that the ACSL names" acsl_advice
ok "a guard makes the program safe" guarded linear_region 14
ok "a guard in the text" guard_said
ok "no guard, and why" no_guard_said
ok "no guard behind a failure" early_failure
ok "test suites" suites
ok "well-formed XML" well_formed
ok "inputs in reading order" in_reading_order
ok "values at the borders" boundaries
ok "the harness, by gcc" harness linear_region gcc
ok "one test of it alone" one_test
ok "the harness of floats" harness float_interval gcc
ok "the harness of assert" harness assert_macro gcc
ok "error function of its own, external function, macro" own_error_function
ok "file names of all kinds" hostile_names
ok "a program that moved" moved
ok "its tests are not written" not_there
ok "its report is without its text" report_moved
ok "--program" there
ok "--unchecked" unchecked
ok "a program that has changed" changed_program
ok "and its report" report_changed
ok "a false lower bound comes out" false_claim
ok "a false upper bound comes out" false_upper
ok "an access that no sanitizer sees is no false claim" unseen
ok "an input that no test can set" unsettable
ok "a program that never fails" safe
ok "help" run 0 export --help
ok "no format" refused_naming '--to' 64 export "$cfc"
ok "unknown format" refused_naming frob 64 export "$cfc" --to frob
ok "tests to nowhere" refused_naming '-o DIR' 64 export "$cfc" --to tests
ok "no file" refused_naming 'no file' 64 export --to header
ok "--export of an unknown format" refused_naming frob 64 --export frob=x "$linear"
ok "--export without a file" refused_naming 'FORMAT=FILE' 64 --export header "$linear"
ok "no such file" refused_naming no-such.json 65 export "$here/no-such.json" --to header
ok "truncated JSON" truncated
ok "a formula over an undeclared input" undeclared
ok "a function whose name is code" bad_function
ok "partitions that overlap" overlapping
ok "an output that cannot be written" refused_naming folder 74 export "$cfc" --to header -o "$here/no/such/folder"
done_testing
