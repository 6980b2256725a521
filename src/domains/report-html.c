/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as one HTML page that needs nothing but itself, in the style of the report of failing inputs. */
#include "domains/report.h"
#include "domains/show.h"
#include "export/html.h"
#include "report.css.h"

static void append_number(GString *out, guint64 value) {
  g_string_append_printf(out, "<td class=\"number\">%" G_GUINT64_FORMAT "</td>", value);
}

static void append_row(GString *out, const SearchResult *r) {
  ResultSummary s = report_summary(r);
  html_format(out, "<tr><th scope=\"row\"><a href=\"#%s\">%s</a></th><td>%s</td>", r->domain->name,
              r->domain->name, r->domain->library);
  const guint64 numbers[] = {s.properties, s.tested,      s.applications, s.soundness,
                             s.precision,  s.convergence, s.deaths};
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) append_number(out, numbers[i]);
  g_string_append_printf(out, "<td class=\"number\">%.1f</td>", r->seconds);
  html_format(out, "<td>%s</td></tr>\n", s.causes->len ? s.causes->str : "-");
  report_summary_clear(&s);
}

static void append_table(GString *out, SearchResult *const *r, guint n) {
  g_string_append(
      out, "<h2>Domains</h2>\n<table class=\"domains\"><thead><tr><th>Domain</th><th>Library</th>"
           "<th>Properties</th><th>Tested</th><th>Applications</th><th>Soundness</th><th>Precision</th>"
           "<th>Convergence</th><th>Crashes</th><th>Seconds</th><th>Causes</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < n; i++) append_row(out, r[i]);
  g_string_append(out, "</tbody></table>\n");
}

static void append_finding(GString *out, const Finding *f) {
  g_autofree char *script = show_script(f->script), *program = program_of(f->script);
  g_autofree char *number = g_strdup_printf("%u", f->property);
  g_autofree char *when =
      g_strdup_printf("%" G_GUINT64_FORMAT " times, first after %.2f s", f->times, f->place.seconds);
  const guint index = property_index(f->property);
  html_format(out, "<h3>%s %s: %s</h3>\n<p class=\"note\">%s; %s%s</p>\n<pre><code>%s</code></pre>\n",
              f->property ? "Property" : "Making elements", f->property ? number : "",
              f->property ? properties[index].text : finding_word(f), finding_word(f), when,
              f->cause ? "; rounding" : "", script);
  if (program)
    html_format(out, "<details><summary>C program</summary><pre><code>%s</code></pre></details>\n", program);
}

static void append_properties(GString *out, const SearchResult *r) {
  g_string_append(out,
                  "<details><summary>Properties</summary><table><thead><tr><th>Property</th><th>Class</th>"
                  "<th>Tested</th><th>Violated</th><th>First after</th></tr></thead><tbody>\n");
  for (guint i = 0; i < n_properties; i++) {
    const PropertyTally *t = &r->tally.property_tally[i];
    if (!property_applies(&properties[i], r->domain)) continue;
    g_string_append_printf(out, "<tr><td>%u ", properties[i].number);
    html_text(out, properties[i].text);
    g_string_append_printf(out, "</td><td>%c</td>", property_letter(properties[i].class));
    append_number(out, t->tested);
    append_number(out, t->found[FOUND_VIOLATION]);
    if (t->found[FOUND_VIOLATION])
      g_string_append_printf(out, "<td class=\"number\">%.2f s</td></tr>\n",
                             t->first[FOUND_VIOLATION].seconds);
    else
      g_string_append(out, "<td></td></tr>\n");
  }
  g_string_append(out, "</tbody></table></details>\n");
}

char *report_html(SearchResult *const *r, guint n, const SearchOptions *o) {
  GString *out = g_string_new("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                              "<title>Abstract domains</title>\n<style>\n");
  const Configuration *c = &o->configuration;
  g_string_append_len(out, (const char *)report_css, (gssize)sizeof report_css);
  g_string_append(
      out, "table { border-collapse: collapse; font-size: 0.85rem; }\n"
           "th, td { border-bottom: 1px solid var(--line); padding: 0.25rem 0.6rem; text-align: left; }\n"
           ".number { text-align: right; font-variant-numeric: tabular-nums; }\n"
           "pre { overflow-x: auto; }\n</style></head>\n<body><main>\n<h1>Abstract domains, tested</h1>\n");
  g_string_append_printf(
      out,
      "<p class=\"note\">%u variables, a pool of %u elements, %u operations, %s boundary values, "
      "seed %" G_GUINT64_FORMAT ".</p>\n",
      c->variables, c->pool, c->operations, c->predefined ? "with" : "without", o->seed);
  append_table(out, r, n);
  for (guint i = 0; i < n; i++) {
    html_format(out, "<section id=\"%s\"><h2>%s</h2>\n<p class=\"note\">%s</p>\n", r[i]->domain->name,
                r[i]->domain->name, r[i]->domain->about);
    for (guint k = 0; k < r[i]->findings->len; k++) append_finding(out, r[i]->findings->pdata[k]);
    append_properties(out, r[i]);
    g_string_append(out, "</section>\n");
  }
  g_string_append(out, "</main></body></html>\n");
  return g_string_free(out, FALSE);
}
