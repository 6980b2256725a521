/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The truth about a program, where it can be had: it fails, because a native run on an input that is kept
 * does; or it is safe, because acf proves it.
 *
 * A native run counts only if it comes to the error in a build that traps undefined behaviour as well.  Where
 * the two contradict each other, the run is right and the proof is not. */
#ifndef ACF_AUDIT_TRUTH_H
#define ACF_AUDIT_TRUTH_H
#include "audit/ask.h"
#include "audit/detect.h"

typedef struct {
  Truth truth;
  gboolean overflows; /* of a failure: signed arithmetic overflows before it */
  char *how;          /* for people: "a native run", "acf proves it" */
  char *values;       /* of a failure: what is read, for people; else NULL */
  char *input;        /* of a failure: the C file (kept-input.h); else NULL */
} TruthFound;
TruthFound *truth_found_new(Truth truth, const char *how);
void truth_found_free(TruthFound *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TruthFound, truth_found_free)

typedef struct {
  char *text; /* of the program; owned */
  gboolean lp64;
  GArray *constants; /* gint64: inputs that are worth trying */
  guint64 seed;      /* of random runs */
  GPtrArray *points; /* GArray* of PointValue: inputs that analyzers say to fail; owned */
  ToolVerdict acf;   /* what acf has said already */
  gboolean ask;      /* ask acf where it has said nothing */
  double seconds;
  gsize memory_bytes;
} TruthRequest;

/* Starts a job; the request must outlive it.  NULL: it cannot be started. */
Job *truth_start(TruthRequest *r);
TruthFound *truth_result(const Job *job); /* of a job that has ended, in whatever way */
/* In this process, and waits for it. */
TruthFound *truth_find(const TruthRequest *r);
#endif
