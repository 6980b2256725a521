/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of entry functions that are not main. */
#ifndef ACF_ENTRY_OPTIONS_H
#define ACF_ENTRY_OPTIONS_H
#include "frontend/frontend.h"

/* A group of options that write to o, which gets its defaults. */
GOptionGroup *entry_options_group(EntryOptions *o);
gboolean entry_options_check(const EntryOptions *o, GError **error);
void entry_options_clear(EntryOptions *o);
#endif
