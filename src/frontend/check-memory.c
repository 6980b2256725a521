/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions to memory, where the property counts their answers as failures: before each access whether it
 * lies within a live object, before each free and realloc whether its argument is the start of an allocation,
 * and where a run ends whether memory is lost.
 *
 * An access to a variable by its name, at a known offset within it, is in order and gets no question: most
 * accesses are such. */
#include <string.h>
#include "frontend/known-text.h"
#include "frontend/lower.h"

static IrInstr *last_instr(const Body *b) {
  return &g_array_index(b->block->instrs, IrInstr, b->block->instrs->len - 1);
}

static gboolean counts(const Body *b, FailureKind kind) { return property_ends(b->program->property, kind); }

/* ---- variables of the function, by their registers ---- */

typedef struct {
  guint64 size;
  gint64 offset; /* of the register from its start */
} OwnPlace;

/* Where the end of its life is marked, an address of it may be used after that. */
static gboolean has_marked_end(LLVMValueRef object) {
  for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u))
    if (is_call_of(LLVMGetUser(u), END_OF_LIFE)) return TRUE;
  return FALSE;
}

void check_note_variable(Body *b, LLVMValueRef object, Operand address, Operand size) {
  if (!counts(b, FAILURE_INVALID_DEREF) || size.kind != OPERAND_CONST || has_marked_end(object)) return;
  if (!b->own) b->own = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  const OwnPlace place = {size.value, 0};
  g_hash_table_insert(b->own, GSIZE_TO_POINTER(address.value), g_memdup2(&place, sizeof place));
}

void check_note_step(Body *b, Operand from, Operand to, gint64 bytes) {
  const OwnPlace *at =
      b->own && from.kind == OPERAND_REG ? g_hash_table_lookup(b->own, GSIZE_TO_POINTER(from.value)) : NULL;
  if (!at) return;
  const OwnPlace moved = {at->size, at->offset + bytes};
  g_hash_table_insert(b->own, GSIZE_TO_POINTER(to.value), g_memdup2(&moved, sizeof moved));
}

static gboolean is_inside(guint64 size, gint64 offset, guint64 bytes) {
  return offset >= 0 && bytes <= size && (guint64)offset <= size - bytes;
}

/* What a write to a constant is: see valid_to_write(). */
static gboolean is_surely_valid(const Body *b, Operand address, Operand bytes, AccessKind access) {
  if (bytes.kind != OPERAND_CONST) return FALSE;
  if (address.kind == OPERAND_GLOBAL) {
    const IrGlobal *g = program_global(b->program, (guint)address.value);
    if (access == ACCESS_WRITE && g->constant) return FALSE;
    return is_inside(g->size, address.offset, bytes.value);
  }
  const OwnPlace *at = b->own && address.kind == OPERAND_REG
                           ? g_hash_table_lookup(b->own, GSIZE_TO_POINTER(address.value))
                           : NULL;
  return at && is_inside(at->size, at->offset, bytes.value);
}

/* ---- accesses ---- */

/* Constants lie in memory that cannot be written, so that such a run crashes: an error while it runs.  Whether it is an
 * invalid access in the sense of the properties of memory alone is open. */
static guint valid_to_write(const Body *b) {
  return b->program->property->kinds & 1u << PROPERTY_RUNTIME_ERRORS ? VALID_NO_CONSTANT : VALID_TO_WRITE;
}

gboolean check_access(Body *b, Operand address, Operand bytes, AccessKind access) {
  if (b->ended || !counts(b, FAILURE_INVALID_DEREF)) return FALSE;
  if (is_surely_valid(b, address, bytes, access)) return TRUE;
  const Operand valid = emit_lib(b, LIB_VALID, 1, 0, 2, (Operand[]){address, bytes});
  if (access == ACCESS_WRITE) last_instr(b)->param = valid_to_write(b);
  body_check_failure(b, valid, FAILURE_INVALID_DEREF, NULL);
  return TRUE;
}

/* No object is read or written, but the run crashes all the same: whether that is a failure is open. */
void check_called(Body *b, Operand function) {
  if (b->ended || !counts(b, FAILURE_INVALID_DEREF)) return;
  const Operand null = emit_compare(b, TERM_EQ, function, operand_const(function.width, 0));
  body_check(b, emit_not(b, null), "a call through a null pointer");
}

gboolean check_free(Body *b, Operand pointer) {
  if (b->ended || !counts(b, FAILURE_INVALID_FREE)) return FALSE;
  body_check_failure(b, emit_lib(b, LIB_FREEABLE, 1, 0, 1, &pointer), FAILURE_INVALID_FREE, NULL);
  return TRUE;
}

/* ---- functions of which it is not known what they read ---- */

/* A standard stream, that the program does not set. */
static gboolean is_standard_stream(LLVMValueRef argument) {
  static const char *const streams[] = {"stdin", "stdout", "stderr", NULL};
  LLVMValueRef variable = LLVMIsALoadInst(argument) ? LLVMGetOperand(argument, 0) : NULL;
  size_t length;
  if (!variable || !LLVMIsAGlobalVariable(variable) || !LLVMIsDeclaration(variable) ||
      !g_strv_contains(streams, LLVMGetValueName2(variable, &length)))
    return FALSE;
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u))
    if (!LLVMIsALoadInst(LLVMGetUser(u))) return FALSE;
  return TRUE;
}

/* Text that ends within it, or one variable by its name. */
static gboolean is_harmless(LLVMValueRef argument) {
  if (is_standard_stream(argument)) return TRUE;
  if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind || LLVMIsNull(argument)) return TRUE;
  if (LLVMIsAFunction(argument)) return TRUE;
  if (!LLVMIsAGlobalVariable(argument)) return FALSE;
  if (LLVMIsDeclaration(argument)) return TRUE; /* stdin and its like */
  g_autofree char *text = known_text(argument);
  return text != NULL;
}

/* Which arguments of a call of printf or its like are read through, as a mask; formats that are not known:
 * all. */
static guint read_through(LLVMValueRef call, const char *name) {
  static const struct {
    const char *name;
    unsigned format;
  } printers[] = {{"printf", 0}, {"fprintf", 1}, {"dprintf", 1}, {"syslog", 1}};
  unsigned format = G_MAXUINT;
  for (guint i = 0; i < G_N_ELEMENTS(printers); i++)
    if (g_str_equal(printers[i].name, name)) format = printers[i].format;
  if (format >= LLVMGetNumArgOperands(call)) return ~0u;
  g_autofree char *text = known_text(LLVMGetOperand(call, format));
  if (!text) return ~0u;
  guint mask = 0, argument = format;
  for (const char *at = text; (at = strchr(at, '%')); at++) {
    at++;
    at += strspn(at, "#0- +'I.123456789hlqjzZtLw");
    if (!*at || *at == '*' || *at == '$') return ~0u;
    if (*at == '%') continue;
    argument++;
    if (*at == 's' || *at == 'n' || *at == 'S') mask |= 1u << MIN(argument, 31);
  }
  return mask;
}

/* Which argument of a function is a stream; -1: none. */
static int stream_argument(const char *name) {
  static const struct {
    const char *name;
    int argument;
  } functions[] = {{"fflush", 0},  {"fclose", 0}, {"ferror", 0}, {"feof", 0},    {"clearerr", 0}, {"fileno", 0},
                   {"fprintf", 0}, {"fputc", 1},  {"putc", 1},   {"fputs", 1},   {"vfprintf", 0}, {"fwrite", 3},
                   {"setbuf", 0},  {"setvbuf", 0}};
  for (guint i = 0; i < G_N_ELEMENTS(functions); i++)
    if (g_str_equal(functions[i].name, name)) return functions[i].argument;
  return -1;
}

/* Whether a pointer is one of the standard streams, or null where that stands for all of them. */
static Operand is_good_stream(Body *b, Operand stream, gboolean or_null) {
  static const char *const streams[] = {"stdin", "stdout", "stderr"};
  Operand good = operand_const(1, 0);
  if (or_null) good = emit_compare(b, TERM_EQ, stream, operand_const(stream.width, 0));
  for (guint i = 0; i < G_N_ELEMENTS(streams); i++) {
    LLVMValueRef variable = LLVMGetNamedGlobal(b->lowering->module, streams[i]);
    if (!variable || !LLVMIsDeclaration(variable) || !LLVMGetFirstUse(variable)) continue;
    Operand file = body_operand(b, variable);
    file.value++; /* see lower_add_stream() */
    good = emit_op2(b, TERM_OR, good, emit_compare(b, TERM_EQ, stream, file));
  }
  return good;
}

void check_arguments(Body *b, LLVMValueRef call, const char *name) {
  if (b->ended || !counts(b, FAILURE_INVALID_DEREF) || g_str_has_prefix(name, "__acf_")) return;
  const guint mask = read_through(call, name);
  const int stream = stream_argument(name);
  gboolean doubtful = FALSE, doubtful_stream = FALSE;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    const gboolean harmless = !(mask >> MIN(i, 31) & 1) || is_harmless(LLVMGetOperand(call, i));
    *((int)i == stream ? &doubtful_stream : &doubtful) |= !harmless;
  }
  if (!doubtful && !doubtful_stream) return;
  g_autofree char *what = g_strdup_printf("what %s accesses through its arguments", name);
  Operand good = emit_unknown(b, 1);
  if (!doubtful) {
    const Operand at = lower_argument(b, call, (unsigned)stream);
    good = emit_op2(b, TERM_OR, is_good_stream(b, at, g_str_equal(name, "fflush")), good);
  }
  body_say_unmodelled(b, what);
  body_check_failure(b, good, FAILURE_INVALID_DEREF, NULL);
}

/* The library may look at all bytes, though the first that differ decide. */
void check_model_call(Body *b, LLVMValueRef call, const char *name) {
  if ((!g_str_equal(name, "memcmp") && !g_str_equal(name, "bcmp")) || LLVMGetNumArgOperands(call) != 3)
    return;
  const Operand n = emit_resize(b, lower_argument(b, call, 2), b->program->pointer_width, FALSE);
  for (unsigned i = 0; i < 2; i++) check_access(b, lower_argument(b, call, i), n, ACCESS_READ);
}

/* What it gives, or writes to where its arguments point, may be memory that is to be freed. */
void check_allocation(Body *b, LLVMValueRef call, const char *name) {
  gboolean pointer = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    pointer |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind;
  if (b->ended || !pointer || !counts(b, FAILURE_LEAK)) return;
  g_autofree char *what = g_strdup_printf("memory that %s may allocate", name);
  body_say_unmodelled(b, what);
  body_check_failure(b, emit_unknown(b, 1), FAILURE_LEAK, NULL);
}

/* ---- ends of runs ---- */

static gboolean asks_cleanup(const Body *b) {
  return property_asks(b->program->property, PROPERTY_VALID_MEMCLEANUP);
}

static Operand leaked(Body *b, LeakQuestion question) {
  emit_lib(b, LIB_LEAKED, 1, 0, 0, NULL);
  IrInstr *in = last_instr(b);
  in->param = asks_cleanup(b) ? LEAK_CLEANUP : question;
  return emit_result(in);
}

static gboolean asks(const Body *b, LeakQuestion question) {
  return !b->ended && counts(b, FAILURE_LEAK) && (!asks_cleanup(b) || question != LEAK_BEFORE);
}

static void fail_unless(Body *b, Operand kept) {
  g_ptr_array_add(b->lowering->leak_branches, b->block);
  body_check_failure(b, kept, FAILURE_LEAK, NULL);
}

void check_end(Body *b, LeakQuestion question) {
  if (asks(b, question)) fail_unless(b, emit_not(b, leaked(b, question)));
}

/* Where the program calls it too, that may not be the end. */
void check_return(Body *b) {
  if (asks(b, LEAK_RETURN) && b->llvm && LLVMGetFirstUse(b->llvm) && !b->lowering->started)
    body_check_failure(b, emit_unknown(b, 1), FAILURE_LEAK, NULL);
  else
    check_end(b, LEAK_RETURN);
}

void check_assumption(Body *b, Operand holds) {
  if (!asks(b, LEAK_BEFORE) || holds.kind == OPERAND_CONST) return;
  Operand fine = emit_op2(b, TERM_OR, holds, emit_not(b, leaked(b, LEAK_BEFORE)));
  fail_unless(b, fine);
}

/* ---- programs that allocate nothing ---- */

static gboolean allocates(const IrBlock *b) {
  for (guint i = 0; i < b->instrs->len; i++) {
    const IrInstr *in = &g_array_index(b->instrs, IrInstr, i);
    if (in->opcode == IR_LIB && (in->lib == LIB_MALLOC || in->lib == LIB_CALLOC || in->lib == LIB_REALLOC))
      return TRUE;
  }
  return FALSE;
}

static gboolean program_allocates(const Program *p) {
  for (guint f = 0; f < p->functions->len; f++) {
    const GPtrArray *blocks = program_function(p, f)->blocks;
    for (guint i = 0; i < blocks->len; i++)
      if (allocates(blocks->pdata[i])) return TRUE;
  }
  return FALSE;
}

static void drop_questions(IrFunction *f, const GPtrArray *branches) {
  gboolean any = FALSE;
  for (guint i = 0; i < f->blocks->len; i++) {
    IrBlock *b = f->blocks->pdata[i];
    if (b->term != IR_BRANCH || !g_ptr_array_find((GPtrArray *)branches, b, NULL)) continue;
    ((IrBlock *)f->blocks->pdata[b->succs[1]])->term = IR_HALT;
    b->term = IR_JUMP;
    b->n_succs = 1;
    b->cond = (Operand){0};
    any = TRUE;
  }
  if (any) function_link(f);
}

void check_settle(Lowering *l) {
  if (l->leak_branches->len == 0) return;
  if (program_allocates(l->program)) {
    lower_say(l, l->program->assumptions, (IrLoc){0}, "a run that never ends loses no memory");
    return;
  }
  for (guint f = 0; f < l->program->functions->len; f++)
    drop_questions(program_function(l->program, f), l->leak_branches);
}
