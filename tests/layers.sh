#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The source has rooms, and the rooms have an order: a file includes headers of its own room and of those that stand
# before it here, never of one that comes later; folders never include each other in a circle; every file has a room.
. "$(dirname "$0")/e2e/lib"
root=$(cd "$(dirname "$0")/.." && pwd)

# The order.  Rooms are folders of src/, but for these four, which are at the top of the repository.
top='witness slicer conditioner portfolio'
order='
  base        what knows nothing of programs: jobs in children, deadlines, streams
  formula     terms, the solver, simplification, printing
  ir          the program as every engine sees it
  ctext       the text of C programs
  frontend    from C to the IR
  symex       the symbolic executor, and the invariants of loops
  engine      the analyzers
  learn       guesses from runs
  summary     closed forms of loops
  witness     witnesses of verifiers
  slicer      what a failure depends on
  conditioner conditions put into programs
  portfolio   analyzers as processes
  cfc         the characterization, read back and checked
  loop        the alternating loop
  native      programs built and run for real
  count       how many inputs fail
  compare     what a patch changed
  export      everything that is written
  audit       analyzers, tested against each other
  domains     abstract domains, tested
  lib         the public library
  command     the acf program
'

# includes ROOT: a line "FILE HEADER" for each include of a file of the tree, both as paths from ROOT.  A name is looked
# up as the compiler does: beside the file, then from ROOT, then from ROOT/src; what is not found there is no room's.
includes() (
  cd "$1" && find src $top -name '*.[ch]' 2>/dev/null | sort >"$here/files"
  xargs awk 'FNR == 1 { folder = FILENAME; sub(/[^\/]*$/, "", folder) }
    /^[ \t]*#[ \t]*include[ \t]*"/ { name = $0; sub(/^[^"]*"/, "", name); sub(/".*/, "", name)
      print FILENAME, folder name, name, "src/" name }' <"$here/files" >"$here/candidates"
  awk 'FNR == NR { known[$1]; next }
    { for (i = 2; i <= 4; i++) if ($i in known) { print $1, $i; next } }' "$here/files" "$here/candidates"
)

# What is wrong with the tree at ROOT, a line for each.
wrong_order() {
  includes "$1" | awk -v order="$order" '
    function room(path, part) { split(path, part, "/"); return part[1] == "src" ? part[2] : part[1] }
    BEGIN { n = split(order, line, "\n"); for (i = 1; i <= n; i++) { split(line[i], word, " "); place[word[1]] = i } }
    { from = room($1); to = room($2) }
    !(from in place) { print $1 ": its folder has no place in the order"; next }
    !(to in place) { print $2 ": its folder has no place in the order"; next }
    place[to] > place[from] { print $1 " includes " $2 ", which comes later" }' | sort -u
}
circles() {
  includes "$1" | sed 's,/[^/]* , ,; s,/[^/]*$,,' | awk '$1 != $2' | sort -u >"$here/edges"
  tsort "$here/edges" 2>&1 >/dev/null | sed -n 's/^tsort: \([^ ]*\)$/\1 is in a circle of folders/p' | sort -u
}
homeless() { (cd "$1" && find src -maxdepth 1 -type f | sed 's/$/: a file outside of all rooms/'); }
nothing() { "$@" >"$here/left" && sed 's/^/# /' "$here/left" && [ ! -s "$here/left" ]; }

# A tree with one mistake in it: mistake FILE TEXT [FILE TEXT]
mistake() {
  rm -rf "$here/tree" && mkdir -p "$here/tree/src/base" "$here/tree/src/ir" "$here/tree/src/engine/shape" "$here/tree/witness"
  echo '/* a header */' | tee "$here/tree/src/base/job.h" "$here/tree/src/ir/ir.h" "$here/tree/src/engine/answer.h" \
    "$here/tree/src/engine/shape/heap.h" "$here/tree/witness/match.h" >/dev/null
  while [ $# -gt 0 ]; do echo "$2" >"$here/tree/$1" && shift 2; done
}
good_tree() {
  mistake src/engine/bmc.c '#include "ir/ir.h"' witness/match.c '#include "engine/answer.h"' src/ir/ir.c '#include "ir.h"'
  nothing wrong_order "$here/tree" && nothing circles "$here/tree" && nothing homeless "$here/tree"
}
up() {
  mistake src/base/job.c '#include "ir/ir.h"' && [ "$(wrong_order "$here/tree" | wc -l)" -eq 1 ] &&
    mistake src/engine/bmc.c '#include "witness/match.h"' && [ "$(wrong_order "$here/tree" | wc -l)" -eq 1 ]
}
no_place() {
  mistake && mkdir "$here/tree/src/attic" &&
    echo '#include "ir/ir.h"' >"$here/tree/src/attic/old.c" && [ "$(wrong_order "$here/tree" | wc -l)" -eq 1 ]
}
circle() {
  mistake src/engine/bmc.c '#include "engine/shape/heap.h"' src/engine/shape/heap.c '#include "engine/answer.h"'
  [ "$(circles "$here/tree" | wc -l)" -eq 2 ]
}
outside() { mistake src/main.c 'int main(void) { return 0; }' && [ "$(homeless "$here/tree" | wc -l)" -eq 1 ]; }
all_seen() { [ "$(includes "$root" | wc -l)" -gt 1000 ]; }

ok "a tree in order passes" good_tree
ok "an include of a later room is found" up
ok "a folder that is no room is found" no_place
ok "a circle of folders is found" circle
ok "a file outside of all rooms is found" outside
ok "the includes of the source are found" all_seen
ok "no include goes up the order" nothing wrong_order "$root"
ok "no folders include each other in a circle" nothing circles "$root"
ok "every file has a room" nothing homeless "$root"
done_testing
