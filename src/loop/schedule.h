/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the time of an analysis is divided among its parts.
 *
 *     start                                                        start + --time
 *       |  reading  |  alternation             |  partitions  |  outputs  |  + a little
 *
 * Each part ends by its deadline with what it has, and what one does not need is there for the next.  Outputs
 * that take time of their own (counts, pictures, tests, witnesses, replay) share what is kept for them; all
 * are done schedule_end_seconds and schedule_end_share of the time after its end, however busy the machine
 * is.  Deadlines are monotonic microseconds. */
#ifndef ACF_SCHEDULE_H
#define ACF_SCHEDULE_H
#include "loop/options.h"

/* Compiling and lowering the program; later than the others where the time is short, for without a program
 * there is no answer. */
gint64 schedule_reading(const AnalysisOptions *o);
/* The alternating loop. */
gint64 schedule_alternation(const AnalysisOptions *o);
/* Partitions put in shape. */
gint64 schedule_partitions(const AnalysisOptions *o);
/* The end of everything. */
gint64 schedule_end(const AnalysisOptions *o);

/* The deadline of the next of so many outputs that are left: its share of what is left, and at least a
 * moment. Whoever has interrupted the run does not want to wait long for any. */
gint64 schedule_output(const AnalysisOptions *o, guint left);
/* The seconds until a deadline, at least 0. */
double schedule_seconds(gint64 deadline);
#endif
