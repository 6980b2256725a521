/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random state machines: state, helper functions that read or keep state, and a main of one or two loops. */
#include "machines.h"
#include <stdarg.h>
#include <string.h>

typedef struct {
  const char *name, *read;
} InputType;

static const InputType types[] = {{"int", "__VERIFIER_nondet_int()"},
                                  {"unsigned char", "__VERIFIER_nondet_uchar()"},
                                  {"_Bool", "__VERIFIER_nondet_bool()"},
                                  {"char", "__VERIFIER_nondet_char()"},
                                  {"short", "__VERIFIER_nondet_short()"},
                                  {"int", "__VERIFIER_nondet_int()"},
                                  {"unsigned", "__VERIFIER_nondet_uint()"},
                                  {"int", "__VERIFIER_nondet_int()"},
                                  {"unsigned short", "__VERIFIER_nondet_ushort()"}};

/* Parts that a program has or has not. */
typedef enum {
  HAS_ARRAY,
  HAS_STRUCT,
  HAS_POINTER,
  HAS_ENUM,
  HAS_LIST,
  HAS_GETTER,
  HAS_STEP,
  HAS_RECURSION,
  HAS_COLLECT,
  HAS_BITS,
  HAS_FLOAT,
  HAS_HANDLER,
  HAS_HISTORY,
  HAS_UNION,
  HAS_LONG,
  N_PARTS
} Part;

typedef struct {
  GRand *random;
  GString *out;
  guint indent;
  gboolean has[N_PARTS];
  gboolean checks;       /* errors at run time are failures */
  guint n_inputs;        /* x0, x1, ... are set here */
  guint loop_depth;      /* of loops of main that are open */
  gboolean may_skip;     /* there is a label `next` behind */
  guint depth;           /* of statements in each other */
  guint n_counters, n_errors;
  gboolean in_main;
} Machine;

static guint below(Machine *m, guint n) { return (guint)g_rand_int_range(m->random, 0, (gint32)n); }
static gboolean one_in(Machine *m, guint n) { return below(m, n) == 0; }
static const char *one_of(Machine *m, const char *const *texts, guint n) { return texts[below(m, n)]; }
#define ONE_OF(m, ...) one_of(m, (const char *const[]){__VA_ARGS__}, G_N_ELEMENTS(((const char *const[]){__VA_ARGS__})))

static void line(Machine *m, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void line(Machine *m, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_string_append_printf(m->out, "%*s", 2 * (int)m->indent, "");
  g_string_append_vprintf(m->out, format, args);
  g_string_append_c(m->out, '\n');
  va_end(args);
}

static void close_block(Machine *m) {
  m->indent--;
  line(m, "}");
}

/* ---- expressions ---- */

static const char *read_call(Machine *m) { return types[below(m, G_N_ELEMENTS(types))].read; }

static int small(Machine *m) { return (int)below(m, 8) - (one_in(m, 4) ? 3 : 0); }

static const char *input(Machine *m) {
  static const char *const names[] = {"x0", "x1", "x2"};
  return m->n_inputs ? names[below(m, m->n_inputs)] : "last";
}

/* Of the rarer parts; NULL: none of them. */
static const char *rare_state(Machine *m) {
  static const struct {
    Part part;
    const char *name;
  } rare[] = {{HAS_BITS, "f.two"},   {HAS_BITS, "f.three"}, {HAS_FLOAT, "d"},     {HAS_HISTORY, "before"},
              {HAS_UNION, "w.c[1]"}, {HAS_UNION, "w.i"},    {HAS_LONG, "wide"}};
  const guint k = below(m, G_N_ELEMENTS(rare));
  return m->has[rare[k].part] ? rare[k].name : NULL;
}

/* What can be assigned to. */
static const char *state(Machine *m) {
  const char *rare = one_in(m, 4) ? rare_state(m) : NULL;
  if (rare && !g_str_equal(rare, "d")) return rare;
  switch (below(m, 12)) {
  case 0: return m->has[HAS_ARRAY] ? ONE_OF(m, "a[0]", "a[1]", "a[s & 3]", "a[n & 3]") : "s";
  case 1: return m->has[HAS_STRUCT] ? ONE_OF(m, "q.x", "q.y", "q.on") : "n";
  case 2: return m->has[HAS_POINTER] ? "*p" : "u";
  case 3: return m->has[HAS_ENUM] ? "m" : "t";
  case 4: return m->n_inputs && m->has[HAS_ARRAY] ? "a[x0 & 3]" : "u";
  case 5: return "on";
  case 6: return "last";
  case 7: return "n";
  case 8: return "t";
  case 9: return "u";
  default: return "s";
  }
}

static char *operand(Machine *m) {
  switch (below(m, 5)) {
  case 0: return g_strdup_printf("%d", small(m));
  case 1:
  case 2: return g_strdup(input(m));
  default: return g_strdup(state(m));
  }
}

static char *sum(Machine *m) {
  g_autofree char *x = operand(m), *y = operand(m);
  switch (below(m, 8)) {
  case 0: return g_strdup_printf("%s + %s", x, y);
  case 1: return g_strdup_printf("%s - %s", x, y);
  case 2: return g_strdup_printf("(%s & %u)", x, 1 + 2 * below(m, 4));
  case 3: return g_strdup_printf("(%s ^ %s)", x, y);
  case 4:
    if (!m->checks) return g_strdup_printf("%s * 2", x);
    return g_strdup_printf("%d %s %s", 1 + small(m), ONE_OF(m, "/", "%"), x);
  default: return g_strdup(x);
  }
}

static char *comparison(Machine *m) {
  g_autofree char *x = sum(m);
  const char *op = ONE_OF(m, "==", "==", "==", "!=", "<", ">", "<=", ">=");
  if (one_in(m, 5)) return g_strdup_printf("%s %s %s", x, op, one_in(m, 2) ? state(m) : input(m));
  return g_strdup_printf("%s %s %d", x, op, small(m));
}

static char *condition(Machine *m) {
  g_autofree char *c = comparison(m), *d = comparison(m);
  const guint kind = below(m, 7);
  if (kind == 0 && m->depth < 2) return g_strdup_printf("%s && %s == %d", c, read_call(m), small(m));
  if (kind == 1) return g_strdup_printf("(%s) || (%s)", c, d);
  return kind < 5 ? g_strdup_printf("(%s) && (%s)", c, d) : g_strdup(c);
}

/* ---- statements ---- */

static void statement(Machine *m);

static void statements(Machine *m, guint n) {
  m->depth++;
  for (guint i = 0; i < n; i++) statement(m);
  m->depth--;
}

static void open_if(Machine *m) {
  g_autofree char *c = condition(m);
  line(m, "if (%s) {", c);
  m->indent++;
}

static void choice(Machine *m) {
  open_if(m);
  statements(m, 1 + below(m, 2));
  if (one_in(m, 3)) {
    m->indent--;
    line(m, "} else {");
    m->indent++;
    statements(m, 1);
  }
  close_block(m);
}

static void switched(Machine *m) {
  const char *over = m->has[HAS_ENUM] && one_in(m, 2) ? "m" : one_in(m, 2) ? "s" : input(m);
  line(m, "switch (%s) {", over);
  for (guint i = 0; i < 2 + below(m, 3); i++) {
    line(m, "case %u:", i);
    m->indent++;
    statements(m, 1);
    if (!one_in(m, 5)) line(m, "break;");
    m->indent--;
  }
  if (one_in(m, 2)) line(m, "default: %s = %d;", state(m), small(m));
  line(m, "}");
}

static void assignment(Machine *m) {
  g_autofree char *value = sum(m);
  switch (below(m, 9)) {
  case 0:
  case 1: line(m, "%s = %d;", state(m), small(m)); break;
  case 2: line(m, "if (n < %u) n++;", 2 + below(m, 5)); break;
  case 3: line(m, "%s++;", ONE_OF(m, "n", "u", "s", "t")); break;
  case 4: line(m, "last = %s;", input(m)); break;
  case 5: line(m, "s = (s + %d) %% %u;", 1 + (int)below(m, 3), 2 + below(m, 4)); break;
  case 6: line(m, "on = !on;"); break;
  case 7: line(m, "%s = %s;", state(m), value); break;
  default: line(m, "%s = (%s) & %u;", state(m), value, 1 + 2 * below(m, 4)); break;
  }
}

static void error(Machine *m) {
  g_autofree char *c = condition(m);
  line(m, "if (%s) reach_error();", c);
  m->n_errors++;
}

static void leave(Machine *m) {
  g_autofree char *c = condition(m);
  const guint kind = below(m, 7);
  if (kind == 0) line(m, "__VERIFIER_assume(%s);", c);
  else if (kind == 1 && !m->checks) line(m, "if (!(%s)) abort();", c);
  else if (kind == 2) line(m, "if (%s) exit(0);", c);
  else if (kind == 3 && m->in_main) line(m, "if (%s) return 0;", c);
  else if (kind == 4 && m->may_skip) line(m, "if (%s) goto next;", c);
  else if (m->loop_depth) line(m, "if (%s) %s;", c, ONE_OF(m, "break", "continue"));
  else assignment(m);
}

/* A loop in a loop that reads, or counts. */
static void inner_loop(Machine *m) {
  const guint kind = below(m, 5);
  const gboolean outer_skip = m->may_skip;
  g_autofree char *c = comparison(m);
  const guint i = m->n_counters++;
  if (kind == 0) line(m, "while (%s %s %d) {", read_call(m), ONE_OF(m, "==", ">", "!="), small(m));
  else if (kind == 1) line(m, "for (int i%u = 0; i%u < %u; i%u++) {", i, i, 1 + below(m, 4), i);
  else if (kind == 2) line(m, "for (int i%u = 0; i%u < (%s & 3); i%u++) {", i, i, input(m), i);
  else if (kind == 3) line(m, "do {");
  else line(m, "while (%s) {", c);
  m->indent++;
  m->loop_depth++;
  if (!one_in(m, 3) || kind == 4) line(m, "%s = %s;", m->n_inputs && one_in(m, 2) ? "x0" : state(m), read_call(m));
  statements(m, 1 + below(m, 2));
  if (kind == 4) line(m, "if (%s == %d) break;", read_call(m), small(m));
  m->loop_depth--;
  m->indent--;
  if (kind == 3) line(m, "} while (%s %s %d);", read_call(m), ONE_OF(m, "==", ">", "!="), small(m));
  else line(m, "}");
  m->may_skip = outer_skip;
}

static void call(Machine *m) {
  if (m->has[HAS_GETTER] && one_in(m, 2)) line(m, "%s = get(%d);", one_in(m, 2) ? "last" : state(m), small(m));
  else if (m->has[HAS_RECURSION] && one_in(m, 2)) line(m, "%s = dig(%u);", state(m), 1 + below(m, 3));
  else if (m->has[HAS_COLLECT] && one_in(m, 2)) line(m, "%s = collect(%s);", state(m), one_in(m, 2) ? input(m) : "1");
  else if (m->has[HAS_STEP]) line(m, "%sstep(%s);", one_in(m, 2) ? "u = " : "", input(m));
  else assignment(m);
}

/* Statements of the rarer parts.  FALSE: the program does not have the one that was drawn. */
static gboolean rare(Machine *m) {
  static const Part parts[] = {HAS_BITS, HAS_FLOAT, HAS_HANDLER, HAS_HISTORY, HAS_UNION, HAS_LONG};
  const Part part = parts[below(m, G_N_ELEMENTS(parts))];
  if (!m->has[part]) return FALSE;
  if (part == HAS_BITS) line(m, "f.%s++;", ONE_OF(m, "two", "three"));
  else if (part == HAS_FLOAT) line(m, "if (%s > %d) d += 0.5f; else if (d > %d) { d = 0; s++; }", input(m), small(m), small(m) / 2);
  else if (part == HAS_HANDLER) line(m, "handler(%s);", input(m));
  else if (part == HAS_HISTORY) line(m, "before = last; last = %s;", input(m));
  else if (part == HAS_UNION) line(m, "w.c[%s & 3] = %d;", one_in(m, 2) ? input(m) : "s", (int)below(m, 3));
  else line(m, "wide = wide * %u + %s;", 2 + below(m, 3), input(m));
  return TRUE;
}

static void memory(Machine *m) {
  if (one_in(m, 2) && rare(m)) return;
  if (m->has[HAS_POINTER] && one_in(m, 2)) line(m, "p = %s ? &s : &n;", ONE_OF(m, "on", "x0 > 2", "s == 1"));
  else if (m->has[HAS_LIST]) line(m, "%s", one_in(m, 2) ? "push(s);" : "pop();");
  else if (m->has[HAS_STRUCT]) line(m, "%s", ONE_OF(m, "old = q;", "q = old;"));
  else if (m->checks) line(m, "t = b[%s];", ONE_OF(m, "s", "n", "x0", "u", "x0 & 7"));
  else assignment(m);
}

static void statement(Machine *m) {
  const gboolean deep = m->depth > 3;
  switch (below(m, 14)) {
  case 0:
  case 1:
  case 2: deep ? assignment(m) : choice(m); break;
  case 3: deep ? error(m) : switched(m); break;
  case 4:
  case 5: error(m); break;
  case 6: leave(m); break;
  case 7: deep || m->loop_depth > 2 || !m->in_main ? assignment(m) : inner_loop(m); break;
  case 8: m->in_main ? call(m) : assignment(m); break;
  case 9: m->in_main ? memory(m) : assignment(m); break;
  default: assignment(m); break;
  }
}

/* ---- functions ---- */

static void prelude(Machine *m) {
  line(m, "extern int __VERIFIER_nondet_int(void);");
  line(m, "extern unsigned __VERIFIER_nondet_uint(void);");
  line(m, "extern unsigned char __VERIFIER_nondet_uchar(void);");
  line(m, "extern _Bool __VERIFIER_nondet_bool(void);");
  line(m, "extern char __VERIFIER_nondet_char(void);");
  line(m, "extern short __VERIFIER_nondet_short(void);");
  line(m, "extern unsigned short __VERIFIER_nondet_ushort(void);");
  line(m, "extern void __VERIFIER_assume(int);");
  line(m, "extern void reach_error(void);");
  line(m, "extern void abort(void);");
  line(m, "extern void exit(int);");
  line(m, "extern void *malloc(__SIZE_TYPE__);");
  line(m, "extern void free(void *);");
  if (m->has[HAS_STRUCT]) line(m, "struct pair { short x; unsigned char y; _Bool on; };");
  if (m->has[HAS_ENUM]) line(m, "enum mode { IDLE, RUN, STOP };");
}

static void declare_state(Machine *m) {
  line(m, "int s = %u;", below(m, 3));
  line(m, "%s n = 0;", m->has[HAS_POINTER] ? "int" : ONE_OF(m, "int", "unsigned", "short"));
  line(m, "unsigned char u = %u;", below(m, 2));
  line(m, "%s t = 0;", ONE_OF(m, "int", "char", "unsigned char"));
  line(m, "_Bool on = %u;", below(m, 2));
  line(m, "%s last = %u;", ONE_OF(m, "int", "short", "unsigned char"), below(m, 3));
  if (m->has[HAS_ARRAY]) line(m, "%s a[4] = {0, %u};", ONE_OF(m, "int", "unsigned char"), below(m, 4));
  if (m->checks) line(m, "int b[%u] = {1, %u};", 3 + below(m, 4), below(m, 4));
  if (m->has[HAS_STRUCT]) line(m, "struct pair q = {1, 2, 0}, old = {0, 0, 1};");
  if (m->has[HAS_POINTER]) line(m, "int *p = &s;");
  if (m->has[HAS_ENUM]) line(m, "enum mode m = IDLE;");
  if (m->has[HAS_BITS]) line(m, "struct { unsigned two : 2; int three : 3; unsigned rest : 27; } f = {0, 0, 0};");
  if (m->has[HAS_FLOAT]) line(m, "%s d = 0;", ONE_OF(m, "float", "double"));
  if (m->has[HAS_HISTORY]) line(m, "%s before = 0;", ONE_OF(m, "int", "unsigned char"));
  if (m->has[HAS_UNION]) line(m, "union { int i; unsigned char c[4]; } w = {0};");
  if (m->has[HAS_LONG]) line(m, "long long wide = 0;");
}

static void list_functions(Machine *m) {
  line(m, "struct node { int v; struct node *next; } *head = 0;");
  line(m, "int length = 0;");
  line(m, "void push(int v) {");
  line(m, "  if (length > 2) return;");
  line(m, "  struct node *e = malloc(sizeof *e);");
  line(m, "  if (!e) return;");
  line(m, "  e->v = v; e->next = head; head = e; length++;");
  line(m, "}");
  line(m, "void pop(void) {");
  line(m, "  struct node *e = head;");
  line(m, "  if (!e) return;");
  line(m, "  last = e->v; head = e->next; %s length--;", one_in(m, 2) ? "free(e);" : "");
  line(m, "}");
}

static void getter(Machine *m) {
  line(m, "int get(int k) {");
  line(m, "  %s r = %s;", types[below(m, G_N_ELEMENTS(types))].name, read_call(m));
  line(m, "  if (r > k) return r & 3;");
  line(m, "  return %s;", one_in(m, 2) ? "s" : read_call(m));
  line(m, "}");
}

static void recursion(Machine *m) {
  line(m, "int dig(int k) {");
  line(m, "  if (k <= 0) return s;");
  line(m, "  if (%s == %d) return k;", read_call(m), small(m));
  line(m, "  return dig(k - 1)%s;", one_in(m, 2) ? " + 1" : "");
  line(m, "}");
}

static void collector(Machine *m) {
  line(m, "int collect(int k) {");
  line(m, "  int r = 0;");
  line(m, "  while (%s %s k) { if (r < %u) r++; }", read_call(m), ONE_OF(m, "==", ">", "!="), 1 + below(m, 4));
  line(m, "  return r;");
  line(m, "}");
}

static void step_function(Machine *m) {
  line(m, "int step(int x0) {");
  m->indent++;
  line(m, "static int calls = 0;");
  line(m, "if (%scalls++ > %u) calls = 0;", one_in(m, 2) ? "x0 && " : "", 1 + below(m, 4));
  m->n_inputs = 1;
  statements(m, 1 + below(m, 2));
  m->n_inputs = 0;
  line(m, "return calls;");
  close_block(m);
}

static void handlers(Machine *m) {
  line(m, "void first(int x);");
  line(m, "void (*handler)(int) = first;");
  line(m, "void second(int x) { if (x == %d) handler = first; if (x == %d%s) reach_error(); }", small(m), small(m),
       one_in(m, 2) ? " && s == 1" : "");
  line(m, "void first(int x) { if (x == %d) handler = second; %s }", small(m), one_in(m, 2) ? "else s = 1;" : "");
}

static void functions(Machine *m) {
  if (m->has[HAS_HANDLER]) handlers(m);
  if (m->has[HAS_LIST]) list_functions(m);
  if (m->has[HAS_GETTER]) getter(m);
  if (m->has[HAS_RECURSION]) recursion(m);
  if (m->has[HAS_COLLECT]) collector(m);
  if (m->has[HAS_STEP]) step_function(m);
}

static void read_inputs(Machine *m, guint n) {
  for (guint i = 0; i < n; i++) {
    const InputType *t = &types[below(m, G_N_ELEMENTS(types))];
    line(m, "%s x%u = %s;", one_in(m, 3) ? "int" : t->name, i, t->read);
  }
  m->n_inputs = n;
}

static void main_loop(Machine *m, guint number) {
  g_autofree char *c = g_strdup_printf("%s != %d", read_call(m), small(m));
  const guint kind = below(m, 6), errors = m->n_errors;
  if (kind < 3) line(m, "while (1) {");
  else if (kind == 3) line(m, "while (%s) {", c);
  else if (kind == 4) line(m, "for (int k%u = 0; k%u < %u; k%u++) {", number, number, 3 + below(m, 4), number);
  else line(m, "do {");
  m->indent++;
  m->loop_depth = 1;
  read_inputs(m, 1 + below(m, 3));
  m->may_skip = number == 0 && one_in(m, 2);
  const gboolean label = m->may_skip;
  if (label) line(m, "{");
  statements(m, 2 + below(m, 4));
  if (m->n_errors == errors) error(m);
  if (label) line(m, "} next: ;");
  m->may_skip = FALSE;
  m->loop_depth = 0;
  m->n_inputs = 0;
  m->indent--;
  if (kind < 5) line(m, "}");
  else line(m, "} while (%s);", c);
}

static void main_function(Machine *m) {
  const gboolean shared = m->has[HAS_GETTER] || m->has[HAS_STEP] || m->has[HAS_RECURSION] || m->has[HAS_LIST] ||
                          m->has[HAS_HANDLER],
                 local = !shared && one_in(m, 2);
  if (!local) declare_state(m);
  functions(m);
  line(m, "int main(void) {");
  m->indent++;
  m->in_main = TRUE;
  if (local) declare_state(m);
  if (one_in(m, 3)) line(m, "%s = %s;", state(m), read_call(m));
  main_loop(m, 0);
  if (one_in(m, 3)) line(m, "%s = %s;", state(m), read_call(m));
  if (one_in(m, 3)) main_loop(m, 1);
  if (one_in(m, 2)) error(m);
  line(m, "return 0;");
  close_block(m);
}

static gboolean has_checks(guint32 seed) { return seed % 6 == 5; }

char *generate_machine(guint32 seed) {
  Machine m = {.random = g_rand_new_with_seed(seed), .out = g_string_new(NULL), .checks = has_checks(seed)};
  for (guint i = 0; i < N_PARTS; i++) m.has[i] = one_in(&m, i == HAS_LIST ? 10 : i > HAS_COLLECT ? 7 : 4);
  prelude(&m);
  main_function(&m);
  g_rand_free(m.random);
  return g_string_free(m.out, FALSE);
}

Property *generate_machine_property(guint32 seed) {
  return property_new(has_checks(seed) ? PROPERTY_RUNTIME_ERRORS : PROPERTY_UNREACH_CALL, NULL, NULL);
}
