/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failure automata that tests of exports share. */
#ifndef ACF_TEST_AUTOMATA_H
#define ACF_TEST_AUTOMATA_H
#include "cfc/cfc.h"

/* Adds a site whose value is called so; its id. */
guint add_value_site(Program *p, const char *variable, guint width, gboolean is_float);
/* The r-th value that a step reads of the site. */
const Term *step_input(const Program *p, guint site, guint r);
/* An edge that reads so many values of site 0 and of site 1. */
void add_reading_edge(FailureAutomaton *a, guint from, guint to, const Term *guard, guint first, guint second);

/* A switch, as doc/switch.c: to free with cfc_free() and program_free(). */
Cfc *switch_cfc(Program *p);
/* The same switch where runs that never end are asked for: on, 4 ends the run, and 5 has it go on for ever. */
Cfc *endless_cfc(Program *p);
/* Steps that read one value a or, where that is negative, also one or two values b. */
Cfc *branching_cfc(Program *p);
#endif
