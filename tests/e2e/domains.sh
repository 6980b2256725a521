#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# acf domains: what is listed, found, saved, run again and refused; the adapter of doc/domains.md.
. "$(dirname "$0")/lib"
case $ACF in /*) ;; *) ACF=$PWD/$ACF ;; esac
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${CLANG:=clang-19}"

says() { grep -q -e "$1" "$here/out" || { sed 's/^/# /' "$here/out" | head -20; false; }; }
refused_naming() { # WORD STATUS ARGUMENT...
  word=$1
  shift
  run "$@" && one_line_error && grep -q -e "$word" "$here/err"
}

listed() { run 0 domains && says '^octagon-double  *PPL' && says '^intervals-int32  *acf' && says '^absint-polyhedra '; }
properties() { run 0 domains --properties && [ "$(grep -c '^ *[0-9]* \[[SPC]\] ' "$here/out")" -ge 70 ] &&
  says '^ 35 \[S\] x != bottom => assign'; }
right() { run 0 domains --test intervals-int32 --test bd-mpz --runs 160 && says '^bd-mpz .* 0 / 0 / 0 '; }
found() {
  run 10 domains --test box --property 43 --variables 2 --runs 16000 --save "$here/found" --csv "$here/csv" \
    --html "$here/out.html" && says 'property 43 \[P\] narrowing(x, y) <= x: violated' &&
    grep -q '^check 43; x = e[01]; y = e[01]' "$here/found/box-43-violated.txt" &&
    grep -q '^box,43,P,' "$here/csv/properties.csv" && grep -q '^box,PPL,' "$here/csv/domains.csv" &&
    grep -q 'id="box"' "$here/out.html"
}
repeatable() {
  run 10 domains --test box --property 43 --variables 2 --runs 16000 && grep '^e[0-9]' "$here/out" >"$here/first" &&
    run 10 domains --test box --property 43 --variables 2 --runs 16000 && grep '^e[0-9]' "$here/out" >"$here/second" &&
    [ -s "$here/first" ] && cmp -s "$here/first" "$here/second"
}
replayed() { run 10 domains --replay "$here/found/box-43-violated.txt" && says 'property 43 .* is violated' &&
  [ "$(grep -c '^e[0-9]* = ' "$here/out")" -ge 2 ]; }
program() {
  cc -o "$here/program" "$here/found/box-43.c" -lppl_c -lgmp || { echo "# the program does not compile"; return 1; }
  "$here/program" >"$here/printed"
  [ $? -eq 1 ] && grep -q 'narrowing(x, y) <= x: violated' "$here/printed"
}
holds() {
  printf 'acf-domains 1\ndomain polyhedra\nvariables 2\ne0 = constraint(x0 - x1 >= 0)\ncheck 3; x = e0\n' >"$here/holds"
  run 0 domains --replay "$here/holds" && says 'property 3 .* holds'
}
hostile() {
  for text in 'acf' 'acf-domains 1' 'acf-domains 1\ndomain ../etc\nvariables 2' 'acf-domains 1\ndomain box\nvariables 99' \
    'acf-domains 1\ndomain box\nvariables 2\ne0 = join(e7, e8)' 'acf-domains 1\ndomain box\nvariables 2\ncheck 3; x = e0' '\000'; do
    printf "$text\n" >"$here/hostile"
    refused_naming hostile 65 domains --replay "$here/hostile" || return 1
  done
  head -c 20000 /dev/urandom >"$here/hostile" && refused_naming hostile 65 domains --replay "$here/hostile" &&
    refused_naming none 65 domains --replay "$here/none"
}
wrong_calls() {
  refused_naming 'no domain triangles' 64 domains --test triangles && refused_naming 'runs' 64 domains --all --runs 0 &&
    refused_naming 'variables' 64 domains --all --variables 17 && refused_naming 'configuration C7' 64 domains --configuration C7 &&
    refused_naming 'property 99' 64 domains --all --property 99 && refused_naming 'exclude' 64 domains --all --test box &&
    refused_naming 'no file' 64 domains file
}
unwritable() { refused_naming "$here/none" 74 domains -q --test intervals-int32 --runs 8 --html "$here/none/out.html"; }

interrupted() {
  "$ACF" domains --test intervals-int32 --runs 1e9 >"$here/out" 2>"$here/err" &
  pid=$!
  sleep 2
  kill -INT "$pid"
  wait "$pid"
  [ $? -eq 20 ] && says '^intervals-int32 .* 0 / 0 / 0 '
}

# the adapter of the documentation
adapter() {
  awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/doc/domains.md" >"$here/my.c" &&
    "$CLANG" -shared -fPIC -I "$root/include" -o "$here/my.so" "$here/my.c" 2>"$here/err" || { sed 's/^/# /' "$here/err"; return 1; }
  run 0 domains --library "$here/my.so" --runs 4000 && says '^my-intervals .* 0 / 0 / 0 '
}
faulty_adapter() {
  sed 's/if (b->high\[i\] > z->high\[i\]) z->high\[i\] = b->high\[i\];/;/' "$here/my.c" >"$here/bad.c" &&
    ! cmp -s "$here/my.c" "$here/bad.c" && "$CLANG" -shared -fPIC -I "$root/include" -o "$here/bad.so" "$here/bad.c" &&
    run 10 domains --library "$here/bad.so" --runs 400 --save "$here/bad" && says 'property 9 \[S\]' &&
    run 10 domains --library "$here/bad.so" --replay "$here/bad/my-intervals-9-violated.txt"
}
crashing_adapter() {
  sed 's/^static void \*meet.*/&\n  if (((const Box *)x)->empty) *(volatile int *)0 = 1;/' "$here/my.c" >"$here/crash.c" &&
    "$CLANG" -shared -fPIC -I "$root/include" -o "$here/crash.so" "$here/crash.c" &&
    run 10 domains --library "$here/crash.so" --runs 80 && says ': crash [0-9]* times'
}
hostile_libraries() {
  echo 'int x;' >"$here/empty.c" && "$CLANG" -shared -fPIC -o "$here/empty.so" "$here/empty.c" &&
    refused_naming acf_domain 65 domains --library "$here/empty.so" &&
    refused_naming hostile 65 domains --library "$here/hostile" &&
    refused_naming none.so 65 domains --library "$here/none.so" &&
    sed 's/\.version = ACF_DOMAIN_VERSION/.version = 7/' "$here/my.c" >"$here/old.c" &&
    "$CLANG" -shared -fPIC -I "$root/include" -o "$here/old.so" "$here/old.c" &&
    refused_naming version 65 domains --library "$here/old.so" &&
    sed 's/\.meet = meet, //' "$here/my.c" >"$here/half.c" &&
    "$CLANG" -shared -fPIC -w -I "$root/include" -o "$here/half.so" "$here/half.c" &&
    refused_naming NULL 65 domains --library "$here/half.so"
}

ok "the domains are listed" listed
ok "the properties are listed" properties
ok "right domains have no finding" right
ok "a finding of a library, saved and tabulated" found
ok "the same seed finds the same" repeatable
ok "a finding again" replayed
ok "a finding as a C program" program
ok "a script that shows nothing" holds
ok "hostile files are refused" hostile
ok "wrong calls are refused" wrong_calls
ok "an output that cannot be written" unwritable
ok "an interrupted search shows what it has" interrupted
ok "the adapter of the documentation" adapter
ok "the same with a fault" faulty_adapter
ok "the same with a crash" crashing_adapter
ok "hostile libraries are refused" hostile_libraries
done_testing
