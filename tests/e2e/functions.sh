#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Functions as entries: pointers, structs, variables around them, and what is said of them on the command line.
. "$(dirname "$0")/lib"

says() { cat "$here/out" "$here/err" | grep -q -e "$1" || { echo "# does not say: $1"; sed 's/^/# /' "$here/out" "$here/err"; return 1; }; }
begin() { printf 'CHECK( init(%s()), LTL(G ! call(reach_error())) )\n' "$1" >"$here/$1.prp"; }
refused() { # MESSAGE STATUS ARGUMENT...
  message=$1
  shift
  run "$@" && one_line_error && { grep -q -e "$message" "$here/err" || { sed 's/^/# /' "$here/err"; return 1; }; }
}

cat >"$here/f.c" <<'C'
extern void reach_error(void);
struct box { char kind; int lo, hi; } config = {1, 2, 3};
int days(int m, int leap) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (m < 1 || m > 12) reach_error();
  return m == 2 && leap ? 29 : days[m - 1];
}
int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  if (n == 2 && s == 10) reach_error();
  return s;
}
void within(const struct box *b, short x) {
  if (b->kind == 'r' && x < b->lo && config.hi == 7) reach_error();
}
int word(const char *s) {
  if (s[0] == 'o' && s[1] == 'k' && s[2] == 0) reach_error();
  return 0;
}
void raw(void *p) { if (p) reach_error(); }
void maybe(int *p) { if (!p) reach_error(); }
void walk(int *a, int n) { for (int i = 0; i <= n; i++) a[i] = i; reach_error(); }
C
for f in days sum within word raw maybe walk; do begin $f; done

precondition() {
  run 10 -p "$here/days.prp" "$here/f.c" && says '^days fails exactly when \(m < 1\|m <= 0\|m > 12\|m >= 13\)' && says '^ *or m' ||
    says '^days fails exactly when m < 1 || m > 12'
}
arrays() {
  run 10 --LP64 -p "$here/sum.prp" --pointee a=n --max-elements 3 --json "$here/f.json" "$here/f.c" && says '^sum fails exactly when' &&
    says 'a\[0\]' && says 'a points to an object of exactly n elements' && grep -q '"path" : "a\[1\]"' "$here/f.json" &&
    grep -q '"max_elements" : 3' "$here/f.json"
}
structs() {
  run 10 --LP64 -p "$here/within.prp" --json "$here/f.json" "$here/f.c" && says "b->kind == 'r'\|b->kind == 114" && says 'config.hi == 7' &&
    says 'x < b->lo\|b->lo > x' && grep -q '"path" : "config.hi"' "$here/f.json" && grep -q '"kind" : "global"' "$here/f.json" &&
    run 0 --LP64 -q -p "$here/within.prp" --globals=initial "$here/f.c"
}
strings() {
  run 10 -p "$here/word.prp" "$here/f.c" && says "s\[0\] == " && says 's is a string of at most 8 bytes'
}
nulls() {
  run 0 -q -p "$here/maybe.prp" "$here/f.c" && run 10 -p "$here/maybe.prp" --pointee 'p=1?' "$here/f.c" && says 'p == NULL' &&
    run 10 -p "$here/maybe.prp" --pointee p=null "$here/f.c" && says '^maybe fails for every input'
}
assumed() {
  run 10 -p "$here/days.prp" --assume 'm <= 12' "$here/f.c" && says '^days fails exactly when m < 1\|^days fails exactly when m <= 0' && says 'm <= 12 (--assume)' &&
    run 0 -q -p "$here/days.prp" --assume 'm <= 12' --assume 'm > 0' "$here/f.c"
}
# behind the end of an object nothing is known
ends() { run 20 --LP64 -p "$here/walk.prp" --pointee a=n --assume 'n == 2' "$here/f.c" && says 'out of bounds' &&
  run 10 --LP64 -p "$here/walk.prp" --pointee a=n+1 --assume 'n == 2' "$here/f.c"; }
replayed() {
  run 10 --LP64 -p "$here/sum.prp" --pointee a=n --replay --json "$here/f.json" "$here/f.c" && says 'fails, as it should' && ! says 'did not fail' >/dev/null &&
    run 10 --LP64 -p "$here/within.prp" --replay "$here/f.c" && says 'fails, as it should' &&
    run 10 --LP64 -p "$here/word.prp" --replay "$here/f.c" && says 'fails, as it should'
}
refusals() {
  refused 'what does p, a void pointer, point to' 65 -p "$here/raw.prp" "$here/f.c" &&
    refused 'sum has no such pointer' 64 -p "$here/sum.prp" --pointee b=n "$here/f.c" &&
    refused "does not compile behind .*undeclared identifier 'k'" 64 -p "$here/sum.prp" --pointee a=k "$here/f.c" &&
    refused "undeclared identifier 'k'" 64 -p "$here/sum.prp" --assume 'n < k' "$here/f.c" &&
    refused 'may only compare' 64 -p "$here/sum.prp" --assume 'n = 3' "$here/f.c" &&
    refused 'is no condition in C' 64 -p "$here/sum.prp" --assume '1); (0' "$here/f.c" &&
    refused '--max-elements must be a number from 1' 64 -p "$here/sum.prp" --max-elements 0 "$here/f.c" &&
    refused '--pointer-depth must be a number from 1' 64 -p "$here/sum.prp" --pointer-depth 99 "$here/f.c" &&
    refused '--globals must be inputs or initial' 64 -p "$here/sum.prp" --globals some "$here/f.c" &&
    refused 'not for main' 64 --assume 'n < 3' "$ACF_SUBJECTS/safe_mask.c"
}

ok "the answer is a precondition" precondition
ok "arrays of as many elements as a parameter says" arrays
ok "structs behind pointers, and variables around the function" structs
ok "strings" strings
ok "pointers that may be null" nulls
ok "--assume" assumed
ok "objects end where they are said to end" ends
ok "--replay" replayed
ok "what is refused" refusals
done_testing
