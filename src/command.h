/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands: what acf does with a characterization that it has written before.  The first word on the command
 * line selects one; a program of that name is still analysed as ./NAME. */
#ifndef ACF_COMMAND_H
#define ACF_COMMAND_H
#include "options.h"

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

/* acf export CFC.json --to FORMAT */
ExitStatus export_command(int argc, char **argv, GError **error);
/* acf count CFC.json */
ExitStatus count_command(int argc, char **argv, GError **error);
/* acf compare OLD.json NEW */
ExitStatus compare_command(int argc, char **argv, GError **error);
#endif
