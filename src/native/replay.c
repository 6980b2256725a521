/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaying examples: the program compiled natively, with every input call under control, must fail on each.
 */
#include "cfc/claims.h"
#include "native/checks.h"
#include "native/concretize.h"
#include "native/driven.h"
#include "native/example.h"
#include "native/replay.h"
#include "ir/print.h"

/* The first value of the example that the program cannot be given, or NULL. */
static const Term *undriven(const Driven *d, const GArray *values) {
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    if (v.value != 0 && !driven_site(d, input_key_unpack(v.input->param).site)) return v.input;
  }
  return NULL;
}

static void append_failure(const DrivenRun *run, GString *report) {
  const char *seen = run->failure ? native_check_text((FailureKind)(run->failure - 1)) : NULL;
  if (run->seen)
    g_string_append_printf(report, "fails, as it should: confirmed by AddressSanitizer: %s\n", run->seen);
  else if (seen)
    g_string_append_printf(report, "fails, as it should: confirmed by UndefinedBehaviorSanitizer: %s\n", seen);
  else
    g_string_append(report, "fails, as it should\n");
}

typedef struct {
  const Cfc *cfc;
  const Driven *driven;
  Concretizer *concretizer; /* NULL: the program reads neither arguments nor input */
} Replay;

static RunResult replay_example(const Replay *p, const GArray *values, GString *report, GError **error) {
  const Cfc *c = p->cfc;
  const Term *open = undriven(p->driven, values);
  g_autoptr(ConcreteInput) in = NULL;
  if (open != NULL) {
    g_autofree char *label = input_label(c->program, open);
    g_string_append_printf(report, "not replayed: depends on %s, which cannot be set from outside\n", label);
    return RUN_UNDECIDED;
  }
  if (p->concretizer && !(in = concretizer_find(p->concretizer, values, CLASS_FAILS))) {
    g_string_append(report, "not replayed: no arguments and input are known for it\n");
    return RUN_UNDECIDED;
  }
  DrivenRun run;
  RunResult result = driven_run_with(p->driven, values, in, &run, error);
  if (result == RUN_ENDED && native_may_go_unseen(c->program->property, NULL)) {
    g_string_append_printf(report, "not confirmed: %s (%s)\n",
                           native_addresses_left() ? "AddressSanitizer is missing, install libclang-rt-19-dev"
                                                   : "no sanitizer saw a failure",
                           run.outcome);
    driven_run_clear(&run);
    return RUN_UNDECIDED;
  }
  if (result == RUN_FAILED) append_failure(&run, report);
  const gboolean as_promised = run.goes_on && property_asks_for_end(c->program->property);
  if (result == RUN_UNDECIDED)
    g_string_append_printf(report, as_promised ? "%s, as it should be\n" : "not decided: %s\n", run.outcome);
  if (result == RUN_ENDED || result == RUN_CUT)
    g_string_append_printf(report, "did not fail: %s\n", run.outcome);
  driven_run_clear(&run);
  return result;
}

static void describe(const Cfc *c, Examples *examples, const GArray *values, guint partition, guint example,
                     GString *report) {
  g_string_append_printf(report, "partition %u, example %u (", partition + 1, example + 1);
  g_autofree char *call = examples_call(examples, values);
  if (call) {
    g_string_append_printf(report, "%s): ", call);
    return;
  }
  for (guint i = 0; i < values->len && i < 8; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    g_autofree char *name = input_short_name(c->program, v.input),
                    *value = input_value_text(c->program, v.input, v.value);
    g_string_append_printf(report, "%s%s = %s", i > 0 ? ", " : "", name, value);
  }
  g_string_append(report, values->len > 8 ? ", ...): " : "): ");
}

int replay_examples(const Cfc *c, gint64 deadline, GString *report, GError **error) {
  g_autoptr(Driven) d = driven_new(c, c->program->path, deadline, error);
  if (d == NULL) return -1;
  g_autoptr(Examples) examples = examples_new(c);
  g_autoptr(Concretizer) concretizer =
      reads_arguments(c->program) || reads_text(c->program) ? concretizer_new(c) : NULL;
  const Replay replay = {c, d, concretizer};
  int failures = 0;
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = c->partitions->pdata[i];
    for (guint k = 0; k < p->examples->len; k++) {
      g_autoptr(GArray) values = claim_example(p, p->examples->pdata[k]);
      describe(c, examples, values, i, k, report);
      switch (replay_example(&replay, values, report, error)) {
      case RUN_BROKEN: return -1;
      case RUN_ENDED:
      case RUN_CUT: failures++; break;
      default: break;
      }
    }
  }
  return failures;
}
