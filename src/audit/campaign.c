/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs and verdicts. */
#include "audit/campaign.h"
#include "audit/divide.h"
#include "base/deadline.h"

#define SAY_EVERY (G_USEC_PER_SEC / 5)

/* A variant that is being asked. */
typedef struct Item {
  SeedSearch *from;
  VariantRow row;
  char *text;
  struct Item *whole; /* that it is a half of; NULL: it is none */
  guint halves;       /* of it, that are still open */
  gboolean smaller;   /* one of its halves shows a disagreement */
  Statement **said;   /* by suspect; NULL: not asked yet */
  guint next;         /* the first suspect that was not looked at */
  guint waiting;      /* jobs that run */
  gboolean truth_begun;
  TruthRequest request;
  TruthFound *truth;
} Item;

typedef struct {
  Job *job;
  Item *item;
  guint suspect; /* G_MAXUINT: it looks for the truth */
  Asking asking;
} Slot;

typedef struct {
  Store *store;
  const CampaignOptions *options;
  Generator *generator;
  GPtrArray *items; /* Item*: those that are asked now, in order */
  GHashTable *live; /* Item*: those, and what they are halves of */
  GPtrArray *slots; /* Slot* */
  char *limits;     /* of every run, as text */
  CampaignResult *result;
  gint64 start, said;
  guint done; /* variants that are no halves */
  gboolean exhausted;
  GError *error;
} Campaign;

static const Suspect *suspect(const Campaign *c, guint i) {
  return (const Suspect *)c->options->suspects->pdata[i];
}

/* ---- items ---- */

static void take_text(sqlite3_stmt *row, gpointer text) { *(char **)text = g_strdup(store_text(row, 0)); }

static Item *item_new(Campaign *c, SeedSearch *from, VariantRow *row, Item *whole) {
  Item *i = g_new0(Item, 1);
  i->from = from;
  i->row = *row;
  i->whole = whole;
  i->said = g_new0(Statement *, c->options->suspects->len);
  store_do(c->store, take_text, &i->text, c->error ? NULL : &c->error,
           "SELECT text FROM program WHERE id = ?", "i", row->program);
  c->result->variants++;
  g_hash_table_add(c->live, i);
  return i;
}

static void item_free(const Campaign *c, Item *i) {
  g_hash_table_remove(c->live, i);
  for (guint k = 0; k < c->options->suspects->len; k++) statement_free(i->said[k]);
  variant_row_clear(&i->row);
  truth_found_free(i->truth);
  if (i->request.points) g_ptr_array_unref(i->request.points);
  g_free(i->said);
  g_free(i->text);
  g_free(i);
}

static void slot_free(gpointer data) {
  Slot *s = (Slot *)data;
  if (s->job) job_free(s->job);
  g_free(s);
}

/* ---- jobs ---- */

static void start(Campaign *c, Item *i, guint suspect_index, Slot *slot) {
  slot->item = i;
  slot->suspect = suspect_index;
  i->waiting++;
  g_ptr_array_add(c->slots, slot);
}

/* TRUE: a job was started. */
static gboolean ask_next(Campaign *c, Item *i) {
  while (i->next < c->options->suspects->len && !c->error) {
    const guint k = i->next++;
    i->said[k] = store_find_run(c->store, i->row.program, suspect(c, k), c->limits, &c->error);
    if (i->said[k] || c->error) {
      c->result->recalled++;
      continue;
    }
    Slot *slot = g_new0(Slot, 1);
    slot->asking = (Asking){.suspect = suspect(c, k),
                            .text = i->text,
                            .lp64 = c->options->generate.lp64,
                            .seconds = c->options->seconds,
                            .memory_bytes = c->options->memory_bytes};
    slot->job = ask_start(&slot->asking);
    if (slot->job) {
      start(c, i, k, slot);
      return TRUE;
    }
    slot_free(slot);
    i->said[k] = statement_new();
    i->said[k]->trouble = g_strdup("no process could be started");
  }
  return FALSE;
}

static guint count_verdicts(const Campaign *c, const Item *i, ToolVerdict verdict) {
  guint n = 0;
  for (guint k = 0; k < c->options->suspects->len; k++) n += i->said[k] && i->said[k]->verdict == verdict;
  return n;
}

/* What acf itself has said, if it is one of the analyzers. */
static gboolean acf_said(const Campaign *c, const Item *i, ToolVerdict *verdict) {
  for (guint k = 0; k < c->options->suspects->len; k++)
    if (!suspect(c, k)->analyzer && i->said[k]) {
      *verdict = i->said[k]->verdict;
      return TRUE;
    }
  return FALSE;
}

static TruthRequest truth_request(const Campaign *c, const Item *i) {
  TruthRequest r = {.text = i->text,
                    .lp64 = c->options->generate.lp64,
                    .constants = i->from->seed->syntax->constants,
                    .seed = c->options->generate.seed,
                    .points = g_ptr_array_new(),
                    .seconds = c->options->seconds,
                    .memory_bytes = c->options->memory_bytes};
  r.ask = !acf_said(c, i, &r.acf) && count_verdicts(c, i, TOOL_FAILING) > 0;
  for (guint k = 0; k < c->options->suspects->len; k++)
    for (guint p = 0; i->said[k] && p < i->said[k]->points->len; p++)
      g_ptr_array_add(r.points, i->said[k]->points->pdata[p]);
  return r;
}

/* TRUE: a job was started.  Without any verdict none can be wrong. */
static gboolean seek_truth(Campaign *c, Item *i) {
  i->truth_begun = TRUE;
  if (!count_verdicts(c, i, TOOL_SAFE) && !count_verdicts(c, i, TOOL_FAILING)) return FALSE;
  i->truth = store_find_truth(c->store, i->row.program, &c->error);
  if (i->truth && i->truth->truth == TRUTH_OPEN && count_verdicts(c, i, TOOL_FAILING)) {
    ToolVerdict verdict = TOOL_UNKNOWN; /* more may be known now */
    if (acf_said(c, i, &verdict) && verdict != TOOL_UNKNOWN) g_clear_pointer(&i->truth, truth_found_free);
  }
  if (i->truth || c->error) return FALSE;
  Slot *slot = g_new0(Slot, 1);
  i->request = truth_request(c, i);
  slot->job = truth_start(&i->request);
  if (slot->job)
    start(c, i, G_MAXUINT, slot);
  else
    slot_free(slot);
  return i->waiting > 0;
}

/* ---- conclusions ---- */

static void make_votes(const Campaign *c, const Item *i, Vote *votes) {
  const gboolean overflows = i->truth && i->truth->overflows;
  for (guint k = 0; k < c->options->suspects->len; k++)
    votes[k] = (Vote){.verdict = i->said[k] ? i->said[k]->verdict : TOOL_UNKNOWN,
                      .under = suspect(c, k)->under,
                      .excused = overflows && !suspect(c, k)->wraps};
}

static GArray *suspicions(const Campaign *c, const Item *i) {
  g_autofree Vote *votes = g_new0(Vote, c->options->suspects->len);
  make_votes(c, i, votes);
  return detect(votes, c->options->suspects->len, i->truth ? i->truth->truth : TRUTH_OPEN);
}

static void record_findings(Campaign *c, const Item *i) {
  g_autoptr(GArray) found = suspicions(c, i);
  for (guint k = 0; k < found->len && !c->error; k++) {
    const Suspicion *s = &g_array_index(found, Suspicion, k);
    store_put_finding(c->store, i->row.id, suspect(c, s->analyzer)->name, s, &c->error);
    c->result->findings++;
    c->result->proven += s->ruling == RULING_PROVEN;
  }
}

static void learn(const Campaign *c, const Item *i) {
  double least = G_MAXDOUBLE, most = 0;
  for (guint k = 0; k < c->options->suspects->len; k++) {
    if (!i->said[k]) continue;
    least = MIN(least, i->said[k]->wall);
    most = MAX(most, i->said[k]->wall);
  }
  if (most >= least) search_learn(i->from->search, i->row.place, most - least);
}

/* What is known of a half, or of both, may settle the whole. */
static void settle(Campaign *c, Item *i, gboolean disagrees) {
  Item *whole = i->whole;
  if (disagrees && !i->smaller) record_findings(c, i);
  item_free(c, i);
  if (!whole) return;
  whole->smaller |= disagrees;
  if (--whole->halves == 0) settle(c, whole, TRUE);
}

static gboolean divide(Campaign *c, Item *i) {
  g_auto(GStrv) conditions = g_strsplit(i->row.conditions, "\n", -1);
  if (!divide_again(g_strv_length(conditions), i->row.part)) return FALSE;
  for (guint half = 0; half < 2 && !c->error; half++) {
    g_autofree char *part = g_strdup_printf("%s%u", i->row.part, half);
    VariantRow row;
    if (!generator_divide(c->generator, i->from, &i->row, part, &row, &c->error)) continue;
    g_ptr_array_insert(c->items, (gint)half, item_new(c, i->from, &row, i));
    i->halves++;
  }
  return i->halves > 0;
}

static void conclude(Campaign *c, Item *i) {
  g_autoptr(GArray) found = suspicions(c, i);
  g_ptr_array_remove(c->items, i);
  learn(c, i);
  c->done += !i->whole;
  if (!found->len || !divide(c, i)) settle(c, i, found->len > 0);
}

/* ---- the loop ---- */

/* TRUE: a job was started, or something came to its end. */
static gboolean advance(Campaign *c, Item *i) {
  if (i->next < c->options->suspects->len && ask_next(c, i)) return TRUE;
  if (i->waiting || c->error) return FALSE;
  if (!i->truth_begun && seek_truth(c, i)) return TRUE;
  if (c->error) return FALSE;
  conclude(c, i);
  return TRUE;
}

static gboolean start_something(Campaign *c) {
  for (guint i = 0; i < c->items->len && !c->error; i++)
    if (advance(c, (Item *)c->items->pdata[i])) return TRUE;
  VariantRow row;
  SeedSearch *from;
  if (c->exhausted || c->error) return FALSE;
  if (generator_next(c->generator, &from, &row, &c->error))
    g_ptr_array_add(c->items, item_new(c, from, &row, NULL));
  else
    c->exhausted = TRUE;
  return !c->exhausted;
}

static void finish(Campaign *c, Slot *slot) {
  Item *i = slot->item;
  i->waiting--;
  c->result->busy += job_seconds(slot->job);
  if (slot->suspect == G_MAXUINT) {
    i->truth = truth_result(slot->job);
    if (!c->error) store_put_truth(c->store, i->row.program, i->truth, &c->error);
  } else {
    i->said[slot->suspect] = ask_result(slot->job);
    c->result->asked++;
    if (!c->error)
      store_add_run(c->store, i->row.program, suspect(c, slot->suspect), c->limits, i->said[slot->suspect],
                    &c->error);
  }
  g_ptr_array_remove(c->slots, slot);
}

static void say(Campaign *c) {
  const gint64 now = g_get_monotonic_time();
  if (!c->options->say || now - c->said < SAY_EVERY) return;
  c->said = now;
  const double seconds = (double)(now - c->start) / 1e6;
  const guint expected = MAX(generator_expected(c->generator), c->done);
  g_autofree char *left =
      c->done ? g_strdup_printf("; about %.0f s left", seconds / c->done * (expected - c->done))
              : g_strdup("");
  g_autofree char *line = g_strdup_printf(
      "%u of about %u checks, %u findings, %u of them proven; %.1f runs/s%s", c->done, expected,
      c->result->findings, c->result->proven, seconds > 0 ? c->result->asked / seconds : 0, left);
  c->options->say(line);
}

static void wait_for_job(Campaign *c) {
  g_autoptr(GPtrArray) jobs = g_ptr_array_new();
  for (guint i = 0; i < c->slots->len; i++) g_ptr_array_add(jobs, ((Slot *)c->slots->pdata[i])->job);
  const int which = job_wait_any((Job *const *)jobs->pdata, jobs->len, deadline_in(1), NULL, NULL);
  say(c);
  if (which < 0) return;
  Slot *slot = (Slot *)c->slots->pdata[which];
  if (job_state(slot->job) != JOB_RUNNING && !job_interrupted()) finish(c, slot);
}

/* What still runs is stopped; nothing of it was stored. */
static void clear(Campaign *c) {
  g_ptr_array_unref(c->slots);
  g_ptr_array_unref(c->items);
  g_autoptr(GList) left = g_hash_table_get_keys(c->live);
  for (GList *i = left; i; i = i->next) item_free(c, (Item *)i->data);
  g_hash_table_unref(c->live);
  generator_free(c->generator);
  g_free(c->limits);
}

gboolean campaign_run(Store *store, const CampaignOptions *o, CampaignResult *result, GError **error) {
  *result = (CampaignResult){0};
  Campaign c = {.store = store,
                .options = o,
                .items = g_ptr_array_new(),
                .live = g_hash_table_new(NULL, NULL),
                .slots = g_ptr_array_new_with_free_func(slot_free),
                .limits =
                    g_strdup_printf("time=%g memory=%" G_GSIZE_FORMAT, o->seconds, o->memory_bytes >> 20),
                .result = result,
                .start = g_get_monotonic_time()};
  c.generator = generator_new(store, &o->generate, o->refuse, &c.error);
  while (c.generator && !c.error && !job_interrupted()) {
    if (c.slots->len < o->jobs && start_something(&c)) continue;
    if (!c.slots->len) break;
    wait_for_job(&c);
  }
  result->interrupted = job_interrupted();
  result->seconds = (double)(g_get_monotonic_time() - c.start) / 1e6;
  if (c.generator) result->refused = generator_refused(c.generator);
  clear(&c);
  if (!c.error) return TRUE;
  g_propagate_error(error, c.error);
  return FALSE;
}
