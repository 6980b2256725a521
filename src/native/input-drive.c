/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How native runs give inputs their values. */
#include "native/input-drive.h"

/* The call becomes one of the driver, where its place is what it should be. */
static gboolean drive_call(Edits *edits, const InputSite *s) {
  if (s->in_macro_or_header) return FALSE;
  g_autofree char *name = g_strdup_printf("acf_site_%u", s->id);
  return edits_replace_word(edits, s->loc.line, s->loc.column, s->function, name);
}

/* What calls the entry function asks the driver: nothing changes in the program. */
static gboolean drive_argument(Edits *edits, const InputSite *s) {
  (void)edits;
  (void)s;
  return TRUE;
}

/* The command line gives it, or the standard input (native/concretize.h): nothing changes in the program. */
static gboolean drive_outside(Edits *edits, const InputSite *s) {
  (void)edits;
  (void)s;
  return TRUE;
}

/* By kind; NULL: nothing sets it from outside, and it is zero.  Of the sites of a kind, those that have a
 * function. */
#define DRIVE_NONDET drive_call
#define DRIVE_UNINITIALISED NULL
#define DRIVE_EXTERNAL drive_call
#define DRIVE_ARGV drive_outside
#define DRIVE_STDIN drive_outside
#define DRIVE_FILE NULL
#define DRIVE_ENV NULL
#define DRIVE_GLOBAL drive_argument
#define DRIVE_PARAMETER drive_argument
static gboolean (*const drive[SITE_KINDS])(Edits *, const InputSite *) = {
#define INPUT_KIND(id, ...) [SITE_##id] = DRIVE_##id,
#include "ir/input-kinds.def"
#undef INPUT_KIND
};

gboolean input_from_outside(const InputSite *s) {
  return drive[s->kind] == drive_outside && s->source.part != SOURCE_NONE;
}

gboolean input_settable(const InputSite *s) {
  return drive[s->kind] == drive_outside ? input_from_outside(s) : drive[s->kind] && s->function;
}

gboolean input_drive(Edits *edits, const InputSite *s) {
  return input_settable(s) && drive[s->kind](edits, s);
}
