/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which branches matter: the runs of the examples again, each in a child, then sliced. */
#include "cfc/branches.h"
#include "base/deadline.h"
#include "engine/engine.h"
#include "base/job.h"
#include "slicer/slice.h"

static gboolean follow(gpointer data, GByteArray *out) {
  Evidence *e = symex_confirm((const Confirmation *)data);
  evidence_write(out, e);
  evidence_free(e);
  return TRUE;
}

/* The run of one point; NULL: not within the limits, or it does not fail. */
static Evidence *run_of(const Cfc *c, const Cfg *cfg, const Model *point, JobLimits limits) {
  Confirmation q = {.question = {.program = c->program,
                                 .cfg = cfg,
                                 .condition = term_bool(TRUE),
                                 .start_unroll = 1,
                                 .inputs_per_site = G_MAXUINT / 2,
                                 .deadline = deadline_in(limits.seconds)},
                    .point = point};
  g_autoptr(GByteArray) bytes = NULL;
  job_run("branches", follow, &q, limits, &bytes);
  Evidence *e = bytes ? evidence_read(c->program, bytes) : NULL;
  if (e && (!e->trace || !e->fails->len)) g_clear_pointer(&e, evidence_free);
  return e;
}

/* A loop passes a branch many times: the strongest role counts. */
static void add_branch(Cfc *c, guint first, const CfcBranch *b) {
  if (!b->loc.line) return;
  for (guint i = first; i < c->branches->len; i++) {
    CfcBranch *old = &g_array_index(c->branches, CfcBranch, i);
    if (!loc_same(old->loc, b->loc) || old->assumption != b->assumption) continue;
    old->role = MAX(old->role, b->role);
    return;
  }
  g_array_append_vals(c->branches, b, 1);
}

static void add_run(Cfc *c, const Cfg *cfg, guint partition, const Evidence *e) {
  guint first = c->branches->len;
  g_autofree gboolean *keep = slice_path(c->program, cfg, e->trace, e->conjuncts);
  for (guint i = 0; i < e->conjuncts->len; i++) {
    const PathConjunct *k = &g_array_index(e->conjuncts, PathConjunct, i);
    CfcBranch b = {k->loc, keep[i] ? BRANCH_DECIDES : BRANCH_SLICED, k->block == G_MAXUINT, partition};
    add_branch(c, first, &b);
  }
  for (guint i = 0; i < e->trace->steps->len; i++) {
    const AutomatonStep *s = &g_array_index(e->trace->steps, AutomatonStep, i);
    CfcBranch b = {s->loc, BRANCH_PASSED, FALSE, partition};
    add_branch(c, first, &b);
  }
}

void branches_find(Cfc *c, double seconds, gsize memory_bytes) {
  gint64 end = deadline_in(seconds);
  Cfg *cfg = cfg_new(c->program);
  g_array_set_size(c->branches, 0);
  for (guint i = 0; i < c->partitions->len && !job_interrupted(); i++) {
    const Partition *p = (const Partition *)c->partitions->pdata[i];
    double left = (end - g_get_monotonic_time()) / 1e6;
    if (!p->examples->len || left <= 0) continue;
    Evidence *e =
        run_of(c, cfg, (const Model *)p->examples->pdata[0], (JobLimits){MIN(left, 2), memory_bytes});
    if (e) add_run(c, cfg, i, e);
    evidence_free(e);
  }
  cfg_free(cfg);
}
