/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the syntax tree of a seed. */
#include "audit/syntax.h"
#include <string.h>
#include "audit/syntax-reader.h"
#include "ctext/ctoken.h"
#include "ctext/scan.h"

G_DEFINE_QUARK(acf - audit - error, audit_error)

static void read_statement(Reader *r, CXCursor c, guint around, gboolean is_free, guint depth);

/* ---- functions ---- */

static const char *called_function(CXCursor reference) {
  CXCursor function = clang.getCursorReferenced(reference);
  if (clang.Cursor_isNull(function) || clang.getCursorKind(function) != CXCursor_FunctionDecl) return NULL;
  return libclang_intern(clang.getCursorSpelling(function));
}

/* Functions that are named in the body are reached, too. */
static enum CXChildVisitResult find_named(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  Reader *r = (Reader *)data;
  const char *name = clang.getCursorKind(c) == CXCursor_DeclRefExpr ? called_function(c) : NULL;
  CXCursor *body = name ? (CXCursor *)g_hash_table_lookup(r->bodies, name) : NULL;
  if (body && !g_ptr_array_find(r->reached, name, NULL)) g_ptr_array_add(r->reached, (gpointer)name);
  return CXChildVisit_Recurse;
}

static enum CXChildVisitResult note_body(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  Reader *r = (Reader *)data;
  if (clang.getCursorKind(c) == CXCursor_FunctionDecl && clang.isCursorDefinition(c))
    g_hash_table_insert(r->bodies, (gpointer)libclang_intern(clang.getCursorSpelling(c)),
                        g_memdup2(&c, sizeof c));
  return CXChildVisit_Continue;
}

static guint function_index(const Reader *r, const char *name) {
  guint index;
  return name && g_ptr_array_find(r->reached, name, &index) ? index : NO_PLACE;
}

/* ---- places ---- */

/* Behind the statement, with its semicolon. */
static gsize statement_end(const Reader *r, guint to) {
  const gsize next = ctext_skip_blank(r->text, to);
  return r->text[next] == ';' ? next + 1 : to;
}

static guint add_place(Reader *r, CXCursor c, guint around, gboolean is_free, guint depth) {
  guint from, to;
  libclang_extent(c, &from, &to);
  const Place p = {.at = from,
                   .end = is_free ? 0 : statement_end(r, to),
                   .function = r->function,
                   .depth = depth,
                   .parent = around,
                   .calls = g_array_new(FALSE, FALSE, sizeof(guint))};
  g_array_append_val(r->syntax->places, p);
  const guint index = r->syntax->places->len - 1;
  guint *first = &g_array_index(r->syntax->functions, guint, r->function);
  if (*first == NO_PLACE) *first = index;
  return index;
}

static enum CXChildVisitResult note_call(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  Reader *r = (Reader *)data;
  if (clang.getCursorKind(c) != CXCursor_CallExpr) return CXChildVisit_Recurse;
  const guint function = function_index(r, called_function(c));
  GArray *calls = g_array_index(r->syntax->places, Place, r->place).calls;
  gboolean known = function == NO_PLACE;
  for (guint i = 0; i < calls->len; i++) known |= g_array_index(calls, guint, i) == function;
  if (!known) g_array_append_val(calls, function);
  return CXChildVisit_Recurse;
}

/* The expression that a statement evaluates as a whole. */
static void read_whole(Reader *r, CXCursor c, guint depth) {
  r->disturbed = expression_disturbs(c);
  expression_read(r, c, depth + 1);
  if (clang.getCursorKind(c) == CXCursor_CallExpr) note_call(c, c, r);
  clang.visitChildren(c, note_call, r);
}

static void read_declarations(Reader *r, CXCursor c, guint depth) {
  g_autoptr(GArray) declared = libclang_children(c);
  for (guint i = 0; i < declared->len; i++) {
    CXCursor variable = g_array_index(declared, CXCursor, i);
    if (clang.getCursorKind(variable) != CXCursor_VarDecl) continue;
    g_autoptr(GArray) parts = libclang_children(variable);
    for (guint k = 0; k < parts->len; k++)
      if (clang.isExpression(clang.getCursorKind(g_array_index(parts, CXCursor, k))))
        read_whole(r, g_array_index(parts, CXCursor, k), depth + 1);
  }
}

/* ---- statements ---- */

/* if, while, switch: a condition, and statements that depend on it. */
static void read_conditional(Reader *r, CXCursor c, guint depth) {
  g_autoptr(GArray) parts = libclang_children(c);
  const guint here = r->place;
  for (guint i = 0; i < parts->len; i++) {
    CXCursor part = g_array_index(parts, CXCursor, i);
    r->place = here;
    if (i == 0 && clang.isExpression(clang.getCursorKind(part)))
      read_whole(r, part, depth);
    else
      read_statement(r, part, here, FALSE, depth + 1);
  }
}

/* The body of for is its last part, that of do its first; what they evaluate besides comes later. */
static void read_loop(Reader *r, CXCursor c, gboolean first, guint depth) {
  g_autoptr(GArray) parts = libclang_children(c);
  if (parts->len)
    read_statement(r, g_array_index(parts, CXCursor, first ? 0 : parts->len - 1), r->place, FALSE, depth + 1);
}

static void read_children(Reader *r, CXCursor c, guint around, guint depth) {
  g_autoptr(GArray) parts = libclang_children(c);
  for (guint i = 0; i < parts->len; i++)
    read_statement(r, g_array_index(parts, CXCursor, i), around, TRUE, depth + 1);
}

static void read_other(Reader *r, CXCursor c, guint depth) {
  const enum CXCursorKind kind = clang.getCursorKind(c);
  switch ((int)kind) {
  case CXCursor_IfStmt:
  case CXCursor_WhileStmt:
  case CXCursor_SwitchStmt: read_conditional(r, c, depth); break;
  case CXCursor_ForStmt: read_loop(r, c, FALSE, depth); break;
  case CXCursor_DoStmt: read_loop(r, c, TRUE, depth); break;
  case CXCursor_DeclStmt: read_declarations(r, c, depth); break;
  case CXCursor_ReturnStmt: {
    g_autoptr(GArray) parts = libclang_children(c);
    if (parts->len) read_whole(r, g_array_index(parts, CXCursor, 0), depth);
    break;
  }
  default:
    if (clang.isExpression(kind)) read_whole(r, c, depth);
  }
}

/* is_free: another statement may stand in front of it as it is. */
static void read_statement(Reader *r, CXCursor c, guint around, gboolean is_free, guint depth) {
  const enum CXCursorKind kind = clang.getCursorKind(c);
  if (kind == CXCursor_CompoundStmt) {
    read_children(r, c, around, depth);
  } else if (kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt) {
    g_autoptr(GArray) parts = libclang_children(c);
    if (parts->len && is_free)
      read_statement(r, g_array_index(parts, CXCursor, parts->len - 1), around, TRUE, depth + 1);
  } else if (kind != CXCursor_NullStmt && clang.Cursor_isNull(c) == 0) {
    r->place = add_place(r, c, around, is_free, depth);
    read_other(r, c, depth);
  }
}

/* ---- constants ---- */

static enum CXChildVisitResult note_constant(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  Reader *r = (Reader *)data;
  const enum CXCursorKind kind = clang.getCursorKind(c);
  guint from, to;
  CToken token;
  libclang_extent(c, &from, &to);
  const char *at = r->text + from;
  if ((kind == CXCursor_IntegerLiteral || kind == CXCursor_CharacterLiteral) && from < r->size &&
      !ctoken_next(&at, &token) && token.kind == TOKEN_NUMBER) {
    const gint64 value = (gint64)token.value;
    g_array_append_val(r->syntax->constants, value);
  }
  return CXChildVisit_Recurse;
}

/* ---- the whole ---- */

static void read_function(Reader *r, guint index) {
  const guint none = NO_PLACE;
  CXCursor *c = (CXCursor *)g_hash_table_lookup(r->bodies, r->reached->pdata[index]);
  g_autoptr(GArray) parts = libclang_children(*c);
  g_array_append_val(r->syntax->functions, none);
  r->function = index;
  clang.visitChildren(*c, note_constant, r);
  for (guint i = 0; i < parts->len; i++)
    if (clang.getCursorKind(g_array_index(parts, CXCursor, i)) == CXCursor_CompoundStmt)
      read_statement(r, g_array_index(parts, CXCursor, i), NO_PLACE, TRUE, 1);
}

/* All functions that are reached have their number before the first is read: calls name them. */
static void find_reached(Reader *r) {
  if (g_hash_table_lookup(r->bodies, g_intern_string("main")))
    g_ptr_array_add(r->reached, (gpointer)g_intern_string("main"));
  for (guint i = 0; i < r->reached->len; i++)
    clang.visitChildren(*(CXCursor *)g_hash_table_lookup(r->bodies, r->reached->pdata[i]), find_named, r);
}

static void clear_place(gpointer p) { g_array_unref(((Place *)p)->calls); }
static void clear_candidate(gpointer c) { g_free(((Candidate *)c)->spelling); }

static Syntax *syntax_new(void) {
  Syntax *s = g_new0(Syntax, 1);
  s->places = g_array_new(FALSE, FALSE, sizeof(Place));
  s->candidates = g_array_new(FALSE, FALSE, sizeof(Candidate));
  s->constants = g_array_new(FALSE, FALSE, sizeof(gint64));
  s->functions = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_set_clear_func(s->places, clear_place);
  g_array_set_clear_func(s->candidates, clear_candidate);
  return s;
}

void syntax_free(Syntax *s) {
  if (!s) return;
  g_array_unref(s->places);
  g_array_unref(s->candidates);
  g_array_unref(s->constants);
  g_array_unref(s->functions);
  g_free(s);
}

Syntax *syntax_read(const char *path, const char *text, gboolean lp64, GError **error) {
  if (!libclang_load()) {
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_TOOL, "libclang 19 is not installed: audits need it");
    return NULL;
  }
  CXIndex index = clang.createIndex(0, 0);
  CXTranslationUnit unit = libclang_parse(index, path, text, NULL, lp64, CXTranslationUnit_None);
  Syntax *s = NULL;
  if (unit) {
    s = syntax_new();
    Reader r = {.syntax = s,
                .text = text,
                .size = strlen(text),
                .bodies = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                .reached = g_ptr_array_new()};
    clang.visitChildren(clang.getTranslationUnitCursor(unit), note_body, &r);
    find_reached(&r);
    for (guint i = 0; i < r.reached->len; i++) read_function(&r, i);
    g_hash_table_unref(r.bodies);
    g_ptr_array_unref(r.reached);
    clang.disposeTranslationUnit(unit);
  } else {
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_SEED, "%s: libclang cannot read it", path);
  }
  clang.disposeIndex(index);
  return s;
}
