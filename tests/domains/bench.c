/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests/domains/bench [DOMAIN...]: properties per second of abstract domains, and how that time is divided
 * between the library and the tester.  SECONDS is what each domain gets (default 2).  See bench/domains. */
#include "domains/driver.h"
#include "domains/registry.h"
#include <stdio.h>
#include <stdlib.h>

/* ---- a domain whose functions are timed ---- */

static const AcfDomain *base;
static gint64 inside; /* nanoseconds */
static guint64 calls;

static gint64 now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * G_GINT64_CONSTANT(1000000000) + t.tv_nsec;
}

#define TIMED(type, name, parameters, ...)                                                                   \
  static type timed_##name parameters {                                                                      \
    const gint64 start = now();                                                                              \
    type result = base->name(base, __VA_ARGS__);                                                             \
    inside += now() - start;                                                                                 \
    calls++;                                                                                                 \
    return result;                                                                                           \
  }
TIMED(void *, top, (const AcfDomain *d, int n), n)
TIMED(void *, bottom, (const AcfDomain *d, int n), n)
TIMED(void *, from_constraints, (const AcfDomain *d, int n, const AcfConstraint *c, int k), n, c, k)
TIMED(void *, copy, (const AcfDomain *d, const void *x), x)
TIMED(int, dimension, (const AcfDomain *d, const void *x), x)
TIMED(int, leq, (const AcfDomain *d, const void *x, const void *y), x, y)
TIMED(int, equal, (const AcfDomain *d, const void *x, const void *y), x, y)
TIMED(int, is_bottom, (const AcfDomain *d, const void *x), x)
TIMED(int, is_top, (const AcfDomain *d, const void *x), x)
TIMED(void *, join, (const AcfDomain *d, const void *x, const void *y), x, y)
TIMED(void *, meet, (const AcfDomain *d, const void *x, const void *y), x, y)
TIMED(void *, widening, (const AcfDomain *d, const void *x, const void *y), x, y)
TIMED(void *, narrowing, (const AcfDomain *d, const void *x, const void *y), x, y)
TIMED(void *, assign, (const AcfDomain *d, const void *x, int v, const AcfLinear *e), x, v, e)
TIMED(void *, project, (const AcfDomain *d, const void *x, int v), x, v)
TIMED(void *, cond, (const AcfDomain *d, const void *x, const AcfConstraint *c), x, c)
TIMED(int, has, (const AcfDomain *d, const void *x, const AcfPoint *p), x, p)
TIMED(void *, wrap, (const AcfDomain *d, const void *x, int v, int bits, int s), x, v, bits, s)

static void timed_free(const AcfDomain *d, void *x) {
  const gint64 start = now();
  base->free(base, x);
  inside += now() - start;
  calls++;
}

static AcfDomain timed(void) {
  AcfDomain t = *base;
  t.name = "timed"; /* no other domain is sharper than that */
  t.top = timed_top, t.bottom = timed_bottom, t.from_constraints = timed_from_constraints,
  t.copy = timed_copy;
  t.free = timed_free, t.dimension = timed_dimension, t.leq = timed_leq, t.equal = timed_equal;
  t.is_bottom = timed_is_bottom, t.is_top = timed_is_top, t.join = timed_join, t.meet = timed_meet;
  t.assign = timed_assign, t.project = timed_project, t.cond = timed_cond;
  if (t.widening) t.widening = timed_widening;
  if (t.narrowing) t.narrowing = timed_narrowing;
  if (t.has) t.has = timed_has;
  if (t.wrap) t.wrap = timed_wrap;
  return t;
}

/* ---- runs ---- */

static double run(const AcfDomain *d, double seconds, guint64 *applications) {
  static Tally tally;
  const SearchOptions o = search_defaults();
  const gint64 start = now();
  tally = (Tally){.started = g_get_monotonic_time()};
  for (guint64 i = 0; (double)(now() - start) / 1e9 < seconds; i++) try_run(d, &o, i, &tally);
  *applications = 0;
  for (guint i = 0; i < n_properties; i++) *applications += tally.property_tally[i].tested;
  return (double)(now() - start) / 1e9;
}

static void measure(const AcfDomain *d, double seconds) {
  guint64 plain, watched;
  AcfDomain same = *d;
  base = d;
  inside = 0;
  calls = 0;
  same.name = "plain";
  const double alone = run(&same, seconds, &plain);
  const AcfDomain t = timed();
  const double total = run(&t, seconds, &watched), within = (double)inside / 1e9;
  printf("%-28s %12.0f %12.0f %9.2f %9.2f %8.1f%%\n", d->name, plain / alone, calls / within,
         within * 1e6 / watched, (total - within) * 1e6 / watched, 100 * (total - within) / total);
  fflush(stdout);
}

int main(int argc, char **argv) {
  const char *text = g_getenv("SECONDS");
  const double seconds = text ? atof(text) : 2;
  printf("%-28s %12s %12s %9s %9s %9s\n", "domain", "properties/s", "library op/s", "library", "tester",
         "tester");
  printf("%-28s %12s %12s %9s %9s %9s\n", "", "", "", "us each", "us each", "of time");
  for (int i = 1; i < argc; i++) {
    const AcfDomain *d = domains_find(argv[i]);
    if (d) measure(d, seconds);
  }
  for (guint i = 0; argc == 1 && i < domains_count(); i++) measure(domains_get(i), seconds);
  return 0;
}
