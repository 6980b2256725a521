#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# One engine as a plain verifier, and the replay of what was found.
. "$(dirname "$0")/lib"

answers() { # ANSWER STATUS ARGUMENT...
  answer=$1
  shift
  run "$@" && [ "$(head -n 1 "$here/out")" = "$answer" ]
}
# An engine may not know, but never errs.
never_wrong() { # WRONG-STATUS ARGUMENT...
  wrong=$1
  shift
  "$ACF" "$@" >"$here/out" 2>"$here/err"
  status=$?
  [ "$status" -ne "$wrong" ] && { [ "$status" -eq 0 ] || [ "$status" -eq 10 ] || [ "$status" -eq 20 ]; }
}
replayed() { run 10 --replay "$1" && ! grep -q -i 'not replayed' "$here/err"; }

ok "symex finds a failure" answers FALSE 10 --engine symex "$ACF_SUBJECTS/linear_region.c"
ok "symex proves that there is none" answers TRUE 0 --engine symex "$ACF_SUBJECTS/safe_mask.c"
for engine in bmc kind spacer shape states absint; do
  ok "$engine does not call a failing program safe" never_wrong 0 --time 20 --engine $engine "$ACF_SUBJECTS/linear_region.c"
  ok "$engine does not call a safe program failing" never_wrong 10 --time 20 --engine $engine "$ACF_SUBJECTS/safe_mask.c"
done
ok "spacer proves with integers alone" answers TRUE 0 --engine spacer --bit-precision=integer "$ACF_SUBJECTS/safe_mask.c"
ok "integers do not see bits" answers UNKNOWN 20 --engine spacer --bit-precision=integer --time 20 "$ACF_SUBJECTS/bits_toggle.c"
ok "spacer lifts what it must" answers TRUE 0 --engine spacer --stats "$ACF_SUBJECTS/bits_toggle.c"
ok "and says so" grep -q 'bit-precision: [0-9]* rounds, [1-9][0-9]* of [0-9]* variables' "$here/out"
ok "and shows why" answers TRUE 0 -v --engine spacer "$ACF_SUBJECTS/bits_toggle.c"
ok "by an invariant" grep -q 'invariant: .*bits_toggle.c:[0-9]*: ' "$here/err"
ok "spacer finds an input that fails" answers FALSE 10 --engine spacer --time 120 "$ACF_SUBJECTS/linear_region.c"
ok "a wrong precision is a wrong call" run 64 --bit-precision=float "$ACF_SUBJECTS/safe_mask.c"
for subject in linear_region loop_inputs linked_list assert_macro; do
  ok "--replay: $subject" replayed "$ACF_SUBJECTS/$subject.c"
done
done_testing
