/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C paths over parameters and variables ("a[2]", "p->x", "(*p).y[1]"), and where they lead in values that are
 * given as JSON: a pointer is given as what it leads to, an object or an array of objects; null is null. */
#ifndef ACF_INPUT_PATH_H
#define ACF_INPUT_PATH_H
#include <json-glib/json-glib.h>

typedef struct InputPath InputPath;
InputPath *input_path_parse(const char *text); /* NULL: it is no such path */
void input_path_free(InputPath *p);

typedef enum {
  PATH_NODE,    /* the value is *node */
  PATH_BYTE,    /* it is a byte of a string: *byte, 0 at its end and behind it */
  PATH_NULL,    /* the way leads through a null pointer, or ends in one */
  PATH_NOTHING, /* nothing is given there */
  PATH_WRONG    /* a number or a string stands where members should */
} PathEnd;
PathEnd input_path_follow(const InputPath *p, JsonObject *values, JsonNode **node, guint8 *byte);
#endif
