#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs as they stand in their repository: several files, their flags, a compilation database, bitcode, models; places
# are in the right file; and nothing on the command line makes the compiler run code or write files.
. "$(dirname "$0")/lib"

says() { cat "$here/out" "$here/err" | grep -q -e "$1" || { echo "# does not say: $1"; sed 's/^/# /' "$here/out" "$here/err"; return 1; }; }
refused() { # MESSAGE STATUS ARGUMENT...
  message=$1
  shift
  run "$@" && one_line_error && { grep -q -e "$message" "$here/err" || { sed 's/^/# /' "$here/err"; return 1; }; }
}
case $ACF in /*) ;; *) ACF=$PWD/$ACF ;; esac
clang=${ACF_CLANG:-clang-19}
cd "$here" || exit 99
mkdir -p src include build other

cat >include/limits-of.h <<'C'
#ifndef LIMITS_OF_H
#define LIMITS_OF_H
struct range { int low, high; };
extern struct range valid;
int scale(int x);
int check(int x);
static inline int twice(int x) { return 2 * x; }
#endif
C
cat >src/main.c <<'C'
#include "limits-of.h"
extern int __VERIFIER_nondet_int(void);
static int offset = 3;
static int helper(int x) { return x + offset; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -1000 || n > 1000) return 0;
  return check(helper(twice(n)));
}
C
cat >src/util.c <<'C'
#include "limits-of.h"
extern void reach_error(void);
struct range valid = {0, MAX};
static int offset = 5;
static int helper(int x) { return x - offset; }
int scale(int x) { return helper(x) * 3; }
int check(int x) {
  int y = scale(x);
  if (y > valid.high)
    reach_error();
  return y;
}
C

# --- several files, with flags ---

ok 'two files and their flags' run 10 src/main.c src/util.c -Iinclude -D MAX=300 -std=c17 --time 60 --json cfc.json
ok 'the answer is exact' says '^.*fails exactly when'
ok 'the place of the failure is in the second file' says 'src/util\.c:10'
ok 'the JSON says the same' grep -q '"file" *: *"src/util.c"' cfc.json
ok 'the flags are in the JSON' grep -q '"-DMAX=300"' cfc.json

# The same natively, for all inputs that the program lets through.
cat >brute.c <<'C'
#include <setjmp.h>
#include <stdio.h>
static jmp_buf failed;
static int n;
int __VERIFIER_nondet_int(void) { return n; }
void reach_error(void) { longjmp(failed, 1); }
int own_main(void);
#include "claim.h"
int main(void) {
  static int wrong;
  for (n = -1005; n < 1005; n++) {
    int fails = 0;
    if (setjmp(failed)) fails = 1; else own_main();
    if (fails ? !CLAIM : CLAIM) wrong++;
  }
  return wrong != 0;
}
C
agrees() {
  run 10 "$@" --time 60 --export header=claim.h -q || return 1
  grep -q 'failing\|may_fail\|fails' claim.h || return 1
  name=$(sed -n 's/.* \([a-z_0-9]*fail[a-z_0-9]*\)(.*/\1/p' claim.h | head -1)
  "$clang" -w -DMAX=300 -DCLAIM="$name(n)" -Iinclude -I. -Dmain=own_main -c src/main.c -o main.o &&
    "$clang" -w -DMAX=300 -Iinclude -c src/util.c -o util.o &&
    "$clang" -w -DCLAIM="$name(n)" -I. brute.c main.o util.o -o brute && ./brute
}
ok 'as the program really behaves' agrees src/main.c src/util.c -Iinclude -DMAX=300
ok 'the order of the files does not matter' run 10 src/util.c src/main.c -I include -DMAX=300 --time 60 -q
ok 'examples are replayed with all files and flags' run 10 src/main.c src/util.c -Iinclude -DMAX=300 --time 60 --replay
ok 'and fail' says 'fails, as it should'
ok 'tests are built of all files' run 10 src/main.c src/util.c -Iinclude -DMAX=300 --time 60 --export harness=tests.c
ok 'the report shows each file' run 10 src/main.c src/util.c -Iinclude -DMAX=300 --time 60 --html report.html -q
ok 'by its name' grep -q '<h3>src/util.c</h3>' report.html
ok 'witnesses name the file of each place' run 10 src/main.c src/util.c -Iinclude -DMAX=300 --time 60 --witness w -q
ok 'in the second one, too' sh -c 'grep -l "src/util.c" w/* >/dev/null'
ok 'a characterization is exported with its files' "$ACF" export cfc.json --to harness -o later.c -q
sed -i 's/high)/high + 1)/' src/util.c
ok 'unless one of them has changed' sh -c '"$0" export cfc.json --to harness -o later.c -q 2>err; [ $? -eq 20 ] && grep -q "util.c is not the program" err' "$ACF"
sed -i 's/high + 1)/high)/' src/util.c
ok 'static names of both files do not let them be one text' run 74 src/main.c src/util.c -Iinclude -DMAX=300 --time 60 --emit-conditioned c.c
ok 'which is said' says 'cannot be given to other tools as one'

cat >a.c <<'C'
#include "limits-of.h"
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return check(n);
}
C
cat >b.c <<'C'
#include "limits-of.h"
extern void reach_error(void);
#define TOP 7
int check(int x) {
  if (x == TOP) reach_error();
  return twice(x);
}
C
ok 'files that fit are one conditioned text' run 10 a.c b.c -Iinclude --time 60 --emit-conditioned c.c -q
one_text() { run 0 c.c -Iinclude --time 60; }
ok 'which does not fail any more' one_text
ok 'standard input is a file' sh -c '"$0" - b.c -Iinclude --time 60 <a.c >out; [ $? -eq 10 ] && grep -q "<stdin>" out' "$ACF"
ok 'the library function named by --entry' run 10 b.c -Iinclude --entry check --time 60
ok 'has its parameter as the input' says 'x == 7'
printf 'CHECK( init(check()), LTL(G ! call(reach_error())) )\n' >check.prp
ok 'as by the property' run 10 b.c -Iinclude -p check.prp --time 60 -q
ok 'both agree' run 10 b.c -Iinclude -p check.prp --entry check --time 60 -q
ok 'or are refused' refused 'say one of them' 64 b.c -Iinclude -p check.prp --entry twice

printf 'struct pair { int x, y; };\nint total(struct pair *p);\nint other(struct pair *p) { return total(p); }\n' >use.c
printf 'struct pair { int x, y; };\nextern void reach_error(void);\nint total(struct pair *p) { if (p->x == 7) reach_error(); return p->y; }\n' >total.c
ok 'an entry function of the second file' run 10 use.c total.c --entry total --time 60
ok 'has what its pointer leads to as inputs' says 'p->x == 7'

# --- an error in a header ---

cat >include/fail.h <<'C'
extern void reach_error(void);
static inline void fail_if(int bad) {
  if (bad)
    reach_error();
}
C
printf '#include "fail.h"\nextern int __VERIFIER_nondet_int(void);\nint main(void) { fail_if(__VERIFIER_nondet_int() == 4); return 0; }\n' >h.c
ok 'an error in a header' run 10 h.c -Iinclude --time 60
ok 'is shown there' says 'include/fail\.h:4'

# --- linking ---

printf 'int check(int x) { return x; }\n' >twice.c
ok 'a function that two files define' refused 'check is defined in .*b\.c.* and in .*twice\.c' 65 a.c b.c twice.c -Iinclude
printf 'extern long long valid[4];\nlong long f(void) { return valid[1]; }\n' >size.c
ok 'a variable of two types' refused 'valid has' 65 src/main.c src/util.c size.c -Iinclude -DMAX=300
printf 'double check(double x) { return x; }\n' >other-type.c
ok 'a function of two types' refused 'check is of another type' 65 a.c other-type.c -Iinclude
printf 'int check = 3;\n' >no-function.c
ok 'a function that is a variable' refused 'check is of another type' 65 a.c no-function.c -Iinclude
ok 'a file given twice' refused 'given twice' 64 a.c b.c a.c -Iinclude
printf 'int other;\n' >other.c
ok 'no main in any file' refused 'does not define the function main' 65 b.c other.c -Iinclude
ok 'an empty file is a file' sh -c ': >empty.c; "$0" a.c b.c empty.c -Iinclude --time 60 -q; [ $? -eq 10 ]' "$ACF"
ok 'a folder is none' refused 'Is a directory' 65 a.c b.c src -Iinclude
ok 'nor is what is not there' refused 'No such file' 65 a.c none.c
printf 'int x = ;\n' >wrong.c
ok 'the file that does not compile is named' refused 'wrong\.c does not compile' 65 a.c wrong.c -Iinclude

# --- functions without a body, and models ---

printf 'extern int lookup(int);\nextern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) { if (lookup(__VERIFIER_nondet_int()) == 42) reach_error(); return 0; }\n' >ext.c
ok 'a function without a body is an input' run 10 ext.c --time 60
ok 'which is listed' says 'lookup'
printf 'int lookup(int x) { return x / 2; }\n' >lookup.c
ok 'a model gives it one' run 10 ext.c --model lookup.c --time 60 --json model.json
ok 'so that it is no input any more' sh -c '! grep -q "\"kind\" *: *\"external\"" model.json'
printf 'int lookup(int x) { return 2 * x + 1; }\n' >odd.c
ok 'the answer depends on it' run 0 ext.c --model odd.c --time 60

# --- what is not modelled, on every way to a failure ---

printf 'extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (n < 5) return 0;\n  __asm__ volatile("" : "+r"(n));\n  if (n == 7) reach_error();\n  return 0;\n}\n' >cut.c
ok 'a construct that cuts off every failure' run 20 cut.c
ok 'is named at once' grep -q 'no failure can be confirmed.*cut\.c:6' err
ok 'and what leads there is bounded' grep -q 'n >= 5' out
printf 'extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (n < 0) __asm__ volatile("" : "+r"(n));\n  while (n > 5) ;\n  return 0;\n}\n' >ways.c
ok 'where runs that never end fail, any loop may' run 10 ways.c -p termination
ok 'so none is said to be cut off' sh -c '! grep -q "no failure can be confirmed" err'

# --- bitcode ---

"$clang" -m64 -w -O0 -g -Iinclude -c -emit-llvm b.c -o b.bc && "$clang" -m64 -w -O0 -g -Iinclude -S -emit-llvm b.c -o b.ll
ok 'bitcode beside C' run 10 a.c b.bc -Iinclude --LP64 --time 60
ok 'with its places' says 'b\.c:5'
ok 'and as text' run 10 a.c b.ll -Iinclude --LP64 --time 60
ok 'of the wrong data model' refused 'data model' 65 a.c b.bc -Iinclude
head -c 200 b.bc >cut.bc
ok 'a part of one' refused 'no bitcode' 65 a.c cut.bc -Iinclude --LP64
ok 'its inputs cannot be replayed' run 10 a.c b.bc -Iinclude --LP64 --time 60 --replay
ok 'which is said' says 'is bitcode'

# --- compilation databases ---

cat >build/compile_commands.json <<J
[{"directory": "$here/build", "file": "../src/main.c", "arguments": ["cc", "-I../include", "-DMAX=300", "-O2", "-Wall", "-MD", "-MF", "x.d", "-c", "-o", "main.o", "../src/main.c"]},
 {"directory": "$here/build", "file": "../src/util.c", "command": "cc -I../include '-DMAX=300' -fplugin=evil.so -Xclang -load -Xclang ./evil.so -save-temps -o util.o -c ../src/util.c"}]
J
ok 'a compilation database' run 10 --compile-commands build/compile_commands.json src/main.c src/util.c --time 60
ok 'says what is left out of it' says 'fplugin=evil.so'
ok 'its folders are relative to it' says 'src/util\.c:10'
ok 'a file that it does not have' refused 'no command compiles' 65 --compile-commands build/compile_commands.json a.c
printf '{}' >no.json
ok 'what is no database' refused 'not a list' 65 --compile-commands no.json a.c
ok 'one that is too large' sh -c 'truncate -s 1G big.json; "$0" --compile-commands big.json a.c 2>err; [ $? -eq 65 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q MiB err' "$ACF"

# --- nothing runs code or writes files ---

for flag in -fplugin=x.so -fpass-plugin=x.so -load -Xclang -o -ox @file -MD -MFx -save-temps -fprofile-generate=x -ftime-trace \
  -fmodules -fcas-path=x --config=x -Bx -specs=x --sysroot=x -Wl,-x -Wp,-MD,x -Wa,x -mllvm -include-pch -dumpdir -fdump-x -m64; do
  ok "--cc-flag=$flag is refused" refused 'cc-flag\|refused\|needs\|contradicts' 64 --cc-flag="$flag" a.c b.c -Iinclude
done
for flag in -fplugin=x.so -Xclang -save-temps -MD; do
  ok "$flag is refused" run 64 "$flag" a.c b.c -Iinclude
done
ok 'harmless ones are taken' run 10 a.c b.c -Iinclude --cc-flag=-Wall --cc-flag=-O2 --cc-flag=-funsigned-char --cc-flag=-m32 --time 60 -q
ok 'nothing was written' sh -c '[ -z "$(find . -name "*.d" -o -name "*.gcno" -o -name "*.s" -o -name "*.time-trace")" ]'
ok 'a flag without its word' refused 'needs a path' 64 a.c -I
done_testing
