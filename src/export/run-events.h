/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run of a failing input as a sequence of what can be seen of it in the source. */
#ifndef ACF_RUN_EVENTS_H
#define ACF_RUN_EVENTS_H
#include "ir/automaton.h"

/* RUN_STATEMENT: something on another line than before is computed or stored. */
typedef enum {
  RUN_INPUT,
  RUN_BRANCH,
  RUN_SWITCH,
  RUN_ENTER,
  RUN_RETURN,
  RUN_STATEMENT,
  RUN_ERROR
} RunEventKind;

typedef struct {
  RunEventKind kind;
  const IrFunction *function; /* in which it happens; RUN_ENTER, RUN_RETURN: the caller */
  const IrFunction *callee;   /* RUN_ENTER, RUN_RETURN */
  IrLoc loc;                  /* of the input call, the condition, the call, what is computed, the error */
  guint site;                 /* RUN_INPUT */
  guint64 value;              /* RUN_INPUT: read; RUN_SWITCH: the case, where it is one */
  gboolean is_case;           /* RUN_SWITCH: not the default */
  gboolean whole;             /* RUN_BRANCH: it settles the whole condition */
  gboolean holds;             /* RUN_BRANCH: which then holds, or does not */
} RunEvent;

/* The events (RunEvent) of the run that takes the branches of the trace and reads the values of the point.
 * Where the run cannot be followed (calls through pointers), those before that and the error. */
GArray *run_events(const Program *p, const Automaton *trace, const Model *point);
#endif
