/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convex polyhedra of the Parma Polyhedra Library, closed and not necessarily closed. */
#include "domains/ppl.h"
#include "domains/registry.h"

static int closed_constraints(const AcfDomain *d, const void *x, AcfConstraint *c, int most) {
  return ppl_list_constraints((ppl_const_Polyhedron_t)x, c, most);
}
#define open_constraints closed_constraints

PPL_FUNCTIONS(closed, C_Polyhedron, Polyhedron)
PPL_EXTRAPOLATION(closed, h79, Polyhedron, H79_widening)
PPL_EXTRAPOLATION(closed, bhrz03, Polyhedron, BHRZ03_widening)
PPL_FUNCTIONS(open, NNC_Polyhedron, Polyhedron)
PPL_EXTRAPOLATION(open, h79, Polyhedron, H79_widening)
PPL_EXTRAPOLATION(open, bhrz03, Polyhedron, BHRZ03_widening)

#define DATA(SOURCE, WIDENING)                                                                               \
  &(const PplData) { SHAPE_POLYHEDRON, FALSE, SOURCE, "Polyhedron", WIDENING }

const AcfDomain ppl_polyhedra[] = {
    PPL_TABLE(closed, "polyhedra", "closed convex polyhedra, widening H79",
              DATA("C_Polyhedron", "H79_widening"), 0, 0, closed_h79, NULL),
    PPL_TABLE(closed, "polyhedra-bhrz03", "closed convex polyhedra, widening BHRZ03",
              DATA("C_Polyhedron", "BHRZ03_widening"), 0, 0, closed_bhrz03, NULL),
    PPL_TABLE(open, "polyhedra-nnc", "convex polyhedra that need not be closed, widening H79",
              DATA("NNC_Polyhedron", "H79_widening"), 0, ACF_STRICT, open_h79, NULL),
    PPL_TABLE(open, "polyhedra-nnc-bhrz03", "convex polyhedra that need not be closed, widening BHRZ03",
              DATA("NNC_Polyhedron", "BHRZ03_widening"), 0, ACF_STRICT, open_bhrz03, NULL),
};
const guint n_ppl_polyhedra = G_N_ELEMENTS(ppl_polyhedra);
