/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the options to the program. */
#include "load.h"
#include "frontend/frontend.h"
#include "portfolio/analyzer.h"
#include "schedule.h"

Program *load_program(const Options *o, const Property *property, GError **error) {
  const FrontendOptions options = {
      .lp64 = o->lp64,
      .no_overflow = o->no_overflow,
      .entry = property->entry,
      .deadline = o->seconds > 0 ? schedule_reading(o) : 0,
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
