/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a program for native builds: their texts as they were read, compiled with their own flags. */
#ifndef ACF_NATIVE_FILES_H
#define ACF_NATIVE_FILES_H
#include "base/scratch.h"
#include "ctext/source.h"

/* Everything below: path is where the first file is, if not where the program says. */

/* FALSE with error: parts of it are not C. */
gboolean native_possible(const Program *p, GError **error);
guint native_files(const Program *p); /* at least 1 */
const SourceFile *native_file(const Program *p,
                              guint i); /* NULL: nothing is known of it but the program's path */
Source *native_source(const Program *p, guint i, const char *path, GError **error);
char *native_text(const Program *p, const char *path); /* of all files, one behind the other; to free */
/* The file that defines the entry function, as far as that is known; else the first. */
guint native_entry_file(const Program *p);
/* Arguments for compiling the text of the i-th file elsewhere: its flags, and where it includes files from.
 */
char **native_flags(const Program *p, guint i, const char *path);
/* Compiles source, a text made of the i-th file, to object; more: further arguments. */
gboolean native_compile(const Program *p, guint i, const char *path, const Scratch *folder,
                        const char *source, const char *object, const char *const *more, gint64 deadline,
                        GError **error);
#endif
