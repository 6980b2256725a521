/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers by the variables that they are read into. */
#include "ir/scanned.h"
#include <string.h>
#include "base/limits.h"

const ScannedItem *program_scanned(const Program *p, guint n) {
  const ScannedItem *item =
      p->scanned && n > 0 && n <= p->scanned->len ? &g_array_index(p->scanned, ScannedItem, n - 1) : NULL;
  return item && item->variable ? item : NULL;
}

void program_set_scanned(Program *p, guint n, const ScannedItem *item) {
  if (n == 0 || n > limits.scan_named_items) return;
  if (!p->scanned) p->scanned = g_array_new(FALSE, TRUE, sizeof(ScannedItem));
  if (p->scanned->len < n) g_array_set_size(p->scanned, n);
  g_array_index(p->scanned, ScannedItem, n - 1) = *item;
}

const char *program_scan_format(const Program *p, guint n) {
  const ScanOrder *order = p->scan_order;
  if (!order) return NULL;
  const guint known = order->formats->len;
  if (n >= known && order->again) n = known - order->again + (n - known) % order->again;
  return n < known ? order->formats->pdata[n] : NULL;
}

void scan_order_free(ScanOrder *order) {
  if (!order) return;
  g_ptr_array_unref(order->formats);
  g_free(order);
}

void program_set_scan_order(Program *p, GPtrArray *formats, guint again) {
  scan_order_free(p->scan_order);
  p->scan_order = g_new0(ScanOrder, 1);
  p->scan_order->formats = formats;
  p->scan_order->again = again;
}

guint scanned_number(const Program *p, const Term *input) {
  const InputSite *s = program_site(p, input_key_unpack(input->param).site);
  const InputSource source = input_source(p, input);
  return s->kind == SITE_STDIN && source.part == SOURCE_VALUE ? source.number : 0;
}

gboolean scanned_follows(const Program *p, guint n) {
  const ScannedItem *item = program_scanned(p, n), *next = program_scanned(p, n + 1);
  return item && next ? item->variable == next->variable : item == next;
}

gboolean program_scans_variable(const Program *p, const char *name) {
  for (guint i = 1; p->scanned && i <= p->scanned->len; i++) {
    const ScannedItem *item = program_scanned(p, i);
    if (item && strcmp(item->variable, name) == 0) return TRUE;
  }
  return FALSE;
}

const Term *scanned_variable(const Program *p, const GPtrArray *inputs, const Term *number) {
  const ScannedItem *item = program_scanned(p, scanned_number(p, number));
  const Term *found = NULL;
  for (guint i = 0; item && i < inputs->len; i++) {
    const Term *input = inputs->pdata[i];
    const InputKey key = input_key_unpack(input->param);
    const InputSite *s = program_site(p, key.site);
    if (s->kind != SITE_UNINITIALISED || key.occurrence != item->ordinal || key.offset ||
        input->width != number->width || g_strcmp0(s->variable, item->variable) != 0)
      continue;
    if (found) return NULL;
    found = input;
  }
  return found;
}

char *scanned_name(const Program *p, const Term *input) {
  const ScannedItem *item = p->scanned ? program_scanned(p, scanned_number(p, input)) : NULL;
  if (!item) return NULL;
  return item->ordinal > 1 ? g_strdup_printf("%s#%u", item->variable, item->ordinal) : g_strdup(item->variable);
}
