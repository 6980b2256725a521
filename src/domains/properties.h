/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The properties that are tested: the 46 algebraic ones, then those of concrete points, of wrap-around, and
 * of domains against each other (properties.def). */
#ifndef ACF_DOMAINS_PROPERTIES_H
#define ACF_DOMAINS_PROPERTIES_H
#include "domains/trial.h"

typedef enum { CLASS_SOUNDNESS, CLASS_PRECISION, CLASS_CONVERGENCE } PropertyClass;
typedef enum { FAMILY_ALGEBRA, FAMILY_POINTS, FAMILY_MACHINE, FAMILY_AGAINST } PropertyFamily;

/* What a check is given. */
typedef struct {
  gboolean x, y, z, v, e, c, p, bits, chain;
} Arguments;

/* How elements are chosen so that the precondition is not hopeless. */
typedef enum {
  CHOOSE_ANY,
  CHOOSE_ORDERED, /* x below y */
  CHOOSE_CHAIN,   /* x below y below z */
  CHOOSE_UPPER,   /* x and y below z */
  CHOOSE_LOWER,   /* z below x and y */
  CHOOSE_SAME,    /* x and y of the same meaning */
} Choice;

/* What a domain must have. */
enum { NEEDS_WIDENING = 1, NEEDS_NARROWING = 2, NEEDS_REPRESENTS = 4, NEEDS_EXACT = 8, NEEDS_WRAP = 16 };

typedef enum { HOLDS, VIOLATED, SKIPPED, FAILED } Outcome; /* FAILED: an operation did */

typedef struct Judge Judge; /* a check in progress */
typedef struct {
  guint number;
  PropertyClass class;
  PropertyFamily family;
  Arguments arguments;
  Choice choice;
  guint needs;
  const char *text;
  gboolean (*precondition)(Judge *j);
  gboolean (*statement)(Judge *j);
  const char *precondition_text,
      *statement_text; /* as in properties.def: program.c gives the words a meaning */
} DomainProperty;

extern const DomainProperty properties[];
extern const guint n_properties;
#define MAX_PROPERTIES 80

guint property_index(guint number); /* n_properties: there is none */
/* Is it to hold for the domain? */
gboolean property_applies(const DomainProperty *p, const AcfDomain *d);
char property_letter(PropertyClass c); /* S, P or C */

/* Checks a property of the elements of a trial, as its script says. */
Outcome property_check(const Trial *t, const Check *c);
#endif
