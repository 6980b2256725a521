/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms: the formulas of acf.
 *
 * A term is an immutable, hash-consed node of a DAG over bit-vectors: two terms are the same formula
 * if and only if they are the same pointer.  Every constructor simplifies locally (constants fold,
 * intervals decide comparisons, ite-trees over constants collapse), so cheap facts never reach a solver.
 *
 * Sorts: a term of width 1 is a Boolean; width 2..64 a bit-vector; index_width > 0 makes it an array
 * from (BitVec index_width) to (BitVec width).  Floating-point operations take and give the IEEE bits
 * (width 32 or 64).  The meaning of every operation is that of SMT-LIB 2 (a shift by width or more
 * gives 0 or the sign, x udiv 0 is all ones, x urem 0 is x), rounding is to nearest, ties to even.
 *
 * All terms live in one process-wide store; a forked child has its own copy.  term_store_clear() frees it.
 */
#ifndef ACF_TERM_H
#define ACF_TERM_H
#include <glib.h>

typedef enum {
  TERM_CONST, /* param: the value, zero-extended to 64 bits */
  TERM_INPUT, /* param: an InputKey packed by input_key_pack(); a free coordinate of the input space */
  TERM_HAVOC, /* param: a serial number; a value that acf does not know: never part of a claim */
  TERM_NOT,   /* bitwise; logical at width 1 */
  TERM_AND,   /* n-ary at width 1 (flattened, sorted by id, no duplicates), else binary */
  TERM_OR,    /* as TERM_AND */
  TERM_XOR,
  TERM_ITE, /* args[0] is Boolean; the others any one sort */
  TERM_EQ,  /* Boolean from two terms of one sort (never of arrays) */
  TERM_ULT,
  TERM_ULE,
  TERM_SLT,
  TERM_SLE,
  TERM_ADD,
  TERM_SUB,
  TERM_MUL,
  TERM_UDIV,
  TERM_UREM,
  TERM_SDIV,
  TERM_SREM,
  TERM_SHL,
  TERM_LSHR,
  TERM_ASHR,
  TERM_CONCAT,  /* args[0] holds the high bits */
  TERM_EXTRACT, /* param: the lowest bit taken; width says how many */
  TERM_ZEXT,
  TERM_SEXT,
  TERM_FADD,
  TERM_FSUB,
  TERM_FMUL,
  TERM_FDIV,
  TERM_FREM, /* C's fmod */
  TERM_FSQRT,
  TERM_FROUND, /* to an integral value; param: a TermRounding */
  TERM_FCVT,   /* between width 32 and width 64 */
  TERM_FEQ,    /* IEEE comparisons: false when an operand is NaN */
  TERM_FLT,
  TERM_FLE,
  TERM_FTOSI, /* toward zero; unspecified when out of range: the engines exclude that */
  TERM_FTOUI,
  TERM_SITOF,
  TERM_UITOF,
  TERM_ARRAY,  /* the array that is args[0] everywhere; param: its index width */
  TERM_SELECT, /* args: array, index */
  TERM_STORE,  /* args: array, index, element */
  TERM_N_OPS
} TermOp;

typedef enum { ROUND_NEAREST_EVEN, ROUND_NEAREST_AWAY, ROUND_DOWN, ROUND_UP, ROUND_TOWARD_ZERO } TermRounding;

typedef struct Term Term;
struct Term {
  guint8 op;           /* TermOp */
  guint8 width;        /* 1..64: of the value, or of an array's elements */
  guint8 index_width;  /* 0 unless an array */
  guint has_havoc : 1; /* some TERM_HAVOC occurs below */
  guint has_input : 1;
  guint has_float : 1; /* some floating-point operation occurs below */
  guint has_array : 1;
  guint has_product : 1; /* of two terms, neither of them constant; or a quotient, or a remainder */
  guint n_args;
  guint id;    /* dense: creation order; arguments have smaller ids */
  guint depth; /* 0 for leaves */
  guint64 param;
  guint64 umin, umax; /* every value lies in umin..umax, taken as unsigned (not for arrays) */
  gint64 smin, smax;  /* and in smin..smax, taken as two's complement */
  const Term *args[];
};

/* An input: the occurrence-th execution of an input site of the program (see ir.h), and for memory
 * that starts uninitialised the byte offset into it. */
typedef struct {
  guint site;       /* index into Program.sites */
  guint occurrence; /* from 1 */
  guint offset;     /* 0 for plain inputs */
} InputKey;
/* What the members have room for: 64 bits hold all three. */
#define INPUT_MAX_SITE ((1u << 20) - 1)
#define INPUT_MAX_OCCURRENCE ((1u << 20) - 1)
#define INPUT_MAX_OFFSET ((1u << 24) - 1)

/* Occurrences beyond this one are counted within one round of a loop, whichever it is: see symex/rounds.h.
 */
#define ROUND_OCCURRENCE (1u << 19)

guint64 input_key_pack(InputKey key);
InputKey input_key_unpack(guint64 packed);

/* The general constructor: checks the sorts (g_assert), simplifies, and returns the shared node.
 * width is that of the result (of the elements, for arrays); param as described at the operation. */
const Term *term_make(TermOp op, guint width, guint64 param, const Term *const *args, guint n_args);

const Term *term_const(guint width, guint64 value); /* truncates value to width */
const Term *term_bool(gboolean value);
const Term *term_input(InputKey key, guint width);
const Term *term_havoc(guint serial, guint width, guint index_width);
const Term *term_fresh_havoc(guint width, guint index_width); /* a new serial number */

const Term *term_not(const Term *a);
const Term *term_and(const Term *a, const Term *b);
const Term *term_or(const Term *a, const Term *b);
const Term *term_and_n(const Term *const *args, guint n); /* Boolean; true when n = 0 */
const Term *term_or_n(const Term *const *args, guint n);
const Term *term_implies(const Term *a, const Term *b);
const Term *term_ite(const Term *c, const Term *t, const Term *e);
const Term *term_eq(const Term *a, const Term *b);
const Term *term_unary(TermOp op, const Term *a);                 /* NOT, FSQRT */
const Term *term_binary(TermOp op, const Term *a, const Term *b); /* all two-argument operations but SELECT */
const Term *term_extract(const Term *a, guint low, guint width);
const Term *term_zext(const Term *a, guint width); /* width of the result; equal widths give a back */
const Term *term_sext(const Term *a, guint width);
const Term *term_concat(const Term *high, const Term *low);
const Term *term_array(const Term *element, guint index_width);
const Term *term_select(const Term *array, const Term *index);
const Term *term_store(const Term *array, const Term *index, const Term *element);

static inline gboolean term_is_const(const Term *t) { return t->op == TERM_CONST; }
static inline gboolean term_is_true(const Term *t) {
  return t->op == TERM_CONST && t->width == 1 && t->param == 1;
}
static inline gboolean term_is_false(const Term *t) {
  return t->op == TERM_CONST && t->width == 1 && t->param == 0;
}
/* Operations whose result is a floating-point number, and those of them that may make a NaN. */
static inline gboolean term_may_make_nan(TermOp op) { return op >= TERM_FADD && op <= TERM_FCVT; }
static inline gboolean term_gives_float(TermOp op) {
  return term_may_make_nan(op) || op == TERM_SITOF || op == TERM_UITOF;
}
static inline guint64 term_mask(guint width) {
  return width >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT(1) << width) - 1;
}
gint64 term_signed(guint64 value, guint width); /* the two's complement reading */
void term_signed_range(const Term *t, gint64 *smin, gint64 *smax);

/* Every node reachable from roots once, arguments before the terms that use them. */
GPtrArray *term_postorder(const Term *const *roots, guint n_roots);
/* The number of distinct nodes, counting stops at limit. */
guint term_dag_size(const Term *t, guint limit);
/* The distinct TERM_INPUT nodes below, ordered by key. */
GPtrArray *term_inputs(const Term *t);
void term_sort_inputs(GPtrArray *inputs); /* by key */
/* Replaces nodes: map sends Term* to Term*; rebuilt bottom-up through the constructors. */
const Term *term_substitute(const Term *t, GHashTable *map);
/* Claims may not mention TERM_HAVOC.  Returns a formula free of it that t implies (may = TRUE),
 * or that implies t (may = FALSE): where an atom depends on one, it is taken for true or false by its
 * polarity.
 */
const Term *term_without_havoc(const Term *t, gboolean may);

/* A model: values of inputs; what it does not mention is 0.  Keys are TERM_INPUT or TERM_HAVOC nodes. */
typedef struct Model Model;
Model *model_new(void);
Model *model_copy(const Model *m);
void model_free(Model *m);
void model_set(Model *m, const Term *leaf, guint64 value);
gboolean model_lookup(const Model *m, const Term *leaf, guint64 *value); /* FALSE: not mentioned */
/* From now on inputs that it does not mention have values drawn from seed, each always the same one; 0: they
 * are 0 again. */
void model_set_random(Model *m, guint64 seed);
/* The same with values that a function chooses; data must outlive the model. */
typedef guint64 (*ModelChooser)(gpointer data, const Term *input);
void model_set_chooser(Model *m, ModelChooser choose, gpointer data);
guint64 model_value(const Model *m, const Term *leaf); /* mentioned or not */
guint model_size(const Model *m);
void model_foreach(const Model *m, void (*visit)(const Term *leaf, guint64 value, gpointer data),
                   gpointer data);

/* Evaluates a term that is not an array under m.  An Evaluator remembers the nodes it has seen, so that a
 * sequence of terms that share structure is evaluated in time linear in their union. */
typedef struct Evaluator Evaluator;
Evaluator *evaluator_new(const Model *m); /* m must outlive it and not change */
guint64 evaluator_value(Evaluator *e, const Term *t);
void evaluator_free(Evaluator *e);
guint64 term_eval(const Term *t, const Model *m);

/* One operation on known values, as term_make folds it. FALSE: not foldable (arrays). */
gboolean term_fold(TermOp op, guint width, guint64 param, const guint64 *args, const guint *arg_widths,
                   guint n, guint64 *result);

/* Terms as bytes, to cross a pipe: appends to / reads from a GByteArray position.
 * Havocs keep their serial numbers.  Reading checks everything; NULL on malformed bytes. */
void term_write(GByteArray *out, const Term *const *terms, guint n);
const Term **term_read(const guint8 *bytes, gsize size, gsize *position, guint *n);

const char *term_op_name(TermOp op);
void term_store_clear(void);
#endif
