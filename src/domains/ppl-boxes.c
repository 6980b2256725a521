/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boxes of the Parma Polyhedra Library: bounds of variables, which may be open. */
#include "domains/ppl.h"
#include "domains/registry.h"

#define BOX(name, CLASS)                                                                                     \
  PPL_FUNCTIONS(name, CLASS, CLASS)                                                                          \
  PPL_CONSTRAINTS(name, CLASS, CLASS)                                                                        \
  PPL_EXTRAPOLATION(name, cc76, CLASS, CC76_widening)                                                        \
  PPL_EXTRAPOLATION(name, narrow, CLASS, CC76_narrowing)

#define DATA(CLASS)                                                                                          \
  &(const PplData) { SHAPE_BOX, FALSE, CLASS, CLASS, "CC76_widening" }

BOX(rational, Rational_Box)
BOX(floating, Double_Box)

const AcfDomain ppl_boxes[] = {
    PPL_TABLE(rational, "box", "rational bounds, widening CC76", DATA("Rational_Box"), 0, ACF_STRICT,
              rational_cc76, rational_narrow),
    PPL_TABLE(floating, "box-double", "bounds that are doubles, widening CC76", DATA("Double_Box"), 53,
              ACF_STRICT, floating_cc76, floating_narrow),
};
const guint n_ppl_boxes = G_N_ELEMENTS(ppl_boxes);
