/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grids of the Parma Polyhedra Library: equalities and congruences. */
#include "domains/ppl.h"
#include "domains/registry.h"

PPL_FUNCTIONS(grid, Grid, Grid)
PPL_CONSTRAINTS(grid, Grid, Grid)
PPL_EXTRAPOLATION(grid, congruences, Grid, congruence_widening)
PPL_EXTRAPOLATION(grid, generators, Grid, generator_widening)

#define DATA(WIDENING)                                                                                       \
  &(const PplData) { SHAPE_GRID, FALSE, "Grid", "Grid", WIDENING }

const AcfDomain ppl_grids[] = {
    PPL_TABLE(grid, "grid", "equalities and congruences, widening by congruences",
              DATA("congruence_widening"), 0, 0, grid_congruences, NULL),
    PPL_TABLE(grid, "grid-generators", "equalities and congruences, widening by generators",
              DATA("generator_widening"), 0, 0, grid_generators, NULL),
};
const guint n_ppl_grids = G_N_ELEMENTS(ppl_grids);
