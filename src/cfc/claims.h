/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every output says about a CFC: its bounds as they can be written down, and its inputs. */
#ifndef ACF_CLAIMS_H
#define ACF_CLAIMS_H
#include "cfc/cfc.h"

/* The bounds as written: what SMT-LIB cannot say is weakened to true (upper) or false (lower). */
const Term *claim_upper(const Partition *p);
const Term *claim_lower(const Partition *p);
gboolean claim_exact(const Partition *p);
gboolean claims_exact(const Cfc *c); /* of all partitions */
/* The same, or by the automaton. */
gboolean claims_characterized(const Cfc *c);
/* The automaton says what the formulas do not: some runs fail, and exactly which.  Where runs fail by going on for ever,
 * this may be so though the verdict is unknown: no finitely many inputs fail for sure then. */
gboolean claims_by_automaton(const Cfc *c);
/* Some input of it fails for sure.  Bounds may be exact, and yet have no point: where that is not known, no
 * output shows the partition as failing. */
gboolean claim_fails(const Partition *p);
guint claims_failing(const Cfc *c); /* how many partitions do */
Verdict claims_verdict(const Cfc *c);
/* Why the partition is not exact, NULL when it is or nothing is known. */
const char *claim_reason(const Partition *p);

typedef struct {
  GPtrArray *all;        /* Term*: every input, ordered by key */
  GHashTable *mentioned; /* those that a formula mentions */
} ClaimInputs;
ClaimInputs *claim_inputs_new(const Cfc *c);
void claim_inputs_free(ClaimInputs *i);
gboolean claim_input_matters(const ClaimInputs *i, const Term *input);
/* What is said of the others: "does not matter", or less where something is not known. */
const char *claim_idle_text(const Cfc *c);

/* The values of an example, ordered by key: those it sets, and zero for others that the partition mentions.
 */
typedef struct {
  const Term *input;
  guint64 value;
} ClaimValue;
GArray *claim_example(const Partition *p, const Model *example);

/* "nothing in prog.c can fail: no call of ...", where that is why no input fails; NULL elsewhere. */
char *claim_nothing(const Cfc *c);
/* "no call of reach_error, no failing assert; 32-bit (ILP32)": what was checked, where runs begin unless
 * in main, and the data model. */
char *claim_checked(const Program *p);
/* What happens there, for people: "division by zero", "signed overflow of +" (as long as the code is known). */
char *claim_failure(const Program *p, Failure f);
const char *claim_data_model(const Program *p); /* "ILP32" or "LP64" */
const char *claim_overflow(const Program *p);   /* "wrap" or "none" */
const char *claim_version(void);                /* of acf */
#endif
