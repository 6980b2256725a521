#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Everything that is made of a characterization agrees with it and with the program: replay, tests, the harness
# compiled by another compiler, header, count, witness and comparison; for each way to fail, to begin and to calculate.
. "$(dirname "$0")/lib"
case $ACF in /*) ;; *) ACF=$PWD/$ACF ;; esac
nondet='int __VERIFIER_nondet_int(void); void reach_error(void);'
x='int x = __VERIFIER_nondet_int();'
property() { printf 'CHECK( init(%s()), LTL(G ! call(%s())) )\n' "$1" "$2" >"$here/$1-$2.prp"; } # ENTRY ERROR
property f reach_error
property f bad

# --- programs: those with x fail exactly for x = 6, 7, 8 ---
program() { cat >"$here/$1.c"; } # NAME
with_x() { # NAME CALL [BEFORE [AFTER]]: main calls CALL for x = 6, 7, 8
  printf '%s\n%s\nint main(void) { %s if (x > 5 && x < 9) %s; return 43; }\n%s\n' "$nondet" "$3" "$x" "$2" "$4" | program "$1"
}
with_x plain 'reach_error()'
with_x open 'reach_error()' 'unsigned __VERIFIER_nondet_uint(void); struct S; extern struct S s; void unknown(struct S *, unsigned);
void never(void) { unknown(&s, __VERIFIER_nondet_uint()); }'
with_x undefined 'bad(x)' 'void bad(int);'
with_x defined 'bad()' 'void bad(void) { }'
with_x static 'x = bad(x)' 'static int bad(int y) { return y + 1; }'
with_x later 'bad(x)' 'static void bad(int);' 'static void bad(int y) { (void)y; }'
with_x variadic 'bad("%d", x)' 'int bad(const char *, ...);'
with_x struct 'bad(p)' 'struct P { int a; double b[3]; } bad(struct P), p; void worse(void);'
with_x knr 'bad(x, 1)' 'int bad(a, b) int a; char b; { return a + b; }'
with_x attribute 'bad()' '__attribute__((noreturn)) void exit(int);
#define NORETURN __attribute__((noreturn))
static void NORETURN bad(void) { exit(42); }'
with_x pointer 'handler()' 'static void bad(void) { } void (*handler)(void) = bad;'
with_x macro 'bad(x)' 'void bad(int, int);
#define bad(y) (bad)(y, __LINE__)'
with_x header 'bad(x)' '#include "bad.h"'
echo 'static inline int bad(int y) { return y; }' >"$here/bad.h"
with_x library 'abort()' '#include <stdlib.h>'
program statuses <<'EOF2'
#include <stdlib.h>
int __VERIFIER_nondet_int(void); void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5) exit(42);
  if (x == 9) exit(43);
  if (x > 5 && x < 9) reach_error();
  return 44;
}
EOF2

# Programs that begin elsewhere: x is a parameter.
entry() { printf '%s\n%s\n' "$nondet" "$2" | program "$1"; } # NAME TEXT
entry entry 'void f(int x) { if (x > 5 && x < 9) reach_error(); } int main(void) { f(7); return 0; }'
entry entry_static 'static int f(int x) { if (x > 5 && x < 9) reach_error(); return x; } int (*keep)(int) = f;'
entry entry_both 'static void bad(void) { } static void f(int x) { if (x > 5 && x < 9) bad(); } void (*keep)(int) = f;'
entry entry_undefined 'struct S; extern struct S s; int g(struct S *); void say(const char *, ...);
void f(int x) { say("%d", x); if (x > 5 && x < 9 && g(&s) * 0 == 0) reach_error(); }'

# Others.
program float <<'EOF2'
float __VERIFIER_nondet_float(void); void reach_error(void);
float third(float y) { return y / 3.0f; }
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 1.0f && x <= 2.0f)) return 0;
  if (third(x) * 3e38f * 10.0f / 10.0f > 2e38f) reach_error();
  if (third(x) + 16777216.0f != 16777216.0f) reach_error();
  return 0;
}
EOF2
program double <<'EOF2'
double __VERIFIER_nondet_double(void); void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x >= 1.0 && x < 1.0000000000000009 && x + 9007199254740992.0 != 9007199254740992.0) reach_error();
  return 0;
}
EOF2
program parameters <<'EOF2'
void reach_error(void);
enum colour { RED, GREEN, BLUE };
int f(enum colour c, unsigned char u, float v, long long w, _Bool b, short s) {
  if (c == BLUE && u >= 254 && v == 0.1f && w == -5 && b && s == -32768) reach_error();
  return s;
}
EOF2

# --- what is made of it ---
asked() { # NAME FLAGS...: the characterization, with everything that can be made in the run
  name=$1
  shift
  rm -rf "$here/tests" "$here/witness"
  run 10 --json "$here/$name.json" --replay --export "tests=$here/tests" --export "harness=$here/h.c" \
    --export "header=$here/$name.h" --witness "$here/witness" "$@" "$here/$name.c"
}
says() { grep -q -e "$2" "$here/$1" || { sed 's/^/# /' "$here/$1"; false; }; }
replayed() { says out '): fails, as it should$' && ! grep -q -e 'did not fail' -e 'not replayed' -e 'not decided' "$here/out"; }
promised() { # from the run, or from the file later
  says err '^[1-9][0-9]* tests that fail and [1-9][0-9]* that pass, each run as promised' && ! grep -q 'left out' "$here/err" &&
    grep -l 'coversError="true"' "$here"/tests/testcase-*.xml >"$here/failing"
}
harness_agrees() { # its own command, by gcc
  line=$(sed -n "s|^ \*   cc \(.*\) THIS-FILE.c -o tests -lm\$|gcc \1 $here/h.c -o $here/h -lm|p" "$here/h.c")
  sh -c "$line" && "$here/h" >"$here/said" && grep -q '^[1-9][0-9]* tests, 0 not as promised$' "$here/said" || { sed 's/^/# /' "$here/said"; false; }
}
witnessed() { says witness/partition-1.graphml "init($1()), LTL(G ! call($2()))"; } # ENTRY ERROR
counted() { # NAME COUNT, - where it is not known
  [ "$2" = - ] || { run 0 count "$here/$1.json" && says out "^failing inputs: exactly $2\$"; }
}
compared() { # with itself: what failed still fails, nothing else
  run 10 compare "$here/$1.json" "$here/$1.json" && says out '^still fails' && ! grep -q -e '^fixed' -e '^new' "$here/out"
}
header_agrees() { # NAME COUNT: of a program of x, at all points around
  printf '#include "%s.h"\nint main(void) { int x, n = 0; for (x = -1000; x < 1000; x++) n += acf_%s_must_fail(x) && acf_%s_may_fail(x); return n != 3; }\n' \
    "$1" "$1" "$1" >"$here/use.c"
  gcc -Wall -Wextra -Werror "$here/use.c" -o "$here/use" && "$here/use"
}
later() { # NAME: tests and harness from the file are as good
  rm -rf "$here/tests" && run 0 export "$here/$1.json" --to tests -o "$here/tests" && promised &&
    run 0 export "$here/$1.json" --to harness -o "$here/h.c" && harness_agrees
}
agrees() { # NAME COUNT ENTRY ERROR FLAGS...
  name=$1 count=$2 entry=$3 error=$4
  shift 4
  asked "$name" "$@" && replayed && promised && harness_agrees && witnessed "$entry" "$error" && counted "$name" "$count" && compared "$name"
}
row() { # NAME COUNT ENTRY ERROR FLAGS...
  ok "$*" agrees "$@"
}
row_x() { # the same where the only input is an int of which three values fail
  row "$1" 3 "$2" "$3" $4
  ok "$1, by its header" header_agrees "$1"
}

row_x plain main reach_error ''
row_x plain main reach_error --LP64
row_x open main reach_error ''
row_x statuses main reach_error ''
for name in undefined defined static later variadic struct knr attribute pointer macro header; do
  row_x $name main bad '--error bad'
done
row_x static main bad '--error bad --LP64'
row_x struct main bad '--error worse --error bad --LP64'
row_x library main abort '--error abort'
row_x entry f reach_error "-p $here/f-reach_error.prp"
row_x entry f reach_error "-p $here/f-reach_error.prp --LP64"
row_x entry_static f reach_error "-p $here/f-reach_error.prp"
row_x entry_both f bad "-p $here/f-bad.prp"
row_x entry_undefined f reach_error "-p $here/f-reach_error.prp"
row parameters 2 f reach_error -p "$here/f-reach_error.prp" --LP64
row float 8388609 main reach_error
row double - main reach_error
for name in plain static entry_static float; do ok "$name, from the file later" later $name; done
done_testing
