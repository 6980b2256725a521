/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as text: what Z3 reads back means the same, and people get what they expect. */
#include <string.h>
#include <glib/gstdio.h>
#include <z3.h>
#include "ir/print.h"

static Program *new_program(void) {
  Program *p = program_new("prog.c", 32);
  static const struct {
    const char *variable, *type;
    guint width, line, column;
    gboolean is_signed, is_float;
    SiteKind kind;
  } sites[] = {
      {"n", "int", 32, 12, 11, TRUE, FALSE, SITE_NONDET},
      {"u", "unsigned int", 32, 13, 11, FALSE, FALSE, SITE_NONDET},
      {"b", "_Bool", 1, 14, 11, FALSE, FALSE, SITE_NONDET},
      {"c", "char", 8, 15, 11, TRUE, FALSE, SITE_NONDET},
      {"x", "float", 32, 16, 11, FALSE, TRUE, SITE_NONDET},
      {"d", "double", 64, 17, 11, FALSE, TRUE, SITE_NONDET},
      {"a", "char[16]", 8, 18, 8, FALSE, FALSE, SITE_UNINITIALISED},
      {"m", "int", 32, 19, 5, TRUE, FALSE, SITE_NONDET},
      {"m", "int", 32, 20, 5, TRUE, FALSE, SITE_NONDET},
      {NULL, "int", 32, 20, 5, TRUE, FALSE, SITE_NONDET},
      {"s", "unsigned char", 8, 21, 5, FALSE, FALSE, SITE_NONDET},
      {"k", "int[4]", 32, 22, 5, TRUE, FALSE, SITE_UNINITIALISED},
  };
  for (guint i = 0; i < G_N_ELEMENTS(sites); i++) {
    InputSite s = {
        .kind = sites[i].kind, .variable = sites[i].variable, .type = sites[i].type, .width = sites[i].width};
    s.function = s.kind == SITE_NONDET ? "__VERIFIER_nondet_int" : NULL;
    s.element_width = s.kind == SITE_NONDET ? 0 : s.width;
    s.is_signed = sites[i].is_signed;
    s.is_float = sites[i].is_float;
    s.loc = (IrLoc){"prog.c", sites[i].line, sites[i].column};
    program_add_site(p, &s);
  }
  return p;
}

static const Term *input(guint site, guint width) { return term_input((InputKey){site, 1, 0}, width); }
static const Term *num(gint64 v) { return term_const(32, (guint64)v); }
static const Term *op2(TermOp op, const Term *a, const Term *b) { return term_binary(op, a, b); }

static void expect_c(const Term *t, const char *expected) {
  Program *p = new_program();
  g_autofree char *text = term_to_c(p, t, 0);
  g_assert_cmpstr(text, ==, expected);
  program_free(p);
}

/* --- names --- */

static void test_names(void) {
  Program *p = new_program();
  static const struct {
    InputKey key;
    guint width;
    const char *symbol, *label, *name;
  } cases[] = {
      {{0, 1, 0}, 32, "n@12:11#1", "n (prog.c:12)", "n"},
      {{0, 2, 0}, 32, "n@12:11#2", "n#2 (prog.c:12)", "n#2"},
      {{6, 1, 8}, 8, "a[8]@18:8#1", "a[8] (prog.c:18)", "a[8]"},
      {{7, 1, 0}, 32, "m@19:5#1", "m (prog.c:19)", "m@19"},
      {{8, 1, 0}, 32, "m@20:5#1", "m (prog.c:20)", "m@20"},
      {{9, 1, 0}, 32, "int@20:5~2#1", "int (prog.c:20)", "int"},
      {{11, 1, 8}, 32, "k[8]@22:5#1", "k[2] (prog.c:22)", "k[2]"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const Term *t = term_input(cases[i].key, cases[i].width);
    g_autofree char *symbol = input_symbol(p, t), *label = input_label(p, t), *name = input_short_name(p, t);
    g_assert_cmpstr(symbol, ==, cases[i].symbol);
    g_assert_cmpstr(label, ==, cases[i].label);
    g_assert_cmpstr(name, ==, cases[i].name);
  }
  program_free(p);
}

static void test_values(void) {
  Program *p = new_program();
  static const struct {
    guint site, width;
    guint64 value;
    const char *text;
  } cases[] = {
      {0, 32, 0xfffffffb, "-5"},  {1, 32, 3000000000u, "3000000000 (0xb2d05e00)"},
      {2, 1, 1, "true"},          {3, 8, 'a', "'a' (97)"},
      {4, 32, 0x3fc00000, "1.5"}, {3, 8, 200, "-56"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = input_value_text(p, input(cases[i].site, cases[i].width), cases[i].value);
    g_assert_cmpstr(text, ==, cases[i].text);
  }
  program_free(p);
}

/* --- C --- */

static void test_c_conditions(void) {
  const Term *n = input(0, 32), *u = input(1, 32), *b = input(2, 1), *c = input(3, 8), *x = input(4, 32);
  expect_c(term_and(op2(TERM_SLE, num(11), n), op2(TERM_SLE, n, num(15))), "n >= 11 && n <= 15");
  expect_c(term_and(op2(TERM_SLE, n, num(15)), op2(TERM_SLE, num(11), n)), "n >= 11 && n <= 15");
  expect_c(term_not(b), "!b");
  expect_c(term_eq(n, num(-5)), "n == -5");
  expect_c(term_not(term_eq(n, num(7))), "n != 7");
  expect_c(op2(TERM_ULT, u, num(10)), op2(TERM_ULT, u, num(10))->op == TERM_ULT ? "u < 10" : "u <= 9");
  expect_c(op2(TERM_SLT, n, u), "n < (int)u");
  expect_c(op2(TERM_ULT, n, u), "(unsigned)n < u");
  expect_c(op2(TERM_SLT, term_sext(c, 32), n), "c < n");
  expect_c(op2(TERM_SLT, term_zext(c, 32), n), "(unsigned char)c < n");
  expect_c(term_eq(op2(TERM_MUL, op2(TERM_ADD, n, input(7, 32)), n), num(6)), "n * (n + m@19) == 6");
  expect_c(op2(TERM_FLT, x, term_const(32, 0x3fc00000)), "x < 1.5f");
  expect_c(term_not(op2(TERM_FLT, x, term_const(32, 0x3fc00000))), "!(x < 1.5f)");
  expect_c(term_eq(x, term_const(32, 0x3fc00000)), "x == 1.5f");
  expect_c(term_not(term_eq(x, num(0))), "bits(x) != 0"); /* -0.0f is another pattern */
  expect_c(term_bool(TRUE), "true");
}

static void test_c_signedness(void) {
  const Term *n = input(0, 32), *u = input(1, 32);
  expect_c(op2(TERM_ULE, n, num(5)), "n >= 0 && n <= 5");
  expect_c(term_and(op2(TERM_SLE, num(3), u), op2(TERM_SLE, u, num(5))), "u >= 3 && u <= 5");
  expect_c(op2(TERM_ULE, num(5), n), "(unsigned)n >= 5");
}

static void test_c_memory(void) {
  const Term *bytes = NULL;
  for (guint i = 0; i < 4; i++) {
    const Term *byte = term_input((InputKey){6, 1, i}, 8);
    bytes = bytes == NULL ? byte : term_concat(byte, bytes);
  }
  expect_c(op2(TERM_SLE, bytes, num(77)), "a[0..3] <= 77");
}

static void test_c_limit(void) {
  Program *p = new_program();
  const Term *t = term_bool(FALSE);
  for (guint i = 1; i < 200; i++) t = term_or(t, term_eq(input(0, 32), num(3 * i)));
  g_autofree char *text = term_to_c(p, t, 50);
  g_assert_cmpuint(strlen(text), <=, 50);
  g_assert_true(g_str_has_suffix(text, " ..."));
  program_free(p);
}

/* 2^200 paths, 600 nodes: text must stay small. */
static const Term *doubling(guint levels) {
  const Term *t = input(0, 32);
  for (guint i = 0; i < levels; i++)
    t = op2(TERM_MUL, op2(TERM_XOR, t, input(1, 32)), op2(TERM_ADD, t, num(i + 3)));
  return term_eq(t, num(1));
}

static void test_shared(void) {
  Program *p = new_program();
  g_autofree char *c = term_to_c(p, doubling(200), 0), *smt2 = term_to_smt2(p, doubling(200));
  g_assert_cmpuint(strlen(c), <, 60000);
  g_assert_nonnull(strstr(c, "\nwhere $1 = "));
  g_assert_cmpuint(strlen(smt2), <, 60000);
  program_free(p);
}

static void test_deep(void) {
  Program *p = new_program();
  const Term *t = input(0, 32);
  for (guint i = 0; i < 200000; i++) t = op2(i % 2 ? TERM_XOR : TERM_MUL, t, input(1, 32));
  g_autofree char *c = term_to_c(p, term_eq(t, num(1)), 100), *smt2 = term_to_smt2(p, term_eq(t, num(1)));
  g_assert_cmpuint(strlen(c), <=, 100);
  g_assert_cmpuint(strlen(smt2), >, 200000);
  program_free(p);
}

/* --- C, compiled --- */

static Model *random_model(GRand *r, const Term *t) {
  static const guint64 special[] = {0, 1, G_MAXUINT64, 0x80000000u, 0x3f800000u, 0x3ff0000000000000u};
  Model *m = model_new();
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *in = inputs->pdata[i];
    const guint64 wild = (guint64)g_rand_int(r) << 32 | g_rand_int(r);
    model_set(m, in, (g_rand_boolean(r) ? wild : special[g_rand_int_range(r, 0, 6)]) & term_mask(in->width));
  }
  return m;
}

/* A random term that is plain C: no odd widths, no notation of ours, nothing C leaves undefined. */
static const Term *random_c(GRand *r, guint width, guint depth) {
  static const TermOp binary[] = {TERM_AND, TERM_OR, TERM_XOR, TERM_ADD, TERM_SUB, TERM_MUL};
  static const TermOp by_constant[] = {TERM_UDIV, TERM_UREM, TERM_SDIV, TERM_SREM,
                                       TERM_SHL,  TERM_LSHR, TERM_ASHR};
  static const TermOp relation[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
  const guint wide = (guint[]){8, 32, 64}[g_rand_int_range(r, 0, 3)];
  const int pick = g_rand_int_range(r, 0, 7);
  if (width == 1) {
    if (depth == 0) return input(2, 1);
    if (pick == 0) return term_not(random_c(r, 1, depth - 1));
    if (pick == 1) return term_and(random_c(r, 1, depth - 1), random_c(r, 1, depth - 1));
    if (pick == 2) return term_or(random_c(r, 1, depth - 1), random_c(r, 1, depth - 1));
    if (pick == 3)
      return op2(g_rand_boolean(r) ? TERM_XOR : TERM_EQ, random_c(r, 1, depth - 1),
                 random_c(r, 1, depth - 1));
    return op2(relation[g_rand_int_range(r, 0, 5)], random_c(r, wide, depth - 1),
               random_c(r, wide, depth - 1));
  }
  if (depth == 0) {
    if (g_rand_int_range(r, 0, 3) == 0)
      return term_const(width,
                        g_rand_boolean(r) ? g_rand_int(r) : (guint64) - (gint64)g_rand_int_range(r, 0, 9));
    if (width == 64) return g_rand_boolean(r) ? term_sext(input(0, 32), 64) : term_zext(input(1, 32), 64);
    return width == 8 ? input(g_rand_boolean(r) ? 3 : 10, 8) : input(g_rand_boolean(r) ? 0 : 1, 32);
  }
  switch (pick) {
  case 0:
    return term_ite(random_c(r, 1, depth - 1), random_c(r, width, depth - 1), random_c(r, width, depth - 1));
  case 1:
    return op2(by_constant[g_rand_int_range(r, 0, 7)], random_c(r, width, depth - 1),
               term_const(width, (guint64)g_rand_int_range(r, 2, 7)));
  case 2:
    return width > 8 ? (g_rand_boolean(r) ? term_sext
                                          : term_zext)(random_c(r, width == 64 ? 32 : 8, depth - 1), width)
                     : term_extract(random_c(r, 32, depth - 1), 0, 8);
  case 3:
    return g_rand_boolean(r) ? term_zext(random_c(r, 1, depth - 1), width)
                             : term_sext(random_c(r, 1, depth - 1), width);
  case 4: return term_not(random_c(r, width, depth - 1));
  default:
    return op2(binary[g_rand_int_range(r, 0, 6)], random_c(r, width, depth - 1),
               random_c(r, width, depth - 1));
  }
}

static gboolean is_plain_c(const char *text) {
  return strpbrk(text, "$[@#") == NULL && strstr(text, "concat") == NULL && strstr(text, "_BitInt") == NULL;
}

/* What the compiler makes of the text is what the term means. */
static void test_c_compiled(void) {
  const char *clang = g_getenv("ACF_CLANG") != NULL ? g_getenv("ACF_CLANG") : "clang-19";
  g_autofree char *found = g_find_program_in_path(clang);
  if (found == NULL) {
    g_test_skip("no clang");
    return;
  }
  Program *p = new_program();
  GRand *r = g_rand_new_with_seed(3);
  g_autoptr(GString) source = g_string_new("#include <stdio.h>\n#include <stdbool.h>\nint n; unsigned u; "
                                           "bool b; signed char c; unsigned char s;\nint bad;\n"
                                           "static void is(int got, int want, const char *text) { if (got != "
                                           "want) bad = 1, puts(text); }\nint main(void) {\n");
  guint used = 0;
  for (guint i = 0; i < 800; i++) {
    const Term *t = random_c(r, 1, 2 + i % 4);
    g_autofree char *text = term_to_c(p, t, 0);
    if (!is_plain_c(text)) continue;
    used++;
    for (guint k = 0; k < 4; k++) {
      Model *m = random_model(r, t);
      guint64 n = 0, u = 0, b = 0, c = 0, s = 0;
      model_lookup(m, input(0, 32), &n), model_lookup(m, input(1, 32), &u), model_lookup(m, input(2, 1), &b);
      model_lookup(m, input(3, 8), &c), model_lookup(m, input(10, 8), &s);
      g_string_append_printf(
          source, "n = (int)%uu; u = %uu; b = %u; c = (signed char)%u; s = %u; is(%s, %u, \"%s\");\n",
          (guint)n, (guint)u, (guint)b, (guint)c, (guint)s, text, (guint)term_eval(t, m), text);
      model_free(m);
    }
  }
  g_string_append(source, "return bad; }\n");
  g_assert_cmpuint(used, >, 500);
  g_autofree char *folder = g_dir_make_tmp("acf-print-XXXXXX", NULL),
                  *file = g_build_filename(folder, "t.c", NULL), *exe = g_build_filename(folder, "t", NULL);
  g_assert_true(g_file_set_contents(file, source->str, -1, NULL));
  const char *compile[] = {clang, "-std=gnu11", "-fwrapv", "-w", "-O0", file, "-o", exe, NULL},
             *run[] = {exe, NULL};
  g_autofree char *out = NULL;
  int status = 0;
  g_assert_true(
      g_spawn_sync(NULL, (char **)compile, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL));
  g_assert_cmpint(status, ==, 0);
  g_assert_true(
      g_spawn_sync(NULL, (char **)run, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, &status, NULL));
  g_assert_cmpstr(out, ==, "");
  g_unlink(file), g_unlink(exe), g_rmdir(folder);
  g_rand_free(r);
  program_free(p);
}

/* --- SMT-LIB, read back --- */

static void ignore_error(Z3_context z3, Z3_error_code code) { (void)z3, (void)code; }

static GString *declarations(const Program *p, const Term *t) {
  GString *out = g_string_new(NULL);
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *in = inputs->pdata[i];
    g_autofree char *symbol = input_symbol(p, in);
    g_string_append_printf(out, "(declare-const |%s| (_ BitVec %u))\n", symbol, in->width);
  }
  return out;
}

/* The value of t (Boolean) by its text under m: 1, 0, or -1 when Z3 leaves it open. */
static int value_of_text(Z3_context z3, const Program *p, const Term *t, const Model *m) {
  g_autoptr(GString) script = declarations(p, t);
  g_autofree char *text = term_to_smt2(p, t);
  g_string_append_printf(script, "(assert %s)\n", text);
  Z3_ast_vector all = Z3_parse_smtlib2_string(z3, script->str, 0, NULL, NULL, 0, NULL, NULL);
  if (Z3_get_error_code(z3) != Z3_OK)
    g_error("Z3 rejects: %s\n%s", Z3_get_error_msg(z3, Z3_get_error_code(z3)), script->str);
  Z3_ast_vector_inc_ref(z3, all);
  Z3_ast formula = Z3_ast_vector_size(z3, all) ? Z3_ast_vector_get(z3, all, 0) : Z3_mk_true(z3);
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *in = inputs->pdata[i];
    guint64 value = 0;
    model_lookup(m, in, &value);
    g_autofree char *symbol = input_symbol(p, in);
    Z3_sort sort = Z3_mk_bv_sort(z3, in->width);
    Z3_ast from = Z3_mk_const(z3, Z3_mk_string_symbol(z3, symbol), sort),
           to = Z3_mk_unsigned_int64(z3, value, sort);
    formula = Z3_substitute(z3, formula, 1, &from, &to);
  }
  const Z3_lbool result = Z3_get_bool_value(z3, Z3_simplify(z3, formula));
  Z3_ast_vector_dec_ref(z3, all);
  return result == Z3_L_TRUE ? 1 : result == Z3_L_FALSE ? 0 : -1;
}

static const Term *random_term(GRand *r, guint width, guint depth, gboolean floats);

static const Term *random_leaf(GRand *r, guint width) {
  static const guint ints[] = {0, 1, 4};
  if (g_rand_int_range(r, 0, 4) == 0)
    return term_const(width, g_rand_int(r) & (g_rand_boolean(r) ? 7 : G_MAXUINT32));
  switch (width) {
  case 1: return input(2, 1);
  case 8: return input(g_rand_boolean(r) ? 3 : 10, 8);
  case 32: return input(ints[g_rand_int_range(r, 0, 3)], 32);
  case 64: return input(5, 64);
  default: return term_extract(input(5, 64), width > 32 ? 0 : 3, width);
  }
}

static const Term *random_bool(GRand *r, guint depth, gboolean floats) {
  static const TermOp relation[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
  static const TermOp float_relation[] = {TERM_FEQ, TERM_FLT, TERM_FLE};
  const guint width = (guint[]){8, 32, 64, 5, 17}[g_rand_int_range(r, 0, 5)];
  const int pick = g_rand_int_range(r, 0, 8);
  if (pick <= 3) {
    const Term *a = random_term(r, 1, depth, floats), *b = random_term(r, 1, depth, floats);
    if (pick == 0) return term_not(a);
    if (pick == 1) return term_and(a, b);
    if (pick == 2) return term_or(a, b);
    return op2(g_rand_boolean(r) ? TERM_XOR : TERM_EQ, a, b);
  }
  if (pick == 4)
    return term_extract(random_term(r, width, depth, floats), (guint)g_rand_int_range(r, 0, (gint)width), 1);
  const gboolean is_float = pick == 5 && floats;
  const Term *a = random_term(r, is_float ? 32 : width, depth, floats);
  const Term *b = random_term(r, is_float ? 32 : width, depth, floats);
  return op2(is_float ? float_relation[g_rand_int_range(r, 0, 3)] : relation[g_rand_int_range(r, 0, 5)], a,
             b);
}

static const Term *random_float(GRand *r, int pick, guint width, guint depth) {
  static const TermOp float_op[] = {TERM_FADD, TERM_FSUB, TERM_FMUL, TERM_FDIV};
  const Term *a = random_term(r, pick == 7 ? 8 : pick == 8 ? 96 - width : width, depth, TRUE);
  if (pick == 7) return term_make(TERM_SITOF, width, 0, &a, 1);
  if (pick == 8) return term_make(TERM_FCVT, width, 0, &a, 1);
  return op2(float_op[g_rand_int_range(r, 0, 4)], a, random_term(r, width, depth, TRUE));
}

/* A random term of the given width over the program's inputs. */
static const Term *random_term(GRand *r, guint width, guint depth, gboolean floats) {
  static const TermOp binary[] = {TERM_AND,  TERM_OR,   TERM_XOR,  TERM_ADD, TERM_SUB,  TERM_MUL, TERM_UDIV,
                                  TERM_UREM, TERM_SDIV, TERM_SREM, TERM_SHL, TERM_LSHR, TERM_ASHR};
  if (depth == 0) return random_leaf(r, width);
  const guint less = depth - 1;
  if (width == 1) return random_bool(r, less, floats);
  const int pick = g_rand_int_range(r, 0, 10);
  if (pick == 1 && width < 64)
    return term_extract(random_term(r, 64, less, floats), (guint)g_rand_int_range(r, 0, (gint)(65 - width)),
                        width);
  if (pick == 2 || pick == 3) {
    const Term *narrow = random_term(r, pick == 2 && width > 5 ? 5 : 1, less, floats);
    return g_rand_boolean(r) ? term_zext(narrow, width) : term_sext(narrow, width);
  }
  if (pick >= 7 && floats && (width == 32 || width == 64)) return random_float(r, pick, width, less);
  const Term *a = random_term(r, width, less, floats), *index = random_term(r, 8, less, floats);
  if (pick == 5) return term_not(a);
  if (pick == 4 && width > 8) return term_concat(random_term(r, width - 8, less, floats), index);
  if (pick == 6)
    return term_select(term_store(term_array(random_leaf(r, width), 8), index, a), random_leaf(r, 8));
  const Term *b = random_term(r, width, less, floats);
  if (pick == 0) return term_ite(random_term(r, 1, less, floats), a, b);
  return op2(binary[g_rand_int_range(r, 0, G_N_ELEMENTS(binary))], a, b);
}

static void round_trip(gboolean floats, guint rounds) {
  Program *p = new_program();
  GRand *r = g_rand_new_with_seed(floats ? 7 : 5);
  Z3_config config = Z3_mk_config();
  Z3_context z3 = Z3_mk_context(config);
  Z3_set_error_handler(z3, ignore_error);
  guint decided = 0, asked = 0;
  for (guint i = 0; i < rounds; i++) {
    const Term *t = random_term(r, 1, 2 + i % 4, floats);
    Model *m = random_model(r, t);
    const int value = value_of_text(z3, p, t, m);
    asked++;
    if (value >= 0) {
      decided++;
      if ((guint64)value != term_eval(t, m)) {
        g_autofree char *text = term_to_smt2(p, t);
        g_error("the text means something else: %s", text);
      }
    }
    model_free(m);
  }
  g_assert_cmpuint(decided, >, asked * 9 / 10);
  Z3_del_context(z3);
  Z3_del_config(config);
  g_rand_free(r);
  program_free(p);
}

static void test_round_trip(void) { round_trip(FALSE, 600); }
static void test_round_trip_floats(void) { round_trip(TRUE, 300); }

static void test_smt2_shapes(void) {
  Program *p = new_program();
  g_autofree char *bit = term_to_smt2(p, input(2, 1)),
                  *pair = term_to_smt2(p, op2(TERM_SLE, input(0, 32), num(15)));
  g_assert_cmpstr(bit, ==, "(= |b@14:11#1| #b1)");
  g_assert_cmpstr(pair, ==, "(bvsle |n@12:11#1| #x0000000f)");
  const Term *sum = op2(TERM_FADD, op2(TERM_FADD, input(4, 32), input(0, 32)), input(4, 32));
  g_autofree char *text = term_to_smt2(p, op2(TERM_FLT, sum, input(4, 32)));
  g_assert_null(strstr(text, "to_ieee_bv")); /* a float stays one */
  program_free(p);
}

static void test_fmod(void) {
  Program *p = new_program();
  const Term *rest = op2(TERM_FREM, input(4, 32), term_const(32, 0x40400000));
  const Term *t = op2(TERM_FLT, rest, term_const(32, 0x3f800000));
  g_assert_false(term_printable(t));
  g_assert_null(term_to_smt2(p, t));
  g_assert_true(term_printable(op2(TERM_FLT, input(4, 32), num(0x3f800000))));
  program_free(p);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/print/names", test_names);
  g_test_add_func("/print/values", test_values);
  g_test_add_func("/print/c/conditions", test_c_conditions);
  g_test_add_func("/print/c/signedness", test_c_signedness);
  g_test_add_func("/print/c/memory", test_c_memory);
  g_test_add_func("/print/c/limit", test_c_limit);
  g_test_add_func("/print/c/compiled", test_c_compiled);
  g_test_add_func("/print/shared", test_shared);
  g_test_add_func("/print/deep", test_deep);
  g_test_add_func("/print/smt2/shapes", test_smt2_shapes);
  g_test_add_func("/print/smt2/round-trip", test_round_trip);
  g_test_add_func("/print/smt2/round-trip-floats", test_round_trip_floats);
  g_test_add_func("/print/smt2/fmod", test_fmod);
  return g_test_run();
}
