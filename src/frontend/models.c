/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Library functions in plain C, in the C locale.  Not part of the acf program: compiled to bitcode at build
 * time, and linked into a program under analysis that calls one of them without defining it.  So no headers
 * here. */

typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void __assert_fail(const char *, const char *, unsigned int, const char *);

/* assert.h, which is not included here */
void assert(int truth) {
  if (!truth) __assert_fail(0, 0, 0, 0);
}

/* errno.h */
#define NO_MEMORY 12    /* ENOMEM */
#define NO_ARGUMENT 22  /* EINVAL */
#define OUT_OF_RANGE 34 /* ERANGE */
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

/* As in the GNU library: at the end there is no more text, and *next is left there. */
char *strtok_r(char *s, const char *set, char **next) {
  if (!s) s = *next;
  s += strspn(s, set);
  char *end = s + strcspn(s, set);
  *next = *end ? end + 1 : end;
  if (s == end) return 0;
  if (*end) *end = 0;
  return s;
}

char *strtok(char *s, const char *set) {
  static char *next;
  return strtok_r(s, set, &next);
}

char *strsep(char **next, const char *set) {
  char *s = *next;
  if (!s) return 0;
  char *end = s + strcspn(s, set);
  *next = *end ? end + 1 : 0;
  if (*end) *end = 0;
  return s;
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

void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  while (n--)
    if (p[n] == (unsigned char)c) return (void *)(p + n);
  return 0;
}

void *rawmemchr(const void *s, int c) {
  const unsigned char *p = s;
  while (*p != (unsigned char)c) p++;
  return (void *)p;
}

void *memmem(const void *s, size_t n, const void *part, size_t part_size) {
  const char *p = s;
  for (; n >= part_size; p++, n--)
    if (!memcmp(p, part, part_size)) return (void *)p;
  return 0;
}

void *memccpy(void *to, const void *from, int c, size_t n) {
  const unsigned char *source = from;
  unsigned char *target = to;
  for (size_t i = 0; i < n; i++) {
    target[i] = source[i];
    if (source[i] == (unsigned char)c) return target + i + 1;
  }
  return 0;
}

char *strcasestr(const char *s, const char *part) {
  size_t n = strlen(part);
  for (;; s++) {
    if (!strncasecmp(s, part, n)) return (char *)s;
    if (!*s) return 0;
  }
}

/* libgen.h; and the basename that string.h has for GNU programs */
char *basename(const char *path) {
  char *slash = strrchr(path, '/');
  return slash ? slash + 1 : (char *)path;
}

/* How much of the first n bytes is left without the slashes at their end; without what is behind their last slash. */
static size_t without_slashes(const char *path, size_t n) {
  while (n && path[n - 1] == '/') n--;
  return n;
}

static size_t without_name(const char *path, size_t n) {
  while (n && path[n - 1] != '/') n--;
  return n;
}

/* Slashes behind the last component are cut off; of a path of nothing else, the last is left. */
char *__xpg_basename(char *path) {
  size_t n = path ? strlen(path) : 0, end = without_slashes(path, n);
  if (!n) return (char *)".";
  if (!end) return path + n - 1;
  if (end < n) path[end] = 0;
  return path + without_name(path, end);
}

/* As in the GNU library, two slashes at the beginning stay two. */
char *dirname(char *path) {
  size_t n = path ? strlen(path) : 0, name = without_name(path, without_slashes(path, n));
  size_t slashes = name || !n || path[0] != '/' ? name : n; /* where those end that separate */
  if (!slashes) return (char *)".";
  size_t end = without_slashes(path, slashes);
  if (!end) end = slashes == 2 ? 2 : 1;
  path[end] = 0;
  return path;
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

/* The GNU library looks c up in its table, whatever it is: beyond the table is any memory, or none. */
extern void __acf_no_character(void);
static int class(int c, int holds) {
  if (c < -128 || c > 255) __acf_no_character();
  return truth(holds);
}

int isupper(int c) { return class(c, UPPER(c)); }
int islower(int c) { return class(c, LOWER(c)); }
int isalpha(int c) { return class(c, UPPER(c) || LOWER(c)); }
int isdigit(int c) { return class(c, DIGIT(c)); }
int isalnum(int c) { return class(c, ALNUM(c)); }
int isxdigit(int c) { return class(c, XDIGIT(c)); }
int isspace(int c) { return class(c, SPACE(c)); }
int isblank(int c) { return class(c, c == ' ' || c == '\t'); }
int isprint(int c) { return class(c, GRAPH(c) || c == ' '); }
int isgraph(int c) { return class(c, GRAPH(c)); }
int ispunct(int c) { return class(c, GRAPH(c) && !ALNUM(c)); }
int iscntrl(int c) { return class(c, CNTRL(c)); }
int isascii(int c) { return (c & ~127) == 0; }
int toascii(int c) { return c & 127; }

#define CLASS(c)                                                                                             \
  ((UPPER(c) ? 0x100 : 0) | (LOWER(c) ? 0x200 : 0) | (UPPER(c) || LOWER(c) ? 0x400 : 0) |                    \
   (DIGIT(c) ? 0x800 : 0) | (XDIGIT(c) ? 0x1000 : 0) | (SPACE(c) ? 0x2000 : 0) |                             \
   (GRAPH(c) || (c) == ' ' ? 0x4000 : 0) | (GRAPH(c) ? 0x8000 : 0) | ((c) == ' ' || (c) == '\t' ? 1 : 0) |   \
   (CNTRL(c) ? 2 : 0) | (GRAPH(c) && !ALNUM(c) ? 4 : 0) | (ALNUM(c) ? 8 : 0))
#define TO_LOWER(c) (UPPER(c) ? (c) + 32 : BYTE(c))
#define TO_UPPER(c) (LOWER(c) ? (c)-32 : BYTE(c))
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

int ffs(int x) { return __builtin_ffs(x); }
int ffsl(long x) { return __builtin_ffsl(x); }
int ffsll(long long x) { return __builtin_ffsll(x); }

typedef struct {
  int quotient, remainder;
} Division;
typedef struct {
  long quotient, remainder;
} LongDivision;
typedef struct {
  long long quotient, remainder;
} LongLongDivision;
Division div(int x, int y) { return (Division){x / y, x % y}; }
LongDivision ldiv(long x, long y) { return (LongDivision){x / y, x % y}; }
LongLongDivision lldiv(long long x, long long y) { return (LongLongDivision){x / y, x % y}; }

/* Any sequence of numbers; what the seed makes of it is not known. */
int rand(void) { return __acf_any() & 0x7fffffff; }
long random(void) { return __acf_any() & 0x7fffffff; }

/* Which elements are compared, and where equal ones come to lie, is left to the library: __acf_compares_as_gnu()
 * makes it an assumption that it is the GNU one, which sorts by merging where it gets the memory for it. */
typedef int Compare(const void *, const void *);
extern void __acf_compares_as_gnu(void);

static void merge_sort(char *first, size_t n, size_t size, Compare *compare, char *sorted) {
  if (n <= 1) return;
  size_t i = 0, middle = n / 2, j = middle, k = 0;
  merge_sort(first, middle, size, compare, sorted);
  merge_sort(first + middle * size, n - middle, size, compare, sorted);
  for (; i < middle && j < n; k++) {
    size_t least = compare(first + i * size, first + j * size) <= 0 ? i++ : j++;
    __builtin_memcpy(sorted + k * size, first + least * size, size);
  }
  while (i < middle) __builtin_memcpy(sorted + k++ * size, first + i++ * size, size);
  for (i = 0; i < k; i++) __builtin_memcpy(first + i * size, sorted + i * size, size);
}

/* A few elements by their number: so the middle of each part is known. */
#define SORT(n)                                                                                              \
  merge_sort(first, n, size, compare, __builtin_memset(__builtin_alloca((n) * size), 0, (n) * size))

void qsort(void *first, size_t n, size_t size, Compare *compare) {
  if (n <= 1) return;
  __acf_compares_as_gnu();
  switch (n) {
  case 2: SORT(2); break;
  case 3: SORT(3); break;
  case 4: SORT(4); break;
  case 5: SORT(5); break;
  case 6: SORT(6); break;
  default: SORT(n);
  }
}

void *bsearch(const void *key, const void *first, size_t n, size_t size, Compare *compare) {
  size_t low = 0, high = n;
  if (low < high) __acf_compares_as_gnu();
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *here = (const char *)first + middle * size;
    int order = compare(key, here);
    if (order == 0) return (void *)here;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}

/* So far apart that there may be no memory left. */
#define WIDE (1u << 24)

int posix_memalign(void **to, size_t alignment, size_t size) {
  if (!alignment || alignment % sizeof(void *) || (alignment & (alignment - 1))) return NO_ARGUMENT;
  if (alignment > WIDE && __acf_any()) return acf_errno = NO_MEMORY;
  *to = malloc(size);
  return 0;
}

/* What c is worth as a digit; too much for any base where it is none. */
static unsigned digit(char c, int base) {
  if (DIGIT(c)) return c - '0';
  if (base <= 10) return 36;
  return LOWER(c) ? c - 'a' + 10 : UPPER(c) ? c - 'A' + 10 : 36;
}

typedef unsigned long long Number;
enum { SIGNED = 1, BINARY = 2 /* 0b is a prefix, as in C23 */ };

/* Behind the prefix of a number, which decides the base where none was given. */
static const char *skip_prefix(const char *s, int *base, int kind) {
  if ((*base == 0 || *base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) return *base = 16, s + 2;
  if ((kind & BINARY) && (*base == 0 || *base == 2) && s[0] == '0' && (s[1] == 'b' || s[1] == 'B'))
    return *base = 2, s + 2;
  if (*base == 0) *base = *s == '0' ? 8 : 10;
  return s;
}

/* The number at s, of a type whose largest is `most`.  As in the GNU library, *end is left alone where there
 * is no such base, and of a prefix without digits the 0 is the number. */
static Number number(const char *s, char **end, int base, Number most, int kind) {
  const char *start = s;
  if (base < 0 || base == 1 || base > 36) return acf_errno = NO_ARGUMENT, 0;
  while (SPACE(*s)) s++;
  int negative = *s == '-', too_large = 0;
  if (*s == '-' || *s == '+') s++;
  const char *prefix = s, *digits = s = skip_prefix(s, &base, kind);
  if (negative && (kind & SIGNED)) most++;
  Number value = 0, before = most / base, last = most % base;
  for (unsigned d; (d = digit(*s, base)) < base; s++) {
    if (value > before || (value == before && d > last)) too_large = 1;
    value = value * base + d;
  }
  if (s == digits) s = digits == prefix ? start : prefix + 1;
  if (end) *end = (char *)s;
  if (too_large) {
    acf_errno = OUT_OF_RANGE;
    value = most;
    if (!(kind & SIGNED)) negative = 0;
  }
  return negative ? -value : value;
}

#define LONG_MOST __LONG_MAX__
#define ULONG_MOST (2ul * __LONG_MAX__ + 1)
#define LLONG_MOST __LONG_LONG_MAX__
#define ULLONG_MOST (2ull * __LONG_LONG_MAX__ + 1)
typedef const char *Text;

long strtol(Text s, char **end, int base) { return number(s, end, base, LONG_MOST, SIGNED); }
long long strtoll(Text s, char **end, int base) { return number(s, end, base, LLONG_MOST, SIGNED); }
long long strtoimax(Text s, char **end, int base) { return strtoll(s, end, base); }
long long strtoq(Text s, char **end, int base) { return strtoll(s, end, base); }
unsigned long strtoul(Text s, char **end, int base) { return number(s, end, base, ULONG_MOST, 0); }
Number strtoull(Text s, char **end, int base) { return number(s, end, base, ULLONG_MOST, 0); }
Number strtoumax(Text s, char **end, int base) { return strtoull(s, end, base); }
Number strtouq(Text s, char **end, int base) { return strtoull(s, end, base); }

/* What newer headers make of them */
long __isoc23_strtol(Text s, char **end, int base) {
  return number(s, end, base, LONG_MOST, SIGNED | BINARY);
}
long long __isoc23_strtoll(Text s, char **end, int base) {
  return number(s, end, base, LLONG_MOST, SIGNED | BINARY);
}
long long __isoc23_strtoimax(Text s, char **end, int base) { return __isoc23_strtoll(s, end, base); }
unsigned long __isoc23_strtoul(Text s, char **end, int base) {
  return number(s, end, base, ULONG_MOST, BINARY);
}
Number __isoc23_strtoull(Text s, char **end, int base) { return number(s, end, base, ULLONG_MOST, BINARY); }
Number __isoc23_strtoumax(Text s, char **end, int base) { return __isoc23_strtoull(s, end, base); }

/* These are strtol and strtoll, and say by errno that the number is out of their range. */
long atol(Text s) { return strtol(s, 0, 10); }
int atoi(Text s) { return atol(s); }
long long atoll(Text s) { return strtoll(s, 0, 10); }

/* pthread.h: locking what is locked may wait for ever: there is no other thread to unlock it.  The
 * GNU library has the lock's state at the beginning, and behind it whose it is, how often, and of what kind.
 */
extern void _Exit(int);
static void forget_owner(int *lock) {
  for (int i = 1; i < 5; i++) lock[i] = __acf_any();
}

int pthread_mutex_init(int *lock, const void *attributes) {
  for (int i = 0; i < (sizeof(void *) == 8 ? 10 : 6); i++) lock[i] = 0;
  if (attributes) forget_owner(lock);
  return __acf_any();
}

int pthread_mutex_lock(int *lock) {
  if (*lock && __acf_any()) _Exit(0);
  *lock = 1;
  forget_owner(lock);
  return __acf_any();
}

int pthread_mutex_trylock(int *lock) {
  *lock = __acf_any();
  forget_owner(lock);
  return __acf_any();
}

int pthread_mutex_unlock(int *lock) {
  *lock = 0;
  forget_owner(lock);
  return __acf_any();
}
