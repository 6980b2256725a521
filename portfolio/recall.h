/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a verifier said before: opinions in the result cache. */
#ifndef ACF_RECALL_H
#define ACF_RECALL_H
#include "portfolio/opinion.h"
#include "base/process.h"

/* The key of all that an opinion depends on: program and property as the verifier gets them, the verifier
 * with its version and description, and what else is put into its command (values: char* by placeholder).
 * NULL: opinions on it are not kept (there is no cache, or the program includes files of its own). */
CacheKey *recall_key(const Analyzer *a, const char *program, const char *property, GHashTable *values);
/* FALSE: nothing is known that is as good as a run of so many seconds. */
gboolean recall(const Analyzer *a, const CacheKey *k, double seconds, Opinion *o);
/* Keeps what a run of so many seconds led to.  A verdict is kept for good; that there is none only when the
 * limits were the reason or the verifier ended in order: what went wrong otherwise may go well the next time.
 */
void remember(const Analyzer *a, const CacheKey *k, double seconds, const ProcessResult *result,
              const Opinion *o);
#endif
