/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Library functions in plain C, in the C locale.  Not part of the acf program: compiled to bitcode at build
 * time, and linked into a program under analysis that calls one of them without defining it.  So no headers
 * here. */

typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void __assert_fail(const char *, const char *, unsigned int, const char *);

/* assert.h, included by nobody */
void assert(int truth) {
  if (!truth) __assert_fail(0, 0, 0, 0);
}

/* errno.h */
static int acf_errno;
int *__errno_location(void) { return &acf_errno; }

/* string.h */
size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t strnlen(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

/* Copies between places that overlap are undefined. */
extern int __acf_apart(const void *, const void *);
extern void __acf_no_overlap(int);
static void keep_apart(const char *to, size_t written, const char *from, size_t read) {
  __acf_no_overlap(from + read <= to || to + written <= from);
}

char *strcpy(char *to, const char *from) {
  size_t i = 0;
  if (!__acf_apart(to, from)) keep_apart(to, strlen(from) + 1, from, strlen(from) + 1);
  do to[i] = from[i];
  while (from[i++]);
  return to;
}

char *stpcpy(char *to, const char *from) {
  if (!__acf_apart(to, from)) keep_apart(to, strlen(from) + 1, from, strlen(from) + 1);
  while ((*to = *from)) to++, from++;
  return to;
}

char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  if (!__acf_apart(to, from)) keep_apart(to, n, from, strnlen(from, n));
  for (; i < n && from[i]; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}

char *strcat(char *to, const char *from) {
  strcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  size_t end = strlen(to), i = 0;
  if (!__acf_apart(to, from)) keep_apart(to + end, strnlen(from, n) + 1, from, strnlen(from, n));
  for (; i < n && from[i]; i++) to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

/* Only the sign of a comparison is promised: some libraries give 1 or -1, others the difference of the bytes.
 */
extern int __acf_any(void);
static int order(int difference) {
  if (difference == 0) return 0;
  int size = 1 + (__acf_any() & 0xff);
  return difference < 0 ? -size : size;
}

int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return order((unsigned char)*a - (unsigned char)*b);
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

int strncmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) {
    if (*a != *b) return order((unsigned char)*a - (unsigned char)*b);
    if (!*a) return 0;
  }
  return 0;
}

int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (; n; n--, x++, y++)
    if (*x != *y) return order(*x - *y);
  return 0;
}

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

/* A negative char, which is no valid argument, comes out as its unsigned byte, as with the GNU library. */
#define BYTE(c) ((c) >= -128 && (c) < -1 ? (c) + 256 : (c))

int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : BYTE(c); }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : BYTE(c); }

int strcasecmp(const char *a, const char *b) {
  while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
  return order(tolower((unsigned char)*a) - tolower((unsigned char)*b));
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) {
    int difference = tolower((unsigned char)*a) - tolower((unsigned char)*b);
    if (difference || !*a) return order(difference);
  }
  return 0;
}

char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (!*s) return 0;
  }
}

char *index(const char *s, int c) { return strchr(s, c); }

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

char *strrchr(const char *s, int c) {
  char *found = 0;
  for (;; s++) {
    if (*s == (char)c) found = (char *)s;
    if (!*s) return found;
  }
}

char *rindex(const char *s, int c) { return strrchr(s, c); }

void *memchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  for (; n; n--, p++)
    if (*p == (unsigned char)c) return (void *)p;
  return 0;
}

char *strstr(const char *s, const char *part) {
  size_t n = strlen(part);
  for (;; s++) {
    if (!strncmp(s, part, n)) return (char *)s;
    if (!*s) return 0;
  }
}

static int holds(const char *set, char c) {
  for (; *set; set++)
    if (*set == c) return 1;
  return 0;
}

size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && holds(set, s[n])) n++;
  return n;
}

size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !holds(set, s[n])) n++;
  return n;
}

char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  return *s ? (char *)s : 0;
}

char *strdup(const char *s) { return strcpy(malloc(strlen(s) + 1), s); }

char *strndup(const char *s, size_t most) {
  size_t n = strnlen(s, most);
  char *copy = malloc(n + 1);
  for (size_t i = 0; i < n; i++) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

void *mempcpy(void *to, const void *from, size_t n) {
  if (!__acf_apart(to, from) && to != from) keep_apart(to, n, from, n);
  for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
  return (char *)to + n;
}

/* ctype.h: the functions, and the tables behind the macros of the GNU library */
#define UPPER(c) ((c) >= 'A' && (c) <= 'Z')
#define LOWER(c) ((c) >= 'a' && (c) <= 'z')
#define DIGIT(c) ((c) >= '0' && (c) <= '9')
#define ALNUM(c) (UPPER(c) || LOWER(c) || DIGIT(c))
#define XDIGIT(c) (DIGIT(c) || ((c) >= 'a' && (c) <= 'f') || ((c) >= 'A' && (c) <= 'F'))
#define SPACE(c) ((c) == ' ' || ((c) >= '\t' && (c) <= '\r'))
#define GRAPH(c) ((c) > ' ' && (c) < 127)
#define CNTRL(c) (((c) >= 0 && (c) < ' ') || (c) == 127)

/* Not 0 is all that is promised: the GNU library gives a bit of its table. */
static int truth(int holds) {
  int any = 1 + (__acf_any() & 0xffff);
  return holds ? any : 0;
}

int isupper(int c) { return truth(UPPER(c)); }
int islower(int c) { return truth(LOWER(c)); }
int isalpha(int c) { return truth(UPPER(c) || LOWER(c)); }
int isdigit(int c) { return truth(DIGIT(c)); }
int isalnum(int c) { return truth(ALNUM(c)); }
int isxdigit(int c) { return truth(XDIGIT(c)); }
int isspace(int c) { return truth(SPACE(c)); }
int isblank(int c) { return truth(c == ' ' || c == '\t'); }
int isprint(int c) { return truth(GRAPH(c) || c == ' '); }
int isgraph(int c) { return truth(GRAPH(c)); }
int ispunct(int c) { return truth(GRAPH(c) && !ALNUM(c)); }
int iscntrl(int c) { return truth(CNTRL(c)); }
int isascii(int c) { return (c & ~127) == 0; }
int toascii(int c) { return c & 127; }

#define CLASS(c)                                                                                             \
  ((UPPER(c) ? 0x100 : 0) | (LOWER(c) ? 0x200 : 0) | (UPPER(c) || LOWER(c) ? 0x400 : 0) |                    \
   (DIGIT(c) ? 0x800 : 0) | (XDIGIT(c) ? 0x1000 : 0) | (SPACE(c) ? 0x2000 : 0) |                             \
   (GRAPH(c) || (c) == ' ' ? 0x4000 : 0) | (GRAPH(c) ? 0x8000 : 0) | ((c) == ' ' || (c) == '\t' ? 1 : 0) |   \
   (CNTRL(c) ? 2 : 0) | (GRAPH(c) && !ALNUM(c) ? 4 : 0) | (ALNUM(c) ? 8 : 0))
#define TO_LOWER(c) (UPPER(c) ? (c) + 32 : (c) >= 128 ? (c) : (c))
#define TO_UPPER(c) (LOWER(c) ? (c)-32 : (c))
#define FOUR(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define SIXTEEN(f, c) FOUR(f, c), FOUR(f, (c) + 4), FOUR(f, (c) + 8), FOUR(f, (c) + 12)
#define HALF(f, c)                                                                                           \
  SIXTEEN(f, c), SIXTEEN(f, (c) + 16), SIXTEEN(f, (c) + 32), SIXTEEN(f, (c) + 48), SIXTEEN(f, (c) + 64),     \
      SIXTEEN(f, (c) + 80), SIXTEEN(f, (c) + 96), SIXTEEN(f, (c) + 112)
#define TABLE(f)                                                                                             \
  { HALF(f, -128), HALF(f, 0), HALF(f, 128) }

static const unsigned short class_table[384] = TABLE(CLASS), *class_entry = class_table + 128;
static const int lower_table[384] = TABLE(TO_LOWER), *lower_entry = lower_table + 128;
static const int upper_table[384] = TABLE(TO_UPPER), *upper_entry = upper_table + 128;
const unsigned short **__ctype_b_loc(void) { return &class_entry; }
const int **__ctype_tolower_loc(void) { return &lower_entry; }
const int **__ctype_toupper_loc(void) { return &upper_entry; }

/* stdlib.h */
int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }

int posix_memalign(void **to, size_t alignment, size_t size) {
  *to = malloc(size);
  return 0;
}

static long long number(const char *s, unsigned long long most) {
  unsigned long long value = 0;
  int negative = 0;
  while (SPACE(*s)) s++;
  if (*s == '-' || *s == '+') negative = *s++ == '-';
  for (; DIGIT(*s); s++) {
    unsigned digit = *s - '0';
    if (value > (most + negative - digit) / 10)
      value = most + negative; /* stays at the end of the range */
    else
      value = value * 10 + digit;
  }
  return negative ? -value : value;
}

long atol(const char *s) { return number(s, __LONG_MAX__); }
int atoi(const char *s) { return atol(s); }
long long atoll(const char *s) { return number(s, __LONG_LONG_MAX__); }

/* math.h: classes by the bits */
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

#define EXPONENT 0x7ff0000000000000ull
#define EXPONENTF 0x7f800000u

int __isnan(double x) { return (bits(x) & ~(1ull << 63)) > EXPONENT; }
int __isnanf(float x) { return (bitsf(x) & ~(1u << 31)) > EXPONENTF; }
int __isinf(double x) { return (bits(x) & ~(1ull << 63)) != EXPONENT ? 0 : bits(x) >> 63 ? -1 : 1; }
int __isinff(float x) { return (bitsf(x) & ~(1u << 31)) != EXPONENTF ? 0 : bitsf(x) >> 31 ? -1 : 1; }
int __finite(double x) { return (bits(x) & EXPONENT) != EXPONENT; }
int __finitef(float x) { return (bitsf(x) & EXPONENTF) != EXPONENTF; }
int __signbit(double x) { return bits(x) >> 63 ? 128 : 0; }
int __signbitf(float x) { return bitsf(x) >> 31 ? 8 : 0; }
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

/* The number, where one is NaN; but of a signalling NaN some libraries and compilers make NaN.  Of zeros with
 * different signs C allows either: the GNU library takes the first on 32-bit x86 and the second on 64-bit. */
extern void __acf_signalling(void);
#define SIGNALS(x) ((x) != (x) && !(bits(x) >> 51 & 1))
#define SIGNALSF(x) ((x) != (x) && !(bitsf(x) >> 22 & 1))
#if __SIZEOF_POINTER__ == 8
#define CHOOSE(x, y, beats) ((y) != (y) || (x)beats(y) ? (x) : (y))
#else
#define CHOOSE(x, y, beats) ((x) != (x) || (y)beats(x) ? (y) : (x))
#endif

double fmin(double x, double y) {
  if (SIGNALS(x) || SIGNALS(y)) __acf_signalling();
  return CHOOSE(x, y, <);
}

float fminf(float x, float y) {
  if (SIGNALSF(x) || SIGNALSF(y)) __acf_signalling();
  return CHOOSE(x, y, <);
}

double fmax(double x, double y) {
  if (SIGNALS(x) || SIGNALS(y)) __acf_signalling();
  return CHOOSE(x, y, >);
}

float fmaxf(float x, float y) {
  if (SIGNALSF(x) || SIGNALSF(y)) __acf_signalling();
  return CHOOSE(x, y, >);
}

/* pthread.h: who locks again what is locked may wait for ever, and nobody else is there to unlock it.  The
 * GNU library has the lock's state at the beginning. */
extern void _Exit(int);
int pthread_mutex_init(int *lock, const void *attributes) {
  *lock = 0;
  return __acf_any();
}

int pthread_mutex_lock(int *lock) {
  if (*lock && __acf_any()) _Exit(0);
  *lock = 1;
  return __acf_any();
}

int pthread_mutex_trylock(int *lock) {
  *lock = __acf_any();
  return __acf_any();
}

int pthread_mutex_unlock(int *lock) {
  *lock = 0;
  return __acf_any();
}
