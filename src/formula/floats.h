/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floating-point numbers and their bits: binary32 and binary64 of IEEE 754, as terms hold them. */
#ifndef ACF_FLOATS_H
#define ACF_FLOATS_H
#include <glib.h>
#include <string.h>

static inline float float_of_bits(guint64 bits) {
  const guint32 word = (guint32)bits;
  float f;
  memcpy(&f, &word, sizeof f);
  return f;
}

static inline double double_of_bits(guint64 bits) {
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

static inline guint64 bits_of_float(float f) {
  guint32 word;
  memcpy(&word, &f, sizeof word);
  return word;
}

static inline guint64 bits_of_double(double d) {
  guint64 bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

/* Either of them, by the width: a float is a double, too. */
static inline double number_of_bits(guint width, guint64 bits) {
  return width == 32 ? (double)float_of_bits(bits) : double_of_bits(bits);
}

/* The nearest float, or the double itself. */
static inline guint64 bits_of_number(guint width, double d) {
  return width == 32 ? bits_of_float((float)d) : bits_of_double(d);
}
#endif
