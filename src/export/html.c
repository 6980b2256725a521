/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report: one HTML page that needs nothing but itself.  What it says is there without scripts; they add
 * the picture. */
#include <string.h>
#include "export/html.h"
#include "automaton.js.h"
#include "axis.js.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "export/automaton.h"
#include "export/export.h"
#include "formula.js.h"
#include "ir/print.h"
#include "formula/readable.h"
#include "gestures.js.h"
#include "page.js.h"
#include "picture.html.h"
#include "picture.js.h"
#include "ranges.js.h"
#include "report.css.h"

#define APPEND_FILE(out, bytes) g_string_append_len((out), (const char *)(bytes), (gssize)sizeof(bytes))

/* ---- the verdict ---- */

/* Runs that go on for ever are failures, also where no finitely many inputs are known to fail. */
static Verdict shown_verdict(const Cfc *c) { return claims_by_automaton(c) ? VERDICT_FAILURES : claims_verdict(c); }

static void append_automaton_headline(GString *out, const Cfc *c, const char *name) {
  g_autofree char *sentence = automaton_sentence(c);
  html_format(out, sentence                       ? "<b>%s</b> %s."
                   : c->automaton->endless_fails ? "<b>%s</b> runs for ever exactly for inputs that never lead the automaton below to an end."
                                                 : "<b>%s</b> fails exactly for inputs that lead the automaton below to a failure.",
              name, sentence);
}

static void append_headline(GString *out, const Cfc *c, const char *name) {
  const Verdict verdict = shown_verdict(c);
  const gboolean exact = claims_exact(c);
  const Partition *only = c->partitions->len == 1 ? c->partitions->pdata[0] : NULL;
  g_autofree char *condition =
      only ? term_to_c(c->program, claim_upper(only), limits.report_short_formula_characters) : NULL;
  const gboolean brief = condition && !g_str_has_suffix(condition, " ...") && !strchr(condition, '\n');
  if (verdict == VERDICT_SAFE)
    html_format(out, "No input makes <b>%s</b> fail.", name);
  else if (verdict == VERDICT_UNKNOWN)
    html_format(out, "It is not known whether any input makes <b>%s</b> fail.", name);
  else if (only && exact && term_is_true(claim_upper(only)))
    html_format(out, "<b>%s</b> fails for every input.", name);
  else if (claims_by_automaton(c))
    append_automaton_headline(out, c, name);
  else if (only && exact && brief)
    html_format(out, "<b>%s</b> fails exactly when <code>%s</code>.", name, condition);
  else if (exact && claims_failing(c) == c->partitions->len) {
    g_autofree char *n = g_strdup_printf("%u", c->partitions->len);
    html_format(out,
                c->partitions->len > 1 ? "<b>%s</b> fails for exactly the inputs of these %s partitions."
                                       : "<b>%s</b> fails for exactly the inputs described below.",
                name, n);
  } else
    html_format(out, "<b>%s</b> fails; its failing inputs are bounded from both sides.", name);
}

static void append_verdict(GString *out, const Cfc *c) {
  static const char *const badges[] = {
      [VERDICT_SAFE] = "safe", [VERDICT_FAILURES] = "failures", [VERDICT_UNKNOWN] = "unknown"};
  static const char *const words[] = {
      [VERDICT_SAFE] = "Safe, proven", [VERDICT_FAILURES] = "Failing inputs", [VERDICT_UNKNOWN] = "Unknown"};
  const Verdict verdict = shown_verdict(c);
  g_autofree char *name = g_path_get_basename(c->program->path);
  g_string_append_printf(out,
                         "<section class=\"verdict %s\" aria-labelledby=\"verdict\">\n<p class=\"badges\">"
                         "<span class=\"badge %s\">%s</span>",
                         badges[verdict], badges[verdict], words[verdict]);
  if (verdict == VERDICT_FAILURES)
    g_string_append(out, cfc_characterized(c) ? " <span class=\"badge exact\">Exact</span>"
                                         : " <span class=\"badge bounded\">Bounded</span>");
  g_string_append(out, "</p>\n<h1 id=\"verdict\">");
  append_headline(out, c, name);
  g_string_append(out, "</h1>\n");
  g_autofree char *nothing = claim_nothing(c);
  if (nothing) html_format(out, "<p class=\"reason\">%s.</p>\n", nothing);
  if (c->interrupted)
    g_string_append(
        out, "<p>The analysis was stopped early. What is said here holds, but more may be found.</p>\n");
  double total = 0;
  for (Phase p = 0; p < PHASE_N; p++) total += c->stats.seconds[p];
  g_string_append(out, "<p class=\"facts\">");
  if (c->partitions->len > 0)
    g_string_append_printf(out, "%u partition%s, ", c->partitions->len, c->partitions->len == 1 ? "" : "s");
  g_string_append_printf(out, "%u iteration%s, %.1f&nbsp;s", c->stats.iterations,
                         c->stats.iterations == 1 ? "" : "s", total);
  g_autofree char *checked = claim_checked(c->program);
  html_format(out, ". Checked: %s.", checked);
  g_string_append(out, "</p>\n");
  if (c->partitions->len > 1) html_count(out, c, c->partitions->len);
  g_string_append(out, "</section>\n");
}

/* ---- the partitions ---- */

static void append_condition(GString *out, const Cfc *c, const char *label, const Term *formula) {
  g_autofree char *whole = term_to_c(c->program, formula, limits.report_long_formula_characters);
  g_autoptr(GPtrArray) parts = readable_disjuncts(formula);
  const gboolean split = parts->len > 1 && !g_str_has_suffix(whole, " ...") && !strchr(whole, '\n');
  html_format(
      out, "<dt>%s</dt>\n<dd><pre class=\"formula\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><code>",
      label, label);
  for (guint i = 0; split && i < parts->len; i++) {
    g_autofree char *part = term_to_c(c->program, parts->pdata[i], 0);
    html_format(out, i > 0 ? "\nor %s" : "%s", part);
  }
  if (!split) html_text(out, whole);
  g_string_append(out, "</code></pre></dd>\n");
}

/* Only a partition with an input that certainly fails is shown as failing. */
static void append_bounds(GString *out, const Cfc *c, const Partition *p) {
  const Term *upper = term_within_bounds(c->program, claim_upper(p)),
             *lower = term_within_bounds(c->program, claim_lower(p));
  const gboolean fails = claim_fails(p);
  g_string_append(out, "<dl>\n");
  if (fails && claim_exact(p) && !term_is_true(upper))
    append_condition(out, c, "fails exactly when", upper);
  else if (fails && claim_exact(p))
    g_string_append(out, "<dt>fails for every input</dt>\n");
  else {
    if (fails) append_condition(out, c, "certainly fails when", lower);
    if (term_is_true(upper))
      g_string_append(out, "<dt>may fail for any input</dt>\n");
    else
      append_condition(out, c, "can only fail when", upper);
  }
  g_string_append(out, "</dl>\n");
  if (claim_exact(p) && !fails)
    g_string_append(out, "<p class=\"reason\">Every such input fails, but it is not known whether there is "
                         "one.</p>\n");
  if (!claim_exact(p) && claim_reason(p))
    html_format(out, "<p class=\"reason\">Not exact because %s.</p>\n", claim_reason(p));
}

static void append_example(GString *out, const Cfc *c, const Partition *p, guint partition, guint number) {
  g_autoptr(GArray) values = claim_example(p, p->examples->pdata[number]);
  g_string_append_printf(out, "<div class=\"example\"><code id=\"example-%u-%u\">", partition + 1,
                         number + 1);
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    g_autofree char *name = input_short_name(c->program, v.input);
    g_autofree char *value = input_value_text(c->program, v.input, v.value);
    html_format(out, i > 0 ? ", %s = %s" : "%s = %s", name, value);
  }
  if (values->len == 0) g_string_append(out, "any input");
  g_string_append_printf(out,
                         "</code><button type=\"button\" class=\"copy\" data-copy=\"example-%u-%u\" "
                         "aria-label=\"Copy example %u of partition %u\">Copy</button></div>\n",
                         partition + 1, number + 1, number + 1, partition + 1);
}

static void append_errors(GString *out, const Cfc *c, const Partition *p) {
  for (guint i = 0; i < p->errors->len; i++) {
    const Failure f = g_array_index(p->errors, Failure, i);
    g_autofree char *line = g_strdup_printf("%u", f.loc.line);
    const char *reaches = claim_fails(p) ? "Reaches" : "Would reach", *what = failure_row(f.kind)->text;
    if (f.loc.file == NULL || g_str_equal(f.loc.file, c->program->path))
      html_format(out, "<p class=\"reaches\">%s the %s of <a href=\"#L%s\">line %s</a>.</p>\n", reaches, what,
                  line, line);
    else if (program_file_of(c->program, f.loc)) {
      g_autofree char *id = html_line_id(c->program, f.loc.file);
      html_format(out, "<p class=\"reaches\">%s the %s of <a href=\"#%s%s\">%s, line %s</a>.</p>\n", reaches,
                  what, id, line, f.loc.file, line);
    } else
      html_format(out, "<p class=\"reaches\">%s the %s of %s, line %s.</p>\n", reaches, what, f.loc.file,
                  line);
  }
}

static void append_partition(GString *out, const Cfc *c, guint i, gboolean drawn) {
  const Partition *p = c->partitions->pdata[i];
  g_string_append_printf(
      out,
      "<article class=\"card\" id=\"partition-%u\" data-partition=\"%u\">\n<h3>Partition %u "
      "<span class=\"badge %s\">%s</span>",
      i + 1, i, i + 1, claim_exact(p) ? "exact" : "bounded", claim_exact(p) ? "Exact" : "Bounded");
  g_string_append_printf(out,
                         "<button type=\"button\" class=\"show\" aria-pressed=\"false\" "
                         "aria-label=\"Show partition %u in the picture\"%s>Show</button></h3>\n",
                         i + 1, drawn ? "" : " hidden");
  append_bounds(out, c, p);
  html_count(out, c, i);
  for (guint e = 0; e < p->examples->len; e++) append_example(out, c, p, i, e);
  append_errors(out, c, p);
  g_string_append(out, "</article>\n");
}

static void append_partitions(GString *out, const Cfc *c, gboolean drawn) {
  if (c->partitions->len == 0) return;
  g_string_append(out,
                  "<section class=\"partitions\" aria-labelledby=\"partitions\">\n<h2 id=\"partitions\">");
  g_string_append(out, claims_verdict(c) == VERDICT_UNKNOWN ? "Where it may fail</h2>\n"
                                                            : "Failing inputs</h2>\n");
  for (guint i = 0; i < c->partitions->len; i++) append_partition(out, c, i, drawn);
  g_string_append(out, "</section>\n");
}

/* ---- what happened ---- */

static void append_timeline(GString *out, const Cfc *c) {
  if (c->timeline->len == 0) return;
  double longest = 1e-3;
  for (guint i = 0; i < c->timeline->len; i++)
    longest = MAX(longest, ((const CfcEvent *)c->timeline->pdata[i])->seconds);
  g_string_append(out, "<section aria-labelledby=\"timeline\">\n<h2 id=\"timeline\">How it was found</h2>\n"
                       "<div class=\"scroll\"><table class=\"timeline\"><thead><tr><th>at</th><th>phase</th>"
                       "<th>analyzer</th><th>answer</th><th>took</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < c->timeline->len; i++) {
    const CfcEvent *e = c->timeline->pdata[i];
    g_string_append_printf(out, "<tr><td class=\"number\">%.2f&nbsp;s</td>", e->at);
    html_format(out, "<td>%s</td><td>%s</td><td>%s</td>", phase_name(e->phase),
                e->analyzer ? e->analyzer : "acf", e->what);
    if (e->seconds > 0)
      g_string_append_printf(
          out, "<td class=\"took\"><span class=\"bar\" style=\"width:%.1f%%\"></span>%.2f&nbsp;s</td>",
          60 * e->seconds / longest, e->seconds);
    else
      g_string_append(out, "<td></td>");
    g_string_append(out, "</tr>\n");
  }
  g_string_append(out, "</tbody></table></div>\n");
  if (c->stats.closed_by)
    html_format(out, "<p class=\"note\">That nothing else fails was proven by <b>%s</b>.</p>\n",
                c->stats.closed_by);
  g_string_append(out, "</section>\n");
}

static void append_inputs(GString *out, const Cfc *c) {
  ClaimInputs *inputs = claim_inputs_new(c);
  if (inputs->all->len > 0)
    g_string_append(
        out,
        "<section aria-labelledby=\"inputs\">\n<h2 id=\"inputs\">Inputs</h2>\n<div class=\"scroll\"><table>"
        "<thead><tr><th>name</th><th>type</th><th>read at</th><th></th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < inputs->all->len; i++) {
    const Term *input = inputs->all->pdata[i];
    const InputKey key = input_key_unpack(input->param);
    const InputSite *s = program_site(c->program, key.site);
    g_autofree char *name = input_short_name(c->program, input), *label = input_label(c->program, input);
    const gboolean matters = claim_input_matters(inputs, input);
    html_format(out, "<tr%s><td><code>%s</code></td><td>%s</td><td>%s</td><td>%s</td></tr>\n",
                matters ? "" : " class=idle", name, s->type ? s->type : "bytes", label,
                matters ? "" : claim_idle_text(c));
  }
  if (inputs->all->len > 0) g_string_append(out, "</tbody></table></div>\n</section>\n");
  claim_inputs_free(inputs);
}

static void append_list(GString *out, const char *id, const char *title, const GPtrArray *texts) {
  if (texts->len == 0) return;
  html_format(out, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n<ul>\n", id, id, title);
  for (guint i = 0; i < texts->len; i++) html_format(out, "<li>%s</li>\n", (const char *)texts->pdata[i]);
  g_string_append(out, "</ul>\n</section>\n");
}

/* ---- the page ---- */

static void append_head(GString *out, const Cfc *c) {
  g_autofree char *name = g_path_get_basename(c->program->path);
  g_string_append(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                       "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  html_format(out,
              "<meta name=\"generator\" content=\"acf %s\">\n<title>%s: failing inputs</title>\n<style>\n",
              claim_version(), name);
  APPEND_FILE(out, report_css);
  html_format(
      out,
      "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#verdict\">Skip to the result</a>\n<header>"
      "<span class=\"path\">%s</span><button type=\"button\" id=\"theme\" aria-pressed=\"false\">Dark"
      "</button></header>\n<main>\n",
      c->program->path);
}

static void append_scripts(GString *out, const Cfc *c) {
  g_string_append(out, "<script>\n");
  APPEND_FILE(out, formula_js);
  APPEND_FILE(out, ranges_js);
  APPEND_FILE(out, axis_js);
  APPEND_FILE(out, picture_js);
  APPEND_FILE(out, gestures_js);
  APPEND_FILE(out, page_js);
  if (c->automaton) APPEND_FILE(out, automaton_js);
  g_string_append(out, "</script>\n");
}

char *export_html(const Cfc *c, const Extent *extent, const char *program) {
  GString *out = g_string_new(NULL);
  g_autoptr(GString) data = g_string_new(NULL);
  const gboolean varied = extent->inputs->len > 0, drawn = varied && html_data(data, c, extent);
  append_head(out, c);
  append_verdict(out, c);
  html_automaton(out, c);
  g_string_append(out, "<div class=\"columns\">\n");
  if (drawn) APPEND_FILE(out, picture_html); /* the scripts draw into it */
  if (varied && !drawn)
    g_string_append(out, "<p class=\"note\">The formulas are too large to be drawn.</p>\n");
  append_partitions(out, c, drawn);
  g_string_append(out,
                  "</div>\n<section aria-labelledby=\"program\">\n<h2 id=\"program\">The program</h2>\n");
  html_source(out, c, program);
  g_string_append(out, "</section>\n");
  append_inputs(out, c);
  append_list(out, "assumed", "Assumed", c->program->assumptions);
  append_list(out, "notes", "Notes", c->notes);
  append_timeline(out, c);
  html_format(out, "</main>\n<footer>Made by acf %s.</footer>\n", claim_version());
  g_string_append_len(out, data->str, (gssize)data->len);
  append_scripts(out, c);
  g_string_append(out, "</body>\n</html>\n");
  return g_string_free(out, FALSE);
}
