/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One try: elements by a seed, then every property on them, each check with a seed of its own. */
#include "base/limits.h"
#include "domains/driver.h"
#include <fcntl.h>
#include <unistd.h>

static guint64 mixed(guint64 seed, guint64 number, guint64 property, guint64 round) {
  Random r = random_new(seed);
  const guint64 parts[] = {number, property, round};
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
    r.state = (r.state ^ parts[i]) * G_GUINT64_CONSTANT(0xd6e8feb86659fd93) + (r.state >> 32);
  return r.state;
}

static Script *elements_of(const AcfDomain *d, const SearchOptions *o, guint64 number) {
  Random r = random_new(mixed(o->seed, number, 0, 0));
  return elements_decode(d, &o->configuration, &r);
}

static Check check_of(const Trial *t, const SearchOptions *o, const DomainProperty *p, guint64 number,
                      guint round) {
  Random r = random_new(mixed(o->seed, number, p->number, round + 1));
  return elements_choose(t, p, &o->configuration, &r);
}

static void note(Tally *tally, guint property, FindingKind kind, guint round) {
  PropertyTally *t = &tally->property_tally[property];
  if (t->found[kind]++) return;
  t->first[kind] = (Place){.number = tally->number,
                           .round = round,
                           .seconds = (double)(g_get_monotonic_time() - tally->started) / G_USEC_PER_SEC};
}

static void check_property(const Trial *t, const SearchOptions *o, guint property, Tally *tally) {
  PropertyTally *count = &tally->property_tally[property];
  for (guint round = 0; round < o->rounds; round++) {
    tally->round = round;
    const Check c = check_of(t, o, &properties[property], tally->number, round);
    const Outcome outcome = property_check(t, &c);
    count->tried++;
    count->tested += outcome != SKIPPED;
    if (outcome == VIOLATED) note(tally, property, FOUND_VIOLATION, round);
    if (outcome == FAILED) note(tally, property, FOUND_FAILURE, round);
  }
}

void try_run(const AcfDomain *d, const SearchOptions *o, guint64 number, Tally *tally) {
  tally->number = number;
  tally->property = BUILDING;
  tally->round = 0;
  g_autoptr(Script) s = elements_of(d, o, number);
  g_autoptr(Trial) t = trial_new(s);
  trial_run(t);
  if (t->failed) note(tally, BUILDING, FOUND_FAILURE, 0);
  for (guint i = 0; i < n_properties && t->top && t->bottom; i++) {
    if (!property_applies(&properties[i], d) || (o->only && o->only != properties[i].number)) continue;
    if (properties[i].family == FAMILY_AGAINST && number % limits.domains_against_every) continue;
    tally->property = i;
    check_property(t, o, i, tally);
  }
  tally->property = BUILDING;
  tally->tries++;
}

Script *try_script(const AcfDomain *d, const SearchOptions *o, guint property, const Place *p) {
  Script *s = elements_of(d, o, p->number);
  if (!property) return s;
  g_autoptr(Trial) t = trial_new(s);
  trial_run(t);
  s->check = check_of(t, o, &properties[property_index(property)], p->number, p->round);
  return s;
}

void try_silence(void) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

Outcome try_outcome(const Script *s) {
  g_autoptr(Trial) t = trial_new(s);
  trial_run(t);
  if (t->failed) return FAILED;
  return s->check.property ? property_check(t, &s->check) : HOLDS;
}
