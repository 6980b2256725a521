/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties as values. */
#include <string.h>
#include "ir/property.h"

/* ---- the tables ---- */

static const PropertyRow rows[PROPERTY_KINDS] = {
#define PROPERTY(id, name, failures, formula, cover) [PROPERTY_##id] = {name, failures, formula, cover},
#include "ir/properties.def"
#undef PROPERTY
};

static const struct {
  const char *name;
  FailureKind failure;
  gboolean known, ends;
} usual[] = {
#define ERROR_FUNCTION(name, failure, known, ends) {name, FAILURE_##failure, known, ends},
#include "ir/error-functions.def"
#undef ERROR_FUNCTION
};

static const char *const usual_names[] = {
#define ERROR_FUNCTION(name, ...) name,
#include "ir/error-functions.def"
#undef ERROR_FUNCTION
    NULL};

const PropertyRow *property_row(PropertyKind kind) {
  g_assert(kind < PROPERTY_KINDS);
  return &rows[kind];
}

gboolean property_find(const char *name, PropertyKind *kind) {
  for (guint i = 0; i < PROPERTY_KINDS; i++)
    if (g_str_equal(rows[i].name, name)) {
      *kind = (PropertyKind)i;
      return TRUE;
    }
  return FALSE;
}

char *property_names(void) {
  const char *names[PROPERTY_KINDS + 1] = {NULL};
  for (guint i = 0; i < PROPERTY_KINDS; i++) names[i] = rows[i].name;
  return g_strjoinv(", ", (char **)names);
}

/* ---- error functions ---- */

static guint find_usual(const char *function) {
  guint i = 0;
  while (i < G_N_ELEMENTS(usual) && !g_str_equal(function, usual[i].name)) i++;
  return i;
}

gboolean error_function_is_known(const char *function) {
  const guint i = find_usual(function);
  return i < G_N_ELEMENTS(usual) && usual[i].known;
}

const char *error_function_usual(void) { return usual[0].name; }

FailureKind error_function_failure(const char *function) {
  const guint i = find_usual(function);
  return i < G_N_ELEMENTS(usual) ? usual[i].failure : FAILURE_ERROR_CALL;
}

gboolean error_function_ends(const char *function) {
  const guint i = find_usual(function);
  return i < G_N_ELEMENTS(usual) && usual[i].ends;
}

/* ---- values ---- */

void property_set_entry(Property *p, const char *entry) {
  g_free(p->entry);
  p->entry = g_strdup(entry);
}

void property_set_errors(Property *p, const char *const *error_functions) {
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (; *error_functions; error_functions++)
    if (!g_ptr_array_find_with_equal_func(names, *error_functions, g_str_equal, NULL))
      g_ptr_array_add(names, (gpointer)*error_functions);
  g_assert(names->len > 0);
  g_ptr_array_add(names, NULL);
  char **copy = g_strdupv((char **)names->pdata);
  g_strfreev(p->error_functions);
  p->error_functions = copy;
}

Property *property_new(PropertyKind kind, const char *entry, const char *const *error_functions) {
  Property *p = g_new0(Property, 1);
  p->kind = kind;
  p->kinds = 1u << kind;
  p->failures = property_row(kind)->failures;
  p->entry = g_strdup(entry ? entry : "main");
  property_set_errors(p, error_functions ? error_functions : usual_names);
  return p;
}

Property *property_copy(const Property *p) {
  Property *copy = property_new(p->kind, p->entry, (const char *const *)p->error_functions);
  copy->kinds = p->kinds;
  copy->failures = p->failures;
  copy->at_file = g_strdup(p->at_file);
  copy->at_line = p->at_line;
  return copy;
}

void property_free(Property *p) {
  if (!p) return;
  g_free(p->at_file);
  g_free(p->entry);
  g_strfreev(p->error_functions);
  g_free(p);
}

/* The one kind that is the same as all of these together; PROPERTY_KINDS: none is. */
static PropertyKind as_one(guint failures) {
  PropertyKind kind = 0;
  while (kind < PROPERTY_KINDS && rows[kind].failures != failures) kind++;
  return kind;
}

/* The names of calls that are failures come from the one that speaks of calls. */
static void join_errors(Property *p, const Property *other) {
  const gboolean calls = property_counts(p, FAILURE_ERROR_CALL),
                 others = property_counts(other, FAILURE_ERROR_CALL);
  if (!others) return;
  g_autoptr(GStrvBuilder) all = g_strv_builder_new();
  if (calls) g_strv_builder_addv(all, (const char **)p->error_functions);
  g_strv_builder_addv(all, (const char **)other->error_functions);
  g_auto(GStrv) names = g_strv_builder_end(all);
  property_set_errors(p, (const char *const *)names);
}

void property_join(Property *p, const Property *other) {
  g_assert(g_str_equal(p->entry, other->entry));
  join_errors(p, other);
  p->kinds |= other->kinds;
  p->failures |= other->failures;
  const PropertyKind one = as_one(p->failures);
  if (one == PROPERTY_KINDS || property_asks(p, PROPERTY_VALID_MEMCLEANUP)) return; /* that counts more leaks */
  p->kind = one;
  p->kinds = 1u << one;
}

void property_set_failures(Property *p, guint failures) { p->failures &= failures; }

void property_exclude(Property *p, FailureKind kind) { p->failures &= ~(1u << kind); }

void property_set_place(Property *p, const char *file, guint line) {
  g_free(p->at_file);
  p->at_file = g_strdup(file);
  p->at_line = line;
}

const char *property_name(const Property *p) {
  g_autoptr(GString) name = g_string_new(NULL);
  for (guint kind = 0; kind < PROPERTY_KINDS; kind++)
    if (p->kinds & 1u << kind) g_string_append_printf(name, "%s%s", name->len ? "+" : "", rows[kind].name);
  return g_intern_string(name->str);
}

Property *property_named(const char *name) {
  g_auto(GStrv) names = g_strsplit(name, "+", -1);
  g_autoptr(Property) p = NULL;
  for (guint i = 0; names[i]; i++) {
    PropertyKind kind;
    if (!property_find(names[i], &kind)) return NULL;
    g_autoptr(Property) next = property_new(kind, NULL, NULL);
    if (p)
      property_join(p, next);
    else
      p = g_steal_pointer(&next);
  }
  return g_steal_pointer(&p);
}

gboolean property_is_error(const Property *p, const char *function) {
  return g_strv_contains((const char *const *)p->error_functions, function);
}

gboolean property_asks(const Property *p, PropertyKind kind) { return (p->kinds & 1u << kind) != 0; }

gboolean property_ends(const Property *p, FailureKind kind) {
  guint ends = 0;
  for (guint i = 0; i < PROPERTY_KINDS; i++)
    if (p->kinds & 1u << i) ends |= rows[i].failures;
  return (ends & 1u << kind) != 0;
}

gboolean property_counts(const Property *p, FailureKind kind) { return (p->failures & 1u << kind) != 0; }

/* `prog.c` is also the file `src/prog.c`. */
static gboolean is_place(const Property *p, const char *file, guint line) {
  if (!p->at_file) return TRUE;
  if (!file || line != p->at_line || !g_str_has_suffix(file, p->at_file)) return FALSE;
  const gsize before = strlen(file) - strlen(p->at_file);
  return before == 0 || file[before - 1] == '/';
}

gboolean property_counts_at(const Property *p, FailureKind kind, const char *file, guint line) {
  return property_counts(p, kind) && is_place(p, file, line);
}

/* In any order. */
static gboolean same_names(const char *const *a, const char *const *b) {
  if (g_strv_length((char **)a) != g_strv_length((char **)b)) return FALSE;
  for (; *a; a++)
    if (!g_strv_contains(b, *a)) return FALSE;
  return TRUE;
}

gboolean property_has_usual_errors(const Property *p) {
  return same_names((const char *const *)p->error_functions, usual_names);
}

char *property_difference(const Property *a, const Property *b) {
  if (a->kinds != b->kinds)
    return g_strdup_printf("property (%s, not %s)", property_name(a), property_name(b));
  if (a->failures != b->failures) return g_strdup("set of failures that count");
  if (g_strcmp0(a->at_file, b->at_file) != 0 || a->at_line != b->at_line)
    return g_strdup("place where failures count");
  if (!g_str_equal(a->entry, b->entry))
    return g_strdup_printf("entry function (%s, not %s)", a->entry, b->entry);
  if (same_names((const char *const *)a->error_functions, (const char *const *)b->error_functions))
    return NULL;
  g_autofree char *one = g_strjoinv(", ", a->error_functions), *other = g_strjoinv(", ", b->error_functions);
  return g_strdup_printf("set of error functions (%s, not %s)", one, other);
}

/* ---- for people, and specifications ---- */

/* A pattern of the table with the function's name in it. */
static char *with_function(const char *pattern, const char *function) {
  g_auto(GStrv) parts = g_strsplit(pattern, "%s", -1);
  return g_strjoinv(function, parts);
}

/* "f or g": the error functions whose calls are failures of this kind; NULL: there are none. */
static char *functions_of(const Property *p, FailureKind kind) {
  g_autoptr(GString) names = g_string_new(NULL);
  for (char **f = p->error_functions; *f; f++) {
    if (error_function_failure(*f) != kind) continue;
    if (names->len && property_has_usual_errors(p)) break;
    g_string_append_printf(names, "%s%s", names->len ? " or " : "", *f);
  }
  return names->len ? g_strdup(names->str) : NULL;
}

/* Failures of this kind are calls of error functions. */
static gboolean is_by_call(FailureKind kind) {
  for (guint i = 0; i < G_N_ELEMENTS(usual); i++)
    if (usual[i].failure == kind) return TRUE;
  return FALSE;
}

/* unreach-call is not named: its failures are calls, which are. */
static char *named_absence(const Property *p, const char *absences) {
  g_autofree char *place = p->at_file ? g_strdup_printf(", at %s:%u", p->at_file, p->at_line) : g_strdup("");
  if (p->kinds == 1u << PROPERTY_UNREACH_CALL) return g_strconcat(absences, place, NULL);
  return g_strdup_printf("%s (%s)%s", property_name(p), absences, place);
}

/* The kinds that are failures under the property, of which calls by error functions that it has. */
static guint checked_kinds(const Property *p) {
  guint kinds = 0;
  for (FailureKind kind = 0; kind < FAILURE_KINDS; kind++) {
    g_autofree char *functions = is_by_call(kind) ? functions_of(p, kind) : NULL;
    if (property_counts(p, kind) && (functions || !is_by_call(kind))) kinds |= 1u << kind;
  }
  return kinds;
}

/* "no abort", or where there are many such, "abort". */
static char *absence_of(const Property *p, FailureKind kind, gboolean many) {
  g_autofree char *functions = functions_of(p, kind);
  if (!many) return with_function(failure_row(kind)->absence, functions ? functions : "");
  return kind == FAILURE_ERROR_CALL ? g_strdup_printf("call of %s", functions) : g_strdup(failure_row(kind)->name);
}

char *property_absence(const Property *p) {
  const guint kinds = checked_kinds(p);
  const gboolean many = __builtin_popcount(kinds) > 3; /* then names are enough */
  g_autoptr(GString) text = g_string_new(NULL);
  for (FailureKind kind = 0; kind < FAILURE_KINDS; kind++) {
    if (!(kinds & 1u << kind)) continue;
    g_autofree char *absence = absence_of(p, kind, many);
    g_string_append_printf(text, "%s%s", text->len ? ", " : "", absence);
  }
  return named_absence(p, text->str);
}

char *property_specification(const Property *p, const char *error_function) {
  GString *text = g_string_new(NULL);
  for (guint kind = 0; kind < PROPERTY_KINDS; kind++) {
    if (!(p->kinds & 1u << kind)) continue;
    g_auto(GStrv) formulas = g_strsplit(rows[kind].formula, "\n", -1);
    for (guint i = 0; formulas[i]; i++) {
      g_autofree char *formula = with_function(formulas[i], error_function);
      g_string_append_printf(text, "%sCHECK( init(%s()), %s )", text->len ? "\n" : "", p->entry, formula);
    }
  }
  return g_string_free(text, FALSE);
}

char *property_cover(const Property *p) {
  g_autofree char *goal = with_function(property_row(p->kind)->cover, p->error_functions[0]);
  return g_strdup_printf("COVER( init(%s()), %s )", p->entry, goal);
}
