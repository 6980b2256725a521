#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual page has the options and exit statuses that --help has, and no others; the examples of the README are
# what acf prints.
. "$(dirname "$0")/lib"
case $ACF in /*) ;; *) ACF=$PWD/$ACF ;; esac
root=$(cd "$(dirname "$0")/../.." && pwd)
manual=$root/doc/acf.1
readme=$root/README.md

# The help of acf and of each of its commands.
"$ACF" --help-all >"$here/help"
for command in $(sed -n 's/^  acf \([a-z]*\) .*: .*/\1/p' "$here/help"); do "$ACF" "$command" --help >>"$here/help"; done
sed -n 's/^  \(-., \)*\(--[A-Za-z0-9-]*\).*/\2/p' "$here/help" | sort -u >"$here/shown"
grep -o -e '--[A-Za-z0-9-]*' "$here/help" | sort -u >"$here/mentioned"
sed -n 's/\\-/-/g; /^\\fB-/p' "$manual" | grep -o -e '--[A-Za-z0-9-]*' | sort -u >"$here/described"

empty() { sed "s/^/# $1: /" "$here/left"; [ ! -s "$here/left" ]; }
all_described() { [ "$(wc -l <"$here/shown")" -gt 30 ] && comm -23 "$here/shown" "$here/described" >"$here/left" &&
  empty "not in the manual page"; }
none_invented() { comm -13 "$here/mentioned" "$here/described" >"$here/left" && empty "not in --help"; }

# Exit statuses: 130 is for people at terminals, and not in --help
in_manual() { sed -n '/^.SH EXIT STATUS/,/^.SH ENV/s/^.B \([0-9]*\)$/\1/p' "$manual" | grep -v 130 | sort -n; }
in_readme() { sed -n '/^## Exit/,/^## How/s/^| \([0-9][0-9]*\) .*/\1/p' "$readme" | grep -v 130 | sort -n; }
in_help() { sed -n '/^Exit status/,$p' "$here/help" | head -2 | grep -o '\(status: \|^\|, \)[0-9][0-9]*' | tr -cd '0-9\n' | sort -n; }
statuses() {
  in_manual >"$here/m" && in_readme >"$here/r" && in_help >"$here/h" && [ "$(wc -l <"$here/m")" -eq 7 ] &&
    cmp -s "$here/m" "$here/r" && cmp -s "$here/m" "$here/h" || { paste "$here/m" "$here/r" "$here/h" | sed 's/^/# /'; false; }
}

# All commands of the README ("    $ ...") in its order, and what they print: the lines below, where "..." stands for any
# number of lines.  Of times, examples and the number of tests, which solvers choose, only that they are there.
stable() { sed -e '/^ *$/d' -e 's/time: .*/time/' -e 's/\(for example\) .*/\1/' -e '/each run as promised/s/[0-9][0-9]*/N/g'; }
as_shown() { # N: the lines of N.printed are those of N.shown
  awk 'FNR == NR { if ($0 == "...") any[n] = 1; else want[++n] = $0; next }
    k < n && $0 == want[k + 1] { k++; next }
    !any[k] { print "# printed: " $0; bad = 1; exit }
    END { if (!bad && k < n) print "# not printed: " want[k + 1]; exit bad || k < n }' "$1.shown" "$1.printed"
}
examples() {
  mkdir "$here/run" && cd "$here/run" && ln -s "$root/subjects" "$root/doc" . && mkdir build && ln -s "$ACF" build/acf || return 1
  awk '/^    \$ / { on = ++n; print substr($0, 7) >(n ".command"); printf "" >(n ".text"); next }
    /^[^ ]/ { on = 0 } on && NF { print substr($0, 5) >(n ".text") }' "$readme"
  n=1
  while [ -e "$n.command" ]; do
    sh "$n.command" </dev/null 2>&1 | stable >"$n.printed"
    stable <"$n.text" >"$n.shown"
    as_shown "$n" || { sed 's/^/# /' "$n.command"; return 1; }
    n=$((n + 1))
  done
  [ "$n" -gt 10 ]
}

ok "every option is in the manual page" all_described
ok "every option of the manual page is in --help" none_invented
ok "the same exit statuses everywhere" statuses
ok "the examples of the README" examples
done_testing
