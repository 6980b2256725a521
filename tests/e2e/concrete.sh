#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Examples as command lines, and tests as a script, of a program that reads arguments and its standard input.
. "$(dirname "$0")/lib"
says() { grep -q -F -e "$1" "$here/out" || { sed 's/^/# /' "$here/out"; false; }; }

cat >"$here/prog.c" <<'EOF'
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 0;
  if (n > 6 && n < 10 && getchar() == 'x') reach_error();
  return n == 3 ? 5 : 0;
}
EOF
# What the program does, by hand.
cat >"$here/prog.json" <<EOF
{"format": "acf-cfc", "format_version": 1, "program": "$here/prog.c", "property": "unreach-call", "data_model": "LP64",
 "verdict": "failures", "exact": true, "entry": "main", "error_functions": ["reach_error"],
 "bounds": {"args": [0, 2], "arg_length": 4, "stdin_length": 3},
 "inputs": [
  {"symbol": "argc", "name": "argc", "kind": "argv", "source": {"part": "count"},
   "file": "prog.c", "line": 0, "column": 0, "occurrence": 1, "width": 32, "signed": true, "type": "int"},
  {"symbol": "atoi(argv[1])", "name": "atoi(argv[1])", "kind": "argv",
   "source": {"part": "value", "argument": 1, "conversion": "atoi"},
   "file": "prog.c", "line": 0, "column": 0, "occurrence": 1, "width": 32, "signed": true, "type": "int"},
  {"symbol": "stdin[0]", "name": "stdin[0]", "kind": "stdin", "source": {"part": "byte", "offset": 0},
   "file": "prog.c", "line": 0, "column": 0, "occurrence": 1, "width": 16, "signed": true, "type": "int"}],
 "partitions": [
  {"upper": "(and (bvsgt argc #x00000001) (bvsgt |atoi(argv[1])| #x00000006) (bvslt |atoi(argv[1])| #x0000000a) (= |stdin[0]| #x0078))",
   "lower": "(and (bvsgt argc #x00000001) (bvsgt |atoi(argv[1])| #x00000006) (bvslt |atoi(argv[1])| #x0000000a) (= |stdin[0]| #x0078))",
   "exact": true, "examples": [{"argc": 2, "atoi(argv[1])": 7, "stdin[0]": 120}],
   "errors": [{"file": "prog.c", "line": 6, "column": 44, "kind": "error-call"}]}]}
EOF

as_text() { run 0 export "$here/prog.json" --to text && says "for example printf 'x' | ./prog 7"; }
as_json() { run 0 export "$here/prog.json" --to json && says "\"printf 'x' | ./prog 7\""; }
no_guard() { run 0 export "$here/prog.json" --to text && says 'no single check of the inputs excludes the failures'; }
suite() {
  run 0 export "$here/prog.json" --to tests -o "$here/suite" && grep -q 'each run as promised' "$here/err" &&
    [ -x "$here/suite/run.sh" ] && grep -q '^check fails ' "$here/suite/run.sh" && grep -q '^check 0 ' "$here/suite/run.sh"
}
built() { "${ACF_CLANG:-clang-19}" -o "$here/prog" "$here/prog.c" "$here/suite/errors.c"; }
suite_runs() { sh "$here/suite/run.sh" "$here/prog" >"$here/out" && says "ok 1 - " && ! grep -q '^not ok' "$here/out"; }
# A program that is repaired passes where it should fail.
suite_fails() {
  printf '#!/bin/sh\nexit 0\n' >"$here/repaired" && chmod +x "$here/repaired" &&
    ! sh "$here/suite/run.sh" "$here/repaired" >"$here/out" && grep -q '^not ok 1 ' "$here/out"
}
suite_agrees() { # what the suite has in it is of the class that it says
  sed -n "s/^check fails 'partition 1, ''[^']*' '\([^']*\)'\$/\1/p" "$here/suite/run.sh" >"$here/failing" && [ -s "$here/failing" ] &&
    while read -r argument; do printf 'x' | run 10 classify "$here/prog.json" -- "$argument" || return 1; done <"$here/failing"
}
no_harness() { run 20 export "$here/prog.json" --to harness && grep -q 'to tests' "$here/err"; }

ok "an example is a command line" as_text
ok "also in JSON" as_json
ok "no statement reads all of it" no_guard
ok "a suite for a shell" suite
ok "the program is built with it" built
ok "all tests do as promised" suite_runs
ok "a program that does not fail is noticed" suite_fails
ok "failing tests are inputs that fail" suite_agrees
ok "no harness" no_harness
done_testing
