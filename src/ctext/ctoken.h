/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tokens of C expressions: names, integer constants and operators. */
#ifndef ACF_CTOKEN_H
#define ACF_CTOKEN_H
#include <glib.h>

typedef enum {
  TOKEN_END = 256, /* a kind below is the operator of that one character */
  TOKEN_NAME,      /* an identifier, or \ and an identifier */
  TOKEN_NUMBER,
  TOKEN_FLOAT, /* only its start is looked at */
  TOKEN_SHL,
  TOKEN_SHR,
  TOKEN_LE,
  TOKEN_GE,
  TOKEN_EQ,
  TOKEN_NE,
  TOKEN_AND,
  TOKEN_OR,
  TOKEN_OTHER /* an operator of C that has no place in expressions without side effects on integers */
} TokenKind;

typedef struct {
  int kind;
  const char *start; /* in the text; not terminated */
  gsize length;
  guint64 value;   /* TOKEN_NUMBER: its magnitude (character constants: as int, sign-extended) */
  gboolean is_hex; /* hexadecimal or octal: may become unsigned without asking for it */
  gboolean has_u;
  guint n_l; /* letters l in the suffix */
} CToken;

/* The token at *at, which moves behind it.  NULL, or why there is none. */
const char *ctoken_next(const char **at, CToken *token);
#endif
