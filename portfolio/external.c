/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From an opinion to an answer. */
#include "portfolio/external.h"
#include "base/limits.h"
#include "formula/solver.h"
#include "base/job.h"
#include "witness/match.h"
#include <string.h>

/* ---- safe ---- */

static gboolean same_inputs(const Description *d, const Program *p) {
  for (guint i = 0; i < p->sites->len; i++)
    if (!(d->inputs & 1u << g_array_index(p->sites, InputSite, i).kind)) return FALSE;
  return TRUE;
}

gboolean external_begins(const Description *d, const Program *p) {
  return g_str_equal(p->property->entry, "main") || description_tells(d, "%{entry}");
}

const char *external_doubt(const Analyzer *a, const Program *p) {
  const Description *d = a->external;
  if (d->trust == TRUST_NONE) return "its safe verdicts are not trusted";
  if (d->trust == TRUST_BOUNDED) return "its safe verdicts are about short runs only";
  if (!d->wraps && !p->no_overflow) return "it leaves out runs in which signed arithmetic overflows";
  if (p->unmodelled->len) return "the program has parts that acf could not analyse";
  if (!same_inputs(d, p)) return "it takes for fixed what is an input of this program";
  if (p->driver) return "it may take other arguments for possible";
  if (!external_begins(d, p)) return "it starts all programs at main";
  return NULL;
}

/* ---- failing ---- */

typedef struct {
  const Question *question;
  const Match *match; /* NULL: there is no witness */
  const Model *point; /* that the verifier printed; may be NULL */
} Report;

/* A point of the condition that certainly fails, NULL: none was found at this unrolling. */
static Model *failing_point(const Report *r, guint unrolling) {
  const Question *q = r->question;
  Confirmation c = {.question = *q, .direction = r->match ? r->match->direction : NULL};
  c.question.start_unroll = unrolling;
  Evidence *e = symex_confirm(&c);
  Model *point = NULL;
  const Term *fails = term_and(evidence_fails(e), q->condition);
  if (!term_is_false(fails)) solver_sat(fails, question_milliseconds_left(q), &point);
  evidence_free(e);
  return point;
}

/* TRUE: the run of the point fails, for certain; then the answer says so. */
static gboolean take_point(Answer *answer, const Question *q, const Model *point) {
  if (!term_eval(q->condition, point)) return FALSE;
  Confirmation c = {.question = *q, .point = point};
  Evidence *e = symex_confirm(&c);
  gboolean fails = term_eval(evidence_fails(e), point) != 0;
  evidence_free(e);
  Automaton *trace = fails ? symex_trace(q, point) : NULL;
  if (!trace) return FALSE;
  answer->kind = ANSWER_ERROR;
  answer->error = trace;
  answer->point = model_copy(point);
  return TRUE;
}

/* In a child of its own: the values that were printed, those of the witness, then its branches, to deeper and
 * deeper unrollings. */
static gboolean follow(gpointer data, GByteArray *out) {
  const Report *r = (const Report *)data;
  const Question *q = r->question;
  Answer *answer = answer_new();
  gboolean found = r->point && take_point(answer, q, r->point);
  if (!found && r->match && r->match->point) found = take_point(answer, q, r->match->point);
  guint first = r->match && r->match->direction ? MAX(automaton_repeats(r->match->direction), 1) : 1;
  for (guint k = first; !found && k <= limits.external_unroll && g_get_monotonic_time() < q->deadline;
       k *= 2) {
    Model *point = failing_point(r, k);
    found = point && take_point(answer, q, point);
    if (point) model_free(point);
  }
  answer_write(out, answer);
  answer_free(answer);
  return TRUE;
}

static Answer *confirm(const Analyzer *a, const Question *q, const Opinion *o) {
  Match *match = o->witness ? witness_match(q->program, o->witness) : NULL;
  gint64 now = g_get_monotonic_time();
  double left = MAX((q->deadline - now) / 1e6, 0.1),
         seconds = MIN(left, MAX(limits.external_confirm_share * left, limits.external_confirm_seconds));
  Question limited = *q;
  limited.deadline = now + (gint64)(1e6 * seconds);
  Report report = {&limited, match, o->point};
  GByteArray *bytes = NULL;
  job_run(a->name, follow, &report, (JobLimits){seconds, a->memory_bytes}, &bytes);
  Answer *answer = bytes ? answer_read(q->program, bytes) : NULL;
  if (bytes) g_byte_array_unref(bytes);
  if (match) match_free(match);
  return answer ? answer : answer_new();
}

/* ---- the answer ---- */

static void add_reason(Answer *answer, const Analyzer *a, const char *format, ...) G_GNUC_PRINTF(3, 4);
static void add_reason(Answer *answer, const Analyzer *a, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *what = g_strdup_vprintf(format, args);
  va_end(args);
  g_ptr_array_add(answer->reasons, g_strdup_printf("%s %s", a->name, what));
}

Answer *external_judge(const Analyzer *a, const Question *q, const Opinion *o) {
  Answer *answer = NULL;
  const char *doubt = external_doubt(a, q->program);
  if (o->verdict == TOOL_FAILING) {
    answer = confirm(a, q, o);
    if (answer->kind != ANSWER_ERROR)
      add_reason(answer, a, "reports a failure that was not confirmed%s%s", o->trouble ? ": " : "",
                 o->trouble ? o->trouble : "");
    return answer;
  }
  answer = answer_new();
  if (o->verdict == TOOL_SAFE && !doubt && !q->dual) {
    answer->kind = ANSWER_SAFE;
    answer->residue = term_bool(FALSE);
  } else if (o->verdict == TOOL_SAFE) {
    add_reason(answer, a, "says safe, which is no proof: %s", doubt ? doubt : "another question was asked");
  } else {
    add_reason(answer, a, "is inconclusive%s%s", o->trouble ? ": " : "", o->trouble ? o->trouble : "");
  }
  return answer;
}

static const char *refusal(const Analyzer *a, const Question *q) {
  if (!a->executable) return "is not installed";
  if (q->dual) return "is not asked whether all runs fail";
  if (q->program->property->kinds & ~a->external->properties) return "does not support this property";
  if (!a->external->bits[q->program->pointer_width == 64]) return "does not support this data model";
  if (!external_begins(a->external, q->program)) return "starts all programs at main";
  return NULL;
}

Answer *external_ask(const Analyzer *a, const Question *q, PublishAnswer publish) {
  (void)publish; /* verifiers answer only when they end */
  const char *why = refusal(a, q);
  if (why) {
    Answer *answer = answer_new();
    add_reason(answer, a, "%s", why);
    return answer;
  }
  g_autoptr(Opinion) o = opinion_ask(a, q);
  Answer *answer = external_judge(a, q, o);
  answer->recalled = o->recalled;
  return answer;
}
