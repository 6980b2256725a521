/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places in a C text, by libclang, which is loaded when it is first needed. */
#include "conditioner/calls.h"
#include <string.h>
#include "config.h"
#include "ctext/scan.h"
#include "frontend/frontend.h"
#include "frontend/libclang.h"

G_DEFINE_QUARK(acf - calls - error, calls_error)

typedef struct {
  const char *text, *entry;
  gsize length;
  guint long_width; /* of long and pointers */
  CXFile file;
  SourcePlaces *places;
  GHashTable *seen;     /* expressions: initialisers are visited twice */
  GHashTable *declared; /* names of functions declared at file scope */
} Reader;

static const char *intern(CXString s) {
  const char *text = clang.getCString(s), *result = g_intern_string(text ? text : "");
  clang.disposeString(s);
  return result;
}

/* --- places --- */

static gboolean word_at(const Reader *r, gsize at, const char *word) {
  return at <= r->length && ctext_word_at(r->text, at, word);
}

typedef void (*Locate)(CXSourceLocation, CXFile *, unsigned *, unsigned *, unsigned *);

static gboolean locate(const Reader *r, Locate how, CXSourceLocation loc, gsize *offset) {
  CXFile file = NULL;
  unsigned at = 0;
  how(loc, &file, NULL, NULL, &at);
  *offset = at;
  return file && clang.File_isEqual(file, r->file) && at <= r->length;
}

/* What stands behind the name in a line that defines it as a macro; NULL: it is not one, or differently
 * from time to time. */
static char *macro_body(const Reader *r, const char *macro) {
  static const char define[] = "define";
  char *body = NULL;
  guint n = 0;
  for (const char *at = strstr(r->text, macro); at; at = strstr(at + 1, macro)) {
    if (!word_at(r, (gsize)(at - r->text), macro)) continue;
    const char *from = at;
    while (from > r->text && (from[-1] == ' ' || from[-1] == '\t')) from--;
    const gsize before = (gsize)(from - r->text);
    if (from == at || before < strlen(define) || !word_at(r, before - strlen(define), define)) continue;
    const char *behind = at + strlen(macro);
    g_free(body);
    body = g_strstrip(g_strndup(behind, strcspn(behind, "\n")));
    n++;
  }
  if (n != 1) g_clear_pointer(&body, g_free);
  return body;
}

/* A macro at the call that is nothing but another name for the function, or for its call. */
static gboolean find_alias(const Reader *r, gsize at, SourceCall *call) {
  const gsize end = ctext_word_end(r->text, at);
  if (end == at || (at > 0 && ctext_is_name(r->text[at - 1]))) return FALSE;
  g_autofree char *macro = g_strndup(r->text + at, end - at), *body = macro_body(r, macro);
  g_autofree char *called = g_strconcat(call->function, "()", NULL), *both = g_strconcat("() ", called, NULL);
  call->whole = body && g_str_equal(body, called);
  call->name = at;
  call->n_name = end - at;
  return call->whole || (body && (g_str_equal(body, call->function) || g_str_equal(body, both)));
}

/* Where the name is written: in the text itself, perhaps as an argument of a macro, else in a macro's body.
 */
static gboolean find_name(const Reader *r, CXSourceLocation loc, SourceCall *call) {
  gsize at, place;
  const gboolean in_text = locate(r, clang.getFileLocation, loc, &place);
  gboolean found = in_text && word_at(r, at = place, call->function);
  if (!found && in_text && find_alias(r, place, call)) return TRUE;
  if (!found) found = locate(r, clang.getSpellingLocation, loc, &at) && word_at(r, at, call->function);
  call->name = at;
  call->n_name = strlen(call->function);
  return found;
}

/* The range of the call, when neither of its ends comes from a macro. */
static void find_range(const Reader *r, CXCursor cursor, SourceCall *call) {
  const CXSourceRange range = clang.getCursorExtent(cursor);
  const CXSourceLocation start = clang.getRangeStart(range), end = clang.getRangeEnd(range);
  gsize a, b, c, d;
  if (locate(r, clang.getExpansionLocation, start, &a) && locate(r, clang.getFileLocation, start, &b) &&
      a == b && locate(r, clang.getExpansionLocation, end, &c) && locate(r, clang.getFileLocation, end, &d) &&
      c == d && a == call->name && c > a && r->text[c - 1] == ')')
    call->start = a, call->end = c;
}

/* --- types --- */

static const struct {
  enum CXTypeKind kind;
  const char *name;
  guint width; /* 0: long */
} types[] = {{CXType_Bool, "_Bool", 1},
             {CXType_Char_S, "char", 8},
             {CXType_Char_U, "char", 8},
             {CXType_SChar, "signed char", 8},
             {CXType_UChar, "unsigned char", 8},
             {CXType_Short, "short", 16},
             {CXType_UShort, "unsigned short", 16},
             {CXType_Int, "int", 32},
             {CXType_UInt, "unsigned int", 32},
             {CXType_Long, "long", 0},
             {CXType_ULong, "unsigned long", 0},
             {CXType_LongLong, "long long", 64},
             {CXType_ULongLong, "unsigned long long", 64},
             {CXType_Float, "float", 32},
             {CXType_Double, "double", 64},
             {CXType_Pointer, "void *", 0}};

static void find_type(CXType type, guint long_width, SourceCall *call) {
  CXType t = clang.getCanonicalType(type);
  if (t.kind == CXType_Enum)
    t = clang.getCanonicalType(clang.getEnumDeclIntegerType(clang.getTypeDeclaration(t)));
  for (guint i = 0; i < G_N_ELEMENTS(types); i++)
    if (types[i].kind == t.kind) {
      call->type = types[i].name;
      call->width = types[i].width ? types[i].width : long_width;
      call->pointer = t.kind == CXType_Pointer;
    }
}

/* --- the walk --- */

/* The reference to the function within the call's first part. */
static enum CXChildVisitResult find_reference(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  CXCursor *found = data;
  if (clang.getCursorKind(c) == CXCursor_DeclRefExpr) {
    *found = c;
    return CXChildVisit_Break;
  }
  return clang.getCursorKind(c) == CXCursor_CallExpr ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static void add_call(Reader *r, CXCursor cursor, CXCursor function) {
  SourceCall call = {.function = intern(clang.getCursorSpelling(function))};
  CXCursor reference = {0};
  clang.visitChildren(cursor, find_reference, &reference);
  if (clang.getCursorKind(reference) != CXCursor_DeclRefExpr) return;
  CXFile file = NULL;
  clang.getExpansionLocation(clang.getRangeStart(clang.getCursorExtent(cursor)), &file, &call.line,
                             &call.column, NULL);
  if (!file || !clang.File_isEqual(file, r->file)) return;
  call.written = find_name(r, clang.getCursorLocation(reference), &call);
  find_range(r, cursor, &call);
  find_type(clang.getCursorType(cursor), r->long_width, &call);
  call.n_arguments = (guint)MAX(clang.Cursor_getNumArguments(cursor), 0);
  call.defined = !clang.Cursor_isNull(clang.getCursorDefinition(function));
  g_array_append_val(r->places->calls, call);
}

/* A declaration like `int x` with nothing behind the name: there an initialiser may stand. */
static void add_variable(Reader *r, CXCursor cursor) {
  SourceCall variable = {.function = intern(clang.getCursorSpelling(cursor))};
  const CXSourceLocation loc = clang.getCursorLocation(cursor);
  CXFile file = NULL;
  clang.getExpansionLocation(loc, &file, &variable.line, &variable.column, NULL);
  gsize at = 0;
  if (!*variable.function || !locate(r, clang.getFileLocation, loc, &at) ||
      !word_at(r, at, variable.function))
    return;
  variable.name = at;
  variable.n_name = strlen(variable.function);
  const gsize behind = ctext_skip_blank(r->text, at + variable.n_name);
  variable.written = r->text[behind] == ';' || r->text[behind] == ',';
  find_type(clang.getCursorType(cursor), r->long_width, &variable);
  g_array_append_val(r->places->variables, variable);
}

static void see_reference(Reader *r, CXCursor c) {
  if (g_str_equal(intern(clang.getCursorSpelling(c)), r->entry)) r->places->entry_used = TRUE;
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  Reader *r = data;
  const enum CXCursorKind kind = clang.getCursorKind(c);
  if (kind == CXCursor_UnaryExpr) return CXChildVisit_Continue; /* sizeof: nothing in it is executed */
  if (kind == CXCursor_DeclRefExpr) see_reference(r, c);
  if (kind == CXCursor_VarDecl) add_variable(r, c);
  if (kind != CXCursor_CallExpr || !g_hash_table_add(r->seen, (gpointer)c.data[1]))
    return CXChildVisit_Recurse;
  const CXCursor function = clang.getCursorReferenced(c);
  if (!clang.Cursor_isNull(function) && clang.getCursorKind(function) == CXCursor_FunctionDecl)
    add_call(r, c, function);
  return CXChildVisit_Recurse;
}

static enum CXChildVisitResult find_body(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  Reader *r = data;
  gsize at, written;
  if (clang.getCursorKind(c) != CXCursor_CompoundStmt) return CXChildVisit_Continue;
  const CXSourceLocation start = clang.getRangeStart(clang.getCursorExtent(c));
  if (locate(r, clang.getFileLocation, start, &at) && locate(r, clang.getSpellingLocation, start, &written) &&
      at == written && r->text[at] == '{')
    r->places->body = at + 1;
  return CXChildVisit_Break;
}

static enum CXChildVisitResult visit_top(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  Reader *r = data;
  if (clang.getCursorKind(c) == CXCursor_FunctionDecl) {
    const char *name = intern(clang.getCursorSpelling(c));
    g_hash_table_add(r->declared, (gpointer)name);
    if (g_str_equal(name, r->entry) && clang.isCursorDefinition(c)) {
      clang.visitChildren(c, find_body, r);
      r->places->returns_void = clang.getCursorResultType(c).kind == CXType_Void;
      for (int i = 0; i < clang.Cursor_getNumArguments(c); i++)
        g_ptr_array_add(r->places->parameters,
                        (gpointer)intern(clang.getCursorSpelling(clang.Cursor_getArgument(c, (unsigned)i))));
    }
  }
  clang.visitChildren(c, visit, r);
  return CXChildVisit_Continue;
}

/* --- file scope --- */

/* The first code that conditional compilation does not take away. */
static gsize first_code(const Reader *r, CXTranslationUnit unit) {
  CXSourceRangeList *skipped = clang.getSkippedRanges(unit, r->file);
  gsize at = ctext_skip_to_code(r->text, 0);
  for (guint i = 0; skipped && i < skipped->count; i++) { /* they are in order */
    gsize from, to;
    if (locate(r, clang.getFileLocation, clang.getRangeStart(skipped->ranges[i]), &from) &&
        locate(r, clang.getFileLocation, clang.getRangeEnd(skipped->ranges[i]), &to) && from <= at && at < to)
      at = ctext_skip_to_code(r->text, ctext_line_end(r->text, to));
  }
  if (skipped) clang.disposeSourceRangeList(skipped);
  return at;
}

/* --- the whole --- */

static gboolean has_error(CXTranslationUnit unit, GError **error) {
  for (unsigned i = 0; i < clang.getNumDiagnostics(unit); i++) {
    CXDiagnostic d = clang.getDiagnostic(unit, i);
    const gboolean bad = clang.getDiagnosticSeverity(d) >= CXDiagnostic_Error;
    if (bad) {
      CXString text =
          clang.formatDiagnostic(d, CXDiagnostic_DisplaySourceLocation | CXDiagnostic_DisplayColumn);
      g_set_error_literal(error, ACF_CALLS_ERROR, 0, clang.getCString(text));
      clang.disposeString(text);
    }
    clang.disposeDiagnostic(d);
    if (bad) return TRUE;
  }
  return FALSE;
}

/* A text that several calls or variables come from belongs to none of them. */
static void mark_shared(const Reader *r, GArray *calls) {
  g_autoptr(GHashTable) at = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < calls->len; i++) {
    SourceCall *call = &g_array_index(calls, SourceCall, i);
    call->declared = g_hash_table_contains(r->declared, call->function);
    const gpointer key = GSIZE_TO_POINTER(call->name + 1);
    const guint other = call->written ? GPOINTER_TO_UINT(g_hash_table_lookup(at, key)) : 0;
    if (other) call->written = g_array_index(calls, SourceCall, other - 1).written = FALSE;
    if (!other && call->written) g_hash_table_insert(at, key, GUINT_TO_POINTER(i + 1));
  }
}

static SourcePlaces *read_unit(CXTranslationUnit unit, const char *path, const char *text, gboolean lp64,
                               const char *entry) {
  SourcePlaces *places = g_new0(SourcePlaces, 1);
  Reader r = {.text = text,
              .entry = entry,
              .length = strlen(text),
              .long_width = lp64 ? 64 : 32,
              .file = clang.getFile(unit, path),
              .places = places,
              .seen = g_hash_table_new(NULL, NULL),
              .declared = g_hash_table_new(NULL, NULL)};
  places->variables = g_array_new(FALSE, TRUE, sizeof(SourceCall));
  places->calls = g_array_new(FALSE, TRUE, sizeof(SourceCall));
  places->parameters = g_ptr_array_new();
  clang.visitChildren(clang.getTranslationUnitCursor(unit), visit_top, &r);
  places->first = first_code(&r, unit);
  mark_shared(&r, places->calls);
  mark_shared(&r, places->variables);
  g_hash_table_unref(r.seen);
  g_hash_table_unref(r.declared);
  return places;
}

SourcePlaces *source_places(const char *path, const char *text, char *const *flags, gboolean lp64,
                            const char *entry, GError **error) {
  if (!libclang_load()) {
    g_set_error(error, ACF_CALLS_ERROR, 0, "%s cannot be loaded: install libclang1-19", LIBCLANG);
    return NULL;
  }
  CXIndex index = clang.createIndex(0, 0);
  CXTranslationUnit unit =
      libclang_parse(index, path, text, flags, lp64, CXTranslationUnit_DetailedPreprocessingRecord);
  SourcePlaces *places = NULL;
  if (!unit)
    g_set_error(error, ACF_CALLS_ERROR, 0, "%s cannot be read by libclang", path);
  else if (!has_error(unit, error))
    places = read_unit(unit, path, text, lp64, entry);
  if (unit) clang.disposeTranslationUnit(unit);
  clang.disposeIndex(index);
  return places;
}

void source_places_free(SourcePlaces *p) {
  if (!p) return;
  g_array_unref(p->calls);
  g_array_unref(p->variables);
  g_ptr_array_unref(p->parameters);
  g_free(p);
}
