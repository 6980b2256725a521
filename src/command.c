/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of commands. */
#include "command.h"

static const Command commands[] = {
    {"count", count_command, "CFC.json", "count the failing inputs of a characterization that --json wrote"},
    {"compare", compare_command, "OLD.json NEW.json|NEW.c",
     "which failing inputs a patch fixed, which remain, which are new"},
    {"export", export_command, "CFC.json --to FORMAT", "write it in another format"},
};

const Command *command_find(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
    if (g_str_equal(name, commands[i].name)) return &commands[i];
  return NULL;
}

char *command_help(void) {
  GString *text = g_string_new("Commands (each has a --help of its own):\n");
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
    g_string_append_printf(text, "  acf %s %s: %s\n", commands[i].name, commands[i].arguments,
                           commands[i].help);
  return g_string_free(text, FALSE);
}

gboolean command_wrong(GError **error, const char *command, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s (see acf %s --help)", message, command);
  return FALSE;
}
