/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failure automata (ir/failure-automaton.h), written out. */
#ifndef ACF_EXPORT_AUTOMATON_H
#define ACF_EXPORT_AUTOMATON_H
#include "cfc/json-build.h"

/* "fails", "ends" or "unknown", of EDGE_. */
const char *automaton_end_name(guint to);
/* FALSE with an error: there is none. */
gboolean automaton_there(const Cfc *c, GError **error);

/* The member "automaton", where there is one. */
void json_add_automaton(JsonBuilder *b, const Cfc *c);
/* For people, after the partitions; so many lines at most.  brief: one sentence, where that says all. */
void text_append_automaton(GString *out, const Cfc *c, guint max_chars, guint max_lines, gboolean brief);
/* That sentence, to free; NULL: it takes more. */
char *automaton_sentence(const Cfc *c);
#endif
