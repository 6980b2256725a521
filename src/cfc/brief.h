/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas that are too long to read, in few cases or in outline (see formula/few-cases.h). */
#ifndef ACF_CFC_BRIEF_H
#define ACF_CFC_BRIEF_H
#include "formula/few-cases.h"

/* In a child of at most so many seconds.  What was found by then; nothing: above is true, below false. */
FewCases brief(const Term *formula, double seconds, gsize memory_bytes);
#endif
