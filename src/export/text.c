/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CFC for people. */
#include <string.h>
#include "base/deadline.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "export/automaton.h"
#include "export/condition.h"
#include "export/export.h"
#include "export/guard.h"
#include "export/rounds.h"
#include "export/scanned-values.h"
#include "native/example.h"
#include "ir/failure-paths.h"
#include "ir/print.h"
#include "ir/scanned.h"

typedef struct {
  const Cfc *cfc;
  GString *out;
  gboolean verbose, colour;
  gint64 deadline;   /* for shortening what is long */
  guint to_come;     /* partitions whose bounds are not written yet */
  gboolean some_cut; /* a formula was too long */
  gboolean empty;    /* it was found that no point is in the bound that was written last */
  Examples *examples;
  ScannedValues *scanned;
} Text;

typedef enum { STYLE_BOLD = 1, STYLE_RED = 31, STYLE_GREEN = 32, STYLE_YELLOW = 33 } Style;

static void styled(Text *t, Style style, const char *text) {
  if (t->colour)
    g_string_append_printf(t->out, "\033[1;%dm%s\033[0m", (int)style, text);
  else
    g_string_append(t->out, text);
}

/* "f fails ..." of a function that is not main: what follows is its precondition; to free. */
static char *of_entry(const Text *t, const char *what) {
  const char *entry = t->cfc->program->property->entry;
  return g_str_equal(entry, "main") ? g_strdup(what) : g_strdup_printf("%s %s", entry, what);
}

/* Text of several lines, each after the first indented to stand below it, but for "or " before that. */
static void append_indented(Text *t, const char *text, guint indent) {
  for (const char *line = text; line != NULL;) {
    const char *end = strchr(line, '\n');
    g_string_append_len(t->out, line, end != NULL ? end - line : (gssize)strlen(line));
    g_string_append_c(t->out, '\n');
    line = end != NULL ? end + 1 : NULL;
    const guint before = line != NULL && g_str_has_prefix(line, "or ") ? MIN(indent, 3) : 0;
    if (line != NULL) g_string_append_printf(t->out, "%*s", (int)(indent - before), "");
  }
}

static void append_condition(Text *t, const char *label, const char *condition, guint indent) {
  g_string_append_printf(t->out, "%*s", (int)indent, "");
  styled(t, STYLE_BOLD, label);
  g_string_append_c(t->out, ' ');
  append_indented(t, condition, indent + (guint)strlen(label) + 1);
}

/* What is said of failing inputs. */
typedef struct {
  const char *all, *exactly, *when, *only, *may, *may_any, *never;
} Words;

static const Words *words_of(const Cfc *c) {
  static const Words usual = {.all = "fails for every input\n",
                              .exactly = "fails exactly when",
                              .when = "fails when",
                              .only = "fails only when",
                              .may = "may fail when",
                              .may_any = "may fail",
                              .never = "never fails\n"};
  static const Words endless = {.all = "runs for ever, whatever the input\n",
                                .exactly = "runs for ever exactly when",
                                .when = "runs for ever when",
                                .only = "runs for ever only when",
                                .may = "may run for ever when",
                                .may_any = "may run for ever",
                                .never = "always ends\n"};
  return c->program->property->failures == FAILURE_BIT(ENDLESS) ? &endless : &usual;
}

/* Of the time that is left, each partition gets its share, and each of its two bounds half of that. */
static ConditionText condition_of(const Text *t, const Term *formula) {
  const gint64 now = g_get_monotonic_time(), left = MAX(t->deadline - now, 0);
  return condition_text(t->cfc->program, formula, t->verbose, now + left / (2 * MAX(t->to_come, 1)));
}

/* What is said of a bound from below; least: the whole was too long. */
static void append_least(Text *t, const ConditionText *c, guint indent) {
  g_autofree char *label = of_entry(t, words_of(t->cfc)->when);
  if (c->least) append_condition(t, label, c->least, indent);
  t->some_cut = TRUE;
}

static void append_any(Text *t, gboolean other, guint indent) {
  g_autofree char *any = of_entry(t, words_of(t->cfc)->may_any);
  g_string_append_printf(t->out, "%*s%s for any %sinput\n", (int)indent, "", any, other ? "other " : "");
}

/* A bound from above; where not even an outline of it is known, some inputs may fail.  TRUE: the whole was said. */
static gboolean append_most(Text *t, const Term *upper, gboolean some, guint indent) {
  g_autofree char *label = of_entry(t, words_of(t->cfc)->may), *any = of_entry(t, words_of(t->cfc)->may_any);
  t->empty = FALSE;
  if (term_is_true(upper)) {
    append_any(t, some, indent);
    return TRUE;
  }
  ConditionText c = condition_of(t, upper);
  const gboolean whole = c.whole || c.empty;
  t->empty = c.empty;
  t->some_cut = t->some_cut || !whole;
  if (c.empty)
    g_string_append_printf(t->out, "%*s%s", (int)indent, "", words_of(t->cfc)->never);
  else if (c.whole || c.most)
    append_condition(t, label, c.whole ? c.whole : c.most, indent);
  else
    g_string_append_printf(t->out, "%*s%s for some %sinputs\n", (int)indent, "", any, some ? "other " : "");
  condition_text_clear(&c);
  return whole;
}

/* An exact condition that is too long is stated from below and from above. */
static void append_exact(Text *t, const Term *formula, guint indent) {
  const Words *say = words_of(t->cfc);
  g_autofree char *exactly = of_entry(t, say->exactly), *only = of_entry(t, say->only);
  ConditionText c = condition_of(t, formula);
  if (c.whole) {
    append_condition(t, exactly, c.whole, indent);
  } else {
    append_least(t, &c, indent);
    if (c.most)
      append_condition(t, only, c.most, indent);
    else if (!c.least)
      g_string_append_printf(t->out, "%*s%s a long condition on the inputs holds\n", (int)indent, "", exactly);
  }
  condition_text_clear(&c);
}

static void append_lower(Text *t, const Term *lower, guint indent) {
  g_autofree char *when = of_entry(t, words_of(t->cfc)->when);
  ConditionText c = condition_of(t, lower);
  if (c.whole)
    append_condition(t, when, c.whole, indent);
  else
    append_least(t, &c, indent);
  condition_text_clear(&c);
}

/* Only a partition with an input that certainly fails is shown as failing. */
static void append_bounds(Text *t, const Partition *p, guint indent) {
  const Term *upper = scanned_values_say(t->scanned, claim_upper(p)),
             *lower = scanned_values_say(t->scanned, claim_lower(p));
  const gboolean some = claim_fails(p);
  if (term_is_true(lower)) {
    g_autofree char *always = of_entry(t, words_of(t->cfc)->all);
    g_string_append_printf(t->out, "%*s", (int)indent, "");
    styled(t, STYLE_BOLD, always);
  } else if (some && claim_exact(p)) {
    append_exact(t, upper, indent);
  } else {
    if (some) append_lower(t, lower, indent);
    const gboolean whole = append_most(t, upper, some, indent);
    if (claim_exact(p) && !t->empty)
      g_string_append_printf(t->out, "%*severy %s fails, but it is not known whether there is one\n", (int)indent, "",
                             whole ? "such input" : "input that meets the whole condition");
  }
}

/* Only what the run reads until it fails, where an automaton knows that. */
static GArray *values_read(const Cfc *c, const Partition *p, const Model *example) {
  GArray *values = claim_example(p, example);
  g_autoptr(GPtrArray) way = c->automaton ? failure_automaton_trace(c->automaton, example, limits.automaton_steps) : NULL;
  if (!way || !way->len || ((const FailureEdge *)way->pdata[way->len - 1])->to != EDGE_FAILS) return values;
  for (guint i = values->len; i-- > 0;)
    if (!failure_way_reads(way, g_array_index(values, ClaimValue, i).input)) g_array_remove_index(values, i);
  return values;
}

/* "x = 50, y = -17 and 3 more": those that fit in a line, but one at least, and all where verbose. */
static void append_values(Text *t, const GArray *values, guint most) {
  g_autoptr(GString) line = g_string_new(NULL);
  guint i = 0;
  for (; i < most; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    g_autofree char *name = input_short_name(t->cfc->program, v.input);
    g_autofree char *value = input_value_text(t->cfc->program, v.input, v.value);
    g_autofree char *text = g_strdup_printf("%s%s = %s", i > 0 ? ", " : "", name, value);
    if (i > 0 && !t->verbose && line->len + strlen(text) > limits.report_example_characters) break;
    g_string_append(line, text);
  }
  g_string_append(t->out, values->len == 0 ? "with any input" : line->str);
  if (i < values->len) g_string_append_printf(t->out, " and %u more", values->len - i);
  g_string_append_c(t->out, '\n');
}

static void append_example(Text *t, const Partition *p, guint indent) {
  if (p->examples->len == 0) return;
  g_autoptr(GArray) values = values_read(t->cfc, p, p->examples->pdata[0]);
  const guint shown = t->verbose ? values->len : MIN(values->len, limits.report_values);
  g_autofree char *call = examples_call(t->examples, values);
  g_string_append_printf(t->out, "%*sfor example ", (int)indent, "");
  if (call) {
    g_string_append_printf(t->out, "%s\n", call);
    return;
  }
  append_values(t, values, shown);
}

static void append_errors(Text *t, const Partition *p, guint indent) {
  for (guint i = 0; i < p->errors->len; i++) {
    const Failure f = g_array_index(p->errors, Failure, i);
    g_autofree char *what = claim_failure(t->cfc->program, f);
    g_string_append_printf(t->out, "%*s%s %s at %s:%u\n", (int)indent, "",
                           claim_fails(p) ? "reaches" : "would reach", what,
                           f.loc.file != NULL ? f.loc.file : t->cfc->program->path, f.loc.line);
  }
}

static void append_partition(Text *t, const Partition *p, guint indent) {
  append_bounds(t, p, indent);
  append_example(t, p, indent);
  append_errors(t, p, indent);
  if (claim_reason(p) != NULL && (claims_verdict(t->cfc) != VERDICT_UNKNOWN || t->cfc->partitions->len > 1))
    g_string_append_printf(t->out, "%*snot exact because %s\n", (int)indent, "", claim_reason(p));
}

/* "fails in 1 of these 2 cases, may fail in the other; no other input fails" */
static char *cases_text(const Cfc *c) {
  const guint n = c->partitions->len, failing = claims_failing(c);
  if (failing < n)
    return g_strdup_printf("fails in %u of these %u cases, may fail in the other%s; no other input fails\n",
                           failing, n, n - failing > 1 ? "s" : "");
  return g_strdup_printf(claims_exact(c) ? "fails exactly in these %u cases\n"
                                         : "fails in these %u cases; no other input fails\n",
                         n);
}

static void append_verdict(Text *t) {
  const Cfc *c = t->cfc;
  const Verdict verdict = claims_verdict(c);
  g_autofree char *never = of_entry(t, words_of(c)->never);
  if (verdict == VERDICT_SAFE) styled(t, STYLE_GREEN, never);
  if (verdict == VERDICT_UNKNOWN) {
    const Partition *first = c->partitions->pdata[0];
    g_autofree char *why = g_strdup_printf(
        "unknown: %s\n", c->interrupted                ? "stopped before an answer was found"
                         : claim_reason(first) != NULL ? claim_reason(first)
                         : claim_exact(first)          ? "no failing input is known, and there may be none"
                                              : "no failing input is known, and none is excluded for sure");
    styled(t, STYLE_YELLOW, why);
  }
  if (verdict == VERDICT_FAILURES && c->partitions->len > 1) {
    g_autofree char *cases = cases_text(c);
    g_autofree char *whole = of_entry(t, cases);
    styled(t, STYLE_RED, whole);
  }
  if (c->interrupted && verdict != VERDICT_UNKNOWN)
    g_string_append(t->out, "stopped early: what follows holds, but more may be found\n");
}

/* "2. division by zero (prog.c:6)"; what calls of error functions are goes without saying. */
static void append_case(Text *t, guint i) {
  const Program *program = t->cfc->program;
  const Partition *p = t->cfc->partitions->pdata[i];
  g_string_append_printf(t->out, "\n%u.", i + 1);
  if (p->errors->len == 1 && program->property->kinds != 1u << PROPERTY_UNREACH_CALL) {
    const Failure f = g_array_index(p->errors, Failure, 0);
    g_autofree char *what = claim_failure(program, f);
    g_string_append_printf(t->out, " %s (%s:%u)", what, f.loc.file ? f.loc.file : program->path, f.loc.line);
  }
  g_string_append_c(t->out, '\n');
}

static void append_partitions(Text *t) {
  const GPtrArray *partitions = t->cfc->partitions;
  for (guint i = 0; i < partitions->len; i++) {
    if (partitions->len > 1) append_case(t, i);
    t->to_come = partitions->len - i;
    append_partition(t, partitions->pdata[i], partitions->len > 1 ? 3 : 0);
  }
  if (t->some_cut)
    g_string_append(
        t->out, "(in outline, where conditions are long: -v shows them, --smt2 FILE writes them whole)\n");
}

/* b is what is read right after a: the next time, or the next place of an array. */
static gboolean follows(const Program *p, const Term *a, const Term *b) {
  if (scanned_number(p, a) && !scanned_follows(p, scanned_number(p, a))) return FALSE;
  const InputKey x = input_key_unpack(a->param), y = input_key_unpack(b->param);
  if (x.site != y.site || a->width != b->width) return FALSE;
  return x.offset == y.offset ? x.occurrence + 1 == y.occurrence
                              : x.occurrence == y.occurrence && x.offset + MAX(a->width / 8, 1) == y.offset;
}

/* How many inputs from first on are listed on one line. */
static guint run_length(const Text *t, const ClaimInputs *inputs, guint first) {
  guint i = first + 1;
  while (i < inputs->all->len && follows(t->cfc->program, inputs->all->pdata[i - 1], inputs->all->pdata[i]) &&
         claim_input_matters(inputs, inputs->all->pdata[i]) ==
             claim_input_matters(inputs, inputs->all->pdata[first]) &&
         scanned_values_hold(t->scanned, inputs->all->pdata[i]) ==
             scanned_values_hold(t->scanned, inputs->all->pdata[first]))
    i++;
  return i - first;
}

/* What numbers of the standard input are, and what is there where there are none. */
static void append_scanned(Text *t, const InputSite *s, const Term *input) {
  if (s->kind != SITE_STDIN) return;
  const gboolean numbers = !t->cfc->program->scan_order;
  if (s->source.part == SOURCE_STATUS)
    g_string_append_printf(t->out, ", 1: %s, 0: something else, -1: the end", numbers ? "a number" : "it is there");
  if (scanned_values_hold(t->scanned, input))
    g_string_append_printf(t->out, ", or uninitialised where that has %s", numbers ? "no number" : "none");
}

/* "  x to x#7: int, prog.c:12" */
static void append_input_run(Text *t, const ClaimInputs *inputs, guint first, guint n) {
  const Program *p = t->cfc->program;
  const Term *input = inputs->all->pdata[first];
  const InputSite *s = program_site(p, input_key_unpack(input->param).site);
  g_autofree char *name = input_short_name(p, input),
                  *last = input_short_name(p, inputs->all->pdata[first + n - 1]);
  g_string_append_printf(t->out, "  %s", name);
  if (n > 1) g_string_append_printf(t->out, "%s%s", n == 2 ? ", " : " to ", last);
  g_string_append_printf(t->out, ": %s", s->type != NULL ? s->type : "bytes");
  if (s->source.part == SOURCE_NONE || s->source.path)
    g_string_append_printf(t->out, ", %s:%u", s->loc.file != NULL ? s->loc.file : p->path, s->loc.line);
  const char *kind = input_kind_row(s->kind)->text;
  if (kind) g_string_append_printf(t->out, ", %s", kind);
  append_scanned(t, s, input);
  if (!claim_input_matters(inputs, input)) g_string_append_printf(t->out, ", %s", claim_idle_text(t->cfc));
  g_string_append_c(t->out, '\n');
}

/* "  and 12 that are read but do not matter" */
static void append_idle(Text *t, guint idle, guint all) {
  const char *what = !claims_exact(t->cfc) ? "not mentioned above"
                     : idle == 1           ? "does not matter"
                                           : "do not matter";
  g_string_append_printf(t->out, "  %s%u that %s read but %s\n", idle < all ? "and " : "", idle,
                         idle == 1 ? "is" : "are", what);
}

/* Memory of acf's models of library functions, which has no place in the program, and says nothing where it is idle. */
static gboolean is_of_models(const Text *t, const ClaimInputs *inputs, const Term *input) {
  const InputSite *s = program_site(t->cfc->program, input_key_unpack(input->param).site);
  return s->kind == SITE_UNINITIALISED && s->loc.line == 0 && !claim_input_matters(inputs, input);
}

static guint idle_runs(const Text *t, const ClaimInputs *inputs) {
  guint n = 0;
  for (guint i = 0; i < inputs->all->len; i += run_length(t, inputs, i))
    n += !claim_input_matters(inputs, inputs->all->pdata[i]);
  return n;
}

/* Those that the formulas mention; of the others, when they are many, only how many they are. */
static void append_inputs(Text *t) {
  ClaimInputs *inputs = claim_inputs_new(t->cfc);
  const guint n = inputs->all->len, limit = t->verbose ? G_MAXUINT : limits.report_input_lines;
  const gboolean all = t->verbose || idle_runs(t, inputs) <= limits.report_idle_lines;
  guint lines = 0, left = 0, idle = 0;
  if (n > 0) styled(t, STYLE_BOLD, "\ninputs:\n");
  for (guint i = 0, length; i < n; i += length) {
    length = run_length(t, inputs, i);
    if (scanned_values_hide(t->scanned, inputs->all->pdata[i]) || is_of_models(t, inputs, inputs->all->pdata[i])) continue;
    if (!all && !claim_input_matters(inputs, inputs->all->pdata[i]))
      idle += length;
    else if (lines++ < limit)
      append_input_run(t, inputs, i, length);
    else
      left += length;
  }
  if (left > 0) g_string_append_printf(t->out, "  and %u more\n", left);
  if (idle > 0) append_idle(t, idle, n);
  claim_inputs_free(inputs);
}

static void append_list(Text *t, const char *title, const GPtrArray *texts) {
  if (texts->len == 0) return;
  g_string_append_c(t->out, '\n');
  styled(t, STYLE_BOLD, title);
  g_string_append_c(t->out, '\n');
  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf(t->out, "  %s\n", (const char *)texts->pdata[i]);
}

static gboolean is_unmodelled(const Program *p, const char *note) {
  for (guint i = 0; i < p->unmodelled->len; i++)
    if (g_str_equal(p->unmodelled->pdata[i], note)) return TRUE;
  return FALSE;
}

/* What acf cannot analyse has no part in an answer that is exact: no run that matters comes there. */
static void append_notes(Text *t) {
  g_autoptr(GPtrArray) notes = g_ptr_array_new();
  for (guint i = 0; i < t->cfc->notes->len; i++)
    if (t->verbose || !claims_exact(t->cfc) || !is_unmodelled(t->cfc->program, t->cfc->notes->pdata[i]))
      g_ptr_array_add(notes, t->cfc->notes->pdata[i]);
  append_list(t, "notes:", notes);
}

static void append_members(Text *t, const GArray *members) {
  if (!members || members->len == 0) return;
  g_string_append_printf(t->out, "  %-20s %6s %8s %9s %10s\n", "analyzer", "asked", "settled", "seconds",
                         "from cache");
  for (guint i = 0; i < members->len; i++) {
    const Standing *s = &g_array_index(members, Standing, i);
    g_string_append_printf(t->out, "  %-20s %6u %8u %9.3f %10u\n", s->name, s->asked, s->settled, s->seconds,
                           s->cache_hits);
  }
}

/* Of the strategies that were tried. */
static void append_strategies(Text *t, const GArray *strategies) {
  gboolean any = FALSE;
  for (guint i = 0; strategies && i < strategies->len; i++) {
    const StrategyTime *s = &g_array_index(strategies, StrategyTime, i);
    if (s->runs == 0) continue;
    if (!any) g_string_append_printf(t->out, "  %-20s %6s %9s\n", "strategy", "runs", "seconds");
    any = TRUE;
    g_string_append_printf(t->out, "  %-20s %6u %9.3f\n", s->name, s->runs, s->seconds);
  }
}

static void append_statistics(Text *t, gboolean table) {
  const Statistics *s = &t->cfc->stats;
  double total = 0;
  for (Phase p = 0; p < PHASE_N; p++) total += s->seconds[p];
  g_string_append_printf(t->out, "\ntime: %.2f s\n", total);
  if (!table) return;
  g_string_append_printf(t->out, "  %-15s %6s %9s\n", "phase", "runs", "seconds");
  for (Phase p = 0; p < PHASE_N; p++)
    g_string_append_printf(t->out, "  %-15s %6u %9.3f\n", phase_name(p), s->runs[p], s->seconds[p]);
  append_members(t, s->members);
  append_strategies(t, s->strategies);
  g_string_append_printf(t->out, "  %u iterations, unrolling %u, %u conjuncts sliced\n", s->iterations,
                         s->unrolling, s->conjuncts_sliced);
  if (s->closed_by) g_string_append_printf(t->out, "  the rest was proven safe by %s\n", s->closed_by);
  if (s->rounds)
    g_string_append_printf(t->out, "  bit-precision: %u rounds, %u of %u variables as bit-vectors\n",
                           s->rounds, s->lifted, s->variables);
  g_string_append_printf(t->out, "  %.2f s of processor time, %ld MiB\n", s->cpu_seconds,
                         s->max_rss_kib / 1024);
}

static void append_edges(Text *t) {
  text_append_automaton(t->out, t->cfc, limits.report_formula_characters,
                        t->verbose ? G_MAXUINT : limits.report_automaton_lines, !t->verbose);
}

/* The automaton, and of the failing inputs that the formulas state one example for each failure. */
static void append_automaton(Text *t) {
  append_edges(t);
  for (guint i = 0; i < t->cfc->partitions->len; i++) {
    const Partition *p = t->cfc->partitions->pdata[i];
    if (!claim_fails(p)) continue;
    append_example(t, p, 0);
    append_errors(t, p, 0);
  }
}

char *export_text(const Cfc *c, gboolean stats, gboolean verbose, gboolean colour) {
  g_autoptr(Examples) examples = examples_new(c);
  Text t = {c, g_string_new(NULL), verbose, colour, deadline_in(limits.report_brief_seconds),
            c->partitions->len, FALSE, FALSE, examples, scanned_values_new(c)};
  g_autofree char *checked = claim_checked(c->program),
                  *title = g_strdup_printf("%s: checked: %s\n", c->program->path, checked);
  g_autofree char *nothing = claim_nothing(c), *first = nothing ? g_strconcat(nothing, "\n", NULL) : NULL;
  if (first) styled(&t, STYLE_YELLOW, first);
  styled(&t, STYLE_BOLD, title);
  if (claims_by_automaton(c)) {
    append_automaton(&t);
  } else {
    append_verdict(&t);
    append_partitions(&t);
    append_edges(&t);
  }
  text_append_rounds(t.out, c,
                     verbose ? limits.report_long_formula_characters : limits.report_formula_characters);
  if (verbose && c->partitions->len > 0) {
    g_autofree char *guard = guard_text(c);
    g_string_append_printf(t.out, "\n%s\n", guard);
  }
  append_inputs(&t);
  append_list(&t, "assumes:", c->program->assumptions);
  append_notes(&t);
  append_statistics(&t, stats);
  scanned_values_free(t.scanned);
  return g_string_free(t.out, FALSE);
}
