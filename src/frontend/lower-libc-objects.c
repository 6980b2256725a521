/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables of the C library that programs declare and do not define: what they hold is the library's, and no
 * input. */
#include "frontend/lower.h"

typedef enum {
  STREAM, /* points to a FILE of its own, for ever */
  NUMBER, /* `value` when the program starts */
  UNKNOWN /* not modelled */
} Knowledge;

static const struct {
  const char *name;
  Knowledge knowledge;
  guint64 value;
  gboolean changes; /* functions of the library that return write it */
} objects[] = {{"stdin", STREAM, 0, FALSE},
               {"stdout", STREAM, 0, FALSE},
               {"stderr", STREAM, 0, FALSE},
               {"errno", NUMBER, 0, TRUE},
               {"optarg", NUMBER, 0, FALSE}, /* getopt and its like are not modelled at all */
               {"optind", NUMBER, 1, FALSE},
               {"opterr", NUMBER, 1, FALSE},
               {"optopt", NUMBER, '?', FALSE},
               {"daylight", NUMBER, 0, TRUE},
               {"timezone", NUMBER, 0, TRUE},
               {"signgam", NUMBER, 0, TRUE},
               {"getdate_err", NUMBER, 0, TRUE},
               {"error_message_count", NUMBER, 0, TRUE},
               {"error_one_per_line", NUMBER, 0, FALSE},
               {"error_print_progname", NUMBER, 0, FALSE},
               {"argp_program_version", NUMBER, 0, FALSE},
               {"argp_program_version_hook", NUMBER, 0, FALSE},
               {"argp_program_bug_address", NUMBER, 0, FALSE},
               {"argp_err_exit_status", NUMBER, 64, FALSE},
               {"obstack_exit_failure", NUMBER, 1, FALSE},
               {"re_syntax_options", NUMBER, 0, TRUE},
               {"environ", UNKNOWN, 0, TRUE},
               {"__environ", UNKNOWN, 0, TRUE},
               {"_environ", UNKNOWN, 0, TRUE},
               {"tzname", UNKNOWN, 0, TRUE},
               {"__daylight", UNKNOWN, 0, TRUE},
               {"__timezone", UNKNOWN, 0, TRUE},
               {"__tzname", UNKNOWN, 0, TRUE},
               {"__signgam", UNKNOWN, 0, TRUE},
               {"h_errno", UNKNOWN, 0, TRUE},
               {"h_errlist", UNKNOWN, 0, FALSE},
               {"h_nerr", UNKNOWN, 0, FALSE},
               {"sys_errlist", UNKNOWN, 0, FALSE},
               {"_sys_errlist", UNKNOWN, 0, FALSE},
               {"sys_nerr", UNKNOWN, 0, FALSE},
               {"_sys_nerr", UNKNOWN, 0, FALSE},
               {"sys_siglist", UNKNOWN, 0, FALSE},
               {"_sys_siglist", UNKNOWN, 0, FALSE},
               {"sys_sigabbrev", UNKNOWN, 0, FALSE},
               {"program_invocation_name", UNKNOWN, 0, TRUE},
               {"program_invocation_short_name", UNKNOWN, 0, TRUE},
               {"__progname", UNKNOWN, 0, TRUE},
               {"__progname_full", UNKNOWN, 0, TRUE},
               {"in6addr_any", UNKNOWN, 0, FALSE},
               {"in6addr_loopback", UNKNOWN, 0, FALSE},
               {"obstack_alloc_failed_handler", UNKNOWN, 0, FALSE},
               {"rexecoptions", UNKNOWN, 0, TRUE},
               {"loc1", UNKNOWN, 0, TRUE},
               {"loc2", UNKNOWN, 0, TRUE},
               {"locs", UNKNOWN, 0, TRUE},
               {"_res", UNKNOWN, 0, TRUE},
               {"_IO_2_1_stdin_", UNKNOWN, 0, TRUE},
               {"_IO_2_1_stdout_", UNKNOWN, 0, TRUE},
               {"_IO_2_1_stderr_", UNKNOWN, 0, TRUE},
               {"_nl_msg_cat_cntr", UNKNOWN, 0, TRUE},
               {"__libc_single_threaded", UNKNOWN, 0, TRUE},
               {"__malloc_hook", UNKNOWN, 0, TRUE},
               {"__realloc_hook", UNKNOWN, 0, TRUE},
               {"__memalign_hook", UNKNOWN, 0, TRUE},
               {"__free_hook", UNKNOWN, 0, TRUE},
               {"__malloc_initialize_hook", UNKNOWN, 0, TRUE},
               {"__after_morecore_hook", UNKNOWN, 0, TRUE},
               {"__morecore", UNKNOWN, 0, TRUE},
               {"__curbrk", UNKNOWN, 0, TRUE},
               {"__fpu_control", UNKNOWN, 0, FALSE},
               {"_LIB_VERSION", UNKNOWN, 0, FALSE},
               {"__ctype_b", UNKNOWN, 0, TRUE},
               {"__ctype_tolower", UNKNOWN, 0, TRUE},
               {"__ctype_toupper", UNKNOWN, 0, TRUE}};

static int find(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(objects); i++)
    if (g_str_equal(objects[i].name, name)) return (int)i;
  return -1;
}

/* The FILE behind a stream's variable is the global after that. */
void lower_add_stream(Lowering *l, LLVMValueRef global) {
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  int i = LLVMIsDeclaration(global) ? find(name) : -1;
  if (i < 0 || objects[i].knowledge != STREAM) return;
  g_autofree char *behind = g_strconcat("*", name, NULL);
  program_add_global(l->program, behind, l->program->pointer_width == 64 ? 216 : 148)->unknown = TRUE;
  g_ptr_array_add(l->pending_globals, NULL);
}

gboolean lower_library_object(Lowering *l, IrGlobal *g) {
  int i = find(g->name);
  if (i < 0) return FALSE;
  guint width = l->program->pointer_width, bits = (guint)MIN(g->size * 8, 64);
  if (objects[i].knowledge == STREAM && g->size * 8 == width) {
    g_array_append_val(g->inits, ((IrInit){0, width, {OPERAND_GLOBAL, width, g->id + 1, 0}}));
  } else if (objects[i].knowledge == NUMBER && (bits == 32 || bits == 64)) {
    if (objects[i].value)
      g_array_append_val(g->inits, ((IrInit){0, bits, operand_const(bits, objects[i].value)}));
  } else {
    g_autofree char *text = g_strdup_printf("the value of %s, which is the C library's", g->name);
    lower_say_unmodelled(l, g->loc, text);
    g->unknown = TRUE;
  }
  return TRUE;
}

static void scramble(Body *b, Operand address) { emit_lib(b, LIB_SCRAMBLE, 0, 0, 1, &address); }

void lower_forget_library(Body *b) {
  LLVMValueRef own = LLVMGetNamedGlobal(b->lowering->module, "acf_errno"); /* of models.c */
  if (own) scramble(b, body_operand(b, own));
  for (guint i = 0; i < G_N_ELEMENTS(objects); i++) {
    LLVMValueRef variable = LLVMGetNamedGlobal(b->lowering->module, objects[i].name);
    if (!variable || !LLVMIsDeclaration(variable) || !LLVMGetFirstUse(variable)) continue;
    Operand address = body_operand(b, variable);
    if (objects[i].knowledge == STREAM) address.value++;
    if (objects[i].knowledge == STREAM || objects[i].changes) scramble(b, address);
  }
}
