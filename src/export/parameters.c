/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs as parameters. */
#include "export/parameters.h"
#include <string.h>
#include "cfc/claims.h"
#include "formula/print-exec-c.h"
#include "ir/print.h"

/* Of C, C++ and ACSL, and what compilers define on their own. */
static const char *const reserved[] = {"alignas",       "alignof",   "and",          "and_eq",
                                       "asm",           "assert",    "assigns",      "auto",
                                       "axiom",         "axiomatic", "behavior",     "bitand",
                                       "bitor",         "bool",      "boolean",      "break",
                                       "breaks",        "case",      "catch",        "char",
                                       "check",         "class",     "compl",        "complete",
                                       "const",         "constexpr", "continue",     "continues",
                                       "decltype",      "decreases", "default",      "delete",
                                       "disjoint",      "do",        "double",       "dynamic_cast",
                                       "else",          "ensures",   "enum",         "explicit",
                                       "export",        "extern",    "false",        "float",
                                       "for",           "friend",    "ghost",        "global",
                                       "goto",          "i386",      "if",           "include",
                                       "inductive",     "inline",    "int",          "integer",
                                       "invariant",     "label",     "lemma",        "let",
                                       "linux",         "logic",     "long",         "loop",
                                       "model",         "module",    "mutable",      "namespace",
                                       "new",           "noexcept",  "not",          "not_eq",
                                       "nullptr",       "operator",  "or",           "or_eq",
                                       "predicate",     "private",   "protected",    "public",
                                       "reads",         "real",      "register",     "requires",
                                       "restrict",      "return",    "returns",      "short",
                                       "signed",        "sizeof",    "static",       "static_assert",
                                       "strong",        "struct",    "switch",       "template",
                                       "terminates",    "this",      "thread_local", "throw",
                                       "true",          "try",       "type",         "typedef",
                                       "typeid",        "typename",  "typeof",       "union",
                                       "unix",          "unsigned",  "using",        "variant",
                                       "virtual",       "void",      "volatile",     "wchar_t",
                                       "while",         "writes",    "xor",          "xor_eq",
                                       "admit",         "allocates", "assumes",      "exits",
                                       "frees",         "co_await",  "slice",        "impact",
                                       "calls",         "import",    "concept",      "char16_t",
                                       "char32_t",      "char8_t",   "co_return",    "co_yield",
                                       "consteval",     "constinit", "const_cast",   "static_cast",
                                       "typeof_unqual", "from",      "set",          "errno",
                                       "stdin",         "stdout",    "stderr",       "reinterpret_cast"};

static gboolean is_reserved(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(reserved); i++)
    if (g_str_equal(name, reserved[i])) return TRUE;
  return FALSE;
}

/* Appends the name as a part of an identifier, "a[2]@12#3" as a_2_12_3: no two underscores in a row, which
 * C++ keeps for itself. */
static void append_plain(GString *out, const char *name) {
  const gsize start = out->len;
  for (const char *c = name; *c; c++) {
    if (g_ascii_isalnum(*c))
      g_string_append_c(out, *c);
    else if (out->len > start && out->str[out->len - 1] != '_' && c[1])
      g_string_append_c(out, '_');
  }
  if (out->len > start && out->str[out->len - 1] == '_') g_string_truncate(out, out->len - 1);
}

char *export_prefix(const Cfc *c) {
  enum { MAX_LENGTH = 60 };
  g_autofree char *file = g_path_get_basename(c->program->path);
  char *dot = strrchr(file, '.');
  if (dot && dot != file) *dot = '\0';
  GString *out = g_string_new("acf_");
  append_plain(out, file);
  if (out->len == strlen("acf_")) g_string_append(out, "program");
  if (out->len > MAX_LENGTH) { /* names that differ only later stay apart */
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, file, -1);
    g_string_truncate(out, MAX_LENGTH);
    if (out->str[out->len - 1] != '_') g_string_append_c(out, '_');
    g_string_append_len(out, sum, 8);
  }
  return g_string_free(out, FALSE);
}

char *predicate_name(const Cfc *c, gboolean upper) {
  g_autofree char *prefix = export_prefix(c);
  return g_strconcat(prefix, upper ? "_may_fail" : "_must_fail", NULL);
}

char *include_guard_name(const Cfc *c, const char *text) {
  g_autofree char *prefix = export_prefix(c),
                  *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
  sum[16] = '\0';
  g_autofree char *name = g_strdup_printf("%s_%s_h", prefix, sum);
  return g_ascii_strup(name, -1);
}

char *comment_safe(const char *text) {
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  GString *out = g_string_new(NULL);
  for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
    const gunichar c = g_utf8_get_char(at);
    g_string_append_unichar(out, !g_unichar_isprint(c) || c == '\\' ? ' ' : c);
  }
  for (char *end; (end = strstr(out->str, "*/")) || (end = strstr(out->str, "/*"));) *end = ' ';
  return g_string_free(out, FALSE);
}

static char *identifier(const char *name) {
  GString *out = g_string_new(NULL);
  append_plain(out, name);
  const gboolean odd = out->len == 0 || !g_ascii_isalpha(out->str[0]) || g_str_has_prefix(out->str, "acf");
  if (odd) g_string_prepend(out, "in_");
  if (is_reserved(out->str)) g_string_append(out, "_in");
  return g_string_free(out, FALSE);
}

static char *unique(GHashTable *taken, const char *name) {
  for (guint n = 1;; n++) {
    g_autofree char *candidate = n == 1 ? g_strdup(name) : g_strdup_printf("%s_v%u", name, n);
    if (!g_hash_table_contains(taken, candidate)) return g_steal_pointer(&candidate);
  }
}

Parameters *parameters_of(const Cfc *c, const GPtrArray *inputs) {
  Parameters *p = g_new0(Parameters, 1);
  p->cfc = c;
  p->inputs = g_ptr_array_new();
  p->names = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = inputs->pdata[i];
    g_autofree char *name = input_short_name(c->program, input), *plain = identifier(name);
    char *own = unique(taken, plain);
    g_hash_table_add(taken, own);
    g_hash_table_insert(p->names, (gpointer)input, own);
    g_ptr_array_add(p->inputs, (gpointer)input);
  }
  return p;
}

Parameters *parameters_new(const Cfc *c) {
  ClaimInputs *all = claim_inputs_new(c);
  g_autoptr(GPtrArray) mattering = g_ptr_array_new();
  for (guint i = 0; i < all->all->len; i++)
    if (claim_input_matters(all, all->all->pdata[i])) g_ptr_array_add(mattering, all->all->pdata[i]);
  claim_inputs_free(all);
  return parameters_of(c, mattering);
}

void parameters_free(Parameters *p) {
  g_ptr_array_unref(p->inputs);
  g_hash_table_unref(p->names);
  g_free(p);
}

const char *parameter_name(const Parameters *p, const Term *input) {
  return g_hash_table_lookup(p->names, input);
}

static const InputSite *site_of(const Parameters *p, const Term *input) {
  return program_site(p->cfc->program, input_key_unpack(input->param).site);
}

gboolean parameter_is_float(const Parameters *p, const Term *input) {
  return site_of(p, input)->is_float && (input->width == 32 || input->width == 64);
}

/* A width that no C type has is held by a wider one, as unsigned. */
gboolean parameter_is_signed(const Parameters *p, const Term *input) {
  const InputSite *s = site_of(p, input);
  const guint w = input->width;
  const gboolean pointer = s->type && strchr(s->type, '*');
  return s->is_signed && !s->is_float && !pointer && (w == 8 || w == 16 || w == 32 || w == 64);
}

const char *parameter_type(const Parameters *p, const Term *input) {
  const gboolean is_signed = parameter_is_signed(p, input);
  const guint w = input->width;
  if (parameter_is_float(p, input)) return w == 32 ? "float" : "double";
  if (w == 1) return "bool";
  if (w <= 8) return is_signed ? "signed char" : "unsigned char";
  if (w <= 16) return is_signed ? "short" : "unsigned short";
  if (w <= 32) return is_signed ? "int" : "unsigned int";
  return is_signed ? "long long" : "unsigned long long";
}

static char *list(const Parameters *p, gboolean types) {
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < p->inputs->len; i++) {
    const Term *input = p->inputs->pdata[i];
    if (i > 0) g_string_append(out, ", ");
    if (types) g_string_append_printf(out, "%s ", parameter_type(p, input));
    g_string_append(out, parameter_name(p, input));
  }
  if (types && p->inputs->len == 0) g_string_append(out, "void");
  return g_string_free(out, FALSE);
}

char *parameters_list(const Parameters *p) { return list(p, TRUE); }
char *parameters_names(const Parameters *p) { return list(p, FALSE); }

const Term *parameters_bound(const Parameters *p, gboolean upper, BoundAccepted accepted,
                             gboolean *weakened) {
  const GPtrArray *partitions = p->cfc->partitions;
  g_autoptr(GPtrArray) bounds = g_ptr_array_new();
  for (guint i = 0; i < partitions->len; i++) {
    const Term *bound = upper ? claim_upper(partitions->pdata[i]) : claim_lower(partitions->pdata[i]);
    const gboolean good = accepted(p, bound);
    if (!good && weakened) *weakened = TRUE;
    g_ptr_array_add(bounds, (gpointer)(good ? bound : term_bool(upper)));
  }
  return term_or_n((const Term *const *)bounds->pdata, bounds->len);
}

/* --- as C that is executed --- */

static ExecLeaf leaf(gpointer data, const Term *input) {
  const Parameters *p = data;
  return (ExecLeaf){g_strdup(parameter_name(p, input)), parameter_is_signed(p, input),
                    parameter_is_float(p, input)};
}

gboolean executable_accepted(const Parameters *p, const Term *bound) {
  g_autoptr(GString) out = g_string_new(NULL);
  return term_to_exec_c(bound, "", "acf_", leaf, (gpointer)p, out, NULL);
}

void append_executable(const Parameters *p, const Term *bound, const char *name, GString *out) {
  g_autofree char *parameters = parameters_list(p), *prefix = g_strconcat(name, "_", NULL);
  g_autofree char *head = g_strdup_printf("static inline int %s(%s)", name, parameters);
  g_autoptr(GString) text = g_string_new(NULL);
  const gboolean written = term_to_exec_c(bound, head, prefix, leaf, (gpointer)p, text, NULL);
  g_assert(written); /* its parts were accepted */
  g_autoptr(GPtrArray) mentioned = term_inputs(bound);
  g_autoptr(GString) unused = g_string_new(NULL);
  for (guint i = 0; i < p->inputs->len; i++)
    if (!g_ptr_array_find(mentioned, p->inputs->pdata[i], NULL))
      g_string_append_printf(unused, "  (void)%s;\n", parameter_name(p, p->inputs->pdata[i]));
  const char *body = strstr(text->str, head) + strlen(head) + strlen(" {\n");
  g_string_append_len(out, text->str, body - text->str);
  g_string_append_printf(out, "%s%s", unused->str, body);
}
