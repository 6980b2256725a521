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
for engine in bmc kind absint; do
  ok "$engine does not call a failing program safe" never_wrong 0 --time 20 --engine $engine "$ACF_SUBJECTS/linear_region.c"
  ok "$engine does not call a safe program failing" never_wrong 10 --time 20 --engine $engine "$ACF_SUBJECTS/safe_mask.c"
done
for subject in linear_region loop_inputs linked_list assert_macro; do
  ok "--replay: $subject" replayed "$ACF_SUBJECTS/$subject.c"
done
done_testing
