/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input sites from a CFC file. */
#include <string.h>
#include "ir/print.h"
#include "ir/scanned.h"
#include "cfc/read-inputs.h"

G_DEFINE_QUARK(acf - import - error - quark, import_error)

gboolean import_error(GError **error, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error_literal(error, import_error_quark(), 0, message);
  return FALSE;
}

static JsonNode *value_node(JsonObject *o, const char *name, GType type) {
  JsonNode *n = json_object_get_member(o, name);
  return n && JSON_NODE_HOLDS_VALUE(n) && json_node_get_value_type(n) == type ? n : NULL;
}

gboolean import_string(JsonObject *o, const char *name, const char **value, GError **error) {
  JsonNode *n = value_node(o, name, G_TYPE_STRING);
  if (!n) return import_error(error, "\"%s\" is missing or is no string", name);
  *value = json_node_get_string(n);
  return TRUE;
}

gboolean import_number(JsonObject *o, const char *name, guint least, guint most, guint *value,
                       GError **error) {
  JsonNode *n = value_node(o, name, G_TYPE_INT64);
  if (!n || json_node_get_int(n) < least || json_node_get_int(n) > most)
    return import_error(error, "\"%s\" is missing or is no number from %u to %u", name, least, most);
  *value = (guint)json_node_get_int(n);
  return TRUE;
}

gboolean import_bool(JsonObject *o, const char *name, gboolean *value, GError **error) {
  JsonNode *n = value_node(o, name, G_TYPE_BOOLEAN);
  if (!n) return import_error(error, "\"%s\" is missing or is neither true nor false", name);
  *value = json_node_get_boolean(n);
  return TRUE;
}

gboolean import_array(JsonObject *o, const char *name, JsonArray **value, GError **error) {
  JsonNode *n = json_object_get_member(o, name);
  if (!n || !JSON_NODE_HOLDS_ARRAY(n)) return import_error(error, "\"%s\" is missing or is no array", name);
  *value = json_node_get_array(n);
  return TRUE;
}

JsonObject *import_object(JsonArray *a, guint i, const char *what, GError **error) {
  JsonNode *n = json_array_get_element(a, i);
  if (JSON_NODE_HOLDS_OBJECT(n)) return json_node_get_object(n);
  import_error(error, "%s %u is no object", what, i + 1);
  return NULL;
}

/* Files of earlier versions do not say it: what they call errors are calls. */
static gboolean read_failure_kind(const Property *p, JsonObject *o, FailureKind *kind, GError **error) {
  const char *name = failure_row(FAILURE_ERROR_CALL)->name;
  if (json_object_has_member(o, "kind") && !import_string(o, "kind", &name, error)) return FALSE;
  if (!failure_find(name, kind)) return import_error(error, "\"kind\": '%s' is not known", name);
  return property_counts(p, *kind) ||
         import_error(error, "\"kind\": '%s' is no failure of %s", name, property_name(p));
}

gboolean import_failure(const Property *p, JsonObject *o, Failure *f, GError **error) {
  *f = (Failure){{0}, FAILURE_ERROR_CALL};
  if (!import_string(o, "file", &f->loc.file, error) || !import_number(o, "line", 0, G_MAXINT, &f->loc.line, error) ||
      !import_number(o, "column", 0, G_MAXINT, &f->loc.column, error) || !read_failure_kind(p, o, &f->kind, error))
    return FALSE;
  f->loc.file = g_intern_string(f->loc.file);
  return TRUE;
}

gboolean import_identifier(const char *name, GError **error) {
  const gboolean good = (g_ascii_isalpha(*name) || *name == '_' || *name == '$') &&
                        strspn(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_$.") == strlen(name);
  return good || import_error(error, "'%.40s' is no name in C", name);
}

static const char *optional(JsonObject *o, const char *name) {
  JsonNode *n = value_node(o, name, G_TYPE_STRING);
  return n ? json_node_get_string(n) : NULL;
}

static gboolean read_kind(JsonObject *o, SiteKind *kind, GError **error) {
  const char *name;
  if (!import_string(o, "kind", &name, error)) return FALSE;
  return input_kind_find(name, kind) || import_error(error, "\"kind\": '%s' is not known", name);
}

/* "x@12:5~3#1" is the third site at line 12, column 5. */
static guint rank_of(const char *symbol) {
  const char *at = strrchr(symbol, '@'), *tilde = at ? strchr(at, '~') : NULL;
  const guint64 rank = tilde ? g_ascii_strtoull(tilde + 1, NULL, 10) : 1;
  return rank >= 1 && rank <= 4096 ? (guint)rank : 1;
}

static gboolean same_site(const InputSite *a, const InputSite *b) {
  return a->kind == b->kind && a->function == b->function && a->variable == b->variable &&
         loc_same(a->loc, b->loc);
}

/* The rank-th site at a line and column; NULL: there are not so many. */
static InputSite *site_at(const Program *p, IrLoc loc, guint rank) {
  for (guint i = 0; i < p->sites->len; i++) {
    InputSite *s = program_site(p, i);
    if (s->loc.line == loc.line && s->loc.column == loc.column && --rank == 0) return s;
  }
  return NULL;
}

/* An unlisted site: it only has a name and a place. */
static void add_silent(Program *p, const char *variable, guint line, guint column) {
  const InputSite s = {.kind = SITE_NONDET, .variable = variable, .width = 1, .loc = {NULL, line, column}};
  program_add_site(p, &s);
}

/* The inputs of one source are all of one site. */
static gboolean find_source(Program *p, const InputSite *s, guint *site) {
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *known = program_site(p, i);
    if (known->kind == s->kind && input_source_same(&known->source, &s->source)) {
      *site = i;
      return TRUE;
    }
  }
  *site = program_add_site(p, s);
  return TRUE;
}

static gboolean find_site(Program *p, InputSite *s, const char *symbol, guint *site, GError **error) {
  if (s->source.part != SOURCE_NONE && !s->source.path) return find_source(p, s, site);
  const guint rank = rank_of(symbol);
  for (guint k = 1; k < rank; k++)
    if (!site_at(p, s->loc, k)) add_silent(p, "", s->loc.line, s->loc.column);
  const InputSite *known = site_at(p, s->loc, rank);
  if (known && !same_site(known, s))
    return import_error(error, "\"symbol\": '%s' is at the place of another input", symbol);
  *site = known ? known->id : program_add_site(p, s);
  return TRUE;
}

/* What the standard input gives is within these, as the front end says (frontend/streams.c). */
static void set_range(InputSite *s) {
  const gboolean byte = s->source.part == SOURCE_BYTE && s->width == 16,
                 status = s->source.part == SOURCE_STATUS && s->width == 8;
  if (s->kind != SITE_STDIN || !(byte || status)) return;
  s->ranged = TRUE;
  s->least = -1;
  s->most = byte ? 255 : 1;
}

static gboolean read_site(JsonObject *o, InputSite *s, GError **error) {
  const char *file;
  *s = (InputSite){0};
  if (!read_kind(o, &s->kind, error) || !import_string(o, "file", &file, error) ||
      !import_number(o, "line", 0, G_MAXINT, &s->loc.line, error) ||
      !import_number(o, "column", 0, G_MAXINT, &s->loc.column, error) ||
      !import_number(o, "width", 1, 64, &s->width, error) || !import_bool(o, "signed", &s->is_signed, error))
    return FALSE;
  s->function = g_intern_string(optional(o, "function"));
  s->variable = g_intern_string(optional(o, "variable"));
  s->type = optional(o, "type");
  if (s->function && !import_identifier(s->function, error)) return FALSE;
  s->is_float = value_node(o, "float", G_TYPE_BOOLEAN) && json_object_get_boolean_member(o, "float");
  s->in_macro_or_header =
      value_node(o, "macro", G_TYPE_BOOLEAN) && json_object_get_boolean_member(o, "macro");
  s->loc.file = g_intern_string(file);
  s->element_width = s->width;
  if (!input_source_read(o, s->kind, &s->source, error)) return FALSE;
  set_range(s);
  return TRUE;
}

/* "relative" counts from the position of the site, see ir/failure-automaton.h. */
static gboolean read_occurrence(JsonObject *o, guint *occurrence, GError **error) {
  guint relative;
  if (!json_object_has_member(o, "relative"))
    return import_number(o, "occurrence", 1, ROUND_OCCURRENCE - 1, occurrence, error);
  if (!import_number(o, "relative", 1, ROUND_OCCURRENCE - 1, &relative, error)) return FALSE;
  *occurrence = ROUND_OCCURRENCE + relative;
  return TRUE;
}

/* The variable that the number is read into. */
static gboolean read_scanned(Program *p, const Term *input, JsonObject *o, GError **error) {
  ScannedItem item;
  const guint number = scanned_number(p, input);
  if (!json_object_has_member(o, "scanned") || !number) return TRUE;
  JsonNode *n = json_object_get_member(o, "scanned");
  if (!JSON_NODE_HOLDS_OBJECT(n)) return import_error(error, "\"scanned\" is no object");
  JsonObject *from = json_node_get_object(n);
  if (!import_string(from, "variable", &item.variable, error) || !import_identifier(item.variable, error) ||
      !import_number(from, "ordinal", 1, number, &item.ordinal, error) ||
      !import_number(from, "back", 0, number - 1, &item.back, error))
    return FALSE;
  item.variable = g_intern_string(item.variable);
  program_set_scanned(p, number, &item);
  return TRUE;
}

const Term *import_input(Program *p, JsonObject *o, GError **error) {
  InputSite s;
  InputKey key = {0};
  const char *symbol = NULL;
  if (!import_string(o, "symbol", &symbol, error) || !read_site(o, &s, error) ||
      !read_occurrence(o, &key.occurrence, error))
    return NULL;
  if (json_object_has_member(o, "offset") &&
      !import_number(o, "offset", 0, INPUT_MAX_OFFSET, &key.offset, error))
    return NULL;
  if (p->sites->len >= (1u << 19)) {
    import_error(error, "there are too many input sites");
    return NULL;
  }
  s.source = input_source_step(&s.source, -site_element(&s, key.offset));
  if (!find_site(p, &s, symbol, &key.site, error)) return NULL;
  const Term *input = term_input(key, s.width);
  g_autofree char *expected = input_symbol(p, input);
  if (g_str_equal(expected, symbol)) return read_scanned(p, input, o, error) ? input : NULL;
  import_error(error, "\"symbol\": '%s' does not agree with the other members, which say '%s'", symbol,
               expected);
  return NULL;
}

static gboolean is_named(const Program *p, const Term *input, const char *name) {
  g_autofree char *own = input_short_name(p, input);
  return g_str_equal(own, name);
}

/* An object of mixed contents is named by bytes; and a place is part of the name where another site has the
 * same variable: elsewhere, on the same line, or at the same place. */
void import_name_input(Program *p, const Term *input, const char *name) {
  InputSite *s = program_site(p, input_key_unpack(input->param).site);
  const char *variable = s->variable ? s->variable : s->function;
  const IrLoc loc = s->loc;
  if (is_named(p, input, name)) return;
  if (!strchr(name, '@')) {
    s->element_width = 8;
    return;
  }
  if (variable && g_str_has_prefix(variable, "__VERIFIER_nondet_")) variable += strlen("__VERIFIER_nondet_");
  add_silent(p, variable, loc.line + 1, 0);
  if (!is_named(p, input, name)) add_silent(p, variable, loc.line, loc.column + 1);
  if (!is_named(p, input, name)) add_silent(p, variable, loc.line, loc.column);
}
