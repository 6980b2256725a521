/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An audit as a whole: every variant is put to every analyzer, several at once; then the truth is looked for,
 * the verdicts are compared, and checks that cause a disagreement are divided.
 *
 * What the database knows is not asked again. */
#ifndef ACF_AUDIT_CAMPAIGN_H
#define ACF_AUDIT_CAMPAIGN_H
#include "audit/generate.h"

typedef struct {
  GenerateOptions generate;
  const GPtrArray *suspects; /* Suspect* */
  double seconds;            /* for each analyzer and program */
  gsize memory_bytes;        /* likewise */
  guint jobs;                /* analyzers at once */
  void (*say)(const char *); /* a line about progress; NULL: none */
  void (*refuse)(const char *why);
} CampaignOptions;

typedef struct {
  guint variants, asked, recalled; /* programs; runs of analyzers, and those that were known */
  guint findings, proven, refused; /* minimal disagreements; those that the truth proves; seeds */
  double seconds, busy;            /* wall-clock; of all jobs together */
  gboolean interrupted;
} CampaignResult;

/* FALSE with an error: of the database, or something that is needed is not there. */
gboolean campaign_run(Store *store, const CampaignOptions *o, CampaignResult *result, GError **error);
#endif
