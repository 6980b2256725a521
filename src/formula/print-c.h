/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as C conditions for people: what the parts of that printer share.  Internal to the print-c*.c files.
 *
 * Every node has a signedness: that of the C type of the inputs below, of the operation where that has one,
 * or none of its own (constants, extensions: what the place asks for).  A place that demands the other one
 * gets a cast. */
#ifndef ACF_PRINT_C_H
#define ACF_PRINT_C_H
#include "formula/print-walk.h"

typedef enum { SIGN_ANY, SIGN_SIGNED, SIGN_UNSIGNED } Sign;

typedef enum { /* what a place takes; the hints follow the signedness of neighbours but force nothing */
               WANT_BOOL,
               WANT_NOT,
               WANT_FLOAT,
               WANT_SIGNED,
               WANT_UNSIGNED,
               HINT_SIGNED,
               HINT_UNSIGNED,
               MASK_SIGNED,
               MASK_UNSIGNED /* hints, too: beside &, | or ^ */
} Want;

enum { /* C's precedences, loosest first */
       PREC_NONE,
       PREC_ITE,
       PREC_OROR,
       PREC_ANDAND,
       PREC_OR,
       PREC_XOR,
       PREC_AND,
       PREC_EQ,
       PREC_REL,
       PREC_SHIFT,
       PREC_ADD,
       PREC_MUL,
       PREC_UNARY,
       PREC_POSTFIX
};

/* Context of a term piece. */
#define CONTEXT(want, prec) ((guint)(want) | (guint)(prec) << 8)
#define DEFINITION (1u << 16)

typedef struct {
  const InputNames *names;
  PrintWalk *walk;
  guint8 *sign;   /* by place */
  guint8 *choice; /* by place: a choice between constants only */
  guint64 *first; /* by place: the least packed key of an input below, all ones when there is none */
} CPrinter;

/* print-c.c: what a node is */
PrintedInput print_c_describe(const CPrinter *c, const Term *input);
gboolean print_c_is_float(const CPrinter *c, const Term *t);
Sign print_c_sign(const CPrinter *c, const Term *t);
Sign print_c_join_signs(Sign a, Sign b);
char *print_c_type(const CPrinter *c, guint width, gboolean is_signed);
gboolean print_c_wants_unsigned(Want want);

/* print-c-runs.c: parts, in reading order, of which some say the same of one occurrence or element after the other
 * ("x == 0 && ... && x#9 == 0"): Term* to the last of the run that it begins, or to NULL where it is within one. */
GHashTable *print_c_runs(const GPtrArray *parts);

/* print-c.c: pieces; parentheses where they are needed in a place of precedence prec */
void print_c_open(Writer *w, gboolean needed);
void print_c_close(Writer *w, gboolean needed);
void print_c_ite(Writer *w, const Term *t, Want want, int prec);
void print_c_binary(Writer *w, const Term *t, const char *symbol, int own, Want left, Want right, int prec);
void print_c_cast(Writer *w, const CPrinter *c, guint width, gboolean is_signed, const Term *t, guint context,
                  int prec);
void print_c_function(Writer *w, const Term *t, const char *name, Want want);

/* print-c-conditions.c: a term of width 1.  Operators that have no C counterpart on truth values are those of
 * arithmetic modulo 2. */
void print_c_condition(Writer *w, CPrinter *c, const Term *t, gboolean negated, int prec);

/* print-c-values.c: a value of two or more bits, with the given signedness (its own unless it has none) */
void print_c_value(Writer *w, CPrinter *c, const Term *t, Want want, gboolean is_signed, int prec);
void print_c_float(Writer *w, const Term *t, int prec); /* an operation that gives a float */
/* Bits, where a float is wanted. */
void print_c_as_float(Writer *w, CPrinter *c, const Term *t, guint context, int prec);
#endif
