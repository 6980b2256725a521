/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the printers of formulas ask about the inputs of a program. */
#include "ir/print.h"

static char *symbol_of(gconstpointer program, const Term *input) { return input_symbol(program, input); }
static char *short_name_of(gconstpointer program, const Term *input) {
  return input_short_name(program, input);
}

static gboolean is_character(const InputSite *s) {
  return s->source.part == SOURCE_BYTE || g_strcmp0(s->source.conversion, "%c") == 0;
}

static PrintedInput describe(gconstpointer program, const Term *input) {
  const InputSite *s = program_site(program, input_key_unpack(input->param).site);
  return (PrintedInput){.is_signed = s->is_signed,
                        .is_float = s->is_float && s->width == input->width && input->width >= 32,
                        .is_byte = input->width == 8 && !site_is_value(s),
                        .is_character = is_character(s)};
}

static InputNames names_of(const Program *p, char *(*name)(gconstpointer, const Term *)) {
  return (InputNames){
      .data = p, .name = name, .describe = describe, .long_has_64_bits = p->pointer_width == 64};
}

char *term_to_smt2(const Program *p, const Term *t) {
  const InputNames names = names_of(p, symbol_of);
  return print_smt2(&names, t);
}

char *term_to_c(const Program *p, const Term *t, guint max_chars) {
  const InputNames names = names_of(p, short_name_of);
  return print_c(&names, term_within_bounds(p, t), max_chars);
}

char *term_to_text(const Program *p, const Term *t, guint max_chars) {
  InputNames names = names_of(p, short_name_of);
  names.for_people = TRUE;
  return print_c(&names, term_within_bounds(p, t), max_chars);
}
