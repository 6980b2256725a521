/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The intermediate representation: what the engines see of a C program.
 *
 * A Program is a set of functions in SSA form over bit-vectors, global objects, and input sites.
 * Registers are numbered per function; each is assigned by exactly one instruction, phi or parameter.
 * A register has a width of 1..64 bits; width 1 is a truth value.  A pointer is a register of
 * Program.pointer_width bits.  C structs in LLVM registers are spread over several registers.
 * Every behaviour that C leaves to the machine is spelled out: arithmetic wraps, shift amounts are masked
 * to the width, uninitialised memory is an input of its own.  Division by zero, null and wild accesses keep
 * their operation: the engines decide what they mean.
 */
#ifndef ACF_IR_H
#define ACF_IR_H
#include <glib.h>
#include "formula/term.h"
#include "ir/input-bounds.h"
#include "ir/input-kind.h"
#include "ir/input-source.h"
#include "ir/property.h"
#include "ir/source-file.h"

typedef struct {
  const char *file; /* as the user gave it, or a header's name; interned; NULL: unknown place */
  guint line, column;
} IrLoc;

static inline gboolean loc_same(IrLoc a, IrLoc b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

/* What ends a run as failed, and where. */
typedef struct {
  IrLoc loc;
  FailureKind kind;
} Failure;

static inline gboolean failure_same(Failure a, Failure b) {
  return a.kind == b.kind && loc_same(a.loc, b.loc);
}

typedef enum { OPERAND_NONE, OPERAND_CONST, OPERAND_REG, OPERAND_GLOBAL, OPERAND_FUNCTION } OperandKind;

typedef struct {
  OperandKind kind;
  guint width;
  guint64 value; /* OPERAND_CONST: the bits.  REG: register number.  GLOBAL, FUNCTION: index into the
                    program's table; the operand is its address plus offset */
  gint64 offset; /* OPERAND_GLOBAL only */
} Operand;

typedef enum {
  IR_TERM, /* dest = term(args): any TermOp but CONST, INPUT, HAVOC, arrays; param as there.  An argument may
              be a pointer for ADD, SUB, EQ, ULT.., ITE, EXTRACT, ZEXT (ptrtoint and inttoptr are such) */
  IR_PTRADD, /* dest = args[0] + args[1] bytes: pointer arithmetic */
  IR_LOAD,   /* dest = the bytes at args[0]; width bits, of which memory holds width rounded up to bytes */
  IR_STORE,  /* memory at args[0] = args[1] */
  IR_ALLOCA, /* dest = a new object of args[0] bytes that lives until the function returns, or LIB_END; site:
                its contents */
  IR_INPUT,  /* dest = next occurrence of input site `site` */
  IR_CALL,   /* dests = callee(args[1..]); args[0] is OPERAND_FUNCTION or a pointer */
  IR_LIB, /* dests = a library function that the engines model: lib, args; site where it yields a fresh value
           */
  IR_ASSUME, /* runs where args[0] is 0 end here and do not fail; param: ASSUME_FITS or 0 */
  IR_UNINIT, /* args[1] bytes at args[0] become uninitialised: the next occurrence of `site`, offset by offset
              */
} IrOpcode;

typedef enum {
  LIB_MALLOC,   /* (size) -> pointer; site: contents */
  LIB_CALLOC,   /* (n, size) -> pointer */
  LIB_REALLOC,  /* (pointer, size) -> pointer; site: contents beyond the old size; param: REALLOC_CUTS or 0 */
  LIB_FREE,     /* (pointer) */
  LIB_END,      /* (pointer): the object of an IR_ALLOCA ends: its block is left */
  LIB_MEMCPY,   /* (to, from, n): memmove too */
  LIB_MEMSET,   /* (to, byte (width 8), n) */
  LIB_APART,    /* (pointer, pointer) -> truth value: they do not point into one object */
  LIB_VALID,    /* (pointer, n) -> truth value: a live object holds all of the n bytes there; n may be 0; param:
                   VALID_TO_WRITE, VALID_NO_CONSTANT or 0 */
  LIB_FREEABLE, /* (pointer) -> truth value: it is null, or the start of a live object of the heap */
  LIB_LEAKED,   /* () -> truth value: memory of the heap is lost; param: LeakQuestion */
  LIB_SCRAMBLE, /* (pointer): the object it points into gets unknown contents */
  LIB_UNKNOWN   /* () -> a value acf does not know, of dest's width: never part of a claim; param: UNKNOWN_PADDING or 0 */
} LibFunction;

/* What LIB_LEAKED asks of the live objects of the heap.  Pointers into an object, not only to its start, lead to
 * it; so do those in objects that others lead to. */
typedef enum {
  LEAK_RETURN,  /* the entry function returns: no global leads to one of them */
  LEAK_EXIT,    /* exit: nor does any variable of an activation */
  LEAK_BEFORE,  /* the run ends in another way: nor any value that is still used; where that is in doubt, the answer
                   is unknown */
  LEAK_CLEANUP, /* there is one */
} LeakQuestion;

/* It asks about memory, and changes nothing. */
static inline gboolean lib_is_question(LibFunction lib) {
  return lib == LIB_APART || lib == LIB_VALID || lib == LIB_FREEABLE || lib == LIB_LEAKED;
}

#define VALID_TO_WRITE 1u  /* that they may be written is asked, too: unknown of constants */
#define VALID_NO_CONSTANT 2u /* the same, and no of constants: a write to one ends the run with a signal */
#define ASSUME_FITS 1u     /* IR_ASSUME: arithmetic does not overflow, where the user excludes runs in which it does */
#define REALLOC_CUTS 1u    /* the size is at most the old one, and may be 0 */
#define UNKNOWN_PADDING 1u /* it is for bytes of a structure that belong to no member */

typedef struct {
  guint8 opcode;   /* IrOpcode */
  guint8 lib;      /* LibFunction */
  guint8 term_op;  /* TermOp, for IR_TERM */
  guint8 is_float; /* IR_LOAD, IR_STORE: the C object is a float or double */
  guint8 fixed;    /* IR_ALLOCA: the object is defined const: writes to it that are not fixed themselves have no
                      meaning, but IR_UNINIT.  IR_STORE, LIB_MEMCPY, LIB_MEMSET: part of its definition */
  guint8 checked;  /* IR_LOAD, IR_STORE, IR_UNINIT, LIB_*: every run that comes here has found by LIB_VALID or
                      LIB_FREEABLE that the access is in order */
  guint width;     /* of dest; 0: no dest */
  guint dest;      /* first register defined */
  guint n_dest;    /* 0 or 1, more only for IR_CALL of a function returning a struct */
  guint site;      /* input site, where the opcode has one */
  guint64 param;
  IrLoc loc;
  guint n_args;
  Operand *args;
} IrInstr;

typedef enum {
  IR_JUMP,   /* succ[0] */
  IR_BRANCH, /* cond != 0 ? succ[0] : succ[1] */
  IR_SWITCH, /* cond == cases[i] ? succ[i + 1] : succ[0] */
  IR_RETURN, /* values */
  IR_HALT,   /* the run ends and does not fail: exit, abort, unreachable, a loop that does nothing for ever */
  IR_ERROR,  /* the run fails: failure says how */
  IR_UNMODELLED /* acf does not know what happens from here on: reason says why */
} IrTermOpcode;

typedef struct {
  guint dest, width;
  Operand *args;    /* by predecessor: IrBlock.preds[i] */
  const char *name; /* the C variable that it is, interned; NULL: none that is known */
} IrPhi;

/* A C variable that is visible at the head of a loop. */
typedef struct {
  const char *name; /* interned */
  Operand value;    /* what it is on entry to the block: a constant, or a register (if that is live there at
                       all); OPERAND_NONE: not known, it only hides a global of its name */
  gboolean is_signed;
} IrVariable;

/* What an edge of a branch says of the C condition as a whole (of an if, a loop or ?:).  The parts of a
 * condition with && and || are branches of their own, and `!` turns edges round. */
typedef enum { CONDITION_OPEN, CONDITION_HOLDS, CONDITION_FAILS } IrDecision;

typedef struct {
  guint id; /* index in IrFunction.blocks; 0 is the entry, which has no predecessors */
  guint n_preds, n_succs;
  guint *preds; /* a block that reaches this one by two edges occurs twice */
  guint *succs;
  GArray *phis;      /* IrPhi */
  GArray *variables; /* IrVariable: for what may be the head of a loop, where any are known */
  GArray *instrs;    /* IrInstr */
  IrTermOpcode term;
  IrLoc term_loc; /* of the branching expression; of the call, for IR_ERROR */
  Operand cond;
  IrDecision decides[2]; /* IR_BRANCH, by successor */
  guint64 *cases;        /* n_succs - 1 values of cond's width */
  Operand *values;       /* IR_RETURN */
  guint n_values;
  guint beside; /* IR_UNMODELLED: 0, or 1 + the block where the run goes on, one way or another: it fails
                   only where that may fail */
  FailureKind failure; /* IR_ERROR */
  const char *reason;  /* IR_UNMODELLED: why; IR_ERROR: the error function called, the
                          operator; NULL: nothing more is known; interned */
} IrBlock;

typedef struct {
  guint id;
  const char *name;
  gboolean defined;
  gboolean variadic;
  guint n_params; /* registers 0 .. n_params-1 are the parameters */
  guint n_regs;
  guint8 *reg_width; /* by register */
  guint n_results;   /* registers returned */
  guint8 *result_width;
  GPtrArray *blocks; /* IrBlock* ; empty when not defined */
  IrLoc loc;
} IrFunction;

typedef struct {
  guint64 offset;
  guint width;   /* in bits: 8 to 64, a multiple of 8 */
  Operand value; /* CONST, GLOBAL or FUNCTION */
} IrInit;

typedef struct {
  guint id;
  const char *name;
  guint64 size;      /* bytes */
  gboolean constant; /* writing to it ends the run natively */
  gboolean external; /* declared, never defined: contents are inputs of site `site` */
  gboolean unknown;  /* defined, but its initial contents are not modelled */
  guint site;
  gboolean is_integer, is_signed; /* it is one C integer */
  GArray *inits;                  /* IrInit by increasing offset; what they leave open is zero */
  IrLoc loc;
} IrGlobal;

#define POINTEE_BYTES 1000u /* so much is followed of the memory behind a pointer that is an input */

/* A place in the program where a value enters.  Occurrences of it are the coordinates of the input space. */
typedef struct {
  guint id;
  SiteKind kind;
  const char *function; /* the function called, NULL for uninitialised memory; whose parameter it is */
  const char *variable; /* the C variable it is first stored in, or NULL; the parameter */
  const char *type;     /* C spelling, e.g. "unsigned int" */
  guint width;          /* bits; for memory (uninitialised objects) 8: each byte is an input of its own,
                           unless element_width says otherwise */
  guint element_width;  /* memory: bits of each scalar of a uniform object (an int array: 32), else 8 */
  gboolean is_signed, is_float;
  gboolean in_macro_or_header; /* the place is not the call's own first character in a file of the program */
  guint
      pointee; /* 0: it holds no pointers; else the site of the memory behind those it holds: byte b behind
                  the pointer at offset o is at offset o * POINTEE_BYTES + b.  The site after it says at
                  offset o whether that pointer dangles (not zero): then an access through it ends the run */
  IrLoc loc;   /* first character of the call expression; of the declaration; of the parameter's name */
  InputSource source; /* of its first input; SOURCE_NONE for calls and memory of the program */
  gboolean ranged;    /* it is signed, and the bounds of the program leave it the values from least to most */
  gint64 least, most;
} InputSite;

static inline gboolean site_has(const InputSite *s, InputTraits trait) {
  return (input_kind_row(s->kind)->traits & trait) != 0;
}
/* Each execution reads one value that the program gets as it is and nothing else restricts.  So are numbers of the
 * command line, which are read once; what their bounds leave out is assumed not to be. */
gboolean site_is_value(const InputSite *s);
/* A call of the site's function returns it. */
gboolean site_is_called(const InputSite *s);
/* It has parts that are told apart by their offsets. */
gboolean site_is_memory(const InputSite *s);
/* It is what it is from the start, however often it is read: nothing counts its reads. */
gboolean site_is_given(const InputSite *s);
/* The caller of the entry function gives it, or sets it before the call. */
gboolean site_is_argument(const InputSite *s);
/* The same, of the elements of an array: `variable` is the array's path. */
gboolean site_is_row(const InputSite *s);

typedef struct {
  char *path;           /* the first file as given */
  char *driver;         /* C text behind that of the file that calls the entry function (frontend/driver.h); NULL: none */
  char *hash;           /* SHA-256 of its text, hexadecimal; NULL: not known */
  GPtrArray *files;     /* SourceFile*: all of them, in order; empty: not known */
  guint pointer_width;  /* 32 (ILP32) or 64 (LP64) */
  GPtrArray *functions; /* IrFunction* */
  GPtrArray *globals;   /* IrGlobal* */
  GArray *sites;        /* InputSite */
  GArray *scanned;      /* ScannedItem: see scanned.h; NULL: none is known */
  struct ScanOrder *scan_order; /* see scanned.h; NULL: the program reads no items with characters or literals */
  Property *property;   /* which runs are failures; never NULL */
  guint entry;          /* id of the function property->entry */
  gboolean
      no_overflow; /* runs in which signed arithmetic overflows were excluded by IR_ASSUME; else it wraps */
  GPtrArray
      *external_functions; /* char*: called, and neither defined nor known; what they return is an input */
  InputBounds bounds;      /* how large the inputs are that claims speak of */
  GPtrArray *assumptions;  /* char*: what the result assumes ("atoi (prog.c:3) returns any value and changes
                              nothing") */
  char *nothing_fails;     /* why nothing in the program can fail ("no call of ..."); NULL: something may */
  GPtrArray *unmodelled;   /* char*: reasons (see reason.h) for C that is not modelled (IR_UNMODELLED,
                              LIB_UNKNOWN) */
} Program;

/* Which element of the site's memory is at an offset in bytes. */
gint site_element(const InputSite *s, guint offset);
/* The source of an input: its offset counts on from that of its site. */
InputSource input_source(const Program *p, const Term *input);

Program *program_new(const char *path, guint pointer_width);
/* The file that a place is in, if that is one of the program's C files; NULL: a header, a model, or not
 * known.
 */
const SourceFile *program_file_of(const Program *p, IrLoc loc);
void program_free(Program *p);
IrFunction *program_add_function(Program *p, const char *name);
IrGlobal *program_add_global(Program *p, const char *name, guint64 size);
guint program_add_site(Program *p, const InputSite *site); /* copies; returns its id */
IrBlock *function_add_block(IrFunction *f);
guint function_add_reg(IrFunction *f, guint width);
/* Its body becomes one block that is IR_UNMODELLED.  reason: interned. */
void function_unmodel(IrFunction *f, const char *reason);
IrFunction *program_function(const Program *p, guint id);
IrGlobal *program_global(const Program *p, guint id);
InputSite *program_site(const Program *p, guint id);
IrFunction *program_find_function(const Program *p, const char *name);
void program_add_external(Program *p, const char *function); /* once each */
/* Is every way to a failure cut off by something that is not modelled?  Then no failure can ever be
 * confirmed. */
gboolean program_is_cut_off(const Program *p);
/* Fills preds from succs.  Phi arguments must be in the order this gives: blocks by id, successors in order.
 */
void function_link(IrFunction *f);
/* Does the branch at the end of the block depend on the result of one of its instructions, with no call
 * between them?  Then no compiler can put that off. */
gboolean block_branch_needs(const IrBlock *b, const IrInstr *i);
/* Checks every invariant stated above; NULL when sound, else what is wrong (to free). */
char *program_check(const Program *p);
void program_dump(const Program *p, GString *out); /* for people: --dump-ir and tests */

static inline Operand operand_const(guint width, guint64 v) {
  return (Operand){OPERAND_CONST, width, v & term_mask(width), 0};
}
static inline Operand operand_reg(guint width, guint r) { return (Operand){OPERAND_REG, width, r, 0}; }
/* Which of its predecessors a block is: an index into the arguments of its phis.  Of several edges between
 * two blocks, all give the same values. */
static inline guint ir_pred(const IrBlock *to, const IrBlock *from) {
  guint at = 0;
  while (at < to->n_preds && to->preds[at] != from->id) at++;
  return at;
}
/* The edge that a block leaves by, as an index into succs, given the value of its condition. */
static inline guint ir_edge(const IrBlock *b, guint64 value) {
  if (b->term == IR_BRANCH) return value ? 0 : 1;
  for (guint i = 0; b->term == IR_SWITCH && i + 1 < b->n_succs; i++)
    if (b->cases[i] == value) return i + 1;
  return 0;
}
#endif
