/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiling and running C natively within limits, in a scratch folder. */
#ifndef ACF_RUNNER_H
#define ACF_RUNNER_H
#include <gio/gio.h>
#include "cfc.h"

/* A type that holds what an input call yields; the program's own name for it may not be declared. */
const char *runner_type(const InputSite *s);

/* Runs the compiler on the arguments (char*) after those that make C mean what acf takes it to mean; what it
 * says goes to compiler.log in the folder.  FALSE with what it said. */
gboolean runner_compile(const Program *p, const char *folder, const char *const *arguments, GError **error);
/* The arguments that it adds, without the compiler's name. */
const char *const *runner_flags(const Program *p, guint *n);

/* Waits for the process, not longer than seconds, then ends it; TRUE when it ended by itself. */
gboolean runner_wait(GSubprocess *process, guint seconds);

/* Removes the folder with the files in it. */
void runner_remove_folder(const char *folder);
#endif
