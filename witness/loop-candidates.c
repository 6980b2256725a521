/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the invariants of a witness to candidates. */
#include "witness/loop-candidates.h"
#include "witness/witness.h"

static void candidate_free(gpointer data) {
  LoopCandidate *c = (LoopCandidate *)data;
  g_free(c->function);
  g_free(c->expression);
  g_free(c);
}

static gboolean is_known(const GPtrArray *candidates, const WitnessInvariant *i) {
  for (guint k = 0; k < candidates->len; k++) {
    const LoopCandidate *c = (const LoopCandidate *)candidates->pdata[k];
    if (!g_strcmp0(c->function, i->function) && g_str_equal(c->expression, i->expression)) return TRUE;
  }
  return FALSE;
}

GPtrArray *loop_candidates_read(const char *path, GError **error) {
  Witness *w = witness_read_file(path, error);
  if (!w) return NULL;
  GPtrArray *candidates = NULL;
  if (w->kind == WITNESS_VIOLATION) {
    g_set_error(error, ACF_WITNESS_ERROR, WITNESS_ERROR_MALFORMED,
                "%s: a violation witness; invariants are in correctness witnesses", path);
  } else {
    candidates = g_ptr_array_new_with_free_func(candidate_free);
    for (guint i = 0; i < w->invariants->len; i++) {
      const WitnessInvariant *said = (const WitnessInvariant *)w->invariants->pdata[i];
      if (is_known(candidates, said)) continue;
      LoopCandidate *c = g_new0(LoopCandidate, 1);
      c->function = g_strdup(said->function);
      c->expression = g_strdup(said->expression);
      g_ptr_array_add(candidates, c);
    }
  }
  witness_free(w);
  return candidates;
}
