/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading of libclang, and parsing by it. */
#include "frontend/libclang.h"
#include <dlfcn.h>
#include <string.h>
#include "config.h"
#include "frontend/frontend.h"

Libclang clang;

gboolean libclang_load(void) {
  static gboolean complete;
  if (complete) return TRUE;
  void *library = dlopen(LIBCLANG, RTLD_NOW | RTLD_LOCAL);
  complete = library != NULL;
#define LOAD(name)                                                                                           \
  if (complete) complete = (*(void **)&clang.name = dlsym(library, "clang_" #name)) != NULL;
  LIBCLANG_FUNCTIONS(LOAD)
  return complete;
}

CXTranslationUnit libclang_parse(CXIndex index, const char *path, const char *text, char *const *flags,
                                 gboolean lp64, unsigned options) {
  static const char *const usual[] = {"-x",
                                      "c",
                                      "-std=gnu11",
                                      "-fgnu89-inline",
                                      "-fno-builtin",
                                      "-fbracket-depth=100000",
                                      FRONTEND_LENIENT,
                                      "-Ulinux",
                                      "-Uunix",
                                      "-Ui386"};
  const guint n = G_N_ELEMENTS(usual) - (g_str_has_suffix(path, ".i") ? 0 : 3);
  g_autoptr(GPtrArray) arguments = g_ptr_array_new();
  frontend_add_model(arguments, lp64);
  for (guint i = 0; i < n; i++) g_ptr_array_add(arguments, (gpointer)usual[i]);
  for (; flags && *flags; flags++) g_ptr_array_add(arguments, *flags);
  struct CXUnsavedFile file = {path, text, strlen(text)};
  CXTranslationUnit unit = NULL;
  const enum CXErrorCode code = clang.parseTranslationUnit2(
      index, path, (const char *const *)arguments->pdata, (int)arguments->len, &file, 1, options, &unit);
  return code == CXError_Success ? unit : NULL;
}

const char *libclang_intern(CXString s) {
  const char *text = clang.getCString(s), *result = g_intern_string(text ? text : "");
  clang.disposeString(s);
  return result;
}

static enum CXChildVisitResult add_child(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  g_array_append_val((GArray *)data, c);
  return CXChildVisit_Continue;
}

GArray *libclang_children(CXCursor c) {
  GArray *children = g_array_new(FALSE, FALSE, sizeof(CXCursor));
  clang.visitChildren(c, add_child, children);
  return children;
}

void libclang_extent(CXCursor c, guint *from, guint *to) {
  CXSourceRange range = clang.getCursorExtent(c);
  clang.getFileLocation(clang.getRangeStart(range), NULL, NULL, NULL, from);
  clang.getFileLocation(clang.getRangeEnd(range), NULL, NULL, NULL, to);
}
