/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scanning C expressions. */
#include "ctext/ctoken.h"
#include <string.h>
#include "ctext/scan.h"

static gboolean is_name_start(char c) { return ctext_is_name(c) && !g_ascii_isdigit(c); }

static int digit_value(char c, guint base) {
  int d = g_ascii_xdigit_value(c);
  return d >= 0 && (guint)d < base ? d : -1;
}

/* u, l and ll in either order. */
static const char *scan_suffix(const char **at, CToken *token) {
  const char *p = *at;
  if (*p == 'u' || *p == 'U') token->has_u = TRUE, p++;
  if (*p == 'l' || *p == 'L') {
    token->n_l = p[1] == p[0] ? 2 : 1;
    p += token->n_l;
  }
  if (!token->has_u && (*p == 'u' || *p == 'U')) token->has_u = TRUE, p++;
  *at = p;
  return ctext_is_name(*p) ? "not a suffix of an integer constant" : NULL;
}

static gboolean is_float_mark(char c, guint base) {
  return c == '.' || (base == 16 ? c == 'p' || c == 'P' : c == 'e' || c == 'E');
}

static const char *scan_number(const char **at, CToken *token) {
  const char *p = *at;
  guint base = 10;
  token->kind = TOKEN_NUMBER;
  if (*p == '0') {
    base = 8;
    if ((p[1] == 'x' || p[1] == 'X') && g_ascii_isxdigit(p[2])) base = 16, p += 2;
  }
  token->is_hex = base != 10;
  for (int d; (d = digit_value(*p, base)) >= 0; p++) {
    if (token->value > (G_MAXUINT64 - (guint)d) / base) return "the integer constant is too large";
    token->value = token->value * base + (guint)d;
  }
  if (is_float_mark(*p, base)) {
    token->kind = TOKEN_FLOAT;
    *at = p;
    return NULL;
  }
  if (g_ascii_isdigit(*p)) return "not a digit of an octal constant";
  *at = p;
  return scan_suffix(at, token);
}

/* The numeric escapes: up to three octal digits, or x and hexadecimal ones. */
static const char *scan_code(const char **at, guint64 *value) {
  const char *p = *at;
  guint base = 8, most = 3, n = 0;
  if (*p == 'x') base = 16, most = 8, p++;
  *value = 0;
  for (int d; n < most && (d = digit_value(*p, base)) >= 0; p++, n++) *value = *value * base + (guint)d;
  *at = p;
  return n == 0 ? "an unknown escape in a character constant" : *value > 255 ? "not a character" : NULL;
}

static const char *scan_escape(const char **at, guint64 *value) {
  static const char letters[] = "abfnrtv\\'\"?", values[] = "\a\b\f\n\r\t\v\\'\"?";
  const char *found = **at ? strchr(letters, **at) : NULL;
  if (!found) return scan_code(at, value);
  *value = (guint64)values[found - letters];
  (*at)++;
  return NULL;
}

/* A plain char is signed, as in the programs that acf reads. */
static const char *scan_character(const char **at, CToken *token) {
  const char *p = *at + 1, *wrong = NULL;
  token->kind = TOKEN_NUMBER;
  token->is_hex = TRUE;
  if (*p == '\\') {
    p++;
    wrong = scan_escape(&p, &token->value);
  } else if (*p == '\0' || *p == '\'' || *p == '\n') {
    wrong = "an empty character constant";
  } else {
    token->value = (guint8)*p++;
  }
  if (!wrong && *p != '\'') wrong = "a character constant of more than one character";
  token->value = (guint64)(gint64)(gint8)token->value;
  *at = p + 1;
  return wrong;
}

static const struct {
  char text[4];
  int kind;
} long_operators[] = {
    {"<<=", TOKEN_OTHER}, {">>=", TOKEN_OTHER}, {"...", TOKEN_OTHER}, {"<<", TOKEN_SHL},
    {">>", TOKEN_SHR},    {"<=", TOKEN_LE},     {">=", TOKEN_GE},     {"==", TOKEN_EQ},
    {"!=", TOKEN_NE},     {"&&", TOKEN_AND},    {"||", TOKEN_OR},     {"++", TOKEN_OTHER},
    {"--", TOKEN_OTHER},  {"->", TOKEN_OTHER},  {"+=", TOKEN_OTHER},  {"-=", TOKEN_OTHER},
    {"*=", TOKEN_OTHER},  {"/=", TOKEN_OTHER},  {"%=", TOKEN_OTHER},  {"&=", TOKEN_OTHER},
    {"|=", TOKEN_OTHER},  {"^=", TOKEN_OTHER},
};

static const char *scan_operator(const char **at, CToken *token) {
  for (guint i = 0; i < G_N_ELEMENTS(long_operators); i++)
    if (g_str_has_prefix(*at, long_operators[i].text)) {
      token->kind = long_operators[i].kind;
      *at += strlen(long_operators[i].text);
      return NULL;
    }
  if (!strchr("+-*/%<>&|^~!?:()=,.[]", **at)) return "not a character of a C expression";
  token->kind = *(*at)++;
  return NULL;
}

const char *ctoken_next(const char **at, CToken *token) {
  const char *wrong = NULL;
  while (g_ascii_isspace(**at)) (*at)++;
  *token = (CToken){.kind = TOKEN_END, .start = *at};
  if (is_name_start(**at) || (**at == '\\' && is_name_start((*at)[1]))) {
    token->kind = TOKEN_NAME;
    do (*at)++;
    while (ctext_is_name(**at));
  } else if (g_ascii_isdigit(**at)) {
    wrong = scan_number(at, token);
  } else if (**at == '\'') {
    wrong = scan_character(at, token);
  } else if (**at) {
    wrong = scan_operator(at, token);
  }
  token->length = (gsize)(*at - token->start);
  return wrong;
}
