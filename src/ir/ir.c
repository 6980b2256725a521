/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making and freeing programs of the intermediate representation. */
#include "ir/ir.h"
#include "ir/scanned.h"

static void block_free(gpointer data) {
  IrBlock *b = data;
  for (guint i = 0; i < b->phis->len; i++) g_free(g_array_index(b->phis, IrPhi, i).args);
  for (guint i = 0; i < b->instrs->len; i++) g_free(g_array_index(b->instrs, IrInstr, i).args);
  g_array_unref(b->phis);
  if (b->variables) g_array_unref(b->variables);
  g_array_unref(b->instrs);
  g_free(b->preds);
  g_free(b->succs);
  g_free(b->cases);
  g_free(b->values);
  g_free(b);
}

static void function_free(gpointer data) {
  IrFunction *f = data;
  g_ptr_array_unref(f->blocks);
  g_free(f->reg_width);
  g_free(f->result_width);
  g_free(f);
}

static void global_free(gpointer data) {
  IrGlobal *g = data;
  g_array_unref(g->inits);
  g_free(g);
}

Program *program_new(const char *path, guint pointer_width) {
  Program *p = g_new0(Program, 1);
  p->path = g_strdup(path);
  p->pointer_width = pointer_width;
  p->files = source_files_new();
  p->functions = g_ptr_array_new_with_free_func(function_free);
  p->globals = g_ptr_array_new_with_free_func(global_free);
  p->sites = g_array_new(FALSE, TRUE, sizeof(InputSite));
  p->external_functions = g_ptr_array_new_with_free_func(g_free);
  p->assumptions = g_ptr_array_new_with_free_func(g_free);
  p->unmodelled = g_ptr_array_new_with_free_func(g_free);
  p->property = property_new(PROPERTY_UNREACH_CALL, NULL, NULL);
  return p;
}

void program_free(Program *p) {
  if (!p) return;
  g_ptr_array_unref(p->files);
  g_ptr_array_unref(p->functions);
  g_ptr_array_unref(p->globals);
  g_array_unref(p->sites);
  if (p->scanned) g_array_unref(p->scanned);
  scan_order_free(p->scan_order);
  g_ptr_array_unref(p->external_functions);
  g_ptr_array_unref(p->assumptions);
  g_ptr_array_unref(p->unmodelled);
  property_free(p->property);
  g_free(p->path);
  g_free(p->hash);
  g_free(p->driver);
  g_free(p->nothing_fails);
  g_free(p);
}

const SourceFile *program_file_of(const Program *p, IrLoc loc) {
  const SourceFile *f = loc.file && loc.line ? source_files_find(p->files, loc.file) : NULL;
  return f && source_file_has_places(f) ? f : NULL;
}

gboolean program_is_cut_off(const Program *p) {
  gboolean cut = FALSE;
  if (property_asks_for_end(p->property)) return FALSE; /* any loop may be the failure */
  for (guint f = 0; f < p->functions->len; f++) {
    const GPtrArray *blocks = program_function(p, f)->blocks;
    for (guint b = 0; b < blocks->len; b++) {
      const IrBlock *block = (const IrBlock *)blocks->pdata[b];
      if (block->term == IR_ERROR) return FALSE;
      cut |= block->term == IR_UNMODELLED;
    }
  }
  return cut;
}

gboolean site_is_called(const InputSite *s) {
  const InputEntry enters = input_kind_row(s->kind)->enters;
  return s->function && (enters == ENTERS_BY_CALL || enters == ENTERS_FROM_ELSEWHERE);
}

gboolean site_is_memory(const InputSite *s) {
  const InputEntry enters = input_kind_row(s->kind)->enters;
  return enters == ENTERS_IN_MEMORY || enters == ENTERS_AT_START || site_is_row(s) ||
         (enters == ENTERS_FROM_ELSEWHERE && !s->function);
}

gboolean site_is_given(const InputSite *s) {
  return input_kind_row(s->kind)->enters == ENTERS_AT_START;
}

gboolean site_is_value(const InputSite *s) {
  const gboolean number = s->kind == SITE_ARGV && (s->source.part == SOURCE_COUNT || s->source.part == SOURCE_VALUE);
  return number || (site_has(s, INPUT_FREE) && !site_is_row(s));
}

gboolean site_is_row(const InputSite *s) {
  return site_is_argument(s) && s->source.part == SOURCE_SCALAR && s->source.path != s->variable;
}

gboolean site_is_argument(const InputSite *s) {
  return input_kind_row(s->kind)->enters == ENTERS_AS_ARGUMENT;
}

gint site_element(const InputSite *s, guint offset) { return (gint)(offset / (MAX(s->element_width, 8) / 8)); }

InputSource input_source(const Program *p, const Term *input) {
  const InputKey key = input_key_unpack(input->param);
  const InputSite *s = program_site(p, key.site);
  InputSource source = input_source_step(&s->source, site_element(s, key.offset));
  if (!site_is_row(s)) return source;
  g_autofree char *path = g_strdup_printf("%s[%u]", s->variable, key.offset / MAX(s->width / 8, 1));
  source.path = g_intern_string(path);
  return source;
}

IrFunction *program_add_function(Program *p, const char *name) {
  IrFunction *f = g_new0(IrFunction, 1);
  f->id = p->functions->len;
  f->name = g_intern_string(name);
  f->blocks = g_ptr_array_new_with_free_func(block_free);
  g_ptr_array_add(p->functions, f);
  return f;
}

IrGlobal *program_add_global(Program *p, const char *name, guint64 size) {
  IrGlobal *g = g_new0(IrGlobal, 1);
  g->id = p->globals->len;
  g->name = g_intern_string(name);
  g->size = size;
  g->inits = g_array_new(FALSE, TRUE, sizeof(IrInit));
  g_ptr_array_add(p->globals, g);
  return g;
}

guint program_add_site(Program *p, const InputSite *site) {
  InputSite copy = *site;
  copy.id = p->sites->len;
  copy.function = g_intern_string(site->function);
  copy.variable = g_intern_string(site->variable);
  copy.type = g_intern_string(site->type);
  copy.loc.file = g_intern_string(site->loc.file);
  copy.source.conversion = g_intern_string(site->source.conversion);
  copy.source.name = g_intern_string(site->source.name);
  copy.source.path = g_intern_string(site->source.path);
  g_array_append_val(p->sites, copy);
  return copy.id;
}

IrBlock *function_add_block(IrFunction *f) {
  IrBlock *b = g_new0(IrBlock, 1);
  b->id = f->blocks->len;
  b->phis = g_array_new(FALSE, TRUE, sizeof(IrPhi));
  b->instrs = g_array_new(FALSE, TRUE, sizeof(IrInstr));
  b->term = IR_HALT;
  g_ptr_array_add(f->blocks, b);
  f->defined = TRUE;
  return b;
}

void function_unmodel(IrFunction *f, const char *reason) {
  g_ptr_array_set_size(f->blocks, 0);
  IrBlock *b = function_add_block(f);
  b->term = IR_UNMODELLED;
  b->term_loc = f->loc;
  b->reason = reason;
}

guint function_add_reg(IrFunction *f, guint width) {
  /* The array grows by doubling: its capacity is the power of two at or above n_regs. */
  if ((f->n_regs & (f->n_regs - 1)) == 0)
    f->reg_width = g_renew(guint8, f->reg_width, f->n_regs ? 2 * f->n_regs : 1);
  f->reg_width[f->n_regs] = (guint8)width;
  return f->n_regs++;
}

IrFunction *program_function(const Program *p, guint id) { return p->functions->pdata[id]; }
IrGlobal *program_global(const Program *p, guint id) { return p->globals->pdata[id]; }
InputSite *program_site(const Program *p, guint id) { return &g_array_index(p->sites, InputSite, id); }

IrFunction *program_find_function(const Program *p, const char *name) {
  for (guint i = 0; i < p->functions->len; i++)
    if (g_str_equal(program_function(p, i)->name, name)) return program_function(p, i);
  return NULL;
}

void program_add_external(Program *p, const char *function) {
  if (!g_ptr_array_find_with_equal_func(p->external_functions, function, g_str_equal, NULL))
    g_ptr_array_add(p->external_functions, g_strdup(function));
}

void function_link(IrFunction *f) {
  for (guint i = 0; i < f->blocks->len; i++) ((IrBlock *)f->blocks->pdata[i])->n_preds = 0;
  for (guint i = 0; i < f->blocks->len; i++) {
    IrBlock *b = f->blocks->pdata[i];
    for (guint s = 0; s < b->n_succs; s++) ((IrBlock *)f->blocks->pdata[b->succs[s]])->n_preds++;
  }
  for (guint i = 0; i < f->blocks->len; i++) {
    IrBlock *b = f->blocks->pdata[i];
    b->preds = g_renew(guint, b->preds, b->n_preds);
    b->n_preds = 0;
  }
  for (guint i = 0; i < f->blocks->len; i++) {
    IrBlock *b = f->blocks->pdata[i];
    for (guint s = 0; s < b->n_succs; s++) {
      IrBlock *to = f->blocks->pdata[b->succs[s]];
      to->preds[to->n_preds++] = b->id;
    }
  }
}

gboolean block_branch_needs(const IrBlock *b, const IrInstr *i) {
  if (b->term != IR_BRANCH && b->term != IR_SWITCH) return FALSE;
  const IrInstr *first = &g_array_index(b->instrs, IrInstr, 0);
  guint wanted = b->cond.kind == OPERAND_REG ? (guint)b->cond.value : G_MAXUINT;
  for (const IrInstr *at = first + b->instrs->len; at-- > i;) {
    if (at->opcode == IR_CALL) return FALSE; /* what it does may come first */
    if (!at->n_dest || at->dest != wanted) continue;
    if (at == i) return TRUE;
    wanted = G_MAXUINT; /* go on with its operand that is a register; of two, the later one is enough */
    for (guint n = 0; at->opcode == IR_TERM && n < at->n_args; n++)
      if (at->args[n].kind == OPERAND_REG && (wanted == G_MAXUINT || at->args[n].value == i->dest))
        wanted = (guint)at->args[n].value;
  }
  return FALSE;
}
