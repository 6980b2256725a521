/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the adapters of the Parma Polyhedra Library share.  The library names its functions by class and they
 * are alike, so PPL_FUNCTIONS() makes those of one class and PPL_TABLE() a domain of them and a widening. */
#ifndef ACF_DOMAINS_PPL_H
#define ACF_DOMAINS_PPL_H
#include <acf/domain.h>
#include <glib.h>
#include <ppl_c.h>

typedef enum { SHAPE_BOX, SHAPE_DIFFERENCES, SHAPE_OCTAGON, SHAPE_POLYHEDRON, SHAPE_GRID } Shape;

/* The data of a table: what its sets look like, and what a C program calls its functions. */
typedef struct {
  Shape shape;
  gboolean whole; /* bounds are whole numbers */
  const char *source, *type, *widening;
} PplData;

void ppl_begin(const AcfDomain *d);
int ppl_represents(const AcfDomain *d, int n, const AcfConstraint *c);
int ppl_exact(const AcfDomain *d, int n, int v, const AcfLinear *e);

ppl_Linear_Expression_t ppl_form(const AcfLinear *l, int n);
/* NULL: the relation is none of constraints. */
ppl_Constraint_t ppl_constraint(const AcfConstraint *c, int n);
ppl_Congruence_t ppl_congruence(const AcfConstraint *c, int n); /* NULL: it is not one */
ppl_Generator_t ppl_point(const AcfPoint *p, int n);
ppl_Coefficient_t ppl_number(AcfWide value);
/* Those of a polyhedron that can be written in 64 bits. */
int ppl_list_constraints(ppl_const_Polyhedron_t p, AcfConstraint *c, int most);
enum ppl_enum_Bounded_Integer_Type_Width ppl_width(int bits);

#define PPL_FUNCTIONS(name, NEW, CLASS)                                                                      \
  static void *name##_new(int n, int empty) {                                                                \
    ppl_##CLASS##_t x = NULL;                                                                                \
    return ppl_new_##NEW##_from_space_dimension(&x, (ppl_dimension_type)n, empty) < 0 ? NULL : x;            \
  }                                                                                                          \
  static void *name##_top(const AcfDomain *d, int n) { return name##_new(n, 0); }                            \
  static void *name##_bottom(const AcfDomain *d, int n) { return name##_new(n, 1); }                         \
  static void name##_free(const AcfDomain *d, void *x) { ppl_delete_##CLASS((ppl_const_##CLASS##_t)x); }     \
  static void *name##_copy(const AcfDomain *d, const void *x) {                                              \
    ppl_##CLASS##_t copy = NULL;                                                                             \
    return ppl_new_##NEW##_from_##NEW(&copy, (ppl_const_##CLASS##_t)x) < 0 ? NULL : copy;                    \
  }                                                                                                          \
  /* The element, unless the operation on it failed. */                                                      \
  static void *name##_done(const AcfDomain *d, void *x, int result) {                                        \
    if (result >= 0) return x;                                                                               \
    name##_free(d, x);                                                                                       \
    return NULL;                                                                                             \
  }                                                                                                          \
  static int name##_dimension(const AcfDomain *d, const void *x) {                                           \
    ppl_dimension_type n = 0;                                                                                \
    return ppl_##CLASS##_space_dimension((ppl_const_##CLASS##_t)x, &n) < 0 ? -1 : (int)n;                    \
  }                                                                                                          \
  static int name##_leq(const AcfDomain *d, const void *x, const void *y) {                                  \
    return ppl_##CLASS##_contains_##CLASS((ppl_const_##CLASS##_t)y, (ppl_const_##CLASS##_t)x);               \
  }                                                                                                          \
  static int name##_equal(const AcfDomain *d, const void *x, const void *y) {                                \
    return ppl_##CLASS##_equals_##CLASS((ppl_const_##CLASS##_t)x, (ppl_const_##CLASS##_t)y);                 \
  }                                                                                                          \
  static int name##_is_bottom(const AcfDomain *d, const void *x) {                                           \
    return ppl_##CLASS##_is_empty((ppl_const_##CLASS##_t)x);                                                 \
  }                                                                                                          \
  static int name##_is_top(const AcfDomain *d, const void *x) {                                              \
    return ppl_##CLASS##_is_universe((ppl_const_##CLASS##_t)x);                                              \
  }                                                                                                          \
  static void *name##_join(const AcfDomain *d, const void *x, const void *y) {                               \
    void *z = name##_copy(d, x);                                                                             \
    return z ? name##_done(d, z, ppl_##CLASS##_upper_bound_assign(z, (ppl_const_##CLASS##_t)y)) : NULL;      \
  }                                                                                                          \
  static void *name##_meet(const AcfDomain *d, const void *x, const void *y) {                               \
    void *z = name##_copy(d, x);                                                                             \
    return z ? name##_done(d, z, ppl_##CLASS##_intersection_assign(z, (ppl_const_##CLASS##_t)y)) : NULL;     \
  }                                                                                                          \
  static int name##_refine(void *x, int n, const AcfConstraint *c) {                                         \
    ppl_Congruence_t congruence = ppl_congruence(c, n);                                                      \
    ppl_Constraint_t constraint = ppl_constraint(c, n);                                                      \
    int result = -1;                                                                                         \
    if (congruence) result = ppl_##CLASS##_refine_with_congruence(x, congruence);                            \
    if (congruence) ppl_delete_Congruence(congruence);                                                       \
    if (constraint) result = ppl_##CLASS##_refine_with_constraint(x, constraint);                            \
    if (constraint) ppl_delete_Constraint(constraint);                                                       \
    return result;                                                                                           \
  }                                                                                                          \
  static void *name##_cond(const AcfDomain *d, const void *x, const AcfConstraint *c) {                      \
    void *z = name##_copy(d, x);                                                                             \
    return z ? name##_done(d, z, name##_refine(z, name##_dimension(d, x), c)) : NULL;                        \
  }                                                                                                          \
  static void *name##_from(const AcfDomain *d, int n, const AcfConstraint *c, int n_constraints) {           \
    void *z = name##_new(n, 0);                                                                              \
    for (int i = 0; z && i < n_constraints; i++) z = name##_done(d, z, name##_refine(z, n, &c[i]));          \
    return z;                                                                                                \
  }                                                                                                          \
  static void *name##_assign(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {                 \
    void *z = name##_copy(d, x);                                                                             \
    if (!z) return NULL;                                                                                     \
    ppl_Linear_Expression_t form = ppl_form(e, name##_dimension(d, x));                                      \
    ppl_Coefficient_t one = ppl_number(1);                                                                   \
    int result = ppl_##CLASS##_affine_image(z, (ppl_dimension_type)v, form, one);                            \
    ppl_delete_Linear_Expression(form);                                                                      \
    ppl_delete_Coefficient(one);                                                                             \
    return name##_done(d, z, result);                                                                        \
  }                                                                                                          \
  static void *name##_project(const AcfDomain *d, const void *x, int v) {                                    \
    void *z = name##_copy(d, x);                                                                             \
    return z ? name##_done(d, z, ppl_##CLASS##_unconstrain_space_dimension(z, (ppl_dimension_type)v))        \
             : NULL;                                                                                         \
  }                                                                                                          \
  static int name##_has(const AcfDomain *d, const void *x, const AcfPoint *p) {                              \
    ppl_Generator_t g = ppl_point(p, name##_dimension(d, x));                                                \
    int relation = ppl_##CLASS##_relation_with_Generator((ppl_const_##CLASS##_t)x, g);                       \
    ppl_delete_Generator(g);                                                                                 \
    return relation < 0 ? -1 : ((unsigned)relation & PPL_POLY_GEN_RELATION_SUBSUMES) != 0;                   \
  }                                                                                                          \
  static void *name##_wrap(const AcfDomain *d, const void *x, int v, int bits, int is_signed) {              \
    ppl_dimension_type dimension = (ppl_dimension_type)v;                                                    \
    const ppl_const_Constraint_System_t none = NULL;                                                         \
    void *z = name##_copy(d, x);                                                                             \
    if (!z) return NULL;                                                                                     \
    return name##_done(d, z,                                                                                 \
                       ppl_##CLASS##_wrap_assign(z, &dimension, 1, ppl_width(bits),                          \
                                                 is_signed ? PPL_SIGNED_2_COMPLEMENT : PPL_UNSIGNED,         \
                                                 PPL_OVERFLOW_WRAPS, &none, 16, 1));                         \
  }

/* The list of constraints of a shape does not outlive the call that makes it: by way of a polyhedron. */
#define PPL_CONSTRAINTS(name, NEW, CLASS)                                                                    \
  static int name##_constraints(const AcfDomain *d, const void *x, AcfConstraint *c, int most) {             \
    ppl_Polyhedron_t p = NULL;                                                                               \
    if (ppl_new_NNC_Polyhedron_from_##NEW(&p, (ppl_const_##CLASS##_t)x) < 0) return -1;                      \
    int n = ppl_list_constraints(p, c, most);                                                                \
    ppl_delete_Polyhedron(p);                                                                                \
    return n;                                                                                                \
  }

/* Widenings and narrowings: the newer element is changed. */
#define PPL_EXTRAPOLATION(name, kind, CLASS, FUNCTION)                                                       \
  static void *name##_##kind(const AcfDomain *d, const void *x, const void *y) {                             \
    void *z = name##_copy(d, y);                                                                             \
    return z ? name##_done(d, z, ppl_##CLASS##_##FUNCTION##_assign(z, (ppl_const_##CLASS##_t)x)) : NULL;     \
  }

#define PPL_TABLE(functions, table_name, text, table_data, table_number_bits, table_flags, table_widening,   \
                  table_narrowing)                                                                           \
  {                                                                                                          \
    .version = ACF_DOMAIN_VERSION, .name = table_name, .library = "PPL", .about = text,                      \
    .values = ACF_RATIONALS, .number_bits = table_number_bits,                                               \
    .flags = ACF_WIDENING_ORDERED | ACF_NARROWING_ORDERED | (table_flags), .data = table_data,               \
    .begin = ppl_begin, .top = functions##_top, .bottom = functions##_bottom,                                \
    .from_constraints = functions##_from, .copy = functions##_copy, .free = functions##_free,                \
    .dimension = functions##_dimension, .leq = functions##_leq, .equal = functions##_equal,                  \
    .is_bottom = functions##_is_bottom, .is_top = functions##_is_top, .join = functions##_join,              \
    .meet = functions##_meet, .widening = table_widening, .narrowing = table_narrowing,                      \
    .assign = functions##_assign, .project = functions##_project, .cond = functions##_cond,                  \
    .has = functions##_has, .represents = ppl_represents, .exact = ppl_exact, .wrap = functions##_wrap,      \
    .constraints = functions##_constraints                                                                   \
  }
#endif
