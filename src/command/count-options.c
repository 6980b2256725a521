/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of counting. */
#include "command/count-options.h"
#include <math.h>

GOptionGroup *count_options_group(CountOptions *o) {
  const GOptionEntry entries[] = {
      {"domain", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->domain,
       "Count only inputs with x=0..100, or those that an SMT-LIB file asserts; may be repeated",
       "X=LOW..HIGH|FILE"},
      {"epsilon", 0, 0, G_OPTION_ARG_DOUBLE, &o->epsilon,
       "Approximate counts are within a factor 1 + E (default: 0.8)", "E"},
      {"delta", 0, 0, G_OPTION_ARG_DOUBLE, &o->delta,
       "... but with a probability of D they are not (default: 0.2)", "D"},
      {"steps", 0, 0, G_OPTION_ARG_INT, &o->steps,
       "Automata: the probability to fail within K steps (default: 10)", "K"},
      {NULL}};
  *o = (CountOptions){.epsilon = 0.8, .delta = 0.2, .steps = 10};
  GOptionGroup *group = g_option_group_new("count", "Counting:", "Show the options of counting", NULL, NULL);
  g_option_group_add_entries(group, entries);
  return group;
}

gboolean count_options_check(const CountOptions *o, GError **error) {
  const char *wrong = !isfinite(o->epsilon) || o->epsilon < 0.05 || o->epsilon > 100
                          ? "--epsilon must be a number from 0.05 to 100"
                      : !(o->delta >= 0.001 && o->delta < 1)
                          ? "--delta must be a number from 0.001 to below 1"
                      : o->steps < 1 || o->steps > 100000 ? "--steps must be a number from 1 to 100000"
                          : NULL;
  if (wrong) g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, wrong);
  return !wrong;
}

void count_options_clear(CountOptions *o) { g_strfreev(o->domain); }
