/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that acf knows by name alone: what they return is unknown and no input, and what
 * they write through their arguments is unknown. */
#include <dlfcn.h>
#include <string.h>
#include "frontend/known-text.h"
#include "frontend/lower.h"

/* These write nothing that a program sees, but errno. */
static const char *const readers[] = {"access",
                                      "atof",
                                      "bind",
                                      "chdir",
                                      "chmod",
                                      "chown",
                                      "clearerr",
                                      "clock",
                                      "close",
                                      "closedir",
                                      "closelog",
                                      "connect",
                                      "creat",
                                      "dup",
                                      "dup2",
                                      "fchmod",
                                      "fdopen",
                                      "feof",
                                      "ferror",
                                      "fgetc",
                                      "fileno",
                                      "fopen",
                                      "fputs_unlocked",
                                      "fseek",
                                      "fseeko",
                                      "fsync",
                                      "ftell",
                                      "ftello",
                                      "ftruncate",
                                      "getc",
                                      "getchar",
                                      "getegid",
                                      "getenv",
                                      "geteuid",
                                      "getgid",
                                      "getgrgid",
                                      "getgrnam",
                                      "gethostbyname",
                                      "getpgrp",
                                      "getpid",
                                      "getppid",
                                      "getpwnam",
                                      "getpwuid",
                                      "getservbyname",
                                      "getuid",
                                      "inet_addr",
                                      "inet_ntoa",
                                      "isatty",
                                      "link",
                                      "listen",
                                      "lseek",
                                      "lseek64",
                                      "mkdir",
                                      "mkfifo",
                                      "mknod",
                                      "mlock",
                                      "open",
                                      "open64",
                                      "openat",
                                      "opendir",
                                      "openlog",
                                      "pclose",
                                      "popen",
                                      "pthread_cond_broadcast",
                                      "pthread_cond_destroy",
                                      "pthread_cond_init",
                                      "pthread_cond_signal",
                                      "pthread_mutex_destroy",
                                      "pthread_self",
                                      "putc",
                                      "putenv",
                                      "putw",
                                      "pwrite",
                                      "rand",
                                      "random",
                                      "readdir",
                                      "remove",
                                      "rename",
                                      "rewind",
                                      "rmdir",
                                      "sched_yield",
                                      "send",
                                      "sendto",
                                      "setenv",
                                      "setgid",
                                      "setgroups",
                                      "sethostname",
                                      "setlinebuf",
                                      "setlocale",
                                      "setpgid",
                                      "setpriority",
                                      "setsid",
                                      "setsockopt",
                                      "setuid",
                                      "shutdown",
                                      "sigismember",
                                      "socket",
                                      "srandom",
                                      "strerror",
                                      "symlink",
                                      "sync",
                                      "sysconf",
                                      "system",
                                      "tcflush",
                                      "tcsetattr",
                                      "tmpfile",
                                      "truncate",
                                      "ttyname",
                                      "umask",
                                      "ungetc",
                                      "unlink",
                                      "unsetenv",
                                      "utime",
                                      "utimes",
                                      "vsyslog"};

gboolean lower_library_has(const char *name) {
  static const char *const files[] = {"libc.so.6", "libm.so.6"};
  static void *libraries[G_N_ELEMENTS(files)];
  for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
    if (!libraries[i]) libraries[i] = dlopen(files[i], RTLD_LAZY);
    if (libraries[i] && dlsym(libraries[i], name)) return TRUE;
  }
  return FALSE;
}

static gboolean is_reader(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(readers); i++)
    if (g_str_equal(readers[i], name)) return TRUE;
  return FALSE;
}

/* `%n` writes, also with a length: `%hhn`. */
static gboolean has_writing_conversion(const char *format) {
  for (; (format = strchr(format, '%')); format += *format != 0) {
    format++;
    format += strspn(format, "#0- +'I*.$123456789hlqjzZtLw");
    if (*format == 'n') return TRUE;
  }
  return FALSE;
}

static gboolean is_known_not_to_write(LLVMValueRef format) {
  g_autofree char *text = known_text(format);
  return text && !has_writing_conversion(text);
}

/* Of those that take a va_list, the model reads the format: see printing.c. */
guint lower_writing_format(LLVMValueRef call, const char *name) {
  static const struct {
    const char *name;
    guint behind; /* the first argument behind the format */
  } printers[] = {{"printf", 1},  {"fprintf", 2},  {"dprintf", 2}, {"syslog", 2},
                  {"sprintf", 2}, {"snprintf", 3}, {"error", 3},   {"error_at_line", 5}};
  for (guint i = 0; i < G_N_ELEMENTS(printers); i++) {
    guint behind = printers[i].behind;
    if (g_str_equal(printers[i].name, name) && LLVMGetNumArgOperands(call) > behind &&
        !is_known_not_to_write(LLVMGetOperand(call, behind - 1)))
      return behind;
  }
  return 0;
}

static gboolean is_given_a_function(LLVMValueRef call) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMIsAFunction(LLVMGetOperand(call, i))) return TRUE;
  return FALSE;
}

/* These may wait for something that never comes.  (Whatever is read from standard input comes.) */
static const char *const waiting[] = {"accept",        "accept4",
                                      "aio_suspend",   "connect",
                                      "epoll_pwait",   "epoll_pwait2",
                                      "epoll_wait",    "fcntl",
                                      "flock",         "gai_suspend",
                                      "lockf",         "mq_receive",
                                      "mq_send",       "mq_timedreceive",
                                      "msgrcv",        "msgsnd",
                                      "poll",          "ppoll",
                                      "pselect",       "recv",
                                      "recvfrom",      "select",
                                      "semop",         "semtimedop",
                                      "sem_timedwait", "pthread_cond_timedwait",
                                      "sigtimedwait",  "waitid",
                                      "wait",          "wait3",
                                      "wait4",         "waitpid",
                                      "pclose"};

void lower_waiting(Body *b, const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(waiting); i++)
    if (g_str_equal(waiting[i], name)) {
      Operand goes_on = emit_unknown(b, 1);
      emit_assume(b, goes_on);
      return;
    }
}

static gboolean is_text(LLVMValueRef v, const char *text) {
  g_autofree char *own = known_text(v);
  return g_strcmp0(own, text) == 0;
}

/* The models are those of the C locale. */
static void assume_locale(Body *b, LLVMValueRef call, const char *name) {
  if (g_str_equal(name, "setlocale") && LLVMGetNumArgOperands(call) == 2) {
    LLVMValueRef locale = LLVMGetOperand(call, 1);
    if (LLVMIsNull(locale) || is_text(locale, "C") || is_text(locale, "POSIX")) return;
  } else if (!g_str_equal(name, "uselocale")) {
    return;
  }
  g_autofree char *text = g_strdup_printf("%s leaves the locale as it is, C", name);
  lower_say(b->lowering, b->program->assumptions, b->loc, text);
}

/* Another compiler has it as its own (gcc's __builtin_add_overflow_p): no function outside of the program. */
static gboolean end_at_builtin(Body *b, const char *name) {
  if (!g_str_has_prefix(name, "__builtin_")) return FALSE;
  body_end_unmodelled(b, name);
  return TRUE;
}

gboolean lower_unknown_library_call(Body *b, LLVMValueRef call, const char *name) {
  if (end_at_builtin(b, name)) return TRUE;
  if (!lower_library_has(name)) return FALSE;
  gboolean writes = !is_reader(name);
  assume_locale(b, call, name);
  if (writes && is_given_a_function(call)) {
    g_autofree char *reason = g_strdup_printf("%s, which may call back", name);
    body_end_unmodelled(b, reason);
    return TRUE;
  }
  check_arguments(b, call, name);
  if (writes) check_allocation(b, call, name);
  if (writes && lower_scramble_arguments(b, call, ~0u)) body_say_unmodelled(b, name);
  lower_forget_library(b);
  lower_library_result(b, call);
  return TRUE;
}
