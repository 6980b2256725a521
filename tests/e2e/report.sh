#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The report and the picture in characters, from the command line to the browser.
. "$(dirname "$0")/lib"
line=$ACF_SUBJECTS/three_regions.c
map=$ACF_SUBJECTS/linear_region.c
safe=$ACF_SUBJECTS/safe_mask.c
page=$here/page.html

says() { grep -q -e "$1" "$page"; }
written() { run 10 -q --html "$page" "$map" && says 'fails exactly when' && says '</html>'; }
nothing_shown() { [ ! -s "$here/out" ] && [ ! -s "$here/err" ]; }
stands_alone() { ! grep -q -i -E 'https?:|<link|<img|src=|@import|url\(' "$page"; }
marks_program() { says 'class="tag decides">decides<' && says 'class="tag input">input x<' && says 'error reached'; }
shows_sliced() {
  cat >"$here/sliced.c" <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = 0;
  if (y > 5) z = 1;
  if (x == 3) reach_error();
  return z;
}
END
  run 10 -q --html "$page" "$here/sliced.c" && grep -q '^<tr id="L5" class="sliced".*does not matter' "$page" &&
    grep -q '^<tr id="L6".*decides' "$page" && says 'input y does not matter'
}
safe_page() { run 0 -q --html "$page" "$safe" && says 'No input makes <b>safe_mask.c</b> fail'; }
# The same page by either option, and other outputs do not notice it.
one_page() {
  for n in line map; do
    eval "subject=\$$n"
    run 10 -q --html "$page" --export "html=$here/again.html" --json "$here/a.json" --export "json=$here/b.json" "$subject" &&
      cmp "$page" "$here/again.html" && cmp "$here/a.json" "$here/b.json" && says 'class="likelihood"' && says 'class="tag decides"' || return 1
  done
}
counted_later() {
  run 10 -q --json "$here/a.json" "$map" && run 0 export "$here/a.json" --to html -o "$page" &&
    says '697 of .* inputs: probability'
}
timeline_told() {
  run 10 -q --json "$here/x.json" --html "$page" "$line" && grep -q '"timeline"' "$here/x.json" &&
    grep -q '"analyzer" : "' "$here/x.json" && says '<td>possible</td>'
}
hostile_name() {
  cp "$map" "$here/<script>alert(1)<b>.c" && run 10 -q --html "$page" "$here/<script>alert(1)<b>.c" &&
    ! grep -q '<script>alert' "$page" && says '&lt;script&gt;alert'
}
unwritable() { run 74 -q --html "$here/no/such.html" "$map" && grep -q such.html "$here/err"; }
no_leftovers() { [ -z "$(find "$here" -name '*.??????')" ]; }

line_in_ascii() {
  LC_ALL=C run 10 --plot "$line" && grep -q '^  t = 80 \.\. 89 fails$' "$here/out" &&
    grep -q '^  t = -2147483648 \.\. -41 fails$' "$here/out" && grep -q '^##*+\.' "$here/out" && ! LC_ALL=C grep -q '[^ -~]' "$here/out"
}
map_in_blocks() { LC_ALL=C.UTF-8 run 10 --plot "$map" && grep -q '··█.*█·' "$here/out" && grep -q '█ all fail' "$here/out"; }
widest() { awk '/^[.#+-]+$/ && length > most { most = length } END { print most + 0 }' "$here/out"; }
at_most_72() { LC_ALL=C run 10 --plot "$map" && [ "$(widest)" -ge 30 ] && [ "$(widest)" -le 72 ]; }
nothing_to_draw() { run 0 --plot "$safe" && grep -q 'nothing to draw' "$here/out"; }

case $ACF in /*) ;; *) ACF=$PWD/$ACF ;; esac
ok "--html writes a page" written
ok "and prints nothing with -q" nothing_shown
ok "the page needs nothing but itself" stands_alone
ok "branches, inputs and errors are marked" marks_program
ok "a branch that does not matter is greyed" shows_sliced
ok "a page for a safe program" safe_page
ok "--html and --export html are one" one_page
ok "a page from JSON has the count" counted_later
ok "the timeline, on the page and in the JSON" timeline_told
ok "a name that is markup stays a name" hostile_name
ok "a page that cannot be written: status 74" unwritable
ok "nothing half-written is left" no_leftovers
ok "--plot: a line, plain" line_in_ascii
ok "--plot: a map, with blocks" map_in_blocks
ok "no wider than a terminal" at_most_72
ok "--plot of a safe program" nothing_to_draw

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
in_browser() { # PROGRAM STATUS
  run "$2" -q --html "$page" "$1" &&
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$here/profile" \
      --enable-logging=stderr --virtual-time-budget=5000 --dump-dom "file://$page" >"$here/dom" 2>"$here/log" &&
    grep -q 'data-ready="yes"' "$here/dom" && ! grep -q 'CONSOLE' "$here/log"
}
drawn() { grep -q 'data-drawn="' "$here/dom" && grep -q 'id="exactness"[^>]*>Settled' "$here/dom"; }
if [ -n "$browser" ]; then
  ok "one input, in a browser" in_browser "$line" 10
  ok "its line is drawn" drawn
  ok "many inputs, in a browser" in_browser "$ACF_SUBJECTS/matrix.c" 10
  ok "their map is drawn" drawn
  ok "floating point, in a browser" in_browser "$ACF_SUBJECTS/float_interval.c" 10
  ok "a safe program, in a browser" in_browser "$safe" 0
else
  test_number=$((test_number + 1))
  echo "ok $test_number - in a browser # SKIP no chromium"
fi
done_testing
