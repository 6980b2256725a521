#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A fake verifier that takes the arguments of CPAchecker and answers in its format, as $FAKE says:
#   honest   what the acf of $FAKE_ACF says of the program and the error function that it was given
#   liar     TRUE
#   witness  FALSE, with a witness that takes the branches $FAKE_BRANCHES ("15:false 16:false 17:true")
#   garbage  bytes that mean nothing
#   crash    TRUE, and then it is killed
[ "$1" = -help ] && echo "CPAchecker 9.9 (fake)" && exit 0
output=output program=
invalid() { # OPTION, in the words of the real one
  echo "Invalid option $1"
  echo "If you meant to specify a configuration file, the file config/${1#-}.properties does not exist."
  exit 1
}
while [ $# -gt 0 ]; do
  case $1 in
  -outputpath) output=$2 && shift ;;
  -64) model=--LP64 ;;
  -spec) specification=$2 && shift ;;
  -timelimit | -heap | -entryfunction | -setprop) shift ;;
  -32 | -default | -kInduction | -valueAnalysis-predicateAnalysis-bam) ;;
  -*) invalid "$1" ;;
  *) program=$1 ;;
  esac
  shift
done

if ! grep -q -E 'LTL\(G ! call\((reach_error|__VERIFIER_error)\(\)\)\)' "$specification"; then
  echo "Error: Invalid configuration ($specification: the property cannot be parsed)"
  exit 1
fi

if grep -q '^ *# *include' "$program"; then
  echo "Error: Parsing failed ($program: directives need a preprocessor)"
  exit 1
fi
function=$(sed 's/.*call(\([a-zA-Z_]*\)().*/\1/' "$specification")

say() { echo "Verification result: $1"; }
say_true() { say "TRUE. No property violation found by chosen configuration."; }
say_false() { say "FALSE. Property violation (unreach-call: reach_error(); called in line 1) found by chosen configuration."; }

edge() { # NUMBER LINE CONTROL TARGET
  control=$([ "$3" ] && echo "<data key=\"control\">condition-$3</data>")
  echo "<edge source=\"N$1\" target=\"$4\"><data key=\"startline\">$2</data><data key=\"endline\">$2</data>$control</edge>"
}
write_witness() {
  mkdir -p "$output"
  {
    echo '<?xml version="1.0" encoding="UTF-8"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">'
    echo '<data key="witness-type">violation_witness</data><data key="sourcecodelang">C</data><data key="producer">fake</data>'
    echo '<data key="specification">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>'
    echo "<data key=\"programfile\">$program</data><data key=\"architecture\">32bit</data>"
    echo '<node id="N0"><data key="entry">true</data></node>'
    n=0
    for branch in $FAKE_BRANCHES; do
      n=$((n + 1))
      echo "<node id=\"N$n\"/>"
      edge $((n - 1)) "${branch%%:*}" "${branch##*:}" "N$n"
      last=${branch%%:*}
    done
    echo '<node id="E"><data key="violation">true</data></node>'
    edge $n "$last" "" E
    echo '</graph></graphml>'
  } >"$output/Counterexample.1.graphml"
}

case $FAKE in
honest)
  case $("$FAKE_ACF" -q --without external --time 20 $model --error "$function" --engine bmc "$program" 2>/dev/null) in
  TRUE) say_true ;;
  FALSE) say_false ;;
  *) say "UNKNOWN, incomplete analysis." ;;
  esac
  ;;
liar) say_true ;;
witness) write_witness && say_false ;;
garbage) printf '\377\376\000Verification \000result: \001TRUE\n<graphml>\033[2J%%s%%n\n' ;;
crash) say_true && kill -9 $$ ;;
esac
exit 0
