/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduction: the same disagreement in a smaller program. */
#include "audit/finding.h"
#include "audit/kept-input.h"
#include "audit/syntax.h"
#include "base/process.h"

/* ---- does a program show the same? ---- */

static ToolVerdict verdict_of(const Finding *f, Registry *r, const char *name, const char *text,
                              double seconds, gsize memory_bytes) {
  g_autoptr(GPtrArray) who = suspects_choose(r, name, NULL);
  if (!who) return TOOL_UNKNOWN;
  Asking asking = {.suspect = (const Suspect *)who->pdata[0],
                   .text = (char *)text,
                   .lp64 = f->lp64,
                   .seconds = seconds,
                   .memory_bytes = memory_bytes};
  g_autoptr(Statement) said = ask_wait(&asking);
  return said->verdict;
}

/* The kept input first; others may fail in its place. */
static gboolean still_fails(const Finding *f, const char *text) {
  const KeptResult kept = f->truth->input ? kept_input_run(text, f->truth->input, f->lp64) : KEPT_PASSES;
  if (kept == KEPT_FAILS || (kept == KEPT_OVERFLOWS && f->truth->overflows)) return TRUE;
  g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(gint64));
  g_autoptr(GPtrArray) points = g_ptr_array_new();
  const TruthRequest request = {.text = (char *)text, .lp64 = f->lp64, .constants = none, .points = points};
  g_autoptr(TruthFound) t = truth_find(&request);
  return t->truth == TRUTH_FAILS && (!t->overflows || f->truth->overflows);
}

static void take_name(sqlite3_stmt *row, gpointer data) {
  char **name = (char **)data;
  if (!*name) *name = g_strdup(store_text(row, 0));
}

/* The first analyzer that said the opposite; NULL: none did. */
static char *opponent(Store *s, const Finding *f) {
  const ToolVerdict opposite = f->fault == FAULT_UNSOUND ? TOOL_FAILING : TOOL_SAFE;
  char *name = NULL;
  store_do(s, take_name, &name, NULL,
           "SELECT analyzer FROM run WHERE program = ? AND verdict = ? ORDER BY wall", "is", f->program,
           tool_verdict_name(opposite));
  return name;
}

gboolean finding_holds(Store *s, const Finding *f, Registry *r, const char *text, double seconds,
                       gsize memory_bytes, char **why) {
  const gboolean unsound = f->fault == FAULT_UNSOUND;
  const ToolVerdict same = unsound ? TOOL_SAFE : TOOL_FAILING, opposite = unsound ? TOOL_FAILING : TOOL_SAFE;
  *why = NULL;
  if (f->ruling == RULING_PROVEN && unsound && !still_fails(f, text))
    *why = g_strdup("no native run of it fails");
  else if (verdict_of(f, r, f->analyzer, text, seconds, memory_bytes) != same)
    *why = g_strdup_printf("%s does not say %s of it", f->analyzer, tool_verdict_name(same));
  else if (f->ruling == RULING_PROVEN && !unsound &&
           verdict_of(f, r, "acf", text, seconds, memory_bytes) != TOOL_SAFE)
    *why = g_strdup("acf does not prove it safe");
  if (*why || f->ruling == RULING_PROVEN) return !*why;
  g_autofree char *other = opponent(s, f);
  if (!other || verdict_of(f, r, other, text, seconds, memory_bytes) != opposite)
    *why = g_strdup("no other analyzer says the opposite");
  return !*why;
}

/* ---- cvise ---- */

static gboolean write_test(const char *path, const char *self, const char *const *arguments, GError **error) {
  g_autoptr(GString) script = g_string_new("#!/bin/sh\n");
  g_autofree char *quoted = g_shell_quote(self);
  g_string_append_printf(script, "exec %s", quoted);
  for (; *arguments; arguments++) {
    g_autofree char *argument = g_shell_quote(*arguments);
    g_string_append_printf(script, " %s", argument);
  }
  g_string_append(script, " program.c >/dev/null 2>&1\n");
  return g_file_set_contents_full(path, script->str, -1, G_FILE_SET_CONTENTS_NONE, 0755, error);
}

static char *run_cvise(const Finding *f, const char *tool, const Scratch *folder, double seconds,
                       GError **error) {
  g_autofree char *program = scratch_file(folder, "program.c"), *reduced = NULL;
  const char *const argv[] = {tool, "test.sh", "program.c", NULL};
  if (!g_file_set_contents(program, f->text, -1, error)) return NULL;
  const ProcessRequest request = {
      .argv = argv, .folder = folder->path, .seconds = seconds, .scratch = folder};
  g_autoptr(ProcessResult) r = process_run(&request);
  if (!g_file_get_contents(program, &reduced, NULL, error)) return NULL;
  if (r->end == PROCESS_NOT_STARTED || (r->end == PROCESS_EXITED && r->exit_status != 0)) {
    g_autofree char *said = g_strndup((const char *)r->output->data, 300);
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_TOOL, "cvise did not come to an end: %s",
                r->failure ? r->failure : g_strstrip(g_strdelimit(said, "\n", ' ')));
    return NULL;
  }
  return g_steal_pointer(&reduced);
}

char *finding_reduce(Store *s, const Finding *f, const char *self, const char *const *arguments,
                     double seconds, GError **error) {
  g_autofree char *tool = g_find_program_in_path("cvise");
  if (!tool) {
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_TOOL,
                "cvise is not installed: programs are reduced by it (Debian: apt-get install cvise)");
    return NULL;
  }
  g_autoptr(Scratch) folder = scratch_new(error);
  if (!folder) return NULL;
  g_autofree char *test = scratch_file(folder, "test.sh");
  if (!write_test(test, self, arguments, error)) return NULL;
  g_autofree char *reduced = run_cvise(f, tool, folder, seconds, error);
  if (!reduced || !store_do(s, NULL, NULL, error,
                            "INSERT OR REPLACE INTO tag(finding, name, value) VALUES(?, 'reduced', ?)", "is",
                            f->id, reduced))
    return NULL;
  return g_steal_pointer(&reduced);
}
