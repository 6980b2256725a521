/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that ask how they are compiled: by which compiler, how it optimizes, when.  The answer is that of
 * the compiler that acf calls, and other builds are other programs; so it is said where the program asks.
 * Files that the program includes by "name" are its own text; those of the system are not. */
#include <string.h>
#include "ctext/scan.h"
#include "frontend/lower.h"

typedef struct {
  Lowering *l;
  GHashTable *seen; /* char*: names of files */
} Search;

static const char *const names[] = {"__OPTIMIZE__",
                                    "__OPTIMIZE_SIZE__",
                                    "__NO_INLINE__",
                                    "__FAST_MATH__",
                                    "__FINITE_MATH_ONLY__",
                                    "__FLT_EVAL_METHOD__",
                                    "FLT_EVAL_METHOD",
                                    "__SSE__",
                                    "__SSE2__",
                                    "__SSE_MATH__",
                                    "__SSE2_MATH__",
                                    "__PIC__",
                                    "__pic__",
                                    "__PIE__",
                                    "__pie__",
                                    "__clang__",
                                    "__llvm__",
                                    "__GNUC__",
                                    "__GNUC_MINOR__",
                                    "__GNUC_PATCHLEVEL__",
                                    "__VERSION__",
                                    "__INTEL_COMPILER",
                                    "__TINYC__",
                                    "__STDC_VERSION__",
                                    "__COUNTER__",
                                    "__has_builtin",
                                    "__has_feature",
                                    "__has_extension",
                                    "__has_attribute",
                                    "__has_include",
                                    "__DATE__",
                                    "__TIME__",
                                    "__TIMESTAMP__"};

static gboolean is_asked_for(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (g_str_equal(names[i], name)) return TRUE;
  return g_str_has_prefix(name, "__clang_");
}

/* GCC and clang both have it: `#ifdef __GNUC__` asks for nothing else. */
static gboolean asks_whether_defined(const char *code, gsize at) {
  static const char *const words[] = {"ifdef", "ifndef", "defined"};
  while (at > 0 && (code[at - 1] == ' ' || code[at - 1] == '\t' || code[at - 1] == '(')) at--;
  for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
    const gsize n = strlen(words[i]);
    if (at >= n && ctext_word_at(code, at - n, words[i])) return TRUE;
  }
  return FALSE;
}

static void say(Search *s, const char *name, const char *file, guint line) {
  const gboolean time = g_str_equal(name, "__DATE__") || g_str_has_prefix(name, "__TIME");
  g_autofree char *text = g_strdup_printf(time ? "%s is the time when acf compiled the program"
                                               : "%s is what clang gives without optimization",
                                          name);
  lower_say(s->l, s->l->program->assumptions, (IrLoc){g_intern_string(file), line, 1}, text);
}

static void look(Search *s, const char *file, const char *text);

/* `include "name"`: the name is blank in the code, and stands in the text. */
static void look_into_included(Search *s, const char *file, const char *text, gsize behind) {
  const gsize open = ctext_skip_blank(text, behind);
  const char *stop = text[open] == '"' ? strchr(text + open + 1, '"') : NULL;
  if (!stop) return;
  g_autofree char *name = g_strndup(text + open + 1, (gsize)(stop - text) - open - 1),
                  *folder = g_path_get_dirname(file), *path = g_build_filename(folder, name, NULL),
                  *more = NULL;
  if (g_hash_table_add(s->seen, g_strdup(path)) && g_file_get_contents(path, &more, NULL, NULL))
    look(s, path, more);
}

static void look(Search *s, const char *file, const char *text) {
  g_autofree char *code = ctext_code_and_directives(text);
  guint line = 1;
  for (gsize at = 0; code[at];) {
    const gsize stop = ctext_word_end(code, at);
    if (stop == at) {
      line += code[at++] == '\n';
      continue;
    }
    g_autofree char *name = g_strndup(code + at, stop - at);
    if (g_str_equal(name, "include") && at > 0 && strchr("# \t", code[at - 1]))
      look_into_included(s, file, text, stop);
    else if (is_asked_for(name) && !(g_str_equal(name, "__GNUC__") && asks_whether_defined(code, at)))
      say(s, name, file, line);
    at = stop;
  }
}

void compiler_macros_assume(Lowering *l) {
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  Search s = {l, seen};
  for (guint i = 0; i < l->given->len; i++) {
    const SourceFile *f = (const SourceFile *)l->given->pdata[i];
    if (source_file_has_places(f)) look(&s, f->path, f->text);
  }
  if (LLVMGetNamedGlobal(l->module, CONSTANT_AS_IS))
    lower_say(l, l->program->assumptions, site_find_identifier(l, "__builtin_constant_p"),
              "__builtin_constant_p gives what it does without optimization");
}
