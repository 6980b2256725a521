/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of counting, which `acf --count` and `acf count` share. */
#ifndef ACF_COUNT_OPTIONS_H
#define ACF_COUNT_OPTIONS_H
#include <glib.h>

typedef struct {
  gboolean count; /* asked for, in a run that analyses */
  char **domain;
  double epsilon, delta;
  gint steps; /* of an automaton, within which the probability to fail is asked for */
} CountOptions;

/* A group of options that write to o, which gets its defaults. */
GOptionGroup *count_options_group(CountOptions *o);
gboolean count_options_check(const CountOptions *o, GError **error);
void count_options_clear(CountOptions *o);
#endif
