/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coordinates of concrete inputs. */
#include "native/concrete-point.h"
#include <math.h>
#include <string.h>
#include "base/limits.h"
#include "cfc/read-inputs.h"
#include "formula/floats.h"
#include "ir/print.h"
#include "native/conversion.h"
#include "native/input-path.h"
#include "native/scan-text.h"

/* A coordinate, and under which names it is found. */
typedef struct {
  const InputSite *site;
  InputSource source;
  guint width;
  InputPath *path; /* NULL: it has none */
  char *symbol, *name;
  const char *variable; /* the short way to say it where no other site has that name; NULL: there is none */
  guint occurrence;     /* of the variable: an array gives one after the other */
} Bound;

struct PointReader {
  const Cfc *cfc;
  GArray *bounds;         /* Bound, by index */
  GPtrArray *conversions; /* char*: by number, what scanf converts; NULL: not known, "": not one alone */
  gboolean decimal;       /* all of them are decimal integers */
  const ConcreteInput *in;
  GArray *items; /* ScanTextItem, by number, as many as are known */
  GHashTable *more; /* Term* to its index, of inputs that were asked for later */
};

static gboolean is_lp64(const PointReader *r) { return r->cfc->program->pointer_width == 64; }

static void clear_bound(gpointer bound) {
  Bound *b = bound;
  input_path_free(b->path);
  g_free(b->symbol);
  g_free(b->name);
}

/* ---- what is known before any concrete input ---- */

/* Where one site alone has the variable, it names its inputs. */
static const char *own_variable(const Program *p, const InputSite *s) {
  if (!s->variable || !*s->variable) return NULL;
  for (guint i = 0; i < p->sites->len; i++)
    if (i != s->id && g_strcmp0(program_site(p, i)->variable, s->variable) == 0) return NULL;
  return s->variable;
}

static void add_bound(PointReader *r, const Term *input) {
  const Program *p = r->cfc->program;
  const InputKey key = input_key_unpack(input->param);
  const InputSite *s = program_site(p, key.site);
  Bound b = {.site = s,
             .source = input_source(p, input),
             .width = input->width,
             .symbol = input_symbol(p, input),
             .name = input_short_name(p, input),
             .occurrence = key.occurrence};
  if (b.source.path) b.path = input_path_parse(b.source.path);
  if (input_kind_row(s->kind)->enters == ENTERS_BY_CALL) b.variable = own_variable(p, s);
  /* a parameter may have no source but its name */
  if (!b.source.path && input_kind_row(s->kind)->enters == ENTERS_AS_ARGUMENT && s->variable)
    b.path = input_path_parse(s->variable);
  g_array_append_val(r->bounds, b);
}

/* Conversions of decimal integers take the same text, whatever their types. */
static gboolean is_decimal(const char *conversion) {
  return *conversion == '%' && strlen(conversion) >= 2 && strchr("du", conversion[strlen(conversion) - 1]) &&
         strspn(conversion + 1, "hl") == strlen(conversion) - 2;
}

/* Two conversions of one number are on different ways: which it is, the input alone does not say, unless it
 * makes no difference to what comes next. */
static void add_conversion(PointReader *r, const InputSource *s) {
  static const char several[] = "";
  if (s->number == 0 || s->number > limits.concretize_parts) return;
  if (r->conversions->len < s->number) g_ptr_array_set_size(r->conversions, (gint)s->number);
  if (!s->conversion) return;
  gpointer *known = &r->conversions->pdata[s->number - 1];
  r->decimal = r->decimal && is_decimal(s->conversion);
  *known = !*known || *known == (gpointer)s->conversion ? (gpointer)s->conversion : (gpointer)several;
}

PointReader *point_reader_new(const Cfc *c, const GPtrArray *inputs) {
  PointReader *r = g_new0(PointReader, 1);
  r->cfc = c;
  r->bounds = g_array_new(FALSE, FALSE, sizeof(Bound));
  g_array_set_clear_func(r->bounds, clear_bound);
  r->conversions = g_ptr_array_new();
  r->items = g_array_new(FALSE, FALSE, sizeof(ScanTextItem));
  r->decimal = TRUE;
  r->more = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < inputs->len; i++) add_bound(r, inputs->pdata[i]);
  for (guint i = 0; i < c->inputs->len; i++) {
    const InputSource s = input_source(c->program, c->inputs->pdata[i]);
    const SiteKind kind =
        program_site(c->program, input_key_unpack(((const Term *)c->inputs->pdata[i])->param).site)->kind;
    if (kind == SITE_STDIN) add_conversion(r, &s);
  }
  return r;
}

void point_reader_free(PointReader *r) {
  if (!r) return;
  g_array_unref(r->bounds);
  g_hash_table_unref(r->more);
  g_array_unref(r->items);
  g_ptr_array_unref(r->conversions);
  g_free(r);
}

/* ---- standard input by conversions ---- */

static void read_numbers(PointReader *r, const guint8 *bytes, gsize size) {
  gsize place = 0;
  for (guint i = 0; i < r->conversions->len; i++) {
    const char *conversion = r->decimal ? "%d" : r->conversions->pdata[i];
    ScanTextItem item = {.place = place};
    Scanned s;
    if (!conversion || !*conversion || !conversion_scan(conversion, is_lp64(r), bytes, size, &place, &s))
      return;
    item.status = s.status;
    g_array_append_val(r->items, item);
  }
}

void point_reader_begin(PointReader *r, const ConcreteInput *in) {
  gsize size;
  const guint8 *bytes = g_bytes_get_data(in->text, &size);
  r->in = in;
  g_array_set_size(r->items, 0);
  if (r->cfc->program->scan_order)
    scan_text_read(r->cfc->program, r->conversions->len, bytes, size, r->items);
  else
    read_numbers(r, bytes, size);
}

/* ---- numbers ---- */

static Coordinate wrong(const Bound *b, GError **error) {
  import_error(error, "%s: this is no value of type %s", b->name, b->site->type ? b->site->type : "byte");
  return COORDINATE_WRONG;
}

static Coordinate given(const Bound *b, guint64 bits, guint64 *value) {
  *value = bits & term_mask(b->width);
  return COORDINATE_GIVEN;
}

/* Whole numbers of 2^63 and more are read as negative ones, which a double must not become. */
static Coordinate from_whole(const Bound *b, gint64 whole, guint64 *value, GError **error) {
  if (b->site->is_float && whole < G_MININT64 / 2) return wrong(b, error);
  if (b->site->is_float) return given(b, bits_of_number(b->width, (double)whole), value);
  if (b->width < 64 && (whole > (gint64)term_mask(b->width) || whole < -((gint64)1 << (b->width - 1))))
    return wrong(b, error);
  return given(b, (guint64)whole, value);
}

static Coordinate from_real(const Bound *b, double real, guint64 *value, GError **error) {
  if (b->site->is_float) return given(b, bits_of_number(b->width, real), value);
  if (!(fabs(real) < 0x1p53) || real != trunc(real)) return wrong(b, error);
  return from_whole(b, (gint64)real, value, error);
}

/* Words for what JSON has no numbers for. */
static Coordinate from_word(const Bound *b, const char *word, guint64 *value, GError **error) {
  static const char *const words[] = {"nan", "inf", "-inf", NULL};
  if (!b->site->is_float || !g_strv_contains(words, word)) return wrong(b, error);
  return given(b, bits_of_number(b->width, g_ascii_strtod(word, NULL)), value);
}

static Coordinate from_node(const Bound *b, JsonNode *n, guint64 *value, GError **error) {
  if (JSON_NODE_HOLDS_NULL(n)) return COORDINATE_OPEN;
  if (!JSON_NODE_HOLDS_VALUE(n)) return wrong(b, error);
  switch (json_node_get_value_type(n)) {
  case G_TYPE_INT64: return from_whole(b, json_node_get_int(n), value, error);
  case G_TYPE_DOUBLE: return from_real(b, json_node_get_double(n), value, error);
  case G_TYPE_BOOLEAN: return from_whole(b, json_node_get_boolean(n), value, error);
  case G_TYPE_STRING: return from_word(b, json_node_get_string(n), value, error);
  default: return wrong(b, error);
  }
}

/* ---- one way for each kind of input ---- */

/* Under its symbol, its name, or its variable; then an array holds one value for each execution. */
static Coordinate find_named(const PointReader *r, const Bound *b, guint64 *value, GError **error) {
  JsonObject *o = r->in->named;
  JsonNode *n = json_object_get_member(o, b->symbol);
  if (!n) n = json_object_get_member(o, b->name);
  if (n && !JSON_NODE_HOLDS_ARRAY(n)) return from_node(b, n, value, error);
  if (!n && b->variable) n = json_object_get_member(o, b->variable);
  if (!n) return COORDINATE_OPEN;
  if (!JSON_NODE_HOLDS_ARRAY(n)) return b->occurrence == 1 ? from_node(b, n, value, error) : COORDINATE_OPEN;
  JsonArray *a = json_node_get_array(n);
  if (b->occurrence > json_array_get_length(a)) return COORDINATE_OPEN;
  return from_node(b, json_array_get_element(a, b->occurrence - 1), value, error);
}

static Coordinate find_argument(const PointReader *r, const Bound *b, guint64 *value, GError **error) {
  const GPtrArray *args = r->in->args;
  const InputSource *s = &b->source;
  if (s->part == SOURCE_COUNT) return given(b, args->len + 1, value);
  gsize size = 0;
  const guint8 *bytes = s->argument >= 1 && s->argument <= args->len
                            ? g_bytes_get_data(args->pdata[s->argument - 1], &size)
                            : NULL;
  if (s->part == SOURCE_BYTE && s->argument >= 1)
    return given(b, s->offset < size ? bytes[s->offset] : 0, value);
  if (s->part != SOURCE_VALUE) return find_named(r, b, value, error);
  g_autofree char *text = g_strndup(bytes ? (const char *)bytes : "", size);
  guint64 converted;
  if (!conversion_value(s->conversion, is_lp64(r), text, &converted)) return find_named(r, b, value, error);
  return given(b, converted, value);
}

static Coordinate find_stdin(const PointReader *r, const Bound *b, guint64 *value, GError **error) {
  const InputSource *s = &b->source;
  gsize size;
  const guint8 *bytes = g_bytes_get_data(r->in->text, &size);
  if (s->part == SOURCE_BYTE) return given(b, s->offset < size ? bytes[s->offset] : G_MAXUINT64, value);
  const ScanTextItem *item =
      s->number >= 1 && s->number <= r->items->len ? &g_array_index(r->items, ScanTextItem, s->number - 1) : NULL;
  if (item && s->part == SOURCE_STATUS) return given(b, (guint64)(gint64)item->status, value);
  gsize place = item ? item->place : 0;
  Scanned scanned;
  if (item && s->part == SOURCE_VALUE &&
      conversion_scan(s->conversion, is_lp64(r), bytes, size, &place, &scanned))
    return given(b, scanned.value, value);
  return find_named(r, b, value, error);
}

static Coordinate find_path(const PointReader *r, const Bound *b, guint64 *value, GError **error) {
  JsonNode *node = NULL;
  guint8 byte = 0;
  const PathEnd end = b->path ? input_path_follow(b->path, r->in->named, &node, &byte) : PATH_NOTHING;
  if (end == PATH_NOTHING) return find_named(r, b, value, error);
  if (end == PATH_WRONG) {
    import_error(error, "%s: what it is a member of is given as a number or a string; write an object or null", b->name);
    return COORDINATE_WRONG;
  }
  if (b->source.part == SOURCE_NULL) return given(b, end == PATH_NULL, value);
  if (end == PATH_NULL) return COORDINATE_OPEN;
  return end == PATH_BYTE ? given(b, byte, value) : from_node(b, node, value, error);
}

#define FIND_NONDET find_named
#define FIND_UNINITIALISED find_named
#define FIND_EXTERNAL find_named
#define FIND_ARGV find_argument
#define FIND_PARAMETER find_path
#define FIND_STDIN find_stdin
#define FIND_FILE find_named
#define FIND_ENV find_named
#define FIND_GLOBAL find_path
static Coordinate (*const find[SITE_KINDS])(const PointReader *, const Bound *, guint64 *, GError **) = {
#define INPUT_KIND(id, ...) [SITE_##id] = FIND_##id,
#include "ir/input-kinds.def"
#undef INPUT_KIND
};

Coordinate point_reader_value(PointReader *r, guint index, guint64 *value, GError **error) {
  const Bound *b = &g_array_index(r->bounds, Bound, index);
  return find[b->site->kind](r, b, value, error);
}

Coordinate point_reader_find(PointReader *r, const Term *input, guint64 *value, GError **error) {
  gpointer index;
  if (!g_hash_table_lookup_extended(r->more, input, NULL, &index)) {
    index = GUINT_TO_POINTER(r->bounds->len);
    add_bound(r, input);
    g_hash_table_insert(r->more, (gpointer)input, index);
  }
  return point_reader_value(r, GPOINTER_TO_UINT(index), value, error);
}

/* What follows the # of a name; 1 where there is none. */
static guint named_occurrence(const char *name) {
  const char *sign = strrchr(name, '#');
  const guint64 n = sign ? g_ascii_strtoull(sign + 1, NULL, 10) : 1;
  return n >= 1 && n < ROUND_OCCURRENCE ? (guint)n : 1;
}

guint point_reader_horizon(const PointReader *r) {
  JsonObjectIter it;
  const char *name;
  JsonNode *n;
  guint most = 0;
  json_object_iter_init(&it, r->in->named);
  while (json_object_iter_next(&it, &name, &n)) {
    const guint length = JSON_NODE_HOLDS_ARRAY(n) ? json_array_get_length(json_node_get_array(n)) : 1;
    most = MAX(most, MAX(named_occurrence(name), length));
  }
  return most;
}

/* ---- names that are meant for something ---- */

static gboolean means(const Bound *b, const char *name) {
  if (g_str_equal(b->symbol, name) || g_str_equal(b->name, name) || g_strcmp0(b->variable, name) == 0)
    return TRUE;
  const char *path = b->source.path ? b->source.path : b->site->variable;
  const char *at = path && b->path ? strstr(path, name) : NULL;
  if (!at) return FALSE;
  const char after = at[strlen(name)];
  return strspn(path, "(*") == (gsize)(at - path) && !g_ascii_isalnum(after) && after != '_';
}

/* An occurrence of an input of the automaton has the name. */
static gboolean is_later(const PointReader *r, const char *name) {
  const FailureAutomaton *a = r->cfc->automaton;
  gboolean meant = FALSE;
  for (guint i = 0; a && i < a->edges->len && !meant; i++) {
    g_autoptr(GPtrArray) inputs = term_inputs(((const FailureEdge *)a->edges->pdata[i])->guard);
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    g_autoptr(PointReader) later = point_reader_new(r->cfc, none);
    for (guint k = 0; k < inputs->len; k++) {
      const Term *input = (const Term *)inputs->pdata[k];
      InputKey key = input_key_unpack(input->param);
      key.occurrence = named_occurrence(name);
      add_bound(later, term_input(key, input->width));
    }
    for (guint k = 0; k < later->bounds->len; k++) meant |= means(&g_array_index(later->bounds, Bound, k), name);
  }
  return meant;
}

const char *point_reader_stray(const PointReader *r, const ConcreteInput *in) {
  g_autoptr(GList) names = json_object_get_members(in->named);
  for (GList *l = names; l; l = l->next) {
    gboolean meant = FALSE;
    for (guint i = 0; i < r->bounds->len && !meant; i++)
      meant = means(&g_array_index(r->bounds, Bound, i), l->data);
    if (!meant && !is_later(r, l->data)) return l->data;
  }
  return NULL;
}
