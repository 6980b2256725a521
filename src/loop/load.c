/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the options to the program. */
#include "loop/load.h"
#include "frontend/frontend.h"
#include "frontend/property.h"
#include "base/job.h"
#include "loop/compile-commands.h"
#include "loop/schedule.h"

/* A property file names an entry function, too: both have to mean the same. */
static gboolean choose_entry(Property *p, const char *entry, GError **error) {
  if (!g_str_equal(p->entry, "main") && !g_str_equal(p->entry, entry)) {
    g_set_error(error, ACF_PROPERTY_ERROR, PROPERTY_ERROR_SYNTAX,
                "runs begin in %s by the property, and in %s by --entry: say one of them", p->entry, entry);
    return FALSE;
  }
  property_set_entry(p, entry);
  return TRUE;
}

/* Whether runs end is asked of whole runs: other failures would end them, and every loop counts. */
static gboolean stands_alone(const Property *p, const AnalysisOptions *o, GError **error) {
  const guint others = p->kinds & ~(1u << PROPERTY_TERMINATION);
  if (!property_asks_for_end(p) || (!others && !o->at_file)) return TRUE;
  g_set_error(error, ACF_PROPERTY_ERROR, PROPERTY_ERROR_SYNTAX,
              others ? "termination is asked by itself: give the other properties to a run of its own"
                     : "termination is asked of the whole program, not of one place: leave --at out");
  return FALSE;
}

/* Error functions that are given replace those of whatever the property says. */
static Property *chosen_property(const AnalysisOptions *o, const Property *otherwise, GError **error) {
  g_autoptr(Property) p = o->properties ? property_parse_all(o->properties, error)
                          : otherwise ? property_copy(otherwise)
                                      : property_new(o->only ? PROPERTY_RUNTIME_ERRORS : PROPERTY_UNREACH_CALL, NULL, NULL);
  if (!p || (o->entry && !choose_entry(p, o->entry, error))) return NULL;
  if (o->error_functions && *o->error_functions)
    property_set_errors(p, (const char *const *)o->error_functions);
  return stands_alone(p, o, error) ? g_steal_pointer(&p) : NULL;
}

/* ---- files ---- */

static void add_flags(GPtrArray *to, char *const *flags) {
  for (; flags && *flags; flags++) g_ptr_array_add(to, g_strdup(*flags));
}

/* Those of the database come first, so that what is given by hand counts. */
static char **flags_of(const AnalysisOptions *o, const CompileCommands *commands, const char *path,
                       GPtrArray *left_out, GError **error) {
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
  if (commands && !compile_commands_find(commands, path, o->lp64, all, left_out, error)) return NULL;
  add_flags(all, o->flags);
  g_ptr_array_add(all, NULL);
  return (char **)g_ptr_array_free(g_steal_pointer(&all), FALSE);
}

static gboolean add_file(const AnalysisOptions *o, const CompileCommands *commands, const char *path,
                         GPtrArray *files, GPtrArray *left_out, GError **error) {
  g_auto(GStrv) flags = flags_of(o, commands, path, left_out, error);
  SourceFile *f = flags ? frontend_read(path, (const char *const *)flags, error) : NULL;
  if (f) g_ptr_array_add(files, f);
  return f != NULL;
}

static gboolean add_models(const AnalysisOptions *o, GPtrArray *files, GError **error) {
  for (char **m = o->models; m && *m; m++) {
    if (!add_file(o, NULL, *m, files, NULL, error)) return FALSE;
    ((SourceFile *)files->pdata[files->len - 1])->is_model = TRUE;
  }
  return TRUE;
}

/* SourceFile*; left_out gets sentences (char*) on arguments that were not taken from the database. */
static GPtrArray *read_files(const AnalysisOptions *o, GPtrArray *left_out, GError **error) {
  char *const alone[] = {o->program, NULL};
  g_autoptr(GPtrArray) files = source_files_new();
  g_autoptr(CompileCommands) commands = NULL;
  if (o->compile_commands && !(commands = compile_commands_read(o->compile_commands, error))) return NULL;
  for (char *const *f = o->files ? o->files : alone; *f; f++)
    if (!add_file(o, g_str_equal(*f, "-") ? NULL : commands, *f, files, left_out, error)) return NULL;
  return add_models(o, files, error) ? g_steal_pointer(&files) : NULL;
}

/* Restricted to what the options say. */
static gboolean restrict_property(const AnalysisOptions *o, Property *p, GError **error) {
  if (o->at_file) property_set_place(p, o->at_file, o->at_line);
  if (o->only) property_set_failures(p, o->only);
  if (o->no_overflow) property_exclude(p, FAILURE_OVERFLOW);
  if (!p->failures)
    g_set_error(error, ACF_PROPERTY_ERROR, PROPERTY_ERROR_UNKNOWN,
                "nothing is left that counts: %s of %s", o->no_overflow && !o->only
                    ? "--overflow none excludes the failures" : "--only names no failure", property_name(p));
  return p->failures != 0;
}

Program *load_program(const AnalysisOptions *o, const Property *otherwise, GError **error) {
  g_autoptr(Property) property = chosen_property(o, otherwise, error);
  if (!property || !restrict_property(o, property, error)) return NULL;
  g_autoptr(GPtrArray) left_out = g_ptr_array_new_with_free_func(g_free),
                       files = read_files(o, left_out, error);
  if (!files) return NULL;
  const gboolean named = (o->properties || o->error_functions) && !property_has_usual_errors(property);
  const FrontendOptions options = {
      .lp64 = o->lp64,
      .no_overflow = o->no_overflow,
      .property = property,
      .entry = &o->arguments,
      .named = named,
      .chooses = !o->properties && !o->error_functions && !o->only && !otherwise,
      .bounds = &o->bounds,
      .deadline = o->seconds > 0 ? schedule_reading(o) : 0,
      .stopped = o->seconds > 0 ? job_interrupted : NULL};
  Program *p = frontend_load_files(files, &options, error);
  for (guint i = 0; p && i < left_out->len; i++)
    g_ptr_array_add(p->assumptions, g_strdup((const char *)left_out->pdata[i]));
  return p;
}
