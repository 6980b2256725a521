/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounded differences of the Parma Polyhedra Library. */
#include "domains/ppl.h"
#include "domains/registry.h"

#define DIFFERENCES(name, CLASS)                                                                             \
  PPL_FUNCTIONS(name, CLASS, CLASS)                                                                          \
  PPL_CONSTRAINTS(name, CLASS, CLASS)                                                                        \
  PPL_EXTRAPOLATION(name, bhmz05, CLASS, BHMZ05_widening)                                                    \
  PPL_EXTRAPOLATION(name, h79, CLASS, H79_widening)                                                          \
  PPL_EXTRAPOLATION(name, cc76, CLASS, CC76_extrapolation)                                                   \
  PPL_EXTRAPOLATION(name, narrow, CLASS, CC76_narrowing)

#define DATA(WHOLE, CLASS, WIDENING)                                                                         \
  &(const PplData) { SHAPE_DIFFERENCES, WHOLE, CLASS, CLASS, WIDENING }

#define VARIANTS(functions, name, text, WHOLE, CLASS, bits)                                                  \
  PPL_TABLE(functions, name, text ", widening BHMZ05", DATA(WHOLE, CLASS, "BHMZ05_widening"), bits, 0,       \
            functions##_bhmz05, functions##_narrow),                                                         \
      PPL_TABLE(functions, name "-h79", text ", widening H79", DATA(WHOLE, CLASS, "H79_widening"), bits, 0,  \
                functions##_h79, functions##_narrow),                                                        \
      PPL_TABLE(functions, name "-cc76", text ", extrapolation CC76",                                        \
                DATA(WHOLE, CLASS, "CC76_extrapolation"), bits, 0, functions##_cc76, functions##_narrow)

DIFFERENCES(rational, BD_Shape_mpq_class)
DIFFERENCES(whole, BD_Shape_mpz_class)
DIFFERENCES(floating, BD_Shape_double)

const AcfDomain ppl_differences[] = {
    VARIANTS(rational, "bd-mpq", "rational bounds of differences", FALSE, "BD_Shape_mpq_class", 0),
    VARIANTS(whole, "bd-mpz", "whole bounds of differences", TRUE, "BD_Shape_mpz_class", 0),
    VARIANTS(floating, "bd-double", "bounds of differences that are doubles", FALSE, "BD_Shape_double", 53),
};
const guint n_ppl_differences = G_N_ELEMENTS(ppl_differences);
