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

/* All files compiled and put together. */
typedef struct {
  LLVMModuleRef module;
  const GPtrArray *files; /* SourceFile* */
  gboolean clash; /* files have static names in common: the module has another name for some of them */
} LinkedModule;

typedef struct FunctionNames FunctionNames; /* which C variables values are; see names.c */

typedef struct {
  Program *program;
  const FrontendOptions *options;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  const GPtrArray *given;  /* SourceFile*: what the program is made of */
  gboolean clash;          /* see LinkedModule */
  GHashTable *source;      /* interned path of a C file of the program -> GPtrArray of its lines, char* */
  GHashTable *identifiers; /* the identifiers that occur in these files */
  GArray *conflicts;            /* OrderConflict: see order.h; NULL: none */
  gboolean float_bits_seen;     /* in 32-bit code: see float-bits.c */
  gboolean restrict_objects;    /* some variables or members may be restrict pointers */
  GHashTable *files;            /* LLVMMetadataRef -> interned name */
  GHashTable *variables;        /* LLVMValueRef of a call or alloca -> interned name of its C variable */
  GHashTable *names;            /* LLVMValueRef of a function -> FunctionNames */
  GHashTable *function_ids;     /* LLVMValueRef -> id + 1 */
  GHashTable *global_ids;       /* LLVMValueRef -> id + 1 */
  GPtrArray *pending_functions; /* LLVMValueRef by function id */
  GPtrArray *pending_globals;   /* LLVMValueRef by global id; NULL: the program does not have it */
  gboolean outside;             /* arguments and streams are modelled, within the bounds of the options */
  GHashTable *argument_uses;    /* see arguments.c; NULL: the arguments are no numbers */
  GPtrArray *argument_values;   /* Operand*, in the entry function: the numbers */
  gboolean started;             /* the program's entry is a function that only calls the property's */
  GPtrArray *leak_branches;     /* IrBlock*: see check-memory.c */
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
  gboolean fixed;         /* the LLVM instruction being lowered makes or defines a const variable */
  GHashTable *own;        /* see check-memory.c; NULL: nothing yet */
  Restricted *restricted; /* NULL: it has no restrict pointers */
} Body;

typedef struct {
  guint width;
  guint64 offset; /* bytes from the start of the whole */
  gboolean is_float;
} Part;

/* frontend.c */
/* All files compiled, in a new context, and linked; FALSE with error. */
gboolean module_compile(LinkedModule *linked, const FrontendOptions *options, GError **error);
void module_dispose(LLVMModuleRef module); /* and its context */
/* loops-remain.c: optimizes the module; TRUE where loops or recursion are left in it */
gboolean module_loops_remain(LLVMModuleRef module, const char *entry);
/* lower.c */
Program *lower_module(const LinkedModule *linked, const FrontendOptions *options, GError **error);
guint lower_function_id(Lowering *l, LLVMValueRef function);
guint lower_global_id(Lowering *l, LLVMValueRef global);
gboolean lower_is_error_function(const Lowering *l, const char *name);
void lower_error(Body *b, const char *function); /* ends the block: an error function is called */
/* Ends the block by the event, which is a failure or only ends the run, as the property says.  what: an error
 * function, an operator; NULL: nothing more is to say. */
void lower_fail(Body *b, FailureKind kind, const char *what);
void lower_say(Lowering *l, GPtrArray *where, IrLoc loc, const char *text); /* once for each text */
/* In program->unmodelled, once; what is a noun phrase, see ir/reason.h. */
void lower_say_unmodelled(Lowering *l, IrLoc loc, const char *what);

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
LLVMMetadataRef debug_variable_type(const Lowering *l, LLVMMetadataRef variable);
LLVMMetadataRef debug_base_type(const Lowering *l,
                                LLVMMetadataRef type); /* without typedefs and qualifiers */
gboolean debug_is_base(LLVMMetadataRef type);          /* int, float and the like */
gboolean debug_is_const(const Lowering *l, LLVMMetadataRef type); /* itself, or as an array its elements */
/* NULL: the type is an integer, an enum, float or double; else what it is: "a pointer", "long double". */
const char *debug_scalar(const Lowering *l, LLVMMetadataRef type, CScalar *scalar);
/* LLVMMetadataRef of the types of the function's parameters in C; a last NULL stands for `...`. */
GPtrArray *debug_parameter_types(const Lowering *l, LLVMValueRef function);

/* entry.c: the function where runs begin */
gboolean entry_driven(const Lowering *l); /* a driver calls it */
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

/* arguments.c: what main gets from the command line */
void arguments_begin(Body *b, LLVMValueRef argc, LLVMValueRef argv); /* argv may be NULL */
/* An instruction that reads an argument as a number; FALSE: it is none. */
gboolean arguments_lower(Body *b, LLVMValueRef instruction);
/* An object of no variable of the program. */
IrGlobal *arguments_add_object(Lowering *l, const char *name, guint64 size);
/* Whether this variable, which models declare, is the program's name or another text of the library, of which
 * nothing is known; it becomes that. */
gboolean arguments_object(IrGlobal *g);

/* streams.c */
/* Contents for g, which models-streams.c declares: inputs.  FALSE: it is none of those. */
gboolean streams_object(Lowering *l, IrGlobal *g);
void streams_assume(Lowering *l); /* says within which bounds the inputs are; when all is lowered */
/* scan-names.c: names the first so many numbers of the standard input by the variables that they are read into. */
void scan_names_set(Lowering *l, guint most);
/* scan-order.c: the program gets the order in which the calls of scanf are performed. */
void scan_order_set(Lowering *l);
/* driver-lower.c */
gboolean lower_driver_call(Body *b, LLVMValueRef call, const char *name); /* FALSE: it is none of a driver's */
void lower_driver_texts(Lowering *l); /* what the driver says; when all is lowered */

/* failures.c: what can fail */
/* FALSE with an error: an error function that was chosen by name is not there. */
gboolean failures_named(const LinkedModule *linked, const FrontendOptions *options, GError **error);
/* Does it have an error function, or one of SV-COMP's? */
gboolean failures_by_call(LLVMModuleRef module, const GPtrArray *files);
/* Says in the program where nothing can fail, or asserts do not count. */
void failures_look(Program *p, const LinkedModule *linked, const FrontendOptions *options);

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
/* What happens on runs where holds is 0 is unknown; the others go on, in a new block.  The reason is
 * reported for programs that have such runs only. */
void body_check(Body *b, Operand holds, const char *reason);
/* The same where only values are in doubt: the run goes on, and fails only where the others may. */
void body_check_value(Body *b, Operand holds, const char *reason);
/* Runs where holds is 0 end by the event, see lower_fail(); the others go on, in a new block. */
void body_check_failure(Body *b, Operand holds, FailureKind kind, const char *what);
/* The run ends here and does not fail, unless memory is lost. */
void body_halt(Body *b, LeakQuestion question);
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

/* Runs where holds is 0 end here and do not fail. */
IrInstr *emit_assume(Body *b, Operand holds);

/* check-memory.c: asks where the property says so */
void check_note_variable(Body *b, LLVMValueRef object, Operand address, Operand size); /* it was made */
void check_note_step(Body *b, Operand from, Operand to, gint64 bytes); /* to is from + bytes */
typedef enum { ACCESS_READ, ACCESS_WRITE } AccessKind;
gboolean check_access(Body *b, Operand address, Operand bytes, AccessKind access); /* TRUE: it is checked now */
void check_called(Body *b, Operand function); /* a pointer */
gboolean check_free(Body *b, Operand pointer);
void check_arguments(Body *b, LLVMValueRef call, const char *name); /* of a function that has no model */
void check_model_call(Body *b, LLVMValueRef call, const char *name); /* what its model does not access */
void check_allocation(Body *b, LLVMValueRef call, const char *name); /* by a function that has no model */
void check_end(Body *b, LeakQuestion question);
void check_return(Body *b); /* of the function where runs begin */
void check_settle(Lowering *l); /* when all is lowered */
void check_assumption(Body *b, Operand holds); /* runs where it is 0 are about to end */

/* lower-instr.c */
void lower_instruction(Body *b, LLVMValueRef i);
const Value *lower_constant_expression(Body *b,
                                       LLVMValueRef e); /* by the code for the instruction of that name */

/* aliases.c: the names of one object become one, before everything else that looks at the module */
#define UNKNOWN_COMPARISON "acf.unknown.comparison" /* a function: whether two such names are equal */
void aliases_resolve(const Lowering *l);
/* What an alias of that name stands for; NULL: there is none. */
LLVMValueRef alias_target(LLVMModuleRef m, const char *name);

/* differences.c: the difference of two pointers, in bytes, is about to be divided by the size of an element; runs on
 * which that leaves a rest become unknown */
void lower_difference(Body *b, LLVMValueRef bytes, Operand distance, Operand size);

/* padding.c: behind a copy or fill of the compiler's own */
void lower_padding(Body *b, LLVMValueRef call);

/* truths.c: a byte of memory, or another number, as _Bool; runs on which it is none become unknown */
Operand lower_truth(Body *b, LLVMValueRef byte);

/* returns.c: functions that may end without a return statement say so before they return; before mem2reg */
#define RESULT_SET "acf.result.set"
void returns_make_explicit(LLVMModuleRef module);
LLVMValueRef returns_place(LLVMValueRef function); /* where its result is kept until it returns, or NULL */

/* block-paths.c */
/* Is there a path, by one step at least, that enters none of some other blocks? */
gboolean block_leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to, GHashTable *without);
gboolean block_dominates(LLVMBasicBlockRef x, LLVMBasicBlockRef y); /* every path to y passes x */

/* roots.c */
/* The values that a pointer is computed from, through casts, arithmetic and choices: parameters, variables,
 * results of calls, pointers read from memory.  What it points into is what one of them points into. */
void roots_add(LLVMValueRef pointer, GHashTable *roots);
typedef gboolean (*RootTest)(LLVMValueRef root);
gboolean roots_all(LLVMValueRef pointer, RootTest holds); /* it holds of all of its roots */
gboolean roots_meet(LLVMValueRef x, LLVMValueRef y);   /* one root is of both */
gboolean roots_differ(LLVMValueRef x, LLVMValueRef y); /* they certainly point into different objects */
gboolean root_is_own(LLVMValueRef root);   /* an object that its function itself makes, or gets a copy of */
gboolean root_is_fresh(LLVMValueRef root); /* what a function of the C library has just allocated */
unsigned parameter_index(LLVMValueRef parameter); /* as attributes count: from 1 */
gboolean value_has_attribute(LLVMValueRef function, unsigned index, const char *name);
gboolean function_is_model(LLVMValueRef function); /* of models.c */
/* Of a function that has a name, which begins so. */
gboolean is_call_of(LLVMValueRef instruction, const char *prefix);

/* weak.c: names that are declared weak, and defined nowhere in the program */
gboolean value_is_weak(LLVMValueRef v);
void weak_choose_addresses(Body *b);             /* where runs begin */
Operand weak_address(Body *b, LLVMValueRef v);   /* null, or not: not known, but always the same */
void weak_check(Body *b, LLVMValueRef function); /* before a call */

/* compiler-macros.c: says where the text asks how it is compiled */
void compiler_macros_assume(Lowering *l);

/* puns.c: says where the text makes pointers to one type of those to another */
void puns_assume(Lowering *l);

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
gboolean
restrict_objects(const char *text); /* whether it declares restrict pointers that are no parameters */
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
/* The same the other way round, by comparisons that say it mathematically where the numbers are narrow enough:
 * x op y, both signed, is a number of their width. */
Operand emit_fits(Body *b, TermOp op, Operand x, Operand y);
/* Where the options say so: runs in which v, which is x op y, overflows end here. */
void assume_no_overflow(Body *b, LLVMValueRef v, TermOp op, Operand x, Operand y, Operand result);

/* checks.c: arithmetic that fails, as the property says */
/* What makes the compiler put checks in; nothing where the property needs none. */
void checks_add_flags(const FrontendOptions *options, GPtrArray *argv);
void checks_absolute(Body *b, LLVMValueRef call, const char *name); /* before a model's call */
gboolean checks_overflow(const FrontendOptions *options); /* signed arithmetic must not wrap in the compiler's eyes */
/* The functions below return FALSE for what is no check of a failure.
 * A call of llvm.ubsantrap, to which no branch of lower_check() leads. */
gboolean lower_trap(Body *b, LLVMValueRef call);
/* A signed llvm.*.with.overflow that the compiler has put in as a check. */
gboolean lower_checked_arithmetic(Body *b, LLVMValueRef call, TermOp op, Operand x, Operand y);
/* A conditional branch whose second successor is a trap: the run goes on to the first where it holds. */
gboolean lower_check(Body *b, LLVMValueRef branch, Operand holds);

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
/* Of a function without a body: it keeps none of its arguments when it has returned. */
gboolean lower_forgets_arguments(const char *name);
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
/* float-bits.c: signalling NaNs in 32-bit code */
/* Of a module after mem2reg: can the bits of a floating-point value in memory be seen as something else? */
gboolean float_bits_seen(LLVMModuleRef module, const char *entry);
/* The operand for value, of which the bits are to be seen: the quiet bit of a signalling NaN is unknown. */
Operand float_moved(Body *b, LLVMValueRef value, Operand x);

/* float-values.c: when all is lowered: says what is taken for granted of 32-bit programs with floating point
 */
void float_assume(Lowering *l);
gboolean type_contains_float(LLVMTypeRef t);

gboolean lower_intrinsic(Body *b, LLVMValueRef call, const char *name); /* name without "llvm." and types */
gboolean lower_float_function(Body *b, LLVMValueRef call, const char *name);
Operand emit_is_signalling(Body *b, Operand x); /* a truth value */

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
/* The name that the C text has for what LLVM calls so, which makes names unique by numbers; interned, or NULL. */
const char *site_identifier(const Lowering *l, const char *name);
const char *site_variable_name(const Lowering *l,
                               LLVMValueRef v);                  /* by the value's name; interned, or NULL */
void site_name_variables(Lowering *l);                           /* fills l->variables; before mem2reg */
void site_read_source(Lowering *l);                              /* fills l->source and l->identifiers */
const char *site_line(const Lowering *l,
                      IrLoc loc); /* the text of the line; NULL: in no file of the program */
IrLoc site_find_identifier(const Lowering *l, const char *name); /* its first place in the program */
const char *site_function_name(LLVMValueRef function);           /* in C; interned */

/* pointees.c: sites for what is behind pointers that are inputs; when all others are there */
void site_add_pointees(Program *p);

/* kept.c: of a module before mem2reg */
gboolean address_is_kept(LLVMValueRef object); /* can it be used where the object is not mentioned? */
gboolean use_keeps_address(LLVMValueRef user, LLVMValueRef address);

/* fixed.c: variables that are defined const, and may be written otherwise, and what defines them; after lifetimes.c */
void fixed_mark(const Lowering *l);
gboolean fixed_is_marked(LLVMValueRef instruction);

/* wide-fields.c: where the results of arithmetic on them have to fit; before mem2reg */
#define FIELD_FITS "acf.field.fits" /* a function: its argument says whether compilers agree on a value */
void wide_fields_make_explicit(LLVMModuleRef module);

/* lifetimes.c: before everything else that changes the module */
#define END_OF_LIFE "acf.end.of.life"         /* a function: its argument points to an object that ends */
#define UNKNOWN_ADDRESS "acf.unknown.address" /* a function: of a variable with an unknown lifetime */
/* Does the end of a block's variable matter?  Then the module has to come from a compiler that marks it. */
gboolean lifetimes_matter(LLVMModuleRef module);
void lifetimes_make_explicit(LLVMModuleRef module);

/* uninit.c: names of the functions that stand for uninitialised values */
#define UNINIT_VALUE "acf.uninit.value."
#define UNINIT_MEMORY "acf.uninit.memory"
void uninit_make_explicit(LLVMModuleRef module, LLVMTargetDataRef layout);
void uninit_drop_unused(LLVMModuleRef module);
#endif
