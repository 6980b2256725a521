/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the C file to the Program: compile, link library models, make uninitialised values explicit, lower. */
#include <errno.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <string.h>
#include <sys/stat.h>
#include <glib/gstdio.h>
#include "frontend/lower.h"
#include "ir/cfg.h"
#include "models32.bc.h"
#include "models64.bc.h"

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

/* Library functions that acf has in C (models.c) and the program calls but does not define. */
static gboolean link_models(LLVMModuleRef module, gboolean lp64) {
  LLVMModuleRef models = lp64 ? read_bitcode(LLVMGetModuleContext(module), models64_bc, sizeof models64_bc)
                              : read_bitcode(LLVMGetModuleContext(module), models32_bc, sizeof models32_bc);
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

/* No engine gets through a tangle of gotos in any reasonable time. */
static void leave_tangles(Program *p) {
  for (guint i = 0; i < p->functions->len; i++) {
    IrFunction *f = program_function(p, i);
    if (!f->defined || !function_is_tangled(f)) continue;
    g_autofree char *why = g_strdup_printf("the loops of %s are nested too deeply", f->name);
    function_unmodel(f, g_intern_string(why));
    g_ptr_array_add(p->unmodelled, f->loc.file ? g_strdup_printf("%s:%u: %s", f->loc.file, f->loc.line, why)
                                               : g_strdup(why));
  }
}

static const char *entry_name(const FrontendOptions *options) {
  return options->property ? options->property->entry : "main";
}

static Program *load_module(LLVMModuleRef module, const char *path, const char *text,
                            const FrontendOptions *options, GError **error) {
  const char *name = entry_name(options);
  LLVMValueRef entry = LLVMGetNamedFunction(module, name);
  if (!entry || LLVMIsDeclaration(entry)) {
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_ENTRY,
                "%s does not define the function %s, where runs begin: name another one in the property",
                path, name);
    return NULL;
  }
  Program *program = failures_named(module, path, text, options, error)
                         ? lower_module(module, path, text, options, error)
                         : NULL;
  if (!program) return NULL;
  failures_look(program, module, text, options);
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

/* NULL, or why it cannot be read: a device, for one, of which some never end. */
static const char *read_text(const char *path, char **text, gsize *length) {
  GStatBuf status;
  if (g_stat(path, &status) != 0) return g_strerror(errno);
  if (S_ISDIR(status.st_mode)) return g_strerror(EISDIR);
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) return "it is a device";
  errno = 0;
  if (g_file_get_contents(path, text, length, NULL)) return NULL;
  return g_strerror(errno ? errno : EIO);
}

/* The program compiled, in a new context; NULL with error. */
static LLVMModuleRef compile_text(const char *path, const char *text, gsize length,
                                  const FrontendOptions *options, GError **error) {
  g_autoptr(GBytes) bitcode = frontend_compile(path, text, length, options, error);
  if (!bitcode) return NULL;
  LLVMContextRef context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(context, ignore_diagnostic, NULL);
  gsize size;
  const void *data = g_bytes_get_data(bitcode, &size);
  LLVMModuleRef module = read_bitcode(context, data, size);
  if (module && link_models(module, options->lp64)) return module;
  g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_INTERNAL,
              "cannot read the compiler's bitcode for %s: the compiler must be clang 19", path);
  if (module) LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return NULL;
}

static void dispose_module(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

/* The same with the entry function in it: the compiler leaves out static functions that nobody calls. */
static LLVMModuleRef compile_module(const char *path, const char *text, gsize length,
                                    const FrontendOptions *options, GError **error) {
  LLVMModuleRef module = compile_text(path, text, length, options, error);
  if (!module || LLVMGetNamedFunction(module, entry_name(options))) return module;
  g_autofree char *more =
                      g_strdup_printf("\nvoid *const acf_entry_is_used = (void *)%s;\n", entry_name(options)),
                  *whole = g_strconcat(text, more, NULL);
  LLVMModuleRef kept =
      strlen(text) == length ? compile_text(path, whole, strlen(whole), options, NULL) : NULL;
  if (kept) dispose_module(module);
  return kept ? kept : module;
}

/* Marks cost branches, so only programs get them to which they matter. */
static LLVMModuleRef compile_with_lifetimes(const char *path, const char *text, gsize length,
                                            const FrontendOptions *options, GError **error) {
  LLVMModuleRef module = compile_module(path, text, length, options, error);
  if (!module || options->marks_lifetimes || !lifetimes_matter(module)) return module;
  dispose_module(module);
  FrontendOptions marked = *options;
  marked.marks_lifetimes = TRUE;
  return compile_module(path, text, length, &marked, error);
}

/* A program of which nothing is known but that it has an entry function: it may fail on any input. */
static Program *unread(const char *path, const FrontendOptions *options) {
  static const char why[] = "acf was stopped before it was compiled";
  Program *p = program_new(path, options->lp64 ? 64 : 32);
  if (options->property) {
    property_free(p->property);
    p->property = property_copy(options->property);
  }
  IrFunction *f = program_add_function(p, p->property->entry);
  f->loc.file = g_intern_string(path);
  function_unmodel(f, why);
  p->entry = f->id;
  p->no_overflow = options->no_overflow;
  g_ptr_array_add(p->unmodelled, g_strdup_printf("%s: %s", path, why));
  return p;
}

Program *frontend_load(const char *path, const FrontendOptions *options, GError **error) {
  g_autofree char *text = NULL;
  gsize length = 0;
  g_autoptr(GError) problem = NULL;
  const char *unreadable = read_text(path, &text, &length);
  if (unreadable) {
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_MISSING_FILE, "cannot read the program %s: %s",
                path, unreadable);
    return NULL;
  }
  LLVMModuleRef module = compile_with_lifetimes(path, text, length, options, &problem);
  Program *program = NULL;
  if (module)
    program = load_module(module, path, text, options, error);
  else if (g_error_matches(problem, ACF_FRONTEND_ERROR, FRONTEND_ERROR_STOPPED))
    program = unread(path, options);
  else
    g_propagate_error(error, g_steal_pointer(&problem));
  if (program) program->hash = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (guchar *)text, length);
  if (module) dispose_module(module);
  return program;
}

gboolean frontend_still_turns(const Program *p) {
  const FrontendOptions options = {.lp64 = p->pointer_width == 64, .property = p->property};
  g_autofree char *text = NULL;
  gsize length = 0;
  if (read_text(p->path, &text, &length)) return TRUE;
  LLVMModuleRef module = compile_module(p->path, text, length, &options, NULL);
  if (!module) return TRUE;
  gboolean turns = module_turns(module, p->property->entry);
  dispose_module(module);
  return turns;
}
