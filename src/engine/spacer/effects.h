/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the nodes of a flat program read and write: live slots (see precision.h) and the signatures of
 * procedures. */
#ifndef ACF_EFFECTS_H
#define ACF_EFFECTS_H
#include "engine/spacer/precision.h"

typedef struct {
  const Precision *precision;
  GArray **live;    /* by node: guint, the slots whose value on entry may be used, increasing */
  GArray **inputs;  /* by procedure: guint, the slots it gets: parameters, then places it may read or write */
  GArray **outputs; /* by procedure: guint, the slots it gives back: results, then places it may write */
} Effects;

/* NULL: too large. */
Effects *effects_new(const Precision *p);
void effects_free(Effects *e);
/* The address is a number that must be known, not only the object it points into. */
gboolean operand_needs_value(const Places *p, const Operand *o, guint base);
/* The object whose contents an instruction makes unknown, or NO_OBJECT_KNOWN. */
guint instr_scrambles(const Places *p, const IrInstr *i, guint base);
#endif
