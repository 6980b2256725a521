/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the alternating loop, with its clock and its messages.
 *
 * What is known of the failing inputs is in knowledge.h, and only changes there.  Here is what the loop needs
 * beside it: options, analyzers, time, and what was tried already.  questions.h asks the analyzers,
 * definite.h confirms failures, strategy.h goes on where an answer does not help. */
#ifndef ACF_LOOP_LOOP_H
#define ACF_LOOP_LOOP_H
#include "loop/knowledge.h"
#include "loop/options.h"
#include "portfolio/portfolio.h"

typedef struct {
  const AnalysisOptions *options;
  Cfg *cfg;
  Cfc *cfc;            /* the result: statistics, notes and timeline; its claims change in knowledge.c */
  Knowledge *known;    /* F, V, f, seen and p' of the paper, and what bounds the rest */
  GHashTable *noted;   /* the inputs that the result lists */
  GHashTable *remarks; /* char*: what was said of external verifiers */
  Portfolio portfolio;
  guint unroll;     /* where the next question starts */
  gboolean whole;   /* confirming all failures at once still works */
  gboolean followed_all; /* all runs were followed to their ends, or that was tried */
  gboolean bounded; /* strategy bound-by-states has run */
  gboolean guessed; /* strategy guess-and-prove has run, and what it proved still holds */
  const Term *proof_tried; /* the residue that strategy prove-residue has tried last; NULL: none */
  gboolean relaxed; /* strategy relax-recursion has run */
  guint automaton_tries; /* how often strategy failure-automaton has run without an answer */
  gboolean decided; /* strategy deciding-inputs has run */
  gboolean cut_off; /* what is not modelled cuts off every way to a failure */
  gint64 deadline;  /* of the alternation; a little is kept for the end */
  Phase phase;
  gint64 phase_start;
} Loop;

/* A loop that has asked nothing yet.  Its time is that of the options: questions and strategies may be used
 * by themselves.  The program and the options outlive it. */
Loop *loop_new(Program *program, const AnalysisOptions *o);
/* Ends the loop; its result, complete with the statistics of the portfolio, belongs to the caller. */
Cfc *loop_finish(Loop *l);

/* ---- time ---- */

double elapsed(const Loop *l);      /* seconds since the start of the run */
double seconds_left(const Loop *l); /* until the deadline of the alternation */
gboolean must_stop(const Loop *l);  /* the time is over, or the user interrupts */
/* Phases nest: the time of the outer one stands still meanwhile. */
Phase enter_phase(Loop *l, Phase p);
void leave_phase(Loop *l, Phase outer);
/* Processor time and memory of this process and its children go into the statistics. */
void account(Loop *l);

/* ---- messages ---- */

/* An event of the analysis goes into the timeline and, with -v, on a line of its own to stderr.  analyzer:
 * its source (NULL: acf itself); since: when it was asked, as of elapsed() (negative: it was not). */
void say_by(const Loop *l, const char *analyzer, double since, const char *format, ...) G_GNUC_PRINTF(4, 5);
#define say(l, ...) say_by((l), NULL, -1, __VA_ARGS__)
/* External verifiers that are installed and cannot start where the runs of this program do. */
void say_left_out(const Loop *l);

/* ---- before the loop ---- */

/* Replaces calls of recursive functions by what they return, where a closed form is proven.  Returns a
 * sentence for each (char*). */
GPtrArray *summarize_recursion(Program *program, const AnalysisOptions *o);

/* ---- the parts of the loop that need no header of their own ---- */

/* given-witnesses.c: the witnesses that the user gave are the first reports.  Only what symex confirms of
 * them counts. */
void follow_given_witnesses(Loop *l);
/* alternate.c: Algorithm 1, until nothing is left to find or the time is over. */
void alternate(Loop *l);
/* alternate.c: MERGE, as a phase. */
void merge(Loop *l);
/* generalize-fresh.c: GENERALIZE.  Weakens one of the fresh uppers until the over-approximators say something
 * new; the answer, or NULL where no weaker condition helps. */
Answer *generalize_fresh(Loop *l);
#endif
