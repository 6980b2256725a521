/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs as text, for people. */
#include "ir/ir.h"

static const char *const opcode_names[] = {"term",  "ptradd", "load", "store",  "alloca",
                                           "input", "call",   "lib",  "assume", "uninit"};
static const char *const lib_names[] = {"malloc", "calloc", "realloc", "free",     "end",      "memcpy", "memset",
                                        "apart",  "valid",  "freeable", "leaked", "scramble", "unknown"};
static const char *const term_names[] = {"jump", "branch", "switch", "return", "halt", "error", "unmodelled"};

static void dump_operand(const Program *p, const Operand *o, GString *out) {
  switch (o->kind) {
  case OPERAND_NONE: g_string_append(out, "none"); break;
  case OPERAND_CONST:
    if (o->value <= 9)
      g_string_append_printf(out, "%" G_GUINT64_FORMAT ":%u", o->value, o->width);
    else
      g_string_append_printf(out, "0x%" G_GINT64_MODIFIER "x:%u", o->value, o->width);
    break;
  case OPERAND_REG: g_string_append_printf(out, "r%" G_GUINT64_FORMAT, o->value); break;
  case OPERAND_FUNCTION:
    g_string_append_printf(out, "&%s", program_function(p, (guint)o->value)->name);
    break;
  case OPERAND_GLOBAL:
    g_string_append_printf(out, "@%s", program_global(p, (guint)o->value)->name);
    if (o->offset) g_string_append_printf(out, "%+" G_GINT64_FORMAT, o->offset);
    break;
  }
}

static void dump_operands(const Program *p, const Operand *o, guint n, GString *out) {
  for (guint i = 0; i < n; i++) {
    g_string_append(out, i ? ", " : " ");
    dump_operand(p, &o[i], out);
  }
}

static void dump_loc(const Program *p, IrLoc loc, GString *out) {
  if (!loc.file) return;
  if (g_str_equal(loc.file, p->path))
    g_string_append_printf(out, "  ; %u:%u", loc.line, loc.column);
  else
    g_string_append_printf(out, "  ; %s:%u:%u", loc.file, loc.line, loc.column);
}

static void dump_instr(const Program *p, const IrFunction *f, const IrInstr *in, GString *out) {
  g_string_append(out, "    ");
  for (guint i = 0; i < in->n_dest; i++)
    g_string_append_printf(out, "%sr%u:%u", i ? ", " : "", in->dest + i, f->reg_width[in->dest + i]);
  if (in->n_dest) g_string_append(out, " = ");
  if (in->opcode == IR_TERM)
    g_string_append(out, term_op_name(in->term_op));
  else if (in->opcode == IR_LIB)
    g_string_append(out, lib_names[in->lib]);
  else
    g_string_append(out, opcode_names[in->opcode]);
  if (in->opcode == IR_TERM && (in->term_op == TERM_EXTRACT || in->term_op == TERM_FROUND))
    g_string_append_printf(out, "[%" G_GUINT64_FORMAT "]", in->param);
  if (in->is_float) g_string_append(out, ".float");
  if (in->fixed) g_string_append(out, ".fixed");
  dump_operands(p, in->args, in->n_args, out);
  if (in->opcode == IR_INPUT || in->opcode == IR_ALLOCA || in->opcode == IR_UNINIT ||
      (in->opcode == IR_LIB && (in->lib == LIB_MALLOC || in->lib == LIB_REALLOC)))
    g_string_append_printf(out, " site %u", in->site);
  dump_loc(p, in->loc, out);
  g_string_append_c(out, '\n');
}

static void dump_terminator(const Program *p, const IrBlock *b, GString *out) {
  g_string_append_printf(out, "    %s", term_names[b->term]);
  if (b->term == IR_BRANCH || b->term == IR_SWITCH) dump_operands(p, &b->cond, 1, out);
  if (b->term == IR_RETURN) dump_operands(p, b->values, b->n_values, out);
  if (b->term == IR_ERROR) g_string_append_printf(out, " %s", failure_row(b->failure)->name);
  if (b->term == IR_UNMODELLED) g_string_append_printf(out, " \"%s\"", b->reason);
  for (guint i = 0; i < b->n_succs; i++) {
    if (b->term == IR_SWITCH && i)
      g_string_append_printf(out, " 0x%" G_GINT64_MODIFIER "x:", b->cases[i - 1]);
    g_string_append_printf(out, " b%u", b->succs[i]);
  }
  dump_loc(p, b->term_loc, out);
  g_string_append_c(out, '\n');
}

static void dump_block(const Program *p, const IrFunction *f, const IrBlock *b, GString *out) {
  g_string_append_printf(out, "  b%u:", b->id);
  for (guint i = 0; i < b->n_preds; i++)
    g_string_append_printf(out, "%s b%u", i ? "" : "  ; from", b->preds[i]);
  g_string_append_c(out, '\n');
  for (guint i = 0; b->variables && i < b->variables->len; i++) {
    const IrVariable *v = &g_array_index(b->variables, IrVariable, i);
    g_string_append_printf(out, "    ; %s =", v->name);
    dump_operands(p, &v->value, 1, out);
    g_string_append(out, v->is_signed ? " signed\n" : " unsigned\n");
  }
  for (guint i = 0; i < b->phis->len; i++) {
    const IrPhi *phi = &g_array_index(b->phis, IrPhi, i);
    g_string_append_printf(out, "    r%u:%u = phi", phi->dest, phi->width);
    dump_operands(p, phi->args, b->n_preds, out);
    g_string_append_c(out, '\n');
  }
  for (guint i = 0; i < b->instrs->len; i++) dump_instr(p, f, &g_array_index(b->instrs, IrInstr, i), out);
  dump_terminator(p, b, out);
}

static void dump_site(const Program *p, const InputSite *s, GString *out) {
  g_string_append_printf(out, "site %u: %s", s->id, site_kind_name(s->kind));
  if (s->function) g_string_append_printf(out, " %s()", s->function);
  if (s->variable) g_string_append_printf(out, " -> %s", s->variable);
  g_string_append_printf(out, " type \"%s\" width %u", s->type ? s->type : "?", s->width);
  if (s->element_width) g_string_append_printf(out, " elements of %u", s->element_width);
  g_string_append_printf(out, "%s%s",
                         s->is_float    ? " float"
                         : s->is_signed ? " signed"
                                        : " unsigned",
                         s->in_macro_or_header ? " in-macro" : "");
  dump_loc(p, s->loc, out);
  g_string_append_c(out, '\n');
}

static void dump_global(const Program *p, const IrGlobal *g, GString *out) {
  g_string_append_printf(out, "global @%s: %" G_GUINT64_FORMAT " bytes%s", g->name, g->size,
                         g->constant ? " constant" : "");
  if (g->unknown) g_string_append(out, " unknown");
  if (g->external) g_string_append_printf(out, " external site %u", g->site);
  for (guint i = 0; i < g->inits->len; i++) {
    const IrInit *init = &g_array_index(g->inits, IrInit, i);
    g_string_append_printf(out, " [%" G_GUINT64_FORMAT "]=", init->offset);
    dump_operand(p, &init->value, out);
  }
  dump_loc(p, g->loc, out);
  g_string_append_c(out, '\n');
}

void program_dump(const Program *p, GString *out) {
  g_string_append_printf(out, "program %s, pointers of %u bits\n", p->path, p->pointer_width);
  for (guint i = 0; i < p->sites->len; i++) dump_site(p, program_site(p, i), out);
  for (guint i = 0; i < p->globals->len; i++) dump_global(p, program_global(p, i), out);
  for (guint i = 0; i < p->functions->len; i++) {
    const IrFunction *f = program_function(p, i);
    g_string_append_printf(out, "%s %s(", f->defined ? "function" : "declared", f->name);
    for (guint r = 0; r < f->n_params; r++)
      g_string_append_printf(out, "%sr%u:%u", r ? ", " : "", r, f->reg_width[r]);
    g_string_append(out, f->variadic ? ", ...)" : ")");
    for (guint r = 0; r < f->n_results; r++)
      g_string_append_printf(out, "%s%u", r ? ", " : " -> ", f->result_width[r]);
    dump_loc(p, f->loc, out);
    g_string_append_c(out, '\n');
    for (guint b = 0; b < f->blocks->len; b++) dump_block(p, f, f->blocks->pdata[b], out);
  }
  for (guint i = 0; i < p->assumptions->len; i++)
    g_string_append_printf(out, "assumes: %s\n", (char *)p->assumptions->pdata[i]);
  for (guint i = 0; i < p->unmodelled->len; i++)
    g_string_append_printf(out, "unmodelled: %s\n", (char *)p->unmodelled->pdata[i]);
}
