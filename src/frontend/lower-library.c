/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that programs call without defining them, and that models.c does not have. */
#include <string.h>
#include "frontend/lower.h"

typedef enum {
  HALT,       /* ends the run */
  HALT_IF,    /* ends the run unless the first argument is 0 */
  NOTHING,    /* no effect that a program sees; the result is unknown */
  COPY,       /* (to, from, n) -> to */
  COPY_APART, /* the same, but the two may not overlap */
  APART,      /* (p, n, q, k): unknown from here on, if the n bytes at p and the k at q overlap */
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
               {"verr", HALT, 0},
               {"verrx", HALT, 0},
               {"thrd_exit", UNMODELLED, 0},
               {"__chk_fail", HALT, 0},
               {"__fortify_fail", HALT, 0},
               {"error", HALT_IF, 0},
               {"error_at_line", HALT_IF, 0},
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
               {"memalign", ALIGNED, 0},
               {"aligned_alloc", ALIGNED, 0},
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
               {"fesetround", KEEPS, 1}, /* to the nearest is 0 */
               {"mmap", KEEPS, 1},       /* at an address of the program's choice */
               {"mmap64", KEEPS, 1},
               {"shmat", KEEPS, 2},
               {"aio_read64", KEEPS, 1},
               {"aio_write64", KEEPS, 1},
               {"lio_listio64", KEEPS, 2},
               {"getaddrinfo_a", KEEPS, 2},
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
               {"__acf_no_character", UNMODELLED, 0},
               {"kill", UNMODELLED, 0},
               {"fesetenv", UNMODELLED, 0}, /* the arithmetic that follows is another */
               {"fesetmode", UNMODELLED, 0},
               {"feupdateenv", UNMODELLED, 0},
               {"feenableexcept", UNMODELLED, 0},
               {"alarm", UNMODELLED, 0}, /* these may end the run later */
               {"ualarm", UNMODELLED, 0},
               {"setitimer", UNMODELLED, 0},
               {"timer_settime", UNMODELLED, 0},
               {"setrlimit", UNMODELLED, 0},
               {"setrlimit64", UNMODELLED, 0},
               {"prlimit", UNMODELLED, 0},
               {"prlimit64", UNMODELLED, 0},
               {"ulimit", UNMODELLED, 0},
               {"vlimit", UNMODELLED, 0},
               {"killpg", UNMODELLED, 0},
               {"tgkill", UNMODELLED, 0},
               {"gsignal", UNMODELLED, 0},
               {"sigqueue", UNMODELLED, 0},
               {"pthread_kill", UNMODELLED, 0},
               {"pthread_sigqueue", UNMODELLED, 0},
               {"pthread_cancel", UNMODELLED, 0},
               {"pidfd_send_signal", UNMODELLED, 0},
               {"sigvec", UNMODELLED, 0},
               {"sigreturn", UNMODELLED, 0},
               {"execveat", UNMODELLED, 0},
               {"execvpe", UNMODELLED, 0},
               {"fexecve", UNMODELLED, 0},
               {"daemon", UNMODELLED, 0},
               {"forkpty", UNMODELLED, 0},
               {"_Fork", UNMODELLED, 0},
               {"getcontext", UNMODELLED, 0},
               {"syscall", UNMODELLED, 0}, /* these may do anything */
               {"ptrace", UNMODELLED, 0},
               {"prctl", UNMODELLED, 0},
               {"arch_prctl", UNMODELLED, 0},
               {"personality", UNMODELLED, 0},
               {"ioctl", UNMODELLED, 0},
               {"mprotect", UNMODELLED, 0},
               {"pkey_mprotect", UNMODELLED, 0},
               {"munmap", UNMODELLED, 0},
               {"mremap", UNMODELLED, 0},
               {"madvise", UNMODELLED, 0},
               {"remap_file_pages", UNMODELLED, 0},
               {"brk", UNMODELLED, 0},
               {"sbrk", UNMODELLED, 0},
               {"shmdt", UNMODELLED, 0},
               {"reallocarray", UNMODELLED, 0}, /* what they are given moves */
               {"argz_add", UNMODELLED, 0},
               {"argz_add_sep", UNMODELLED, 0},
               {"argz_append", UNMODELLED, 0},
               {"envz_add", UNMODELLED, 0},
               {"envz_merge", UNMODELLED, 0},
               {"envz_strip", UNMODELLED, 0},
               {"obstack_free", UNMODELLED, 0},
               {"obstack_printf", UNMODELLED, 0},
               {"obstack_vprintf", UNMODELLED, 0},
               {"_obstack_begin", UNMODELLED, 0},
               {"_obstack_begin_1", UNMODELLED, 0},
               {"_obstack_newchunk", UNMODELLED, 0},
               {"_obstack_free", UNMODELLED, 0},
               {"random_r", UNMODELLED, 0},
               {"srandom_r", UNMODELLED, 0},
               {"initstate_r", UNMODELLED, 0},
               {"setstate_r", UNMODELLED, 0},
               {"vmsplice", UNMODELLED, 0},
               {"process_vm_readv", UNMODELLED, 0},
               {"preadv2", UNMODELLED, 0},
               {"profil", UNMODELLED, 0},
               {"sprofil", UNMODELLED, 0},
               {"monstartup", UNMODELLED, 0},
               {"mcheck", UNMODELLED, 0},
               {"mcheck_pedantic", UNMODELLED, 0},
               {"mtrace", UNMODELLED, 0},
               {"re_match", UNMODELLED, 0},
               {"re_match_2", UNMODELLED, 0},
               {"re_search", UNMODELLED, 0},
               {"re_search_2", UNMODELLED, 0},
               {"re_set_registers", UNMODELLED, 0},
               {"getopt_long_only", UNMODELLED, 0},
               {"__posix_getopt", UNMODELLED, 0},
               {"argp_usage", UNMODELLED, 0},
               {"argp_error", UNMODELLED, 0},
               {"argp_help", UNMODELLED, 0},
               {"argp_failure", UNMODELLED, 0},
               {"argp_state_help", UNMODELLED, 0},
               {"scandirat", UNMODELLED, 0},
               {"__cxa_atexit", UNMODELLED, 0},
               {"__cxa_at_quick_exit", UNMODELLED, 0},
               {"__cxa_finalize", UNMODELLED, 0},
               {"_pthread_cleanup_push", UNMODELLED, 0},
               {"_pthread_cleanup_pop", UNMODELLED, 0},
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
  return i >= 0 && (library[i].effect == UNMODELLED || library[i].effect == HALT) ? i : -1;
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

gboolean lower_is_library(const char *name) { return find(name) >= 0 || is_transcendental(name); }

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

static void say_function(Body *b, const char *name, const char *what) {
  char *text = g_strdup_printf("%s %s", name, what);
  body_say_unmodelled(b, text);
  g_free(text);
}

static void lower_writer(Body *b, LLVMValueRef call, const char *name, guint mask, gboolean gives_first) {
  lower_scramble_arguments(b, call, mask);
  lower_forget_library(b);
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
  lower_forget_library(b);
  say_function(b, name, "gives a value that is not modelled");
  guint width = type_scalar_width(b->lowering, LLVMTypeOf(call));
  if (width) body_define1(b, call, emit_unknown(b, width));
}

static void lower_call_of(Body *b, const char *name) {
  static const struct {
    const char *name, *reason;
  } own[] = {{"__acf_signalling", "a signalling NaN"},
             {"__acf_no_character", "the class of a number that is no character"}};
  for (guint i = 0; i < G_N_ELEMENTS(own); i++)
    if (g_str_equal(own[i].name, name)) {
      body_end_unmodelled(b, own[i].reason);
      return;
    }
  g_autofree char *reason = g_strdup_printf("a call of %s", name);
  body_end_unmodelled(b, reason);
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
  if (effect == COPY_APART) emit_lib(b, LIB_APART, 0, 0, 4, (Operand[]){x, n, y, n});
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
      [COPY] = 3, [COPY_APART] = 3, [APART] = 4,      [COPY_FROM] = 3, [SET] = 3,
      [ZERO] = 2, [MALLOC] = 1,     [ALIGNED] = 2,    [CALLOC] = 2,    [REALLOC] = 2,
      [FREE] = 1, [ALLOCA] = 1,     [WRITES_1ST] = 1, [HALT_IF] = 1,   [UNMODELLED] = 0};
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
  emit(b, IR_ASSUME, 0, 1, &goes_on);
  lower_forget_library(b);
}

static void lower_effect(Body *b, LLVMValueRef call, const char *name, Effect effect, guint mask) {
  guint format = lower_writing_format(call, name);
  if (format && lower_scramble_arguments(b, call, FROM(format)))
    say_function(b, name, "writes something unknown");
  switch (effect) {
  case HALT: body_end(b, IR_HALT); break;
  case HALT_IF: lower_halt_if(b, call); break;
  case NOTHING:
    if (!g_str_has_prefix(name, "__")) lower_forget_library(b); /* those are of no library */
    lower_library_result(b, call);
    break;
  case APART:
    emit_lib(b, LIB_APART, 0, 0, 4,
             (Operand[]){size_argument(b, call, 0), size_argument(b, call, 1), size_argument(b, call, 2),
                         size_argument(b, call, 3)});
    break;
  case COPY:
  case COPY_APART:
  case COPY_FROM:
  case SET:
  case ZERO: lower_memory_function(b, call, effect); break;
  case MALLOC: lower_allocation(b, call, LIB_MALLOC, 1, (Operand[]){size_argument(b, call, 0)}); break;
  case ALIGNED: lower_aligned_allocation(b, call); break;
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
  int i = find(name);
  if (i < 0) return FALSE;
  if (arguments_fit(call, library[i].effect))
    lower_effect(b, call, name, library[i].effect, library[i].mask);
  else
    body_end_unmodelled(b, "a call of a library function with unfit arguments");
  return TRUE;
}
