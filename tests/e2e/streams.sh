#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Standard streams that are closed, or cannot be written: the answer does not depend on them, and is not lost unnoticed.
. "$(dirname "$0")/lib"
fails=$ACF_SUBJECTS/linear_region.c
whole() { grep -q '"acf-cfc"' "$1" && grep -q '"verdict" : "failures"' "$1"; }
ended() { [ "$status" -eq "$1" ] || { echo "# status $status, not $1" && false; }; }

no_input() {
  "$ACF" "$fails" <&- >"$here/out" 2>"$here/err"
  status=$?
  ended 10 && grep -q '^fails exactly when ' "$here/out"
}
no_messages() {
  "$ACF" --json "$here/2.json" "$fails" 2>&- >"$here/out"
  status=$?
  ended 10 && grep -q '^fails exactly when ' "$here/out" && whole "$here/2.json"
}
no_output() {
  "$ACF" --json "$here/1.json" "$fails" >&- 2>"$here/err"
  status=$?
  ended 74 && grep -q '^acf: standard output: ' "$here/err" && [ "$(wc -l <"$here/err")" -eq 1 ] && whole "$here/1.json"
}
nothing() {
  "$ACF" --json "$here/0.json" "$fails" <&- >&- 2>&-
  status=$?
  ended 74 && whole "$here/0.json"
}
nothing_needed() {
  "$ACF" -q --json "$here/q.json" "$fails" <&- >&- 2>&-
  status=$?
  ended 10 && whole "$here/q.json"
}
full() { # ARGUMENT...: what is printed is lost, which is said once
  "$ACF" "$@" >/dev/full 2>"$here/err"
  status=$?
  ended 74 && [ "$(grep -c '^acf: standard output: ' "$here/err")" -eq 1 ] && [ "$(wc -l <"$here/err")" -eq 1 ]
}
nobody_reads() {
  { "$ACF" --json "$here/pipe.json" "$fails" 2>"$here/err"; echo $? >"$here/status"; } | :
  [ "$(cat "$here/status")" -eq 74 ] && whole "$here/pipe.json"
}

ok "standard input is closed" no_input
ok "standard error is closed" no_messages
ok "standard output is closed: that is an output that cannot be written" no_output
ok "all three are closed" nothing
ok "all three are closed, and none is needed" nothing_needed
ok "nobody reads standard output" nobody_reads
run 10 -q --json "$here/x.json" "$fails"
for command in "--help" "--version" "--analyzers" "--dump-ir $fails" "count --help" "count $here/x.json" \
  "export $here/x.json --to header" "compare $here/x.json $here/x.json"; do
  # shellcheck disable=SC2086
  ok "a full disk: ${command%% *}" full $command
done
done_testing
