#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The tutorial is true: its programs and commands, in its order, in a fresh folder, print what it shows.
#
# A program is a C block that begins with a comment of its file's name.  A command is an indented line that begins
# with "$ "; the indented lines below are its output, error messages included.  Not compared are times, the values of
# examples and tests, and how many tests there are: solvers choose those.
. "$(dirname "$0")/lib"
case $ACF in /*) ;; *) ACF=$PWD/$ACF ;; esac
root=$(cd "$(dirname "$0")/../.." && pwd)
tutorial=$root/doc/tutorial.md
mkdir "$here/bin" "$here/run" && ln -s "$ACF" "$here/bin/acf" && cd "$here/run" || exit 99
PATH=$here/bin:$PATH
LC_ALL=C.UTF-8 # the picture is of more than ASCII
export PATH LC_ALL

awk '/^```/ { if (file) close(file); file = ""; first = /^```c$/; next }
  first && /^\/\* [a-z]+\.c \*\/$/ { file = $2 }
  { first = 0 } file { print >file }' "$tutorial"

# Each command is in N.command, what is shown below it in N.shown.
awk '/^```/ { fenced = !fenced } fenced || /^[^ ]/ { n_open = 0; next }
  /^    \$ / { n_open = ++n; print substr($0, 7) >(n ".command"); printf "" >(n ".shown"); next }
  n_open && NF { print substr($0, 5) >(n ".shown") }' "$tutorial"

# Blank lines need not be shown.
stable() {
  sed -e '/^ *$/d' -e 's/^time: .*/time/' -e 's/\(for example\) .*/\1/' -e 's/\(example [0-9]*\) (.*)/\1/' \
    -e 's/>-*[0-9]*<\/input>/><\/input>/' -e '/each run as promised/s/[0-9][0-9]*/N/g' "$1"
}
# A picture gets seconds of its own, too few of them where the machine is very busy: so there is a second try.
as_shown() { # N
  stable "$1.shown" >expected
  for try in 1 2; do
    sh "$1.command" </dev/null >"$1.printed" 2>&1
    stable "$1.printed" >printed
    diff expected printed >difference && return 0
  done
  sed 's/^/# /' difference
  return 1
}

programs() { [ "$(ls ./*.c | wc -l)" -ge 5 ]; }
commands() { [ "$(ls ./*.command | wc -l)" -ge 15 ]; }

ok "the tutorial has programs" programs
ok "and commands" commands
n=1
while [ -e "$n.command" ]; do
  ok "$(sed 's/#.*//' "$n.command")" as_shown "$n"
  n=$((n + 1))
done
done_testing
