/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small C programs whose file stays there, for what reads the text again. */
#ifndef ACF_TESTS_KEPT_H
#define ACF_TESTS_KEPT_H
#include "sample.h"

typedef struct {
  char *folder, *path;
  Loaded loaded;
} Kept;

/* The text as it is, for LP64; reach_error() fails.  Errors end the test. */
Kept kept_load(const char *text);
void kept_free(Kept *k); /* and its file */
#endif
