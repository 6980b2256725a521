/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libFuzzer on all that reads what verifiers print: expressions, CIVL, CBMC, verdicts.  The first byte of the
 * input says which. */
#include "ctext/cexpr.h"
#include "portfolio/cbmc.h"
#include "portfolio/civl.h"
#include "portfolio/verdict.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *bytes, gsize size);

enum { INPUTS_PER_STORE = 2000 };

/* Input calls on three lines, two of them on one. */
static Program *make_program(void) {
  static const struct {
    const char *variable, *function, *type;
    guint width, line, column;
    gboolean is_signed;
  } sites[] = {{"x", "__VERIFIER_nondet_int", "int", 32, 10, 11, TRUE},
               {"y", "__VERIFIER_nondet_uchar", "unsigned char", 8, 11, 11, FALSE},
               {NULL, "__VERIFIER_nondet_int", "int", 32, 12, 10, TRUE},
               {NULL, "__VERIFIER_nondet_int", "int", 32, 12, 40, TRUE},
               {"z", "__VERIFIER_nondet_ulong", "unsigned long", 64, 14, 9, FALSE}};
  Program *p = program_new("program.c", 64);
  for (guint i = 0; i < G_N_ELEMENTS(sites); i++) {
    InputSite s = {.kind = SITE_NONDET,
                   .function = sites[i].function,
                   .variable = sites[i].variable,
                   .type = sites[i].type,
                   .width = sites[i].width,
                   .is_signed = sites[i].is_signed,
                   .loc = {g_intern_string("program.c"), sites[i].line, sites[i].column}};
    program_add_site(p, &s);
  }
  return p;
}

static gboolean resolve(gpointer data, const char *name, CValue *value) {
  (void)data;
  guint width = 8u << (name[0] & 3);
  *value = (CValue){term_input((InputKey){(guint8)name[0], 1, 0}, width), (name[0] & 4) != 0};
  return g_ascii_islower(name[0]) || name[0] == '\\';
}

static void read_expressions(const char *text) {
  g_auto(GStrv) parts = cexpr_split(text);
  CValue value;
  for (char **part = parts; *part; part++) {
    g_autoptr(GError) error = NULL;
    g_assert_true((cexpr_condition(*part, FALSE, resolve, NULL, &error) == NULL) == (error != NULL));
    cexpr_value(*part, TRUE, resolve, NULL, &value, NULL);
    cexpr_mathematical(*part, resolve, NULL, NULL);
  }
}

static void read_civl(const Program *p, const char *bytes, gsize size) {
  g_autoptr(CivlReport) r = civl_read(bytes, size, NULL);
  g_autoptr(GPtrArray) candidates = r ? civl_candidates(p, r, NULL) : NULL;
  for (guint i = 0; candidates && i < candidates->len; i++)
    g_assert_false(((const Term *)candidates->pdata[i])->has_havoc);
}

static void read_cbmc(const Program *p, const char *bytes, gsize size) {
  Model *m = cbmc_point(p, bytes, size, NULL);
  if (m) model_free(m);
}

static Description *describe(void) {
  static const char text[] =
      "[analyzer]\nname=tool\ntrust=sound\n[command]\nexecutable=tool\nversion=^Tool ([0-9.]+)\n"
      "[verdict]\nsafe=^Result: (TRUE|safe)\nfailing=^Result: FALSE.*line ([0-9]+)\nunknown=UNKNOWN\n";
  return description_read("tool.ini", text, strlen(text), NULL);
}

static void read_verdict(const Description *d, const char *bytes, gsize size) {
  verdict_read(d, bytes, size, 0);
  g_free(version_read(d, bytes, size));
}

int LLVMFuzzerTestOneInput(const guint8 *bytes, gsize size) {
  static Program *program;
  static Description *description;
  static guint n;
  if (!program) program = make_program(), description = describe();
  if (size == 0) return 0;
  g_autofree char *text = g_strndup((const char *)bytes + 1, size - 1); /* padded with 0 to its size */
  switch (bytes[0] % 4) {
  case 0: read_expressions(text); break;
  case 1: read_civl(program, text, size - 1); break;
  case 2: read_cbmc(program, text, size - 1); break;
  default: read_verdict(description, text, size - 1); break;
  }
  if (++n % INPUTS_PER_STORE == 0) term_store_clear();
  return 0;
}
