/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a check of the inputs can stand, by the program's code. */
#include "export/guard.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "ctext/source.h"
#include "export/parameters.h"
#include "ir/print.h"
#include "formula/readable.h"
#include "native/input-drive.h"
#include "ir/cfg.h"

typedef struct {
  const Program *program;
  Cfg *cfg;
  gboolean *fails; /* by function: it, or what it calls, may fail */
} Search;

typedef struct {
  guint block, index;
} Place;

/* --- may a function fail by itself? --- */

static gboolean call_fails(const Search *s, const IrInstr *i) {
  if (i->opcode != IR_CALL) return FALSE;
  const guint callee = ir_callee(i);
  return callee == G_MAXUINT || s->fails[callee];
}

static gboolean block_fails(const Search *s, const IrBlock *b, guint n_instrs) {
  for (guint k = 0; k < n_instrs; k++)
    if (call_fails(s, &g_array_index(b->instrs, IrInstr, k))) return TRUE;
  return n_instrs == b->instrs->len && (b->term == IR_ERROR || b->term == IR_UNMODELLED);
}

static void find_failing_functions(Search *s) {
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint f = 0; f < s->program->functions->len; f++) {
      const IrFunction *function = program_function(s->program, f);
      for (guint b = 0; b < function->blocks->len && !s->fails[f]; b++) {
        const IrBlock *block = function->blocks->pdata[b];
        if (block_fails(s, block, block->instrs->len)) changed = s->fails[f] = TRUE;
      }
    }
  }
}

/* --- places in the entry function --- */

static const IrFunction *entry_of(const Search *s) { return program_function(s->program, s->program->entry); }

/* The only instruction that reads the site, when it stands in the entry function outside of loops. */
static gboolean find_place(const Search *s, guint site, Place *place) {
  guint found = 0;
  for (guint f = 0; f < s->program->functions->len; f++) {
    const IrFunction *function = program_function(s->program, f);
    for (guint b = 0; b < function->blocks->len; b++) {
      const IrBlock *block = function->blocks->pdata[b];
      for (guint k = 0; k < block->instrs->len; k++) {
        const IrInstr *i = &g_array_index(block->instrs, IrInstr, k);
        if (i->opcode != IR_INPUT || i->site != site) continue;
        if (found++ > 0 || f != s->program->entry) return FALSE;
        *place = (Place){b, k};
      }
    }
  }
  return found == 1 && cfg_info(s->cfg, s->program->entry)->loop_depth[place->block] == 0;
}

/* Blocks that runs reach without going through what stands at `place`. */
static gboolean *reached_without(const Search *s, Place place) {
  const IrFunction *f = entry_of(s);
  gboolean *reached = g_new0(gboolean, f->blocks->len);
  g_autoptr(GArray) work = g_array_new(FALSE, FALSE, sizeof(guint));
  guint at = 0;
  reached[0] = TRUE;
  g_array_append_val(work, at);
  while (work->len > 0) {
    at = g_array_index(work, guint, work->len - 1);
    g_array_set_size(work, work->len - 1);
    const IrBlock *b = f->blocks->pdata[at];
    if (at == place.block) continue;
    for (guint i = 0; i < b->n_succs; i++)
      if (!reached[b->succs[i]]) {
        reached[b->succs[i]] = TRUE;
        g_array_append_val(work, b->succs[i]);
      }
  }
  return reached;
}

static gboolean is_before(const Search *s, Place a, Place b) {
  if (a.block == b.block) return a.index <= b.index;
  g_autofree gboolean *without = reached_without(s, a);
  return !without[b.block];
}

static gboolean fails_without(const Search *s, Place place) {
  g_autofree gboolean *reached = reached_without(s, place);
  const IrFunction *f = entry_of(s);
  for (guint b = 0; b < f->blocks->len; b++) {
    const IrBlock *block = f->blocks->pdata[b];
    if (reached[b] && block_fails(s, block, b == place.block ? place.index : block->instrs->len)) return TRUE;
  }
  return FALSE;
}

/* --- the search --- */

static char *no_place(const Program *p, const Term *input, const char *why) {
  g_autofree char *label = input_label(p, input);
  return g_strdup_printf("%s %s", label, why);
}

/* The site of an input that a variable of the entry function takes over, once. */
static char *examine_input(const Search *s, const Term *input, Place *place) {
  const InputKey key = input_key_unpack(input->param);
  const InputSite *site = program_site(s->program, key.site);
  if (input_from_outside(site))
    return no_place(s->program, input, "is not read by one statement: it is there from the start");
  if (!site_is_called(site)) return no_place(s->program, input, "is not read by a call");
  if (site->in_macro_or_header) return no_place(s->program, input, "is read in a macro or header");
  if (!site->variable) return no_place(s->program, input, "is not stored in a variable");
  if (key.occurrence != 1 || !find_place(s, key.site, place))
    return no_place(s->program, input, "is not read exactly once, in the entry function");
  return NULL;
}

/* Of all the places the one that every run comes by last. */
static char *find_last(const Search *s, const GPtrArray *inputs, const Place *places, guint *last) {
  *last = 0;
  for (guint i = 1; i < inputs->len; i++)
    if (is_before(s, places[*last], places[i])) *last = i;
  for (guint i = 0; i < inputs->len; i++)
    if (!is_before(s, places[i], places[*last]))
      return no_place(s->program, inputs->pdata[i], "is not read on every way to the others");
  if (fails_without(s, places[*last]))
    return no_place(s->program, inputs->pdata[*last], "is not read on every way to a failure");
  return NULL;
}

static const InputSite *site_of(const Search *s, const GPtrArray *inputs, guint i) {
  return program_site(s->program, input_key_unpack(((const Term *)inputs->pdata[i])->param).site);
}

/* Do the variables still hold the inputs at the last one? */
static char *examine_text(const Search *s, const GPtrArray *inputs, guint last) {
  const char *file = site_of(s, inputs, last)->loc.file;
  g_autoptr(Source) text = source_of(s->program, file, NULL);
  char *reason = NULL;
  if (!text) return g_strdup("the program's text cannot be read");
  for (guint i = 0; i < inputs->len; i++) {
    if (site_of(s, inputs, i)->loc.file != file)
      return no_place(s->program, inputs->pdata[i], "is read in another file than others");
    for (guint k = 0; k < i; k++)
      if (site_of(s, inputs, k)->variable == site_of(s, inputs, i)->variable)
        return no_place(s->program, inputs->pdata[i], "shares its variable with another input");
    if (!guard_variable_holds(text->text, site_of(s, inputs, i), site_of(s, inputs, last), &reason))
      return reason;
  }
  return NULL;
}

static Guard search(const Search *s, const GPtrArray *inputs) {
  g_autofree Place *places = g_new0(Place, inputs->len);
  guint last = 0;
  char *reason = NULL;
  for (guint i = 0; i < inputs->len && !reason; i++) reason = examine_input(s, inputs->pdata[i], &places[i]);
  if (!reason) reason = find_last(s, inputs, places, &last);
  if (!reason) reason = examine_text(s, inputs, last);
  if (reason) return (Guard){{0}, reason};
  return (Guard){site_of(s, inputs, last)->loc, NULL};
}

static const Term *upper_of(const Cfc *c) {
  g_autoptr(GPtrArray) uppers = g_ptr_array_new();
  for (guint i = 0; i < c->partitions->len; i++)
    g_ptr_array_add(uppers, (gpointer)claim_upper(c->partitions->pdata[i]));
  return term_or_n((const Term *const *)uppers->pdata, uppers->len);
}

Guard guard_find(const Cfc *c) {
  const Program *p = c->program;
  const Term *upper = upper_of(c);
  if (term_is_false(upper)) return (Guard){{0}, g_strdup("no input fails")};
  if (term_is_true(upper)) return (Guard){{0}, g_strdup("every input may fail")};
  if (c->guard_after.line > 0) return (Guard){c->guard_after, NULL};
  if (c->guard_reason) return (Guard){{0}, g_strdup(c->guard_reason)};
  if (p->functions->len == 0 || program_function(p, p->entry)->blocks->len == 0)
    return (Guard){{0}, g_strdup("the program's code is not at hand")};
  Search s = {p, cfg_new(p), g_new0(gboolean, p->functions->len)};
  find_failing_functions(&s);
  g_autoptr(Parameters) inputs = parameters_new(c);
  Guard g = s.cfg->recursive[p->entry] ? (Guard){{0}, g_strdup("the entry function calls itself")}
                                       : search(&s, inputs->inputs);
  g_free(s.fails);
  cfg_free(s.cfg);
  return g;
}

void guard_clear(Guard *g) { g_clear_pointer(&g->reason, g_free); }

/* --- what it says --- */

char *guard_condition(const Cfc *c) {
  if (c->guard_condition) return g_strdup(c->guard_condition); /* in the words that were found first */
  return term_to_c(c->program, readable_rewrite(term_not(upper_of(c))), limits.report_c_characters);
}

char *guard_call(const Cfc *c) {
  g_autoptr(Parameters) p = parameters_new(c);
  g_autofree char *name = predicate_name(c, TRUE);
  GString *out = g_string_new(name);
  for (guint i = 0; i < p->inputs->len; i++) {
    const InputSite *s =
        program_site(c->program, input_key_unpack(((Term *)p->inputs->pdata[i])->param).site);
    g_string_append_printf(out, "%s%s", i > 0 ? ", " : "(", s->variable ? s->variable : "?");
  }
  g_string_append(out, p->inputs->len > 0 ? ")" : "()");
  return g_string_free(out, FALSE);
}

char *guard_check(const Cfc *c) {
  g_autofree char *call = guard_call(c);
  return g_strdup_printf("if (%s) abort();", call);
}

char *guard_text(const Cfc *c) {
  g_auto(Guard) g = guard_find(c);
  if (g.reason) return g_strdup_printf("no single check of the inputs excludes the failures: %s", g.reason);
  g_autofree char *condition = guard_condition(c);
  return g_strdup_printf("to exclude all failing inputs, check after %s:%u that %s",
                         g.after.file ? g.after.file : c->program->path, g.after.line, condition);
}
