# SPDX-License-Identifier: GPL-3.0-or-later
# --direct: witnesses of other verifiers are followed, believed where symex confirms them, and never otherwise.
. "${0%/*}/lib"

cat >"$here/prog.c" <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x < 0 || x > 9) return 0;
  if (x + y == 12) reach_error();
  if (!(y != 7)) reach_error();
  return 0;
}
C

# witness NAME CONTROL_6 CONTROL_7 CONTROL_8 ERROR: the three conditions as true or false
witness() {
  cat >"$here/$1" <<X
<graphml><graph edgedefault="directed">
<data key="witness-type">violation_witness</data>
<node id="0"><data key="entry">true</data></node><node id="1"/><node id="2"/>
<node id="3"><data key="violation">true</data></node>
<edge source="0" target="1"><data key="startline">6</data><data key="control">condition-$2</data>
<data key="sourcecode">[x &lt; 0 || x &gt; 9]</data></edge>
<edge source="1" target="2"><data key="startline">7</data><data key="control">condition-$3</data></edge>
<edge source="2" target="3"><data key="startline">8</data><data key="control">condition-$4</data></edge>
</graph></graphml>
X
}

witness good false false true
witness bad true true true
printf '<graphml><graph><node id="a"/></graph></graphml>' >"$here/no-entry"
printf '' >"$here/empty"
truncate -s 2G "$here/huge" # takes no room
printf '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><graphml>&b;</graphml>' >"$here/bomb"

# What is claimed, without the time.
claims() { sed '/^time:/d' "$here/out"; }
followed() {
  run 10 -v "$here/prog.c" --direct "$here/good" || return 1
  grep -q 'directed at unrolling [0-9]*: 1 failing' "$here/err" && grep -q 'good: 3 of 3 edges' "$here/err"
}
not_believed() {
  run 10 "$here/prog.c" --direct "$here/bad" || return 1
  grep -q "^acf: note: $here/bad: no failure was found" "$here/err"
}
same_claims() {
  run 10 "$here/prog.c" && claims >"$here/without" || return 1
  for w in good bad; do
    run 10 "$here/prog.c" --direct "$here/$w" && claims | cmp -s - "$here/without" || return 1
  done
  run 10 "$here/prog.c" --direct "$here/good" --direct "$here/bad" && claims | cmp -s - "$here/without"
}
refused() { run 65 "$here/prog.c" --direct "$here/$1" && one_line_error && grep -q "$2" "$here/err"; }

ok "a witness is followed" followed
ok "a witness that leads nowhere is said to" not_believed
ok "no witness changes what is true" same_claims
ok "a witness without entry is refused" refused no-entry "no-entry:1: no entry node"
ok "an empty witness is refused" refused empty "empty:1: the witness is empty"
ok "a huge witness is refused unread" refused huge "huge: larger than a witness may be (64 MiB)"
ok "a witness with entities is refused" refused bomb "bomb:1: a witness has no document type"
ok "a device without end is refused" run 65 "$here/prog.c" --direct /dev/zero
ok "a missing witness is refused" refused nothing "nothing: No such file"
done_testing
