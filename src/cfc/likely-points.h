/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A point of a region found by trying, where a solver takes too long: values as people and programs use them. */
#ifndef ACF_CFC_LIKELY_POINTS_H
#define ACF_CFC_LIKELY_POINTS_H
#include "ir/ir.h"

/* A point in which the formula holds; NULL: none was found in that time. */
Model *likely_point(const Program *p, const Term *formula, guint milliseconds);
#endif
