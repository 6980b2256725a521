/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting by binary decision diagrams (BuDDy). */
#include <bdd.h>
#include "base/limits.h"
#include "count/blast.h"
#include "count/methods.h"

enum { FIRST_NODES = 1 << 14, CACHE = 1 << 14 };

/* Two orders of the bits: the same bits of all inputs side by side, highest first, as sums and comparisons
 * want it; or as the formula meets them. */
typedef enum { ORDER_INTERLEAVED, ORDER_AS_MET, ORDER_N } Order;

static gboolean too_many;
static void on_error(int code) { too_many = TRUE; }

static int by_significance(gconstpointer a, gconstpointer b) {
  const AigBit *x = a, *y = b;
  if (x->bit != y->bit) return x->bit > y->bit ? -1 : 1;
  return x->input->id < y->input->id ? -1 : x->input->id > y->input->id;
}

/* Which variable each AIG node of a bit is. */
static int *assign_variables(const Aig *g, AigLit root, Order order) {
  int *variable = g_new0(int, g->nodes->len), n = 0;
  if (order == ORDER_INTERLEAVED) {
    g_autoptr(GArray) bits = g_array_copy(g->bits);
    g_array_sort(bits, by_significance);
    for (guint i = 0; i < bits->len; i++) variable[g_array_index(bits, AigBit, i).node] = n++;
    return variable;
  }
  g_autofree guint8 *seen = g_new0(guint8, g->nodes->len);
  g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(guint));
  guint node = root / 2;
  g_array_append_val(open, node);
  while (open->len > 0) {
    node = g_array_index(open, guint, open->len - 1);
    g_array_set_size(open, open->len - 1);
    if (seen[node]++) continue;
    const AigNode k = aig_node(g, node);
    if (k.a == AIG_BIT) variable[node] = n++;
    if (k.a == AIG_BIT || node == 0) continue;
    const guint below[] = {k.a / 2, k.b / 2};
    g_array_append_vals(open, below, 2);
  }
  for (guint i = 0; i < g->bits->len; i++) { /* those that do not matter come last */
    node = g_array_index(g->bits, AigBit, i).node;
    if (!seen[node]) variable[node] = n++;
  }
  return variable;
}

static BDD literal(const BDD *made, AigLit l) { return l & 1 ? bdd_not(made[l / 2]) : made[l / 2]; }

/* A BDD is released after its last use. */
static void release(BDD *made, guint *uses, AigLit l) {
  if (--uses[l / 2] == 0) bdd_delref(made[l / 2]);
}

static guint *count_uses(const Aig *g, AigLit root, const guint8 *needed) {
  guint *uses = g_new0(guint, g->nodes->len);
  uses[root / 2]++;
  for (guint i = 1; i <= root / 2; i++) {
    const AigNode n = aig_node(g, i);
    if (!needed[i] || n.a == AIG_BIT) continue;
    uses[n.a / 2]++;
    uses[n.b / 2]++;
  }
  return uses;
}

static BDD build(const Aig *g, AigLit root, const int *variable) {
  g_autofree BDD *made = g_new0(BDD, g->nodes->len);
  g_autofree guint8 *needed = aig_cone(g, root);
  g_autofree guint *uses = count_uses(g, root, needed);
  made[0] = bddfalse;
  for (guint i = 1; i <= root / 2 && !too_many; i++) {
    const AigNode n = aig_node(g, i);
    if (!needed[i]) continue;
    if (n.a == AIG_BIT) {
      made[i] = bdd_addref(bdd_ithvar(variable[i]));
      continue;
    }
    BDD a = bdd_addref(literal(made, n.a)), b = bdd_addref(literal(made, n.b));
    made[i] = bdd_addref(bdd_and(a, b));
    bdd_delref(a), bdd_delref(b);
    release(made, uses, n.a), release(made, uses, n.b);
  }
  return bdd_addref(literal(made, root));
}

/* The nodes below root, each once. */
static GArray *nodes_of(BDD root) {
  GArray *nodes = g_array_new(FALSE, FALSE, sizeof(BDD)), *open = g_array_new(FALSE, FALSE, sizeof(BDD));
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_array_append_val(open, root);
  while (open->len > 0) {
    const BDD b = g_array_index(open, BDD, open->len - 1);
    g_array_set_size(open, open->len - 1);
    if (b <= 1 || !g_hash_table_add(seen, GINT_TO_POINTER(b))) continue;
    const BDD below[] = {bdd_low(b), bdd_high(b)};
    g_array_append_val(nodes, b);
    g_array_append_vals(open, below, 2);
  }
  g_array_unref(open);
  return nodes;
}

static int deepest_first(gconstpointer a, gconstpointer b) {
  return bdd_var(*(const BDD *)b) - bdd_var(*(const BDD *)a);
}

/* Variables are levels: the order is never changed. */
static void add_branch(mpz_t sum, BDD to, int level, int n_variables, GHashTable *place,
                       const mpz_t *counts) {
  if (to == bddfalse) return;
  mpz_t n;
  mpz_init_set_ui(n, 1);
  const int below = to == bddtrue ? n_variables : bdd_var(to);
  if (to != bddtrue) mpz_set(n, counts[GPOINTER_TO_UINT(g_hash_table_lookup(place, GINT_TO_POINTER(to)))]);
  mpz_mul_2exp(n, n, (mp_bitcnt_t)(below - level - 1));
  mpz_add(sum, sum, n);
  mpz_clear(n);
}

static void count_models(BDD root, int n_variables, mpz_t n) {
  g_autoptr(GArray) nodes = nodes_of(root);
  g_autoptr(GHashTable) place = g_hash_table_new(NULL, NULL);
  mpz_t *counts = g_new(mpz_t, nodes->len);
  g_array_sort(nodes, deepest_first);
  for (guint i = 0; i < nodes->len; i++) {
    const BDD b = g_array_index(nodes, BDD, i);
    mpz_init(counts[i]);
    add_branch(counts[i], bdd_low(b), bdd_var(b), n_variables, place, counts);
    add_branch(counts[i], bdd_high(b), bdd_var(b), n_variables, place, counts);
    g_hash_table_insert(place, GINT_TO_POINTER(b), GUINT_TO_POINTER(i));
  }
  mpz_set_ui(n, 0);
  add_branch(n, root, -1, n_variables, place, counts);
  for (guint i = 0; i < nodes->len; i++) mpz_clear(counts[i]);
  g_free(counts);
}

static gboolean count_in_order(const Aig *g, AigLit root, Order order, mpz_t n) {
  const int n_variables = (int)g->bits->len;
  too_many = FALSE;
  if (bdd_init(FIRST_NODES, CACHE) != 0) return FALSE;
  bdd_error_hook(on_error);
  bdd_gbc_hook(NULL);
  bdd_setmaxnodenum(limits.count_bdd_nodes);
  bdd_setmaxincrease(FIRST_NODES * 16);
  bdd_setcacheratio(4);
  bdd_setvarnum(MAX(n_variables, 1));
  g_autofree int *variable = assign_variables(g, root, order);
  const BDD b = build(g, root, variable);
  if (!too_many) count_models(b, n_variables, n);
  bdd_done();
  return !too_many;
}

gboolean count_by_bdd(const Term *t, mpz_t n) {
  g_autoptr(Aig) g = aig_new(limits.count_bdd_aig_nodes);
  AigLit root;
  if (!blast(g, t, &root)) return FALSE;
  for (Order order = 0; order < ORDER_N; order++)
    if (count_in_order(g, root, order, n)) return TRUE;
  return FALSE;
}
