/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns on what was printed. */
#include "portfolio/verdict.h"
#include "base/limits.h"
#include <string.h>

#define MAX_VERSION 60

const char *tool_verdict_name(ToolVerdict v) {
  return v == TOOL_SAFE ? "safe" : v == TOOL_FAILING ? "failing" : "unknown";
}

/* gave_up: the matcher reached its limits, and nothing is known. */
static gboolean found(const GRegex *pattern, const char *output, gsize length, gboolean *gave_up) {
  g_autoptr(GError) error = NULL;
  gboolean is = g_regex_match_full(pattern, output, (gssize)length, 0, 0, NULL, &error);
  *gave_up |= error != NULL;
  return is;
}

static gboolean fits(const GRegex *pattern, const GArray *statuses, const char *output, gsize length,
                     int status, gboolean *gave_up) {
  if (!pattern && !statuses->len) return FALSE;
  gboolean among = statuses->len == 0;
  for (guint i = 0; i < statuses->len; i++) among |= g_array_index(statuses, int, i) == status;
  return among && (!pattern || found(pattern, output, length, gave_up));
}

ToolVerdict verdict_read(const Description *d, const char *output, gsize length, int exit_status) {
  gboolean gave_up = exit_status < 0 || length > limits.verdict_output_bytes;
  if (gave_up || (d->unknown && found(d->unknown, output, length, &gave_up))) return TOOL_UNKNOWN;
  gboolean safe = fits(d->safe, d->safe_status, output, length, exit_status, &gave_up);
  gboolean failing = fits(d->failing, d->failing_status, output, length, exit_status, &gave_up);
  if (safe == failing || gave_up) return TOOL_UNKNOWN;
  return safe ? TOOL_SAFE : TOOL_FAILING;
}

char *version_read(const Description *d, const char *output, gsize length) {
  if (!d->version) return NULL;
  g_autoptr(GMatchInfo) match = NULL;
  if (!g_regex_match_full(d->version, output, (gssize)MIN(length, limits.verdict_output_bytes), 0, 0, &match,
                          NULL))
    return NULL;
  g_autofree char *text = g_match_info_fetch(match, g_match_info_get_match_count(match) > 1 ? 1 : 0);
  char *valid = g_utf8_make_valid(g_strstrip(text), MIN((gssize)strlen(text), MAX_VERSION));
  return valid;
}
