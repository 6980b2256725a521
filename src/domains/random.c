/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that are likely to show something: the ends of the number types, small ones, and any. */
#include "domains/random.h"
#include "domains/oracle.h"
#include <float.h>
#include <math.h>
#include <string.h>

Random random_new(guint64 seed) { return (Random){.state = seed}; }

Random random_of_bytes(const guint8 *bytes, gsize length) {
  Random r = {.bytes = bytes, .length = length, .state = length};
  for (gsize i = 0; i < length; i++) r.state = (r.state ^ bytes[i]) * G_GUINT64_CONSTANT(0x100000001b3);
  return r;
}

/* SplitMix64 */
static guint64 generate(Random *r) {
  guint64 z = r->state += G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static guint64 take(Random *r, guint n_bytes) {
  guint64 value = 0;
  if (r->at + n_bytes > r->length) return generate(r);
  for (guint i = 0; i < n_bytes; i++) value = value << 8 | r->bytes[r->at++];
  return value;
}

guint random_below(Random *r, guint n) {
  if (n <= 1) return 0;
  return (guint)(take(r, n <= 256 ? 1 : 2) % n);
}

static gint64 bits_of(double value) {
  gint64 bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static gint64 any_double(Random *r, gboolean predefined) {
  static const double ends[] = {INFINITY, -INFINITY, NAN,         DBL_MAX, -DBL_MAX,           DBL_MIN,
                                5e-324,   -0.0,      DBL_EPSILON, 1.0 / 3, 9007199254740993.0, -1e-300};
  if (predefined && random_below(r, 3) == 0) return bits_of(ends[random_below(r, G_N_ELEMENTS(ends))]);
  const double small = (double)((gint)random_below(r, 65) - 32);
  return bits_of(random_below(r, 2) ? small : small * 0.1);
}

static gint64 end_of_machine(Random *r, const AcfDomain *d) {
  const AcfWide size = (AcfWide)1 << d->bits, least = d->is_signed ? -size / 2 : 0,
                greatest = least + size - 1;
  const AcfWide ends[] = {least, least + 1, greatest - 1, greatest, size / 2, -least, greatest / 2};
  const AcfWide end = ends[random_below(r, G_N_ELEMENTS(ends))];
  return end > G_MAXINT64 ? G_MAXINT64 : (gint64)end;
}

static gint64 end_of_type(Random *r, const AcfDomain *d) {
  static const gint64 longs[] = {G_MININT64,
                                 G_MININT64 + 1,
                                 G_MAXINT64,
                                 G_MAXINT64 - 1,
                                 G_MININT32,
                                 G_MAXINT32,
                                 (G_GINT64_CONSTANT(1) << 53) + 1,
                                 -(G_GINT64_CONSTANT(1) << 53) - 1};
  static const gint64 ints[] = {G_MININT32, G_MININT32 + 1, G_MAXINT32, G_MAXINT32 - 1};
  if (d->values == ACF_MACHINE) return end_of_machine(r, d);
  return d->number_bits == 32 ? ints[random_below(r, G_N_ELEMENTS(ints))]
                              : longs[random_below(r, G_N_ELEMENTS(longs))];
}

gint64 random_number(Random *r, const AcfDomain *d, gboolean predefined) {
  if (d->values == ACF_DOUBLES) return any_double(r, predefined);
  const guint kind = random_below(r, 16);
  if (kind < 2 && predefined) return end_of_type(r, d);
  if (kind < 4) return 0;
  if (kind < 13) return (gint64)random_below(r, 33) - 16;
  if (kind < 15) return (gint64)random_below(r, 65536) - 32768;
  return (gint64)(gint32)(guint32)take(r, 4);
}

gint64 random_coefficient(Random *r, const AcfDomain *d, gboolean predefined) {
  static const gint common[] = {1, 1, 1, -1, -1, -1, 2, -2, 3, -3, 5, -7};
  if (d->values == ACF_DOUBLES)
    return random_below(r, 4) ? bits_of(random_below(r, 2) ? 1 : -1) : any_double(r, predefined);
  if (random_below(r, 32) == 0) return random_number(r, d, predefined);
  return common[random_below(r, G_N_ELEMENTS(common))];
}

AcfPoint random_point(Random *r, const AcfDomain *d, guint n) {
  AcfPoint p = {.divisor = d->values == ACF_RATIONALS && random_below(r, 4) == 0 ? 2 : 1};
  for (guint i = 0; i < n; i++) {
    AcfWide value = random_number(r, d, TRUE);
    p.value[i] = d->values == ACF_MACHINE ? oracle_wrapped(value, (guint)d->bits, d->is_signed) : value;
  }
  return p;
}
