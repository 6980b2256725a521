/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which way a condition went, where a witness does not say it but lists the lines of the run (as CBMC does):
 * by the line that comes next.  Only what is plain is inferred. */
#include "base/limits.h"
#include "ir/cfg.h"
#include "witness/match-inside.h"

/* The only condition on the line of an edge, or G_MAXUINT. */
static guint only_condition(const Branches *p, guint line) {
  guint found = G_MAXUINT;
  for (guint i = 0; i < p->conditions->all->len; i++) {
    const SourceCondition *c = &g_array_index(p->conditions->all, SourceCondition, i);
    if (source_line(p->text, c->keyword) != line) continue;
    if (found != G_MAXUINT || c->is_switch) return G_MAXUINT;
    found = i;
  }
  return found;
}

/* In the file of the program; 0: elsewhere. */
static guint line_of(const Branches *p, IrLoc loc) {
  return loc.file && g_str_equal(loc.file, p->program->path) ? loc.line : 0;
}

/* From where the function is declared to its last line. */
static gboolean function_holds(const Branches *p, const IrFunction *f, guint line) {
  guint last = 0;
  for (guint i = 0; i < f->blocks->len; i++)
    last = MAX(last, line_of(p, ((const IrBlock *)f->blocks->pdata[i])->term_loc));
  return line_of(p, f->loc) && line_of(p, f->loc) <= line && line <= last;
}

/* Also through what it calls in turn. */
static gboolean call_reaches(const Branches *p, guint function, guint line) {
  g_autofree gboolean *seen = g_new0(gboolean, p->program->functions->len);
  g_autoptr(GArray) todo = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_append_val(todo, function);
  while (todo->len) {
    const IrFunction *f = program_function(p->program, g_array_index(todo, guint, todo->len - 1));
    g_array_set_size(todo, todo->len - 1);
    if (seen[f->id]) continue;
    seen[f->id] = TRUE;
    if (function_holds(p, f, line)) return TRUE;
    for (guint b = 0; b < f->blocks->len; b++) {
      const GArray *instrs = ((const IrBlock *)f->blocks->pdata[b])->instrs;
      for (guint i = 0; i < instrs->len; i++) {
        const IrInstr *in = &g_array_index(instrs, IrInstr, i);
        guint callee = in->opcode == IR_CALL ? ir_callee(in) : G_MAXUINT;
        if (callee != G_MAXUINT && !seen[callee]) g_array_append_val(todo, callee);
      }
    }
  }
  return FALSE;
}

/* Is something of the block on the line, or in a function that it calls?  any: on a line at all, or calls. */
static gboolean has_line(const Branches *p, const IrBlock *b, guint line, gboolean *any) {
  gboolean found = FALSE;
  for (guint i = 0; i <= b->instrs->len; i++) {
    const IrInstr *in = i < b->instrs->len ? &g_array_index(b->instrs, IrInstr, i) : NULL;
    guint here = line_of(p, in ? in->loc : b->term_loc);
    guint callee = in && in->opcode == IR_CALL ? ir_callee(in) : G_MAXUINT;
    *any |= (here != 0 && b->term != IR_RETURN) || (in && in->opcode == IR_CALL);
    found |= here == line || (callee != G_MAXUINT && call_reaches(p, callee, line));
  }
  return found;
}

/* Does what is run next from a block stand on the line?  Line 0: is it the end of the run? */
static gboolean goes_to(const Branches *p, const IrFunction *f, guint block, guint line) {
  const IrBlock *b = (const IrBlock *)f->blocks->pdata[block];
  gboolean any = FALSE;
  for (guint i = 0; i < limits.witness_jumps; i++) {
    if (line == 0 ? b->term == IR_ERROR || b->term == IR_HALT : has_line(p, b, line, &any)) return TRUE;
    if (any) return FALSE;
    if (line && b->term == IR_RETURN) return !function_holds(p, f, line);
    if (b->term != IR_JUMP) return FALSE;
    b = (const IrBlock *)f->blocks->pdata[b->succs[0]];
  }
  return FALSE;
}

/* Can the condition, decided one way, go on at the line? */
static gboolean leads(const Branches *p, guint condition, gboolean towards, guint line) {
  for (guint i = 0; i < p->branches->len; i++) {
    const BranchPlace *b = branches_place(p, i);
    if (b->condition != condition || branches_block(p, b)->term != IR_BRANCH) continue;
    guint successor = branches_successor(p, b, towards);
    if (branches_stays(p, b, successor)) continue;
    const IrFunction *f = program_function(p->program, b->function);
    if (goes_to(p, f, branches_block(p, b)->succs[successor], line)) return TRUE;
  }
  return FALSE;
}

gboolean match_infer(const Branches *p, const WitnessEdge *e, const WitnessEdge *next, guint *condition,
                     gboolean *towards) {
  if (!e->line || !match_in_program(p->program, e) || (next && next->line == e->line)) return FALSE;
  *condition = only_condition(p, e->line);
  if (*condition == G_MAXUINT) return FALSE;
  if (next && match_in_program(p->program, next)) {
    gboolean yes = leads(p, *condition, TRUE, next->line), no = leads(p, *condition, FALSE, next->line);
    *towards = yes;
    if (yes != no) return TRUE;
    if (yes) return FALSE;
  }
  /* the run ends after the last edge and not before */
  gboolean yes = leads(p, *condition, TRUE, 0), no = leads(p, *condition, FALSE, 0);
  *towards = next ? no : yes;
  return yes != no;
}
