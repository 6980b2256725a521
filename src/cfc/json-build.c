/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building JSON. */
#include "cfc/json-build.h"
#include <string.h>
#include "ir/print.h"
#include "ir/scanned.h"

void json_add_string(JsonBuilder *b, const char *name, const char *value) {
  g_autofree char *valid = value != NULL ? g_utf8_make_valid(value, -1) : NULL;
  json_builder_set_member_name(b, name);
  if (valid != NULL)
    json_builder_add_string_value(b, valid);
  else
    json_builder_add_null_value(b);
}

void json_add_int(JsonBuilder *b, const char *name, gint64 value) {
  json_builder_set_member_name(b, name);
  json_builder_add_int_value(b, value);
}

void json_add_bool(JsonBuilder *b, const char *name, gboolean value) {
  json_builder_set_member_name(b, name);
  json_builder_add_boolean_value(b, value);
}

void json_add_double(JsonBuilder *b, const char *name, double value) {
  json_builder_set_member_name(b, name);
  json_builder_add_double_value(b, value);
}

/* json-glib has no unsigned integers: those beyond its range pass through as marked strings, which
 * unmark_unsigned turns into numbers.  The mark is a control character, which no other text of ours starts
 * with. */
#define MARK "\001"
#define WRITTEN_MARK "\"\\u0001"

void json_add_unsigned(JsonBuilder *b, const char *name, guint64 value) {
  if (value <= (guint64)G_MAXINT64) {
    json_add_int(b, name, (gint64)value);
    return;
  }
  g_autofree char *marked = g_strdup_printf(MARK "%" G_GUINT64_FORMAT, value);
  json_builder_set_member_name(b, name);
  json_builder_add_string_value(b, marked);
}

void json_append_string(GString *out, const char *text) {
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  g_string_append_c(out, '"');
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char(p)) {
    const gunichar c = g_utf8_get_char(p);
    if (c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || c == '\'' || c < 0x20 || c == 0x2028 ||
        c == 0x2029)
      g_string_append_printf(out, "\\u%04x", c);
    else
      g_string_append_unichar(out, c);
  }
  g_string_append_c(out, '"');
}

static char *unmark_unsigned(const char *json) {
  GString *out = g_string_sized_new(strlen(json) + 1);
  const char *rest = json;
  for (const char *mark; (mark = strstr(rest, WRITTEN_MARK)) != NULL;) {
    const char *digits = mark + strlen(WRITTEN_MARK), *end = digits;
    while (g_ascii_isdigit(*end)) end++;
    g_string_append_len(out, rest, mark - rest);
    if (*end == '"' && end > digits) {
      g_string_append_len(out, digits, end - digits);
      rest = end + 1;
    } else {
      g_string_append_len(out, mark, digits - mark);
      rest = digits;
    }
  }
  g_string_append(out, rest);
  return g_string_free(out, FALSE);
}

/* Only what the program's path and hash do not say already. */
void json_add_files(JsonBuilder *b, const Program *p) {
  const SourceFile *first = p->files->len ? (const SourceFile *)p->files->pdata[0] : NULL;
  if (!first || (p->files->len == 1 && !*first->flags)) return;
  json_builder_set_member_name(b, "files");
  json_builder_begin_array(b);
  for (guint i = 0; i < p->files->len; i++) {
    const SourceFile *f = (const SourceFile *)p->files->pdata[i];
    json_builder_begin_object(b);
    json_add_string(b, "file", f->path);
    if (f->hash) json_add_string(b, "hash", f->hash);
    if (f->is_model) json_add_bool(b, "model", TRUE);
    json_builder_set_member_name(b, "flags");
    json_builder_begin_array(b);
    for (char **flag = f->flags; *flag; flag++) json_builder_add_string_value(b, *flag);
    json_builder_end_array(b);
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

/* The variable that the number is read into. */
static void add_scanned(JsonBuilder *b, const ScannedItem *item) {
  if (!item) return;
  json_builder_set_member_name(b, "scanned");
  json_builder_begin_object(b);
  json_add_string(b, "variable", item->variable);
  json_add_int(b, "ordinal", item->ordinal);
  json_add_int(b, "back", item->back);
  json_builder_end_object(b);
}

void json_add_input(JsonBuilder *b, const Cfc *c, const Term *input, gboolean matters) {
  const InputKey key = input_key_unpack(input->param);
  const InputSite *s = program_site(c->program, key.site);
  g_autofree char *symbol = input_symbol(c->program, input), *name = input_short_name(c->program, input);
  json_builder_begin_object(b);
  json_add_string(b, "symbol", symbol);
  json_add_string(b, "name", name);
  json_add_string(b, "kind", site_kind_name(s->kind));
  if (s->function != NULL) json_add_string(b, "function", s->function);
  if (s->variable != NULL) json_add_string(b, "variable", s->variable);
  json_add_string(b, "file", s->loc.file != NULL ? s->loc.file : c->program->path);
  json_add_int(b, "line", s->loc.line);
  json_add_int(b, "column", s->loc.column);
  const gboolean of_round = key.occurrence > ROUND_OCCURRENCE;
  json_add_int(b, "occurrence", of_round ? key.occurrence - ROUND_OCCURRENCE : key.occurrence);
  if (of_round) json_add_bool(b, "of_round", TRUE);
  if (of_round) json_add_int(b, "relative", key.occurrence - ROUND_OCCURRENCE);
  if (input_kind_row(s->kind)->enters == ENTERS_IN_MEMORY || key.offset > 0)
    json_add_int(b, "offset", key.offset);
  if (s->type != NULL) json_add_string(b, "type", s->type);
  json_add_int(b, "width", input->width);
  json_add_bool(b, "signed", s->is_signed);
  if (s->is_float) json_add_bool(b, "float", TRUE);
  if (s->in_macro_or_header) json_add_bool(b, "macro", TRUE);
  const InputSource source = input_source(c->program, input);
  input_source_write(b, &source, s->kind);
  add_scanned(b, program_scanned(c->program, scanned_number(c->program, input)));
  json_add_bool(b, "matters", matters);
  json_builder_end_object(b);
}

void json_add_failure(JsonBuilder *b, const Program *p, Failure f) {
  json_builder_begin_object(b);
  json_add_string(b, "file", f.loc.file != NULL ? f.loc.file : p->path);
  json_add_int(b, "line", f.loc.line);
  json_add_int(b, "column", f.loc.column);
  json_add_string(b, "kind", failure_row(f.kind)->name);
  json_builder_end_object(b);
}

char *json_builder_text(JsonBuilder *b) {
  JsonNode *root = json_builder_get_root(b);
  g_autoptr(JsonGenerator) generator = json_generator_new();
  json_generator_set_pretty(generator, TRUE);
  json_generator_set_root(generator, root);
  g_autofree char *marked = json_generator_to_data(generator, NULL);
  json_node_unref(root);
  g_autofree char *json = unmark_unsigned(marked);
  return g_strconcat(json, "\n", NULL);
}
