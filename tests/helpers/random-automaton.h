/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small exact failure automata by chance, over inputs of two bits.  In a step one place is read, or two, once each. */
#ifndef ACF_TESTS_RANDOM_AUTOMATON_H
#define ACF_TESTS_RANDOM_AUTOMATON_H
#include "ir/failure-automaton.h"

enum { RANDOM_AUTOMATON_WIDTH = 2, RANDOM_AUTOMATON_VALUES = 4 };

/* Sites x and y, for two programs to have in common. */
Program *random_automaton_program(const char *path);
/* sites: x is bit 0, y bit 1; 0: each location reads other ones. */
FailureAutomaton *random_automaton(GRand *random, guint locations, guint sites);
/* Occurrence n of a site, counted from the start. */
const Term *random_automaton_input(guint site, guint n);
#endif
