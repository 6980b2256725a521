/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and what is uninitialised where there is none, by one name. */
#include "export/scanned-values.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "formula/constant-choices.h"
#include "ir/print.h"
#include "ir/scanned.h"

struct ScannedValues {
  const Program *program;
  GHashTable *numbers; /* the uninitialised variable to the number */
  GHashTable *held;    /* those numbers */
  gboolean all_small;  /* so that all bounds are over what variables hold */
  guint last;          /* of those numbers */
  GPtrArray *statuses; /* inputs that say whether there is a number */
};

static const Term *status_input(const ScannedValues *v, guint number) {
  for (guint i = 0; i < v->statuses->len; i++)
    if (input_source(v->program, v->statuses->pdata[i]).number == number) return v->statuses->pdata[i];
  return NULL;
}

static const Term *with_value(const Term *t, const Term *input, gint64 value) {
  g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
  g_hash_table_insert(map, (gpointer)input, (gpointer)term_const(input->width, (guint64)value & term_mask(input->width)));
  return term_substitute(t, map);
}

static gboolean is_small(const Term *t) {
  return term_dag_size(t, limits.report_scanned_nodes) < limits.report_scanned_nodes;
}

/* What scanf returns is a choice of constants and statuses. */
static const Term *within_bounds(const ScannedValues *v, const Term *formula) {
  const Term *t = v->statuses->len && is_small(formula) ? term_open_choices(formula) : formula;
  return term_within_bounds(v->program, t);
}

static gboolean mentions(const Term *t, const Term *input) {
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  return g_ptr_array_find(inputs, input, NULL);
}

/* Does t depend on the input, where none of the conversions before `first` has met the end?  Yes where that takes too
 * long to tell. */
static gboolean mentions_before_end(const ScannedValues *v, const Term *t, guint first, const Term *input, guint *fuel) {
  const Term *status = NULL;
  if (!mentions(t, input)) return FALSE;
  if (*fuel == 0) return TRUE;
  --*fuel;
  while (!status && --first > 0) {
    status = status_input(v, first);
    if (status && !mentions(t, status)) status = NULL;
  }
  return !status || mentions_before_end(v, with_value(t, status, 1), first, input, fuel) ||
         mentions_before_end(v, with_value(t, status, 0), first, input, fuel);
}

/* Where the conversions from `first` to `number` have all found one, t does not depend on the variable; where one of
 * them has not, or one before them has met the end, not on the number. */
static gboolean depends_on_one(const ScannedValues *v, const Term *t, guint first, guint number, const Term *value,
                               const Term *variable) {
  const Term *all = t;
  guint fuel = limits.report_scanned_cases;
  for (guint i = 1; i <= number; i++) {
    const Term *status = status_input(v, i);
    if (!status) continue;
    if ((i >= first && mentions(with_value(t, status, 0), value)) || mentions(with_value(t, status, -1), value))
      return FALSE;
    if (i >= first) all = with_value(all, status, 1);
  }
  return !mentions_before_end(v, all, first, variable, &fuel);
}

/* In every bound that is small enough to be looked at. */
static gboolean everywhere(const ScannedValues *v, const Cfc *c, guint number, const Term *value, const Term *variable) {
  const ScannedItem *item = program_scanned(v->program, number);
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = c->partitions->pdata[i];
    const Term *bounds[] = {claim_upper(p), claim_lower(p)};
    for (guint k = 0; k < 2; k++)
      if (is_small(bounds[k]) &&
          !depends_on_one(v, within_bounds(v, bounds[k]), number - item->back, number, value, variable))
        return FALSE;
  }
  return TRUE;
}

static void pair_up(ScannedValues *v, const Cfc *c, const GPtrArray *inputs) {
  for (guint i = 0; i < inputs->len; i++) {
    const Term *value = inputs->pdata[i];
    const guint number = scanned_number(v->program, value);
    const ScannedItem *item = program_scanned(v->program, number);
    const Term *variable = item && item->back < number ? scanned_variable(v->program, inputs, value) : NULL;
    if (!variable || g_hash_table_contains(v->numbers, variable) || !everywhere(v, c, number, value, variable)) continue;
    g_hash_table_insert(v->numbers, (gpointer)variable, (gpointer)value);
    g_hash_table_add(v->held, (gpointer)value);
    v->last = MAX(v->last, number);
  }
}

static gboolean all_small(const Cfc *c) {
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = c->partitions->pdata[i];
    if (!is_small(claim_upper(p)) || !is_small(claim_lower(p))) return FALSE;
  }
  return TRUE;
}

ScannedValues *scanned_values_new(const Cfc *c) {
  ScannedValues *v = g_new0(ScannedValues, 1);
  v->program = c->program;
  v->numbers = g_hash_table_new(NULL, NULL);
  v->held = g_hash_table_new(NULL, NULL);
  v->statuses = g_ptr_array_new();
  if (!c->program->scanned) return v;
  v->all_small = all_small(c);
  ClaimInputs *inputs = claim_inputs_new(c);
  for (guint i = 0; i < inputs->all->len; i++)
    if (input_source(c->program, inputs->all->pdata[i]).part == SOURCE_STATUS)
      g_ptr_array_add(v->statuses, inputs->all->pdata[i]);
  pair_up(v, c, inputs->all);
  claim_inputs_free(inputs);
  return v;
}

void scanned_values_free(ScannedValues *v) {
  g_hash_table_unref(v->numbers);
  g_hash_table_unref(v->held);
  g_ptr_array_unref(v->statuses);
  g_free(v);
}

/* Without those that make no difference any more: their values are -1, 0 and 1. */
static const Term *without_idle_statuses(const ScannedValues *v, const Term *t) {
  for (guint i = 0; i < v->statuses->len; i++) {
    const Term *status = v->statuses->pdata[i];
    if (input_source(v->program, status).number > v->last || !mentions(t, status)) continue;
    const Term *read = with_value(t, status, 1);
    if (read == with_value(t, status, 0) && read == with_value(t, status, -1)) t = read;
  }
  return t;
}

const Term *scanned_values_say(const ScannedValues *v, const Term *formula) {
  const Term *t = within_bounds(v, formula);
  if (!g_hash_table_size(v->numbers) || !is_small(formula)) return t;
  return without_idle_statuses(v, term_substitute(t, v->numbers));
}

gboolean scanned_values_hold(const ScannedValues *v, const Term *number) { return g_hash_table_contains(v->held, number); }

gboolean scanned_values_hide(const ScannedValues *v, const Term *input) {
  return v->all_small && g_hash_table_contains(v->numbers, input);
}
