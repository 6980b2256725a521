/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small C programs as text, for tests of what runs on a Program.
 * They may use: any() (an int input), any_byte() (unsigned char), assume(c), check(c), which fails when c
 * does not hold, malloc, free, memcpy and memset. */
#ifndef ACF_TESTS_SAMPLE_H
#define ACF_TESTS_SAMPLE_H
#include "engine/answer.h"
#include "frontend/frontend.h"

typedef struct {
  const char *name;
  const char *source;
} Sample;

typedef struct {
  Program *program;
  Cfg *cfg;
} Loaded;

/* The program of a text, in a file whose name ends so; NULL with an error. */
Program *sample_read(const char *text, const char *suffix, const FrontendOptions *options, GError **error);
/* The program of a text of two parts, for LP64; errors end the test. */
Program *sample_lower(const char *beginning, const char *source);
Loaded sample_load(const char *source);
Loaded sample_load_for(const char *source, const char *property); /* by its name */
void sample_free(Loaded *l);
/* The occurrence-th value of the n-th call of an input function, in the order of the text. */
const Term *sample_input(const Program *p, guint n, guint occurrence);
/* Is the point where the input has the value, and all others 0, in the region? */
gboolean sample_contains(const Term *region, const Term *input, gint64 value);
/* All of its runs, within 60 seconds. */
Question sample_question(const Loaded *l);
/* The run of a point, as symex follows it; NULL: it does not fail. */
Automaton *sample_trace(const Loaded *l, const Model *point);
/* A test for each of n samples, "<group>/<its name>". */
void sample_add_tests(const char *group, const Sample *samples, guint n, GTestDataFunc test);
/* Is the part in one of the texts (of char *)? */
gboolean any_mentions(const GPtrArray *texts, const char *part);
/* A temporary file with the text, to free and to unlink. */
char *temporary_file(const char *text);
#endif
