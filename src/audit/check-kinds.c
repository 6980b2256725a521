/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of check kinds. */
#include "audit/check-kinds.h"
#include <string.h>

static const Candidate *candidate_of(const Seed *s, guint index) {
  return &g_array_index(s->syntax->candidates, Candidate, index);
}

static char *expression(const Seed *s, guint index) {
  const Candidate *c = candidate_of(s, index);
  g_autofree char *text = g_strndup(s->text + c->from, c->to - c->from);
  return g_strdelimit(g_steal_pointer(&text), "\n\r\t", ' ');
}

/* ---- an integer has a value ---- */

static gboolean numeric_applies(const Seed *s, guint index) { return candidate_of(s, index)->is_integer; }

static gint64 draw(const CheckSource *source, guint index) {
  const Candidate *c = candidate_of(source->seed, index);
  if (source->constant) return constant_convert(source->constant(source->data, index, source->rand), c->type);
  g_autoptr(GArray) pool = constants_pool(source->seed->syntax->constants, c->type);
  return constants_draw(pool, c->type, source->rand);
}

static char *numeric_condition(const CheckSource *source, guint index) {
  g_autofree char *e = expression(source->seed, index),
                  *k = constant_text(draw(source, index), candidate_of(source->seed, index)->type);
  return g_strdup_printf("(%s) == (%s)", e, k);
}

/* ---- a pointer is null ---- */

static gboolean pointer_applies(const Seed *s, guint index) { return !candidate_of(s, index)->is_integer; }

static char *null_condition(const CheckSource *source, guint index) {
  g_autofree char *e = expression(source->seed, index);
  return g_strdup_printf("(%s) == 0", e);
}

/* ---- two pointers are the same ---- */

static gboolean differ(const Seed *s, const Candidate *a, const Candidate *b) {
  const gsize length = a->to - a->from;
  return length != b->to - b->from || strncmp(s->text + a->from, s->text + b->from, length) != 0;
}

/* guint: other pointers of the same type at the same place. */
static GArray *partners(const Seed *s, guint index) {
  const Candidate *c = candidate_of(s, index);
  GArray *found = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < s->syntax->candidates->len; i++) {
    const Candidate *other = candidate_of(s, i);
    if (!other->is_integer && other->place == c->place && g_str_equal(other->spelling, c->spelling) &&
        differ(s, c, other))
      g_array_append_val(found, i);
  }
  return found;
}

static gboolean alias_applies(const Seed *s, guint index) {
  if (candidate_of(s, index)->is_integer) return FALSE;
  g_autoptr(GArray) others = partners(s, index);
  return others->len > 0;
}

static char *alias_condition(const CheckSource *source, guint index) {
  g_autoptr(GArray) others = partners(source->seed, index);
  const guint other = g_array_index(others, guint, g_rand_int_range(source->rand, 0, (gint32)others->len));
  g_autofree char *e = expression(source->seed, index), *o = expression(source->seed, other);
  return g_strdup_printf("(%s) == (%s)", e, o);
}

/* ---- an index is outside of its array ---- */

static gboolean bounds_applies(const Seed *s, guint index) {
  return candidate_of(s, index)->is_integer && candidate_of(s, index)->elements > 0;
}

static char *bounds_condition(const CheckSource *source, guint index) {
  const Candidate *c = candidate_of(source->seed, index);
  g_autofree char *e = expression(source->seed, index),
                  *n = g_strdup_printf("%" G_GUINT64_FORMAT, c->elements);
  if (!c->type.is_signed) return g_strdup_printf("(%s) >= %s", e, n);
  return g_strdup_printf("((%s) < 0) | ((%s) >= %s)", e, e, n);
}

const CheckKind check_kinds[] = {
    {"numeric", "an integer expression has a value", numeric_applies, numeric_condition, TRUE},
    {"null", "a pointer is null", pointer_applies, null_condition, FALSE},
    {"alias", "two pointers of one type are equal", alias_applies, alias_condition, TRUE},
    {"bounds", "an index is outside of its array", bounds_applies, bounds_condition, FALSE},
};
const guint n_check_kinds = G_N_ELEMENTS(check_kinds);

const CheckKind *check_kind_find(const char *name) {
  for (guint i = 0; i < n_check_kinds; i++)
    if (g_str_equal(check_kinds[i].name, name)) return &check_kinds[i];
  return NULL;
}

char *check_kind_names(void) {
  GString *names = g_string_new(check_kinds[0].name);
  for (guint i = 1; i < n_check_kinds; i++) g_string_append_printf(names, ", %s", check_kinds[i].name);
  return g_string_free(names, FALSE);
}

GPtrArray *check_conditions(const CheckKind *kind, const CheckSource *source, guint candidate, guint n) {
  GPtrArray *made = g_ptr_array_new_with_free_func(g_free);
  const guint tries = kind->varies ? 8 * n : 1; /* small types have few values */
  for (guint i = 0; i < tries && made->len < n; i++) {
    g_autofree char *condition = kind->condition(source, candidate);
    if (!g_ptr_array_find_with_equal_func(made, condition, g_str_equal, NULL))
      g_ptr_array_add(made, g_steal_pointer(&condition));
  }
  return made;
}
