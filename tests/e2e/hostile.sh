#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# External verifiers that misbehave: acf ends within its limits, whatever they do, and leaves nothing behind; and
# what a well-behaved one said is known the next time.
. "$(dirname "$0")/lib"
program=$ACF_SUBJECTS/unbounded_sum.c # not settled by the engines in the time given here
ACF_HOSTILE=$here TMPDIR=$here/tmp
export ACF_HOSTILE TMPDIR
mkdir "$TMPDIR"

# stub NAME <<script: an analyzer of that name, by its script
stub() {
  { echo '#!/bin/sh' && echo "echo run >>'$here/$1.runs'" && cat; } >"$here/$1"
  chmod +x "$here/$1"
  printf '[analyzer]\nname=%s\ntrust=sound\noverflow=wrap\ninputs=nondet;uninitialised\ndelay=0\n[command]\nexecutable=%s\narguments=%%{program}\n[verdict]\nsafe=^SAFE$\nfailing=^FAILING$\n' \
    "$1" "$here/$1" >"$here/$1.ini"
}
stub hang <<'END'
while :; do sleep 1000; done
END
stub deaf <<'END'
trap '' TERM INT HUP QUIT
while :; do sleep 1000; done
END
stub family <<'END'
for i in 1 2 3 4 5; do sleep 1000 & done
wait
END
stub daemon <<'END'
setsid sh -c 'trap "" TERM HUP; (sleep 1000 & sleep 1000) & sleep 1000' &
exit 0
END
stub glutton <<'END'
x=0123456789012345678901234567890123456789
while :; do x=$x$x$x; done
END
stub flood <<'END'
exec yes 'a very long story'
END
stub garbage <<'END'
head -c 300000 /dev/urandom
exit 200
END
stub broken <<'END'
kill -SEGV $$
END
stub litter <<'END'
mkdir -p a/b && chmod 0 a/b && chmod 0500 a && ln -s / root
sleep 1000
END
stub unknown <<'END'
echo nothing is known
END
stub failing <<'END'
echo FAILING
END
{ stub gone </dev/null && rm "$here/gone"; }

now() { date +%s; }
# All that was started by this test, by what is in their environment.
left_over() {
  for process in /proc/[0-9]*; do
    [ "$process" = /proc/$$ ] && continue
    tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -q -x "ACF_HOSTILE=$here" && echo "$process"
  done | while read -r process; do
    grep -q -z -e 'hostile.sh' "$process/cmdline" 2>/dev/null || tr '\0' ' ' 2>/dev/null <"$process/cmdline"
  done
}
nothing_left() {
  [ -z "$(left_over)" ] && [ -z "$(ls "$TMPDIR")" ] && return 0
  left_over | sed 's/^/# left: /'
  ls "$TMPDIR" | sed 's/^/# left: /'
  return 1
}
clean_soon() { # within two seconds
  for i in 1 2 3 4 5 6 7 8 9; do
    [ -z "$(left_over)" ] && return 0
    sleep 0.2
  done
  nothing_left
}
# alone NAME SECONDS: acf with nobody else; it takes no more than that and two seconds, and does not know.
alone() {
  start=$(now)
  run 20 --time "$2" --memory 100 --engine "$1" --analyzer "$here/$1.ini" "$program" || return 1
  [ $(($(now) - start)) -le $(($2 + 3)) ] && [ -s "$here/$1.runs" ] && nothing_left
}
in_a_race() {
  start=$(now)
  set --
  for name in hang family daemon flood garbage; do set -- "$@" --analyzer "$here/$name.ini"; done
  "$ACF" -q --time 6 "$@" "$program" 2>"$here/err"
  status=$?
  { [ $status -eq 10 ] || [ $status -eq 20 ]; } && [ $(($(now) - start)) -le 9 ] && nothing_left
}
killed() { # SIGNAL NAME
  rm -f "$here/$2.runs"
  "$ACF" -q --time 100 --engine "$2" --analyzer "$here/$2.ini" "$program" >"$here/out" 2>"$here/err" &
  pid=$!
  for i in 1 2 3 4 5 6 7 8 9 10; do [ -s "$here/$2.runs" ] || sleep 0.5; done
  sleep 0.3
  [ -n "$(left_over)" ] || return 1
  kill -s "$1" $pid
  { wait $pid; } 2>/dev/null
  clean_soon
}
# The folder that a killed acf leaves, when its supervisors were killed too, goes with the next run.
swept() {
  mkdir -p "$TMPDIR/acf-scratch-abcdef/folder" && echo text >"$TMPDIR/acf-scratch-abcdef/folder/file"
  run 20 --time 3 --engine garbage --analyzer "$here/garbage.ini" "$program" && nothing_left
}
not_there() { run 64 --engine gone --analyzer "$here/gone.ini" "$program" && one_line_error; }

runs() { # YES|NO ARGUMENT...: the tool that knows nothing
  wanted=$1
  shift
  : >"$here/unknown.runs"
  run 20 --time 20 --engine unknown --stats --analyzer "$here/unknown.ini" "$@" "$program" || return 1
  if [ $wanted = YES ]; then [ -s "$here/unknown.runs" ]; else [ ! -s "$here/unknown.runs" ]; fi
}

for name in hang deaf family glutton flood litter; do ok "$name" alone $name 3; done
for name in daemon garbage broken; do ok "$name" alone $name 20; done
ok "all together" in_a_race
ok "kill -9 of acf, and a tool that does not listen" killed KILL deaf
ok "kill -9 of acf, and a tool with children" killed KILL family
ok "Ctrl-C" killed INT deaf
ok "what was left is swept" swept
ok "an executable that is not there" not_there
ACF_CACHE_DIR=$here/cache
export ACF_CACHE_DIR
ok "the first time the tool runs" runs YES
ok "the second time it is known what it says" runs NO
ok "which is told" grep -q 'unknown  *\([1-9]\)  *0  *[0-9.]*  *\1$' "$here/out"
ok "unless the cache is not wanted" runs YES --no-cache
# A verdict is confirmed again, also when it was known.
confirmed() { # HOW-OFTEN: so often the tool ran up to now, each time to a question of its own
  run 10 --time 120 --engine failing --analyzer "$here/failing.ini" "$ACF_SUBJECTS/linear_region.c" &&
    [ "$(head -n 1 "$here/out")" = FALSE ] && [ "$(wc -l <"$here/failing.runs")" -eq "$1" ]
}
ok "a failure" confirmed 1
ok "a failure that was known" confirmed 1
ok "another question is another one" runs YES --LP64
for file in "$here"/cache/*; do echo torn >"$file"; done
ok "what is torn does not count" runs YES
done_testing
