/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as text and as CSV. */
#include "domains/report.h"
#include "domains/registry.h"
#include "domains/show.h"
#include <string.h>

const char *finding_word(const Finding *f) {
  static const char *const words[] = {"violated", "failed", "crash", "time-out"};
  return words[f->kind];
}

static void add_cause(GString *causes, const char *cause) {
  if (!cause || strstr(causes->str, cause)) return;
  g_string_append_printf(causes, "%s%s", causes->len ? ", " : "", cause);
}

static void add_finding(ResultSummary *s, const Finding *f) {
  const guint index = property_index(f->property);
  if (f->kind != FOUND_VIOLATION) {
    s->deaths++;
    add_cause(s->causes, finding_word(f));
    return;
  }
  add_cause(s->causes, f->cause ? f->cause : "see below");
  s->soundness += properties[index].class == CLASS_SOUNDNESS;
  s->precision += properties[index].class == CLASS_PRECISION;
  s->convergence += properties[index].class == CLASS_CONVERGENCE;
}

ResultSummary report_summary(const SearchResult *r) {
  ResultSummary s = {.causes = g_string_new(NULL)};
  for (guint i = 0; i < n_properties; i++) {
    s.properties += property_applies(&properties[i], r->domain);
    s.tested += r->tally.property_tally[i].tested > 0;
    s.applications += r->tally.property_tally[i].tested;
  }
  for (guint i = 0; i < r->findings->len; i++) add_finding(&s, r->findings->pdata[i]);
  return s;
}

void report_summary_clear(ResultSummary *s) { g_string_free(s->causes, TRUE); }

char *report_list(void) {
  GString *out = g_string_new(NULL);
  const AcfDomain *d;
  g_string_append_printf(out, "%-28s %-5s %10s %3s %3s %3s %3s  %s\n", "domain", "from", "properties", "wid",
                         "nar", "wrp", "rep", "what it is");
  for (guint i = 0; (d = domains_get(i)); i++) {
    guint applying = 0;
    for (guint k = 0; k < n_properties; k++) applying += property_applies(&properties[k], d);
    g_string_append_printf(out, "%-28s %-5s %10u %3s %3s %3s %3s  %s\n", d->name, d->library, applying,
                           d->widening ? "yes" : "-", d->narrowing ? "yes" : "-", d->wrap ? "yes" : "-",
                           d->represents ? "yes" : "-", d->about);
  }
  g_string_append(out,
                  "wid: widening; nar: narrowing; wrp: wrap-around as an operation; rep: it says what it "
                  "represents exactly\n");
  if (domains_absent()) g_string_append_printf(out, "not in this build: %s\n", domains_absent());
  return g_string_free(out, FALSE);
}

char *report_properties(const AcfDomain *d) {
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < n_properties; i++) {
    const DomainProperty *p = &properties[i];
    if (d && !property_applies(p, d)) continue;
    g_string_append_printf(out, "%3u [%c] %s\n", p->number, property_letter(p->class), p->text);
  }
  return g_string_free(out, FALSE);
}

char *report_table(SearchResult *const *r, guint n) {
  GString *out = g_string_new(NULL);
  g_string_append_printf(out, "%-28s %10s %12s %9s %18s %10s  %s\n", "domain", "properties", "applications",
                         "seconds", "violated S/P/C", "crashes", "causes");
  for (guint i = 0; i < n; i++) {
    ResultSummary s = report_summary(r[i]);
    g_autofree char *violated = g_strdup_printf("%u / %u / %u", s.soundness, s.precision, s.convergence);
    g_string_append_printf(out, "%-28s %10u %12" G_GUINT64_FORMAT " %9.1f %18s %10u  %s\n",
                           r[i]->domain->name, s.tested, s.applications, r[i]->seconds, violated, s.deaths,
                           s.causes->len ? s.causes->str : "-");
    report_summary_clear(&s);
  }
  return g_string_free(out, FALSE);
}

static void append_finding(GString *out, const SearchResult *r, const Finding *f, gboolean verbose) {
  const guint index = property_index(f->property);
  g_autofree char *script = show_script(f->script), *program = verbose ? program_of(f->script) : NULL;
  if (f->property)
    g_string_append_printf(out, "\n%s: property %u [%c] %s: %s", r->domain->name, f->property,
                           property_letter(properties[index].class), properties[index].text, finding_word(f));
  else
    g_string_append_printf(out, "\n%s: making elements: %s", r->domain->name, finding_word(f));
  g_string_append_printf(
      out, " %" G_GUINT64_FORMAT " times, first in try %" G_GUINT64_FORMAT " after %.2f s%s%s\n", f->times,
      f->place.number, f->place.seconds, f->cause ? "; cause: " : "", f->cause ? f->cause : "");
  g_string_append(out, script);
  if (program) g_string_append_printf(out, "\n%s", program);
}

char *report_findings(const SearchResult *r, gboolean verbose) {
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < r->findings->len; i++) append_finding(out, r, r->findings->pdata[i], verbose);
  return g_string_free(out, FALSE);
}

char *report_csv_domains(SearchResult *const *r, guint n) {
  GString *out =
      g_string_new("domain,library,properties,tested,applications,seconds,tries,soundness,precision,"
                   "convergence,crashes,causes\n");
  for (guint i = 0; i < n; i++) {
    ResultSummary s = report_summary(r[i]);
    g_string_append_printf(
        out, "%s,%s,%u,%u,%" G_GUINT64_FORMAT ",%.3f,%" G_GUINT64_FORMAT ",%u,%u,%u,%u,\"%s\"\n",
        r[i]->domain->name, r[i]->domain->library, s.properties, s.tested, s.applications, r[i]->seconds,
        r[i]->tally.tries, s.soundness, s.precision, s.convergence, s.deaths, s.causes->str);
    report_summary_clear(&s);
  }
  return g_string_free(out, FALSE);
}

char *report_csv_properties(SearchResult *const *r, guint n) {
  GString *out =
      g_string_new("domain,property,class,tried,tested,violated,failed,crashes,timeouts,seconds\n");
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n_properties; k++) {
      const PropertyTally *t = &r[i]->tally.property_tally[k];
      if (!property_applies(&properties[k], r[i]->domain)) continue;
      g_string_append_printf(out, "%s,%u,%c,%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT, r[i]->domain->name,
                             properties[k].number, property_letter(properties[k].class), t->tried, t->tested);
      for (guint f = 0; f < N_FINDING_KINDS; f++)
        g_string_append_printf(out, ",%" G_GUINT64_FORMAT, t->found[f]);
      if (t->found[FOUND_VIOLATION])
        g_string_append_printf(out, ",%.3f\n", t->first[FOUND_VIOLATION].seconds);
      else
        g_string_append(out, ",\n");
    }
  return g_string_free(out, FALSE);
}
