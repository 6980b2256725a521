/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants that the Horn clauses have at heads of loops, for people. */
#include "base/limits.h"
#include "engine/spacer/chc.h"

typedef struct {
  const Chc *c;
  GString *out;
  const GArray *slots; /* guint: what the arguments of the relation are */
} Printer;

static void print(Printer *p, Z3_ast e, gboolean inner);

static const char *infix(Z3_decl_kind kind) {
  switch (kind) {
  case Z3_OP_AND: return " && ";
  case Z3_OP_OR: return " || ";
  case Z3_OP_LE:
  case Z3_OP_SLEQ:
  case Z3_OP_ULEQ: return " <= ";
  case Z3_OP_GE:
  case Z3_OP_SGEQ:
  case Z3_OP_UGEQ: return " >= ";
  case Z3_OP_LT:
  case Z3_OP_SLT:
  case Z3_OP_ULT: return " < ";
  case Z3_OP_GT:
  case Z3_OP_SGT:
  case Z3_OP_UGT: return " > ";
  case Z3_OP_EQ: return " == ";
  case Z3_OP_ADD:
  case Z3_OP_BADD: return " + ";
  case Z3_OP_SUB:
  case Z3_OP_BSUB: return " - ";
  case Z3_OP_MUL:
  case Z3_OP_BMUL: return " * ";
  case Z3_OP_MOD:
  case Z3_OP_BUREM: return " % ";
  case Z3_OP_BAND: return " & ";
  case Z3_OP_BOR: return " | ";
  case Z3_OP_BXOR: return " ^ ";
  default: return NULL;
  }
}

static void print_slot(Printer *p, guint slot) {
  const Chc *c = p->c;
  if (slot >= c->precision->n_variables) {
    g_autofree char *name = places_name(c->places, slot - c->precision->n_variables);
    g_string_append(p->out, name);
    return;
  }
  g_string_append_printf(p->out, "r%u", slot);
}

static void print_application(Printer *p, Z3_ast e, gboolean inner) {
  Z3_context z3 = p->c->z3;
  Z3_app app = Z3_to_app(z3, e);
  Z3_func_decl decl = Z3_get_app_decl(z3, app);
  Z3_decl_kind kind = Z3_get_decl_kind(z3, decl);
  guint n = Z3_get_app_num_args(z3, app);
  const char *sign = n > 1 ? infix(kind) : NULL;
  if (kind == Z3_OP_NOT) {
    g_string_append_c(p->out, '!');
    print(p, Z3_get_app_arg(z3, app, 0), TRUE);
    return;
  }
  if (!sign) g_string_append(p->out, Z3_get_symbol_string(z3, Z3_get_decl_name(z3, decl)));
  gboolean braces = (sign && inner) || (!sign && n);
  if (braces) g_string_append_c(p->out, '(');
  for (guint i = 0; i < n && p->out->len < limits.report_clause_characters; i++) {
    if (i) g_string_append(p->out, sign ? sign : ", ");
    print(p, Z3_get_app_arg(z3, app, i), sign != NULL);
  }
  if (braces) g_string_append_c(p->out, ')');
}

static void print(Printer *p, Z3_ast e, gboolean inner) {
  Z3_context z3 = p->c->z3;
  if (p->out->len >= limits.report_clause_characters) return;
  switch (Z3_get_ast_kind(z3, e)) {
  case Z3_NUMERAL_AST: g_string_append(p->out, Z3_get_numeral_string(z3, e)); break;
  case Z3_VAR_AST: {
    guint i = Z3_get_index_value(z3, e);
    if (i < p->slots->len) print_slot(p, g_array_index(p->slots, guint, i));
    break;
  }
  case Z3_APP_AST: print_application(p, e, inner); break;
  default: g_string_append(p->out, "...");
  }
}

static IrLoc location(const FlatNode *n) {
  for (guint i = 0; n->block && i < n->block->instrs->len; i++) {
    IrLoc loc = g_array_index(n->block->instrs, IrInstr, i).loc;
    if (loc.file) return loc;
  }
  return n->block ? n->block->term_loc : n->function->loc;
}

/* What the clauses take for granted of a relation, over the same variables as its cover. */
static Z3_ast facts_about(const Chc *c, Z3_func_decl relation) {
  guint n = Z3_get_domain_size(c->z3, relation);
  g_autofree Z3_ast *args = g_new(Z3_ast, n + 1);
  for (guint i = 0; i < n; i++) args[i] = Z3_mk_bound(c->z3, i, Z3_get_domain(c->z3, relation, i));
  return chc_facts_of(c->facts, Z3_mk_app(c->z3, relation, n, args));
}

static void add_invariant(Chc *c, guint procedure, guint node, GPtrArray *invariants) {
  Z3_ast cover = Z3_fixedpoint_get_cover_delta(c->z3, c->fixedpoint, -1, c->at[node]);
  if (!cover) return;
  cover = words_and(&c->words, facts_about(c, c->at[node]), cover);
  cover = Z3_simplify(c->z3, cover);
  if (Z3_get_bool_value(c->z3, cover) != Z3_L_UNDEF)
    return; /* the relation was resolved away, or never holds */
  GArray *slots = g_array_new(FALSE, FALSE, sizeof(guint));
  const GArray *got = c->effects->inputs[procedure], *live = c->effects->live[node];
  if (procedure) g_array_append_vals(slots, got->data, got->len);
  g_array_append_vals(slots, live->data, live->len);
  Printer p = {c, g_string_new(NULL), slots};
  IrLoc loc = location(flat_node(c->flat, node));
  if (loc.file) g_string_append_printf(p.out, "%s:%u: ", loc.file, loc.line);
  print(&p, cover, FALSE);
  if (p.out->len >= limits.report_clause_characters) g_string_append(p.out, " ...");
  g_ptr_array_add(invariants, g_string_free(p.out, FALSE));
  g_array_unref(slots);
}

void chc_invariants(Chc *c, GPtrArray *invariants) {
  for (guint i = 0; i < c->flat->procedures->len; i++) {
    const FlatProcedure *p = flat_procedure(c->flat, i);
    for (guint k = 0; k < p->n_order; k++)
      if (p->is_head[p->order[k] - p->first] && c->at[p->order[k]])
        add_invariant(c, i, p->order[k], invariants);
  }
}
