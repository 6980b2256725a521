/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands: what acf does with a characterization that it has written before.  The first word on the command
 * line selects one; a program of that name is still analysed as ./NAME. */
#ifndef ACF_COMMAND_H
#define ACF_COMMAND_H
#include <glib.h>
#include "base/exit-status.h"

typedef struct {
  const char *name;
  /* argv[0] is the command's name.  With error the message is still to be shown. */
  ExitStatus (*run)(int argc, char **argv, GError **error);
  const char *arguments, *help; /* one line */
} Command;

const Command *command_find(const char *name); /* NULL: there is none */
char *command_help(void);                      /* a line for each */

/* Sets the error of a wrong call, with where to find help: FALSE always. */
gboolean command_wrong(GError **error, const char *command, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* The status with which acf ends after an error of load_program(). */
ExitStatus command_load_status(const GError *error);

/* --limit NAME=VALUE: an entry of GOption that sets it at once. */
#define LIMIT_OPTION                                                                                         \
  {                                                                                                          \
    "limit", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer)limit_option,                                            \
        "Set a limit of effort (acf --limits lists them); may be repeated", "NAME=VALUE"                     \
  }
gboolean limit_option(const char *option, const char *value, gpointer data, GError **error);

#define COMMAND(name, arguments, help) ExitStatus name##_command(int argc, char **argv, GError **error);
#include "command/commands.def"
#undef COMMAND
#endif
