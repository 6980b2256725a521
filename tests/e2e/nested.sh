#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs as programs write them: deep, long, wide.  They are answered, or it is said what was too much.
. "$(dirname "$0")/lib"

repeat() { awk -v n="$1" -v text="$2" 'BEGIN { for (i = 0; i < n; i++) { t = text; gsub(/@/, i, t); printf "%s", t } }'; }
program() { # NAME: the statements come from standard input; they read x and set y, which is 7 when it fails
  {
    echo 'int __VERIFIER_nondet_int(void); void reach_error(void);'
    echo 'int main(void) { int x = __VERIFIER_nondet_int(), y = 0;'
    cat
    echo 'if (y == 7) reach_error(); return 0; }'
  } >"$here/$1.c"
}
seven() { run 10 "$here/$1.c" && grep -q '^fails exactly when x == 7$' "$here/out"; }

{ echo 'y =' && repeat 3000 '(' && echo x && repeat 3000 ')' && echo ';'; } | program parentheses
{ repeat 3000 '{' && echo 'y = x;' && repeat 3000 '}'; } | program blocks
{ repeat 300 'if (x != @ + 10) {' && echo 'y = x;' && repeat 300 '}'; } | program conditions
{ echo 'if (x == 7) y = 7;' && repeat 1000 'else if (x == @ + 10) y = 1;'; } | program chain
{ echo 'switch (x) {' && repeat 2000 "case @ + 10: y = 1; break; " && echo 'case 7: y = 7; }'; } | program cases
{ printf '/*' && repeat 100000 '0123456789' && printf '*/ y = x;'; } | program line
{ repeat 20000 'y += 1;
' && echo 'y = x;'; } | program straight
for name in parentheses blocks conditions chain cases line straight; do ok "$name" seven $name; done

# As deep as any of these may be, or deeper: the compiler gives up, and that is said.
too_deep() { (ulimit -S -s 512 2>/dev/null && ulimit -H -s 512 2>/dev/null && run 65 "$here/parentheses.c") && one_line_error; }
ok "nested too deeply for the stack" too_deep

# Thousands of gotos at random make loops that are nested as deeply as they are many.
repeat 3000 'l@: if (x == @) goto l@0;
' | awk '{ n = NR * 7919 % 3000; sub(/goto l[0-9]*/, "goto l" n); print }' | program gotos
tangled() { run 20 --time 5 "$here/gotos.c" && grep -q 'acf could not analyse the loops of main, which are nested too deeply (.*gotos.c:2)' "$here/out"; }
ok "a tangle of gotos is not followed, and that is said" tangled

# An error call for each of very many cases: no more of them than somebody looks at, and all of them together.
{
  echo 'int __VERIFIER_nondet_int(void); void reach_error(void);'
  echo 'int main(void) { int x = __VERIFIER_nondet_int();'
  repeat 500 'if (x == 3 * @) reach_error();
'
  echo 'return 0; }'
} >"$here/calls.c"
joined() {
  run 10 --json "$here/calls.json" "$here/calls.c" && grep -q '^fails exactly in these 64 cases' "$here/out" &&
    [ "$(grep -c 'reaches error at ' "$here/out")" -eq 500 ] && grep -q 'reaches error at .*calls.c:502$' "$here/out" &&
    [ "$(grep -c '"upper_c"' "$here/calls.json")" -eq 64 ]
}
ok "hundreds of error calls" joined
done_testing
