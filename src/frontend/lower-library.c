/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that programs call without defining them, and that models.c does not have. */
#include <string.h>
#include "frontend/lower.h"
#include "frontend/streams.h"

typedef enum {
  HALT,       /* ends the run */
  ABORT,      /* ends the run: a failure of its own */
  HALT_IF,    /* ends the run unless the first argument is 0 */
  NOTHING,    /* no effect that a program sees; the result is unknown */
  COPY,       /* (to, from, n) -> to */
  COPY_APART, /* the same, between places that do not overlap */
  COPY_FROM,  /* (from, to, n) */
  SET,        /* (to, byte, n) -> to */
  ZERO,       /* (to, n) */
  MALLOC,     /* (n) */
  ALIGNED,    /* (alignment, n) */
  CALLOC,
  REALLOC,
  FREE,
  ALLOCA,
  WRITES,     /* writes through the arguments of `mask`; the result is unknown */
  WRITES_1ST, /* the same; the result is the first argument, or null */
  VALUE, /* a value that is determined, but not known to acf; may write through the arguments of `mask` */
  KEEPS, /* keeps the arguments of `mask`, and later calls write there: not modelled unless all are 0 */
  APART, /* (pointer, pointer): whether they point into different objects */
  NO_OVERLAP, /* (truth): what happens where it is 0 is unknown */
  ASSUMES,    /* no effect; the model it stands in is right of the library that the answer names */
  UNMODELLED
} Effect;

#define FROM(k) (~0u << (k)) /* all arguments from the k-th on */

static const struct {
  const char *name;
  Effect effect;
  guint mask;
  gboolean forgets;
} library[] = {
#define LIBRARY(name, effect, mask, forgets) {name, effect, mask, forgets},
#include "frontend/library-functions.def"
#undef LIBRARY
};

/* libm whose value is determined, but not known; each also with an f behind it */
static const char *const transcendental[] = {
    "sin",    "cos",       "tan",         "asin",  "acos", "atan",   "atan2",   "sinh",  "cosh",
    "tanh",   "asinh",     "acosh",       "atanh", "exp",  "exp2",   "exp10",   "expm1", "log",
    "log2",   "log10",     "log1p",       "pow",   "cbrt", "hypot",  "erf",     "erfc",  "tgamma",
    "lgamma", "gamma",     "remainder",   "drem",  "fma",  "scalbn", "scalbln", "ldexp", "logb",
    "ilogb",  "nextafter", "significand", "j0",    "j1",   "y0",     "y1",      "fdim"};

static int find_exactly(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(library); i++)
    if (g_str_equal(library[i].name, name)) return (int)i;
  return -1;
}

/* Under other names, what is not modelled is not modelled either: __fork, ftw64, __longjmp_chk. */
static int find_variant(const char *name) {
  g_autofree char *plain = g_strdup(name + (g_str_has_prefix(name, "__") ? 2 : 0));
  if (g_str_has_suffix(plain, "64")) plain[strlen(plain) - 2] = 0;
  if (g_str_has_suffix(plain, "_chk")) plain[strlen(plain) - 4] = 0;
  int i = find_exactly(plain);
  return i >= 0 && (library[i].effect == UNMODELLED || library[i].effect <= ABORT) ? i : -1;
}

static int find(const char *name) {
  int i = find_exactly(name);
  return i >= 0 ? i : find_variant(name);
}

static gboolean is_transcendental(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(transcendental); i++) {
    gsize n = strlen(transcendental[i]);
    if (strncmp(name, transcendental[i], n) == 0 && (!name[n] || g_str_equal(name + n, "f"))) return TRUE;
  }
  return FALSE;
}

gboolean lower_is_library(const char *name) {
  return find(name) >= 0 || is_transcendental(name) || error_function_ends(name);
}

gboolean lower_forgets_arguments(const char *name) {
  const int i = find_exactly(name);
  return (i >= 0 && library[i].forgets) || g_str_has_prefix(name, "llvm.") || g_str_has_prefix(name, "acf.");
}

static Operand size_argument(Body *b, LLVMValueRef call, unsigned i) {
  return emit_resize(b, lower_argument(b, call, i), b->program->pointer_width, FALSE);
}

static void lower_allocation(Body *b, LLVMValueRef call, LibFunction lib, guint n, const Operand *args) {
  guint site = site_memory(b->lowering, call, NULL, b->loc);
  lower_result(b, call, emit_lib(b, lib, b->program->pointer_width, site, n, args));
}

/* Where the alignment is no power of 2, or wide, libraries differ in whether they refuse. */
#define WIDE_ALIGNMENT (1u << 24)

static Operand is_usual_alignment(Body *b, Operand a) {
  Operand one = operand_const(a.width, 1), zero = operand_const(a.width, 0);
  Operand below = emit_op2(b, TERM_AND, a, emit_op2(b, TERM_SUB, a, one));
  Operand narrow = emit_op2(b, TERM_AND, emit_compare(b, TERM_ULT, zero, a),
                            emit_compare(b, TERM_ULE, a, operand_const(a.width, WIDE_ALIGNMENT)));
  return emit_op2(b, TERM_AND, narrow, emit_compare(b, TERM_EQ, below, zero));
}

static void lower_aligned_allocation(Body *b, LLVMValueRef call) {
  Operand alignment = size_argument(b, call, 0), size = size_argument(b, call, 1);
  guint64 known = alignment.kind == OPERAND_CONST ? alignment.value : 0;
  if (known && known <= WIDE_ALIGNMENT && !(known & (known - 1))) {
    lower_allocation(b, call, LIB_MALLOC, 1, &size);
    return;
  }
  guint site = site_memory(b->lowering, call, NULL, b->loc);
  Operand p = emit_lib(b, LIB_MALLOC, b->program->pointer_width, site, 1, &size);
  Operand given = emit_op2(b, TERM_OR, is_usual_alignment(b, alignment), emit_unknown(b, 1));
  lower_forget_library(b); /* errno */
  lower_result(b, call, emit_ite(b, given, p, operand_const(p.width, 0)));
}

static void lower_stack_allocation(Body *b, LLVMValueRef call) {
  Operand size = size_argument(b, call, 0);
  guint site = site_memory(b->lowering, call, NULL, b->loc);
  IrInstr *in = emit(b, IR_ALLOCA, b->program->pointer_width, 1, &size);
  in->site = site;
  lower_result(b, call, emit_result(in));
}

/* A write to a constant would be a crash. */
static gboolean is_writable(LLVMValueRef pointer) {
  gboolean is_constant = LLVMIsAGlobalVariable(pointer) && LLVMIsGlobalConstant(pointer);
  return LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind && !LLVMIsNull(pointer) && !is_constant;
}

gboolean lower_scramble_arguments(Body *b, LLVMValueRef call, guint mask) {
  gboolean any = FALSE;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (!(mask >> MIN(i, 31) & 1) || !is_writable(argument)) continue;
    Operand address = body_operand(b, argument);
    emit_lib(b, LIB_SCRAMBLE, 0, 0, 1, &address);
    any = TRUE;
  }
  return any;
}

/* What the models call where the library's behaviour is not known, in words. */
static const char *plain_name(const char *name) {
  static const char *const texts[][2] = {
      {"__acf_lost", "more than one character that is pushed back"},
      {"__acf_long_items", "what comes behind text that is no number, or whether long numbers fit"},
      {"__acf_many_items", "more conversions of scanf that find nothing than are counted"},
      {"__acf_no_character", "the class of a number that is no character"},
      {"__acf_null_text", "a null pointer that is printed as text"},
      {"__acf_unknown_format", "a conversion of a printed format that is not modelled"},
      {"__acf_inexact_power", "pow, where the power is no whole number that a double can be"}};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    if (g_str_equal(name, texts[i][0])) return texts[i][1];
  return name;
}

static void lower_call_of(Body *b, const char *name) { body_end_unmodelled(b, plain_name(name)); }

static void lower_writer(Body *b, LLVMValueRef call, const char *name, guint mask, gboolean gives_first) {
  lower_scramble_arguments(b, call, mask);
  lower_forget_library(b);
  body_say_unmodelled(b, name);
  if (!gives_first) {
    lower_library_result(b, call);
  } else if (LLVMGetFirstUse(call)) {
    Operand first = lower_argument(b, call, 0), given = emit_unknown(b, 1);
    lower_result(b, call, emit_ite(b, given, first, operand_const(first.width, 0)));
  }
}

static void lower_value(Body *b, LLVMValueRef call, const char *name, guint mask) {
  lower_scramble_arguments(b, call, mask);
  lower_forget_library(b);
  body_say_unmodelled(b, plain_name(name));
  guint width = type_scalar_width(b->lowering, LLVMTypeOf(call));
  if (width) body_define1(b, call, emit_unknown(b, width));
}

static void lower_keeper(Body *b, LLVMValueRef call, const char *name, guint mask) {
  gboolean keeps = FALSE;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    keeps |= (mask >> MIN(i, 31) & 1) && !LLVMIsNull(LLVMGetOperand(call, i));
  if (keeps) {
    lower_call_of(b, name);
  } else {
    lower_forget_library(b);
    lower_library_result(b, call);
  }
}

static void lower_memory_function(Body *b, LLVMValueRef call, Effect effect) {
  Operand x = lower_argument(b, call, 0), y = lower_argument(b, call, 1);
  if (effect == ZERO) {
    emit_lib(b, LIB_MEMSET, 0, 0, 3, (Operand[]){x, operand_const(8, 0), size_argument(b, call, 1)});
    return;
  }
  Operand n = size_argument(b, call, 2);
  if (effect == COPY_APART) lower_keep_apart(b, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), n);
  if (b->ended) return;
  if (effect == SET)
    emit_lib(b, LIB_MEMSET, 0, 0, 3, (Operand[]){x, emit_resize(b, y, 8, FALSE), n});
  else if (effect == COPY || effect == COPY_APART)
    emit_lib(b, LIB_MEMCPY, 0, 0, 3, (Operand[]){x, y, n});
  else
    emit_lib(b, LIB_MEMCPY, 0, 0, 3, (Operand[]){y, x, n});
  lower_result(b, call, x);
}

/* A declaration that disagrees with the library about the arguments is not taken for the library's function.
 */
static gboolean arguments_fit(LLVMValueRef call, Effect effect) {
  static const guint least[] = {
      [COPY] = 3,       [COPY_APART] = 3, [APART] = 2,   [NO_OVERLAP] = 1, [COPY_FROM] = 3, [SET] = 3,
      [ZERO] = 2,       [MALLOC] = 1,     [ALIGNED] = 2, [CALLOC] = 2,     [REALLOC] = 2,   [FREE] = 1,
      [ALLOCA] = 1,     [WRITES_1ST] = 1, [HALT_IF] = 1, [UNMODELLED] = 0};
  if (LLVMGetNumArgOperands(call) < least[effect]) return FALSE;
  for (unsigned i = 0; i < least[effect]; i++) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i)));
    if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) return FALSE;
  }
  return TRUE;
}

static void lower_halt_if(Body *b, LLVMValueRef call) {
  Operand status = lower_argument(b, call, 0);
  Operand goes_on = emit_compare(b, TERM_EQ, status, operand_const(status.width, 0));
  emit_assume(b, goes_on);
  lower_forget_library(b);
}

/* Where the product wraps around, calloc gives a null pointer or, under a sanitizer, ends the run; a block of the
 * wrapped size it never gives. */
static Operand product_fits(Body *b, Operand n, Operand size) {
  const guint64 most = term_mask(n.width);
  if (n.kind == OPERAND_CONST && size.kind != OPERAND_CONST) return product_fits(b, size, n);
  if (size.kind == OPERAND_CONST) {
    const guint64 limit = most / MAX(size.value, 1);
    if (n.kind == OPERAND_CONST) return operand_const(1, n.value <= limit);
    return emit_compare(b, TERM_ULE, n, operand_const(n.width, limit));
  }
  const Operand none = emit_compare(b, TERM_EQ, size, operand_const(n.width, 0));
  const Operand divisor = emit_ite(b, none, operand_const(n.width, 1), size);
  return emit_compare(b, TERM_ULE, n, emit_op2(b, TERM_UDIV, operand_const(n.width, most), divisor));
}

/* Whether so many bytes are no more than half of the address space, which no object exceeds. */
static Operand is_possible_size(Body *b, Operand size) {
  if (size.kind == OPERAND_CONST) return operand_const(1, term_signed(size.value, size.width) >= 0);
  return emit_compare(b, TERM_SLE, operand_const(size.width, 0), size);
}

/* Whether the program asks if it got the memory. */
static gboolean is_compared_with_null(LLVMValueRef pointer) {
  for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAICmpInst(user) && (LLVMIsNull(LLVMGetOperand(user, 0)) || LLVMIsNull(LLVMGetOperand(user, 1))))
      return TRUE;
  }
  return FALSE;
}

/* Allocations succeed; but what is too large for any memory is not given to a program that asks: the result is null.
 * Realloc then leaves the old object, which is not modelled; and the object that is there all the same would be a
 * leak. */
static void lower_sized_allocation(Body *b, LLVMValueRef call, LibFunction lib, guint n, const Operand *args,
                                   Operand possible) {
  const gboolean certain = (possible.kind == OPERAND_CONST && possible.value) || !is_compared_with_null(call);
  if (!certain && (lib == LIB_REALLOC || property_counts(b->program->property, FAILURE_LEAK))) {
    body_check(b, possible, "an allocation that is larger than any memory");
    if (b->ended) return;
  }
  guint site = site_memory(b->lowering, call, NULL, b->loc);
  const Operand p = emit_lib(b, lib, b->program->pointer_width, site, n, args);
  lower_result(b, call, certain ? p : emit_ite(b, possible, p, operand_const(p.width, 0)));
}

static void lower_calloc(Body *b, LLVMValueRef call, const Operand *both) {
  body_check(b, product_fits(b, both[0], both[1]), "a calloc whose size overflows");
  if (b->ended) return;
  lower_sized_allocation(b, call, LIB_CALLOC, 2, both, is_possible_size(b, emit_op2(b, TERM_MUL, both[0], both[1])));
}

static void lower_memory_object(Body *b, LLVMValueRef call, Effect effect) {
  const Operand first = size_argument(b, call, 0);
  if (effect == FREE) {
    emit_lib(b, LIB_FREE, 0, 0, 1, &first);
    return;
  }
  if (effect == MALLOC) {
    lower_sized_allocation(b, call, LIB_MALLOC, 1, &first, is_possible_size(b, first));
    return;
  }
  const Operand both[] = {first, size_argument(b, call, 1)};
  if (effect == CALLOC)
    lower_calloc(b, call, both);
  else
    lower_sized_allocation(b, call, LIB_REALLOC, 2, both, is_possible_size(b, both[1]));
}

static void lower_apart(Body *b, LLVMValueRef call) {
  const Operand both[2] = {size_argument(b, call, 0), size_argument(b, call, 1)};
  lower_result(b, call, emit_lib(b, LIB_APART, 1, 0, 2, both));
}

static void lower_no_overlap(Body *b, LLVMValueRef call) {
  Operand truth = lower_argument(b, call, 0);
  body_check_value(b, emit_not(b, emit_compare(b, TERM_EQ, truth, operand_const(truth.width, 0))), OVERLAP);
}

/* What only one library is known to do is said with the answer. */
static void lower_assumption(Body *b) {
  lower_say(b->lowering, b->program->assumptions, b->loc,
            "qsort and bsearch compare the elements that the GNU library compares, and equal ones keep their order");
}

static void lower_effect(Body *b, LLVMValueRef call, const char *name, Effect effect, guint mask) {
  guint format = lower_writing_format(call, name);
  if (effect == NOTHING || (effect >= WRITES && effect <= KEEPS)) check_arguments(b, call, name);
  if (format && lower_scramble_arguments(b, call, FROM(format))) body_say_unmodelled(b, name);
  switch (effect) {
  case HALT: body_halt(b, g_str_equal(name, "exit") ? LEAK_EXIT : LEAK_BEFORE); break;
  case ABORT: lower_fail(b, FAILURE_ABORT, NULL); break;
  case HALT_IF: lower_halt_if(b, call); break;
  case NOTHING:
    if (!g_str_has_prefix(name, "__")) lower_forget_library(b); /* those are of no library */
    lower_library_result(b, call);
    break;
  case COPY:
  case COPY_APART:
  case COPY_FROM:
  case SET:
  case ZERO: lower_memory_function(b, call, effect); break;
  case ALIGNED: lower_aligned_allocation(b, call); break;
  case MALLOC:
  case CALLOC:
  case REALLOC:
  case FREE: lower_memory_object(b, call, effect); break;
  case ALLOCA: lower_stack_allocation(b, call); break;
  case WRITES: lower_writer(b, call, name, mask, FALSE); break;
  case WRITES_1ST: lower_writer(b, call, name, mask, TRUE); break;
  case VALUE: lower_value(b, call, name, mask); break;
  case KEEPS: lower_keeper(b, call, name, mask); break;
  case APART: lower_apart(b, call); break;
  case NO_OVERLAP: lower_no_overlap(b, call); break;
  case ASSUMES: lower_assumption(b); break;
  case UNMODELLED: lower_call_of(b, name); break;
  }
}

gboolean lower_library_call(Body *b, LLVMValueRef call, const char *name) {
  if (lower_float_function(b, call, name)) {
    lower_forget_library(b);
    return TRUE;
  }
  if (is_transcendental(name)) {
    lower_value(b, call, name, 0);
    return TRUE;
  }
  if (error_function_ends(name)) {
    lower_effect(b, call, name, HALT, 0);
    return TRUE;
  }
  int i = find(name);
  if (i < 0) return FALSE;
  if (arguments_fit(call, library[i].effect))
    lower_effect(b, call, name, library[i].effect, library[i].mask);
  else
    body_end_unmodelled(b, "a call of a library function with unfit arguments");
  return TRUE;
}
