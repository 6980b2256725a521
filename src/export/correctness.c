/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants for others.  What the engines say of loops is said for people, holds perhaps only for the runs
 * that induction was about, and leaves out the widths that make it right.  So it is only taken as a guess:
 * read as the C that it looks like, put into the program as a check, and written when the checks are proven.
 */
#include "export/correctness.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "conditioner/claim.h"
#include "ctext/scan.h"
#include "engine/engine.h"
#include "base/job.h"
#include <string.h>

typedef struct {
  HeadClaim *claim;
  char *text;
  guint line, column; /* of the loop's keyword */
  gboolean proven;
} Guess;

typedef struct {
  const Cfc *cfc;
  const Source *source;
  Cfg *cfg;
  GArray *guesses; /* Guess */
  gint64 deadline;
  gsize memory_bytes;
} Search;

static void guess_clear(gpointer data) {
  head_claim_free(((Guess *)data)->claim);
  g_free(((Guess *)data)->text);
}

static Guess *guess_at(const Search *s, guint i) { return &g_array_index(s->guesses, Guess, i); }

/* ---- where ---- */

/* A head that decides whether its loop goes on, before anything of the loop's body: that of while and for. */
static gboolean is_written_head(const Search *s, const CfgInfo *info, const IrBlock *b) {
  if (info->loop_head[b->id] != b->id || b->term != IR_BRANCH || !b->term_loc.file) return FALSE;
  if (!g_str_equal(b->term_loc.file, s->cfc->program->path)) return FALSE;
  if (b->decides[0] == CONDITION_OPEN || b->decides[1] == CONDITION_OPEN) return FALSE;
  const gsize at = source_offset(s->source, b->term_loc.line, b->term_loc.column);
  if (at == SOURCE_NOWHERE) return FALSE;
  return ctext_word_at(s->source->code, at, "while") || ctext_word_at(s->source->code, at, "for");
}

/* ---- what ---- */

static void guess(Search *s, const CfgInfo *info, guint function, const IrBlock *head, const char *text) {
  for (guint i = 0; i < s->guesses->len; i++) {
    const Guess *g = guess_at(s, i);
    if (g->claim->function == function && g->claim->block == head->id && g_str_equal(g->text, text)) return;
  }
  Guess g = {.line = head->term_loc.line, .column = head->term_loc.column};
  if (s->guesses->len >= limits.export_invariants) return;
  g.claim = head_claim_new(s->cfc->program, info, function, head->id, text, NULL);
  if (!g.claim || term_is_const(g.claim->condition)) {
    head_claim_free(g.claim);
    return;
  }
  g.text = g_strdup(text);
  g_array_append_val(s->guesses, g);
}

/* "file:line: text" at the heads of that line. */
static void guess_note(Search *s, const char *note) {
  const Program *p = s->cfc->program;
  gsize n = strlen(p->path);
  char *end = NULL;
  if (!g_str_has_prefix(note, p->path) || note[n] != ':') return;
  guint64 line = g_ascii_strtoull(note + n + 1, &end, 10);
  if (!g_str_has_prefix(end, ": ")) return;
  for (guint f = 0; f < p->functions->len; f++) {
    const IrFunction *function = program_function(p, f);
    const CfgInfo *info = cfg_info(s->cfg, f);
    for (guint b = 0; info && b < function->blocks->len; b++) {
      const IrBlock *block = (const IrBlock *)function->blocks->pdata[b];
      if (block->term_loc.line == line && is_written_head(s, info, block)) guess(s, info, f, block, end + 2);
    }
  }
}

/* ---- whether ---- */

typedef struct {
  const Search *search;
  guint first, n;
} Check;

/* In a process of its own, whose program may be changed. */
static gboolean check(gpointer data, GByteArray *answer) {
  const Check *c = (const Check *)data;
  Program *p = (Program *)c->search->cfc->program;
  claims_replace_errors(p);
  for (guint i = c->first; i < c->first + c->n; i++) claim_insert(p, guess_at(c->search, i)->claim);
  Question q = {.program = p,
                .cfg = cfg_new(p),
                .condition = term_bool(TRUE),
                .start_unroll = 1,
                .max_unroll = 4,
                .inputs_per_site = INPUT_MAX_OCCURRENCE,
                .deadline = c->search->deadline};
  Answer *a = kind_ask(&q, NULL);
  gboolean safe = a->kind == ANSWER_SAFE;
  answer_free(a);
  return safe;
}

static gboolean prove(const Search *s, guint first, guint n) {
  Check c = {s, first, n};
  double seconds = (s->deadline - g_get_monotonic_time()) / 1e6;
  if (seconds <= 0 || !n || job_interrupted()) return FALSE;
  gboolean proven =
      job_run("invariants", check, &c, (JobLimits){seconds + 0.5, s->memory_bytes}, NULL) == JOB_DONE;
  for (guint i = first; proven && i < first + n; i++) guess_at(s, i)->proven = TRUE;
  return proven;
}

/* All at once, or else one by one. */
static void prove_all(const Search *s) {
  if (prove(s, 0, s->guesses->len)) return;
  for (guint i = 0; s->guesses->len > 1 && i < s->guesses->len; i++) prove(s, i, 1);
}

/* ---- the witness ---- */

/* One invariant for a loop: all that is proven of it. */
static void tell(const Search *s, Witness *w, const Guess *g) {
  for (guint i = 0; i < w->invariants->len; i++) {
    WitnessInvariant *known = (WitnessInvariant *)w->invariants->pdata[i];
    if (known->line != g->line || known->column != g->column) continue;
    char *both = g_strdup_printf("%s && (%s)", known->expression, g->text);
    g_free(known->expression);
    known->expression = both;
    return;
  }
  WitnessInvariant *invariant = witness_add_invariant(w);
  invariant->loop = TRUE;
  invariant->line = g->line;
  invariant->column = g->column;
  invariant->function = g_strdup(program_function(s->cfc->program, g->claim->function)->name);
  invariant->expression = g_strdup_printf("(%s)", g->text);
}

Witness *correctness_witness(const Cfc *c, const Source *source, double seconds, gsize memory_bytes) {
  Witness *w = witness_new(WITNESS_CORRECTNESS);
  Search s = {.cfc = c, .source = source, .memory_bytes = memory_bytes};
  s.deadline = deadline_in(seconds);
  s.cfg = cfg_new(c->program);
  s.guesses = g_array_new(FALSE, TRUE, sizeof(Guess));
  g_array_set_clear_func(s.guesses, guess_clear);
  for (guint i = 0; i < c->invariants->len; i++) guess_note(&s, (const char *)c->invariants->pdata[i]);
  prove_all(&s);
  for (guint i = 0; i < s.guesses->len; i++)
    if (guess_at(&s, i)->proven) tell(&s, w, guess_at(&s, i));
  g_array_unref(s.guesses);
  cfg_free(s.cfg);
  return w;
}
