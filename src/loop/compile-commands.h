/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compilation databases, as clang defines them: how each file of a project is compiled. */
#ifndef ACF_LOOP_COMPILE_COMMANDS_H
#define ACF_LOOP_COMPILE_COMMANDS_H
#include <glib.h>

typedef struct CompileCommands CompileCommands;

/* NULL with error: it cannot be read, or is none. */
CompileCommands *compile_commands_read(const char *path, GError **error);
void compile_commands_free(CompileCommands *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompileCommands, compile_commands_free)

/* Appends the flags of the file (see frontend/flags.h) and, for those that acf does not pass on, a sentence
 * to left_out (char* all).  FALSE with error: the database does not have the file, or not as it should. */
gboolean compile_commands_find(const CompileCommands *c, const char *file, gboolean lp64, GPtrArray *flags,
                               GPtrArray *left_out, GError **error);
#endif
