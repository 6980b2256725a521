/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which way a condition went, where a witness does not say it but lists the lines of the run (as CBMC does):
 * by the line that comes next.  Only what is plain is inferred. */
#include "witness/match-inside.h"

#define MAX_JUMPS 8

/* The only condition on the line of an edge, or G_MAXUINT. */
static guint only_condition(const Branches *p, guint line) {
  guint found = G_MAXUINT;
  for (guint i = 0; i < p->text->conditions->len; i++) {
    const SourceCondition *c = &g_array_index(p->text->conditions, SourceCondition, i);
    if (source_text_line(p->text, c->keyword) != line) continue;
    if (found != G_MAXUINT || c->is_switch) return G_MAXUINT;
    found = i;
  }
  return found;
}

static gboolean has_line(const Branches *p, const IrBlock *b, guint line, gboolean *any) {
  gboolean found = FALSE;
  for (guint i = 0; i <= b->instrs->len; i++) {
    IrLoc loc = i < b->instrs->len ? g_array_index(b->instrs, IrInstr, i).loc : b->term_loc;
    if (!loc.file || !g_str_equal(loc.file, p->program->path)) continue;
    *any = TRUE;
    found |= loc.line == line;
  }
  return found;
}

/* Does what is run next from a block stand on the line?  Line 0: is it the end of the run? */
static gboolean goes_to(const Branches *p, const IrFunction *f, guint block, guint line) {
  const IrBlock *b = (const IrBlock *)f->blocks->pdata[block];
  gboolean any = FALSE;
  for (guint i = 0; i < MAX_JUMPS; i++) {
    if (line == 0 ? b->term == IR_ERROR || b->term == IR_HALT : has_line(p, b, line, &any)) return TRUE;
    if (any || b->term != IR_JUMP) return FALSE;
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
