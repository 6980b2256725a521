/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library names its functions by class, and they are alike: one macro makes a table of each. */
#include "symex/invariant/domain.h"

#define DEFINE(name, NEW, CLASS, HULL, WIDENING)                                                             \
  static int name##_new(void **shape, guint n, gboolean empty) {                                             \
    ppl_##CLASS##_t made = NULL;                                                                             \
    int result = ppl_new_##NEW##_from_space_dimension(&made, n, empty);                                      \
    *shape = made;                                                                                           \
    return result;                                                                                           \
  }                                                                                                          \
  static int name##_copy(void **shape, const void *from) {                                                   \
    ppl_##CLASS##_t made = NULL;                                                                             \
    int result = ppl_new_##NEW##_from_##NEW(&made, (ppl_const_##CLASS##_t)from);                             \
    *shape = made;                                                                                           \
    return result;                                                                                           \
  }                                                                                                          \
  static void name##_free(void *shape) { ppl_delete_##CLASS((ppl_##CLASS##_t)shape); }                       \
  static int name##_is_empty(const void *shape) {                                                            \
    return ppl_##CLASS##_is_empty((ppl_const_##CLASS##_t)shape);                                             \
  }                                                                                                          \
  static int name##_contains(const void *shape, const void *other) {                                         \
    return ppl_##CLASS##_contains_##CLASS((ppl_const_##CLASS##_t)shape, (ppl_const_##CLASS##_t)other);       \
  }                                                                                                          \
  static int name##_refine(void *shape, ppl_const_Constraint_t c) {                                          \
    return ppl_##CLASS##_refine_with_constraint((ppl_##CLASS##_t)shape, c);                                  \
  }                                                                                                          \
  static int name##_optimum(const void *shape, ppl_const_Linear_Expression_t e, gboolean upper,              \
                            ppl_Coefficient_t n, ppl_Coefficient_t d) {                                      \
    int attained;                                                                                            \
    return upper ? ppl_##CLASS##_maximize((ppl_const_##CLASS##_t)shape, e, n, d, &attained)                  \
                 : ppl_##CLASS##_minimize((ppl_const_##CLASS##_t)shape, e, n, d, &attained);                 \
  }                                                                                                          \
  static int name##_join(void *shape, const void *other) {                                                   \
    return ppl_##CLASS##_##HULL##_assign((ppl_##CLASS##_t)shape, (ppl_const_##CLASS##_t)other);              \
  }                                                                                                          \
  static int name##_embed(void *shape, guint n) {                                                            \
    return ppl_##CLASS##_add_space_dimensions_and_embed((ppl_##CLASS##_t)shape, n);                          \
  }                                                                                                          \
  static int name##_map(void *shape, ppl_dimension_type *to, guint n) {                                      \
    return ppl_##CLASS##_map_space_dimensions((ppl_##CLASS##_t)shape, to, n);                                \
  }                                                                                                          \
  static int name##_widen(void *shape, const void *old, ppl_const_Constraint_System_t limits) {              \
    return ppl_##CLASS##_limited_##WIDENING##_extrapolation_assign((ppl_##CLASS##_t)shape,                   \
                                                                   (ppl_const_##CLASS##_t)old, limits);      \
  }

#define TABLE(name, whole)                                                                                   \
  {                                                                                                          \
    name##_new, name##_copy, name##_free, name##_is_empty, name##_contains, name##_refine, whole,            \
        name##_optimum, name##_join, name##_embed, name##_map, name##_widen                                  \
  }

DEFINE(polyhedron, C_Polyhedron, Polyhedron, poly_hull, H79)
DEFINE(octagon, Octagonal_Shape_mpz_class, Octagonal_Shape_mpz_class, upper_bound, BHMZ05)
DEFINE(box, Rational_Box, Rational_Box, upper_bound, CC76)

static int whole_box(void *shape) {
  return ppl_Rational_Box_drop_some_non_integer_points((ppl_Rational_Box_t)shape,
                                                       PPL_COMPLEXITY_CLASS_POLYNOMIAL);
}

const DomainTable domain_tables[] = {TABLE(polyhedron, NULL), TABLE(octagon, NULL), TABLE(box, whole_box)};
