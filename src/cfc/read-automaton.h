/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The failure automaton of a CFC file.  Internal to reading. */
#ifndef ACF_READ_AUTOMATON_H
#define ACF_READ_AUTOMATON_H
#include <json-glib/json-glib.h>
#include "cfc/cfc.h"

typedef struct {
  JsonObject *object; /* the member "automaton"; NULL: the file has none */
  GHashTable *inputs; /* symbol -> Term*, of occurrences counted from ROUND_OCCURRENCE */
  GPtrArray *listed;  /* Term*, in the order of the file */
} AutomatonReading;

/* FALSE with error from all of them. */
gboolean automaton_reading_begin(AutomatonReading *r, JsonObject *root, GError **error);
void automaton_reading_clear(AutomatonReading *r);
/* Its inputs, before any of the file gets its name: sites of the program are added. */
gboolean import_automaton_inputs(AutomatonReading *r, Program *p, GError **error);
gboolean import_automaton_names(AutomatonReading *r, Program *p, GError **error);
/* The automaton, into c. */
gboolean import_automaton(AutomatonReading *r, Cfc *c, GError **error);
#endif
