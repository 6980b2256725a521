/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clauses from and-inverter graphs, and DIMACS. */
#include "count/cnf.h"
#include <string.h>

static void clause(Cnf *c, const int *literals, guint n) {
  const int end = 0;
  g_array_append_vals(c->literals, literals, n);
  g_array_append_val(c->literals, end);
  c->n_clauses++;
}

/* Gives the bits their variables. */
static void number_inputs(Cnf *c, const Aig *g, int *variable) {
  for (guint i = 0; i < c->inputs->len; i++) {
    const Term *input = c->inputs->pdata[i];
    const guint first = GPOINTER_TO_UINT(g_hash_table_lookup(g->first_bit, input));
    for (guint k = 0; k < input->width; k++) {
      c->n_variables++;
      if (first) variable[g_array_index(g->bits, AigBit, first - 1 + k).node] = (int)c->n_variables;
    }
  }
  c->n_shown = c->n_variables;
}

static int literal(const int *variable, AigLit l) { return l & 1 ? -variable[l / 2] : variable[l / 2]; }

static void define(Cnf *c, const int *variable, int self, AigNode n) {
  const int a = literal(variable, n.a), b = literal(variable, n.b);
  clause(c, (int[]){-self, a}, 2);
  clause(c, (int[]){-self, b}, 2);
  clause(c, (int[]){self, -a, -b}, 3);
}

Cnf *cnf_new(const Aig *g, AigLit root, GPtrArray *inputs) {
  Cnf *c = g_new0(Cnf, 1);
  c->inputs = g_ptr_array_ref(inputs);
  c->literals = g_array_new(FALSE, FALSE, sizeof(int));
  g_autofree int *variable = g_new0(int, g->nodes->len);
  g_autofree guint8 *needed = aig_cone(g, root);
  number_inputs(c, g, variable);
  for (guint i = 1; i <= root / 2; i++) {
    if (!needed[i] || aig_node(g, i).a == AIG_BIT) continue;
    variable[i] = (int)++c->n_variables;
    define(c, variable, variable[i], aig_node(g, i));
  }
  if (root == AIG_FALSE) clause(c, NULL, 0);
  if (root > AIG_TRUE) clause(c, (int[]){literal(variable, root)}, 1);
  return c;
}

void cnf_free(Cnf *c) {
  g_ptr_array_unref(c->inputs);
  g_array_unref(c->literals);
  g_free(c);
}

char *cnf_to_dimacs(const Cnf *c, const char *const *names) {
  GString *out = g_string_new(NULL);
  guint first = 1;
  for (guint i = 0; i < c->inputs->len; i++) {
    const guint width = ((const Term *)c->inputs->pdata[i])->width;
    g_autofree char *name = g_strdelimit(g_strdup(names[i]), "\r\n", ' ');
    g_string_append_printf(out, "c input %s: variables %u to %u, lowest bit first\n", name, first,
                           first + width - 1);
    first += width;
  }
  g_string_append_printf(out, "p cnf %u %u\nc p show", c->n_variables, c->n_clauses);
  for (guint i = 1; i <= c->n_shown; i++) g_string_append_printf(out, " %u", i);
  g_string_append(out, " 0\n");
  for (guint i = 0; i < c->literals->len; i++) {
    const int l = g_array_index(c->literals, int, i);
    g_string_append_printf(out, l ? "%d " : "%d\n", l);
  }
  return g_string_free(out, FALSE);
}
