/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report and the pictures: what they are drawn from is right, and nothing of the program becomes markup.
 */
#include <json-glib/json-glib.h>
#include <libxml/HTMLparser.h>
#include <string.h>
#include <glib/gstdio.h>
#include "export/export.h"
#include "export/grid.h"
#include "export/html.h"

#define HOSTILE "</code></script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&\xff"

/* ---- a small characterization ---- */

static guint add_site(Program *p, const char *variable, const char *type, guint width, guint line) {
  const InputSite s = {.kind = SITE_NONDET,
                       .variable = variable,
                       .function = "__VERIFIER_nondet",
                       .type = type,
                       .width = width,
                       .is_signed = strncmp(type, "int", 3) == 0,
                       .is_float = strcmp(type, "float") == 0,
                       .loc = {g_intern_string(p->path), line, 3}};
  return program_add_site(p, &s);
}

static const Term *input(const Program *p, guint site) {
  return term_input((InputKey){site, 1, 0}, program_site(p, site)->width);
}

static Partition *add_partition(Cfc *c, const Term *upper, const Term *lower) {
  Partition *p = partition_new(upper, lower);
  g_ptr_array_add(c->partitions, p);
  return p;
}

static const Term *between(const Term *x, guint64 low, guint64 high, gboolean is_signed) {
  const TermOp op = is_signed ? TERM_SLE : TERM_ULE;
  return term_and(term_binary(op, term_const(x->width, low), x),
                  term_binary(op, x, term_const(x->width, high)));
}

static void finish(Cfc *c, Program *p) {
  cfc_free(c);
  program_free(p);
}

/* ---- places ---- */

static void test_places(void) {
  Program *p = program_new("p.c", 32);
  add_site(p, "s", "int8", 8, 1), add_site(p, "u", "unsigned char", 8, 2), add_site(p, "f", "float", 32, 3);
  const Term *s = input(p, 0), *u = input(p, 1), *f = input(p, 2);
  for (guint64 v = 0; v < 256; v++) {
    g_assert_cmpuint(extent_value(p, s, extent_place(p, s, v)), ==, v);
    g_assert_cmpuint(extent_place(p, u, v), ==, v);
    if (v) g_assert_cmpint((gint8)extent_value(p, s, v), ==, (gint8)extent_value(p, s, v - 1) + 1);
  }
  static const float rising[] = {-1e30f, -2, -1.5f, -1e-40f, -0.0f, 0.0f, 1e-40f, 1, 1.5f, 3e38f};
  for (guint i = 0; i < G_N_ELEMENTS(rising); i++) {
    guint32 bits, before;
    memcpy(&bits, &rising[i], sizeof bits);
    g_assert_cmpuint(extent_value(p, f, extent_place(p, f, bits)), ==, bits);
    memcpy(&before, &rising[i ? i - 1 : 0], sizeof before);
    if (i) g_assert_cmpuint(extent_place(p, f, before), <, extent_place(p, f, bits));
  }
  /* the formula that says so agrees */
  Model *m = model_new();
  model_set(m, f, 0xbf800000); /* -1 */
  g_assert_cmpuint(term_eval(extent_place_term(p, f), m), ==, extent_place(p, f, 0xbf800000));
  g_assert_true(term_eval(extent_between(p, f, extent_place(p, f, 0xc0000000), extent_place(p, f, 0)), m));
  g_assert_false(term_eval(extent_between(p, f, extent_place(p, f, 0), extent_place(p, f, 0x40000000)), m));
  model_free(m);
  program_free(p);
}

/* ---- lines and hulls against every single value ---- */

/* The line is complete, in order, and right; what is open is allowed only where `open` is. */
static void check_line(const Cfc *c, const Extent *e, gboolean open) {
  const Term *x = e->inputs->pdata[0];
  guint64 place = 0;
  for (guint i = 0; i < e->line->len; i++) {
    const ExtentInterval *part = &g_array_index(e->line, ExtentInterval, i);
    g_assert_cmpuint(part->low, ==, place);
    g_assert_true(open || part->state != EXTENT_OPEN);
    if (i) g_assert_cmpint(part->state, !=, g_array_index(e->line, ExtentInterval, i - 1).state);
    for (; place <= part->high; place++) {
      Model *m = model_new();
      model_set(m, x, extent_value(c->program, x, place));
      if (part->state != EXTENT_OPEN) g_assert_cmpint(extent_state(c, m), ==, part->state);
      model_free(m);
    }
  }
  g_assert_cmpuint(place, ==, term_mask(x->width) + 1);
}

static void check_hulls(const Cfc *c, const Extent *e) {
  const Term *x = e->inputs->pdata[0];
  for (guint i = 0; i < c->partitions->len; i++) {
    const ExtentHull *h = &g_array_index(e->hulls, ExtentHull, i);
    guint64 first = G_MAXUINT64, last = 0;
    for (guint64 place = 0; place <= term_mask(x->width); place++) {
      Model *m = model_new();
      model_set(m, x, extent_value(c->program, x, place));
      if (term_eval(((const Partition *)c->partitions->pdata[i])->upper, m))
        first = MIN(first, place), last = place;
      model_free(m);
    }
    if (first > last) continue;
    g_assert_cmpuint(h->low, <=, first);
    g_assert_cmpuint(h->high, >=, last);
    g_assert_true(h->tight);
    g_assert_cmpuint(h->low, ==, first);
    g_assert_cmpuint(h->high, ==, last);
  }
}

static void check_one_input(const char *type, guint width, const Term *(*upper)(const Term *),
                            const Term *(*lower)(const Term *)) {
  Program *p = program_new("p.c", 32);
  add_site(p, "x", type, width, 1);
  Cfc *c = cfc_new(p);
  const Term *x = input(p, 0);
  add_partition(c, term_or(upper(x), lower(x)), lower(x));
  Extent *e = extent_new(c, 20);
  g_assert_nonnull(e->line);
  check_line(c, e, FALSE);
  check_hulls(c, e);
  extent_free(e);
  finish(c, p);
}

static const Term *num(const Term *x, gint64 v) { return term_const(x->width, (guint64)v); }
static const Term *plain_upper(const Term *x) { return between(x, (guint64)-300, 4000, TRUE); }
static const Term *plain_lower(const Term *x) {
  return term_or(between(x, 10, 20, TRUE), term_eq(x, num(x, 1234)));
}
static const Term *wrapped(const Term *x) {
  return between(term_binary(TERM_ADD, x, num(x, 77)), 0, 200, FALSE);
}
static const Term *square(const Term *x) {
  return term_binary(TERM_SLE, term_binary(TERM_MUL, x, x), num(x, -30000));
}
static const Term *multiple(const Term *x) {
  return term_binary(TERM_SLE, term_binary(TERM_MUL, x, num(x, 21)), num(x, -30000));
}
static const Term *quotient(const Term *x) {
  return term_eq(term_binary(TERM_SDIV, x, num(x, 600)), num(x, -3));
}
static const Term *never(const Term *x) { return term_bool(FALSE); }

static void test_lines(void) {
  check_one_input("int", 13, plain_upper, plain_lower);
  check_one_input("unsigned short", 13, plain_upper, plain_lower);
  check_one_input("int", 13, wrapped, never);
  check_one_input("unsigned short", 13, wrapped, wrapped);
  check_one_input("int", 13, multiple, never);
  check_one_input("unsigned short", 13, multiple, plain_lower);
  check_one_input("int", 13, quotient, plain_lower);
  check_one_input("int", 8, square, plain_lower);
}

/* Every other value is more than can be listed: then it is open, not wrong. */
static void test_open_line(void) {
  Program *p = program_new("p.c", 32);
  add_site(p, "x", "unsigned short", 14, 1);
  Cfc *c = cfc_new(p);
  const Term *x = input(p, 0),
             *odd = term_eq(term_binary(TERM_AND, term_binary(TERM_MUL, x, x), num(x, 1)), num(x, 1));
  add_partition(c, odd, odd);
  Extent *e = extent_new(c, 5);
  check_line(c, e, TRUE);
  g_assert_cmpuint(e->line->len, <, 4096);
  extent_free(e);
  finish(c, p);
}

/* ---- grids ---- */

static void test_axis(void) {
  const Term *x = term_input((InputKey){0, 1, 0}, 64);
  const Axis axes[] = {
      {x, 0, G_MAXUINT64, 72}, {x, 5, 5, 1}, {x, 100, 171, 72}, {x, 7, 1000, 72}, {x, 3, 5, 2}};
  for (guint i = 0; i < G_N_ELEMENTS(axes); i++) {
    const Axis *a = &axes[i];
    g_assert_cmpuint(axis_edge(a, 0), ==, a->low);
    g_assert_cmpuint(axis_last(a, a->n - 1), ==, a->high);
    for (guint k = 0; k < a->n; k++) {
      g_assert_cmpuint(axis_edge(a, k), <=, axis_last(a, k));
      if (k) g_assert_cmpuint(axis_edge(a, k), ==, axis_last(a, k - 1) + 1);
    }
  }
}

/* Every cell of a map against all of its points. */
static void test_map(void) {
  Program *p = program_new("p.c", 32);
  add_site(p, "x", "int8", 8, 1), add_site(p, "y", "unsigned char", 8, 2);
  Cfc *c = cfc_new(p);
  const Term *x = input(p, 0), *y = input(p, 1);
  const Term *sum = term_binary(TERM_ADD, term_binary(TERM_MUL, x, num(x, 3)), y);
  const Term *upper = term_and(between(x, (guint64)-40, 40, TRUE), between(y, 20, 200, FALSE));
  add_partition(c, upper, term_and(upper, between(sum, 0, 60, FALSE)));
  Extent *e = extent_new(c, 20);
  Grid *g = grid_of_map(c, e, 30, 20, 60);
  g_assert_cmpuint(g->n_open, ==, 0);
  for (guint i = 0; i < g->x.n * g->y.n; i++) {
    guint may = 0, must = 0, all = 0;
    for (guint64 px = axis_edge(&g->x, i % g->x.n); px <= axis_last(&g->x, i % g->x.n); px++)
      for (guint64 py = axis_edge(&g->y, i / g->x.n); py <= axis_last(&g->y, i / g->x.n); py++) {
        Model *m = model_new();
        model_set(m, x, extent_value(p, x, px));
        model_set(m, y, extent_value(p, y, py));
        const int state = extent_state(c, m);
        may += state > 0, must += state == EXTENT_MUST(0), all++;
        model_free(m);
      }
    g_assert_cmpint((g->cells[i] & CELL_SOME_MAY) != 0, ==, may > 0);
    g_assert_cmpint((g->cells[i] & CELL_SOME_MUST) != 0, ==, must > 0);
    g_assert_cmpint((g->cells[i] & CELL_ALL_MUST) != 0, ==, must == all);
  }
  grid_free(g);
  extent_free(e);
  finish(c, p);
}

static void test_plot(void) {
  Program *p = program_new("p.c", 32);
  add_site(p, "x", "int", 32, 1);
  Cfc *c = cfc_new(p);
  const Term *x = input(p, 0);
  add_partition(c, between(x, 0, 20, TRUE), between(x, 5, 9, TRUE));
  Extent *e = extent_new(c, 10);
  g_autofree char *ascii = export_plot(c, e, FALSE, 5), *blocks = export_plot(c, e, TRUE, 5);
  g_assert_nonnull(strstr(ascii, ".-----#####-----------."));
  g_assert_nonnull(strstr(ascii, "x = 5 .. 9 fails\n"));
  g_assert_nonnull(strstr(ascii, "x = 0 .. 4 may fail\n"));
  g_assert_nonnull(strstr(blocks, "·░░░░░█████░░░░░░░░░░░·"));
  for (const char *a = ascii; *a; a++) g_assert_true(*a > 0);
  extent_free(e);
  finish(c, p);
}

/* ---- the page ---- */

typedef struct {
  guint errors, scripts, images, handlers, ids;
  char *data; /* of the JSON block */
  GHashTable *seen;
} Found;

static void note_error(void *data, const xmlError *error) {
  if (error->code == XML_HTML_UNKNOWN_TAG) return; /* the parser is older than HTML 5 */
  g_test_message("line %d: %s", error->line, error->message);
  ((Found *)data)->errors++;
}

static void look(Found *f, xmlNode *node) {
  for (; node; node = node->next) {
    if (node->type != XML_ELEMENT_NODE) continue;
    const gboolean script = xmlStrEqual(node->name, (const xmlChar *)"script");
    f->scripts += script;
    f->images += xmlStrEqual(node->name, (const xmlChar *)"img");
    for (xmlAttr *a = node->properties; a; a = a->next)
      f->handlers += g_str_has_prefix((const char *)a->name, "on");
    g_autofree char *id = (char *)xmlGetProp(node, (const xmlChar *)"id");
    if (id && !g_hash_table_add(f->seen, g_strdup(id))) g_test_message("twice: %s", id), f->ids++;
    if (script && id) f->data = (char *)xmlNodeGetContent(node);
    look(f, node->children);
  }
}

static Found read_page(const char *page) {
  Found f = {.seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
  g_assert_true(g_utf8_validate(page, -1, NULL));
  xmlSetStructuredErrorFunc(&f, (xmlStructuredErrorFunc)(gpointer)note_error);
  htmlDocPtr doc = htmlReadMemory(page, (int)strlen(page), "page", "utf-8", HTML_PARSE_NONET);
  xmlSetStructuredErrorFunc(NULL, NULL);
  g_assert_nonnull(doc);
  look(&f, xmlDocGetRootElement(doc));
  xmlFreeDoc(doc);
  g_hash_table_unref(f.seen);
  return f;
}

static void check_page(const char *page, guint scripts) {
  Found f = read_page(page);
  g_assert_cmpuint(f.errors, ==, 0);
  g_assert_cmpuint(f.scripts, ==, scripts);
  g_assert_cmpuint(f.images, ==, 0);
  g_assert_cmpuint(f.handlers, ==, 0);
  g_assert_cmpuint(f.ids, ==, 0);
  g_assert_null(strstr(page, "http:"));
  g_assert_null(strstr(page, "https:"));
  if (scripts > 1) {
    g_assert_nonnull(f.data);
    g_assert_null(strchr(f.data, '<'));
    g_autoptr(JsonParser) parser = json_parser_new();
    g_assert_true(json_parser_load_from_data(parser, f.data, -1, NULL));
  }
  xmlFree(f.data);
}

/* Everything that comes from outside is hostile: names, types, notes, the text of the program. */
static void test_hostile(void) {
  g_autofree char *folder = g_dir_make_tmp("acf-html-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "a\"><script>alert(3)<.c", NULL);
  g_assert_true(
      g_file_set_contents(path, "int x; " HOSTILE "\n\t<b>\r\n" HOSTILE "\n--><!--\x01\n", -1, NULL));
  Program *p = program_new(path, 64);
  add_site(p, HOSTILE, "int" HOSTILE, 32, 1);
  g_ptr_array_add(p->assumptions, g_strdup(HOSTILE));
  property_free(p->property);
  p->property = property_new(PROPERTY_UNREACH_CALL, HOSTILE, (const char *const[]){HOSTILE, NULL});
  Cfc *c = cfc_new(p);
  Partition *part =
      add_partition(c, between(input(p, 0), 1, 9, TRUE), term_eq(input(p, 0), num(input(p, 0), 3)));
  part->reason = g_strdup(HOSTILE);
  const Failure error = {{"<b>other.h", 7, 1}, FAILURE_ASSERT};
  g_array_append_val(part->errors, error);
  Model *m = model_new();
  model_set(m, input(p, 0), 3);
  g_ptr_array_add(part->examples, m);
  cfc_note(c, "%s", HOSTILE);
  cfc_event(c, PHASE_POSSIBLE, HOSTILE, 0.5, 0.25, g_strdup(HOSTILE));
  const CfcBranch branch = {{g_intern_string(path), 1, 9}, BRANCH_DECIDES, FALSE, 0};
  g_array_append_val(c->branches, branch);
  Extent *e = extent_new(c, 10);
  g_autofree char *page = export_html(c, e, c->program->path);
  check_page(page, 2);
  g_assert_null(strstr(page, "<script>alert"));
  g_assert_null(strstr(page, "<img"));
  g_assert_nonnull(strstr(page, "<mark class=\"decides\">"));
  extent_free(e);
  g_unlink(path);
  g_rmdir(folder);
  finish(c, p);
}

static void test_verdicts(void) {
  Program *p = program_new("no-such-file.c", 32);
  add_site(p, "x", "int", 32, 1);
  const struct {
    const Term *upper, *lower;
    const char *says;
    guint scripts;
  } cases[] = {
      {NULL, NULL, "No input makes <b>no-such-file.c</b> fail.", 1},
      {term_bool(TRUE), term_bool(TRUE), "fails for every input.", 1},
      {term_bool(TRUE), term_bool(FALSE), "It is not known whether", 1},
      {term_eq(input(p, 0), term_const(32, 3)), term_eq(input(p, 0), term_const(32, 3)),
       "fails exactly when <code>x == 3</code>.", 2},
      {between(input(p, 0), 3, 9, TRUE), term_eq(input(p, 0), term_const(32, 3)), "bounded from both sides",
       2},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Cfc *c = cfc_new(p);
    if (cases[i].upper) add_partition(c, cases[i].upper, cases[i].lower);
    Extent *e = extent_new(c, 10);
    g_autofree char *page = export_html(c, e, c->program->path);
    check_page(page, cases[i].scripts);
    g_assert_nonnull(strstr(page, cases[i].says));
    extent_free(e);
    cfc_free(c);
  }
  program_free(p);
}

/* What was counted, or nothing where that is not known. */
static void test_count(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = cfc_new(p);
  g_autoptr(GString) out = g_string_new(NULL);
  html_count(out, c, 0);
  g_assert_cmpstr(out->str, ==, "");
  c->count =
      g_strdup("{\"points\":{\"count\":\"18446744073709551616\",\"exact\":true},\"partitions\":["
               "{\"lower\":{\"count\":\"3\",\"exact\":true},\"upper\":{\"count\":\"70\",\"exact\":true},"
               "\"probability\":[0.25,0.5]},"
               "{\"lower\":{\"count\":null,\"exact\":false},\"upper\":{\"count\":\"7\",\"exact\":true},"
               "\"probability\":[0,1]}],"
               "\"total\":{\"lower\":{\"count\":\"9\",\"exact\":false},\"upper\":{\"count\":\"9\","
               "\"exact\":false},\"probability\":[1e-9,1e-9]}}");
  html_count(out, c, 0);
  g_assert_cmpstr(out->str, ==,
                  "<p class=\"likelihood\">Between 3 and 70 of 1.84&nbsp;×&nbsp;10<sup>19</sup> inputs: "
                  "probability 0.25 to 0.5.</p>\n");
  g_string_truncate(out, 0);
  html_count(out, c, 1);
  g_assert_cmpstr(out->str, ==, "");
  html_count(out, c, 2);
  g_assert_nonnull(strstr(out->str, "about 9 of"));
  g_assert_nonnull(strstr(out->str, "probability about 1&nbsp;×&nbsp;10<sup>-9</sup>."));
  finish(c, p);
}

/* A long program is cut, and the page says so; so is a long line. */
static void test_long_source(void) {
  g_autofree char *folder = g_dir_make_tmp("acf-html-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "long.c", NULL);
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < 3000; i++) g_string_append_c(text, 'x');
  for (guint i = 0; i < 9000; i++) g_string_append(text, "\nint y;");
  g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
  Program *p = program_new(path, 32);
  Cfc *c = cfc_new(p);
  g_autoptr(GString) out = g_string_new(NULL);
  html_source(out, c, c->program->path);
  g_assert_nonnull(strstr(out->str, "Only the first 4000 of 9000 lines are shown."));
  g_assert_nonnull(strstr(out->str, "(line cut)"));
  g_assert_null(strstr(out->str, "L4001"));
  g_unlink(path);
  g_rmdir(folder);
  finish(c, p);
}

static void test_text(void) {
  g_autoptr(GString) out = g_string_new(NULL);
  html_format(out, "<p title=\"%s\">%s</p>", "a\"b'c", "<&>\001\xff\xe2\x80\xae%s");
  g_assert_cmpstr(out->str, ==,
                  "<p title=\"a&quot;b&#39;c\">&lt;&amp;&gt;\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd%s</p>");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/html/places", test_places);
  g_test_add_func("/html/lines", test_lines);
  g_test_add_func("/html/open-line", test_open_line);
  g_test_add_func("/html/axis", test_axis);
  g_test_add_func("/html/map", test_map);
  g_test_add_func("/html/plot", test_plot);
  g_test_add_func("/html/text", test_text);
  g_test_add_func("/html/hostile", test_hostile);
  g_test_add_func("/html/verdicts", test_verdicts);
  g_test_add_func("/html/count", test_count);
  g_test_add_func("/html/long-source", test_long_source);
  const int status = g_test_run();
  xmlCleanupParser();
  term_store_clear();
  return status;
}
