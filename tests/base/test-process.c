/* SPDX-License-Identifier: GPL-3.0-or-later */
/* External tools: every way in which one can misbehave, and that nothing of it is left.  The tools are this
 * program itself, called with "--stub NAME TOKEN"; the token, which is in the command line also of what a
 * stub forks, tells in /proc who is alive. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/job.h"
#include "base/process.h"

/* ---- the stubs ---- */

static void hang(void) {
  for (;;) pause();
}

static void ignore_signals(void) {
  for (int s = 1; s < NSIG; s++) signal(s, SIG_IGN);
  hang();
}

static void fork_children(void) {
  for (int i = 0; i < 4; i++)
    if (fork() == 0) ignore_signals();
}

/* As daemons do it: nobody above knows this process any more. */
static void fork_daemon(void) {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  ignore_signals();
}

/* In use for sure: the compiler must not leave it out. */
static volatile char *touched(gsize mib) {
  gsize size = mib << 20;
  volatile char *block = malloc(size);
  for (gsize i = 0; block && i < size; i += 1024) block[i] = 1;
  return block;
}

static void eat_memory(void) {
  for (int i = 0; i < 64; i++) {
    touched(16);
    g_usleep(10000);
  }
  hang();
}

/* Each with a part of it: only together they are too large. */
static void eat_memory_together(void) {
  for (int i = 0; i < 3; i++)
    if (fork() == 0) {
      touched(48);
      hang();
    }
  hang();
}

static void share_memory(void) {
  volatile char *block = touched(48);
  for (int i = 0; i < 3; i++)
    if (fork() == 0) g_usleep(400000), _exit(block[0] - 1);
  g_usleep(500000);
}

static void flood(void) {
  char line[4096];
  memset(line, 'x', sizeof line);
  printf("first\n");
  for (int i = 0; i < 25000; i++) fwrite(line, 1, sizeof line, stdout);
  printf("\nlast\n");
}

static void flood_for_ever(void) {
  for (;;)
    if (write(STDOUT_FILENO, "flood\n", 6) < 0) _exit(1);
}

static void print_garbage(void) {
  char bytes[512];
  for (guint i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i * 7);
  fwrite(bytes, 1, sizeof bytes, stdout);
}

static void burn(void) {
  for (volatile guint64 i = 0;; i = i + 1) {}
}

static void burn_together(void) {
  fork();
  burn();
}

static void talk(void) {
  printf("out\n");
  fflush(stdout);
  fprintf(stderr, "err\n");
  printf("%s %s %d\n", g_getenv("ACF_TEST_ADDED"), g_getenv("HOME"), getchar());
  g_autofree char *folder = g_get_current_dir();
  printf("%s\n", folder);
}

/* Kills who watches it, and leaves a daemon. */
static void betray(void) {
  fork_daemon();
  g_usleep(100000);
  kill(getppid(), SIGKILL);
  hang();
}

static void exit_at_once(void) { exit(3); }
static void crash(void) { raise(SIGALRM); } /* of those that end a process, one that sanitizers leave alone */

static void fill_scratch(void) {
  mkdir("sub", 0700);
  if (chmod(".", 0500) != 0 || chmod("sub", 0) != 0) exit(1);
  hang();
}

static const struct {
  const char *name;
  void (*run)(void);
} stubs[] = {{"hang", hang},
             {"ignore", ignore_signals},
             {"children", fork_children},
             {"daemon", fork_daemon},
             {"memory", eat_memory},
             {"memory-together", eat_memory_together},
             {"memory-shared", share_memory},
             {"flood", flood},
             {"flood-for-ever", flood_for_ever},
             {"garbage", print_garbage},
             {"burn", burn},
             {"burn-together", burn_together},
             {"talk", talk},
             {"betray", betray},
             {"exit", exit_at_once},
             {"crash", crash},
             {"fill", fill_scratch}};

static int run_stub(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(stubs); i++)
    if (g_str_equal(name, stubs[i].name)) stubs[i].run();
  return 0;
}

/* ---- helpers ---- */

static char *self; /* path of this program */

static char *new_token(void) {
  static int count;
  return g_strdup_printf("token-%d-%d-end", (int)getpid(), count++);
}

/* How many live processes carry the token; the dead have no command line. */
static guint alive(const char *token) {
  guint n = 0;
  GDir *proc = g_dir_open("/proc", 0, NULL);
  for (const char *name; (name = g_dir_read_name(proc));) {
    g_autofree char *path = g_strconcat("/proc/", name, "/cmdline", NULL), *text = NULL;
    gsize length;
    if (!g_ascii_isdigit(*name) || !g_file_get_contents(path, &text, &length, NULL)) continue;
    for (gsize i = 0; i + 1 < length; i++)
      if (text[i] == '\0') text[i] = ' '; /* between arguments */
    n += strstr(text, token) != NULL;
  }
  g_dir_close(proc);
  return n;
}

static gboolean comes_true(gboolean (*holds)(const char *), const char *what, double seconds) {
  gint64 end = g_get_monotonic_time() + (gint64)(seconds * 1e6);
  while (!holds(what)) {
    if (g_get_monotonic_time() > end) return FALSE;
    g_usleep(10000);
  }
  return TRUE;
}

static gboolean runs(const char *token) { return alive(token) > 0; }
static gboolean is_gone(const char *token) { return alive(token) == 0; }
static gboolean is_removed(const char *path) { return !g_file_test(path, G_FILE_TEST_EXISTS); }

typedef struct {
  const char *argv[5];
  ProcessRequest request;
  char *token;
} Call;

static Call *call_new(const char *stub) {
  Call *c = g_new0(Call, 1);
  c->token = new_token();
  c->argv[0] = self, c->argv[1] = "--stub", c->argv[2] = stub, c->argv[3] = c->token;
  c->request = (ProcessRequest){.argv = c->argv, .seconds = 20};
  return c;
}

static void call_free(Call *c) {
  g_free(c->token);
  g_free(c);
}

/* Runs it; at the end nothing of it is left. */
static ProcessResult *finish(Call *c) {
  gint64 start = g_get_monotonic_time();
  ProcessResult *r = process_run(&c->request);
  g_assert_cmpfloat((double)(g_get_monotonic_time() - start) / 1e6, <, c->request.seconds + 2);
  g_assert_cmpuint(alive(c->token), ==, 0);
  call_free(c);
  return r;
}

/* ---- the ways to end ---- */

static void test_talk(void) {
  static const char *const environment[] = {"ACF_TEST_ADDED=it=this", "HOME=elsewhere", NULL};
  g_autoptr(Scratch) scratch = scratch_new(NULL);
  Call *c = call_new("talk");
  c->request.environment = environment;
  c->request.folder = scratch->path;
  g_autofree char *expected = g_strdup_printf("out\nerr\nit=this elsewhere -1\n%s\n", scratch->path);
  g_autoptr(ProcessResult) r = finish(c);
  g_assert_cmpint(r->end, ==, PROCESS_EXITED);
  g_assert_cmpint(r->exit_status, ==, 0);
  g_assert_cmpstr((char *)r->output->data, ==, expected);
  g_assert_cmpuint(r->output->len, ==, strlen(expected));
  g_assert_null(r->failure);
}

static void test_exit(void) {
  g_autoptr(ProcessResult) r = finish(call_new("exit"));
  g_assert_cmpint(r->end, ==, PROCESS_EXITED);
  g_assert_cmpint(r->exit_status, ==, 3);
  g_assert_cmpuint(r->output->len, ==, 0);
  g_assert_cmpfloat(r->seconds, <, 10);
}

static void test_crash(void) {
  g_autoptr(ProcessResult) r = finish(call_new("crash"));
  g_assert_cmpint(r->end, ==, PROCESS_KILLED);
  g_assert_cmpint(r->signal, ==, SIGALRM);
  g_assert_cmpint(r->exit_status, ==, -1);
  g_assert_nonnull(strstr(r->failure, "signal 14"));
}

static void test_no_such_command(void) {
  static const char *const argv[] = {"/nowhere/acf-no-such-tool", NULL};
  g_autoptr(ProcessResult) r = process_run(&(ProcessRequest){.argv = argv});
  g_assert_cmpint(r->end, ==, PROCESS_NOT_STARTED);
  g_assert_cmpint(r->exit_status, ==, -1);
  g_assert_cmpstr(r->failure, ==, "cannot start /nowhere/acf-no-such-tool: No such file or directory");
}

static void test_no_such_folder(void) {
  static const char *const argv[] = {"true", NULL};
  g_autoptr(ProcessResult) r = process_run(&(ProcessRequest){.argv = argv, .folder = "/nowhere/at/all"});
  g_assert_cmpint(r->end, ==, PROCESS_NOT_STARTED);
  g_assert_cmpstr(r->failure, ==, "cannot work in /nowhere/at/all: No such file or directory");
}

static void test_path_is_searched(void) {
  static const char *const argv[] = {"false", NULL};
  g_autoptr(ProcessResult) r = process_run(&(ProcessRequest){.argv = argv});
  g_assert_cmpint(r->end, ==, PROCESS_EXITED);
  g_assert_cmpint(r->exit_status, ==, 1);
}

static void test_out_of_time(gconstpointer stub) {
  Call *c = call_new(stub);
  c->request.seconds = 0.5;
  g_autoptr(ProcessResult) r = finish(c);
  g_assert_cmpint(r->end, ==, PROCESS_OUT_OF_TIME);
  g_assert_cmpstr(r->failure, ==, "out of time (0.5 s)");
}

static void test_left_behind(gconstpointer stub) {
  g_autoptr(ProcessResult) r = finish(call_new(stub));
  g_assert_cmpint(r->end, ==, PROCESS_EXITED);
  g_assert_cmpfloat(r->seconds, <, 10);
}

static void test_memory(gconstpointer stub) {
  Call *c = call_new(stub);
  c->request.memory_bytes = (gsize)100 << 20;
  g_autoptr(ProcessResult) r = finish(c);
  g_assert_cmpint(r->end, ==, PROCESS_OUT_OF_MEMORY);
  g_assert_cmpstr(r->failure, ==, "out of memory (100 MiB)");
  g_assert_cmpuint(r->memory_bytes, >, (gsize)100 << 20);
}

static void test_shared_memory_counts_once(void) {
  Call *c = call_new("memory-shared");
  c->request.memory_bytes = (gsize)100 << 20;
  g_autoptr(ProcessResult) r = finish(c);
  g_assert_cmpint(r->end, ==, PROCESS_EXITED);
}

static void test_processor_time(gconstpointer stub) {
  Call *c = call_new(stub);
  c->request.cpu_seconds = 0.3;
  g_autoptr(ProcessResult) r = finish(c);
  g_assert_cmpint(r->end, ==, PROCESS_OUT_OF_TIME);
  g_assert_cmpstr(r->failure, ==, "out of processor time (0.3 s)");
  g_assert_cmpfloat(r->cpu_seconds, >, 0.3);
}

/* ---- output ---- */

static void test_flood(void) {
  Call *c = call_new("flood");
  c->request.output_bytes = 10000;
  g_autoptr(ProcessResult) r = finish(c);
  const char *text = (const char *)r->output->data;
  g_assert_cmpint(r->end, ==, PROCESS_EXITED);
  g_assert_cmpuint(r->output->len, <, 10100);
  g_assert_cmpuint(r->output_dropped, ==, 6 + 25000u * 4096 + 6 - 10000);
  g_assert_true(g_str_has_prefix(text, "first\nxxxx"));
  g_assert_true(g_str_has_suffix(text, "xxxx\nlast\n"));
  g_assert_nonnull(strstr(text, "xxx\n[102390012 bytes left out]\nxxx"));
}

static void test_garbage(void) {
  g_autoptr(ProcessResult) r = finish(call_new("garbage"));
  g_assert_cmpuint(r->output->len, ==, 512);
  for (guint i = 0; i < 512; i++) g_assert_cmpuint(r->output->data[i], ==, (guint8)(i * 7));
}

/* ---- the caller ends first ---- */

static gboolean run_in_job(gpointer request, GByteArray *answer) {
  process_result_free(process_run(request));
  return TRUE;
}

static void test_cancelled_job(gconstpointer stub) {
  Call *c = call_new(stub);
  c->request.scratch = scratch_new(NULL);
  c->request.folder = c->request.scratch->path;
  Job *j = job_start("job", run_in_job, &c->request, (JobLimits){0, (gsize)1 << 30});
  g_assert_true(comes_true(runs, c->token, 10));
  g_usleep(100000);
  job_cancel(j);
  job_free(j);
  g_assert_true(comes_true(is_gone, c->token, 2));
  g_assert_true(comes_true(is_removed, c->request.scratch->path, 2));
  scratch_free((Scratch *)c->request.scratch);
  call_free(c);
}

/* acf and its job die at once, without a word. */
static void test_killed_caller(gconstpointer stub) {
  Call *c = call_new(stub);
  pid_t caller = fork();
  if (caller == 0) {
    job_run("job", run_in_job, &c->request, (JobLimits){0, 0}, NULL);
    _exit(0);
  }
  g_assert_true(comes_true(runs, c->token, 10));
  g_usleep(100000);
  kill(caller, SIGKILL);
  g_assert_cmpint(waitpid(caller, NULL, 0), ==, caller);
  g_assert_true(comes_true(is_gone, c->token, 2));
  call_free(c);
}

static void interrupt_job(int signal_number) { job_interrupt(); }

static void test_interrupt(void) {
  Call *c = call_new("ignore");
  pid_t caller = fork();
  if (caller == 0) {
    signal(SIGALRM, interrupt_job);
    alarm(1);
    ProcessResult *r = process_run(&c->request);
    _exit(r->end == PROCESS_KILLED && r->seconds < 10 ? 0 : 1);
  }
  int status;
  g_assert_cmpint(waitpid(caller, &status, 0), ==, caller);
  g_assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  g_assert_cmpuint(alive(c->token), ==, 0);
  call_free(c);
}

/* The supervisor itself is killed: what is left comes to the subreaper above, who sweeps. */
static void test_killed_supervisor(void) {
  Call *c = call_new("betray");
  pid_t main_process = fork();
  if (main_process == 0) {
    process_adopt_orphans();
    ProcessResult *r = process_run(&c->request);
    process_sweep_orphans();
    _exit(r->end == PROCESS_KILLED && strstr(r->failure, "supervisor") ? 0 : 1);
  }
  int status;
  g_assert_cmpint(waitpid(main_process, &status, 0), ==, main_process);
  g_assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  g_assert_cmpuint(alive(c->token), ==, 0);
  call_free(c);
}

static void test_protected_scratch(void) {
  Scratch *s = scratch_new(NULL);
  g_autofree char *path = g_strdup(s->path);
  Call *c = call_new("fill");
  c->request.folder = s->path;
  c->request.seconds = 0.5;
  g_autoptr(ProcessResult) r = finish(c);
  g_assert_cmpint(r->end, ==, PROCESS_OUT_OF_TIME);
  scratch_free(s);
  g_assert_true(is_removed(path));
}

int main(int argc, char **argv) {
  if (argc > 2 && g_str_equal(argv[1], "--stub")) return run_stub(argv[2]);
  self = g_file_read_link("/proc/self/exe", NULL);
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/process/talk", test_talk);
  g_test_add_func("/process/exit", test_exit);
  g_test_add_func("/process/crash", test_crash);
  g_test_add_func("/process/no-such-command", test_no_such_command);
  g_test_add_func("/process/no-such-folder", test_no_such_folder);
  g_test_add_func("/process/path-is-searched", test_path_is_searched);
  g_test_add_data_func("/process/time/hangs", "hang", test_out_of_time);
  g_test_add_data_func("/process/time/ignores-signals", "ignore", test_out_of_time);
  g_test_add_data_func("/process/time/floods", "flood-for-ever", test_out_of_time);
  g_test_add_data_func("/process/left-behind/children", "children", test_left_behind);
  g_test_add_data_func("/process/left-behind/daemon", "daemon", test_left_behind);
  g_test_add_data_func("/process/memory/one", "memory", test_memory);
  g_test_add_data_func("/process/memory/together", "memory-together", test_memory);
  g_test_add_func("/process/memory/shared", test_shared_memory_counts_once);
  g_test_add_data_func("/process/processor-time/one", "burn", test_processor_time);
  g_test_add_data_func("/process/processor-time/together", "burn-together", test_processor_time);
  g_test_add_func("/process/output/flood", test_flood);
  g_test_add_func("/process/output/garbage", test_garbage);
  g_test_add_data_func("/process/cancelled/hangs", "hang", test_cancelled_job);
  g_test_add_data_func("/process/cancelled/protects-folder", "fill", test_cancelled_job);
  g_test_add_data_func("/process/killed-caller/ignores-signals", "ignore", test_killed_caller);
  g_test_add_data_func("/process/killed-caller/forks", "burn-together", test_killed_caller);
  g_test_add_func("/process/interrupt", test_interrupt);
  g_test_add_func("/process/killed-supervisor", test_killed_supervisor);
  g_test_add_func("/process/protected-folder", test_protected_scratch);
  int status = g_test_run();
  g_free(self);
  return status;
}
