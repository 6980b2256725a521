/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C texts that can be read in another folder, and without a preprocessor. */
#ifndef ACF_FLATTEN_H
#define ACF_FLATTEN_H
#include <glib.h>

/* The text as it is after preprocessing, to free, with each line of the text in the line where it was: what a
 * header holds stands in one line, where it is included.  A text that has nothing to preprocess comes back as
 * it is.  The text stands for the file at path, which is compiled with the flags (NULL: none).  NULL with an
 * error when the compiler cannot read it. */
char *flatten_source(const char *path, const char *text, char *const *flags, gboolean lp64, GError **error);
/* The text, to free, in which #include "file" says where the file is, when it is found from the folder of
 * path. */
char *resolve_includes(const char *path, const char *text);
#endif
