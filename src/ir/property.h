/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A property: which runs of a program are failures.  A value that is made once, kept in the Program, written
 * with the characterization and read back; all other code reads names from it.
 * The kinds of properties are the table properties.def, the usual error functions error-functions.def. */
#ifndef ACF_IR_PROPERTY_H
#define ACF_IR_PROPERTY_H
#include "ir/failure.h"

typedef enum {
#define PROPERTY(id, ...) PROPERTY_##id,
#include "ir/properties.def"
#undef PROPERTY
  PROPERTY_KINDS
} PropertyKind;

typedef struct {
  const char *name;    /* on the command line and in JSON: "unreach-call" */
  guint failures;      /* 1 << FailureKind: the events that it counts as failures */
  const char *formula; /* what a property file says of runs, in as many lines; %s: an error function, where it speaks of one */
  const char *cover;   /* the same as a goal of test suites */
} PropertyRow;

typedef struct {
  PropertyKind kind; /* of several the first */
  guint kinds;       /* 1 << PropertyKind: all that are asked together */
  guint failures;    /* 1 << FailureKind: the events that are failures; others of its kinds only end the run */
  char *at_file;     /* events elsewhere only end the run; NULL: they count everywhere */
  guint at_line;
  char *entry;            /* the function where runs begin: "main" */
  char **error_functions; /* NULL-terminated, at least one, none twice: a call of one of them is a failure.
                             The first stands for all of them where a format has room for one. */
} Property;

const PropertyRow *property_row(PropertyKind kind);
/* FALSE: no kind has this name. */
gboolean property_find(const char *name, PropertyKind *kind);
char *property_names(void); /* of all kinds, for messages: "unreach-call, ..." */

/* A copy of what is given.  NULL stands for the default: main, and the functions whose calls SV-COMP and the
 * C library take for failures. */
Property *property_new(PropertyKind kind, const char *entry, const char *const *error_functions);
Property *property_copy(const Property *p);
void property_free(Property *p);
void property_set_entry(Property *p, const char *entry);
void property_set_errors(Property *p, const char *const *error_functions);
/* Both are asked from now on: what is a failure of one is a failure.  They begin in the same function. */
void property_join(Property *p, const Property *other);
/* Only these events are failures, out of those that were: 1 << FailureKind. */
void property_set_failures(Property *p, guint failures);
/* Such an event is no failure: runs in which it happens are not asked for. */
void property_exclude(Property *p, FailureKind kind);
void property_set_place(Property *p, const char *file, guint line);

const char *property_name(const Property *p); /* interned; of several "no-overflow+valid-deref" */
/* The default property of that name, which may be one of several; NULL: there is none. */
Property *property_named(const char *name);
gboolean property_is_error(const Property *p, const char *function);
gboolean property_asks(const Property *p, PropertyKind kind);  /* alone, or with others */
gboolean property_ends(const Property *p, FailureKind kind);   /* such an event ends the run, failure or not */
gboolean property_counts(const Property *p, FailureKind kind); /* such an event is a failure */
/* Runs that never end are the failures: then every loop and every recursion may fail. */
static inline gboolean property_asks_for_end(const Property *p) { return property_counts(p, FAILURE_ENDLESS); }
/* The same of an event at a place; file NULL: not known where. */
gboolean property_counts_at(const Property *p, FailureKind kind, const char *file, guint line);
/* The error functions are the default ones: the user has named no other. */
gboolean property_has_usual_errors(const Property *p);
/* What a run without failure has, for people: "no call of reach_error, no failing assert".  Of the default
 * error functions the first stands for all; others are all named.  Other properties than unreach-call are
 * named, too: "no-overflow (no signed overflow)"; more than three kinds by their names: "runtime-errors (call of
 * reach_error, assert, abort, ...)". */
char *property_absence(const Property *p);
/* NULL: both say the same; else what differs, for people: "entry function (f, not main)". */
char *property_difference(const Property *a, const Property *b);
/* As a property file, which has room for one error function: "CHECK( init(main()), LTL(G ! call(f())) )"; of
 * several properties one line each. */
char *property_specification(const Property *p, const char *error_function);
/* The goal of test suites, for the first error function: "COVER( init(main()), FQL(...) )". */
char *property_cover(const Property *p);

/* ---- error functions, whatever the property ---- */

/* Verifiers take a call of this function for a failure by default; a property file that names it
 * means the default error functions. */
gboolean error_function_is_known(const char *function);
const char *error_function_usual(void);                   /* the one that every verifier knows */
FailureKind error_function_failure(const char *function); /* what a call of it is, where it is a failure */
gboolean error_function_ends(const char *function);       /* a call of it ends the run, failure or not */

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Property, property_free)
#endif
