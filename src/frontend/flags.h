/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments of compilers that a program comes with.  The table (flags.def) lists what is accepted: what is
 * not in it might make the compiler run code, write files, or give the program another meaning than the one
 * acf reads. */
#ifndef ACF_FRONTEND_FLAGS_H
#define ACF_FRONTEND_FLAGS_H
#include <glib.h>

#define ACF_FLAGS_ERROR (flags_error_quark())
GQuark flags_error_quark(void);

typedef enum {
  FLAG_PASSED,  /* it says what the text means */
  FLAG_WITHOUT, /* accepted, and not passed on: it changes nothing that acf looks at */
  FLAG_UNKNOWN
} FlagUse;

/* Is argv[*at] an argument that compilers take for the program's text, as -Idir or -I dir?  Then it is added
 * to flags (char*, to free), as one argument or two, and *at is behind it.  FALSE with error: what should
 * follow is missing; FALSE without: it is none. */
gboolean flags_take(char *const *argv, guint *at, GPtrArray *flags, GError **error);
/* Any other argument that compilers know, which takes no second one.  FALSE with error: it is refused. */
gboolean flags_take_other(const char *argument, gboolean lp64, GPtrArray *flags, GError **error);
/* What a compilation database says of one file: arguments from the second on.  What is not accepted is left
 * out, and named in left_out (char*, to free); relative paths are those of the folder. */
gboolean flags_of_command(char *const *arguments, const char *folder, gboolean lp64, GPtrArray *flags,
                          GPtrArray *left_out, GError **error);
/* Those of a list that are passed on, to free by g_strfreev(); NULL with error: some are refused. */
char **flags_accept(char *const *flags, gboolean lp64, GError **error);
/* The same flags with all paths absolute, for compilers that run in another folder; to free by g_strfreev().
 */
char **flags_absolute(char *const *flags);
#endif
