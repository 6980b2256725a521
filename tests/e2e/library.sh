#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The library as it is installed: the example of the documentation is built against it and run.
. "$(dirname "$0")/lib"
source=${G_TEST_SRCDIR:-.}
build=${G_TEST_BUILDDIR:-.}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
setting() { sed -n "s/^$1 = //p" "$build/Makefile"; }
compiler=$(setting CC)
checks=$(setting SANITIZER_FLAGS)

installed() { make -s -C "$build" install DESTDIR="$here/root" >"$here/log" 2>&1 || { sed 's/^/# /' "$here/log"; false; }; }
files() {
  pc=$(find "$here/root" -name acf.pc) && PKG_CONFIG_PATH=${pc%/*} && export PKG_CONFIG_PATH && [ -n "$pc" ] &&
    prefix=$here/root$(pkg-config --variable=prefix acf) && [ -f "$prefix/include/acf/acf.h" ] && [ -f "$prefix/bin/acf" ]
}
flags() { pkg-config --define-variable=prefix="$prefix" "$@" acf; }
compiled() { # SOURCE PROGRAM
  # shellcheck disable=SC2046,SC2086
  $compiler -std=c11 -Wall -Wextra -Wno-unused-parameter -Werror $checks $(flags --cflags) "$1" -o "$2" $(flags --libs) \
    2>"$here/log" || { sed 's/^/# /' "$here/log"; false; }
}
strict() { # the header alone, for C and for C++ (clang is there, g++ need not be)
  echo '#include <acf/acf.h>' >"$here/h.c" && cp "$here/h.c" "$here/h.cc" &&
    $compiler -std=c99 -pedantic -Wall -Wextra -Werror $(flags --cflags) -fsyntax-only "$here/h.c" &&
    "$CLANG" -x c++ -pedantic -Wall -Wextra -Werror $(flags --cflags) -fsyntax-only "$here/h.cc"
}
example() {
  "$here/example" "$ACF_SUBJECTS/linear_region.c" "$here/lib.json" >"$here/out" 2>"$here/err" &&
    grep -q '^1. fails exactly when ' "$here/out" && grep -q '^   for example x = 0x' "$here/out" &&
    grep -q '^with all inputs 0 it does not fail$' "$here/out" && grep -q ' s: ' "$here/err"
}
same_as_command() {
  run 10 -q --json "$here/cmd.json" "$ACF_SUBJECTS/linear_region.c" &&
    sed "/\"assumptions\"/,\$d" "$here/cmd.json" >"$here/a" && sed "/\"assumptions\"/,\$d" "$here/lib.json" >"$here/b" &&
    cmp "$here/a" "$here/b"
}
safe() { "$here/example" "$ACF_SUBJECTS/safe_mask.c" >"$here/out" 2>"$here/err" && grep -q '^never fails$' "$here/out"; }
refused() { ! "$here/example" "$here/none.c" >"$here/out" 2>"$here/err" && grep -q '^example: .*none.c' "$here/err"; }
# A program may use any other name.
own_names() {
  cat >"$here/own.c" <<'EOT'
#include <acf/acf.h>
#include <stdio.h>
#include <string.h>
int job_run(void) { return 1; }
int term_const = 2;
void polish(void) {}
int acf_characterize(void) { return 3; }
int main(void) {
  polish();
  printf("%d %s\n", job_run() + term_const + acf_characterize(), acf_version());
  return strcmp(acf_version(), ACF_VERSION);
}
EOT
  compiled "$here/own.c" "$here/own" && "$here/own" >"$here/out" && grep -q '^6 ' "$here/out"
}

ok "it can be installed" installed
ok "the header, the library and acf.pc are there" files
ok "the header is plain C and C++" strict
ok "the example compiles against it" compiled "$source/doc/example.c" "$here/example"
ok "the example characterizes a program" example
ok "it finds what the command finds" same_as_command
ok "a program that never fails" safe
ok "a program that is missing" refused
ok "names other than acf_* are free" own_names
done_testing
