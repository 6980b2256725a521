/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch folders: one per run of a tool, in the folder for temporary files, readable by the user alone.
 *
 * The process that made a folder holds a lock on it (flock: given up by the kernel when the last process that
 * has it is gone, so process ids that are used again do not matter).  A folder without a lock is left over
 * from an acf that was killed: scratch_sweep() of a later run removes it. */
#ifndef ACF_SCRATCH_H
#define ACF_SCRATCH_H
#include <glib.h>

typedef struct {
  char *path;
  int lock;
} Scratch;

Scratch *scratch_new(GError **error); /* NULL with a G_FILE_ERROR */
char *scratch_file(const Scratch *s, const char *name);
void scratch_free(Scratch *s); /* removes the folder and all that is in it */
void scratch_sweep(void);      /* removes left-overs */
/* Removes a folder with all that is in it, also what is write-protected; follows no symbolic links. */
void remove_folder(const char *path);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Scratch, scratch_free)
#endif
