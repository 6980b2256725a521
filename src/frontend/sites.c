/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input sites: where in the C text a value enters, what type it has, and which variable takes it. */
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include "frontend/lower.h"

#define NONDET "__VERIFIER_nondet_"

static void add_identifiers(Lowering *l, const char *text) {
  for (const char *at = text; *at;) {
    const char *start = at;
    while (g_ascii_isalnum(*at) || *at == '_') at++;
    if (at > start)
      g_hash_table_add(l->identifiers, g_strndup(start, (gsize)(at - start)));
    else
      at++;
  }
}

static void free_lines(gpointer lines) { g_ptr_array_unref((GPtrArray *)lines); }

void site_read_source(Lowering *l) {
  l->source = g_hash_table_new_full(NULL, NULL, NULL, free_lines);
  l->identifiers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < l->given->len; i++) {
    const SourceFile *f = (const SourceFile *)l->given->pdata[i];
    if (f->is_bitcode) continue;
    add_identifiers(l, f->text);
    if (!source_file_has_places(f)) continue;
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    g_autofree char **all = g_strsplit(f->text, "\n", -1);
    for (guint k = 0; all[k]; k++) g_ptr_array_add(lines, all[k]);
    g_hash_table_insert(l->source, (gpointer)f->path, lines);
  }
}

const char *site_line(const Lowering *l, IrLoc loc) {
  const GPtrArray *lines = loc.file ? g_hash_table_lookup(l->source, loc.file) : NULL;
  return lines && loc.line >= 1 && loc.line <= lines->len ? (const char *)lines->pdata[loc.line - 1] : NULL;
}

static gboolean identifier_at(const char *line, gsize column, const char *name) {
  gsize n = strlen(name), length = strlen(line);
  if (column + n > length || strncmp(line + column, name, n) != 0) return FALSE;
  char before = column ? line[column - 1] : ' ', after = line[column + n];
  return !g_ascii_isalnum(before) && before != '_' && !g_ascii_isalnum(after) && after != '_';
}

/* The column where the line declares the name: what ends a declarator follows it.  0: nowhere. */
static guint declared_at(const char *line, const char *name) {
  for (const char *at = strstr(line, name); at; at = strstr(at + 1, name)) {
    if (!identifier_at(line, (gsize)(at - line), name)) continue;
    const char *behind = at + strlen(name);
    while (g_ascii_isspace(*behind)) behind++;
    if (!*behind || strchr(",);[", *behind) || g_str_has_prefix(behind, "/*") ||
        g_str_has_prefix(behind, "__"))
      return (guint)(at - line) + 1;
  }
  return 0;
}

static IrLoc find_in(const GPtrArray *lines, const char *path, const char *name) {
  for (guint i = 0; lines && i < lines->len; i++) {
    const char *line = lines->pdata[i];
    for (const char *at = strstr(line, name); at; at = strstr(at + 1, name))
      if (identifier_at(line, (gsize)(at - line), name)) return (IrLoc){path, i + 1, (guint)(at - line) + 1};
  }
  return (IrLoc){0};
}

IrLoc site_find_identifier(const Lowering *l, const char *name) {
  IrLoc found = {0};
  for (guint i = 0; i < l->given->len && !found.file; i++) {
    const SourceFile *f = (const SourceFile *)l->given->pdata[i];
    found = find_in(g_hash_table_lookup(l->source, f->path), f->path, name);
  }
  return found;
}

/* The path that the user gave, of the file that has this one; NULL: none of them. */
static const char *given_path(const Lowering *l, const char *full) {
  for (guint i = 0; i < l->given->len; i++) {
    const SourceFile *f = (const SourceFile *)l->given->pdata[i];
    g_autofree char *given = g_canonicalize_filename(f->path, NULL);
    if (!f->is_bitcode && g_str_equal(full, given)) return f->path;
  }
  return NULL;
}

/* The compiler may split the name that the user gave into directory and file. */
static const char *file_name(const Lowering *l, LLVMMetadataRef file) {
  unsigned n_name = 0, n_directory = 0;
  const char *known = file ? g_hash_table_lookup(l->files, file) : NULL;
  if (known) return known;
  const char *name = file ? LLVMDIFileGetFilename(file, &n_name) : NULL;
  const char *directory = file ? LLVMDIFileGetDirectory(file, &n_directory) : NULL;
  if (!name || !n_name) return NULL;
  g_autofree char *short_name = g_strndup(name, n_name),
                  *folder = g_strndup(directory ? directory : "", n_directory),
                  *full = g_canonicalize_filename(short_name, *folder == '/' ? folder : NULL);
  const char *given = given_path(l, full), *result = given ? given : g_intern_string(short_name);
  g_hash_table_insert(l->files, file, (gpointer)result);
  return result;
}

/* The linker makes static names of several files unique by numbers behind them. */
const char *site_function_name(LLVMValueRef function) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length), *dot = strrchr(name, '.');
  if (LLVMGetLinkage(function) != LLVMInternalLinkage || !dot || !dot[1] ||
      dot[1 + strspn(dot + 1, "0123456789")])
    return g_intern_string(name);
  g_autofree char *own = g_strndup(name, (gsize)(dot - name));
  return g_intern_string(own);
}

IrLoc site_loc(const Lowering *l, LLVMValueRef instruction) {
  LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(instruction);
  if (!loc || !LLVMDILocationGetLine(loc)) return (IrLoc){0};
  const char *file = file_name(l, LLVMDIScopeGetFile(LLVMDILocationGetScope(loc)));
  return (IrLoc){file, LLVMDILocationGetLine(loc), LLVMDILocationGetColumn(loc)};
}

IrLoc site_function_loc(const Lowering *l, LLVMValueRef function) {
  LLVMMetadataRef program = LLVMGetSubprogram(function);
  if (!program) return (IrLoc){0};
  return (IrLoc){file_name(l, LLVMDIScopeGetFile(program)), LLVMDISubprogramGetLine(program), 1};
}

IrLoc site_global_loc(const Lowering *l, LLVMValueRef global) {
  IrLoc loc = {0};
  size_t n = 0;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind) continue;
    LLVMMetadataRef variable = LLVMDIGlobalVariableExpressionGetVariable(node);
    loc = (IrLoc){file_name(l, LLVMDIVariableGetFile(variable)), LLVMDIVariableGetLine(variable), 1};
  }
  LLVMDisposeValueMetadataEntries(entries);
  return loc;
}

IrLoc site_variable_loc(const Lowering *l, LLVMMetadataRef variable) {
  IrLoc loc = {file_name(l, LLVMDIVariableGetFile(variable)), LLVMDIVariableGetLine(variable), 1};
  const char *name = debug_variable_name(l, variable);
  const char *line = site_line(l, loc);
  const guint column = name && line ? declared_at(line, name) : 0;
  if (column) loc.column = column;
  return loc;
}

/* Whether the text of the program at loc is the name itself, and not a macro's or a header's. */
static gboolean stands_in_file(const Lowering *l, IrLoc loc, const char *name) {
  const char *line = site_line(l, loc);
  return line && loc.column && identifier_at(line, loc.column - 1, name);
}

typedef struct {
  const char *name;
  guint width; /* 0: as wide as a pointer */
  gboolean is_signed;
  const char *type;
} NondetType;

static const NondetType nondet_types[] = {
    {"bool", 1, FALSE, "_Bool"},
    {"char", 8, TRUE, "char"},
    {"schar", 8, TRUE, "signed char"},
    {"uchar", 8, FALSE, "unsigned char"},
    {"unsigned_char", 8, FALSE, "unsigned char"},
    {"short", 16, TRUE, "short"},
    {"ushort", 16, FALSE, "unsigned short"},
    {"unsigned_short", 16, FALSE, "unsigned short"},
    {"int", 32, TRUE, "int"},
    {"uint", 32, FALSE, "unsigned int"},
    {"unsigned", 32, FALSE, "unsigned int"},
    {"unsigned_int", 32, FALSE, "unsigned int"},
    {"long", 0, TRUE, "long"},
    {"ulong", 0, FALSE, "unsigned long"},
    {"unsigned_long", 0, FALSE, "unsigned long"},
    {"longlong", 64, TRUE, "long long"},
    {"ulonglong", 64, FALSE, "unsigned long long"},
    {"size_t", 0, FALSE, "size_t"},
    {"ssize_t", 0, TRUE, "ssize_t"},
    {"loff_t", 64, TRUE, "long long"},
    {"sector_t", 0, FALSE, "unsigned long"},
    {"u8", 8, FALSE, "unsigned char"},
    {"u16", 16, FALSE, "unsigned short"},
    {"u32", 32, FALSE, "unsigned int"},
    {"u64", 64, FALSE, "unsigned long long"},
    {"s8", 8, TRUE, "signed char"},
    {"s16", 16, TRUE, "short"},
    {"s32", 32, TRUE, "int"},
    {"s64", 64, TRUE, "long long"},
    {"uint8_t", 8, FALSE, "unsigned char"},
    {"uint16_t", 16, FALSE, "unsigned short"},
    {"uint32_t", 32, FALSE, "unsigned int"},
    {"uint64_t", 64, FALSE, "unsigned long long"},
    {"int8_t", 8, TRUE, "signed char"},
    {"int16_t", 16, TRUE, "short"},
    {"int32_t", 32, TRUE, "int"},
    {"int64_t", 64, TRUE, "long long"},
};

gboolean site_is_nondet(const char *name) { return g_str_has_prefix(name, NONDET); }

/* The type of a nondet function by its name; a type that the table does not know is the declared one. */
static NondetType nondet_type(const Lowering *l, const char *name, LLVMTypeRef returned) {
  guint declared = type_scalar_width(l, returned);
  gboolean pointer = LLVMGetTypeKind(returned) == LLVMPointerTypeKind;
  const char *suffix = name + strlen(NONDET);
  for (guint i = 0; i < G_N_ELEMENTS(nondet_types); i++) {
    NondetType t = nondet_types[i];
    if (g_ascii_strcasecmp(t.name, suffix) != 0 || type_is_float(returned) || pointer) continue;
    if (!t.width) t.width = l->program->pointer_width;
    if (declared && declared < t.width) {
      t.width = declared;
      t.type = type_c_name(declared, FALSE, FALSE, t.is_signed);
    }
    return t;
  }
  if (!declared) declared = 32;
  gboolean is_signed = !pointer && *suffix != 'u';
  return (NondetType){name, declared, is_signed,
                      type_c_name(declared, type_is_float(returned), pointer, is_signed)};
}

guint site_nondet(Lowering *l, LLVMValueRef call, const char *name, LLVMTypeRef returned, IrLoc loc,
                  gboolean *is_signed) {
  NondetType t = nondet_type(l, name, returned);
  InputSite site = {.kind = SITE_NONDET,
                    .function = name,
                    .type = t.type,
                    .width = t.width,
                    .is_signed = t.is_signed,
                    .is_float = type_is_float(returned),
                    .loc = loc};
  site.variable = call ? g_hash_table_lookup(l->variables, call) : NULL;
  site.in_macro_or_header = !stands_in_file(l, loc, name);
  *is_signed = t.is_signed;
  return program_add_site(l->program, &site);
}

guint site_memory(Lowering *l, LLVMValueRef object, LLVMTypeRef type, IrLoc loc) {
  InputSite site = {
      .kind = SITE_UNINITIALISED, .width = 8, .element_width = 8, .loc = loc, .is_signed = TRUE};
  gboolean pointer = FALSE;
  if (type) {
    LLVMTypeRef element = type;
    while (LLVMGetTypeKind(element) == LLVMArrayTypeKind) element = LLVMGetElementType(element);
    pointer = LLVMGetTypeKind(element) == LLVMPointerTypeKind;
    site.element_width = type_uniform_width(l, type, &site.is_float);
  }
  site.type = type_c_name(site.element_width, site.is_float, pointer, TRUE);
  site.variable = g_hash_table_lookup(l->variables, object);
  site.in_macro_or_header = !site.variable || !stands_in_file(l, loc, site.variable);
  return program_add_site(l->program, &site);
}

guint site_plain(Lowering *l, SiteKind kind, LLVMValueRef value, const char *function, LLVMTypeRef type,
                 IrLoc loc) {
  guint width = type_scalar_width(l, type);
  InputSite site = {.kind = kind,
                    .function = function,
                    .width = width,
                    .is_signed = TRUE,
                    .is_float = type_is_float(type),
                    .loc = loc};
  gboolean pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
  site.is_signed = !pointer;
  site.type = type_c_name(width, site.is_float, pointer, TRUE);
  site.variable = value ? g_hash_table_lookup(l->variables, value) : NULL;
  const char *name = function ? function : site.variable;
  site.in_macro_or_header = !name || !stands_in_file(l, loc, name);
  return program_add_site(l->program, &site);
}

guint site_parameter(Lowering *l, guint number, const CScalar *type, LLVMMetadataRef variable) {
  const char *name = variable ? debug_variable_name(l, variable) : NULL;
  g_autofree char *numbered = g_strdup_printf("parameter_%u", number);
  InputSite site = {.kind = SITE_PARAMETER,
                    .function = l->program->property->entry,
                    .variable = name ? name : numbered,
                    .type = type->name,
                    .width = type->width,
                    .is_signed = type->is_signed,
                    .is_float = type->is_float};
  site.source = (InputSource){.part = SOURCE_SCALAR, .path = site.variable};
  site.loc = variable ? site_variable_loc(l, variable)
                      : site_function_loc(l, LLVMGetNamedFunction(l->module, site.function));
  site.in_macro_or_header = !name || !stands_in_file(l, site.loc, name);
  return program_add_site(l->program, &site);
}

/* The name, or as much of it from the start as the C text knows; takes it. */
static char *without_number(const Lowering *l, char *name) {
  while (*name && !g_hash_table_contains(l->identifiers, name)) {
    gsize n = strlen(name);
    if (!g_ascii_isdigit(name[n - 1])) break;
    name[n - 1] = '\0';
  }
  if (*name && g_hash_table_contains(l->identifiers, name)) return name;
  g_free(name);
  return NULL;
}

/* LLVM makes names unique by numbers behind them: take away what the C text does not know. */
static char *c_name(const Lowering *l, LLVMValueRef v) {
  size_t length;
  char *name = g_strdup(LLVMGetValueName2(v, &length));
  for (char *dot;
       *name != '.' && LLVMIsAGlobalVariable(v) && (dot = strrchr(name, '.')) && g_ascii_isdigit(dot[1]);)
    *dot = '\0';                                        /* made unique: "x.1" */
  if (LLVMIsAGlobalVariable(v) && strrchr(name, '.')) { /* a static variable of a function: "main.x" */
    char *own = g_strdup(strrchr(name, '.') + 1);
    g_free(name);
    name = own;
  }
  if (strchr(name, '.')) *strchr(name, '.') = '\0'; /* a parameter: "x.addr" */
  return without_number(l, name);
}

const char *site_identifier(const Lowering *l, const char *name) {
  const char *dot = strrchr(name, '.'); /* a static variable of a function: "main.x" */
  g_autofree char *plain = without_number(l, g_strdup(dot ? dot + 1 : name));
  return plain ? g_intern_string(plain) : NULL;
}

const char *site_variable_name(const Lowering *l, LLVMValueRef v) {
  g_autofree char *name = c_name(l, v);
  return name ? g_intern_string(name) : NULL;
}

static gboolean is_field(LLVMValueRef gep) {
  return LLVMGetNumOperands(gep) == 3 &&
         LLVMGetTypeKind(LLVMGetGEPSourceElementType(gep)) == LLVMStructTypeKind;
}

/* How C would name the object at the address: "x", "s.f", "p->f"; an array's element by the array. */
static char *object_name(const Lowering *l, LLVMValueRef address) {
  if (LLVMIsAAllocaInst(address) || LLVMIsAGlobalVariable(address)) return c_name(l, address);
  if (LLVMIsALoadInst(address)) return object_name(l, LLVMGetOperand(address, 0));
  if (!LLVMIsAGetElementPtrInst(address)) return NULL;
  LLVMValueRef inner = LLVMGetOperand(address, 0);
  char *base = object_name(l, inner), *field = is_field(address) ? c_name(l, address) : NULL;
  if (!base || !field) {
    g_free(field);
    return base;
  }
  char *joined = g_strconcat(base, LLVMIsALoadInst(inner) ? "->" : ".", field, NULL);
  g_free(base);
  g_free(field);
  return joined;
}

/* The variable that a value is stored in, looked for through conversions. */
static char *variable_of(const Lowering *l, LLVMValueRef value, guint depth) {
  char *name = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(value); u && !name; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value)
      name = object_name(l, LLVMGetOperand(user, 1));
    else if (depth && LLVMIsACastInst(user))
      name = variable_of(l, user, depth - 1);
  }
  return name;
}

static void name_instruction(Lowering *l, LLVMValueRef i) {
  char *name = NULL;
  size_t length;
  if (LLVMIsAAllocaInst(i)) {
    if (g_str_has_suffix(LLVMGetValueName2(i, &length), ".addr")) return; /* a parameter: it has a value */
    name = c_name(l, i);
    if (!name) name = variable_of(l, i, 2); /* char *p = alloca(n) */
  } else if (LLVMIsACallInst(i)) {
    gboolean memory = g_str_equal(LLVMGetValueName2(LLVMGetCalledValue(i), &length), UNINIT_MEMORY);
    name = memory ? object_name(l, LLVMGetOperand(i, 0)) : variable_of(l, i, 4);
  }
  if (name) g_hash_table_insert(l->variables, i, (gpointer)g_intern_string(name));
  g_free(name);
}

void site_name_variables(Lowering *l) {
  for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        name_instruction(l, i);
}
