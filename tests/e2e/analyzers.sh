#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# External verifiers as members of the portfolio: fakes in the formats of real ones, and real ones where they are found.
. "$(dirname "$0")/lib"

source=$(cd "$(dirname "$0")/../.." && pwd)
ACF_ANALYZERS=$source/analyzers
XDG_CONFIG_HOME=$here/config
ACF_CACHE_DIR=$here/cache
FAKE_ACF=$ACF
export ACF_ANALYZERS XDG_CONFIG_HOME ACF_CACHE_DIR FAKE_ACF FAKE FAKE_BRANCHES
real_path=$PATH
failing=$ACF_SUBJECTS/linear_region.c
safe=$ACF_SUBJECTS/safe_mask.c
loops=$ACF_SUBJECTS/loop_keeps_distance.c # safe, and not by unrolling
embedded=bmc,kind,spacer,states,shape,probe

fake() { # FORMAT...: only these tools are there
  rm -rf "$here/bin" && mkdir "$here/bin"
  for tool in "$@"; do ln -s "$source/tests/fakes/$tool" "$here/bin/$tool"; done
  PATH=$here/bin:$real_path
}
answers() { # ANSWER STATUS ARGUMENT...
  answer=$1
  shift
  run "$@" && [ "$(head -n 1 "$here/out")" = "$answer" ]
}
says() { grep -q -- "$1" "$here/out"; }
warns() { grep -q -- "$1" "$here/err"; }
silent() { ! grep -q -- "$1" "$here/err" "$here/out"; }
refused_naming() { # WORD STATUS ARGUMENT...
  word=$1
  shift
  run "$@" && one_line_error && grep -q -F -- "$word" "$here/err"
}

# who is there
fake cpa.sh cbmc
FAKE=honest
ok "--analyzers" run 0 --analyzers
ok "lists engines" says '^spacer  *over  *sound  *in use'
ok "and external ones with their versions" says '^cpachecker  *over  *sound  *in use  *9.9'
ok "and what they are worth" says '^cbmc  *over  *bounded  *in use  *9.9.9'
ok "and those that are not there" says '^goblint .* not found'
ok "--without leaves one out" run 0 --analyzers --without cbmc
ok "and says so" says '^cbmc  *over  *bounded  *found'
ok "nobody of that name" refused_naming no-such-tool 64 --with no-such-tool "$safe"
ok "a tool that is not there" refused_naming goblint 64 --with goblint "$safe"
ok "nor as a verifier" refused_naming goblint 64 --engine goblint "$safe"

fake cpa.sh Ultimate.py cbmc
ok "releases of CPAchecker and Ultimate Automizer say which they are" run 0 --analyzers
ok "the one by itself" says '^uautomizer  *over  *sound  *in use  *9.9.9-fake'
rm -r "$here/bin" && mkdir -p "$here/home/bin" && ln -s "$source/tests/fakes/cpa.sh" "$here/home/bin/cpachecker"
CPACHECKER_HOME=$here/home && export CPACHECKER_HOME
ok "CPAchecker by its newer name, in its folder" run 0 --analyzers
ok "is found" says '^cpachecker-bam  *over  *sound  *in use  *9.9'
for tool in cpachecker cpachecker-bam cpachecker-kinduction; do
  ok "$tool is called with a configuration that there is" answers TRUE 0 --no-cache --engine $tool "$safe"
done
unset CPACHECKER_HOME
ok "a tool of two names that is not there" refused_naming "cpachecker or cpa.sh" 64 --with cpachecker "$safe"

# where descriptions are
plain_acf() { (unset ACF_ANALYZERS && "$@" --analyzers) >"$here/out" 2>"$here/err"; }
fake cbmc
beside() { rm -rf "$here/tree" && mkdir -p "$here/tree/bin" && cp "$ACF" "$here/tree/bin/acf"; }
beside && ln -s "$source/analyzers" "$here/tree/bin/analyzers"
ok "descriptions beside the program" plain_acf "$here/tree/bin/acf"
ok "are found" says '^goblint '
beside && mkdir -p "$here/tree/share/acf/analyzers" && cp "$source/analyzers/cbmc.ini" "$here/tree/share/acf/analyzers"
ln -s "$here/tree/bin/acf" "$here/link"
ok "those of a tree that was moved, through a link" plain_acf "$here/link"
ok "are the ones of that tree" says '^cbmc '
ok "and no others" silent '^goblint '
ok "those of the source where acf was built" plain_acf "$ACF"
ok "are found from there" says '^goblint '
fake cpa.sh cbmc

# proving
ok "an external verifier answers" answers TRUE 0 --no-cache --engine cpachecker "$safe"
ok "it proves for acf" run 0 --no-cache --without "$embedded,external" --with cpachecker --stats "$safe"
ok "which says who did" says 'proven safe by cpachecker'
ok "its report is confirmed" answers FALSE 10 --no-cache --engine cpachecker "$failing"
FAKE=liar
ok "a bounded verifier proves nothing" answers UNKNOWN 20 --no-cache --engine cbmc "$safe"
ok "nor among others" run 20 --no-cache --time 5 --without "$embedded,external" --with cbmc "$loops"


# error functions that a verifier does not know, and assert
cat >"$here/own.h" <<'C'
extern void fatal(const char *why);
C
cat >"$here/own.c" <<'C'
#include "own.h"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static void give_up(int n) { (void)n; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7) fatal("seven");
  if (x == 9) give_up(x);
  assert(x != 11);
  return 0;
}
C
FAKE=honest
fake cpa.sh Ultimate.py
for tool in cpachecker uautomizer; do
  for errors in "--error fatal" "--error give_up" "--error fatal --error give_up" "--error __assert_fail" ""; do
    # shellcheck disable=SC2086
    ok "$tool finds failures by ${errors:-assert}" answers FALSE 10 --no-cache --overflow none $errors --engine $tool "$here/own.c"
  done
  sed -e 's/x == 7/x == 7 \&\& x == 8/' -e 's/x != 11/x != 11 || x < 0/' "$here/own.c" >"$here/safe-own.c"
  ok "$tool proves that one is not called" answers TRUE 0 --no-cache --overflow none --error fatal --engine $tool "$here/safe-own.c"
  ok "and does not, where another one is" answers FALSE 10 --no-cache --overflow none --error fatal --error give_up --engine $tool "$here/safe-own.c"
done
sed -e '/own.h/d' -e '/fatal/d' "$here/own.c" >"$here/no-own.c"
printf '#if 1\n#define SKIP\n#endif\n#ifdef SKIP\nvoid oops(void) { }\n#else\nvoid oops(void) { }\n#endif\n' >"$here/if.c"
sed 's/give_up(x)/oops()/' "$here/no-own.c" >>"$here/if.c"
ok "#if is no matter where the program comes preprocessed" answers FALSE 10 --no-cache --error oops --engine cpachecker "$here/if.c"
fake cpa.sh cbmc
FAKE=liar
ok "it is where a body would go into the wrong definition" run 20 -v --no-cache --time 5 --error oops --engine cbmc-unwind "$here/if.c"
ok "and -v says so" warns 'which definition of oops counts is decided by #if'

FAKE=old
ok "an old CBMC gets the arguments that it knows" answers UNKNOWN 20 --no-cache --engine cbmc "$safe"
ok "and its success is none" run 20 -v --no-cache --engine cbmc "$safe"
ok "as it is about short runs" warns 'says safe, which is no proof: .*short runs'
FAKE=deep FAKE_LOG=$here/bounds
export FAKE_LOG
ok "CBMC looks deeper and deeper" answers TRUE 0 --no-cache --engine cbmc-unwind "$safe"
ok "until loops end" [ "$(tr '\n' ' ' <"$FAKE_LOG")" = "2 8 32 " ]
FAKE=broken && : >"$FAKE_LOG"
ok "a program that it cannot read" run 20 -v --no-cache --engine cbmc-unwind "$safe"
ok "is not read deeper" [ "$(sort -u "$FAKE_LOG")" = 2 ]
ok "and -v tells what it says" warns "cbmc-unwind is inconclusive: it prints \"file program.c line 3: syntax error before '}'\" and ends with status 6"
ok "among others, too" run 20 -v --no-cache --time 5 --without "$embedded,external" --with cbmc "$loops"
ok "-v tells it" warns "cbmc is inconclusive: it prints \"file program.c line 3: syntax error before '}'\""
FAKE=liar

# disagreement
ok "a lie is found out" run 10 --no-cache --time 60 --without bmc,kind,spacer,states,shape,external --with cpachecker --json "$here/cfc.json" "$failing"
ok "it is news" warns '^acf: DISAGREEMENT: cpachecker 9.9 says safe of .*linear_region.c where it fails for certain: x = '
ok "the characterization is right" says '^fails exactly when x >= 0'
ok "and notes it" grep -q 'disagreement: cpachecker 9.9 says safe of' "$here/cfc.json"
ok "a lie that comes late changes nothing" run 10 --no-cache --time 60 "$failing"
ok "the characterization is the same" says '^fails exactly when x >= 0'

# reports
FAKE=witness
FAKE_BRANCHES="15:false 16:false 17:true"
ok "a witness leads to a failure" answers FALSE 10 --no-cache --engine cpachecker "$failing"
FAKE_BRANCHES="17:false"
ok "a wrong witness leads nowhere" answers UNKNOWN 20 --no-cache --time 5 --engine cpachecker "$failing"
FAKE_BRANCHES="9:true"
ok "a wrong report does no harm" run 0 --no-cache --time 60 "$safe"
for FAKE in garbage crash; do
  ok "$FAKE is no answer" answers UNKNOWN 20 --no-cache --engine cpachecker "$safe"
done
FAKE=garbage
ok "-v tells a line of it" run 20 -v --no-cache --engine cpachecker "$safe"
ok "without what moves the cursor" [ "$(tr -d '\033' <"$here/err" | wc -c)" = "$(wc -c <"$here/err")" ]

# --doctor
FAKE=honest
fake cpa.sh
ok "--doctor finds that it works" run 0 --no-cache --doctor
ok "and says so" says '^cpachecker  *works'
FAKE=liar
ok "--doctor finds a lie" run 10 --no-cache --doctor
ok "and says so" says '^cpachecker  *FAILS .*says safe of a program that is failing'
ok "and who works" says '^bmc  *works'
FAKE=broken FAKE_LOG=/dev/null
fake cbmc
ok "--doctor finds one that reads nothing" run 10 --no-cache --doctor
ok "and tells its own words" says '^cbmc  *FAILS .*syntax error before'

# descriptions
fake
describe() { # FILE LINE...: a description of a verifier that prints YES
  file=$1
  shift
  cat >"$file" <<INI
[analyzer]
name=mine
trust=sound
overflow=wrap
delay=0
[command]
executable=$here/mine
arguments=%{program}
[verdict]
safe=^YES$
INI
  for line in "$@"; do echo "$line" >>"$file"; done
}
printf '#!/bin/sh\necho YES\n' >"$here/mine" && chmod +x "$here/mine"
describe "$here/mine.ini"
ok "a description on the command line" answers TRUE 0 --no-cache --analyzer "$here/mine.ini" --engine mine "$safe"

# what was said before
printf '#!/bin/sh\necho asked >>"%s"\necho YES\n' "$here/log" >"$here/mine"
asked() { # TIMES ARGUMENT...: so often, of a program that fails on no input
  times=$1
  shift
  : >"$here/log"
  answers TRUE 0 --analyzer "$here/mine.ini" --engine mine "$@" && [ "$(grep -c asked "$here/log")" -eq "$times" ]
}
cp "$safe" "$here/kept.c"
ok "a verifier is asked" asked 1 "$here/kept.c"
ok "and not once more" asked 0 "$here/kept.c"
ok "but with another data model" asked 1 --LP64 "$here/kept.c"
ok "or without the cache" asked 1 --no-cache "$here/kept.c"
echo "int other;" >>"$here/kept.c"
ok "or about another text" asked 1 "$here/kept.c"
echo "#include \"$here/kept.h\"" >>"$here/kept.c"
echo "int one;" >"$here/kept.h"
ok "or about one that includes another file" asked 1 "$here/kept.c"
ok "which may have changed" asked 1 "$here/kept.c"
printf '#!/bin/sh\necho YES\n' >"$here/mine"

# files that are none
printf '#!/bin/sh\nmkfifo a.graphml report\nln -s /dev/zero b.graphml\necho NO\n' >"$here/mine"
describe "$here/pipes.ini" 'failing=^NO$' 'output-files=report' '[witness]' 'files=*.graphml'
ok "nobody waits for a pipe" answers FALSE 10 --no-cache --time 120 --analyzer "$here/pipes.ini" --engine mine "$failing"
printf '#!/bin/sh\necho YES\n' >"$here/mine"

mkdir -p "$here/config/acf/analyzers.d"
describe "$here/config/acf/analyzers.d/mine.ini"
ok "one of the user's own" answers TRUE 0 --no-cache --engine mine "$safe"
ok "takes part" run 0 --analyzers
ok "and is listed" says '^mine  *over  *sound  *in use'
describe "$here/broken.ini" "sane=^NO$"
ok "a key that is none" refused_naming "[verdict] sane" 64 --analyzer "$here/broken.ini" "$safe"
describe "$here/broken.ini" "failing=^(NO$"
ok "a pattern that is none" refused_naming "[verdict] failing" 64 --analyzer "$here/broken.ini" "$safe"
ok "a description that is not there" refused_naming no-such.ini 64 --analyzer "$here/no-such.ini" "$safe"
cp "$here/broken.ini" "$here/config/acf/analyzers.d/broken.ini"
ok "a broken one of the user's own" run 0 "$safe"
ok "is named and not used" warns "^acf: .*broken.ini: \[verdict\] failing: .* it is not used$"
rm -r "$here/config"

# real ones
PATH=$real_path
for tool in frama-c cbmc cbmc-unwind cpachecker esbmc uautomizer goblint 2ls symbiotic; do
  run 0 --analyzers
  if says "^$tool .* in use"; then
    version=$(awk -v tool="$tool" '$1 == tool { print $6 }' "$here/out")
    echo "# the real $tool $version runs"
    "$ACF" -q --no-cache --engine "$tool" "$failing" >"$here/out" 2>"$here/err"
    ok "$tool does not prove what fails" [ $? -ne 0 ]
    "$ACF" -q --no-cache --engine "$tool" "$safe" >"$here/out" 2>"$here/err"
    ok "$tool does not refute what is safe" [ $? -ne 10 ]
    for errors in "--error fatal" "--error fatal --error give_up" ""; do
      # shellcheck disable=SC2086
      "$ACF" -q --no-cache --time 60 $errors --engine "$tool" "$here/own.c" >"$here/out" 2>"$here/err"
      ok "$tool does not prove what fails by ${errors:-assert}" [ $? -ne 0 ]
    done
    "$ACF" -q --no-cache --time 60 --error fatal --engine "$tool" "$here/safe-own.c" >"$here/out" 2>"$here/err"
    ok "$tool does not refute what no error function ends" [ $? -ne 10 ]
    if [ "$tool" = cbmc ] || [ "$tool" = cbmc-unwind ]; then # those are sure to do it
      ok "$tool finds failures by several error functions" answers FALSE 10 --no-cache --error fatal --error give_up --engine "$tool" "$here/own.c"
      ok "$tool finds failures of assert" answers FALSE 10 --no-cache --error __assert_fail --error fatal --engine "$tool" "$here/own.c"
    fi
  fi
done
done_testing
