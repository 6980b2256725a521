/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in the world an input comes from: what has to be known to build the concrete input from a point, and a
 * point from a concrete input.  Which parts the inputs of a kind have is the table input-sources.def.
 *
 * An input site has the source of its first input (InputSite.source); input_source() gives that of any of its
 * inputs.  Two sites of a program never have the same source: it says which input it is, and where there is one
 * the symbol of the input is made from it alone. */
#ifndef ACF_IR_INPUT_SOURCE_H
#define ACF_IR_INPUT_SOURCE_H
#include <glib.h>
#include "ir/input-kind.h"

/* Of json-glib, whose headers not everything that knows inputs needs. */
typedef struct _JsonBuilder JsonBuilder;
typedef struct _JsonObject JsonObject;

typedef enum {
  SOURCE_NONE,   /* the input is not of this sort: only its place in the text says what it is */
  SOURCE_COUNT,  /* "count" */
  SOURCE_BYTE,   /* "byte" */
  SOURCE_VALUE,  /* "value" */
  SOURCE_STATUS, /* "status" */
  SOURCE_THERE,  /* "there" */
  SOURCE_SCALAR, /* a path alone */
  SOURCE_NULL,   /* "null" */
  SOURCE_PARTS
} SourcePart;

typedef enum {
  SOURCE_HAS_ARGUMENT = 1,
  SOURCE_HAS_OFFSET = 2,
  SOURCE_HAS_NUMBER = 4,
  SOURCE_HAS_CONVERSION = 8,
  SOURCE_HAS_NAME = 16,
  SOURCE_HAS_PATH = 32
} SourceMembers;

/* Members that the part does not have are 0 or NULL.  The texts are interned. */
typedef struct {
  SourcePart part;
  guint argument;         /* of argv, from 1 */
  guint offset;           /* of a byte, from 0 */
  guint number;           /* of a conversion, from 1, in the order in which the run performs them */
  const char *conversion; /* "atoi", "strtol:10", "%d" */
  const char *name;       /* of the file or environment variable */
  const char *path;       /* in C, over parameters or variables: "n", "a[2]", "p->x" */
} InputSource;

/* Whether inputs of the kind can have such a part, and which members it has. */
gboolean input_source_members(SiteKind kind, SourcePart part, guint *members);
gboolean input_source_same(const InputSource *a, const InputSource *b);
/* The source of the input that is `steps` behind this one: bytes and conversions are counted on. */
InputSource input_source_step(const InputSource *s, gint steps);

/* As C would write it, to free: "argc", "argv[1][0]", "atoi(argv[1])", "stdin[3]"; NULL for SOURCE_NONE. */
char *input_source_text(SiteKind kind, const InputSource *s);

/* The member "source" of the object that is being built; nothing for SOURCE_NONE. */
void input_source_write(JsonBuilder *b, const InputSource *s, SiteKind kind);
/* The member "source" of o; where there is none, SOURCE_NONE.  FALSE with an error: it is not well-formed, or
 * not one of the kind. */
gboolean input_source_read(JsonObject *o, SiteKind kind, InputSource *s, GError **error);
#endif
