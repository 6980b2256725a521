/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C expressions as terms: precedence climbing, with the types of C. */
#include "ctext/cexpr.h"
#include "base/limits.h"
#include "ctext/ctyped.h"
#include <string.h>

typedef struct {
  const char *text, *at;
  CToken token; /* the next one */
  gboolean lp64, mathematical;
  CResolve resolve;
  gpointer data;
  guint depth, operations;
  GError **error;
} Parser;

G_DEFINE_QUARK(acf - cexpr - error, cexpr_error)

static gboolean fail(Parser *p, CExprErrorCode code, const char *what) {
  g_set_error(p->error, ACF_CEXPR_ERROR, (int)code, "column %u: %s", (guint)(p->token.start - p->text) + 1,
              what);
  return FALSE;
}

static gboolean next(Parser *p) {
  const char *wrong = ctoken_next(&p->at, &p->token);
  return wrong ? fail(p, CEXPR_ERROR_SYNTAX, wrong) : TRUE;
}

static gboolean token_is(const Parser *p, const char *word) {
  return p->token.length == strlen(word) && memcmp(p->token.start, word, p->token.length) == 0;
}

/* Constants and types. */

/* The first type of the list in C11 6.4.4.1 that holds the value. */
static gboolean number(Parser *p, Typed *v) {
  const CToken *t = &p->token;
  guint width = t->n_l == 2 || (t->n_l == 1 && p->lp64) ? 64 : 32;
  if (p->mathematical && t->value <= G_MAXINT64) {
    *v = math_of(term_const(64, t->value), TRUE);
    return next(p);
  }
  if (*t->start == '\'') {
    *v = typed_of(term_const(32, t->value), TRUE);
    return next(p);
  }
  for (; width <= 64; width += 32) {
    gboolean fits_signed = t->value <= term_mask(width) >> 1, fits = t->value <= term_mask(width);
    if (!(t->has_u ? fits : fits_signed || (fits && t->is_hex))) continue;
    *v = typed_of(term_const(width, t->value), !t->has_u && fits_signed);
    return next(p);
  }
  return fail(p, CEXPR_ERROR_UNSUPPORTED, "the integer constant is too large for its type");
}

typedef struct {
  guint is_signed, is_unsigned, is_char, is_short, is_int, is_long, is_bool;
} TypeWords;

static guint *type_word(const Parser *p, TypeWords *w) {
  static guint qualifier;
  const struct {
    const char *word;
    guint *count;
  } words[] = {{"signed", &w->is_signed}, {"unsigned", &w->is_unsigned}, {"char", &w->is_char},
               {"short", &w->is_short},   {"int", &w->is_int},           {"long", &w->is_long},
               {"_Bool", &w->is_bool},    {"bool", &w->is_bool},         {"const", &qualifier},
               {"volatile", &qualifier}};
  for (guint i = 0; p->token.kind == TOKEN_NAME && i < G_N_ELEMENTS(words); i++)
    if (token_is(p, words[i].word)) return words[i].count;
  return NULL;
}

static gboolean is_type(const Parser *p) {
  TypeWords w = {0};
  return type_word(p, &w) || token_is(p, "float") || token_is(p, "double") || token_is(p, "struct") ||
         token_is(p, "union") || token_is(p, "enum") || token_is(p, "void");
}

/* Which C type the words make: its width, 1 for _Bool; 0: none. */
static guint type_width(const TypeWords *w, gboolean lp64) {
  guint sizes = w->is_char + w->is_short + (w->is_long > 0) + w->is_bool;
  if (sizes > 1 || w->is_long > 2 || w->is_int > 1 || w->is_signed + w->is_unsigned > 1) return 0;
  if (w->is_bool) return w->is_int + w->is_signed + w->is_unsigned ? 0 : 1;
  if (w->is_char) return w->is_int ? 0 : 8;
  if (w->is_short) return 16;
  if (w->is_long) return w->is_long == 2 || lp64 ? 64 : 32;
  return w->is_int + w->is_signed + w->is_unsigned ? 32 : 0;
}

static gboolean parse_type(Parser *p, guint *width, gboolean *is_signed) {
  TypeWords w = {0};
  for (guint *count; (count = type_word(p, &w));) {
    (*count)++;
    if (!next(p)) return FALSE;
  }
  *width = type_width(&w, p->lp64);
  *is_signed = !w.is_unsigned && !w.is_bool;
  if (*width == 0 || p->token.kind != ')')
    return fail(p, CEXPR_ERROR_UNSUPPORTED, "only casts to integer types are supported");
  return next(p);
}

/* Operators, by either meaning. */

static gboolean in_range(Parser *p, gboolean fits) {
  return fits || fail(p, CEXPR_ERROR_TOO_LARGE, "numbers may become too large");
}

static gboolean apply_unary(Parser *p, int kind, Typed *v) {
  if (p->mathematical) return in_range(p, math_unary(kind, v));
  *v = typed_unary(kind, *v);
  return TRUE;
}

static gboolean apply_binary(Parser *p, int kind, Typed *v, Typed right) {
  if (p->mathematical) return in_range(p, math_binary(kind, v, right));
  *v = typed_binary(kind, *v, right);
  return TRUE;
}

static gboolean apply_choice(Parser *p, Typed *v, Typed yes, Typed no) {
  *v = p->mathematical ? math_choose(*v, yes, no) : typed_choose(*v, yes, no);
  return TRUE;
}

/* The grammar. */

static gboolean parse_expression(Parser *p, Typed *v);

/* Texts come from other programs: nesting costs stack, operators cost terms. */
static gboolean enter(Parser *p) {
  if (++p->depth > limits.cexpr_depth)
    return fail(p, CEXPR_ERROR_TOO_LARGE, "the expression is nested too deeply");
  return TRUE;
}

static gboolean count(Parser *p) {
  if (++p->operations > limits.cexpr_operations)
    return fail(p, CEXPR_ERROR_TOO_LARGE, "the expression is too long");
  return TRUE;
}

static gboolean parse_name(Parser *p, Typed *v) {
  g_autofree char *name = g_strndup(p->token.start, p->token.length);
  CValue found = {0};
  if (is_type(p)) return fail(p, CEXPR_ERROR_SYNTAX, "a value is expected, not a type");
  if (!p->resolve || !p->resolve(p->data, name, &found)) {
    g_autofree char *what = g_strdup_printf("\"%s\" means nothing here", name);
    return fail(p, CEXPR_ERROR_NAME, what);
  }
  guint width = found.term->width;
  if (found.term->index_width || (width != 8 && width != 16 && width != 32 && width != 64))
    return fail(p, CEXPR_ERROR_UNSUPPORTED, "a name that is not an integer");
  if (p->mathematical && width == 64 && !found.is_signed) return in_range(p, FALSE);
  *v = p->mathematical ? math_of(found.term, found.is_signed) : typed_of(found.term, found.is_signed);
  return next(p);
}

/* What may follow an operand but makes it something that is not supported. */
static gboolean check_postfix(Parser *p) {
  int kind = p->token.kind;
  if (kind == '(') return fail(p, CEXPR_ERROR_UNSUPPORTED, "calls are not supported here");
  if (kind == '[' || kind == '.' || kind == TOKEN_OTHER || kind == '=' || kind == ',')
    return fail(p, CEXPR_ERROR_UNSUPPORTED,
                "only operators on integers, without side effects, are supported");
  return TRUE;
}

static gboolean parse_unary(Parser *p, Typed *v);

static gboolean parse_parenthesis(Parser *p, Typed *v) {
  guint width;
  gboolean is_signed;
  if (!next(p)) return FALSE;
  if (is_type(p)) {
    if (!parse_type(p, &width, &is_signed) || !count(p) || !parse_unary(p, v)) return FALSE;
    if (!p->mathematical) *v = typed_cast(*v, width, is_signed);
    return TRUE;
  }
  if (!parse_expression(p, v)) return FALSE;
  if (p->token.kind != ')') return fail(p, CEXPR_ERROR_SYNTAX, "a closing parenthesis is expected");
  return next(p) && check_postfix(p);
}

static gboolean parse_operand(Parser *p, Typed *v) {
  int kind = p->token.kind;
  switch (kind) {
  case '(': return parse_parenthesis(p, v);
  case TOKEN_NUMBER: return number(p, v) && check_postfix(p);
  case TOKEN_NAME: return parse_name(p, v) && check_postfix(p);
  case TOKEN_FLOAT: return fail(p, CEXPR_ERROR_UNSUPPORTED, "floating-point numbers are not supported here");
  case '+':
  case '-':
  case '~':
  case '!':
    if (!next(p) || !count(p) || !parse_unary(p, v)) return FALSE;
    return apply_unary(p, kind, v);
  case '*':
  case '&': return fail(p, CEXPR_ERROR_UNSUPPORTED, "pointers are not supported here");
  case TOKEN_OTHER: return fail(p, CEXPR_ERROR_UNSUPPORTED, "side effects are not supported here");
  default: return fail(p, CEXPR_ERROR_SYNTAX, "a value is expected");
  }
}

static gboolean parse_unary(Parser *p, Typed *v) {
  if (!enter(p) || !parse_operand(p, v)) return FALSE;
  p->depth--;
  return TRUE;
}

/* 0: not a binary operator. */
static guint precedence(const Parser *p) {
  switch (p->token.kind) {
  case TOKEN_OR: return 1;
  case TOKEN_AND: return 2;
  case '|': return p->mathematical ? 8 : 3;
  case '^': return p->mathematical ? 11 : 4;
  case '&': return p->mathematical ? 8 : 5;
  case TOKEN_EQ:
  case TOKEN_NE: return 6;
  case '<':
  case '>':
  case TOKEN_LE:
  case TOKEN_GE: return 7;
  case TOKEN_SHL:
  case TOKEN_SHR: return 8;
  case '+':
  case '-': return 9;
  case '*':
  case '/':
  case '%': return 10;
  default: return 0;
  }
}

/* An operand and all operators that bind at least as tightly as least; at most eleven of these nest before
 * parse_unary() counts. */
static gboolean parse_binary(Parser *p, guint least, Typed *v) {
  if (!parse_unary(p, v)) return FALSE;
  for (guint level; (level = precedence(p)) >= least;) {
    int kind = p->token.kind;
    Typed right;
    if (!next(p) || !count(p) || !parse_binary(p, level + 1, &right)) return FALSE;
    if (!apply_binary(p, kind, v, right)) return FALSE;
  }
  return TRUE;
}

static gboolean parse_expression(Parser *p, Typed *v) {
  Typed yes, no;
  if (!parse_binary(p, 1, v)) return FALSE;
  if (p->token.kind != '?') return TRUE;
  if (!enter(p) || !next(p) || !count(p) || !parse_expression(p, &yes)) return FALSE;
  if (p->token.kind != ':') return fail(p, CEXPR_ERROR_SYNTAX, "a colon is expected");
  if (!next(p) || !parse_expression(p, &no)) return FALSE;
  p->depth--;
  return apply_choice(p, v, yes, no);
}

static gboolean parse(Parser p, const char *text, Typed *v) {
  p.text = p.at = text;
  p.token.start = text;
  if (strnlen(text, limits.cexpr_bytes + 1) > limits.cexpr_bytes)
    return fail(&p, CEXPR_ERROR_TOO_LARGE, "the expression is too long");
  if (!next(&p) || !parse_expression(&p, v)) return FALSE;
  if (p.token.kind == TOKEN_END) return TRUE;
  return fail(&p, CEXPR_ERROR_SYNTAX, "an operator or the end is expected");
}

const Term *cexpr_condition(const char *text, gboolean lp64, CResolve resolve, gpointer data,
                            GError **error) {
  Typed v;
  Parser p = {.lp64 = lp64, .resolve = resolve, .data = data, .error = error};
  if (!parse(p, text, &v)) return NULL;
  return term_and(v.defined, typed_truth(v));
}

gboolean cexpr_value(const char *text, gboolean lp64, CResolve resolve, gpointer data, CValue *value,
                     GError **error) {
  Typed v;
  Parser p = {.lp64 = lp64, .resolve = resolve, .data = data, .error = error};
  if (!parse(p, text, &v)) return FALSE;
  if (!term_is_true(v.defined)) {
    g_set_error(error, ACF_CEXPR_ERROR, CEXPR_ERROR_UNDEFINED,
                "\"%.60s\" may divide by zero or shift by too much", text);
    return FALSE;
  }
  *value = (CValue){v.term, v.is_signed};
  return TRUE;
}

const Term *cexpr_mathematical(const char *text, CResolve resolve, gpointer data, GError **error) {
  Typed v;
  Parser p = {.lp64 = TRUE, .mathematical = TRUE, .resolve = resolve, .data = data, .error = error};
  if (!parse(p, text, &v)) return NULL;
  return term_and(v.defined, typed_truth(v));
}

static void add_part(GPtrArray *parts, const char *start, const char *end) {
  char *part = g_strstrip(g_strndup(start, (gsize)(end - start)));
  if (*part)
    g_ptr_array_add(parts, part);
  else
    g_free(part);
}

char **cexpr_split(const char *text) {
  GPtrArray *parts = g_ptr_array_new();
  const char *start = text, *p = text;
  guint depth = 0;
  for (char quote = '\0'; *p; p++) {
    if (quote) {
      if (*p == '\\' && p[1])
        p++;
      else if (*p == quote)
        quote = '\0';
    } else if (*p == '\'' || *p == '"') {
      quote = *p;
    } else if (*p == '(') {
      depth++;
    } else if (*p == ')') {
      depth -= depth > 0;
    } else if (*p == ';' && depth == 0) {
      add_part(parts, start, p);
      start = p + 1;
    }
  }
  add_part(parts, start, p);
  g_ptr_array_add(parts, NULL);
  return (char **)g_ptr_array_free(parts, FALSE);
}
