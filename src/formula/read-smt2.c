/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SMT-LIB 2 to terms: a stack of lists whose members are being evaluated, and one of values. */
#include <string.h>
#include "formula/read-ops.h"
#include "formula/read-smt2.h"

/* A let-bound name hides an earlier meaning until its body ends. */
typedef struct {
  const char *name;
  Smt2Value value;
  guint hidden; /* what it was before: an index + 1, 0: nothing */
} Binding;

typedef struct {
  guint node;
  guint child;      /* the member to evaluate next; 0: all are */
  guint base;       /* its values start here */
  guint binding;    /* let: the binding whose value is next; 0: its body */
  guint n_bindings; /* let: how many are in force */
  gboolean is_let;
} Frame;

typedef struct {
  const SExpr *s;
  Smt2Lookup lookup;
  gpointer data;
  GArray *frames, *values, *bindings; /* Frame, Smt2Value, Binding */
  GHashTable *scope;                  /* name -> index + 1 into bindings */
  GHashTable *defined;                /* name -> Term*, by define-fun; may be NULL */
} Reader;

static guint bound(const Reader *r, const char *name) {
  return GPOINTER_TO_UINT(g_hash_table_lookup(r->scope, name));
}

static void bind(Reader *r, const char *name, Smt2Value value) {
  const Binding b = {name, value, bound(r, name)};
  g_array_append_val(r->bindings, b);
  g_hash_table_insert(r->scope, (gpointer)name, GUINT_TO_POINTER(r->bindings->len));
}

static void unbind(Reader *r) {
  const Binding b = g_array_index(r->bindings, Binding, r->bindings->len - 1);
  g_array_set_size(r->bindings, r->bindings->len - 1);
  if (b.hidden)
    g_hash_table_insert(r->scope, (gpointer)b.name, GUINT_TO_POINTER(b.hidden));
  else
    g_hash_table_remove(r->scope, b.name);
}

static gboolean read_atom(Reader *r, const SNode *n, Smt2Value *value, GError **error) {
  const guint place = bound(r, n->atom);
  if (place) {
    *value = g_array_index(r->bindings, Binding, place - 1).value;
    return TRUE;
  }
  if (smt2_read_constant(n->atom, value)) return TRUE;
  const Term *t = r->lookup(n->atom, r->data);
  *value = (Smt2Value){t, SMT2_BITS, 0};
  if (!t && r->defined && (t = g_hash_table_lookup(r->defined, n->atom)))
    *value = (Smt2Value){t, SMT2_BOOL, 0};
  if (!t) smt2_error(error, n->at, "'%.80s' is not a declared input", n->atom);
  return t != NULL;
}

/* The members of a list that are to be evaluated start here: after the operator. */
static gboolean open_frame(Reader *r, guint node, GError **error) {
  const SNode *n = sexpr_node(r->s, node);
  Frame f = {.node = node, .base = r->values->len};
  const guint head = n->first;
  if (!head) {
    smt2_error(error, n->at, "an empty list is no term");
    return FALSE;
  }
  f.child = sexpr_node(r->s, head)->next;
  if (sexpr_is_atom(r->s, head, "let")) {
    if (n->n != 3 || sexpr_node(r->s, f.child)->atom || !sexpr_node(r->s, f.child)->n) {
      smt2_error(error, n->at, "let needs a list of bindings and a body");
      return FALSE;
    }
    f.is_let = TRUE;
    f.binding = sexpr_node(r->s, f.child)->first;
    f.n_bindings = sexpr_node(r->s, f.child)->n;
    f.child = sexpr_node(r->s, f.child)->next;
  }
  g_array_append_val(r->frames, f);
  return TRUE;
}

static gboolean visit(Reader *r, guint node, GError **error) {
  const SNode *n = sexpr_node(r->s, node);
  Smt2Value value;
  if (!n->atom) {
    guint bits;
    if (!smt2_read_indexed_constant(r->s, node, &value, &bits)) return open_frame(r, node, error);
  } else if (!read_atom(r, n, &value, error)) {
    return FALSE;
  }
  g_array_append_val(r->values, value);
  return TRUE;
}

/* The values of the bindings are known: they hold in the body. */
static void enter_body(Reader *r, const Frame *f) {
  guint b = sexpr_node(r->s, sexpr_member(r->s, f->node, 1))->first;
  for (guint i = 0; i < f->n_bindings; i++, b = sexpr_node(r->s, b)->next)
    bind(r, sexpr_node(r->s, sexpr_node(r->s, b)->first)->atom,
         g_array_index(r->values, Smt2Value, f->base + i));
  g_array_set_size(r->values, f->base);
}

static gboolean step_let(Reader *r, Frame *f, GError **error) {
  if (f->binding) {
    const SNode *b = sexpr_node(r->s, f->binding);
    const guint name = b->atom ? 0 : b->first;
    if (b->n != 2 || !name || !sexpr_node(r->s, name)->atom) {
      smt2_error(error, b->at, "a binding is (name term)");
      return FALSE;
    }
    f->binding = b->next;
    return visit(r, sexpr_node(r->s, name)->next, error);
  }
  if (f->child) {
    const guint body = f->child;
    f->child = 0;
    enter_body(r, f);
    return visit(r, body, error);
  }
  for (guint i = 0; i < f->n_bindings; i++) unbind(r);
  g_array_set_size(r->frames, r->frames->len - 1);
  return TRUE;
}

static gboolean step(Reader *r, GError **error) {
  Frame *f = &g_array_index(r->frames, Frame, r->frames->len - 1);
  if (f->is_let) return step_let(r, f, error);
  if (f->child) {
    const guint child = f->child;
    f->child = sexpr_node(r->s, child)->next;
    return visit(r, child, error);
  }
  Smt2Value value;
  const Smt2Value *args = (const Smt2Value *)(void *)r->values->data + f->base;
  if (!smt2_apply(r->s, f->node, args, r->values->len - f->base, &value, error)) return FALSE;
  g_array_set_size(r->values, f->base);
  g_array_append_val(r->values, value);
  g_array_set_size(r->frames, r->frames->len - 1);
  return TRUE;
}

static const Term *read_node(Reader *r, guint node, GError **error) {
  gboolean good = visit(r, node, error);
  while (good && r->frames->len > 0) good = step(r, error);
  if (!good) return NULL;
  const Smt2Value value = g_array_index(r->values, Smt2Value, 0);
  g_array_set_size(r->values, 0);
  if (value.kind == SMT2_BOOL) return value.term;
  smt2_error(error, sexpr_node(r->s, node)->at, "the formula is not of sort Bool");
  return NULL;
}

static void reader_init(Reader *r, const SExpr *s, Smt2Lookup lookup, gpointer data) {
  *r = (Reader){.s = s, .lookup = lookup, .data = data};
  r->frames = g_array_new(FALSE, FALSE, sizeof(Frame));
  r->values = g_array_new(FALSE, FALSE, sizeof(Smt2Value));
  r->bindings = g_array_new(FALSE, FALSE, sizeof(Binding));
  r->scope = g_hash_table_new(g_str_hash, g_str_equal);
}

static void reader_clear(Reader *r) {
  g_array_unref(r->frames);
  g_array_unref(r->values);
  g_array_unref(r->bindings);
  g_hash_table_unref(r->scope);
}

const Term *smt2_read_formula(const char *text, Smt2Lookup lookup, gpointer data, GError **error) {
  g_autoptr(SExpr) s = sexpr_parse(text, error);
  if (!s) return NULL;
  if (sexpr_node(s, 0)->n != 1) {
    smt2_error(error, 1, "one formula is expected, there are %u", sexpr_node(s, 0)->n);
    return NULL;
  }
  Reader r;
  reader_init(&r, s, lookup, data);
  const Term *t = read_node(&r, sexpr_node(s, 0)->first, error);
  reader_clear(&r);
  return t;
}

/* (declare-const x (_ BitVec 32)) or (declare-fun x () (_ BitVec 32)) */
static gboolean check_declaration(Reader *r, guint command, GError **error) {
  const SNode *n = sexpr_node(r->s, command);
  const guint name = sexpr_member(r->s, command, 1), sort = sexpr_member(r->s, command, n->n - 1);
  guint width = 0;
  if (n->n < 3 || !sexpr_node(r->s, name)->atom || !smt2_read_bits_sort(r->s, sort, &width)) {
    smt2_error(error, n->at, "only bit-vectors can be declared, as (declare-const x (_ BitVec 32))");
    return FALSE;
  }
  const Term *t = r->lookup(sexpr_node(r->s, name)->atom, r->data);
  if (!t)
    smt2_error(error, n->at, "'%s' is not an input", sexpr_node(r->s, name)->atom);
  else if (t->width != width)
    smt2_error(error, n->at, "the input '%s' has %u bits, not %u", sexpr_node(r->s, name)->atom, t->width,
               width);
  return t && t->width == width;
}

static gboolean define(Reader *r, guint command, GError **error) {
  const SNode *n = sexpr_node(r->s, command);
  const guint name = sexpr_member(r->s, command, 1), parameters = sexpr_member(r->s, command, 2);
  if (n->n != 5 || !sexpr_node(r->s, name)->atom || sexpr_node(r->s, parameters)->n > 0 ||
      !sexpr_is_atom(r->s, sexpr_member(r->s, command, 3), "Bool")) {
    smt2_error(error, n->at, "only Bool functions without parameters can be defined");
    return FALSE;
  }
  const Term *t = read_node(r, sexpr_member(r->s, command, 4), error);
  if (t) g_hash_table_insert(r->defined, sexpr_node(r->s, name)->atom, (gpointer)t);
  return t != NULL;
}

static const Term *read_command(Reader *r, guint command, GError **error) {
  static const char *const silent[] = {"set-info",  "set-logic", "set-option",
                                       "check-sat", "get-model", "exit"};
  const SNode *n = sexpr_node(r->s, command);
  if (sexpr_is_list(r->s, command, "assert") && n->n == 2)
    return read_node(r, sexpr_member(r->s, command, 1), error);
  if (sexpr_is_list(r->s, command, "declare-const") || sexpr_is_list(r->s, command, "declare-fun"))
    return check_declaration(r, command, error) ? term_bool(TRUE) : NULL;
  if (sexpr_is_list(r->s, command, "define-fun")) return define(r, command, error) ? term_bool(TRUE) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS(silent); i++)
    if (sexpr_is_list(r->s, command, silent[i])) return term_bool(TRUE);
  smt2_error(error, n->at, "this command is not understood");
  return NULL;
}

const Term *smt2_read_script(const char *text, Smt2Lookup lookup, gpointer data, GError **error) {
  g_autoptr(SExpr) s = sexpr_parse(text, error);
  if (!s) return NULL;
  Reader r;
  reader_init(&r, s, lookup, data);
  r.defined = g_hash_table_new(g_str_hash, g_str_equal);
  const Term *all = term_bool(TRUE);
  for (guint c = sexpr_node(s, 0)->first; all && c; c = sexpr_node(s, c)->next) {
    const Term *t = read_command(&r, c, error);
    all = t ? term_and(all, t) : NULL;
  }
  g_hash_table_unref(r.defined);
  reader_clear(&r);
  return all;
}
