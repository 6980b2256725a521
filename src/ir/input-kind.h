/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of inputs: how a value enters the run.  The table is input-kinds.def.
 *
 * What a folder above does with an input stands in a table there with one row a kind, made from the same file
 * so that a kind without a row does not compile: native/input-drive.c (native runs and tests) and
 * conditioner/rewrite.c (conditions in the source). */
#ifndef ACF_IR_INPUT_KIND_H
#define ACF_IR_INPUT_KIND_H
#include <glib.h>

typedef enum {
#define INPUT_KIND(id, ...) SITE_##id,
#include "ir/input-kinds.def"
#undef INPUT_KIND
  SITE_KINDS
} SiteKind;

typedef enum {
  ENTERS_BY_CALL,        /* a function returns it: an occurrence for each execution of the call */
  ENTERS_IN_MEMORY,      /* memory holds it, each scalar at its offset */
  ENTERS_FROM_ELSEWHERE, /* the first where the site has a function, else the second */
  ENTERS_AT_START,       /* the system gives it to the program, each part at its offset */
  ENTERS_AS_ARGUMENT     /* the caller of the entry function gives it, once */
} InputEntry;

typedef enum {
  INPUT_FREE = 1,    /* each execution reads one value that the program gets as it is; nothing restricts it */
  INPUT_COMMON = 2,  /* every verifier takes it for an input, and witnesses speak of it */
  INPUT_BOUNDED = 4, /* the number of occurrences that are followed of a site is limited */
  INPUT_IDLE = 8,    /* a read whose value nothing uses may be left out */
  INPUT_POINTS = 16  /* pointers that it holds are followed into memory that is an input, too */
} InputTraits;

typedef struct {
  const char *name; /* as it is written and read: "nondet" */
  const char *text; /* for people, behind the place; NULL: the usual kind, which is not mentioned */
  InputEntry enters;
  guint traits; /* InputTraits */
} InputKindRow;

const InputKindRow *input_kind_row(SiteKind kind);
/* FALSE: no kind has this name. */
gboolean input_kind_find(const char *name, SiteKind *kind);
char *input_kind_names(void);              /* of all kinds, for messages: "nondet, ..." */
guint input_kinds_with(InputTraits trait); /* 1 << SiteKind of those that have it */
const char *site_kind_name(SiteKind kind);
#endif
