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

# The commands "$ build/acf ... subjects/..." of the README and what they print, as far as it is shown; of times,
# examples and the number of tests, which solvers choose, only that they are there.
examples() {
  mkdir "$here/run" && cd "$here/run" && ln -s "$root/subjects" subjects && mkdir build && ln -s "$ACF" build/acf || return 1
  awk '/^    \$ / { on = /build\/acf .*(subjects\/|region.json)/ } /^[^ ]/ { on = 0 } on && NF' "$readme" >expected
  sed -n 's/^    \$ //p' expected | while read -r line; do
    echo "    \$ $line"
    sh -c "$line" 2>&1 | sed '/^$/d; s/^/    /'
  done >printed
  sed -i -e 's/time: .*/time/' -e 's/\(for example\) .*/\1/' -e '/each run as promised/s/[0-9][0-9]*/N/g' expected printed
  # all that is expected is printed, in order; a README may leave lines out
  awk 'FNR == NR { want[++n] = $0; next } $0 == want[k + 1] { k++ } END { if (k < n) print "# not printed: " want[k + 1]; exit k < n || n < 15 }' \
    expected printed
}

ok "every option is in the manual page" all_described
ok "every option of the manual page is in --help" none_invented
ok "the same exit statuses everywhere" statuses
ok "the examples of the README" examples
done_testing
