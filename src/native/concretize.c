/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Concrete inputs from points. */
#include "native/concretize.h"
#include <string.h>
#include "base/limits.h"
#include "cfc/claims.h"
#include "native/concrete-point.h"
#include "native/conversion.h"
#include "native/input-drive.h"
#include "native/scan-text.h"

#define FILLER '0' /* for bytes that may be any */

struct Concretizer {
  const Cfc *cfc;
  Classifier *classifier;
  PointReader *reader;
};

static gboolean has_source(const Program *p, SiteKind kind) {
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (s->kind == kind && input_from_outside(s)) return TRUE;
  }
  return FALSE;
}

gboolean reads_arguments(const Program *p) { return has_source(p, SITE_ARGV); }
gboolean reads_text(const Program *p) { return has_source(p, SITE_STDIN); }

Concretizer *concretizer_new(const Cfc *c) {
  Concretizer *k = g_new0(Concretizer, 1);
  k->cfc = c;
  k->classifier = classifier_new(c);
  k->reader = point_reader_new(c, classifier_inputs(k->classifier));
  return k;
}

void concretizer_free(Concretizer *k) {
  if (!k) return;
  classifier_free(k->classifier);
  point_reader_free(k->reader);
  g_free(k);
}

static const InputSite *site_of(const Concretizer *k, const Term *input) {
  return program_site(k->cfc->program, input_key_unpack(input->param).site);
}

static gboolean is_lp64(const Concretizer *k) { return k->cfc->program->pointer_width == 64; }

/* ---- arguments ---- */

/* An argument as far as the point knows it. */
typedef struct {
  GString *bytes;
  gsize end;     /* the first place that holds 0; G_MAXSIZE: none does */
  gboolean said; /* the point says something of it */
} Draft;

static void draft_free(gpointer data) {
  Draft *d = data;
  g_string_free(d->bytes, TRUE);
  g_free(d);
}

static Draft *draft_at(GPtrArray *drafts, guint argument) {
  while (drafts->len < argument) {
    Draft *d = g_new0(Draft, 1);
    d->bytes = g_string_new(NULL);
    d->end = G_MAXSIZE;
    g_ptr_array_add(drafts, d);
  }
  return drafts->pdata[argument - 1];
}

/* A byte at a place; those before it are filled up. */
static void put_byte(GString *bytes, gsize offset, char byte) {
  while (bytes->len <= offset) g_string_append_c(bytes, FILLER);
  bytes->str[offset] = byte;
}

static void draft_byte(Draft *d, guint offset, guint64 value) {
  d->said = TRUE;
  if (value == 0)
    d->end = MIN(d->end, offset);
  else
    put_byte(d->bytes, offset, (char)value);
}

static gboolean draft_value(const Concretizer *k, Draft *d, const InputSource *s, guint64 value,
                            guint width) {
  g_autofree char *text = conversion_text(s->conversion, is_lp64(k), value, width);
  if (text && !d->said) g_string_assign(d->bytes, text);
  d->said = TRUE;
  return text != NULL;
}

/* FALSE: there are no such arguments. */
static gboolean draft_arguments(const Concretizer *k, const GArray *values, GPtrArray *drafts, guint *count) {
  const InputBounds *b = &k->cfc->program->bounds;
  *count = b->given & BOUND_ARGS ? b->args_least : 0;
  gboolean counted = FALSE;
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    const InputSource s = input_source(k->cfc->program, v.input);
    if (site_of(k, v.input)->kind != SITE_ARGV) continue;
    if (s.part == SOURCE_COUNT) {
      if (v.value < 1 || v.value > limits.concretize_parts) return FALSE;
      counted = TRUE;
      *count = (guint)v.value - 1;
    } else if (s.argument >= 1 && s.argument <= limits.concretize_parts && s.part == SOURCE_BYTE) {
      draft_byte(draft_at(drafts, s.argument), s.offset, v.value);
    } else if (s.argument < 1 || s.argument > limits.concretize_parts || s.part != SOURCE_VALUE ||
               !draft_value(k, draft_at(drafts, s.argument), &s, v.value, v.input->width)) {
      return FALSE;
    }
  }
  if (!counted) *count = MAX(*count, drafts->len);
  return TRUE;
}

static gboolean set_arguments(const Concretizer *k, const GArray *values, ConcreteInput *in) {
  g_autoptr(GPtrArray) drafts = g_ptr_array_new_with_free_func(draft_free);
  guint count;
  if (!draft_arguments(k, values, drafts, &count)) return FALSE;
  for (guint i = 1; i <= count; i++) {
    Draft *d = draft_at(drafts, i);
    if (!d->said) put_byte(d->bytes, 0, FILLER);
    if (d->end < d->bytes->len) g_string_truncate(d->bytes, d->end);
    if (!concrete_add_argument(in, d->bytes->str, d->bytes->len, NULL)) return FALSE;
  }
  return TRUE;
}

/* ---- standard input ---- */

static gboolean append_reading(const Concretizer *k, const ScanTextReading *r, GString *text) {
  if (r->status <= 0) {
    if (r->status == 0) g_string_append_c(text, '?');
    return FALSE;
  }
  g_autofree char *number =
      r->conversion ? conversion_text(r->conversion, is_lp64(k), r->value, r->width) : NULL;
  g_string_append(text, number ? number : "0");
  if (!r->conversion || !g_str_has_suffix(r->conversion, "c")) g_string_append_c(text, '\n');
  return TRUE;
}

static void note_reading(GArray *readings, const InputSource *s, const ClaimValue *v) {
  const ScanTextReading fresh = {.status = 1};
  if (s->number < 1 || s->number > limits.concretize_parts) return;
  while (readings->len < s->number) g_array_append_val(readings, fresh);
  ScanTextReading *r = &g_array_index(readings, ScanTextReading, s->number - 1);
  if (s->part == SOURCE_STATUS) r->status = (gint)term_signed(v->value, v->input->width);
  if (s->part != SOURCE_VALUE) return;
  r->conversion = s->conversion;
  r->value = v->value;
  r->width = v->input->width;
}

static void append_readings(const Concretizer *k, const GArray *readings, gboolean tight, GString *text) {
  if (k->cfc->program->scan_order) {
    scan_text_write(k->cfc->program, readings, tight, text);
    return;
  }
  for (guint i = 0; i < readings->len; i++)
    if (!append_reading(k, &g_array_index(readings, ScanTextReading, i), text)) break;
}

static void set_text(const Concretizer *k, const GArray *values, gboolean tight, ConcreteInput *in) {
  g_autoptr(GString) text = g_string_new(NULL);
  g_autoptr(GArray) readings = g_array_new(FALSE, TRUE, sizeof(ScanTextReading));
  gsize end = G_MAXSIZE;
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    const InputSource s = input_source(k->cfc->program, v.input);
    if (site_of(k, v.input)->kind != SITE_STDIN) continue;
    if (s.part != SOURCE_BYTE)
      note_reading(readings, &s, &v);
    else if (v.value > 255)
      end = MIN(end, s.offset);
    else
      put_byte(text, s.offset, (char)v.value);
  }
  if (end < text->len) g_string_truncate(text, end);
  if (readings->len) append_readings(k, readings, tight, text);
  concrete_set_text(in, text->str, text->len);
}

/* ---- the check ---- */

static const ClaimValue *value_of(const GArray *values, const Term *input) {
  for (guint i = 0; i < values->len; i++)
    if (g_array_index(values, ClaimValue, i).input == input) return &g_array_index(values, ClaimValue, i);
  return NULL;
}

/* Files and the environment are not part of a concrete input. */
static gboolean is_elsewhere(SiteKind kind) { return kind == SITE_FILE || kind == SITE_ENV; }

static gboolean is_of_class(Concretizer *k, const GArray *values, const ConcreteInput *in, InputClass class) {
  const GPtrArray *inputs = classifier_inputs(k->classifier);
  Classification answer;
  classifier_begin(k->classifier);
  point_reader_begin(k->reader, in);
  for (guint i = 0; i < inputs->len; i++) {
    const InputSite *site = site_of(k, inputs->pdata[i]);
    const ClaimValue *known = value_of(values, inputs->pdata[i]);
    guint64 value = known ? known->value : 0;
    if (is_elsewhere(site->kind)) continue;
    if (input_from_outside(site) ? point_reader_value(k->reader, i, &value, NULL) != COORDINATE_GIVEN
                                 : !known)
      continue;
    classifier_set(k->classifier, i, value);
  }
  return classifier_decide(k->classifier, limits.concretize_seconds, &answer, NULL) && answer.class == class;
}

static ConcreteInput *find_input(Concretizer *k, const GArray *values, InputClass class, gboolean tight) {
  g_autoptr(ConcreteInput) in = concrete_new();
  if (!set_arguments(k, values, in)) return NULL;
  set_text(k, values, tight, in);
  g_autofree char *outside = concrete_outside(in, &k->cfc->program->bounds);
  return !outside && is_of_class(k, values, in, class) ? g_steal_pointer(&in) : NULL;
}

ConcreteInput *concretizer_find(Concretizer *k, const GArray *values, InputClass class) {
  ConcreteInput *in = find_input(k, values, class, FALSE);
  return in || !k->cfc->program->scan_order ? in : find_input(k, values, class, TRUE);
}

/* ---- for a shell ---- */

static gboolean is_plain(const char *bytes, gsize size) {
  for (gsize i = 0; i < size; i++)
    if (!g_ascii_isalnum(bytes[i]) && !strchr("-+_./:,@%=", bytes[i])) return FALSE;
  return size > 0;
}

/* Bytes as escapes that printf and $'' know; a digit that follows one cannot become a part of it. */
static void append_escaped(GString *out, const char *bytes, gsize size, const char *percent) {
  for (gsize i = 0; i < size; i++) {
    const char c = bytes[i];
    if (c == '\n')
      g_string_append(out, "\\n");
    else if (c == '\t')
      g_string_append(out, "\\t");
    else if (c == '%')
      g_string_append(out, percent);
    else if (c == '\'' || c == '\\' || !g_ascii_isprint(c))
      g_string_append_printf(out, "\\%03o", (guint)(guchar)c);
    else
      g_string_append_c(out, c);
  }
}

static void append_argument(GString *out, GBytes *argument) {
  gsize size;
  const char *bytes = g_bytes_get_data(argument, &size);
  gboolean printable = TRUE;
  for (gsize i = 0; i < size; i++) printable = printable && g_ascii_isprint(bytes[i]) && bytes[i] != '\'';
  g_string_append_c(out, ' ');
  if (is_plain(bytes, size))
    g_string_append_len(out, bytes, (gssize)size);
  else if (printable)
    g_string_append_printf(out, "'%.*s'", (int)size, size ? bytes : "");
  else {
    g_string_append(out, "$'");
    append_escaped(out, bytes, size, "%");
    g_string_append_c(out, '\'');
  }
}

char *concrete_command(const ConcreteInput *in, const Program *p, const char *name) {
  GString *out = g_string_new(NULL);
  gsize size;
  const char *text = g_bytes_get_data(in->text, &size);
  if (size > 0) {
    g_string_append(out, *text == '-' ? "printf -- '" : "printf '");
    append_escaped(out, text, size, "%%");
    g_string_append(out, "' | ");
  }
  g_autofree char *quoted = is_plain(name, strlen(name)) ? g_strdup(name) : g_shell_quote(name);
  g_string_append(out, quoted);
  for (guint i = 0; i < in->args->len; i++) append_argument(out, in->args->pdata[i]);
  if (size == 0 && reads_text(p)) g_string_append(out, " </dev/null");
  return g_string_free(out, FALSE);
}

char *concrete_program_name(const char *path) {
  g_autofree char *name = g_path_get_basename(path);
  char *dot = strrchr(name, '.');
  if (dot && dot != name) *dot = 0;
  return g_strconcat("./", name, NULL);
}
