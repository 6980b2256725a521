/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaying examples: the program compiled natively, with every input call under control, must fail on each.
 */
#include "export/claims.h"
#include "export/driven.h"
#include "export/export.h"
#include "formula/print.h"

/* The first value of the example that the program cannot be given, or NULL. */
static const Term *undriven(const Driven *d, const GArray *values) {
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    if (v.value != 0 && !driven_site(d, input_key_unpack(v.input->param).site)) return v.input;
  }
  return NULL;
}

static RunResult replay_example(const Cfc *c, const Driven *d, const GArray *values, GString *report,
                                GError **error) {
  const Term *open = undriven(d, values);
  if (open != NULL) {
    g_autofree char *label = input_label(c->program, open);
    g_string_append_printf(report, "not replayed: depends on %s, which cannot be set from outside\n", label);
    return RUN_UNDECIDED;
  }
  DrivenRun run;
  const RunResult result = driven_run(d, values, &run, error);
  if (result == RUN_FAILED) g_string_append(report, "fails, as it should\n");
  if (result == RUN_UNDECIDED) g_string_append_printf(report, "not decided: %s\n", run.outcome);
  if (result == RUN_ENDED || result == RUN_CUT)
    g_string_append_printf(report, "did not fail: %s\n", run.outcome);
  driven_run_clear(&run);
  return result;
}

static void describe(const Cfc *c, const GArray *values, guint partition, guint example, GString *report) {
  g_string_append_printf(report, "partition %u, example %u (", partition + 1, example + 1);
  for (guint i = 0; i < values->len && i < 8; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    g_autofree char *name = input_short_name(c->program, v.input),
                    *value = input_value_text(c->program, v.input, v.value);
    g_string_append_printf(report, "%s%s = %s", i > 0 ? ", " : "", name, value);
  }
  g_string_append(report, values->len > 8 ? ", ...): " : "): ");
}

int export_replay(const Cfc *c, gint64 deadline, GString *report, GError **error) {
  g_autoptr(Driven) d = driven_new(c, c->program->path, deadline, error);
  if (d == NULL) return -1;
  int failures = 0;
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = c->partitions->pdata[i];
    for (guint k = 0; k < p->examples->len; k++) {
      g_autoptr(GArray) values = claim_example(p, p->examples->pdata[k]);
      describe(c, values, i, k, report);
      switch (replay_example(c, d, values, report, error)) {
      case RUN_BROKEN: return -1;
      case RUN_ENDED:
      case RUN_CUT: failures++; break;
      default: break;
      }
    }
  }
  return failures;
}
