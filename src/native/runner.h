/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiling and running C natively within limits, in a scratch folder.  Ctrl-C ends the analysis, not what is
 * made of its result: these go on. */
#ifndef ACF_RUNNER_H
#define ACF_RUNNER_H
#include "cfc/cfc.h"
#include "base/process.h"

/* A type that holds what an input call yields; the program's own name for it may not be declared. */
const char *runner_type(const InputSite *s);

/* Runs the compiler on the arguments (char*) after those that make C mean what acf takes it to mean.  FALSE
 * with what it said; where it had only warnings, *said (may be NULL; to free) gets them, in English.
 * deadline: monotonic microseconds, 0: none. */
gboolean runner_compile(const Program *p, const Scratch *folder, const char *const *arguments,
                        gint64 deadline, char **said, GError **error);
/* The arguments (char*, static) that it adds, without the compiler's name. */
GPtrArray *runner_flags(const Program *p);

/* The path as an argument that compilers take for a file, whatever it begins with; to free. */
char *program_argument(const char *path);

/* Runs a command of the folder to its end, at most so long.  Never NULL. */
ProcessResult *runner_run(const Scratch *folder, const char *const *argv, double seconds);
/* The same with a file as its standard input; NULL: that is empty. */
ProcessResult *runner_run_reading(const Scratch *folder, const char *const *argv, const char *input,
                                  double seconds);
/* The seconds that something may take that is given so many: fewer where the deadline comes before; 0: it has
 * passed. */
double runner_seconds(double given, gint64 deadline);
#endif
