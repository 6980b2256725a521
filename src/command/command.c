/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of commands, and what they share. */
#include "command/command.h"
#include "base/limits.h"
#include "frontend/frontend.h"
#include "frontend/property.h"

static const Command commands[] = {
#define COMMAND(name, arguments, help) {#name, name##_command, arguments, help},
#include "command/commands.def"
#undef COMMAND
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

ExitStatus command_load_status(const GError *error) {
  if (error->domain == ACF_PROPERTY_ERROR ||
      g_error_matches(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_ENTRY_OPTION) ||
      g_error_matches(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_FAILURE))
    return EXIT_USAGE;
  const gboolean own_fault = g_error_matches(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_INTERNAL) ||
                             g_error_matches(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_COMPILER);
  return own_fault ? EXIT_INTERNAL : EXIT_DATA;
}

gboolean limit_option(const char *option, const char *value, gpointer data, GError **error) {
  return limits_set(value, error);
}
