/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What printing reads, and what sprintf and snprintf write, in plain C, as models.c: the front end makes calls of
 * these parts out of those of printf and its like (frontend/printing.c). */

typedef __SIZE_TYPE__ size_t;
typedef unsigned long long Number;

/* Texts of the library, which end somewhere: nothing else is known of them. */
extern char __acf_program_name[4096], __acf_message[4096], __acf_environment[4096];
extern int __acf_any(void);
extern int __acf_apart(const void *, const void *);
extern void __acf_no_overlap(int);
extern void __acf_null_text(void);
extern void __acf_unknown_format(void);

/* ---- reading ---- */

static int is_of_library(const char *s) {
  return !__acf_apart(s, __acf_program_name) || !__acf_apart(s, __acf_message) || !__acf_apart(s, __acf_environment);
}

void __acf_text_reads(const char *s) {
  if (is_of_library(s)) return;
  while (*s) s++;
}

/* Of %s.  A negative precision is none.  A null pointer may be printed as "(null)", or be a crash. */
void __acf_print_reads(const char *s, int precision) {
  if (!s) __acf_null_text();
  if (is_of_library(s)) return;
  for (int i = 0; i != precision && s[i]; i++) continue;
}

/* A conversion of a format that is read while the program runs; gives where it ends. */
static const char *read_conversion(const char *at, __builtin_va_list *list) {
  int precision = -1, longs = 0;
  while (*at == '-' || *at == '+' || *at == ' ' || *at == '#' || *at == '0') at++;
  if (*at == '*') __builtin_va_arg(*list, int), at++;
  while (*at >= '0' && *at <= '9') at++;
  if (*at == '.') {
    precision = 0;
    if (*++at == '*') precision = __builtin_va_arg(*list, int), at++;
    for (; *at >= '0' && *at <= '9'; at++) precision = precision * 10 + (*at - '0');
  }
  for (; *at == 'l' || *at == 'h' || *at == 'z' || *at == 'j' || *at == 't'; at++)
    longs += *at == 'j' ? 2 : *at != 'h';
  switch (*at) {
  case '%': break;
  case 's':
    if (longs) __acf_unknown_format();
    __acf_print_reads(__builtin_va_arg(*list, const char *), precision);
    break;
  case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'c':
    if (longs >= 2) __builtin_va_arg(*list, long long);
    else if (longs) __builtin_va_arg(*list, long);
    else __builtin_va_arg(*list, int);
    break;
  case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
    __builtin_va_arg(*list, double);
    break;
  case 'p': __builtin_va_arg(*list, void *); break;
  default: __acf_unknown_format(); /* %n writes; others, and a format that ends here, are rare */
  }
  return at + 1;
}

/* Of vprintf and its like. */
void __acf_list_reads(const char *format, __builtin_va_list list) {
  __builtin_va_list rest;
#ifdef __x86_64__ /* an array, of which a parameter is a pointer to the first element */
  __builtin_memcpy(rest, list, sizeof rest);
#else
  rest = list;
#endif
  while (*format) {
    if (*format++ != '%') continue;
    format = read_conversion(format, &rest);
  }
}

char *strerror(int number) { return __acf_message; }

char *getenv(const char *name) {
  __acf_text_reads(name);
  return __acf_any() ? __acf_environment : 0;
}

/* ---- writing: to, room for so many bytes, where in it the next one is; gives where the next but one is ---- */

enum { LEFT = 1, ZEROS = 2, PLUS = 4, SPACE = 8, ALTERNATIVE = 16, UPPER = 32, OCTAL = 64 };

int __acf_print_character(char *to, size_t room, int at, int c) {
  if (at + (size_t)1 < room) to[at] = c;
  return at + 1;
}

int __acf_print_end(char *to, size_t room, int at) {
  if (room) to[at < room ? at : room - 1] = 0;
  return at;
}

static int repeat(char *to, size_t room, int at, int c, int n) {
  for (; n > 0; n--) at = __acf_print_character(to, room, at, c);
  return at;
}

static int text_length(const char *s, int precision) {
  int n = 0;
  while (n != precision && s[n]) n++;
  return n;
}

/* Where the text lies in what was just written, the outcome is not defined. */
int __acf_print_text(char *to, size_t room, int at, const char *s, int width, int precision, int flags) {
  if (!s) __acf_null_text();
  int n = text_length(s, precision);
  if (!(flags & LEFT)) at = repeat(to, room, at, ' ', width - n);
  if (!__acf_apart(to, s)) __acf_no_overlap(s + n < to || s > to + at + n);
  for (int i = 0; i < n; i++) at = __acf_print_character(to, room, at, s[i]);
  return flags & LEFT ? repeat(to, room, at, ' ', width - n) : at;
}

/* A number in its field is blanks, a sign or 0x, zeros, digits, blanks. */
typedef struct {
  int sign; /* 0: none */
  int prefix, digits, zeros, blanks;
} Field;

static Field field_of(int is_zero, int sign, int digits, int width, int precision, int flags) {
  Field f = {sign, (flags & ALTERNATIVE) && !is_zero, digits, 0, 0};
  if (precision == 0 && is_zero) f.digits = 0;
  if (precision > f.digits) f.zeros = precision - f.digits;
  f.blanks = width - (sign != 0) - 2 * f.prefix - f.digits - f.zeros;
  if ((flags & ZEROS) && !(flags & LEFT) && precision < 0 && f.blanks > 0) f.zeros = f.blanks, f.blanks = 0;
  return f;
}

/* All that is before the digits. */
static int print_start(char *to, size_t room, int at, const Field *f, int flags) {
  if (!(flags & LEFT)) at = repeat(to, room, at, ' ', f->blanks);
  if (f->sign) at = __acf_print_character(to, room, at, f->sign);
  if (f->prefix) at = __acf_print_character(to, room, at, '0');
  if (f->prefix) at = __acf_print_character(to, room, at, flags & UPPER ? 'X' : 'x');
  return repeat(to, room, at, '0', f->zeros);
}

static int sign_of(int negative, int flags) {
  return negative ? '-' : flags & PLUS ? '+' : flags & SPACE ? ' ' : 0;
}

/* The places are known, and only how many of them are printed depends on the number: so nothing is divided but for
 * the digits themselves. */
#define DECIMAL(name, type, largest_power)                                                                   \
  static int name##_digits(type n) {                                                                         \
    int digits = 1;                                                                                          \
    for (type power = largest_power; power >= 10; power /= 10) digits += n >= power;                         \
    return digits;                                                                                           \
  }                                                                                                          \
  static int name(char *to, size_t room, int at, type n, int sign, int width, int precision, int flags) {    \
    Field f = field_of(n == 0, sign, name##_digits(n), width, precision, flags & ~ALTERNATIVE);              \
    at = print_start(to, room, at, &f, flags);                                                               \
    for (type power = largest_power; power >= 1; power /= 10)                                                \
      if (f.digits && (n >= power || power == 1))                                                            \
        at = __acf_print_character(to, room, at, '0' + n / power % 10);                                      \
    return flags & LEFT ? repeat(to, room, at, ' ', f.blanks) : at;                                          \
  }
DECIMAL(decimal, unsigned, 1000000000u)
DECIMAL(long_decimal, Number, 10000000000000000000u)

int __acf_print_int(char *to, size_t room, int at, int n, int width, int precision, int flags) {
  return decimal(to, room, at, n < 0 ? -(unsigned)n : n, sign_of(n < 0, flags), width, precision, flags);
}
int __acf_print_unsigned(char *to, size_t room, int at, unsigned n, int width, int precision, int flags) {
  return decimal(to, room, at, n, 0, width, precision, flags);
}
int __acf_print_long(char *to, size_t room, int at, long long n, int width, int precision, int flags) {
  return long_decimal(to, room, at, n < 0 ? -(Number)n : n, sign_of(n < 0, flags), width, precision, flags);
}
int __acf_print_unsigned_long(char *to, size_t room, int at, Number n, int width, int precision, int flags) {
  return long_decimal(to, room, at, n, 0, width, precision, flags);
}

static int digit(int value, int flags) {
  return value < 10 ? '0' + value : value - 10 + (flags & UPPER ? 'A' : 'a');
}

/* Groups of 4 bits, or of 3. */
static int print_groups(char *to, size_t room, int at, Number n, int bits, int width, int precision, int flags) {
  const int group = flags & OCTAL ? 3 : 4, last = (bits - 1) / group * group;
  int digits = 1;
  for (int low = last; low > 0; low -= group) digits += (n >> low) != 0;
  Field f = field_of(n == 0, 0, digits, width, precision, flags);
  at = print_start(to, room, at, &f, flags);
  for (int low = last; low >= 0; low -= group)
    if (f.digits && ((n >> low) != 0 || low == 0))
      at = __acf_print_character(to, room, at, digit((n >> low) & ((1 << group) - 1), flags));
  return flags & LEFT ? repeat(to, room, at, ' ', f.blanks) : at;
}

int __acf_print_bits(char *to, size_t room, int at, unsigned n, int width, int precision, int flags) {
  return print_groups(to, room, at, n, 32, width, precision, flags);
}
int __acf_print_long_bits(char *to, size_t room, int at, Number n, int width, int precision, int flags) {
  return print_groups(to, room, at, n, 64, width, precision, flags);
}
