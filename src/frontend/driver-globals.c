/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables outside of functions as inputs: those that the entry function can reach by the names that its body,
 * the bodies of functions named there, and initialisers mention. */
#include "base/limits.h"
#include "frontend/driver-build.h"

typedef struct {
  DriverBuild *build;
  GHashTable *seen;     /* char*: places of declarations */
  GPtrArray *variables; /* CXCursor* */
} Reach;

static void visit(Reach *r, CXCursor c);

static enum CXChildVisitResult visit_node(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  if (clang.getCursorKind(c) == CXCursor_DeclRefExpr) visit(data, clang.getCursorReferenced(c));
  return CXChildVisit_Recurse;
}

/* Declarations of one thing have one name for the linker; those of functions' own variables are none. */
static gboolean is_new(Reach *r, CXCursor c) {
  g_autofree char *name = driver_text_of(clang.getCursorSpelling(c));
  return g_hash_table_add(r->seen, g_steal_pointer(&name));
}

static gboolean is_outside(CXCursor variable) {
  return clang.getCursorKind(clang.getCursorSemanticParent(variable)) == CXCursor_TranslationUnit;
}

static void visit(Reach *r, CXCursor c) {
  const enum CXCursorKind kind = clang.getCursorKind(c);
  const CXCursor defined = clang.getCursorDefinition(c), at = clang.Cursor_isNull(defined) ? c : defined;
  if (kind == CXCursor_FunctionDecl) {
    if (is_new(r, at)) clang.visitChildren(at, visit_node, r);
  } else if (kind == CXCursor_VarDecl && is_outside(at)) {
    if (!is_new(r, at)) return;
    g_ptr_array_add(r->variables, g_memdup2(&at, sizeof at));
    clang.visitChildren(at, visit_node, r);
  } else if (kind == CXCursor_VarDecl && clang.Cursor_getStorageClass(c) == CX_SC_Static &&
             !clang.isConstQualifiedType(clang.getCursorType(c))) {
    g_autofree char *name = driver_text_of(clang.getCursorSpelling(c)), *key = g_strconcat("static ", name, NULL);
    if (g_hash_table_add(r->seen, g_steal_pointer(&key)))
      driver_assume(r->build, "the static variable %s of a function has the value that it is initialised with", name);
  }
}

/* Itself, or as an array its elements. */
static gboolean is_const(CXType type) {
  CXType t = clang.getCanonicalType(type);
  gboolean is = clang.isConstQualifiedType(t);
  while (!is && t.kind == CXType_ConstantArray) {
    t = clang.getCanonicalType(clang.getArrayElementType(t));
    is = clang.isConstQualifiedType(t);
  }
  return is;
}

static void add_variable(DriverBuild *b, CXCursor c) {
  const CXType type = clang.getCursorType(c);
  CXFile file;
  unsigned line, column;
  const CXSourceLocation place = clang.getCursorLocation(c);
  if (is_const(type) || clang.Location_isInSystemHeader(place)) return;
  g_autofree char *name = driver_text_of(clang.getCursorSpelling(c));
  clang.getFileLocation(place, &file, &line, &column, NULL);
  g_autofree char *path = driver_text_of(clang.getFileName(file));
  b->loc = (IrLoc){g_intern_string(path), line, column};
  const gboolean is_complete = clang.Type_getSizeOf(type) >= 0; /* neither an array of unknown size nor a hidden type */
  if (!is_complete)
    driver_assume(b, "%s has the value that it is initialised with", name);
  else
    driver_fill(b, type, name, name, 0);
}

void driver_globals(DriverBuild *b, CXCursor entry) {
  Reach r = {b, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), g_ptr_array_new_with_free_func(g_free)};
  visit(&r, entry);
  b->kind = SITE_GLOBAL;
  for (guint i = 0; i < r.variables->len; i++)
    if (!b->options->globals_initial) add_variable(b, *(const CXCursor *)r.variables->pdata[i]);
  if (r.variables->len && b->options->globals_initial)
    driver_assume(b, "%s is called when all variables still have the values that they are initialised with",
                  b->entry);
  g_hash_table_unref(r.seen);
  g_ptr_array_unref(r.variables);
}
