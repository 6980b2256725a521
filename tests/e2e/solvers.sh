#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The SMT-LIB scripts of all subjects are given to two solvers that had no part in writing them: both accept them, and
# answer the same at 20 points each, which lie on and beside the constants of the formulas.
. "$(dirname "$0")/lib"

# queries: the script, and behind it whether each point is in the upper and in the lower bound
queries() { # SCRIPT
  awk '
    function digit(n) { return substr("0123456789abcdef", n + 1, 1) }
    function any(width, text) {
      for (text = ""; length(text) < width / 4;) text = text digit(int(16 * rand()))
      return "#x" text
    }
    function beside(constant, last, step) {
      last = index("0123456789abcdef", substr(constant, length(constant))) - 1
      step = int(3 * rand()) - 1
      if (last + step < 0 || last + step > 15) step = 0
      return substr(constant, 1, length(constant) - 1) digit(last + step)
    }
    function value(sort) {
      if (sort == "Bool") return rand() < 0.5 ? "true" : "false"
      if (sort % 4) return rand() < 0.5 ? "#b0" : "#b1"
      if (constants[sort] && rand() < 0.8) return beside(pool[sort, int(constants[sort] * rand())])
      return any(sort)
    }
    { print }
    /^\(declare-const / {
      match($0, /^\(declare-const (\|[^|]*\||[^ ]*)/)
      names[++n] = substr($0, 16, RLENGTH - 15)
      sorts[n] = $0 ~ /BitVec/ ? 0 : "Bool"
      if (match($0, /BitVec [0-9]+/)) sorts[n] = substr($0, RSTART + 7, RLENGTH - 7) + 0
      next
    }
    {
      for (rest = $0; match(rest, /#x[0-9a-f]+/); rest = substr(rest, RSTART + RLENGTH)) {
        width = 4 * (RLENGTH - 2)
        pool[width, constants[width]++] = substr(rest, RSTART, RLENGTH)
      }
    }
    END {
      srand(7)
      for (p = 0; p < 20; p++) {
        print "(push 1)"
        for (i = 1; i <= n; i++) print "(assert (= " names[i] " " value(sorts[i]) "))"
        print "(push 1)(assert upper)(check-sat)(pop 1)(push 1)(assert lower)(check-sat)(pop 1)(pop 1)"
      }
    }' "$1"
}

# What golden has written of the same program with the same acf serves, too.
write_script() { # SUBJECT
  kept=${ACF_GOLDEN_SCRIPTS:-none}/$(basename "$1" .c).smt2
  if [ -s "$kept" ] && [ "$kept" -nt "$ACF" ] && [ "$kept" -nt "$1" ]; then
    cp "$kept" "$here/cfc.smt2"
    return
  fi
  model=--ILP32
  grep -q 'DATA-MODEL: LP64' "$1" && model=--LP64
  "$ACF" -q --time 3 $model --smt2 "$here/cfc.smt2" "$1" 2>"$here/err"
}
# What an endless loop leaves after three seconds is millions of characters long: too much for 40 questions.
is_short() { [ "$(wc -c <"$here/cfc.smt2")" -lt 200000 ]; }

same_answers() {
  queries "$here/cfc.smt2" >"$here/queries.smt2"
  timeout 20 z3 -smt2 "$here/queries.smt2" >"$here/z3" 2>&1
  slow=$?
  timeout 20 cvc5 --lang smt2 --incremental "$here/queries.smt2" >"$here/cvc5" 2>&1
  if [ $? -eq 124 ] || [ $slow -eq 124 ]; then # over some formulas they brood: what both have answered counts
    answers=$({ wc -l <"$here/z3" && wc -l <"$here/cvc5"; } | sort -n | head -n 1)
    echo "# only $answers of 40 questions were answered in time"
    sed -i "$((answers + 1)),\$d" "$here/z3" "$here/cvc5"
  else
    answers=40
  fi
  [ "$(grep -cxE 'sat|unsat' "$here/z3")" -eq "$answers" ] && [ "$(wc -l <"$here/z3")" -eq "$answers" ] &&
    cmp -s "$here/z3" "$here/cvc5" && return
  paste "$here/z3" "$here/cvc5" | sed 's/^/# /' | head -5
  return 1
}

if command -v z3 >/dev/null && command -v cvc5 >/dev/null; then
  for subject in "$ACF_SUBJECTS"/*.c; do
    write_script "$subject"
    if is_short; then ok "$(basename "$subject")" same_answers; else ok "$(basename "$subject") # SKIP large" true; fi
  done
  done_testing
else
  echo "1..0 # SKIP z3 and cvc5 are not both installed"
fi
