/* SPDX-License-Identifier: GPL-3.0-or-later */
/* External tools as processes: a command is run to its end under limits, and nothing of it stays behind.
 *
 * Between the caller and the tool stands a supervisor, a forked process in a session of its own:
 *
 *     acf --- job child (the caller of process_run) === socket === supervisor --- tool --- what it starts ...
 *
 * - The supervisor is a subreaper: whatever the tool starts, also by setsid() or a double fork, stays a
 *   descendant of the supervisor, which finds all of them in /proc and kills them when the tool has ended,
 * when a limit is reached, or when the socket is closed.
 * - The socket closes when the caller ends in whatever way: returns, crashes, is killed by job_cancel(), or
 * dies with an acf that got kill -9 (PR_SET_PDEATHSIG of jobs).  No process has to be waited for.
 * - The supervisor is in no process group that other processes signal: Ctrl-C and job_cancel() do not reach
 * it. Should it be killed all the same (out of memory), the tool dies with it (PR_SET_PDEATHSIG) and the rest
 * falls to acf, which is a subreaper too, and sweeps before it ends.
 *
 * So callers just call process_run(), in a job or not, and may be killed at any time. */
#ifndef ACF_PROCESS_H
#define ACF_PROCESS_H
#include "base/scratch.h"

typedef struct {
  const char *const *argv;        /* argv[0] is looked up in PATH when it has no slash */
  const char *input;              /* a file that is its standard input; NULL: that is empty */
  const char *folder;             /* to work in; NULL: the caller's */
  const char *const *environment; /* "NAME=value", added to the caller's or in place of them; may be NULL */
  double seconds;                 /* wall-clock; <= 0: no limit */
  double cpu_seconds;             /* of the tool and all it started together; <= 0: no limit */
  gsize memory_bytes;             /* resident memory of all of them together; 0: no limit */
  gsize address_space_bytes; /* RLIMIT_AS of each of them; 0: none (right for JVMs, which reserve much) */
  gsize output_bytes;        /* of the output so much is kept; 0: 2 MiB */
  const Scratch *scratch;    /* removed by the supervisor if the caller dies before the tool; may be NULL */
  gboolean regardless;       /* job_interrupt() does not end it: what is known is still to be put to use */
} ProcessRequest;

typedef enum {
  PROCESS_EXITED,        /* by itself: see exit_status */
  PROCESS_OUT_OF_TIME,   /* wall-clock or processor time */
  PROCESS_OUT_OF_MEMORY, /* resident memory */
  PROCESS_KILLED,        /* by a signal that was not ours (a crash), or interrupted: see signal */
  PROCESS_NOT_STARTED    /* no such command, no such folder, no more processes */
} ProcessEnd;

typedef struct {
  ProcessEnd end;
  int exit_status;             /* after PROCESS_EXITED, else -1 */
  int signal;                  /* that ended the tool, else 0 */
  double seconds, cpu_seconds; /* what it took */
  gsize memory_bytes;          /* the most that was seen */
  GByteArray *output;          /* standard output and error in the order they were written, and a 0 byte that
                                  its length does not count; any bytes, NULs too.  When it is too long, its middle
                                  is left out: a line of its own says so. */
  gsize output_dropped;        /* how many bytes were left out */
  char *failure;               /* for people: "out of memory (512 MiB)"; NULL after PROCESS_EXITED */
} ProcessResult;

/* Returns when the tool and everything it started have ended, at most about a second after its limits.  Never
 * NULL.  job_interrupt() ends it as well, unless it is asked for
 * regardless. */
ProcessResult *process_run(const ProcessRequest *request);
void process_result_free(ProcessResult *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ProcessResult, process_result_free)

/* For main(): at the start, what loses its parent comes to us and left-over scratch folders are removed; at
 * the end, waits a moment for the supervisors of cancelled jobs, then kills whatever descendant there still
 * is. */
void process_adopt_orphans(void);
void process_sweep_orphans(void);
#endif
