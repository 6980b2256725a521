/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates among expressions. */
#include "audit/syntax-reader.h"

/* What is known of an expression. */
typedef struct {
  gboolean pure, reads, risky; /* risky: it may have no value */
  guint last;                  /* the last declaration of a variable in it, as a place in the text */
} Traits;

static Traits examine(CXCursor c);

static Traits both(Traits a, Traits b) {
  return (Traits){a.pure && b.pure, a.reads || b.reads, a.risky || b.risky, MAX(a.last, b.last)};
}

static Traits examine_children(CXCursor c) {
  Traits all = {.pure = TRUE};
  g_autoptr(GArray) children = libclang_children(c);
  for (guint i = 0; i < children->len; i++) {
    CXCursor child = g_array_index(children, CXCursor, i);
    if (clang.isExpression(clang.getCursorKind(child))) all = both(all, examine(child)); /* else: a type */
  }
  return all;
}

static Traits examine_name(CXCursor c) {
  CXCursor declared = clang.getCursorReferenced(c);
  const enum CXCursorKind kind = clang.getCursorKind(declared);
  Traits t = {.pure =
                  kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_EnumConstantDecl};
  guint to;
  t.reads = kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl;
  if (t.reads) libclang_extent(declared, &t.last, &to);
  return t;
}

static gboolean is_assignment(enum CXBinaryOperatorKind k) { return k >= CXBinaryOperator_Assign; }

static Traits examine_binary(CXCursor c) {
  const enum CXBinaryOperatorKind k = clang.getCursorBinaryOperatorKind(c);
  Traits t = examine_children(c);
  t.pure &= !is_assignment(k) && k != CXBinaryOperator_Comma && k != CXBinaryOperator_Invalid;
  t.risky |= k == CXBinaryOperator_Div || k == CXBinaryOperator_Rem || k == CXBinaryOperator_Shl ||
             k == CXBinaryOperator_Shr;
  return t;
}

static Traits examine_unary(CXCursor c) {
  const enum CXUnaryOperatorKind k = clang.getCursorUnaryOperatorKind(c);
  Traits t = examine_children(c);
  t.pure &= k == CXUnaryOperator_Plus || k == CXUnaryOperator_Minus || k == CXUnaryOperator_Not ||
            k == CXUnaryOperator_LNot || k == CXUnaryOperator_Deref;
  t.risky |= k == CXUnaryOperator_Deref;
  return t;
}

static Traits examine(CXCursor c) {
  Traits t;
  switch ((int)clang.getCursorKind(c)) {
  case CXCursor_DeclRefExpr: return examine_name(c);
  case CXCursor_IntegerLiteral:
  case CXCursor_CharacterLiteral: return (Traits){.pure = TRUE};
  case CXCursor_ParenExpr:
  case CXCursor_UnexposedExpr:
  case CXCursor_CStyleCastExpr:
  case CXCursor_ConditionalOperator: return examine_children(c);
  case CXCursor_ArraySubscriptExpr:
  case CXCursor_MemberRefExpr:
    t = examine_children(c);
    t.risky = TRUE;
    return t;
  case CXCursor_BinaryOperator: return examine_binary(c);
  case CXCursor_UnaryOperator: return examine_unary(c);
  default: return (Traits){0};
  }
}

/* ---- what changes something ---- */

static gboolean is_change(CXCursor c) {
  const enum CXUnaryOperatorKind u = clang.getCursorKind(c) == CXCursor_UnaryOperator
                                         ? clang.getCursorUnaryOperatorKind(c)
                                         : CXUnaryOperator_Invalid;
  switch ((int)clang.getCursorKind(c)) {
  case CXCursor_CallExpr:
  case CXCursor_CompoundAssignOperator:
  case CXCursor_StmtExpr: return TRUE;
  case CXCursor_BinaryOperator: return is_assignment(clang.getCursorBinaryOperatorKind(c));
  case CXCursor_UnaryOperator:
    return u == CXUnaryOperator_PostInc || u == CXUnaryOperator_PostDec || u == CXUnaryOperator_PreInc ||
           u == CXUnaryOperator_PreDec;
  default: return FALSE;
  }
}

static enum CXChildVisitResult find_change(CXCursor c, CXCursor parent, CXClientData found) {
  (void)parent;
  if (!is_change(c)) return CXChildVisit_Recurse;
  *(gboolean *)found = TRUE;
  return CXChildVisit_Break;
}

gboolean expression_disturbs(CXCursor c) {
  gboolean found = FALSE;
  clang.visitChildren(c, find_change, &found);
  return found;
}

/* ---- candidates ---- */

static gboolean integer_type(CXType t, IntegerType *type) {
  CXType canonical = clang.getCanonicalType(t);
  if (canonical.kind == CXType_Enum)
    canonical = clang.getCanonicalType(clang.getEnumDeclIntegerType(clang.getTypeDeclaration(canonical)));
  const long long size = clang.Type_getSizeOf(canonical);
  const enum CXTypeKind kind = canonical.kind;
  const gboolean is_unsigned = (kind >= CXType_Bool && kind <= CXType_ULongLong);
  const gboolean is_signed = kind >= CXType_Char_S && kind <= CXType_LongLong && kind != CXType_WChar;
  *type = (IntegerType){kind == CXType_Bool ? 1 : (guint)(8 * size), !is_unsigned};
  return (is_unsigned || is_signed) && size >= 1 && size <= 8;
}

/* Elements of the array whose index the expression is; 0: none that is known. */
static guint64 indexed_elements(CXCursor base) {
  CXCursor c = base;
  while (clang.getCursorKind(c) == CXCursor_UnexposedExpr || clang.getCursorKind(c) == CXCursor_ParenExpr) {
    g_autoptr(GArray) inner = libclang_children(c);
    if (inner->len != 1) break;
    c = g_array_index(inner, CXCursor, 0);
  }
  const long long n = clang.getArraySize(clang.getCanonicalType(clang.getCursorType(c)));
  return n > 0 ? (guint64)n : 0;
}

/* Is the variable declared where the check stands?  One of the same statement is not. */
static gboolean in_scope(const Reader *r, const Traits *t) {
  const Place *p = &g_array_index(r->syntax->places, Place, r->place);
  return t->last < p->at;
}

static void offer(Reader *r, CXCursor c, guint depth, guint64 elements) {
  const Traits t = examine(c);
  const CXType type = clang.getCursorType(c);
  Candidate candidate = {.place = r->place, .depth = depth, .elements = elements};
  guint from, to;
  libclang_extent(c, &from, &to);
  if (!t.pure || !t.reads || (t.risky && r->disturbed) || !in_scope(r, &t) || to <= from || to > r->size)
    return;
  candidate.is_integer = integer_type(type, &candidate.type);
  if (!candidate.is_integer && clang.getCanonicalType(type).kind != CXType_Pointer) return;
  candidate.from = from;
  candidate.to = to;
  clang.getFileLocation(clang.getRangeStart(clang.getCursorExtent(c)), NULL, &candidate.line,
                        &candidate.column, NULL);
  candidate.spelling = g_strdup(libclang_intern(clang.getTypeSpelling(clang.getCanonicalType(type))));
  g_array_append_val(r->syntax->candidates, candidate);
}

static void read_value(Reader *r, CXCursor c, guint depth, guint64 elements);
static void read_place(Reader *r, CXCursor c, guint depth);

static void read_subscript(Reader *r, const GArray *parts, guint depth) {
  CXCursor base = g_array_index(parts, CXCursor, 0);
  read_place(r, base, depth + 1);
  read_value(r, g_array_index(parts, CXCursor, 1), depth + 1, indexed_elements(base));
}

/* An expression of which the address is used, not the value: what leads to it is read. */
static void read_place(Reader *r, CXCursor c, guint depth) {
  g_autoptr(GArray) parts = libclang_children(c);
  const enum CXCursorKind kind = clang.getCursorKind(c);
  const gboolean arrow =
      parts->len &&
      clang.getCanonicalType(clang.getCursorType(g_array_index(parts, CXCursor, 0))).kind == CXType_Pointer;
  if (kind == CXCursor_ArraySubscriptExpr && parts->len == 2)
    read_subscript(r, parts, depth);
  else if ((kind == CXCursor_MemberRefExpr && arrow) || kind == CXCursor_UnaryOperator)
    for (guint i = 0; i < parts->len; i++) read_value(r, g_array_index(parts, CXCursor, i), depth + 1, 0);
  else if (kind == CXCursor_MemberRefExpr || kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr)
    for (guint i = 0; i < parts->len; i++) read_place(r, g_array_index(parts, CXCursor, i), depth + 1);
}

static gboolean is_short_circuit(CXCursor c) {
  const enum CXBinaryOperatorKind k = clang.getCursorBinaryOperatorKind(c);
  return k == CXBinaryOperator_LAnd || k == CXBinaryOperator_LOr || k == CXBinaryOperator_Comma;
}

static void read_binary(Reader *r, CXCursor c, const GArray *parts, guint depth) {
  if (parts->len != 2) return;
  CXCursor left = g_array_index(parts, CXCursor, 0), right = g_array_index(parts, CXCursor, 1);
  if (clang.getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign)
    read_place(r, left, depth + 1);
  else
    read_value(r, left, depth + 1, 0);
  if (!is_short_circuit(c)) read_value(r, right, depth + 1, 0);
}

static void read_unary(Reader *r, CXCursor c, const GArray *parts, guint depth) {
  if (!parts->len) return;
  if (clang.getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf)
    read_place(r, g_array_index(parts, CXCursor, 0), depth + 1);
  else
    read_value(r, g_array_index(parts, CXCursor, 0), depth + 1, 0);
}

static void read_arguments(Reader *r, CXCursor c, guint depth) {
  for (int i = 0; i < clang.Cursor_getNumArguments(c); i++)
    read_value(r, clang.Cursor_getArgument(c, (unsigned)i), depth + 1, 0);
}

static void read_parts(Reader *r, CXCursor c, guint depth) {
  g_autoptr(GArray) parts = libclang_children(c);
  switch ((int)clang.getCursorKind(c)) {
  case CXCursor_BinaryOperator:
  case CXCursor_CompoundAssignOperator: read_binary(r, c, parts, depth); break;
  case CXCursor_UnaryOperator: read_unary(r, c, parts, depth); break;
  case CXCursor_CallExpr: read_arguments(r, c, depth); break;
  case CXCursor_ArraySubscriptExpr:
    if (parts->len == 2) read_subscript(r, parts, depth);
    break;
  case CXCursor_MemberRefExpr: read_place(r, c, depth); break;
  case CXCursor_ConditionalOperator:
    if (parts->len) read_value(r, g_array_index(parts, CXCursor, 0), depth + 1, 0);
    break;
  case CXCursor_CStyleCastExpr:
  case CXCursor_InitListExpr:
    for (guint i = 0; i < parts->len; i++)
      if (clang.isExpression(clang.getCursorKind(g_array_index(parts, CXCursor, i))))
        read_value(r, g_array_index(parts, CXCursor, i), depth + 1, 0);
    break;
  default: break;
  }
}

/* Parentheses and conversions are no expressions of their own. */
static void read_value(Reader *r, CXCursor c, guint depth, guint64 elements) {
  const enum CXCursorKind kind = clang.getCursorKind(c);
  if (kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr) {
    g_autoptr(GArray) inner = libclang_children(c);
    if (inner->len == 1) read_value(r, g_array_index(inner, CXCursor, 0), depth, elements);
    return;
  }
  offer(r, c, depth, elements);
  read_parts(r, c, depth);
}

void expression_read(Reader *r, CXCursor c, guint depth) { read_value(r, c, depth, 0); }
