/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wrong domains: right ones with one fault each, of the kinds that are made when domains are written. */
#ifndef ACF_TESTS_WRONG_DOMAINS_H
#define ACF_TESTS_WRONG_DOMAINS_H
#include <acf/domain.h>
#include <glib.h>

typedef struct {
  AcfDomain table; /* the first member: functions find the rest by it */
  const AcfDomain *base;
  const char *fault;
  guint least; /* distinct properties that it violates, at least */
} WrongDomain;

guint wrong_domains_count(void);
const WrongDomain *wrong_domain(guint i);
#endif
