/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Telling lines of outputs.  What tools print differs; that errors are called so does not. */
#include "portfolio/reason.h"
#include "base/limits.h"
#include <string.h>

/* In this order.  "Checking for ERROR reachability" is no complaint: what is one goes on with a colon or a
 * bracket. */
static const char *const complaints[] = {
    "(?:^|[\\s\":\\]])[\\w.]*(?:error|exception|fatal)(?:\\s+\\w+)?\\s*[:(]",
    "unknown (?:option|argument)|unrecogni[sz]ed|invalid|not found|no such|cannot|could not|unable to|"
    "not supported|unsupported|failed to|(?:syntax|parsing|parse|conversion|type) error|usage:",
};

/* The line around the first match; FALSE: nothing matches. */
static gboolean find_line(const char *pattern, const char *text, gsize length, gsize *start, gsize *end) {
  g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_CASELESS | G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  gint from, to;
  if (!g_regex_match_full(regex, text, (gssize)length, 0, 0, &match, NULL)) return FALSE;
  g_match_info_fetch_pos(match, 0, &from, &to);
  if (text[from] == '\n') from++;
  for (*start = (gsize)from; *start > 0 && text[*start - 1] != '\n';) (*start)--;
  for (*end = (gsize)from; *end < length && text[*end] != '\n';) (*end)++;
  return TRUE;
}

static gboolean is_letter(char c) { return g_ascii_isalnum(c); }

/* The last line with a letter in it. */
static gboolean last_line(const char *text, gsize length, gsize *start, gsize *end) {
  while (length > 0 && !is_letter(text[length - 1])) length--;
  if (!length) return FALSE;
  for (*start = length; *start > 0 && text[*start - 1] != '\n';) (*start)--;
  for (*end = length; text[*end] && text[*end] != '\n';) (*end)++;
  return TRUE;
}

/* Of a member of a JSON object its value: "messageText": "..." */
static char *without_key(const char *line) {
  g_autoptr(GRegex) member = g_regex_new("^\\s*\"\\w+\":\\s*\"(.*)\",?\\s*$", 0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  return g_regex_match(member, line, 0, &match) ? g_match_info_fetch(match, 1) : g_strdup(line);
}

static char *printable(const char *bytes, gsize n) {
  g_autofree char *valid = g_utf8_make_valid(bytes, (gssize)n);
  g_autofree char *text = without_key(valid);
  GString *out = g_string_new(NULL);
  guint shown = 0;
  for (const char *at = g_strstrip(text); *at && shown < limits.report_reason_characters;
       at = g_utf8_next_char(at), shown++)
    g_string_append_unichar(out, g_unichar_isprint(g_utf8_get_char(at)) ? g_utf8_get_char(at) : '?');
  if (shown == limits.report_reason_characters) g_string_append(out, "...");
  return g_string_free(out, FALSE);
}

char *reason_in_output(const char *output, gsize length) {
  gsize start = 0, end = 0;
  length = MIN(length, limits.report_reason_bytes);
  gboolean found = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(complaints) && !found; i++)
    found = find_line(complaints[i], output, length, &start, &end);
  if (!found && !last_line(output, length, &start, &end)) return NULL;
  return printable(output + start, end - start);
}
