/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integer points of a polygon.
 *
 * Above each x the points of the polygon are those between the highest of the lower lines and the lowest of
 * the upper lines.  Which lines these are changes only where two lines cross; between two crossings the
 * points are counted by sums of floor(linear), which a Euclidean algorithm gives in closed form. */
#include "count/lattice.h"

typedef struct {
  mpz_t a, b, m; /* y = (a x + b) / m, m > 0 */
  gboolean upper;
} Line;

typedef struct {
  Line *lines;
  guint n;
  mpz_t *starts; /* where stretches of x begin */
  guint n_starts;
} Polygon;

void int_to_mpz(mpz_t z, Int value) {
  const gboolean negative = value < 0;
  const unsigned __int128 size = negative ? -(unsigned __int128)value : (unsigned __int128)value;
  mpz_set_ui(z, (unsigned long)(size >> 64));
  mpz_mul_2exp(z, z, 64);
  mpz_add_ui(z, z, (unsigned long)size);
  if (negative) mpz_neg(z, z);
}

void floor_sum(mpz_t sum, const mpz_t n0, const mpz_t m0, const mpz_t a0, const mpz_t b0) {
  mpz_t n, m, a, b, q, t;
  mpz_inits(n, m, a, b, q, t, NULL);
  mpz_set(n, n0), mpz_set(m, m0), mpz_set(a, a0), mpz_set(b, b0);
  mpz_set_ui(sum, 0);
  while (mpz_sgn(n) > 0) {
    mpz_fdiv_qr(q, a, a, m); /* whole steps of the slope */
    mpz_sub_ui(t, n, 1);
    mpz_mul(t, t, n);
    mpz_divexact_ui(t, t, 2);
    mpz_addmul(sum, t, q);
    mpz_fdiv_qr(q, b, b, m);
    mpz_addmul(sum, n, q);
    mpz_set(t, b); /* the rest: points below a line of slope < 1, counted by rows instead of columns */
    mpz_addmul(t, a, n);
    mpz_fdiv_qr(n, b, t, m);
    mpz_swap(m, a);
    if (mpz_sgn(m) == 0) break;
  }
  mpz_clears(n, m, a, b, q, t, NULL);
}

static void line_set(Line *l, Int a, Int b, Int m, gboolean upper) {
  mpz_inits(l->a, l->b, l->m, NULL);
  int_to_mpz(l->a, a), int_to_mpz(l->b, b), int_to_mpz(l->m, m);
  l->upper = upper;
}

/* (a x + b y + c <= 0) as a bound of y.  The coefficients leave room for a change of sign. */
static void line_from_plane(Line *l, const HalfPlane *p) {
  if (p->b > 0)
    line_set(l, -p->a, -p->c, p->b, TRUE);
  else
    line_set(l, p->a, p->c, -p->b, FALSE);
}

/* The sign of k(x) - l(x). */
static int compare_at(const Line *k, const Line *l, const mpz_t x) {
  mpz_t u, v;
  mpz_inits(u, v, NULL);
  mpz_mul(u, k->a, x), mpz_add(u, u, k->b), mpz_mul(u, u, l->m);
  mpz_mul(v, l->a, x), mpz_add(v, v, l->b), mpz_mul(v, v, k->m);
  const int sign = mpz_cmp(u, v);
  mpz_clears(u, v, NULL);
  return sign;
}

static void add_start(Polygon *p, const mpz_t x, const mpz_t low, const mpz_t high) {
  if (mpz_cmp(x, low) <= 0 || mpz_cmp(x, high) > 0) return;
  mpz_init_set(p->starts[p->n_starts++], x);
}

/* A crossing ends one stretch and begins another; when it is at an integer, that is a stretch of its own. */
static void add_crossing(Polygon *p, const Line *k, const Line *l, const mpz_t low, const mpz_t high) {
  mpz_t above, below, x;
  mpz_inits(above, below, x, NULL);
  mpz_mul(above, l->b, k->m), mpz_submul(above, k->b, l->m);
  mpz_mul(below, k->a, l->m), mpz_submul(below, l->a, k->m);
  if (mpz_sgn(below) != 0) {
    mpz_cdiv_q(x, above, below);
    add_start(p, x, low, high);
    mpz_fdiv_q(x, above, below);
    mpz_add_ui(x, x, 1);
    add_start(p, x, low, high);
  }
  mpz_clears(above, below, x, NULL);
}

static int by_value(gconstpointer a, gconstpointer b) {
  return mpz_cmp(*(const mpz_t *)a, *(const mpz_t *)b);
}

/* The line that bounds the stretch from `from` to `to`: the lowest upper or the highest lower one. */
static const Line *tightest(const Polygon *p, gboolean upper, const mpz_t from, const mpz_t to) {
  const Line *best = NULL;
  for (guint i = 0; i < p->n; i++) {
    const Line *l = &p->lines[i];
    if (l->upper != upper) continue;
    int order = best ? compare_at(l, best, from) : 0;
    if (best && order == 0) order = compare_at(l, best, to);
    if (!best || (upper ? order < 0 : order > 0)) best = l;
  }
  return best;
}

/* The points above from .. to (both included) between the lines. */
static void add_stretch(mpz_t count, const Polygon *p, const mpz_t from, const mpz_t to) {
  const Line *up = tightest(p, TRUE, from, to), *down = tightest(p, FALSE, from, to);
  if (compare_at(up, down, from) < 0) return;
  mpz_t n, a, b, sum;
  mpz_inits(n, a, b, sum, NULL);
  mpz_sub(n, to, from), mpz_add_ui(n, n, 1);
  mpz_add(count, count, n);
  mpz_mul(b, up->a, from), mpz_add(b, b, up->b);
  floor_sum(sum, n, up->m, up->a, b);
  mpz_add(count, count, sum);
  mpz_neg(a, down->a); /* ceil(v) = -floor(-v) */
  mpz_mul(b, down->a, from), mpz_add(b, b, down->b), mpz_neg(b, b);
  floor_sum(sum, n, down->m, a, b);
  mpz_add(count, count, sum);
  mpz_clears(n, a, b, sum, NULL);
}

static void polygon_init(Polygon *p, Range y, const HalfPlane *planes, guint n, const mpz_t low,
                         const mpz_t high) {
  p->lines = g_new(Line, n + 2);
  line_set(&p->lines[0], 0, y.high, 1, TRUE);
  line_set(&p->lines[1], 0, y.low, 1, FALSE);
  p->n = 2;
  for (guint i = 0; i < n; i++)
    if (planes[i].b != 0) line_from_plane(&p->lines[p->n++], &planes[i]);
  p->starts = g_new(mpz_t, p->n * (p->n - 1) + 2);
  p->n_starts = 0;
  mpz_init_set(p->starts[p->n_starts++], low);
  for (guint i = 0; i < p->n; i++)
    for (guint k = 0; k < i; k++) add_crossing(p, &p->lines[i], &p->lines[k], low, high);
  qsort(p->starts, p->n_starts, sizeof(mpz_t), by_value);
}

static void polygon_clear(Polygon *p) {
  for (guint i = 0; i < p->n; i++) mpz_clears(p->lines[i].a, p->lines[i].b, p->lines[i].m, NULL);
  for (guint i = 0; i < p->n_starts; i++) mpz_clear(p->starts[i]);
  g_free(p->lines);
  g_free(p->starts);
}

static Int floor_div(Int a, Int b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/* Half-planes that do not look at y are ranges of x. */
static void narrow(Range *x, const HalfPlane *planes, guint n) {
  for (guint i = 0; i < n; i++) {
    const HalfPlane *p = &planes[i];
    if (p->b != 0) continue;
    if (p->a > 0) x->high = MIN(x->high, floor_div(-p->c, p->a));
    if (p->a < 0) x->low = MAX(x->low, -floor_div(-p->c, -p->a));
    if (p->a == 0 && p->c > 0) x->high = x->low - 1;
  }
}

void lattice_count(mpz_t count, Range x, Range y, const HalfPlane *planes, guint n) {
  mpz_set_ui(count, 0);
  narrow(&x, planes, n);
  if (x.low > x.high || y.low > y.high) return;
  mpz_t low, high, end;
  mpz_inits(low, high, end, NULL);
  int_to_mpz(low, x.low), int_to_mpz(high, x.high);
  Polygon p;
  polygon_init(&p, y, planes, n, low, high);
  for (guint i = 0; i < p.n_starts; i++) {
    const gboolean last = i + 1 == p.n_starts;
    if (!last && mpz_cmp(p.starts[i], p.starts[i + 1]) == 0) continue;
    if (last)
      mpz_set(end, high);
    else
      mpz_sub_ui(end, p.starts[i + 1], 1);
    add_stretch(count, &p, p.starts[i], end);
  }
  polygon_clear(&p);
  mpz_clears(low, high, end, NULL);
}
