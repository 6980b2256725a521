/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linking: what LLVM's linker would say of names alone is said here with the files. */
#include "frontend/link.h"
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include "frontend/frontend.h"

struct Linker {
  const Property *property;
  LLVMModuleRef whole;
  GHashTable *defined; /* char*: names that others see -> interned path of the file that defines them */
  GHashTable *sizes;   /* char*: variables that are declared -> Declared* */
  gboolean clash;
};

/* How large a file takes a variable of others to be. */
typedef struct {
  const char *path;
  guint64 size;
} Declared;

Linker *linker_new(const Property *property) {
  Linker *l = g_new0(Linker, 1);
  l->property = property;
  l->defined = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  l->sizes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  return l;
}

LLVMModuleRef linker_free(Linker *l, gboolean *clash) {
  LLVMModuleRef whole = l->whole;
  *clash = l->clash;
  g_hash_table_unref(l->defined);
  g_hash_table_unref(l->sizes);
  g_free(l);
  return whole;
}

static const char *name_of(LLVMValueRef v) {
  size_t length;
  return LLVMGetValueName2(v, &length);
}

static gboolean is_static(LLVMValueRef v) {
  const LLVMLinkage linkage = LLVMGetLinkage(v);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/* A definition that there may be only one of. */
static gboolean is_strong(LLVMValueRef v) {
  return !LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalLinkage;
}

/* Functions and variables of a module, one list after the other. */
typedef gboolean (*Visit)(Linker *l, LLVMValueRef v, const SourceFile *file, GError **error);
static gboolean visit_all(Linker *l, LLVMModuleRef module, const SourceFile *file, Visit visit,
                          GError **error) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!visit(l, f, file, error)) return FALSE;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (!visit(l, g, file, error)) return FALSE;
  return TRUE;
}

/* ---- static names ---- */

/* Calls of error functions are failures whatever is in them: so those of one name are one. */
static gboolean share_error(Linker *l, LLVMValueRef v, const SourceFile *file, GError **error) {
  if (LLVMIsAFunction(v) && is_static(v) && l->property && property_is_error(l->property, name_of(v)))
    LLVMSetLinkage(v, LLVMLinkOnceAnyLinkage);
  return TRUE;
}

static gboolean note_clash(Linker *l, LLVMValueRef v, const SourceFile *file, GError **error) {
  const char *name = name_of(v);
  if (!*name || *name == '.' || LLVMGetLinkage(v) == LLVMPrivateLinkage || g_str_has_prefix(name, "llvm."))
    return TRUE;
  LLVMValueRef other = LLVMGetNamedFunction(l->whole, name);
  if (!other) other = LLVMGetNamedGlobal(l->whole, name);
  if (other && (is_static(v) || is_static(other))) l->clash = TRUE;
  return TRUE;
}

/* ---- names that all files see ---- */

static guint64 size_of(LLVMValueRef variable) {
  LLVMTypeRef type = LLVMGlobalGetValueType(variable);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(variable));
  return LLVMTypeIsSized(type) ? LLVMABISizeOfType(layout, type) : 0;
}

/* One file declares what another has in another size: their types are not the same. */
static gboolean sizes_agree(Linker *l, LLVMValueRef v, const SourceFile *file, GError **error) {
  const char *name = name_of(v);
  const Declared *before = g_hash_table_lookup(l->sizes, name);
  const guint64 size = size_of(v);
  if (!size) return TRUE; /* an array without its length */
  if (before && before->size != size) {
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_LINK,
                "the variable %s has %" G_GUINT64_FORMAT " bytes in %s and %" G_GUINT64_FORMAT
                " in %s: the files do not mean the same type",
                name, before->size, before->path, size, file->path);
    return FALSE;
  }
  Declared *d = g_new(Declared, 1);
  *d = (Declared){file->path, size};
  if (!before)
    g_hash_table_insert(l->sizes, g_strdup(name), d);
  else
    g_free(d);
  return TRUE;
}

/* What another file, linked before, takes the name for; NULL: nothing. */
static LLVMValueRef other_of(const Linker *l, LLVMValueRef v) {
  LLVMValueRef f = l->whole ? LLVMGetNamedFunction(l->whole, name_of(v)) : NULL,
               g = l->whole && !f ? LLVMGetNamedGlobal(l->whole, name_of(v)) : NULL, other = f ? f : g;
  return other && !is_static(other) ? other : NULL;
}

static gboolean same_signature(LLVMValueRef f, LLVMValueRef other) {
  LLVMTypeRef x = LLVMGlobalGetValueType(f), y = LLVMGlobalGetValueType(other);
  return x == y || LLVMIsFunctionVarArg(x) || LLVMIsFunctionVarArg(y) ||
         (LLVMIsDeclaration(f) && LLVMIsDeclaration(other));
}

/* One file calls a function in another way than it is defined in another, or takes it for a variable. */
static gboolean types_agree(Linker *l, LLVMValueRef v, const SourceFile *file, GError **error) {
  LLVMValueRef other = other_of(l, v);
  if (!other) return TRUE;
  const gboolean function = LLVMIsAFunction(v) != NULL, same_kind = function == (LLVMIsAFunction(other) != NULL);
  if (same_kind && (!function || same_signature(v, other))) return TRUE;
  const char *defined = g_hash_table_lookup(l->defined, name_of(v));
  g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_LINK,
              "%s is of another type in %s than in %s: the files do not mean the same", name_of(v), file->path,
              defined && defined != file->path ? defined : "a file before it");
  return FALSE;
}

static gboolean check_name(Linker *l, LLVMValueRef v, const SourceFile *file, GError **error) {
  const char *name = name_of(v), *before = g_hash_table_lookup(l->defined, name);
  if (is_static(v) || g_str_has_prefix(name, "llvm.")) return TRUE;
  if (is_strong(v) && before) {
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_LINK, "%s is defined in %s and in %s", name, before,
                file->path);
    return FALSE;
  }
  if (!types_agree(l, v, file, error)) return FALSE;
  if (is_strong(v)) g_hash_table_insert(l->defined, g_strdup(name), (gpointer)file->path);
  return !LLVMIsAGlobalVariable(v) || sizes_agree(l, v, file, error);
}

gboolean linker_add(Linker *l, LLVMModuleRef module, const SourceFile *file, GError **error) {
  const gboolean fits = visit_all(l, module, file, check_name, error);
  if (!fits) {
    LLVMDisposeModule(module);
    return FALSE;
  }
  visit_all(l, module, file, share_error, NULL);
  if (!l->whole) {
    l->whole = module;
    return TRUE;
  }
  visit_all(l, module, file, note_clash, NULL);
  if (!LLVMLinkModules2(l->whole, module)) return TRUE;
  g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_LINK, "%s does not fit to the files before it",
              file->path);
  return FALSE;
}
