#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The models of library functions do what the C library of this machine does: each is compared with it natively, and
# in both data models.
. "$(dirname "$0")/lib"
source=${G_TEST_SRCDIR:-.}
: "${CLANG:=clang-19}"

# Also what the models call gets "model_" before its name, and is given by the program that compares.
built() { # BITS
  "$CLANG" -m"$1" -O0 -std=gnu11 -fgnu89-inline -fwrapv -fno-builtin -fno-pic -w -c "$source/src/frontend/models.c" \
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
same() { "$here/against$1" run >"$here/log" || { sed 's/^/# /' "$here/log" && false; }; }

for bits in 32 64; do
  ok "the models compile to $bits bits" built $bits
  ok "each has its comparison, $bits bits" complete $bits
  ok "each does what the library does, $bits bits" same $bits
done
done_testing
