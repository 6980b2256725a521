/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of math.h in plain C; what models.c says of its own holds here too. */

extern int __acf_any(void);

/* Classes by the bits. */
static unsigned long long bits(double x) {
  unsigned long long b;
  __builtin_memcpy(&b, &x, sizeof b);
  return b;
}

static unsigned bitsf(float x) {
  unsigned b;
  __builtin_memcpy(&b, &x, sizeof b);
  return b;
}

/* Not 0 is all that is promised. */
static int truth(int holds) {
  int any = 1 + (__acf_any() & 0xffff);
  return holds ? any : 0;
}

#define EXPONENT 0x7ff0000000000000ull
#define EXPONENTF 0x7f800000u

int __isnan(double x) { return (bits(x) & ~(1ull << 63)) > EXPONENT; }
int __isnanf(float x) { return (bitsf(x) & ~(1u << 31)) > EXPONENTF; }
int __isinf(double x) { return (bits(x) & ~(1ull << 63)) != EXPONENT ? 0 : bits(x) >> 63 ? -1 : 1; }
int __isinff(float x) { return (bitsf(x) & ~(1u << 31)) != EXPONENTF ? 0 : bitsf(x) >> 31 ? -1 : 1; }
int __finite(double x) { return (bits(x) & EXPONENT) != EXPONENT; }
int __finitef(float x) { return (bitsf(x) & EXPONENTF) != EXPONENTF; }
int __signbit(double x) { return truth(bits(x) >> 63); }
int __signbitf(float x) { return truth(bitsf(x) >> 31); }
int isnan(double x) { return __isnan(x); }
int isnanf(float x) { return __isnanf(x); }
int isinf(double x) { return __isinf(x); }
int isinff(float x) { return __isinff(x); }
int finite(double x) { return __finite(x); }
int finitef(float x) { return __finitef(x); }

/* FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4 */
int __fpclassify(double x) {
  unsigned long long magnitude = bits(x) & ~(1ull << 63);
  return magnitude > EXPONENT     ? 0
         : magnitude == EXPONENT  ? 1
         : !magnitude             ? 2
         : magnitude < 1ull << 52 ? 3
                                  : 4;
}

int __fpclassifyf(float x) {
  unsigned magnitude = bitsf(x) & ~(1u << 31);
  return magnitude > EXPONENTF    ? 0
         : magnitude == EXPONENTF ? 1
         : !magnitude             ? 2
         : magnitude < 1u << 23   ? 3
                                  : 4;
}

/* Whether x is a whole number that is far from the ends of long long. */
static int is_whole(double x) { return x > -4e18 && x < 4e18 && (double)(long long)x == x; }

static double with_bits(unsigned long long b) {
  double x;
  __builtin_memcpy(&x, &b, sizeof x);
  return x;
}

/* The reciprocal of a whole number is the nearest double, or one beside it, where no double says it exactly. */
static double reciprocal(long long power) {
  double nearest = 1 / (double)power;
  if (!(power & (power - 1)) || !(-power & (-power - 1))) return nearest;
  int beside = __acf_any() % 3;
  return beside == 0 ? nearest : with_bits(bits(nearest) + (beside < 0 ? -1 : 1));
}

/* A whole number that a double can be comes out exactly; of other powers nothing is known.  Exponents are compared one
 * by one, so that each has its own known power. */
#define MOST_POWER (1ll << 62)
extern double __acf_inexact_power(double, double);
double pow(double x, double y) {
  if (!is_whole(x) || x == 0) return __acf_inexact_power(x, y);
  long long base = (long long)x, power = 1, most = MOST_POWER / (base < 0 ? -base : base);
  for (int n = 0; n <= 62; n++) {
    if (y == n && (long long)(double)power == power) return power;
    if (y == -n && (long long)(double)power == power) return reciprocal(power);
    if (power > most || power < -most) break;
    power *= base;
  }
  return __acf_inexact_power(x, y);
}
