/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Native runs as a tree of processes: what a run has read is in its memory, and a fork shares it. */
#include "input-tree.h"
#include <string.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include "frontend/frontend.h"
#include "native.h"

/* A process is one run.  It writes what it has read when it comes to an end; its parent waits for that. */
static const char harness[] =
    "#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"
    "#include <sys/mman.h>\n#include <sys/time.h>\n#include <sys/wait.h>\n"
    "typedef unsigned long long word;\n"
    "extern int native_main(void);\n"
    "static struct { word runs, seed; struct { word n, values[VALUES]; } sites[SITES]; } plan;\n"
    "static struct { word outcome, line, n; struct { word site, value; } reads[READS]; } trace;\n"
    "static long *left; /* forks that may still be made by the tree; its depth; runs that took too long */\n"
    "static int whole = 1; /* the tree, or a walk */\n"
    "static word random_state;\n"
    "static word draw(word n) {\n"
    "  random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;\n"
    "  return (random_state >> 33) % n;\n}\n"
    "static void finish(int outcome) {\n"
    "  trace.outcome = outcome;\n"
    "  if (write(1, &trace, 3 * sizeof(word) + trace.n * sizeof trace.reads[0]) < 0) _exit(2);\n"
    "  _exit(0);\n}\n"
    "static void on_signal(int s) {\n"
    "  left[2] += s == SIGVTALRM;\n"
    "  finish(s == SIGVTALRM ? 'T' : s == SIGABRT ? ABORTS : 'X');\n}\n"
    "static void at_end(void) { finish('.'); }\n"
    "static void limit(void) {\n"
    "  struct itimerval t = {{0, 0}, {0, left[2] > 20 ? 4000 : 50000}};\n"
    "  setitimer(ITIMER_VIRTUAL, &t, NULL);\n}\n"
    "static int split(void) { /* 1: in the child */\n"
    "  pid_t child = fork();\n"
    "  if (child == 0) limit();\n"
    "  else if (child > 0) waitpid(child, NULL, 0);\n"
    "  return child == 0;\n}\n"
    "static word note(word site, word value) {\n"
    "  trace.reads[trace.n].site = site;\n"
    "  trace.reads[trace.n++].value = value;\n"
    "  return value;\n}\n"
    "word native_input(unsigned site) {\n"
    "  const word n = plan.sites[site].n;\n"
    "  if (trace.n == READS) finish('C');\n"
    "  if (!whole && (trace.n + plan.seed + site) % 3 == 0) /* in walks a site has some values more often */\n"
    "    return note(site, plan.sites[site].values[(random_state >> 7) % n]);\n"
    "  word last = draw(n);\n"
    "  for (word i = 0; whole && trace.n < left[1] && i < n; i++) {\n"
    "    if (i == last) continue;\n"
    "    if (left[0]-- <= 0) break;\n"
    "    random_state += 7919;\n"
    "    if (split()) return note(site, plan.sites[site].values[i]);\n"
    "  }\n"
    "  return note(site, plan.sites[site].values[last]);\n}\n"
    "void native_fail_at(int line) { trace.line = line; finish('F'); }\n"
    "void native_fail(void) { finish('F'); }\n"
    "void __VERIFIER_assume(int c) { if (!c) finish('.'); }\n"
    "#define UNREACHED(t) long long __VERIFIER_nondet_##t(void) { return 0; } /* not seen by acf */\n"
    "UNREACHED(int) UNREACHED(uint) UNREACHED(short) UNREACHED(ushort) UNREACHED(char) UNREACHED(uchar)\n"
    "UNREACHED(bool) UNREACHED(long) UNREACHED(ulong) UNREACHED(longlong) UNREACHED(ulonglong)\n"
    "int main(void) {\n"
    "  static const int signals[] = {SIGVTALRM, SIGABRT, SIGILL, SIGTRAP, SIGFPE, SIGSEGV, SIGBUS};\n"
    "  if (fread(&plan, sizeof plan, 1, stdin) != 1) return 1;\n"
    "  left = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n"
    "  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], on_signal);\n"
    "  word widest = 2, all = 1;\n"
    "  for (unsigned i = 0; i < SITES; i++) if (plan.sites[i].n > widest) widest = plan.sites[i].n;\n"
    "  for (left[1] = 0; all * widest <= plan.runs; left[1]++) all *= widest;\n"
    "  left[0] = plan.runs;\n"
    "  for (word i = 0; i <= plan.runs; i++) {\n"
    "    whole = i == 0;\n"
    "    random_state = (plan.seed + i) * 2654435761u;\n"
    "    draw(2);\n"
    "    if (!split()) continue;\n"
    "    atexit(at_end);\n"
    "    native_main();\n"
    "    finish('.');\n"
    "  }\n"
    "  return 0;\n}\n";

struct InputTree {
  const Program *program;
  char *folder;
};

static gboolean write_file(const char *folder, const char *name, const char *text) {
  g_autofree char *path = g_build_filename(folder, name, NULL);
  return g_file_set_contents(path, text, -1, NULL);
}

/* Error calls say where they are. */
static char *with_lines(const char *text) {
  g_auto(GStrv) parts = g_strsplit(text, "reach_error();", -1);
  g_autofree char *all = g_strjoinv("native_fail_at(__LINE__);", parts);
  return g_strconcat("extern void native_fail_at(int);\n", all, NULL);
}

/* Runs end where an overflow is excluded. */
static const char *checks(const Program *p) {
  if (p->no_overflow)
    return "-fsanitize=signed-integer-overflow,integer-divide-by-zero "
           "-fsanitize-trap=signed-integer-overflow,integer-divide-by-zero";
  if (!property_counts(p->property, FAILURE_DIVISION_BY_ZERO))
    return "-fwrapv -fsanitize=integer-divide-by-zero -fsanitize-trap=integer-divide-by-zero";
  return "-fsanitize=signed-integer-overflow,integer-divide-by-zero,bounds,shift-exponent "
         "-fsanitize-trap=signed-integer-overflow,integer-divide-by-zero,bounds,shift-exponent";
}

static gboolean compile(const Program *p, const char *folder) {
  const char *clang = g_getenv("CLANG"), *model = p->pointer_width == 64 ? FRONTEND_LP64 : FRONTEND_ILP32;
  if (!clang) clang = "clang-19";
  g_autofree char *command = g_strdup_printf(
      "cd '%s' && %s %s -std=gnu11 -w -O0 -fno-builtin %s -fno-strict-aliasing -Dmain=native_main -c native.c -o native.o && "
      "%s %s -w -O1 -DSITES=%u -DVALUES=%u -DREADS=%u -DABORTS=\"'%c'\" native.o harness.c -o native",
      folder, clang, model, checks(p), clang, model, p->sites->len + 1, INPUT_TREE_VALUES, INPUT_TREE_READS,
      property_counts(p->property, FAILURE_ABORT) ? NATIVE_TRAPS : NATIVE_ENDS);
  const char *argv[] = {"sh", "-c", command, NULL};
  int status = 1;
  return g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL) && status == 0;
}

InputTree *input_tree_build(const Program *p, const char *source, const char *folder, char **why) {
  g_autofree char *controlled = native_controlled(p, source, why);
  if (!controlled) return NULL;
  g_autofree char *text = with_lines(controlled), *errors = native_error_text(p), *driver = g_strconcat(harness, errors, NULL);
  if (!write_file(folder, "native.c", text) || !write_file(folder, "harness.c", driver) || !compile(p, folder)) {
    *why = g_strdup("it does not compile");
    return NULL;
  }
  InputTree *t = g_new0(InputTree, 1);
  *t = (InputTree){p, g_strdup(folder)};
  return t;
}

/* The bytes are traces, each as long as it has reads. */
static GArray *traces(const guint8 *bytes, gsize length) {
  GArray *all = g_array_new(FALSE, TRUE, sizeof(NativeTrace));
  const gsize head = G_STRUCT_OFFSET(NativeTrace, reads);
  for (gsize at = 0; at + head <= length;) {
    NativeTrace t = {0};
    memcpy(&t, bytes + at, head);
    const gsize size = t.n * sizeof(NativeRead);
    at += head;
    if (t.n > INPUT_TREE_READS || at + size > length) break;
    memcpy(t.reads, bytes + at, size);
    at += size;
    g_array_append_val(all, t);
  }
  return all;
}

GArray *input_tree_run(const InputTree *t, const Alphabet *alphabets, guint runs, guint64 seed) {
  g_autoptr(GByteArray) plan = g_byte_array_new();
  const Alphabet nothing = {.n = 1};
  const guint64 head[] = {runs, seed};
  g_byte_array_append(plan, (const guint8 *)head, sizeof head);
  g_byte_array_append(plan, (const guint8 *)alphabets, (guint)(t->program->sites->len * sizeof *alphabets));
  g_byte_array_append(plan, (const guint8 *)&nothing, sizeof nothing);
  g_autofree char *program = g_build_filename(t->folder, "native", NULL);
  g_autoptr(GSubprocess) process =
      g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL, program, NULL);
  g_autoptr(GBytes) in = g_bytes_new(plan->data, plan->len), out = NULL;
  if (!process || !g_subprocess_communicate(process, in, NULL, &out, NULL, NULL)) return NULL;
  gsize length;
  const guint8 *bytes = (const guint8 *)g_bytes_get_data(out, &length);
  return traces(bytes, length);
}

void input_tree_free(InputTree *t) {
  static const char *const files[] = {"native", "native.o", "native.c", "harness.c"};
  if (!t) return;
  for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
    g_autofree char *path = g_build_filename(t->folder, files[i], NULL);
    g_unlink(path);
  }
  g_free(t->folder);
  g_free(t);
}
