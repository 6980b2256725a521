/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small examples: of the points of a region one with few and short arguments, printable bytes, and numbers
 * near zero, as people would type them. */
#ifndef ACF_CFC_PREFER_H
#define ACF_CFC_PREFER_H
#include "ir/ir.h"

/* A point of the region that is as small as could be found from this one, which is one of its points, in a
 * moment; NULL: there is nothing to prefer, for the region does not speak of inputs. */
Model *prefer_small(const Program *p, const Term *region, const Model *point);
#endif
