#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# An external under-approximator knows a failing input of a program that no solver inverts.  What it says counts
# where it is true.
. "$(dirname "$0")/lib"
fakes=$(cd "$(dirname "$0")/../fakes" && pwd)

cat >"$here/fake.ini" <<EOF
[analyzer]
name=fake-civl
direction=under
trust=none
[command]
executable=$fakes/civl
arguments=verify %{program}
guided=verify -direct=%{guide} %{program}
replay=replay -sliceAnalysis %{program}
[verdict]
failing=certainty: PROVEABLE
EOF

program() { # FILE CONJUNCT...
  file=$1
  shift
  {
    echo "/*"
    printf ' * CONTEXT: %s\n' "$@"
    printf ' * NAME: Y0 x\n * NAME: Y1 y\n */\n'
    cat <<'EOF'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned long long mix(unsigned long long h) {
  h = (h ^ h >> 31) * (2 * h + 0x8d3f5b1c6a79e42dULL);
  h = (h ^ h >> 29) * (2 * h + 0xb5297a4d3c81f6e9ULL);
  return h ^ h >> 32;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  unsigned long long h = (unsigned long long)(unsigned)x << 32 | (unsigned)y;
  if (mix(mix(mix(h) + 12345) * 3 + 17) == 0x9407df624e87e4ebULL)
    reach_error();
  return 0;
}
EOF
  } >"$here/$file"
}
asked() { run "$1" -v --time 12 --analyzer "$here/fake.ini" "$here/$2"; }

program right.c '0==(Y0-123456)' '0==(Y1+77)'
program wrong.c '0==(Y0-123457)' '0==(Y1+77)'
ok "alone, acf does not find the input" run 20 --time 4 --without external "$here/right.c"
ok "with the right candidate it does" asked 10 right.c
ok "and names the input" grep -q 'x = 123456, y = -77' "$here/out"
ok "and says where it has it from" grep -q 'external under-approximator: a candidate was confirmed' "$here/err"
ok "a wrong candidate is no failure" asked 20 wrong.c
ok "and is not believed" grep -q 'its candidate was not confirmed' "$here/err"
done_testing
