/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed between programs whose failing inputs automata state: their product, in a process of its own. */
#include <string.h>
#include "base/deadline.h"
#include "base/job.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "compare/compare.h"
#include "compare/product.h"
#include "ir/print.h"

static gboolean has_exact(const Cfc *c) { return c->automaton && failure_automaton_exact(c->automaton); }

static gboolean is_safe(const Cfc *c) { return c->partitions->len == 0; }

gboolean comparison_has_automata(const Comparison *c) {
  return (has_exact(c->old) || is_safe(c->old)) && (has_exact(c->new) || is_safe(c->new)) &&
         !(claims_exact(c->old) && claims_exact(c->new));
}

/* ---- sites ---- */

/* Sites of the old program to those of the common space. */
static GHashTable *common_sites(const Comparison *c) {
  GHashTable *sites = g_hash_table_new(NULL, NULL);
  GHashTableIter it;
  gpointer old, common;
  g_hash_table_iter_init(&it, c->old_inputs);
  while (g_hash_table_iter_next(&it, &old, &common))
    g_hash_table_insert(sites, GUINT_TO_POINTER(input_key_unpack(((const Term *)old)->param).site),
                        GUINT_TO_POINTER(input_key_unpack(((const Term *)common)->param).site));
  return sites;
}

static gboolean has_pair(const Comparison *c, guint site, gboolean of_new) {
  for (guint i = 0; i < c->pairs->len; i++) {
    const SitePair *p = &g_array_index(c->pairs, SitePair, i);
    if ((of_new ? p->new_site : p->old_site) == site) return TRUE;
  }
  return FALSE;
}

/* Some guard mentions an input without partner. */
static gboolean is_alone(const Comparison *c, gboolean of_new) {
  const FailureAutomaton *a = (of_new ? c->new : c->old)->automaton;
  for (guint i = 0; a && i < a->edges->len; i++) {
    g_autoptr(GPtrArray) inputs = term_inputs(((const FailureEdge *)a->edges->pdata[i])->guard);
    for (guint k = 0; k < inputs->len; k++)
      if (!has_pair(c, input_key_unpack(((const Term *)inputs->pdata[k])->param).site, of_new)) return TRUE;
  }
  return FALSE;
}

/* ---- the product ---- */

typedef struct {
  ProductSide sides[2];
  gint64 deadline;
} Task;

typedef struct {
  guint64 param, value;
  guint32 width, which;
} Value;

typedef struct {
  guint8 found[PRODUCT_N], open[PRODUCT_N], complete;
  guint32 uneven;
} Outcome;

typedef struct {
  GByteArray *out;
  guint which;
} Writing;

static void write_value(const Term *leaf, guint64 value, gpointer data) {
  const Writing *w = (const Writing *)data;
  const Value v = {leaf->param, value, leaf->width, w->which};
  g_byte_array_append(w->out, (const guint8 *)&v, sizeof v);
}

static gboolean run(gpointer data, GByteArray *out) {
  const Task *t = (const Task *)data;
  g_autoptr(Product) p = product_new(t->sides, t->deadline, limits.automaton_check_ms);
  Outcome o = {.complete = p->complete, .uneven = p->uneven};
  for (guint i = 0; i < PRODUCT_N; i++) {
    o.found[i] = p->examples[i] != NULL;
    o.open[i] = p->open[i];
  }
  g_byte_array_append(out, (const guint8 *)&o, sizeof o);
  for (guint i = 0; i < PRODUCT_N; i++) {
    Writing w = {out, i};
    if (p->examples[i]) model_foreach(p->examples[i], write_value, &w);
  }
  return TRUE;
}

/* A safe program without an automaton: its runs end, whatever they read. */
static FailureAutomaton *nothing_fails(void) {
  FailureAutomaton *a = failure_automaton_new();
  failure_automaton_add_location(a, NULL, (IrLoc){0});
  failure_automaton_add_edge(a, 0, EDGE_ENDS, term_bool(TRUE), NULL);
  return a;
}

/* ---- what it says ---- */

static const ChangeKind change_of[PRODUCT_N] = {
    [PRODUCT_FIRST_ONLY] = CHANGE_FIXED, [PRODUCT_BOTH] = CHANGE_REMAINING, [PRODUCT_SECOND_ONLY] = CHANGE_NEW};

/* The example's inputs have names in the old program, too. */
static void name_input(Comparison *c, GHashTable *sites, const Term *common) {
  GHashTableIter it;
  gpointer old, site;
  InputKey key = input_key_unpack(common->param);
  g_hash_table_iter_init(&it, sites);
  while (g_hash_table_iter_next(&it, &old, &site)) {
    if (GPOINTER_TO_UINT(site) != key.site) continue;
    const Term *own = term_input((InputKey){GPOINTER_TO_UINT(old), key.occurrence, key.offset}, common->width);
    g_hash_table_insert(c->old_inputs, (gpointer)own, (gpointer)common);
    g_hash_table_insert(c->common_inputs, (gpointer)common, (gpointer)own);
    return;
  }
}

static void take_example(Comparison *c, GHashTable *sites, Change *k, const GByteArray *answer, guint which, gboolean open) {
  g_clear_pointer(&k->example, model_free);
  *k = (Change){.formula = term_bool(TRUE), .state = CHANGE_SOME, .example = model_new(), .by_automaton = TRUE, .open = open};
  for (gsize at = sizeof(Outcome); at + sizeof(Value) <= answer->len; at += sizeof(Value)) {
    Value v;
    memcpy(&v, answer->data + at, sizeof v);
    if (v.which != which) continue;
    const Term *input = term_input(input_key_unpack(v.param), v.width);
    model_set(k->example, input, v.value);
    k->formula = term_and(k->formula, term_eq(input, term_const(v.width, v.value)));
    name_input(c, sites, input);
  }
}

static void take_outcome(Comparison *c, GHashTable *sites, const GByteArray *answer) {
  Outcome o;
  memcpy(&o, answer->data, sizeof o);
  for (guint i = 0; i < CHANGE_N && o.complete; i++) c->changes[i].state = CHANGE_NONE;
  for (guint i = 0; i < CHANGE_N && o.complete; i++) c->changes[i].formula = term_bool(FALSE);
  for (guint i = 0; i < PRODUCT_N; i++)
    if (o.found[i]) take_example(c, sites, &c->changes[change_of[i]], answer, i, o.open[i]);
  c->by_automata = o.complete;
  if (o.complete) return;
  if (o.uneven != G_MAXUINT) {
    g_autofree char *name = input_short_name(c->space, term_input((InputKey){o.uneven, 1, 0}, program_site(c->space, o.uneven)->width));
    c->not_by_automata = g_strdup_printf("%s is not read in the same steps", name);
  } else {
    c->not_by_automata = g_strdup("that takes more time");
  }
}

static gboolean is_endless(const Cfc *c) { return c->automaton && c->automaton->endless_fails; }

void comparison_by_automata(Comparison *c, double seconds, gsize memory_bytes) {
  if (is_endless(c->old) || is_endless(c->new)) {
    c->not_by_automata = g_strdup("which runs go on for ever is not compared");
    return;
  }
  if (is_alone(c, FALSE) && is_alone(c, TRUE)) {
    c->not_by_automata = g_strdup("both have inputs without partner");
    return;
  }
  g_autoptr(GHashTable) sites = common_sites(c);
  FailureAutomaton *none = nothing_fails();
  Task t = {{{has_exact(c->old) ? c->old->automaton : none, sites}, {has_exact(c->new) ? c->new->automaton : none, NULL}},
            deadline_in(0.9 * seconds)};
  GByteArray *answer = NULL;
  const JobState state = job_run("automata", run, &t, (JobLimits){.seconds = seconds, .memory_bytes = memory_bytes}, &answer);
  if (state == JOB_DONE && answer && answer->len >= sizeof(Outcome)) take_outcome(c, sites, answer);
  else c->not_by_automata = g_strdup("that takes more time or memory");
  if (answer) g_byte_array_unref(answer);
  failure_automaton_free(none);
}
