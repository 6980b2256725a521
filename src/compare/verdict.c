/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is the fix complete, in a word and in a sentence. */
#include "compare/compare.h"

const char *change_name(ChangeKind k) {
  static const char *const names[CHANGE_N] = {
      [CHANGE_FIXED] = "fixed", [CHANGE_REMAINING] = "remaining", [CHANGE_NEW] = "new",
      [CHANGE_FAILS] = "fails", [CHANGE_MAY_FAIL] = "may-fail",   [CHANGE_MAY_BE_FIXED] = "may-be-fixed"};
  return names[k];
}

static gboolean some(const Comparison *c, ChangeKind k) { return c->changes[k].state == CHANGE_SOME; }
static gboolean none(const Comparison *c, ChangeKind k) { return c->changes[k].state == CHANGE_NONE; }

FixVerdict comparison_verdict(const Comparison *c) {
  if (some(c, CHANGE_REMAINING) || some(c, CHANGE_NEW) || some(c, CHANGE_FAILS)) return FIX_INCOMPLETE;
  const gboolean nothing =
      none(c, CHANGE_REMAINING) && none(c, CHANGE_NEW) && none(c, CHANGE_FAILS) && none(c, CHANGE_MAY_FAIL);
  return nothing ? FIX_COMPLETE : FIX_UNKNOWN;
}

static const char *complete_sentence(const Comparison *c) {
  if (some(c, CHANGE_FIXED)) return "the fix is complete: no input fails any more";
  if (c->old->partitions->len == 0) return "nothing to fix: no input fails, before or now";
  return "the fix is complete: no input fails now; whether any failed before is not known";
}

static char *incomplete_sentence(const Comparison *c) {
  GString *s = g_string_new("the fix is incomplete: ");
  const gboolean remaining = some(c, CHANGE_REMAINING), new = some(c, CHANGE_NEW);
  if (remaining)
    g_string_append(s, some(c, CHANGE_FIXED) ? "some inputs are fixed, but others that failed still fail"
                                             : "inputs that failed still fail");
  else if (new &&none(c, CHANGE_REMAINING) && none(c, CHANGE_FAILS) && none(c, CHANGE_MAY_FAIL))
    g_string_append(s, "nothing that failed still fails");
  if (new)
    g_string_append_printf(s, "%sinputs that did not fail before fail now",
                           !remaining && s->str[s->len - 1] == ' ' ? ""
                           : remaining                             ? "; and "
                                                                   : ", but ");
  if (!remaining && !new) g_string_append(s, "some inputs fail now; whether they failed before is not known");
  return g_string_free(s, FALSE);
}

static const char *unknown_sentence(const Comparison *c) {
  return some(c, CHANGE_FIXED)
             ? "not known whether the fix is complete: some inputs are fixed, others may still fail"
             : "not known whether the fix is complete: inputs may still fail";
}

char *comparison_sentence(const Comparison *c) {
  switch (comparison_verdict(c)) {
  case FIX_COMPLETE: return g_strdup(complete_sentence(c));
  case FIX_INCOMPLETE: return incomplete_sentence(c);
  default: return g_strdup(unknown_sentence(c));
  }
}
