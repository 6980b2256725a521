/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GraphML witnesses: what is read of them, and what is said of those that are wrong. */
#include <string.h>
#include "tests/helpers/read-witness.h"

#define HEAD                                                                                                 \
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                                             \
  "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"                                              \
  "<key id=\"originfile\" for=\"edge\" attr.name=\"originFileName\"><default>./a.c</default></key>\n"        \
  "<key id=\"entry\" for=\"node\" attr.name=\"isEntryNode\"><default>false</default></key>\n"                \
  "<key id=\"k7\" for=\"edge\" attr.name=\"startline\"/>\n"
#define GRAPH "<graph edgedefault=\"directed\">\n"
#define ENTRY "<node id=\"A\"><data key=\"entry\">true</data></node>\n"
#define END "</graph></graphml>\n"

static const WitnessNode *node(const Witness *w, guint i) {
  g_assert_cmpuint(i, <, w->nodes->len);
  return (const WitnessNode *)w->nodes->pdata[i];
}

/* ---- what is read ---- */

static void test_violation(void) {
  Witness *w = must_read(
      HEAD GRAPH
      "<data key=\"witness-type\">violation_witness</data><data key=\"producer\">some tool</data>"
      "<data key=\"programfile\">dir/a.c</data><data key=\"programhash\">00ff</data>"
      "<data key=\"architecture\">32bit</data><data key=\"creationtime\">2020-01-01T00:00:00Z</data>" ENTRY
      "<node id=\"B\"/><node id=\"S\"><data key=\"sink\">true</data></node>"
      "<edge source=\"A\" target=\"B\"><data key=\"k7\">5</data><data key=\"endline\">6</data>"
      "<data key=\"startoffset\">70</data><data key=\"endoffset\">88</data>"
      "<data key=\"assumption\"> x == 5; </data><data key=\"assumption.scope\">main</data>"
      "<data key=\"assumption.resultfunction\">f</data><data key=\"enterLoopHead\">true</data></edge>"
      "<edge source=\"B\" target=\"E\"><data key=\"control\">condition-true</data>"
      "<data key=\"sourcecode\">[x &lt; <![CDATA[3 && y]]>]</data><data key=\"originfile\">b.c</data>"
      "<data key=\"enterFunction\">g</data></edge>"
      "<edge source=\"B\" target=\"S\"><data key=\"control\">condition-false</data>"
      "<data key=\"returnFrom\">g</data><data key=\"whatever\">?</data></edge>"
      "<node id=\"E\"><data key=\"violation\">true</data></node>" END);
  g_assert_cmpint(w->kind, ==, WITNESS_VIOLATION);
  g_assert_cmpstr(w->producer, ==, "some tool");
  g_assert_cmpstr(w->program_file, ==, "dir/a.c");
  g_assert_cmpstr(w->program_hash, ==, "00ff");
  g_assert_cmpstr(w->architecture, ==, "32bit");
  g_assert_cmpuint(w->nodes->len, ==, 4);
  g_assert_true(node(w, 0)->entry && !node(w, 1)->entry && node(w, 2)->sink && node(w, 3)->violation);
  g_assert_cmpuint(w->edges->len, ==, 3);
  g_assert_cmpuint(must_have_edge(w, 0)->line, ==, 5);
  g_assert_cmpuint(must_have_edge(w, 0)->end_line, ==, 6);
  g_assert_cmpint(must_have_edge(w, 0)->offset, ==, 70);
  g_assert_cmpint(must_have_edge(w, 0)->end_offset, ==, 88);
  g_assert_cmpstr(must_have_edge(w, 0)->assumption, ==, "x == 5;");
  g_assert_cmpstr(must_have_edge(w, 0)->assumption_scope, ==, "main");
  g_assert_cmpstr(must_have_edge(w, 0)->result_function, ==, "f");
  g_assert_cmpstr(must_have_edge(w, 0)->file, ==, "./a.c");
  g_assert_true(must_have_edge(w, 0)->enter_loop);
  g_assert_cmpint(must_have_edge(w, 0)->control, ==, CONTROL_NONE);
  g_assert_cmpint(must_have_edge(w, 1)->control, ==, CONTROL_TRUE);
  g_assert_cmpstr(must_have_edge(w, 1)->sourcecode, ==, "[x < 3 && y]");
  g_assert_cmpstr(must_have_edge(w, 1)->file, ==, "b.c");
  g_assert_cmpstr(must_have_edge(w, 1)->enter_function, ==, "g");
  g_assert_cmpuint(must_have_edge(w, 1)->to, ==, 3);
  g_assert_cmpint(must_have_edge(w, 1)->offset, ==, -1);
  g_assert_cmpint(must_have_edge(w, 2)->control, ==, CONTROL_FALSE);
  g_assert_cmpstr(must_have_edge(w, 2)->return_from, ==, "g");
  witness_free(w);
}

static void test_old_dialect(void) {
  Witness *w = must_read(
      "<graphml><graph><node id=\"1\"><data key=\"nodetype\">entry</data></node>"
      "<node id=\"2\"><data key=\"nodetype\">violation</data></node><node id=\"3\"><data "
      "key=\"nodetype\">sink</data></node>"
      "<edge source=\"1\" target=\"2\"><data key=\"originline\">9</data><data key=\"negated\">true</data>"
      "<data key=\"tokens\">4,5</data></edge></graph></graphml>");
  g_assert_cmpint(w->kind, ==, WITNESS_VIOLATION);
  g_assert_true(node(w, 0)->entry && node(w, 1)->violation && node(w, 2)->sink);
  g_assert_cmpint(must_have_edge(w, 0)->control, ==, CONTROL_FALSE);
  g_assert_cmpuint(must_have_edge(w, 0)->line, ==, 9);
  g_assert_null(must_have_edge(w, 0)->file);
  witness_free(w);
}

/* A loop's invariant stands where the loop decides, another one where its node is left, or where it is
 * entered. */
static void test_correctness(void) {
  Witness *w = must_read(
      HEAD GRAPH
      "<data key=\"witness-type\">correctness_witness</data>" ENTRY
      "<node id=\"L\"><data key=\"invariant\">(y == x)</data><data key=\"invariant.scope\">main</data></node>"
      "<node id=\"B\"/><node id=\"X\"><data key=\"invariant\">y &gt; 3</data></node>"
      "<edge source=\"A\" target=\"L\"><data key=\"k7\">3</data><data "
      "key=\"enterLoopHead\">true</data></edge>"
      "<edge source=\"L\" target=\"B\"><data key=\"k7\">4</data><data "
      "key=\"control\">condition-true</data></edge>"
      "<edge source=\"L\" target=\"X\"><data key=\"k7\">4</data><data "
      "key=\"control\">condition-false</data></edge>"
      "<edge source=\"B\" target=\"L\"><data key=\"k7\">5</data><data "
      "key=\"enterLoopHead\">true</data></edge>" END);
  g_assert_cmpint(w->kind, ==, WITNESS_CORRECTNESS);
  g_assert_cmpuint(w->invariants->len, ==, 2);
  const WitnessInvariant *loop = (const WitnessInvariant *)w->invariants->pdata[0];
  const WitnessInvariant *exit = (const WitnessInvariant *)w->invariants->pdata[1];
  g_assert_true(loop->loop && !exit->loop);
  g_assert_cmpuint(loop->line, ==, 4);
  g_assert_cmpstr(loop->file, ==, "./a.c");
  g_assert_cmpstr(loop->function, ==, "main");
  g_assert_cmpstr(loop->expression, ==, "(y == x)");
  g_assert_cmpstr(exit->expression, ==, "y > 3");
  g_assert_cmpuint(exit->line, ==, 4);
  witness_free(w);
}

static void test_equal(void) {
  const char *text = HEAD GRAPH ENTRY "<node id=\"B\"/><edge source=\"A\" target=\"B\"/>" END;
  const char *renamed = HEAD GRAPH "<data key=\"creationtime\">now</data>"
                                   "<node id=\"x\"><data key=\"entry\">true</data></node><node id=\"y\"/>"
                                   "<edge source=\"x\" target=\"y\"/>" END;
  const char *other = HEAD GRAPH ENTRY "<node id=\"B\"/><edge source=\"B\" target=\"A\"/>" END;
  Witness *a = must_read(text), *b = must_read(renamed), *c = must_read(other);
  g_assert_true(witness_equal(a, b));
  g_assert_false(witness_equal(a, c));
  witness_free(a);
  witness_free(b);
  witness_free(c);
}

/* ---- what is refused ---- */

typedef struct {
  const char *name, *text, *message; /* the error, from its start */
} Wrong;

static const Wrong wrong[] = {
    {"no-entry", HEAD GRAPH "<node id=\"A\"/>" END, "w:6: no entry node"},
    {"two-entries", HEAD GRAPH ENTRY "<node id=\"B\"><data key=\"entry\">true</data></node>" END,
     "w:6: more than one entry node"},
    {"no-such-node", HEAD GRAPH ENTRY "<edge source=\"A\" target=\"Z\"/>" END,
     "w:8: an edge to 'Z', which is no node"},
    {"no-source", HEAD GRAPH ENTRY "<edge target=\"A\"/>" END, "w:8: an <edge> without source"},
    {"no-id", HEAD GRAPH ENTRY "<node/>" END, "w:8: a <node> without id"},
    {"no-key", HEAD GRAPH ENTRY "<node id=\"B\"><data>1</data></node>" END, "w:8: a <data> without key"},
    {"twice", HEAD GRAPH ENTRY ENTRY END, "w:8: two nodes have the id 'A'"},
    {"no-graph", HEAD "</graphml>", "w:6: there is no <graph>"},
    {"two-graphs", HEAD GRAPH ENTRY "</graph>" GRAPH END, "w:8: more than one <graph>"},
    {"flag", HEAD GRAPH "<node id=\"A\"><data key=\"entry\">maybe</data></node>" END,
     "w:7: entry is neither true nor false: 'maybe'"},
    {"line", HEAD GRAPH ENTRY "<edge source=\"A\" target=\"A\"><data key=\"k7\">x</data></edge>" END,
     "w:8: startline is not a number of a place: 'x'"},
    {"huge-line",
     HEAD GRAPH ENTRY
     "<edge source=\"A\" target=\"A\"><data key=\"k7\">99999999999999999999</data></edge>" END,
     "w:8: startline is not a number of a place"},
    {"control",
     HEAD GRAPH ENTRY "<edge source=\"A\" target=\"A\"><data key=\"control\">yes</data></edge>" END,
     "w:8: control is neither"},
    {"kind", HEAD GRAPH "<data key=\"witness-type\">truth</data>" ENTRY END,
     "w:7: unknown witness-type 'truth'"},
    {"not-graphml", "<html><body/></html>", "w:1: not GraphML: the document is a <html>"},
    {"truncated", HEAD GRAPH ENTRY, "w:7: not XML: it ends too early"},
    {"crossed", HEAD GRAPH "</graphml></graph>", "w:7: not XML: "},
    {"encoding", HEAD GRAPH "<node id=\"\xff\xfe\"/>" END, "w:7: not XML: "},
    {"undefined-entity", HEAD GRAPH "<node id=\"A\"><data key=\"entry\">&b;</data></node>" END,
     "w:7: not XML: "},
    {"bomb",
     "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">"
     "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\">]><graphml>&c;</graphml>",
     "w:1: a witness has no document type"},
    {"external", "<!DOCTYPE graphml SYSTEM \"http://localhost:1/x.dtd\"><graphml/>",
     "w:1: a witness has no document type"},
    {"file", "<!DOCTYPE x [<!ENTITY f SYSTEM \"file:///etc/hostname\">]><graphml>&f;</graphml>",
     "w:1: a witness has no document type"},
    {"nothing", "   ", "w:1: not XML: "},
};

static void test_wrong(gconstpointer data) {
  const Wrong *w = (const Wrong *)data;
  g_autoptr(GError) error = NULL;
  g_assert_null(graphml_read("w", w->text, strlen(w->text), &error));
  g_assert_error(error, ACF_WITNESS_ERROR, WITNESS_ERROR_MALFORMED);
  if (!g_str_has_prefix(error->message, w->message)) g_error("%s, not %s", error->message, w->message);
  g_assert_null(strchr(error->message, '\n'));
}

/* Every beginning of a witness is refused, with one message. */
static void test_beginnings(void) {
  const char *text = HEAD GRAPH ENTRY "<node id=\"B\"/><edge source=\"A\" target=\"B\"/>" END;
  for (gsize n = 0; n + 2 < strlen(text); n++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(graphml_read("w", text, n, &error));
    g_assert_nonnull(error);
  }
}

static void test_deep(void) {
  g_autoptr(GString) s = g_string_new(HEAD GRAPH ENTRY);
  for (guint i = 0; i < 100000; i++) g_string_append(s, "<node id='x'>");
  g_autoptr(GError) error = NULL;
  g_assert_null(graphml_read("w", s->str, s->len, &error));
  g_assert_cmpstr(error->message, ==, "w:8: elements are nested deeper than 32");
}

/* A default that is repeated for each edge does not grow without bound. */
static void test_many_defaults(void) {
  g_autoptr(GString) s = g_string_new("<graphml><key id='originfile'><default>");
  for (guint i = 0; i < 100000; i++) g_string_append_c(s, 'a');
  g_string_append(s, "</default></key><graph><node id='A'><data key='entry'>true</data></node>");
  for (guint i = 0; i < 10000; i++) g_string_append(s, "<edge source='A' target='A'/>");
  g_string_append(s, END);
  g_autoptr(GError) error = NULL;
  g_assert_null(graphml_read("w", s->str, s->len, &error));
  g_assert_error(error, ACF_WITNESS_ERROR, WITNESS_ERROR_TOO_LARGE);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/graphml/violation", test_violation);
  g_test_add_func("/graphml/old-dialect", test_old_dialect);
  g_test_add_func("/graphml/correctness", test_correctness);
  g_test_add_func("/graphml/equal", test_equal);
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autofree char *path = g_strconcat("/graphml/wrong/", wrong[i].name, NULL);
    g_test_add_data_func(path, &wrong[i], test_wrong);
  }
  g_test_add_func("/graphml/beginnings", test_beginnings);
  g_test_add_func("/graphml/deep", test_deep);
  g_test_add_func("/graphml/many-defaults", test_many_defaults);
  return g_test_run();
}
