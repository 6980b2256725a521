/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run of a failing input as a violation witness. */
#ifndef ACF_VIOLATION_H
#define ACF_VIOLATION_H
#include "export/run-events.h"
#include "ctext/source.h"
#include "witness/witness.h"

/* The formats place things differently: in GraphML an edge stands at the condition or the call, by its
 * offset; in YAML a waypoint stands at the keyword, or where the call's bracket closes, by its column. */
typedef enum { VIOLATION_GRAPHML, VIOLATION_YAML } ViolationFormat;

/* Without metadata.  NULL: the format cannot say where the error is. */
Witness *violation_witness(const Program *p, const Source *s, const GArray *events, ViolationFormat format);
#endif
