/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A witness in terms of the program: the edges that decide, as choices of an automaton.
 *
 * Tools name the same decision differently.  Some give each part of a condition an edge of its own, by
 * offsets; others give the whole condition one, by its line and its text.  In both, `condition-true` is said
 * of the whole condition: of a part it says that it works towards that. */
#include "witness/match.h"
#include <stdlib.h>
#include <string.h>
#include "ctext/scan.h"
#include "witness/match-inside.h"

/* What an edge decides: one part of a condition, a whole one, or a single branch. */
typedef struct {
  guint condition, leaf, branch; /* G_MAXUINT: not this */
  gboolean inverted;             /* for a single branch: the edge means its negation */
} Target;

static const Target nothing = {G_MAXUINT, G_MAXUINT, G_MAXUINT, FALSE};

static gboolean is_nothing(const Target *t) {
  return t->condition == G_MAXUINT && t->leaf == G_MAXUINT && t->branch == G_MAXUINT;
}

static const Leaf *leaf_at(const Branches *p, guint i) {
  return &g_array_index(p->conditions->leaves, Leaf, i);
}

static const SourceCondition *condition_at(const Branches *p, guint i) {
  return &g_array_index(p->conditions->all, SourceCondition, i);
}

gboolean match_in_program(const Program *p, const WitnessEdge *e) {
  if (!e->file || !p->path || g_str_has_prefix(e->file, "<")) return TRUE;
  g_autofree char *a = g_path_get_basename(e->file), *b = g_path_get_basename(p->path);
  return g_str_equal(a, b);
}

gboolean match_span(const Source *text, const WitnessEdge *e, Span *span) {
  if (e->offset < 0) return FALSE;
  span->first = source_byte(text, e->offset);
  span->end = e->end_offset >= e->offset ? source_byte(text, e->end_offset) : span->first;
  if (span->first == G_MAXSIZE || span->end == G_MAXSIZE) return FALSE;
  span->end++;
  return e->line == 0 || source_line(text, span->first) == e->line;
}

/* ---- which condition ---- */

static gboolean inside(Span inner, Span outer) {
  return outer.first <= inner.first && inner.end <= outer.end;
}

/* A branch of its own, as ?: makes one. */
static Target find_single(const Branches *p, Span span) {
  Target t = nothing;
  for (guint i = 0; i < p->branches->len; i++) {
    const BranchPlace *b = branches_place(p, i);
    if (b->condition != G_MAXUINT || !span_holds(span, b->at)) continue;
    if (t.branch != G_MAXUINT) return nothing;
    t.branch = i;
  }
  for (gsize i = span.first; i-- > 0 && strchr(" \t(!", p->text->code[i]);)
    if (p->text->code[i] == '!') t.inverted = !t.inverted;
  return t;
}

static Target find_by_span(const Branches *p, Span span) {
  Target t = nothing;
  for (guint c = 0; c < p->conditions->all->len; c++) {
    const SourceCondition *condition = condition_at(p, c);
    if (condition->is_switch) continue;
    guint met = 0, last = 0;
    for (guint i = 0; i < condition->n_leaf; i++) {
      Span leaf = leaf_at(p, condition->first_leaf + i)->span;
      if (inside(leaf, span) || inside(span, leaf)) met++, last = condition->first_leaf + i;
    }
    if (met == 0) continue;
    if (!is_nothing(&t)) return nothing;
    if (met == 1)
      t.leaf = last;
    else
      t.condition = c;
  }
  return is_nothing(&t) ? find_single(p, span) : t;
}

/* By the keyword, or anything in the condition. */
static Target find_by_column(const Branches *p, gsize at) {
  Target t = nothing;
  for (guint c = 0; c < p->conditions->all->len; c++) {
    const SourceCondition *condition = condition_at(p, c);
    if (!condition->is_switch && condition->keyword <= at && at < condition->span.end) t.condition = c;
  }
  return t;
}

/* What is left of a text without spaces, parentheses, the brackets that tools set around a condition, and
 * what UAutomizer says of reading. */
static char *plain(const char *text, gsize size) {
  static const char reading[] = "\\read";
  GString *s = g_string_new(NULL);
  for (gsize i = 0; i < size; i++) {
    if (size - i >= strlen(reading) && strncmp(text + i, reading, strlen(reading)) == 0)
      i += strlen(reading) - 1;
    else if (!g_ascii_isspace(text[i]) && !strchr("()", text[i]))
      g_string_append_c(s, text[i]);
  }
  if (s->len >= 2 && s->str[0] == '[' && s->str[s->len - 1] == ']') {
    g_string_truncate(s, s->len - 1);
    g_string_erase(s, 0, 1);
  }
  return g_string_free(s, FALSE);
}

/* Does the text of an edge name the code of a span, or its negation? */
static gboolean names(const Branches *p, const char *edge, Span span) {
  g_autofree char *code = plain(p->text->text + span.first, span.end - span.first);
  return g_str_equal(edge, code) || (edge[0] == '!' && g_str_equal(edge + 1, code));
}

/* By the text; where that is not found, or not given, by the line if nothing else is decided there. */
static Target find_by_line(const Branches *p, const WitnessEdge *e) {
  g_autofree char *text = e->sourcecode ? plain(e->sourcecode, strlen(e->sourcecode)) : NULL;
  Target whole = nothing, leaf = nothing, only = nothing;
  guint wholes = 0, leaves = 0, n = 0;
  for (guint c = 0; c < p->conditions->all->len; c++) {
    const SourceCondition *condition = condition_at(p, c);
    guint first = source_line(p->text, condition->keyword);
    if (condition->is_switch || e->line < first || e->line > source_line(p->text, condition->span.end))
      continue;
    n++;
    if (condition->n_leaf == 1) only.condition = c;
    if (text && names(p, text, condition->span)) wholes++, whole.condition = c;
    for (guint i = 0; text && i < condition->n_leaf; i++)
      if (names(p, text, leaf_at(p, condition->first_leaf + i)->span))
        leaves++, leaf.leaf = condition->first_leaf + i;
  }
  if (wholes) return wholes == 1 ? whole : nothing;
  if (leaves) return leaves == 1 ? leaf : nothing;
  return n == 1 ? only : nothing;
}

static Target find_target(const Branches *p, const WitnessEdge *e) {
  Span span;
  if (!match_in_program(p->program, e)) return nothing;
  if (match_span(p->text, e, &span)) return find_by_span(p, span);
  if (e->line && e->column) {
    gsize at = source_offset(p->text, e->line, e->column);
    return at == G_MAXSIZE ? nothing : find_by_column(p, at);
  }
  return e->line ? find_by_line(p, e) : nothing;
}

/* ---- choices ---- */

static void add_step(Automaton *a, const Branches *p, const BranchPlace *b, guint successor, gboolean stays) {
  automaton_add(a, b->function, b->block, branches_block(p, b)->term_loc, successor);
  AutomatonStep *step = &g_array_index(a->steps, AutomatonStep, a->steps->len - 1);
  step->joined = TRUE;
  step->stays = stays;
}

/* A part is decided by exactly one branch, or it is not known which of its branches decides it. */
static const BranchPlace *branch_of_leaf(const Branches *p, guint leaf) {
  const GArray *branches = (const GArray *)p->by_leaf->pdata[leaf];
  if (branches->len != 1) return NULL;
  const BranchPlace *b = branches_place(p, g_array_index(branches, guint, 0));
  return branches_block(p, b)->term == IR_BRANCH ? b : NULL;
}

/* Past the last part of a condition that the compiler computed as a whole. */
static const BranchPlace *branch_of_whole(const Branches *p, guint condition) {
  const BranchPlace *found = NULL;
  for (guint i = 0; i < p->branches->len; i++) {
    const BranchPlace *b = branches_place(p, i);
    if (b->condition != condition || b->leaf != G_MAXUINT) continue;
    if (found || branches_block(p, b)->term != IR_BRANCH) return NULL;
    found = b;
  }
  return found;
}

/* Of each branch: all edges that do not decide against what is wanted. */
static void add_branch_steps(Automaton *a, const Branches *p, const BranchPlace *b, gboolean towards) {
  for (guint wanted = 0; wanted < 2; wanted++) {
    guint successor = branches_successor(p, b, wanted == (towards ? 1 : 0));
    gboolean stays = branches_stays(p, b, successor);
    if (wanted || stays) add_step(a, p, b, successor, stays);
  }
}

static gboolean add_whole(Automaton *a, const Branches *p, guint condition, gboolean towards) {
  const SourceCondition *c = condition_at(p, condition);
  const BranchPlace *whole = branch_of_whole(p, condition);
  for (guint i = 0; i < c->n_leaf && !whole; i++)
    if (!branch_of_leaf(p, c->first_leaf + i)) return FALSE;
  if (whole)
    add_step(a, p, whole, branches_successor(p, whole, towards), FALSE);
  else
    for (guint i = 0; i < c->n_leaf; i++)
      add_branch_steps(a, p, branch_of_leaf(p, c->first_leaf + i), towards);
  return TRUE;
}

/* The last part of a condition that is computed as a whole decides where that is looked at. */
static const BranchPlace *branch_of_part(const Branches *p, guint leaf) {
  const BranchPlace *b = branch_of_leaf(p, leaf);
  for (guint c = 0; !b && c < p->conditions->all->len; c++) {
    const SourceCondition *condition = condition_at(p, c);
    if (condition->first_leaf + condition->n_leaf == leaf + 1 && condition->n_leaf &&
        ((const GArray *)p->by_leaf->pdata[leaf])->len == 0)
      b = branch_of_whole(p, c);
  }
  return b;
}

/* FALSE: it is not known what the target means for the program. */
static gboolean add_target(Automaton *a, const Branches *p, const Target *t, gboolean towards) {
  if (t->condition != G_MAXUINT) return add_whole(a, p, t->condition, towards);
  const BranchPlace *b = t->branch != G_MAXUINT ? branches_place(p, t->branch)
                         : t->leaf != G_MAXUINT ? branch_of_part(p, t->leaf)
                                                : NULL;
  if (!b || branches_block(p, b)->term != IR_BRANCH) return FALSE;
  add_step(a, p, b, branches_successor(p, b, (towards != FALSE) != t->inverted), FALSE);
  return TRUE;
}

/* ---- switches ---- */

static const BranchPlace *find_switch(const Branches *p, gsize at, gboolean by_keyword) {
  guint condition = G_MAXUINT;
  for (guint c = 0; c < p->conditions->all->len; c++) {
    const SourceCondition *s = condition_at(p, c);
    gsize end = by_keyword ? s->span.end : s->body_end;
    if (s->is_switch && s->keyword <= at && at < end) condition = c; /* inner ones come later */
  }
  for (guint i = 0; condition != G_MAXUINT && i < p->branches->len; i++) {
    const BranchPlace *b = branches_place(p, i);
    if (b->condition == condition && branches_block(p, b)->term == IR_SWITCH) return b;
  }
  return NULL;
}

static guint edge_of_value(const IrBlock *b, gint64 value) {
  for (guint i = 0; i + 1 < b->n_succs; i++)
    if (b->cases[i] == ((guint64)value & term_mask(b->cond.width))) return i + 1;
  return 0;
}

static gboolean is_label(const char *code, const char *word) {
  gsize n = strlen(word);
  return strncmp(code, word, n) == 0 && !ctext_is_name(code[n]);
}

/* An edge at `case 5:` is taken when it is true; one at `default:` when the last case was not. */
static gboolean add_label(Automaton *a, const Branches *p, const WitnessEdge *e) {
  Span span = {G_MAXSIZE, 0};
  if (!match_span(p->text, e, &span)) span.first = source_offset(p->text, e->line, 1);
  if (span.first >= p->text->size) return FALSE;
  const char *code = p->text->code + span.first;
  while (g_ascii_isspace(*code)) code++;
  const BranchPlace *b = find_switch(p, span.first, FALSE);
  if (!b) return FALSE;
  char *end = NULL;
  if (e->control == CONTROL_TRUE && is_label(code, "case")) {
    gint64 value = strtoll(code + 4, &end, 0);
    while (g_ascii_isspace(*end)) end++;
    if (*end != ':') return FALSE;
    guint edge = edge_of_value(branches_block(p, b), value);
    if (edge == 0) return FALSE;
    add_step(a, p, b, edge, FALSE);
    return TRUE;
  }
  if (!is_label(code, "default")) return FALSE;
  add_step(a, p, b, 0, FALSE);
  return TRUE;
}

static gboolean add_case(Automaton *a, const Branches *p, const WitnessEdge *e) {
  gsize at = source_offset(p->text, e->line, MAX(e->column, 1));
  const BranchPlace *b = at == G_MAXSIZE ? NULL : find_switch(p, at, TRUE);
  if (b) add_step(a, p, b, edge_of_value(branches_block(p, b), e->case_value), FALSE);
  return b != NULL;
}

/* ---- the direction ---- */

static gboolean names_block(const Automaton *a, guint from, guint until, const AutomatonStep *step) {
  for (guint i = from; i < until; i++) {
    const AutomatonStep *other = &g_array_index(a->steps, AutomatonStep, i);
    if (other->function == step->function && other->block == step->block) return TRUE;
  }
  return FALSE;
}

/* While the choice from `first` is the present one, what leads to a sink is not taken.  Most often the choice
 * says so itself. */
static void add_avoided(Automaton *a, const Branches *p, const PathEdge *step, guint first) {
  guint own = a->steps->len;
  for (guint i = 0; i < step->avoid->len; i++) {
    const WitnessEdge *e = (const WitnessEdge *)step->avoid->pdata[i];
    guint start = a->steps->len;
    Target t = find_target(p, e);
    if (e->control == CONTROL_NONE || !add_target(a, p, &t, e->control == CONTROL_FALSE)) continue;
    for (guint k = start; k < a->steps->len; k++) {
      AutomatonStep *added = &g_array_index(a->steps, AutomatonStep, k);
      added->stays = TRUE;
      if (!names_block(a, first, own, added)) continue;
      g_array_set_size(a->steps, start);
      break;
    }
  }
}

static gboolean add_decision(Automaton *a, const Branches *p, const PathEdge *step) {
  const WitnessEdge *e = step->edge;
  guint first = a->steps->len;
  if (!match_in_program(p->program, e)) return FALSE;
  Target t = find_target(p, e);
  gboolean added = e->has_case ? add_case(a, p, e)
                               : add_target(a, p, &t, e->control == CONTROL_TRUE) || add_label(a, p, e);
  if (!added) {
    g_array_set_size(a->steps, first);
    return FALSE;
  }
  add_avoided(a, p, step, first);
  g_array_index(a->steps, AutomatonStep, a->steps->len - 1).joined = FALSE;
  return TRUE;
}

/* The compiler leaves no branch of a condition that is constant: nothing can be said of it. */
static gboolean is_constant(const Branches *p, const WitnessEdge *e) {
  Target t = find_target(p, e);
  guint condition = t.condition, branches = 0;
  for (guint c = 0; t.leaf != G_MAXUINT && c < p->conditions->all->len; c++)
    if (t.leaf - condition_at(p, c)->first_leaf < condition_at(p, c)->n_leaf) condition = c;
  for (guint i = 0; i < p->branches->len; i++) branches += branches_place(p, i)->condition == condition;
  return condition != G_MAXUINT && branches == 0;
}

static void add_inferred(Automaton *a, const Branches *p, const GArray *path, guint i) {
  const WitnessEdge *next = i + 1 < path->len ? g_array_index(path, PathEdge, i + 1).edge : NULL;
  guint condition, first = a->steps->len;
  gboolean towards;
  if (!match_infer(p, g_array_index(path, PathEdge, i).edge, next, &condition, &towards)) return;
  if (!add_whole(a, p, condition, towards)) g_array_set_size(a->steps, first);
  if (a->steps->len > first) g_array_index(a->steps, AutomatonStep, a->steps->len - 1).joined = FALSE;
}

static gboolean decides(const WitnessEdge *e) { return e->control != CONTROL_NONE || e->has_case; }

static void find_direction(Match *m, const Branches *p, const GArray *path) {
  gboolean any = FALSE;
  for (guint i = 0; i < path->len; i++) any |= decides(g_array_index(path, PathEdge, i).edge);
  m->inferred = !any;
  for (guint i = 0; i < path->len; i++) {
    const PathEdge *step = &g_array_index(path, PathEdge, i);
    if (!any)
      add_inferred(m->direction, p, path, i);
    else if (!decides(step->edge) || is_constant(p, step->edge))
      continue;
    else if (add_decision(m->direction, p, step))
      m->matched++;
    else
      m->unmatched++;
  }
}

/* How often the most frequent line of the path occurs: no loop has more iterations. */
static guint iterations(const GArray *path) {
  g_autoptr(GHashTable) times = g_hash_table_new(NULL, NULL);
  guint most = 0;
  for (guint i = 0; i < path->len; i++) {
    gpointer line = GUINT_TO_POINTER(g_array_index(path, PathEdge, i).edge->line);
    guint n = line ? GPOINTER_TO_UINT(g_hash_table_lookup(times, line)) + 1 : 0;
    g_hash_table_insert(times, line, GUINT_TO_POINTER(n));
    most = MAX(most, n);
  }
  return most;
}

/* The failure, where the witness ends at the line of one. */
static Failure find_error(const Program *p, const WitnessEdge *last) {
  Failure found = {{NULL, 0, 0}, (FailureKind)0};
  for (guint i = 0; i < p->functions->len; i++) {
    const IrFunction *f = program_function(p, i);
    for (guint k = 0; k < f->blocks->len; k++) {
      const IrBlock *b = (const IrBlock *)f->blocks->pdata[k];
      if (b->term != IR_ERROR || b->term_loc.line != last->line || !b->term_loc.file) continue;
      if (found.loc.file) return (Failure){{NULL, 0, 0}, (FailureKind)0};
      if (g_strcmp0(b->term_loc.file, p->path) == 0 && match_in_program(p, last))
        found = (Failure){b->term_loc, b->failure};
    }
  }
  return found;
}

Match *witness_match(const Program *p, const Witness *w) {
  Match *m = g_new0(Match, 1);
  Branches *branches = branches_new(p);
  GArray *path = witness_path(w);
  m->direction = automaton_new();
  find_direction(m, branches, path);
  if (path->len) m->direction->error = find_error(p, g_array_index(path, PathEdge, path->len - 1).edge);
  m->direction->unrolling = iterations(path) + 1;
  m->point = match_point(branches, path, &m->matched, &m->unmatched);
  g_array_unref(path);
  branches_free(branches);
  return m;
}

void match_free(Match *m) {
  if (!m) return;
  automaton_free(m->direction);
  if (m->point) model_free(m->point);
  g_free(m);
}
