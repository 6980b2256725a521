/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting by regions: the truth of one comparison after the other is decided, each truth value is a part of
 * the space; where the formula is decided the region is counted in closed form. */
#include "base/limits.h"
#include "count/linearize.h"
#include "count/methods.h"

typedef struct {
  GPtrArray *order;  /* every node, arguments first */
  GHashTable *place; /* Term* -> index in order */
  GHashTable *inputs;
  gint8 *decided; /* by place: what the region was split by; -1: not decided */
  gint8 *truth;   /* by place: what follows for Boolean terms */
  GArray *wraps, *conditions;
  mpz_t total;
  guint steps, levels;
  gint64 deadline;
  gboolean failed;
} Search;

static guint place_of(const Search *s, const Term *t) {
  return GPOINTER_TO_UINT(g_hash_table_lookup(s->place, t));
}

static int truth_of(const Term *t, gpointer search) { return ((Search *)search)->truth[place_of(search, t)]; }

static gboolean is_connective(const Term *t) {
  if (t->width != 1 || t->index_width) return FALSE;
  return t->op == TERM_NOT || t->op == TERM_AND || t->op == TERM_OR || t->op == TERM_XOR ||
         t->op == TERM_ITE || (t->op == TERM_EQ && t->args[0]->width == 1);
}

static gint8 junction(const Search *s, const Term *t, gint8 dominant) {
  gint8 result = !dominant;
  for (guint i = 0; i < t->n_args; i++) {
    const gint8 v = s->truth[place_of(s, t->args[i])];
    if (v == dominant) return dominant;
    if (v < 0) result = -1;
  }
  return result;
}

static gint8 connect(const Search *s, const Term *t) {
  const gint8 a = s->truth[place_of(s, t->args[0])];
  switch ((TermOp)t->op) {
  case TERM_NOT: return a < 0 ? -1 : !a;
  case TERM_AND: return junction(s, t, 0);
  case TERM_OR: return junction(s, t, 1);
  case TERM_ITE: return a < 0 ? -1 : s->truth[place_of(s, t->args[a ? 1 : 2])];
  default: break;
  }
  const gint8 b = s->truth[place_of(s, t->args[1])];
  return a < 0 || b < 0 ? -1 : t->op == TERM_XOR ? a != b : a == b;
}

static void deduce(Search *s) {
  for (guint i = 0; i < s->order->len; i++) {
    const Term *t = s->order->pdata[i];
    if (t->width != 1 || t->index_width) continue;
    s->truth[i] = term_is_const(t) ? (gint8)t->param : is_connective(t) ? connect(s, t) : s->decided[i];
  }
}

/* A comparison below t, undecided as t is, that may decide it. */
static const Term *open_atom(const Search *s, const Term *t) {
  while (is_connective(t)) {
    guint i = 0;
    if (t->op == TERM_ITE && s->truth[place_of(s, t->args[0])] >= 0)
      i = s->truth[place_of(s, t->args[0])] ? 1 : 2;
    else
      while (s->truth[place_of(s, t->args[i])] >= 0) i++;
    t = t->args[i];
  }
  return t;
}

static void search(Search *s, const Term *root, const Ranges *r);

/* One way of a split: `low <= expr <= high`. */
static gboolean confine(Search *s, Ranges *r, const Affine *expr, Int low, Int high) {
  Affine l = *expr;
  l.constant -= high;
  RegionState state = region_confine(r, s->conditions, &l);
  if (state == REGION_MAYBE) {
    l = (Affine){.constant = low};
    state = affine_add(&l, expr, -1, r->n) ? region_confine(r, s->conditions, &l) : REGION_OVERFLOW;
  }
  s->failed |= state == REGION_OVERFLOW;
  return state == REGION_MAYBE;
}

/* The part of r where expr is in low .. high and the atom is as said. */
static void decide_in(Search *s, const Term *root, const Ranges *r, const Affine *expr, Range values,
                      const Term *atom, gboolean truth) {
  Ranges part = *r;
  if (s->failed || values.low > values.high || !confine(s, &part, expr, values.low, values.high)) return;
  const guint place = place_of(s, atom);
  s->decided[place] = (gint8)truth;
  search(s, root, &part);
  s->decided[place] = -1;
}

/* expr is zero modulo size, or not: each multiple in reach, and each gap between them. */
static void decide_zero(Search *s, const Term *root, const Ranges *r, const Affine *expr, Int size,
                        const Term *atom) {
  Range v;
  if (!ranges_of(r, expr, &v) || (v.high - v.low) / size > 64) {
    s->failed = TRUE;
    return;
  }
  Int next = v.low;
  while (next <= v.high && !s->failed) {
    const Int rest = (next % size + size) % size, multiple = rest ? next + size - rest : next;
    decide_in(s, root, r, expr, (Range){next, MIN(v.high, multiple - 1)}, atom, FALSE);
    if (multiple <= v.high) decide_in(s, root, r, expr, (Range){multiple, multiple}, atom, TRUE);
    next = multiple + 1;
  }
}

static void split_wraps(Search *s, const Term *root, const Ranges *r, const Need *need) {
  for (Int wrap = need->wraps.low; wrap <= need->wraps.high && !s->failed; wrap++) {
    const Wrap choice = {need->term, need->bits, need->is_signed, wrap};
    Ranges part = *r;
    const Int off = wrap * ((Int)1 << need->bits);
    if (!confine(s, &part, &need->expr, need->values.low + off, need->values.high + off)) continue;
    g_array_append_val(s->wraps, choice);
    search(s, root, &part);
    g_array_set_size(s->wraps, s->wraps->len - 1);
  }
}

/* The difference of the two sides of a comparison, or what is missing. */
static gboolean compare(Linearizer *l, const Term *atom, Affine *difference) {
  Affine b = {0};
  const gboolean is_signed = atom->op == TERM_SLT || atom->op == TERM_SLE;
  switch ((TermOp)atom->op) {
  case TERM_EQ:
    if (!linearize_modulo(l, atom->args[0], difference) || !linearize_modulo(l, atom->args[1], &b))
      return FALSE;
    break;
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE:
    if (!linearize(l, atom->args[0], is_signed, difference) || !linearize(l, atom->args[1], is_signed, &b))
      return FALSE;
    break;
  case TERM_INPUT:
  case TERM_EXTRACT: return linearize(l, atom, FALSE, difference);
  default: l->need.kind = NEED_OTHER; return FALSE;
  }
  if (affine_add(difference, &b, -1, l->ranges->n)) return TRUE;
  l->need.kind = NEED_OTHER;
  return FALSE;
}

static void decide_sides(Search *s, const Term *root, const Ranges *r, const Affine *d, const Term *atom) {
  const gboolean order = atom->op >= TERM_ULT && atom->op <= TERM_SLE;
  const gboolean strict = atom->op == TERM_ULT || atom->op == TERM_SLT;
  Range v;
  if (!ranges_of(r, d, &v)) {
    s->failed = TRUE;
    return;
  }
  /* d < 0 or d <= 0 holds for an order; d >= 1 for a bit */
  const Int last = order && strict ? -1 : 0;
  decide_in(s, root, r, d, (Range){v.low, MIN(v.high, last)}, atom, order);
  decide_in(s, root, r, d, (Range){MAX(v.low, last + 1), v.high}, atom, !order);
}

static void split(Search *s, const Term *root, const Ranges *r, const Term *atom) {
  Linearizer l = {s->inputs, r, s->wraps, truth_of, s, 0, {0}};
  Affine d;
  if (!compare(&l, atom, &d)) {
    switch (l.need.kind) {
    case NEED_TRUTH: split(s, root, r, open_atom(s, l.need.term)); break; /* a term of smaller depth */
    case NEED_WRAPS: split_wraps(s, root, r, &l.need); break;
    default: s->failed = TRUE; break;
    }
  } else if (atom->op == TERM_EQ) {
    decide_zero(s, root, r, &d, (Int)1 << atom->args[0]->width, atom);
  } else {
    decide_sides(s, root, r, &d, atom);
  }
}

static void add_region(Search *s, const Ranges *r) {
  mpz_t n;
  mpz_init(n);
  if (region_count(r, s->conditions, n))
    mpz_add(s->total, s->total, n);
  else
    s->failed = TRUE;
  mpz_clear(n);
}

static void search(Search *s, const Term *root, const Ranges *r) {
  if (s->failed) return;
  s->failed = ++s->steps > limits.count_regions_steps || s->levels >= limits.count_regions_levels ||
              (s->steps % 64 == 0 && g_get_monotonic_time() > s->deadline);
  if (s->failed) return;
  s->levels++;
  deduce(s);
  const gint8 truth = s->truth[place_of(s, root)];
  if (truth > 0) add_region(s, r);
  if (truth < 0) split(s, root, r, open_atom(s, root));
  s->levels--;
}

static void search_init(Search *s, GPtrArray *inputs, Ranges *all) {
  s->place = g_hash_table_new(NULL, NULL);
  s->inputs = g_hash_table_new(NULL, NULL);
  s->decided = g_new(gint8, s->order->len);
  s->truth = g_new(gint8, s->order->len);
  s->wraps = g_array_new(FALSE, FALSE, sizeof(Wrap));
  s->conditions = g_array_new(FALSE, FALSE, sizeof(Affine));
  mpz_init(s->total);
  for (guint i = 0; i < s->order->len; i++) {
    g_hash_table_insert(s->place, s->order->pdata[i], GUINT_TO_POINTER(i));
    s->decided[i] = s->truth[i] = -1;
  }
  *all = (Ranges){.n = inputs->len};
  for (guint i = 0; i < inputs->len; i++) {
    const Term *t = inputs->pdata[i];
    g_hash_table_insert(s->inputs, (gpointer)t, GUINT_TO_POINTER(i + 1));
    all->range[i] = (Range){0, ((Int)1 << t->width) - 1};
  }
}

static void search_clear(Search *s) {
  g_hash_table_unref(s->place);
  g_hash_table_unref(s->inputs);
  g_free(s->decided);
  g_free(s->truth);
  g_array_unref(s->wraps);
  g_array_unref(s->conditions);
  mpz_clear(s->total);
}

gboolean count_by_regions(const Term *t, gint64 deadline, mpz_t n) {
  g_autoptr(GPtrArray) inputs = term_inputs(t), order = term_postorder(&t, 1);
  if (inputs->len > REGION_MAX_INPUTS || order->len > limits.count_regions_nodes || t->has_havoc)
    return FALSE;
  Search s = {.order = order, .deadline = deadline};
  Ranges all;
  search_init(&s, inputs, &all);
  search(&s, t, &all);
  if (!s.failed) mpz_set(n, s.total);
  const gboolean known = !s.failed;
  search_clear(&s);
  return known;
}
