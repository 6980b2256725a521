#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs that begin in another function than main: its parameters are inputs, for everything that acf does with them; and
# what is said where nothing can fail.
. "$(dirname "$0")/lib"

says() { cat "$here/out" "$here/err" | grep -q -e "$1" || { echo "# does not say: $1"; sed 's/^/# /' "$here/out"; return 1; }; }
begin() { printf 'CHECK( init(%s()), LTL(G ! call(reach_error())) )\n' "$1" >"$here/$1.prp"; }
refused() { # MESSAGE STATUS ARGUMENT...
  message=$1
  shift
  run "$@" && one_line_error && { grep -q -e "$message" "$here/err" || { sed 's/^/# /' "$here/err"; return 1; }; }
}

cat >"$here/bytes.c" <<'C'
extern void reach_error(void);
enum mode { OFF, ON = 3 };
static int calls = 1;
int bytes(signed char a, unsigned char b) {
  if (a * b == -130 * calls++ || (a == b && a > 100)) reach_error();
  return 0;
}
void modes(enum mode m, _Bool strict, unsigned short n) {
  if (m == ON && (strict ? n > 65000 : n == 12)) reach_error();
}
int digits(unsigned char n, signed char sum) {
  if (n == 0) {
    if (sum == 9) reach_error();
    return 0;
  }
  return digits(n / 10, sum + n % 10);
}
int main(void) { return digits(123, 0); }
C
begin bytes
begin modes
begin digits

# A program that goes through all points natively: LOOPS ARGUMENTS.  It prints how many fail, and is false when a claim of
# the header is.
cat >"$here/brute.c" <<'C'
#include <setjmp.h>
#include <stdio.h>
static jmp_buf failed;
void reach_error(void) { longjmp(failed, 1); }
#define main own_main
#include "bytes.c"
#undef main
#include "failing.h"
static int fails(long long i, long long k, long long l) {
  if (setjmp(failed)) return 1;
  calls = 1;
  CALL;
  return 0;
}
int main(void) {
  long count = 0, wrong = 0;
  for (long long i = I; i < I + NI; i++)
    for (long long k = K; k < K + NK; k++)
      for (long long l = L; l < L + NL; l++) {
        int is = fails(i, k, l), must = MUST, may = MAY;
        count += is;
        wrong += (must && !is) || (is && !may) || must != may;
      }
  printf("%ld\n", count);
  return wrong != 0;
}
C
brute() { # the rest is for the compiler
  ${CLANG:-clang} -m32 -w -O1 -fwrapv "$@" "$here/brute.c" -o "$here/brute" && "$here/brute" >"$here/count"
}
counted() { # as many as brute says
  run 0 count "$here/f.json" && says "exactly $(cat "$here/count")\$"
}
analysed() { # ENTRY
  run 10 -q -p "$here/$1.prp" --globals=initial --json "$here/f.json" --export header="$here/named.h" "$here/bytes.c" &&
    sed 's/acf_[a-z0-9_]*\(must\|may\)_fail/acf_\1_fail/g' "$here/named.h" >"$here/failing.h" && # whatever they are called
    grep -q '"kind" : "parameter"' "$here/f.json" && grep -q "\"entry\" : \"$1\"" "$here/f.json"
}
brute_bytes() {
  analysed bytes && brute -DI=-128 -DNI=256 -DK=0 -DNK=256 -DL=0 -DNL=1 -DCALL='bytes(i, k)' -DMUST='acf_must_fail(i, k)' \
    -DMAY='acf_may_fail(i, k)' && counted
}
brute_modes() { # an enum has more values than names: of those, a few
  analysed modes && brute -DI=0 -DNI=6 -DK=0 -DNK=2 -DL=0 -DNL=65536 -DCALL='modes(i, k, l)' \
    -DMUST='acf_must_fail(i, k, l)' -DMAY='acf_may_fail(i, k, l)' && counted
}
brute_recursion() {
  analysed digits && brute -DI=0 -DNI=256 -DK=-128 -DNK=256 -DL=0 -DNL=1 -DCALL='digits(i, k)' \
    -DMUST='acf_must_fail(i, k)' -DMAY='acf_may_fail(i, k)' && counted
}

replayed() {
  run 10 -p "$here/modes.prp" --replay "$here/bytes.c" &&
    says 'bytes.c: checked: no call of reach_error, no failing assert; runs begin in modes; 32-bit (ILP32)$' && says 'm: unsigned int, .*bytes.c:8, parameter$' &&
    says 'fails, as it should' && ! grep -q 'did not fail' "$here/out"
}
tested() { # from the run and from the file, the same; by the command of the harness
  run 10 -q -p "$here/modes.prp" --json "$here/f.json" --export harness="$here/h.c" "$here/bytes.c" &&
    run 0 export "$here/f.json" --to harness -o "$here/again.c" && cmp "$here/h.c" "$here/again.c" &&
    command=$(sed -n 's/^ \*   cc \(.*\) THIS-FILE.c -o tests -lm$/\1/p' "$here/h.c") && [ "$command" ] &&
    (cd "$here" && ${CLANG:-clang} $command h.c -o tests -lm && ./tests >out) && says ', 0 not as promised' &&
    run 0 export "$here/f.json" --to tests -o "$here/suite" && says 'tests that fail and [1-9].* that pass, each run' &&
    grep -q '<entryfunction>modes<' "$here/suite/metadata.xml" && grep -q 'variable="strict" type="_Bool"' "$here/suite/testcase-1.xml"
}
compared() {
  sed 's/n == 12/n == 13/' "$here/bytes.c" >"$here/after.c" && run 10 -q -p "$here/modes.prp" --json "$here/f.json" "$here/bytes.c" &&
    run 10 compare "$here/f.json" "$here/after.c" && says '^fixed when .*n == 12' && says '^newly fails when .*n == 13'
}
conditioned() { # nothing is left that fails; and the rest fails where it did
  run 10 -q -p "$here/modes.prp" --emit-conditioned "$here/rest.c" "$here/bytes.c" &&
    run 0 -q -p "$here/modes.prp" "$here/rest.c" && run 10 -q -p "$here/digits.prp" --emit-conditioned "$here/rest.c" "$here/bytes.c" &&
    run 0 -q -p "$here/digits.prp" "$here/rest.c"
}
witnessed() {
  run 10 -q -p "$here/bytes.prp" --globals=initial --witness "$here/w" "$here/bytes.c" && grep -q 'init(bytes())' "$here/w/partition-1.graphml" &&
    grep -q '"assumption">b == ' "$here/w/partition-1.graphml" &&
    run 10 -v -p "$here/bytes.prp" --globals=initial --direct "$here/w/partition-1.graphml" "$here/bytes.c" && says 'edges found in the program' &&
    says ' 1 failing and 0 valid'
}
refusals() {
  cat >"$here/pointers.c" <<'C'
extern void reach_error(void);
void bytes(int a,
           void *text) { if (text + a) reach_error(); }
void modes(int n, ...) { if (n) reach_error(); }
C
  refused 'pointers.c:3: what does text, a void pointer, point to?' 65 \
    -p "$here/bytes.prp" "$here/pointers.c" && refused 'any number of arguments' 65 -p "$here/modes.prp" "$here/pointers.c"
}
assumed() { run 10 -p "$here/bytes.prp" --globals=initial "$here/bytes.c" && says 'bytes is called when all variables still have'; }

# a verifier that is not told where runs begin is not asked
not_asked() {
  cat >"$here/main-only.ini" <<INI
[analyzer]
name=main-only
trust=sound
overflow=wrap
[command]
executable=/bin/sh
arguments=-c "touch $here/asked; echo SAFE" %{program}
[verdict]
safe=^SAFE
INI
  run 10 --time 60 --analyzer "$here/main-only.ini" --with main-only -v -p "$here/modes.prp" "$here/bytes.c" &&
    says 'main-only: not asked: it starts all programs at main' &&
    run 20 -q --time 5 --analyzer "$here/main-only.ini" --engine main-only -p "$here/modes.prp" "$here/bytes.c" &&
    [ ! -e "$here/asked" ] && run 0 -q --time 60 --analyzer "$here/main-only.ini" --engine main-only "$here/bytes.c" && [ -e "$here/asked" ]
}

# --- nothing can fail ---

cat >"$here/silent.c" <<'C'
#define NDEBUG
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void give_up(void);
int main(void) {
  assert(__VERIFIER_nondet_int() != 3);
  return 0;
}
C
nothing() {
  run 0 --json "$here/n.json" --html "$here/n.html" "$here/silent.c" &&
    head -1 "$here/out" | grep -q '^nothing in .*silent.c can fail: no call of .*asserts are compiled out (NDEBUG is defined)$' &&
    grep -q '"nothing_can_fail" : "no call' "$here/n.json" && grep -q 'nothing in .*silent.c can fail' "$here/n.html" &&
    run 0 --error give_up "$here/silent.c" && head -1 "$here/out" | grep -q 'no call of give_up is in what main reaches$' &&
    run 0 compare "$here/n.json" "$here/n.json" && says '^nothing in '
}
something() { # what is proven is not said to be empty
  run 0 "$ACF_SUBJECTS/safe_mask.c" && ! grep -q 'nothing in' "$here/out"
}
misspelt() {
  printf 'CHECK( init(main()), LTL(G ! call(give_in())) )\n' >"$here/give_in.prp"
  refused 'silent.c neither declares nor calls nosuch' 64 --error nosuch "$here/silent.c" &&
    refused 'silent.c neither declares nor calls nosuch' 64 --error give_up --error nosuch "$here/silent.c" &&
    refused 'neither declares nor calls give_in' 64 -p "$here/give_in.prp" "$here/silent.c"
}
# a fix may take the error function away
gone() {
  printf 'extern int __VERIFIER_nondet_int(void);\nextern void stop(void);\nint main(void) { int x = __VERIFIER_nondet_int(); if (x == 3) stop(); return 0; }\n' >"$here/s.c"
  grep -v stop "$here/s.c" | { cat; echo 'int main(void) { return __VERIFIER_nondet_int(); }'; } >"$here/t.c"
  run 10 -q --error stop --json "$here/s.json" "$here/s.c" && run 0 compare "$here/s.json" "$here/t.c" &&
    says '^nothing in .*t.c can fail: no call of stop '
}
# functions of no use for the failure are there when the program is run
others() {
  cat >"$here/o.c" <<'C'
extern int __VERIFIER_nondet_int(void), log_it(int);
extern void give_up(void), reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  reach_error();
  log_it(x);
  if (x == 3) give_up();
  return 0;
}
C
  run 10 --replay --error give_up --json "$here/o.json" "$here/o.c" && says 'fails, as it should' &&
    run 0 export "$here/o.json" --to tests -o "$here/o.tests" && says '^1 tests that fail and [1-9]'
}

ok "all points of two parameters, natively" brute_bytes
ok "all points of an enum, a truth value and a short" brute_modes
ok "all points of a function that calls itself" brute_recursion
ok "--replay" replayed
ok "tests and harness" tested
ok "compare" compared
ok "the conditioned program" conditioned
ok "witnesses, written and followed" witnessed
ok "parameters that cannot be inputs" refusals
ok "variables have their initial values, which is said" assumed
ok "verifiers that always start at main are not asked" not_asked
ok "nothing that can fail is said first" nothing
ok "but not where something is proven" something
ok "error functions that are not there" misspelt
ok "compare, when the error function is gone" gone
ok "functions that only return, when replayed" others
done_testing
