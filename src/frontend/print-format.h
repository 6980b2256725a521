/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The format of printf, as a row of directives. */
#ifndef ACF_FRONTEND_PRINT_FORMAT_H
#define ACF_FRONTEND_PRINT_FORMAT_H
#include <glib.h>

typedef enum {
  PRINT_LITERAL,   /* the character `letter` */
  PRINT_STRING,    /* %s */
  PRINT_CHARACTER, /* %c */
  PRINT_DECIMAL,   /* %d %i %u */
  PRINT_BITS,      /* %x %X %o */
  PRINT_OTHER      /* another conversion, of one argument */
} PrintKind;

#define PRINT_GIVEN (-1) /* a width or precision that is an argument, before the one that is converted */
#define PRINT_NONE (-2)  /* no precision */

typedef struct {
  PrintKind kind;
  char letter;
  gboolean left, zeros, plus, space, alternative; /* the flags - 0 + space # */
  int width;                                      /* 0: none */
  int precision;
  guint size; /* of an integer's type: 1, 2, 4 or 8 bytes */
} PrintItem;

/* GArray of PrintItem; NULL: it has a directive that is not understood (%n, %ls, %1$d), or none that exists. */
GArray *print_format_parse(const char *format, gboolean lp64);
/* How many arguments it takes. */
guint print_format_arguments(const GArray *items);
#endif
