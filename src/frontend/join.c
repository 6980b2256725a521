/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joining the files of a program.
 *
 * Macros and static names of one file are seen by those behind it, headers are read once.  Whether that
 * changes anything is not guessed: both ways are compiled, and every function and variable has to be the
 * same. */
#include "frontend/join.h"
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>
#include "frontend/lower.h"

/* ---- lines ---- */

static guint lines_of(const SourceFile *f) {
  guint n = 0;
  for (gsize i = 0; i < f->length; i++) n += f->text[i] == '\n';
  return n + (f->length && f->text[f->length - 1] != '\n');
}

guint joined_line(const Program *p, IrLoc loc) {
  guint before = 0;
  if (!p->files->len) return g_strcmp0(loc.file, p->path) == 0 ? loc.line : 0;
  for (guint i = 0; loc.file && i < p->files->len; i++) {
    const SourceFile *f = (const SourceFile *)p->files->pdata[i];
    if (g_str_equal(f->path, loc.file)) return f->is_bitcode || f->is_model ? 0 : before + loc.line;
    if (!f->is_bitcode) before += lines_of(f);
  }
  return 0;
}

char *const *joined_flags(const Program *p) {
  static char *const none[] = {NULL};
  return p->files->len ? ((const SourceFile *)p->files->pdata[0])->flags : none;
}

/* ---- one definition as text ---- */

/* A string by what it holds, a type by its size: the names that LLVM gives them differ. */
static gboolean put_meaning(const GMatchInfo *match, GString *out, gpointer module) {
  g_autofree char *name = g_match_info_fetch_named(match, "name"),
                  *type = g_match_info_fetch_named(match, "type");
  LLVMValueRef string = name && *name ? LLVMGetNamedGlobal(module, name) : NULL;
  LLVMTypeRef t = type && *type ? LLVMGetTypeByName2(LLVMGetModuleContext(module), type) : NULL;
  if (string && LLVMGetInitializer(string)) {
    char *text = LLVMPrintValueToString(LLVMGetInitializer(string));
    g_string_append_printf(out, "<%s>", text);
    LLVMDisposeMessage(text);
  } else if (t && LLVMTypeIsSized(t)) {
    g_string_append_printf(out, "<%llu bytes>", LLVMABISizeOfType(LLVMGetModuleDataLayout(module), t));
  }
  return FALSE;
}

static char *definition_text(LLVMModuleRef module, LLVMValueRef v) {
  g_autoptr(GRegex)
      names = g_regex_new("@(?<name>\\.str[.0-9]*|__const\\.[\\w.]+)|%(?<type>(struct|union)\\.[\\w.]+)",
                          G_REGEX_RAW, 0, NULL),
      marks = g_regex_new("(,? ![\\w.]+ ![0-9]+| #[0-9]+|^; .*$)", G_REGEX_RAW | G_REGEX_MULTILINE, 0, NULL);
  char *printed = LLVMPrintValueToString(v);
  g_autofree char *meant = g_regex_replace_eval(names, printed, -1, 0, 0, put_meaning, module, NULL);
  LLVMDisposeMessage(printed);
  return g_regex_replace_literal(marks, meant, -1, 0, "", 0, NULL);
}

/* ---- all of them ---- */

static LLVMValueRef next_definition(LLVMModuleRef m, LLVMValueRef last) {
  LLVMValueRef v = !last                   ? LLVMGetFirstFunction(m)
                   : LLVMIsAFunction(last) ? LLVMGetNextFunction(last)
                                           : LLVMGetNextGlobal(last);
  if (!v && (!last || LLVMIsAFunction(last))) v = LLVMGetFirstGlobal(m);
  const gboolean counts = v && !LLVMIsDeclaration(v) && LLVMGetLinkage(v) != LLVMPrivateLinkage;
  return !v || counts ? v : next_definition(m, v);
}

static const char *name_of(LLVMValueRef v) {
  size_t length;
  return LLVMGetValueName2(v, &length);
}

/* The name of the first definition of x that y does not have as it is, to free; NULL: it has all. */
static char *first_difference(LLVMModuleRef x, LLVMModuleRef y) {
  for (LLVMValueRef v = next_definition(x, NULL); v; v = next_definition(x, v)) {
    const char *name = name_of(v);
    LLVMValueRef other = LLVMIsAFunction(v) ? LLVMGetNamedFunction(y, name) : LLVMGetNamedGlobal(y, name);
    g_autofree char *own = definition_text(x, v), *others = other ? definition_text(y, other) : NULL;
    if (g_strcmp0(own, others) != 0) return g_strdup(name);
  }
  return NULL;
}

static gboolean refuse(GError **error, const char *why) {
  g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_LINK,
              "the files of the program cannot be given to other tools as one: %s", why);
  return FALSE;
}

static gboolean same_program(const LinkedModule *apart, const LinkedModule *joined, GError **error) {
  LLVMStripModuleDebugInfo(apart->module);
  LLVMStripModuleDebugInfo(joined->module);
  g_autofree char *one = first_difference(apart->module, joined->module),
                  *other = one ? NULL : first_difference(joined->module, apart->module),
                  *which = one || other ? g_strdup_printf("%s would be another", one ? one : other) : NULL;
  return !which || refuse(error, which);
}

/* ---- the text ---- */

static gboolean can_join(const Program *p, GError **error) {
  const SourceFile *first = (const SourceFile *)p->files->pdata[0];
  for (guint i = 0; i < p->files->len; i++) {
    const SourceFile *f = (const SourceFile *)p->files->pdata[i];
    if (f->is_bitcode) return refuse(error, "there is bitcode among them");
    if (!f->text || strlen(f->text) != f->length)
      return refuse(error, "their texts are not at hand, or no text");
    if (!g_strv_equal((const char *const *)f->flags, (const char *const *)first->flags))
      return refuse(error, "they are compiled with different flags");
  }
  return TRUE;
}

static char *joined_text(const Program *p) {
  GString *all = g_string_new(NULL);
  for (guint i = 0; i < p->files->len; i++) {
    const SourceFile *f = (const SourceFile *)p->files->pdata[i];
    g_string_append_len(all, f->text, (gssize)f->length);
    if (f->length && f->text[f->length - 1] != '\n') g_string_append_c(all, '\n');
  }
  return g_string_free(all, FALSE);
}

static gboolean check_joined(const Program *p, const char *text, GError **error) {
  const FrontendOptions options = {.lp64 = p->pointer_width == 64, .several = TRUE};
  const SourceFile *first = (const SourceFile *)p->files->pdata[0];
  g_autoptr(GPtrArray) one = source_files_new();
  g_ptr_array_add(
      one, source_file_new(first->path, g_strdup(text), strlen(text), (const char *const *)first->flags));
  LinkedModule apart = {.files = p->files}, joined = {.files = one};
  g_autoptr(GError) problem = NULL;
  gboolean good = module_compile(&apart, &options, &problem) && module_compile(&joined, &options, &problem);
  if (!good)
    refuse(error, problem->message);
  else
    good = same_program(&apart, &joined, error);
  if (apart.module) module_dispose(apart.module);
  if (joined.module) module_dispose(joined.module);
  return good;
}

char *join_files(const Program *p, GError **error) {
  const SourceFile *first = p->files->len ? (const SourceFile *)p->files->pdata[0] : NULL;
  char *text = NULL;
  if (!first) {
    g_file_get_contents(p->path, &text, NULL, error);
    return text;
  }
  if (!can_join(p, error)) return NULL;
  text = joined_text(p);
  if (p->files->len > 1 && !check_joined(p, text, error)) g_clear_pointer(&text, g_free);
  return text;
}
