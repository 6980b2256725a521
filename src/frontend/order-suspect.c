/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quick look for expressions whose operands may conflict, so that most programs need no second parse.
 *
 * The bodies of functions are cut where one expression ends for certain: at ; { } and commas outside of
 * brackets, and behind the conditions of statements.  Such a piece is suspect when it increments, or assigns
 * more than once, and a name stands in it twice; or when it calls a function that has effects beside
 * something that these may concern. */
#include <string.h>
#include "ctext/scan.h"
#include "frontend/order.h"

typedef struct {
  const char *text;
  const ModuleEffects *effects; /* NULL: each call may have any */
  GHashTable *names;            /* owned: in this piece */
  guint increments, assignments, calls;
  guint inner;     /* assignments in brackets */
  guint externals; /* calls of functions that the program does not define */
  GArray *open;    /* gsize: where its brackets open */
  gsize condition; /* the bracket that opens the condition of a statement; 0: none */
  gboolean name_again, follows_pointers, changes_memory, combines;
  gboolean unknown; /* a call of what is not the name of a function */
} Piece;

static void piece_clear(Piece *p) {
  g_hash_table_remove_all(p->names);
  g_array_set_size(p->open, 0);
  p->increments = p->assignments = p->inner = p->calls = p->externals = 0;
  p->condition = 0;
  p->name_again = p->follows_pointers = p->changes_memory = p->combines = p->unknown = FALSE;
}

/* In a bracket that is not the condition of a statement. */
static gboolean is_inside(const Piece *p) { return p->open->len > (p->condition ? 1 : 0); }

static gboolean is_keyword(const char *name) {
  static const char *const words[] = {"if",     "while", "for",  "switch", "return",
                                      "sizeof", "do",    "else", "case",   "goto"};
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (g_str_equal(words[i], name)) return TRUE;
  return g_str_has_prefix(name, "__attribute");
}

static gboolean writes_memory(const FunctionEffects *e) {
  for (guint i = 0; i < G_N_ELEMENTS(e->parameters); i++)
    if (e->parameters[i] & EFFECTS_CHANGING) return TRUE;
  return (e->elsewhere & EFFECTS_CHANGING) != 0;
}

static void see_call(Piece *p, const char *name) {
  if (is_keyword(name) || site_is_nondet(name)) return;
  const FunctionEffects *e = p->effects ? module_effects_of(p->effects, name) : NULL;
  if (e && function_effects_none(e)) return;
  if (p->effects && !e && (module_effects_fails(p->effects, name) || module_effects_halts(name))) {
    p->calls++;
    return;
  }
  if (p->effects && !e && module_effects_declares(p->effects, name)) {
    p->externals += module_effects_takes_pointers(p->effects, name);
    return;
  }
  p->calls++;
  p->changes_memory |= !e || writes_memory(e);
  p->unknown |= !e;
}

/* A static variable of a function is f.x.  What is quoted may have another name in the program (`alias`,
 * `asm`). */
static gboolean has_name(const Piece *p, const char *variable) {
  const char *dot = strchr(variable, '.');
  g_autofree char *quoted = g_strdup_printf("\"%s\"", variable);
  return g_hash_table_contains(p->names, dot ? dot + 1 : variable) || strstr(p->text, quoted);
}

/* The names that the calls in the piece change stand in it, too.  Called with all names known. */
static gboolean changes_own_name(const Piece *p) {
  GHashTableIter all;
  gpointer name, variable, effect;
  g_hash_table_iter_init(&all, p->names);
  while (g_hash_table_iter_next(&all, &name, NULL)) {
    const FunctionEffects *e = p->effects ? module_effects_of(p->effects, name) : NULL;
    if (!e) continue;
    GHashTableIter changed;
    g_hash_table_iter_init(&changed, e->variables);
    while (g_hash_table_iter_next(&changed, &variable, &effect))
      if ((GPOINTER_TO_UINT(effect) & EFFECTS_CHANGING) && has_name(p, variable)) return TRUE;
  }
  return FALSE;
}

static gboolean is_suspect(const Piece *p) {
  if (p->name_again && (p->increments || p->assignments > 1)) return TRUE;
  if ((p->name_again || p->follows_pointers) && p->inner) return TRUE;
  if (p->externals && p->follows_pointers && p->name_again) return TRUE;
  if (p->calls > 1 || (p->calls && !p->effects)) return TRUE;
  const guint usual = p->unknown ? 1 : 2; /* a function and its argument */
  const gboolean beside = p->combines && g_hash_table_size(p->names) > usual;
  return p->calls &&
         (changes_own_name(p) || (p->changes_memory && (p->follows_pointers || p->name_again || beside)));
}

static gsize see_name(Piece *p, const char *code, gsize at) {
  const gsize stop = ctext_word_end(code, at), behind = ctext_skip_blank(code, stop);
  g_autofree char *word = g_strndup(code + at, stop - at);
  if (g_ascii_isdigit(*word)) return stop;
  if (!is_keyword(word) && !g_hash_table_add(p->names, g_strdup(word))) p->name_again = TRUE;
  const gboolean has_condition = g_str_equal(word, "if") || g_str_equal(word, "while") ||
                                 g_str_equal(word, "for") || g_str_equal(word, "switch");
  if (code[behind] == '(' && has_condition) p->condition = behind;
  if (code[behind] == '(') see_call(p, word);
  return stop;
}

/* Operators that write, and those that follow pointers. */
static gsize see_operator(Piece *p, const char *code, gsize at) {
  const char c = code[at], next = code[at + 1], before = at ? code[at - 1] : ' ';
  if ((c == '+' || c == '-') && next == c) {
    p->increments++;
    return at + 2;
  }
  if (strchr("+-/%<>|^", c) || (c == '=' && next == c)) p->combines = TRUE;
  if ((c == '=' || c == '&') && next == c) return at + 2;
  const gboolean shift = (before == '<' || before == '>') && at > 1 && code[at - 2] == before;
  if (c == '=' && (shift || !strchr("!<>", before))) {
    p->assignments++;
    p->inner += is_inside(p);
  }
  if (c == '*' || c == '&' || c == '[' || (c == '-' && next == '>')) p->follows_pointers = TRUE;
  return at + 1;
}

/* `(*f)(x)` calls what is not known; `(int)(x)` does not. */
static void see_closing(Piece *p, const char *code, gsize at, gsize opened) {
  const gboolean pointer = code[at] == ']' || code[ctext_skip_blank(code, opened + 1)] == '*';
  if (pointer && code[ctext_skip_blank(code, at + 1)] == '(') p->calls++, p->changes_memory = TRUE;
}

/* Whether the expression ends here. */
static gboolean see_bracket(Piece *p, const char *code, gsize at) {
  if (code[at] == '(' || code[at] == '[') g_array_append_val(p->open, at);
  if (code[at] != ')' && code[at] != ']') return code[at] == ',' && !p->open->len;
  if (!p->open->len) return TRUE; /* of for (a; b; c) */
  const gsize opened = g_array_index(p->open, gsize, p->open->len - 1);
  g_array_set_size(p->open, p->open->len - 1);
  see_closing(p, code, at, opened);
  return p->condition && opened == p->condition;
}

/* A macro that stands for names, its parameters among them, may hide any conflict. */
static gboolean has_naming_macro(const char *text) {
  g_autofree char *all = ctext_code_and_directives(text);
  for (const char *at = strstr(all, "define"); at; at = strstr(at + 1, "define")) {
    const gsize end = ctext_line_end(text, (gsize)(at - all));
    gsize i = ctext_word_end(all, ctext_skip_blank(all, (gsize)(at - all) + strlen("define")));
    while (i < end && (!ctext_is_name(all[i]) || g_ascii_isdigit(all[i])))
      i = ctext_is_name(all[i]) ? ctext_word_end(all, i) : i + 1;
    if (i < end) return TRUE;
  }
  return FALSE;
}

gboolean order_is_suspect(const char *text, const ModuleEffects *effects) {
  g_autofree char *code = ctext_code(text);
  g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(gsize));
  Piece p = {.text = text, .effects = effects, .names = names, .open = open};
  gboolean suspect = strstr(text, "define") && has_naming_macro(text);
  guint depth = 0; /* of braces */
  for (gsize at = 0; code[at] && !suspect;) {
    const gboolean ends = (strchr(";{}", code[at]) && !is_inside(&p)) || see_bracket(&p, code, at);
    if (ends) {
      suspect = depth && is_suspect(&p);
      piece_clear(&p);
    }
    if (code[at] == '{') depth++;
    if (code[at] == '}' && depth) depth--;
    at = ends ? at + 1 : ctext_is_name(code[at]) ? see_name(&p, code, at) : see_operator(&p, code, at);
  }
  return suspect;
}
