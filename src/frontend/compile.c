/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C source to LLVM bitcode, by the compiler. */
#include <signal.h>
#include <string.h>
#include "frontend/compiler.h"
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
                                    "-fno-crash-diagnostics",
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

#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* of UTF-8: clang skips it only at the very beginning */

/* The text without its line markers, behind one that names the file as the user does. */
static GString *without_line_markers(const char *path, const char *text, gsize length) {
  GString *out = g_string_sized_new(length + 64);
  char *quoted = g_strescape(path, NULL);
  g_string_append_printf(out, "# 1 \"%s\"\n", quoted);
  g_free(quoted);
  const gsize mark = g_str_has_prefix(text, BYTE_ORDER_MARK) ? strlen(BYTE_ORDER_MARK) : 0;
  for (const char *line = text + mark, *end = text + length; line < end;) {
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

/* What clang complained about first, as UTF-8. */
static char *first_error(const CompilerResult *r) {
  g_auto(GStrv) lines = g_strsplit(r->messages, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (strstr(lines[i], "error: ")) return g_utf8_make_valid(lines[i], -1);
  return lines[0] && *lines[0] ? g_utf8_make_valid(lines[0], -1)
                               : g_strdup_printf("it ended with status %d and gave no reason", r->number);
}

void frontend_add_model(GPtrArray *argv, gboolean lp64) {
  g_auto(GStrv) all = g_strsplit(lp64 ? FRONTEND_LP64 : FRONTEND_ILP32, " ", -1);
  for (guint i = 0; all[i]; i++) g_ptr_array_add(argv, (gpointer)g_intern_string(all[i]));
}

/* What the compiler has to know to read the text. */
static GPtrArray *command_to_read(const char *path, gboolean lp64) {
  const char *clang = g_getenv("ACF_CLANG");
  GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(argv, g_strdup(clang && *clang ? clang : "clang-19"));
  g_ptr_array_add(argv, g_strdup("-x"));
  g_ptr_array_add(argv, g_strdup("c"));
  g_ptr_array_add(argv, g_strdup("-iquote"));
  g_ptr_array_add(argv, g_path_get_dirname(path));
  /* A preprocessed file may use names that the compiler defines as macros. */
  static const char *const macros[] = {"-Ulinux", "-Uunix", "-Ui386"};
  for (guint i = 0; g_str_has_suffix(path, ".i") && i < G_N_ELEMENTS(macros); i++)
    g_ptr_array_add(argv, g_strdup(macros[i]));
  g_autoptr(GPtrArray) model = g_ptr_array_new();
  frontend_add_model(model, lp64);
  for (guint i = 0; i < model->len; i++) g_ptr_array_add(argv, g_strdup(model->pdata[i]));
  return argv;
}

static GPtrArray *command(const char *path, const GString *source, const FrontendOptions *options,
                          const char *macro) {
  GPtrArray *argv = command_to_read(path, options->lp64);
  if (macro) g_ptr_array_add(argv, g_strdup(macro));
  /* Nothing is sanitized: that option alone makes clang mark lifetimes without optimizing. */
  static const char *const marks[] = {"-Xclang", "-fsanitize-address-use-after-scope"};
  for (guint i = 0; options->marks_lifetimes && i < G_N_ELEMENTS(marks); i++)
    g_ptr_array_add(argv, g_strdup(marks[i]));
  if (!options->no_overflow) g_ptr_array_add(argv, g_strdup("-fwrapv"));
  for (guint i = 0; i < G_N_ELEMENTS(flags); i++) g_ptr_array_add(argv, g_strdup(flags[i]));
  for (guint i = 0; strstr(source->str, "nonnull") && i < G_N_ELEMENTS(not_null); i++)
    g_ptr_array_add(argv, g_strdup(not_null[i]));
  g_ptr_array_add(argv, g_strdup("-o"));
  g_ptr_array_add(argv, g_strdup("-"));
  g_ptr_array_add(argv, g_strdup("-"));
  g_ptr_array_add(argv, NULL);
  return argv;
}

/* "file:line:column: error: text" is said of the program; what has no place, of the compiler. */
static void set_compile_error(GError **error, const char *path, gboolean lp64, const char *clang,
                              const CompilerResult *r) {
  g_autofree char *first = first_error(r);
  const gboolean headers = !lp64 && strstr(first, "file not found");
  if (g_regex_match_simple(":[0-9]+:[0-9]+: (fatal )?error: ", first, 0, 0))
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_COMPILE, "%s does not compile: %s%s", path, first,
                headers ? " (32-bit headers are in libc6-dev-i386; or choose the 64-bit data model)" : "");
  else
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_COMPILER,
                "the compiler %s does not work: %s (acf needs clang 19; ACF_CLANG names another one)", clang,
                first);
}

/* Why there is no bitcode, other than what clang says of the program. */
static void set_end_error(GError **error, const char *path, const char *clang, const CompilerResult *r) {
  const gboolean crashed = r->end == COMPILER_KILLED && (r->number == SIGSEGV || r->number == SIGBUS);
  if (r->end == COMPILER_STOPPED)
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_STOPPED, "%s: stopped before it was compiled",
                path);
  else if (crashed)
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_COMPILE,
                "%s does not compile: %s crashed on it, as it does on code that is nested too deeply for its "
                "stack (ulimit -s)",
                path, clang);
  else if (r->end == COMPILER_KILLED)
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_COMPILER,
                "%s was not compiled: %s was killed by signal %d (%s)%s", path, clang, r->number,
                g_strsignal(r->number), r->number == SIGKILL ? ": is there too little memory?" : "");
  else
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_COMPILER, "cannot start the compiler %s: %s%s",
                clang, r->messages,
                r->end == COMPILER_MISSING ? " (install clang-19, or name it in ACF_CLANG)" : "");
}

/* Takes the command. */
static GBytes *run_or_tell(GPtrArray *command, const char *path, const GString *source,
                           const FrontendOptions *options, GError **error) {
  g_autoptr(GPtrArray) argv = command;
  const char *clang = (const char *)argv->pdata[0];
  CompilerResult r =
      compiler_run((char **)argv->pdata, source->str, source->len, options->deadline, options->stopped);
  GBytes *output = NULL;
  if (r.end != COMPILER_ENDED)
    set_end_error(error, path, clang, &r);
  else if (r.number != 0)
    set_compile_error(error, path, options->lp64, clang, &r);
  else
    output = g_bytes_ref(r.output);
  compiler_result_clear(&r);
  return output;
}

static GBytes *compile(const char *path, const GString *source, const FrontendOptions *options,
                       const char *macro, GError **error) {
  return run_or_tell(command(path, source, options, macro), path, source, options, error);
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

char *frontend_preprocess(const char *path, const char *text, gboolean lp64, GError **error) {
  static const char *const rest[] = {"-E", "-std=gnu11", "-fgnu89-inline", "-w", "-fno-color-diagnostics",
                                     "-"};
  GString *source = without_line_markers(path, text, strlen(text));
  GPtrArray *argv = command_to_read(path, lp64);
  for (guint i = 0; i < G_N_ELEMENTS(rest); i++) g_ptr_array_add(argv, g_strdup(rest[i]));
  g_ptr_array_add(argv, NULL);
  const FrontendOptions options = {.lp64 = lp64};
  GBytes *output = run_or_tell(argv, path, source, &options, error);
  g_string_free(source, TRUE);
  if (!output) return NULL;
  char *result = g_strndup(g_bytes_get_data(output, NULL), g_bytes_get_size(output));
  g_bytes_unref(output);
  return result;
}
