/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of the replay.  Split over
 *   retrace.c control: functions, blocks, decisions
 *   step.c    single instructions and the events they make */
#ifndef ACF_SLICER_RETRACE_H
#define ACF_SLICER_RETRACE_H
#include "slicer/arms.h"
#include "slicer/storage.h"

/* A decision whose arms have not met again. */
typedef struct {
  guint event, step;
  const Arms *arms;
} OpenDecision;

typedef struct {
  const IrFunction *function;
  const CfgInfo *info;
  guint *regs;        /* by register: the event that gave its value */
  guint control_base; /* of the open decisions, those of the frame start here */
  guint *awaited;     /* by block: open decisions of the frame that end there */
} RetraceFrame;

typedef struct {
  const Program *program;
  const Cfg *cfg;
  const Automaton *trace;
  const gboolean *has_conjunct, *in_terms_unknown; /* by step */
  EventLog *log;
  Storage *storage;
  GArray *control;        /* OpenDecision */
  guint *newest_of_site;  /* by input site: the event that executed it last */
  GPtrArray *definitions; /* by function: IrInstr ** by register, or NULL */
  GHashTable *arms;       /* Arms by place and successor */
  guint step, depth;
  guint64 idle;  /* blocks since the last decision */
  gboolean lost; /* the run cannot be followed */
  /* the event in the making */
  GArray *needs;
  guint class;
  gboolean has_float;
} Retrace;

/* An operand's value on this run. */
typedef struct {
  guint event;
  Known known;
} Ref;

Ref retrace_operand(const Retrace *r, const RetraceFrame *f, const Operand *o);

/* Making an event: event_start(), then what it depends on, then event_done().  A value that it is computed
 * from is used; what only has to come before it is needed. */
void event_start(Retrace *r);
void event_uses(Retrace *r, guint event);
void event_needs(Retrace *r, guint event);
guint event_done(Retrace *r, Known known);
/* The node of facts that settled something computed from a class. */
guint retrace_demand(Retrace *r, guint class);

/* Any instruction but IR_CALL. */
void retrace_instr(Retrace *r, RetraceFrame *f, const IrInstr *i);
/* The check that all arguments from the n-th on are good. */
void retrace_check(Retrace *r, const RetraceFrame *f, const IrInstr *i, guint first, guint end);
#endif
