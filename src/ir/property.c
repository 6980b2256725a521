/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties as values. */
#include "ir/property.h"

/* The only list of them.  The first N_KNOWN have no other meaning in any verifier. */
#define N_KNOWN 2
static const char *const usual_errors[] = {"reach_error", "__VERIFIER_error",     "__assert_fail",
                                           "__assert",    "__assert_perror_fail", NULL};

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

Property *property_new(const char *name, const char *entry, const char *const *error_functions) {
  Property *p = g_new0(Property, 1);
  p->name = g_strdup(name ? name : "unreach-call");
  p->entry = g_strdup(entry ? entry : "main");
  property_set_errors(p, error_functions ? error_functions : usual_errors);
  return p;
}

Property *property_copy(const Property *p) {
  return property_new(p->name, p->entry, (const char *const *)p->error_functions);
}

void property_free(Property *p) {
  if (!p) return;
  g_free(p->name);
  g_free(p->entry);
  g_strfreev(p->error_functions);
  g_free(p);
}

gboolean property_is_error(const Property *p, const char *function) {
  return g_strv_contains((const char *const *)p->error_functions, function);
}

/* In any order. */
static gboolean same_names(const char *const *a, const char *const *b) {
  if (g_strv_length((char **)a) != g_strv_length((char **)b)) return FALSE;
  for (; *a; a++)
    if (!g_strv_contains(b, *a)) return FALSE;
  return TRUE;
}

gboolean property_has_usual_errors(const Property *p) {
  return same_names((const char *const *)p->error_functions, usual_errors);
}

gboolean property_is_known_error(const char *function) {
  for (guint i = 0; i < N_KNOWN; i++)
    if (g_str_equal(function, usual_errors[i])) return TRUE;
  return FALSE;
}

char *property_difference(const Property *a, const Property *b) {
  if (!g_str_equal(a->name, b->name)) return g_strdup_printf("property (%s, not %s)", a->name, b->name);
  if (!g_str_equal(a->entry, b->entry))
    return g_strdup_printf("entry function (%s, not %s)", a->entry, b->entry);
  if (same_names((const char *const *)a->error_functions, (const char *const *)b->error_functions))
    return NULL;
  g_autofree char *one = g_strjoinv(", ", a->error_functions), *other = g_strjoinv(", ", b->error_functions);
  return g_strdup_printf("set of error functions (%s, not %s)", one, other);
}

char *property_specification(const Property *p, const char *error_function) {
  return g_strdup_printf("CHECK( init(%s()), LTL(G ! call(%s())) )", p->entry, error_function);
}
