/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs of drivers in native runs. */
#include "native/driver-text.h"
#include <string.h>
#include "frontend/driver.h"
#include "native/runner.h"

/* Objects have exactly the size that is asked for, but none has the address of another. */
static const char common[] =
    "static void *acf_driver_object(__SIZE_TYPE__ n) { return calloc(1, n ? n : 1); }\n"
    "static void *acf_driver_fill(unsigned char *p, __SIZE_TYPE__ n, unsigned site, unsigned width) {\n"
    "  for (__SIZE_TYPE__ i = 0; i < n / width; i++) {\n"
    "    unsigned long long value = acf_driver_value(site, (unsigned)i + 1);\n"
    "    for (unsigned k = 0; k < width; k++) p[i * width + k] = (unsigned char)(value >> 8 * k);\n"
    "  }\n"
    "  return p;\n}\n"
    "void *" DRIVER_OBJECT "(__SIZE_TYPE__ n) { return acf_driver_object(n); }\n"
    "void *" DRIVER_CUT "(void *p, __SIZE_TYPE__ n) {\n"
    "  unsigned char *to = acf_driver_object(n);\n"
    "  for (__SIZE_TYPE__ i = 0; i < n; i++) to[i] = ((unsigned char *)p)[i];\n"
    "  return to;\n}\n"
    "void *" DRIVER_POINTER "(void) { return 0; }\n"
    "void " DRIVER_ASSUME "(int holds) { if (!holds) acf_driver_assumed(); }\n"
    "void " DRIVER_SAID "(int holds) { if (!holds) acf_driver_assumed(); }\n";

static void append_value(GString *out, const InputSite *s) {
  const char *type = runner_type(s);
  g_string_append_printf(out, "%s %s(void) { ", type, s->function);
  if (s->is_float)
    g_string_append_printf(out, "union { unsigned %s i; %s f; } v; v.i = acf_driver_value(%uu, 1); return v.f; }\n",
                           s->width == 32 ? "int" : "long long", type, s->id);
  else
    g_string_append_printf(out, "return (%s)acf_driver_value(%uu, 1); }\n", type, s->id);
}

static void append_row(GString *out, const InputSite *s) {
  const guint bytes = MAX(s->width / 8, 1);
  if (g_str_has_prefix(s->function, DRIVER_NEW))
    g_string_append_printf(
        out, "void *%s(__SIZE_TYPE__ n) { return acf_driver_fill(acf_driver_object(n), n, %uu, %u); }\n", s->function,
        s->id, bytes);
  else
    g_string_append_printf(out, "void *%s(void *p, __SIZE_TYPE__ n) { return acf_driver_fill(p, n, %uu, %u); }\n",
                           s->function, s->id, bytes);
}

void native_append_driver(GString *out, const Program *p) {
  if (!p->driver) return;
  g_string_append(out, common);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (!site_is_argument(s) || !s->function) continue;
    if (site_is_row(s))
      append_row(out, s);
    else
      append_value(out, s);
  }
}

guint native_occurrence(const Program *p, const Term *input) {
  const InputKey key = input_key_unpack(input->param);
  const InputSite *s = program_site(p, key.site);
  return site_is_row(s) ? key.offset / MAX(s->width / 8, 1) + 1 : key.occurrence;
}
