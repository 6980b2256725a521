/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of the lines that are run, in a build with --enable-coverage. */
#ifndef ACF_COVERAGE_H
#define ACF_COVERAGE_H
#ifdef ACF_COVERAGE
#include <gcov.h>
#endif

/* Keeps the counts of a process that ends by _exit().  One that is killed loses its own. */
static inline void coverage_keep(void) {
#ifdef ACF_COVERAGE
  __gcov_dump();
#endif
}
#endif
