/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of symex: one run of the symbolic executor.  Split over
 *   symex.c               the public face: set-up and results
 *   exec.c                control: functions, loops, joins, branches
 *   control.c             which states are not joined
 *   instr.c               single instructions
 *   access.c              loads and stores through pointers
 *   valid.c               whether an access through a pointer is in order
 *   leaks.c               whether memory is lost
 *   compare-addresses.c   comparisons of pointers
 *   null-pointers.c       accesses through null pointers
 *   input-pointers.c      accesses through pointers that are inputs
 *   library.c             the library functions that are modelled
 *   induct.c              loops that outlast the bound, closed by k-induction
 *   explore.c             loops that outlast the bound, closed by enumerating their states
 *   recur.c               runs that stay in a loop for ever
 *   rounds.c              what one round of such a loop does, whichever it is
 *   supplied-invariants.c invariants from elsewhere, as candidates
 *   invariant-notes.c     what induction used of a loop, for people
 *   impossible.c          what a solver rules out */
#ifndef ACF_EXECUTOR_H
#define ACF_EXECUTOR_H
#include "symex/memory.h"
#include "symex/rounds.h"
#include "symex/symex.h"
#include "formula/solver.h"

typedef struct LoopRun LoopRun;
struct LoopRun {
  LoopRun *outer;
  guint first, last; /* positions of the component's blocks in the weak topological order */
  gboolean decided;  /* in this iteration, a branch out of the loop was decided without the inputs */
};

/* States that wait to enter a block, joined but for those that differ in control. */
typedef struct Pending Pending;
struct Pending {
  State state;
  Value *values; /* the block's phi results, then its live-in registers */
  Pending *next;
};

typedef struct Control Control; /* the control variables of a function: see control.c */

typedef struct Frame Frame;
struct Frame {
  Frame *caller;
  const IrFunction *function;
  const CfgInfo *info;
  const Control *control;
  const IrBlock *block; /* being run */
  guint at;             /* the instruction of it that is executed */
  Value *regs;
  Pending **pending; /* by block: the states waiting to enter it */
  LoopRun *loop;
  GArray *objects; /* guint: stack objects, which die with the frame */
  gboolean returned;
  State result_state;
  Value *results;
  const Path *entry_path;
};

typedef struct InputPointee InputPointee;

/* A number that is used as a pointer, in one of the cases that make it up: base + offset. */
typedef struct {
  const Term *guard, *base, *offset;
} NumberPiece;

typedef struct {
  const Program *program;
  const Cfg *cfg;
  const SymexOptions *options;
  SymexResult *result;
  Memory memory;
  GPtrArray *objects; /* Object*; index 0 is no object */
  guint first_global, first_function;
  guint low;           /* object: the low addresses */
  GPtrArray *shared;   /* Term*: havocs that runs of State.shared have read */
  GPtrArray *pointees; /* InputPointee* */
  GPtrArray *doubtful; /* Term*: runs in doubt that fail, are cut or unknown */
  gboolean doubts;     /* some run has come into doubt */
  IrLoc doubtful_loc;  /* where the first of them came into doubt */
  Evaluator *oracle;   /* NULL: all runs */
  GPtrArray *cuts;     /* Term* */
  Frame *frame;
  GHashTable *padding; /* Term* -> IrInstr*: bytes that belong to no member; NULL: none yet */
  gboolean made_in_induction; /* with induct, a loop has made objects of the heap: there may be more of them */
  gboolean checked;   /* the instruction that is executed is known to access memory in order */
  gboolean defines;   /* the instruction that is executed is part of the definition of a const variable */
  guint *activations; /* by function */
  Control **controls; /* by function; NULL: not looked at yet */
  guint depth;
  guint step;            /* branch decisions made, with an oracle */
  const Path *last_path; /* with an oracle: the path of the run */
  guint muted;           /* > 0: what leaves is not recorded, it is taken not to happen */
  gboolean muted_cut;    /* while muted, runs were left that might have been followed from another state */
  GHashTable *names;     /* havoc (Term*) to char*: the variable whose value at a loop's head it is */
  guint exploring;       /* > 0: iterations are run from single states of a loop around this */
  gboolean one_round;    /* a single round of a loop is looked at: nothing is noted of loops in it */
  gboolean *reads;       /* by function: may it read inputs?  NULL: not needed yet */
  Solver *solver;        /* see exec_solver(); NULL: not needed yet */
  gboolean aborted;
  struct {
    gint64 microseconds;   /* so far */
    GHashTable *fruitless; /* IrBlock* of a loop's head to how often nothing was found; NULL: none was looked at */
  } recur;               /* the search for runs that stay in loops for ever: see recur.c */
  guint64 max_steps;     /* instructions; 0: no limit */
  gboolean asks_for_end; /* runs that never end are the failures */
} Executor;

/* Only exec_store() makes ACCESS_STORE: it knows low addresses. */
typedef enum { ACCESS_READ, ACCESS_WRITE, ACCESS_STORE } Access;

/* Before the first and after the last use of an executor whose program, cfg, options and result are set. */
void executor_begin(Executor *x);
void executor_clear(Executor *x);
SymexResult *symex_result_new(void);
/* The memory in which the program starts. */
void executor_make_objects(Executor *x, State *s);
/* A limit has been met: nothing more is executed. */
gboolean exec_out_of_budget(Executor *x);
/* The values of a block's phis and of the registers that live on there, on the edge from a block; and back into the
 * registers of the present activation. */
Value *exec_values_on_edge(Executor *x, const IrBlock *to, guint from);
void exec_enter(Executor *x, const IrBlock *b, const Value *values);
/* When the block is left by an edge, cond being the value that it branches on. */
const Term *exec_edge_condition(const IrBlock *b, const Term *cond, guint edge);
/* The runs of the state end with the block: in a failure, or where nothing is modelled, or just so. */
void exec_stop(Executor *x, const State *s, const IrBlock *b);
/* K&R calls may pass too few or other widths: what is missing is unknown. */
void exec_bind_arguments(Frame *f, const Value *args, guint n_args);
/* The variables of an activation that returns are gone. */
void exec_drop_stack_objects(const Frame *f, State *s);

/* What becomes of the runs that leave a state. */
typedef enum { LEAVE_HALT, LEAVE_UNKNOWN, LEAVE_CUT } Leave;

/* A noun phrase for what: behaviour that C leaves undefined. */
#define UNDEFINED_BY_C ", which C leaves undefined"
#define UNDEFINED(what) what UNDEFINED_BY_C
/* The runs on which `bad` holds leave the state; the rest goes on.  FALSE: none is left.  what: a noun phrase
 * (see ir/reason.h), where they are unknown. */
gboolean exec_leave(Executor *x, State *s, const Term *bad, Leave how, IrLoc loc, const char *what);
/* The same of runs that fail. */
gboolean exec_fail(Executor *x, State *s, const Term *bad, Failure f);
/* The runs of the state end here, without the error. */
void exec_end(Executor *x, const State *s, IrLoc loc);
/* Adds a conjunct to the path. */
void exec_assume(Executor *x, State *s, const Term *condition);
/* With an oracle: the point's value of t, and the state confined to runs that have it. */
const Term *exec_pin(Executor *x, State *s, const Term *t);
/* Runs a function from s.  FALSE: no run returns.  s and results are then as at the return. */
gboolean exec_function(Executor *x, guint function, const Value *args, guint n_args, State *s,
                       Value *results);
Control *control_new(const IrFunction *f, const CfgInfo *info);
void control_free(Control *c);
/* Does a state that comes to a block, with these values, differ in control from one that waits there? */
gboolean control_differs(Executor *x, const IrBlock *to, const Pending *p, const State *s,
                         const Value *values);
/* Where the facts of a state that comes to a block leave a control variable one value, it gets that value. */
void control_settle(Executor *x, const IrBlock *to, const State *s, Value *values);
/* One iteration of a loop of the present frame, from the state that waits at its head. */
void exec_iteration(Executor *x, const WtoElement *loop);
/* May iterations of a loop of the present frame read inputs? */
gboolean exec_reads_inputs(Executor *x, const WtoElement *loop);
/* Follows runs that have left all loops of the present frame, until they come to another loop or return. */
void exec_tail(Executor *x);
/* Follows the runs that outlast the bound of a loop all the way: first is the first arrival at its head,
 * again the arrival at which the bound was met.  What they may do is recorded, and where they leave the loop
 * they go on. FALSE: not possible, and nothing was done. */
gboolean exec_induct(Executor *x, const WtoElement *loop, const Pending *first, const Pending *again);
/* The same by the states in which the loop may be from the arrival on at which the bound was met: of the runs
 * there, those that may come to something bad are cut. */
gboolean exec_explore(Executor *x, const WtoElement *loop, const Pending *arrival);
/* What a round of a loop does, from states that it may be in: see rounds.h.  The iteration of lost ones was
 * not followed to its end when the states were explored. */
RoundsSeen *rounds_begin(Executor *x, const WtoElement *loop, const Pending *arrival);
RoundState *rounds_add(Executor *x, const WtoElement *loop, RoundsSeen *seen, const Pending *state,
                       gboolean lost);
/* Every site is counted from the beginning of a round. */
const PMap *rounds_counts(Executor *x);
/* One solver answers all that is asked in a run of the executor: most questions are small.  It has the
 * condition of the options, and the formula until it is popped. */
Solver *exec_solver(Executor *x, const Term *formula);
/* At most so many, but not past the deadline. */
guint exec_milliseconds(const Executor *x, guint most);
/* Does no point of the condition satisfy the formula?  FALSE also where that takes too long. */
gboolean exec_impossible(Executor *x, const Term *formula, guint milliseconds);
/* Takes from what an execution leaves open that which no floating-point numbers lead to. */
void exec_sift_open(const Executor *x, SymexResult *r);
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
/* Are some of so many bytes at an offset not within the object? */
const Term *exec_out_of_bounds(const Object *o, const Term *offset, const Term *bytes);
/* LIB_VALID, LIB_FREEABLE, LIB_LEAKED: see ir.h. */
const Term *exec_valid(Executor *x, State *s, Value pointer, const Term *bytes, gboolean no_constant);
/* A write there is about to come: runs on which it writes to a constant leave.  FALSE: none is left. */
gboolean exec_writable(Executor *x, State *s, Value pointer, const Term *bytes, IrLoc loc);
const Term *exec_freeable(Executor *x, State *s, Value pointer);
const Term *exec_leaked(const Executor *x, const State *s, LeakQuestion question);
/* With an oracle exactly one target is meant: the path is confined to it. */
const PointerSet *exec_pick(Executor *x, State *s, const PointerSet *p);
/* EQ, ULT, ULE, SLT, SLE of two values, of which one at least is a pointer; see compare-addresses.c. */
Value exec_compare(Executor *x, const State *s, TermOp op, Value a, Value b, IrLoc loc);
/* Why a value may be unknown, for people; says nothing where it is known. */
void exec_note(Executor *x, const Term *value, IrLoc loc, const char *what);
/* An unknown byte that belongs to no member of a structure, and the instruction that it is the result of. */
void exec_add_padding(Executor *x, const Term *byte, const IrInstr *from);
/* Says so, where a value is made of such bytes. */
void exec_note_padding(Executor *x, const Term *value, IrLoc loc);
/* The runs of `guard`, which fail, or are cut or unknown, that are not in doubt; those that are, are noted.
 */
const Term *exec_doubtless(Executor *x, const State *s, const Term *guard, gboolean fails);
/* Of the runs noted, those that no contents of low addresses clear. */
const Term *exec_doubtful(Executor *x);
/* A formula over runs that are not in doubt, without the contents of low addresses. */
const Term *exec_without_null_reads(const Executor *x, const Term *t);
/* The same of failures, and without what two pointers may share. */
const Term *exec_settled(const Executor *x, const Term *t);
void exec_null_init(Executor *x, State *s);
const Term *exec_is_null(const NumberPiece *p);
/* An access to low addresses: its target, with object NO_OBJECT where no run goes on.  FALSE: no run is left.
 */
gboolean exec_null_access(Executor *x, State *s, const NumberPiece *p, const Term *bytes, Access access,
                          IrLoc loc, Target *target);
/* v is stored to the low addresses; they stay as they are. */
void exec_null_store(Executor *x, State *s, const Target *t, Value v);
/* The cases of a number that is used as a pointer: GArray of NumberPiece. */
GArray *exec_number_pieces(Executor *x, const Target *t);
/* An access through a pointer that is an input and not null, as exec_null_access(). */
gboolean exec_input_pointee_access(Executor *x, State *s, const NumberPiece *p, const Term *bytes, IrLoc loc,
                                   Target *target);
gboolean exec_is_input_pointee(const Executor *x, guint object);
/* *v was read from a target at these offsets: unknown where another pointer may have been there. */
gboolean exec_input_pointee_read(Executor *x, State *s, const Target *t, Offsets where, guint bytes,
                                 IrLoc loc, Value *v);
/* Of runs that fail, those that have not read such a value; the others are noted as unknown. */
const Term *exec_unshared(Executor *x, const State *s, const Term *guard, IrLoc loc);
const Object *exec_new_object(Executor *x, State *s, ObjectKind kind, const Term *size, const Init *init);
static inline const Object *exec_object(const Executor *x, guint id) {
  return (const Object *)x->objects->pdata[id];
}
static inline const Contents *state_contents(const State *s, guint object) {
  return (const Contents *)pmap_get(s->memory, object);
}
#endif
