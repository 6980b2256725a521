/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The likelihood of failure in the report, as it was counted (count/count.h). */
#include <json-glib/json-glib.h>
#include <string.h>
#include "export/html.h"

#define LONG_NUMBER 12 /* digits; longer ones are rounded */

/* A number of any size as people read it: 861, 1.84e+19. */
static char *rounded(const char *digits) {
  if (strlen(digits) <= LONG_NUMBER) return g_strdup(digits);
  return g_strdup_printf("%.3g", g_ascii_strtod(digits, NULL));
}

/* The count of a bound, NULL when it is not known. */
static const char *count_of(JsonObject *pair, const char *bound, gboolean *exact) {
  JsonObject *count = json_object_get_object_member(pair, bound);
  *exact = *exact && json_object_get_boolean_member(count, "exact");
  return json_object_get_null_member(count, "count") ? NULL : json_object_get_string_member(count, "count");
}

static void append_pair(GString *out, JsonObject *pair, const char *points) {
  gboolean exact = TRUE;
  const char *lower = count_of(pair, "lower", &exact), *upper = count_of(pair, "upper", &exact);
  JsonArray *probability = json_object_get_array_member(pair, "probability");
  const double least = json_array_get_double_element(probability, 0),
               most = json_array_get_double_element(probability, 1);
  if (!lower || !upper) return;
  g_autofree char *few = rounded(lower), *many = rounded(upper), *all = rounded(points);
  g_autofree char *p = g_strdup_printf("%.3g", least), *q = g_strdup_printf("%.3g", most);
  const char *about = exact ? "" : "about ";
  g_string_append(out, "<p class=\"likelihood\">");
  if (g_str_equal(lower, upper))
    html_format(out, "%s%s of %s inputs: probability %s%s.", about, few, all, about, p);
  else
    html_format(out, "Between %s%s and %s of %s inputs: probability %s%s to %s.", about, few, many, all,
                about, p, q);
  g_string_append(out, "</p>\n");
}

void html_count(GString *out, const Cfc *c, guint partition) {
  g_autoptr(JsonParser) parser = json_parser_new();
  if (!c->count || !json_parser_load_from_data(parser, c->count, -1, NULL)) return;
  JsonObject *root = json_node_get_object(json_parser_get_root(parser));
  JsonArray *partitions = json_object_get_array_member(root, "partitions");
  JsonObject *points = json_object_get_object_member(root, "points");
  if (json_object_get_null_member(points, "count")) return;
  const gboolean one = partition < json_array_get_length(partitions);
  JsonObject *pair = one ? json_array_get_object_element(partitions, partition)
                         : json_object_get_object_member(root, "total");
  append_pair(out, pair, json_object_get_string_member(points, "count"));
}
