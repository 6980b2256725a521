/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A numerical abstract domain, as `acf domains` tests it: a table of functions.
 *
 * An element of a domain stands for a set of points: one value for each of n variables x0, x1, ...  A shared
 * object that exports such a table under the name ACF_DOMAIN_SYMBOL is tested by acf domains --library FILE.
 *
 * Functions get the table itself first, so that one function can serve several tables (see data).  Elements
 * are never changed: operations give new ones, which the tester frees.  NULL from an operation says that it
 * failed; a negative truth value says so too.  What a domain does not have is left NULL, if it is marked
 * "may be NULL" below. */
#ifndef ACF_DOMAIN_TABLE_H
#define ACF_DOMAIN_TABLE_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ACF_DOMAIN_VERSION 1
#define ACF_DOMAIN_SYMBOL "acf_domain"
#define ACF_VARIABLES 16 /* at most */

/* What the variables range over. */
typedef enum {
  ACF_RATIONALS,
  ACF_INTEGERS, /* unbounded; an element's other points do not count */
  ACF_MACHINE,  /* integers of `bits` bits: the value of an assignment wraps around */
  ACF_DOUBLES   /* IEEE doubles: every number in this header is then the bits of one */
} AcfValues;

/* constant + k[0] * x0 + k[1] * x1 + ...  Over doubles it is computed from left to right, each product and
 * each sum rounded to nearest; terms with k[i] = 0 are left out. */
typedef struct {
  int64_t constant;
  int64_t k[ACF_VARIABLES];
} AcfLinear;

typedef enum { ACF_EQUAL, ACF_AT_LEAST, ACF_GREATER, ACF_CONGRUENT } AcfRelation;

/* form = 0, form >= 0, form > 0, or form = 0 modulo a positive number.  The form's value is the exact one,
 * also over machine integers. */
typedef struct {
  AcfLinear form;
  AcfRelation relation;
  int64_t modulus;
} AcfConstraint;

__extension__ typedef __int128 AcfWide;

/* The coordinates are value[i] / divisor; the divisor is 1 where variables are not rational.  Over doubles
 * value[i] is the bits of one. */
typedef struct {
  AcfWide value[ACF_VARIABLES];
  int64_t divisor;
} AcfPoint;

/* What can be assumed and what not */
enum {
  ACF_WIDENING_ORDERED = 1,  /* widening(x, y) is defined only where x is below y */
  ACF_NARROWING_ORDERED = 2, /* narrowing(x, y) is defined only where y is below x */
  ACF_REFUSES = 4,           /* an operation that gives NULL has declined, and did not fail */
  ACF_STRICT = 8             /* it can tell form > 0 from form >= 0 */
};

typedef struct AcfDomain AcfDomain;
struct AcfDomain {
  int version;         /* ACF_DOMAIN_VERSION */
  const char *name;    /* of lower-case letters, digits and hyphens */
  const char *library; /* that it comes from */
  const char *about;   /* one line */
  AcfValues values;
  int bits, is_signed; /* of ACF_MACHINE: 8, 16, 32 or 64 */
  int number_bits;     /* of the integers that bounds are kept in: 32 or 64; 53: doubles; 0: without limit */
  unsigned flags;
  const int *unexpected; /* numbers of properties that need not hold, ended by 0; may be NULL */
  const void *data;      /* of the table's own */

  /* Called in every process before anything else, and again when other domains were used; may be NULL. */
  void (*begin)(const AcfDomain *d);

  void *(*top)(const AcfDomain *d, int n);
  void *(*bottom)(const AcfDomain *d, int n);
  void *(*from_constraints)(const AcfDomain *d, int n, const AcfConstraint *c, int n_constraints);
  void *(*copy)(const AcfDomain *d, const void *x);
  void (*free)(const AcfDomain *d, void *x);
  int (*dimension)(const AcfDomain *d, const void *x);

  int (*leq)(const AcfDomain *d, const void *x, const void *y);
  int (*equal)(const AcfDomain *d, const void *x, const void *y);
  int (*is_bottom)(const AcfDomain *d, const void *x);
  int (*is_top)(const AcfDomain *d, const void *x);

  void *(*join)(const AcfDomain *d, const void *x, const void *y);
  void *(*meet)(const AcfDomain *d, const void *x, const void *y);
  void *(*widening)(const AcfDomain *d, const void *x, const void *y);  /* may be NULL; x is the older */
  void *(*narrowing)(const AcfDomain *d, const void *x, const void *y); /* may be NULL; x is the older */
  void *(*assign)(const AcfDomain *d, const void *x, int v, const AcfLinear *e);
  void *(*project)(const AcfDomain *d, const void *x, int v); /* v may have any value */
  void *(*cond)(const AcfDomain *d, const void *x, const AcfConstraint *c);

  /* The rest may be NULL.  What is not known to be exact need not be. */

  /* Is the point in the element's meaning?  NULL: the tester meets the element with the point. */
  int (*has)(const AcfDomain *d, const void *x, const AcfPoint *p);
  /* Does the constraint have an element that stands for exactly the points that satisfy it, is it what
   * from_constraints() gives, and does cond() take exactly the others away? */
  int (*represents)(const AcfDomain *d, int n, const AcfConstraint *c);
  /* Is the set of all points after the assignment always an element, and is that what assign() gives? */
  int (*exact)(const AcfDomain *d, int n, int v, const AcfLinear *e);
  /* Variable v, wrapped around to so many bits: 8, 16, 32 or 64. */
  void *(*wrap)(const AcfDomain *d, const void *x, int v, int bits, int is_signed);
  /* Some constraints that all points of the element satisfy, as sharp as they can be written; their number,
   * at most `most`. */
  int (*constraints)(const AcfDomain *d, const void *x, AcfConstraint *c, int most);
};

#ifdef __cplusplus
}
#endif
#endif
