/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libFuzzer on an abstract domain: the input says which operations make the elements, which property is
 * checked and on which of them, by the decoder of acf domains.  FUZZ_DOMAIN names the domain (default:
 * intervals-int32), FUZZ_IGNORE lists numbers of properties that are left out. */
#include "domains/driver.h"
#include "domains/registry.h"
#include "domains/show.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *bytes, gsize size);

static const AcfDomain *chosen_domain(void) {
  const char *name = g_getenv("FUZZ_DOMAIN");
  const AcfDomain *d = domains_find(name ? name : "intervals-int32");
  if (d) return d;
  fprintf(stderr, "there is no domain %s\n", name);
  exit(2);
}

static gboolean is_ignored(guint property) {
  const char *list = g_getenv("FUZZ_IGNORE");
  g_auto(GStrv) numbers = g_strsplit(list ? list : "", ",", -1);
  for (char **n = numbers; *n; n++)
    if ((guint)atoi(*n) == property) return TRUE;
  return FALSE;
}

static void report(Script *s) {
  script_prune(s);
  g_autofree char *text = show_script(s);
  fputs(text, stderr);
  abort();
}

int LLVMFuzzerTestOneInput(const guint8 *bytes, gsize size) {
  static const AcfDomain *d;
  const Configuration *c = &configurations[1];
  if (!d) d = chosen_domain();
  Random r = random_of_bytes(bytes, size);
  const DomainProperty *p = &properties[random_below(&r, n_properties)];
  if (!property_applies(p, d) || is_ignored(p->number)) return 0;
  g_autoptr(Script) s = elements_decode(d, c, &r);
  g_autoptr(Trial) t = trial_new(s);
  trial_run(t);
  s->check = elements_choose(t, p, c, &r);
  const Outcome outcome = property_check(t, &s->check);
  if (outcome == VIOLATED || outcome == FAILED) report(s);
  return 0;
}
