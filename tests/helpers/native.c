/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Native runs: each input call in the text becomes a call that names its site, answered by a harness that
 * forks for every point. */
#include "native.h"
#include <string.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include "frontend/frontend.h"

static const char harness[] =
    "#include <stdio.h>\n#include <string.h>\n#include <unistd.h>\n#include "
    "<sys/time.h>\n#include <sys/wait.h>\n"
    "extern int ENTER(void);\n"
    "static unsigned long long values[SITES][OCCURRENCES];\n"
    "static unsigned seen[SITES];\n"
    "unsigned long long native_input(unsigned site) {\n"
    "  unsigned k = seen[site]++;\n"
    "  return k < OCCURRENCES ? values[site][k] : 0;\n}\n"
    "unsigned long long native_at(unsigned site, unsigned k) {\n"
    "  return k <= OCCURRENCES ? values[site][k - 1] : 0;\n}\n"
    "#define UNREACHED(t) long long __VERIFIER_nondet_##t(void) { return 0; } /* not seen by acf */\n"
    "UNREACHED(int) UNREACHED(uint) UNREACHED(short) UNREACHED(ushort) UNREACHED(char) UNREACHED(uchar)\n"
    "UNREACHED(bool) UNREACHED(long) UNREACHED(ulong) UNREACHED(longlong) UNREACHED(ulonglong)\n"
    "void native_fail(void) { _exit(42); }\n"
    "void __VERIFIER_assume(int c) { if (!c) _exit(0); }\n"
    "static int run(void) {\n"
    "  int status;\n"
    "  if (!fork()) {\n"
    "    struct itimerval limit = {{0, 0}, {0, 20000}};\n"
    "    setitimer(ITIMER_VIRTUAL, &limit, NULL);\n"
    "    ENTER();\n"
    "    _exit(0);\n  }\n"
    "  wait(&status);\n"
    "  if (WIFSIGNALED(status) && WTERMSIG(status) == 26) return 'T';\n"
    "  return WIFEXITED(status) && WEXITSTATUS(status) == 42 ? 'F' : '.';\n}\n"
    "int main(void) {\n"
    "  while (fread(values, sizeof values, 1, stdin) == 1) {\n"
    "    fflush(stdout);\n"
    "    putchar(run());\n  }\n"
    "  return 0;\n}\n";

/* Where the call of the site stands in the text; -1: nowhere. */
static gssize place_of(const char *source, const InputSite *site) {
  if (site->kind == SITE_PARAMETER) return -2; /* given by what is put behind the text */
  if (site->kind != SITE_NONDET || site->in_macro_or_header || site->is_float || !site->function) return -1;
  const char *at = source;
  for (guint line = 1; line < site->loc.line && at; line++)
    at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
  if (!at || strlen(at) < site->loc.column) return -1;
  at += site->loc.column - 1;
  gsize length = strlen(site->function);
  return g_str_has_prefix(at, site->function) && g_str_has_prefix(at + length, "()") ? at - source : -1;
}

/* Replaced in place of the same text from the end to the beginning, so that places stay what they are. */
char *native_controlled(const Program *p, const char *source, char **why) {
  g_autoptr(GString) text = g_string_new(source);
  g_autofree gboolean *done = g_new0(gboolean, p->sites->len + 1);
  for (guint round = 0; round < p->sites->len; round++) {
    gssize last = -1;
    guint next = 0;
    for (guint i = 0; i < p->sites->len; i++) {
      gboolean read = !done[i] && program_site(p, i)->kind != SITE_UNINITIALISED;
      gssize at = read ? place_of(source, program_site(p, i)) : -2;
      if (at == -1) {
        *why = g_strdup("an input is not a plain call of an input function");
        return NULL;
      }
      if (at > last) last = at, next = i;
    }
    const InputSite *site = program_site(p, next);
    done[next] = TRUE;
    if (last < 0) break;
    g_autofree char *call = g_strdup_printf("((__typeof__(%s()))native_input(%u))", site->function, next);
    g_string_erase(text, last, (gssize)strlen(site->function) + 2);
    g_string_insert(text, last, call);
  }
  g_string_prepend(text, "extern unsigned long long native_input(unsigned);\n#line 1\n");
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static gboolean begins_in_main(const Program *p) { return g_str_equal(p->property->entry, "main"); }

/* Behind the text: the call of an entry function that is not main. */
static char *entry_text(const Program *p) {
  g_autoptr(GString) values = g_string_new(NULL), names = g_string_new(NULL);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (s->kind != SITE_PARAMETER) continue;
    g_assert(!s->is_float);
    g_string_append_printf(values, "  unsigned long long native_p%u = native_input(%u);\n", i, i);
    g_string_append_printf(names, "%snative_p%u", names->len ? ", " : "", i);
  }
  if (begins_in_main(p)) return g_strdup("");
  return g_strdup_printf("\nextern unsigned long long native_input(unsigned);\nint native_enter(void) {\n%s  "
                         "%s(%s);\n  return 0;\n}\n",
                         values->str, p->property->entry, names->str);
}

/* The usual error functions that are none of this property's only return. */
char *native_error_text(const Program *p) {
  static const char *const usual[] = {"reach_error", "__VERIFIER_error", "__assert_fail"};
  GString *out = g_string_new("void native_fail(void);\n");
  for (char **f = p->property->error_functions; *f; f++)
    g_string_append_printf(out, "void %s() { native_fail(); }\n", *f);
  for (guint i = 0; i < G_N_ELEMENTS(usual); i++)
    if (!property_is_error(p->property, usual[i])) g_string_append_printf(out, "void %s() {}\n", usual[i]);
  return g_string_free(out, FALSE);
}

static gboolean write_file(const char *folder, const char *name, const char *text) {
  g_autofree char *path = g_build_filename(folder, name, NULL);
  return g_file_set_contents(path, text, -1, NULL);
}

Native *native_build(const Program *p, const char *source, const char *folder, char **why) {
  g_autofree char *text = native_controlled(p, source, why);
  return text ? native_compile(p, text, folder, why) : NULL;
}

static const struct {
  const char *name, *program, *compiler, *options; /* NULL: the clang of the front end */
} builds[] = {
    [NATIVE_CLANG_O0] = {"clang -O0", "native", NULL, "-O0 -fno-builtin"},
    [NATIVE_CLANG_O1] = {"clang -O1", "native-clang", NULL, "-O1 -fno-finite-loops"},
    [NATIVE_GCC_O1] = {"gcc -O1", "native-gcc", "gcc", "-O1 -fno-finite-loops"},
};

/* Runs end where divisions are by zero (which might be folded, otherwise) or an overflow is excluded. */
static const char *checks(const Program *p, NativeBuild build) {
  if (build == NATIVE_GCC_O1)
    return "-fwrapv -fsanitize=integer-divide-by-zero -fsanitize-undefined-trap-on-error";
  return p->no_overflow ? "-fsanitize=signed-integer-overflow,integer-divide-by-zero "
                          "-fsanitize-trap=signed-integer-overflow,integer-divide-by-zero"
                        : "-fwrapv -fsanitize=integer-divide-by-zero "
                          "-fsanitize-trap=integer-divide-by-zero";
}

static Native *compile(const Program *p, NativeBuild build, const char *folder, char **why) {
  const char *clang = g_getenv("CLANG"), *program = builds[build].program,
             *compiler = builds[build].compiler ? builds[build].compiler
                         : clang                ? clang
                                                : "clang-19";
  const char *model = p->pointer_width == 64 ? FRONTEND_LP64 : FRONTEND_ILP32;
  g_autofree char *command =
      g_strdup_printf("cd '%s' && %s %s -std=gnu11 -w %s %s -fno-strict-aliasing "
                      "-DSITES=%u -DOCCURRENCES=%u -Dmain=native_main -c native.c -o %s.o && "
                      "%s %s -w -DSITES=%u -DOCCURRENCES=%u -DENTER=%s %s.o harness.c -o %s",
                      folder, compiler, model, builds[build].options, checks(p, build), p->sites->len + 1,
                      NATIVE_OCCURRENCES, program, compiler, model, p->sites->len + 1, NATIVE_OCCURRENCES,
                      begins_in_main(p) ? "native_main" : "native_enter", program, program);
  const char *argv[] = {"sh", "-c", command, NULL};
  int status = 1;
  if (!g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, why, &status, NULL) ||
      status != 0)
    return NULL;
  g_clear_pointer(why, g_free);
  Native *n = g_new0(Native, 1);
  n->program = p;
  n->build = build;
  n->folder = g_strdup(folder);
  return n;
}

Native *native_compile(const Program *p, const char *text, const char *folder, char **why) {
  g_autofree char *entry = entry_text(p), *whole = g_strconcat(text, entry, NULL), *errors = native_error_text(p),
                  *driver = g_strconcat(harness, errors, NULL);
  if (!write_file(folder, "native.c", whole) || !write_file(folder, "harness.c", driver)) return NULL;
  return compile(p, NATIVE_CLANG_O0, folder, why);
}

Native *native_again(const Native *n, NativeBuild build, char **why) {
  return compile(n->program, build, n->folder, why);
}

const char *native_name(const Native *n) { return builds[n->build].name; }

static void remove_file(const Native *n, const char *name, const char *suffix) {
  g_autofree char *path = g_strdup_printf("%s/%s%s", n->folder, name, suffix);
  g_unlink(path);
}

void native_free(Native *n) {
  if (!n) return;
  remove_file(n, builds[n->build].program, "");
  remove_file(n, builds[n->build].program, ".o");
  if (n->build == NATIVE_CLANG_O0) {
    remove_file(n, "native", ".c");
    remove_file(n, "harness", ".c");
  }
  g_free(n->folder);
  g_free(n);
}

guint native_point_size(const Program *p) { return p->sites->len * NATIVE_OCCURRENCES; }

Model *native_model(const Program *p, const guint64 *point) {
  Model *m = model_new();
  for (guint i = 0; i < p->sites->len; i++)
    for (guint k = 0; k < NATIVE_OCCURRENCES && site_is_value(program_site(p, i)); k++) {
      guint width = program_site(p, i)->width;
      const Term *input = term_input((InputKey){i, k + 1, 0}, width);
      model_set(m, input, point[i * NATIVE_OCCURRENCES + k] & term_mask(width));
    }
  return m;
}

/* The harness has a site more than the program, so that there is always something to read. */
char *native_run(const Native *native, const guint64 *points, guint n) {
  guint size = native_point_size(native->program);
  static const guint64 nothing[NATIVE_OCCURRENCES];
  g_autoptr(GByteArray) lines = g_byte_array_new();
  for (guint i = 0; i < n; i++) {
    for (guint k = 0; k < size; k++) {
      guint64 value = points[(gsize)i * size + k] &
                      term_mask(program_site(native->program, k / NATIVE_OCCURRENCES)->width);
      g_byte_array_append(lines, (const guint8 *)&value, sizeof value);
    }
    g_byte_array_append(lines, (const guint8 *)nothing, sizeof nothing);
  }
  g_autofree char *program = g_build_filename(native->folder, builds[native->build].program, NULL);
  g_autoptr(GSubprocess) process =
      g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL, program, NULL);
  g_autoptr(GBytes) in = g_bytes_new(lines->data, lines->len), out = NULL;
  if (!process || !g_subprocess_communicate(process, in, NULL, &out, NULL, NULL)) return NULL;
  gsize length;
  const char *outcome = g_bytes_get_data(out, &length);
  return length == n ? g_strndup(outcome, length) : NULL;
}
