/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress line, on standard error. */
#include "progress.h"
#include <stdio.h>

#define INTERVAL_US 100000
#define ERASE_LINE "\r\033[K"

static gboolean enabled, shown;
static gint64 last_time;
static guint last_iteration;
static const char *last_phase;
static ProgressListener told;
static gpointer told_data;

void progress_listen(ProgressListener listener, gpointer data) {
  told = listener;
  told_data = data;
}

void progress_enable(gboolean on) {
  if (!on) progress_clear();
  enabled = on;
}

void progress_update(const char *phase, guint iteration, guint partitions, double elapsed) {
  if (told) told(phase, iteration, partitions, elapsed, told_data);
  if (!enabled) return;
  gint64 now = g_get_monotonic_time();
  gboolean same = shown && iteration == last_iteration && g_strcmp0(phase, last_phase) == 0;
  if (same && now - last_time < INTERVAL_US) return;
  last_time = now;
  last_iteration = iteration;
  last_phase = phase ? g_intern_string(phase) : NULL;
  fprintf(stderr, ERASE_LINE "%6.1f s  iteration %u  %s  %u partition%s", elapsed, iteration,
          phase ? phase : "", partitions, partitions == 1 ? "" : "s");
  fflush(stderr);
  shown = TRUE;
}

void progress_clear(void) {
  if (!enabled || !shown) return;
  fputs(ERASE_LINE, stderr);
  fflush(stderr);
  shown = FALSE;
}
