/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a program, as a characterization names them.  Internal to reading. */
#ifndef ACF_READ_FILES_H
#define ACF_READ_FILES_H
#include <json-glib/json-glib.h>
#include "ir/ir.h"

/* Fills the program's files, without their texts: those are read where they are needed.  FALSE with error. */
gboolean import_files(Program *p, JsonObject *root, GError **error);
#endif
