/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the C file to the Program: compile, link library models, make uninitialised values explicit, lower. */
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <string.h>
#include <sys/stat.h>
#include <glib/gstdio.h>
#include "frontend/lower.h"
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

static Program *load_module(LLVMModuleRef module, const char *path, const char *text,
                            const FrontendOptions *options, GError **error) {
  const char *name = options->property ? options->property->entry : "main";
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

/* FALSE: a device, of which some never end, or what cannot be read. */
static gboolean read_text(const char *path, char **text, gsize *length, GError **error) {
  GStatBuf status;
  if (g_stat(path, &status) == 0 && (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))) {
    g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "It is a device");
    return FALSE;
  }
  return g_file_get_contents(path, text, length, error);
}

/* The program compiled, in a new context; NULL with error. */
static LLVMModuleRef compile_module(const char *path, const char *text, gsize length,
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

Program *frontend_load(const char *path, const FrontendOptions *options, GError **error) {
  g_autofree char *text = NULL;
  gsize length = 0;
  g_autoptr(GError) problem = NULL;
  if (!read_text(path, &text, &length, &problem)) {
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_MISSING_FILE, "cannot read the program %s: %s",
                path, problem->message);
    return NULL;
  }
  LLVMModuleRef module = compile_with_lifetimes(path, text, length, options, error);
  if (!module) return NULL;
  Program *program = load_module(module, path, text, options, error);
  if (program) program->hash = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (guchar *)text, length);
  dispose_module(module);
  return program;
}

gboolean frontend_still_turns(const Program *p) {
  const FrontendOptions options = {.lp64 = p->pointer_width == 64, .property = p->property};
  g_autofree char *text = NULL;
  gsize length = 0;
  if (!read_text(p->path, &text, &length, NULL)) return TRUE;
  LLVMModuleRef module = compile_module(p->path, text, length, &options, NULL);
  if (!module) return TRUE;
  gboolean turns = module_turns(module, p->property->entry);
  dispose_module(module);
  return turns;
}
