/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is a fix complete?  The failing inputs of a program and of its successor, set against each other.
 *
 * Both are seen over one space: the inputs of the new program, and those of the old one that have no partner
 * among them.  A program does not depend on inputs that only the other one has.  Where both have inputs
 * without partner, these might be the same ones after all; then nothing is said of one program that depends
 * on such inputs of the other: upper bounds are widened, lower bounds narrowed, until they no longer mention
 * them. */
#ifndef ACF_COMPARE_H
#define ACF_COMPARE_H
#include "cfc/cfc.h"
#include "compare/match.h"

typedef enum {
  CHANGE_FIXED,        /* failed, and does not fail any more */
  CHANGE_REMAINING,    /* failed, and still fails */
  CHANGE_NEW,          /* did not fail, and fails now */
  CHANGE_FAILS,        /* fails now; whether it failed before is not known */
  CHANGE_MAY_FAIL,     /* whether it fails now is not known */
  CHANGE_MAY_BE_FIXED, /* whether it failed before is not known; it does not fail now */
  CHANGE_N
} ChangeKind;

typedef enum { CHANGE_NONE, CHANGE_SOME, CHANGE_UNDECIDED } ChangeState;

typedef struct {
  const Term *formula; /* over the common space; the changes are disjoint */
  ChangeState state;   /* is there such an input? */
  Model *example;      /* when there is; NULL else */
  gboolean by_automaton; /* the formula says no more than the example */
  gboolean open;         /* ... which needs more inputs: those that do not lead to a failure where it does not fail */
} Change;

typedef enum { FIX_COMPLETE, FIX_INCOMPLETE, FIX_UNKNOWN } FixVerdict;

typedef struct {
  const Cfc *old, *new;
  GArray *pairs;             /* SitePair */
  Program *space;            /* the sites of the new program, then those of the old one without partner */
  GHashTable *old_inputs;    /* Term* of old -> Term* of the common space */
  GHashTable *common_inputs; /* and back */
  gboolean projected;        /* both have inputs without partner that matter */
  Change changes[CHANGE_N];
  gboolean by_automata;  /* the changes are those of all sequences of inputs, however long */
  char *not_by_automata; /* why not, where both have automata; NULL else */
} Comparison;

/* NULL with error when maps (see match_sites) is wrong.  The CFCs must outlive the result.  Where both have
 * inputs without partner, what is said of both takes about so many seconds, or a few where that is less. */
Comparison *comparison_new(const Cfc *old, const Cfc *new, const char *const *maps, double seconds,
                           GError **error);
/* Decides by the solver, in jobs that take at most so long together, which changes there are. */
void comparison_decide(Comparison *c, double seconds, gsize memory_bytes);
void comparison_free(Comparison *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Comparison, comparison_free)

/* Both are stated by exact automata (or safe), and one not by formulas. */
gboolean comparison_has_automata(const Comparison *c);
/* Decides by their product; what it does not decide is left to the formulas. */
void comparison_by_automata(Comparison *c, double seconds, gsize memory_bytes);
/* Complete: nothing fails any more, proven.  Incomplete: something certainly fails. */
FixVerdict comparison_verdict(const Comparison *c);
char *comparison_sentence(const Comparison *c);
const char *change_name(ChangeKind k); /* "fixed", "remaining", ... */
/* Which input of a program an input of the common space is; NULL: it is none. */
const Term *comparison_old_input(const Comparison *c, const Term *common);
const Term *comparison_new_input(const Comparison *c, const Term *common);
/* The inputs of the common space that one of the CFCs lists or mentions, by key. */
GPtrArray *comparison_inputs(const Comparison *c);

char *comparison_text(const Comparison *c, gboolean verbose); /* for people */
char *comparison_json(const Comparison *c);                   /* doc/format.md */
#endif
