/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch folders and their removal. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "base/scratch.h"
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "acf-scratch-"
#define PATTERN PREFIX "XXXXXX"

void remove_folder(const char *path) {
  g_autofree char *copy = g_strdup(path);
  char *paths[] = {copy, NULL};
  FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_XDEV | FTS_NOCHDIR, NULL);
  if (!walk) return;
  for (FTSENT *e; (e = fts_read(walk)) != NULL;) {
    if (e->fts_info == FTS_D)
      chmod(e->fts_accpath, 0700); /* else what a tool protected stays */
    else if (e->fts_info == FTS_DP || e->fts_info == FTS_DNR || e->fts_info == FTS_DC)
      rmdir(e->fts_accpath);
    else
      unlink(e->fts_accpath);
  }
  fts_close(walk);
}

/* A lock on the folder that path names still when it is ours; -1: none.  A sweeper may have come first. */
static int lock_folder(const char *path) {
  struct stat held, named;
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -1;
  if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &held) == 0 && lstat(path, &named) == 0 &&
      held.st_ino == named.st_ino && held.st_dev == named.st_dev && held.st_uid == geteuid())
    return fd;
  close(fd);
  return -1;
}

Scratch *scratch_new(GError **error) {
  for (guint attempt = 0; attempt < 8; attempt++) {
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), PATTERN, NULL);
    if (!g_mkdtemp_full(path, 0700)) break;
    int lock = lock_folder(path);
    if (lock < 0) continue;
    Scratch *s = g_new0(Scratch, 1);
    *s = (Scratch){g_steal_pointer(&path), lock};
    return s;
  }
  int number = errno;
  g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(number), "cannot make a folder in %s: %s",
              g_get_tmp_dir(), g_strerror(number));
  return NULL;
}

char *scratch_file(const Scratch *s, const char *name) { return g_build_filename(s->path, name, NULL); }

void scratch_free(Scratch *s) {
  if (!s) return;
  remove_folder(s->path);
  close(s->lock);
  g_free(s->path);
  g_free(s);
}

void scratch_sweep(void) {
  GDir *folder = g_dir_open(g_get_tmp_dir(), 0, NULL);
  const char *name;
  while (folder && (name = g_dir_read_name(folder))) {
    if (!g_str_has_prefix(name, PREFIX) || strlen(name) != strlen(PATTERN)) continue;
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), name, NULL);
    int lock = lock_folder(path);
    if (lock < 0) continue;
    remove_folder(path);
    close(lock);
  }
  if (folder) g_dir_close(folder);
}
