/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements about every round, as JSON and as text. */
#include "export/rounds.h"
#include "base/limits.h"
#include "engine/round-statements.h"
#include "cfc/claims.h"
#include "ir/print.h"

static gboolean can_write(const RoundCase *c) { return term_printable(c->upper) && term_printable(c->lower); }

/* What can be written of the statements; to unref. */
static GPtrArray *stated(const Cfc *c) {
  GPtrArray *list = g_ptr_array_new();
  for (guint i = 0; c->rounds && !claims_exact(c) && i < c->rounds->len; i++) {
    const Rounds *r = c->rounds->pdata[i];
    gboolean all = can_write(&r->all);
    for (guint k = 0; k < r->cases->len; k++) all &= can_write(r->cases->pdata[k]);
    if (all) g_ptr_array_add(list, c->rounds->pdata[i]);
  }
  return list;
}

/* ---- JSON ---- */

static void add_bounds(JsonBuilder *b, const Cfc *c, const RoundCase *one) {
  const Term *const bounds[] = {one->upper, one->lower};
  const char *const names[][2] = {{"upper", "upper_c"}, {"lower", "lower_c"}};
  for (guint i = 0; i < G_N_ELEMENTS(bounds); i++) {
    g_autofree char *smt2 = term_to_smt2(c->program, bounds[i]),
                    *text = term_to_c(c->program, bounds[i], limits.report_c_characters);
    json_add_string(b, names[i][0], smt2);
    json_add_string(b, names[i][1], text);
  }
  json_add_bool(b, "exact", one->exact);
}

static void add_cases(JsonBuilder *b, const Cfc *c, const Rounds *r) {
  json_builder_set_member_name(b, "cases");
  json_builder_begin_array(b);
  for (guint i = 0; i < r->cases->len; i++) {
    const RoundCase *one = r->cases->pdata[i];
    json_builder_begin_object(b);
    json_add_string(b, "state", one->state);
    add_bounds(b, c, one);
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

static const Term *all_formulas(const Rounds *r) {
  const Term *t = term_or(r->all.upper, r->all.lower);
  for (guint i = 0; i < r->cases->len; i++) {
    const RoundCase *one = r->cases->pdata[i];
    t = term_or(t, term_and(one->upper, term_not(one->lower)));
    t = term_or(t, one->lower);
  }
  return t;
}

static void add_inputs(JsonBuilder *b, const Cfc *c, const Rounds *r) {
  g_autoptr(GPtrArray) inputs = term_inputs(all_formulas(r));
  json_builder_set_member_name(b, "inputs");
  json_builder_begin_array(b);
  for (guint i = 0; i < inputs->len; i++) json_add_input(b, c, inputs->pdata[i], TRUE);
  json_builder_end_array(b);
}

void json_add_rounds(JsonBuilder *b, const Cfc *c) {
  g_autoptr(GPtrArray) rounds = stated(c);
  if (rounds->len == 0) return;
  json_builder_set_member_name(b, "rounds");
  json_builder_begin_array(b);
  for (guint i = 0; i < rounds->len; i++) {
    const Rounds *r = rounds->pdata[i];
    json_builder_begin_object(b);
    json_add_string(b, "file", r->loop.file != NULL ? r->loop.file : c->program->path);
    json_add_int(b, "line", r->loop.line);
    json_add_int(b, "column", r->loop.column);
    json_add_int(b, "from", r->from);
    json_add_bool(b, "only", r->only);
    add_inputs(b, c, r);
    add_bounds(b, c, &r->all);
    add_cases(b, c, r);
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

/* ---- text ---- */

static void append_case(GString *out, const Cfc *c, const RoundCase *one, guint max_chars) {
  g_autofree char *upper = term_to_c(c->program, one->upper, max_chars),
                  *lower = term_to_c(c->program, one->lower, max_chars);
  const char *state = one->state ? one->state : "", *in = one->state ? "where " : "",
             *then = one->state ? ": " : "";
  g_string_append_printf(out, "  %s%s%s", in, state, then);
  if (term_is_false(one->upper))
    g_string_append(out, "does not fail\n");
  else if (one->exact)
    g_string_append_printf(out, "fails exactly when %s\n", upper);
  else if (term_is_true(one->upper))
    g_string_append_printf(out, term_is_false(one->lower) ? "may fail\n" : "fails when %s\n", lower);
  else if (term_is_false(one->lower))
    g_string_append_printf(out, "fails only if %s\n", upper);
  else
    g_string_append_printf(out, "fails when %s, and only if %s\n", lower, upper);
}

static void append_rounds(GString *out, const Cfc *c, const Rounds *r, guint max_chars) {
  const char *file = r->loop.file != NULL ? r->loop.file : c->program->path;
  if (r->from == 1)
    g_string_append_printf(out, "\nevery round of the loop at %s:%u, by the inputs that it reads:\n", file,
                           r->loop.line);
  else
    g_string_append_printf(out, "\nround %u of the loop at %s:%u and every later one, by its own inputs:\n",
                           r->from, file, r->loop.line);
  if (r->cases->len == 0) append_case(out, c, &r->all, max_chars);
  for (guint i = 0; i < r->cases->len; i++) append_case(out, c, r->cases->pdata[i], max_chars);
  if (r->only) g_string_append(out, "  nothing fails but in rounds of this loop\n");
}

void text_append_rounds(GString *out, const Cfc *c, guint max_chars) {
  g_autoptr(GPtrArray) rounds = stated(c);
  for (guint i = 0; i < rounds->len; i++) append_rounds(out, c, rounds->pdata[i], max_chars);
}
