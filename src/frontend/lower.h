/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lowering of an LLVM module to a Program: what the lower*.c files share.  Not for use outside the front end.
 *
 * Functions and globals are lowered when something reachable from the entry refers to them.  An LLVM value of
 * a struct type becomes several operands, one for each scalar in it.  An instruction whose type or operands
 * fit no register (long double, 128-bit integers, vectors) ends its block as IR_UNMODELLED before anything
 * else is asked about it, so the functions below may take it for granted that every type they meet has parts.
 */
#ifndef ACF_LOWER_H
#define ACF_LOWER_H
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include "frontend/frontend.h"

typedef struct FunctionNames FunctionNames; /* which C variables values are; see names.c */

typedef struct {
  Program *program;
  const FrontendOptions *options;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  GPtrArray *source;            /* char*: the lines of the file as given */
  GHashTable *identifiers;      /* the identifiers that occur in the file */
  gboolean restrict_objects;    /* some variables or members may be restrict pointers */
  GHashTable *files;            /* LLVMMetadataRef -> interned name */
  GHashTable *variables;        /* LLVMValueRef of a call or alloca -> interned name of its C variable */
  GHashTable *names;            /* LLVMValueRef of a function -> FunctionNames */
  GHashTable *function_ids;     /* LLVMValueRef -> id + 1 */
  GHashTable *global_ids;       /* LLVMValueRef -> id + 1 */
  GPtrArray *pending_functions; /* LLVMValueRef by function id */
  GPtrArray *pending_globals;   /* LLVMValueRef by global id; NULL: the program does not have it */
  gboolean started;             /* the program's entry is a function that only calls the property's */
  GHashTable *said;             /* char*: what was already said in assumptions or unmodelled */
} Lowering;

typedef struct {
  guint n;
  Operand *at; /* one for each scalar part */
} Value;

typedef struct Restricted Restricted; /* see restrict.c */

/* One function being lowered. */
typedef struct {
  Lowering *lowering;
  Program *program;
  IrFunction *function;
  LLVMValueRef llvm;
  GHashTable *values;     /* LLVMValueRef -> Value* */
  GPtrArray *temporaries; /* Value*: of constants, which are lowered anew at each use */
  GHashTable *ends;       /* LLVMBasicBlockRef: known not to be part of empty jumps for ever */
  IrBlock *block;         /* being filled */
  IrLoc loc;              /* of the LLVM instruction being lowered */
  gboolean ended;         /* the block has its terminator */
  Restricted *restricted; /* NULL: it has no restrict pointers */
} Body;

typedef struct {
  guint width;
  guint64 offset; /* bytes from the start of the whole */
  gboolean is_float;
} Part;

/* turns.c: optimizes the module; TRUE where loops or recursion are left in it */
gboolean module_turns(LLVMModuleRef module, const char *entry);
/* lower.c */
Program *lower_module(LLVMModuleRef module, const char *path, const char *text,
                      const FrontendOptions *options, GError **error);
guint lower_function_id(Lowering *l, LLVMValueRef function);
guint lower_global_id(Lowering *l, LLVMValueRef global);
gboolean lower_is_error_function(const Lowering *l, const char *name);
void lower_say(Lowering *l, GPtrArray *where, IrLoc loc, const char *text); /* once for each text */

/* lower-type.c */
/* The scalars that t is made of, as Part; NULL when some part fits no register.  Void has none. */
GArray *type_parts(const Lowering *l, LLVMTypeRef t);
guint type_scalar_width(const Lowering *l, LLVMTypeRef t); /* 0: not a scalar that fits a register */
gboolean type_is_float(LLVMTypeRef t);
const char *type_unsupported(const Lowering *l, LLVMTypeRef t); /* NULL: fits registers; else what it is */
guint type_uniform_width(const Lowering *l, LLVMTypeRef t,
                         gboolean *is_float); /* of all scalars; 8 when they differ */
const char *type_c_name(guint width, gboolean is_float, gboolean is_pointer, gboolean is_signed);

/* debug.c: what the debug information knows of C */
typedef struct {
  const char *name; /* in C, without typedefs: "unsigned char"; interned */
  guint width;      /* 1 for _Bool */
  gboolean is_signed, is_float;
} CScalar;
LLVMMetadataRef debug_node(const Lowering *l, LLVMMetadataRef node, guint i); /* operand; NULL: none */
const char *debug_variable_name(const Lowering *l, LLVMMetadataRef variable); /* interned; NULL: none */
LLVMMetadataRef debug_base_type(const Lowering *l,
                                LLVMMetadataRef type); /* without typedefs and qualifiers */
gboolean debug_is_base(LLVMMetadataRef type);          /* int, float and the like */
/* NULL: the type is an integer, an enum, float or double; else what it is: "a pointer", "long double". */
const char *debug_scalar(const Lowering *l, LLVMMetadataRef type, CScalar *scalar);
/* LLVMMetadataRef of the types of the function's parameters in C; a last NULL stands for `...`. */
GPtrArray *debug_parameter_types(const Lowering *l, LLVMValueRef function);

/* entry.c: the function where runs begin */
/* Whether all its parameters can be inputs; FALSE with an error. */
gboolean entry_accept(const Lowering *l, LLVMValueRef entry, GError **error);
/* What keeps runs from beginning there: NULL, or for people. */
const char *entry_obstacle(const Lowering *l);
/* Adds the function that runs begin with: the entry itself; or where that has parameters and may be called
 * from within the program too, one that only calls it. */
void entry_begin(Lowering *l);
void entry_bind_parameters(Body *b); /* of the entry itself, in its first block */
void entry_lower_start(Body *b);     /* the body of the one that only calls it */
void entry_assume(Lowering *l);      /* says what is taken for granted; when all is lowered */

/* failures.c: what can fail */
/* FALSE with an error: an error function that was chosen by name is not there. */
gboolean failures_named(LLVMModuleRef module, const char *path, const char *text,
                        const FrontendOptions *options, GError **error);
/* Says in the program where nothing can fail, or asserts do not count. */
void failures_look(Program *p, LLVMModuleRef module, const char *text, const FrontendOptions *options);

/* names.c */
void names_collect(Lowering *l); /* after mem2reg */
/* The debug variable of a parameter, by its name, or where that is empty by its number, from 0; NULL: none.
 */
LLVMMetadataRef names_parameter(const Lowering *l, LLVMValueRef function, const char *name, guint number);
/* Fills in the block's variables; after all of the function's blocks. */
void names_of_block(Body *b, LLVMBasicBlockRef llvm, IrBlock *block);
/* Whether the global is one integer, and its sign. */
void names_type_global(const Lowering *l, LLVMValueRef global, IrGlobal *g);

/* lower-const.c */
gboolean const_operand(Lowering *l, LLVMValueRef c,
                       Operand *out); /* FALSE: needs instructions, or is unknown */
void lower_global(Lowering *l, guint id);

/* lower-value.c: operands and the making of instructions */
const Value *body_value(Body *b, LLVMValueRef v);
Operand body_operand(Body *b, LLVMValueRef v); /* of a scalar */
Value *value_new(guint n);
void body_define(Body *b, LLVMValueRef v, Value *value); /* takes value */
void body_define1(Body *b, LLVMValueRef v, Operand o);
void body_say_unmodelled(Body *b, const char *what);
void body_end(Body *b, IrTermOpcode term);
void body_end_unmodelled(Body *b, const char *reason);
/* What happens on runs where holds is 0 is unknown; the others go on, in a new block.  The reason is told of
 * programs that have such runs, not of all that come by. */
void body_check(Body *b, Operand holds, const char *reason);
/* The same where only values are in doubt: the run goes on, and fails only where the others may. */
void body_check_value(Body *b, Operand holds, const char *reason);
IrInstr *emit(Body *b, IrOpcode opcode, guint width, guint n_args,
              const Operand *args); /* width 0: no result */
Operand emit_result(const IrInstr *in);
Operand emit_term(Body *b, TermOp op, guint width, guint64 param, guint n, const Operand *args);
Operand emit_op1(Body *b, TermOp op, guint width, Operand x);
Operand emit_op2(Body *b, TermOp op, Operand x, Operand y);     /* result as wide as x */
Operand emit_compare(Body *b, TermOp op, Operand x, Operand y); /* result is a truth value; any width */
Operand emit_ite(Body *b, Operand condition, Operand x, Operand y);
Operand emit_not(Body *b, Operand x);
Operand emit_extract(Body *b, Operand x, guint low, guint width);
Operand emit_resize(Body *b, Operand x, guint width, gboolean is_signed);
Operand emit_ptradd(Body *b, Operand pointer, Operand bytes);
Operand emit_load(Body *b, Operand address, Part part);
void emit_store(Body *b, Operand address, Operand value, Part part);
Operand emit_unknown(Body *b, guint width);
Operand emit_input(Body *b, guint site); /* as wide as the site */
Operand emit_lib(Body *b, LibFunction lib, guint width, guint site, guint n, const Operand *args);

/* lower-instr.c */
void lower_instruction(Body *b, LLVMValueRef i);
const Value *lower_constant_expression(Body *b,
                                       LLVMValueRef e); /* by the code for the instruction of that name */

/* truths.c: a byte of memory, or another number, as _Bool; runs on which it is none become unknown */
Operand lower_truth(Body *b, LLVMValueRef byte);

/* returns.c: functions that may end without a return statement say so before they return; before mem2reg */
#define RESULT_SET "acf.result.set"
void returns_make_explicit(LLVMModuleRef module);
LLVMValueRef returns_place(LLVMValueRef function); /* where its result is kept until it returns, or NULL */

/* roots.c */
/* The values that a pointer is computed from, through casts, arithmetic and choices: parameters, variables,
 * results of calls, pointers read from memory.  What it points into is what one of them points into. */
void roots_add(LLVMValueRef pointer, GHashTable *roots);
gboolean roots_meet(LLVMValueRef x, LLVMValueRef y);   /* one root is of both */
gboolean roots_differ(LLVMValueRef x, LLVMValueRef y); /* they certainly point into different objects */
gboolean root_is_own(LLVMValueRef root);   /* an object that its function itself makes, or gets a copy of */
gboolean root_is_fresh(LLVMValueRef root); /* what a function of the C library has just allocated */
unsigned parameter_index(LLVMValueRef parameter); /* as attributes count: from 1 */
gboolean block_dominates(LLVMBasicBlockRef x, LLVMBasicBlockRef y); /* every way to y passes x */
gboolean value_has_attribute(LLVMValueRef function, unsigned index, const char *name);
gboolean function_is_model(LLVMValueRef function); /* of models.c */

/* ends.c: whether every loop of the function certainly ends, and is not left to recursion */
gboolean function_ends(LLVMValueRef function);

/* promises.c: what a program promises to the compiler */
void lower_promise(Body *b, LLVMValueRef assume);
/* Why a function may break a promise whatever it does: it may not return, or give no memory of its own. NULL:
 * it does not. */
const char *promise_broken(const Lowering *l, LLVMValueRef function);
/* Why this instruction of the function breaks its promise to have no side effects. */
const char *promise_broken_by(const Lowering *l, LLVMValueRef function, LLVMValueRef instruction);
/* Why a call, which may promise more of the function than that does, breaks a promise. */
const char *call_promise_broken(const Lowering *l, LLVMValueRef call, LLVMValueRef callee);

/* restrict.c */
gboolean restrict_objects(const char *text); /* whether it declares restrict pointers that are no parameters */
Restricted *restricted_find(const Lowering *l, LLVMValueRef function); /* NULL: it has no restrict pointers */
void restricted_free(Restricted *r);
void restricted_check_entry(Body *b); /* in the first block, before anything else */
#define OVERLAP "a copy between places that overlap"
/* What n bytes to and from two places do is unknown if they overlap, but are not the same. */
void lower_keep_apart(Body *b, LLVMValueRef to, LLVMValueRef from, Operand n);
void restricted_check(Body *b, LLVMValueRef done); /* behind an instruction that has been lowered */

/* lower-overflow.c */
/* Whether result, which is x op y (ADD, SUB or MUL), is not what it is without wrap-around. */
Operand emit_overflows(Body *b, TermOp op, Operand x, Operand y, Operand result, gboolean is_signed);
/* Where the options say so: runs in which v, which is x op y, overflows end here. */
void assume_no_overflow(Body *b, LLVMValueRef v, TermOp op, Operand x, Operand y, Operand result);

/* lower-call.c */
void lower_call(Body *b, LLVMValueRef call);
/* The function and its arguments; the result's parts. */
Value *emit_call(Body *b, GArray *args, LLVMTypeRef returned);
Operand emit_memory(Body *b, LLVMTypeRef type); /* the address of a new object, not initialised */
Operand lower_argument(Body *b, LLVMValueRef call, unsigned i); /* a scalar argument */
void lower_result(Body *b, LLVMValueRef call,
                  Operand o); /* o, resized to what the call returns, if anything */
void lower_external_result(Body *b, LLVMValueRef call,
                           const char *name); /* an input, when the result is used */
/* What a function of the C library returns: unknown, and no input. */
void lower_library_result(Body *b, LLVMValueRef call);

/* lower-library.c, lower-intrinsic.c, lower-float.c: FALSE when the function is none of theirs */
gboolean lower_library_call(Body *b, LLVMValueRef call, const char *name);
gboolean lower_is_library(const char *name);
/* Objects that arguments of the mask (bit 31: and all later ones) point to get unknown contents; FALSE: none.
 */
gboolean lower_scramble_arguments(Body *b, LLVMValueRef call, guint mask);

/* lower-libc.c: functions that the C library has, and acf no model of */
gboolean lower_unknown_library_call(Body *b, LLVMValueRef call, const char *name);
gboolean lower_library_has(const char *name);
void lower_waiting(Body *b, const char *name); /* where the function may never return */
/* The first argument behind the format of a call of printf or its like that may write by %n; 0: it does not.
 */
guint lower_writing_format(LLVMValueRef call, const char *name);

/* lower-libc-objects.c: variables that the C library has */
/* Contents for g, which the program declares and does not define; FALSE: it is none of the library's. */
gboolean lower_library_object(Lowering *l, IrGlobal *g);
void lower_add_stream(Lowering *l, LLVMValueRef global); /* when global got its id: what it points to */
void lower_forget_library(Body *b); /* any function of the library may have set errno and its like */
/* float-values.c: when all is lowered: says what is taken for granted of 32-bit programs with floating point
 */
void float_assume(Lowering *l);

gboolean lower_intrinsic(Body *b, LLVMValueRef call, const char *name); /* name without "llvm." and types */
gboolean lower_float_function(Body *b, LLVMValueRef call, const char *name);

/* sites.c */
IrLoc site_loc(const Lowering *l, LLVMValueRef instruction);
IrLoc site_function_loc(const Lowering *l, LLVMValueRef function);
IrLoc site_global_loc(const Lowering *l, LLVMValueRef global);
IrLoc site_variable_loc(const Lowering *l, LLVMMetadataRef variable);
gboolean site_is_nondet(const char *name);
guint site_nondet(Lowering *l, LLVMValueRef call, const char *name, LLVMTypeRef returned, IrLoc loc,
                  gboolean *is_signed);
guint site_memory(Lowering *l, LLVMValueRef object, LLVMTypeRef type, IrLoc loc); /* uninitialised memory */
guint site_plain(Lowering *l, SiteKind kind, LLVMValueRef value, const char *function, LLVMTypeRef type,
                 IrLoc loc);
/* A parameter of the entry function by its number, from 1, and its debug variable (NULL: not known). */
guint site_parameter(Lowering *l, guint number, const CScalar *type, LLVMMetadataRef variable);
const char *site_variable_name(const Lowering *l,
                               LLVMValueRef v);                  /* by the value's name; interned, or NULL */
void site_name_variables(Lowering *l);                           /* fills l->variables; before mem2reg */
void site_read_source(Lowering *l, const char *text);            /* fills l->source and l->identifiers */
IrLoc site_find_identifier(const Lowering *l, const char *name); /* its first place in the file */

/* pointees.c: sites for what is behind pointers that are inputs; when all others are there */
void site_add_pointees(Program *p);

/* kept.c: of a module before mem2reg */
gboolean address_is_kept(LLVMValueRef object); /* can it be used where the object is not mentioned? */
gboolean use_keeps_address(LLVMValueRef user, LLVMValueRef address);

/* lifetimes.c: before everything else that changes the module */
#define END_OF_LIFE "acf.end.of.life"      /* a function: its argument points to an object that ends */
#define UNKNOWN_ADDRESS "acf.unknown.address" /* a function: of what ends nobody knows when */
/* Does the end of a block's variable matter?  Then the module has to come from a compiler that marks it. */
gboolean lifetimes_matter(LLVMModuleRef module);
void lifetimes_make_explicit(LLVMModuleRef module);

/* uninit.c: names of the functions that stand for uninitialised values */
#define UNINIT_VALUE "acf.uninit.value."
#define UNINIT_MEMORY "acf.uninit.memory"
void uninit_make_explicit(LLVMModuleRef module, LLVMTargetDataRef layout);
void uninit_drop_unused(LLVMModuleRef module);
#endif
