/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The supervisor of a tool: what runs between process_run() and the tool, see process.h. */
#ifndef ACF_SUPERVISOR_H
#define ACF_SUPERVISOR_H
#include "base/process.h"

/* What the supervisor sends when all is over; that many bytes of output follow. */
typedef struct {
  ProcessEnd end;
  int exit_status, signal;
  int error;          /* after PROCESS_NOT_STARTED: errno */
  gboolean in_folder; /* ... of entering the folder */
  double seconds, cpu_seconds;
  gsize memory_bytes, output_dropped, output_length;
} SupervisorReport;

/* In a fresh fork; socket: to the caller, which sends nothing; its end of file means that the tool must end.
 */
void supervise(const ProcessRequest *request, int socket) G_GNUC_NORETURN;
#endif
