/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims about the variables at the heads of loops, put into the program as checks: then the question whether
 * they hold is the question whether the program fails. */
#ifndef ACF_CLAIM_H
#define ACF_CLAIM_H
#include "ir/cfg.h"

typedef struct {
  guint function, block; /* the head of a loop */
  const Term *condition; /* Boolean, over havocs that stand for operands on entry to the block */
  GHashTable *operands;  /* Term* (a havoc) to Operand*: OPERAND_GLOBAL is meant as what is stored there */
} HeadClaim;

/* What a C expression claims at a head, in the variables that the block knows and those globals that are one
 * integer; NULL with an error: it cannot be said.  info is the function's. */
HeadClaim *head_claim_new(const Program *p, const CfgInfo *info, guint function, guint block,
                          const char *text, GError **error);
void head_claim_free(HeadClaim *c);

/* The program's own errors end runs silently from now on. */
void claims_replace_errors(Program *p);
/* Each arrival at the head fails unless the claim holds.  Of several claims about one head each gets a block;
 * the block that was the head stays the head.  Compute a Cfg after it. */
void claim_insert(Program *p, const HeadClaim *c);
#endif
