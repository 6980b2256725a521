/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The descendants of this process, by a walk over /proc. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "base/descendants.h"
#include "base/deadline.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  pid_t pid, parent, group;
  gboolean dead; /* a zombie */
  gboolean ours; /* a descendant */
  gsize memory_bytes;
  double cpu_seconds;
} Entry;

/* /proc/PID/stat: the name, in parentheses, may hold anything; what follows the last one is numbers. */
static gboolean read_entry(const char *pid, Entry *e) {
  g_autofree char *path = g_strconcat("/proc/", pid, "/stat", NULL), *text = NULL;
  if (!g_file_get_contents(path, &text, NULL, NULL)) return FALSE;
  const char *rest = strrchr(text, ')');
  char state;
  int parent, group;
  unsigned long user, system;
  long children_user, children_system, pages;
  if (!rest || sscanf(rest + 1,
                      " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d %*d %*d %*d %*u %*u %ld",
                      &state, &parent, &group, &user, &system, &children_user, &children_system, &pages) != 8)
    return FALSE;
  double ticks = (double)user + (double)system + (double)children_user + (double)children_system;
  *e = (Entry){.pid = (pid_t)atoi(pid),
               .parent = parent,
               .group = group,
               .dead = state == 'Z' || state == 'X',
               .memory_bytes = (gsize)MAX(pages, 0) * (gsize)sysconf(_SC_PAGESIZE),
               .cpu_seconds = ticks / (double)sysconf(_SC_CLK_TCK)};
  return TRUE;
}

/* Children may come before their parents in the list (process ids wrap around): marks until nothing changes.
 */
static void mark_ours(GArray *all) {
  g_autoptr(GHashTable) family = g_hash_table_new(NULL, NULL);
  g_hash_table_add(family, GINT_TO_POINTER(getpid()));
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < all->len; i++) {
      Entry *e = &g_array_index(all, Entry, i);
      if (e->ours || !g_hash_table_contains(family, GINT_TO_POINTER(e->parent))) continue;
      e->ours = changed = TRUE;
      g_hash_table_add(family, GINT_TO_POINTER(e->pid));
    }
  }
}

static GArray *walk(void) {
  GArray *all = g_array_new(FALSE, FALSE, sizeof(Entry));
  GDir *proc = g_dir_open("/proc", 0, NULL);
  const char *name;
  while (proc && (name = g_dir_read_name(proc))) {
    Entry e;
    if (g_ascii_isdigit(*name) && read_entry(name, &e)) g_array_append_val(all, e);
  }
  if (proc) g_dir_close(proc);
  mark_ours(all);
  for (guint i = all->len; i-- > 0;)
    if (!g_array_index(all, Entry, i).ours) g_array_remove_index_fast(all, i);
  return all;
}

static double seconds_of(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

Descendants descendants_measure(void) {
  g_autoptr(GArray) all = walk();
  struct rusage reaped;
  getrusage(RUSAGE_CHILDREN, &reaped);
  Descendants d = {.cpu_seconds = seconds_of(reaped.ru_utime) + seconds_of(reaped.ru_stime)};
  for (guint i = 0; i < all->len; i++) {
    const Entry *e = &g_array_index(all, Entry, i);
    d.alive += !e->dead;
    d.memory_bytes += e->memory_bytes;
    d.cpu_seconds += e->cpu_seconds;
  }
  return d;
}

/* A process that has ended since the walk holds nothing any more; one whose share cannot be read counts
 * whole. */
static gsize share_of(const Entry *e) {
  g_autofree char *pid = g_strdup_printf("%d", (int)e->pid), *text = NULL;
  g_autofree char *path = g_strconcat("/proc/", pid, "/smaps_rollup", NULL);
  const char *pss = g_file_get_contents(path, &text, NULL, NULL) ? strstr(text, "\nPss:") : NULL;
  if (pss) return (gsize)g_ascii_strtoull(pss + 5, NULL, 10) * 1024;
  Entry now;
  return read_entry(pid, &now) && !now.dead ? now.memory_bytes : 0;
}

static gsize sum_of_shares(void) {
  g_autoptr(GArray) all = walk();
  gsize sum = 0;
  for (guint i = 0; i < all->len; i++) sum += share_of(&g_array_index(all, Entry, i));
  return sum;
}

/* The shares are not read at one instant: where a process ends between, those of the others grow, and the sum
 * counts a page twice.  Hence the smaller of two sums. */
gsize descendants_shared_memory(void) {
  gsize first = sum_of_shares();
  return MIN(first, sum_of_shares());
}

/* By groups as well: a signal to a group reaches also whom a member forks just now. */
static void kill_once(void) {
  g_autoptr(GArray) all = walk();
  for (guint i = 0; i < all->len; i++) {
    const Entry *e = &g_array_index(all, Entry, i);
    if (e->dead) continue;
    if (e->group > 1 && e->group != getpgrp()) kill(-e->group, SIGKILL);
    kill(e->pid, SIGKILL);
  }
}

/* A walk is no snapshot: processes forked meanwhile may be missing.  The kernel's word that a subreaper has
 * no child is certain: then it has no descendants at all. */
static gboolean have_children(void) {
  pid_t pid;
  while ((pid = waitpid(-1, NULL, WNOHANG)) > 0 || (pid < 0 && errno == EINTR)) {}
  return pid == 0;
}

gboolean descendants_kill(double seconds) {
  gint64 end = deadline_in(seconds);
  for (gulong pause = 500; have_children(); pause = MIN(pause * 2, 20000)) {
    if (g_get_monotonic_time() >= end) return FALSE;
    kill_once();
    g_usleep(pause);
  }
  return TRUE;
}
