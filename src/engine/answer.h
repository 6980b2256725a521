/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answers of analyzers, and how they cross the pipe.
 *
 * An over-approximator answers a Question (is the program, confined to a condition, free of failures?) with
 * an Answer: safe, a possible error, or unknown.  Whatever it says comes with a residue: no point of the
 * condition outside the residue fails.  With residue true, unknown means that nothing is known; safe is
 * residue false.
 */
#ifndef ACF_ANSWER_H
#define ACF_ANSWER_H
#include "symex/symex.h"

/* How the engine spacer sees words: as integers and, where those do not suffice, as bit-vectors; or as one of
 * them only. */
typedef enum { PRECISION_AUTO, PRECISION_INTEGER, PRECISION_BITVECTOR } BitPrecision;

typedef struct {
  const Program *program;
  const Cfg *cfg;
  const Term *condition; /* on the inputs; havoc-free */
  guint start_unroll;    /* the first unrolling worth trying, >= 1 */
  guint max_unroll;      /* 0: no bound */
  guint inputs_per_site;
  gint64 deadline; /* monotonic microseconds */
  gboolean dual;   /* ask of the program in which ending without the error is the failure (and the error is
                      none): safe then says that every run from the condition that ends, ends in the error, and
                      that all of them end */
  BitPrecision precision;
  const GPtrArray *candidates; /* LoopCandidate*: invariants to try; NULL: none */
  gboolean first_elements;     /* the first elements of arrays decide: the others need not be looked at */
} Question;

/* A safe answer has to say that all runs end: for the dual question, or for the property that asks for that itself,
 * whose dual is that no run ends. */
static inline gboolean question_asks_for_end(const Question *q) {
  return q->dual != property_asks_for_end(q->program->property);
}
/* For a solver: at least 1, also where the deadline is past. */
guint question_milliseconds_left(const Question *q);
/* The question's deadline, or so many seconds from now where that is earlier. */
gint64 question_within(const Question *q, double seconds);
/* For symex at an unrolling: all runs that the question is about. */
SymexOptions question_options(const Question *q, guint unroll);

typedef enum { ANSWER_UNKNOWN, ANSWER_SAFE, ANSWER_ERROR } AnswerKind;

typedef struct {
  AnswerKind kind;
  const Term *residue;
  const Term *inductive; /* nothing outside it fails, by induction: shorter than the residue, which implies it */
  Automaton *error;                /* ANSWER_ERROR */
  Model *point;                    /* an input that takes it, where known */
  guint unrolling;                 /* the deepest used */
  guint rounds, lifted, variables; /* of bit-precision selection: the last round had so many of the variables
                                      as bit-vectors; rounds 0: there was none */
  gboolean followed;               /* of an unknown one: no run was cut, so that deeper ones say no more; only another
                                      way to see what was unknown can, and single runs in which it is known */
  gboolean final;                  /* of an unknown one: what is left open is what C leaves undefined, so that no
                                      other answer can be better */
  gboolean recalled;               /* known from an earlier run of acf */
  GPtrArray *reasons;              /* char*: what made it weaker, as clauses: see ir/reason.h */
  GPtrArray *inputs;               /* Term*: inputs that runs read */
  const char *engine;              /* the source, where that is known; not part of the bytes */
  const char *denied_by; /* of an error: the trusted verifier that calls the question safe, or NULL; not part
                            of the bytes */
  GPtrArray *invariants; /* char*: for people, "file:line: what holds there" */
} Answer;

const char *answer_kind_name(AnswerKind kind); /* "safe", "possible error", "unknown" */
Answer *answer_new(void);
void answer_free(Answer *a);
void answer_write(GByteArray *out, const Answer *a);
Answer *answer_read(const Program *p, const GByteArray *bytes); /* NULL: malformed */

/* Formulas beyond some size, or over too many inputs to set, are not stated: paths, a part or
 * `true` take their place. */
gboolean can_state(const Term *t);
/* More is stated of all failures together, where nothing is left open: then it is final. */
gboolean can_state_whole(const Term *t);

/* A piece of the input space that the under-approximator vouches for. */
typedef struct {
  const Term *formula; /* havoc-free */
  Failure error;       /* what all its points reach; file NULL for a region of valid runs */
} Region;

typedef struct {
  GArray *fails;       /* Region: every point fails; mutually disjoint */
  GArray *valid;       /* Region: no point fails */
  const Term *residue; /* for whole regions: no point outside it and the fails fails */
  GArray *conjuncts;   /* PathConjunct: where one path was followed, its condition in the order of the run */
  Automaton *trace;    /* and its branches */
  gboolean partial;    /* more failures were met, but all of them together are too large to state */
  gboolean whole; /* set by callers that ask for all failures within the unrolling, without any condition */
  guint unrolling;
  GPtrArray *reasons;
  GPtrArray *inputs;
  Model *point;
} Evidence;

Evidence *evidence_new(void);
const Term *evidence_fails(const Evidence *e); /* all regions that fail, together */
void evidence_free(Evidence *e);
void evidence_write(GByteArray *out, const Evidence *e);
Evidence *evidence_read(const Program *p, const GByteArray *bytes);

/* Adds what symex met to a list of reasons, each once. */
void reasons_add(GPtrArray *reasons, const SymexResult *r);
#endif
