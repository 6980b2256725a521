/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a program is made of, as they were when they were read: whatever needs the text again takes
 * it from here, so that all of it is the same even where the files change meanwhile. */
#ifndef ACF_IR_SOURCE_FILE_H
#define ACF_IR_SOURCE_FILE_H
#include <glib.h>

typedef struct {
  const char *path; /* as given; interned */
  char *text;       /* with a zero byte behind it; NULL: not read, only named (see cfc/read.h) */
  gsize length;
  char *hash;          /* SHA-256 of the text, hexadecimal; NULL: not known */
  char **flags;        /* arguments of the compiler that belong to it; never NULL */
  gboolean is_bitcode; /* of LLVM, as text or not; else C */
  gboolean is_model; /* it gives bodies to functions of others (--model): its places are not the program's */
} SourceFile;

/* Takes the text, copies the flags (NULL: none). */
SourceFile *source_file_new(const char *path, char *text, gsize length, const char *const *flags);
SourceFile *source_file_copy(const SourceFile *f);
void source_file_free(SourceFile *f);
/* It is C, and its places are the program's. */
gboolean source_file_has_places(const SourceFile *f);
GPtrArray *source_files_new(void); /* SourceFile*, owned */
/* The one with this path; NULL: none. */
const SourceFile *source_files_find(const GPtrArray *files, const char *path);
#endif
