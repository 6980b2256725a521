#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The conditioned program: written, compiled, understood by verifiers, and safe when the bounds met.
. "$(dirname "$0")/lib"
: "${CLANG:=clang-19}"
fails=$ACF_SUBJECTS/three_regions.c
c=$here/conditioned.c

compiles() {
  for compiler in gcc "$CLANG"; do
    for bits in -m32 -m64; do "$compiler" $bits -std=gnu11 -Wall -Werror -fsyntax-only "$1" || return 1; done
  done
}
# What acf found to be exact is safe without it.
rest_is_safe() {
  model=--ILP32
  grep -q 'DATA-MODEL: LP64' "$ACF_SUBJECTS/$1.c" && model=--LP64
  run "$2" -q $model --emit-conditioned "$c" "$ACF_SUBJECTS/$1.c" && run 0 -q $model "$c"
}
written() { run 10 -q --emit-conditioned "$c" "$fails" && [ ! -s "$here/out" ] && compiles "$c"; }
to_stdout() { run 10 -q --emit-conditioned - "$fails" && cmp -s "$here/out" "$c"; }
lines_kept() { # but for the first declaration, the entry function and the input
  head -n "$(wc -l <"$fails")" "$c" | diff - "$fails" | grep -c '^<' | grep -qx 3
}
unwritable() { run 74 -q --emit-conditioned "$here/no/such/folder.c" "$fails" && grep -q folder.c "$here/err"; }
refused() {
  echo 'void reach_error(); int main() { int a[2]; if (a[1] == 3) reach_error(); }' >"$here/memory.c"
  run 74 -q --emit-conditioned "$here/refused.c" "$here/memory.c" && one_line_error &&
    grep -q 'memory.c:1: .*uninitialised memory (a)' "$here/err" && [ ! -e "$here/refused.c" ]
}
twice() { # conditioned programs are programs
  run 10 -q --emit-conditioned "$c" "$fails" && run 0 -q --emit-conditioned "$here/again.c" "$c" && compiles "$here/again.c"
}
frama_c_reads() { frama-c -kernel-verbose 0 -machdep x86_32 "$c" >"$here/out" 2>&1 && ! grep -q -i 'error' "$here/out"; }
frama_c_proves() {
  frama-c -eva -eva-slevel 20 -eva-split-return full -machdep x86_32 "$c" >"$here/out" 2>&1 &&
    ! grep -q 'function reach_error' "$here/out"
}

ok 'the conditioned program is written and compiles' written
ok 'it goes to standard output' to_stdout
ok 'lines stay what they are' lines_kept
ok 'a file that cannot be written' unwritable
ok 'a condition that cannot be embedded' refused
ok 'a conditioned program is conditioned again' twice
for subject in loop_inputs bool_inputs signed_char long_long float_interval short_product external_function lp64_long \
  switch_fallthrough assert_macro uninitialised_local; do
  ok "$subject: nothing else fails" rest_is_safe $subject 10
done
ok 'a safe program stays one' rest_is_safe safe_mask 0
if command -v frama-c >/dev/null; then
  run 10 -q --emit-conditioned "$c" "$fails"
  ok 'Frama-C reads it' frama_c_reads
  ok 'Frama-C proves that the rest is safe' frama_c_proves
else
  echo '# Frama-C is not installed'
fi
done_testing
