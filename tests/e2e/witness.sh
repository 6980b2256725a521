#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --witness: what is written for other verifiers.  --invariants: what others found is proven or dropped.
. "$(dirname "$0")/lib"
: "${G_TEST_BUILDDIR:=.}"
fails=$ACF_SUBJECTS/linear_region.c
pair=$ACF_SUBJECTS/xor_pair.c

good() { "$G_TEST_BUILDDIR/tests/check-witness" "$@"; }
sum_of() { sha256sum "$1" | cut -d' ' -f1; }

violation_written() {
  run 10 -q --witness "$here/v/w" "$fails" && good "$here/v/w/partition-1.graphml" "$here/v/w/partition-1.yml"
}
hash_right() { grep -q "programhash\">$(sum_of "$fails")<" "$here/v/w/partition-1.graphml"; }
partition_each() {
  run 10 -q --witness "$here/two" "$ACF_SUBJECTS/two_errors.c" && good "$here"/two/* &&
    [ "$(find "$here/two" -name '*.yml' | wc -l)" -eq "$(find "$here/two" -name '*.graphml' | wc -l)" ]
}
# the witness leads acf itself to the error
followed() { run 10 -v --direct "$here/v/w/partition-1.$1" "$fails" && ! grep -q 'no failure' "$here/err"; }
engine_alone() {
  run 10 --engine bmc --witness "$here/bmc" "$fails" && grep -qx FALSE "$here/out" && good "$here"/bmc/*
}
unknown_written() { run 20 -q --engine bmc --unroll 2 --witness "$here/unknown" "$pair" && grep -q 'no witness' "$here/err"; }
folder_is_a_file() { : >"$here/file" && run 74 -q --witness "$here/file" "$fails" && grep -q file "$here/err"; }
others_written() {
  mkdir -p "$here/kept/partition-1.graphml" &&
    run 74 -q --json "$here/kept.json" --witness "$here/kept" "$fails" && good "$here/kept/partition-1.yml" &&
    [ -s "$here/kept.json" ]
}

# invariant NAME EXPRESSION: a witness that claims it of the loop
invariant() {
  cat >"$here/$1" <<Y
- entry_type: invariant_set
  content:
  - invariant:
      type: loop_invariant
      location: {file_name: xor_pair.c, line: 12, column: 3, function: main}
      value: "$2"
      format: c_expression
Y
}
invariant true.yml '(x ^ y) == 3'
invariant false.yml '(x ^ y) == 12'
invariant nonsense.yml 'x ==== nobody[f(3)]'
invariant contradiction.yml '1 == 2'
alone() { run "$1" --engine kind "$pair"; }
with() { run "$2" --engine "$3" --invariants "$here/$1" "$pair"; }
correctness_written() {
  run 0 -q --engine kind --invariants "$here/true.yml" --witness "$here/c" "$pair" && good "$here"/c/* &&
    grep -q '(x ^ y) == 3\|(y ^ x) == 3' "$here/c/correctness.yml"
}
graphml_read() { run 0 --engine kind --invariants "$here/c/correctness.graphml" "$pair"; }
fails_all_the_same() {
  run 10 --json "$here/a.json" -q "$fails" &&
    run 10 --json "$here/b.json" -q --invariants "$here/contradiction.yml" "$fails" &&
    grep '"\(upper\|lower\)"' "$here/a.json" >"$here/a" && grep '"\(upper\|lower\)"' "$here/b.json" >"$here/b" &&
    cmp -s "$here/a" "$here/b"
}
violation_refused() { run 65 --invariants "$here/v/w/partition-1.yml" "$pair" && one_line_error; }
missing_refused() { run 65 --invariants "$here/no.yml" "$pair" && one_line_error; }
broken_refused() { echo '- [' >"$here/broken.yml" && run 65 --invariants "$here/broken.yml" "$pair" && one_line_error; }

ok "a failing input becomes a violation witness" violation_written
ok "it has the hash of the program" hash_right
ok "each partition gets one" partition_each
ok "acf follows its own GraphML witness" followed graphml
ok "acf follows its own YAML witness" followed yml
ok "an engine alone writes one" engine_alone
ok "without a failing example it is said that there is none" unknown_written
ok "a folder that cannot be made is an error" folder_is_a_file
ok "when one file cannot be written, the others are" others_written
ok "k-induction alone does not prove the pair" alone 20
ok "with a true invariant it does" with true.yml 0 kind
ok "so does abstract interpretation" with true.yml 0 absint
ok "a false invariant proves nothing" with false.yml 20 kind
ok "nor does a contradiction" with contradiction.yml 20 kind
ok "nor what is not understood" with nonsense.yml 20 kind
ok "failures stay what they are" fails_all_the_same
ok "a proof becomes a correctness witness, with the invariant" correctness_written
ok "which is as good as what was supplied" graphml_read
ok "a violation witness has no invariants" violation_refused
ok "a witness that is not there is an error" missing_refused
ok "a witness that is broken is an error" broken_refused
done_testing
