#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Classifying concrete inputs: one by one, in batches, and what is no input.
. "$(dirname "$0")/lib"
linear=$ACF_SUBJECTS/linear_region.c
cfc=$here/linear.json

says() { grep -q -e "$1" "$here/out" || { sed 's/^/# /' "$here/out"; false; }; }
wrong() { # STATUS WORD ARGUMENT...
  status_expected=$1 word=$2
  shift 2
  run "$status_expected" "$@" && [ "$(wc -l <"$here/err")" -eq 1 ] && grep -q -e "$word" "$here/err"
}
# batch STATUS: the lines of standard input, for $file
batch() { cat >"$here/batch.jsonl" && run "$1" classify "$file" --batch "$here/batch.jsonl"; }
answers() { cat >"$here/expected" && diff "$here/expected" "$here/out" >"$here/diff" || { sed 's/^/# /' "$here/diff"; false; }; }

# ---- a program with input functions ----

analysed() { run 10 -q --json "$cfc" "$linear"; }
fails() { run 10 classify "$cfc" --input x=50 --input y=-17 && says '^fails (case 1)$' && says '^reaches error at .*:17$'; }
passes() { run 0 classify "$cfc" --input x=50 --input y=50 && says '^cannot fail$'; }
left_open() { run 20 classify "$cfc" --input x=50 && says '^may fail (case 1): it depends on what the input does not say: y$'; }
all_alike() { run 0 classify "$cfc" --input x=51 && says '^cannot fail$'; }
by_symbol() { run 10 classify "$cfc" --input 'x@13:11#1=50' --input 'y@14:11#1=-17'; }
quiet() { run 10 classify -q "$cfc" --input x=50 --input y=-17 && [ ! -s "$here/out" ]; }
batched() {
  file=$cfc
  batch 10 <<'EOF' && answers <<'EOF2'
{"inputs": {"x": 50, "y": -17}}
{"inputs": {"x": 0, "y": 0}}

{"inputs": {"x": 50}}
{"inputs": {"y@14:11#1": -17, "x@13:11#1": 50}}
{}
EOF
{"class": "fails", "partition": 0, "kind": "error-call"}
{"class": "cannot fail"}
{"class": "may fail", "partition": 0, "reason": "it depends on what the input does not say: y"}
{"class": "fails", "partition": 0, "kind": "error-call"}
{"class": "may fail", "partition": 0, "reason": "it depends on what the input does not say: x, y"}
EOF2
}
wrong_lines() {
  file=$cfc
  batch 65 <<'EOF' && grep -q '5 lines are no input' "$here/err" && [ "$(grep -c '"error"' "$here/out")" -eq 5 ] && [ "$(wc -l <"$here/out")" -eq 7 ] &&
{"inputs": {"x": 50, "y": -17}}
{"inputs": {"x": 1e99}}
not JSON
[1]
{"stdin": "a\u0000b"}
{"argz": []}
{"inputs": {"x": 50, "y": 50}}
EOF
    sed -n 1p "$here/out" | grep -q '"fails"' && sed -n 7p "$here/out" | grep -q '"cannot fail"'
}
hostile_lines() {
  awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; print "" 
    printf "{\"stdin\": \""; for (i = 0; i < 3000000; i++) printf "x"; print "\"}"
    print "{\"inputs\": {\"x\": 50, \"x\": 51}}"; print "{\"inputs\": {\"x\": 0}}" }' >"$here/hostile.jsonl" &&
    run 65 classify --limit classify_line_mib=1 "$cfc" --batch "$here/hostile.jsonl" &&
    [ "$(grep -c '"error"' "$here/out")" -eq 3 ] && tail -n 1 "$here/out" | grep -q '"cannot fail"'
}
from_stdin() { echo '{"inputs": {"x": 50, "y": -17}}' | run 10 classify "$cfc" --batch - && says '"fails"'; }

# ---- arguments and standard input ----

cat >"$here/outside.json" <<'EOF'
{"format": "acf-cfc", "format_version": 1, "program": "prog.c", "property": "unreach-call", "data_model": "LP64",
 "verdict": "failures", "exact": false,
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
  {"upper": "(and (= argc #x00000002) (bvsge |atoi(argv[1])| #x00000007))",
   "lower": "(and (= argc #x00000002) (= |atoi(argv[1])| #x00000007))", "exact": false,
   "examples": [{"argc": 2, "atoi(argv[1])": 7, "stdin[0]": 65535}],
   "errors": [{"file": "prog.c", "line": 9, "column": 3, "kind": "assert"}]},
  {"upper": "(and (= argc #x00000001) (= |stdin[0]| #xffff))", "lower": "(and (= argc #x00000001) (= |stdin[0]| #xffff))",
   "exact": true, "examples": [], "errors": [{"file": "prog.c", "line": 12, "column": 3, "kind": "error-call"}]}]}
EOF
one_argument() { run 10 classify "$here/outside.json" -- 7 </dev/null && says '^fails (case 1)$' && says '^reaches failed assertion at prog.c:9$'; }
an_option() { run 0 classify "$here/outside.json" -- -7 </dev/null; }
another() { run 20 classify "$here/outside.json" -- ' +8' </dev/null && says '^may fail (case 1)$'; }
no_input() { run 10 classify "$here/outside.json" </dev/null && says '^fails (case 2)$'; }
some_input() { printf 'x' | run 0 classify "$here/outside.json"; }
too_many() { run 20 classify "$here/outside.json" -- 7 8 9 </dev/null && says '^may fail: it has 3 arguments, and the characterization is about 0 to 2$'; }
too_long() { run 20 classify "$here/outside.json" -- 00007 </dev/null && says 'argument 1 has 5 bytes'; }
too_much() { printf 'abcd' | run 20 classify "$here/outside.json" && says 'the standard input has 4 bytes'; }
lines() {
  file=$here/outside.json
  batch 10 <<'EOF' && answers <<'EOF2'
{"args": ["7"]}
{"args_base64": ["Nw=="], "stdin": "x"}
{"args": ["9"]}
{}
{"stdin_base64": "/w=="}
{"args": ["7", "8", "9"]}
EOF
{"class": "fails", "partition": 0, "kind": "assert"}
{"class": "fails", "partition": 0, "kind": "assert"}
{"class": "may fail", "partition": 0}
{"class": "fails", "partition": 1, "kind": "error-call"}
{"class": "cannot fail"}
{"class": "may fail", "reason": "it has 3 arguments, and the characterization is about 0 to 2"}
EOF2
}

# ---- wrong calls ----

no_file() { wrong 64 'no file given' classify; }
two_files() { wrong 64 'after --' classify "$cfc" 3; }
both() { wrong 64 'with --batch' classify "$cfc" --batch "$cfc" --input x=1; }
no_such_input() { wrong 64 "no input named 'z'" classify "$cfc" --input z=1; }
no_value() { wrong 65 'NAME=VALUE' classify "$cfc" --input x; }
too_large() { wrong 65 'x: this is no value of type int' classify "$cfc" --input x=5000000000; }
no_such_file() { wrong 65 'nowhere' classify "$here/nowhere.json"; }
no_such_batch() { wrong 65 'nowhere' classify "$cfc" --batch "$here/nowhere"; }
contradictory() {
  sed 's/"upper": "(and (= argc #x00000002) (bvsge/"upper": "(and (= argc #x00000002) (bvsgt/' "$here/outside.json" >"$here/wrong.json"
  wrong 65 'in the lower bound, but not in the upper' classify "$here/wrong.json" -- 7 </dev/null
}

ok "a characterization is written" analysed
ok "an input that fails" fails
ok "an input that cannot fail" passes
ok "what is not given is open" left_open
ok "what is open may not matter" all_alike
ok "inputs are given by their symbols" by_symbol
ok "quiet" quiet
ok "a batch" batched
ok "lines that are no input" wrong_lines
ok "lines that are too long, too deep, or say two things" hostile_lines
ok "a batch on standard input" from_stdin
ok "an argument" one_argument
ok "an argument that looks like an option" an_option
ok "between the bounds" another
ok "no argument and no input" no_input
ok "some input" some_input
ok "more arguments than are characterized" too_many
ok "longer arguments" too_long
ok "more input" too_much
ok "a batch of arguments and inputs" lines
ok "no file" no_file
ok "arguments without --" two_files
ok "a batch and a single input" both
ok "a name that no input has" no_such_input
ok "no value" no_value
ok "a value that does not fit" too_large
ok "no such characterization" no_such_file
ok "no such batch" no_such_batch
ok "a characterization that contradicts itself" contradictory
done_testing
