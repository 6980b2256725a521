/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error automata: making, comparing, and sending them over a pipe. */
#include "ir/automaton.h"
#include "base/bytes.h"
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

static gboolean same_errors(const Automaton *a, const Automaton *b) {
  return a->error.kind == b->error.kind && !compare_locs(&a->error.loc, &b->error.loc);
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
  return same_errors(a, b) && same_steps(a->steps, b->steps);
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
  if (!same_errors(a, b)) return FALSE;
  g_autoptr(GArray) in_a = distinct_steps(a), in_b = distinct_steps(b);
  return same_steps(in_a, in_b);
}

/* ---- bytes ---- */

/* How the file of a place is written: most steps are in the file of the step before. */
enum { FILE_NONE, FILE_AS_BEFORE, FILE_NEW };
enum { STEP_JOINED = 1, STEP_STAYS = 2 };

static void put_loc(GByteArray *out, const IrLoc *loc, const char **file) {
  guint how = !loc->file ? FILE_NONE : *file && !strcmp(loc->file, *file) ? FILE_AS_BEFORE : FILE_NEW;
  bytes_put(out, how);
  if (how == FILE_NEW) {
    bytes_put_string(out, loc->file);
    *file = loc->file;
  }
  bytes_put(out, loc->line);
  bytes_put(out, loc->column);
}

void automaton_write(GByteArray *out, const Automaton *a) {
  const char *file = NULL;
  bytes_put(out, a->steps->len);
  bytes_put(out, a->unrolling);
  bytes_put(out, a->error.kind);
  put_loc(out, &a->error.loc, &file);
  for (guint i = 0; i < a->steps->len; i++) {
    const AutomatonStep *step = step_at(a, i);
    bytes_put(out, step->function);
    bytes_put(out, step->block);
    bytes_put(out, step->successor);
    bytes_put(out, (step->joined ? STEP_JOINED : 0) | (step->stays ? STEP_STAYS : 0));
    put_loc(out, &step->loc, &file);
  }
}

typedef struct {
  ByteReader in;
  const char *file; /* the last one named */
} Reader;

static guint get(Reader *r) { return (guint)bytes_get(&r->in, G_MAXUINT); }

static void get_file(Reader *r) {
  g_autofree char *file = bytes_get_string(&r->in);
  r->in.failed |= !file;
  r->file = g_intern_string(file);
}

static IrLoc get_loc(Reader *r) {
  guint how = get(r);
  if (how == FILE_NEW)
    get_file(r);
  else if (how > FILE_NEW || (how == FILE_AS_BEFORE && !r->file))
    r->in.failed = TRUE;
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
  Reader r = {{bytes, size, *position, FALSE}, NULL};
  Automaton *a = automaton_new();
  guint n = get(&r);
  a->unrolling = get(&r);
  const guint kind = get(&r);
  r.in.failed |= kind >= FAILURE_KINDS;
  if (!r.in.failed) a->error.kind = (FailureKind)kind;
  a->error.loc = get_loc(&r);
  for (guint i = 0; i < n && !r.in.failed; i++) {
    AutomatonStep step = {0};
    step.function = get(&r);
    step.block = get(&r);
    step.successor = get(&r);
    guint flags = get(&r);
    step.joined = (flags & STEP_JOINED) != 0;
    step.stays = (flags & STEP_STAYS) != 0;
    r.in.failed |= flags > (STEP_JOINED | STEP_STAYS);
    step.loc = get_loc(&r);
    r.in.failed |= !step_exists(p, &step);
    g_array_append_val(a->steps, step);
  }
  if (!r.in.failed) {
    *position = r.in.at;
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
