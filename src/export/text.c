/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CFC for people. */
#include <string.h>
#include "export/claims.h"
#include "export/export.h"
#include "export/guard.h"
#include "export/repeat.h"
#include "formula/print.h"
#include "formula/readable.h"

#define FORMULA_LIMIT 600
#define FORMULA_LIMIT_VERBOSE 20000
#define MAX_VALUES 12 /* of an example, unless verbose */
#define MAX_INPUT_LINES 40
#define MAX_IDLE_LINES 3 /* of inputs that no formula mentions */

typedef struct {
  const Cfc *cfc;
  GString *out;
  gboolean verbose, colour;
  gboolean some_cut; /* a formula was too long */
} Text;

typedef enum { STYLE_BOLD = 1, STYLE_RED = 31, STYLE_GREEN = 32, STYLE_YELLOW = 33 } Style;

static void styled(Text *t, Style style, const char *text) {
  if (t->colour)
    g_string_append_printf(t->out, "\033[1;%dm%s\033[0m", (int)style, text);
  else
    g_string_append(t->out, text);
}

/* Text of several lines, each after the first indented to stand below it. */
static void append_indented(Text *t, const char *text, guint indent) {
  for (const char *line = text; line != NULL;) {
    const char *end = strchr(line, '\n');
    g_string_append_len(t->out, line, end != NULL ? end - line : (gssize)strlen(line));
    g_string_append_c(t->out, '\n');
    line = end != NULL ? end + 1 : NULL;
    if (line != NULL) g_string_append_printf(t->out, "%*s", (int)indent, "");
  }
}

/* A formula whose text is too long may have a shorter one, where nobody had the time to look for it. */
static const Term *shorter(const Term *t) {
  enum { MAX_NODES = 20000 };
  return term_dag_size(t, MAX_NODES) < MAX_NODES ? readable_rewrite(t) : t;
}

/* A text that was cut has lost the definitions of $1 and so on: what is left are the parts before the first
 * of them. */
static char *without_names(const char *text, const Term *formula) {
  const char *join = formula->op == TERM_AND ? " && " : formula->op == TERM_OR ? " || " : NULL, *end = NULL;
  int depth = 0;
  for (const char *p = text; join != NULL && *p != '$'; p++) {
    depth += (*p == '(') - (*p == ')');
    if (depth == 0 && g_str_has_prefix(p, join)) end = p;
  }
  if (end != NULL) return g_strdup_printf("%.*s%s...", (int)(end - text), text, join);
  g_autoptr(GPtrArray) inputs = term_inputs(formula);
  return g_strdup_printf("a long condition on %u input%s holds ...", inputs->len,
                         inputs->len == 1 ? "" : "s");
}

/* As much of the formula as can be read. */
static char *condition_text(Text *t, const Term **formula) {
  const Program *p = t->cfc->program;
  const guint limit = t->verbose ? FORMULA_LIMIT_VERBOSE : FORMULA_LIMIT;
  char *text = term_to_c(p, *formula, limit);
  if (!g_str_has_suffix(text, " ...")) return text;
  g_free(text);
  *formula = shorter(*formula);
  text = term_to_c(p, *formula, limit);
  if (!g_str_has_suffix(text, " ...")) return text;
  t->some_cut = TRUE;
  if (t->verbose || strchr(text, '$') == NULL) return text;
  char *known = without_names(text, *formula);
  g_free(text);
  return known;
}

/* "LABEL formula", a disjunct per line while they are few enough to read one by one. */
static void append_condition(Text *t, const char *label, const Term *formula, guint indent) {
  g_autofree char *whole = condition_text(t, &formula);
  const guint column = indent + (guint)strlen(label) + 1;
  g_string_append_printf(t->out, "%*s", (int)indent, "");
  styled(t, STYLE_BOLD, label);
  g_string_append_c(t->out, ' ');
  g_autoptr(GPtrArray) parts = readable_disjuncts(formula);
  if (parts->len < 2 || g_str_has_suffix(whole, " ...") || strchr(whole, '\n') != NULL) {
    append_indented(t, whole, column);
    return;
  }
  for (guint i = 0; i < parts->len; i++) {
    g_autofree char *part = term_to_c(t->cfc->program, parts->pdata[i], 0);
    if (i > 0) g_string_append_printf(t->out, "%*sor ", (int)column - 3, "");
    append_indented(t, part, column);
  }
}

static void append_bounds(Text *t, const Partition *p, guint indent) {
  const Term *upper = claim_upper(p), *lower = claim_lower(p);
  const gboolean some = !term_is_false(lower);
  if (term_is_true(lower)) {
    g_string_append_printf(t->out, "%*s", (int)indent, "");
    styled(t, STYLE_BOLD, "fails for every input\n");
  } else if (claim_exact(p)) {
    append_condition(t, "fails exactly when", upper, indent);
  } else {
    if (some) append_condition(t, "fails when", lower, indent);
    if (!term_is_true(upper))
      append_condition(t, "may fail when", upper, indent);
    else
      g_string_append_printf(t->out, "%*smay fail for any %sinput\n", (int)indent, "", some ? "other " : "");
  }
}

static void append_example(Text *t, const Partition *p, guint indent) {
  if (p->examples->len == 0) return;
  g_autoptr(GArray) values = claim_example(p, p->examples->pdata[0]);
  const guint shown = t->verbose ? values->len : MIN(values->len, MAX_VALUES);
  g_string_append_printf(t->out, "%*sfor example ", (int)indent, "");
  for (guint i = 0; i < shown; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    g_autofree char *name = input_short_name(t->cfc->program, v.input);
    g_autofree char *value = input_value_text(t->cfc->program, v.input, v.value);
    g_string_append_printf(t->out, "%s%s = %s", i > 0 ? ", " : "", name, value);
  }
  if (values->len == 0) g_string_append(t->out, "with any input");
  if (shown < values->len) g_string_append_printf(t->out, " and %u more", values->len - shown);
  g_string_append_c(t->out, '\n');
}

static void append_errors(Text *t, const Partition *p, guint indent) {
  for (guint i = 0; i < p->errors->len; i++) {
    const IrLoc loc = g_array_index(p->errors, IrLoc, i);
    g_string_append_printf(t->out, "%*s%s error at %s:%u\n", (int)indent, "",
                           claim_fails(p) ? "reaches" : "would reach",
                           loc.file != NULL ? loc.file : t->cfc->program->path, loc.line);
  }
}

static void append_partition(Text *t, const Partition *p, guint indent) {
  append_bounds(t, p, indent);
  if (!term_is_false(claim_lower(p)) && !claim_fails(p))
    g_string_append_printf(t->out, "%*sbut it is not known whether any input is like that\n", (int)indent,
                           "");
  append_example(t, p, indent);
  append_errors(t, p, indent);
  if (claim_reason(p) != NULL && (claims_verdict(t->cfc) != VERDICT_UNKNOWN || t->cfc->partitions->len > 1))
    g_string_append_printf(t->out, "%*snot exact: %s\n", (int)indent, "", claim_reason(p));
}

static gboolean all_fail(const Cfc *c) {
  for (guint i = 0; i < c->partitions->len; i++)
    if (!claim_fails(c->partitions->pdata[i])) return FALSE;
  return TRUE;
}

static void append_verdict(Text *t) {
  const Cfc *c = t->cfc;
  const Verdict verdict = claims_verdict(c);
  if (verdict == VERDICT_SAFE) styled(t, STYLE_GREEN, "never fails\n");
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
    g_autofree char *cases = g_strdup_printf(claims_exact(c) && all_fail(c)
                                                 ? "fails exactly in these %u cases\n"
                                                 : "some inputs fail; all that may are in these %u cases\n",
                                             c->partitions->len);
    styled(t, STYLE_RED, cases);
  }
  if (c->interrupted && verdict != VERDICT_UNKNOWN)
    g_string_append(t->out, "stopped early: what follows holds, but more may be found\n");
}

static void append_partitions(Text *t) {
  const GPtrArray *partitions = t->cfc->partitions;
  for (guint i = 0; i < partitions->len; i++) {
    if (partitions->len > 1) g_string_append_printf(t->out, "\n%u.\n", i + 1);
    append_partition(t, partitions->pdata[i], partitions->len > 1 ? 3 : 0);
  }
  if (t->some_cut)
    g_string_append(
        t->out, "(formulas that end in ... are cut; -v shows more of them, --smt2 FILE writes them whole)\n");
}

static const char *kind_text(const InputSite *s) {
  switch (s->kind) {
  case SITE_UNINITIALISED: return ", uninitialised";
  case SITE_EXTERNAL: return ", external";
  case SITE_ARGV: return ", command line";
  case SITE_PARAMETER: return ", parameter";
  default: return "";
  }
}

/* b is what is read right after a: the next time, or the next place of an array. */
static gboolean follows(const Term *a, const Term *b) {
  const InputKey x = input_key_unpack(a->param), y = input_key_unpack(b->param);
  if (x.site != y.site || a->width != b->width) return FALSE;
  return x.offset == y.offset ? x.occurrence + 1 == y.occurrence
                              : x.occurrence == y.occurrence && x.offset + MAX(a->width / 8, 1) == y.offset;
}

/* The inputs from first on that one line tells of. */
static guint run_length(const ClaimInputs *inputs, guint first) {
  guint i = first + 1;
  while (i < inputs->all->len && follows(inputs->all->pdata[i - 1], inputs->all->pdata[i]) &&
         claim_input_matters(inputs, inputs->all->pdata[i]) ==
             claim_input_matters(inputs, inputs->all->pdata[first]))
    i++;
  return i - first;
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
  g_string_append_printf(t->out, ": %s, %s:%u%s", s->type != NULL ? s->type : "bytes",
                         s->loc.file != NULL ? s->loc.file : p->path, s->loc.line, kind_text(s));
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

static guint idle_runs(const ClaimInputs *inputs) {
  guint n = 0;
  for (guint i = 0; i < inputs->all->len; i += run_length(inputs, i))
    n += !claim_input_matters(inputs, inputs->all->pdata[i]);
  return n;
}

/* Those that the formulas mention; of the others, when they are many, only how many they are. */
static void append_inputs(Text *t) {
  ClaimInputs *inputs = claim_inputs_new(t->cfc);
  const guint n = inputs->all->len, limit = t->verbose ? G_MAXUINT : MAX_INPUT_LINES;
  const gboolean all = t->verbose || idle_runs(inputs) <= MAX_IDLE_LINES;
  guint lines = 0, left = 0, idle = 0;
  if (n > 0) styled(t, STYLE_BOLD, "\ninputs:\n");
  for (guint i = 0, length; i < n; i += length) {
    length = run_length(inputs, i);
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

static void append_statistics(Text *t, gboolean table) {
  const Statistics *s = &t->cfc->stats;
  double total = 0;
  for (Phase p = 0; p < PHASE_N; p++) total += s->seconds[p];
  g_string_append_printf(t->out, "\ntime: %.2f s\n", total);
  if (!table) return;
  g_string_append_printf(t->out, "  %-12s %6s %9s\n", "phase", "runs", "seconds");
  for (Phase p = 0; p < PHASE_N; p++)
    g_string_append_printf(t->out, "  %-12s %6u %9.3f\n", phase_name(p), s->runs[p], s->seconds[p]);
  append_members(t, s->members);
  g_string_append_printf(t->out, "  %u iterations, unrolling %u, %u conjuncts sliced\n", s->iterations,
                         s->unrolling, s->conjuncts_sliced);
  if (s->closed_by) g_string_append_printf(t->out, "  the rest was proven safe by %s\n", s->closed_by);
  if (s->rounds)
    g_string_append_printf(t->out, "  bit-precision: %u rounds, %u of %u variables as bit-vectors\n",
                           s->rounds, s->lifted, s->variables);
  g_string_append_printf(t->out, "  %.2f s of processor time, %ld MiB\n", s->cpu_seconds,
                         s->max_rss_kib / 1024);
}

char *export_text(const Cfc *c, gboolean stats, gboolean verbose, gboolean colour) {
  Text t = {c, g_string_new(NULL), verbose, colour, FALSE};
  g_autofree char *title = g_strdup_printf("%s: %s, %s\n", c->program->path, c->program->property->name,
                                           c->program->pointer_width == 64
                                               ? "LP64: int has 32 bits, long and pointers have 64 bits"
                                               : "ILP32: int, long and pointers have 32 bits");
  g_autofree char *nothing = claim_nothing(c), *first = nothing ? g_strconcat(nothing, "\n", NULL) : NULL;
  if (first) styled(&t, STYLE_YELLOW, first);
  styled(&t, STYLE_BOLD, title);
  append_verdict(&t);
  append_partitions(&t);
  text_append_rounds(t.out, c, verbose ? FORMULA_LIMIT_VERBOSE : FORMULA_LIMIT);
  if (verbose && c->partitions->len > 0) {
    g_autofree char *guard = guard_text(c);
    g_string_append_printf(t.out, "\n%s\n", guard);
  }
  append_inputs(&t);
  append_list(&t, "assumes:", c->program->assumptions);
  append_list(&t, "weaker because of:", c->notes);
  append_statistics(&t, stats);
  return g_string_free(t.out, FALSE);
}
