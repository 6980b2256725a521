/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether members of structures and unions overlap, by the names that lead to them. */
#include "frontend/order-paths.h"
#include <string.h>

/* The place where two paths part: the member there; NULL: one leads on from where the other ends. */
static const char *parting(const char *a, const char *b) {
  const char *member = NULL;
  for (; *a && *a == *b; a++, b++)
    if (strchr(".|?", *a)) member = a;
  const gboolean whole = (!*a || strchr(".|?", *a)) && (!*b || strchr(".|?", *b));
  if (whole && *a && *b) return a;
  return whole ? NULL : member ? member : a;
}

Overlap paths_overlap(const char *a, const char *b) {
  const char *part = a && b ? parting(a, b) : NULL;
  if (!part) return TOGETHER;
  const char *other = b + (part - a);
  if (*part == '|' && *other == '|' && !strpbrk(part + 1, ".|?") && !strpbrk(other + 1, ".|?"))
    return TOGETHER;
  return *part != '.' || *other != '.' ? MAYBE_TOGETHER : APART;
}

static const char *last_member(const char *path) {
  const char *last = path;
  for (const char *at = path; *at; at++)
    if (strchr(".|?", *at)) last = at + 1;
  return last;
}

Overlap paths_overlap_in_memory(const char *a, const char *b) {
  Overlap o = paths_overlap(a, b);
  if (o == APART && g_str_equal(last_member(a), last_member(b))) return MAYBE_TOGETHER;
  return o == APART && (strpbrk(a, "|?") || strpbrk(b, "|?")) ? MAYBE_TOGETHER : o;
}
