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

typedef struct {
  const char *file; /* as the user gave it, or a header's name; interned; NULL: unknown place */
  guint line, column;
} IrLoc;

static inline gboolean loc_same(IrLoc a, IrLoc b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
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
  IR_ALLOCA, /* dest = a new object of args[0] bytes that lives until the function returns; site: its contents
              */
  IR_INPUT,  /* dest = next occurrence of input site `site` */
  IR_CALL,   /* dests = callee(args[1..]); args[0] is OPERAND_FUNCTION or a pointer */
  IR_LIB, /* dests = a library function that the engines model: lib, args; site where it yields a fresh value
           */
  IR_ASSUME, /* runs where args[0] is 0 end here and do not fail */
  IR_UNINIT, /* args[1] bytes at args[0] become uninitialised: the next occurrence of `site`, offset by offset
              */
} IrOpcode;

typedef enum {
  LIB_MALLOC,   /* (size) -> pointer; site: contents */
  LIB_CALLOC,   /* (n, size) -> pointer */
  LIB_REALLOC,  /* (pointer, size) -> pointer; site: contents beyond the old size */
  LIB_FREE,     /* (pointer) */
  LIB_MEMCPY,   /* (to, from, n): memmove too */
  LIB_MEMSET,   /* (to, byte (width 8), n) */
  LIB_APART,    /* (p, n, q, k): unknown from here on if n bytes at p and k at q overlap; not if p is q */
  LIB_SCRAMBLE, /* (pointer): the object it points into gets unknown contents */
  LIB_UNKNOWN   /* () -> a value acf does not know, of dest's width: never part of a claim */
} LibFunction;

typedef struct {
  guint8 opcode;   /* IrOpcode */
  guint8 lib;      /* LibFunction */
  guint8 term_op;  /* TermOp, for IR_TERM */
  guint8 is_float; /* IR_LOAD, IR_STORE: the C object is a float or double */
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
  IR_ERROR,  /* the run fails */
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
  const char *reason; /* IR_UNMODELLED: why; IR_ERROR: the error function called; interned */
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

typedef enum { SITE_NONDET, SITE_UNINITIALISED, SITE_EXTERNAL, SITE_ARGV } SiteKind;

#define POINTEE_BYTES 1000u /* so much is followed of the memory behind a pointer that is an input */

/* A place in the program where a value enters.  Occurrences of it are the coordinates of the input space. */
typedef struct {
  guint id;
  SiteKind kind;
  const char *function; /* the function called, NULL for uninitialised memory */
  const char *variable; /* the C variable it is first stored in, or NULL */
  const char *type;     /* C spelling, e.g. "unsigned int" */
  guint width;          /* bits; for memory (uninitialised objects) 8: each byte is an input of its own,
                           unless element_width says otherwise */
  guint element_width;  /* memory: bits of each scalar of a uniform object (an int array: 32), else 8 */
  gboolean is_signed, is_float;
  gboolean in_macro_or_header; /* the place is not the call's own first character in the main file */
  guint
      pointee; /* 0: it holds no pointers; else the site of the memory behind those it holds: byte b behind
                  the pointer at offset o is at offset o * POINTEE_BYTES + b.  The site after it tells at
                  offset o whether that pointer dangles (not zero): then an access through it ends the run */
  IrLoc loc;   /* first character of the call expression; of the declaration */
} InputSite;

typedef struct {
  char *path;           /* the file as given */
  char *hash;           /* SHA-256 of its text, hexadecimal; NULL: not known */
  guint pointer_width;  /* 32 (ILP32) or 64 (LP64) */
  GPtrArray *functions; /* IrFunction* */
  GPtrArray *globals;   /* IrGlobal* */
  GArray *sites;        /* InputSite */
  guint entry;          /* function id */
  gboolean
      no_overflow; /* runs in which signed arithmetic overflows were excluded by IR_ASSUME; else it wraps */
  GPtrArray *assumptions; /* char*: what the result assumes ("atoi (prog.c:3) returns any value and changes
                             nothing") */
  GPtrArray *unmodelled; /* char*: "file:line: what" of C that is not modelled (IR_UNMODELLED, LIB_UNKNOWN) */
} Program;

Program *program_new(const char *path, guint pointer_width);
void program_free(Program *p);
IrFunction *program_add_function(Program *p, const char *name);
IrGlobal *program_add_global(Program *p, const char *name, guint64 size);
guint program_add_site(Program *p, const InputSite *site); /* copies; returns its id */
IrBlock *function_add_block(IrFunction *f);
guint function_add_reg(IrFunction *f, guint width);
IrFunction *program_function(const Program *p, guint id);
IrGlobal *program_global(const Program *p, guint id);
InputSite *program_site(const Program *p, guint id);
IrFunction *program_find_function(const Program *p, const char *name);
/* Fills preds from succs.  Phi arguments must be in the order this gives: blocks by id, successors in order.
 */
void function_link(IrFunction *f);
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
