/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random programs: declarations, a few functions, and a main of statements over what is declared. */
#include "generator.h"
#include <stdarg.h>
#include <string.h>
#include "idioms.h"

typedef struct {
  const char *name, *nondet; /* of the C type, and of its input function */
} Type;

static const Type types[] = {{"int", "int"},
                             {"unsigned", "uint"},
                             {"int", "int"},
                             {"unsigned", "uint"},
                             {"short", "short"},
                             {"unsigned short", "ushort"},
                             {"char", "char"},
                             {"unsigned char", "uchar"},
                             {"_Bool", "bool"},
                             {"long", "long"},
                             {"unsigned long", "ulong"},
                             {"long long", "longlong"},
                             {"unsigned long long", "ulonglong"}};

#define MAX_VARIABLES 24

typedef struct {
  GRand *random;
  GString *out;
  guint indent;
  char *variables[MAX_VARIABLES]; /* integers that may be read here; those below n_writable also written */
  guint n_variables, n_writable;
  guint n_loops;        /* counters i0, i1, ... used so far */
  guint loop_depth;     /* of the place being written */
  gboolean in_main;     /* the array a, the struct s and the pointer p are there, and the functions */
  gboolean other_entry; /* the entry function is not main: some of its inputs are parameters */
  guint n_parameters;
  gboolean rich;      /* with wide products and divisions, which are hard */
  gboolean any_order; /* functions change nothing that others see */
  const Idiom *idiom; /* to be used in main; NULL: none, or it was */
  guint n_idioms;
  guint number;     /* $k and */
  const Type *type; /* $s of the idiom */
} Generator;

static guint below(Generator *g, guint n) { return (guint)g_rand_int_range(g->random, 0, (gint32)n); }
static gboolean one_in(Generator *g, guint n) { return below(g, n) == 0; }
static const char *one_of(Generator *g, const char *const *texts, guint n) { return texts[below(g, n)]; }
#define ONE_OF(g, ...)                                                                                       \
  one_of(g, (const char *const[]){__VA_ARGS__}, G_N_ELEMENTS(((const char *const[]){__VA_ARGS__})))

/* ---- text ---- */

static void line(Generator *g, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void line(Generator *g, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_string_append_printf(g->out, "%*s", 2 * (int)g->indent, "");
  g_string_append_vprintf(g->out, format, args);
  g_string_append_c(g->out, '\n');
  va_end(args);
}

static void open_block(Generator *g, char *head) { /* takes head */
  line(g, "%s {", head);
  g_free(head);
  g->indent++;
}

static void close_block(Generator *g) {
  g->indent--;
  line(g, "}");
}

static void declare(Generator *g, char *name) { /* takes name; only while nothing is read-only */
  g_assert(g->n_variables < MAX_VARIABLES);
  g->variables[g->n_variables++] = name;
  g->n_writable = g->n_variables;
}

static void forget(Generator *g, guint n) {
  while (g->n_variables > n) g_free(g->variables[--g->n_variables]);
  g->n_writable = MIN(g->n_writable, n);
}

/* ---- expressions ---- */

static char *expression(Generator *g, guint depth);

static const char *constant(Generator *g) {
  if (one_in(g, 6))
    return ONE_OF(g, "127", "255", "128", "1000", "32767", "65536", "2147483647", "0x80000000u");
  return ONE_OF(g, "0", "1", "2", "3", "4", "5", "7", "8", "10", "13", "16", "100", "-1", "-2", "-7");
}

static char *place(Generator *g) { /* something to read, or to assign to */
  if (g->in_main && one_in(g, 5)) {
    switch (below(g, 5)) {
    case 0:
    case 1: {
      g_autofree char *index = expression(g, 1);
      return one_in(g, 3) ? g_strdup_printf("h[(%s) & 1]", index) : g_strdup_printf("a[(%s) & 3]", index);
    }
    case 2: return g_strdup(ONE_OF(g, "s.x", "s.y", "s.z"));
    case 3: return g_strdup("*p");
    default: return g_strdup_printf("a[%u]", below(g, 4));
    }
  }
  return NULL;
}

static char *leaf(Generator *g) {
  char *read = one_in(g, 3) ? g_strdup(constant(g)) : place(g);
  return read ? read : g_strdup(g->variables[below(g, g->n_variables)]);
}

/* Only leaves are constant: an operation on constants would be done by the compiler.  Takes x. */
static char *not_constant(Generator *g, char *x) {
  if (!g_ascii_isdigit(x[*x == '-'])) return x;
  g_free(x);
  return g_strdup(g->variables[below(g, g->n_variables)]);
}

static char *condition(Generator *g, guint depth) {
  g_autofree char *x = expression(g, depth), *y = NULL;
  x = not_constant(g, x);
  y = one_in(g, 2) ? g_strdup(constant(g)) : expression(g, depth / 2);
  const char *compare = ONE_OF(g, "==", "!=", "<", "<=", ">", ">=");
  if (depth < 2 || !one_in(g, 3)) return g_strdup_printf("%s %s %s", x, compare, y);
  g_autofree char *more = condition(g, 1);
  return g_strdup_printf("(%s %s %s) %s (%s)", x, compare, y, ONE_OF(g, "&&", "||"), more);
}

static char *expression(Generator *g, guint depth) {
  if (depth == 0 || one_in(g, 4)) return leaf(g);
  g_autofree char *x = expression(g, depth - 1), *y = expression(g, depth - 1);
  x = not_constant(g, x);
  switch (below(g, g->rich ? 14 : 11)) {
  case 0: return g_strdup_printf("(%s %s %u)", x, ONE_OF(g, "<<", ">>"), below(g, 8));
  case 1: return g_strdup_printf("(%s %s (%s & 7))", x, ONE_OF(g, "<<", ">>"), y);
  case 2: return g_strdup_printf("(%s)(%s)", types[below(g, G_N_ELEMENTS(types))].name, x);
  case 3: {
    g_autofree char *c = condition(g, depth - 1);
    return g_strdup_printf("(%s ? %s : %s)", c, x, y);
  }
  case 4: return g_strdup_printf("%s(%s)", ONE_OF(g, "-", "~", "!"), x);
  case 5:
    if (g->in_main && one_in(g, 4)) return g_strdup_printf("m(%s)", x);
    if (g->in_main) return g_strdup_printf("f%u(%s, %s)", below(g, 2), x, y);
    return g_strdup_printf("(%s & %s)", x, y);
  case 6: return g_strdup_printf("(%s %s %s)", x, ONE_OF(g, "&", "|", "^"), y);
  case 7: return g_strdup_printf("(%s * %s)", x, constant(g));
  case 11: return g_strdup_printf("(%s %s ((%s & 7) + 1))", x, ONE_OF(g, "/", "%"), y);
  case 12: return g_strdup_printf("(%s %s %s)", x, ONE_OF(g, "/", "%"), y);
  case 13: return g_strdup_printf("(%s * %s)", x, y);
  default: return g_strdup_printf("(%s %s %s)", x, ONE_OF(g, "+", "-"), y);
  }
}

/* ---- statements ---- */

static void statements(Generator *g, guint n, guint depth);

static void assign(Generator *g) {
  g_autofree char *there = place(g), *value = expression(g, 1 + below(g, 2));
  const char *to = there ? there : g->variables[below(g, g->n_writable)];
  if (one_in(g, 5))
    line(g, "%s%s;", there && *there == '*' ? "(*p)" : to, ONE_OF(g, "++", "--"));
  else
    line(g, "%s %s %s;", to, ONE_OF(g, "=", "=", "+=", "-=", "^="), value);
}

static void fail_when(Generator *g) {
  g_autofree char *c = condition(g, 1 + below(g, 2)), *also = condition(g, 1);
  if (one_in(g, 2))
    line(g, "if (%s) reach_error();", c);
  else
    line(g, "if ((%s) && %s) reach_error();", c, also);
}

static void branch(Generator *g, guint depth) {
  g_autofree char *c = condition(g, 1);
  open_block(g, g_strdup_printf("if (%s)", c));
  statements(g, 1 + below(g, 2), depth - 1);
  if (one_in(g, 2)) {
    g->indent--;
    line(g, "} else {");
    g->indent++;
    statements(g, 1, depth - 1);
  }
  close_block(g);
}

static void choose(Generator *g, guint depth) {
  g_autofree char *x = expression(g, 1);
  open_block(g, g_strdup_printf("switch (%s%s)", x, one_in(g, 2) ? " & 3" : ""));
  guint n = 2 + below(g, 2);
  for (guint i = 0; i < n; i++) {
    line(g, "case %u:", i * (1 + below(g, 2)) + 10 * i);
    g->indent++;
    statements(g, 1, depth - 1);
    if (!one_in(g, 4)) line(g, "break;");
    g->indent--;
  }
  line(g, "default:");
  g->indent++;
  statements(g, 1, depth - 1);
  g->indent--;
  close_block(g);
}

/* How many iterations a loop has: a constant, an input of few bits, or (rarely) whatever an expression gives.
 */
static char *bound(Generator *g) {
  g_autofree char *x = expression(g, 1);
  if (one_in(g, 2)) return g_strdup_printf("%u", 1 + below(g, g->loop_depth ? 3 : 6));
  if (one_in(g, 8)) return g_steal_pointer(&x);
  return g_strdup_printf("(%s & %s)", x, g->loop_depth ? "3" : ONE_OF(g, "3", "7", "15"));
}

static void loop(Generator *g, guint depth) {
  g_autofree char *to = bound(g), *end = NULL;
  guint i = g->n_loops++;
  gboolean named = g->n_variables < MAX_VARIABLES;
  switch (below(g, 5)) {
  case 4:
    line(g, "int i%u = 0;", i);
    open_block(g, g_strdup("do"));
    line(g, "i%u++;", i);
    end = g_strdup_printf("} while (i%u < %s);", i, to);
    break;
  case 0:
    line(g, "%s i%u = 0;", ONE_OF(g, "int", "unsigned"), i);
    open_block(g, g_strdup_printf("while (i%u < %s)", i, to));
    line(g, "i%u++;", i);
    break;
  case 1: open_block(g, g_strdup_printf("for (unsigned char i%u = %s; i%u > 0; i%u--)", i, to, i, i)); break;
  default: open_block(g, g_strdup_printf("for (int i%u = 0; i%u < %s; i%u++)", i, i, to, i));
  }
  guint before = g->n_variables;
  if (named) g->variables[g->n_variables++] = g_strdup_printf("i%u", i); /* read-only: the loop shall end */
  g->loop_depth++;
  statements(g, 1 + below(g, 2), depth - 1);
  if (one_in(g, 4)) {
    g_autofree char *c = condition(g, 1);
    line(g, "if (%s) %s;", c, ONE_OF(g, "break", "continue"));
    statements(g, 1, 0);
  }
  g->loop_depth--;
  forget(g, before);
  g->indent--;
  line(g, "%s", end ? end : "}");
}

/* Something with addresses. */
static void indirection(Generator *g) {
  const char *v = g->variables[below(g, g->n_variables)];
  g_autofree char *x = expression(g, 1);
  switch (below(g, 6)) {
  case 0: line(g, "p = %s ? &q : &%s;", v, ONE_OF(g, "a[0]", "a[3]", "s.x", "g0", "h[1]")); break;
  case 1: line(g, "p = a + (%s & 3);", x); break;
  case 2: line(g, "m = %s > %s ? m0 : m1;", v, constant(g)); break;
  case 3: line(g, "{ struct record t = s; t.x += %s; s = t; }", x); break;
  default: line(g, "change(&%s, %s);", ONE_OF(g, "q", "a[1]", "s.x", "g0", "a[2]", "h[0]"), x);
  }
}

/* A way out, or a jump over something or back, so often. */
static void leave(Generator *g, guint depth) {
  g_autofree char *c = condition(g, 1);
  guint label = g->n_loops++;
  switch (below(g, 5)) {
  case 0: line(g, "if (%s) return %u;", c, below(g, 3)); break;
  case 1: line(g, "if (%s) %s;", c, ONE_OF(g, "abort()", "exit(0)", "exit(3)")); break;
  case 2:
    line(g, "int i%u = 0;", label);
    line(g, "back%u:;", label);
    statements(g, 1, 0);
    line(g, "if (i%u++ < %u && %s) goto back%u;", label, 1 + below(g, 4), c, label);
    break;
  default:
    line(g, "if (%s) goto out%u;", c, label);
    open_block(g, g_strdup(""));
    statements(g, 1 + below(g, 2), depth ? depth - 1 : 0);
    close_block(g);
    line(g, "out%u:;", label);
  }
}

static void statements(Generator *g, guint n, guint depth) {
  while (n--) {
    guint what = below(g, 11);
    if (what < 2 && depth && g->loop_depth < 2)
      loop(g, depth);
    else if (what < 4 && depth)
      branch(g, depth);
    else if (what == 4 && depth)
      choose(g, depth);
    else if (what == 5 && g->in_main)
      fail_when(g);
    else if (what <= 7 && what > 5 && g->in_main)
      indirection(g);
    else if (what == 10 && depth)
      leave(g, depth);
    else
      assign(g);
  }
}

/* ---- idioms ---- */

static void expand(Generator *g, GString *out, const char *text, const char *end);

/* $[this|that|...]: one of them.  Returns what is behind it. */
static const char *expand_choice(Generator *g, GString *out, const char *text) {
  const char *starts[16], *ends[16];
  guint n = 0, depth = 0;
  starts[0] = text;
  for (; *text && (depth || *text != ']'); text++) {
    depth += *text == '[';
    depth -= *text == ']';
    if (*text != '|' || depth) continue;
    ends[n++] = text;
    g_assert(n < G_N_ELEMENTS(starts));
    starts[n] = text + 1;
  }
  ends[n++] = text;
  guint chosen = below(g, n);
  expand(g, out, starts[chosen], ends[chosen]);
  return text + 1;
}

static void expand_one(Generator *g, GString *out, char what) {
  g_autofree char *made = NULL;
  switch (what) {
  case 'v': g_string_append(out, g->variables[below(g, g->n_variables)]); break;
  case 'c': g_string_append(out, constant(g)); break;
  case 'k': g_string_append_printf(out, "%u", g->number); break;
  case '#': g_string_append_printf(out, "%u", g->n_idioms); break;
  case 'n': g_string_append_printf(out, "%u", 1 + below(g, 4)); break;
  case 'm': g_string_append(out, ONE_OF(g, "3", "7", "15")); break;
  case '=': g_string_append(out, ONE_OF(g, "==", "!=", "<", "<=", ">", ">=")); break;
  case 't': g->type = &types[below(g, G_N_ELEMENTS(types))]; G_GNUC_FALLTHROUGH;
  case 's': g_string_append(out, g->type->name); break;
  case 'T': g_string_append_printf(out, "__VERIFIER_nondet_%s()", g->type->nondet); break;
  case 'e': g_string_append(out, made = expression(g, 1)); break;
  case '?': g_string_append(out, made = condition(g, 1)); break;
  default: g_assert_not_reached();
  }
}

static void expand(Generator *g, GString *out, const char *text, const char *end) {
  while (text < end) {
    if (*text != '$') {
      g_string_append_c(out, *text++);
    } else if (text[1] == '[') {
      text = expand_choice(g, out, text + 2);
    } else {
      expand_one(g, out, text[1]);
      text += 2;
    }
  }
}

static void write_template(Generator *g, const char *text) {
  g_autoptr(GString) out = g_string_new(NULL);
  expand(g, out, text, text + strlen(text));
  g_auto(GStrv) lines = g_strsplit(out->str, "\n", -1);
  for (guint i = 0; lines[i]; i++) line(g, "%s", lines[i]);
}

static void idiom(Generator *g) {
  if (!g->idiom) return;
  write_template(g, g->idiom->use);
  g->idiom = NULL;
}

static const IdiomTable *choose_table(Generator *g, gboolean open) {
  if (open) return one_in(g, 4) ? &open_library_idioms : &open_idioms;
  return one_in(g, 3) ? &idioms : one_in(g, 3) ? &library_idioms : &memory_idioms;
}

/* What it needs outside of functions; what it does comes later. */
static void choose_idiom(Generator *g, gboolean open) {
  const IdiomTable *table = choose_table(g, open);
  g->idiom = &table->idioms[below(g, table->n)];
  g->number = below(g, 12);
  g->n_idioms++;
  if (g->idiom->before) write_template(g, g->idiom->before);
}

/* ---- the whole ---- */

static void function(Generator *g, guint number) {
  static const char *const names[] = {"int", "unsigned", "short", "long long"};
  open_block(g, g_strdup_printf("static %s f%u(%s x, %s y)", one_of(g, names, 4), number, one_of(g, names, 4),
                                one_of(g, names, 4)));
  declare(g, g_strdup("x"));
  declare(g, g_strdup("y"));
  declare(g, g_strdup("g1"));
  if (g->any_order) g->n_writable--;
  if (number == 0 && one_in(g, 3)) {
    g_autofree char *e = expression(g, 1);
    line(g, "if ((x & 7) == 0) return y;");
    line(g, "return f0((x & 7) - 1, %s);", e);
  } else {
    statements(g, below(g, 2), 1);
    g_autofree char *e = expression(g, 2);
    line(g, "return %s;", e);
  }
  close_block(g);
  forget(g, 0);
}

static void beginning(Generator *g) {
  for (guint i = 0; i < G_N_ELEMENTS(types); i++)
    if (i < 2 || i > 3) line(g, "extern %s __VERIFIER_nondet_%s(void);", types[i].name, types[i].nondet);
  line(g, "extern void __VERIFIER_assume(int);");
  line(g, "extern void reach_error(void), give_up(void);");
  line(g, "extern void abort(void), exit(int);");
  line(g, "struct record { int x; unsigned char y; long long z; };");
  line(g, "int g0 = %s;", constant(g));
  line(g, "%s g1 = %u;", types[below(g, G_N_ELEMENTS(types))].name, below(g, 9));
  line(g, "extern void *malloc(__SIZE_TYPE__);");
  line(g, "static int m0(int x) { return x + g1; }");
  line(g, "static int m1(int x) {");
  line(g, "  if (x == %s) %s;", constant(g), g->any_order ? "return 1" : "reach_error()");
  line(g, "  return -x;");
  line(g, "}");
  line(g, "static void change(int *to, int by) { *to += by; }");
}

/* v0, v1, ...: the last of them may be parameters. */
static void inputs(Generator *g) {
  guint n = 1 + below(g, 4), read = g->other_entry ? n / 2 : n;
  g->n_parameters = n - read;
  g_autoptr(GString) parameters = g_string_new(NULL), reads = g_string_new(NULL);
  for (guint i = 0; i < n; i++) {
    const Type *t = &types[below(g, G_N_ELEMENTS(types))];
    if (i < read)
      g_string_append_printf(reads, "  %s v%u = __VERIFIER_nondet_%s();\n", t->name, i, t->nondet);
    else
      g_string_append_printf(parameters, "%s%s v%u", parameters->len ? ", " : "", t->name, i);
    declare(g, g_strdup_printf("v%u", i));
  }
  open_block(g,
             g->other_entry ? g_strdup_printf("int start(%s)", parameters->str) : g_strdup("int main(void)"));
  g_string_append(g->out, reads->str);
  declare(g, g_strdup("g0"));
  declare(g, g_strdup("g1"));
  g_autofree char *e = expression(g, 1), *first = expression(g, 1);
  line(g, "%s w = %s;", types[below(g, G_N_ELEMENTS(types))].name, e);
  declare(g, g_strdup("w"));
  line(g, "int q = %s, *p = &q, a[4] = {%u, %s};", constant(g), below(g, 9), first);
  line(g, "int (*m)(int) = m0, *h = malloc(2 * sizeof(int));");
  line(g, "h[0] = %s, h[1] = %s;", constant(g), g->variables[below(g, g->n_variables)]);
  line(g, "struct record s = {%u, 2, 3};", below(g, 9));
}

static void main_function(Generator *g) {
  inputs(g);
  g->in_main = TRUE;
  if (one_in(g, 3)) {
    g_autofree char *c = condition(g, 1);
    line(g, "__VERIFIER_assume(%s);", c);
  }
  if (one_in(g, 2)) idiom(g);
  statements(g, 1 + below(g, 3), 2);
  idiom(g);
  fail_when(g);
  line(g, "return 0;");
  close_block(g);
  forget(g, 0);
}

/* In some programs only calls of give_up are failures, and those of reach_error that are left do nothing. */
static gboolean gives_up(guint32 seed) { return seed % 7 == 3; }

gboolean generate_is_open(guint32 seed) { return seed % 11 < 5; }
gboolean generate_has_any_order(guint32 seed) { return seed % 3 == 1 && !gives_up(seed); }

Property *generate_property(guint32 seed) {
  static const char *const other[] = {"give_up", NULL};
  return property_new(PROPERTY_UNREACH_CALL, seed % 5 == 2 ? "start" : NULL, gives_up(seed) ? other : NULL);
}

char *generate_program(guint32 seed) {
  Generator g = {.random = g_rand_new_with_seed(seed),
                 .out = g_string_new(NULL),
                 .other_entry = seed % 5 == 2,
                 .any_order = generate_has_any_order(seed)};
  for (guint i = 0; i < 8; i++) g_rand_int(g.random); /* small seeds start alike */
  g.rich = one_in(&g, 4);
  beginning(&g);
  if (generate_is_open(seed) || !one_in(&g, 3)) choose_idiom(&g, generate_is_open(seed));
  function(&g, 0);
  function(&g, 1);
  main_function(&g);
  if (g.other_entry && seed % 2 == 0) /* then it is also called from elsewhere */
    line(&g, "int main(void) { return start(%.*s); }", 3 * (int)g.n_parameters - 2, "1, 2, 3, 4");
  g_rand_free(g.random);
  if (gives_up(seed)) { /* all but that of m1, the first */
    g_string_replace(g.out, ") reach_error();", ") give_up();", 0);
    g_string_replace(g.out, ") give_up();", ") reach_error();", 1);
  }
  return g_string_free(g.out, FALSE);
}
