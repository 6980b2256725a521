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

/* Library functions that acf has in C (models.c) and the program calls but does not define. */
static gboolean link_models(LLVMModuleRef module, gboolean lp64) {
  LLVMModuleRef models = lp64 ? read_bitcode(LLVMGetModuleContext(module), models64_bc, sizeof models64_bc)
                              : read_bitcode(LLVMGetModuleContext(module), models32_bc, sizeof models32_bc);
  if (!models) return FALSE;
  gboolean needed = FALSE;
  for (LLVMValueRef f = LLVMGetFirstFunction(models), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    size_t length;
    LLVMValueRef own = LLVMGetNamedFunction(module, LLVMGetValueName2(f, &length));
    if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMInternalLinkage) continue;
    if (own && LLVMIsDeclaration(own)) needed = TRUE;
    LLVMSetLinkage(f,
                   LLVMLinkOnceAnyLinkage); /* what the program does not call is not linked; its own wins */
  }
  if (needed) return !LLVMLinkModules2(module, models);
  LLVMDisposeModule(models);
  return TRUE;
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

Program *frontend_load(const char *path, const FrontendOptions *options, GError **error) {
  g_autofree char *text = NULL;
  gsize length = 0;
  g_autoptr(GError) problem = NULL;
  if (!read_text(path, &text, &length, &problem)) {
    g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_MISSING_FILE, "cannot read the program %s: %s",
                path, problem->message);
    return NULL;
  }
  LLVMModuleRef module = compile_module(path, text, length, options, error);
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
