/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that programs call without defining them, and that models.c does not have. */
#include <string.h>
#include "frontend/lower.h"

typedef enum {
  HALT,       /* ends the run */
  NOTHING,    /* no effect that a program sees; the result is unknown */
  COPY,       /* (to, from, n) -> to */
  COPY_APART, /* the same, between places that do not overlap */
  COPY_FROM,  /* (from, to, n) */
  SET,        /* (to, byte, n) -> to */
  ZERO,       /* (to, n) */
  MALLOC,     /* (n) */
  MALLOC_2ND, /* (alignment, n) */
  CALLOC,
  REALLOC,
  FREE,
  ALLOCA,
  WRITES,     /* writes through the arguments of `mask`; the result is unknown */
  WRITES_1ST, /* the same; the result is the first argument, or null */
  VALUE, /* a value that is determined, but not known to acf; may write through the arguments of `mask` */
  KEEPS, /* keeps the arguments of `mask`, and later calls write there: not modelled unless all are null */
  APART, /* (pointer, pointer): whether they point into different objects */
  NO_OVERLAP, /* (truth): what happens where it is 0 is unknown */
  UNMODELLED
} Effect;

#define FROM(k) (~0u << (k)) /* all arguments from the k-th on */

static const struct {
  const char *name;
  Effect effect;
  guint mask;
} library[] = {{"exit", HALT, 0},
               {"_exit", HALT, 0},
               {"_Exit", HALT, 0},
               {"abort", HALT, 0},
               {"quick_exit", HALT, 0},
               {"__assert_fail", HALT, 0},
               {"__assert", HALT, 0},
               {"__assert_perror_fail", HALT, 0},
               {"__VERIFIER_error", HALT, 0},
               {"err", HALT, 0},
               {"errx", HALT, 0},
               {"__stack_chk_fail", HALT, 0},
               {"__builtin_trap", HALT, 0},
               {"printf", NOTHING, 0},
               {"fprintf", NOTHING, 0},
               {"vprintf", NOTHING, 0},
               {"vfprintf", NOTHING, 0},
               {"puts", NOTHING, 0},
               {"putchar", NOTHING, 0},
               {"putc", NOTHING, 0},
               {"fputc", NOTHING, 0},
               {"fputs", NOTHING, 0},
               {"fwrite", NOTHING, 0},
               {"fflush", NOTHING, 0},
               {"perror", NOTHING, 0},
               {"fclose", NOTHING, 0},
               {"write", NOTHING, 0},
               {"dprintf", NOTHING, 0},
               {"printk", NOTHING, 0},
               {"syslog", NOTHING, 0},
               {"srand", NOTHING, 0},
               {"sleep", NOTHING, 0},
               {"usleep", NOTHING, 0},
               {"__acf_any", NOTHING, 0}, /* in models.c: any value */
               {"__acf_apart", APART, 0},
               {"__acf_no_overlap", NO_OVERLAP, 0},
               {"__VERIFIER_atomic_begin", NOTHING, 0},
               {"__VERIFIER_atomic_end", NOTHING, 0},
               {"memcpy", COPY_APART, 0},
               {"memmove", COPY, 0},
               {"__memcpy", COPY_APART, 0},
               {"__memcpy_chk", COPY_APART, 0},
               {"__memmove_chk", COPY, 0},
               {"bcopy", COPY_FROM, 0},
               {"memset", SET, 0},
               {"__memset", SET, 0},
               {"__memset_chk", SET, 0},
               {"bzero", ZERO, 0},
               {"malloc", MALLOC, 0},
               {"valloc", MALLOC, 0},
               {"memalign", MALLOC_2ND, 0},
               {"aligned_alloc", MALLOC_2ND, 0},
               {"calloc", CALLOC, 0},
               {"realloc", REALLOC, 0},
               {"free", FREE, 0},
               {"cfree", FREE, 0},
               {"alloca", ALLOCA, 0},
               {"__builtin_alloca", ALLOCA, 0},
               {"sprintf", WRITES, 1},
               {"snprintf", WRITES, 1},
               {"vsprintf", WRITES, 1},
               {"vsnprintf", WRITES, 1},
               {"scanf", WRITES, FROM(1)},
               {"fscanf", WRITES, FROM(2)},
               {"sscanf", WRITES, FROM(2)},
               {"__isoc99_scanf", WRITES, FROM(1)},
               {"__isoc99_fscanf", WRITES, FROM(2)},
               {"__isoc99_sscanf", WRITES, FROM(2)},
               {"fgets", WRITES_1ST, 1},
               {"gets", WRITES_1ST, 1},
               {"getcwd", WRITES_1ST, 1},
               {"read", WRITES, 2},
               {"pread", WRITES, 2},
               {"recv", WRITES, 2},
               {"recvfrom", WRITES, 2 | 16 | 32},
               {"fread", WRITES, 1},
               {"readlink", WRITES, 2},
               {"stat", WRITES, 2},
               {"fstat", WRITES, 2},
               {"lstat", WRITES, 2},
               {"pipe", WRITES, 1},
               {"wait", WRITES, 1},
               {"waitpid", WRITES, 2},
               {"time", WRITES, 1},
               {"gettimeofday", WRITES, 3},
               {"clock_gettime", WRITES, 2},
               {"times", WRITES, 1},
               {"gethostname", WRITES, 1},
               {"strftime", WRITES, 1},
               {"accept", WRITES, 6},
               {"getsockopt", WRITES, 24},
               {"getsockname", WRITES, 6},
               {"getpeername", WRITES, 6},
               {"uname", WRITES, 1},
               {"getrlimit", WRITES, 2},
               {"tcgetattr", WRITES, 2},
               {"localtime_r", WRITES, 2},
               {"gmtime_r", WRITES, 2},
               {"sigemptyset", WRITES, 1},
               {"sigfillset", WRITES, 1},
               {"sigaddset", WRITES, 1},
               {"strtol", WRITES, 2},
               {"strtoul", WRITES, 2},
               {"strtoll", WRITES, 2},
               {"strtoull", WRITES, 2},
               {"strtod", WRITES, 2},
               {"strtof", WRITES, 2},
               {"frexp", VALUE, 2},
               {"frexpf", VALUE, 2},
               {"modf", VALUE, 2},
               {"modff", VALUE, 2},
               {"remquo", VALUE, 4},
               {"remquof", VALUE, 4},
               {"sincos", VALUE, 6},
               {"sincosf", VALUE, 6},
               {"lgamma_r", VALUE, 2},
               {"lgammaf_r", VALUE, 2},
               {"setbuf", KEEPS, 2},
               {"setbuffer", KEEPS, 2},
               {"setvbuf", KEEPS, 2},
               {"fmemopen", KEEPS, 1},
               {"open_memstream", KEEPS, 3},
               {"open_wmemstream", KEEPS, 3},
               {"initstate", KEEPS, 2},
               {"setstate", KEEPS, 1},
               {"aio_read", KEEPS, 1},
               {"aio_write", KEEPS, 1},
               {"lio_listio", KEEPS, 2},
               {"setjmp", UNMODELLED, 0},
               {"_setjmp", UNMODELLED, 0},
               {"sigsetjmp", UNMODELLED, 0},
               {"__sigsetjmp", UNMODELLED, 0},
               {"longjmp", UNMODELLED, 0},
               {"_longjmp", UNMODELLED, 0},
               {"siglongjmp", UNMODELLED, 0},
               {"pthread_create", UNMODELLED, 0},
               {"pthread_join", UNMODELLED, 0},
               {"pthread_exit", UNMODELLED, 0},
               {"pthread_cond_wait", UNMODELLED, 0},
               {"fork", UNMODELLED, 0},
               {"vfork", UNMODELLED, 0},
               {"clone", UNMODELLED, 0},
               {"execl", UNMODELLED, 0},
               {"execle", UNMODELLED, 0},
               {"execlp", UNMODELLED, 0},
               {"execv", UNMODELLED, 0},
               {"execve", UNMODELLED, 0},
               {"execvp", UNMODELLED, 0},
               {"pause", UNMODELLED, 0},
               {"sigsuspend", UNMODELLED, 0},
               {"signal", UNMODELLED, 0},
               {"sigaction", UNMODELLED, 0},
               {"raise", UNMODELLED, 0},
               {"atexit", UNMODELLED, 0},
               {"at_quick_exit", UNMODELLED, 0},
               {"on_exit", UNMODELLED, 0},
               {"qsort", UNMODELLED, 0},
               {"bsearch", UNMODELLED, 0},
               {"getopt", UNMODELLED, 0},
               {"getopt_long", UNMODELLED, 0},
               {"getline", UNMODELLED, 0}, /* what is written lies behind what is pointed to */
               {"getdelim", UNMODELLED, 0},
               {"recvmsg", UNMODELLED, 0},
               {"recvmmsg", UNMODELLED, 0},
               {"readv", UNMODELLED, 0},
               {"preadv", UNMODELLED, 0},
               {"vscanf", UNMODELLED, 0},
               {"vfscanf", UNMODELLED, 0},
               {"vsscanf", UNMODELLED, 0},
               {"strsep", UNMODELLED, 0},
               {"iconv", UNMODELLED, 0},
               {"insque", UNMODELLED, 0},
               {"remque", UNMODELLED, 0},
               {"getsubopt", UNMODELLED, 0},
               {"argz_delete", UNMODELLED, 0},
               {"argz_insert", UNMODELLED, 0},
               {"argz_replace", UNMODELLED, 0},
               {"envz_remove", UNMODELLED, 0},
               {"wcstok", UNMODELLED, 0},
               {"strtok", UNMODELLED, 0},
               {"strtok_r", UNMODELLED, 0},
               {"ftw", UNMODELLED, 0},
               {"nftw", UNMODELLED, 0},
               {"twalk", UNMODELLED, 0},
               {"lfind", UNMODELLED, 0},
               {"lsearch", UNMODELLED, 0},
               {"tsearch", UNMODELLED, 0}, /* these call back, and the function may come from a variable */
               {"tfind", UNMODELLED, 0},
               {"tdelete", UNMODELLED, 0},
               {"tdestroy", UNMODELLED, 0},
               {"twalk_r", UNMODELLED, 0},
               {"qsort_r", UNMODELLED, 0},
               {"scandir", UNMODELLED, 0},
               {"glob", UNMODELLED, 0},
               {"fts_open", UNMODELLED, 0},
               {"dl_iterate_phdr", UNMODELLED, 0},
               {"pthread_once", UNMODELLED, 0},
               {"pthread_atfork", UNMODELLED, 0},
               {"pthread_key_create", UNMODELLED, 0},
               {"call_once", UNMODELLED, 0},
               {"thrd_create", UNMODELLED, 0},
               {"fopencookie", UNMODELLED, 0},
               {"register_printf_function", UNMODELLED, 0},
               {"register_printf_specifier", UNMODELLED, 0},
               {"argp_parse", UNMODELLED, 0},
               {"bsd_signal", UNMODELLED, 0},
               {"sysv_signal", UNMODELLED, 0},
               {"__sysv_signal", UNMODELLED, 0},
               {"ssignal", UNMODELLED, 0},
               {"sigset", UNMODELLED, 0},
               {"timer_create", UNMODELLED, 0},
               {"mq_notify", UNMODELLED, 0},
               {"pthread_rwlock_rdlock", UNMODELLED, 0}, /* these may wait for ever */
               {"pthread_rwlock_wrlock", UNMODELLED, 0},
               {"pthread_spin_lock", UNMODELLED, 0},
               {"pthread_barrier_wait", UNMODELLED, 0},
               {"mtx_lock", UNMODELLED, 0},
               {"cnd_wait", UNMODELLED, 0},
               {"sem_wait", UNMODELLED, 0},
               {"sigwait", UNMODELLED, 0},
               {"sigwaitinfo", UNMODELLED, 0},
               {"__acf_signalling", UNMODELLED, 0}, /* in models.c */
               {"kill", UNMODELLED, 0},
               {"makecontext", UNMODELLED, 0},
               {"setcontext", UNMODELLED, 0},
               {"swapcontext", UNMODELLED, 0}};

/* libm whose value is determined, but not known; each also with an f behind it */
static const char *const transcendental[] = {
    "sin",    "cos",       "tan",         "asin",  "acos", "atan",   "atan2",   "sinh",  "cosh",
    "tanh",   "asinh",     "acosh",       "atanh", "exp",  "exp2",   "exp10",   "expm1", "log",
    "log2",   "log10",     "log1p",       "pow",   "cbrt", "hypot",  "erf",     "erfc",  "tgamma",
    "lgamma", "gamma",     "remainder",   "drem",  "fma",  "scalbn", "scalbln", "ldexp", "logb",
    "ilogb",  "nextafter", "significand", "j0",    "j1",   "y0",     "y1",      "fdim"};

static int find(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(library); i++)
    if (g_str_equal(library[i].name, name)) return (int)i;
  return -1;
}

static gboolean is_transcendental(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(transcendental); i++) {
    gsize n = strlen(transcendental[i]);
    if (strncmp(name, transcendental[i], n) == 0 && (!name[n] || g_str_equal(name + n, "f"))) return TRUE;
  }
  return FALSE;
}

gboolean lower_is_library(const char *name) { return find(name) >= 0 || is_transcendental(name); }

static Operand size_argument(Body *b, LLVMValueRef call, unsigned i) {
  return emit_resize(b, lower_argument(b, call, i), b->program->pointer_width, FALSE);
}

static void lower_allocation(Body *b, LLVMValueRef call, LibFunction lib, guint n, const Operand *args) {
  guint site = site_memory(b->lowering, call, NULL, b->loc);
  lower_result(b, call, emit_lib(b, lib, b->program->pointer_width, site, n, args));
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

static void say_function(Body *b, const char *name, const char *what) {
  char *text = g_strdup_printf("%s %s", name, what);
  body_say_unmodelled(b, text);
  g_free(text);
}

static void lower_writer(Body *b, LLVMValueRef call, const char *name, guint mask, gboolean gives_first) {
  lower_scramble_arguments(b, call, mask);
  lower_forget_errno(b);
  say_function(b, name, "writes something unknown");
  if (!gives_first) {
    lower_library_result(b, call);
  } else if (LLVMGetFirstUse(call)) {
    Operand first = lower_argument(b, call, 0), given = emit_unknown(b, 1);
    lower_result(b, call, emit_ite(b, given, first, operand_const(first.width, 0)));
  }
}

static void lower_value(Body *b, LLVMValueRef call, const char *name, guint mask) {
  lower_scramble_arguments(b, call, mask);
  lower_forget_errno(b);
  say_function(b, name, "gives a value that is not modelled");
  guint width = type_scalar_width(b->lowering, LLVMTypeOf(call));
  if (width) body_define1(b, call, emit_unknown(b, width));
}

static void lower_call_of(Body *b, const char *name) {
  g_autofree char *reason = g_strdup_printf("a call of %s", name);
  body_end_unmodelled(b, g_str_equal(name, "__acf_signalling") ? "a signalling NaN" : reason);
}

static void lower_keeper(Body *b, LLVMValueRef call, const char *name, guint mask) {
  gboolean keeps = FALSE;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    keeps |= (mask >> MIN(i, 31) & 1) && !LLVMIsNull(LLVMGetOperand(call, i));
  if (keeps) {
    lower_call_of(b, name);
  } else {
    lower_forget_errno(b);
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
      [COPY] = 3,    [COPY_APART] = 3, [APART] = 2,  [NO_OVERLAP] = 1, [COPY_FROM] = 3,
      [SET] = 3,     [ZERO] = 2,       [MALLOC] = 1, [MALLOC_2ND] = 2, [CALLOC] = 2,
      [REALLOC] = 2, [FREE] = 1,       [ALLOCA] = 1, [WRITES_1ST] = 1, [UNMODELLED] = 0};
  if (LLVMGetNumArgOperands(call) < least[effect]) return FALSE;
  for (unsigned i = 0; i < least[effect]; i++) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i)));
    if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) return FALSE;
  }
  return TRUE;
}

static void lower_effect(Body *b, LLVMValueRef call, const char *name, Effect effect, guint mask) {
  guint format = lower_writing_format(call, name);
  if (format && lower_scramble_arguments(b, call, FROM(format)))
    say_function(b, name, "writes something unknown");
  switch (effect) {
  case HALT: body_end(b, IR_HALT); break;
  case NOTHING:
    if (!g_str_has_prefix(name, "__")) lower_forget_errno(b); /* those are of no library */
    lower_library_result(b, call);
    break;
  case COPY:
  case COPY_APART:
  case COPY_FROM:
  case SET:
  case ZERO: lower_memory_function(b, call, effect); break;
  case MALLOC: lower_allocation(b, call, LIB_MALLOC, 1, (Operand[]){size_argument(b, call, 0)}); break;
  case MALLOC_2ND: lower_allocation(b, call, LIB_MALLOC, 1, (Operand[]){size_argument(b, call, 1)}); break;
  case CALLOC:
    lower_allocation(b, call, LIB_CALLOC, 2,
                     (Operand[]){size_argument(b, call, 0), size_argument(b, call, 1)});
    break;
  case REALLOC:
    lower_allocation(b, call, LIB_REALLOC, 2,
                     (Operand[]){size_argument(b, call, 0), size_argument(b, call, 1)});
    break;
  case FREE: emit_lib(b, LIB_FREE, 0, 0, 1, (Operand[]){size_argument(b, call, 0)}); break;
  case ALLOCA: lower_stack_allocation(b, call); break;
  case WRITES: lower_writer(b, call, name, mask, FALSE); break;
  case WRITES_1ST: lower_writer(b, call, name, mask, TRUE); break;
  case VALUE: lower_value(b, call, name, mask); break;
  case KEEPS: lower_keeper(b, call, name, mask); break;
  case APART: {
    Operand both[2] = {size_argument(b, call, 0), size_argument(b, call, 1)};
    lower_result(b, call, emit_lib(b, LIB_APART, 1, 0, 2, both));
    break;
  }
  case NO_OVERLAP: {
    Operand truth = lower_argument(b, call, 0);
    body_check_value(b, emit_not(b, emit_compare(b, TERM_EQ, truth, operand_const(truth.width, 0))), OVERLAP);
    break;
  }
  case UNMODELLED: lower_call_of(b, name); break;
  }
}

gboolean lower_library_call(Body *b, LLVMValueRef call, const char *name) {
  if (lower_float_function(b, call, name)) {
    lower_forget_errno(b);
    return TRUE;
  }
  if (is_transcendental(name)) {
    lower_value(b, call, name, 0);
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
