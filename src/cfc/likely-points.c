/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of likely values, changed one value at a time as long as no fewer conjuncts hold.
 *
 * Likely are small numbers, the constants of the formula and their neighbours, text, and conversions of scanf that find
 * a number.  Every other round starts from bits at random. */
#include "cfc/likely-points.h"
#include "base/limits.h"
#include "formula/floats.h"
#include "formula/partial.h"
#include "formula/readable.h"

typedef struct {
  const Program *program;
  PartialFormulas *formulas; /* the conjuncts */
  guint n_conjuncts;
  const GPtrArray *inputs;
  guint64 *values; /* by input */
  GArray *constants; /* guint64: of the formula */
  GRand *random;
} Search;

static const InputSite *site_of(const Search *s, guint i) {
  return program_site(s->program, input_key_unpack(((const Term *)s->inputs->pdata[i])->param).site);
}

static guint64 any_bits(const Search *s) {
  return (guint64)g_rand_int(s->random) << 32 | g_rand_int(s->random);
}

/* Bits at random are mostly huge or tiny numbers; programs deal with those near 1. */
static guint64 any_float(const Search *s, guint width) {
  const double bound = (double)(1 << g_rand_int_range(s->random, 0, 12));
  return bits_of_number(width, g_rand_double_range(s->random, -bound, bound));
}

static guint64 constant_nearby(const Search *s) {
  const guint i = (guint)g_rand_int_range(s->random, 0, (gint32)s->constants->len);
  return g_array_index(s->constants, guint64, i) + (guint64)(gint64)g_rand_int_range(s->random, -1, 2);
}

static guint64 number(const Search *s) {
  const guint way = g_rand_int(s->random) % 8;
  if (way < 3 && s->constants->len) return constant_nearby(s);
  return way < 7 ? (guint64)(gint64)g_rand_int_range(s->random, -2, 20) : any_bits(s);
}

static guint64 within(const Search *s, const InputSite *site, guint64 value) {
  const gint64 v = (gint64)value;
  if (v >= site->least && v <= site->most) return value;
  return (guint64)(site->least + (gint64)(any_bits(s) % ((guint64)site->most - (guint64)site->least + 1)));
}

static guint64 character(const Search *s) {
  static const char usual[] = "0123456789 \n-+*/ab.,z";
  const guint way = g_rand_int(s->random) % 8;
  if (way < 3 && s->constants->len) return constant_nearby(s);
  if (way == 3) return G_MAXUINT64; /* the end */
  return way == 4 ? any_bits(s) & 255 : (guint64)usual[g_rand_int(s->random) % (sizeof usual - 1)];
}

static guint64 likely_value(const Search *s, guint i) {
  const InputSite *site = site_of(s, i);
  const Term *input = s->inputs->pdata[i];
  const SourcePart part = site->source.part;
  const gboolean by_c = site->kind == SITE_STDIN && part == SOURCE_VALUE && g_str_equal(site->source.conversion, "%c");
  guint64 value = part == SOURCE_BYTE || by_c ? character(s) : number(s);
  if (site->is_float && (input->width == 32 || input->width == 64)) return any_float(s, input->width);
  if (part == SOURCE_STATUS && g_rand_int(s->random) % 8) value = 1;
  if (site->ranged) value = within(s, site, value);
  return value & term_mask(input->width);
}

/* How many conjuncts hold. */
static guint score(Search *s) {
  guint n = 0;
  guint64 holds;
  partial_begin(s->formulas);
  for (guint i = 0; i < s->inputs->len; i++) partial_set(s->formulas, i, s->values[i]);
  for (guint i = 0; i < s->n_conjuncts; i++) n += partial_value(s->formulas, i, &holds) && holds;
  return n;
}

static void begin_round(Search *s, gboolean likely) {
  for (guint i = 0; i < s->inputs->len; i++) {
    const Term *input = s->inputs->pdata[i];
    s->values[i] = likely || site_of(s, i)->ranged || site_of(s, i)->is_float ? likely_value(s, i)
                                                                              : any_bits(s) & term_mask(input->width);
  }
}

static gboolean climb(Search *s, gint64 stop) {
  guint best = score(s);
  for (guint step = 0; step < limits.likely_steps && best < s->n_conjuncts && g_get_monotonic_time() < stop; step++) {
    const guint i = g_rand_int(s->random) % s->inputs->len;
    const guint64 before = s->values[i];
    s->values[i] = likely_value(s, i);
    const guint now = score(s);
    if (now >= best)
      best = now;
    else
      s->values[i] = before;
  }
  return best == s->n_conjuncts;
}

static GArray *constants_of(const Term *formula) {
  g_autoptr(GPtrArray) nodes = term_postorder(&formula, 1);
  GArray *constants = g_array_new(FALSE, FALSE, sizeof(guint64));
  for (guint i = 0; i < nodes->len && constants->len < limits.likely_constants; i++) {
    const Term *t = nodes->pdata[i];
    if (!term_is_const(t) || t->width < 8) continue;
    const guint64 value = (guint64)term_signed(t->param, t->width);
    g_array_append_val(constants, value);
  }
  return constants;
}

static Model *model_of(const Search *s) {
  Model *m = model_new();
  for (guint i = 0; i < s->inputs->len; i++) model_set(m, s->inputs->pdata[i], s->values[i]);
  return m;
}

static Model *search(Search *s, gint64 stop) {
  for (guint round = 0; round < limits.likely_rounds && g_get_monotonic_time() < stop; round++) {
    begin_round(s, round % 2 == 0);
    if (climb(s, stop)) return model_of(s);
  }
  return NULL;
}

Model *likely_point(const Program *p, const Term *formula, guint milliseconds) {
  if (formula->has_havoc || term_dag_size(formula, limits.likely_nodes) >= limits.likely_nodes) return NULL;
  g_autoptr(GPtrArray) conjuncts = readable_conjuncts(formula);
  g_autoptr(PartialFormulas) formulas = partial_new((const Term *const *)conjuncts->pdata, conjuncts->len);
  Search s = {p, formulas, conjuncts->len, partial_inputs(formulas), NULL, constants_of(formula), g_rand_new_with_seed(1)};
  s.values = g_new0(guint64, s.inputs->len + 1);
  Model *found = s.inputs->len ? search(&s, g_get_monotonic_time() + 1000 * (gint64)milliseconds) : NULL;
  g_free(s.values);
  g_rand_free(s.random);
  g_array_unref(s.constants);
  if (found && term_eval(formula, found)) return found;
  model_free(found);
  return NULL;
}
