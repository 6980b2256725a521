/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small formula that separates labelled points, by decision trees. */
#ifndef ACF_LEARN_TREE_H
#define ACF_LEARN_TREE_H
#include "learn/learn-features.h"

/* models: Model*; fails: one byte for each.  consistent: the formula agrees with all of them.  After the
 * deadline (0: none) no better formula is looked for. */
const Term *tree_learn(Features *f, const GPtrArray *models, const guint8 *fails, gint64 deadline,
                       gboolean *consistent);
#endif
