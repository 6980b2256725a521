/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes of concrete inputs. */
#include "native/triage.h"
#include "base/limits.h"
#include "cfc/follow.h"
#include "ir/print.h"
#include "native/assumed.h"
#include "native/concrete-point.h"

struct Triage {
  const Cfc *cfc;
  Classifier *classifier;
  PointReader *reader;
  Assumed *assumed;
  Follower *follower; /* NULL: there is no automaton */
};

Triage *triage_new(const Cfc *c) {
  Triage *t = g_new0(Triage, 1);
  t->cfc = c;
  t->classifier = classifier_new(c);
  t->reader = point_reader_new(c, classifier_inputs(t->classifier));
  t->assumed = assumed_new(c);
  t->follower = c->automaton ? follower_new(c->automaton) : NULL;
  return t;
}

void triage_free(Triage *t) {
  if (!t) return;
  classifier_free(t->classifier);
  point_reader_free(t->reader);
  assumed_free(t->assumed);
  follower_free(t->follower);
  g_free(t);
}

void triage_answer_clear(TriageAnswer *a) { g_clear_pointer(&a->reason, g_free); }

/* Names some of what is open, behind the reason. */
static char *with_names(const Triage *t, const char *reason, const GPtrArray *open) {
  enum { SHOWN = 3 };
  g_autoptr(GString) text = g_string_new(reason);
  for (guint i = 0; i < open->len && i < SHOWN; i++) {
    g_autofree char *name = input_short_name(t->cfc->program, open->pdata[i]);
    g_string_append_printf(text, "%s%s", i == 0 ? ": " : ", ", name);
  }
  if (open->len > SHOWN) g_string_append_printf(text, " and %u more", open->len - SHOWN);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* FALSE with error; open gets what the input does not say. */
static gboolean set_point(Triage *t, const ConcreteInput *in, GPtrArray *open, GError **error) {
  const GPtrArray *inputs = classifier_inputs(t->classifier);
  classifier_begin(t->classifier);
  point_reader_begin(t->reader, in);
  for (guint i = 0; i < inputs->len; i++) {
    guint64 value;
    switch (point_reader_value(t->reader, i, &value, error)) {
    case COORDINATE_GIVEN: classifier_set(t->classifier, i, value); break;
    case COORDINATE_OPEN: g_ptr_array_add(open, inputs->pdata[i]); break;
    default: return FALSE;
    }
  }
  return TRUE;
}

/* Why the characterization says nothing of the input; NULL: it does. */
static char *outside(const Triage *t, const ConcreteInput *in) {
  char *why = concrete_outside(in, &t->cfc->program->bounds);
  const char *violated = why ? NULL : assumed_violated(t->assumed, in);
  return violated ? g_strdup_printf("it does not satisfy %s, which the characterization assumes", violated)
                  : why;
}

typedef struct {
  PointReader *reader;
  GError **error;
} Asked;

static FollowedValue value_of(gpointer data, const Term *input, guint64 *value) {
  const Asked *a = (const Asked *)data;
  switch (point_reader_find(a->reader, input, value, a->error)) {
  case COORDINATE_GIVEN: return FOLLOW_GIVEN;
  case COORDINATE_OPEN: return FOLLOW_OPEN;
  default: return FOLLOW_WRONG;
  }
}

/* settled: what the formulas say is not needed.  FALSE with error: a value is wrong. */
static gboolean ask_automaton(Triage *t, TriageAnswer *answer, gboolean *settled, GError **error) {
  Asked asked = {t->reader, error};
  Followed f;
  if (!follower_follow(t->follower, value_of, &asked, point_reader_horizon(t->reader), &f)) return FALSE;
  *settled = f.settled || f.class != CLASS_MAY_FAIL;
  answer->class = f.class;
  answer->failure = f.edge && f.edge->failure.loc.line ? &f.edge->failure : NULL;
  answer->steps = f.class == CLASS_FAILS ? f.steps : 0;
  if (f.settled) answer->reason = g_strdup("it depends on the inputs that follow those given");
  return TRUE;
}

gboolean triage_input(Triage *t, const ConcreteInput *in, TriageAnswer *answer, GError **error) {
  g_autoptr(GPtrArray) open = g_ptr_array_new();
  Classification c;
  gboolean undecided;
  *answer = (TriageAnswer){.class = CLASS_MAY_FAIL, .partition = -1, .reason = outside(t, in)};
  if (answer->reason) return TRUE;
  if (!set_point(t, in, open, error) || !classifier_look(t->classifier, &c, &undecided, error)) return FALSE;
  if (t->follower && (undecided || c.class == CLASS_MAY_FAIL)) {
    gboolean settled;
    if (!ask_automaton(t, answer, &settled, error)) return FALSE;
    if (settled || answer->class != CLASS_MAY_FAIL) return TRUE;
  }
  if (undecided) c = classifier_complete(t->classifier, limits.classify_seconds);
  *answer = (TriageAnswer){.class = c.class, .partition = c.partition, .reason = c.reason ? with_names(t, c.reason, open) : NULL};
  return TRUE;
}
