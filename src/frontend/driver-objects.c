/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects made from inputs: for each C type, the statements of the driver that give a place its contents.
 *
 * Scalars are inputs of their own.  An array of scalars is one site with an input for each element.  The bytes
 * of a union are inputs.  Pointers lead to objects of their own. */
#include <string.h>
#include "base/limits.h"
#include "frontend/driver-build.h"

void driver_refuse(DriverBuild *b, const char *format, ...) {
  va_list args;
  if (b->error) return;
  va_start(args, format);
  g_autofree char *what = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error(&b->error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_PARAMETER, "%s:%u: %s",
              b->loc.file ? b->loc.file : b->path, b->loc.line, what);
}

void driver_assume(DriverBuild *b, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_ptr_array_add(b->driver->assumptions, g_strdup_vprintf(format, args));
  va_end(args);
}

char *driver_text_of(CXString s) {
  const char *text = clang.getCString(s);
  char *copy = g_strdup(text ? text : "");
  clang.disposeString(s);
  return copy;
}

guint driver_max_elements(const DriverBuild *b) {
  return b->options->max_elements ? b->options->max_elements : DEFAULT_MAX_ELEMENTS;
}

static guint pointer_depth(const DriverBuild *b) {
  return b->options->pointer_depth ? b->options->pointer_depth : DEFAULT_POINTER_DEPTH;
}

/* ---- scalars ---- */

typedef struct {
  enum CXTypeKind kind;
  const char *name;
  gboolean is_signed, is_float;
} Scalar;

enum { UNSIGNED_CHAR = 3 };
static const Scalar scalars[] = {{CXType_Bool, "_Bool", FALSE, FALSE},
                                 {CXType_Char_S, "char", TRUE, FALSE},
                                 {CXType_SChar, "signed char", TRUE, FALSE},
                                 {CXType_UChar, "unsigned char", FALSE, FALSE},
                                 {CXType_Char_U, "char", FALSE, FALSE},
                                 {CXType_Short, "short", TRUE, FALSE},
                                 {CXType_UShort, "unsigned short", FALSE, FALSE},
                                 {CXType_Int, "int", TRUE, FALSE},
                                 {CXType_UInt, "unsigned int", FALSE, FALSE},
                                 {CXType_Long, "long", TRUE, FALSE},
                                 {CXType_ULong, "unsigned long", FALSE, FALSE},
                                 {CXType_LongLong, "long long", TRUE, FALSE},
                                 {CXType_ULongLong, "unsigned long long", FALSE, FALSE},
                                 {CXType_Float, "float", FALSE, TRUE},
                                 {CXType_Double, "double", FALSE, TRUE}};

static CXType canonical(CXType type) {
  CXType t = clang.getCanonicalType(type);
  if (t.kind != CXType_Enum) return t;
  return clang.getCanonicalType(clang.getEnumDeclIntegerType(clang.getTypeDeclaration(t)));
}

static const Scalar *scalar_of(CXType type) {
  const enum CXTypeKind kind = canonical(type).kind;
  for (guint i = 0; i < G_N_ELEMENTS(scalars); i++)
    if (scalars[i].kind == kind) return &scalars[i];
  return NULL;
}

gboolean driver_is_scalar(CXType type) { return scalar_of(type) != NULL; }

static gboolean is_char(CXType type) { return scalar_of(type) && g_str_equal(scalar_of(type)->name, "char"); }

static guint scalar_width(const DriverBuild *b, const Scalar *s) {
  switch (s->kind) {
  case CXType_Bool: return 1;
  case CXType_Char_S:
  case CXType_Char_U:
  case CXType_SChar:
  case CXType_UChar: return 8;
  case CXType_Short:
  case CXType_UShort: return 16;
  case CXType_Long:
  case CXType_ULong: return b->lp64 ? 64 : 32;
  case CXType_LongLong:
  case CXType_ULongLong:
  case CXType_Double: return 64;
  default: return 32;
  }
}

static guint add_site(DriverBuild *b, InputSite *site) {
  const guint n = b->driver->sites->len;
  site->kind = b->kind;
  site->loc = b->loc;
  site->in_macro_or_header = TRUE; /* nothing in the text reads it */
  if (n >= limits.driver_inputs)
    driver_refuse(b, "%s has more than %u inputs, --limit driver_inputs", b->entry, limits.driver_inputs);
  g_array_append_val(b->driver->sites, *site);
  return n;
}

static guint new_site(DriverBuild *b, const Scalar *s, const char *function, const char *path, gboolean memory) {
  const guint width = scalar_width(b, s);
  g_autofree char *name = g_strdup_printf("%s%u", function, b->driver->sites->len),
                  *first = memory ? g_strconcat(path, "[0]", NULL) : g_strdup(path);
  InputSite site = {.function = g_intern_string(name),
                    .variable = g_intern_string(path),
                    .type = s->name,
                    .width = width,
                    .element_width = memory ? width : 0,
                    .is_signed = s->is_signed,
                    .is_float = s->is_float,
                    .source = {.part = SOURCE_SCALAR, .path = g_intern_string(first)}};
  return add_site(b, &site);
}

guint driver_input(DriverBuild *b, CXType type, const char *path) {
  const guint n = new_site(b, scalar_of(type), DRIVER_INPUT, path, FALSE);
  g_string_append_printf(b->types, "extern %s " DRIVER_INPUT "%u(void); ", scalar_of(type)->name, n);
  return n;
}

/* Elements of scalars that hold any bits of their width. */
static gboolean is_plain(CXType type) { return scalar_of(type) && canonical(type).kind != CXType_Bool; }

static void fill_scalar(DriverBuild *b, CXType type, const char *place, const char *path) {
  const guint n = driver_input(b, type, path);
  g_string_append_printf(b->body, "*(%s *)&%s = " DRIVER_INPUT "%u(); ", scalar_of(type)->name, place, n);
}

/* ---- structs, unions and arrays ---- */

typedef struct {
  DriverBuild *build;
  const char *place, *path;
  guint depth;
} Fields;

/* "p->x" for a member of what p leads to, "s.x" else. */
static char *member_path(const char *path, const char *name) {
  return *path == '*' ? g_strconcat(path + 1, "->", name, NULL) : g_strconcat(path, ".", name, NULL);
}

/* A variable: what is filled as a whole need not be written out. */
static gboolean is_whole(const char *place) { return !strpbrk(place, ".[(*"); }

static void fill_elements(DriverBuild *b, const char *place, const char *path, const Scalar *element) {
  if (!is_whole(place)) {
    const guint n = new_site(b, element, DRIVER_NEW, path, TRUE);
    g_string_append_printf(b->types, "extern void *" DRIVER_NEW "%u(__SIZE_TYPE__); ", n);
    g_string_append_printf(b->body, "__builtin_memcpy((void *)&%s, " DRIVER_NEW "%u(sizeof %s), sizeof %s); ", place, n,
                           place, place);
    return;
  }
  const guint n = new_site(b, element, DRIVER_FILL, path, TRUE);
  g_string_append_printf(b->types, "extern void *" DRIVER_FILL "%u(void *, __SIZE_TYPE__); ", n);
  g_string_append_printf(b->body, DRIVER_FILL "%u((void *)&%s, sizeof %s); ", n, place, place);
}

static void fill_bit_field(DriverBuild *b, CXType type, const char *place, const char *path) {
  if (clang.isConstQualifiedType(type)) return driver_refuse(b, "%s is a bit-field that is const", path);
  g_string_append_printf(b->body, "%s = " DRIVER_INPUT "%u(); ", place, driver_input(b, type, path));
}

static enum CXVisitorResult fill_field(CXCursor field, CXClientData data) {
  const Fields *f = data;
  DriverBuild *b = f->build;
  const CXType type = clang.getCursorType(field);
  g_autofree char *name = driver_text_of(clang.getCursorSpelling(field));
  if (b->error) return CXVisit_Break;
  if (clang.Cursor_isAnonymous(field) || !*name || strchr(name, '(')) {
    const gboolean is_struct =
        clang.getCursorKind(clang.getTypeDeclaration(clang.getCanonicalType(type))) == CXCursor_StructDecl;
    if (clang.Cursor_isBitField(field)) return CXVisit_Continue; /* bits between others */
    if (!is_struct)
      driver_refuse(b, "%s has a union without a name in it: write a function that makes it, and name that by --entry",
                    f->path);
    else
      driver_fill(b, type, f->place, f->path, f->depth);
    return CXVisit_Continue;
  }
  g_autofree char *path = member_path(f->path, name), *place = g_strconcat(f->place, ".", name, NULL);
  if (clang.Cursor_isBitField(field))
    fill_bit_field(b, type, place, path);
  else
    driver_fill(b, type, place, path, f->depth);
  return CXVisit_Continue;
}

static gboolean is_complete(CXType type) { return clang.Type_getSizeOf(type) >= 0; }

static void fill_record(DriverBuild *b, CXType type, const char *place, const char *path, guint depth) {
  const CXType t = clang.getCanonicalType(type);
  Fields f = {b, place, path, depth};
  if (!is_complete(t))
    driver_refuse(b, "%s is of a type that the file does not define", path);
  else if (clang.getCursorKind(clang.getTypeDeclaration(t)) == CXCursor_UnionDecl)
    fill_elements(b, place, *path == '*' ? path + 1 : path, &scalars[UNSIGNED_CHAR]);
  else
    clang.Type_visitFields(t, fill_field, &f);
}

static void fill_array(DriverBuild *b, CXType type, const char *place, const char *path, guint depth) {
  const CXType element = clang.getArrayElementType(clang.getCanonicalType(type));
  const long long n = clang.getArraySize(clang.getCanonicalType(type));
  g_autofree char *name = *path == '*' ? g_strdup_printf("(%s)", path) : g_strdup(path);
  if (n > 0 && is_plain(element)) return fill_elements(b, place, name, scalar_of(element));
  for (long long i = 0; i < n && !b->error; i++) {
    g_autofree char *at = g_strdup_printf("%s[%lld]", place, i), *called = g_strdup_printf("%s[%lld]", name, i);
    driver_fill(b, element, at, called, depth);
  }
}

/* ---- pointers ---- */

/* The pointee's type, where C has a name for it without qualifiers; else that of the place. */
char *driver_element(CXType pointee, const char *place) {
  const CXType t = clang.getCanonicalType(pointee);
  if (t.kind == CXType_Void) return g_strdup("unsigned char");
  if (scalar_of(pointee)) return g_strdup(scalar_of(pointee)->name);
  if (t.kind == CXType_Record) {
    g_autofree char *name = driver_text_of(clang.getTypeSpelling(clang.getCursorType(clang.getTypeDeclaration(t))));
    if (!strpbrk(name, "(<:")) return g_steal_pointer(&name);
  }
  return g_strdup_printf("__typeof__(*(%s))", place);
}

static gboolean is_function(CXType type) {
  const enum CXTypeKind kind = clang.getCanonicalType(type).kind;
  return kind == CXType_FunctionProto || kind == CXType_FunctionNoProto;
}

static guint note_elements(DriverBuild *b, guint n) {
  b->driver->max_elements = MAX(b->driver->max_elements, n);
  return n;
}


/* The number of elements in a variable __acf_m<k>, and its largest value. */
static guint make_count(DriverBuild *b, const Pointee *p, const char *path, guint k) {
  char *end = NULL;
  const guint64 constant = g_ascii_strtoull(p->count, &end, 0);
  const guint most = driver_max_elements(b);
  if (g_ascii_isdigit(*p->count) && end && !*end) {
    if (constant > limits.driver_elements)
      driver_refuse(b, "%s has more than %u elements, --limit driver_elements", path, limits.driver_elements);
    g_string_append_printf(b->body, "__SIZE_TYPE__ __acf_m%u = %" G_GUINT64_FORMAT "; ", k, constant);
    if (b->error || constant == 1) return b->error ? 0 : 1;
    return note_elements(b, (guint)constant);
  }
  g_string_append_printf(b->body,
                         "__typeof__((%s) + 0) __acf_n%u = (%s); " DRIVER_ASSUME "(__acf_n%u <= %u); "
                         "__SIZE_TYPE__ __acf_m%u = 0; ",
                         p->count, k, p->count, k, most, k);
  if (most > limits.driver_few_elements) g_string_append_printf(b->body, "if (__acf_n%u > 0) __acf_m%u = __acf_n%u; ", k, k, k);
  for (guint i = 1; i <= most && most <= limits.driver_few_elements; i++) /* formulas with constants are easier to read */
    g_string_append_printf(b->body, "if (__acf_n%u >= %u) __acf_m%u = %u; ", k, i, k, i);
  return note_elements(b, most);
}

static void make_elements(DriverBuild *b, const Pointee *p, CXType pointee, const char *element, const char *path,
                          guint depth, guint k) {
  const guint most = make_count(b, p, path, k);
  const gboolean single = g_str_equal(p->count, "1"), bytes = clang.getCanonicalType(pointee).kind == CXType_Void,
                 row = bytes || (is_plain(pointee) && !single);
  if (row) {
    const guint n = new_site(b, bytes ? &scalars[UNSIGNED_CHAR] : scalar_of(pointee), DRIVER_NEW, path, TRUE);
    g_string_append_printf(b->types, "extern void *" DRIVER_NEW "%u(__SIZE_TYPE__); ", n);
    g_string_append_printf(b->body, "%s *__acf_o%u = " DRIVER_NEW "%u(%u * sizeof(%s)); ", element, k, n, most, element);
  } else {
    g_string_append_printf(b->body, "%s *__acf_o%u = " DRIVER_OBJECT "(%u * sizeof(%s)); ", element, k, most, element);
  }
  for (guint i = 0; i < most && !b->error && !row; i++) {
    g_autofree char *at = g_strdup_printf("__acf_o%u[%u]", k, i),
                    *called = single ? g_strconcat("*", path, NULL) : g_strdup_printf("%s[%u]", path, i);
    driver_fill(b, pointee, at, called, depth);
  }
  const gboolean whole = g_ascii_isdigit(*p->count) && most > 0;
  if (whole)
    g_string_append_printf(b->body, "__acf_v%u = __acf_o%u; ", k, k);
  else
    g_string_append_printf(b->body, "__acf_v%u = " DRIVER_CUT "(__acf_o%u, __acf_m%u * sizeof(%s)); ", k, k, k, element);
}

/* The object ends with the first NUL. */
static void make_string(DriverBuild *b, CXType pointee, const char *element, const char *path, guint k) {
  const guint most = note_elements(b, driver_max_elements(b)), n = new_site(b, scalar_of(pointee), DRIVER_NEW, path, TRUE);
  g_string_append_printf(b->types, "extern void *" DRIVER_NEW "%u(__SIZE_TYPE__); ", n);
  g_string_append_printf(b->body,
                         "%s *__acf_o%u = " DRIVER_NEW "%u(%u * sizeof(%s)); __SIZE_TYPE__ __acf_m%u = 0; "
                         "__acf_o%u[%u] = 0; ",
                         element, k, n, most + 1, element, k, k, most);
  for (guint i = 0; i < most; i++)
    g_string_append_printf(b->body, "%sif (__acf_o%u[%u] == 0) __acf_m%u = %u; ", i ? "else " : "", k, i, k, i);
  g_string_append_printf(b->body, "%s__acf_m%u = %u; ", most ? "else " : "", k, most);
  g_string_append_printf(b->body, "__acf_v%u = " DRIVER_CUT "(__acf_o%u, (__acf_m%u + 1) * sizeof(%s)); ", k, k, k,
                         element);
}

static void make_null(DriverBuild *b, const char *path, guint k) {
  g_autofree char *name = g_strdup_printf(DRIVER_INPUT "%u", b->driver->sites->len);
  InputSite site = {.function = g_intern_string(name),
                    .variable = g_intern_string(path),
                    .type = "_Bool",
                    .width = 1,
                    .source = {.part = SOURCE_NULL, .path = g_intern_string(path)}};
  const guint n = add_site(b, &site);
  g_string_append_printf(b->types, "extern _Bool " DRIVER_INPUT "%u(void); ", n);
  g_string_append_printf(b->body, "if (" DRIVER_INPUT "%u()) __acf_v%u = 0; ", n, k);
}

static void say_pointee(DriverBuild *b, const Pointee *p, const char *path, CXType pointee) {
  g_autofree char *type = driver_text_of(clang.getTypeSpelling(pointee));
  const char *or_null = p->or_null ? " or null" : "", *how = p->chosen || p->required ? "" : " (--pointee can say otherwise)";
  if (p->kind == POINTEE_NULL)
    driver_assume(b, "%s is null%s", path, how);
  else if (p->kind == POINTEE_STRING)
    driver_assume(b, "%s is%s a string of at most %u bytes and a NUL, in an object that ends there%s", path,
                  p->or_null ? " null or" : "", driver_max_elements(b), how);
  else if (g_str_equal(p->count, "1"))
    driver_assume(b, "%s points to one %s%s%s", path, type, or_null, how);
  else if (g_ascii_isdigit(*p->count))
    driver_assume(b, "%s points to an object of exactly %s elements%s%s", path, p->count, or_null, how);
  else
    driver_assume(b, "%s points to an object of exactly %s elements, at most %u%s%s", path, p->count,
                  driver_max_elements(b), or_null, how);
}

/* What cannot be made: the pointer's value is not known. */
static guint point_anywhere(DriverBuild *b, const char *path, const char *what) {
  const guint k = b->objects++;
  g_string_append_printf(b->body, "void *__acf_v%u = " DRIVER_POINTER "(); ", k);
  g_ptr_array_add(b->driver->unmodelled, g_strdup_printf("%s, %s", path, what));
  return k;
}

guint driver_point(DriverBuild *b, CXType pointee, const char *element, const char *path, guint depth,
                   const Pointee *otherwise) {
  Pointee *said = g_hash_table_lookup(b->pointees, path);
  const CXType t = clang.getCanonicalType(pointee);
  if (said) said->used = TRUE;
  const Pointee *p = said ? said : otherwise;
  if (is_function(pointee) && !(said && p->kind == POINTEE_NULL))
    return point_anywhere(b, path, "a pointer to a function");
  const gboolean makes = p->kind != POINTEE_NULL;
  if (makes && !is_complete(t) && t.kind != CXType_Void) {
    if (depth > 1) return point_anywhere(b, path, "a pointer to a type that the file does not define");
    driver_refuse(b, "%s points to a type that the file does not define: write --pointee '%s=null', or a function "
                     "that makes the arguments and calls %s, and name it by --entry", path, path, b->entry);
    return 0;
  }
  if (makes && t.kind == CXType_Void && !said) {
    if (depth > 1) return point_anywhere(b, path, "a void pointer");
    driver_refuse(b, "what does %s, a void pointer, point to? --pointee '%s=N' makes it N bytes", path, path);
    return 0;
  }
  if (p->kind == POINTEE_STRING && (!is_plain(pointee) || scalar_of(pointee)->is_float))
    driver_refuse(b, "%s is no string: it does not point to characters", path);
  if (b->error) return 0;
  const guint k = b->objects++;
  g_string_append_printf(b->body, "void *__acf_v%u = 0; ", k);
  if (depth > pointer_depth(b)) {
    driver_assume(b, "%s is null: it lies behind %u pointers (--pointer-depth)", path, depth - 1);
    return k;
  }
  say_pointee(b, p, path, pointee);
  if (p->kind == POINTEE_STRING)
    make_string(b, pointee, element, path, k);
  else if (p->kind == POINTEE_COUNT)
    make_elements(b, p, pointee, element, path, depth, k);
  if (makes && p->or_null) make_null(b, path, k);
  return k;
}

/* A variable outside of functions that points to what no input can be made of, and of which nothing is said. */
static gboolean keeps_value(const DriverBuild *b, CXType pointee, const char *path, guint depth) {
  const CXType t = clang.getCanonicalType(pointee);
  const gboolean odd = is_function(pointee) || t.kind == CXType_Void || !is_complete(t);
  return odd && b->kind == SITE_GLOBAL && depth == 0 && !g_hash_table_contains(b->pointees, path);
}

static void fill_pointer(DriverBuild *b, CXType type, const char *place, const char *path, guint depth) {
  const CXType pointee = clang.getPointeeType(clang.getCanonicalType(type));
  if (keeps_value(b, pointee, path, depth)) {
    driver_assume(b, "%s has the value that it is initialised with", path);
    return;
  }
  const Pointee one = {.kind = is_char(pointee) ? POINTEE_STRING : POINTEE_COUNT,
                       .count = "1",
                       .or_null = b->kind == SITE_GLOBAL};
  g_autofree char *element = driver_element(pointee, place),
                  *name = *path == '*' ? g_strdup_printf("(%s)", path) : g_strdup(path);
  const guint k = driver_point(b, pointee, element, name, depth + 1, &one);
  g_string_append_printf(b->body, "*(void **)&%s = __acf_v%u; ", place, k);
}

void driver_fill(DriverBuild *b, CXType type, const char *place, const char *path, guint depth) {
  const CXType t = canonical(type);
  if (b->error) return;
  if (scalar_of(t)) return fill_scalar(b, t, place, path);
  switch (t.kind) {
  case CXType_Pointer: return fill_pointer(b, t, place, path, depth);
  case CXType_Record: return fill_record(b, t, place, path, depth);
  case CXType_ConstantArray: return fill_array(b, t, place, path, depth);
  case CXType_IncompleteArray: return; /* a struct's last member: it has no elements */
  default: break;
  }
  g_autofree char *name = driver_text_of(clang.getTypeSpelling(type));
  driver_refuse(b, "%s is of the type %s, which cannot be an input", path, name);
}
