/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arms of a branch that a run did not take: would it have mattered? */
#ifndef ACF_SLICER_ARMS_H
#define ACF_SLICER_ARMS_H
#include "ir/cfg.h"

/* A place that the program text fixes: in a global, or in the object of an alloca of the same function. */
typedef struct {
  gboolean is_global;
  guint id; /* the global, or the alloca's register */
  guint64 offset;
  guint bytes;
} ArmPlace;

typedef struct {
  /* The arms that were not taken all lead to join, without loops, and only compute and write to fixed places.
   */
  gboolean harmless;
  guint join; /* where the arms not taken meet the one taken, if the run goes there; or G_MAXUINT */
  gboolean *phi_differs; /* by phi of join: its value depends on the arm; NULL unless harmless */
  GArray *stores;        /* ArmPlace: what the arms not taken may write */
} Arms;

/* An IR_TERM that does not go well for all arguments: a division, a conversion from floating point. */
gboolean term_may_stop(const IrInstr *i);

/* By register: the instruction that defines it, NULL for phis and parameters.  To free. */
const IrInstr **function_definitions(const IrFunction *f);

Arms *arms_new(const Program *p, const IrFunction *f, const CfgInfo *info, const IrInstr *const *definitions,
               guint block, guint taken);
void arms_free(Arms *a);
#endif
