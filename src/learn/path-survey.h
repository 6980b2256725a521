/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quick look at what a program does with its inputs: which it reads, which conditions it decides by, and
 * points on many different paths.  Uses the solver. */
#ifndef ACF_PATH_SURVEY_H
#define ACF_PATH_SURVEY_H
#include "ir/cfg.h"

typedef struct {
  GPtrArray *inputs; /* Term*: those that some run read, in the order of finding them */
  GPtrArray *atoms;  /* Term*: conditions over the inputs, each once; none large, none with a havoc */
  GPtrArray *points; /* Model*: one for each run, with the values of the inputs it read */
} PathSurvey;

/* Follows single runs from points of the condition (NULL: all), at most max_runs of them. */
PathSurvey *path_survey_new(const Program *p, const Cfg *cfg, const Term *condition, guint max_runs,
                            gint64 deadline);
void path_survey_free(PathSurvey *s);
#endif
