/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points worth executing. */
#ifndef ACF_LEARN_POINTS_H
#define ACF_LEARN_POINTS_H
#include "learn/learn-features.h"

typedef struct {
  guint64 v[LEARN_MAX_INPUTS]; /* by input of the features */
  const Model *base;           /* values of the inputs that are not looked at; NULL: 0 */
} Vector;

Model *vector_model(const Features *f, const Vector *v);
Vector vector_of(const Features *f, const Model *m);

typedef struct {
  const Features *features;
  GRand *random;
  GArray *pool;             /* gint64: values that are likely to matter */
  GPtrArray *equations;     /* Term*: near their zeros labels are likely to change */
  gdouble n[8], useless[8]; /* by kind of point: how many were made, and had no label */
} Maker;

Maker *maker_new(const Features *f);
void maker_free(Maker *m);
void maker_add_value(Maker *m, gint64 value);
void maker_add_around(Maker *m, gint64 value); /* and its neighbours */
/* The constants and comparisons of a formula show where to look next. */
void maker_look_at(Maker *m, const Term *formula);
/* A new point, made from the known ones (Model*) or of its own; *kind is to be passed to maker_judge(). */
Vector maker_point(Maker *m, const GPtrArray *known, guint *kind);
void maker_judge(Maker *m, guint kind, gboolean useful);
#endif
