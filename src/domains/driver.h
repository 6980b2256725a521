/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search: tries, each a script and some checks of every property, in children with limits.  A crash, an
 * endless loop or a failure inside a library is a finding, and the search goes on after it. */
#ifndef ACF_DOMAINS_DRIVER_H
#define ACF_DOMAINS_DRIVER_H
#include "domains/elements.h"

typedef enum { FOUND_VIOLATION, FOUND_FAILURE, FOUND_CRASH, FOUND_TIMEOUT, N_FINDING_KINDS } FindingKind;

/* Where in the search something is: enough to make its script again. */
typedef struct {
  guint64 number; /* of the try */
  guint round;
  double seconds; /* from the start of the search */
} Place;

/* Building elements, before any property is checked, has a place after the last property. */
#define BUILDING MAX_PROPERTIES

typedef struct {
  guint64 tried, tested; /* tested: the precondition held */
  guint64 found[N_FINDING_KINDS];
  Place first[N_FINDING_KINDS];
} PropertyTally;

/* In memory that parent and children share. */
typedef struct {
  guint64 number; /* the try that runs */
  guint property, round;
  guint64 tries;
  gint64 started;
  double busy; /* seconds in which tries ran */
  PropertyTally property_tally[MAX_PROPERTIES + 1];
} Tally;

typedef struct {
  Configuration configuration;
  guint64 seed;
  guint64 runs;    /* of each property */
  guint rounds;    /* of each property in a try */
  double seconds;  /* of the search; 0: no limit */
  double stall;    /* seconds after which a check is endless */
  gsize memory;    /* of a child, in bytes */
  guint deaths;    /* children that may die before the search ends */
  gboolean shrink; /* findings are made short */
  guint only;      /* number of the one property to check; 0: all */
} SearchOptions;

typedef struct {
  FindingKind kind;
  guint property; /* number; 0: making the elements */
  Place place;
  guint64 times;
  Script *script;
  char *text;        /* what ended a child, for people; NULL: a violation */
  const char *cause; /* "rounding", or NULL: not known */
} Finding;

typedef struct {
  const AcfDomain *domain;
  Tally tally;
  GPtrArray *findings; /* Finding*, in the order of properties */
  double seconds;
  gboolean interrupted;
} SearchResult;

SearchOptions search_defaults(void);
SearchResult *search_run(const AcfDomain *d, const SearchOptions *o);
void search_result_free(SearchResult *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SearchResult, search_result_free)

/* One try; what it finds goes to the tally.  stop: monotonic microseconds, 0: none (try.c) */
void try_run(const AcfDomain *d, const SearchOptions *o, guint64 number, Tally *tally);
/* The script of a place, with the check if property is not 0. */
Script *try_script(const AcfDomain *d, const SearchOptions *o, guint property, const Place *p);
/* In a child, before anything of a library runs: what it prints is not ours. */
void try_silence(void);
/* What a script does, here and now. */
Outcome try_outcome(const Script *s);
#endif
