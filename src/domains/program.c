/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Violations as C programs against the C interface of the Parma Polyhedra Library.  The statement of a
 * property is the text of properties.def: the program defines its words. */
#include "domains/show.h"
#include "domains/oracle.h"
#include "domains/ppl.h"
#include <string.h>

static const char start[] =
    "#include <gmp.h>\n"
    "#include <ppl_c.h>\n"
    "#include <stdio.h>\n"
    "\n"
    "typedef ppl_@TYPE@_t Element;\n"
    "typedef struct { const char *constant, *k[N]; } Form;\n"
    "typedef struct { Form form; int relation; const char *modulus; } Relation; /* 3: congruence */\n"
    "\n"
    "static ppl_Coefficient_t number(const char *digits) {\n"
    "  ppl_Coefficient_t c;\n"
    "  mpz_t z;\n"
    "  mpz_init_set_str(z, digits, 10);\n"
    "  ppl_new_Coefficient_from_mpz_t(&c, z);\n"
    "  mpz_clear(z);\n"
    "  return c;\n"
    "}\n"
    "static ppl_Linear_Expression_t expression(const Form *f) {\n"
    "  ppl_Linear_Expression_t e;\n"
    "  ppl_new_Linear_Expression_with_dimension(&e, N);\n"
    "  ppl_Linear_Expression_add_to_inhomogeneous(e, number(f->constant));\n"
    "  for (int i = 0; i < N; i++) ppl_Linear_Expression_add_to_coefficient(e, i, number(f->k[i]));\n"
    "  return e;\n"
    "}\n"
    "static Element fresh(int empty) {\n"
    "  Element x;\n"
    "  ppl_new_@SOURCE@_from_space_dimension(&x, N, empty);\n"
    "  return x;\n"
    "}\n"
    "static Element copy(Element x) {\n"
    "  Element z;\n"
    "  ppl_new_@SOURCE@_from_@SOURCE@(&z, x);\n"
    "  return z;\n"
    "}\n"
    "static inline Element join(Element x, Element y) {\n"
    "  Element z = copy(x);\n"
    "  ppl_@TYPE@_upper_bound_assign(z, y);\n"
    "  return z;\n"
    "}\n"
    "static inline Element meet(Element x, Element y) {\n"
    "  Element z = copy(x);\n"
    "  ppl_@TYPE@_intersection_assign(z, y);\n"
    "  return z;\n"
    "}\n"
    "static inline Element cond(Element x, Relation r) {\n"
    "  static const int types[] = {PPL_CONSTRAINT_TYPE_EQUAL, PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL,\n"
    "                              PPL_CONSTRAINT_TYPE_GREATER_THAN};\n"
    "  Element z = copy(x);\n"
    "  ppl_Constraint_t c;\n"
    "  ppl_Congruence_t g;\n"
    "  if (r.relation == 3) {\n"
    "    ppl_new_Congruence(&g, expression(&r.form), number(r.modulus));\n"
    "    ppl_@TYPE@_refine_with_congruence(z, g);\n"
    "  } else {\n"
    "    ppl_new_Constraint(&c, expression(&r.form), types[r.relation]);\n"
    "    ppl_@TYPE@_refine_with_constraint(z, c);\n"
    "  }\n"
    "  return z;\n"
    "}\n"
    "static inline Element widening(Element x, Element y) { /* the library wants x below y */\n"
    "  Element z = join(x, y);\n"
    "  ppl_@TYPE@_@WIDENING@_assign(z, x);\n"
    "  return z;\n"
    "}\n"
    "@NARROWING@"
    "static inline Element assign(Element x, int v, Form e) {\n"
    "  Element z = copy(x);\n"
    "  ppl_@TYPE@_affine_image(z, v, expression(&e), number(\"1\"));\n"
    "  return z;\n"
    "}\n"
    "static inline Element project(Element x, int v) {\n"
    "  Element z = copy(x);\n"
    "  ppl_@TYPE@_unconstrain_space_dimension(z, v);\n"
    "  return z;\n"
    "}\n"
    "static inline Element wrap(Element x, int v, int bits, int is_signed) {\n"
    "  Element z = copy(x);\n"
    "  ppl_dimension_type d = v;\n"
    "  const ppl_const_Constraint_System_t none = NULL;\n"
    "  ppl_@TYPE@_wrap_assign(z, &d, 1, bits, is_signed ? PPL_SIGNED_2_COMPLEMENT : PPL_UNSIGNED,\n"
    "                         PPL_OVERFLOW_WRAPS, &none, 16, 1);\n"
    "  return z;\n"
    "}\n"
    "static inline int leq(Element x, Element y) { return ppl_@TYPE@_contains_@TYPE@(y, x) > 0; }\n"
    "static inline int equal(Element x, Element y) { return ppl_@TYPE@_equals_@TYPE@(x, y) > 0; }\n"
    "static inline int is_bottom(Element x) { return ppl_@TYPE@_is_empty(x) > 0; }\n"
    "static inline int is_top(Element x) { return ppl_@TYPE@_is_universe(x) > 0; }\n"
    "static inline int has(Element x, Form point) { /* the constant is the divisor */\n"
    "  ppl_Generator_t g;\n"
    "  Form form = point;\n"
    "  form.constant = \"0\";\n"
    "  ppl_new_Generator(&g, expression(&form), PPL_GENERATOR_TYPE_POINT, number(point.constant));\n"
    "  return (ppl_@TYPE@_relation_with_Generator(x, g) & PPL_POLY_GEN_RELATION_SUBSUMES) != 0;\n"
    "}\n"
    "static inline void show(const char *name, Element x) {\n"
    "  printf(\"%s: \", name);\n"
    "  ppl_io_print_@TYPE@(x);\n"
    "  printf(\"\\n\");\n"
    "}\n";

static const char narrowing[] =
    "static inline Element narrowing(Element x, Element y) { /* the library wants y below x */\n"
    "  Element z = meet(x, y);\n"
    "  ppl_@TYPE@_CC76_narrowing_assign(z, x);\n"
    "  return z;\n"
    "}\n";

static const char words[] =
    "#define LEQ leq\n#define EQUAL equal\n#define JOIN join\n#define MEET meet\n#define COPY copy\n"
    "#define WIDENING widening\n#define NARROWING narrowing\n#define WIDENING_ORDERED 1\n#define "
    "NARROWING_ORDERED 1\n"
    "#define TRUTH(f, x) f(x)\n#define TOP fresh(0)\n#define BOTTOM fresh(1)\n#define COND cond\n"
    "#define ASSIGN(x) assign(x, V, E)\n#define PROJECT(x) project(x, V)\n#define WRAP(x) wrap(x, V, W, S)\n"
    "#define FROM cond(TOP, C)\n#define HAS(x) has(x, P)\n#define TELLING 1\n#define APART 1\n";

static void replace(GString *text, const char *word, const char *by) { g_string_replace(text, word, by, 0); }

/* ---- data ---- */

static void append_wide(GString *out, AcfWide value) {
  g_autofree char *digits = show_number(value);
  g_string_append_printf(out, "\"%s\"", digits);
}

static void append_form(GString *out, const AcfLinear *e, guint n) {
  g_string_append(out, "(Form){");
  append_wide(out, e->constant);
  g_string_append(out, ", {");
  for (guint i = 0; i < n; i++) {
    if (i) g_string_append(out, ", ");
    append_wide(out, e->k[i]);
  }
  g_string_append(out, "}}");
}

static void append_relation(GString *out, const AcfConstraint *c, guint n) {
  g_string_append(out, "((Relation){");
  append_form(out, &c->form, n);
  g_string_append_printf(out, ", %d, ", c->relation);
  append_wide(out, c->modulus);
  g_string_append(out, "})");
}

static void append_point(GString *out, const AcfPoint *p, guint n) {
  g_string_append(out, "((Form){");
  append_wide(out, p->divisor);
  g_string_append(out, ", {");
  for (guint i = 0; i < n; i++) {
    if (i) g_string_append(out, ", ");
    append_wide(out, p->value[i]);
  }
  g_string_append(out, "}})");
}

/* ---- steps ---- */

static void append_step(GString *out, const Script *s, guint i) {
  const Step *t = script_step(s, i);
  g_string_append_printf(out, "  Element e%u = ", i);
  if (t->kind == STEP_TOP || t->kind == STEP_BOTTOM)
    g_string_append_printf(out, "fresh(%d)", t->kind == STEP_BOTTOM);
  else if (t->kind == STEP_FROM)
    g_string_append(out, t->n_c == 2 ? "cond(cond(fresh(0), " : "cond(fresh(0), ");
  else
    g_string_append_printf(out, "%s(e%u", step_names[t->kind], t->x);
  if (step_takes_y(t->kind)) g_string_append_printf(out, ", e%u", t->y);
  if (step_takes_v(t->kind)) g_string_append_printf(out, ", %u", t->v);
  if (step_takes_x(t->kind) && (t->n_c || t->kind == STEP_ASSIGN)) g_string_append(out, ", ");
  if (t->kind == STEP_ASSIGN) append_form(out, &t->e, s->n);
  for (guint k = 0; k < t->n_c; k++) {
    if (k) g_string_append(out, "), ");
    append_relation(out, &t->c[k], s->n);
  }
  g_string_append(out, t->kind <= STEP_BOTTOM ? ";\n" : ");\n");
}

/* Where the point of a check is when its statement asks for it. */
static AcfPoint final_point(const Script *s) {
  const Check *c = &s->check;
  AcfPoint p = c->p;
  const char *before = properties[property_index(c->property)].precondition_text;
  if (strstr(before, "IMAGE")) oracle_assign(s->domain, s->n, &p, c->v, &c->e);
  if (strstr(before, "WRAPPED_POINT")) oracle_wrap(&p, c->v, c->bits, c->is_signed);
  return p;
}

static void append_definitions(GString *out, const Script *s) {
  const Check *c = &s->check;
  const Arguments *a = &properties[property_index(c->property)].arguments;
  if (a->x) g_string_append_printf(out, "#define X e%u\n", c->x);
  if (a->y) g_string_append_printf(out, "#define Y e%u\n", c->y);
  if (a->z) g_string_append_printf(out, "#define Z e%u\n", c->z);
  if (a->v) g_string_append_printf(out, "#define V %u\n", c->v);
  if (a->bits) g_string_append_printf(out, "#define W %u\n#define S %d\n", c->bits, c->is_signed);
  if (a->e) g_string_append(out, "#define E ");
  if (a->e) append_form(out, &c->e, s->n);
  if (a->e) g_string_append_c(out, '\n');
  if (a->c) g_string_append(out, "#define C ");
  if (a->c) append_relation(out, &c->c, s->n);
  if (a->c) g_string_append_c(out, '\n');
}

static void append_chain(GString *out, const Script *s, gboolean widening) {
  const Check *c = &s->check;
  g_string_append(out, "  Element chain[] = {");
  for (guint i = 0; i < c->n_chain; i++) g_string_append_printf(out, "%se%u", i ? ", " : "", c->chain[i]);
  g_string_append_printf(out,
                         "}, x = chain[0];\n  int holds = 0;\n  for (int i = 0; i < 100 && !holds; i++) {\n"
                         "    Element next = %s(x, chain[1 + i %% %u]);\n    holds = equal(next, x);\n"
                         "    x = next;\n  }\n",
                         widening ? "widening" : "narrowing", c->n_chain - 1);
}

static void append_statement(GString *out, const Script *s) {
  const DomainProperty *p = &properties[property_index(s->check.property)];
  const AcfPoint at = final_point(s);
  if (p->arguments.chain) {
    append_chain(out, s, p->number == 33);
    return;
  }
  append_definitions(out, s);
  if (p->arguments.p) g_string_append(out, "#define P ");
  if (p->arguments.p) append_point(out, &s->check.p, s->n);
  if (p->arguments.p && p->arguments.x)
    g_string_append(
        out, "\n  int inside = HAS(copy(X));\n  printf(\"p in x: %d\\n\", inside);\n#undef P\n#define P ");
  if (p->arguments.p && p->arguments.x) append_point(out, &at, s->n);
  if (p->arguments.p) g_string_append_c(out, '\n');
  if (p->family == FAMILY_ALGEBRA)
    g_string_append_printf(out, "  if (!(%s)) return 2;\n", p->precondition_text);
  g_string_append_printf(out, "  int holds = %s;\n", p->statement_text);
}

char *program_of(const Script *s) {
  const PplData *data = s->domain->data;
  const guint index = property_index(s->check.property);
  if (s->domain->begin != ppl_begin || index == n_properties) return NULL;
  const DomainProperty *p = &properties[index];
  if (p->family == FAMILY_AGAINST || strstr(p->statement_text, "SIDE")) return NULL;
  GString *out = g_string_new(NULL);
  g_string_append_printf(
      out, "/* %s, %s: %s.\n   cc FILE.c -lppl_c -lgmp; exit status 1: violated. */\n#define N %u\n",
      s->domain->library, s->domain->name, p->text, s->n);
  g_string_append(out, start);
  replace(out, "@NARROWING@", s->domain->narrowing ? narrowing : "");
  replace(out, "@TYPE@", data->type);
  replace(out, "@SOURCE@", data->source);
  replace(out, "@WIDENING@", data->widening);
  g_string_append_printf(out, "%s\nint main(void) {\n  ppl_initialize();\n", words);
  if (s->domain->number_bits != 53) g_string_append(out, "  ppl_restore_pre_PPL_rounding();\n");
  for (guint i = 0; i < s->steps->len; i++) append_step(out, s, i);
  append_statement(out, s);
  /* only now: what prints an element may change how the library keeps it */
  for (guint i = 0; i < s->steps->len; i++) g_string_append_printf(out, "  show(\"e%u\", e%u);\n", i, i);
  g_string_append_printf(
      out, "  printf(\"%s: %%s\\n\", holds ? \"holds\" : \"violated\");\n  return !holds;\n}\n", p->text);
  return g_string_free(out, FALSE);
}
