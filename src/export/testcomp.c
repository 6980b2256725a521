/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test suite as a folder of XML files, as the competition on software testing exchanges them. */
#include <errno.h>
#include <string.h>
#include <glib/gstdio.h>
#include "cfc/claims.h"
#include "export/suite.h"

#define XML "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
#define DOCTYPE(root, name)                                                                                  \
  "<!DOCTYPE " root " PUBLIC \"+//IDN sosy-lab.org//DTD test-format " name                                   \
  " 1.1//EN\" \"https://sosy-lab.org/test-format/" name "-1.1.dtd\">\n"

static void append_element(GString *out, const char *name, const char *text) {
  g_autofree char *valid = g_utf8_make_valid(text, -1), *escaped = g_markup_escape_text(valid, -1);
  g_string_append_printf(out, "  <%s>%s</%s>\n", name, escaped, name);
}

static char *creation_time(void) {
  const char *fixed = g_getenv("SOURCE_DATE_EPOCH"); /* for output that does not change */
  g_autoptr(GDateTime) now =
      fixed ? g_date_time_new_from_unix_utc(g_ascii_strtoll(fixed, NULL, 10)) : g_date_time_new_now_utc();
  return now ? g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ") : g_strdup("1970-01-01T00:00:00Z");
}

static char *metadata(const Suite *s) {
  const Program *p = s->cfc->program;
  g_autofree char *producer = g_strconcat("acf ", claim_version(), NULL), *time = creation_time(),
                  *specification = property_cover(p->property);
  GString *out = g_string_new(XML DOCTYPE("test-metadata", "test-metadata") "<test-metadata>\n");
  append_element(out, "sourcecodelang", "C");
  append_element(out, "producer", producer);
  append_element(out, "specification", specification);
  append_element(out, "programfile", s->program ? s->program : p->path);
  append_element(out, "programhash", p->hash ? p->hash : "");
  append_element(out, "entryfunction", p->property->entry);
  append_element(out, "architecture", p->pointer_width == 64 ? "64bit" : "32bit");
  append_element(out, "creationtime", time);
  g_string_append(out, "</test-metadata>\n");
  return g_string_free(out, FALSE);
}

static char *testcase(const Suite *s, const Test *t) {
  g_autofree char *what = g_markup_escape_text(t->what, -1);
  for (char *c = what; (c = strstr(c, "--")) != NULL;) *c = '+'; /* not in a comment */
  GString *out = g_string_new(XML DOCTYPE("testcase", "testcase"));
  g_string_append_printf(out, "<!-- partition %u, %s: %s -->\n<testcase%s>\n", t->partition + 1, what,
                         t->fails ? "fails" : "passes", t->fails ? " coversError=\"true\"" : "");
  for (guint i = 0; i < t->reads->len; i++) {
    const DrivenRead read = g_array_index(t->reads, DrivenRead, i);
    const InputSite *site = program_site(s->cfc->program, read.site);
    g_autofree char *value = test_value_text(site, read.value);
    g_autofree char *attributes =
        g_markup_printf_escaped(site->variable ? " variable=\"%s\" type=\"%s\"" : "%.0s type=\"%s\"",
                                site->variable ? site->variable : "", site->type ? site->type : "int");
    g_string_append_printf(out, "  <input%s>%s</input>\n", attributes, value);
  }
  g_string_append(out, "</testcase>\n");
  return g_string_free(out, FALSE);
}

static gboolean write_in(const char *folder, const char *name, const char *text, GError **error) {
  g_autofree char *path = g_build_filename(folder, name, NULL);
  return export_write(path, text, error);
}

/* Tests of an earlier suite would look as if they were of this one. */
static void remove_rest(const char *folder, guint n) {
  for (guint i = n + 1;; i++) {
    g_autofree char *name = g_strdup_printf("testcase-%u.xml", i),
                    *path = g_build_filename(folder, name, NULL);
    if (g_unlink(path) != 0) return;
  }
}

static gboolean write_suite(const Suite *s, const char *folder, GError **error) {
  if (g_mkdir_with_parents(folder, 0777) != 0) {
    const int code = errno;
    g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "%s: %s", folder, g_strerror(code));
    return FALSE;
  }
  g_autofree char *about = metadata(s);
  if (!write_in(folder, "metadata.xml", about, error)) return FALSE;
  for (guint i = 0; i < s->tests->len; i++) {
    g_autofree char *name = g_strdup_printf("testcase-%u.xml", i + 1),
                    *text = testcase(s, s->tests->pdata[i]);
    if (!write_in(folder, name, text, error)) return FALSE;
  }
  remove_rest(folder, s->tests->len);
  return TRUE;
}

ExportResult export_tests(const Cfc *c, const ExportOptions *o, const char *target, GString *summary,
                          GError **error) {
  if (!target) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "a test suite is a folder: name one");
    return EXPORT_NOT_WRITTEN;
  }
  g_autoptr(Suite) s = suite_new(c, o, summary, error);
  if (!s) return EXPORT_IMPOSSIBLE;
  if (!(suite_is_outside(s) ? shell_suite_write(s, target, error) : write_suite(s, target, error)))
    return EXPORT_NOT_WRITTEN;
  return s->contradicted ? EXPORT_CONTRADICTED : EXPORT_WRITTEN;
}
