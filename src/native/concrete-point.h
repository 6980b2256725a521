/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From concrete inputs to points of the input space: which value a concrete input gives to a coordinate. */
#ifndef ACF_CONCRETE_POINT_H
#define ACF_CONCRETE_POINT_H
#include "native/concrete-input.h"

typedef struct PointReader PointReader;
/* For these inputs (Term*) of the CFC; both must outlive it. */
PointReader *point_reader_new(const Cfc *c, const GPtrArray *inputs);
void point_reader_free(PointReader *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PointReader, point_reader_free)

/* Takes the concrete input, which must outlive what is asked of it. */
void point_reader_begin(PointReader *r, const ConcreteInput *in);

typedef enum {
  COORDINATE_GIVEN,
  COORDINATE_OPEN, /* the concrete input does not say it */
  COORDINATE_WRONG /* what it says is no value of this type; with error */
} Coordinate;
Coordinate point_reader_value(PointReader *r, guint index, guint64 *value, GError **error);

/* The same of an input that was not among those at the beginning. */
Coordinate point_reader_find(PointReader *r, const Term *input, guint64 *value, GError **error);
/* No name of the concrete input means an occurrence beyond this one. */
guint point_reader_horizon(const PointReader *r);

/* The first name for which a value is given that belongs to no input, nor to an occurrence of those that the
 * automaton mentions; NULL: there is none. */
const char *point_reader_stray(const PointReader *r, const ConcreteInput *in);
#endif
