/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C source to LLVM bitcode, by the compiler. */
#include <signal.h>
#include <string.h>
#include "frontend/compiler.h"
#include "frontend/driver.h"
#include "frontend/frontend.h"
#include "frontend/lower.h"

G_DEFINE_QUARK(acf - frontend - error, frontend_error)

/* Null pointers and type punning keep their machine meaning, uninitialised variables are
 * marked (see uninit.c), products and sums round separately, a structure is copied by the return
 * statement that gives it (see returns.c), and every diagnostic that old C is full of is
 * off.  A loop may go on for ever, whatever it does.  Whether arithmetic wraps is a choice: without -fwrapv the
 * compiler marks the signed operations (and at -O0 makes no more of it). */
static const char *const flags[] = {"-O0",
                                    "-g",
                                    "-c",
                                    "-emit-llvm",
                                    "-std=gnu11",
                                    "-fno-strict-aliasing",
                                    "-fno-delete-null-pointer-checks",
                                    "-Xclang",
                                    "-disable-O0-optnone",
                                    "-Xclang",
                                    "-fno-elide-constructors",
                                    "-ftrivial-auto-var-init=zero",
                                    "-fno-builtin",
                                    "-fno-finite-loops",
                                    "-fno-stack-protector",
                                    "-ffp-contract=off",
                                    "-fno-discard-value-names",
                                    "-fno-color-diagnostics",
                                    "-fno-caret-diagnostics",
                                    "-fno-crash-diagnostics",
                                    FRONTEND_LENIENT};

/* What the compiler knows to be constant depends on which one it is, and how it optimizes: 1 for an integer
 * constant expression, which makes the operand of ?: a null pointer constant and the other one's type that of
 * the result; else any. */
#define CONSTANT_KNOWN "__builtin_constant_p"
static const char constant_known[] =
    "-D" CONSTANT_KNOWN "(...)="
    "__builtin_choose_expr(sizeof(int)==sizeof(*(8?((void*)((long)(__VA_ARGS__)*0l)):(int*)8)),1,(__acf_any()&1))";

/* The compiler decides by itself that different names have different addresses, unless one is weak. */
static const char *const weak_aliases[] = {"-Dalias(...)=alias(__VA_ARGS__),weak",
                                           "-D__alias__(...)=alias(__VA_ARGS__),weak"};

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

static void add_all(GPtrArray *argv, const char *const *arguments, guint n) {
  for (guint i = 0; i < n; i++) g_ptr_array_add(argv, g_strdup(arguments[i]));
}

static GPtrArray *command_for(const char *language, gboolean lp64) {
  const char *clang = g_getenv("ACF_CLANG");
  GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(argv, g_strdup(clang && *clang ? clang : "clang-19"));
  g_ptr_array_add(argv, g_strdup("-x"));
  g_ptr_array_add(argv, g_strdup(language));
  g_autoptr(GPtrArray) model = g_ptr_array_new();
  frontend_add_model(model, lp64);
  add_all(argv, (const char *const *)model->pdata, model->len);
  return argv;
}

/* What the compiler has to know to read the text. */
static GPtrArray *command_to_read(const char *path, gboolean lp64) {
  GPtrArray *argv = command_for("c", lp64);
  g_autofree char *folder = g_path_get_dirname(path);
  g_ptr_array_add(argv, g_strdup("-iquote"));
  g_ptr_array_add(argv, strchr("-@", *folder) ? g_strconcat("./", folder, NULL) : g_strdup(folder));
  /* A preprocessed file may use names that the compiler defines as macros. */
  static const char *const macros[] = {"-Ulinux", "-Uunix", "-Ui386"};
  if (g_str_has_suffix(path, ".i")) add_all(argv, macros, G_N_ELEMENTS(macros));
  return argv;
}

static guint count_matches(const char *pattern, const char *text) {
  g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_RAW, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  guint n = 0;
  for (gboolean found = g_regex_match(regex, text, 0, &match); found; n++) found = g_match_info_next(match, NULL);
  return n;
}

/* Whether it has the attribute, and nothing else of that name. */
static gboolean has_aliases(const char *text) {
  if (!strstr(text, "alias")) return FALSE;
  guint n = count_matches("\\(\\(([^()]|\\([^()]*\\))*?\\b(__)?alias(__)?\\s*\\(\\s*\"", text);
  return n && n == count_matches("\\b(__)?alias(__)?\\s*\\(", text);
}

static GPtrArray *command(const SourceFile *file, const GString *source, const FrontendOptions *options,
                          gboolean macros) {
  GPtrArray *argv = command_to_read(file->path, options->lp64);
  if (macros && strstr(source->str, CONSTANT_KNOWN)) g_ptr_array_add(argv, g_strdup(constant_known));
  if (macros && has_aliases(source->str)) add_all(argv, weak_aliases, G_N_ELEMENTS(weak_aliases));
  /* Nothing is sanitized: that option alone makes clang mark lifetimes without optimizing. */
  static const char *const marks[] = {"-Xclang", "-fsanitize-address-use-after-scope"}, *const output[] = {
                                                                                            "-o", "-", "-"};
  if (options->marks_lifetimes) add_all(argv, marks, G_N_ELEMENTS(marks));
  if (!options->no_overflow && !checks_overflow(options)) g_ptr_array_add(argv, g_strdup("-fwrapv"));
  checks_add_flags(options, argv);
  /* A program of several files has inline functions in headers, as C99 has them. */
  if (!options->several) g_ptr_array_add(argv, g_strdup("-fgnu89-inline"));
  add_all(argv, flags, G_N_ELEMENTS(flags));
  if (strstr(source->str, "nonnull")) add_all(argv, not_null, G_N_ELEMENTS(not_null));
  add_all(argv, (const char *const *)file->flags, g_strv_length(file->flags));
  add_all(argv, output, G_N_ELEMENTS(output));
  g_ptr_array_add(argv, NULL);
  return argv;
}

/* "file:line:column: error: text" is said of the program, "invalid value" of a flag that came with it; what else has no
 * place, of the compiler. */
static void set_compile_error(GError **error, const char *path, gboolean lp64, const char *clang,
                              const CompilerResult *r) {
  g_autofree char *first = first_error(r);
  const gboolean headers = !lp64 && strstr(first, "file not found");
  if (g_regex_match_simple(":[0-9]+:[0-9]+: (fatal )?error: |error: invalid value '.*' in '-std=", first, 0, 0))
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

static GBytes *compile(const SourceFile *file, const GString *source, const FrontendOptions *options,
                       gboolean macros, GError **error) {
  return run_or_tell(command(file, source, options, macros), file->path, source, options, error);
}

/* Where a constant expression is needed, or a name is static, the macros may not stand. */
static GBytes *compile_c(const SourceFile *file, const FrontendOptions *options, GError **error) {
  GString *source = without_line_markers(file->path, file->text, file->length);
  if (options->driver && options->driver->text && options->driver->file == file->path) {
    g_autofree char *quoted = g_strescape(file->path, NULL);
    g_string_append_printf(source, "\n# %u \"%s\"\n%s\n", options->driver->line, quoted, options->driver->text);
  }
  const gboolean asks = strstr(source->str, CONSTANT_KNOWN) != NULL;
  const gboolean macros = asks || has_aliases(source->str);
  GBytes *bitcode = macros ? compile(file, source, options, TRUE, NULL) : NULL;
  if (asks && !bitcode)
    g_string_append(source, "\n__attribute__((used)) static const char " CONSTANT_AS_IS " = 0;\n");
  if (!bitcode) bitcode = compile(file, source, options, FALSE, error);
  g_string_free(source, TRUE);
  return bitcode;
}

/* Bitcode from elsewhere is read by a process of its own first, which may crash on it. */
static GBytes *read_bitcode(const SourceFile *file, const FrontendOptions *options, GError **error) {
  static const char *const rest[] = {"-c",
                                     "-emit-llvm",
                                     "-O0",
                                     "-Xclang",
                                     "-disable-llvm-passes",
                                     "-Werror=override-module",
                                     "-fno-color-diagnostics",
                                     "-fno-caret-diagnostics",
                                     "-fno-crash-diagnostics",
                                     "-o",
                                     "-",
                                     "-"};
  g_autoptr(GPtrArray) argv = command_for("ir", options->lp64);
  add_all(argv, rest, G_N_ELEMENTS(rest));
  g_ptr_array_add(argv, NULL);
  CompilerResult r =
      compiler_run((char **)argv->pdata, file->text, file->length, options->deadline, options->stopped);
  GBytes *output = NULL;
  g_autofree char *why = r.end == COMPILER_ENDED && r.number != 0 ? first_error(&r) : NULL;
  if (r.end != COMPILER_ENDED)
    set_end_error(error, file->path, (const char *)argv->pdata[0], &r);
  else if (why && strstr(why, "override-module"))
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_COMPILE,
                "%s was not compiled for the data model %s: choose the other one", file->path,
                options->lp64 ? "LP64" : "ILP32");
  else if (why)
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_COMPILE, "%s is no bitcode that LLVM 19 reads: %s",
                file->path, why);
  else
    output = g_bytes_ref(r.output);
  compiler_result_clear(&r);
  return output;
}

GBytes *frontend_compile(const SourceFile *file, const FrontendOptions *options, GError **error) {
  return file->is_bitcode ? read_bitcode(file, options, error) : compile_c(file, options, error);
}

char *frontend_preprocess(const char *path, const char *text, char *const *file_flags, gboolean lp64,
                          GError **error) {
  static const char *const rest[] = {"-E", "-std=gnu11", "-fgnu89-inline", "-w", "-fno-color-diagnostics"};
  GString *source = without_line_markers(path, text, strlen(text));
  GPtrArray *argv = command_to_read(path, lp64);
  add_all(argv, rest, G_N_ELEMENTS(rest));
  if (file_flags) add_all(argv, (const char *const *)file_flags, g_strv_length((char **)file_flags));
  g_ptr_array_add(argv, g_strdup("-"));
  g_ptr_array_add(argv, NULL);
  const FrontendOptions options = {.lp64 = lp64};
  GBytes *output = run_or_tell(argv, path, source, &options, error);
  g_string_free(source, TRUE);
  if (!output) return NULL;
  char *result = g_strndup(g_bytes_get_data(output, NULL), g_bytes_get_size(output));
  g_bytes_unref(output);
  return result;
}
