/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The making of a driver: what the driver*.c files share.  Not for use elsewhere. */
#ifndef ACF_FRONTEND_DRIVER_BUILD_H
#define ACF_FRONTEND_DRIVER_BUILD_H
#include "frontend/driver.h"
#include "frontend/libclang.h"

/* What a pointer leads to. */
typedef enum {
  POINTEE_NULL,  /* nothing: it is null */
  POINTEE_COUNT, /* so many elements */
  POINTEE_STRING /* a string */
} PointeeKind;

typedef struct {
  PointeeKind kind;
  gboolean or_null;
  char *count;     /* POINTEE_COUNT: C */
  gboolean chosen;   /* by the user */
  gboolean required; /* by a comment in the text */
  gboolean used;
} Pointee;

typedef struct {
  const EntryOptions *options;
  const char *path, *entry;
  char *const *flags; /* of the file */
  gboolean lp64;
  GString *types, *body;  /* C: what stands before DRIVER_START, and in it */
  Driver *driver;
  GHashTable *pointees;   /* char* path -> Pointee* */
  GPtrArray *conditions;  /* char*: C, of the user or the text */
  SiteKind kind;          /* of what is being made */
  IrLoc loc;
  gboolean reads_requires; /* those of the text count */
  gboolean requires;      /* some of them stand in the text */
  guint objects;          /* so many temporary names were given */
  GError *error;
} DriverBuild;

/* driver-pointees.c */
/* FALSE with error: a text of --pointee makes no sense. */
gboolean driver_read_pointees(DriverBuild *b, GError **error);
void pointee_free(gpointer pointee);
void driver_add_pointee(DriverBuild *b, const char *path, Pointee *p); /* takes it; the first of a path counts */
/* Can the text stand in parentheses as one expression? */
gboolean driver_is_expression(const char *text);

/* driver-objects.c */
guint driver_max_elements(const DriverBuild *b);
/* Statements that give the object `place` (C) its contents; path: what users call it. */
void driver_fill(DriverBuild *b, CXType type, const char *place, const char *path, guint depth);
/* Statements that make a variable __acf_v<result> that has the pointer's value; `element`: the C type that it
 * points to.  otherwise: where nothing is said of the path. */
guint driver_point(DriverBuild *b, CXType pointee, const char *element, const char *path, guint depth,
                   const Pointee *otherwise);
/* The C type of the pointee without qualifiers, where it has a name; else by the pointer `place`. */
char *driver_element(CXType pointee, const char *place);
/* A new input; its number. */
guint driver_input(DriverBuild *b, CXType type, const char *path);
/* The first error counts. */
void driver_refuse(DriverBuild *b, const char *format, ...) G_GNUC_PRINTF(2, 3);
void driver_assume(DriverBuild *b, const char *format, ...) G_GNUC_PRINTF(2, 3);
gboolean driver_is_scalar(CXType type);
char *driver_text_of(CXString s); /* takes it */

/* driver-globals.c: variables that the function can reach become inputs */
void driver_globals(DriverBuild *b, CXCursor entry);

/* driver-requires.c: what a comment above the function requires */
void driver_requires(DriverBuild *b, const char *text, gsize definition);
#endif
