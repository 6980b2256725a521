/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an iteration of a loop records, kept apart from what the executor has recorded so far. */
#ifndef ACF_RECORDS_H
#define ACF_RECORDS_H
#include "symex/executor.h"

typedef struct {
  GArray *failures, *unknown; /* SymexEvent */
  GPtrArray *cuts;            /* Term* */
  Pending **pending;          /* by block of the frame */
} Records;

Records records_new(const Frame *f);
/* The executor records there from now on; r holds what it had. */
void records_exchange(Executor *x, Records *r);
/* When runs fail; when they are cut or unknown. */
const Term *records_failing(const Records *r);
const Term *records_open(const Records *r);
void records_free(Records *r);
#endif
