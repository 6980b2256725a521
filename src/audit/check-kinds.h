/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of checks: a table.  A kind says of which candidates it makes checks, and makes the condition under
 * which a run fails. */
#ifndef ACF_AUDIT_CHECK_KINDS_H
#define ACF_AUDIT_CHECK_KINDS_H
#include "audit/seed.h"

/* What a kind may use to choose. */
typedef struct {
  const Seed *seed;
  GRand *rand;
  /* A constant for the candidate; NULL: from the pool and at random. */
  gint64 (*constant)(gpointer data, guint candidate, GRand *rand);
  gpointer data;
} CheckSource;

typedef struct {
  const char *name, *description;
  gboolean (*applies)(const Seed *s, guint candidate);
  char *(*condition)(const CheckSource *source,
                     guint candidate); /* C text, to free: a run that meets it fails */
  gboolean varies;                     /* other conditions can be made for the same candidate */
} CheckKind;

extern const CheckKind check_kinds[];
extern const guint n_check_kinds;
const CheckKind *check_kind_find(const char *name); /* NULL: there is none */
char *check_kind_names(void);                       /* "numeric, ..." */

/* char*: up to n different conditions of the kind for the candidate, at least one. */
GPtrArray *check_conditions(const CheckKind *kind, const CheckSource *source, guint candidate, guint n);
#endif
