/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every check by itself. */
#include "command/all-checks.h"
#include "base/job.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "ir/print.h"
#include "loop/acf.h"
#include "loop/load.h"

static int by_place(gconstpointer a, gconstpointer b) {
  const Failure *x = a, *y = b;
  const int file = g_strcmp0(x->loc.file, y->loc.file);
  if (file) return file;
  return x->loc.line != y->loc.line ? (x->loc.line < y->loc.line ? -1 : 1) : (int)x->kind - (int)y->kind;
}

static void add_places(const IrFunction *f, GArray *places) {
  for (guint b = 0; b < f->blocks->len; b++) {
    const IrBlock *block = f->blocks->pdata[b];
    const Failure failure = {block->term_loc, block->failure};
    if (block->term == IR_ERROR && failure.loc.file) g_array_append_val(places, failure);
  }
}

GArray *all_checks_places(const Program *p) {
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(Failure));
  for (guint f = 0; f < p->functions->len; f++) add_places(program_function(p, f), all);
  g_array_sort(all, by_place);
  GArray *places = g_array_new(FALSE, FALSE, sizeof(Failure));
  for (guint i = 0; i < all->len; i++) {
    const Failure *failure = &g_array_index(all, Failure, i);
    if (i == 0 || by_place(failure, failure - 1) != 0) g_array_append_val(places, *failure);
  }
  return places;
}

static double seconds_left(const AnalysisOptions *o) {
  return o->seconds - (g_get_monotonic_time() - o->start) / 1e6;
}

/* "exactly when n == 0" */
static char *answer_text(const Cfc *c) {
  const Term *upper = cfc_upper(c), *lower = cfc_lower(c);
  const guint limit = limits.report_formula_characters;
  if (claims_verdict(c) == VERDICT_SAFE) return g_strdup("never");
  g_autofree char *most = term_to_c(c->program, upper, limit), *least = term_to_c(c->program, lower, limit);
  if (claims_verdict(c) == VERDICT_FAILURES && claims_exact(c))
    return term_is_true(upper) ? g_strdup("always") : g_strdup_printf("exactly when %s", most);
  g_autofree char *bound =
      term_is_true(upper) ? g_strdup("unknown") : g_strdup_printf("at most when %s", most);
  if (claims_verdict(c) != VERDICT_FAILURES) return g_steal_pointer(&bound);
  return g_strdup_printf("%s%s when %s", term_is_true(upper) ? "" : bound, term_is_true(upper) ? "" : ", and",
                         least);
}

/* NULL: there is no time, or the program cannot be loaded again. */
static char *ask_alone(const Cfc *cfc, const Failure *place, const AnalysisOptions *o, double seconds) {
  AnalysisOptions one = *o;
  one.properties = NULL;
  one.error_functions = NULL;
  one.only = 1u << place->kind;
  one.at_file = (char *)place->loc.file;
  one.at_line = place->loc.line;
  one.start = g_get_monotonic_time();
  one.seconds = seconds;
  one.outputs = 0;
  one.verbosity = -1;
  if (seconds <= 0 || job_interrupted()) return NULL;
  Program *program = load_program(&one, cfc->program->property, NULL);
  if (!program) return NULL;
  Cfc *answer = acf_characterize(program, &one);
  char *text = answer_text(answer);
  cfc_free(answer);
  program_free(program);
  return text;
}

char *all_checks_text(const Cfc *cfc, const GArray *places, const AnalysisOptions *o) {
  GString *out = g_string_new("\nchecks:\n");
  const gboolean safe = claims_verdict(cfc) == VERDICT_SAFE;
  for (guint i = 0; i < places->len; i++) {
    const Failure *place = &g_array_index(places, Failure, i);
    g_autofree char *answer =
        safe ? g_strdup("never") : ask_alone(cfc, place, o, seconds_left(o) / (places->len - i));
    g_string_append_printf(out, "  %s:%u: %s: %s\n", place->loc.file, place->loc.line,
                           failure_row(place->kind)->text, answer ? answer : "unknown");
  }
  if (!places->len) g_string_append(out, "  none: nothing in what is reached can fail\n");
  return g_string_free(out, FALSE);
}
