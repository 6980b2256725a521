/* SPDX-License-Identifier: GPL-3.0-or-later */
/* So few inputs that all of them can be run. */
#ifndef ACF_FEW_H
#define ACF_FEW_H
#include "ir/ir.h"
#include "portfolio/analyzer.h"

/* The failing ones of the region, in a child; NULL: there are too many inputs, or a run does not tell. */
const Term *few_fail(const Program *p, const Term *region, JobLimits limits);
#endif
