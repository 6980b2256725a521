/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CIVL, a symbolic executor, as an under-approximator: directed by an error automaton it prints the condition
 * of a path that fails.
 *
 * Its integers are unbounded, inputs may be bounded by its options, and "MAYBE" reports are often wrong.  So
 * what comes out of here is a candidate, to be put to candidate_confirm(), and never a claim. */
#ifndef ACF_CIVL_H
#define ACF_CIVL_H
#include "ir/automaton.h"

typedef struct {
  char *symbol; /* "Y0" */
  char *name;   /* of the C variable that it was first stored in, or one that CIVL made up */
} CivlName;

/* What it printed of the first violation. */
typedef struct {
  char *property;     /* "ASSERTION_VIOLATION" */
  gboolean proveable; /* it says that it is sure */
  GPtrArray *context; /* char*: the conjuncts of the path condition */
  GPtrArray *sliced;  /* char*: those that the failure depends on; empty when it was not asked for them */
  GPtrArray *names;   /* CivlName*, in the order of the runs' readings; empty likewise */
} CivlReport;

#define ACF_CIVL_ERROR (civl_error_quark())
typedef enum {
  CIVL_ERROR_NO_VIOLATION, /* it found none: says nothing */
  CIVL_ERROR_FAILED,       /* it did not come to an end, or refused the program */
  CIVL_ERROR_UNSUPPORTED,  /* a violation of another kind, or in terms that are not understood */
  CIVL_ERROR_TOO_LARGE
} CivlErrorCode;
GQuark civl_error_quark(void);

/* From all that `civl verify` printed, followed by what `civl replay -sliceAnalysis` did, where that was run.
 * Any bytes will do; NULL with the reason. */
CivlReport *civl_read(const char *bytes, gsize size, GError **error);
void civl_report_free(CivlReport *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CivlReport, civl_report_free)

/* The candidate regions over inputs of p, the weakest first: the sliced condition and the whole one.  At
 * least one Term*, or NULL with the reason. */
GPtrArray *civl_candidates(const Program *p, const CivlReport *r, GError **error);

/* The guide file for `civl verify -direct=FILE`, to free: the program's name, and which way the conditions go
 * in the order of the run.  Where a line has several conditions, they direct nothing.  NULL: there is nothing
 * to direct; so it is where the program's file cannot be read. */
char *civl_guide(const Program *p, const Automaton *direction);
#endif
