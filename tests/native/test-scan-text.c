/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of items with characters and literals: which items they have, and text for given ones. */
#include <string.h>
#include "ir/scanned.h"
#include "native/scan-text.h"

/* A program whose calls of scanf have these formats, one on a line. */
static Program *program_of(const char *formats, guint again) {
  Program *p = program_new("p.c", 64);
  g_auto(GStrv) lines = g_strsplit(formats, "|", -1);
  GPtrArray *order = g_ptr_array_new();
  for (char **line = lines; *line; line++) g_ptr_array_add(order, (gpointer)g_intern_string(*line));
  program_set_scan_order(p, order, again);
  return p;
}

/* Statuses, and where the item begins: "1@0 0@2". */
static void check_read(const char *formats, guint again, guint most, const char *text, const char *expected) {
  Program *p = program_of(formats, again);
  g_autoptr(GArray) items = g_array_new(FALSE, FALSE, sizeof(ScanTextItem));
  g_autoptr(GString) out = g_string_new(NULL);
  scan_text_read(p, most, (const guint8 *)text, strlen(text), items);
  for (guint i = 0; i < items->len; i++) {
    const ScanTextItem *item = &g_array_index(items, ScanTextItem, i);
    g_string_append_printf(out, "%s%d@%u", i ? " " : "", item->status, (guint)item->place);
  }
  g_assert_cmpstr(out->str, ==, expected);
  program_free(p);
}

static void test_read(void) {
  check_read("%d %c %d", 0, 3, "3 / 0", "1@0 1@2 1@4");
  check_read("%d,%d|%c", 0, 4, "5;1", "1@0 0@1 0@3 1@1"); /* the call does not come to its second number */
  check_read("%d|%c", 0, 2, "--", "0@0 1@1");
  check_read("%d|%c", 0, 2, "-", "0@0 -1@1");
  check_read("%d,", 1, 6, "1,2,", "1@0 1@1 1@2 1@3 -1@4 0@4");
  check_read("%d,", 0, 6, "1,2,", "1@0 1@1"); /* no call is known behind it */
  check_read(" |%d", 0, 1, "  1", "1@2");
  check_read(" ", 1, 2, "  1", ""); /* endlessly many calls without items */
  check_read("%s", 1, 2, "1", "");
  check_read("%lf,%f", 0, 3, "1.5e1,inf", "1@0 1@5 1@6");
  check_read("%lf,%f", 0, 3, "1e,1", ""); /* libraries differ */
  check_read("%lf%c", 0, 2, "00x", "1@0 1@2");
}

typedef struct {
  gint status;
  const char *conversion;
  gint64 value;
} Wanted;

static void check_write(const char *formats, gboolean tight, const Wanted *wanted, guint n, const char *expected) {
  Program *p = program_of(formats, 1);
  g_autoptr(GArray) readings = g_array_new(FALSE, TRUE, sizeof(ScanTextReading));
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < n; i++) {
    const ScanTextReading r = {wanted[i].conversion, (guint64)wanted[i].value, g_strcmp0(wanted[i].conversion, "%lf") == 0 ? 64 : 32,
                               wanted[i].status};
    g_array_append_val(readings, r);
  }
  scan_text_write(p, readings, tight, text);
  g_assert_cmpstr(text->str, ==, expected);
  program_free(p);
}

static void test_write(void) {
  static const Wanted division[] = {{1, "%d", 3}, {1, "%c", '/'}, {1, "%d", 0}},
                      digit[] = {{1, "%d", 3}, {1, "%c", '5'}, {1, "%d", -1}}, date[] = {{1, "%d", 31}, {1, NULL, 0}, {1, "%d", 2}},
                      wrong[] = {{1, "%d", 1}, {0, NULL, 0}, {0, NULL, 0}, {1, "%c", ';'}},
                      over[] = {{1, "%d", 1}, {-1, NULL, 0}}, missed[] = {{0, "%d", 0}, {1, "%c", '-'}},
                      real[] = {{1, "%lf", 0x3ff8000000000000}, {1, "%lf", 0x7ff8000000000001}, {1, "%lf", 0x7ff0000000000000}}, other[] = {{0, "%d", 0}, {1, "%c", 'x'}}, last[] = {{1, "%d", 1}, {0, NULL, 0}};
  check_write("%d %c %d", FALSE, division, 3, "3 / 0\n");
  check_write("%d %c %d", TRUE, division, 3, "3/0");
  check_write("%d %c %d", TRUE, digit, 3, "3 5-1");
  check_write("%d/%d", FALSE, date, 3, "31/2\n");
  check_write("%d,%d|%c", FALSE, wrong, 4, "1;\n");
  check_write("%d,%d", FALSE, over, 2, "1");
  check_write("%d|%c", TRUE, missed, 2, "--");
  check_write("%d|%c", TRUE, other, 2, "x");
  check_write("%lf %lf%lf", FALSE, real, 3, "1.5 nan inf\n");
  check_write("%d?", TRUE, last, 2, "1!");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/scan-text/read", test_read);
  g_test_add_func("/scan-text/write", test_write);
  return g_test_run();
}
