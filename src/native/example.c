/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Examples as calls. */
#include "native/example.h"
#include "cfc/claims.h"
#include "ir/print.h"
#include "native/concretize.h"
#include "native/input-drive.h"

struct Examples {
  const Cfc *cfc;
  Concretizer *concretizer; /* NULL: the program reads neither arguments nor input */
  gboolean starts_elsewhere;
};

static gboolean starts_elsewhere(const Program *p) { return !g_str_equal(p->property->entry, "main"); }

Examples *examples_new(const Cfc *c) {
  Examples *e = g_new0(Examples, 1);
  e->cfc = c;
  e->starts_elsewhere = starts_elsewhere(c->program);
  if (!e->starts_elsewhere && (reads_arguments(c->program) || reads_text(c->program)))
    e->concretizer = concretizer_new(c);
  return e;
}

void examples_free(Examples *e) {
  if (!e) return;
  concretizer_free(e->concretizer);
  g_free(e);
}

gboolean examples_have_calls(const Examples *e) { return e->concretizer || e->starts_elsewhere; }

/* The values of arguments and the standard input alone: a call gives no others. */
static GArray *given_values(const Examples *e, const GArray *values) {
  GArray *given = g_array_new(FALSE, FALSE, sizeof(ClaimValue));
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    if (input_from_outside(program_site(e->cfc->program, input_key_unpack(v.input->param).site)))
      g_array_append_val(given, v);
  }
  return given;
}

static char *command(Examples *e, const GArray *values) {
  g_autoptr(GArray) given = given_values(e, values);
  g_autoptr(ConcreteInput) in = concretizer_find(e->concretizer, given, CLASS_FAILS);
  if (!in) return NULL;
  g_autofree char *name = concrete_program_name(e->cfc->program->path);
  return concrete_command(in, e->cfc->program, name);
}

static guint64 value_of_site(const GArray *values, guint site) {
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    if (input_key_unpack(v.input->param).site == site) return v.value;
  }
  return 0;
}

/* As C writes it. */
static char *number_text(const Program *p, guint site, guint64 value) {
  const InputSite *s = program_site(p, site);
  if (s->is_float) return input_value_text(p, term_input((InputKey){site, 1, 0}, s->width), value);
  return s->is_signed ? g_strdup_printf("%" G_GINT64_FORMAT, term_signed(value, s->width))
                      : g_strdup_printf("%" G_GUINT64_FORMAT, value);
}

/* "f(13)": of a function whose parameters are numbers, all of them known, and that reads nothing else. */
static char *call(const Examples *e, const GArray *values) {
  const Program *p = e->cfc->program;
  const IrFunction *f = p->entry < p->functions->len ? p->functions->pdata[p->entry] : NULL;
  guint n = 0;
  g_autoptr(GString) text = g_string_new(p->property->entry);
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    if (!site_is_argument(program_site(p, input_key_unpack(v.input->param).site))) return NULL;
  }
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (!site_is_argument(s)) continue;
    if (s->source.path && s->variable && !g_str_equal(s->source.path, s->variable)) return NULL;
    g_autofree char *value = number_text(p, i, value_of_site(values, i));
    g_string_append_printf(text, "%s%s", n++ ? ", " : "(", value);
  }
  if (!f || n == 0 || f->n_params != n) return NULL;
  g_string_append_c(text, ')');
  return g_string_free(g_steal_pointer(&text), FALSE);
}

char *examples_call(Examples *e, const GArray *values) {
  if (e->starts_elsewhere) return call(e, values);
  return e->concretizer ? command(e, values) : NULL;
}
