/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of symbolic execution at one place: which points get here, memory, input counts, and cheap facts.
 * Everything in it is immutable and shared, so a fork copies a few pointers and a merge visits only
 * differences. */
#ifndef ACF_STATE_H
#define ACF_STATE_H
#include "base/pmap.h"
#include "symex/value.h"
#include "ir/ir.h"

/* The path condition as a list of conjuncts, newest first.  States that fork share the tail, and a merge
 * keeps the common tail with one conjunct for what differs: after an if-then-else that is nothing at all. */
typedef struct Path Path;
struct Path {
  const Path *parent; /* NULL: the start */
  const Term *condition;
  const Term *full;    /* the conjunction up to here; made when first asked for */
  const Term *subject; /* of a switch: what it looks at; else NULL */
  guint length;
  guint function, block, successor, step;
  IrLoc loc;
};

/* How often an input site has been executed: a number for each of some exclusive guards. */
typedef struct {
  guint n;
  struct {
    const Term *guard;
    guint count;
  } alternatives[];
} Counter;
#define COUNTER_UNKNOWN G_MAXUINT /* a count that is no longer followed */

/* What memory held when it came to be. */
typedef struct Init Init;
struct Init {
  enum { INIT_ZERO, INIT_INPUT, INIT_HAVOC, INIT_ITE, INIT_LOW } kind;
  guint site;  /* INIT_INPUT */
  guint first; /* INIT_INPUT: the offset of its first byte's input */
  const Counter *occurrence;
  const Term *condition; /* INIT_ITE */
  const Init *then_init, *else_init;
};

typedef enum { OBJECT_NONE, OBJECT_GLOBAL, OBJECT_FUNCTION, OBJECT_STACK, OBJECT_HEAP } ObjectKind;

typedef struct Contents Contents;
typedef struct {
  guint id;
  ObjectKind kind;
  const Term *size; /* bytes, of pointer width */
  guint function;   /* OBJECT_FUNCTION */
  gboolean constant, fixed; /* fixed: a variable that only its definition may write */
  const Term *made;          /* OBJECT_HEAP: the runs that make it; else NULL */
  const Contents *untouched; /* what it holds in a state that has no contents of it; NULL: it is not there */
} Object;

/* The contents of one object: cells by byte offset that do not overlap, over an initial content; or, once it
 * is accessed at too many possible offsets, an array of elements. */
struct Contents {
  const Object *object;
  const Init *init;
  const PMap *cells; /* Cell */
  const Term *array; /* NULL, or the contents: element i is at byte i * element_bytes */
  guint element_bytes;
  const Term *live; /* NULL: yes; else where it has not been freed */
};

typedef struct {
  Value value;
  guint bytes;
  gboolean is_float;
} Cell;

typedef struct {
  guint64 umin, umax;
  gint64 smin, smax;
} Range;

typedef struct {
  const Path *path;
  const PMap *memory;   /* Contents by object */
  const PMap *counts;   /* Counter by site */
  const PMap *facts;    /* Range by term id: what the path says of a term */
  guint position;       /* in the directing automaton; G_MAXUINT: free */
  const Term *doubt;    /* NULL: nowhere; else the runs that have read through null: see null-pointers.c */
  const Term *dirty;    /* NULL: nowhere; else those of them that have then written there */
  const Term *dirty_at; /* where they did so first */
  guint dirty_bytes;    /* so many at most */
  const Term *shared;   /* NULL: nowhere; else those that read what two may share: see input-pointers.c */
} State;

/* Either; NULL is nowhere. */
static inline const Term *doubt_or(const Term *a, const Term *b) {
  return a && b ? term_or(a, b) : a ? a : b;
}

/* Two states that are being joined: what is known of values on either side bounds the joined values. */
typedef struct {
  State *joined; /* NULL: none are */
  const State *a, *b;
} Join;

/* What reading and writing needs besides the contents. */
typedef struct {
  Arena *arena;
  const Program *program;
  GHashTable *inputs; /* set of Term*: the inputs that were read */
  const Term *low[4]; /* INIT_LOW: the byte at an address, by the address modulo 4 */
  Join join;
} Memory;

const Path *path_extend(Arena *a, const Path *p, const Term *condition);
const Term *path_full(const Path *p);

/* Adds a conjunct; records what it says of terms. */
void state_assume(Arena *a, State *s, const Term *condition);
/* Only records what a condition says of terms. */
void state_learn(Arena *a, State *s, const Term *condition);
/* What the cheap facts know of a Boolean: 1 true, 0 false, -1 not decided. */
int state_decide(const State *s, const Term *condition);
Range state_range(const State *s, const Term *t);

/* Joins b into a.  *select is the condition, under the joined path, for having come from b. */
void state_merge(Memory *m, State *a, const State *b, const Term **select);
/* v in the joined state is from_x on the runs of x and from_y on those of y: what they know of it. */
void state_learn_joined(Arena *a, State *joined, Value v, const State *x, Value from_x, const State *y,
                        Value from_y);
/* Executes a site once more: the counter of the occurrence now read, which of what is given from the start is
 * always the first. */
const Counter *state_count(const Memory *m, State *s, guint site);
#endif
