/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A CFC read back from the JSON that export_json() wrote.
 *
 * The program itself is not in the file.  What the exports need of it is: its name, its data model, its input
 * sites, its entry function and external objects by name; the Program of a CFC that was read has these and
 * nothing else (no code). */
#ifndef ACF_IMPORT_READ_H
#define ACF_IMPORT_READ_H
#include "cfc/cfc.h"

/* NULL with a message that says what is wrong and where: "x.json: partition 2: upper: character 17: ...".
 * The shape is checked, every name and every width; what the formulas claim of each other is not: see
 * cfc_check(). */
Cfc *cfc_read(const char *path, GError **error);
/* The same with cfc_check(), in a quarter of so many seconds: a file whose claims contradict each other is
 * not accepted; one that could not be checked is, which is said on standard error. */
Cfc *cfc_read_sound(const char *path, double seconds, GError **error);
/* With its program. */
void cfc_read_free(Cfc *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Cfc, cfc_read_free)

typedef enum { CFC_SOUND, CFC_WRONG, CFC_NOT_CHECKED } CfcCheck;
/* Do the partitions not overlap, does each lower bound imply its upper bound, are exact ones equal, and are
 * the examples points of the lower bounds?  Does one guard of each location of the automaton hold, whatever the
 * inputs, and do the examples not contradict it?  By the solver, in a process of its own that gets so many seconds;
 * CFC_WRONG: *what says where (to free). */
CfcCheck cfc_check(const Cfc *c, double seconds, char **what);

/* The input with that symbol or short name, among those of the CFC and the first ones of its automaton; NULL: none has it. */
const Term *cfc_find_input(const Cfc *c, const char *name);
#endif
