/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory model against plain byte arrays: random histories of writes, copies and merges, each kept as
 * symbolic contents and, for some input points, as the bytes that memory really holds.  Whatever is read must
 * evaluate to those bytes. */
#include "symex/memory.h"
#include <string.h>
#include "tests/helpers/random-terms.h"

enum { POINTS = 8, VERSIONS = 6, POINTER_WIDTH = 32, MAX_SIZE = 1100 };

typedef struct {
  const Contents *contents;
  guint8 bytes[POINTS][MAX_SIZE];
} Version;

/* One history: an object, its versions, and the points under which they are compared. */
typedef struct {
  Memory memory;
  Program *program;
  GRand *rand;
  State state; /* facts about the offsets */
  Object object;
  guint size;
  guint steps[4], n_steps; /* widths in bytes of its accesses */
  Model *points[POINTS];
  guint n_inputs;
  Version *versions;
  guint reads, havocs; /* values compared, values that are not known */
} History;

static guint below(History *h, guint n) { return (guint)g_rand_int_range(h->rand, 0, (gint32)n); }

/* ---- inputs ---- */

enum { SITE_VALUES, SITE_BYTES, SITE_WORDS, SITE_LONGS, N_SITES };

/* A new input with a value up to max at every point. */
static const Term *fresh(History *h, guint width, guint64 max) {
  const Term *t = term_input((InputKey){SITE_VALUES, ++h->n_inputs, 0}, width);
  for (guint i = 0; i < POINTS; i++) {
    guint64 v = random_value(h->rand, width);
    model_set(h->points[i], t, v <= max ? v : v % (max + 1));
  }
  return t;
}

static guint64 value_at(const History *h, guint point, const Term *t) {
  return term_eval(t, h->points[point]);
}

/* ---- offsets ---- */

/* Where an access of `bytes` goes, of several makes: constant, a masked input, a scaled one, one bounded by a
 * fact only.
 */
static const Term *random_offset(History *h, guint bytes, guint max_count, gboolean aligned) {
  guint unit = aligned ? bytes : 1, room = (h->size - bytes) / unit;
  if (room == 0 || below(h, 3) == 0) return term_const(POINTER_WIDTH, below(h, room + 1) * unit);
  guint count = MIN(room, max_count), base = below(h, room - count + 1) * unit;
  const Term *x, *unit_term = term_const(POINTER_WIDTH, unit);
  if (below(h, 2)) {
    x = fresh(h, POINTER_WIDTH, count);
    state_learn(h->memory.arena, &h->state, term_binary(TERM_ULE, x, term_const(POINTER_WIDTH, count)));
  } else {
    guint bits = g_bit_storage(count + 1) - 1;
    if (bits == 0) return term_const(POINTER_WIDTH, base);
    x = term_zext(term_extract(fresh(h, 16, 0xffff), below(h, 3), bits), POINTER_WIDTH);
  }
  if (below(h, 2)) x = term_ite(fresh(h, 1, 1), x, term_const(POINTER_WIDTH, below(h, count + 1)));
  return term_binary(TERM_ADD, term_binary(TERM_MUL, x, unit_term), term_const(POINTER_WIDTH, base));
}

static Offsets offsets_of(History *h, const Term *offset, guint bytes) {
  Offsets where = memory_offsets(&h->state, &h->object, offset, bytes);
  for (guint i = 0; i < POINTS; i++) {
    guint64 at = value_at(h, i, offset);
    g_assert_cmpuint(at, >=, where.first);
    g_assert_cmpuint(at, <=, where.last);
    g_assert_cmpuint((at - where.first) % where.step, ==, 0);
    g_assert_cmpuint(at + bytes, <=, h->size);
  }
  return where;
}

/* ---- the operations, on both sides ---- */

static guint64 bytes_value(const guint8 *b, guint n) {
  guint64 v = 0;
  for (guint i = 0; i < n; i++) v |= (guint64)b[i] << (8 * i);
  return v;
}

static const Term *read_version(History *h, const Version *v, const Term *offset, guint bytes) {
  Value value = memory_read(&h->memory, v->contents, offset, offsets_of(h, offset, bytes), bytes);
  g_assert_nonnull(value.bits);
  g_assert_cmpuint(value.bits->width, ==, 8 * bytes);
  h->reads++;
  if (value.bits->has_havoc) {
    h->havocs++;
    return fresh(h, 8 * bytes, term_mask(8 * bytes));
  }
  for (guint i = 0; i < POINTS; i++)
    g_assert_cmphex(value_at(h, i, value.bits), ==, bytes_value(v->bytes[i] + value_at(h, i, offset), bytes));
  return value.bits;
}

static void write_version(History *h, Version *v, const Term *offset, const Term *value) {
  guint bytes = value->width / 8;
  Offsets where = offsets_of(h, offset, bytes);
  v->contents = memory_write(&h->memory, v->contents, offset, where, value_bits(value), FALSE);
  for (guint i = 0; i < POINTS; i++) {
    guint64 at = value_at(h, i, offset), n = value_at(h, i, value);
    for (guint b = 0; b < bytes; b++) v->bytes[i][at + b] = (guint8)(n >> (8 * b));
  }
}

static void copy_version(History *h, Version *to, const Version *from, guint unit) {
  guint n = below(h, MIN(h->size, 40) / unit + 1) * unit;
  guint to_at = below(h, (h->size - n) / unit + 1) * unit,
        from_at = below(h, (h->size - n) / unit + 1) * unit;
  to->contents = memory_copy(&h->memory, to->contents, to_at, from->contents, from_at, n);
  for (guint i = 0; i < POINTS; i++) memmove(to->bytes[i] + to_at, from->bytes[i] + from_at, n);
}

static void merge_versions(History *h, Version *a, const Version *b) {
  const Term *select = fresh(h, 1, 1);
  a->contents = contents_merge(&h->memory, select, a->contents, b->contents);
  for (guint i = 0; i < POINTS; i++)
    if (value_at(h, i, select)) memcpy(a->bytes[i], b->bytes[i], h->size);
}

/* ---- histories ---- */

static History *new_history(guint seed, guint size) {
  History *h = g_new0(History, 1);
  h->program = program_new("none.c", POINTER_WIDTH);
  const guint element[N_SITES] = {0, 8, 32, 64};
  for (guint i = 0; i < N_SITES; i++) {
    InputSite site = {
        .kind = i ? SITE_UNINITIALISED : SITE_NONDET, .width = i ? 8 : 64, .element_width = element[i]};
    g_assert_cmpuint(program_add_site(h->program, &site), ==, i);
  }
  h->memory = (Memory){.arena = arena_new(), .program = h->program, .inputs = g_hash_table_new(NULL, NULL)};
  h->rand = g_rand_new_with_seed(seed);
  h->state.position = G_MAXUINT;
  h->size = size;
  h->object = (Object){.id = 1, .kind = OBJECT_HEAP, .size = term_const(POINTER_WIDTH, size)};
  for (guint i = 0; i < POINTS; i++) {
    h->points[i] = model_new();
    model_set_random(h->points[i], seed + i + 1);
  }
  h->versions = g_new0(Version, VERSIONS);
  return h;
}

static void free_history(History *h) {
  for (guint i = 0; i < POINTS; i++) model_free(h->points[i]);
  arena_free(h->memory.arena);
  g_hash_table_unref(h->memory.inputs);
  program_free(h->program);
  g_rand_free(h->rand);
  g_free(h->versions);
  g_free(h);
  pmap_clear_all();
}

/* What a version holds before any write: zeros, or the inputs of a site, an element each. */
static void start_version(History *h, Version *v, guint site) {
  if (site == SITE_VALUES) {
    v->contents = memory_contents(&h->memory, &h->object, memory_init(&h->memory, INIT_ZERO, 0, NULL));
    memset(v->bytes, 0, sizeof v->bytes);
    return;
  }
  const Counter *c = state_count(&h->memory, &h->state, site);
  v->contents = memory_contents(&h->memory, &h->object, memory_init(&h->memory, INIT_INPUT, site, c));
  guint step = program_site(h->program, site)->element_width / 8;
  for (guint at = 0; at < h->size; at += step) {
    const Term *e = term_input((InputKey){site, c->alternatives[0].count, at}, 8 * step);
    for (guint i = 0; i < POINTS; i++)
      for (guint b = 0; b < step && at + b < h->size; b++)
        v->bytes[i][at + b] = (guint8)(model_value(h->points[i], e) >> (8 * b));
  }
}

static void start(History *h, const guint *sites, guint n) {
  for (guint i = 0; i < VERSIONS; i++) start_version(h, &h->versions[i], sites[i % n]);
}

/* One operation on random versions; aligned: every access at a multiple of its width. */
static void step(History *h, guint max_count, gboolean aligned) {
  Version *v = &h->versions[below(h, VERSIONS)], *other = &h->versions[below(h, VERSIONS)];
  guint bytes = h->steps[below(h, h->n_steps)];
  const Term *offset = random_offset(h, bytes, max_count, aligned);
  switch (below(h, 8)) {
  case 0:
  case 1:
  case 2: write_version(h, v, offset, fresh(h, 8 * bytes, term_mask(8 * bytes))); break;
  case 3: write_version(h, v, offset, term_const(8 * bytes, random_value(h->rand, 8 * bytes))); break;
  case 4:
    write_version(h, v, random_offset(h, bytes, max_count, aligned), read_version(h, other, offset, bytes));
    break;
  case 5: copy_version(h, v, below(h, 2) ? v : other, aligned ? bytes : 1); break;
  case 6: merge_versions(h, v, other); break;
  default: read_version(h, v, offset, bytes); break;
  }
}

static void read_all(History *h, const guint *widths, guint n) {
  for (guint i = 0; i < VERSIONS; i++)
    for (guint w = 0; w < n; w++)
      for (guint at = 0; at + widths[w] <= h->size; at += h->size > 100 ? widths[w] : 1)
        read_version(h, &h->versions[i], term_const(POINTER_WIDTH, at), widths[w]);
}

static const guint every_width[] = {1, 2, 4, 8};
static const guint every_start[] = {SITE_VALUES, SITE_BYTES, SITE_WORDS, SITE_LONGS};

/* Small objects are known byte for byte, whatever is done to them. */
static void test_small(void) {
  for (guint seed = 1; seed <= 60; seed++) {
    History *h = new_history(seed, 8 + seed % 17);
    memcpy(h->steps, every_width, sizeof every_width);
    h->n_steps = 4;
    start(h, every_start, seed % 3 ? 4 : 1);
    for (guint i = 0; i < 24; i++) step(h, 1 + seed % 12, FALSE);
    read_all(h, every_width, 4);
    g_assert_cmpuint(h->havocs, ==, 0);
    free_history(h);
  }
}

/* Large arrays of one element type, at offsets too many to list, stay known as well. */
static void test_arrays(void) {
  for (guint seed = 1; seed <= 24; seed++) {
    guint bytes = every_width[seed % 4];
    History *h = new_history(1000 + seed, 130 * bytes);
    h->steps[0] = bytes;
    h->n_steps = 1;
    start(h, every_start, 1);
    for (guint i = 0; i < VERSIONS;
         i++) { /* copies in cells may not fit an array's elements: fill them first */
      for (guint at = 0; at < h->size; at += bytes)
        write_version(h, &h->versions[i], term_const(POINTER_WIDTH, at),
                      term_const(8 * bytes, random_value(h->rand, 8 * bytes)));
    }
    for (guint i = 0; i < 20; i++) step(h, 200, TRUE);
    read_all(h, every_width, 4);
    g_assert_cmpuint(h->havocs, ==, 0);
    free_history(h);
  }
}

/* Widths mixed on large objects: much of it is no longer known then, but what is given as known must be
 * right. */
static void test_mixed(void) {
  guint reads = 0, havocs = 0;
  for (guint seed = 1; seed <= 40; seed++) {
    History *h = new_history(2000 + seed, 100 + seed * 7);
    memcpy(h->steps, every_width, sizeof every_width);
    h->n_steps = 4;
    start(h, every_start, 4);
    for (guint i = 0; i < 12; i++) step(h, i % 4 ? 10 : 200, i % 2);
    for (guint i = 0; i < 40; i++) {
      const Version *v = &h->versions[below(h, VERSIONS)];
      read_version(h, v, term_const(POINTER_WIDTH, below(h, h->size - 8)), 1 + below(h, 8));
    }
    reads += h->reads;
    havocs += h->havocs;
    free_history(h);
  }
  g_assert_cmpuint(havocs, <, reads / 2); /* otherwise this test compares nothing */
}

/* ---- pointers in memory ---- */

static Value read_pointer(History *h, const Contents *c, guint at) {
  const Term *offset = term_const(POINTER_WIDTH, at);
  return memory_read(&h->memory, c, offset, (Offsets){at, at, 1}, POINTER_WIDTH / 8);
}

static const Contents *write_pointer(History *h, const Contents *c, guint at, Value v) {
  return memory_write(&h->memory, c, term_const(POINTER_WIDTH, at), (Offsets){at, at, 1}, v, FALSE);
}

static void test_pointers(void) {
  History *h = new_history(1, 32);
  start(h, every_start, 1);
  Value p = value_pointer(h->memory.arena, POINTER_WIDTH, 7, term_const(POINTER_WIDTH, 3));
  const Contents *c = write_pointer(h, h->versions[0].contents, 4, p);
  g_assert_true(value_same(read_pointer(h, c, 4), p));
  const Contents *copy = memory_copy(&h->memory, c, 8, c, 0, 16);
  g_assert_true(value_same(read_pointer(h, copy, 12), p));
  g_assert_true(value_same(read_pointer(h, copy, 4), p));
  g_assert_true(read_pointer(h, copy, 8).bits == term_const(POINTER_WIDTH, 0));
  g_assert_true(read_pointer(h, copy, 11).bits->has_havoc); /* a part of an address */
  const Contents *cut = write_pointer(h, copy, 14, value_bits(term_const(8, 1)));
  g_assert_true(read_pointer(h, cut, 12).bits->has_havoc);
  const Term *select = fresh(h, 1, 1);
  Value joined = read_pointer(h, contents_merge(&h->memory, select, h->versions[0].contents, c), 4);
  g_assert_cmpuint(joined.pointer->n, ==, 2);
  for (guint i = 0; i < 2; i++) {
    const Target *t = &joined.pointer->targets[i];
    g_assert_true(t->guard == (t->object == 7 ? select : term_not(select)));
    g_assert_cmpuint(t->offset->param, ==, t->object == 7 ? 3 : 0);
  }
  g_assert_true(read_pointer(h, memory_scramble(&h->memory, c), 4).bits->has_havoc);
  free_history(h);
}

/* ---- inputs and life ---- */

static void test_inputs(void) {
  History *h = new_history(1, 8);
  start_version(h, &h->versions[0], SITE_WORDS);
  read_version(h, &h->versions[0], term_const(POINTER_WIDTH, 6), 1);
  g_assert_cmpuint(g_hash_table_size(h->memory.inputs), ==, 1); /* only what was read */
  const Term *word = term_input((InputKey){SITE_WORDS, 1, 4}, 32);
  g_assert_true(g_hash_table_contains(h->memory.inputs, word));
  const Counter *second = state_count(&h->memory, &h->state, SITE_WORDS);
  g_assert_true(memory_input(&h->memory, SITE_WORDS, second, 4, 32) ==
                term_input((InputKey){SITE_WORDS, 2, 4}, 32));
  g_assert_true(memory_input(&h->memory, SITE_WORDS, second, 1 << 24, 32)->has_havoc); /* no key for it */
  free_history(h);
}

static void test_life(void) {
  History *h = new_history(1, 8);
  start(h, every_start, 1);
  const Contents *alive = h->versions[0].contents;
  Contents dead = *alive;
  dead.live = term_bool(FALSE);
  const Term *select = fresh(h, 1, 1);
  g_assert_null(contents_merge(&h->memory, select, alive, alive)->live);
  g_assert_true(contents_merge(&h->memory, select, alive, &dead)->live == term_not(select));
  g_assert_true(contents_merge(&h->memory, select, &dead, alive)->live == select);
  g_assert_true(contents_merge(&h->memory, select, &dead, &dead)->live == term_bool(FALSE));
  free_history(h);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/memory/small", test_small);
  g_test_add_func("/memory/arrays", test_arrays);
  g_test_add_func("/memory/mixed", test_mixed);
  g_test_add_func("/memory/pointers", test_pointers);
  g_test_add_func("/memory/inputs", test_inputs);
  g_test_add_func("/memory/life", test_life);
  return g_test_run();
}
