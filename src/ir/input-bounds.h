/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How large the inputs are that an analysis looks at.  Its claims hold within these bounds, and say nothing
 * of an input outside of them. */
#ifndef ACF_IR_INPUT_BOUNDS_H
#define ACF_IR_INPUT_BOUNDS_H
#include <glib.h>

typedef struct _JsonBuilder JsonBuilder; /* of json-glib */
typedef struct _JsonObject JsonObject;

typedef enum {
  BOUND_ARGS = 1,          /* "args": the number of arguments after the program's name */
  BOUND_ARG_LENGTH = 2,    /* "arg_length": bytes of each of them */
  BOUND_STDIN_LENGTH = 4,  /* "stdin_length": bytes of the standard input */
  BOUND_FILE_LENGTH = 8,   /* "file_length": bytes of each file */
  BOUND_MAX_ELEMENTS = 16, /* "max_elements": elements of what a pointer leads to, bytes of a string */
} InputBoundsGiven;

/* All zero: nothing is bounded. */
typedef struct {
  guint given; /* InputBoundsGiven: those that apply */
  guint args_least, args_most;
  guint arg_length, stdin_length, file_length, max_elements;
} InputBounds;

#define DEFAULT_ARGS_MOST 4
#define DEFAULT_ARG_LENGTH 16
#define DEFAULT_STDIN_LENGTH 64

/* Where nothing is chosen; none is `given`. */
#define DEFAULT_INPUT_BOUNDS                                                                                 \
  ((InputBounds){.args_most = DEFAULT_ARGS_MOST,                                                             \
                 .arg_length = DEFAULT_ARG_LENGTH,                                                           \
                 .stdin_length = DEFAULT_STDIN_LENGTH})

/* "2", "0..4"; FALSE with an error that names the option. */
gboolean input_bounds_parse_args(InputBounds *b, const char *text, GError **error);
/* The number behind an option, at most `most`. */
gboolean input_bounds_parse_length(const char *option, const char *text, guint most, guint *value,
                                   GError **error);
/* Those that `from` has take the place of the others. */
void input_bounds_take(InputBounds *b, const InputBounds *from);
/* Those that both have are the same. */
gboolean input_bounds_agree(const InputBounds *a, const InputBounds *b);
/* What is taken for granted, for people, one text for each bound that is given; to free with its texts. */
GPtrArray *input_bounds_texts(const InputBounds *b);

/* The member "bounds" of the object that is being built; none where nothing is bounded. */
void input_bounds_write(JsonBuilder *b, const InputBounds *bounds);
/* The member "bounds" of o; FALSE with an error: it is not well-formed. */
gboolean input_bounds_read(JsonObject *o, InputBounds *bounds, GError **error);
#endif
