/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small C programs in files. */
#include "kept.h"
#include <glib/gstdio.h>
#include "frontend/frontend.h"

Kept kept_load(const char *text) {
  FrontendOptions options = {.lp64 = TRUE};
  Kept k = {.folder = g_dir_make_tmp("acf-kept-XXXXXX", NULL)};
  GError *error = NULL;
  k.path = g_build_filename(k.folder, "program.c", NULL);
  g_file_set_contents(k.path, text, -1, &error);
  g_assert_no_error(error);
  k.loaded.program = frontend_load(k.path, &options, &error);
  g_assert_no_error(error);
  k.loaded.cfg = cfg_new(k.loaded.program);
  return k;
}

void kept_free(Kept *k) {
  g_unlink(k->path);
  g_rmdir(k->folder);
  g_free(k->path);
  g_free(k->folder);
  sample_free(&k->loaded);
}
