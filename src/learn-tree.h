/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small formula that separates labelled points, by decision trees. */
#ifndef ACF_LEARN_TREE_H
#define ACF_LEARN_TREE_H
#include "learn-features.h"

/* models: Model*; fails: one byte for each.  consistent: the formula agrees with all of them. */
const Term *tree_learn(Features *f, const GPtrArray *models, const guint8 *fails, gboolean *consistent);
#endif
