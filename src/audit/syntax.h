/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the syntax tree of a seed offers for checks, by libclang: candidate expressions, and the places in
 * front of statements where a check can be put.
 *
 * A candidate is pure, reads at least one variable, and is evaluated whenever the statement at its place is
 * executed: what && or ?: may skip, and what belongs to the headers of for or to the condition behind do, is
 * none. Where the statement changes something before it comes to an expression that may have no value (an
 * element, a dereference, a quotient, a shift), that is none either.  So a check makes nothing undefined that
 * was not. Only functions that main leads to are read. */
#ifndef ACF_AUDIT_SYNTAX_H
#define ACF_AUDIT_SYNTAX_H
#include "audit/constants.h"

#define NO_PLACE G_MAXUINT

/* In front of a statement. */
typedef struct {
  gsize at;       /* in the text */
  gsize end;      /* behind the statement, which needs braces when something is put there; 0: it needs none */
  guint function; /* index of the function that it is in */
  guint depth;    /* in the syntax tree */
  guint parent;   /* the statement around it; NO_PLACE: the body of the function */
  GArray *calls;  /* guint: functions that the statement calls, each once */
} Place;

typedef struct {
  gsize from, to; /* the expression in the text */
  guint line, column;
  guint place, depth;
  gboolean is_integer; /* else a pointer */
  IntegerType type;    /* of an integer */
  char *spelling;      /* of the type, without typedefs */
  guint64 elements;    /* it is the index of an array of so many; 0: it is not */
} Candidate;

typedef struct {
  GArray *places;     /* Place, in the order of the text */
  GArray *candidates; /* Candidate, likewise */
  GArray *constants;  /* gint64: the integer constants */
  GArray *functions; /* guint: the first place of each function; NO_PLACE: it has none.  The first is main. */
} Syntax;

#define ACF_AUDIT_ERROR (audit_error_quark())
GQuark audit_error_quark(void);
typedef enum {
  AUDIT_ERROR_SEED,     /* the seed is not accepted */
  AUDIT_ERROR_TOOL,     /* something that is needed is not there */
  AUDIT_ERROR_DATABASE, /* it cannot be opened, read or written, or is none */
  AUDIT_ERROR_CALL      /* what was asked for does not exist */
} AuditErrorCode;

/* path is for messages.  NULL with an error: libclang is missing, or cannot read the text. */
Syntax *syntax_read(const char *path, const char *text, gboolean lp64, GError **error);
void syntax_free(Syntax *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Syntax, syntax_free)
#endif
