/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments of compilers: which are accepted. */
#include "frontend/flags.h"
#include <string.h>

G_DEFINE_QUARK(acf - flags - error, flags_error)

static const struct {
  FlagUse use;
  const char *text;
} known[] = {
#define FLAG(use, text) {FLAG_##use, text},
#include "frontend/flags.def"
#undef FLAG
};

/* What is followed by a word or has it behind itself. */
static const struct {
  const char *text;
  gboolean is_path;
} with_word[] = {{"-I", TRUE},       {"-D", FALSE},     {"-U", FALSE},       {"-include", TRUE},
                 {"-isystem", TRUE}, {"-iquote", TRUE}, {"-idirafter", TRUE}};

static gboolean wrong(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean wrong(GError **error, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error_literal(error, ACF_FLAGS_ERROR, 0, message);
  return FALSE;
}

/* ---- the table ---- */

static gboolean matches(const char *pattern, const char *argument) {
  const gsize n = strlen(pattern);
  return pattern[n - 1] == '*' ? strncmp(pattern, argument, n - 1) == 0 : g_str_equal(pattern, argument);
}

/* Warnings: -Wall, -Wno-unused; those with a comma are for the preprocessor, the assembler and the linker. */
static gboolean is_warning(const char *argument) {
  return g_str_has_prefix(argument, "-W") && argument[2] && !strchr(argument, ',');
}

static FlagUse use_of(const char *argument) {
  if (is_warning(argument)) return FLAG_WITHOUT;
  for (guint i = 0; i < G_N_ELEMENTS(known); i++)
    if (matches(known[i].text, argument)) return known[i].use;
  return FLAG_UNKNOWN;
}

/* ---- paths ---- */

/* Nothing that a compiler takes for an option, or for the name of a file with options. */
static char *plain_path(const char *path) {
  return strchr("-@", *path) ? g_strconcat("./", path, NULL) : g_strdup(path);
}

/* As a path from the current folder where it is below that, as users know it. */
static char *path_from(const char *path, const char *folder) {
  if (!folder) return plain_path(path);
  g_autofree char *whole = g_canonicalize_filename(path, folder), *here = g_get_current_dir(),
                  *prefix = g_strconcat(here, "/", NULL);
  return plain_path(g_str_has_prefix(whole, prefix) ? whole + strlen(prefix) : whole);
}

/* ---- one argument ---- */

/* The row of with_word that the argument begins with; -1: none.  -include-pch is none. */
static int row_of(const char *argument) {
  for (guint i = 0; i < G_N_ELEMENTS(with_word); i++) {
    const gsize n = strlen(with_word[i].text);
    if (strncmp(argument, with_word[i].text, n) == 0 && argument[n] != '-') return (int)i;
  }
  return -1;
}

/* Taken from a folder; NULL: from the current one. */
static gboolean take_word(char *const *argv, guint *at, const char *folder, GPtrArray *flags,
                          GError **error) {
  const int row = row_of(argv[*at]);
  if (row < 0) return FALSE;
  const char *joined = argv[*at] + strlen(with_word[row].text), *word = *joined ? joined : argv[*at + 1];
  if (!word || !*word)
    return wrong(error, "%s needs %s behind it", with_word[row].text,
                 with_word[row].is_path ? "a path" : "a name");
  *at += *joined ? 1 : 2;
  if (with_word[row].is_path) {
    g_ptr_array_add(flags, g_strdup(with_word[row].text));
    g_ptr_array_add(flags, path_from(word, folder));
  } else {
    g_ptr_array_add(flags, g_strconcat(with_word[row].text, word, NULL));
  }
  return TRUE;
}

gboolean flags_take(char *const *argv, guint *at, GPtrArray *flags, GError **error) {
  if (g_str_has_prefix(argv[*at], "-std=")) {
    g_ptr_array_add(flags, g_strdup(argv[(*at)++]));
    return TRUE;
  }
  return take_word(argv, at, NULL, flags, error);
}

/* -m32 and -m64 say what the options of acf say. */
static gboolean fits_model(const char *argument, gboolean lp64, GError **error) {
  if (g_str_equal(argument, lp64 ? "-m64" : "-m32")) return TRUE;
  return wrong(error, "%s contradicts the data model: say %s", argument, lp64 ? "--ILP32" : "--LP64");
}

static gboolean is_model(const char *argument) {
  return g_str_equal(argument, "-m32") || g_str_equal(argument, "-m64");
}

gboolean flags_take_other(const char *argument, gboolean lp64, GPtrArray *flags, GError **error) {
  char *const argv[] = {(char *)argument, NULL};
  guint at = 0;
  g_autoptr(GError) missing = NULL;
  if (is_model(argument)) return fits_model(argument, lp64, error);
  if (flags_take(argv, &at, flags, &missing)) return TRUE;
  if (missing) {
    g_propagate_error(error, g_steal_pointer(&missing));
    return FALSE;
  }
  const FlagUse use = use_of(argument);
  if (use == FLAG_PASSED) g_ptr_array_add(flags, g_strdup(argument));
  if (use != FLAG_UNKNOWN) return TRUE;
  return wrong(
      error,
      "the compiler's argument '%s' is refused: acf passes on only what cannot run code or write files, "
      "and what it knows the meaning of",
      argument);
}

/* ---- a whole command ---- */

/* Arguments that have to do with the build alone, and are followed by a word. */
static gboolean skips_word(const char *argument) {
  static const char *const with[] = {
      "-o",       "-MF",         "-MT",       "-MQ",      "-x",        "-arch",
      "-Xlinker", "-Xassembler", "-Xclang",   "-L",       "-l",        "-Xpreprocessor",
      "-mllvm",   "-B",          "-T",        "-target",  "--param",   "-u",
      "-MJ",      "--sysroot",   "-isysroot", "-imacros", "-dumpbase", "-dumpdir",
      "-aux-info"};
  for (guint i = 0; i < G_N_ELEMENTS(with); i++)
    if (g_str_equal(argument, with[i])) return TRUE;
  return FALSE;
}

/* What only says where the result goes. */
static gboolean is_of_build(const char *argument) {
  static const char *const of_build[] = {"-o*", "-MD",  "-MMD", "-MP",  "-M",      "-MM",
                                         "-MG", "-MF*", "-MT*", "-MQ*", "-S",      "-E",
                                         "-L*", "-l*",  "--",   "-x*",  "-shared", "-static"};
  for (guint i = 0; i < G_N_ELEMENTS(of_build); i++)
    if (matches(of_build[i], argument)) return TRUE;
  return FALSE;
}

gboolean flags_of_command(char *const *arguments, const char *folder, gboolean lp64, GPtrArray *flags,
                          GPtrArray *left_out, GError **error) {
  for (guint at = 0; arguments[at];) {
    const char *a = arguments[at];
    g_autoptr(GError) missing = NULL;
    if (take_word(arguments, &at, folder, flags, &missing)) continue;
    if (missing || *a != '-') { /* the last word is missing; or the file itself, or a file with arguments */
      if (*a == '@') g_ptr_array_add(left_out, g_strdup(a));
      at++;
      continue;
    }
    if (is_model(a) && !fits_model(a, lp64, error)) return FALSE;
    const gboolean of_build = is_of_build(a), known_flag = use_of(a) != FLAG_UNKNOWN || is_model(a);
    if (use_of(a) == FLAG_PASSED) g_ptr_array_add(flags, g_strdup(a));
    if (!known_flag && !of_build) g_ptr_array_add(left_out, g_strdup(a));
    at += skips_word(a) && arguments[at + 1] ? 2 : 1;
  }
  return TRUE;
}

char **flags_accept(char *const *flags, gboolean lp64, GError **error) {
  g_autoptr(GPtrArray) taken = g_ptr_array_new_with_free_func(g_free);
  for (guint at = 0; flags[at];) {
    g_autoptr(GError) missing = NULL;
    if (flags_take(flags, &at, taken, &missing)) continue;
    if (missing) {
      g_propagate_error(error, g_steal_pointer(&missing));
      return NULL;
    }
    if (!flags_take_other(flags[at++], lp64, taken, error)) return NULL;
  }
  g_ptr_array_add(taken, NULL);
  return (char **)g_ptr_array_free(g_steal_pointer(&taken), FALSE);
}

char **flags_absolute(char *const *flags) {
  GPtrArray *all = g_ptr_array_new();
  for (guint at = 0; flags[at]; at++) {
    const int row = row_of(flags[at]);
    g_ptr_array_add(all, g_strdup(flags[at]));
    if (row < 0 || !with_word[row].is_path || !g_str_equal(flags[at], with_word[row].text) || !flags[at + 1])
      continue;
    g_ptr_array_add(all, g_canonicalize_filename(flags[++at], NULL));
  }
  g_ptr_array_add(all, NULL);
  return (char **)g_ptr_array_free(all, FALSE);
}
