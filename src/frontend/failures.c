/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether anything in the program can fail at all.  A misspelt name, or asserts that are compiled out, must
 * not look like a proof. */
#include <string.h>
#include "ctext/scan.h"
#include "frontend/lower.h"

/* Does the text still compile with this at its end? */
static gboolean compiles_with(const SourceFile *f, const FrontendOptions *options, const char *more) {
  char *whole = g_strconcat(f->text, "\n", more, "\n", NULL);
  SourceFile *longer = source_file_new(f->path, whole, strlen(whole), (const char *const *)f->flags);
  g_autoptr(GBytes) bitcode = frontend_compile(longer, options, NULL);
  source_file_free(longer);
  return bitcode != NULL;
}

static gboolean is_there(const LinkedModule *linked, const FrontendOptions *options, const char *function) {
  g_autofree char *mention = g_strdup_printf("void *acf_is_there = (void *)%s;", function);
  gboolean there = LLVMGetNamedFunction(linked->module, function) != NULL;
  for (guint i = 0; i < linked->files->len && !there; i++) {
    const SourceFile *f = (const SourceFile *)linked->files->pdata[i];
    there = !f->is_bitcode && compiles_with(f, options, mention);
  }
  return there;
}

gboolean failures_named(const LinkedModule *linked, const FrontendOptions *options, GError **error) {
  const SourceFile *first = (const SourceFile *)linked->files->pdata[0];
  for (char **f = options->property ? options->property->error_functions : NULL; options->named && *f; f++) {
    if (is_there(linked, options, *f)) continue;
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_FAILURE,
                "%s neither declares nor calls %s, whose calls are to be failures: check the name",
                linked->files->len > 1 ? "the program" : first->path, *f);
    return FALSE;
  }
  return TRUE;
}

/* Called, or at least defined or named.  What a failing assert calls is none of them: an assert is for people, too. */
gboolean failures_by_call(LLVMModuleRef module, const GPtrArray *files) {
  for (guint i = 0; i < files->len; i++)
    if (strstr(((const SourceFile *)files->pdata[i])->text, "__VERIFIER_")) return TRUE;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    if (g_str_has_prefix(name, "__VERIFIER_") || error_function_is_known(name)) return TRUE;
  }
  return FALSE;
}

static gboolean has_call(const char *code, const char *function) {
  for (const char *at = strstr(code, function); at; at = strstr(at + 1, function)) {
    const gsize place = (gsize)(at - code);
    if (ctext_word_at(code, place, function) && code[ctext_skip_blank(code, place + strlen(function))] == '(')
      return TRUE;
  }
  return FALSE;
}

/* Failed assertions count; and nothing in the module reports one. */
static gboolean no_assert_left(const Property *p, LLVMModuleRef module) {
  gboolean counts = FALSE;
  for (char **f = p->error_functions; *f && property_counts(p, FAILURE_ASSERT); f++) {
    if (error_function_failure(*f) != FAILURE_ASSERT) continue;
    if (LLVMGetNamedFunction(module, *f)) return FALSE;
    counts = TRUE;
  }
  return counts;
}

/* The text makes asserts of the C library, and none of them is left. */
static gboolean leaves_out_asserts(const SourceFile *f, const FrontendOptions *options) {
  if (f->is_bitcode || !strstr(f->text, "assert.h")) return FALSE;
  g_autofree char *code = ctext_code(f->text);
  return has_call(code, "assert") && !compiles_with(f, options, "#ifdef NDEBUG\n#error\n#endif");
}

static gboolean asserts_are_gone(const Program *p, const LinkedModule *linked,
                                 const FrontendOptions *options) {
  gboolean gone = FALSE;
  if (!no_assert_left(p->property, linked->module)) return FALSE;
  for (guint i = 0; i < linked->files->len && !gone; i++)
    gone = leaves_out_asserts((const SourceFile *)linked->files->pdata[i], options);
  return gone;
}

/* Where only calls count, none can be reached that is not there; of other failures nothing is known behind what is
 * not modelled. */
static gboolean may_fail(const Program *p, const IrBlock *b) {
  return b->term == IR_ERROR || (b->term == IR_UNMODELLED && p->property->kinds != 1u << PROPERTY_UNREACH_CALL);
}

static gboolean has_failure(const Program *p) {
  for (guint f = 0; f < p->functions->len; f++) {
    const GPtrArray *blocks = program_function(p, f)->blocks;
    for (guint b = 0; b < blocks->len; b++)
      if (may_fail(p, (const IrBlock *)blocks->pdata[b])) return TRUE;
  }
  return FALSE;
}

/* "no call of reach_error, __VERIFIER_error or assert": what a failing assert calls has no name for people. */
static char *what_is_missing(const Property *p) {
  if (p->kinds != 1u << PROPERTY_UNREACH_CALL || p->at_file) return g_strdup("nothing that could");
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (char **f = p->error_functions; *f; f++)
    if (error_function_failure(*f) != FAILURE_ASSERT) g_ptr_array_add(names, *f);
  if (g_strv_length(p->error_functions) > names->len)
    g_ptr_array_add(names, (gpointer)failure_row(FAILURE_ASSERT)->name);
  const char *last = g_ptr_array_steal_index(names, names->len - 1);
  const guint n = names->len;
  g_ptr_array_add(names, NULL);
  g_autofree char *others = g_strjoinv(", ", (char **)names->pdata);
  return g_strconcat("no call of ", others, n ? " or " : "", last, NULL);
}

void failures_look(Program *p, const LinkedModule *linked, const FrontendOptions *options) {
  const gboolean gone = asserts_are_gone(p, linked, options);
  if (gone) g_ptr_array_add(p->assumptions, g_strdup("asserts do not count: NDEBUG is defined"));
  if (has_failure(p) || p->unmodelled->len || property_asks_for_end(p->property)) return;
  g_autofree char *missing = what_is_missing(p->property);
  p->nothing_fails = g_strdup_printf("%s is in what %s reaches%s", missing, p->property->entry,
                                     gone ? "; asserts are compiled out (NDEBUG is defined)" : "");
}
