/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs whose runs in the interpreter are proofs: it has no choice in them.
 *
 * They compute with integers alone.  Addresses only lead to memory: they are not compared, turned into
 * numbers, kept in memory or returned, so that where objects lie makes no difference. */
#ifndef ACF_DETERMINISTIC_H
#define ACF_DETERMINISTIC_H
#include "ir/ir.h"

gboolean program_is_deterministic(const Program *p);
#endif
