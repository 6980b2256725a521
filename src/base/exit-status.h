/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statuses with which acf ends. */
#ifndef ACF_EXIT_STATUS_H
#define ACF_EXIT_STATUS_H

typedef enum {
  EXIT_SAFE = 0,         /* proven: no input fails */
  EXIT_FAILURES = 10,    /* some inputs certainly fail */
  EXIT_UNKNOWN = 20,     /* not known whether an input fails */
  EXIT_USAGE = 64,       /* wrong call */
  EXIT_DATA = 65,        /* the program, or a witness, is not accepted: no such file, does not compile, ... */
  EXIT_INTERNAL = 70,    /* acf itself is wrong */
  EXIT_OUTPUT = 74,      /* an output cannot be written */
  EXIT_INTERRUPTED = 130 /* Ctrl-C for the second time */
} ExitStatus;
#endif
