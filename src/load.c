/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the options to the program. */
#include "load.h"
#include "frontend/frontend.h"
#include "portfolio/analyzer.h"

#define READING_SHARE 0.7 /* of the time, and a moment, at most: even a busy machine compiles in that */
#define READING_SECONDS 1

static gint64 reading_deadline(const Options *o) {
  return o->start + (gint64)(1e6 * (READING_SHARE * o->seconds + READING_SECONDS));
}

Program *load_program(const Options *o, const Property *property, GError **error) {
  const FrontendOptions options = {
      .lp64 = o->lp64,
      .no_overflow = o->no_overflow,
      .entry = property->entry,
      .deadline = o->seconds > 0 ? reading_deadline(o) : 0,
      .stopped = o->seconds > 0 ? job_interrupted : NULL,
      .error_functions = o->error_functions ? (const char *const *)o->error_functions
                                            : (const char *const *)property->error_functions->pdata};
  return frontend_load(o->program, &options, error);
}

ExitStatus load_status(const GError *error) {
  const gboolean own_fault = g_error_matches(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_INTERNAL) ||
                             g_error_matches(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_COMPILER);
  return own_fault ? EXIT_INTERNAL : EXIT_DATA;
}
