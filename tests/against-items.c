/* SPDX-License-Identifier: GPL-3.0-or-later */
/* src/frontend/models-items.c against the C library of this machine: sequences of calls of scanf read all texts of a
 * few letters, and the items that the models admit within a bound are those that some text has. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define const /* the bounds, which are set for each trial */
#include "src/frontend/models-items.c"
#undef const

#define SIZE 5     /* of all texts at most */
#define SIZE_LONG 120 /* of some */
#define CALLS 8    /* of a sequence */
#define NUMBERS 32 /* items of a sequence */
#define VALUES 4096

static const char letters[] = "01-+ \n,/a";
int __acf_stdin_length, __acf_items_most = NUMBERS;
signed char __acf_scan_status[2 * MOST];
char __acf_scan_c[2 * MOST];
int __acf_scan_d[2 * MOST];
unsigned __acf_scan_u[2 * MOST];
short __acf_scan_hd[2 * MOST];
unsigned short __acf_scan_hu[2 * MOST];
signed char __acf_scan_hhd[2 * MOST];
unsigned char __acf_scan_hhu[2 * MOST];
long __acf_scan_ld[2 * MOST];
unsigned long __acf_scan_lu[2 * MOST];
long long __acf_scan_lld[2 * MOST];
unsigned long long __acf_scan_llu[2 * MOST];
float __acf_scan_f[2 * MOST];
double __acf_scan_lf[2 * MOST];

static jmp_buf left;
void __acf_many_items(void) { longjmp(left, 2); }
void __acf_long_items(void) { longjmp(left, 2); }
void __acf_assume(int holds) {
  if (!holds) longjmp(left, 1);
}

/* ---- sequences: a letter for each directive, | between calls ---- */

static const char *sequence;

/* The conversion of a letter; NULL: it is a literal or a space. */
static const char *conversion_of(char c) {
  static const char *const conversions[128] = {['c'] = "%c",   ['d'] = "%d",  ['u'] = "%u",  ['h'] = "%hd",
                                               ['H'] = "%hu",  ['b'] = "%hhd", ['B'] = "%hhu", ['l'] = "%ld",
                                               ['L'] = "%lu",  ['q'] = "%lld", ['Q'] = "%llu", ['f'] = "%f",   ['g'] = "%lf"};
  return conversions[(int)c];
}

/* Each with whether it is there, and its value; those that no call comes to are not. */
typedef struct {
  signed char there[NUMBERS]; /* 2: not come to */
  long long value[NUMBERS];
  int n;
} Row;

/* ---- by the library ---- */

static char text[SIZE_LONG + 1];
static int text_length;

#define READ(letter, type)                                                                                   \
  case letter: return *(const type *)slot;
static long long value_in(char directive, const void *slot) {
  switch (directive) {
    READ('c', char) READ('d', int) READ('u', unsigned) READ('h', short) READ('H', unsigned short)
    READ('b', signed char) READ('B', unsigned char) READ('l', long) READ('L', unsigned long)
    READ('q', long long) READ('Q', unsigned long long) READ('f', int) READ('g', long long) /* their bits */
  }
  return 0;
}

/* What the conversion of a number, or a literal, has met where it was not found; `from` is where it began. */
static int missing(FILE *f, char directive, long from) {
  long at = ftell(f);
  if (directive == 'f' || directive == 'g') {
    while (from < text_length && is_space(text[from])) from++;
    return from < text_length ? 0 : -1;
  }
  int c = getc(f);
  if (c != EOF) {
    ungetc(c, f);
    return 0;
  }
  int sign = at > from && (text[at - 1] == '-' || text[at - 1] == '+');
  return directive != 'c' && conversion_of(directive) && sign ? 0 : -1;
}

static void stop(const char *what) {
  printf("%s: %s: the text", sequence, what);
  for (int i = 0; i < text_length; i++) printf(" %02x", (unsigned char)text[i]);
  putchar('\n');
  exit(1);
}

/* One call, by its whole format, which says by %n how far it came; returns behind its last directive. */
static const char *their_call(FILE *f, const char *call, Row *r) {
  static long long slots[NUMBERS];
  int ends[NUMBERS], n = 0, items = 0, found = 0, stored = 0;
  char format[128] = "", kinds[NUMBERS];
  void *args[NUMBERS];
  long start = ftell(f);
  for (; *call && *call != '|'; call++) {
    const char *conversion = conversion_of(*call);
    sprintf(format + strlen(format), conversion ? "%s" : "%.1s", conversion ? conversion : call);
    if (conversion) args[n++] = &slots[items];
    if (*call == ' ') continue;
    strcat(format, "%n");
    ends[items] = -1;
    args[n++] = &ends[items];
    kinds[items++] = *call;
  }
  int got = fscanf(f, format, args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7], args[8],
                   args[9], args[10], args[11], args[12], args[13], args[14], args[15]);
  while (found < items && ends[found] >= 0) found++;
  for (int i = 0; i < items; i++) {
    r->there[r->n + i] = i < found ? 1 : 2;
    r->value[r->n + i] = i < found ? value_in(kinds[i], &slots[i]) : 0;
    stored += i < found && conversion_of(kinds[i]);
  }
  if (found < items) {
    int there = missing(f, kinds[found], found ? start + ends[found - 1] : start);
    r->there[r->n + found] = there;
    if (got != (stored ? stored : there)) stop("the library returns something else");
  } else if (got != stored) {
    if (!(got == -1 && !stored)) stop("the library returns something else");
  }
  r->n += items;
  return *call ? call + 1 : call;
}

static Row their_row(void) {
  Row r = {.n = 0};
  FILE *f = text_length ? fmemopen(text, text_length, "r") : fopen("/dev/null", "r");
  for (const char *call = sequence; *call;) call = their_call(f, call, &r);
  fclose(f);
  return r;
}

/* ---- by the models ---- */

static int slot_of(char c) { return c == ',' ? 0 : c == '/' ? 3 : 15; }

#define ITEM(letter, name, type)                                                                             \
  case letter: {                                                                                             \
    type v = 0;                                                                                              \
    __acf_scan_##name[number] = (type)*value;                                                                \
    int status = __acf_item_##name(&v);                                                                      \
    *value = status == 1 ? (long long)v : 0;                                                                 \
    return status;                                                                                           \
  }
#define FLOAT_ITEM(letter, name, type, word)                                                                 \
  case letter: {                                                                                             \
    union {                                                                                                  \
      type number;                                                                                           \
      word bits;                                                                                             \
    } v = {.bits = (word)*value};                                                                            \
    __acf_scan_##name[number] = v.number;                                                                    \
    int status = __acf_item_##name(&v.number);                                                               \
    *value = status == 1 ? letter == 'f' ? (int)v.bits : (long long)v.bits : 0;                              \
    return status;                                                                                           \
  }
static int our_item(char directive, int there, long long *value) {
  __acf_scan_status[number] = there;
  switch (directive) {
    ITEM('c', c, char)
    ITEM('d', d, int)
    ITEM('u', u, unsigned)
    ITEM('h', hd, short)
    ITEM('H', hu, unsigned short)
    ITEM('b', hhd, signed char)
    ITEM('B', hhu, unsigned char)
    ITEM('l', ld, long)
    ITEM('L', lu, unsigned long)
    ITEM('q', lld, long long)
    ITEM('Q', llu, unsigned long long)
    FLOAT_ITEM('f', f, float, unsigned)
    FLOAT_ITEM('g', lf, double, unsigned long long)
  }
  *value = 0;
  return __acf_item_literal(directive, slot_of(directive));
}

static void begin(int bound) {
  number = done = ended = rough = unknown = 0;
  may_be_any();
  __acf_stdin_length = bound;
}

static int items_of_rest(const char *call) {
  int n = 0;
  for (; *call && *call != '|'; call++) n += *call != ' ';
  return n;
}

typedef int (*Choose)(char directive, int at, Row *r); /* sets what is there of the item, and its value */

/* Whether the models admit what is chosen; then the row is what they read.  -1: they do not know. */
static int our_row(int bound, Choose choose, Row *r) {
  begin(bound);
  r->n = 0;
  const int gone = setjmp(left);
  if (gone) return gone == 1 ? 0 : -1;
  for (const char *at = sequence; *at; at++) {
    if (*at == '|') continue;
    if (*at == ' ') {
      __acf_item_space();
      continue;
    }
    int i = r->n++;
    choose(*at, i, r);
    if (our_item(*at, r->there[i], &r->value[i]) != r->there[i]) {
      if (!ended) longjmp(left, 1);
      r->there[i] = -1;
    }
    if (r->there[i] == 1) continue;
    int rest = items_of_rest(at + 1);
    __acf_items_skip(rest);
    for (int k = 0; k < rest; k++) r->there[r->n] = 2, r->value[r->n++] = 0;
    while (at[1] && at[1] != '|') at++;
  }
  return 1;
}

/* ---- the rows that texts have ---- */

#define BUCKETS 1048576
static char *known[BUCKETS];

static int has(const char *key, int add) {
  unsigned at = 5381;
  for (const char *s = key; *s; s++) at = at * 33 + (unsigned char)*s;
  for (at %= BUCKETS; known[at]; at = (at + 1) % BUCKETS)
    if (!strcmp(known[at], key)) return 1;
  if (add) known[at] = strdup(key);
  return 0;
}

static void row_key(char *to, const Row *r) {
  *to = 0;
  for (int i = 0; i < r->n; i++)
    to += r->there[i] == 1 ? sprintf(to, "%lld ", r->value[i]) : sprintf(to, "%s ", r->there[i] == 2 ? "-" : r->there[i] ? "end" : "no");
}

static long long values[128][VALUES]; /* that texts have, by the letter of the conversion */
static int n_values[128];

static void note_value(char directive, long long value) {
  const int kind = directive, n = n_values[kind];
  for (int i = 0; i < n; i++)
    if (values[kind][i] == value) return;
  if (n < VALUES) values[kind][n_values[kind]++] = value;
}

static const Row *expected;
static int choose_expected(char directive, int at, Row *r) {
  (void)directive;
  r->there[at] = expected->there[at];
  r->value[at] = expected->value[at];
  return 0;
}

/* Every row that a text has is admitted within its length, and is read alike. */
static void compare_text(int longest_kept) {
  char key[1024], own[1024];
  Row r = their_row(), ours;
  row_key(key, &r);
  expected = &r;
  if (!our_row(text_length, choose_expected, &ours)) stop("its items are not admitted");
  row_key(own, &ours);
  if (strcmp(key, own)) stop("its items are read otherwise");
  if (text_length > longest_kept) return;
  has(key, 1);
  int i = 0;
  for (const char *at = sequence; *at; at++) {
    if (*at == '|' || *at == ' ') continue;
    if (r.there[i] == 1 && *at != 'c' && conversion_of(*at)) note_value(*at, r.value[i]);
    i++;
  }
}

static void compare_texts(int most, int kept) {
  for (text_length = 0; text_length <= most; text_length++) {
    int all = 1;
    for (int i = 0; i < text_length; i++) all *= (int)sizeof letters - 1;
    for (int i = 0; i < all; i++) {
      for (int k = 0, rest = i; k < text_length; k++, rest /= (int)sizeof letters - 1)
        text[k] = letters[rest % (sizeof letters - 1)];
      compare_text(kept);
    }
  }
}

/* ---- the rows that the models admit ---- */

static int choices[NUMBERS], options[NUMBERS], chosen;

static int choose_next(char directive, int at, Row *r) {
  const int kind = directive, choice = choices[chosen] - 2,
            number_of_values = directive == 'c' ? (int)sizeof letters - 1 : conversion_of(directive) ? n_values[kind] : 1;
  options[chosen++] = ended ? 1 : 2 + number_of_values;
  r->there[at] = choice < 0 ? choice + 1 : 1;
  r->value[at] = choice < 0 || !conversion_of(directive) ? 0 : directive == 'c' ? letters[choice] : values[kind][choice];
  return 0;
}

/* Numbers that cannot be written with other digits than the letters have, in so few bytes. */
static int is_plain(const Row *r) {
  int i = 0;
  char digits[32];
  for (const char *at = sequence; *at; at++) {
    if (*at == '|' || *at == ' ') continue;
    sprintf(digits, "%lld", r->value[i]);
    if (*at != 'c' && strspn(digits, "-01") != strlen(digits) && strlen(digits) <= SIZE) return 0;
    if (*at == 'b' && strlen(digits) > 3) return 0; /* 156 is -100 */
    i++;
  }
  return 1;
}

static long compare_rows(int bound) {
  char key[1024];
  Row r;
  long admitted = 0;
  memset(choices, 0, sizeof choices);
  for (;;) {
    chosen = 0;
    const int fits = our_row(bound, choose_next, &r);
    row_key(key, &r);
    admitted += fits;
    if (fits && is_plain(&r) && !has(key, 0)) {
      printf("%s: admitted within %d bytes, but no text has it: %s\n", sequence, bound, key);
      exit(1);
    }
    while (chosen && ++choices[chosen - 1] >= options[chosen - 1]) choices[--chosen] = 0;
    if (!chosen) return admitted;
  }
}

static void forget(void) {
  for (unsigned i = 0; i < BUCKETS; i++) free(known[i]), known[i] = NULL;
  memset(n_values, 0, sizeof n_values);
}

/* All texts up to `most` letters, and all rows within bounds up to `kept`. */
static void compare(const char *directives, int most, int kept) {
  sequence = directives;
  for (int bound = 0; bound <= kept; bound++) {
    compare_texts(bound < kept ? bound : most, bound);
    compare_rows(bound);
    forget();
  }
}

/* ---- long numbers ---- */

static unsigned seed = 12345;
static unsigned below(unsigned n) {
  seed = seed * 1103515245 + 12345;
  return (seed >> 16) % n;
}

/* The shortest of the texts with these items has so many bytes: -2147483648 is 2147483648, where long is larger. */
static void compare_length(const char *directives, const char *of, int least_bytes) {
  Row r, ours;
  sequence = directives;
  text_length = (int)strlen(of);
  strcpy(text, of);
  r = their_row();
  expected = &r;
  if (our_row(least_bytes - 1, choose_expected, &ours)) stop("its items are admitted in fewer bytes");
  if (!our_row(least_bytes, choose_expected, &ours)) stop("its items are not admitted");
}

static void compare_lengths(void) {
  const int wide = sizeof(long) == 8;
  compare_length("cd", "a-2147483648", wide ? 11 : 12);
  compare_length("d,d", "-2147483648,-1000000000", wide ? 21 : 23);
  compare_length("d,d", "-999999999,-1", 13);
  compare_length("dd", "-2147483648 -2147483648", wide ? 21 : 22);
  compare_length(",|u", "-4294967295", 1);
  compare_length("cu", "a4294967295", 3);
  compare_length("cu", "a4294967196", 5);
  compare_length("cH", "a65000", 5);
  compare_length("cb", "a-128", 4);
  compare_length("c/|b", "a-128", 4);
  compare_length("cq", "a-9223372036854775808", 21);
  compare_length("cQ", "a18446744073709551615", 3);
}

/* Whatever the texts. */
static void compare_long(int trials) {
  static const char any[] = "0123456789-+ ,9876543210";
  static const char *const sequences[] = {"d,d", "d c d", "u,u", "q,Q", "l,L", "h,H", "b,B", "d|,|d|d", "c|q|c|l"};
  Row ours;
  for (int i = 0; i < trials; i++) {
    sequence = sequences[below(sizeof sequences / sizeof *sequences)];
    text_length = (int)below(45);
    for (int k = 0; k < text_length; k++) text[k] = any[below(sizeof any - 1)];
    Row r = their_row();
    expected = &r;
    if (!our_row(text_length, choose_expected, &ours)) stop("its items are not admitted");
  }
}

/* ---- floating point ---- */

static const double some_numbers[] = {0, 1, -1, 0.1, -2.5, 1e10, -1e-10, 1.7976931348623157e308, -2.2250738585072014e-308,
                                      4.9406564584124654e-324, -4.9406564584124654e-324, 1.0 / 3, -123456789.12345678, 3.4028234663852886e38,
                                      1.1754943508222875e-38, -1.4e-45, 9.87654321e-41, 1 / 0.0, -1 / 0.0, 0 / 0.0};

static long long some_value(char directive) {
  const double d = some_numbers[below(sizeof some_numbers / sizeof *some_numbers)];
  const float f = (float)d;
  int bits;
  long long long_bits;
  memcpy(&bits, &f, sizeof bits);
  memcpy(&long_bits, &d, sizeof long_bits);
  if (d != d) bits = 0x7fc00000, long_bits = 0x7ff8000000000000;
  if (directive == 'f') return bits;
  if (directive == 'g') return long_bits;
  return directive == 'c' ? letters[below(sizeof letters - 1)] : directive == 'd' ? (int)below(2000) - 1000 : 0;
}

static void write_float(char *to, char directive, long long value) {
  float f;
  double d;
  int bits = (int)value;
  memcpy(&f, &bits, sizeof f);
  memcpy(&d, &value, sizeof d);
  if (directive == 'f') d = f;
  if (d != d)
    strcpy(to, "+nan");
  else if (d - d != 0)
    strcpy(to, d < 0 ? "-infinity" : "+infinity");
  else
    sprintf(to, directive == 'f' ? "%+.8e" : "%+.16e", d);
}

/* A text for the row, in which all is found. */
static void write_row(const Row *r) {
  static char all[1024];
  char *to = all;
  int i = 0, numeric = 0;
  for (const char *at = sequence; *at; at++) {
    if (*at == '|') continue;
    if (*at == ' ') {
      if (numeric && (at[1] == 'c' && is_digit((int)r->value[i]))) *to++ = ' ';
      continue;
    }
    const long long value = r->value[i++];
    if (*at == 'd' && numeric && value >= 0) *to++ = ' ';
    if (*at == 'f' || *at == 'g')
      write_float(to, *at, value);
    else if (*at == 'd')
      sprintf(to, "%lld", value);
    else
      sprintf(to, "%c", *at == 'c' ? (char)value : *at);
    to += strlen(to);
    numeric = conversion_of(*at) && *at != 'c';
  }
  text_length = (int)(to - all);
  memcpy(text, all, (size_t)text_length + 1);
}

/* Rows that are known to have a text within a bound have one; of those here that is the text that is written. */
static void compare_floats(int trials) {
  static const char *const sequences[] = {"f", "g", "g g", "gg", "f,g", "g c g", "d g", "g|d", "gc", "f c", "(g,g)", "d,g/d", "c g|c", "g+g", "g-d"};
  Row r = {.n = 0}, ours;
  char key[1024], own[1024];
  for (int i = 0; i < trials; i++) {
    sequence = sequences[below(sizeof sequences / sizeof *sequences)];
    r.n = 0;
    for (const char *at = sequence; *at; at++)
      if (*at != ' ' && *at != '|') r.there[r.n] = 1, r.value[r.n++] = some_value(*at);
    expected = &r;
    int bound = 0, known;
    while ((known = our_row(bound, choose_expected, &ours)) != 1 && bound < 120) bound++;
    if (known != 1) continue; /* a digit right behind a number, and white space where that is skipped, for some */
    write_row(&r);
    if (text_length > bound) stop("is longer than it is counted");
    const Row theirs = their_row();
    row_key(key, &r);
    row_key(own, &theirs);
    if (strcmp(key, own)) stop("is not what it is written for");
    if (i % 64 == 0 && our_row(bound - 1, choose_expected, &ours) == 1) stop("fits in less");
  }
}

/* No row of a text is excluded, whatever the text. */
static void compare_float_texts(int trials) {
  static const char any[] = "0123456789-+. ,eExXnaifty0123456789", *const sequences[] = {"f", "g", "g c", "g,g", "g|c", "gc", "g g", "f|d", "d g|c|g", "g|,|c", "g+g"};
  Row ours;
  for (int i = 0; i < trials; i++) {
    sequence = sequences[below(sizeof sequences / sizeof *sequences)];
    text_length = (int)below(14);
    for (int k = 0; k < text_length; k++) text[k] = any[below(sizeof any - 1)];
    if (below(4) == 0) text_length = sprintf(text, "%s%s", (const char *const[]){"nan", "inf5", "-inf,", "+infinity "}[below(4)], "1.5e-3");
    const Row r = their_row();
    expected = &r;
    if (!our_row(below(2) ? text_length : SIZE_LONG, choose_expected, &ours)) stop("its items are not admitted");
  }
}

/* Behind what is no number nothing is known, but for a whole number, of which a sign is gone. */
static void compare_float_misses(void) {
  Row r = {.there = {0, 1}, .value = {0, ','}, .n = 2}, ours;
  expected = &r;
  sequence = "g|c";
  if (our_row(SIZE_LONG, choose_expected, &ours) != -1) stop("is no text, but something is known");
  sequence = "d|g";
  r.value[1] = 0x3ff0000000000000;
  if (our_row(24, choose_expected, &ours) != -1 || our_row(25, choose_expected, &ours) != 1) stop("is no text, but of a sign");
}

/* ---- sequences ---- */

static void compare_random(int trials) {
  static const char directives[] = "dddcc  ,/-+a||ubH";
  char any[12];
  for (int i = 0; i < trials; i++) {
    int n = 3 + (int)below(6);
    for (int k = 0; k < n; k++) any[k] = directives[below(sizeof directives - 1)];
    any[n] = 0;
    compare(any, 3, 3);
  }
}

int main(int argc, char **argv) {
  static const char *const usual[] = {"d c d",  "dcd",    "d,d",      "d , d",   "d/d/d",     "d|c|d",   "d,d|d,d",
                                      "d c|d",  ",d|,d|d", "d-d|d-d", "+d|-d|d|c", "c|d|c|d", "a d,d a", "d|,|d|c|,",
                                      "d |d |c", "d,|a|c|d", "u-u|c",  "b+b|d",   "d|d|d|c|,|c", "-|-d|c", "a,|,a|d|c c",
                                      " ,|d|c", "d d,d|c,c", " -|d", "d| +|d|c", "l,L|c",   "q/Q",       "h H|b B", "+|-|,|d|d|c"};
  if (argc > 1) return compare(argv[1], SIZE, 4), 0;
  for (unsigned i = 0; i < sizeof usual / sizeof *usual; i++) compare(usual[i], SIZE, 4);
  compare_random(300);
  compare_lengths();
  compare_long(200000);
  compare_floats(100000);
  compare_float_texts(300000);
  compare_float_misses();
  return 0;
}
