/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory behind pointers that are inputs gets sites of its own, after all others. */
#include "frontend/lower.h"
#include <string.h>

/* Memory of mixed contents may hold pointers anywhere. */
static gboolean may_hold_pointers(const Program *p, const InputSite *s) {
  gboolean memory = s->element_width > 0;
  if (!site_has(s, INPUT_POINTS)) return FALSE;
  return (s->type && strchr(s->type, '*') && (memory ? s->element_width : s->width) == p->pointer_width) ||
         (memory && s->element_width == 8);
}

static guint add_site(Program *p, const InputSite *of, const char *before, const char *behind) {
  g_autofree char *name = g_strconcat(before, of->variable ? of->variable : "input", behind, NULL);
  InputSite site = {.kind = SITE_UNINITIALISED,
                    .variable = name,
                    .type = "char",
                    .width = 8,
                    .element_width = 8,
                    .is_signed = TRUE,
                    .in_macro_or_header = TRUE,
                    .loc = of->loc};
  return program_add_site(p, &site);
}

void site_add_pointees(Program *p) {
  for (guint i = 0, n = p->sites->len; i < n; i++) {
    InputSite of = *program_site(p, i);
    if (!may_hold_pointers(p, &of)) continue;
    guint contents = add_site(p, &of, "*", "");
    add_site(p, &of, "dangling ", "");
    program_site(p, i)->pointee = contents;
  }
}
