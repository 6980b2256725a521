#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Any time is a good time to stop: a limit or a signal gives what is known so far, as a whole characterization.
. "$(dirname "$0")/lib"
endless=$ACF_SUBJECTS/unbounded_sum.c

now() { date +%s; }
whole() { grep -q '"acf-cfc"' "$1" && [ "$(tail -c 2 "$1" | tr -d '\n')" = "}" ]; }

time_limit() {
  start=$(now)
  "$ACF" -q --time 3 --json "$here/time.json" "$endless" 2>"$here/err"
  status=$?
  { [ $status -eq 10 ] || [ $status -eq 20 ]; } && [ $(($(now) - start)) -le 20 ] && whole "$here/time.json"
}
# Regions by the hundred that the solver is slow with: none of them gets time of its own after the end.
many_regions() {
  {
    echo 'int __VERIFIER_nondet_int(void); void reach_error(void);'
    echo 'int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); switch (x) {'
    i=0
    while [ $i -lt 200 ]; do
      echo "case $((3 * i)): if (y * y * y == $i) reach_error(); break;"
      i=$((i + 1))
    done
    echo '} return 0; }'
  } >"$here/many.c"
  start=$(now)
  "$ACF" -q --time 4 --json "$here/many.json" "$here/many.c" 2>"$here/err"
  status=$?
  { [ $status -eq 10 ] || [ $status -eq 20 ]; } && [ $(($(now) - start)) -le 20 ] && whole "$here/many.json"
}
after_signal() { # SIGNAL
  "$ACF" -q --time 100 --json "$here/$1.json" "$endless" 2>"$here/err" &
  pid=$!
  sleep 2
  start=$(now)
  kill -s "$1" $pid
  wait $pid
  status=$?
  { [ $status -eq 10 ] || [ $status -eq 20 ]; } && [ $(($(now) - start)) -le 15 ] && whole "$here/$1.json"
}
# timeout signals its command, and then the group of processes that this is in
by_timeout() {
  timeout 2 "$ACF" -q --time 100 --json "$here/timeout.json" "$endless" 2>"$here/err"
  [ $? -eq 124 ] && whole "$here/timeout.json"
}
unrolled() {
  "$ACF" -q --time 60 --unroll 3 --json "$here/unroll.json" "$endless" 2>"$here/err"
  status=$?
  { [ $status -eq 10 ] || [ $status -eq 20 ]; } && whole "$here/unroll.json"
}
no_children_left() { [ -z "$(ps -e -o args= 2>/dev/null | grep -F "$here" | grep -v grep)" ]; }

ok "the time limit" time_limit
ok "the time limit, with many regions" many_regions
ok "SIGINT" after_signal INT
ok "SIGTERM" after_signal TERM
ok "the end of timeout(1)" by_timeout
ok "a limit of the unrolling" unrolled
ok "no process is left over" no_children_left
done_testing
