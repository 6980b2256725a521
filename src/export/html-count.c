/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The likelihood of failure in the report, as it was counted (count/count.h). */
#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>
#include "export/html.h"

#define LONG_NUMBER 12 /* digits; longer ones are rounded */

/* A number of any size as people read it: 861, 1.84 x 10^19. */
static void append_rounded(GString *out, double d) {
  g_autofree char *text = g_strdup_printf("%.3g", d);
  char *power = strchr(text, 'e');
  if (!power) {
    g_string_append(out, text);
    return;
  }
  *power = '\0';
  g_string_append_printf(out, "%s&nbsp;×&nbsp;10<sup>%d</sup>", text, atoi(power + 1));
}

static void append_count(GString *out, const char *digits) {
  if (strlen(digits) <= LONG_NUMBER)
    html_text(out, digits);
  else
    append_rounded(out, g_ascii_strtod(digits, NULL));
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
  const gboolean one = g_str_equal(lower, upper);
  g_string_append(out, one ? "<p class=\"likelihood\">" : "<p class=\"likelihood\">Between ");
  if (!exact) g_string_append(out, "about ");
  append_count(out, lower);
  if (!one) g_string_append(out, " and "), append_count(out, upper);
  g_string_append(out, " of ");
  append_count(out, points);
  g_string_append(out, exact ? " inputs: probability " : " inputs: probability about ");
  append_rounded(out, least);
  if (least < most) g_string_append(out, " to "), append_rounded(out, most);
  g_string_append_c(out, '.');
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
