#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What is written, where, and what happens when it cannot be.
. "$(dirname "$0")/lib"
fails=$ACF_SUBJECTS/linear_region.c
safe=$ACF_SUBJECTS/safe_mask.c

help_shown() { run 0 --help && grep -q -e --property "$here/out" && grep -q 'Exit status' "$here/out"; }
version_shown() { run 0 --version && grep -q '^acf [0-9]' "$here/out" && [ "$(wc -l <"$here/out")" -eq 1 ]; }
result_shown() { run 10 "$fails" && [ -s "$here/out" ]; }
no_colour_in_files() { ! grep -q "$(printf '\033')" "$here/out"; }
nothing_shown() { [ ! -s "$here/out" ] && [ ! -s "$here/err" ]; }
all_in_folder() { [ -s "$here/a/b/cfc.json" ] && [ -s "$here/a/b/cfc.smt2" ] && [ -s "$here/a/b/cfc.txt" ]; }
is_json() { grep -q '"acf-cfc"' "$1" && grep -q '"partitions"' "$1"; }
is_smt2() { grep -q 'declare-\(const\|fun\)' "$1" && grep -q 'define-fun' "$1"; }
files_written() { run 10 --json "$here/x.json" --smt2 "$here/x.smt2" "$fails" && is_json "$here/x.json" && is_smt2 "$here/x.smt2"; }
json_unwritable() { run 74 -q --json "$here/no/such/folder.json" "$fails" && grep -q folder.json "$here/err"; }
others_written() {
  run 74 -q --json "$here/no/such/folder.json" --smt2 "$here/kept.smt2" -o "$here/kept" "$fails" &&
    is_smt2 "$here/kept.smt2" && is_json "$here/kept/cfc.json"
}
no_half_file() { run 74 -q --json /dev/full "$fails" && [ -c /dev/full ]; }
folder_is_a_file() { : >"$here/file" && run 74 -q -o "$here/file" "$fails"; }
stdout_full() {
  "$ACF" "$fails" >/dev/full 2>"$here/err"
  [ $? -eq 74 ] && [ -s "$here/err" ]
}
no_leftovers() { [ -z "$(find "$here" -name '*.??????')" ]; }
# A file of the user's that has a name one might choose for a part of the output
others_kept() {
  echo mine >"$here/own.json.tmp" && run 10 -q --json "$here/own.json" "$fails" && [ "$(cat "$here/own.json.tmp")" = mine ]
}
dump_shown() { run 0 --dump-ir "$fails" && grep -q main "$here/out"; }
stats_shown() { run 10 --stats "$fails" && grep -q -i possible "$here/out"; }
overflow_excluded() {
  echo 'int __VERIFIER_nondet_int(); void reach_error();
    int main() { int x = __VERIFIER_nondet_int(); if (x + 1 < x) reach_error(); }' >"$here/over.c"
  run 10 --json "$here/wrap.json" "$here/over.c" && grep -q '"overflow" : "wrap"' "$here/wrap.json" &&
    run 0 --overflow=none --json "$here/none.json" "$here/over.c" && grep -q '"overflow" : "none"' "$here/none.json" &&
    grep -q 'no signed arithmetic overflows' "$here/none.json" && grep -q 'no signed arithmetic overflows' "$here/out"
}
far_not_claimed() { # the first fails seen by somebody, the second only by who reads on for very long
  for reads in 100 70000; do
    echo "int __VERIFIER_nondet_int(); void reach_error(); int main() { int x = 0;
      for (int i = 0; i < $reads; i++) x = __VERIFIER_nondet_int();
      if (x == 7) reach_error(); }" >"$here/far$reads.c"
  done
  run 10 "$here/far100.c" && grep -q '^fails exactly when x#100 == 7$' "$here/out" &&
    run 20 --time 60 "$here/far70000.c" && grep -q '^may fail when x#70000 == 7$' "$here/out" &&
    grep -q 'only after very many others were read' "$here/out"
}
name_with_dashes() { cp "$fails" "$here/--odd name.c" && cd "$here" && run 10 -q -- "--odd name.c"; }

case $ACF in /*) ;; *) ACF=$PWD/$ACF ;; esac
full() { # OPTION...: each output to a full disk; the result is printed all the same
  run 74 "$@" --json "$here/beside.json" "$fails" && grep -q '^fails exactly when ' "$here/out" && grep -q '^acf: .*/dev/full' "$here/err" &&
    is_json "$here/beside.json"
}
for option in --smt2=/dev/full --html=/dev/full --emit-conditioned=/dev/full --output=/dev/full --witness=/dev/full \
  --export=header=/dev/full; do
  ok "a full disk: $option" full $option
done
ok "no other file is overwritten" others_kept
ok "--help" help_shown
ok "--version" version_shown
ok "failing inputs: status 10 and a result" result_shown
ok "no escape sequences when it is no terminal" no_colour_in_files
ok "no failing inputs: status 0" run 0 "$safe"
ok "-q: status 10" run 10 -q "$fails"
ok "-q prints nothing" nothing_shown
ok "-o makes the folder" run 10 -q -o "$here/a/b" "$fails"
ok "-o writes three files" all_in_folder
ok "cfc.json is a characterization" is_json "$here/a/b/cfc.json"
ok "cfc.smt2 has definitions" is_smt2 "$here/a/b/cfc.smt2"
ok "--json and --smt2" files_written
ok "an unwritable output: status 74, named" json_unwritable
ok "the other outputs are written all the same" others_written
ok "an output that is full" no_half_file
ok "-o on a file" folder_is_a_file
ok "standard output that is full" stdout_full
ok "nothing half-written is left" no_leftovers
ok "--dump-ir" dump_shown
ok "--stats" stats_shown
ok "a file name that looks like an option" name_with_dashes
ok "--overflow=none excludes runs, and says so" overflow_excluded
cat >"$here/paths.c" <<'C'
#include <unistd.h>
void reach_error(void);
int main(void) {
  char path[8] = "";
  confstr(_CS_PATH, path, sizeof path);
  if (path[0] == '.') reach_error();
}
C
unmodelled() { run 20 --time 5 "$here/paths.c" && grep -q '^  acf could not analyse confstr (.*/paths.c:5)$' "$here/out"; }
ok "a call that is not modelled is named" unmodelled
ok "what fails only after very many inputs may fail" far_not_claimed
cat >"$here/cut.c" <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 2) __builtin_unreachable();
  if (n == 2147483647) reach_error();
  return 0;
}
C
cut_lower() { # what is left of a bound whose failures went to another partition has no example of its own
  run 10 --json "$here/cut.json" --time 6 "$here/cut.c" && [ "$(grep -c 'for example' "$here/out")" -eq 1 ] &&
    run 0 count "$here/cut.json"
}
ok "examples are those of their own partition" cut_lower
done_testing
