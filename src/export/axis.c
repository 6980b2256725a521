/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The axis of an input, and what is claimed of a point. */
#include "cfc/claims.h"
#include "export/extent.h"

static const InputSite *site_of(const Program *p, const Term *input) {
  return program_site(p, input_key_unpack(input->param).site);
}

static guint64 sign_bit(guint width) { return G_GUINT64_CONSTANT(1) << (width - 1); }

guint64 extent_place(const Program *p, const Term *input, guint64 value) {
  const InputSite *s = site_of(p, input);
  const guint64 sign = sign_bit(input->width), mask = term_mask(input->width);
  if (input->width == 1) return value;
  if (s->is_float) return value & sign ? ~value & mask : value | sign;
  return s->is_signed ? value ^ sign : value;
}

guint64 extent_value(const Program *p, const Term *input, guint64 place) {
  const InputSite *s = site_of(p, input);
  const guint64 sign = sign_bit(input->width), mask = term_mask(input->width);
  if (input->width == 1) return place;
  if (s->is_float) return place & sign ? place ^ sign : ~place & mask;
  return s->is_signed ? place ^ sign : place;
}

const Term *extent_place_term(const Program *p, const Term *input) {
  const InputSite *s = site_of(p, input);
  const Term *sign = term_const(input->width, sign_bit(input->width));
  if (s->is_float)
    return term_ite(term_eq(term_binary(TERM_AND, input, sign), sign), term_unary(TERM_NOT, input),
                    term_binary(TERM_OR, input, sign));
  return s->is_signed ? term_binary(TERM_XOR, input, sign) : input;
}

const Term *extent_between(const Program *p, const Term *input, guint64 low, guint64 high) {
  if (input->width == 1) return low != high ? term_bool(TRUE) : low ? input : term_not(input);
  if (!site_of(p, input)->is_float && site_of(p, input)->is_signed) {
    const Term *first = term_const(input->width, extent_value(p, input, low)),
               *last = term_const(input->width, extent_value(p, input, high));
    return term_and(term_binary(TERM_SLE, first, input), term_binary(TERM_SLE, input, last));
  }
  const Term *place = extent_place_term(p, input);
  return term_and(term_binary(TERM_ULE, term_const(input->width, low), place),
                  term_binary(TERM_ULE, place, term_const(input->width, high)));
}

int extent_state(const Cfc *c, const Model *point) {
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = c->partitions->pdata[i];
    if (term_eval(claim_lower(p), point)) return EXTENT_MUST(i);
    if (term_eval(claim_upper(p), point)) return EXTENT_MAY(i);
  }
  return EXTENT_NONE;
}

const Term *extent_state_term(const Cfc *c, int state) {
  const Term *t = term_bool(TRUE);
  if (state != EXTENT_NONE) {
    const Partition *p = c->partitions->pdata[(state - 1) / 2];
    return state % 2 ? term_and(claim_upper(p), term_not(claim_lower(p))) : claim_lower(p);
  }
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = c->partitions->pdata[i];
    t = term_and(t, term_not(term_or(claim_upper(p), claim_lower(p))));
  }
  return t;
}
