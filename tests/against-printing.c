/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of src/frontend/models-printing.c against snprintf of the C library of this machine, on random
 * directives and values: what is written, into how much room, and how long it is.  The models are linked with
 * "model_" before all their names. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define TRIALS 200000
#define SIZE 64

enum { LEFT = 1, ZEROS = 2, PLUS = 4, SPACE = 8, ALTERNATIVE = 16, UPPER = 32, OCTAL = 64 };

typedef unsigned long long Number;
int model___acf_print_character(char *, size_t, int, int);
int model___acf_print_text(char *, size_t, int, const char *, int, int, int);
int model___acf_print_int(char *, size_t, int, int, int, int, int);
int model___acf_print_unsigned(char *, size_t, int, unsigned, int, int, int);
int model___acf_print_long(char *, size_t, int, long long, int, int, int);
int model___acf_print_unsigned_long(char *, size_t, int, Number, int, int, int);
int model___acf_print_bits(char *, size_t, int, unsigned, int, int, int);
int model___acf_print_long_bits(char *, size_t, int, Number, int, int, int);
int model___acf_print_end(char *, size_t, int);
void model___acf_print_reads(const char *, int);
void model___acf_text_reads(const char *);
void model___acf_list_reads(const char *, va_list);

/* ---- what the models call ---- */

static jmp_buf left;
char model___acf_program_name[1], model___acf_message[1], model___acf_environment[1];
int model___acf_any(void) { return 0; }
int model___acf_apart(const void *p, const void *q) { return 1; }
void model___acf_no_overlap(int holds) {
  if (!holds) longjmp(left, 1);
}
void model___acf_null_text(void) { longjmp(left, 1); }
void model___acf_unknown_format(void) { longjmp(left, 2); }
uint64_t model___udivdi3(uint64_t a, uint64_t b) { return a / b; } /* for 32 bits, the compiler's own */
uint64_t model___umoddi3(uint64_t a, uint64_t b) { return a % b; }

/* ---- a trial ---- */

static uint64_t seed = 88172645463325252ull;
static unsigned below(unsigned n) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (unsigned)(seed >> 11) % n;
}

static Number random_number(void) {
  static const Number ends[] = {0, 1, 9, 10, 99, 100, INT_MAX, UINT_MAX, LLONG_MAX, ULLONG_MAX, 1000000000};
  Number n = below(3) ? ends[below(11)] + below(5) - 2 : seed >> below(64);
  return below(2) ? n : -n;
}

/* What stands between % and the letter. */
static void directive(char *to, int flags, int width, int precision, const char *length, char letter) {
  to += sprintf(to, "%%%s%s%s%s%s", flags & LEFT ? "-" : "", flags & ZEROS ? "0" : "", flags & PLUS ? "+" : "",
                flags & SPACE ? " " : "", flags & ALTERNATIVE ? "#" : "");
  if (width) to += sprintf(to, "%d", width);
  if (precision >= 0) to += sprintf(to, ".%d", precision);
  sprintf(to, "%s%c", length, letter);
}

#define COMPARE(value, part)                                                                                 \
  ({                                                                                                         \
    const int theirs_ = snprintf(a, room, format, value) - (room == 0);                                      \
    const int at_ = part(b, room, 0, value, width, precision, flags);                                        \
    theirs_ + (room == 0) == model___acf_print_end(b, room, at_);                                            \
  })

/* Of the arguments, the null pointer that %s is to find is the last: only who takes the others as they are gets there.
 */
static int end_of(const char *format, ...) {
  va_list list;
  const int how = setjmp(left);
  if (how) return how;
  va_start(list, format);
  model___acf_list_reads(format, list);
  va_end(list);
  return 0;
}

static int lists_are_read(void) {
  void *const none = NULL;
  return end_of("plain, %% and %5d%s", 3, none) == 1 && end_of("%lld%hhd%s", 1LL << 40, 2, none) == 1 &&
         end_of("%-*.*f%.3e%s", 4, 2, 0.5, 1e300, none) == 1 && end_of("%zu%jd%td%p%c%s", (size_t)1, (intmax_t)2,
         (ptrdiff_t)3, none, 'c', none) == 1 && end_of("%s%.2s%x%s", "abc", "de", 7u, none) == 1 &&
         end_of("%s%d", "abc", 1) == 0 && end_of("%n", none) == 2 && end_of("%ls", none) == 2 && end_of("%") == 2;
}

int main(void) {
  if (!lists_are_read()) return puts("a list of arguments is not read as the library does"), 1;
  static const char letters[] = "sdiuxXo";
  int wrong = 0;
  for (unsigned i = 0; i < TRIALS && wrong < 5; i++) {
    const char letter = letters[below(7)];
    const int wide = letter != 's' && below(2), width = below(2) ? 0 : below(24);
    const int precision = below(2) ? -1 : (int)below(24);
    int flags = below(8) ? (int)below(16) : 0;
    const size_t room = below(2) ? SIZE : below(SIZE);
    const Number n = random_number();
    char format[32], text[16] = "abcdefghijklmno", a[SIZE], b[SIZE];
    memset(a, '?', SIZE), memset(b, '?', SIZE);
    text[below(16)] = text[15] = 0;
    if (letter == 's') flags &= LEFT;
    if ((letter == 'x' || letter == 'X') && below(2)) flags |= ALTERNATIVE;
    directive(format, flags, width, precision, wide ? "ll" : "", letter);
    flags |= (letter == 'X' ? UPPER : 0) | (letter == 'o' ? OCTAL : 0);
    int same = letter == 's'                     ? COMPARE(text, model___acf_print_text)
               : letter == 'u' && wide           ? COMPARE(n, model___acf_print_unsigned_long)
               : letter == 'u'                   ? COMPARE((unsigned)n, model___acf_print_unsigned)
               : strchr("xXo", letter) && wide   ? COMPARE(n, model___acf_print_long_bits)
               : strchr("xXo", letter)           ? COMPARE((unsigned)n, model___acf_print_bits)
               : wide                            ? COMPARE((long long)n, model___acf_print_long)
                                                 : COMPARE((int)n, model___acf_print_int);
    if (same && !memcmp(a, b, SIZE)) continue;
    wrong++;
    printf("%s of %llu, room %zu: %.*s, not %.*s\n", format, n, room, SIZE, b, SIZE, a);
  }
  return wrong != 0;
}
