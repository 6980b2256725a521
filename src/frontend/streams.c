/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a program reads its standard input: not at all, in ways that are modelled, or in others.
 *
 * The models in C keep where it is read.  So they are used only where everything that may read it is modelled.
 * Where that is nothing but scanf of decimal integers, or of those, characters and literals, what it finds are the
 * inputs, else the bytes are. */
#include <string.h>
#include "base/limits.h"
#include "frontend/conversions.h"
#include "frontend/lower.h"
#include "frontend/scan-format.h"
#include "frontend/streams.h"

#define READS_STDIN "acf.reads.stdin" /* a variable of modules that do */
#define NONDET "__VERIFIER_nondet_"
#define BYTES "__acf_stdin"
#define ITEMS "__acf_scan_"
#define ITEMS_MOST "__acf_items_most"

/* Functions that read the standard input, or say something of it, by models-streams.c. */
static const char *const modelled[] = {"_IO_getc",       "clearerr",      "feof",      "feof_unlocked",
                                       "ferror",         "ferror_unlocked", "fgetc",   "fgetc_unlocked",
                                       "fgets",          "fread",         "getc",      "getc_unlocked",
                                       "getchar",        "getchar_unlocked", "getdelim", "getline",
                                       "gets",           "ungetc"};

/* Functions that may read it, move in it, or give it to others. */
static const char *const unmodelled[] = {
    "__getdelim", "__uflow", "__underflow", "copy_file_range", "dup", "dup2", "dup3", "execl", "execlp", "execv",
    "execve", "execvp", "fdopen", "fgetpos", "fgets_unlocked", "fgetwc", "fgetws", "fread_unlocked", "freopen",
    "fseek", "fseeko", "fsetpos", "ftell", "ftello", "fwscanf", "getpass", "getw", "getwc", "getwchar", "lseek",
    "mmap", "popen", "posix_spawn", "pread", "preadv", "readv", "recv", "rewind", "sendfile", "splice", "system",
    "vfscanf", "vscanf", "wscanf", "__isoc99_vfscanf", "__isoc99_vscanf", "__isoc23_vfscanf", "__isoc23_vscanf"};

static gboolean is_one_of(const char *name, const char *const *names, guint n) {
  for (guint i = 0; i < n; i++)
    if (g_str_equal(name, names[i])) return TRUE;
  return FALSE;
}

gboolean streams_wanted(LLVMModuleRef module, const FrontendOptions *options) {
  if (!options->bounds || (options->property && !g_str_equal(options->property->entry, "main"))) return FALSE;
  if (options->bounds->given) return TRUE;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (g_str_has_prefix(LLVMGetValueName2(f, &length), NONDET) && LLVMGetFirstUse(f)) return FALSE;
  }
  return TRUE;
}

/* ---- what a program calls ---- */

typedef struct {
  GPtrArray *scans; /* LLVMValueRef: calls of scanf and its like */
  GPtrArray *reads; /* LLVMValueRef: calls of read(0, ...) */
  gboolean stdio;   /* bytes are read by other functions of stdio */
  gboolean decimal; /* so far all that is scanned are decimal integers from the standard input */
  gboolean items;   /* or single characters and literals */
  gboolean floats;  /* some are floating point, which is modelled among items alone */
  GString *literals; /* those, but for signs, each once */
  gboolean unknown; /* something reads it, or may, that is not modelled */
} Readers;

static void add_literals(Readers *r, const GArray *items) {
  for (guint i = 0; i < items->len; i++) {
    const ScanItem *item = &g_array_index(items, ScanItem, i);
    const char c = (char)item->base;
    if (item->kind == SCAN_LITERAL && c != '+' && c != '-' && !strchr(r->literals->str, c))
      g_string_append_c(r->literals, c);
  }
}

static void add_scan(Readers *r, LLVMValueRef call, ScanSource source, gboolean lp64) {
  g_autoptr(GArray) items = scanf_items(call, lp64);
  if (source != SCANS_TEXT) {
    r->unknown |= !items;
    r->decimal &= items && scan_format_is_decimal(items);
    r->items &= items && scan_format_is_itemized(items);
    if (items) add_literals(r, items);
    r->floats |= items && scan_format_has_float(items);
  }
  if (items && (source != SCANS_TEXT || !scan_format_has_float(items))) g_ptr_array_add(r->scans, call);
}

/* read() from other files stays what it is. */
static void add_read(Readers *r, LLVMValueRef call) {
  LLVMValueRef from = LLVMGetNumArgOperands(call) == 3 ? LLVMGetOperand(call, 0) : NULL;
  if (!from || !LLVMIsAConstantInt(from))
    r->unknown = TRUE;
  else if (LLVMConstIntGetZExtValue(from) == 0)
    g_ptr_array_add(r->reads, call);
}

static void look_at_use(Readers *r, LLVMValueRef function, const char *name, LLVMValueRef user, gboolean lp64) {
  const ScanSource source = scanf_source(name);
  const gboolean called = LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
  if (source != SCANS_NOTHING && called)
    add_scan(r, user, source, lp64);
  else if (g_str_equal(name, "read") && called)
    add_read(r, user);
  else if (source != SCANS_TEXT)
    r->unknown = TRUE; /* through a pointer */
}

static void look_at_function(Readers *r, LLVMValueRef function, gboolean lp64) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  if (!LLVMIsDeclaration(function) || !LLVMGetFirstUse(function)) return;
  r->stdio |= is_one_of(name, modelled, G_N_ELEMENTS(modelled));
  r->unknown |= is_one_of(name, unmodelled, G_N_ELEMENTS(unmodelled));
  if (scanf_source(name) == SCANS_NOTHING && !g_str_equal(name, "read")) return;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    look_at_use(r, function, name, LLVMGetUser(use), lp64);
}

static gboolean is_of_text(LLVMValueRef call) {
  size_t length;
  return scanf_source(LLVMGetValueName2(LLVMGetCalledValue(call), &length)) == SCANS_TEXT;
}

static gboolean scans_stdin(const Readers *r) {
  for (guint i = 0; i < r->scans->len; i++)
    if (!is_of_text(r->scans->pdata[i])) return TRUE;
  return FALSE;
}

/* ---- preparing the calls ---- */

static void expand_read(LLVMModuleRef module, LLVMValueRef call) {
  LLVMValueRef args[] = {LLVMGetOperand(call, 1), LLVMGetOperand(call, 2)};
  LLVMTypeRef types[] = {LLVMTypeOf(args[0]), LLVMTypeOf(args[1])};
  LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(call), types, 2, 0);
  LLVMValueRef f = LLVMGetNamedFunction(module, "__acf_read");
  if (!f) f = LLVMAddFunction(module, "__acf_read", type);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMReplaceAllUsesWith(call, LLVMBuildCall2(builder, type, f, args, 2, ""));
  LLVMInstructionEraseFromParent(call);
  LLVMDisposeBuilder(builder);
}

/* Characters and literals alone are bytes. */
static gboolean has_number(const Readers *r, gboolean lp64) {
  for (guint i = 0; i < r->scans->len; i++) {
    g_autoptr(GArray) items = scanf_items(r->scans->pdata[i], lp64);
    for (guint k = 0; !is_of_text(r->scans->pdata[i]) && k < items->len; k++)
      if (g_array_index(items, ScanItem, k).conversion) return TRUE;
  }
  return FALSE;
}

static ScanModel model_of(const Readers *r, gboolean from_stdin, gboolean lp64) {
  if (!from_stdin || r->stdio || r->reads->len || !scans_stdin(r)) return SCAN_AS_BYTES;
  if (r->decimal) return SCAN_AS_NUMBERS;
  return r->items && r->literals->len <= limits.scan_literals && has_number(r, lp64) ? SCAN_AS_ITEMS : SCAN_AS_BYTES;
}

/* Before the calls are replaced. */
static void find_names(LLVMModuleRef module, const Readers *r, ScanModel model, gboolean lp64) {
  g_autoptr(GPtrArray) scans = g_ptr_array_new();
  for (guint i = 0; i < r->scans->len; i++)
    if (!is_of_text(r->scans->pdata[i])) g_ptr_array_add(scans, r->scans->pdata[i]);
  if (model != SCAN_AS_BYTES) scan_names_find(module, scans, lp64);
  if (model == SCAN_AS_ITEMS) scan_order_find(module, scans);
}

static void expand(LLVMModuleRef module, const Readers *r, gboolean from_stdin, const FrontendOptions *options) {
  const ScanWay of_stdin = {.model = model_of(r, from_stdin, options->lp64),
                            .literals = r->literals->str,
                            .guarded = options->property && property_ends(options->property, FAILURE_INVALID_DEREF)},
                of_text = {.model = SCAN_AS_BYTES, .guarded = of_stdin.guarded};
  find_names(module, r, of_stdin.model, options->lp64);
  for (guint i = 0; i < r->scans->len; i++) {
    LLVMValueRef call = r->scans->pdata[i];
    g_autoptr(GArray) items = scanf_items(call, options->lp64);
    const gboolean text = is_of_text(call);
    if (text || from_stdin) scanf_expand(call, items, text ? &of_text : &of_stdin);
  }
  for (guint i = 0; from_stdin && i < r->reads->len; i++) expand_read(module, r->reads->pdata[i]);
}

gboolean streams_prepare(LLVMModuleRef module, const FrontendOptions *options) {
  if (!streams_wanted(module, options)) return FALSE;
  g_autoptr(GPtrArray) scans = g_ptr_array_new(), reads = g_ptr_array_new();
  g_autoptr(GString) literals = g_string_new(NULL);
  Readers r = {.scans = scans, .reads = reads, .decimal = TRUE, .items = TRUE, .literals = literals};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    look_at_function(&r, f, options->lp64);
  const gboolean stdio = r.stdio || scans_stdin(&r);
  if (stdio && reads->len) r.unknown = TRUE; /* what stdio has read ahead is not there any more */
  if (r.floats && model_of(&r, TRUE, options->lp64) != SCAN_AS_ITEMS) r.unknown = TRUE;
  const gboolean from_stdin = !r.unknown && (stdio || reads->len);
  if (!r.unknown || !(stdio || reads->len)) expand(module, &r, from_stdin, options);
  if (from_stdin)
    LLVMAddGlobal(module, LLVMInt8TypeInContext(LLVMGetModuleContext(module)), READS_STDIN);
  return from_stdin || (!r.unknown && scans->len);
}

static void set_number(LLVMModuleRef module, const char *name, guint value) {
  LLVMValueRef variable = LLVMGetNamedGlobal(module, name);
  if (!variable) return;
  LLVMSetInitializer(variable, LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(module)), value, 0));
  LLVMSetGlobalConstant(variable, 1);
  LLVMSetLinkage(variable, LLVMInternalLinkage);
}

/* A double may need many bytes: where none are asked for, there are enough for some. */
static guint text_length(LLVMModuleRef module, const InputBounds *bounds) {
  const gboolean floats = LLVMGetNamedGlobal(module, ITEMS "lf") || LLVMGetNamedGlobal(module, ITEMS "f");
  return floats && !(bounds->given & BOUND_STDIN_LENGTH) ? MAX(bounds->stdin_length, limits.scan_float_bytes)
                                                         : bounds->stdin_length;
}

void streams_set_bounds(LLVMModuleRef module, const FrontendOptions *options) {
  const guint most = text_length(module, options->bounds);
  set_number(module, BYTES "_length", most);
  set_number(module, ITEMS_MOST, most + limits.scan_spare_items);
}

/* Items may be: numbers, one more than fit, for the end or what is no number behind them; of others those are counted,
 * too, that calls do not come to. */
static guint items_most(const Lowering *l) {
  const guint most = text_length(l->module, l->options->bounds);
  return LLVMGetNamedGlobal(l->module, ITEMS_MOST) ? most + limits.scan_spare_items : most + 1;
}

/* ---- the inputs ---- */

/* What the elements of the array of that name are. */
static gboolean describe(Lowering *l, const char *name, InputSite *site) {
  *site = (InputSite){.kind = SITE_STDIN, .is_signed = TRUE, .in_macro_or_header = TRUE};
  if (g_str_equal(name, BYTES)) {
    site->type = "short";
    site->width = 16;
    site->ranged = TRUE;
    site->least = -1;
    site->most = 255;
    site->source = (InputSource){.part = SOURCE_BYTE};
  } else if (g_str_equal(name, ITEMS "status")) {
    site->type = "signed char";
    site->width = 8;
    site->ranged = TRUE;
    site->least = -1;
    site->most = 1;
    site->source = (InputSource){.part = SOURCE_STATUS, .number = 1};
    scan_names_set(l, items_most(l));
    scan_order_set(l);
  } else if (g_str_equal(name, ITEMS "c")) {
    site->type = "char";
    site->width = 8;
    site->source = (InputSource){.part = SOURCE_VALUE, .number = 1, .conversion = "%c"};
  } else if (g_str_equal(name, ITEMS "f") || g_str_equal(name, ITEMS "lf")) {
    const gboolean is_double = g_str_equal(name, ITEMS "lf");
    site->type = is_double ? "double" : "float";
    site->width = is_double ? 64 : 32;
    site->is_float = TRUE;
    site->source = (InputSource){.part = SOURCE_VALUE, .number = 1, .conversion = is_double ? "%lf" : "%f"};
  } else if (g_str_has_prefix(name, ITEMS)) {
    g_autofree char *conversion = g_strconcat("%", name + strlen(ITEMS), NULL);
    Conversion c;
    if (!conversion_of_format(conversion, l->options->lp64, &c)) return FALSE;
    site->type = c.type;
    site->width = c.width;
    site->is_signed = c.is_signed;
    site->source = (InputSource){.part = SOURCE_VALUE, .number = 1, .conversion = c.name};
  } else {
    return FALSE;
  }
  site->element_width = site->width;
  return TRUE;
}

gboolean streams_object(Lowering *l, IrGlobal *g) {
  InputSite site;
  if (!l->outside || !describe(l, g->name, &site)) return FALSE;
  const guint bytes = MAX(text_length(l->module, l->options->bounds), 1);
  g->size = (site.source.part == SOURCE_BYTE ? bytes : items_most(l)) * (guint64)(site.width / 8);
  g->external = TRUE;
  g->constant = TRUE;
  g->site = program_add_site(l->program, &site);
  if (LLVMGetNamedGlobal(l->module, READS_STDIN)) {
    l->program->bounds.given |= BOUND_STDIN_LENGTH;
    l->program->bounds.stdin_length = text_length(l->module, l->options->bounds);
  }
  return TRUE;
}

void streams_assume(Lowering *l) {
  g_autoptr(GPtrArray) texts = input_bounds_texts(&l->program->bounds);
  for (guint i = 0; i < texts->len; i++) lower_say(l, l->program->assumptions, (IrLoc){0}, texts->pdata[i]);
}
