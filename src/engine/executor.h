/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of symex: one run of the symbolic executor.  Split over
 *   symex.c   the public face: set-up and results
 *   exec.c    control: functions, loops, joins, branches
 *   instr.c   single instructions
 *   access.c  loads and stores through pointers
 *   library.c the library functions that are modelled
 *   induct.c  loops that outlast the bound, closed by k-induction
 *   explore.c loops that outlast the bound, closed by enumerating their states
 *   supplied.c invariants that somebody supplied
 *   notes.c   what induction used of a loop, for people */
#ifndef ACF_EXECUTOR_H
#define ACF_EXECUTOR_H
#include "engine/memory.h"
#include "engine/symex.h"
#include "formula/solver.h"

typedef struct LoopRun LoopRun;
struct LoopRun {
  LoopRun *outer;
  guint first, last; /* positions of the component's blocks in the weak topological order */
  gboolean decided;  /* in this turn, a branch that could have left the loop was decided without the inputs */
};

typedef struct {
  State state;
  Value *values; /* the block's phi results, then its live-in registers */
} Pending;

typedef struct Frame Frame;
struct Frame {
  Frame *caller;
  const IrFunction *function;
  const CfgInfo *info;
  const IrBlock *block; /* being run */
  Value *regs;
  Pending **pending; /* by block: the joined states waiting to enter it */
  LoopRun *loop;
  GArray *objects; /* guint: stack objects, which die with the frame */
  gboolean returned;
  State result_state;
  Value *results;
  const Path *entry_path;
};

typedef struct {
  const Program *program;
  const Cfg *cfg;
  const SymexOptions *options;
  SymexResult *result;
  Memory memory;
  GPtrArray *objects; /* Object*; index 0 is no object */
  guint first_global, first_function;
  Evaluator *oracle; /* NULL: all runs */
  GPtrArray *cuts;   /* Term* */
  Frame *frame;
  guint *activations; /* by function */
  guint depth;
  guint step;            /* branch decisions made, with an oracle */
  const Path *last_path; /* with an oracle: the path of the run */
  guint muted;           /* > 0: what leaves is not recorded, it is taken not to happen */
  gboolean muted_cut;    /* while muted, runs were left that might have been followed from another state */
  GHashTable *names;     /* havoc (Term*) to char*: the variable whose value at a loop's head it is */
  guint exploring;       /* > 0: turns are taken from single states of a loop around this */
  gboolean *reads;       /* by function: may it read inputs?  NULL: not needed yet */
  Solver *solver;        /* of explorations; NULL: not needed yet */
  gboolean aborted;
} Executor;

/* What becomes of the runs that leave a state. */
typedef enum { LEAVE_HALT, LEAVE_UNKNOWN, LEAVE_CUT } Leave;

/* The runs on which `bad` holds leave the state; the rest goes on.  FALSE: none is left. */
gboolean exec_leave(Executor *x, State *s, const Term *bad, Leave how, IrLoc loc, const char *what);
/* The runs of the state end here, without the error. */
void exec_end(Executor *x, const State *s, IrLoc loc);
/* Adds a conjunct to the path. */
void exec_assume(Executor *x, State *s, const Term *condition);
/* With an oracle: the point's value of t, and the state confined to runs that have it. */
const Term *exec_pin(Executor *x, State *s, const Term *t);
/* Runs a function from s.  FALSE: no run returns.  s and results are then as at the return. */
gboolean exec_function(Executor *x, guint function, const Value *args, guint n_args, State *s,
                       Value *results);
/* One turn of a loop of the present frame, from the state that waits at its head. */
void exec_turn(Executor *x, const WtoElement *loop);
/* Follows the runs that outlast the bound of a loop all the way: first is the first arrival at its head,
 * again the arrival at which the bound was met.  What they may do is recorded, and where they leave the loop
 * they go on. FALSE: not possible, and nothing was done. */
gboolean exec_induct(Executor *x, const WtoElement *loop, const Pending *first, const Pending *again);
/* The same by the states in which the loop may be from the arrival on at which the bound was met: of the runs
 * there, those that may come to something bad are cut. */
gboolean exec_explore(Executor *x, const WtoElement *loop, const Pending *arrival);
/* A state waits to enter a block of the present frame, joined with those that already do. */
void exec_wait(Executor *x, guint block, const State *s, Value *values);
/* What the candidates of the options mean at the head of a loop, in a state there: Boolean terms, added to
 * hints. Those that are not understood there mean nothing. */
void supplied_hints(Executor *x, const WtoElement *loop, const Pending *head, GPtrArray *hints);
/* Invariants for people (Term*): into the result, where they can be said in the names of variables. */
void invariants_note(Executor *x, const WtoElement *loop, const GPtrArray *invariants);
/* What the values of a loop's head, phis first, and of an object's cell stand for. */
void invariants_name_phis(Executor *x, const WtoElement *loop, const Value *values);
void invariants_name_cell(Executor *x, const Term *value, const Object *object, guint64 offset, guint bytes);
Value exec_operand(Executor *x, const Operand *o);
/* FALSE: no run goes on after the instruction. */
gboolean exec_instr(Executor *x, State *s, const IrInstr *i);
gboolean exec_library(Executor *x, State *s, const IrInstr *i);
gboolean exec_load(Executor *x, State *s, Value pointer, guint bytes, gboolean is_float, IrLoc loc, Value *v);
gboolean exec_store(Executor *x, State *s, Value pointer, Value v, gboolean is_float, IrLoc loc);
/* Runs on which the bits of a NaN that an operation made show in t leave: which NaN it is differs between
 * machines. */
gboolean exec_settle_nans(Executor *x, State *s, const Term *t, IrLoc loc);
/* Narrows a pointer to targets inside live objects, `bytes` at a time; the other runs leave. NULL: none is
 * left. */
const PointerSet *exec_resolve(Executor *x, State *s, Value pointer, const Term *bytes, gboolean write,
                               IrLoc loc);
/* With an oracle exactly one target is meant: the path is confined to it. */
const PointerSet *exec_pick(Executor *x, State *s, const PointerSet *p);
const Object *exec_new_object(Executor *x, State *s, ObjectKind kind, const Term *size, const Init *init);
static inline const Object *exec_object(const Executor *x, guint id) {
  return (const Object *)x->objects->pdata[id];
}
static inline const Contents *state_contents(const State *s, guint object) {
  return (const Contents *)pmap_get(s->memory, object);
}
#endif
