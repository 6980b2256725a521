/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that make up the term store share among themselves; users of terms include term.h only. */
#ifndef ACF_TERM_STORE_H
#define ACF_TERM_STORE_H
#include "formula/term.h"

/* The shared node with exactly these parts, made if need be: no simplification. */
const Term *term_intern(TermOp op, guint width, guint index_width, guint64 param, const Term *const *args,
                        guint n);
/* As term_intern(), but NULL where the node does not exist. */
const Term *term_find(TermOp op, guint width, guint index_width, guint64 param, const Term *const *args,
                      guint n);
const Term *term_intern2(TermOp op, guint width, const Term *a, const Term *b);

/* Is the operation applied to arguments of the right number and sorts? */
gboolean term_sorts_fit(TermOp op, guint width, guint64 param, const Term *const *args, guint n);
/* Computes umin and umax from the arguments. */
void term_set_interval(Term *t);

/* Simplifying constructors of one family each; the arguments have been checked and are not all constant. */
const Term *rewrite_nary(TermOp op, const Term *const *args, guint n); /* AND, OR on Booleans */
const Term *rewrite_not(const Term *a);
const Term *rewrite_bool_xor(const Term *a, const Term *b);
const Term *rewrite_ite(const Term *c, const Term *t, const Term *e);
const Term *rewrite_eq(const Term *a, const Term *b);
const Term *rewrite_less(TermOp op, const Term *a, const Term *b); /* ULT, SLT */
const Term *rewrite_arith(TermOp op, const Term *a, const Term *b);
const Term *rewrite_bits(TermOp op, const Term *a, const Term *b); /* AND, OR, XOR, shifts above width 1 */
const Term *rewrite_concat(const Term *high, const Term *low);
const Term *rewrite_extract(const Term *a, guint low, guint width);
const Term *rewrite_extend(TermOp op, const Term *a, guint width);
/* Comparisons of and conversions to floating point; NULL: as it is. */
const Term *rewrite_float(TermOp op, guint width, const Term *const *args);
const Term *rewrite_select(const Term *array, const Term *index);
const Term *rewrite_store(const Term *array, const Term *index, const Term *element);

/* Applies the operation to the leaves of an ite-tree of at most limit constants, the other argument being
 * constant or a tree on the same condition; NULL where the arguments are not like that. */
const Term *distribute(TermOp op, guint width, guint64 param, const Term *const *args, guint n, guint limit);

/* The node that is the complement of the Boolean a, NULL where it does not exist. */
const Term *term_complement(const Term *a);
/* A comparison of x with a constant: it holds where x is low..high, in the order of its signedness, or everywhere
 * else (`others`).  The range of an equality is its constant, which has a place in either order. */
typedef struct {
  const Term *x;
  guint64 low, high;
  gboolean is_signed, is_equality, others;
} Bound;
gboolean bound_read(const Term *t, Bound *b); /* FALSE: t is no such comparison */
/* That `known` holds, or does not, decides whether b does. */
gboolean bound_decides(const Bound *known, gboolean holds, const Bound *b, gboolean *truth);
/* Do the two never have the same value, as far as is seen at once? */
gboolean term_never_equal(const Term *a, const Term *b);

/* A map from the ids of terms to words. */
typedef struct {
  guint64 *values;
  guint *keys; /* id + 1; 0: empty */
  guint size;  /* a power of two, or 0 */
  guint n;
} IdMap;

void id_map_clear(IdMap *map);
guint64 *id_map_find(const IdMap *map, guint id); /* NULL: absent; valid until the next change */
void id_map_set(IdMap *map, guint id, guint64 value);
void id_map_remove(IdMap *map, guint id);

static inline gboolean id_map_has(const IdMap *map, guint id) { return id_map_find(map, id) != NULL; }
#endif
