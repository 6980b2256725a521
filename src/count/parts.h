/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which formulas hang together by the inputs they mention. */
#ifndef ACF_COUNT_PARTS_H
#define ACF_COUNT_PARTS_H
#include "formula/term.h"

/* The formulas (Term*) in groups: an array of GPtrArrays; formulas of different groups share no input. */
GPtrArray *parts_by_inputs(const GPtrArray *formulas);
#endif
