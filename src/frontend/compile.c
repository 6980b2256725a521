/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C source to LLVM bitcode, by the compiler. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "frontend/frontend.h"

G_DEFINE_QUARK(acf - frontend - error, frontend_error)

/* Null pointers and type punning keep their machine meaning, uninitialised variables are
 * marked (see uninit.c), products and sums round separately, a structure is copied by the return
 * statement that gives it (see returns.c), and every diagnostic that old C is full of is
 * off.  Whether arithmetic wraps is a choice: without -fwrapv the compiler marks the signed operations (and
 * at -O0 makes no more of it). */
static const char *const flags[] = {"-O0",
                                    "-g",
                                    "-c",
                                    "-emit-llvm",
                                    "-std=gnu11",
                                    "-fgnu89-inline",
                                    "-fno-strict-aliasing",
                                    "-fno-delete-null-pointer-checks",
                                    "-Xclang",
                                    "-disable-O0-optnone",
                                    "-Xclang",
                                    "-fno-elide-constructors",
                                    "-ftrivial-auto-var-init=zero",
                                    "-fno-builtin",
                                    "-fno-stack-protector",
                                    "-ffp-contract=off",
                                    "-fno-discard-value-names",
                                    "-fno-color-diagnostics",
                                    "-fno-caret-diagnostics",
                                    FRONTEND_LENIENT};

/* What the compiler knows to be constant depends on how it optimizes: 1 where even -O0 knows it, else any. */
static const char constant_known[] =
    "-D__builtin_constant_p(...)="
    "__builtin_choose_expr(__builtin_constant_p(__VA_ARGS__),1,(__acf_any()&1))";

/* Where the text promises pointers that are not null, the compiler tests them, and traps. */
static const char *const not_null[] = {"-fsanitize=nonnull-attribute,returns-nonnull-attribute",
                                       "-fsanitize-trap=nonnull-attribute,returns-nonnull-attribute"};

/* `# 12 "file.h" 1 3` or `#line 12 "file.h"` */
static gboolean is_line_marker(const char *line, const char *end) {
  while (line < end && (*line == ' ' || *line == '\t')) line++;
  if (line == end || *line++ != '#') return FALSE;
  while (line < end && (*line == ' ' || *line == '\t')) line++;
  if (end - line > 4 && strncmp(line, "line", 4) == 0 && g_ascii_isspace(line[4])) return TRUE;
  return line < end && g_ascii_isdigit(*line);
}

/* The text without its line markers, behind one that names the file as the user does. */
static GString *without_line_markers(const char *path, const char *text, gsize length) {
  GString *out = g_string_sized_new(length + 64);
  char *quoted = g_strescape(path, NULL);
  g_string_append_printf(out, "# 1 \"%s\"\n", quoted);
  g_free(quoted);
  for (const char *line = text, *end = text + length; line < end;) {
    const char *stop = memchr(line, '\n', (gsize)(end - line));
    stop = stop ? stop + 1 : end;
    if (is_line_marker(line, stop))
      g_string_append_c(out, '\n');
    else
      g_string_append_len(out, line, stop - line);
    line = stop;
  }
  return out;
}

/* What clang complained about first: "file:line:column: error: text". */
static char *first_error(const char *messages) {
  char **lines = g_strsplit(messages, "\n", -1);
  char *found = NULL;
  for (guint i = 0; lines[i] && !found; i++)
    if (strstr(lines[i], "error: ")) found = g_strdup(lines[i]);
  if (!found) found = g_strdup(lines[0] && *lines[0] ? lines[0] : "the compiler gave no reason");
  g_strfreev(lines);
  return found;
}

void frontend_add_model(GPtrArray *argv, gboolean lp64) {
  g_auto(GStrv) all = g_strsplit(lp64 ? FRONTEND_LP64 : FRONTEND_ILP32, " ", -1);
  for (guint i = 0; all[i]; i++) g_ptr_array_add(argv, (gpointer)g_intern_string(all[i]));
}

static GPtrArray *command(const char *path, const GString *source, const FrontendOptions *options,
                          const char *macro) {
  const char *clang = g_getenv("ACF_CLANG");
  GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(argv, g_strdup(clang && *clang ? clang : "clang-19"));
  g_ptr_array_add(argv, g_strdup("-x"));
  g_ptr_array_add(argv, g_strdup("c"));
  /* A preprocessed file may use names that the compiler defines as macros. */
  static const char *const macros[] = {"-Ulinux", "-Uunix", "-Ui386"};
  for (guint i = 0; g_str_has_suffix(path, ".i") && i < G_N_ELEMENTS(macros); i++)
    g_ptr_array_add(argv, g_strdup(macros[i]));
  g_autoptr(GPtrArray) model = g_ptr_array_new();
  frontend_add_model(model, options->lp64);
  for (guint i = 0; i < model->len; i++) g_ptr_array_add(argv, g_strdup(model->pdata[i]));
  if (macro) g_ptr_array_add(argv, g_strdup(macro));
  if (!options->no_overflow) g_ptr_array_add(argv, g_strdup("-fwrapv"));
  for (guint i = 0; i < G_N_ELEMENTS(flags); i++) g_ptr_array_add(argv, g_strdup(flags[i]));
  for (guint i = 0; strstr(source->str, "nonnull") && i < G_N_ELEMENTS(not_null); i++)
    g_ptr_array_add(argv, g_strdup(not_null[i]));
  g_ptr_array_add(argv, g_strdup("-iquote"));
  g_ptr_array_add(argv, g_path_get_dirname(path));
  g_ptr_array_add(argv, g_strdup("-o"));
  g_ptr_array_add(argv, g_strdup("-"));
  g_ptr_array_add(argv, g_strdup("-"));
  g_ptr_array_add(argv, NULL);
  return argv;
}

static void set_compile_error(GError **error, const char *path, gboolean lp64, const char *messages) {
  char *first = first_error(messages);
  gboolean headers = !lp64 && strstr(first, "file not found");
  g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_COMPILE, "%s does not compile: %s%s", path, first,
              headers ? " (32-bit headers are in libc6-dev-i386; or choose the 64-bit data model)" : "");
  g_free(first);
}

/* In the child: the compiler reads and writes files without names. */
static void use_files(gpointer data) {
  const int *fds = (const int *)data;
  dup2(fds[0], STDIN_FILENO);
  dup2(fds[1], STDOUT_FILENO);
}

static GBytes *read_all(FILE *file) {
  GByteArray *bytes = g_byte_array_new();
  guint8 part[65536];
  rewind(file);
  for (gsize n; (n = fread(part, 1, sizeof part, file)) > 0;) g_byte_array_append(bytes, part, (guint)n);
  return g_byte_array_free_to_bytes(bytes);
}

/* Runs it to its end.  Not by GSubprocess: that leaves threads behind, and whoever forks while one of them
 * holds a lock of the allocator has a child that never comes out of it. */
static GBytes *run_compiler(char **argv, const GString *source, char **messages, gboolean *successful) {
  GBytes *output = NULL;
  FILE *in = tmpfile(), *out = tmpfile();
  gboolean written = in && out && fwrite(source->str, 1, source->len, in) == source->len && fflush(in) == 0;
  if (written) {
    rewind(in);
    int fds[2] = {fileno(in), fileno(out)}, status = -1;
    gboolean ran =
        g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, use_files, fds, NULL, messages, &status, NULL);
    *successful = ran && status == 0;
    if (ran) output = read_all(out);
  }
  if (in) fclose(in);
  if (out) fclose(out);
  return output;
}

static GBytes *compile(const char *path, const GString *source, const FrontendOptions *options,
                       const char *macro, GError **error) {
  GPtrArray *argv = command(path, source, options, macro);
  char *messages = NULL;
  gboolean successful = FALSE;
  GBytes *bitcode = run_compiler((char **)argv->pdata, source, &messages, &successful);
  if (!bitcode) {
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_COMPILER,
                "cannot start the compiler %s: install clang-19, or name it in ACF_CLANG",
                (char *)argv->pdata[0]);
  } else if (!successful) {
    set_compile_error(error, path, options->lp64, messages ? messages : "");
    g_clear_pointer(&bitcode, g_bytes_unref);
  }
  g_free(messages);
  g_ptr_array_unref(argv);
  return bitcode;
}

/* Where a constant expression is needed, the macro may not stand. */
GBytes *frontend_compile(const char *path, const char *text, gsize length, const FrontendOptions *options,
                         GError **error) {
  GString *source = without_line_markers(path, text, length);
  gboolean asks = strstr(source->str, "__builtin_constant_p") != NULL;
  GBytes *bitcode = asks ? compile(path, source, options, constant_known, NULL) : NULL;
  if (!bitcode) bitcode = compile(path, source, options, NULL, error);
  g_string_free(source, TRUE);
  return bitcode;
}
