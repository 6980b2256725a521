/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Summaries of recursive functions, before the loop begins. */
#include "base/limits.h"
#include "loop/loop.h"
#include "summary/summary.h"

GPtrArray *summarize_recursion(Program *program, const AnalysisOptions *o) {
  const double seconds = MIN(limits.summaries_seconds, limits.summaries_share * o->seconds);
  GPtrArray *sentences = program_summarize(program, seconds, (gsize)o->memory_mib << 20);
  if (sentences->len) program_prune_harmless(program); /* their bodies are not needed then */
  return sentences;
}
