/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bounds as a C header: two pure predicates over the inputs. */
#include <string.h>
#include "export/claims.h"
#include "export/export.h"
#include "export/parameters.h"
#include "formula/print.h"

/* Inside a comment of C. */
static void append_safe(GString *out, const char *text) {
  g_autofree char *line = g_strdelimit(g_strdup(text), "\r\n\\", ' ');
  for (char *end; (end = strstr(line, "*/")) || (end = strstr(line, "/*"));) *end = ' ';
  g_string_append(out, line);
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
    if (s->kind == SITE_UNINITIALISED) g_string_append_printf(out, ", uninitialised, byte %u", key.offset);
    g_string_append_c(out, '\n');
  }
}

static void append_title(const Parameters *p, gboolean weakened, GString *out) {
  const Cfc *c = p->cfc;
  g_string_append(out, "/* The failing inputs of ");
  append_safe(out, c->program->path);
  g_string_append(out, " (");
  append_safe(out, c->program->property->name);
  g_string_append_printf(out, ", %s), by acf %s.\n", claim_data_model(c->program), claim_version());
  g_string_append(out, " *\n * acf_must_fail(...) is 1 only for inputs that fail; acf_may_fail(...) is 0 only"
                       " for inputs that do not.\n");
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
  GString *out = g_string_new(NULL);
  append_title(p, weakened, out);
  g_string_append(out, "#ifndef ACF_FAILING_INPUTS_H\n#define ACF_FAILING_INPUTS_H\n");
  g_string_append(out, "#ifndef __cplusplus\n#include <stdbool.h>\n#endif\n\n");
  append_executable(p, must, "acf_must_fail", out);
  g_string_append_c(out, '\n');
  append_executable(p, may, "acf_may_fail", out);
  g_string_append(out, "#endif\n");
  return g_string_free(out, FALSE);
}
