/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A concrete input of a program: its arguments, its standard input, and values by name, for what has no other
 * form (parameters, globals, calls of input functions).  What is not given is not there: no arguments, an
 * empty input.
 *
 * As JSON it is an object, a line of a batch:
 *   {"args": ["3", "-1"], "stdin": "5\n"}          bytes that are no text: "args_base64", "stdin_base64"
 *   {"inputs": {"n": 3, "a": [1, 2, 3], "s": "abc", "p": {"x": 1}}}                  {"base64": "/w=="} */
#ifndef ACF_CONCRETE_INPUT_H
#define ACF_CONCRETE_INPUT_H
#include <json-glib/json-glib.h>
#include "cfc/cfc.h"

typedef struct {
  GPtrArray *args;   /* GBytes*: after the program's name; no zero bytes */
  GBytes *text;      /* the standard input */
  JsonObject *named; /* values by name; strings of other bytes are objects {"base64": ...} */
} ConcreteInput;

ConcreteInput *concrete_new(void);
void concrete_free(ConcreteInput *in);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ConcreteInput, concrete_free)

/* From an object as above; members that are not known are refused.  NULL with error. */
ConcreteInput *concrete_read(JsonObject *o, GError **error);
/* FALSE with error: it has a zero byte. */
gboolean concrete_add_argument(ConcreteInput *in, const void *bytes, gsize size, GError **error);
void concrete_set_text(ConcreteInput *in, const void *bytes, gsize size);
/* "n=3", "a=[1, 2]", "s=abc": what is no JSON is a string. */
gboolean concrete_add_named(ConcreteInput *in, const char *assignment, GError **error);

/* The bytes of {"base64": ...}, or of a string; NULL: it is neither. */
GBytes *concrete_bytes(JsonNode *n);

/* Why the input is none that the characterization speaks of: it is too large; NULL: it is one.  To free. */
char *concrete_outside(const ConcreteInput *in, const InputBounds *bounds);
#endif
