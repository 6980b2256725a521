/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program under control.
 *
 * Its text gets another name at each input call (acf_site_N); nothing moves to another line.  A generated
 * harness shares a file with acf, mapped into memory: acf puts the values there, the harness what is read,
 * and how the run ended; so the program's own status cannot lie. */
#include "native/driven-build.h"
#include <string.h>
#include "ctext/edit.h"
#include "frontend/driver.h"
#include "native/driver-text.h"
#include "native/checks.h"
#include "native/harness-text.h"
#include "native/input-drive.h"
#include "native/native-files.h"
#include "native/runner.h"

static char *path_in(const Driven *d, const char *name) { return scratch_file(d->folder, name); }

static gboolean starts_elsewhere(const Driven *d) {
  return !g_str_equal(d->cfc->program->property->entry, "main");
}

/* --- the program's text --- */

static void append_driver(GString *out, const InputSite *s) {
  const char *type = runner_type(s);
  g_string_append_printf(
      out,
      "static %s acf_site_%u() { static unsigned k; unsigned long long bits = acf_replay_value(%uu, ++k); ",
      type, s->id, s->id);
  if (s->is_float)
    g_string_append_printf(out, "union { unsigned %s i; %s f; } v; v.i = bits; return v.f; }\n",
                           s->width == 32 ? "int" : "long long", type);
  else
    g_string_append_printf(out, "return (%s)%sbits; }\n", type,
                           type[strlen(type) - 1] == '*' ? "(__UINTPTR_TYPE__)" : "");
}

/* Calls the entry function from the end of the program's own text, where its prototype is known.  The inputs
 * are read one after the other. */
static char *start_text(const Driven *d) {
  const Program *p = d->cfc->program;
  if (p->driver) return g_strdup_printf("\n%s\nvoid acf_start(void) { " DRIVER_START "(); }\n", p->driver);
  g_autoptr(GString) values = g_string_new(NULL), names = g_string_new(NULL);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (!site_is_argument(s)) continue;
    g_string_append_printf(values, "%s acf_value_%u = acf_site_%u(); ", runner_type(s), i, i);
    g_string_append_printf(names, "%sacf_value_%u", names->len ? ", " : "", i);
  }
  return g_strdup_printf("\nvoid acf_start(void) { %s(%s)(%s); }\n", values->str, p->property->entry,
                         names->str);
}

/* program.c, program-1.c, ... */
static char *part_of(const Driven *d, guint i, const char *suffix) {
  g_autofree char *name =
      i ? g_strdup_printf("program-%u.%s", i, suffix) : g_strconcat("program.", suffix, NULL);
  return path_in(d, name);
}

/* Does the site stand in the i-th file?  What has no place is looked for in the first. */
static gboolean stands_in(const Driven *d, const InputSite *s, guint i) {
  const SourceFile *f = program_file_of(d->cfc->program, s->loc), *own = native_file(d->cfc->program, i);
  return f && own ? f == own : i == 0;
}

static gboolean write_file(Driven *d, guint i, const Source *text, GString *drivers, GError **error) {
  const Program *p = d->cfc->program;
  Edits *edits = edits_new(text);
  for (guint k = 0; k < p->sites->len; k++) {
    const InputSite *site = program_site(p, k);
    if (!stands_in(d, site, i)) continue;
    d->driven[k] = input_drive(edits, site);
    const gboolean by_driver = p->driver && site_is_argument(site);
    if (d->driven[k] && !by_driver && !input_from_outside(site)) append_driver(drivers, site);
  }
  const gboolean starts = starts_elsewhere(d) && native_entry_file(p) == i;
  g_autofree char *target = part_of(d, i, "c"), *edited = edits_free_to_text(edits),
                  *start = starts ? start_text(d) : NULL, *whole = g_strconcat(edited, start, NULL);
  return g_file_set_contents(target, whole, -1, error);
}

static gboolean write_program(Driven *d, const char *path, GError **error) {
  const Program *p = d->cfc->program;
  g_autoptr(GString) drivers = g_string_new("unsigned long long acf_replay_value(unsigned, unsigned);\n");
  for (guint i = 0; i < native_files(p); i++) {
    g_autoptr(Source) text = native_source(p, i, path, error);
    if (!text || !write_file(d, i, text, drivers, error)) return FALSE;
  }
  g_autofree char *header = path_in(d, "drivers.h");
  return g_file_set_contents(header, drivers->str, -1, error);
}

/* --- the harness --- */

static const char harness_start[] =
    "struct record { unsigned site, k; unsigned long long value; };\n"
    "struct shared { unsigned long long path; unsigned n_values, n_reads, end, failure;\n"
    "  char note[64];\n"
    "  struct record values[N], reads[N]; };\n"
    "static struct shared *shared(void) {\n"
    "  static struct shared *s;\n"
    "  if (!s) s = mmap(0, sizeof *s, 3, 1, (int)syscall(SYS_openat, -100, SHARED, 2, 0), 0);\n"
    "  return s;\n}\n"
    "static void leave(unsigned end) {\n"
    "  shared()->end = end;\n"
    "  for (;;) syscall(SYS_exit_group, EXIT + end);\n}\n"
    "static unsigned long long acf_record(unsigned site, unsigned k, unsigned long long value) {\n"
    "  struct shared *s = shared();\n"
    "  if (s->n_reads < N) { s->reads[s->n_reads].site = site; s->reads[s->n_reads].k = k;\n"
    "    s->reads[s->n_reads].value = value; }\n"
    "  s->n_reads += s->n_reads <= N;\n"
    "  return value;\n}\n"
    "unsigned long long acf_replay_value(unsigned site, unsigned k) {\n"
    "  struct shared *s = shared();\n"
    "  for (unsigned i = 0; i < s->n_values; i++)\n"
    "    if (s->values[i].site == site && s->values[i].k == k) return acf_record(site, k, "
    "s->values[i].value);\n"
    "  return acf_record(site, k, 0);\n}\n"
    "static void acf_fail(void) { leave(FAILED); }\n"
    "static void acf_fail_by(unsigned kind) { shared()->failure = kind; leave(FAILED); }\n"
    "void acf_note(const char *what) {\n"
    "  for (unsigned i = 0; i < 63 && what[i]; i++) shared()->note[i] = what[i];\n}\n"
    "static void acf_end(void) { leave(ENDED); }\n"
    "void acf_no_stack(void) { leave(NO_STACK); }\n"
    "ACF_WEAK void __VERIFIER_assume(int ok) { if (!ok) leave(ASSUMED); }\n"
    "void __sanitizer_cov_trace_pc(void) {\n"
    "  struct shared *s = shared();\n"
    "  s->path = (s->path ^ (unsigned long long)((char *)__builtin_return_address(0) - (char "
    "*)acf_anchor))\n    * 1099511628211ull;\n}\n"
    /* memory is there, and zero where nothing was written */
    "void *__real_calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n"
    "void *__real_realloc(void *, __SIZE_TYPE__);\n"
    "static void *acf_got(void *p, __SIZE_TYPE__ n) { if (!p && n) leave(NO_MEMORY); return p; }\n"
    "void *__wrap_calloc(__SIZE_TYPE__ n, __SIZE_TYPE__ m) { return acf_got(__real_calloc(n, m), n && m); }\n"
    "void *__wrap_malloc(__SIZE_TYPE__ n) { return acf_got(__real_calloc(1, n), n); }\n"
    "void *__wrap_realloc(void *p, __SIZE_TYPE__ n) { return acf_got(__real_realloc(p, n), n); }\n";

/* A fault close to the stack pointer: the stack is used up.  By itself, for it needs headers. */
static const char stack_text[] =
    "#define _GNU_SOURCE\n"
    "#include <signal.h>\n"
    "#include <ucontext.h>\n"
    "void acf_no_stack(void);\n"
    "static void on_fault(int number, siginfo_t *fault, void *context) {\n"
    "#ifdef __x86_64__\n"
    "  char *top = (char *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];\n"
    "#else\n"
    "  char *top = (char *)((ucontext_t *)context)->uc_mcontext.gregs[REG_ESP];\n"
    "#endif\n"
    "  char *at = fault->si_addr;\n"
    "  if (at > top - 65536 && at < top + 65536) acf_no_stack();\n"
    "  signal(number, SIG_DFL);\n"
    "}\n"
    "__attribute__((constructor)) static void watch(void) {\n"
    "  static char room[65536];\n"
    "  stack_t other = {.ss_sp = room, .ss_size = sizeof room};\n"
    "  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};\n"
    "  sigaltstack(&other, 0);\n"
    "  sigaction(SIGSEGV, &action, 0);\n"
    "  sigaction(SIGBUS, &action, 0);\n"
    "}\n";

/* Calls that are not under control yield zero; those of no known site say so. */
static void append_inputs(const Driven *d, GString *out) {
  const Program *p = d->cfc->program;
  g_autoptr(GHashTable) done = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (!site_is_called(s)) continue;
    if (g_hash_table_add(done, (gpointer)s->function))
      g_string_append_printf(out, "ACF_WEAK %s %s() { acf_record(%uu, 0, 0); return 0; }\n", runner_type(s),
                             s->function, i);
  }
  for (const NativeInput *usual = native_inputs; usual->name; usual++)
    if (g_hash_table_add(done, (gpointer)usual->name))
      g_string_append_printf(out, "ACF_WEAK %s %s() { acf_record(%uu, 0, 0); return 0; }\n", usual->type,
                             usual->name, DRIVEN_NO_SITE);
}

static gboolean write_harness(const Driven *d, GError **error) {
  g_autofree char *path = path_in(d, "harness.c"), *stack = path_in(d, "stack.c"),
                  *shared = path_in(d, "shared"), *quoted = g_strescape(shared, NULL);
  g_autoptr(GString) out = g_string_new(NULL);
  native_append_start(out);
  g_string_append_printf(out,
                         "enum { N = %d, EXIT = %d, FAILED = %d, ASSUMED = %d, NO_STACK = %d, NO_MEMORY = %d, "
                         "ENDED = %d };\n#define SHARED \"%s\"\n%s",
                         DRIVEN_RECORDS, DRIVEN_EXIT, DRIVEN_FAILED, DRIVEN_ASSUMED, DRIVEN_NO_STACK,
                         DRIVEN_NO_MEMORY, DRIVEN_ENDED, quoted, harness_start);
  append_inputs(d, out);
  g_string_append(out, "#define acf_driver_value acf_replay_value\n#define acf_driver_assumed() leave(ASSUMED)\n"
                       "void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n");
  native_append_driver(out, d->cfc->program);
  native_append_externals(out, d->cfc->program);
  const Property *property = d->cfc->program->property;
  native_append_errors(out, property, property_counts(property, FAILURE_ERROR_CALL) ? "acf_fail" : "acf_end");
  native_append_checks(out, property, "acf_fail_by", "acf_end");
  g_string_append(out, d->unknown->str);
  if (starts_elsewhere(d))
    g_string_append(out, "void acf_start(void);\nint main(void) { acf_start(); return 0; }\n");
  return g_file_set_contents(path, out->str, -1, error) && g_file_set_contents(stack, stack_text, -1, error);
}

/* --- compiling --- */

static gboolean compile_program(const Driven *d, const char *path, GError **error) {
  g_autofree char *drivers = path_in(d, "drivers.h");
  const char *const more[] = {"-fsanitize-coverage=edge,trace-pc",
                              NATIVE_INSTRUMENT,
                              "-include",
                              drivers,
                              starts_elsewhere(d) ? "-Dmain=acf_program_main" : NULL,
                              NULL};
  for (guint i = 0; i < native_files(d->cfc->program); i++) {
    g_autofree char *source = part_of(d, i, "c"), *object = part_of(d, i, "o");
    if (!native_compile(d->cfc->program, i, path, d->folder, source, object, more, d->deadline, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean link_program(const Driven *d, char **said, GError **error) {
  static const char *const rest[] = {"-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc",
                                     "-Wl,--warn-unresolved-symbols", "-lm"};
  g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(arguments, path_in(d, "harness.c"));
  /* AddressSanitizer sees a full stack itself */
  if (!native_checks_addresses(d->cfc->program->property)) g_ptr_array_add(arguments, path_in(d, "stack.c"));
  for (guint i = 0; i < native_files(d->cfc->program); i++) g_ptr_array_add(arguments, part_of(d, i, "o"));
  g_ptr_array_add(arguments, g_strdup("-o"));
  g_ptr_array_add(arguments, path_in(d, "program"));
  for (guint i = 0; i < G_N_ELEMENTS(rest); i++) g_ptr_array_add(arguments, g_strdup(rest[i]));
  g_ptr_array_add(arguments, NULL);
  return runner_compile(d->cfc->program, d->folder, (const char *const *)arguments->pdata, d->deadline, said,
                        error);
}

/* What is still undefined then is defined, too: it may stand where no run comes, but a program that calls
 * nothing may not even start. */
static gboolean define_unknown(Driven *d, const char *path, GError **error) {
  g_autofree char *said = NULL;
  if (!link_program(d, &said, error)) return FALSE;
  g_autoptr(GPtrArray) names = native_undefined(said);
  if (names->len == 0) return TRUE;
  g_autofree char *text = native_text(d->cfc->program, path);
  native_append_unknown(d->unknown, names, text);
  return write_harness(d, error) && link_program(d, NULL, error);
}

static gboolean build(Driven *d, const char *path, GError **error) {
  return write_program(d, path, error) && write_harness(d, error) && compile_program(d, path, error) &&
         define_unknown(d, path, error);
}

/* Where the library of a sanitizer is missing, without it. */
gboolean driven_build(Driven *d, const char *path, GError **error) {
  if (!native_possible(d->cfc->program, error)) return FALSE;
  if (!native_checks_addresses(d->cfc->program->property)) return build(d, path, error);
  if (build(d, path, NULL)) return TRUE;
  native_leave_addresses();
  g_string_truncate(d->unknown, 0);
  return build(d, path, error);
}
