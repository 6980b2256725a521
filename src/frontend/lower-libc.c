/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that acf knows by name alone: what they return is not anyone's choice, and so no
 * input, and what they write through their arguments is unknown. */
#include <dlfcn.h>
#include <string.h>
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
static gboolean has_writing_conversion(const char *format, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (format[i] != '%') continue;
    for (i++; i < length && strchr("#0- +'I*.$123456789hlqjzZtLw", format[i]) && format[i];) i++;
    if (i < length && format[i] == 'n') return TRUE;
  }
  return FALSE;
}

static gboolean is_known_not_to_write(LLVMValueRef format) {
  if (!LLVMIsAGlobalVariable(format) || !LLVMIsGlobalConstant(format)) return FALSE;
  LLVMValueRef text = LLVMGetInitializer(format);
  if (!text || LLVMIsNull(text)) return text != NULL;
  if (!LLVMIsConstantString(text)) return FALSE;
  size_t length = 0;
  const char *bytes = LLVMGetAsString(text, &length);
  return !has_writing_conversion(bytes, length);
}

/* Those that take a va_list are reached only by va_start, which is not modelled. */
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
      emit(b, IR_ASSUME, 0, 1, &goes_on);
      return;
    }
}

static gboolean is_constant_text(LLVMValueRef v, const char *text) {
  LLVMValueRef init = LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) ? LLVMGetInitializer(v) : NULL;
  size_t length = 0;
  if (!init || !LLVMIsConstantString(init)) return FALSE;
  const char *bytes = LLVMGetAsString(init, &length);
  return length == strlen(text) + 1 && memcmp(bytes, text, length) == 0;
}

/* The models are those of the C locale. */
static void assume_locale(Body *b, LLVMValueRef call, const char *name) {
  if (g_str_equal(name, "setlocale") && LLVMGetNumArgOperands(call) == 2) {
    LLVMValueRef locale = LLVMGetOperand(call, 1);
    if (LLVMIsNull(locale) || is_constant_text(locale, "C") || is_constant_text(locale, "POSIX")) return;
  } else if (!g_str_equal(name, "uselocale")) {
    return;
  }
  g_autofree char *text = g_strdup_printf("%s leaves the locale as it is, C", name);
  lower_say(b->lowering, b->program->assumptions, b->loc, text);
}

gboolean lower_unknown_library_call(Body *b, LLVMValueRef call, const char *name) {
  if (!lower_library_has(name)) return FALSE;
  gboolean writes = !is_reader(name);
  assume_locale(b, call, name);
  if (writes && is_given_a_function(call)) {
    g_autofree char *reason = g_strdup_printf("a call of %s, which may call back", name);
    body_end_unmodelled(b, reason);
    return TRUE;
  }
  if (writes && lower_scramble_arguments(b, call, ~0u)) {
    g_autofree char *text = g_strdup_printf("%s writes something unknown", name);
    body_say_unmodelled(b, text);
  }
  lower_forget_library(b);
  lower_library_result(b, call);
  return TRUE;
}
