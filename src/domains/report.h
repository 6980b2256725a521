/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of searches, for people and for programs. */
#ifndef ACF_DOMAINS_REPORT_H
#define ACF_DOMAINS_REPORT_H
#include "domains/driver.h"

/* How many properties of a result were tested, and violated in each class. */
typedef struct {
  guint properties, tested; /* that apply; whose precondition held at least once */
  guint64 applications;
  guint soundness, precision, convergence, deaths; /* deaths: crashes, time-outs and failures */
  GString *causes;
} ResultSummary;

ResultSummary report_summary(const SearchResult *r);
void report_summary_clear(ResultSummary *s);

char *report_list(void);                     /* the domains, and what each supports */
char *report_properties(const AcfDomain *d); /* the properties; d: whether they apply to it, or NULL */
char *report_table(SearchResult *const *r, guint n);
/* The findings of a result with the shortest script of each; verbose: and a C program. */
char *report_findings(const SearchResult *r, gboolean verbose);
char *report_csv_domains(SearchResult *const *r, guint n);
char *report_csv_properties(SearchResult *const *r, guint n);
char *report_html(SearchResult *const *r, guint n, const SearchOptions *o);
const char *finding_word(const Finding *f); /* "violated", "failed", "crash", "time-out" */
#endif
