/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assumptions that are conditions on the inputs. */
#include "native/assumed.h"
#include <string.h>
#include "ctext/cexpr.h"
#include "formula/partial.h"
#include "ir/print.h"
#include "native/concrete-point.h"

typedef struct {
  char *text;
  PartialFormulas *formula;
  PointReader *reader;
} Condition;

struct Assumed {
  GPtrArray *conditions; /* Condition* */
};

static void condition_free(gpointer data) {
  Condition *c = data;
  g_free(c->text);
  partial_free(c->formula);
  point_reader_free(c->reader);
  g_free(c);
}

/* "n > 0 (--assume)": what stands before how it was given; NULL: it is no condition. */
static char *condition_text(const char *assumption) {
  static const char *const ways[] = {" (--assume)", " (requires)"};
  for (guint i = 0; i < G_N_ELEMENTS(ways); i++)
    if (g_str_has_suffix(assumption, ways[i]))
      return g_strndup(assumption, strlen(assumption) - strlen(ways[i]));
  return NULL;
}

/* A width that C expressions have. */
static gboolean is_c_width(guint width) { return width == 8 || width == 16 || width == 32 || width == 64; }

/* A parameter or variable by its name in C. */
static gboolean resolve(gpointer data, const char *name, CValue *value) {
  const Cfc *c = data;
  for (guint i = 0; i < c->inputs->len; i++) {
    const Term *input = c->inputs->pdata[i];
    const InputSite *s = program_site(c->program, input_key_unpack(input->param).site);
    const InputSource source = input_source(c->program, input);
    const char *path = source.path ? source.path : s->variable;
    if (input_kind_row(s->kind)->enters != ENTERS_AS_ARGUMENT || s->is_float || g_strcmp0(path, name) != 0 ||
        source.part == SOURCE_NULL || !is_c_width(input->width))
      continue;
    *value = (CValue){input, s->is_signed};
    return TRUE;
  }
  return FALSE;
}

static void add_condition(Assumed *a, const Cfc *c, const char *assumption) {
  g_autofree char *text = condition_text(assumption);
  const Term *formula =
      text ? cexpr_condition(text, c->program->pointer_width == 64, resolve, (gpointer)c, NULL) : NULL;
  if (!formula) return;
  Condition *condition = g_new0(Condition, 1);
  condition->text = g_steal_pointer(&text);
  condition->formula = partial_new(&formula, 1);
  condition->reader = point_reader_new(c, partial_inputs(condition->formula));
  g_ptr_array_add(a->conditions, condition);
}

Assumed *assumed_new(const Cfc *c) {
  Assumed *a = g_new0(Assumed, 1);
  a->conditions = g_ptr_array_new_with_free_func(condition_free);
  for (guint i = 0; i < c->program->assumptions->len; i++)
    add_condition(a, c, c->program->assumptions->pdata[i]);
  return a;
}

void assumed_free(Assumed *a) {
  if (!a) return;
  g_ptr_array_unref(a->conditions);
  g_free(a);
}

static gboolean is_violated(const Condition *c, const ConcreteInput *in) {
  const GPtrArray *inputs = partial_inputs(c->formula);
  guint64 value;
  partial_begin(c->formula);
  point_reader_begin(c->reader, in);
  for (guint i = 0; i < inputs->len; i++)
    if (point_reader_value(c->reader, i, &value, NULL) == COORDINATE_GIVEN) partial_set(c->formula, i, value);
  return partial_value(c->formula, 0, &value) && !value;
}

const char *assumed_violated(Assumed *a, const ConcreteInput *in) {
  for (guint i = 0; i < a->conditions->len; i++) {
    const Condition *c = a->conditions->pdata[i];
    if (is_violated(c, in)) return c->text;
  }
  return NULL;
}
