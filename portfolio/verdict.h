/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a verifier's output says, by the rules of its description.  Whether the verdict
 * counts is decided elsewhere (see Trust). */
#ifndef ACF_VERDICT_H
#define ACF_VERDICT_H
#include "portfolio/description.h"

typedef enum { TOOL_UNKNOWN, TOOL_SAFE, TOOL_FAILING } ToolVerdict;

const char *tool_verdict_name(ToolVerdict v); /* "unknown", "safe", "failing" */
/* A rule fits when its pattern is found in a line of the output, and the exit status is one of its statuses,
 * where those are given.  `unknown` goes first; an output that fits both safe and failing is unknown, as is
 * one that fits neither.  exit_status -1: the tool did not end by itself, and no verdict counts. */
ToolVerdict verdict_read(const Description *d, const char *output, gsize length, int exit_status);
/* What its version pattern finds (the first group, or all of the match), to free; NULL: nothing. */
char *version_read(const Description *d, const char *output, gsize length);
#endif
