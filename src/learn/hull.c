/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Piece by piece: a point that fails, the cube around it, the polyhedron of that; it joins the first hull
 * that stays clear of what passes. */
#include "learn/hull.h"
#include "base/limits.h"
#include "formula/solver.h"
#include "learn/cube.h"
#include "learn/interpolate.h"

typedef struct {
  Space *space;
  Solver *fails;    /* the failing points that no piece has yet */
  Solver *passes;   /* the points that pass */
  GPtrArray *hulls; /* Poly* */
  const Term *passing;
  gint64 deadline;
} Hulls;

typedef const Term *(*Writer)(const Space *s, const LinearConstraint *c);

static const Term *region_of(const Space *s, const GArray *constraints, Writer write) {
  const Term *region = term_bool(TRUE);
  for (guint i = 0; i < constraints->len; i++) {
    const Term *t = write(s, &g_array_index(constraints, LinearConstraint, i));
    if (t) region = term_and(region, t);
  }
  return region;
}

static const Term *poly_region(const Space *s, const Poly *p) {
  GArray *constraints = poly_constraints(p);
  const Term *region = region_of(s, constraints, space_term);
  g_array_unref(constraints);
  return region;
}

/* Has the polyhedron no point that passes?  What the solver cannot tell soon, later runs will. */
static gboolean is_clear(const Hulls *h, const Poly *p) {
  const Term *region = poly_region(h->space, p);
  return !poly_failed() && solver_check(h->passes, &region, 1, limits.learn_solver_ms) != SOLVER_SAT;
}

/* A new hull, or one that grew: its points are no news any more. */
static void note_hull(Hulls *h, const Poly *p) {
  solver_assert(h->fails, term_not(poly_region(h->space, p)));
}

static gboolean join(Hulls *h, guint i, const Poly *piece) {
  Poly *both = poly_copy((const Poly *)h->hulls->pdata[i]);
  poly_hull(both, piece);
  if (!is_clear(h, both)) {
    poly_free(both);
    return FALSE;
  }
  poly_free((Poly *)h->hulls->pdata[i]);
  h->hulls->pdata[i] = both;
  note_hull(h, both);
  return TRUE;
}

/* A piece with points that pass is one that was not understood. */
static void add_piece(Hulls *h, const Poly *piece) {
  if (poly_failed() || !is_clear(h, piece)) return;
  for (guint i = 0; i < h->hulls->len; i++)
    if (join(h, i, piece)) return;
  if (poly_failed() || h->hulls->len >= limits.hull_regions) return;
  g_ptr_array_add(h->hulls, poly_copy(piece));
  note_hull(h, piece);
}

/* The polyhedra of a cube.  The second look knows the bounds that the first has found. */
static GPtrArray *pieces_of(const Hulls *h, const Term *cube) {
  const Term *none[POLY_DIMS] = {NULL};
  Poly *from = space_poly(h->space);
  GPtrArray *pieces = linear_step(h->space, from, cube, none, FALSE, h->deadline);
  if (pieces && pieces->len == 1) {
    GPtrArray *better = linear_step(h->space, (const Poly *)pieces->pdata[0], cube, none, FALSE, h->deadline);
    g_ptr_array_unref(pieces);
    pieces = better;
  }
  poly_free(from);
  return pieces;
}

static void add_cube(Hulls *h, const Term *cube) {
  poly_begin(POLYHEDRA);
  GPtrArray *pieces = pieces_of(h, cube);
  for (guint i = 0; pieces && i < pieces->len; i++) add_piece(h, (const Poly *)pieces->pdata[i]);
  if (pieces) g_ptr_array_unref(pieces);
}

/* FALSE: no more are found. */
static gboolean next_piece(Hulls *h, const Term *fails) {
  if (g_get_monotonic_time() > h->deadline ||
      solver_check(h->fails, NULL, 0, limits.hull_piece_ms) != SOLVER_SAT)
    return FALSE;
  Model *m = solver_model(h->fails);
  GPtrArray *literals = cube_around(fails, m);
  model_free(m);
  if (!literals) return FALSE;
  const Term *cube = term_and_n((const Term *const *)literals->pdata, literals->len);
  g_ptr_array_unref(literals);
  solver_assert(h->fails, term_not(cube));
  add_cube(h, cube);
  return TRUE;
}

static const Term *widened(const Hulls *h) {
  const Term *all = term_bool(FALSE);
  for (guint i = 0; i < h->hulls->len; i++) {
    poly_begin(POLYHEDRA);
    GArray *constraints = poly_constraints((const Poly *)h->hulls->pdata[i]);
    interpolate(h->space, constraints, h->passing, h->deadline);
    all = term_or(all, region_of(h->space, constraints, space_relation));
    g_array_unref(constraints);
  }
  return all;
}

static gboolean is_suitable(const Term *fails, const Term *passes, const GPtrArray *inputs) {
  return inputs->len && inputs->len <= limits.hull_inputs && !term_is_false(fails) && !fails->has_havoc &&
         !passes->has_havoc && !fails->has_float && !fails->has_array;
}

const Term *hull_between(const Term *fails, const Term *passes, gint64 deadline) {
  g_autoptr(GPtrArray) inputs = term_inputs(fails), readers = g_ptr_array_new();
  if (!is_suitable(fails, passes, inputs)) return NULL;
  g_ptr_array_add(readers, (gpointer)fails);
  g_ptr_array_add(readers, (gpointer)passes);
  Hulls h = {space_new(inputs, readers, TRUE),
             solver_new(),
             solver_new(),
             g_ptr_array_new_with_free_func((GDestroyNotify)poly_free),
             passes,
             deadline};
  solver_assert(h.fails, fails);
  solver_assert(h.passes, passes);
  for (guint n = 0; n < limits.hull_pieces && next_piece(&h, fails); n++) continue;
  const Term *region = h.hulls->len ? widened(&h) : NULL;
  g_ptr_array_unref(h.hulls);
  solver_free(h.fails);
  solver_free(h.passes);
  space_free(h.space);
  return region;
}
