#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The models of library functions do what the C library of this machine does: each is compared with it natively, and
# in both data models.
. "$(dirname "$0")/lib"
source=${G_TEST_SRCDIR:-.}
: "${CLANG:=clang-19}"

# Also what the models call gets "model_" before its name, and is given by the program that compares.
built() { # BITS
  for models in models models-math; do
    "$CLANG" -m"$1" -O0 -std=gnu11 -fgnu89-inline -fwrapv -fno-builtin -fno-pic -w -c "$source/src/frontend/$models.c" \
      -o "$here/$models.o" || return
  done
  ld -r -m "$(if [ "$1" = 32 ]; then echo elf_i386; else echo elf_x86_64; fi)" "$here/models.o" "$here/models-math.o" \
    -o "$here/models$1.o" && objcopy --prefix-symbols=model_ "$here/models$1.o" &&
    "$CLANG" -m"$1" -O1 -std=gnu11 -fwrapv -fno-builtin -fno-pic -no-pie -w "$source/tests/against-libc.c" \
      "$here/models$1.o" -lm -o "$here/against$1"
}
complete() { # BITS: a row for each function, and a function for each row
  nm -g --defined-only "$here/models$1.o" | sed -n 's/.* T model_//p' | sort >"$here/functions"
  "$here/against$1" | sort >"$here/rows"
  [ -s "$here/functions" ] && diff "$here/functions" "$here/rows" >"$here/log" && return
  sed 's/^/# /' "$here/log"
  false
}
streams() { # BITS: those of the standard input
  local_names=
  for name in position pushed was_pushed exhausted at_end item used misses ended; do local_names="$local_names --globalize-symbol=$name"; done
  "$CLANG" -m"$1" -O0 -std=gnu11 -fgnu89-inline -fwrapv -fno-builtin -fno-pic -w -c \
    "$source/src/frontend/models-streams.c" -o "$here/streams$1.o" && objcopy $local_names "$here/streams$1.o" &&
    objcopy --prefix-symbols=model_ "$here/streams$1.o" &&
    "$CLANG" -m"$1" -O1 -std=gnu11 -fwrapv -fno-builtin -fno-pic -no-pie -w "$source/tests/against-streams.c" \
      "$here/streams$1.o" -o "$here/streams$1" && "$here/streams$1" >"$here/log" && return
  sed 's/^/# /' "$here/log"
  false
}
items() { # BITS: those of formats with characters and literals
  "$CLANG" -m"$1" -O1 -std=gnu11 -fwrapv -fno-builtin -msse2 -mfpmath=sse -w -I"$source" "$source/tests/against-items.c" -o "$here/items$1" &&
    "$here/items$1" >"$here/log" && return
  sed 's/^/# /' "$here/log"
  false
}
printing() { # BITS: what sprintf writes
  "$CLANG" -m"$1" -O0 -std=gnu11 -fgnu89-inline -fwrapv -fno-builtin -fno-pic -w -c \
    "$source/src/frontend/models-printing.c" -o "$here/printing$1.o" &&
    objcopy --prefix-symbols=model_ "$here/printing$1.o" &&
    "$CLANG" -m"$1" -O1 -std=gnu11 -fwrapv -fno-builtin -fno-pic -no-pie -w "$source/tests/against-printing.c" \
      "$here/printing$1.o" -o "$here/printing$1" && "$here/printing$1" >"$here/log" && return
  sed 's/^/# /' "$here/log"
  false
}
same() { "$here/against$1" run >"$here/log" || { sed 's/^/# /' "$here/log" && false; }; }

# A copy within a buffer: of what memcpy makes there nothing is known, of what memmove makes everything.
copy_within() { # FUNCTION
  cat >"$here/$1.c" <<EOT
#include <string.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char b[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  __VERIFIER_assume(n > 0 && n < 8);
  $1(b + n, b, 20);
  if (b[16] != "0123456789abcdefghijk"[16 - n]) reach_error();
  return 0;
}
EOT
}
not_known() { # ENGINE: neither safe nor failing
  "$ACF" --time 5 --engine "$1" "$here/memcpy.c" >"$here/out" 2>"$here/err"
  [ $? -eq 20 ]
}

for bits in 32 64; do
  ok "the models compile to $bits bits" built $bits
  ok "each has its comparison, $bits bits" complete $bits
  ok "each does what the library does, $bits bits" same $bits
  ok "the standard input is read as by the library, $bits bits" streams $bits
  ok "and so are its items, $bits bits" items $bits
  ok "numbers and texts are printed as by the library, $bits bits" printing $bits
done
copy_within memcpy
copy_within memmove
for engine in symex bmc kind spacer shape states absint; do
  ok "$engine does not know what memcpy makes of places that overlap" not_known $engine
done
ok "nor do all together" run 20 --time 5 "$here/memcpy.c"
ok "memmove may do that" run 0 "$here/memmove.c"

# What programs make of the models.
cat >"$here/table.c" <<'C'
#include <string.h>
int last(unsigned rows, unsigned columns, unsigned i) {
  int table[rows + 1][columns + 1];
  memset(table, 0, sizeof table);
  return i <= rows ? table[i][columns] : 0;
}
C
table() { run 0 --LP64 -p runtime-errors --entry last --assume 'rows <= 2 && columns <= 2' --time 20 "$here/table.c"; }
cat >"$here/name.c" <<'C'
#include <libgen.h>
#include <stdio.h>
static int shut(FILE *f) {
  fflush(f);
  return ferror(f) || fclose(f);
}
int main(int argc, char **argv) {
  if (argc != 2) return 0;
  basename(argv[1])[0] = 'x';
  return shut(stdout);
}
C
name() {
  run 10 --LP64 -p runtime-errors --args 1 --arg-length 3 --time 20 "$here/name.c" &&
    grep -q '^fails exactly when argv\[1\]\[0\] == 0$' "$here/out"
}
cat >"$here/words.c" <<'C'
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char *text = argc == 2 ? "one" : "one two"; /* of the first nothing is cut off */
  char *word = strtok(text, " ");
  div_t d = div(argc, 3);
  if (!word || d.quot > 0 || d.rem != argc || rand() < 0) abort();
  return 0;
}
C
words() {
  run 10 --LP64 -p runtime-errors --args 0..1 --arg-length 1 --time 20 "$here/words.c" &&
    grep -q '^fails exactly when argc == 1$' "$here/out"
}
cat >"$here/order.c" <<'C'
#include <stdlib.h>
static int by_difference(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int least(int a, int b) {
  int both[2] = {a, b};
  qsort(both, 2, sizeof *both, by_difference);
  return both[0];
}
C
order() { # the library compares the first with the second, and no others
  run 10 --LP64 -p runtime-errors --entry least --time 20 "$here/order.c" &&
    grep -q '^least fails exactly when (long)a - (long)b <= -2147483649$' "$here/out" &&
    grep -q '^ *or (long)a - (long)b >= 2147483648$' "$here/out" &&
    grep -q 'qsort and bsearch compare the elements that the GNU library compares' "$here/out"
}
ok "a table of unknown size is filled" table
ok "the name of an empty path is a constant; a stream is a parameter" name
ok "a text without a separator is not cut" words
ok "a comparison overflows where the library makes it" order
done_testing
