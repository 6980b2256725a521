#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Counting: what is printed and written, domains, DIMACS, and files that are not accepted.
. "$(dirname "$0")/lib"
linear=$ACF_SUBJECTS/linear_region.c
cfc=$here/linear.json

refused_naming() { # WORD STATUS ARGUMENT...
  word=$1
  shift
  run "$@" && one_line_error && grep -q -e "$word" "$here/err"
}
says() { grep -q -e "$1" "$here/out" || { sed 's/^/# /' "$here/out"; false; }; }

# An independent count of linear_region.c: every x and y of its ranges, narrowed to LOW..HIGH of x.
by_hand() {
  awk -v low="$1" -v high="$2" 'BEGIN {
    for (x = (low > 0 ? low : 0); x <= (high < 50 ? high : 50); x++)
      for (y = -20; y <= 20; y++) n += 3 * x - y > 100
    print n + 0 }'
}

analysed() { run 10 -q --json "$cfc" "$linear"; }
counted() { run 0 count "$cfc" && says "^failing inputs: exactly $(by_hand 0 50)\$" &&
  run 0 count -v "$cfc" && says "^failing inputs: exactly $(by_hand 0 50) by closed form\$"; }
counted_at_once() { run 10 --count --json "$here/with.json" "$linear" && says "^failing inputs: exactly $(by_hand 0 50)\$" &&
  grep -q '"acf-count"' "$here/with.json" && run 0 count "$here/with.json"; }
narrowed() { run 0 count --domain 'x=30..40' --domain 'y@14:11#1=-20..20' "$cfc" && says ": 451 points" &&
  says "^failing inputs: exactly $(by_hand 30 40)\$"; }
file_domain() {
  echo '(declare-const x (_ BitVec 32)) (assert (and (bvsge x #x0000001e) (bvsle x #x00000028)))' >"$here/d.smt2"
  run 0 count --domain "$here/d.smt2" "$cfc" && says "^failing inputs: exactly $(by_hand 30 40)\$"
}
as_json() { run 0 count -q --json "$here/n.json" "$cfc" && [ ! -s "$here/out" ] &&
  grep -q "\"count\" : \"$(by_hand 0 50)\"" "$here/n.json" && grep -q '"exact" : true' "$here/n.json"; }
safe() { run 0 -q --json "$here/safe.json" "$ACF_SUBJECTS/safe_mask.c" && run 0 count "$here/safe.json" &&
  says '^failing inputs: none$'; }
dimacs() {
  run 0 count --domain x=0..1 --dimacs "$here/u.cnf" "$cfc" && [ ! -s "$here/out" ] &&
    run 0 count --domain x=0..1 --dimacs "$here/l.cnf" --bound lower "$cfc" && cmp -s "$here/u.cnf" "$here/l.cnf" &&
    grep -q '^p cnf [1-9]' "$here/u.cnf" && grep -q '^c p show 1 2 .* 64 0$' "$here/u.cnf" &&
    grep -q '^c input x@13:11#1: variables 1 to 32' "$here/u.cnf"
}
clauses_as_announced() {
  announced=$(sed -n 's/^p cnf [0-9]* //p' "$here/u.cnf")
  [ "$announced" -eq "$(grep -c '^[-0-9].* 0$' "$here/u.cnf")" ]
}
approximate() {
  cat >"$here/product.c" <<'EOF'
unsigned __VERIFIER_nondet_uint(void); void reach_error(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  if (x * y < 5000000000000000ull) reach_error();
}
EOF
  run 10 -q --json "$here/product.json" "$here/product.c" && run 0 count --time 120 "$here/product.json" &&
    says '^failing inputs: approximately [0-9]*$' && says 'within a factor 1.8 with probability 80%' &&
    # P (1 + ln (2^64 / P)) of them, for P = 5 * 10^15
    sed -n 's/^failing inputs: approximately //p' "$here/out" |
      awk '{ exit !($1 > 4.6e16 / 1.8 && $1 < 4.6e16 * 1.8) }'
}
a_file_named_count() { cp "$linear" "$here/count" && cd "$here" && refused_naming count 64 count && mv count count.c &&
  run 10 -q ./count.c; }

changed() { # FROM TO: the file with one thing changed
  sed "s/$1/$2/" "$cfc" >"$here/changed.json" && ! cmp -s "$cfc" "$here/changed.json"
}
truncated() { head -c 900 "$cfc" >"$here/short.json" && refused_naming short.json 65 count "$here/short.json"; }
undeclared() { changed '|y@14:11#1|' '|z@14:11#1|' && refused_naming "character .*'z@14:11#1' is not" 65 count "$here/changed.json"; }
wrong_width() { changed '"width" : 32' '"width" : 16' && refused_naming 'changed.json: partition 1: ' 65 count "$here/changed.json"; }
overlapping() {
  sed 's/^  "partitions" : \[$/  "partitions" : [ {"upper": "true", "lower": "false", "exact": false},/
    s/^  "exact" : true/  "exact" : false/' "$cfc" >"$here/two.json"
  refused_naming 'partitions 1 and 2 overlap' 65 count "$here/two.json"
}
not_implied() { changed '"lower" : ".*",' '"lower" : "true",' && refused_naming 'does not imply' 65 count "$here/changed.json"; }

case $ACF in /*) ;; *) ACF=$PWD/$ACF ;; esac
ok "a characterization" analysed
ok "its failing inputs are counted" counted
ok "--count in the analysis" counted_at_once
ok "--domain with ranges" narrowed
ok "--domain with a file" file_domain
ok "--json" as_json
ok "a program that never fails" safe
ok "--dimacs" dimacs
ok "as many clauses as announced" clauses_as_announced
ok "a product: approximately" approximate
ok "a program called count" a_file_named_count
ok "help" run 0 count --help
ok "no file" refused_naming 'no file' 64 count
ok "unknown option" refused_naming frob 64 count --frob "$cfc"
ok "a domain of no input" refused_naming "'z'" 64 count --domain z=0..1 "$cfc"
ok "a domain that is empty" refused_naming 'x=5..4' 64 count --domain x=5..4 "$cfc"
ok "a domain without --count" refused_naming domain 64 --domain x=0..1 "$linear"
ok "an epsilon of zero" refused_naming epsilon 64 count --epsilon 0 "$cfc"
ok "--bound without --dimacs" refused_naming bound 64 count --bound upper "$cfc"
ok "no such file" refused_naming no-such.json 65 count "$here/no-such.json"
ok "a file without end" refused_naming 'more than 64 MiB' 65 count /dev/zero
ok "a domain without end" refused_naming 'more than 64 MiB' 65 count --domain /dev/zero "$cfc"
ok "truncated JSON" truncated
ok "a formula over an undeclared input" undeclared
ok "a wrong width" wrong_width
ok "partitions that overlap" overlapping
ok "a lower bound beyond the upper bound" not_implied
ok "an output that cannot be written" refused_naming folder 74 count -q --json "$here/no/such/folder" "$cfc"
done_testing
