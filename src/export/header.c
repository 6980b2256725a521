/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bounds as a C header: two pure predicates over the inputs. */
#include "cfc/claims.h"
#include "export/formats.h"
#include "export/parameters.h"
#include "ir/print.h"

static void append_safe(GString *out, const char *text) {
  g_autofree char *safe = comment_safe(text);
  g_string_append(out, safe);
}

static void append_inputs(const Parameters *p, GString *out) {
  const Program *program = p->cfc->program;
  if (p->inputs->len == 0) g_string_append(out, " * There are no inputs that matter.\n");
  if (p->inputs->len > 0) g_string_append(out, " * Parameters, in this order:\n");
  for (guint i = 0; i < p->inputs->len; i++) {
    const Term *input = p->inputs->pdata[i];
    const InputKey key = input_key_unpack(input->param);
    const InputSite *s = program_site(program, key.site);
    g_autofree char *place =
        g_strdup_printf("%s: %s read at %s:%u:%u", parameter_name(p, input), s->type ? s->type : "bytes",
                        s->loc.file ? s->loc.file : program->path, s->loc.line, s->loc.column);
    g_string_append(out, " *   ");
    append_safe(out, place);
    if (key.occurrence > 1) g_string_append_printf(out, ", time %u", key.occurrence);
    const InputKindRow *kind = input_kind_row(s->kind);
    if (kind->enters == ENTERS_IN_MEMORY)
      g_string_append_printf(out, ", %s, byte %u", kind->text, key.offset);
    g_string_append_c(out, '\n');
  }
}

static void append_title(const Parameters *p, gboolean weakened, GString *out) {
  const Cfc *c = p->cfc;
  g_string_append(out, "/* The failing inputs of ");
  append_safe(out, c->program->path);
  g_string_append(out, " (");
  append_safe(out, property_name(c->program->property));
  g_string_append_printf(out, ", %s), by acf %s.\n", claim_data_model(c->program), claim_version());
  g_autofree char *must = predicate_name(c, FALSE), *may = predicate_name(c, TRUE);
  g_string_append_printf(
      out,
      " *\n * %s(...) is 1 only for inputs that fail;\n * %s(...) is 0 only for inputs that"
      " do not.\n",
      must, may);
  if (claims_exact(c) && !weakened) g_string_append(out, " * The two are equal: the set is exact.\n");
  if (weakened) g_string_append(out, " * A part that C has no operator for was left to \"may fail\".\n");
  append_inputs(p, out);
  g_string_append(out, " * Floating-point numbers must be evaluated in their own precision"
                       " (FLT_EVAL_METHOD 0). */\n");
}

char *export_header(const Cfc *c, GError **error) {
  g_autoptr(Parameters) p = parameters_new(c);
  gboolean weakened = FALSE;
  const Term *must = parameters_bound(p, FALSE, executable_accepted, &weakened),
             *may = parameters_bound(p, TRUE, executable_accepted, &weakened);
  g_autoptr(GString) body = g_string_new("#ifndef __cplusplus\n#include <stdbool.h>\n#endif\n\n");
  g_autofree char *must_name = predicate_name(c, FALSE), *may_name = predicate_name(c, TRUE);
  append_executable(p, may, may_name, body);
  g_string_append_c(body, '\n');
  if (must == may) {
    g_autofree char *parameters = parameters_list(p), *names = parameters_names(p);
    g_string_append_printf(body, "static inline int %s(%s) {\n  return %s(%s);\n}\n", must_name, parameters,
                           may_name, names);
  } else
    append_executable(p, must, must_name, body);
  g_autofree char *guard = include_guard_name(c, body->str);
  GString *out = g_string_new(NULL);
  append_title(p, weakened, out);
  g_string_append_printf(out, "#ifndef %s\n#define %s\n%s#endif\n", guard, guard, body->str);
  return g_string_free(out, FALSE);
}
