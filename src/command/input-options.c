/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options for the bounds of inputs. */
#include "base/limits.h"
#include "command/input-options.h"
#include <string.h>

static gboolean set_args(const char *name, const char *value, gpointer data, GError **error) {
  (void)name;
  return input_bounds_parse_args(&((CommandLine *)data)->analysis.bounds, value, error);
}

static gboolean set_arg_length(const char *name, const char *value, gpointer data, GError **error) {
  InputBounds *b = &((CommandLine *)data)->analysis.bounds;
  b->given |= BOUND_ARG_LENGTH;
  return input_bounds_parse_length(name, value, limits.input_arg_bytes, &b->arg_length, error);
}

static gboolean set_stdin_length(const char *name, const char *value, gpointer data, GError **error) {
  InputBounds *b = &((CommandLine *)data)->analysis.bounds;
  b->given |= BOUND_STDIN_LENGTH;
  return input_bounds_parse_length(name, value, limits.input_stdin_bytes, &b->stdin_length, error);
}

void input_options_add(GOptionGroup *group) {
  const GOptionEntry entries[] = {
      {"args", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer)set_args,
       "The program gets so many arguments (default: 0..4)", "N|MIN..MAX"},
      {"arg-length", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer)set_arg_length,
       "Each has at most N bytes (default: 16); KLEE's --sym-args, --sym-arg are taken too", "N"},
      {"stdin-length", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer)set_stdin_length,
       "The standard input has at most N bytes (default: 64, or 256 where floating point is read); also --sym-stdin", "N"},
      {NULL}};
  g_option_group_add_entries(group, entries);
}

/* ---- KLEE's spellings ---- */

static const struct {
  const char *name;
  int words; /* behind it */
} spellings[] = {{"sym-args", 3}, {"sym-arg", 1}, {"sym-stdin", 1}};

/* Which of them the word is, with one - or two; -1: none. */
static int find_spelling(const char *word) {
  if (word[0] != '-') return -1;
  const char *name = word + (word[1] == '-' ? 2 : 1);
  for (guint i = 0; i < G_N_ELEMENTS(spellings); i++)
    if (g_str_equal(name, spellings[i].name)) return (int)i;
  return -1;
}

typedef struct {
  guint least, most, length; /* of arguments, summed up */
  gboolean args;
} SymbolicArguments;

static gboolean add_arguments(SymbolicArguments *a, const char *option, char *const *words, int n, GError **error) {
  guint least = 1, most = 1, length = 0;
  if (n == 3 && (!input_bounds_parse_length(option, words[0], limits.input_args, &least, error) ||
                 !input_bounds_parse_length(option, words[1], limits.input_args, &most, error)))
    return FALSE;
  if (!input_bounds_parse_length(option, words[n - 1], limits.input_arg_bytes, &length, error)) return FALSE;
  a->args = TRUE;
  a->least += least;
  a->most += most;
  a->length = MAX(a->length, length);
  return TRUE;
}

static void append_words(GPtrArray *out, const SymbolicArguments *a) {
  if (!a->args) return;
  g_ptr_array_insert(out, 1, g_strdup_printf("--args=%u..%u", a->least, a->most));
  g_ptr_array_insert(out, 1, g_strdup_printf("--arg-length=%u", a->length));
}

gboolean input_options_translate(int *argc, char ***argv, GError **error) {
  SymbolicArguments sum = {0};
  gboolean found = FALSE;
  for (int i = 1; i < *argc && !g_str_equal((*argv)[i], "--"); i++) found |= find_spelling((*argv)[i]) >= 0;
  if (!found) return TRUE;
  GPtrArray *out = g_ptr_array_new();
  for (int i = 0; i < *argc; i++) {
    char *word = (*argv)[i];
    const int which = find_spelling(word), n = which < 0 ? 0 : spellings[which].words;
    if (which >= 0 && i + n >= *argc) {
      g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s needs %d number%s", word, n,
                  n == 1 ? "" : "s");
      return FALSE;
    }
    if (which < 0)
      g_ptr_array_add(out, word);
    else if (g_str_equal(spellings[which].name, "sym-stdin"))
      g_ptr_array_add(out, g_strdup_printf("--stdin-length=%s", (*argv)[i + 1]));
    else if (!add_arguments(&sum, word, *argv + i + 1, n, error))
      return FALSE;
    i += n;
  }
  append_words(out, &sum);
  *argc = (int)out->len;
  g_ptr_array_add(out, NULL);
  *argv = (char **)g_ptr_array_free(out, FALSE);
  return TRUE;
}
