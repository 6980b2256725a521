/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The standard input as items, in plain C, as models-streams.c: where all that reads it is scanf of decimal integers,
 * characters, and literal characters.
 *
 * Each conversion, and each literal, has a number; those that a call does not come to, because one before them has
 * failed, are counted too.  What is found is an input (1; 0: something else; -1: the end), as are numbers and
 * characters.  What is assumed says exactly which of them some text within the bound gives.
 *
 * Of what is not read yet only the next byte is known, if anything: that it is no digit behind a number, or not the
 * literal that has failed.  So for each class of that byte the bytes are counted of the shortest text before it that
 * gives all that was found; behind it may be anything.
 *
 * Of floating point the longest text is counted that any number needs, from then on: where that does not fit, another may. */

typedef unsigned long long Number;
#define END (-1)
#define MOST 65536 /* the largest bound */
#define NEVER (1 << 24)
#define UNSURE (1 << 23) /* more than any text has */
#define LITERALS 16

extern const int __acf_stdin_length;
extern const int __acf_items_most; /* numbers are below it */
extern signed char __acf_scan_status[2 * MOST];
extern void __acf_many_items(void), __acf_long_items(void); /* what happens from here on is not known */
extern void __acf_assume(int);

static int number; /* of items before the next one */
static int done;   /* bytes of the shortest text, without those that depend on the next one */
static int ended;
static int rough;   /* texts may be shorter than is counted, so what does not fit is not known */
static int unknown; /* what comes next is not */
static int at_space, at_digit, at_plus, at_minus, at_end, at_other; /* so many bytes more; NEVER: it is none of those */
static int differing;            /* literals are to be told from other characters, which else they are like */
static int at_literal[LITERALS]; /* like those; never less than at_other */
static unsigned char literals[LITERALS]; /* 0: it is like others */

/* ---- the next byte ---- */

static int least(int a, int b) { return a < b ? a : b; }

static void may_be_any(void) {
  at_space = at_digit = at_plus = at_minus = at_end = at_other = 0;
  differing = 0;
}

/* Room for the shortest text, with the next byte if it does not end. */
static void fit(void) {
  int shown = least(least(least(at_space, at_digit), least(at_plus, at_minus)), at_other) + 1;
  int fits = done + least(shown, at_end) <= __acf_stdin_length;
  if (!rough)
    __acf_assume(fits);
  else if (!fits)
    __acf_long_items();
}

int __acf_item_space(void) {
  int skipped = at_space + 1;
  at_space = NEVER;
  at_digit = least(at_digit, skipped);
  at_plus = least(at_plus, skipped);
  at_minus = least(at_minus, skipped);
  at_end = least(at_end, skipped);
  at_other = least(at_other, skipped);
  for (int i = 0; differing && i < LITERALS; i++) at_literal[i] = least(at_literal[i], skipped);
  return 1;
}

static void use(int bytes) { done += bytes; }

/* ---- statuses ---- */

static int next_status(void) {
  if (ended) return END;
  if (number >= __acf_items_most) __acf_many_items();
  if (unknown) __acf_long_items();
  int status = __acf_scan_status[number];
  __acf_assume(status >= END && status <= 1);
  if (status == END) {
    __acf_assume(at_end < NEVER);
    use(at_end);
    at_space = at_digit = at_plus = at_minus = at_other = NEVER;
    at_end = differing = 0;
    ended = 1;
    fit();
  }
  return status;
}

/* A call ends before so many items more. */
void __acf_items_skip(int items) { number += items; }

/* ---- literals ---- */

static int at_wanted(int wanted, int slot) {
  if (wanted == '+') return at_plus;
  if (wanted == '-') return at_minus;
  return differing ? at_literal[slot] : at_other;
}

static void exclude(int wanted, int slot) {
  at_end = NEVER;
  if (wanted == '+') at_plus = NEVER;
  if (wanted == '-') at_minus = NEVER;
  if (wanted == '+' || wanted == '-') return;
  for (int i = 0; !differing && i < LITERALS; i++) at_literal[i] = at_other, literals[i] = 0;
  differing = 1;
  at_literal[slot] = NEVER;
  literals[slot] = wanted;
}

/* No white space and no digit.  Literals have different slots, where they are no signs. */
int __acf_item_literal(int wanted, int slot) {
  int status = next_status();
  if (status == 1) {
    __acf_assume(at_wanted(wanted, slot) < NEVER);
    use(at_wanted(wanted, slot) + 1);
    may_be_any();
  }
  if (status == 0) exclude(wanted, slot);
  fit();
  number++;
  return status;
}

/* ---- characters ---- */

static int is_space(int c) { return (c == ' ') | ((c >= '\t') & (c <= '\r')); }
static int is_digit(int c) { return (c >= '0') & (c <= '9'); }

/* Characters of a class are not possible, or take other bytes. */
static void use_class(int is_one, int bytes) {
  if (bytes >= NEVER)
    __acf_assume(!is_one);
  else if (bytes != at_other)
    done += is_one * (bytes - at_other);
}

static void use_character(int c) {
  use_class(is_space(c), at_space);
  use_class(is_digit(c), at_digit);
  use_class(c == '+', at_plus);
  use_class(c == '-', at_minus);
  for (int i = 0; differing && i < LITERALS; i++)
    if (literals[i]) use_class(c == literals[i], at_literal[i]);
  use(at_other + 1);
}

extern char __acf_scan_c[2 * MOST];
int __acf_item_c(char *to) {
  int status = next_status();
  if (!ended) {
    __acf_assume(status == 1);
    char c = __acf_scan_c[number];
    use_character((unsigned char)c);
    may_be_any();
    fit();
    if (to) *to = c;
  }
  number++;
  return status;
}

/* ---- integers ---- */

/* Neither a digit, nor a sign before one: a sign is taken, what else is there stays. */
static void miss_number(void) {
  int sign = least(at_plus, at_minus) + 1;
  for (int i = 0; differing && i < LITERALS; i++) at_literal[i] = least(at_literal[i], sign);
  at_other = least(at_other, sign);
  at_space = at_plus = at_minus = at_end = sign;
  at_digit = NEVER;
}

/* So many decimal digits.  A sum has no branches. */
static int length(unsigned n) {
  return 1 + (n >= 10) + (n >= 100) + (n >= 1000) + (n >= 10000) + (n >= 100000) + (n >= 1000000) +
         (n >= 10000000) + (n >= 100000000) + (n >= 1000000000);
}

static int length_of_long(Number n) {
  int digits = 1;
  for (Number least = 10; least <= 1000000000000000000; least *= 10) digits += n >= least;
  return digits + (n >= 10000000000000000000u);
}

/* As least, of what is an input. */
static int shorter(int a, int b) { return a - (a > b) * (a - b); }

/* What stands before the digits, with a sign or without. */
static int before_plain(void) { return least(at_digit, at_plus + 1); }
static int before_negative(void) { return at_minus + 1; }

/* With so many digits and its sign, or, where the library makes a long of it at first, as what is equal to it modulo
 * its type, which has the other sign and never fewer digits: `wrapped`; 0: it is not so. */
static void use_signed(int digits, int negative, int wrapped) {
  int plain = before_plain(), more = before_negative() - plain;
  int bytes = plain + digits + negative * more;
  if (wrapped && more) bytes = shorter(bytes, plain + wrapped + (1 - negative) * more);
  use(bytes);
}

/* Of a negative number so many digits make it, too. */
static void use_unsigned(int digits, int negative) { use(shorter(before_plain() + digits, before_negative() + negative)); }

#define NUMBER(name, type, uses)                                                                             \
  extern type __acf_scan_##name[2 * MOST];                                                                   \
  int __acf_item_##name(type *to) {                                                                          \
    if (!ended) __acf_item_space();                                                                          \
    int status = next_status();                                                                              \
    if (status == 1) {                                                                                       \
      type value = __acf_scan_##name[number];                                                                \
      uses;                                                                                                  \
      may_be_any();                                                                                          \
      at_digit = NEVER;                                                                                      \
      if (to) *to = value;                                                                                   \
    }                                                                                                        \
    if (status == 0) miss_number();                                                                          \
    fit();                                                                                                   \
    number++;                                                                                                \
    return status;                                                                                           \
  }
#define SIZE(value) ((value) < 0 ? -(unsigned)(value) : (unsigned)(value))
#define LONG_SIZE(value) ((value) < 0 ? -(Number)(value) : (Number)(value))
NUMBER(d, int, use_signed(length(SIZE(value)), value < 0, sizeof(long) == 8 ? 10 : 0))
NUMBER(hd, short, use_signed(length(SIZE(value)), value < 0, 5))
NUMBER(hhd, signed char, use_signed(length(SIZE(value)), value < 0, 3))
NUMBER(ld, long, use_signed(length_of_long(LONG_SIZE(value)), value < 0, 0))
NUMBER(lld, long long, use_signed(length_of_long(LONG_SIZE(value)), value < 0, 0))
NUMBER(u, unsigned, use_unsigned(length(value), value ? length(-value) : 1))
NUMBER(hu, unsigned short, use_unsigned(length(value), value ? length(65536 - value) : 1))
NUMBER(hhu, unsigned char, use_unsigned(length(value), value ? length(256 - value) : 1))
NUMBER(lu, unsigned long, use_unsigned(length_of_long(value), value ? length_of_long(-value) : 1))
NUMBER(llu, unsigned long long, use_unsigned(length_of_long(value), value ? length_of_long(-value) : 1))

/* ---- floating point ---- */

/* With its sign and an exponent, so that behind it may be anything but a digit, every number is written in so many bytes:
 * those of 17 (9) digits, which denote each double (float), with a point, e, and an exponent of a sign and 3 (2)
 * digits.  Shorter are "+infinity" and "+nan".  A digit may come behind those two. */
static void use_float(int bytes) {
  rough = 1;
  use((at_plus > at_minus ? at_plus : at_minus) + bytes);
  may_be_any();
  at_digit = UNSURE;
}

/* One character is enough to be none; but which ones are gone with it, the library decides. */
static void miss_float(void) {
  use(at_other + 1);
  may_be_any();
  unknown = rough = 1;
}

/* Of a NaN nothing is known but that it is one: the product has no other bits of it.  So any is what "nan" stands for. */
#define FLOAT(name, type, bytes)                                                                             \
  extern type __acf_scan_##name[2 * MOST];                                                                   \
  int __acf_item_##name(type *to) {                                                                          \
    if (!ended) __acf_item_space();                                                                          \
    int status = next_status();                                                                              \
    if (status == 1) {                                                                                       \
      type value = __acf_scan_##name[number] * (type)1;                                                      \
      use_float(bytes);                                                                                      \
      if (to) *to = value;                                                                                   \
    }                                                                                                        \
    if (status == 0) miss_float();                                                                           \
    fit();                                                                                                   \
    number++;                                                                                                \
    return status;                                                                                           \
  }
FLOAT(f, float, 15)
FLOAT(lf, double, 24)
