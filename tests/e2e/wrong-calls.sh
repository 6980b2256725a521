#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every wrong call and every program that is not accepted: the right status, and one clear message.
. "$(dirname "$0")/lib"
good=$ACF_SUBJECTS/linear_region.c

refused() { run "$@" && one_line_error; }
refused_naming() { # WORD STATUS ARGUMENT...
  word=$1
  shift
  refused "$@" && grep -q -e "$word" "$here/err"
}

printf 'int main(void) { return x; }\n' >"$here/undeclared.c"
printf 'int main(void { return 0; }\n' >"$here/syntax.c"
printf 'int start(void) { return 0; }\n' >"$here/no-main.c"
printf 'CHECK( init(main()), LTL(G ! data-race) )\n' >"$here/races.prp"
printf 'nonsense\n' >"$here/nonsense.prp"
: >"$here/empty.c"
printf 'int main(void) { return 0; }\n' >"$here/-dash.c"
head -c 20000 /dev/urandom >"$here/garbage.c"
printf 'int main(void) { int \344 = 0; return 0; }\n' >"$here/latin1.c"
printf '\357\273\277int main(void) { return 0; } /* \344 \000 */' >"$here/odd.c"
in_folder() { (cd "$here" && case $ACF in /*) ;; *) ACF=$OLDPWD/$ACF ;; esac && run "$@"); }
unreadable() {
  [ "$(id -u)" -ne 0 ] || { echo "# root reads everything" && return 0; }
  cp "$good" "$here/secret.c" && chmod 0 "$here/secret.c" && refused_naming 'secret.c: Permission denied' 65 "$here/secret.c"
}
with_compiler() { # COMPILER WORD
  ACF_CLANG=$1 refused_naming "$2" 70 "$good"
}
bare_environment() { env -i PATH="$PATH" "$ACF" "$good" >"$here/out" 2>"$here/err"; [ $? -eq 10 ]; }
no_path() { env -i PATH=/nonexistent "$ACF" "$good" >"$here/out" 2>"$here/err"; [ $? -eq 70 ] && one_line_error; }
no_temporary() { # nothing of an analysis, but a replay, needs a folder for files
  TMPDIR=$here/none run 10 --json "$here/t.json" --replay "$good" && grep -q '^acf: not replayed: .*none' "$here/err" && [ -s "$here/t.json" ]
}
in_locale() { # NAME: numbers are written as in C
  LC_ALL=$1 run 10 --time 60.5 --json "$here/l.json" --count "$good" && ! grep -q '[0-9],[0-9]' "$here/out" "$here/l.json"
}

ok "no program" refused 64
ok "two programs" refused 64 "$good" "$good"
ok "unknown option" refused_naming no-such-option 64 --no-such-option "$good"
ok "option without its argument" refused 64 "$good" --json
ok "unknown property" refused_naming no-such-property 64 -p no-such-property "$good"
ok "property file that does not exist" refused_naming no-such.prp 64 -p "$here/no-such.prp" "$good"
ok "property file of another property" refused 64 -p "$here/races.prp" "$good"
ok "property file that is none" refused 64 -p "$here/nonsense.prp" "$good"
ok "unknown engine" refused_naming no-such-engine 64 --engine no-such-engine "$good"
ok "time that is no number" refused 64 --time soon "$good"
ok "time that is negative" refused_naming --time 64 --time -1 "$good"
ok "time of zero" refused_naming --time 64 --time 0 "$good"
ok "memory of zero" refused_naming --memory 64 --memory 0 "$good"
ok "unrolling that is negative" refused_naming --unroll 64 --unroll=-3 "$good"
ok "inputs that are negative" refused_naming --inputs-per-site 64 --inputs-per-site=-1 "$good"
ok "two data models" refused_naming LP64 64 --ILP32 --LP64 "$good"
ok "a limit that is not there" refused_naming "loop_max_partitions" 64 --limit loop_max_partition=3 "$good"
ok "a limit without a value" refused_naming NAME=VALUE 64 --limit loop_max_partitions "$good"
ok "a limit outside of its range" refused_naming "from 1 to 1000000000" 64 --limit loop_max_partitions=0 "$good"
ok "a limit that is no number" refused_naming "not 'many'" 64 --limit loop_max_partitions=many "$good"
ok "a limit of a command that is not there" refused_naming count_depth 64 count --limit count_dept=3 "$good"
ok "empty error function" refused_naming --error 64 --error '' "$good"
ok "no such file" refused_naming no-such-file.c 65 "$here/no-such-file.c"
ok "a folder" refused 65 "$here"
ok "a device that never ends" refused_naming device 65 /dev/zero
ok "C that does not parse" refused_naming syntax.c 65 "$here/syntax.c"
ok "C with an undeclared variable" refused_naming "undeclared.c:1" 65 "$here/undeclared.c"
ok "no entry function" refused_naming main 65 "$here/no-main.c"
ok "empty file" refused 65 "$here/empty.c"
ok "no name" refused 65 ""
ok "a name that is too long" refused_naming 'name too long' 65 "$(printf '%05000d' 0)"
ok "standard input" refused_naming '<stdin>' 65 -
ok "bytes at random" refused_naming garbage.c 65 "$here/garbage.c"
ok "a letter that is not UTF-8" refused_naming 'latin1.c:1' 65 "$here/latin1.c"
ok "a byte order mark, a NUL, and a letter that is not UTF-8 in a comment" run 0 "$here/odd.c"
ok "a name with a dash is an option" in_folder 64 -dash.c
ok "unless it stands behind --" in_folder 0 -- -dash.c
ok "a file that may not be read" unreadable
ok "no compiler" with_compiler /nonexistent 'cannot start the compiler /nonexistent: No such file'
ok "a folder for a compiler" with_compiler / 'cannot start the compiler /: Permission denied'
ok "a compiler that fails" with_compiler /bin/false 'the compiler /bin/false does not work'
ok "a compiler that is none" with_compiler /bin/cat 'the compiler /bin/cat does not work'
ok "a compiler that does nothing" with_compiler /bin/true 'must be clang 19'
ok "no environment but PATH" bare_environment
ok "no PATH" no_path
ok "no folder for temporary files" no_temporary
for locale in C POSIX C.UTF-8 de_DE.UTF-8 tr_TR.UTF-8; do ok "locale $locale" in_locale $locale; done
no_standard() { run 65 -std=nosuch "$ACF_SUBJECTS/linear_region.c" && one_line_error; }
ok "a standard of C that does not exist" no_standard
done_testing
