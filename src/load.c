/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the options to the program. */
#include "load.h"
#include "frontend/frontend.h"
#include "frontend/property.h"
#include "portfolio/analyzer.h"
#include "schedule.h"

/* --error replaces the error functions of whatever the property says. */
static Property *chosen_property(const Options *o, const Property *otherwise, GError **error) {
  Property *p = o->property ? property_parse(o->property, error)
                : otherwise ? property_copy(otherwise)
                            : property_new(NULL, NULL, NULL);
  if (p && o->error_functions && *o->error_functions)
    property_set_errors(p, (const char *const *)o->error_functions);
  return p;
}

Program *load_program(const Options *o, const Property *otherwise, GError **error) {
  g_autoptr(Property) property = chosen_property(o, otherwise, error);
  if (!property) return NULL;
  const gboolean named = (o->property || o->error_functions) && !property_has_usual_errors(property);
  const FrontendOptions options = {
      .lp64 = o->lp64,
      .no_overflow = o->no_overflow,
      .property = property,
      .named = named,
      .deadline = o->seconds > 0 ? schedule_reading(o) : 0,
      .stopped = o->seconds > 0 ? job_interrupted : NULL};
  return frontend_load(o->program, &options, error);
}

ExitStatus load_status(const GError *error) {
  if (error->domain == ACF_PROPERTY_ERROR ||
      g_error_matches(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_FAILURE))
    return EXIT_USAGE;
  const gboolean own_fault = g_error_matches(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_INTERNAL) ||
                             g_error_matches(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_COMPILER);
  return own_fault ? EXIT_INTERNAL : EXIT_DATA;
}
