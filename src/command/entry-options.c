/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of entry functions. */
#include "command/entry-options.h"
#include "base/limits.h"

static gboolean choose_globals(const char *name, const char *value, gpointer data, GError **error) {
  EntryOptions *o = data;
  o->globals_initial = g_str_equal(value, "initial");
  if (o->globals_initial || g_str_equal(value, "inputs")) return TRUE;
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--globals must be inputs or initial, not '%s'", value);
  return FALSE;
}

GOptionGroup *entry_options_group(EntryOptions *o) {
  const GOptionEntry entries[] = {
      {"pointee", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->pointees,
       "What a pointer leads to: N elements, N in C over the parameters; string; null; N? or string?: or null; may be "
       "repeated",
       "NAME=WHAT"},
      {"assume", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->assumptions,
       "Ask only for inputs that meet this condition in C over parameters and variables; may be repeated", "CONDITION"},
      {"max-elements", 0, 0, G_OPTION_ARG_INT, &o->max_elements,
       "Arrays of N elements, and strings, have at most K of them (default: 8)", "K"},
      {"pointer-depth", 0, 0, G_OPTION_ARG_INT, &o->pointer_depth,
       "Pointers that lie behind K others are null (default: 2)", "K"},
      {"globals", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer)choose_globals,
       "Variables outside of functions are inputs (default), or have their initial values", "inputs|initial"},
      {NULL}};
  *o = (EntryOptions){.max_elements = DEFAULT_MAX_ELEMENTS, .pointer_depth = DEFAULT_POINTER_DEPTH};
  GOptionGroup *group =
      g_option_group_new("function", "Functions that --entry names:", "Show the options of entry functions", o, NULL);
  g_option_group_add_entries(group, entries);
  return group;
}

gboolean entry_options_check(const EntryOptions *o, GError **error) {
  enum { DEEPEST = 16 };
  if (o->max_elements < 1 || o->max_elements > limits.driver_elements)
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--max-elements must be a number from 1 to %u",
                limits.driver_elements);
  else if (o->pointer_depth < 1 || o->pointer_depth > DEEPEST)
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--pointer-depth must be a number from 1 to %d",
                DEEPEST);
  else
    return TRUE;
  return FALSE;
}

void entry_options_clear(EntryOptions *o) {
  g_strfreev(o->pointees);
  g_strfreev(o->assumptions);
}
