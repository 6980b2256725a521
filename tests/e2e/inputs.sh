#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a program reads from its command line and its standard input: which inputs there are, within which bounds, and
# what is said of them.
. "$(dirname "$0")/lib"
inputs=$ACF_SUBJECTS/inputs

says() { # PATTERN OPTION...: of the text that acf prints
  pattern=$1
  shift
  "$ACF" --time 60 "$@" >"$here/out" 2>"$here/err"
  grep -q -- "$pattern" "$here/out" && return
  sed 's/^/# /' "$here/out" "$here/err"
  false
}
json_has() { # PATTERN FILE: without white space
  tr -d ' \n' <"$2" | grep -qF -- "$1" || { sed 's/^/# /' "$2" && false; }
}
refused() { # PATTERN OPTION...
  pattern=$1
  shift
  "$ACF" "$@" "$inputs/argv_count.c" >"$here/out" 2>"$here/err"
  [ $? -eq 64 ] && [ "$(wc -l <"$here/err")" -eq 1 ] && grep -q -- "$pattern" "$here/err"
}
written() { "$ACF" -q --time 60 --json "$here/$1.json" $3 "$inputs/$2.c"; }

ok "how many arguments there are" says '^fails exactly when argc == 3$' "$inputs/argv_count.c"
ok "and within which bounds" says 'the program gets from 0 to 4 arguments' "$inputs/argv_count.c"
ok "which can be chosen" says 'the program gets 2 arguments' --args 2 "$inputs/argv_count.c"
ok "then nothing else is left to say" says '^fails for every input$' --args 2 "$inputs/argv_count.c"
ok "numbers have names" says '^fails exactly when atoi(argv\[1\]) \* 2 .*atoi(argv\[2\])' --LP64 --args 2 --arg-length 3 \
  "$inputs/argv_two_numbers.c"
ok "in the words of KLEE too" says 'an argument has at most 3 bytes' --LP64 --sym-args 2 2 3 "$inputs/argv_two_numbers.c"
ok "one by one" says 'the program gets 2 arguments' --LP64 --sym-arg 1 --sym-arg 3 "$inputs/argv_two_numbers.c"
ok "standard input too" says 'the standard input has at most 3 bytes' --sym-stdin 3 "$inputs/stdin_two_bytes.c"
ok "bytes are characters" says "for example printf 'a' |" --stdin-length 3 "$inputs/stdin_two_bytes.c"

written count argv_count ""
ok "the source of argc" json_has '"source":{"part":"count"}' "$here/count.json"
ok "the bounds" json_has '"bounds":{"args":[0,4]}' "$here/count.json"
written numbers argv_two_numbers "--LP64 --args 2 --arg-length 3"
ok "the source of a number" json_has '"source":{"part":"value","argument":2,"conversion":"atoi"}' "$here/numbers.json"
ok "their bounds" json_has '"bounds":{"args":[2,2],"arg_length":3}' "$here/numbers.json"
written byte argv_first_byte "--LP64 --args 0..1 --arg-length 2"
ok "the source of a byte" json_has '"source":{"part":"byte","argument":1,"offset":1}' "$here/byte.json"
written scan stdin_two_numbers "--LP64 --stdin-length 4"
ok "the source of what scanf reads" json_has '"source":{"part":"value","number":2,"conversion":"%d"}' "$here/scan.json"
ok "and whether it does" json_has '"source":{"part":"status","number":2}' "$here/scan.json"
ok "the bound of standard input" json_has '"bounds":{"stdin_length":4}' "$here/scan.json"
for file in count numbers byte scan; do
  ok "a file with them is read back ($file)" run 0 export --to spec -o "$here/spec" "$here/$file.json"
done

# Programs of verifiers are what they were
cat >"$here/verifier.c" <<'EOT'
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(int argc, char **argv) {
  if (__VERIFIER_nondet_int() == 7 && argc == 3) reach_error();
  return 0;
}
EOT
ok "beside input functions the number of arguments is no bound" says 'arguments\[0\] == 2' "$here/verifier.c"
ok "unless it is asked for" says 'argc == 3' --args 0..3 "$here/verifier.c"

# Numbers are called by the variables that they are read into, which may hold what nobody has set
cat >"$here/unchecked.c" <<'EOT'
#include <stdio.h>
#include <assert.h>
int main(void) {
  int year, month;
  scanf("%d", &year);
  scanf("%d", &month);
  assert(year < 1900 || month != 2);
  return 0;
}
EOT
ok "what a variable holds" says '^fails exactly when year >= 1900 && month == 2$' "$here/unchecked.c"
ok "whether it was read or not" grep -q '^  year: int, standard input, or uninitialised where that has no number$' "$here/out"
ok "is read in the example" grep -q "^for example printf '1900.n2.n' | " "$here/out"
cat >"$here/checked.c" <<'EOT'
#include <stdio.h>
#include <assert.h>
int main(void) {
  int a, b, x, n = 0;
  if (scanf("%d%d", &a, &b) != 2 || a != 5 || b != 7) return 1;
  for (n = 0; n < 2; n++) {
    if (scanf("%d", &x) != 1) return 1;
    assert(n == 0 || x != a + b);
  }
  return 0;
}
EOT
ok "each by its own name" says '^fails exactly when a == 5 && x#2 == a + b && b == 7 && scanf_status' "$here/checked.c"
"$ACF" -q --time 60 --json "$here/checked.json" "$here/checked.c"
ok "which the file has" json_has '"scanned":{"variable":"x","ordinal":2,"back":0}' "$here/checked.json"
"$ACF" export --to answer -o "$here/again" "$here/checked.json"
ok "and gives back" grep -q 'fails exactly when a == 5 && x#2 == a + b && b == 7' "$here/again"
"$ACF" export --to answer -o "$here/again" "$here/checked.json" && sed -n '/^fails/p' "$here/out" "$here/again" >"$here/both"
ok "in the same words" [ "$(sort -u "$here/both" | wc -l)" -eq 1 ]

# Characters and literals among the numbers
cat >"$here/calculator.c" <<'EOT'
#include <stdio.h>
#include <assert.h>
int main(void) {
  int a, b;
  char op;
  if (scanf("%d %c %d", &a, &op, &b) != 3) return 1;
  if (op == '/') assert(b != 0);
  return 0;
}
EOT
ok "a character has the name of its variable" says '^fails exactly when b == 0 && op == '"'/'"' && scanf_status' "$here/calculator.c"
ok "and is written between the numbers" grep -q "^for example printf .*[0-9] / 0.n' | ./calculator$" "$here/out"
ok "a status says whether it is there" grep -q 'scanf_status#1 to scanf_status#3: .* 1: it is there, 0: something else' "$here/out"
"$ACF" -q --time 60 --json "$here/calculator.json" "$here/calculator.c"
ok "the source of a character" json_has '"source":{"part":"value","number":2,"conversion":"%c"}' "$here/calculator.json"
ok "in which order it is read" json_has '"scanf":{"formats":["%d%c%d"],"again":0}' "$here/calculator.json"
class() { # STATUS FILE TEXT
  printf "$3" | "$ACF" classify -q "$2"
  [ $? -eq "$1" ]
}
ok "a text that fails" class 10 "$here/calculator.json" '3/ +0'
ok "one that does not" class 0 "$here/calculator.json" '3 /x'
ok "one that has another character" class 0 "$here/calculator.json" '3 - 0'
ok "a test for it" run 0 export --to tests -o "$here/calculator.sh" "$here/calculator.json"
cat >"$here/unread.c" <<'EOT'
#include <stdio.h>
#include <assert.h>
int main(void) {
  int x = 0, y = 0;
  char c = 0;
  scanf("%d,%d", &x, &y);
  scanf("%c", &c);
  assert(x != 5 || c != ';');
  return 0;
}
EOT
"$ACF" -q --time 60 --json "$here/unread.json" "$here/unread.c"
ok "what a call does not come to is counted" class 10 "$here/unread.json" '5;'
ok "what is missed is met again" class 10 "$here/unread.json" '5,;'
ok "and is no other" class 0 "$here/unread.json" '5,1'
for format in '%3d,' '%d1' '%x,' '%d,%s'; do
  printf '#include <stdio.h>\nint main(void) { int x = 1; char s[99]; scanf("%s", &x, s); return 1 / x; }\n' \
    "$(echo "$format" | sed 's/%s//')" >"$here/other.c"
  [ "$format" = '%d,%s' ] && sed -i 's/%d,/%d,%s/' "$here/other.c" || sed -i 's/, s)/)/' "$here/other.c"
  ok "bytes are read where the format is $format" says '^  stdin\[0\]' --time 5 --stdin-length 3 --property runtime-errors "$here/other.c"
done
cat >"$here/endless.c" <<'EOT'
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int x, n = 0;
  while (n < 300 && scanf(",%d", &x) == 0) n++;
  if (n == 300) reach_error();
  return 0;
}
EOT
ok "more misses than are counted may do anything" says 'could not analyse more conversions of scanf' --time 20 --stdin-length 2 \
  "$here/endless.c"

# Floating point
cat >"$here/float.c" <<'EOT'
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  double x;
  int n = 0;
  if (scanf("%lf", &x) == 1 && x > 1 && scanf("%d", &n) == 1 && n == 5) reach_error();
  return 0;
}
EOT
ok "a fraction is a number" says '^fails exactly when 1.0 < x && n == 5 && scanf_status#1 == 1 && scanf_status#2 == 1$' "$here/float.c"
ok "for which there is room" grep -q 'the standard input has at most 256 bytes' "$here/out"
ok "where it is not certain that a number fits, nothing is claimed" says '^may fail when scanf_status#1 == 1' --time 5 --stdin-length 8 \
  "$here/float.c"
"$ACF" -q --time 60 --json "$here/float.json" "$here/float.c"
ok "infinity is one" class 10 "$here/float.json" 'inf +5'
ok "an exponent too" class 10 "$here/float.json" '1e1 5'
ok "NaN is not greater" class 0 "$here/float.json" 'nan 5'

# What is not modelled is not guessed
sed 's/double x/long double x/; s/%lf/%Lf/' "$here/float.c" >"$here/long.c"
ok "a format that is not modelled leaves everything open" run 20 --time 10 "$here/long.c"
sed 's/n = 0;/n = getchar();/' "$here/float.c" >"$here/mixed.c"
ok "so does floating point among bytes" run 20 --time 10 "$here/mixed.c"

ok "too many arguments" refused '--args must be a number from 0 to 64' --args 0..1000000
ok "no number" refused '--args must be a number' --args many
ok "an empty range" refused '3 is more than 2' --args 3..2
ok "a negative length" refused 'length must be a number from 0 to' --arg-length=-1
ok "a length that is too large" refused 'from 0 to 65536' --stdin-length 100000000000
ok "words that are missing" refused 'needs 3 numbers' --sym-args 1
done_testing
