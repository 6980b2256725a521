/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of the witness formats, checked apart from acf's own readers where that is possible. */
#ifndef ACF_TESTS_WITNESS_RULES_H
#define ACF_TESTS_WITNESS_RULES_H
#include <glib.h>

/* What is wrong with a witness file (.graphml or .yml) that acf wrote, to free; NULL: nothing.  The program
 * that it names must be there. */
char *witness_fault(const char *path);
#endif
