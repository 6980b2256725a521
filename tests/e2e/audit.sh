#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# acf audit with analyzers whose faults are known: each is found, the right culprit is named, and the right one is never
# wrong by proof.  Then what a database gives: the same again after kills, reports, reduction, clear messages.
. "$(dirname "$0")/lib"
: "${CLANG:=clang-19}"
case $ACF in /*) ;; *) ACF=$PWD/$ACF ;; esac
FAKE_ACF=$ACF FAKE_LOG=$here/log
export FAKE_ACF FAKE_LOG
mkdir "$here/analyzers" "$here/bin" "$here/config"
ACF_ANALYZERS=$here/analyzers XDG_CONFIG_HOME=$here/config
export ACF_ANALYZERS XDG_CONFIG_HOME

# fake NAME SCRIPT: a verifier; $1 is the program.  truth FILE says what acf does.
fake() {
  {
    echo '#!/bin/sh'
    echo 'truth() { "$FAKE_ACF" -q --without external --time 10 "$1" >/dev/null 2>&1; case $? in 0) echo TRUE ;; 10) echo FALSE ;; *) echo UNKNOWN ;; esac; }'
    echo "echo $1 >>\"\$FAKE_LOG\""
    echo "$2"
  } >"$here/bin/$1"
  chmod +x "$here/bin/$1"
  cat >"$here/analyzers/$1.ini" <<INI
[analyzer]
name=$1
trust=sound
overflow=wrap
inputs=nondet
properties=unreach-call
[command]
executable=$here/bin/$1
arguments=%{program}
[verdict]
safe=^TRUE\$
failing=^FALSE\$
unknown=^UNKNOWN\$
INI
}
fake optimist 'echo TRUE'
fake loopless 'grep -qE "while|for" "$1" && echo UNKNOWN || truth "$1"'
fake castless 'sed -E "s/\\((unsigned |signed )?(char|short)\\)//g" "$1" >x.c; truth x.c'
fake shrink 'sed -E "s/\\b[0-9]{4,}\\b/10/g" "$1" >x.c; truth x.c'
fake slow 'sleep 0.3; truth "$1"'
fake crash 'kill -SEGV $$'
all=optimist,loopless,castless,shrink,slow,crash

cat >"$here/loop.c" <<'C'
int main(void) {
  int i = 0;
  while (i < 100000) {
    i = i + 1;
  }
  return i;
}
C
cat >"$here/cast.c" <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 300 || x > 1000) return 0;
  int y = (unsigned char)x;
  if (y > 300) reach_error();
  return y;
}
C

audit() { # STATUS DATABASE ARGUMENT...
  status=$1 database=$2
  shift 2
  run "$status" audit "$@" -d "$here/$database" --time 20 --jobs 2
}
report() { run 0 audit report -d "$here/$1" --csv "$here/$1.csv"; }
# findings DATABASE ANALYZER FAULT TRUTH: how many
findings() { awk -F, -v a="$2" -v f="$3" -v t="$4" '$2 == a && $3 == f && $6 == t' "$here/$1.csv/findings.csv" | wc -l; }
finds() { [ "$(findings "$@")" -gt 0 ] || { sed 's/^/# /' "$here/$1.csv/findings.csv"; false; }; }
none() { [ "$(findings "$@")" -eq 0 ] || { sed 's/^/# /' "$here/$1.csv/findings.csv"; false; }; }
says() { grep -q -- "$1" "$here/out"; }
refused_naming() { # WORD STATUS ARGUMENT...
  word=$1
  shift
  run "$@" && one_line_error && grep -q -F -- "$word" "$here/err"
}

# who is wrong
ok "an audit of six" audit 10 six.db --with $all --strategy observed --budget 4 --batch 1 "$here/loop.c" "$here/cast.c" \
  "$ACF_SUBJECTS/linear_region.c"
ok "is reported" report six.db
ok "whatever is called safe is unsound" finds six.db optimist unsound proven
ok "large constants are needed for soundness" finds six.db shrink unsound proven
ok "and for precision" finds six.db shrink imprecise proven
ok "casts count" finds six.db castless unsound proven
ok "giving up on loops is no mistake" none six.db loopless unsound proven
ok "but is seen" awk -F, '$1 == "loopless" && $5 > 0 { found = 1 } END { exit !found }' "$here/six.db.csv/analyzers.csv"
ok "so are crashes" awk -F, '$1 == "crash" && $5 == $2 && $2 > 0 { found = 1 } END { exit !found }' "$here/six.db.csv/analyzers.csv"
for fault in unsound imprecise; do ok "the right one is not $fault" none six.db slow $fault proven; done
for fault in unsound imprecise; do ok "nor is the one that crashes $fault" none six.db crash $fault proven; done

# one finding
number=$(awk -F, '$2 == "shrink" && $3 == "unsound" && $6 == "proven" { print $1; exit }' "$here/six.db.csv/findings.csv")
ok "a finding" run 0 audit show -d "$here/six.db" "$number" -o "$here/shown"
ok "says who said what" says '^  shrink  *safe'
ok "and how to see it" says 'cc -m32 .*program.c input.c'
seen() {
  (cd "$here/shown" && "$CLANG" -m32 -fwrapv -w program.c input.c -o seen && ./seen 2>seen.err
  [ $? -eq 77 ] && grep -q 'reach_error was called' seen.err)
}
ok "and so it is seen" seen
ok "as a bug report" run 0 audit issue -d "$here/six.db" "$number"
ok "with the expected answer" says '^Expected answer: unsafe'
ok "the program shows it" run 0 audit confirm -d "$here/six.db" "$number" "$here/shown/program.c"
ok "another does not" run 20 audit confirm -d "$here/six.db" "$number" "$ACF_SUBJECTS/safe_mask.c"
ok "no such finding" refused_naming 999 64 audit show -d "$here/six.db" 999
ok "no number" refused_naming "not x" 64 audit show -d "$here/six.db" x

# reduction by whatever cvise is there
mkdir "$here/nowhere" "$here/cvise-bin"
no_cvise() {
  (PATH=$here/nowhere && run 70 audit reduce -d "$here/six.db" "$number") && one_line_error && grep -q "cvise is not installed" "$here/err"
}
ok "no cvise" no_cvise
cat >"$here/cvise-bin/cvise" <<'SH'
#!/bin/sh
# cvise TEST FILE: what returns is not needed, if the test says so
sh "./$1" || exit 1
cp "$2" before.c
sed '/return i/d' before.c >"$2"
sh "./$1" || cp before.c "$2"
SH
chmod +x "$here/cvise-bin/cvise"
reduce() { (PATH=$here/cvise-bin:$PATH && run 0 audit reduce -d "$here/six.db" "$number" --time 20); }
ok "reduction" reduce
ok "leaves the check" says 'reach_error()'
not_said() { ! says "$1"; }
ok "and nothing that is not needed" not_said 'return i'
ok "it is kept" run 0 audit show -d "$here/six.db" "$number"
ok "as what is shown" says '^program.c, reduced'

# the same again: nothing is asked twice
before=$(wc -l <"$FAKE_LOG")
ok "the same audit again" audit 10 six.db --with $all --strategy observed --budget 4 --batch 1 "$here/loop.c" "$here/cast.c" \
  "$ACF_SUBJECTS/linear_region.c"
asked_nothing() { [ "$(wc -l <"$FAKE_LOG")" -eq "$before" ] && grep -q ' 0 runs' "$here/out"; }
ok "asks nothing" asked_nothing

# killed 50 times, and then to the end: what one gets in one go
fake pessimist 'sleep 0.05; echo FALSE'
quick="--with optimist,pessimist,crash --budget 3 --batch 2 --seed 3"
# shellcheck disable=SC2086
ok "in one go" audit 10 whole.db $quick "$here/cast.c"
ok "is reported as a whole" report whole.db
killed() {
  kills=0
  while [ "$kills" -lt 50 ]; do
    # shellcheck disable=SC2086
    "$ACF" audit $quick "$here/cast.c" -q -d "$here/killed.db" --time 20 --jobs 2 >/dev/null 2>&1 &
    sleep "$((kills % 2)).$((kills % 9 + 1))"
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
    kills=$((kills + 1))
  done
}
killed
# shellcheck disable=SC2086
ok "killed 50 times" audit 10 killed.db $quick "$here/cast.c"
ok "is reported as well" report killed.db
# stable DATABASE TABLE: without the numbers of findings and of groups, which come in the order of time
stable() { if [ "$2" = findings ]; then cut -d, -f2-6,8- "$here/$1.db.csv/findings.csv" | sort; else cat "$here/$1.db.csv/$2.csv"; fi; }
same_result() {
  for table in findings soundness precision votes; do
    for database in whole killed; do
      stable $database $table >"$here/$database.$table"
    done
    cmp "$here/whole.$table" "$here/killed.$table" || return 1
  done
}
ok "with the same result" same_result
fake sleeper 'sleep 60; echo TRUE'
stopped() { # Ctrl-C: what is known is kept
  "$ACF" audit --with optimist,sleeper --budget 3 -q "$here/cast.c" -d "$here/stopped.db" --time 90 --jobs 2 >/dev/null 2>&1 &
  for try in $(seq 100); do # the first answer is there, the second is not
    [ -s "$here/stopped.db" ] && report stopped.db && grep -q '^optimist,[1-9]' "$here/stopped.db.csv/analyzers.csv" && break
    sleep 0.3
  done >/dev/null
  kill -TERM $!
  wait $!
  [ $? -eq 20 ] && report stopped.db && grep -q '^optimist,[1-9]' "$here/stopped.db.csv/analyzers.csv"
}
ok "a signal leaves a database that can be read" stopped
pair() { # two at once on one database
  # shellcheck disable=SC2086
  "$ACF" audit $quick "$here/cast.c" -q -d "$here/pair.db" --time 20 --jobs 1 >/dev/null 2>"$here/pair.err" &
  # shellcheck disable=SC2086
  audit 10 pair.db $quick "$here/cast.c"
  mine=$?
  wait $!
  [ $? -eq 10 ] && [ ! -s "$here/pair.err" ] && return $mine
}
ok "two at once" pair
ok "leave one report" report pair.db
same_pair() { stable pair findings | cmp - "$here/whole.findings"; }
ok "which is the same" same_pair

# embedded engines, domains, strategies and kinds
ok "engines and domains" run 0 audit -d "$here/own.db" --with bmc,absint-boxes,absint-octagons,absint-polyhedra,acf --time 10 \
  --strategy depth --kinds numeric,bounds,null,alias --budget 2 --batch 2 "$ACF_SUBJECTS/loop_counts_past.c"
for strategy in breadth random-walk guided-walk; do
  ok "$strategy" run 10 audit -d "$here/own.db" --with optimist,pessimist --time 10 --strategy $strategy --budget 3 "$here/cast.c"
done
ok "all of them are compared" run 0 audit report -d "$here/own.db" --all --html "$here/own.html"
ok "by strategy" says '^  guided-walk '
ok "in pairs" says '^  absint-boxes: safe '
ok "two against each other" run 0 audit report -d "$here/own.db" --compare optimist,pessimist
ok "and only those" says 'optimist: safe  *pessimist'
page() { grep -q '<svg' "$here/own.html" && ! grep -qE '(src|href)="http' "$here/own.html" && grep -q 'id="finding-' "$here/own.html"; }
ok "as a page that needs nothing else" page

# wrong calls
echo 'int main(void) { return 1 + ; }' >"$here/broken.c"
echo 'int f(void) { return 1; }' >"$here/nomain.c"
echo 'int main(void) { return 0; }' >"$here/empty.c"
seed_refused() { run 65 audit -d "$here/x.db" --with optimist "$1" && grep -q "^acf: seed not used: .*$2" "$here/err" && [ "$(wc -l <"$here/err")" -eq 1 ]; }
ok "a seed that is none" seed_refused "$here/broken.c" broken.c
ok "one without main" seed_refused "$here/nomain.c" main
ok "one without expressions" seed_refused "$here/empty.c" "no expression"
ok "one that is not there" seed_refused "$here/none.c" none.c
ok "no seed" refused_naming "no seed" 64 audit -d "$here/x.db"
ok "no database" refused_naming "-d FILE" 64 audit "$here/cast.c"
ok "no such database" refused_naming "no such file" 65 audit report -d "$here/none.db"
echo "no database, but a text that is long enough to be looked at as if it were one, and no more" >"$here/text.db"
ok "a text as a database" refused_naming "not a database" 65 audit report -d "$here/text.db"
ok "no such analyzer" refused_naming "no analyzer 'nobody'" 64 audit -d "$here/x.db" --with nobody "$here/cast.c"
ok "no such strategy" refused_naming "no strategy 'best'" 64 audit -d "$here/x.db" --strategy best "$here/cast.c"
ok "no such kind" refused_naming "no kind of check 'odd'" 64 audit -d "$here/x.db" --kinds odd "$here/cast.c"
ok "no time" refused_naming "--time" 64 audit -d "$here/x.db" --time 0 "$here/cast.c"
done_testing
