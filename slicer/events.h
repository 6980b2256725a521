/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run as events: every value computed, branch decided, check passed and store made, in order, each with the
 * events that it depends on.  Made by retrace.c, judged by slice.c. */
#ifndef ACF_SLICER_EVENTS_H
#define ACF_SLICER_EVENTS_H
#include "ir/cfg.h"
#include "slicer/facts.h"
#include "ir/automaton.h"

#define NO_EVENT 0u /* stands for constants: no event to depend on */

/* What the replay knows of a value on this run without the inputs. */
typedef enum { KNOWN_NOTHING, KNOWN_NUMBER, KNOWN_PLACE, KNOWN_FUNCTION } KnownKind;
typedef struct {
  KnownKind kind;
  guint object;   /* KNOWN_PLACE: what it points into */
  gboolean exact; /* KNOWN_PLACE: the offset, number, is known */
  guint64 number; /* the value; the offset; the function's id */
} Known;

/* Control dependence: the decisions between whose start and end an event lies are those that led to it.  They
 * nest. */
typedef struct {
  guint parent; /* the innermost decision that led here */
  guint end;    /* decisions: the first event after their arms have met again; G_MAXUINT: they never did */
  guint first_dependence, n_dependences;
  guint class;  /* of facts: the sources that the value is computed from */
  guint demand; /* node of facts: conjuncts that may have settled this; FACTS_CONSTANT: none was needed */
  gboolean has_float; /* computed with floating point */
  Known known;
} Event;

typedef struct {
  guint event;
  gboolean may_be_free; /* the arms not taken would do nothing but write registers and known places */
} Decision;

typedef struct {
  GArray *events;      /* Event; the first stands for all constants */
  GArray *dependences; /* guint: events */
  GArray *decisions;   /* Decision, by step of the trace */
  GArray *checks;      /* guint: events that must go as they went, if they are reached */
  GArray *effects;     /* guint: events that must be reached: the error; allocations and the like */
  Facts *facts;
} EventLog;

/* has_conjunct: by step, whether the path condition has the decision's condition; in_terms_unknown: whether
 * that condition is on values that are not known.  NULL: the trace does not lead to an error, or cannot be
 * followed. */
EventLog *retrace_run(const Program *p, const Cfg *cfg, const Automaton *trace, const gboolean *has_conjunct,
                      const gboolean *in_terms_unknown);
void event_log_free(EventLog *log);
static inline Event *log_event(const EventLog *log, guint i) { return &g_array_index(log->events, Event, i); }
#endif
