/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small examples, one coordinate after the other: the first value in the order of preference with which the
 * point stays in the region. */
#include "cfc/prefer.h"
#include <math.h>
#include <string.h>
#include "base/deadline.h"
#include "base/limits.h"
#include "formula/floats.h"
#include "formula/partial.h"
#include "ir/scanned.h"

typedef struct {
  const Program *program;
  PartialFormulas *region;
  const GPtrArray *inputs;
  guint64 *values; /* by input: a point of the region */
  gint64 deadline;
} Search;

static const InputSite *site_of(const Search *s, guint i) {
  return program_site(s->program, input_key_unpack(((const Term *)s->inputs->pdata[i])->param).site);
}

/* Something with a text: an argument, what is read, a parameter. */
static gboolean is_typed(const InputSite *site) {
  return site->source.part != SOURCE_NONE || input_kind_row(site->kind)->enters == ENTERS_AS_ARGUMENT;
}

/* Keeps the value if the point stays in the region with it. */
static gboolean try_value(Search *s, guint i, guint64 value) {
  const guint64 before = s->values[i];
  guint64 holds;
  if (g_get_monotonic_time() > s->deadline) return FALSE;
  s->values[i] = value & term_mask(((const Term *)s->inputs->pdata[i])->width);
  partial_begin(s->region);
  for (guint k = 0; k < s->inputs->len; k++) partial_set(s->region, k, s->values[k]);
  if (partial_value(s->region, 0, &holds) && holds) return TRUE;
  s->values[i] = before;
  return FALSE;
}

/* ---- bytes ---- */

static void prefer_byte(Search *s, guint i, guint64 end) {
  static const char order[] =
      "0123456789-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ \n._/+:,;=@%#!?*&()[]{}<>$'\"\\|~^`\t";
  if (s->values[i] == end || try_value(s, i, end)) return;
  const char *now = s->values[i] > 0 && s->values[i] < 128 ? strchr(order, (int)s->values[i]) : NULL;
  for (const char *c = order; *c && c != now; c++)
    if (try_value(s, i, (guint64)*c)) return;
}

/* ---- whole numbers ---- */

/* Between one that does not do, or zero, and one that does, the one next to the former; both have one sign.
 */
static void close_in(Search *s, guint i, guint width) {
  guint64 bad = 0;
  gint64 good = term_signed(s->values[i], width);
  const gboolean negative = good < 0;
  for (guint64 size = negative ? -(guint64)good : (guint64)good; size - bad > 1;) {
    const guint64 middle = bad + (size - bad) / 2;
    if (try_value(s, i, negative ? -middle : middle))
      size = middle;
    else
      bad = middle;
  }
}

/* One of about half the size, where only some numbers do (multiples of 7). */
static gboolean halve_nearby(Search *s, guint i, guint width) {
  const gint64 now = term_signed(s->values[i], width);
  const guint64 half = (now < 0 ? -(guint64)now : (guint64)now) / 2;
  for (guint64 k = 0; k < MIN(half, limits.prefer_numbers); k++)
    if (try_value(s, i, now < 0 ? -(half - k) : half - k)) return TRUE;
  return FALSE;
}

static void prefer_whole(Search *s, guint i) {
  const guint width = ((const Term *)s->inputs->pdata[i])->width;
  const gint64 now = term_signed(s->values[i], width);
  const guint64 size = now < 0 ? -(guint64)now : (guint64)now;
  for (guint64 k = 0; k < MIN(size, limits.prefer_numbers); k++)
    if (try_value(s, i, k) || (k > 0 && site_of(s, i)->is_signed && try_value(s, i, -k))) return;
  if (now < 0 && try_value(s, i, size)) close_in(s, i, width); /* a positive one of that size will do */
  close_in(s, i, width);
  while (halve_nearby(s, i, width)) continue;
}

/* Where a region ties two numbers together by their sum or difference, none can move alone. */
static gboolean try_both(Search *s, guint i, guint64 value, guint other) {
  const guint64 before = s->values[i], beside = s->values[other], way = before - value,
                mask = term_mask(((const Term *)s->inputs->pdata[i])->width);
  s->values[i] = value & mask;
  if (try_value(s, other, beside + way) || try_value(s, other, beside - way)) return TRUE;
  s->values[i] = before;
  return FALSE;
}

static gboolean is_number(const Search *s, guint i) {
  const InputSite *site = site_of(s, i);
  const SourcePart part = site->source.part;
  return !site->is_float && (is_typed(site) ? part == SOURCE_VALUE || part == SOURCE_SCALAR : site_is_value(site));
}

static void prefer_pair(Search *s, guint i, guint other) {
  const gint64 now = term_signed(s->values[i], ((const Term *)s->inputs->pdata[i])->width);
  const guint64 size = now < 0 ? -(guint64)now : (guint64)now;
  if (!is_number(s, i) || !is_number(s, other)) return;
  for (guint64 k = 0; k < MIN(size, limits.prefer_numbers); k++)
    if (try_both(s, i, k, other) || (k > 0 && try_both(s, i, -k, other))) return;
}

/* argc: few arguments, but as many as there have to be. */
static void prefer_count(Search *s, guint i) {
  const InputBounds *b = &s->program->bounds;
  const guint64 least = b->given & BOUND_ARGS ? b->args_least : 0;
  for (guint64 n = least + 1; n < s->values[i]; n++)
    if (try_value(s, i, n)) return;
}

/* ---- fractions ---- */

static void prefer_fraction(Search *s, guint i) {
  static const double order[] = {0, 1, -1, 2, -2, 0.5, -0.5, 3, -3, 10, -10, 100, -100, 1000, -1000};
  const guint width = ((const Term *)s->inputs->pdata[i])->width;
  const double now = number_of_bits(width, s->values[i]);
  for (guint k = 0; k < G_N_ELEMENTS(order); k++)
    if (now == order[k] || try_value(s, i, bits_of_number(width, order[k]))) return;
  if (isfinite(now)) try_value(s, i, bits_of_number(width, trunc(now)));
}

/* ---- numbers that are read ---- */

/* The conversions of a call up to this number find one each: what their variables hold where they have held it. */
static void read_numbers(Search *s, guint number, guint back) {
  for (guint k = 0, at; k < s->inputs->len; k++) {
    const InputSource source = input_source(s->program, s->inputs->pdata[k]);
    const Term *variable = scanned_variable(s->program, s->inputs, s->inputs->pdata[k]);
    if (source.number > number || source.number + back < number) continue;
    if (source.part == SOURCE_STATUS) s->values[k] = 1;
    if (variable && g_ptr_array_find((GPtrArray *)s->inputs, variable, &at)) s->values[k] = s->values[at];
  }
}

static gboolean all_read(const Search *s, guint number, guint back) {
  for (guint k = 0; k < s->inputs->len; k++) {
    const InputSource source = input_source(s->program, s->inputs->pdata[k]);
    if (source.part == SOURCE_STATUS && source.number <= number && source.number + back >= number && s->values[k] != 1)
      return FALSE;
  }
  return TRUE;
}

/* So many conversions before it are to find a number, too: those of its call, or all, where one has met the end. */
static guint numbers_before(const Search *s, guint number, guint back) {
  for (guint k = 0; k < s->inputs->len; k++) {
    const Term *input = s->inputs->pdata[k];
    const InputSource source = input_source(s->program, input);
    if (source.part == SOURCE_STATUS && source.number < number && term_signed(s->values[k], input->width) < 0)
      return number - 1;
  }
  return back;
}

/* What a variable is to hold is better read than left there by chance, which nobody can repeat. */
static void prefer_read(Search *s, guint i) {
  const Term *input = s->inputs->pdata[i];
  const guint number = scanned_number(s->program, input);
  const ScannedItem *item = program_scanned(s->program, number);
  if (!item || !scanned_variable(s->program, s->inputs, input)) return;
  const guint back = numbers_before(s, number, item->back);
  if (all_read(s, number, back)) return;
  const gsize size = s->inputs->len * sizeof *s->values;
  g_autofree guint64 *before = g_memdup2(s->values, size);
  read_numbers(s, number, back);
  if (!try_value(s, i, s->values[i])) memcpy(s->values, before, size);
}

/* ---- all of them ---- */

/* Is it read by %c? */
static gboolean is_character(const InputSite *site) {
  return site->kind == SITE_STDIN && site->source.part == SOURCE_VALUE && g_str_equal(site->source.conversion, "%c");
}

static void prefer_input(Search *s, guint i) {
  const InputSite *site = site_of(s, i);
  const SourcePart part = site->source.part;
  if (part == SOURCE_STATUS || part == SOURCE_THERE || part == SOURCE_NULL) return;
  if (part == SOURCE_COUNT)
    prefer_count(s, i);
  else if (part == SOURCE_BYTE)
    prefer_byte(s, i, site->kind == SITE_ARGV ? 0 : term_mask(((const Term *)s->inputs->pdata[i])->width));
  else if (is_character(site))
    prefer_byte(s, i, s->values[i]);
  else if (site->is_float)
    prefer_fraction(s, i);
  else
    prefer_whole(s, i);
}

static void prefer_all(Search *s) {
  for (guint i = 0; s->program->scanned && i < s->inputs->len; i++) prefer_read(s, i);
  for (guint i = s->inputs->len; i-- > 0;) prefer_input(s, i);
  for (guint i = 0; i < s->inputs->len && s->inputs->len <= limits.prefer_pairs; i++)
    for (guint k = 0; k < s->inputs->len; k++)
      if (k != i) prefer_pair(s, i, k);
}

Model *prefer_small(const Program *p, const Term *region, const Model *point) {
  g_autoptr(PartialFormulas) formula = partial_new(&region, 1);
  Search s = {p, formula, partial_inputs(formula), NULL, deadline_in(limits.prefer_seconds)};
  if (s.inputs->len == 0 || region->has_havoc) return NULL;
  s.values = g_new(guint64, s.inputs->len);
  for (guint i = 0; i < s.inputs->len; i++) s.values[i] = model_value(point, s.inputs->pdata[i]);
  if (try_value(&s, 0, s.values[0]))
    for (guint pass = 0; pass < 2; pass++) /* from the end: where an argument ends early, the rest is free */
      prefer_all(&s);
  Model *small = model_copy(point);
  for (guint i = 0; i < s.inputs->len; i++) model_set(small, s.inputs->pdata[i], s.values[i]);
  g_free(s.values);
  return small;
}
