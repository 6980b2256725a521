/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers to one type that are cast into pointers to another.  What is accessed through both has the same
 * bytes here, as with -fno-strict-aliasing; an optimizing compiler may take the two for different objects.  So
 * it is said where a program casts like that.  Characters may access anything, and of structures it depends on
 * the member. */
#include <string.h>
#include "ctext/scan.h"
#include "frontend/libclang.h"
#include "frontend/lower.h"

typedef struct {
  Lowering *l;
  CXFile file;
  const char *path;
} Search;

/* ---- a quick look, so that most programs need no second parse ---- */

/* Before the '*' stands a type whose objects are accessed by that type alone. */
static gboolean follows_scalar(const char *code, gsize star) {
  while (star > 0 && strchr("* \t", code[star - 1])) star--;
  gsize start = star;
  while (start > 0 && ctext_is_name(code[start - 1])) start--;
  return start < star && !ctext_word_at(code, start, "void") && !ctext_word_at(code, start, "char");
}

static gboolean may_cast(const char *text) {
  g_autofree char *code = ctext_code_and_directives(text);
  for (const char *at = code; (at = strchr(at, '*')); at++) {
    const gsize behind = ctext_skip_blank(code, (gsize)(at - code) + 1);
    if (code[behind] != ')' || !follows_scalar(code, (gsize)(at - code))) continue;
    const char next = code[ctext_skip_blank(code, behind + 1)];
    if (next == '&' || next == '(' || next == '*' || ctext_is_name(next)) return TRUE;
  }
  return FALSE;
}

/* ---- casts ---- */

/* The type that accesses go by, whatever its sign; CXType_Invalid: any may. */
static enum CXTypeKind access_kind(CXType t) {
  t = clang.getCanonicalType(t);
  if (t.kind == CXType_Enum) t = clang.getCanonicalType(clang.getEnumDeclIntegerType(clang.getTypeDeclaration(t)));
  switch ((int)t.kind) {
  case CXType_UShort: return CXType_Short;
  case CXType_UInt: return CXType_Int;
  case CXType_ULong: return CXType_Long;
  case CXType_ULongLong: return CXType_LongLong;
  case CXType_Short: case CXType_Int: case CXType_Long: case CXType_LongLong:
  case CXType_Float: case CXType_Double: case CXType_LongDouble: case CXType_Pointer: return t.kind;
  default: return CXType_Invalid;
  }
}

/* What a pointer or an array leads to, past the dimensions of the latter. */
static CXType target_of(CXType t) {
  t = clang.getCanonicalType(t);
  if (t.kind == CXType_Pointer) t = clang.getCanonicalType(clang.getPointeeType(t));
  while (t.kind == CXType_ConstantArray || t.kind == CXType_VariableArray || t.kind == CXType_IncompleteArray)
    t = clang.getCanonicalType(clang.getArrayElementType(t));
  return t;
}

static void say(const Search *s, CXCursor cast, CXType from, CXType to) {
  CXFile file;
  unsigned line = 0, column = 0;
  clang.getExpansionLocation(clang.getRangeStart(clang.getCursorExtent(cast)), &file, &line, &column, NULL);
  if (!file || !clang.File_isEqual(file, s->file)) return;
  const char *stored = libclang_intern(clang.getTypeSpelling(from)), *accessed = libclang_intern(clang.getTypeSpelling(to));
  g_autofree char *text = g_strdup_printf("one object may be accessed as %s and as %s, as with -fno-strict-aliasing",
                                          stored, accessed);
  lower_say(s->l, s->l->program->assumptions, (IrLoc){g_intern_string(s->path), line, column}, text);
}

static void look_at_cast(const Search *s, CXCursor cast) {
  g_autoptr(GArray) children = libclang_children(cast);
  if (!children->len || clang.getCanonicalType(clang.getCursorType(cast)).kind != CXType_Pointer) return;
  CXCursor operand = g_array_index(children, CXCursor, children->len - 1);
  CXType given = clang.getCanonicalType(clang.getCursorType(operand));
  CXType from = target_of(given), to = target_of(clang.getCursorType(cast));
  const enum CXTypeKind stored = access_kind(from), accessed = access_kind(to);
  const gboolean is_number = given.kind != CXType_Pointer && from.kind == given.kind;
  if (!is_number && stored != CXType_Invalid && accessed != CXType_Invalid && stored != accessed)
    say(s, cast, from, to);
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  if (clang.getCursorKind(c) == CXCursor_CStyleCastExpr) look_at_cast((const Search *)data, c);
  return CXChildVisit_Recurse;
}

/* In functions that are part of the program, and in the values that variables begin with. */
static enum CXChildVisitResult visit_top(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  const Search *s = (const Search *)data;
  if (clang.getCursorKind(c) == CXCursor_FunctionDecl) {
    LLVMValueRef f = LLVMGetNamedFunction(s->l->module, libclang_intern(clang.getCursorSpelling(c)));
    if (!s->l->clash && !(f && g_hash_table_contains(s->l->function_ids, f))) return CXChildVisit_Continue;
  }
  clang.visitChildren(c, visit, data);
  return CXChildVisit_Continue;
}

static void look(Lowering *l, const SourceFile *f) {
  CXIndex index = clang.createIndex(0, 0);
  CXTranslationUnit unit = libclang_parse(index, f->path, f->text, f->flags, l->options->lp64, CXTranslationUnit_None);
  if (unit) {
    Search s = {l, clang.getFile(unit, f->path), f->path};
    clang.visitChildren(clang.getTranslationUnitCursor(unit), visit_top, &s);
    clang.disposeTranslationUnit(unit);
  }
  clang.disposeIndex(index);
}

void puns_assume(Lowering *l) {
  for (guint i = 0; i < l->given->len; i++) {
    const SourceFile *f = (const SourceFile *)l->given->pdata[i];
    if (!f->is_bitcode && may_cast(f->text) && libclang_load()) look(l, f);
  }
}
