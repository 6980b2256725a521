/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that bound what a program reads: --args, --arg-length, --stdin-length. */
#ifndef ACF_COMMAND_INPUT_OPTIONS_H
#define ACF_COMMAND_INPUT_OPTIONS_H
#include "command/options.h"

/* The group's data is a CommandLine. */
void input_options_add(GOptionGroup *group);
/* Before the options are parsed: KLEE's spellings (--sym-args MIN MAX N, --sym-arg N, --sym-stdin N) become these.
 * The words of *argv that are new live as long as the program. */
gboolean input_options_translate(int *argc, char ***argv, GError **error);
#endif
