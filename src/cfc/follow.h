/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where given inputs lead a failure automaton.  Values may be open: then the class is that of all completions, and the
 * inputs may fail where those differ. */
#ifndef ACF_CFC_FOLLOW_H
#define ACF_CFC_FOLLOW_H
#include "cfc/classify.h"

typedef enum { FOLLOW_GIVEN, FOLLOW_OPEN, FOLLOW_WRONG } FollowedValue;
/* The value of an input, of an occurrence counted from the start of the run; FOLLOW_WRONG: it has none of its type. */
typedef FollowedValue (*FollowValue)(gpointer data, const Term *input, guint64 *value);

typedef struct {
  InputClass class;
  const FailureEdge *edge; /* the failure that all completions come to; NULL: there are several, or none */
  guint steps;             /* up to it; 0: not all completions take as many */
  gboolean settled;        /* they may fail, and not for want of effort: some completion fails, another does not */
} Followed;

typedef struct Follower Follower;
Follower *follower_new(const FailureAutomaton *a); /* which must outlive it */
void follower_free(Follower *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Follower, follower_free)

/* No occurrence beyond the horizon is given.  FALSE: some value is wrong. */
gboolean follower_follow(Follower *f, FollowValue value, gpointer data, guint horizon, Followed *answer);
#endif
