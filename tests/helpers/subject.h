/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An example program with its exact failing set, as the comment at its top states it:
 *   DATA-MODEL: ILP32 | LP64
 *   PROPERTY: NAME                  (unreach-call when left out)
 *   ENTRY: FUNCTION                 (main when left out)
 *   ERRORS: FUNCTION FUNCTION...    (whose calls are failures; the usual ones when left out)
 *   EXPECT: exact | bounded         (exact when left out; bounded: acf need not find the exact set)
 *   OPTIONS: OPTION...              (of acf, as a shell reads them)
 *   ALPHABET: CHARACTERS            (of texts that are tried; \n and \s stand for the end of a line and a space)
 *   SCANS: FORMAT                  (of a call of scanf, where formats have characters or literals; one line for each)
 *   INPUT: NAME LINE:COLUMN#OCCURRENCE WIDTH [KIND]     (KIND: nondet when left out)
 *   INPUT: NAME =SYMBOL WIDTH       (of arguments and streams; SYMBOL without its spaces)
 *   INPUT: NAME PATH WIDTH KIND     (a parameter, or a variable outside of functions: a[0], p->x)
 *   FAILS-IFF: an SMT-LIB 2 term of sort Bool over the NAMEs, up to the end of the comment or the next key
 * Programs with PATHs define subject_main where GOLDEN_VALUE is defined: a native run, in which GOLDEN_VALUE(i) is
 * the value of the i-th INPUT, from 0. */
#ifndef ACF_TESTS_SUBJECT_H
#define ACF_TESTS_SUBJECT_H
#include <z3.h>
#include "formula/term.h"
#include "ir/property.h"

typedef struct {
  char *name, *kind;
  char *symbol, *path; /* NULL, both: the place says which it is */
  guint line, column, occurrence, width;
} SubjectInput;

typedef struct {
  char *path, *name; /* name: the file's, without ".c" */
  char *source;
  gboolean lp64, bounded;
  Property *property;
  GPtrArray *inputs; /* SubjectInput* */
  char *fails_iff;
  char **options; /* of acf; NULL: none */
  char *alphabet; /* NULL: none given */
  GPtrArray *scans; /* char*: formats */
} Subject;

Subject *subject_load(const char *path, GError **error);
void subject_free(Subject *s);
/* SMT-LIB 2: a constant for each input, and the function `fails`. */
void subject_declare(const Subject *s, GString *script);
/* The failing set over these terms, one for each of its inputs in their order. */
const Term *subject_formula(const Subject *s, const GPtrArray *inputs, GError **error);
/* All the subjects of the folder that ACF_SUBJECTS names, else of the sources' (only those whose name
 * ACF_ONLY contains, when it is set), without those of the folders in it. */
GPtrArray *subjects_load_all(void);
/* Runs a test of each of those in some folders within that one ("." is itself; to NULL), "/<group>/<its name>";
 * those that fail do not stop the others. */
int subjects_run_tests(const char *group, const char *const *folders, GTestDataFunc test);
#define SUBJECTS_NONDET "."
#define SUBJECTS_INPUTS "inputs" /* with arguments and standard input */
#define SUBJECTS_FUNCTIONS "functions" /* that begin in functions, with PATHs */

/* The conjunction of what script asserts.  NULL when it does not parse: *message says why (to free). */
Z3_ast smt2_parse(Z3_context z3, const char *script, char **message);
Z3_context smt2_context(void);
#endif
