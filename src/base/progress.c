/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress line, on standard error. */
#include "base/progress.h"
#include <stdio.h>

#define INTERVAL_US 100000
#define ERASE_LINE "\r\033[K"

static gboolean enabled, shown;
static gint64 last_time;
static guint last_iteration;
static const char *last_doing;
static ProgressListener listening;
static gpointer listening_data;

void progress_listen(ProgressListener listener, gpointer data) {
  listening = listener;
  listening_data = data;
}

void progress_enable(gboolean on) {
  if (!on) progress_clear();
  enabled = on;
}

char *progress_text(const Progress *p) {
  if (!p->failing) return g_strdup_printf("%s; no failing input so far; %.0f s", p->doing, p->elapsed);
  return g_strdup_printf("%s; %u failing region%s so far; %.0f s", p->doing, p->failing,
                         p->failing == 1 ? "" : "s", p->elapsed);
}

void progress_update(const Progress *p) {
  if (listening) listening(p, listening_data);
  if (!enabled) return;
  gint64 now = g_get_monotonic_time();
  gboolean same = shown && p->iteration == last_iteration && g_strcmp0(p->doing, last_doing) == 0;
  if (same && now - last_time < INTERVAL_US) return;
  last_time = now;
  last_iteration = p->iteration;
  last_doing = g_intern_string(p->doing);
  g_autofree char *text = progress_text(p);
  fprintf(stderr, ERASE_LINE "%s", text);
  fflush(stderr);
  shown = TRUE;
}

void progress_clear(void) {
  if (!enabled || !shown) return;
  fputs(ERASE_LINE, stderr);
  fflush(stderr);
  shown = FALSE;
}
