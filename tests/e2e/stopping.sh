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
  { [ $status -eq 10 ] || [ $status -eq 20 ]; } && [ $(($(now) - start)) -le 60 ] && whole "$here/time.json"
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
  { [ $status -eq 10 ] || [ $status -eq 20 ]; } && [ $(($(now) - start)) -le 60 ] && whole "$here/many.json"
}
after_signal() { # SIGNAL, which the tests themselves may be told to ignore
  env --default-signal="$1" "$ACF" -q --time 100 --json "$here/$1.json" "$endless" 2>"$here/err" &
  pid=$!
  sleep 2
  start=$(now)
  kill -s "$1" $pid
  wait $pid
  status=$?
  { [ $status -eq 10 ] || [ $status -eq 20 ]; } && [ $(($(now) - start)) -le 60 ] && whole "$here/$1.json"
}
# nohup: a terminal that is closed is no reason to stop
not_after_hangup() {
  (trap '' HUP && exec "$ACF" -q --time 6 --json "$here/nohup.json" "$endless" 2>"$here/err") &
  pid=$!
  sleep 2
  kill -s HUP $pid
  sleep 1
  kill -s 0 $pid 2>/dev/null || return 1
  wait $pid
  status=$?
  { [ $status -eq 10 ] || [ $status -eq 20 ]; } && whole "$here/nohup.json"
}
# A compiler that never ends: acf does, with the answer that knows nothing, and takes it along.
slow_compiler() { # SIGNAL, or nothing: the time limit
  printf '#!/bin/sh\necho $$ >"%s/compiler.pid"\nexec sleep 1000\n' "$here" >"$here/compiler" && chmod +x "$here/compiler"
  rm -f "$here/compiler.pid"
  ACF_CLANG=$here/compiler "$ACF" --time "${2:-100}" --json "$here/slow.json" "$endless" >"$here/out" 2>"$here/err" &
  pid=$!
  while [ ! -s "$here/compiler.pid" ]; do sleep 0.1; done
  [ -z "$1" ] || kill -s "$1" $pid
  wait $pid
  [ $? -eq 20 ] && whole "$here/slow.json" && grep -q 'could not analyse the program, which was not compiled before acf was stopped' "$here/out" &&
    ! kill -s 0 "$(cat "$here/compiler.pid")" 2>/dev/null
}
compiler_killed() {
  printf '#!/bin/sh\nkill -s KILL $$\n' >"$here/compiler"
  ACF_CLANG=$here/compiler run 70 "$endless" && one_line_error && grep -q 'killed by signal 9' "$here/err"
}
# Engines that are killed one after the other say nothing; that is no error.
engines_killed() {
  "$ACF" -q --time 5 --json "$here/killed.json" "$endless" 2>"$here/err" &
  pid=$!
  for i in 1 2 3 4 5 6 7 8 9 10; do
    sleep 0.4
    for child in $(ps -o pid= --ppid $pid); do kill -s KILL "$child" 2>/dev/null; done
  done
  wait $pid
  status=$?
  { [ $status -eq 10 ] || [ $status -eq 20 ]; } && whole "$here/killed.json"
}
processor_time() {
  (ulimit -S -t 1 && exec "$ACF" -q --time 20 --json "$here/cpu.json" "$endless" 2>"$here/err")
  status=$?
  { [ $status -eq 10 ] || [ $status -eq 20 ]; } && whole "$here/cpu.json"
}
# timeout signals its command, and then the group of processes that this is in
by_timeout() {
  timeout 2 "$ACF" -q --time 100 --json "$here/timeout.json" "$endless" 2>"$here/err"
  [ $? -eq 124 ] && whole "$here/timeout.json"
}
# Analyzers that find more without unrolling are left out, so the limit ends the run.
unrolled() {
  "$ACF" -q --time 120 --unroll 3 --without probe,spacer,kind,shape,states --json "$here/unroll.json" "$endless" 2>"$here/err"
  status=$?
  { [ $status -eq 10 ] || [ $status -eq 20 ]; } && whole "$here/unroll.json"
}
no_children_left() { [ -z "$(ps -e -o args= 2>/dev/null | grep -F "$here" | grep -v grep)" ]; }

ok "the time limit" time_limit
ok "the time limit, with many regions" many_regions
ok "SIGINT" after_signal INT
ok "SIGTERM" after_signal TERM
ok "SIGHUP" after_signal HUP
ok "SIGHUP that is ignored" not_after_hangup
ok "SIGXCPU" after_signal XCPU
ok "a limit of processor time" processor_time
ok "the time limit, while the program is compiled" slow_compiler "" 2
for signal in INT TERM HUP; do ok "SIG$signal, while the program is compiled" slow_compiler $signal; done
ok "a compiler that is killed" compiler_killed
ok "engines that are killed" engines_killed
ok "the end of timeout(1)" by_timeout
ok "a limit of the unrolling" unrolled
ok "no process is left over" no_children_left
done_testing
