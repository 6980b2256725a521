/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Octagonal shapes of the Parma Polyhedra Library. */
#include "domains/ppl.h"
#include "domains/registry.h"

#define OCTAGON(name, CLASS)                                                                                 \
  PPL_FUNCTIONS(name, CLASS, CLASS)                                                                          \
  PPL_CONSTRAINTS(name, CLASS, CLASS)                                                                        \
  PPL_EXTRAPOLATION(name, bhmz05, CLASS, BHMZ05_widening)                                                    \
  PPL_EXTRAPOLATION(name, cc76, CLASS, CC76_extrapolation)                                                   \
  PPL_EXTRAPOLATION(name, narrow, CLASS, CC76_narrowing)

#define DATA(WHOLE, CLASS, WIDENING)                                                                         \
  &(const PplData) { SHAPE_OCTAGON, WHOLE, CLASS, CLASS, WIDENING }

#define VARIANTS(functions, name, text, WHOLE, CLASS, bits)                                                  \
  PPL_TABLE(functions, name, text ", widening BHMZ05", DATA(WHOLE, CLASS, "BHMZ05_widening"), bits, 0,       \
            functions##_bhmz05, functions##_narrow),                                                         \
      PPL_TABLE(functions, name "-cc76", text ", extrapolation CC76",                                        \
                DATA(WHOLE, CLASS, "CC76_extrapolation"), bits, 0, functions##_cc76, functions##_narrow)

OCTAGON(rational, Octagonal_Shape_mpq_class)
OCTAGON(whole, Octagonal_Shape_mpz_class)
OCTAGON(floating, Octagonal_Shape_double)

const AcfDomain ppl_octagons[] = {
    VARIANTS(rational, "octagon-mpq", "octagons with rational bounds", FALSE, "Octagonal_Shape_mpq_class", 0),
    VARIANTS(whole, "octagon-mpz", "octagons with whole bounds", TRUE, "Octagonal_Shape_mpz_class", 0),
    VARIANTS(floating, "octagon-double", "octagons with bounds that are doubles", FALSE,
             "Octagonal_Shape_double", 53),
};
const guint n_ppl_octagons = G_N_ELEMENTS(ppl_octagons);
