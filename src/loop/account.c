/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the analysis has used of the machine. */
#include "loop/loop.h"
#include <sys/resource.h>

static double seconds_of(const struct rusage *u) {
  return u->ru_utime.tv_sec + u->ru_stime.tv_sec + (u->ru_utime.tv_usec + u->ru_stime.tv_usec) / 1e6;
}

void account(Loop *l) {
  struct rusage own, children;
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  l->cfc->stats.cpu_seconds = seconds_of(&own) + seconds_of(&children);
  l->cfc->stats.max_rss_kib = MAX(own.ru_maxrss, children.ru_maxrss);
}
