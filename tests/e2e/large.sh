#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A finite program whose failures take a very large formula, and which no solver inverts: they are stated all the
# same, and nothing is taken to be safe because it is large.
. "$(dirname "$0")/lib"

cat >"$here/large.c" <<'EOF'
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned long long s = 1;
  for (int i = 0; i < 150; i++)
    if (__VERIFIER_nondet_uchar() > 9) s = s * s + (s >> 5) + __VERIFIER_nondet_uchar();
  if (s == 0x51e0c3a7d2948b16) reach_error();
  return 0;
}
EOF
ok "nobody knows whether an input fails" run 20 --time 20 --json "$here/large.json" "$here/large.c"
ok "but which ones would is known exactly" grep -q '^every input that meets the whole condition fails' "$here/out"
ok "so it is in the file" grep -q '"exact" *: *true' "$here/large.json"
ok "and it is large" test "$(wc -c <"$here/large.json")" -gt 1000000
done_testing
