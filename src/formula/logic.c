/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simplifying constructors of Boolean operations.
 *
 * Conjunction and disjunction are treated as one: op is either, dual the other.  The zero of op decides
 * it (false for AND), its one leaves it alone. */
#include "formula/store.h"
#include <stdlib.h>
#include <string.h>

enum { FLAT_LIMIT = 64, FACTOR_LIMIT = 8, CHILD_LIMIT = 32, BOUNDS_LIMIT = 16 };

typedef struct {
  const Term **v;
  guint n;
} Args;

static TermOp opposite(TermOp op) {
  switch (op) {
  case TERM_AND: return TERM_OR;
  case TERM_OR: return TERM_AND;
  case TERM_ULT: return TERM_ULE;
  case TERM_ULE: return TERM_ULT;
  case TERM_SLT: return TERM_SLE;
  case TERM_SLE: return TERM_SLT;
  default: return TERM_NOT;
  }
}

static gboolean is_order(const Term *a) { return a->op >= TERM_ULT && a->op <= TERM_SLE; }

const Term *rewrite_not(const Term *a) {
  if (a->op == TERM_CONST) return term_const(a->width, ~a->param);
  if (a->op == TERM_NOT) return a->args[0];
  if (is_order(a)) return term_intern2(opposite(a->op), 1, a->args[1], a->args[0]);
  return term_intern(TERM_NOT, a->width, 0, 0, &a, 1);
}

const Term *term_complement(const Term *a) {
  if (a->op == TERM_NOT) return a->args[0];
  if (is_order(a)) return term_find(opposite(a->op), 1, 0, 0, (const Term *[]){a->args[1], a->args[0]}, 2);
  return term_find(TERM_NOT, 1, 0, 0, &a, 1);
}

/* Is a the form that a complement is given in, so that the plain form is preferred? */
static gboolean is_negative(const Term *a) {
  return a->op == TERM_NOT || a->op == TERM_ULE || a->op == TERM_SLE;
}

const Term *rewrite_bool_xor(const Term *a, const Term *b) {
  gboolean flip = FALSE;
  if (is_negative(a)) {
    a = rewrite_not(a);
    flip = !flip;
  }
  if (is_negative(b)) {
    b = rewrite_not(b);
    flip = !flip;
  }
  const Term *r;
  if (a == b)
    r = term_bool(FALSE);
  else if (term_is_const(a))
    r = a->param ? rewrite_not(b) : b;
  else if (term_is_const(b))
    r = b->param ? rewrite_not(a) : a;
  else
    r = a->id < b->id ? term_intern2(TERM_XOR, 1, a, b) : term_intern2(TERM_XOR, 1, b, a);
  return flip ? rewrite_not(r) : r;
}

static gboolean contains(const Term *const *v, guint n, const Term *t) {
  guint low = 0;
  while (low < n) {
    guint middle = low + (n - low) / 2;
    if (v[middle] == t) return TRUE;
    if (v[middle]->id < t->id)
      low = middle + 1;
    else
      n = middle;
  }
  return FALSE;
}

static int compare_ids(const void *a, const void *b) {
  guint x = (*(const Term *const *)a)->id, y = (*(const Term *const *)b)->id;
  return x < y ? -1 : x > y;
}

static void sort_by_id(Args *s) {
  guint out_of_place = 0;
  for (guint i = 1; i < s->n; i++) out_of_place += s->v[i - 1]->id > s->v[i]->id;
  if (out_of_place == 0) return;
  if (s->n > 32 && out_of_place > 4) {
    qsort(s->v, s->n, sizeof *s->v, compare_ids);
    return;
  }
  for (guint i = 1; i < s->n; i++) {
    const Term *t = s->v[i];
    guint j = i;
    for (; j > 0 && s->v[j - 1]->id > t->id; j--) s->v[j] = s->v[j - 1];
    s->v[j] = t;
  }
}

/* Opens children of the same operation while there is room; sorts; drops duplicates and ones. */
static void gather(Args *s, TermOp op, const Term *const *args, guint n) {
  guint room = n < FLAT_LIMIT ? FLAT_LIMIT - n : 0;
  s->n = 0;
  for (guint i = 0; i < n; i++) {
    const Term *a = args[i];
    if (a->op == op && a->n_args - 1 <= room) {
      memcpy(s->v + s->n, a->args, a->n_args * sizeof *s->v);
      s->n += a->n_args;
      room -= a->n_args - 1;
    } else if (!(term_is_const(a) && a->param == (op == TERM_AND))) {
      s->v[s->n++] = a;
    }
  }
  sort_by_id(s);
  guint kept = 0;
  for (guint i = 0; i < s->n; i++)
    if (kept == 0 || s->v[kept - 1] != s->v[i]) s->v[kept++] = s->v[i];
  s->n = kept;
}

/* Does a zero occur, or a term with its complement?  Of two complements one is a NOT, or strict. */
static gboolean is_zero(const Args *s, TermOp op) {
  for (guint i = 0; i < s->n; i++) {
    const Term *a = s->v[i];
    if (term_is_const(a) && a->param != (op == TERM_AND)) return TRUE;
    if (a->op == TERM_NOT || a->op == TERM_ULT || a->op == TERM_SLT) {
      const Term *other = term_complement(a);
      if (other && contains(s->v, s->n, other)) return TRUE;
    }
  }
  return FALSE;
}

static gboolean has_complement(const Args *s, const Term *t) {
  const Term *other = term_complement(t);
  return other && contains(s->v, s->n, other);
}

/* Of the members those that compare a term with a constant, up to a number of them. */
typedef struct {
  Bound bounds[BOUNDS_LIMIT];
  const Term *terms[BOUNDS_LIMIT];
  guint n;
} Known;

/* One of them that decides b; NULL: none does. */
static const Bound *decider(const Known *known, TermOp op, const Bound *b, gboolean *truth) {
  for (guint i = 0; i < known->n; i++)
    if (bound_decides(&known->bounds[i], op == TERM_AND, b, truth)) return &known->bounds[i];
  return NULL;
}

/* An order beside an equality stays: it may be a factor that many parts share. */
static gboolean may_drop(const Bound *b, const Bound *decided_by) {
  return b->is_equality || !decided_by->is_equality || decided_by->others;
}

static void leave(Args *s, const Term *t) {
  guint at = 0;
  while (s->v[at] != t) at++;
  memmove(s->v + at, s->v + at + 1, (--s->n - at) * sizeof *s->v);
}

/* Those that b decides are no longer needed: they leave s, too.  FALSE: b contradicts one (for AND), or leaves nothing
 * out beside it (for OR); not all such pairs are seen from the other side. */
static gboolean drop_decided(Known *known, TermOp op, const Bound *b, Args *s) {
  guint kept = 0;
  for (guint i = 0; i < known->n; i++) {
    gboolean truth, decided = bound_decides(b, op == TERM_AND, &known->bounds[i], &truth);
    if (decided && truth != (op == TERM_AND)) return FALSE;
    if (decided && may_drop(&known->bounds[i], b)) {
      leave(s, known->terms[i]);
    } else {
      known->bounds[kept] = known->bounds[i];
      known->terms[kept++] = known->terms[i];
    }
  }
  known->n = kept;
  return TRUE;
}

/* Drops comparisons that others decide.  FALSE: they contradict each other (for AND), or leave nothing out (for OR). */
static gboolean tighten(Args *s, Known *known, TermOp op) {
  const guint n = s->n;
  const Term **v = s->v;
  s->n = 0;
  known->n = 0;
  for (guint i = 0; i < n; i++) {
    Bound b;
    const gboolean is_bound = bound_read(v[i], &b);
    gboolean truth;
    const Bound *by = is_bound ? decider(known, op, &b, &truth) : NULL;
    if (by && truth != (op == TERM_AND)) return FALSE;
    if (by && may_drop(&b, by)) continue;
    if (is_bound && !drop_decided(known, op, &b, s)) return FALSE;
    s->v[s->n++] = v[i];
    if (!is_bound || known->n == BOUNDS_LIMIT) continue;
    known->bounds[known->n] = b;
    known->terms[known->n++] = v[i];
  }
  return TRUE;
}

/* The child, given that the other members of s hold (for AND; fail for OR): itself, or simpler. */
static const Term *absorb_child(const Args *s, const Known *known, TermOp op, const Term *child) {
  gboolean negated = child->op == TERM_NOT;
  const Term *inner = negated ? child->args[0] : child;
  if ((inner->op != opposite(op) && !(negated && inner->op == op)) || inner->n_args > CHILD_LIMIT) return child;
  const gboolean is_same = inner->op == op; /* !(a & b) among conjuncts; else !(a | b), or a | b */
  const Term *kept[CHILD_LIMIT];
  guint n = 0;
  for (guint i = 0; i < inner->n_args; i++) {
    const Term *x = inner->args[i];
    gboolean held = contains(s->v, s->n, x), refuted = !held && has_complement(s, x), truth;
    Bound b;
    const Bound *by = held || refuted || !known->n || !bound_read(x, &b) ? NULL : decider(known, op, &b, &truth);
    if (by && may_drop(&b, by)) {
      held = truth == (op == TERM_AND);
      refuted = !held;
    }
    if (is_same ? refuted : held) return term_bool((op == TERM_AND) == (is_same || !negated));
    if (!held && !refuted) kept[n++] = x;
  }
  if (n == inner->n_args) return child;
  const Term *rest = rewrite_nary(inner->op, kept, n);
  return negated ? rewrite_not(rest) : rest;
}

/* a & (a | b) is a, a & (!a | b) is a & b; also in the form of negated conjunctions.  Every member may be
 * replaced at once: what justifies a replacement is, up to negation, a proper part of what it replaces. */
static gboolean absorb(Args *s, const Known *known, TermOp op) {
  const Term *simpler[FLAT_LIMIT];
  gboolean changed = FALSE;
  if (s->n > FLAT_LIMIT) return FALSE;
  for (guint i = 0; i < s->n; i++) {
    simpler[i] = absorb_child(s, known, op, s->v[i]);
    changed |= simpler[i] != s->v[i];
  }
  if (changed) /* s is no longer sorted: the caller starts again */
    memcpy(s->v, simpler, s->n * sizeof *simpler);
  return changed;
}

/* A term as the arguments of the dual operation. */
static Args parts_of(const Term *const *t, TermOp dual) {
  return (*t)->op == dual ? (Args){(const Term **)(*t)->args, (*t)->n_args} : (Args){(const Term **)t, 1};
}

static guint without(const Term **out, const Args *all, const Args *some) {
  guint n = 0;
  for (guint i = 0; i < all->n; i++)
    if (!contains(some->v, some->n, all->v[i])) out[n++] = all->v[i];
  return n;
}

/* (c & a) | (c & b) is c & (a | b). */
static const Term *factor(const Args *s, TermOp op) {
  TermOp dual = opposite(op);
  const Term *common[FLAT_LIMIT + 1], *rest[FLAT_LIMIT], *sum[FACTOR_LIMIT];
  if (s->n > FACTOR_LIMIT) return NULL;
  Args first = parts_of(&s->v[0], dual), shared = {common, 0};
  if (first.n > FLAT_LIMIT) return NULL;
  for (guint i = 0; i < first.n; i++) {
    gboolean in_all = TRUE;
    for (guint j = 1; j < s->n && in_all; j++) {
      Args other = parts_of(&s->v[j], dual);
      in_all = other.n <= FLAT_LIMIT && contains(other.v, other.n, first.v[i]);
    }
    if (in_all) common[shared.n++] = first.v[i];
  }
  if (shared.n == 0) return NULL;
  for (guint j = 0; j < s->n; j++) {
    Args parts = parts_of(&s->v[j], dual);
    sum[j] = rewrite_nary(dual, rest, without(rest, &parts, &shared));
  }
  common[shared.n++] = rewrite_nary(op, sum, s->n);
  return rewrite_nary(dual, common, shared.n);
}

/* (c & a) | (c & !a) is c, for two among more arguments. */
static gboolean merge_pair(Args *s, TermOp op) {
  TermOp dual = opposite(op);
  if (s->n > FACTOR_LIMIT) return FALSE;
  for (guint i = 0; i < s->n; i++)
    for (guint j = i + 1; j < s->n; j++) {
      Args a = parts_of(&s->v[i], dual), b = parts_of(&s->v[j], dual);
      if (a.n != b.n || a.n > CHILD_LIMIT) continue;
      const Term *only_a[CHILD_LIMIT], *only_b[CHILD_LIMIT], *common[CHILD_LIMIT];
      if (without(only_a, &a, &b) != 1 || without(only_b, &b, &a) != 1 ||
          term_complement(only_a[0]) != only_b[0])
        continue;
      Args gone = {only_a, 1};
      s->v[i] = rewrite_nary(dual, common, without(common, &a, &gone));
      s->v[j] = s->v[--s->n];
      return TRUE;
    }
  return FALSE;
}

static const Term *simplify(Args *s, TermOp op) {
  Known known;
  if (is_zero(s, op) || !tighten(s, &known, op)) return term_bool(op == TERM_OR);
  if (s->n == 0) return term_bool(op == TERM_AND);
  if (s->n == 1) return s->v[0];
  if (absorb(s, &known, op) || (s->n > 2 && merge_pair(s, op))) return rewrite_nary(op, s->v, s->n);
  const Term *factored = factor(s, op);
  return factored ? factored : term_intern(op, 1, 0, 0, s->v, s->n);
}

const Term *rewrite_nary(TermOp op, const Term *const *args, guint n) {
  const Term *space[FLAT_LIMIT];
  /* seen before they are opened: then a large one is no longer there to compare with */
  if (n == 2 && term_complement(args[0]) == args[1]) return term_bool(op == TERM_OR);
  Args s = {n <= FLAT_LIMIT ? space : g_new(const Term *, n), 0};
  gather(&s, op, args, n);
  const Term *t = simplify(&s, op);
  if (s.v != space) g_free(s.v);
  return t;
}
