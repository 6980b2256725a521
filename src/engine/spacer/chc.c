/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program as constrained Horn clauses: relations and clauses; stretch.c makes the formulas between them. */
#include "engine/spacer/chc.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "formula/z3-context.h"

static gboolean z3_failed;
static void note_failure(Z3_context z3, Z3_error_code code) { z3_failed |= code != Z3_OK; }

/* ---- constants and sorts ---- */

static gboolean is_array(const Chc *c, guint slot) {
  guint first = c->precision->n_variables;
  return slot >= first && places_get(c->places, slot - first)->kind == PLACE_ARRAY;
}

static Z3_sort slot_sort(const Chc *c, guint slot) {
  WordKind kind = precision_kind(c->precision, slot);
  Z3_sort sort = words_sort(&c->words, kind, precision_width(c->precision, slot));
  if (!is_array(c, slot)) return sort;
  guint pw = c->flat->program->pointer_width;
  return Z3_mk_array_sort(c->z3, words_sort(&c->words, kind == WORD_BITS ? WORD_BITS : WORD_SIGNED, pw),
                          sort);
}

static Z3_ast named(const Chc *c, char kind, guint slot) {
  char name[24];
  g_snprintf(name, sizeof name, "%c%u", kind, slot);
  return Z3_mk_const(c->z3, Z3_mk_string_symbol(c->z3, name), slot_sort(c, slot));
}

Z3_ast chc_entry_constant(const Chc *c, guint slot) { return named(c, 'e', slot); }
Z3_ast chc_slot_constant(const Chc *c, guint slot) { return named(c, 's', slot); }

/* ---- relations ---- */

gboolean chc_has_ghost(const Chc *c, guint procedure) {
  return c->measure && c->measure->head != G_MAXUINT && c->measure->procedure == procedure;
}

static Z3_func_decl new_relation(Chc *c, const char *what, guint number, const GArray *slots,
                                 const GArray *more, gboolean ghost) {
  guint n = slots->len + (more ? more->len : 0);
  g_autofree Z3_sort *sorts = g_new(Z3_sort, n + 1);
  for (guint i = 0; i < slots->len; i++) sorts[i] = slot_sort(c, g_array_index(slots, guint, i));
  for (guint i = slots->len; i < n; i++) sorts[i] = slot_sort(c, g_array_index(more, guint, i - slots->len));
  if (ghost) sorts[n++] = Z3_mk_int_sort(c->z3);
  g_autofree char *name = g_strdup_printf("%s%u", what, number);
  Z3_func_decl r = Z3_mk_func_decl(c->z3, Z3_mk_string_symbol(c->z3, name), n, sorts, Z3_mk_bool_sort(c->z3));
  Z3_fixedpoint_register_relation(c->z3, c->fixedpoint, r);
  GArray *arguments = g_array_new(FALSE, FALSE, sizeof(guint));
  guint none = G_MAXUINT;
  g_array_append_vals(arguments, slots->data, slots->len);
  if (more) g_array_append_vals(arguments, more->data, more->len);
  if (ghost) g_array_append_val(arguments, none);
  g_hash_table_insert(c->relations, r, arguments);
  if (n > limits.spacer_arguments) z3_failed = TRUE;
  return r;
}

/* Nodes are taken in order, so all ways that do not go back are known. */
static void find_cut_points(Chc *c, const FlatProcedure *p) {
  for (guint i = 0; i < p->n_order; i++) {
    guint node = p->order[i];
    if (node == p->first || p->is_head[node - p->first]) c->is_cut[node] = TRUE;
    if (c->is_cut[node]) c->region[node] = node;
    const FlatNode *n = flat_node(c->flat, node);
    for (guint k = 0; k < n->edges->len; k++) {
      guint to = g_array_index(n->edges, FlatEdge, k).to;
      gboolean other = c->region[to] != G_MAXUINT && c->region[to] != c->region[node];
      if (n->how == FLAT_CALLS || other) c->is_cut[to] = TRUE;
      c->region[to] = c->is_cut[to] ? to : c->region[node];
    }
  }
}

static void make_relations(Chc *c, guint procedure) {
  const FlatProcedure *p = flat_procedure(c->flat, procedure);
  GArray *none = g_array_new(FALSE, FALSE, sizeof(guint));
  const GArray *got = procedure ? c->effects->inputs[procedure] : none;
  find_cut_points(c, p);
  for (guint i = 0; i < p->n_order && g_hash_table_size(c->relations) <= limits.spacer_relations; i++)
    if (c->is_cut[p->order[i]] && p->order[i] != p->first)
      c->at[p->order[i]] =
          new_relation(c, "at", p->order[i], got, c->effects->live[p->order[i]], chc_has_ghost(c, procedure));
  c->fails[procedure] = new_relation(c, "fails", procedure, got, NULL, FALSE);
  if (procedure)
    c->summary[procedure] = new_relation(c, "returns", procedure, got, c->effects->outputs[procedure], FALSE);
  g_array_unref(none);
}

/* ---- clauses ---- */

/* Constants below some expressions, and the facts about them, to the end. */
typedef struct {
  const Chc *c;
  GHashTable *seen; /* expressions */
  GPtrArray *open;
  GPtrArray *constants; /* Z3_app */
  GPtrArray *conjuncts;
  GHashTable *facts_of; /* constant -> GArray of guint */
} Cone;

static void visit(Cone *k, Z3_ast e) {
  if (e && g_hash_table_add(k->seen, e)) g_ptr_array_add(k->open, e);
}

static void expand(Cone *k, Z3_ast e) {
  Z3_context z3 = k->c->z3;
  if (Z3_get_ast_kind(z3, e) != Z3_APP_AST) return;
  Z3_app app = Z3_to_app(z3, e);
  guint n = Z3_get_app_num_args(z3, app);
  for (guint i = 0; i < n; i++) visit(k, Z3_get_app_arg(z3, app, i));
  Z3_func_decl decl = Z3_get_app_decl(z3, app);
  if (n || Z3_get_decl_kind(z3, decl) != Z3_OP_UNINTERPRETED) return;
  if (g_hash_table_contains(k->c->relations, decl)) return; /* one without arguments is no variable */
  g_ptr_array_add(k->constants, app);
  const GArray *facts = g_hash_table_lookup(k->facts_of, e);
  for (guint i = 0; facts && i < facts->len; i++) {
    Z3_ast fact = g_array_index(k->c->words.facts, WordFact, g_array_index(facts, guint, i)).fact;
    g_ptr_array_add(k->conjuncts, fact);
    visit(k, fact);
  }
}

static void close_cone(Cone *k) {
  while (k->open->len) expand(k, g_ptr_array_steal_index_fast(k->open, k->open->len - 1));
}

static GHashTable *index_facts(const Words *w) {
  GHashTable *index = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  for (guint i = 0; i < w->facts->len; i++) {
    Z3_ast constant = g_array_index(w->facts, WordFact, i).constant;
    GArray *of = g_hash_table_lookup(index, constant);
    if (!of) g_hash_table_insert(index, constant, of = g_array_new(FALSE, FALSE, sizeof(guint)));
    g_array_append_val(of, i);
  }
  return index;
}

Z3_func_decl chc_relation(const Chc *c, Z3_ast application) {
  return application ? Z3_get_app_decl(c->z3, Z3_to_app(c->z3, application)) : NULL;
}

void chc_add_rule(Chc *c, Z3_ast body, Z3_ast guard, Z3_ast call, Z3_ast head, guint end) {
  Z3_context z3 = c->z3;
  Cone k = {c,
            g_hash_table_new(NULL, NULL),
            g_ptr_array_new(),
            g_ptr_array_new(),
            g_ptr_array_new(),
            index_facts(&c->words)};
  visit(&k, guard);
  visit(&k, call);
  visit(&k, head);
  close_cone(&k);
  guint n_facts = k.conjuncts->len;
  if (body) { /* its arguments are variables too, but what is known of them does not matter */
    g_hash_table_remove_all(k.facts_of);
    visit(&k, body);
    close_cone(&k);
  }
  g_ptr_array_set_size(k.conjuncts, (gint)n_facts);
  if (guard) g_ptr_array_add(k.conjuncts, guard);
  ChcRule rule = {.stretch = c->stretch,
                  .end = end,
                  .body = body,
                  .call = call,
                  .head = head,
                  .n_variables = k.constants->len};
  rule.constraint =
      k.conjuncts->len ? Z3_mk_and(z3, k.conjuncts->len, (Z3_ast *)k.conjuncts->pdata) : Z3_mk_true(z3);
  rule.variables = g_new(Z3_app, k.constants->len + 1);
  for (guint i = 0; i < k.constants->len; i++) rule.variables[i] = k.constants->pdata[i];
  g_array_append_val(c->rules, rule);
  g_hash_table_unref(k.seen);
  g_hash_table_unref(k.facts_of);
  g_ptr_array_unref(k.open);
  g_ptr_array_unref(k.constants);
  g_ptr_array_unref(k.conjuncts);
}

/* Only rules that can ever apply go to Z3: it does not like relations that nothing gives a tuple. */
static void find_used_rules(Chc *c) {
  g_autoptr(GHashTable) holds = g_hash_table_new(NULL, NULL);
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < c->rules->len; i++) {
      ChcRule *r = &g_array_index(c->rules, ChcRule, i);
      if (r->is_used || (r->body && !g_hash_table_contains(holds, chc_relation(c, r->body))) ||
          (r->call && !g_hash_table_contains(holds, chc_relation(c, r->call))))
        continue;
      r->is_used = changed = TRUE;
      g_hash_table_add(holds, chc_relation(c, r->head));
    }
  }
  c->may_fail = g_hash_table_contains(holds, c->fails[0]);
}

static void hand_over_rules(Chc *c) {
  Z3_context z3 = c->z3;
  find_used_rules(c);
  guint time = MIN(c->places->ghosts.n ? limits.spacer_cell_facts_ms : limits.spacer_facts_ms,
                   question_milliseconds_left(c->question));
  c->facts = c->may_fail && c->style.facts ? chc_facts_new(c, time) : NULL;
  c->may_fail &= !chc_facts_exclude(c->facts, c->fails[0]);
  for (guint i = 0; i < c->rules->len && c->may_fail; i++) {
    const ChcRule *r = &g_array_index(c->rules, ChcRule, i);
    if (!r->is_used) continue;
    Z3_ast all = words_and(&c->words, words_and(&c->words, r->body, r->call), r->constraint);
    if (r->body) all = words_and(&c->words, all, chc_facts_of(c->facts, r->body));
    if (r->call) all = words_and(&c->words, all, chc_facts_of(c->facts, r->call));
    Z3_ast rule = Z3_mk_implies(z3, all, r->head);
    if (r->n_variables) rule = Z3_mk_forall_const(z3, 0, r->n_variables, r->variables, 0, NULL, rule);
    char name[16];
    g_snprintf(name, sizeof name, "<%u>", i);
    Z3_fixedpoint_add_rule(z3, c->fixedpoint, rule, Z3_mk_string_symbol(z3, name));
  }
}

/* ---- the whole ---- */

static gboolean out_of_time(const Chc *c) { return deadline_passed(c->question->deadline); }

static gboolean encode(Chc *c, GHashTable *stretches) {
  for (guint i = 0; i < c->flat->procedures->len; i++) make_relations(c, i);
  if (g_hash_table_size(c->relations) > limits.spacer_relations || z3_failed) return FALSE;
  for (guint i = 0; i < c->flat->procedures->len; i++) {
    const FlatProcedure *p = flat_procedure(c->flat, i);
    for (guint k = 0; k < p->n_order; k++) {
      c->stretch = p->order[k];
      gboolean wanted = !stretches || g_hash_table_contains(stretches, GUINT_TO_POINTER(c->stretch));
      if (c->is_cut[p->order[k]] && wanted) stretch_encode(c, i, p->order[k]);
      if (z3_failed || out_of_time(c)) return FALSE;
    }
  }
  if (!stretches) hand_over_rules(c);
  return !z3_failed;
}

static Chc *make(const Question *q, const Effects *e, ChcStyle style, const Measure *measure,
                 GHashTable *stretches) {
  Chc *c = g_new0(Chc, 1);
  c->question = q;
  c->effects = e;
  c->style = style;
  c->measure = measure;
  c->precision = e->precision;
  c->places = e->precision->places;
  c->flat = c->places->flat;
  z3_failed = FALSE;
  c->z3 = z3_context_take(note_failure).z3; /* deleted in the end: what clauses leave in it is not counted */
  c->fixedpoint = Z3_mk_fixedpoint(c->z3);
  Z3_fixedpoint_inc_ref(c->z3, c->fixedpoint);
  words_init(&c->words, c->z3);
  guint n = c->flat->nodes->len, n_procedures = c->flat->procedures->len;
  c->is_cut = g_new0(gboolean, n);
  c->region = g_new(guint, n);
  for (guint i = 0; i < n; i++) c->region[i] = G_MAXUINT;
  c->at = g_new0(Z3_func_decl, n);
  c->summary = g_new0(Z3_func_decl, n_procedures);
  c->fails = g_new0(Z3_func_decl, n_procedures);
  c->lossy = g_array_new(FALSE, FALSE, sizeof(Abstracted));
  c->relations = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  c->edges = g_array_new(FALSE, FALSE, sizeof(ChcEdge));
  c->trace = g_array_new(FALSE, FALSE, sizeof(guint));
  c->rules = g_array_new(FALSE, FALSE, sizeof(ChcRule));
  if (encode(c, stretches)) return c;
  chc_free(c);
  return NULL;
}

Chc *chc_new(const Question *q, const Effects *e, ChcStyle style, const Measure *measure) {
  return make(q, e, style, measure, NULL);
}

Chc *chc_new_of(const Question *q, const Effects *e, ChcStyle style, GHashTable *stretches) {
  return make(q, e, style, NULL, stretches);
}

void chc_free(Chc *c) {
  if (!c) return;
  chc_facts_free(c->facts);
  Z3_fixedpoint_dec_ref(c->z3, c->fixedpoint);
  words_clear(&c->words);
  Z3_del_context(c->z3);
  g_free(c->is_cut);
  g_free(c->region);
  g_free(c->at);
  g_free(c->summary);
  g_free(c->fails);
  g_array_unref(c->lossy);
  for (guint i = 0; i < c->rules->len; i++) g_free(g_array_index(c->rules, ChcRule, i).variables);
  g_array_unref(c->rules);
  g_hash_table_unref(c->relations);
  g_array_unref(c->edges);
  g_array_unref(c->trace);
  g_free(c);
}

static void set_parameters(Chc *c, guint timeout_ms) {
  Z3_context z3 = c->z3;
  Z3_params params = Z3_mk_params(z3);
  Z3_params_inc_ref(z3, params);
  Z3_params_set_symbol(z3, params, Z3_mk_string_symbol(z3, "engine"), Z3_mk_string_symbol(z3, "spacer"));
  Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "timeout"), timeout_ms);
  Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "spacer.random_seed"), c->style.seed);
  Z3_fixedpoint_set_params(z3, c->fixedpoint, params);
  Z3_params_dec_ref(z3, params);
}

/* The names of the rules of a way to fail, as "<3>;<7>;...": the failure comes first. */
static void read_trace(Chc *c) {
  Z3_symbol names = Z3_fixedpoint_get_rule_names_along_trace(c->z3, c->fixedpoint);
  if (z3_failed || Z3_get_symbol_kind(c->z3, names) != Z3_STRING_SYMBOL) return;
  g_auto(GStrv) parts = g_strsplit(Z3_get_symbol_string(c->z3, names), "<", -1);
  for (guint i = 0; parts[i]; i++) {
    char *end = NULL;
    guint rule = (guint)g_ascii_strtoull(parts[i], &end, 10);
    if (end != parts[i] && rule < c->rules->len) g_array_append_val(c->trace, rule);
  }
}

gboolean chc_on_trace(const Chc *c, const Abstracted *a) {
  for (guint i = 0; i < c->trace->len; i++)
    if (g_array_index(c->rules, ChcRule, g_array_index(c->trace, guint, i)).stretch == a->stretch)
      return TRUE;
  return FALSE;
}

Z3_lbool chc_solve(Chc *c, guint timeout_ms) {
  if (!c->may_fail) return Z3_L_FALSE;
  z3_failed = FALSE;
  set_parameters(c, timeout_ms);
  Z3_lbool answer = Z3_fixedpoint_query_relations(c->z3, c->fixedpoint, 1, &c->fails[0]);
  if (answer == Z3_L_TRUE && !z3_failed) read_trace(c);
  return z3_failed ? Z3_L_UNDEF : answer;
}
