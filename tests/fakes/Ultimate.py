#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A fake verifier that takes the arguments of Ultimate Automizer and answers in its format: what the acf of $FAKE_ACF
# says of the program and the error function that it was given.  As the real one, it knows two properties, letter by
# letter, and has no preprocessor.
[ "$1" = --version ] && echo 0123abcd && exit 0
[ "$1" = --ultversion ] && printf 'This is Ultimate 9.9.9-fake\n\n' && exit 0
while [ $# -gt 0 ]; do
  case $1 in
  --spec) specification=$2 && shift ;;
  --file) program=$2 && shift ;;
  --architecture) [ "$2" = 64bit ] && model=--LP64; shift ;;
  --witness-dir | --witness-name) shift ;;
  --full-output) ;;
  *) echo "unknown argument $1" && exit 1 ;;
  esac
  shift
done
echo "Checking for ERROR reachability"
formula=$(sed -n 's/^CHECK( init(main()), LTL(\(.*\)) )$/\1/p' "$specification")
case $formula in
"G ! call(reach_error())") function=reach_error ;;
"G ! call(__VERIFIER_error())") function=__VERIFIER_error ;;
*)
  printf 'Traceback (most recent call last):\n  File "Ultimate.py", line 139, in __init__\n'
  echo "RuntimeError: The formula $formula is unknown"
  exit 1
  ;;
esac
grep -q '^ *# *include' "$program" && printf 'Result:\nERROR: SyntaxError\n' && exit 1
printf 'Using default analysis\nVersion 0123abcd\n--- Real Ultimate output ---\nThis is Ultimate 9.9.9-fake\n'
answer=$("$FAKE_ACF" -q --without external --time 20 $model --overflow none --error "$function" --engine bmc "$program" 2>/dev/null)
printf 'Result:\n%s\n' "${answer:-ERROR}"
