/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places in a C text that a rewriter needs, as the compiler's own library (libclang) sees them. */
#ifndef ACF_CALLS_H
#define ACF_CALLS_H
#include <glib.h>

/* A direct call of a function. */
typedef struct {
  const char *function; /* interned */
  guint line, column;   /* where the compiler says that it is: at the macro use that it comes from, if any */
  gsize name, n_name;   /* the text that names the function */
  gsize start, end;     /* the text of the call; equal: it is not there as a whole */
  const char *type;     /* C's name of the type of its value; NULL: no integer, number or pointer */
  guint width;          /* of the type, in bits; 1 for _Bool */
  guint n_arguments;
  gboolean written;  /* name is in the text, and no other call comes from it */
  gboolean whole;    /* the name is a macro that stands for the call with its brackets */
  gboolean pointer;  /* the type is a pointer, "void *" for short */
  gboolean declared; /* the function is declared at file scope */
  gboolean defined;  /* it has a body */
} SourceCall;

typedef struct {
  GArray *variables;     /* SourceCall: local variables without initialiser, by name; only line, column,
                            name, type, width, written and pointer count */
  GArray *calls;         /* SourceCall, in the order of the text */
  gsize first;           /* file scope, before everything that is compiled */
  gsize body;            /* behind the brace that opens the entry function; 0: not in the text */
  GPtrArray *parameters; /* const char*: the names of its parameters, interned; empty: it has no name */
  gboolean returns_void; /* the entry function */
  gboolean entry_used;   /* the entry function is called or its address taken */
} SourcePlaces;

#define ACF_CALLS_ERROR (calls_error_quark())
GQuark calls_error_quark(void);

/* NULL when the library is missing, or the text does not compile.  The text stands for the file at path,
 * which is compiled with the flags (NULL: none). */
SourcePlaces *source_places(const char *path, const char *text, char *const *flags, gboolean lp64,
                            const char *entry, GError **error);
void source_places_free(SourcePlaces *p);
#endif
