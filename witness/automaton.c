/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error automata: making, comparing, and sending them over a pipe. */
#include "witness/automaton.h"
#include <string.h>

static AutomatonStep *step_at(const Automaton *a, guint i) {
  return &g_array_index(a->steps, AutomatonStep, i);
}

Automaton *automaton_new(void) {
  Automaton *a = g_new0(Automaton, 1);
  a->steps = g_array_new(FALSE, TRUE, sizeof(AutomatonStep));
  return a;
}

void automaton_free(Automaton *a) {
  if (!a) return;
  g_array_unref(a->steps);
  g_free(a);
}

void automaton_add(Automaton *a, guint function, guint block, IrLoc loc, guint successor) {
  AutomatonStep step = {function, block, loc, successor, FALSE, FALSE};
  g_array_append_val(a->steps, step);
}

guint automaton_choice_end(const Automaton *a, guint first) {
  guint end = first;
  while (end < a->steps->len && step_at(a, end)->joined) end++;
  return MIN(end + 1, a->steps->len);
}

Automaton *automaton_prefix(const Automaton *a, guint n_steps) {
  Automaton *prefix = automaton_new();
  guint n = MIN(n_steps, a->steps->len);
  while (n > 0 && n < a->steps->len && step_at(a, n - 1)->joined) n--;
  if (n) g_array_append_vals(prefix->steps, a->steps->data, n);
  prefix->error = a->error;
  prefix->unrolling = a->unrolling;
  return prefix;
}

Automaton *automaton_copy(const Automaton *a) { return automaton_prefix(a, G_MAXUINT); }

/* ---- comparison ---- */

static int compare_numbers(guint a, guint b) { return (a > b) - (a < b); }

static int compare_locs(const IrLoc *a, const IrLoc *b) {
  int order = a->file == b->file ? 0 : g_strcmp0(a->file, b->file);
  if (!order) order = compare_numbers(a->line, b->line);
  return order ? order : compare_numbers(a->column, b->column);
}

static int compare_steps(gconstpointer x, gconstpointer y) {
  const AutomatonStep *a = x, *b = y;
  int order = compare_numbers(a->function, b->function);
  if (!order) order = compare_numbers(a->block, b->block);
  if (!order) order = compare_numbers(a->successor, b->successor);
  if (!order) order = compare_numbers(!a->joined, !b->joined);
  if (!order) order = compare_numbers(!a->stays, !b->stays);
  return order ? order : compare_locs(&a->loc, &b->loc);
}

static gboolean same_steps(const GArray *a, const GArray *b) {
  if (a->len != b->len) return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (compare_steps(&g_array_index(a, AutomatonStep, i), &g_array_index(b, AutomatonStep, i))) return FALSE;
  return TRUE;
}

gboolean automaton_equal(const Automaton *a, const Automaton *b) {
  return !compare_locs(&a->error, &b->error) && same_steps(a->steps, b->steps);
}

static GArray *distinct_steps(const Automaton *a) {
  g_autoptr(GArray) sorted = g_array_copy(a->steps);
  g_array_sort(sorted, compare_steps);
  GArray *distinct = g_array_new(FALSE, FALSE, sizeof(AutomatonStep));
  const AutomatonStep *steps = (const AutomatonStep *)(void *)sorted->data;
  for (guint i = 0; i < sorted->len; i++)
    if (!i || compare_steps(&steps[i - 1], &steps[i])) g_array_append_val(distinct, steps[i]);
  return distinct;
}

gboolean automaton_same_shape(const Automaton *a, const Automaton *b) {
  if (compare_locs(&a->error, &b->error)) return FALSE;
  g_autoptr(GArray) in_a = distinct_steps(a), in_b = distinct_steps(b);
  return same_steps(in_a, in_b);
}

/* ---- bytes ---- */

/* How the file of a place is written: most steps are in the file of the step before. */
enum { FILE_NONE, FILE_AS_BEFORE, FILE_NEW };
enum { STEP_JOINED = 1, STEP_STAYS = 2 };

static void put(GByteArray *out, guint32 n) {
  n = GUINT32_TO_LE(n);
  g_byte_array_append(out, (const guint8 *)&n, sizeof n);
}

static void put_loc(GByteArray *out, const IrLoc *loc, const char **file) {
  guint how = !loc->file ? FILE_NONE : *file && !strcmp(loc->file, *file) ? FILE_AS_BEFORE : FILE_NEW;
  put(out, how);
  if (how == FILE_NEW) {
    guint length = (guint)strlen(loc->file);
    put(out, length);
    g_byte_array_append(out, (const guint8 *)loc->file, length);
    *file = loc->file;
  }
  put(out, loc->line);
  put(out, loc->column);
}

void automaton_write(GByteArray *out, const Automaton *a) {
  const char *file = NULL;
  put(out, a->steps->len);
  put(out, a->unrolling);
  put_loc(out, &a->error, &file);
  for (guint i = 0; i < a->steps->len; i++) {
    const AutomatonStep *step = step_at(a, i);
    put(out, step->function);
    put(out, step->block);
    put(out, step->successor);
    put(out, (step->joined ? STEP_JOINED : 0) | (step->stays ? STEP_STAYS : 0));
    put_loc(out, &step->loc, &file);
  }
}

typedef struct {
  const guint8 *bytes;
  gsize size, at;
  const char *file; /* the last one named */
  gboolean failed;  /* and then every number read is 0 */
} Reader;

static gboolean available(Reader *r, gsize n) {
  if (r->at > r->size || r->size - r->at < n) r->failed = TRUE;
  return !r->failed;
}

static guint get(Reader *r) {
  guint32 n = 0;
  if (!available(r, sizeof n)) return 0;
  memcpy(&n, r->bytes + r->at, sizeof n);
  r->at += sizeof n;
  return GUINT32_FROM_LE(n);
}

static void get_file(Reader *r) {
  guint length = get(r);
  if (!available(r, length)) return;
  const char *text = (const char *)r->bytes + r->at;
  r->failed = memchr(text, 0, length) != NULL;
  if (r->failed) return;
  g_autofree char *file = g_strndup(text, length);
  r->file = g_intern_string(file);
  r->at += length;
}

static IrLoc get_loc(Reader *r) {
  guint how = get(r);
  if (how == FILE_NEW)
    get_file(r);
  else if (how > FILE_NEW || (how == FILE_AS_BEFORE && !r->file))
    r->failed = TRUE;
  IrLoc loc = {how == FILE_NONE ? NULL : r->file, 0, 0};
  loc.line = get(r);
  loc.column = get(r);
  return loc;
}

/* Is there such an edge?  A step of which only the place is known may be any. */
static gboolean step_exists(const Program *p, const AutomatonStep *step) {
  if (step->function == G_MAXUINT || step->block == G_MAXUINT) return TRUE;
  if (step->function >= p->functions->len) return FALSE;
  const IrFunction *f = program_function(p, step->function);
  return step->block < f->blocks->len &&
         step->successor < ((const IrBlock *)f->blocks->pdata[step->block])->n_succs;
}

Automaton *automaton_read(const Program *p, const guint8 *bytes, gsize size, gsize *position) {
  Reader r = {bytes, size, *position, NULL, FALSE};
  Automaton *a = automaton_new();
  guint n = get(&r);
  a->unrolling = get(&r);
  a->error = get_loc(&r);
  for (guint i = 0; i < n && !r.failed; i++) {
    AutomatonStep step = {0};
    step.function = get(&r);
    step.block = get(&r);
    step.successor = get(&r);
    guint flags = get(&r);
    step.joined = (flags & STEP_JOINED) != 0;
    step.stays = (flags & STEP_STAYS) != 0;
    r.failed |= flags > (STEP_JOINED | STEP_STAYS);
    step.loc = get_loc(&r);
    r.failed |= !step_exists(p, &step);
    g_array_append_val(a->steps, step);
  }
  if (!r.failed) {
    *position = r.at;
    return a;
  }
  automaton_free(a);
  return NULL;
}

guint automaton_repeats(const Automaton *a) {
  GHashTable *times = g_hash_table_new(NULL, NULL);
  guint most = 0;
  for (guint i = 0; i < a->steps->len; i++) {
    const AutomatonStep *step = &g_array_index(a->steps, AutomatonStep, i);
    gpointer branch = GSIZE_TO_POINTER(((gsize)step->function << 32) + step->block);
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(times, branch)) + 1;
    g_hash_table_insert(times, branch, GUINT_TO_POINTER(n));
    most = MAX(most, n);
  }
  g_hash_table_unref(times);
  return most;
}
