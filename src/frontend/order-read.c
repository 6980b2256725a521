/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conflicts between the operands of expressions, by libclang.
 *
 * The walk over an expression gives the accesses to objects that its evaluation makes.  Those of operands
 * that are not sequenced are compared.  The write of an assignment comes after the values of both its
 * operands, but not after the writes in them: those are pending until a comma, &&, ||, ?: or call comes
 * between. */
#include <string.h>
#include "base/limits.h"
#include "frontend/libclang.h"
#include "frontend/order-paths.h"
#include "frontend/order.h"

typedef struct {
  gconstpointer object; /* interned name of a global variable, declaration of a local one, or a call */
  const char *path;     /* interned: the members that lead to it, as in .a|b; NULL: the whole */
  const char *name;     /* interned */
  gboolean element;     /* some element of it */
  gboolean writes, sure, pending;
  gboolean adds; /* a constant, by a write whose value nothing else uses */
} Access;

typedef struct {
  const ModuleEffects *effects;
  const char *path;
  CXFile file;
  const char *function;  /* being read */
  GHashTable *taken;     /* objects whose address is taken somewhere */
  GHashTable *functions; /* interned name -> how often it is used, without its calls */
  GArray *conflicts;     /* OrderConflict */
  guint depth;
} Reader;

static const char memory[] = "memory"; /* what pointers lead to */
static const char end[] = "the end of the run";

static GArray *evaluate(Reader *r, CXCursor c);
static GArray *evaluate_place(Reader *r, CXCursor c);
static GArray *read_statement(Reader *r, CXCursor c);

static GArray *none(void) { return g_array_new(FALSE, TRUE, sizeof(Access)); }

/* ---- cursors ---- */

static CXCursor child(CXCursor c, guint i) {
  g_autoptr(GArray) children = libclang_children(c);
  return i < children->len ? g_array_index(children, CXCursor, i) : (CXCursor){0};
}

/* Without parentheses and conversions. */
static CXCursor stripped(CXCursor c) {
  for (;;) {
    enum CXCursorKind kind = clang.getCursorKind(c);
    if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr && kind != CXCursor_CStyleCastExpr)
      return c;
    g_autoptr(GArray) children = libclang_children(c);
    if (!children->len) return c;
    c = g_array_index(children, CXCursor, children->len - 1); /* a cast names its type first */
  }
}

static enum CXTypeKind type_of(CXCursor c) { return clang.getCanonicalType(clang.getCursorType(c)).kind; }

static gboolean is_array(CXCursor c) {
  enum CXTypeKind kind = type_of(c);
  return kind == CXType_ConstantArray || kind == CXType_VariableArray || kind == CXType_IncompleteArray;
}

/* A `va_list`, or a pointer to what one holds. */
static gboolean is_argument_list(CXCursor c) {
  return strstr(libclang_intern(clang.getTypeSpelling(clang.getCursorType(c))), "va_list") != NULL;
}

static enum CXUnaryOperatorKind unary(CXCursor c) {
  return clang.getCursorKind(c) == CXCursor_UnaryOperator ? clang.getCursorUnaryOperatorKind(c)
                                                          : CXUnaryOperator_Invalid;
}

/* ---- objects ---- */

static gboolean is_variable(CXCursor declaration) {
  enum CXCursorKind kind = clang.getCursorKind(declaration);
  return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl;
}

/* Variables that other functions may change have the name that these know them by. */
static void place_variable(const Reader *r, CXCursor reference, Access *a) {
  CXCursor declared = clang.getCanonicalCursor(clang.getCursorReferenced(reference));
  if (!is_variable(declared)) return;
  a->name = libclang_intern(clang.getCursorSpelling(declared));
  const enum CX_StorageClass class = clang.Cursor_getStorageClass(declared);
  const gboolean global =
      clang.getCursorKind(clang.getCursorSemanticParent(declared)) == CXCursor_TranslationUnit;
  g_autofree char *of_function = g_strdup_printf("%s.%s", r->function, a->name);
  if (global || class == CX_SC_Extern)
    a->object = module_effects_variable(r->effects, libclang_intern(clang.Cursor_getMangling(declared)));
  else
    a->object = class == CX_SC_Static ? (gconstpointer)g_intern_string(of_function) : declared.data[0];
}

/* Members of a union overlap; `?` is one of a structure without a name that stands in a union. */
static char separator(CXCursor member) {
  CXCursor record = clang.getCursorSemanticParent(clang.getCursorReferenced(member));
  if (clang.getCursorKind(record) == CXCursor_UnionDecl) return '|';
  while (clang.getCursorKind(record) == CXCursor_StructDecl) record = clang.getCursorSemanticParent(record);
  return clang.getCursorKind(record) == CXCursor_UnionDecl ? '?' : '.';
}

static const char *path_to(const char *path, CXCursor member) {
  g_autofree char *whole =
      g_strdup_printf("%s%c%s", path ? path : "", separator(member),
                      libclang_intern(clang.getCursorSpelling(member)));
  return g_intern_string(whole);
}

/* The object that an expression stands for; without one where it is none. */
static Access place_of(const Reader *r, CXCursor expression) {
  Access a = {.sure = TRUE};
  CXCursor c = stripped(expression), base;
  switch ((int)clang.getCursorKind(c)) {
  case CXCursor_DeclRefExpr: place_variable(r, c, &a); return a;
  case CXCursor_MemberRefExpr:
    base = child(c, 0);
    if (type_of(base) != CXType_Pointer) a = place_of(r, base);
    if (!a.object) a.object = a.name = memory;
    a.path = path_to(a.path, c);
    return a;
  case CXCursor_ArraySubscriptExpr:
    base = stripped(child(c, 0));
    if (is_array(base)) a = place_of(r, base);
    if (!a.object) a.object = a.name = memory;
    a.element = TRUE;
    return a;
  case CXCursor_UnaryOperator:
    if (unary(c) == CXUnaryOperator_Deref) a.object = a.name = memory;
    return a;
  default: return a;
  }
}

static void add(GArray *to, Access a, gboolean writes) {
  a.writes = writes;
  a.pending = writes;
  if (a.object) g_array_append_val(to, a);
}

/* Takes `more`. */
static void join(GArray *to, GArray *more) {
  g_array_append_vals(to, more->data, more->len);
  g_array_unref(more);
}

static GArray *finished(GArray *a) {
  for (guint i = 0; i < a->len; i++) g_array_index(a, Access, i).pending = FALSE;
  return a;
}

static GArray *maybe(GArray *a) {
  for (guint i = 0; i < a->len; i++) g_array_index(a, Access, i).sure = FALSE;
  return a;
}

/* ---- conflicts ---- */

static IrLoc location(const Reader *r, CXSourceLocation at) {
  CXFile file = NULL;
  IrLoc loc = {0};
  clang.getExpansionLocation(at, &file, &loc.line, &loc.column, NULL);
  if (file)
    loc.file = clang.File_isEqual(file, r->file) ? g_intern_string(r->path)
                                                 : libclang_intern(clang.getFileName(file));
  return loc;
}

static gboolean is_assignment(CXCursor c) {
  enum CXCursorKind kind = clang.getCursorKind(c);
  return kind == CXCursor_CompoundAssignOperator ||
         (kind == CXCursor_BinaryOperator && clang.getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign);
}

static void report(Reader *r, CXCursor c, const char *what, gboolean sure) {
  CXSourceRange range = clang.getCursorExtent(c);
  OrderConflict conflict = {r->function,
                            location(r, clang.getRangeStart(range)),
                            location(r, clang.getRangeEnd(range)),
                            sure,
                            is_assignment(c),
                            what};
  if (conflict.from.file) g_array_append_val(r->conflicts, conflict);
}

/* A pointer may lead to a variable. */
static gboolean may_lead_to(const Reader *r, const Access *pointer, const Access *variable) {
  return pointer->object == memory && g_hash_table_contains(r->taken, variable->object);
}

static gboolean meet(const Reader *r, const Access *a, const Access *b) {
  if (!(a->writes || b->writes) || (a->adds && b->adds)) return FALSE;
  if (a->object != b->object) return may_lead_to(r, a, b) || may_lead_to(r, b, a);
  if (a->object == end) return a->writes != b->writes; /* failing twice is failing once */
  return (a->object == memory ? paths_overlap_in_memory(a->path, b->path)
                              : paths_overlap(a->path, b->path)) != APART;
}

static gboolean is_sure(const Access *a, const Access *b) {
  return a->object == b->object && a->object != memory && a->object != end && a->sure && b->sure &&
         !a->element && !b->element && paths_overlap(a->path, b->path) == TOGETHER;
}

static void compare(Reader *r, CXCursor c, const GArray *x, const GArray *y, gboolean pending_only) {
  const Access *found = NULL;
  for (guint i = 0; i < x->len; i++)
    for (guint k = 0; k < y->len; k++) {
      const Access *a = &g_array_index(x, Access, i), *b = &g_array_index(y, Access, k);
      if (!meet(r, a, b) || (pending_only && !b->pending)) continue;
      if (is_sure(a, b)) {
        report(r, c, a->name, TRUE);
        return;
      }
      found = a->object == memory ? b : a;
    }
  if (found) report(r, c, found->name, FALSE);
}

/* ---- calls ---- */

static guint8 effect_on_argument(CXCursor argument, guint8 effect) {
  CXType pointee = clang.getPointeeType(clang.getCanonicalType(clang.getCursorType(argument)));
  return clang.isConstQualifiedType(pointee) ? effect & (guint8) ~(EFFECT_WRITES | EFFECT_SURELY_WRITES)
                                             : effect;
}

static void add_effect(GArray *to, Access a, guint effect) {
  if (effect & (EFFECT_READS | EFFECT_SURELY_READS)) {
    a.sure = (effect & EFFECT_SURELY_READS) != 0;
    add(to, a, FALSE);
  }
  if (effect & (EFFECT_WRITES | EFFECT_SURELY_WRITES)) {
    a.sure = (effect & EFFECT_SURELY_WRITES) != 0;
    add(to, a, TRUE);
  }
  if (effect & (EFFECT_ADDS | EFFECT_SURELY_ADDS)) {
    a.sure = (effect & EFFECT_SURELY_ADDS) != 0;
    a.adds = TRUE;
    add(to, a, TRUE);
  }
}

/* What a pointer argument points to. */
static Access pointed_to(const Reader *r, CXCursor argument) {
  CXCursor c = stripped(argument);
  Access a = {.object = memory, .name = memory}, place = {0};
  if (clang.getCursorKind(c) == CXCursor_StringLiteral) return (Access){0};
  if (unary(c) == CXUnaryOperator_AddrOf) place = place_of(r, child(c, 0));
  if (is_array(c)) {
    place = place_of(r, c);
    place.element = TRUE;
  }
  return place.object ? place : a;
}

static void add_known_call(const Reader *r, GArray *to, CXCursor call, const FunctionEffects *e) {
  GHashTableIter all;
  gpointer key, effect;
  g_hash_table_iter_init(&all, e->variables);
  while (g_hash_table_iter_next(&all, &key, &effect))
    add_effect(to, (Access){.object = key, .name = key}, GPOINTER_TO_UINT(effect));
  g_hash_table_iter_init(&all, e->inputs);
  while (g_hash_table_iter_next(&all, &key, NULL))
    add_effect(to, (Access){.object = key, .name = "the order of inputs"}, EFFECT_WRITES);
  for (int i = 0; i < clang.Cursor_getNumArguments(call) && i < (int)G_N_ELEMENTS(e->parameters); i++)
    if (e->parameters[i])
      add_effect(to, pointed_to(r, clang.Cursor_getArgument(call, (unsigned)i)), e->parameters[i]);
  add_effect(to, (Access){.object = memory, .name = memory}, e->elsewhere);
  if (e->fails) add_effect(to, (Access){.object = end, .name = end}, EFFECT_WRITES);
  if (e->halts) add_effect(to, (Access){.object = end, .name = end}, EFFECT_READS);
}

/* A function that the program does not define may write through its arguments. */
static void add_other_call(const Reader *r, GArray *to, CXCursor call, const char *name) {
  if (module_effects_fails(r->effects, name))
    add_effect(to, (Access){.object = end, .name = end}, EFFECT_WRITES);
  if (module_effects_halts(name)) add_effect(to, (Access){.object = end, .name = end}, EFFECT_READS);
  for (int i = 0; i < clang.Cursor_getNumArguments(call); i++) {
    CXCursor argument = clang.Cursor_getArgument(call, (unsigned)i);
    if (type_of(argument) == CXType_Pointer)
      add_effect(to, pointed_to(r, argument), effect_on_argument(argument, EFFECT_READS | EFFECT_WRITES));
  }
}

/* Any function that is used otherwise than to call it. */
static void add_call_by_pointer(const Reader *r, GArray *to, CXCursor call) {
  GHashTableIter all;
  gpointer name, uses;
  add_effect(to, (Access){.object = memory, .name = memory}, EFFECT_READS | EFFECT_WRITES);
  g_hash_table_iter_init(&all, r->functions);
  while (g_hash_table_iter_next(&all, &name, &uses)) {
    const FunctionEffects *e = GPOINTER_TO_INT(uses) > 0 ? module_effects_of(r->effects, name) : NULL;
    g_autoptr(GArray) done = none();
    if (e) add_known_call(r, done, call, e);
    maybe(done);
    g_array_append_vals(to, done->data, done->len);
  }
}

/* The function that an expression names; NULL: it names none. */
static const char *named_function(CXCursor c) {
  CXCursor function = clang.getCursorReferenced(c);
  if (clang.Cursor_isNull(function) || clang.getCursorKind(function) != CXCursor_FunctionDecl) return NULL;
  return libclang_intern(clang.Cursor_getMangling(function));
}

static void add_call(Reader *r, GArray *to, CXCursor call) {
  const char *name = named_function(call);
  const FunctionEffects *known = name ? module_effects_of(r->effects, name) : NULL;
  g_autoptr(GArray) done = none();
  if (known)
    add_known_call(r, done, call, known);
  else if (name)
    add_other_call(r, done, call, name);
  else
    add_call_by_pointer(r, done, call);
  finished(done);
  g_array_append_vals(to, done->data, done->len);
}

/* ---- expressions ---- */

/* All operands, in any order. */
static GArray *evaluate_unsequenced(Reader *r, CXCursor c, GArray *operands, gboolean sure) {
  GArray *all = none();
  for (guint i = 0; i < operands->len; i++) {
    GArray *one = evaluate(r, g_array_index(operands, CXCursor, i));
    if (!sure) maybe(one);
    compare(r, c, all, one, FALSE);
    join(all, one);
  }
  return all;
}

/* Expressions that libclang has no name for: `va_arg` moves on in its list, atomic operations write to what
 * their first operand points to. */
static void add_unnamed(const Reader *r, GArray *to, CXCursor c, const GArray *operands) {
  CXCursor first = operands->len ? g_array_index(operands, CXCursor, 0) : (CXCursor){0};
  if (clang.getCursorKind(c) != CXCursor_UnexposedExpr || !operands->len) return;
  g_autoptr(GArray) done = none();
  const gboolean list = operands->len == 1 && is_argument_list(first) && !is_argument_list(c);
  if (list) add_effect(done, place_of(r, first), EFFECT_READS | EFFECT_WRITES | EFFECT_SURELY_WRITES);
  if (operands->len > 1 && type_of(first) == CXType_Pointer)
    add_effect(done, pointed_to(r, first), EFFECT_READS | EFFECT_WRITES);
  finished(done);
  g_array_append_vals(to, done->data, done->len);
}

static GArray *evaluate_all(Reader *r, CXCursor c) {
  GArray *all = none();
  g_autoptr(GArray) children = libclang_children(c);
  for (guint i = 0; i < children->len; i++) {
    CXCursor one = g_array_index(children, CXCursor, i);
    if (clang.isExpression(clang.getCursorKind(one))) join(all, evaluate(r, one));
  }
  add_unnamed(r, all, c, children);
  return all;
}

/* One of the expressions behind the first one, which is not evaluated. */
static GArray *evaluate_selection(Reader *r, CXCursor c) {
  GArray *all = none();
  g_autoptr(GArray) children = libclang_children(c);
  for (guint i = 1; i < children->len; i++) {
    CXCursor one = g_array_index(children, CXCursor, i);
    if (clang.isExpression(clang.getCursorKind(one))) join(all, maybe(evaluate(r, one)));
  }
  return all;
}

static GArray *evaluate_call(Reader *r, CXCursor c) {
  g_autoptr(GArray) operands = libclang_children(c);
  GArray *all = finished(evaluate_unsequenced(r, c, operands, TRUE));
  add_call(r, all, c);
  return all;
}

static GArray *evaluate_assignment(Reader *r, CXCursor c, gboolean reads) {
  CXCursor to = child(c, 0);
  GArray *place = evaluate_place(r, to), *value = evaluate(r, child(c, 1));
  g_autoptr(GArray) written = none();
  Access target = place_of(r, to);
  if (reads) add(place, target, FALSE);
  compare(r, c, place, value, FALSE);
  join(place, value);
  add(written, target, TRUE);
  compare(r, c, written, place, TRUE);
  g_array_append_vals(place, written->data, written->len);
  return place;
}

/* The left one first, and then perhaps the right one. */
static GArray *evaluate_in_order(Reader *r, CXCursor c, gboolean sure) {
  GArray *left = finished(evaluate(r, child(c, 0))), *right = evaluate(r, child(c, 1));
  join(left, sure ? right : maybe(right));
  return left;
}

static GArray *evaluate_binary(Reader *r, CXCursor c) {
  g_autoptr(GArray) operands = libclang_children(c);
  switch (clang.getCursorBinaryOperatorKind(c)) {
  case CXBinaryOperator_Assign: return evaluate_assignment(r, c, FALSE);
  case CXBinaryOperator_Comma: return evaluate_in_order(r, c, TRUE);
  case CXBinaryOperator_LAnd:
  case CXBinaryOperator_LOr: return evaluate_in_order(r, c, FALSE);
  default: return evaluate_unsequenced(r, c, operands, TRUE);
  }
}

static GArray *evaluate_choice(Reader *r, CXCursor c) {
  g_autoptr(GArray) children = libclang_children(c);
  GArray *all = none();
  for (guint i = 0; i < children->len; i++) {
    GArray *one = evaluate(r, g_array_index(children, CXCursor, i));
    join(all, i ? maybe(one) : finished(one));
  }
  return all;
}

static GArray *evaluate_unary(Reader *r, CXCursor c) {
  CXCursor operand = child(c, 0);
  GArray *all;
  switch (unary(c)) {
  case CXUnaryOperator_AddrOf: return evaluate_place(r, operand);
  case CXUnaryOperator_PostInc:
  case CXUnaryOperator_PostDec:
  case CXUnaryOperator_PreInc:
  case CXUnaryOperator_PreDec:
    all = evaluate_place(r, operand);
    add(all, place_of(r, operand), FALSE);
    add(all, place_of(r, operand), TRUE);
    return all;
  default: return evaluate(r, operand);
  }
}

/* What is evaluated to find an object, without the object itself. */
static GArray *evaluate_place(Reader *r, CXCursor expression) {
  CXCursor c = stripped(expression), base = child(c, 0);
  g_autoptr(GArray) operands = libclang_children(c);
  switch ((int)clang.getCursorKind(c)) {
  case CXCursor_DeclRefExpr: return none();
  case CXCursor_MemberRefExpr:
    if (!operands->len) return none();
    return type_of(base) == CXType_Pointer ? evaluate(r, base) : evaluate_place(r, base);
  case CXCursor_ArraySubscriptExpr: return evaluate_unsequenced(r, c, operands, TRUE);
  case CXCursor_UnaryOperator:
    if (unary(c) == CXUnaryOperator_Deref) return evaluate(r, base);
    return evaluate(r, c);
  default: return evaluate(r, c);
  }
}

static GArray *evaluate_object(Reader *r, CXCursor c) {
  GArray *all = evaluate_place(r, c);
  if (!is_array(c) && type_of(c) != CXType_FunctionProto && type_of(c) != CXType_FunctionNoProto)
    add(all, place_of(r, c), FALSE);
  return all;
}

static GArray *evaluate_kind(Reader *r, CXCursor c) {
  g_autoptr(GArray) children = libclang_children(c);
  switch ((int)clang.getCursorKind(c)) {
  case CXCursor_DeclRefExpr:
  case CXCursor_MemberRefExpr:
  case CXCursor_ArraySubscriptExpr: return evaluate_object(r, c);
  case CXCursor_UnaryOperator:
    return unary(c) == CXUnaryOperator_Deref ? evaluate_object(r, c) : evaluate_unary(r, c);
  case CXCursor_BinaryOperator: return evaluate_binary(r, c);
  case CXCursor_CompoundAssignOperator: return evaluate_assignment(r, c, TRUE);
  case CXCursor_ConditionalOperator: return evaluate_choice(r, c);
  case CXCursor_CallExpr: return evaluate_call(r, c);
  case CXCursor_InitListExpr: return evaluate_unsequenced(r, c, children, FALSE);
  case CXCursor_StmtExpr: return finished(maybe(read_statement(r, c)));
  case CXCursor_GenericSelectionExpr: return evaluate_selection(r, c);
  case CXCursor_UnaryExpr: return none(); /* sizeof: nothing in it is evaluated */
  default: return evaluate_all(r, c);
  }
}

static GArray *evaluate(Reader *r, CXCursor c) {
  if (r->depth > limits.frontend_expression_depth) {
    report(r, c, "what is nested so deeply", FALSE);
    return none();
  }
  r->depth++;
  GArray *all = evaluate_kind(r, c);
  r->depth--;
  return all;
}

/* ---- statements ---- */

static GArray *read_statement(Reader *r, CXCursor c) {
  GArray *all = none();
  g_autoptr(GArray) children = libclang_children(c);
  for (guint i = 0; i < children->len; i++) {
    CXCursor one = g_array_index(children, CXCursor, i);
    join(all, clang.isExpression(clang.getCursorKind(one)) ? evaluate(r, one) : read_statement(r, one));
  }
  return all;
}

static enum CXChildVisitResult visit_statement(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  Reader *r = data;
  if (!clang.isExpression(clang.getCursorKind(c))) return CXChildVisit_Recurse;
  g_array_unref(evaluate(r, c));
  return CXChildVisit_Continue;
}

static enum CXChildVisitResult find_taken(CXCursor c, CXCursor parent, CXClientData data) {
  Reader *r = data;
  if (clang.getCursorKind(c) == CXCursor_FunctionDecl)
    r->function = libclang_intern(clang.getCursorSpelling(c));
  const enum CXCursorKind kind = clang.getCursorKind(c);
  const gboolean uses = kind == CXCursor_DeclRefExpr || kind == CXCursor_CallExpr;
  const char *used = uses ? named_function(c) : NULL;
  const int so_far = used ? GPOINTER_TO_INT(g_hash_table_lookup(r->functions, used)) : 0;
  const int now = kind == CXCursor_CallExpr ? so_far - 1 : so_far + 1;
  if (used) g_hash_table_insert(r->functions, (gpointer)used, GINT_TO_POINTER(now));
  const gboolean decays = clang.getCursorKind(c) == CXCursor_UnexposedExpr && type_of(c) == CXType_Pointer &&
                          clang.getCursorKind(parent) != CXCursor_ArraySubscriptExpr && is_array(child(c, 0));
  const gboolean takes = unary(c) == CXUnaryOperator_AddrOf || decays;
  const Access place = takes ? place_of(r, child(c, 0)) : (Access){0};
  if (place.object) g_hash_table_add(r->taken, (gpointer)place.object);
  return CXChildVisit_Recurse;
}

static enum CXChildVisitResult visit_top(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  Reader *r = data;
  if (clang.getCursorKind(c) != CXCursor_FunctionDecl || !clang.isCursorDefinition(c))
    return CXChildVisit_Continue;
  r->function = libclang_intern(clang.getCursorSpelling(c));
  if (module_effects_of(r->effects, r->function)) clang.visitChildren(c, visit_statement, r);
  return CXChildVisit_Continue;
}

GArray *order_read(const SourceFile *file, gboolean lp64, const ModuleEffects *effects) {
  if (!libclang_load()) return NULL;
  CXIndex index = clang.createIndex(0, 0);
  CXTranslationUnit unit =
      libclang_parse(index, file->path, file->text, file->flags, lp64, CXTranslationUnit_None);
  Reader r = {.effects = effects,
              .path = file->path,
              .taken = g_hash_table_new(NULL, NULL),
              .functions = g_hash_table_new(NULL, NULL),
              .conflicts = g_array_new(FALSE, FALSE, sizeof(OrderConflict))};
  if (unit) {
    r.file = clang.getFile(unit, file->path);
    clang.visitChildren(clang.getTranslationUnitCursor(unit), find_taken, &r);
    clang.visitChildren(clang.getTranslationUnitCursor(unit), visit_top, &r);
    clang.disposeTranslationUnit(unit);
  } else {
    g_clear_pointer(&r.conflicts, g_array_unref);
  }
  g_hash_table_unref(r.taken);
  g_hash_table_unref(r.functions);
  clang.disposeIndex(index);
  return r.conflicts;
}
