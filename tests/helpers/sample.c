/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small C programs through the front end. */
#include "sample.h"
#include <string.h>
#include <glib/gstdio.h>
#include "engine/engine.h"
#include "frontend/frontend.h"

static const char prelude[] = "extern int __VERIFIER_nondet_int(void);\n"
                              "extern unsigned char __VERIFIER_nondet_uchar(void);\n"
                              "extern void __VERIFIER_assume(int);\n"
                              "extern void reach_error(void);\n"
                              "extern void *malloc(unsigned long);\n"
                              "extern void free(void *);\n"
                              "extern void *memcpy(void *, const void *, unsigned long);\n"
                              "extern void *memset(void *, int, unsigned long);\n"
                              "#define any __VERIFIER_nondet_int\n"
                              "#define any_byte __VERIFIER_nondet_uchar\n"
                              "#define assume __VERIFIER_assume\n"
                              "#define check(c) do { if (!(c)) reach_error(); } while (0)\n";

Program *sample_read(const char *text, const char *suffix, const FrontendOptions *options, GError **error) {
  g_autofree char *template = g_strconcat("acf-test-XXXXXX", suffix, NULL), *path = NULL;
  GError *problem = NULL;
  int file = g_file_open_tmp(template, &path, &problem);
  g_assert_no_error(problem);
  g_close(file, NULL);
  g_file_set_contents(path, text, -1, &problem);
  g_assert_no_error(problem);
  Program *p = frontend_load(path, options, error);
  g_unlink(path);
  return p;
}

Program *sample_lower(const char *beginning, const char *source) {
  const FrontendOptions options = {.lp64 = TRUE};
  g_autofree char *text = g_strconcat(beginning, source, NULL);
  GError *error = NULL;
  Program *p = sample_read(text, ".c", &options, &error);
  g_assert_no_error(error);
  return p;
}

Loaded sample_load(const char *source) {
  Loaded l = {sample_lower(prelude, source), NULL};
  l.cfg = cfg_new(l.program);
  return l;
}

Loaded sample_load_for(const char *source, const char *property) {
  g_autoptr(Property) p = property_named(property);
  const FrontendOptions options = {.lp64 = TRUE, .property = p};
  g_autofree char *text = g_strconcat(prelude, source, NULL);
  GError *error = NULL;
  Loaded l = {sample_read(text, ".c", &options, &error), NULL};
  g_assert_no_error(error);
  l.cfg = cfg_new(l.program);
  return l;
}

void sample_free(Loaded *l) {
  cfg_free(l->cfg);
  program_free(l->program);
}

static guint64 place(const InputSite *s) { return (guint64)s->loc.line << 32 | s->loc.column; }

static gint by_place(gconstpointer a, gconstpointer b) {
  guint64 x = place(*(const InputSite *const *)a), y = place(*(const InputSite *const *)b);
  return x < y ? -1 : x > y;
}

const Term *sample_input(const Program *p, guint n, guint occurrence) {
  g_autoptr(GPtrArray) sites = g_ptr_array_new();
  for (guint i = 0; i < p->sites->len; i++)
    if (program_site(p, i)->kind == SITE_NONDET) g_ptr_array_add(sites, program_site(p, i));
  g_ptr_array_sort(sites, by_place);
  g_assert_cmpuint(n, <, sites->len);
  const InputSite *s = sites->pdata[n];
  return term_input((InputKey){s->id, occurrence, 0}, s->width);
}

gboolean sample_contains(const Term *region, const Term *n, gint64 value) {
  Model *m = model_new();
  model_set(m, n, (guint64)value & term_mask(n->width));
  gboolean is = term_eval(region, m) != 0;
  model_free(m);
  return is;
}

Question sample_question(const Loaded *l) {
  return (Question){.program = l->program,
                    .cfg = l->cfg,
                    .condition = term_bool(TRUE),
                    .start_unroll = 1,
                    .inputs_per_site = 16,
                    .deadline = g_get_monotonic_time() + 60 * G_USEC_PER_SEC};
}

Automaton *sample_trace(const Loaded *l, const Model *point) {
  const Question q = sample_question(l);
  return symex_trace(&q, point);
}

void sample_add_tests(const char *group, const Sample *samples, guint n, GTestDataFunc test) {
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf("%s/%s", group, samples[i].name);
    g_test_add_data_func(name, &samples[i], test);
  }
}

gboolean any_mentions(const GPtrArray *texts, const char *part) {
  for (guint i = 0; i < texts->len; i++)
    if (strstr(texts->pdata[i], part)) return TRUE;
  return FALSE;
}

char *temporary_file(const char *text) {
  char *path = NULL;
  const int fd = g_file_open_tmp("acf-test-XXXXXX.json", &path, NULL);
  g_assert_cmpint(fd, >=, 0);
  g_close(fd, NULL);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  return path;
}
