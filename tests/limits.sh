#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Limits of effort are rows of src/base/limits.def: no other file defines a number with a name of one, but for those that
# are listed here; every row is used.
. "$(dirname "$0")/e2e/lib"
root=$(cd "$(dirname "$0")/.." && pwd)
folders='src witness slicer conditioner portfolio'

# What has such a name and is no row, by why.
allowed='
  dimensions of arrays
    src/engine/spacer/chc-candidates.c:MAX_CONSTANTS src/engine/spacer/chc-candidates.c:MAX_FACTORS
    src/formula/interval.h:INTERVAL_MAX src/learn/decisive-inputs.c:MAX_FIRST src/learn/exhaustive-runs.c:MAX_INPUTS
    src/learn/learn-features.h:LEARN_MAX_INPUTS src/loop/generalize.c:MAX_CONJUNCTS src/loop/strategy/deciding-inputs.c:CANDIDATES src/summary/find.c:MAX_MEMBERS
    src/summary/runs.c:MAX_VALUES src/symex/invariant/absint.c:MAX_PHASES src/symex/invariant/equality.c:MAX_COLUMNS
    src/symex/invariant/modular.c:MAX_CHOICES src/count/blast.c:MAX_WIDTH src/count/region.h:REGION_MAX_INPUTS
    witness/graphml-read.c:MAX_DEPTH src/domains/against.c:MOST_FINER src/domains/judge.c:MANY_CONSTRAINTS
    src/domains/properties.h:MAX_PROPERTIES src/symex/state.c:LEARN_DEPTH
  normal forms of terms, which are the same in every process and in every file
    src/formula/array.c:BRANCH_LIMIT src/formula/array.c:CHAIN_LIMIT src/formula/bits.c:EXTRACT_LIMIT
    src/formula/compare.c:NEST_LIMIT src/formula/compare.c:UNDO_LIMIT src/formula/constant-choices.c:CHOICE_NODES src/formula/logic.c:BOUNDS_LIMIT src/formula/logic.c:CHILD_LIMIT
    src/formula/logic.c:FACTOR_LIMIT src/formula/logic.c:FLAT_LIMIT src/formula/make.c:COMPARE_LIMIT
    src/formula/make.c:DISTRIBUTE_LIMIT src/formula/translate.c:NAME_DEPTH src/formula/interval.c:WRITTEN_DEPTH
  widths of fields, and numbers that arithmetic has room for
    src/ctext/cmath.c:MAX_POWER src/engine/spacer/offset.c:MAX_FACTOR src/engine/spacer/places.c:MAX_ALIGNMENT
    src/symex/invariant/form.c:MAX_FACTOR src/symex/invariant/poly.h:WIDE_LIMIT src/formula/term.h:INPUT_MAX_SITE
    src/formula/term.h:INPUT_MAX_OCCURRENCE src/formula/term.h:INPUT_MAX_OFFSET src/domains/replay.c:MOST_WIDE
  messages between processes, and how often the clock is looked at
    src/base/job.c:MAX_MESSAGE src/base/job.c:MAX_READS src/base/job.c:TICK_MS src/base/process.c:TICK_MS
    src/base/supervisor.c:MAX_READS src/frontend/compiler.c:TICK_MS
  defaults of options, no deadline at all, the age of files that are left over, sizes of tables at the start
    src/loop/options.h:DEFAULT_SECONDS src/frontend/frontend.h:DEFAULT_MAX_ELEMENTS
    src/frontend/frontend.h:DEFAULT_POINTER_DEPTH src/ir/input-bounds.h:DEFAULT_ARGS_MOST src/engine/answer.c:NO_DEADLINE_MS portfolio/cache.c:STALE_SECONDS
    src/count/bdd.c:FIRST_NODES src/base/pmap.c:CHUNK_NODES
  the form of names and numbers
    src/count/report.c:MAX_DIGITS src/count/automaton-report.c:MAX_FRACTION src/export/parameters.c:MAX_LENGTH portfolio/verdict.c:MAX_VERSION src/ir/input-source.c:MOST_ARGUMENTS
  the range of a key of a description
    portfolio/description.c:MAX_UNWIND
'

# named ROOT: "FILE:NAME" of every number that a file of the tree at ROOT defines by #define or enum and that has the name
# of a limit.
named() (
  cd "$1" && find $folders -name '*.[ch]' ! -name 'models*.c' 2>/dev/null | sort | xargs awk '
    function note(name, value) {
      if (value !~ /^\(*-?([0-9]|G_GU?INT64_CONSTANT|\([A-Za-z]+\) *[0-9])/) return
      if (name ~ /(^|_)(MAX|MOST|LEAST|MIN|FEW|MANY|SHARE|LIMIT|SECONDS|MS|STEPS|NODES|ROUNDS|TRIES|DEPTH|CANDIDATES|EVERY)(_|$)/)
        print FILENAME ":" name
    }
    /^#define [A-Z_0-9]+ / { name = $2; value = $0; sub(/^#define [A-Z_0-9]+ +/, "", value)
      if (value == "\\") { getline value; sub(/^ +/, "", value) }
      note(name, value) }
    /^ *enum \{.*\}/ { list = $0; sub(/^ *enum \{/, "", list); sub(/\}.*/, "", list); n = split(list, item, ",")
      for (i = 1; i <= n; i++) if (split(item[i], side, " = ") == 2) { gsub(/ /, "", side[1]); note(side[1], side[2]) } }' |
    sort -u
)
new_ones() { echo "$allowed" | grep -o '[a-z][^ ]*:[A-Z_]*' | sort -u >"$here/allowed" && named "$1" | comm -13 "$here/allowed" -; }
old_ones() { named "$1" >"$here/named" && echo "$allowed" | grep -o '[a-z][^ ]*:[A-Z_]*' | sort -u | comm -23 - "$here/named"; }
unused() (
  cd "$1" && sed -n 's/^LIMIT(\([a-z_0-9]*\),.*/\1/p' src/base/limits.def | sort >"$here/rows"
  find $folders -name '*.c' | xargs grep -oh '\<limits\.[a-z_0-9]*' | sed 's/limits\.//' | sort -u | comm -23 "$here/rows" -
)
nothing() { "$@" >"$here/left" && sed 's/^/# /' "$here/left" && [ ! -s "$here/left" ]; }

# A tree with one file: tree TEXT
tree() { rm -rf "$here/tree" && mkdir -p "$here/tree/src/learn" && printf '%s\n' "$1" >"$here/tree/src/learn/new.c"; }
found() { tree "$1" && [ "$(named "$here/tree")" = "src/learn/new.c:$2" ]; }
not_found() { tree "$1" && nothing named "$here/tree"; }

ok "a number of seconds is found" found '#define WAIT_SECONDS 2.5' WAIT_SECONDS
ok "a most is found" found '#define MAX_PARTS (1u << 10) /* of a guess */' MAX_PARTS
ok "one on a line of its own is found" found '#define MOST_TURNS  \
  128 /* iterations */' MOST_TURNS
ok "one of an enum is found" found 'enum { SEED = 7, MAX_NODES = 400 };' MAX_NODES
ok "a flag is not" not_found '#define IS_DEFINED 4u'
ok "a number without a value is not" not_found '#define NO_LIMIT G_MAXUINT'
ok "the rows are found" [ "$(grep -c '^LIMIT(' "$root/src/base/limits.def")" -gt 400 ]
ok "no limit stands outside of the table" nothing new_ones "$root"
ok "nothing is allowed that is not there" nothing old_ones "$root"
ok "every row is used" nothing unused "$root"
done_testing
