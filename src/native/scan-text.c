/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts and the items that scanf finds in them. */
#include "native/scan-text.h"
#include <string.h>
#include "frontend/scan-format.h"
#include "ir/scanned.h"
#include "native/conversion.h"

static gboolean is_lp64(const Program *p) { return p->pointer_width == 64; }

/* The directives of call n; NULL: not known. */
static GArray *call_items(const Program *p, guint n) {
  const char *format = program_scan_format(p, n);
  GArray *items = format ? scan_format_parse(format, is_lp64(p)) : NULL;
  if (!items || scan_format_is_itemized(items)) return items;
  g_array_unref(items);
  return NULL;
}

static gboolean is_space(guint c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Do so many calls one after the other read nothing but white space?  Then no others come. */
static gboolean is_idle(const Program *p, guint calls) { return calls > p->scan_order->formats->len; }

/* ---- reading ---- */

typedef struct {
  const Program *program;
  const guint8 *bytes;
  gsize size, at;
} Reader;

static gint read_literal(Reader *r, guint wanted) {
  if (r->at >= r->size) return -1;
  if (r->bytes[r->at] != wanted) return 0;
  r->at++;
  return 1;
}

/* FALSE: it is not known. */
static gboolean read_item(Reader *r, const ScanItem *item, gint *status) {
  Scanned s = {-1, 0};
  const char *conversion = item->kind == SCAN_BYTES ? "%c" : item->kind == SCAN_FLOAT ? item->conversion : "%d";
  const gboolean known = item->kind == SCAN_LITERAL ||
                         conversion_scan(conversion, is_lp64(r->program), r->bytes, r->size, &r->at, &s);
  *status = item->kind == SCAN_LITERAL ? read_literal(r, item->base) : s.status;
  return known;
}

/* FALSE: what comes next is not known. */
static gboolean read_call(Reader *r, const GArray *directives, GArray *items) {
  gint status = 1;
  for (guint i = 0; i < directives->len; i++) {
    const ScanItem *directive = &g_array_index(directives, ScanItem, i);
    ScanTextItem item = {r->size, 0};
    if (directive->kind == SCAN_SPACE) {
      while (status == 1 && r->at < r->size && is_space(r->bytes[r->at])) r->at++;
      continue;
    }
    if (status == 1) {
      item.place = r->at;
      if (!read_item(r, directive, &status)) return FALSE;
      item.status = status;
    }
    g_array_append_val(items, item);
  }
  return TRUE;
}

void scan_text_read(const Program *p, guint most, const guint8 *bytes, gsize size, GArray *items) {
  Reader r = {p, bytes, size, 0};
  for (guint n = 0, idle = 0; items->len < most && !is_idle(p, idle); n++) {
    g_autoptr(GArray) directives = call_items(p, n);
    if (!directives) return;
    idle = scan_format_count(directives, 0) ? 0 : idle + 1;
    if (!read_call(&r, directives, items)) return;
  }
}

/* ---- writing ---- */

typedef struct {
  const Program *program;
  const GArray *readings;
  gboolean tight;
  GString *text;
  GString *failed;     /* literals that are not what comes next */
  guint number;        /* of the next reading, from 0 */
  gboolean no_number;  /* what comes next begins none */
  gboolean was_number; /* no digit may come next */
  gboolean spaced;     /* white space may be next */
  gboolean over;
} Writer;

static void begin_next(Writer *w) {
  g_string_truncate(w->failed, 0);
  w->no_number = w->was_number = w->spaced = FALSE;
}

static void write_number(Writer *w, const ScanTextReading *r) {
  g_autofree char *number =
      r->conversion ? conversion_text(r->conversion, is_lp64(w->program), r->value, r->width) : NULL;
  const char *digits = number ? number : "0";
  if (w->no_number) g_string_append_c(w->text, '-');
  if (w->no_number || w->failed->len || (w->was_number && *digits != '-') || (w->spaced && !w->tight) || (w->was_number && !w->tight))
    g_string_append_c(w->text, ' ');
  g_string_append(w->text, digits);
  begin_next(w);
  w->was_number = TRUE;
}

static void write_character(Writer *w, char c) {
  if (w->no_number && (is_space((guchar)c) || strchr("+-", c))) g_string_append_c(w->text, '-');
  if (w->spaced && (!w->tight || (w->was_number && g_ascii_isdigit(c)))) g_string_append_c(w->text, ' ');
  g_string_append_c(w->text, c);
  begin_next(w);
}

static void write_found(Writer *w, const ScanItem *item, const ScanTextReading *r) {
  if (item->kind == SCAN_INTEGER || item->kind == SCAN_FLOAT)
    write_number(w, r);
  else if (item->kind == SCAN_BYTES)
    write_character(w, r->conversion ? (char)r->value : 'a');
  else {
    w->spaced = w->spaced && w->no_number;
    write_character(w, (char)item->base);
  }
}

/* FALSE: the rest of the call is not read. */
static gboolean write_item(Writer *w, const ScanItem *item) {
  const ScanTextReading *r = &g_array_index(w->readings, ScanTextReading, w->number);
  w->over = r->status < 0;
  if (r->status == 1) write_found(w, item, r);
  if (r->status == 0 && item->kind == SCAN_LITERAL) g_string_append_c(w->failed, (char)item->base);
  if (r->status == 0 && (item->kind == SCAN_INTEGER || item->kind == SCAN_FLOAT)) w->no_number = TRUE;
  return r->status == 1;
}

static void write_call(Writer *w, const GArray *directives) {
  gboolean found = TRUE;
  for (guint i = 0; i < directives->len && !w->over && w->number < w->readings->len; i++) {
    const ScanItem *item = &g_array_index(directives, ScanItem, i);
    if (item->kind == SCAN_SPACE) {
      w->spaced |= found;
      continue;
    }
    if (found) found = write_item(w, item);
    w->number++;
  }
}

/* Something that is neither a number nor one of the literals. */
static void write_other(Writer *w) {
  static const char others[] = "?!#~^@&;_=";
  const char *c = others;
  while (*c && strchr(w->failed->str, *c)) c++;
  if (*c) g_string_append_c(w->text, *c);
}

void scan_text_write(const Program *p, const GArray *readings, gboolean tight, GString *text) {
  g_autoptr(GString) failed = g_string_new(NULL);
  Writer w = {.program = p, .readings = readings, .tight = tight, .text = text, .failed = failed};
  for (guint n = 0, idle = 0; !w.over && w.number < readings->len && !is_idle(p, idle); n++) {
    g_autoptr(GArray) directives = call_items(p, n);
    if (!directives) break;
    idle = scan_format_count(directives, 0) ? 0 : idle + 1;
    write_call(&w, directives);
  }
  if (!w.over && (w.no_number || failed->len))
    write_other(&w);
  else if (!w.over && !tight)
    g_string_append_c(text, '\n');
}
