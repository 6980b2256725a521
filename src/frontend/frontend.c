/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From C files to the Program: compile, link, link library models, make uninitialised values explicit, lower.
 */
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <string.h>
#include "frontend/driver.h"
#include "frontend/link.h"
#include "frontend/lower.h"
#include "frontend/printing.h"
#include "frontend/streams.h"
#include "frontend/variadic.h"
#include "ir/cfg.h"
#include "ir/reason.h"
#include "models32.bc.h"
#include "models64.bc.h"
#include "models-math32.bc.h"
#include "models-math64.bc.h"
#include "models-printing32.bc.h"
#include "models-printing64.bc.h"
#include "models-items32.bc.h"
#include "models-items64.bc.h"
#include "models-streams32.bc.h"
#include "models-streams64.bc.h"

static LLVMModuleRef read_bitcode(LLVMContextRef context, const void *data, gsize size) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(data, size, "program");
  LLVMModuleRef module = NULL;
  if (LLVMParseBitcodeInContext2(context, buffer, &module)) module = NULL;
  LLVMDisposeMemoryBuffer(buffer);
  return module;
}

/* The models call one another.  Where the program has a function of such a name, theirs is not meant: the
 * library does not know it either.  So they are linked by names that no program has. */
#define MODEL_PREFIX "acf.model."

static void prefix_name(LLVMValueRef function) {
  size_t length;
  g_autofree char *name = g_strconcat(MODEL_PREFIX, LLVMGetValueName2(function, &length), NULL);
  LLVMSetValueName2(function, name, strlen(name));
}

/* Where the plain name is free. */
static void restore_names(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    if (!g_str_has_prefix(name, MODEL_PREFIX)) continue;
    g_autofree char *plain = g_strdup(name + strlen(MODEL_PREFIX));
    if (!LLVMGetNamedFunction(module, plain) && !LLVMGetNamedGlobal(module, plain))
      LLVMSetValueName2(f, plain, strlen(plain));
  }
}

/* Where the program declares errno by hand, that of the models is meant. */
static void share_errno(LLVMModuleRef module) {
  LLVMValueRef declared = LLVMGetNamedGlobal(module, "errno"), ours = LLVMGetNamedGlobal(module, "acf_errno");
  if (declared && ours && LLVMIsDeclaration(declared)) LLVMReplaceAllUsesWith(declared, ours);
}

/* Library functions that acf has in C and the program calls but does not define.  Takes the models. */
static gboolean link_models(LLVMModuleRef module, LLVMModuleRef models) {
  if (!models) return FALSE;
  gboolean needed = FALSE;
  for (LLVMValueRef f = LLVMGetFirstFunction(models); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    LLVMValueRef own = LLVMGetNamedFunction(module, LLVMGetValueName2(f, &length));
    if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMInternalLinkage) continue;
    LLVMSetLinkage(f, LLVMLinkOnceAnyLinkage); /* what the program does not call is not linked */
    prefix_name(f);
    if (!own || !LLVMIsDeclaration(own)) continue;
    prefix_name(own);
    needed = TRUE;
  }
  if (!needed) {
    LLVMDisposeModule(models);
    return TRUE;
  }
  gboolean linked = !LLVMLinkModules2(module, models);
  restore_names(module);
  if (linked) share_errno(module);
  return linked;
}

static gboolean link_all(LLVMModuleRef module, const FrontendOptions *options) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  const gboolean lp64 = options->lp64, streams = streams_prepare(module, options);
  if (streams && !link_models(module, lp64 ? read_bitcode(context, models_streams64_bc, sizeof models_streams64_bc)
                                           : read_bitcode(context, models_streams32_bc, sizeof models_streams32_bc)))
    return FALSE;
  if (streams && !link_models(module, lp64 ? read_bitcode(context, models_items64_bc, sizeof models_items64_bc)
                                           : read_bitcode(context, models_items32_bc, sizeof models_items32_bc)))
    return FALSE;
  if (streams) streams_set_bounds(module, options);
  variadic_prepare(module, options);
  printing_prepare(module, options);
  if (!link_models(module, lp64 ? read_bitcode(context, models_printing64_bc, sizeof models_printing64_bc)
                                : read_bitcode(context, models_printing32_bc, sizeof models_printing32_bc)))
    return FALSE;
  if (!link_models(module, lp64 ? read_bitcode(context, models_math64_bc, sizeof models_math64_bc)
                                : read_bitcode(context, models_math32_bc, sizeof models_math32_bc)))
    return FALSE;
  return link_models(module, lp64 ? read_bitcode(context, models64_bc, sizeof models64_bc)
                                  : read_bitcode(context, models32_bc, sizeof models32_bc));
}

/* No engine gets through a tangle of gotos in any reasonable time. */
static void leave_tangles(Program *p) {
  for (guint i = 0; i < p->functions->len; i++) {
    IrFunction *f = program_function(p, i);
    if (!f->defined || !function_is_tangled(f)) continue;
    g_autofree char *what = g_strdup_printf("the loops of %s, which are nested too deeply", f->name);
    function_unmodel(f, g_intern_string(what));
    g_ptr_array_add(p->unmodelled, reason_unmodelled(f->loc, what));
  }
}

static const char *entry_name(const FrontendOptions *options) {
  return options->property ? options->property->entry : "main";
}

/* The files as messages name them. */
static const char *named(const GPtrArray *files) {
  const SourceFile *first = (const SourceFile *)files->pdata[0];
  return files->len > 1 ? "the program" : first->path;
}

/* Where the entry function has a body. */
static gboolean entry_defined(LLVMModuleRef module, const FrontendOptions *options) {
  LLVMValueRef entry = LLVMGetNamedFunction(module, entry_name(options));
  return entry && !LLVMIsDeclaration(entry);
}

static Program *load_module(const LinkedModule *linked, const FrontendOptions *options, GError **error) {
  const char *name = entry_name(options), *path = named(linked->files);
  if (!entry_defined(linked->module, options)) {
    g_set_error(
        error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_ENTRY,
        "%s does not define the function %s, where runs begin: name another one by --entry, or in the "
        "property",
        path, name);
    return NULL;
  }
  Program *program = failures_named(linked, options, error) ? lower_module(linked, options, error) : NULL;
  if (!program) return NULL;
  failures_look(program, linked, options);
  leave_tangles(program);
  char *wrong = program_check(program);
  if (!wrong) return program;
  g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_INTERNAL,
              "internal error: %s was lowered to a malformed program (%s): please report this", path, wrong);
  g_free(wrong);
  program_free(program);
  return NULL;
}

/* Hides what LLVM says to stderr about bitcode that it does not like: the caller reports. */
static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *data) { (void)info, (void)data; }

void module_dispose(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

/* One file compiled; NULL with error. */
static LLVMModuleRef compile_file(LLVMContextRef context, const SourceFile *file,
                                  const FrontendOptions *options, GError **error) {
  g_autoptr(GBytes) bitcode = frontend_compile(file, options, error);
  if (!bitcode) return NULL;
  gsize size;
  const void *data = g_bytes_get_data(bitcode, &size);
  LLVMModuleRef module = read_bitcode(context, data, size);
  if (!module)
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_INTERNAL,
                "cannot read the compiler's bitcode for %s: the compiler must be clang 19", file->path);
  return module;
}

gboolean module_compile(LinkedModule *linked, const FrontendOptions *given, GError **error) {
  FrontendOptions options = *given;
  options.several |= linked->files->len > 1;
  LLVMContextRef context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(context, ignore_diagnostic, NULL);
  Linker *linker = linker_new(options.several ? options.property : NULL);
  gboolean good = TRUE;
  for (guint i = 0; good && i < linked->files->len; i++) {
    const SourceFile *file = (const SourceFile *)linked->files->pdata[i];
    LLVMModuleRef module = compile_file(context, file, &options, error);
    good = module && linker_add(linker, module, file, error);
  }
  linked->module = linker_free(linker, &linked->clash);
  if (good) return TRUE;
  if (linked->module) LLVMDisposeModule(linked->module);
  linked->module = NULL;
  LLVMContextDispose(context);
  return FALSE;
}

/* The same with acf's own functions. */
static gboolean compile_files(LinkedModule *linked, const FrontendOptions *options, GError **error) {
  if (!module_compile(linked, options, error)) return FALSE;
  if (link_all(linked->module, options)) return TRUE;
  g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_INTERNAL, "acf's own models cannot be linked to %s",
              named(linked->files));
  module_dispose(linked->module);
  linked->module = NULL;
  return FALSE;
}

/* The files with a line more in this one: a use of the entry function. */
static GPtrArray *files_that_use(const GPtrArray *files, guint which, const char *entry) {
  GPtrArray *all = g_ptr_array_new();
  for (guint i = 0; i < files->len; i++) g_ptr_array_add(all, files->pdata[i]);
  const SourceFile *f = (const SourceFile *)files->pdata[which];
  g_autofree char *more = g_strdup_printf("\nvoid *const acf_entry_is_used = (void *)%s;\n", entry);
  char *whole = g_strconcat(f->text, more, NULL);
  all->pdata[which] = source_file_new(f->path, whole, strlen(whole), (const char *const *)f->flags);
  return all;
}

static gboolean may_define(const SourceFile *f, const char *name) {
  return !f->is_bitcode && strlen(f->text) == f->length && strstr(f->text, name);
}

/* The same with the entry function in it: the compiler leaves out static functions without a call. */
static gboolean compile_with_entry(LinkedModule *linked, const FrontendOptions *options, GError **error) {
  const char *name = entry_name(options);
  if (!compile_files(linked, options, error)) return FALSE;
  for (guint i = 0; i < linked->files->len && !LLVMGetNamedFunction(linked->module, name); i++) {
    if (!may_define((const SourceFile *)linked->files->pdata[i], name)) continue;
    g_autoptr(GPtrArray) used = files_that_use(linked->files, i, name);
    LinkedModule kept = {.files = used};
    if (compile_files(&kept, options, NULL)) {
      module_dispose(linked->module);
      linked->module = kept.module;
      linked->clash = kept.clash;
    }
    source_file_free((SourceFile *)used->pdata[i]);
  }
  return TRUE;
}

/* Marks cost branches, so only programs get them to which they matter. */
static gboolean compile_with_lifetimes(LinkedModule *linked, const FrontendOptions *options, GError **error) {
  if (!compile_with_entry(linked, options, error)) return FALSE;
  if (options->marks_lifetimes || !lifetimes_matter(linked->module)) return TRUE;
  module_dispose(linked->module);
  linked->module = NULL;
  FrontendOptions marked = *options;
  marked.marks_lifetimes = TRUE;
  return compile_with_entry(linked, &marked, error);
}

/* A program of which nothing is known but that it has an entry function: it may fail on any input. */
static Program *unread(const char *path, const FrontendOptions *options) {
  static const char what[] = "the program, which was not compiled before acf was stopped";
  Program *p = program_new(path, options->lp64 ? 64 : 32);
  if (options->property) {
    property_free(p->property);
    p->property = property_copy(options->property);
  }
  IrFunction *f = program_add_function(p, p->property->entry);
  f->loc.file = g_intern_string(path);
  function_unmodel(f, what);
  p->entry = f->id;
  p->no_overflow = options->no_overflow;
  g_ptr_array_add(p->unmodelled, reason_unmodelled(f->loc, what));
  return p;
}

/* What is taken for granted of bitcode that another compiler made. */
static void assume_of_bitcode(Program *p, const GPtrArray *files) {
  for (guint i = 0; i < files->len; i++) {
    const SourceFile *f = (const SourceFile *)files->pdata[i];
    if (f->is_bitcode)
      g_ptr_array_add(
          p->assumptions,
          g_strdup_printf("%s: what the compiler that made it took for granted; variables live until "
                          "their function returns",
                          f->path));
  }
}

static void keep_files(Program *p, const GPtrArray *files) {
  const SourceFile *first = (const SourceFile *)files->pdata[0];
  p->hash = g_strdup(first->hash);
  for (guint i = 0; i < files->len; i++)
    g_ptr_array_add(p->files, source_file_copy((SourceFile *)files->pdata[i]));
}

static const SourceFile *first_bitcode(const GPtrArray *files) {
  for (guint i = 0; i < files->len; i++)
    if (((const SourceFile *)files->pdata[i])->is_bitcode) return (const SourceFile *)files->pdata[i];
  return NULL;
}

/* What the compiler has to put in where arithmetic may fail is not in bitcode that was made without. */
static gboolean bitcode_shows(const GPtrArray *files, const FrontendOptions *options, GError **error) {
  const SourceFile *f = first_bitcode(files);
  g_autoptr(GPtrArray) checks = g_ptr_array_new_with_free_func(g_free);
  if (f) checks_add_flags(options, checks);
  if (!checks->len) return TRUE;
  g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_LINK,
              "%s is bitcode, in which failures of arithmetic are not to be seen: give it as C, or ask for "
              "unreach-call",
              f->path);
  return FALSE;
}

/* The same for the property that the front end chooses where it may: `chosen`, to free, or NULL. */
static gboolean compile_for_property(LinkedModule *linked, FrontendOptions *options, Property **chosen,
                                     GError **error) {
  if (!bitcode_shows(linked->files, options, error) || !compile_with_lifetimes(linked, options, error))
    return FALSE;
  if (!options->chooses || first_bitcode(linked->files) || failures_by_call(linked->module, linked->files)) return TRUE;
  module_dispose(linked->module);
  linked->module = NULL;
  *chosen = property_new(PROPERTY_RUNTIME_ERRORS, entry_name(options), NULL);
  const Property *before = options->property;
  if (before && before->at_file) property_set_place(*chosen, before->at_file, before->at_line);
  if (options->no_overflow) property_exclude(*chosen, FAILURE_OVERFLOW);
  options->property = *chosen;
  return compile_with_lifetimes(linked, options, error);
}

/* The program whose entry function is called by the driver; NULL: by none. */
static Program *load_files(const GPtrArray *files, const FrontendOptions *given, const Driver *driver,
                           GError **error) {
  FrontendOptions own = *given, *options = &own;
  own.driver = driver;
  const SourceFile *first = (const SourceFile *)files->pdata[0];
  g_autoptr(Property) chosen = NULL;
  g_autoptr(GError) problem = NULL;
  LinkedModule linked = {.files = files};
  Program *program = NULL;
  if (compile_for_property(&linked, options, &chosen, &problem))
    program = load_module(&linked, options, error);
  else if (g_error_matches(problem, ACF_FRONTEND_ERROR, FRONTEND_ERROR_STOPPED))
    program = unread(first->path, options);
  else
    g_propagate_error(error, g_steal_pointer(&problem));
  if (program) {
    assume_of_bitcode(program, files);
    if (!program->files->len) keep_files(program, files);
  }
  if (linked.module) module_dispose(linked.module);
  return program;
}

/* Among the files that mention the entry function, or do not; NULL with error, or without where none defines it. */
static Driver *find_driver_among(const GPtrArray *files, gboolean mention, const FrontendOptions *options,
                                 GError **error) {
  for (guint i = 0; i < files->len; i++) {
    const SourceFile *f = (const SourceFile *)files->pdata[i];
    if (f->is_bitcode || (strstr(f->text, entry_name(options)) != NULL) != mention) continue;
    Driver *d = driver_new(f, options, error);
    if (!d || d->file) return d;
    driver_free(d);
  }
  return NULL;
}

/* A file that does not mention it may include it. */
static Driver *find_driver(const GPtrArray *files, const FrontendOptions *options, GError **error) {
  g_autoptr(GError) problem = NULL;
  Driver *d = find_driver_among(files, TRUE, options, &problem);
  if (!d && !problem) d = find_driver_among(files, FALSE, options, &problem);
  if (problem) g_propagate_error(error, g_steal_pointer(&problem));
  return d;
}

Program *frontend_load_files(GPtrArray *files, const FrontendOptions *options, GError **error) {
  const EntryOptions *said = options->entry;
  const gboolean of_main = g_str_equal(entry_name(options), "main");
  g_autoptr(GError) problem = NULL;
  if (of_main && said && (said->pointees || said->assumptions)) {
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_ENTRY_OPTION,
                "--assume and --pointee are for functions that --entry names, not for main");
    return NULL;
  }
  g_autoptr(Driver) driver = of_main ? NULL : find_driver(files, options, &problem);
  if (problem) {
    g_propagate_error(error, g_steal_pointer(&problem));
    return NULL;
  }
  if (driver && driver->text && property_counts(options->property, FAILURE_LEAK)) {
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_PARAMETER,
                "leaks are not asked of %s, whose caller owns objects: write a function that makes the arguments, calls "
                "%s and frees them, and name it by --entry",
                entry_name(options), entry_name(options));
    return NULL;
  }
  if (driver && files->len > 1)
    g_ptr_array_add(driver->assumptions,
                    g_strdup("variables of other files than that of the function have their initial values"));
  return load_files(files, options, driver, error);
}

Program *frontend_load(const char *path, const FrontendOptions *options, GError **error) {
  g_autoptr(GPtrArray) files = source_files_new();
  SourceFile *file = frontend_read(path, NULL, error);
  if (!file) return NULL;
  g_ptr_array_add(files, file);
  return frontend_load_files(files, options, error);
}

gboolean frontend_loops_remain(const Program *p) {
  const FrontendOptions options = {.lp64 = p->pointer_width == 64, .property = p->property};
  LinkedModule linked = {.files = p->files};
  if (!p->files->len || !compile_with_entry(&linked, &options, NULL)) return TRUE;
  const gboolean remain = module_loops_remain(linked.module, p->property->entry);
  module_dispose(linked.module);
  return remain;
}
