/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Summaries of a whole program: callees before callers, found in a child, put into the program here. */
#include "summary/summary.h"
#include "base/limits.h"
#include "ir/print.h"
#include "frontend/frontend.h"
#include "base/job.h"
#include "summary/find.h"
#include "summary/prove.h"

const Term *summary_parameter(guint i, guint width) { return term_input((InputKey){i, 1, 0}, width); }

const Term *summary_instance(const Term *t, const IrFunction *f, const Term *const *args) {
  g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < f->n_params; i++)
    g_hash_table_insert(map, (gpointer)summary_parameter(i, f->reg_width[i]), (gpointer)args[i]);
  return term_substitute(t, map);
}

/* ---- for people ---- */

static const char *const names[SUMMARY_PARAMETERS] = {"x", "y", "z", "w"};

/* A program whose inputs are the parameters. */
static Program *parameters_as_inputs(const Program *p, const IrFunction *f) {
  Program *only = program_new(p->path, p->pointer_width);
  for (guint i = 0; i < f->n_params; i++) {
    const InputSite site = {.kind = SITE_NONDET,
                            .variable = names[i],
                            .type = "int",
                            .width = f->reg_width[i],
                            .element_width = 8,
                            .is_signed = TRUE};
    program_add_site(only, &site);
  }
  return only;
}

char *summary_text(const Program *p, const Summary *s) {
  const IrFunction *f = program_function(p, s->function);
  Program *only = parameters_as_inputs(p, f);
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%s(", f->name);
  for (guint i = 0; i < f->n_params; i++) g_string_append_printf(text, "%s%s", i ? ", " : "", names[i]);
  g_autofree char *value = s->value ? term_to_c(only, s->value, limits.report_summary_characters) : NULL;
  g_autofree char *region = term_to_c(only, s->region, limits.report_summary_characters);
  g_autofree char *diverges = term_to_c(only, s->diverges, limits.report_summary_characters);
  if (!term_is_false(s->region)) g_string_append_printf(text, value ? ") is %s" : ") returns", value);
  if (!term_is_true(s->region) && !term_is_false(s->region))
    g_string_append_printf(text, " where %s", region);
  if (!term_is_false(s->diverges))
    g_string_append_printf(text, "%s never ends where %s", term_is_false(s->region) ? ")" : "; it", diverges);
  g_autofree char *quick = term_to_c(only, s->quick, limits.report_summary_characters);
  if (!term_is_true(s->quick)) g_string_append_printf(text, "; it may take too long unless %s", quick);
  program_free(only);
  return g_string_free(text, FALSE);
}

/* ---- components of the call graph, by Tarjan's algorithm ---- */

typedef struct {
  Known known;
  Pure *pure;
  double deadline;
  guint *number, *low; /* by function; number 0: not visited */
  gboolean *open;
  GArray *stack; /* guint */
  guint visited;
} Walk;

static void close_component(Walk *w, guint root) {
  guint from = w->stack->len;
  do w->open[g_array_index(w->stack, guint, --from)] = FALSE;
  while (g_array_index(w->stack, guint, from) != root);
  const guint *members = &g_array_index(w->stack, guint, from);
  if (cpu_seconds() < w->deadline)
    find_summaries(&w->known, w->pure, members, w->stack->len - from, w->deadline);
  g_array_set_size(w->stack, from);
}

static void visit(Walk *w, guint function);

static void visit_callee(Walk *w, guint function, guint callee) {
  if (callee == G_MAXUINT || !w->known.cfg->recursive[callee]) return;
  if (!w->number[callee]) visit(w, callee);
  if (w->open[callee]) w->low[function] = MIN(w->low[function], w->low[callee]);
}

static void visit(Walk *w, guint function) {
  const IrFunction *f = program_function(w->known.program, function);
  w->number[function] = w->low[function] = ++w->visited;
  w->open[function] = TRUE;
  g_array_append_val(w->stack, function);
  for (guint b = 0; b < f->blocks->len; b++) {
    const GArray *instrs = ((const IrBlock *)f->blocks->pdata[b])->instrs;
    for (guint i = 0; i < instrs->len; i++) {
      const IrInstr *in = &g_array_index(instrs, IrInstr, i);
      if (in->opcode == IR_CALL) visit_callee(w, function, ir_callee(in));
    }
  }
  if (w->low[function] == w->number[function]) close_component(w, function);
}

GPtrArray *summaries_find(const Program *p, double seconds) {
  const guint n = p->functions->len;
  Cfg *cfg = cfg_new(p);
  GPtrArray *found = g_ptr_array_new_with_free_func(g_free);
  Walk w = {.known = {p, cfg, g_new0(const Summary *, n)},
            .pure = pure_new(p),
            .deadline = cpu_seconds() + seconds,
            .number = g_new0(guint, n),
            .low = g_new0(guint, n),
            .open = g_new0(gboolean, n),
            .stack = g_array_new(FALSE, FALSE, sizeof(guint))};
  for (guint i = 0; i < n; i++)
    if (cfg->recursive[i] && program_function(p, i)->defined && !w.number[i]) visit(&w, i);
  for (guint i = 0; i < n; i++)
    if (w.known.summaries[i]) g_ptr_array_add(found, (gpointer)w.known.summaries[i]);
  pure_free(w.pure);
  g_free(w.known.summaries);
  g_free(w.number);
  g_free(w.low);
  g_free(w.open);
  g_array_unref(w.stack);
  cfg_free(cfg);
  return found;
}

/* ---- in a child ---- */

typedef struct {
  const Program *program;
  double seconds;
} Work;

static gboolean any_takes_long(const GPtrArray *summaries) {
  for (guint i = 0; i < summaries->len; i++)
    if (!term_is_true(((const Summary *)summaries->pdata[i])->quick)) return TRUE;
  return FALSE;
}

/* For each summary: its function as a constant, region, diverges, quick, and the value if there is one. */
static gboolean run(gpointer data, GByteArray *out) {
  const Work *w = data;
  g_autoptr(GPtrArray) found = summaries_find(w->program, w->seconds);
  if (any_takes_long(found) && !frontend_loops_remain(w->program))
    for (guint i = 0; i < found->len; i++) ((Summary *)found->pdata[i])->quick = term_bool(TRUE);
  for (guint i = 0; i < found->len; i++) {
    const Summary *s = found->pdata[i];
    const Term *terms[] = {term_const(32, s->function), s->region, s->diverges, s->quick, s->value};
    term_write(out, terms, s->value ? 5 : 4);
  }
  return TRUE;
}

static gboolean read_summary(const Program *p, const GByteArray *bytes, gsize *at, Summary *s) {
  guint n = 0;
  g_autofree const Term **t = term_read(bytes->data, bytes->len, at, &n);
  if (!t || n < 4 || n > 5 || t[0]->op != TERM_CONST || t[0]->param >= p->functions->len) return FALSE;
  *s = (Summary){(guint)t[0]->param, t[1], n == 5 ? t[4] : NULL, t[2], t[3]};
  return t[1]->width == 1 && t[2]->width == 1 && t[3]->width == 1;
}

static gboolean has_recursion(const Program *p) {
  Cfg *cfg = cfg_new(p);
  gboolean any = FALSE;
  for (guint i = 0; i < p->functions->len; i++) any |= cfg->recursive[i];
  cfg_free(cfg);
  return any;
}

GPtrArray *program_summarize(Program *p, double seconds, gsize memory_bytes) {
  GPtrArray *told = g_ptr_array_new_with_free_func(g_free);
  if (!has_recursion(p)) return told;
  Work w = {p, seconds};
  GByteArray *answer = NULL;
  Summary s;
  JobState state = job_run("summaries", run, &w, (JobLimits){4 * seconds, memory_bytes}, &answer);
  for (gsize at = 0; state == JOB_DONE && answer && at < answer->len && read_summary(p, answer, &at, &s);) {
    g_ptr_array_add(told, summary_text(p, &s));
    summary_apply(p, &s);
  }
  if (answer) g_byte_array_unref(answer);
  return told;
}
