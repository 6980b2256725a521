/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The term store: one table of all nodes, allocated from blocks that are freed together; the constructors. */
#include "formula/term.h"
#include "formula/store.h"
#include <string.h>

enum { BLOCK_SIZE = 1 << 20, FIRST_CAPACITY = 1 << 12 };

typedef struct {
  const Term **slots; /* open addressing, linear probing */
  guint32 *hashes;    /* of the term in the slot */
  gsize capacity;     /* a power of two */
  guint n_terms;
  GPtrArray *blocks;
  gsize block_used;
  guint next_havoc;
} Store;

static Store store;

static void store_open(void) {
  store.capacity = FIRST_CAPACITY;
  store.slots = g_new0(const Term *, store.capacity);
  store.hashes = g_new0(guint32, store.capacity);
  store.blocks = g_ptr_array_new_with_free_func(g_free);
  store.block_used = BLOCK_SIZE;
}

void term_store_clear(void) {
  if (!store.slots) return;
  g_free(store.slots);
  g_free(store.hashes);
  g_ptr_array_free(store.blocks, TRUE);
  store = (Store){0};
}

static void store_grow(void) {
  gsize capacity = 2 * store.capacity;
  const Term **slots = g_new0(const Term *, capacity);
  guint32 *hashes = g_new0(guint32, capacity);
  for (gsize i = 0; i < store.capacity; i++) {
    if (!store.slots[i]) continue;
    gsize slot = store.hashes[i] & (capacity - 1);
    while (slots[slot]) slot = (slot + 1) & (capacity - 1);
    slots[slot] = store.slots[i];
    hashes[slot] = store.hashes[i];
  }
  g_free(store.slots);
  g_free(store.hashes);
  store.slots = slots;
  store.hashes = hashes;
  store.capacity = capacity;
}

static Term *store_allocate(guint n_args) {
  gsize size = sizeof(Term) + n_args * sizeof(const Term *);
  if (size > BLOCK_SIZE / 4) { /* a block of its own, placed before the one in use */
    Term *t = g_malloc(size);
    g_ptr_array_insert(store.blocks, 0, t);
    return t;
  }
  if (store.block_used + size > BLOCK_SIZE) {
    g_ptr_array_add(store.blocks, g_malloc(BLOCK_SIZE));
    store.block_used = 0;
  }
  char *block = g_ptr_array_index(store.blocks, store.blocks->len - 1);
  Term *t = (Term *)(block + store.block_used);
  store.block_used += size;
  return t;
}

static inline guint64 mix(guint64 h, guint64 word) {
  h = (h ^ word) * G_GUINT64_CONSTANT(0xff51afd7ed558ccd);
  return h ^ (h >> 32);
}

/* Ids rather than addresses, so that runs are alike. */
static guint32 hash_parts(guint head, guint64 param, const Term *const *args, guint n) {
  guint64 h = mix(head * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15), param);
  for (guint i = 0; i < n; i++) h = mix(h, args[i]->id + 1);
  return (guint32)(h ^ (h >> 29));
}

static gsize store_probe(TermOp op, guint width, guint index_width, guint64 param, const Term *const *args,
                         guint n, guint32 hash) {
  gsize slot = hash & (store.capacity - 1);
  for (; store.slots[slot]; slot = (slot + 1) & (store.capacity - 1)) {
    const Term *t = store.slots[slot];
    if (store.hashes[slot] == hash && t->op == op && t->width == width && t->index_width == index_width &&
        t->param == param && t->n_args == n &&
        (n == 0 || memcmp(t->args, args, n * sizeof(const Term *)) == 0))
      break;
  }
  return slot;
}

static gboolean is_product(const Term *t) {
  return t->op >= TERM_MUL && t->op <= TERM_SREM && t->args[0]->op != TERM_CONST && t->args[1]->op != TERM_CONST;
}

static void set_flags(Term *t) {
  t->has_havoc = t->op == TERM_HAVOC;
  t->has_input = t->op == TERM_INPUT;
  t->has_float = t->op >= TERM_FADD && t->op <= TERM_UITOF;
  t->has_array = t->index_width > 0;
  t->has_product = is_product(t);
  t->depth = 0;
  for (guint i = 0; i < t->n_args; i++) {
    const Term *a = t->args[i];
    t->has_havoc |= a->has_havoc;
    t->has_input |= a->has_input;
    t->has_float |= a->has_float;
    t->has_array |= a->has_array;
    t->has_product |= a->has_product;
    t->depth = MAX(t->depth, a->depth + 1);
  }
}

const Term *term_find(TermOp op, guint width, guint index_width, guint64 param, const Term *const *args,
                      guint n) {
  if (!store.slots) return NULL;
  guint32 hash = hash_parts(op | width << 8 | index_width << 16, param, args, n);
  return store.slots[store_probe(op, width, index_width, param, args, n, hash)];
}

const Term *term_intern(TermOp op, guint width, guint index_width, guint64 param, const Term *const *args,
                        guint n) {
  if (!store.slots) store_open();
  guint32 hash = hash_parts(op | width << 8 | index_width << 16, param, args, n);
  gsize slot = store_probe(op, width, index_width, param, args, n, hash);
  if (store.slots[slot]) return store.slots[slot];

  Term *t = store_allocate(n);
  t->op = op;
  t->width = width;
  t->index_width = index_width;
  t->param = param;
  t->n_args = n;
  t->id = store.n_terms++;
  if (n) memcpy(t->args, args, n * sizeof(const Term *));
  set_flags(t);
  term_set_interval(t);
  store.slots[slot] = t;
  store.hashes[slot] = hash;
  if (3 * (gsize)store.n_terms > 2 * store.capacity) store_grow();
  return t;
}

const Term *term_intern2(TermOp op, guint width, const Term *a, const Term *b) {
  const Term *args[] = {a, b};
  return term_intern(op, width, 0, 0, args, 2);
}

guint64 input_key_pack(InputKey key) {
  g_assert(key.site <= INPUT_MAX_SITE && key.occurrence <= INPUT_MAX_OCCURRENCE &&
           key.offset <= INPUT_MAX_OFFSET);
  return (guint64)key.site << 44 | (guint64)key.occurrence << 24 | key.offset;
}

InputKey input_key_unpack(guint64 packed) {
  return (InputKey){.site = packed >> 44,
                    .occurrence = packed >> 24 & INPUT_MAX_OCCURRENCE,
                    .offset = packed & INPUT_MAX_OFFSET};
}

const Term *term_const(guint width, guint64 value) {
  g_assert(width >= 1 && width <= 64);
  return term_intern(TERM_CONST, width, 0, value & term_mask(width), NULL, 0);
}

const Term *term_bool(gboolean value) { return term_const(1, value != 0); }

const Term *term_input(InputKey key, guint width) {
  g_assert(width >= 1 && width <= 64);
  return term_intern(TERM_INPUT, width, 0, input_key_pack(key), NULL, 0);
}

const Term *term_havoc(guint serial, guint width, guint index_width) {
  g_assert(width >= 1 && width <= 64 && index_width <= 64);
  const Term *t = term_intern(TERM_HAVOC, width, index_width, serial, NULL, 0);
  store.next_havoc = MAX(store.next_havoc, serial + 1);
  return t;
}

const Term *term_fresh_havoc(guint width, guint index_width) {
  g_assert(store.next_havoc < G_MAXUINT);
  return term_havoc(store.next_havoc, width, index_width);
}

const Term *term_not(const Term *a) { return term_unary(TERM_NOT, a); }
const Term *term_and(const Term *a, const Term *b) { return term_binary(TERM_AND, a, b); }
const Term *term_or(const Term *a, const Term *b) { return term_binary(TERM_OR, a, b); }
const Term *term_and_n(const Term *const *args, guint n) { return term_make(TERM_AND, 1, 0, args, n); }
const Term *term_or_n(const Term *const *args, guint n) { return term_make(TERM_OR, 1, 0, args, n); }
const Term *term_implies(const Term *a, const Term *b) { return term_or(term_not(a), b); }
const Term *term_eq(const Term *a, const Term *b) { return term_binary(TERM_EQ, a, b); }
const Term *term_unary(TermOp op, const Term *a) { return term_make(op, a->width, 0, &a, 1); }

const Term *term_ite(const Term *c, const Term *t, const Term *e) {
  return term_make(TERM_ITE, t->width, 0, (const Term *[]){c, t, e}, 3);
}

const Term *term_binary(TermOp op, const Term *a, const Term *b) {
  guint width = a->width;
  if (op == TERM_CONCAT)
    width += b->width;
  else if ((op >= TERM_EQ && op <= TERM_SLE) || (op >= TERM_FEQ && op <= TERM_FLE))
    width = 1;
  return term_make(op, width, 0, (const Term *[]){a, b}, 2);
}

const Term *term_extract(const Term *a, guint low, guint width) {
  return term_make(TERM_EXTRACT, width, low, &a, 1);
}
const Term *term_zext(const Term *a, guint width) { return term_make(TERM_ZEXT, width, 0, &a, 1); }
const Term *term_sext(const Term *a, guint width) { return term_make(TERM_SEXT, width, 0, &a, 1); }
const Term *term_concat(const Term *high, const Term *low) { return term_binary(TERM_CONCAT, high, low); }

const Term *term_array(const Term *element, guint index_width) {
  return term_make(TERM_ARRAY, element->width, index_width, &element, 1);
}

const Term *term_select(const Term *array, const Term *index) {
  return term_make(TERM_SELECT, array->width, 0, (const Term *[]){array, index}, 2);
}

const Term *term_store(const Term *array, const Term *index, const Term *element) {
  return term_make(TERM_STORE, array->width, 0, (const Term *[]){array, index, element}, 3);
}

const char *term_op_name(TermOp op) {
  static const char *const names[TERM_N_OPS] = {
      "const", "input", "havoc", "not",   "and",   "or",     "xor",     "ite",    "eq",
      "ult",   "ule",   "slt",   "sle",   "add",   "sub",    "mul",     "udiv",   "urem",
      "sdiv",  "srem",  "shl",   "lshr",  "ashr",  "concat", "extract", "zext",   "sext",
      "fadd",  "fsub",  "fmul",  "fdiv",  "frem",  "fsqrt",  "fround",  "fcvt",   "feq",
      "flt",   "fle",   "ftosi", "ftoui", "sitof", "uitof",  "array",   "select", "store"};
  g_assert(op < TERM_N_OPS);
  return names[op];
}
