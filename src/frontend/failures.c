/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether anything in the program can fail at all.  A misspelt name, or asserts that are compiled out, must
 * not look like a proof. */
#include <string.h>
#include "ctext/scan.h"
#include "frontend/lower.h"

/* Does the text still compile with this at its end? */
static gboolean compiles_with(const char *path, const char *text, const FrontendOptions *options,
                              const char *more) {
  g_autofree char *whole = g_strconcat(text, "\n", more, "\n", NULL);
  g_autoptr(GBytes) bitcode = frontend_compile(path, whole, strlen(whole), options, NULL);
  return bitcode != NULL;
}

static gboolean is_there(LLVMModuleRef module, const char *path, const char *text,
                         const FrontendOptions *options, const char *function) {
  g_autofree char *mention = g_strdup_printf("void *acf_is_there = (void *)%s;", function);
  return LLVMGetNamedFunction(module, function) || compiles_with(path, text, options, mention);
}

gboolean failures_named(LLVMModuleRef module, const char *path, const char *text,
                        const FrontendOptions *options, GError **error) {
  for (char **f = options->property ? options->property->error_functions : NULL; options->named && *f; f++) {
    if (is_there(module, path, text, options, *f)) continue;
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_FAILURE,
                "%s neither declares nor calls %s, whose calls are to be failures: check the name", path, *f);
    return FALSE;
  }
  return TRUE;
}

static gboolean has_call(const char *code, const char *function) {
  for (const char *at = strstr(code, function); at; at = strstr(at + 1, function)) {
    const gsize place = (gsize)(at - code);
    if (ctext_word_at(code, place, function) && code[ctext_skip_blank(code, place + strlen(function))] == '(')
      return TRUE;
  }
  return FALSE;
}

/* The text makes asserts of the C library, and none of them is left. */
static gboolean asserts_are_gone(const Program *p, LLVMModuleRef module, const char *text,
                                 const FrontendOptions *options) {
  static const char failed[] = "__assert_fail";
  if (!property_is_error(p->property, failed) || LLVMGetNamedFunction(module, failed)) return FALSE;
  g_autofree char *code = ctext_code(text);
  return strstr(text, "assert.h") && has_call(code, "assert") &&
         !compiles_with(p->path, text, options, "#ifdef NDEBUG\n#error\n#endif");
}

static gboolean has_error_call(const Program *p) {
  for (guint f = 0; f < p->functions->len; f++) {
    const GPtrArray *blocks = program_function(p, f)->blocks;
    for (guint b = 0; b < blocks->len; b++)
      if (((const IrBlock *)blocks->pdata[b])->term == IR_ERROR) return TRUE;
  }
  return FALSE;
}

/* "reach_error, __VERIFIER_error or assert": what a failing assert calls has no name for people. */
static char *names_of_errors(const Property *p) {
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (char **f = p->error_functions; *f; f++)
    if (!g_str_has_prefix(*f, "__assert")) g_ptr_array_add(names, *f);
  if (g_strv_length(p->error_functions) > names->len) g_ptr_array_add(names, "assert");
  const char *last = g_ptr_array_steal_index(names, names->len - 1);
  const guint n = names->len;
  g_ptr_array_add(names, NULL);
  g_autofree char *others = g_strjoinv(", ", (char **)names->pdata);
  return n ? g_strconcat(others, " or ", last, NULL) : g_strdup(last);
}

void failures_look(Program *p, LLVMModuleRef module, const char *text, const FrontendOptions *options) {
  const gboolean gone = asserts_are_gone(p, module, text, options);
  if (gone) g_ptr_array_add(p->assumptions, g_strdup("asserts do not count: NDEBUG is defined"));
  if (has_error_call(p) || p->unmodelled->len) return;
  g_autofree char *names = names_of_errors(p->property);
  p->nothing_fails = g_strdup_printf("no call of %s is in what %s reaches%s", names, p->property->entry,
                                     gone ? "; asserts are compiled out (NDEBUG is defined)" : "");
}
