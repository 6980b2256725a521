/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The driver of an entry function: its parameters, the variables around it, and what is assumed of them. */
#include "frontend/driver.h"
#include <string.h>
#include "frontend/driver-build.h"

void driver_free(Driver *d) {
  if (!d) return;
  g_free(d->text);
  g_array_unref(d->sites);
  g_ptr_array_unref(d->assumptions);
  g_ptr_array_unref(d->unmodelled);
  g_free(d);
}

static Driver *driver_empty(void) {
  Driver *d = g_new0(Driver, 1);
  d->sites = g_array_new(FALSE, FALSE, sizeof(InputSite));
  d->assumptions = g_ptr_array_new_with_free_func(g_free);
  d->unmodelled = g_ptr_array_new_with_free_func(g_free);
  return d;
}

/* ---- the function ---- */

typedef struct {
  const char *name;
  CXCursor found;
} Search;

static enum CXChildVisitResult look_for(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  Search *s = data;
  if (clang.getCursorKind(c) != CXCursor_FunctionDecl || !clang.isCursorDefinition(c)) return CXChildVisit_Continue;
  g_autofree char *name = driver_text_of(clang.getCursorSpelling(c));
  if (!g_str_equal(name, s->name)) return CXChildVisit_Continue;
  s->found = c;
  return CXChildVisit_Break;
}

static CXCursor find_function(CXTranslationUnit unit, const char *name) {
  Search s = {name, {0}};
  clang.visitChildren(clang.getTranslationUnitCursor(unit), look_for, &s);
  return s.found;
}

static IrLoc place_of(const DriverBuild *b, CXCursor c) {
  CXFile file;
  unsigned line, column;
  clang.getFileLocation(clang.getCursorLocation(c), &file, &line, &column, NULL);
  g_autofree char *path = file ? driver_text_of(clang.getFileName(file)) : g_strdup(b->path);
  return (IrLoc){g_intern_string(path), line, column};
}

/* ---- parameters ---- */

/* "int a[4]" says how many elements there are. */
static void point_parameter(DriverBuild *b, CXType type, const char *name, guint i) {
  const CXType t = clang.getCanonicalType(type);
  const gboolean pointer = t.kind == CXType_Pointer;
  const CXType pointee = pointer ? clang.getPointeeType(t) : clang.getArrayElementType(t);
  const long long declared = t.kind == CXType_ConstantArray ? clang.getArraySize(t) : 0;
  const CXType first = clang.getCanonicalType(pointee);
  g_autofree char *count = g_strdup_printf("%lld", declared > 0 ? declared : 1),
                  *place = g_strdup_printf("(__acf_t%u)0", i), *element = NULL;
  Pointee otherwise = {.kind = POINTEE_COUNT, .count = count};
  if (pointer && (first.kind == CXType_Char_S || first.kind == CXType_Char_U)) otherwise.kind = POINTEE_STRING;
  element = driver_element(pointee, place);
  const guint k = driver_point(b, pointee, element, name, 1, &otherwise);
  g_string_append_printf(b->body, "__acf_t%u %s = __acf_v%u; ", i, name, k);
}

static void pass_struct(DriverBuild *b, CXType type, const char *name, guint i) {
  const guint k = b->objects++;
  g_autofree char *place = g_strdup_printf("(*__acf_o%u)", k);
  g_string_append_printf(b->body, "__acf_t%u *__acf_o%u = " DRIVER_OBJECT "(sizeof(__acf_t%u)); ", i, k, i);
  driver_fill(b, type, place, name, 0);
  g_string_append_printf(b->body, "__acf_t%u %s = *__acf_o%u; ", i, name, k);
}

static gboolean is_pointer(CXType type) {
  switch (clang.getCanonicalType(type).kind) {
  case CXType_Pointer:
  case CXType_ConstantArray:
  case CXType_IncompleteArray:
  case CXType_VariableArray: return TRUE;
  default: return FALSE;
  }
}

static char *parameter_name(CXCursor parameter, guint i) {
  g_autofree char *name = driver_text_of(clang.getCursorSpelling(parameter));
  return *name ? g_steal_pointer(&name) : g_strdup_printf("parameter_%u", i + 1);
}

/* The type of the parameter as the function has it: an array is a pointer. */
static void declare_type(DriverBuild *b, CXType type, guint i) {
  const CXType t = clang.getCanonicalType(type);
  const gboolean array = is_pointer(type) && t.kind != CXType_Pointer;
  g_autofree char *name = driver_text_of(clang.getTypeSpelling(array ? clang.getArrayElementType(t) : type));
  g_string_append_printf(b->types, "typedef __typeof__(%s) %s__acf_t%u; ", name, array ? "*" : "", i);
}

static void make_parameter(DriverBuild *b, CXCursor parameter, guint i) {
  const CXType type = clang.getCursorType(parameter);
  g_autofree char *name = parameter_name(parameter, i);
  b->loc = place_of(b, parameter);
  if (is_pointer(type))
    point_parameter(b, type, name, i);
  else if (driver_is_scalar(type))
    g_string_append_printf(b->body, "__acf_t%u %s = " DRIVER_INPUT "%u(); ", i, name, driver_input(b, type, name));
  else
    pass_struct(b, type, name, i);
}

/* What pointers lead to may depend on all other parameters, so those are made first. */
static void make_parameters(DriverBuild *b, CXCursor function) {
  const int n = clang.Cursor_getNumArguments(function);
  b->kind = SITE_PARAMETER;
  for (int i = 0; i < n; i++)
    declare_type(b, clang.getCursorType(clang.Cursor_getArgument(function, (unsigned)i)), (guint)i);
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < n && !b->error; i++) {
      const CXCursor parameter = clang.Cursor_getArgument(function, (unsigned)i);
      if (is_pointer(clang.getCursorType(parameter)) == pass) make_parameter(b, parameter, (guint)i);
    }
}

/* By another name: a parameter may have its own. */
static void name_function(DriverBuild *b) {
  g_string_append_printf(b->types, "typedef __typeof__(&%s) __acf_function; ", b->entry);
  g_string_append_printf(b->body, "__acf_function __acf_entry = %s; ", b->entry);
}

static void call_function(DriverBuild *b, CXCursor function) {
  g_string_append(b->body, "__acf_entry(");
  for (int i = 0; i < clang.Cursor_getNumArguments(function); i++) {
    g_autofree char *name = parameter_name(clang.Cursor_getArgument(function, (unsigned)i), (guint)i);
    g_string_append_printf(b->body, "%s%s", i ? ", " : "", name);
  }
  g_string_append(b->body, "); ");
}

/* ---- conditions ---- */

static gboolean take_conditions(DriverBuild *b, GError **error) {
  for (char **c = b->options->assumptions; c && *c; c++) {
    if (!driver_is_expression(*c)) {
      g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_ENTRY_OPTION, "--assume '%s' is no condition in C", *c);
      return FALSE;
    }
    g_ptr_array_add(b->conditions, g_strdup(*c));
    driver_assume(b, "%s (--assume)", *c);
  }
  return TRUE;
}

static void state_conditions(DriverBuild *b) {
  for (guint i = 0; i < b->conditions->len; i++)
    g_string_append_printf(b->body, DRIVER_SAID "(!!(%s)); ", (const char *)b->conditions->pdata[i]);
}

static enum CXChildVisitResult look_for_effect(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  gboolean *effect = data;
  switch (clang.getCursorKind(c)) {
  case CXCursor_CompoundAssignOperator:
  case CXCursor_CallExpr:
  case CXCursor_StmtExpr: *effect = TRUE; break;
  case CXCursor_BinaryOperator: *effect |= clang.getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign; break;
  case CXCursor_UnaryOperator: {
    const enum CXUnaryOperatorKind kind = clang.getCursorUnaryOperatorKind(c);
    *effect |= kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec || kind == CXUnaryOperator_PreInc ||
               kind == CXUnaryOperator_PreDec;
    break;
  }
  default: break;
  }
  return *effect ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static enum CXChildVisitResult look_into_said(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  if (clang.getCursorKind(c) != CXCursor_CallExpr) return CXChildVisit_Recurse;
  g_autofree char *name = driver_text_of(clang.getCursorSpelling(c));
  if (g_str_equal(name, DRIVER_SAID)) {
    gboolean effect = FALSE;
    clang.visitChildren(clang.Cursor_getArgument(c, 0), look_for_effect, &effect);
    look_for_effect(clang.Cursor_getArgument(c, 0), c, &effect);
    if (effect) *(gboolean *)data = TRUE;
  }
  return CXChildVisit_Continue;
}

/* The compiler's first error, without the place, which is in no file. */
static char *first_error(CXTranslationUnit unit) {
  for (unsigned i = 0; i < clang.getNumDiagnostics(unit); i++) {
    CXDiagnostic d = clang.getDiagnostic(unit, i);
    const gboolean error = clang.getDiagnosticSeverity(d) >= CXDiagnostic_Error;
    g_autofree char *text = error ? driver_text_of(clang.formatDiagnostic(d, 0)) : NULL;
    clang.disposeDiagnostic(d);
    if (text) return g_strdup(g_str_has_prefix(text, "error: ") ? text + strlen("error: ") : text);
  }
  return NULL;
}

/* What the user wrote in C has to compile, and must not do anything. */
static gboolean check_text(const DriverBuild *b, const char *text, GError **error) {
  g_autofree char *whole = g_strconcat(text, "\n", b->driver->text, "\n", NULL);
  CXIndex index = clang.createIndex(0, 0);
  CXTranslationUnit unit = libclang_parse(index, b->path, whole, b->flags, b->lp64, CXTranslationUnit_None);
  g_autofree char *wrong = unit ? first_error(unit) : NULL;
  gboolean effect = FALSE;
  if (unit) clang.visitChildren(find_function(unit, DRIVER_START), look_into_said, &effect);
  if (wrong)
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_ENTRY_OPTION,
                "what --assume or --pointee say does not compile behind %s: %s", b->path, wrong);
  else if (effect)
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_ENTRY_OPTION,
                "a condition of --assume calls a function or changes a variable: it may only compare");
  if (unit) clang.disposeTranslationUnit(unit);
  clang.disposeIndex(index);
  return !wrong && !effect;
}

static gboolean all_used(const DriverBuild *b, GError **error) {
  GHashTableIter i;
  gpointer path, value;
  g_hash_table_iter_init(&i, b->pointees);
  while (g_hash_table_iter_next(&i, &path, &value))
    if (!((Pointee *)value)->used && ((Pointee *)value)->chosen) {
      g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_ENTRY_OPTION,
                  "--pointee '%s=...': %s has no such pointer", (const char *)path, b->entry);
      return FALSE;
    }
  return TRUE;
}

/* ---- the whole ---- */

/* Scalars alone need no driver. */
static gboolean is_plain(const DriverBuild *b, CXCursor function) {
  for (guint i = 0; i < b->driver->sites->len; i++)
    if (g_array_index(b->driver->sites, InputSite, i).kind == SITE_GLOBAL) return FALSE;
  for (int i = 0; i < clang.Cursor_getNumArguments(function); i++)
    if (!driver_is_scalar(clang.getCursorType(clang.Cursor_getArgument(function, (unsigned)i)))) return FALSE;
  return b->conditions->len == 0;
}

static gsize offset_in(const char *path, CXCursor function) {
  CXFile file;
  unsigned offset = 0;
  clang.getFileLocation(clang.getRangeStart(clang.getCursorExtent(function)), &file, NULL, NULL, &offset);
  g_autofree char *name = file ? driver_text_of(clang.getFileName(file)) : NULL;
  return g_strcmp0(name, path) == 0 ? offset : 0;
}

static void build(DriverBuild *b, CXCursor function, const char *text) {
  b->loc = place_of(b, function);
  b->driver->line = b->loc.line;
  b->driver->file = b->path;
  if (b->reads_requires) driver_requires(b, text, offset_in(b->path, function));
  name_function(b);
  driver_globals(b, function);
  make_parameters(b, function);
  b->loc = place_of(b, function);
  if (clang.isFunctionTypeVariadic(clang.getCursorType(function)))
    driver_refuse(b, "%s takes any number of arguments: write a function that calls it, and name that by --entry",
                  b->entry);
  state_conditions(b);
  call_function(b, function);
  if (is_plain(b, function)) return;
  b->driver->text = g_strdup_printf(
      "extern void *" DRIVER_OBJECT "(__SIZE_TYPE__); extern void *" DRIVER_CUT "(void *, __SIZE_TYPE__); "
      "extern void *" DRIVER_POINTER "(void); extern void " DRIVER_ASSUME "(int); extern void " DRIVER_SAID
      "(int); %s__attribute__((no_sanitize(\"undefined\"))) void " DRIVER_START "(void) { %s}",
      b->types->str, b->body->str);
}

/* FALSE with error. */
static gboolean read_and_build(DriverBuild *b, const char *text, GError **error) {
  CXIndex index = clang.createIndex(0, 0);
  CXTranslationUnit unit = libclang_parse(index, b->path, text, b->flags, b->lp64, CXTranslationUnit_None);
  const CXCursor function = unit ? find_function(unit, b->entry) : (CXCursor){0};
  const gboolean found = unit && clang.getCursorKind(function) == CXCursor_FunctionDecl;
  if (found) build(b, function, text); /* else the compiler says what is wrong */
  if (unit) clang.disposeTranslationUnit(unit);
  clang.disposeIndex(index);
  if (b->error) {
    g_propagate_error(error, g_steal_pointer(&b->error));
    return FALSE;
  }
  if (!found) return TRUE;
  const gboolean said = b->conditions->len || g_hash_table_size(b->pointees);
  return all_used(b, error) && (!said || !b->driver->text || check_text(b, text, error));
}

/* Without libclang only scalars can be inputs. */
static gboolean needs_nothing(const DriverBuild *b, GError **error) {
  if (!b->conditions->len && !g_hash_table_size(b->pointees)) return TRUE;
  g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_COMPILER,
              "--assume and --pointee need libclang, which this machine does not have");
  return FALSE;
}

static Driver *attempt(const SourceFile *file, const FrontendOptions *options, gboolean reads_requires,
                       gboolean *requires, GError **error) {
  static const EntryOptions nothing = {0};
  g_autoptr(Driver) d = driver_empty();
  DriverBuild b = {.options = options->entry ? options->entry : &nothing,
                   .path = file->path,
                   .flags = file->flags,
                   .entry = options->property->entry,
                   .lp64 = options->lp64,
                   .driver = d,
                   .reads_requires = reads_requires,
                   .types = g_string_new(NULL),
                   .body = g_string_new(NULL),
                   .pointees = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, pointee_free),
                   .conditions = g_ptr_array_new_with_free_func(g_free)};
  const gboolean good = driver_read_pointees(&b, error) && take_conditions(&b, error) &&
                        (libclang_load() ? read_and_build(&b, file->text, error) : needs_nothing(&b, error));
  *requires = b.requires;
  g_string_free(b.types, TRUE);
  g_string_free(b.body, TRUE);
  g_hash_table_unref(b.pointees);
  g_ptr_array_unref(b.conditions);
  return good ? g_steal_pointer(&d) : NULL;
}

/* Clauses of a comment are written in another language: where they make no C, they are not assumed. */
Driver *driver_new(const SourceFile *file, const FrontendOptions *options, GError **error) {
  gboolean requires = FALSE, none;
  g_autoptr(GError) wrong = NULL;
  Driver *d = attempt(file, options, TRUE, &requires, &wrong);
  if (!d && requires && g_error_matches(wrong, ACF_FRONTEND_ERROR, FRONTEND_ERROR_ENTRY_OPTION)) {
    g_clear_error(&wrong);
    d = attempt(file, options, FALSE, &none, &wrong);
    if (d)
      g_ptr_array_add(d->assumptions, g_strdup("the clauses 'requires' above the function are not C, and not assumed"));
  }
  if (wrong) g_propagate_error(error, g_steal_pointer(&wrong));
  return d;
}
