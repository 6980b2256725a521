/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data block of the report: inputs, formulas as one graph, regions. */
#include <string.h>
#include "base/limits.h"
#include "cfc/claims.h"
#include "cfc/json-build.h"
#include "export/html.h"
#include "ir/print.h"

/* Numbers beyond 2^32 as strings: JSON readers make doubles of numbers. */
static void append_number(GString *out, guint64 n) {
  const char *quote = n > G_MAXUINT32 ? "\"" : "";
  g_string_append_printf(out, "%s%" G_GUINT64_FORMAT "%s", quote, n, quote);
}

static void append_inputs(GString *out, const Cfc *c, const Extent *s) {
  g_string_append(out, "\"inputs\":[");
  for (guint i = 0; i < s->inputs->len; i++) {
    const Term *input = s->inputs->pdata[i];
    const InputSite *site = program_site(c->program, input_key_unpack(input->param).site);
    g_autofree char *name = input_short_name(c->program, input);
    g_string_append(out, i > 0 ? ",\n{\"name\":" : "\n{\"name\":");
    json_append_string(out, name);
    g_string_append(out, ",\"type\":");
    json_append_string(out, site->type != NULL ? site->type : "bytes");
    g_string_append_printf(out, ",\"width\":%u,\"signed\":%s,\"float\":%s}", input->width,
                           site->is_signed ? "true" : "false", site->is_float ? "true" : "false");
  }
  g_string_append(out, "],\n");
}

static guint index_of(GHashTable *numbers, const Term *t) {
  return GPOINTER_TO_UINT(g_hash_table_lookup(numbers, t)) - 1;
}

static guint number_of_input(const Extent *s, const Term *input) {
  guint i = 0;
  g_ptr_array_find(s->inputs, input, &i);
  return i;
}

static void append_nodes(GString *out, const Extent *s, const GPtrArray *nodes, GHashTable *numbers) {
  g_string_append(out, "\"nodes\":[");
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = nodes->pdata[i];
    g_hash_table_insert(numbers, (gpointer)t, GUINT_TO_POINTER(i + 1));
    g_string_append_printf(out, "%s[\"%s\",%u,", i > 0 ? ",\n" : "\n", term_op_name(t->op), t->width);
    append_number(out, t->op == TERM_INPUT ? number_of_input(s, t) : t->param);
    for (guint k = 0; k < t->n_args; k++) g_string_append_printf(out, ",%u", index_of(numbers, t->args[k]));
    g_string_append_c(out, ']');
  }
  g_string_append(out, "],\n");
}

static void append_examples(GString *out, const Extent *s, const Partition *p) {
  g_string_append(out, ",\"examples\":[");
  for (guint e = 0; e < p->examples->len && e < limits.picture_examples; e++) {
    g_string_append(out, e > 0 ? ",[" : "[");
    for (guint i = 0; i < s->inputs->len; i++) {
      if (i > 0) g_string_append_c(out, ',');
      append_number(out, model_value(p->examples->pdata[e], s->inputs->pdata[i]));
    }
    g_string_append_c(out, ']');
  }
  g_string_append_c(out, ']');
}

static void append_hull(GString *out, const Extent *s, guint partition) {
  g_string_append(out, ",\"hull\":[");
  for (guint i = 0; i < s->n_hulled; i++) {
    const ExtentHull *h = &g_array_index(s->hulls, ExtentHull, partition * s->n_hulled + i);
    g_string_append(out, i > 0 ? ",[" : "[");
    append_number(out, h->low);
    g_string_append_c(out, ',');
    append_number(out, h->high);
    g_string_append_printf(out, ",%s]", h->tight ? "true" : "false");
  }
  g_string_append_c(out, ']');
}

static void append_partitions(GString *out, const Cfc *c, const Extent *s, GHashTable *numbers) {
  g_string_append(out, "\"partitions\":[");
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = c->partitions->pdata[i];
    g_string_append_printf(out, "%s{\"upper\":%u,\"lower\":%u,\"exact\":%s", i > 0 ? ",\n" : "\n",
                           index_of(numbers, claim_upper(p)), index_of(numbers, claim_lower(p)),
                           claim_exact(p) ? "true" : "false");
    append_examples(out, s, p);
    append_hull(out, s, i);
    g_string_append_c(out, '}');
  }
  g_string_append(out, "],\n");
}

static void append_line(GString *out, const GArray *line) {
  g_string_append(out, "\"line\":");
  if (line == NULL) {
    g_string_append(out, "null");
    return;
  }
  for (guint i = 0; i < line->len; i++) {
    const ExtentInterval *part = &g_array_index(line, ExtentInterval, i);
    g_string_append(out, i > 0 ? ",\n[" : "[\n[");
    append_number(out, part->low);
    g_string_append_c(out, ',');
    append_number(out, part->high);
    g_string_append_printf(out, ",%d]", part->state);
  }
  g_string_append_c(out, ']');
}

gboolean html_data(GString *out, const Cfc *c, const Extent *s) {
  g_autoptr(GPtrArray) roots = g_ptr_array_new();
  for (guint i = 0; i < c->partitions->len; i++) {
    g_ptr_array_add(roots, (gpointer)claim_upper(c->partitions->pdata[i]));
    g_ptr_array_add(roots, (gpointer)claim_lower(c->partitions->pdata[i]));
  }
  g_autoptr(GPtrArray) nodes = term_postorder((const Term *const *)roots->pdata, roots->len);
  if (nodes->len > limits.picture_nodes) return FALSE;
  g_autoptr(GHashTable) numbers = g_hash_table_new(NULL, NULL);
  g_string_append(out, "<script type=\"application/json\" id=\"acf-data\">{");
  append_inputs(out, c, s);
  append_nodes(out, s, nodes, numbers);
  append_partitions(out, c, s, numbers);
  append_line(out, s->line);
  g_string_append(out, "}</script>\n");
  return TRUE;
}
