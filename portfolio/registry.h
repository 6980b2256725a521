/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All analyzers: the embedded engines, and the external verifiers that key files describe.
 *
 * Descriptions come from the folder that goes with the program (or the one that $ACF_ANALYZERS names), from
 * analyzers.d in the user's configuration folder, and from the command line; a later one of the same name
 * takes the place of an earlier one, so the user has the last word. */
#ifndef ACF_REGISTRY_H
#define ACF_REGISTRY_H
#include "engine/engine.h"
#include "portfolio/cache.h"
#include "portfolio/description.h"

typedef struct {
  const char *name, *description;
  const Engine *engine;  /* an embedded one, or NULL: */
  Description *external; /* an external one */
  char *executable;      /* of an external one: its path; NULL: not found */
  char *version;         /* NULL until analyzer_version() */
  gsize memory_bytes;    /* for its process; 0: no limit */
  Cache *cache;          /* where results of an external one are kept; NULL: nowhere */
  double delay;          /* seconds before it joins a race; < 0: it never does */
  gboolean member;       /* it takes part in races */
  gboolean distrusted;   /* it was caught with a false verdict: not asked any more in this run */
} Analyzer;

typedef struct {
  GPtrArray *analyzers; /* Analyzer*: engines first, in the order of their table, then others by name */
} Registry;

/* files: further descriptions, NULL-terminated, or NULL; a broken one is an error.  One in the folders that
 * is broken is left out: its message goes to complaints (char*). */
Registry *registry_new(const char *const *files, GPtrArray *complaints, GError **error);
void registry_free(Registry *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Registry, registry_free)
Analyzer *registry_find(const Registry *r, const char *name); /* NULL: there is none */
gboolean analyzer_found(const Analyzer *a);
/* By asking the tool, once; "" when it prints none. */
const char *analyzer_version(Analyzer *a);
/* The participants: engines with a delay of 0 or more, and found external ones that are worth something, that
 * only have to find, or that the user describes; without those named by without, and then with those named by
 * with.  Each is a list of names separated by commas ("external": all external ones), or NULL.  FALSE with an
 * error: a name that means nothing, or a tool that is not there. */
gboolean registry_choose(Registry *r, const char *with, const char *without, GError **error);
void registry_limit(Registry *r, gsize memory_bytes); /* of each external process */
void registry_keep(Registry *r, Cache *cache);        /* results of external ones; NULL: not */
char *registry_table(Registry *r);                    /* for people, to free */
#endif
