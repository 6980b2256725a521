/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every function of src/frontend/models.c and models-math.c against the C library of this machine, on random
 * arguments: what it returns, what it writes, where pointers lead, errno.  The models are linked with "model_" before all their
 * names, those that they call included; so what they are given here decides what they do.
 *
 * Without arguments the names of all rows are printed; `run` compares, and says where the two differ. */
#define _DEFAULT_SOURCE /* with _GNU_SOURCE, newer headers make another function of strtol */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define TRIALS 5000
#define SIZE 64      /* of each buffer */
#define BEGINNING 24 /* of it is filled by strings, so that two fit */

/* ---- what the models call ---- */

static jmp_buf left;         /* where a model goes that does not return */
static int any[4], next_any; /* what __acf_any() gives, one after the other */
static int has_failed;       /* an assertion */
int *model___errno_location(void);
int model___acf_any(void) { return any[next_any++ % 4]; }
void model___acf_no_character(void) { longjmp(left, 1); }
int model___acf_apart(const void *p, const void *q) { return 0; }
void model___acf_no_overlap(int holds) {
  if (!holds) longjmp(left, 1);
}
void model___acf_compares_as_gnu(void) {}
double model___acf_inexact_power(double a, double b) { longjmp(left, 1); }
void model__Exit(int status) { longjmp(left, 1); }
void model___assert_fail(const char *a, const char *b, unsigned c, const char *d) { has_failed = 1; }
void *model_malloc(size_t n) { return malloc(n); }
uint64_t model___udivdi3(uint64_t a, uint64_t b) { return a / b; } /* for 32 bits, the compiler's own */
uint64_t model___umoddi3(uint64_t a, uint64_t b) { return a % b; }
int64_t model___divdi3(int64_t a, int64_t b) { return a / b; }
int64_t model___moddi3(int64_t a, int64_t b) { return a % b; }
void *model_memset(void *to, int byte, size_t n) { return memset(to, byte, n); }
void *model_memcpy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }

/* What the models are to the library's functions. */
#define DECLARE(name) extern __typeof__(name) model_##name;
#define DECLARED(X)                                                                                          \
  X(strlen)                                                                                                  \
  X(strnlen)                                                                                                 \
  X(strcpy)                                                                                                  \
  X(stpcpy) X(strncpy) X(strcat) X(strncat) X(strcmp) X(strcoll) X(strncmp) X(memcmp) X(bcmp) X(tolower)     \
      X(toupper) X(strcasecmp) X(strncasecmp) X(strchr) X(index) X(strchrnul) X(strrchr) X(rindex) X(memchr) \
          X(strstr) X(strspn) X(strcspn) X(strpbrk) X(strtok) X(strtok_r) X(strsep) X(strdup) X(strndup) X(mempcpy) X(isupper) X(islower)    \
              X(isalpha) X(isdigit) X(isalnum) X(isxdigit) X(isspace) X(isblank) X(isprint) X(isgraph)       \
                  X(ispunct) X(iscntrl) X(isascii) X(toascii) X(__ctype_b_loc) X(__ctype_tolower_loc)        \
                      X(__ctype_toupper_loc) X(abs) X(labs) X(llabs) X(posix_memalign) X(atoi) X(atol)       \
                          X(atoll) X(strtol) X(strtoll) X(strtoimax) X(strtoq) X(strtoul) X(strtoull)        \
                              X(strtoumax) X(strtouq) X(__isnan) X(__isnanf) X(__isinf) X(__isinff)          \
                                  X(__finite) X(__finitef) X(__signbit) X(__signbitf) X(isnanf) X(isinff)    \
                                      X(finite) X(finitef) X(__fpclassify) X(__fpclassifyf) \
                                          X(memrchr) X(rawmemchr) X(memmem) X(memccpy) X(strcasestr)         \
                                          X(basename) X(__xpg_basename) X(dirname) X(ffs) X(ffsl) X(ffsll)   \
                                          X(div) X(ldiv) X(lldiv) X(rand) X(random) X(qsort) X(bsearch) X(pow) \
                                          X(pthread_mutex_init) X(pthread_mutex_lock)       \
                                              X(pthread_mutex_trylock) X(pthread_mutex_unlock)
void *mempcpy(void *, const void *, size_t), *memrchr(const void *, int, size_t), *rawmemchr(const void *, int),
    *memmem(const void *, size_t, const void *, size_t);
char *strcasestr(const char *, const char *), *basename(const char *), *__xpg_basename(char *), *dirname(char *);
int ffsl(long), ffsll(long long);
char *strchrnul(const char *, int);
int __isnan(double), __isnanf(float), __isinf(double), __isinff(float), __finite(double), __finitef(float),
    __signbit(double), __signbitf(float), __fpclassify(double), __fpclassifyf(float);
DECLARED(DECLARE)
int model_isnan(double), model_isinf(double);
#undef isnan
#undef isinf
int isnan(double), isinf(double);
void model_assert(int);

/* ---- the arguments of a trial ---- */

static uint64_t seed = 88172645463325252ull;
static unsigned below(unsigned n) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (unsigned)(seed >> 11) % n;
}

static char s[SIZE], t[SIZE]; /* strings; bytes behind their end, too */
static char A[SIZE], B[SIZE]; /* equal before, and equal after: A is the library's, B the model's */
static char *ends[2];         /* where strtol says that the number ends */
static int c;                 /* a character, mostly */
static size_t n;              /* a length within the buffers */
static int base, integer;
static int64_t wide;
static double x, y;
static float f, g;

static char random_byte(void) {
  static const char letters[] = "abABzZ019 \t\n-+xX_\x80\xff";
  return below(8) ? letters[below(sizeof letters)] : (char)below(256);
}

/* Numbers, most of them near an end of some type. */
static void random_number(char *to) {
  static const uint64_t ends_of[] = {
      0, 127, 2147483647u, 2147483648u, 4294967295u, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};
  static const char *const blanks[] = {"", " ", "\t\n\v\f\r ", "\xa0", "-", "\b"};
  static const char *const signs[] = {"", "", "-", "+", "--", "+-", "- "};
  static const char *const prefixes[] = {"", "", "0", "0x", "0X", "0b", "0B1", "x", "00x"};
  static const char *const suffixes[] = {"", "", "0", "9", "z", "g", " ", "8", "x", "\x80", "1234567890123"};
  uint64_t value = ends_of[below(sizeof ends_of / sizeof *ends_of)] + below(5) - 2;
  char digits[32];
  switch (below(5)) {
  case 0: snprintf(digits, sizeof digits, "%" PRIo64, value); break;
  case 1: snprintf(digits, sizeof digits, "%" PRIx64, value); break;
  case 2: snprintf(digits, sizeof digits, "%s", below(2) ? "" : "zz"); break;
  default: snprintf(digits, sizeof digits, "%" PRIu64, value);
  }
  snprintf(to, SIZE, "%s%s%s%s%s", blanks[below(4) ? 0 : below(6)], signs[below(7)], prefixes[below(9)],
           digits, suffixes[below(11)]);
}

static double random_double(void) {
  static const uint64_t patterns[] = {0,
                                      1,
                                      0x3ff0000000000000,
                                      0x7ff0000000000000,
                                      0x7ff8000000000000,
                                      0x7ff0000000000001,
                                      0x000fffffffffffff,
                                      0x0010000000000000,
                                      0x7fefffffffffffff};
  uint64_t bits = below(3) ? patterns[below(9)] : seed * 0x2545f4914f6cdd1dull;
  bits ^= (uint64_t)below(2) << 63;
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

static float random_float(void) {
  static const uint32_t patterns[] = {0,          1,          0x3f800000, 0x7f800000, 0x7fc00000,
                                      0x7f800001, 0x007fffff, 0x00800000, 0x7f7fffff};
  uint32_t bits = below(3) ? patterns[below(9)] : (uint32_t)(seed * 0x2545f4914f6cdd1dull >> 32);
  bits ^= (uint32_t)below(2) << 31;
  float d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

static void random_arguments(void) {
  for (unsigned i = 0; i < SIZE; i++) s[i] = random_byte(), t[i] = below(3) ? s[i] : random_byte();
  s[below(BEGINNING)] = t[below(BEGINNING)] = s[BEGINNING] = t[BEGINNING] = 0;
  for (unsigned i = 0; i < SIZE; i++) A[i] = B[i] = random_byte();
  A[below(16)] = 0;
  A[16] = 0;
  memcpy(B, A, SIZE);
  c = below(4) ? (int)below(400) - 140 : (int)(seed >> 7);
  if (below(3) == 0) c = (unsigned char)s[below(8)] + (below(2) ? 0 : 256 * (int)below(9));
  n = below(4) ? below(BEGINNING + 8) : below(3);
  base = below(2) ? 10 : (int)below(41) - 2;
  integer = below(4) ? (int)(seed >> 5) : below(2) ? INT32_MIN : (int)below(3) - 1;
  wide = below(4) ? (int64_t)seed : below(2) ? INT64_MIN : (int64_t)below(3) - 1;
  x = random_double(), y = random_double(), f = random_float(), g = random_float();
  ends[0] = ends[1] = s + below(8);
}

/* ---- how results are compared ---- */

static int same_bits(const void *a, const void *b, size_t size) { return !memcmp(a, b, size); }

/* What is promised is a sign, or whether it is 0; and the model allows what the library gives. */
#define LIKE(theirs, ours)                                                                                   \
  ({                                                                                                         \
    const int theirs_ = (theirs);                                                                            \
    int same_ = 1;                                                                                           \
    for (int i = 0; i < 4; i++) {                                                                            \
      any[0] = any[1] = i == 3 ? (theirs_ < 0 ? -theirs_ : theirs_) - 1 : 255 * i;                           \
      next_any = 0;                                                                                          \
      const int ours_ = (ours);                                                                              \
      same_ &= i == 3 ? ours_ == theirs_ : (ours_ < 0) == (theirs_ < 0) && !ours_ == !theirs_;               \
    }                                                                                                        \
    same_;                                                                                                   \
  })
#define OFFSET(pointer, start) ((pointer) ? (char *)(pointer) - (char *)(start) : -1)
#define VALUE(name, ...) ({ name(__VA_ARGS__) == model_##name(__VA_ARGS__); })
#define SIGN(name, ...) LIKE(name(__VA_ARGS__), model_##name(__VA_ARGS__))
#define INTO(name, ...) (OFFSET(name(A, ##__VA_ARGS__), A) == OFFSET(model_##name(B, ##__VA_ARGS__), B))
/* The library looks beyond its table for what is no character. */
#define CLASS(name)                                                                                          \
  ({                                                                                                         \
    if (c < -128 || c > 255) model_##name(c);                                                                \
    SIGN(name, c);                                                                                           \
  })
#define NUMBER(name)                                                                                         \
  ({                                                                                                         \
    random_number(s);                                                                                        \
    if (below(50) == 0) s[below(8)] = 0;                                                                     \
    char **const end = below(8) ? ends : NULL;                                                               \
    name(s, end, base) == model_##name(s, end ? end + 1 : NULL, base);                                       \
  })

static int same_copy(char *theirs, char *ours) {
  const size_t size = strlen(theirs) + 1;
  const int same = theirs != ours && ours != s && same_bits(theirs, ours, size);
  free(theirs);
  free(ours);
  return same;
}

static int table_b(void) {
  return same_bits(*__ctype_b_loc() - 128, *model___ctype_b_loc() - 128, 384 * sizeof(short));
}

static int tables_of_case(void) {
  return same_bits(*__ctype_tolower_loc() - 128, *model___ctype_tolower_loc() - 128, 384 * sizeof(int)) &&
         same_bits(*__ctype_toupper_loc() - 128, *model___ctype_toupper_loc() - 128, 384 * sizeof(int));
}

/* Far apart there may be no memory: any[0] says so to the model. */
static int aligned(void) {
  static void *untouched = &untouched;
  void *theirs = untouched, *ours = untouched;
  const size_t alignment = below(3) ? (size_t)1 << below(31) : below(64);
  const int wrong = posix_memalign(&theirs, alignment, n);
  any[0] = wrong == ENOMEM;
  const int same = model_posix_memalign(&ours, alignment, n) == wrong &&
                   (theirs == untouched) == (ours == untouched) && (wrong || ours);
  if (theirs != untouched) free(theirs);
  if (ours != untouched) free(ours);
  return same;
}

/* The first word of a lock is its state; what is given back is not known, and so whatever it is here. */
static int locks(void) {
  pthread_mutex_t theirs, ours;
  int *const word = (int *)&theirs, *const our_word = (int *)&ours;
  memset(&theirs, 0, sizeof theirs);
  memcpy(&ours, &theirs, sizeof ours);
  int same = 1;
  for (unsigned i = 0; i < 6 && same; i++) {
    next_any = 0;
    any[0] = any[1] = any[2] = any[3] = 0;
    switch (below(4)) {
    case 0: same = !*word || !(pthread_mutex_unlock(&theirs) | model_pthread_mutex_unlock(&ours)); break;
    case 1: same = *word || !(pthread_mutex_lock(&theirs) | model_pthread_mutex_lock(&ours)); break;
    case 2:
      any[1] = pthread_mutex_trylock(&theirs);
      any[0] = *word;
      same = model_pthread_mutex_trylock(&ours) == any[1];
      break;
    default:
      if (*word) break;
      same = !(pthread_mutex_init(&theirs, NULL) | model_pthread_mutex_init(&ours, NULL)) &&
             same_bits(&theirs, &ours, sizeof ours);
    }
    same &= *word == *our_word;
  }
  return same;
}

static int asserts(void) {
  has_failed = 0;
  model_assert(integer);
  return has_failed == !integer;
}

/* The same path in A and B: a function cuts it up, and leads into it or to a constant. */
static void random_path(void) {
  for (unsigned i = 0; i < 16; i++) A[i] = "/a/b/c//"[below(8)];
  A[below(2) ? below(4) : below(16)] = 0;
  memcpy(B, A, SIZE);
}

static int same_path(const char *theirs, const char *ours) {
  const int inside = theirs >= A && theirs < A + SIZE;
  return inside ? OFFSET(theirs, A) == OFFSET(ours, B) : (ours < B || ours >= B + SIZE) && !strcmp(theirs, ours);
}
#define PATH(name) (random_path(), same_path(name(A), model_##name(B)))

/* Elements of many sizes, few of them unlike; what is compared, and in which order, is part of the result. */
#define MOST_SORTED 40
static uint64_t compared;
static int compare_first(const void *a, const void *b) {
  const unsigned char x = *(const unsigned char *)a & 7, y = *(const unsigned char *)b & 7;
  compared = compared * 6364136223846793005u + *(const unsigned char *)a * 257u + *(const unsigned char *)b + 1;
  return (x > y) - (x < y);
}

static int sorts(void) {
  static const size_t sizes[] = {1, 2, 3, 4, 8, 12, 32, 33, 48};
  static char theirs[MOST_SORTED * 48], ours[MOST_SORTED * 48];
  const size_t size = sizes[below(9)], most = below(4) ? below(8) : below(MOST_SORTED);
  for (size_t i = 0; i < most * size; i++) theirs[i] = ours[i] = (char)below(256);
  compared = 0;
  qsort(theirs, most, size, compare_first);
  const uint64_t wanted = compared;
  compared = 0;
  model_qsort(ours, most, size, compare_first);
  return compared == wanted && same_bits(theirs, ours, most * size);
}

static int searches(void) {
  compared = 0;
  const size_t size = 1 + below(3), most = below(SIZE / size);
  if (below(2)) qsort(A, most, size, compare_first);
  compared = 0;
  const void *const found = bsearch(s, A, most, size, compare_first);
  const uint64_t wanted = compared;
  compared = 0;
  const int same = model_bsearch(s, A, most, size, compare_first) == found && compared == wanted;
  memcpy(B, A, SIZE);
  return same;
}

#define DIVIDES(name, type, x, y)                                                                            \
  ({                                                                                                         \
    const type divisor_ = (y) ? (y) : 1;                                                                     \
    const type dividend_ = (x) / 2;                                                                          \
    __typeof__(name(1, 1)) theirs_ = name(dividend_, divisor_), ours_ = model_##name(dividend_, divisor_);   \
    theirs_.quot == ours_.quot && theirs_.rem == ours_.rem;                                                  \
  })

/* Powers of whole numbers, mostly; of a reciprocal the model allows what the library gives. */
static int powers(void) {
  const double a = below(4) ? (double)((int)below(30) - 12) : below(2) ? integer : x;
  const double b = below(4) ? (double)((int)below(40) - 16) : below(2) ? (double)((int)below(140) - 70) : y;
  const double theirs = pow(a, b);
  for (int i = -1; i <= 1; i++) {
    any[next_any = 0] = i;
    const double ours = model_pow(a, b);
    if (same_bits(&ours, &theirs, sizeof ours)) return 1;
  }
  return 0;
}

/* The model gives what it is told, which can be what the library gives. */
#define RANDOM(name) ({ const long theirs_ = name(); any[0] = (int)theirs_ | INT32_MIN; model_##name() == theirs_; })

/* Token after token of A, and of B, which the model cuts up; t is what separates them. */
#define TOKENS(theirs, ours)                                                                                 \
  ({                                                                                                         \
    char *next_ = A, *our_next_ = B, *first_ = A, *our_first_ = B;                                           \
    int same_ = 1;                                                                                           \
    t[below(4)] = 0;                                                                                         \
    for (unsigned i = 0; i < 5 && same_; i++, first_ = our_first_ = NULL) {                                  \
      char *const token_ = theirs, *const our_token_ = ours;                                                 \
      same_ = OFFSET(token_, A) == OFFSET(our_token_, B) && OFFSET(next_, A) == OFFSET(our_next_, B);        \
    }                                                                                                        \
    same_;                                                                                                   \
  })

/* A C library before C23 does not have them: there they are what strtol is, but for binary numbers. */
#define NEWER(name, type)                                                                                    \
  extern type __isoc23_##name(const char *, char **, int) __attribute__((weak));                             \
  type model___isoc23_##name(const char *, char **, int);                                                    \
  static int newer_##name(void) {                                                                            \
    random_number(s);                                                                                        \
    const char *const b = strpbrk(s, "bB");                                                                  \
    if (!__isoc23_##name && (base == 0 || base == 2) && b && b > s && b[-1] == '0') return 1;                \
    type (*theirs)(const char *, char **, int) = __isoc23_##name ? __isoc23_##name : name;                   \
    return theirs(s, ends, base) == model___isoc23_##name(s, ends + 1, base);                                \
  }
NEWER(strtol, long)
NEWER(strtoll, long long)
NEWER(strtoimax, intmax_t)
NEWER(strtoul, unsigned long)
NEWER(strtoull, unsigned long long)
NEWER(strtoumax, uintmax_t)

/* ---- one row for each function ---- */

#define ROWS(ROW)                                                                                            \
  ROW(assert, asserts())                                                                                     \
  ROW(__errno_location, *model___errno_location() == errno)                                                  \
  ROW(strlen, VALUE(strlen, s))                                                                              \
  ROW(strnlen, VALUE(strnlen, s, n))                                                                         \
  ROW(strcpy, INTO(strcpy, s))                                                                               \
  ROW(stpcpy, INTO(stpcpy, s))                                                                               \
  ROW(strncpy, INTO(strncpy, s, n))                                                                          \
  ROW(strcat, INTO(strcat, s))                                                                               \
  ROW(strncat, INTO(strncat, s, n))                                                                          \
  ROW(strcmp, SIGN(strcmp, s, t))                                                                            \
  ROW(strcoll, SIGN(strcoll, s, t))                                                                          \
  ROW(strncmp, SIGN(strncmp, s, t, n))                                                                       \
  ROW(memcmp, SIGN(memcmp, s, t, n))                                                                         \
  ROW(bcmp, SIGN(bcmp, s, t, n))                                                                             \
  ROW(tolower, VALUE(tolower, c))                                                                            \
  ROW(toupper, VALUE(toupper, c))                                                                            \
  ROW(strcasecmp, SIGN(strcasecmp, s, t))                                                                    \
  ROW(strncasecmp, SIGN(strncasecmp, s, t, n))                                                               \
  ROW(strchr, VALUE(strchr, s, c))                                                                           \
  ROW(index, VALUE(index, s, c))                                                                             \
  ROW(strchrnul, VALUE(strchrnul, s, c))                                                                     \
  ROW(strrchr, VALUE(strrchr, s, c))                                                                         \
  ROW(rindex, VALUE(rindex, s, c))                                                                           \
  ROW(memchr, VALUE(memchr, s, c, n))                                                                        \
  ROW(strstr, (t[below(4)] = 0, VALUE(strstr, s, t)))                                                        \
  ROW(strspn, VALUE(strspn, s, t))                                                                           \
  ROW(strcspn, (t[below(5)] = 0, VALUE(strcspn, s, t)))                                                      \
  ROW(strpbrk, (t[below(5)] = 0, VALUE(strpbrk, s, t)))                                                      \
  ROW(strtok, TOKENS(strtok(first_, t), model_strtok(our_first_, t)))                                        \
  ROW(strtok_r, TOKENS(strtok_r(first_, t, &next_), model_strtok_r(our_first_, t, &our_next_)))              \
  ROW(strsep, TOKENS(strsep(&next_, t), model_strsep(&our_next_, t)))                                        \
  ROW(strdup, same_copy(strdup(s), model_strdup(s)))                                                         \
  ROW(strndup, same_copy(strndup(s, n), model_strndup(s, n)))                                                \
  ROW(mempcpy, INTO(mempcpy, s, n))                                                                          \
  ROW(memrchr, VALUE(memrchr, s, c, n))                                                                      \
  ROW(rawmemchr, (s[SIZE - 1] = (char)c, VALUE(rawmemchr, s, c)))                                            \
  ROW(memmem, VALUE(memmem, s, n, c & 64 ? t : s + (c & 15), base & 3))                                    \
  ROW(memccpy, INTO(memccpy, s, c, n))                                                                       \
  ROW(strcasestr, (t[below(4)] = 0, VALUE(strcasestr, s, t)))                                                \
  ROW(basename, PATH(basename))                                                                              \
  ROW(__xpg_basename, PATH(__xpg_basename))                                                                  \
  ROW(dirname, PATH(dirname))                                                                                \
  ROW(isupper, CLASS(isupper))                                                                               \
  ROW(islower, CLASS(islower))                                                                               \
  ROW(isalpha, CLASS(isalpha))                                                                               \
  ROW(isdigit, CLASS(isdigit))                                                                               \
  ROW(isalnum, CLASS(isalnum))                                                                               \
  ROW(isxdigit, CLASS(isxdigit))                                                                             \
  ROW(isspace, CLASS(isspace))                                                                               \
  ROW(isblank, CLASS(isblank))                                                                               \
  ROW(isprint, CLASS(isprint))                                                                               \
  ROW(isgraph, CLASS(isgraph))                                                                               \
  ROW(ispunct, CLASS(ispunct))                                                                               \
  ROW(iscntrl, CLASS(iscntrl))                                                                               \
  ROW(isascii, VALUE(isascii, c))                                                                            \
  ROW(toascii, VALUE(toascii, c))                                                                            \
  ROW(__ctype_b_loc, table_b())                                                                              \
  ROW(__ctype_tolower_loc, tables_of_case())                                                                 \
  ROW(__ctype_toupper_loc, tables_of_case())                                                                 \
  ROW(abs, VALUE(abs, integer))                                                                              \
  ROW(labs, VALUE(labs, (long)wide))                                                                         \
  ROW(llabs, VALUE(llabs, wide))                                                                             \
  ROW(ffs, VALUE(ffs, integer))                                                                              \
  ROW(ffsl, VALUE(ffsl, (long)(wide << (c & 31))))                                                          \
  ROW(ffsll, VALUE(ffsll, wide << (c & 63)))                                                                \
  ROW(div, DIVIDES(div, int, integer, c))                                                                    \
  ROW(ldiv, DIVIDES(ldiv, long, (long)wide, (long)integer))                                                  \
  ROW(lldiv, DIVIDES(lldiv, long long, wide, (long long)integer))                                            \
  ROW(rand, RANDOM(rand))                                                                                    \
  ROW(random, RANDOM(random))                                                                                \
  ROW(qsort, sorts())                                                                                        \
  ROW(bsearch, searches())                                                                                   \
  ROW(posix_memalign, aligned())                                                                             \
  ROW(strtol, NUMBER(strtol))                                                                                \
  ROW(strtoll, NUMBER(strtoll))                                                                              \
  ROW(strtoimax, NUMBER(strtoimax))                                                                          \
  ROW(strtoq, NUMBER(strtoq))                                                                                \
  ROW(strtoul, NUMBER(strtoul))                                                                              \
  ROW(strtoull, NUMBER(strtoull))                                                                            \
  ROW(strtoumax, NUMBER(strtoumax))                                                                          \
  ROW(strtouq, NUMBER(strtouq))                                                                              \
  ROW(__isoc23_strtol, newer_strtol())                                                                       \
  ROW(__isoc23_strtoll, newer_strtoll())                                                                     \
  ROW(__isoc23_strtoimax, newer_strtoimax())                                                                 \
  ROW(__isoc23_strtoul, newer_strtoul())                                                                     \
  ROW(__isoc23_strtoull, newer_strtoull())                                                                   \
  ROW(__isoc23_strtoumax, newer_strtoumax())                                                                 \
  ROW(atoi, (random_number(s), VALUE(atoi, s)))                                                              \
  ROW(atol, (random_number(s), VALUE(atol, s)))                                                              \
  ROW(atoll, (random_number(s), VALUE(atoll, s)))                                                            \
  ROW(__isnan, VALUE(__isnan, x))                                                                            \
  ROW(__isnanf, VALUE(__isnanf, f))                                                                          \
  ROW(__isinf, VALUE(__isinf, x))                                                                            \
  ROW(__isinff, VALUE(__isinff, f))                                                                          \
  ROW(__finite, VALUE(__finite, x))                                                                          \
  ROW(__finitef, VALUE(__finitef, f))                                                                        \
  ROW(__signbit, SIGN(__signbit, x))                                                                         \
  ROW(__signbitf, SIGN(__signbitf, f))                                                                       \
  ROW(isnan, VALUE(isnan, x))                                                                                \
  ROW(isnanf, VALUE(isnanf, f))                                                                              \
  ROW(isinf, VALUE(isinf, x))                                                                                \
  ROW(isinff, VALUE(isinff, f))                                                                              \
  ROW(finite, VALUE(finite, x))                                                                              \
  ROW(finitef, VALUE(finitef, f))                                                                            \
  ROW(__fpclassify, VALUE(__fpclassify, x))                                                                  \
  ROW(__fpclassifyf, VALUE(__fpclassifyf, f))                                                                \
  ROW(pow, powers())                                                                                         \
  ROW(pthread_mutex_init, locks())                                                                           \
  ROW(pthread_mutex_lock, locks())                                                                           \
  ROW(pthread_mutex_trylock, locks())                                                                        \
  ROW(pthread_mutex_unlock, locks())

#define CHECK(name, same)                                                                                    \
  static int check_##name(void) { return same; }
ROWS(CHECK)

static const struct {
  const char *name;
  int (*check)(void);
} rows[] = {
#define ENTRY(name, same) {#name, check_##name},
    ROWS(ENTRY)};

/* -1: the model does not say what happens */
static int trial(unsigned row) {
  random_arguments();
  memset(any, 0, sizeof any);
  next_any = 0;
  if (setjmp(left)) return -1;
  *model___errno_location() = errno = (int)below(3);
  if (!rows[row].check()) return 0;
  return errno == *model___errno_location() && same_bits(A, B, SIZE) && ends[0] == ends[1];
}

static void show(unsigned row) {
  printf("%s differs: s = \"", rows[row].name);
  for (const char *at = s; *at; at++) printf(isprint((unsigned char)*at) ? "%c" : "\\x%02x", *at & 255);
  printf("\", n = %zu, c = %d, base = %d, integer = %d, wide = %" PRId64 ", x = %a, y = %a, f = %a, g = %a\n",
         n, c, base, integer, wide, x, y, f, g);
}

int main(int argc, char **argv) {
  int wrong = 0;
  for (unsigned row = 0; row < sizeof rows / sizeof *rows; row++) {
    unsigned unknown = 0, i = 0;
    int same = 1;
    if (argc < 2) puts(rows[row].name);
    for (; argc > 1 && same && i < TRIALS; i++) unknown += (same = trial(row)) < 0;
    if (!same) show(row);
    if (unknown * 2 > i && unknown) printf("%s says nothing of most arguments\n", rows[row].name);
    wrong |= !same || unknown * 2 > i;
  }
  return wrong;
}
