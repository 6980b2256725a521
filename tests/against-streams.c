/* SPDX-License-Identifier: GPL-3.0-or-later */
/* src/frontend/models-streams.c against the C library of this machine: random texts are read by both, byte by byte,
 * in lines, and by scanf; and the rows of numbers that the models allow within a bound are those that some text has.
 * The models are linked with "model_" before all their names, and their static variables can be reached. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if __GLIBC_PREREQ(2, 38) /* where it reads as C23 says */
#define BASE_OF_C 1
#else
#define BASE_OF_C 0
#endif
#define TRIALS 4000
#define SIZE 24 /* of texts at most */
#define STREAM ((void *)&stream)

static char stream;
void *model_stdin = STREAM;
int model___acf_stdin_length = SIZE;
short model___acf_stdin[65536];
signed char model___acf_scan_status[65538];
int model___acf_scan_d[65538];
unsigned model___acf_scan_u[65538];
short model___acf_scan_hd[65538];
unsigned short model___acf_scan_hu[65538];
signed char model___acf_scan_hhd[65538];
unsigned char model___acf_scan_hhu[65538];
long model___acf_scan_ld[65538];
unsigned long model___acf_scan_lu[65538];
long long model___acf_scan_lld[65538];
unsigned long long model___acf_scan_llu[65538];

static jmp_buf left; /* where a model goes that does not return: 1, something is assumed that does not hold; 2, lost */
int model___acf_any(void) { return 0; }
void model___acf_lost(void) { longjmp(left, 2); }
void model___acf_assume(int holds) {
  if (!holds) longjmp(left, 1);
}
void *model_realloc(void *p, size_t n) { return realloc(p, n); }
void *model_malloc(size_t n) { return malloc(n); }
uint64_t model___udivdi3(uint64_t a, uint64_t b) { return a / b; } /* for 32 bits, the compiler's own */
uint64_t model___umoddi3(uint64_t a, uint64_t b) { return a % b; }

extern int model_position, model_pushed, model_was_pushed, model_exhausted, model_at_end;
extern int model_item, model_used, model_misses, model_ended;
int model_getchar(void), model_fgetc(void *), model_ungetc(int, void *), model_feof(void *);
void model_clearerr(void *);
char *model_fgets(char *, int, void *), *model_gets(char *);
size_t model_fread(void *, size_t, size_t, void *);
ssize_t model_getline(char **, size_t *, void *);
int model___acf_scan_long(void *, int, int, int), model___acf_scan_unsigned_long(void *, int, int, int),
    model___acf_scan_long_long(void *, int, int, int), model___acf_scan_unsigned_long_long(void *, int, int, int),
    model___acf_scan_bytes(char *, int), model___acf_scan_word(char *, int), model___acf_scan_space(void),
    model___acf_scan_set(char *, const unsigned char *, int, int), model___acf_scan_literal(int);
void model___acf_scan_text(const char *), model___acf_scan_text_end(void);
int model___acf_number_d(int *), model___acf_number_u(unsigned *), model___acf_number_hd(short *),
    model___acf_number_hu(unsigned short *), model___acf_number_hhd(signed char *),
    model___acf_number_hhu(unsigned char *), model___acf_number_ld(long *), model___acf_number_lu(unsigned long *),
    model___acf_number_lld(long long *), model___acf_number_llu(unsigned long long *);

static uint64_t seed = 88172645463325252ull;
static unsigned below(unsigned n) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (unsigned)(seed >> 11) % n;
}

/* ---- both sides of a text ---- */

static char text[SIZE + 1];
static size_t length;

static void random_text(void) {
  static const char letters[] = "0123456789-+xXabfz ,\n\t9918273645";
  length = below(SIZE + 1);
  for (size_t i = 0; i < length; i++) text[i] = letters[below(sizeof letters - 1)];
  if (below(8) == 0) text[below(SIZE)] = (char)below(256);
}

/* A stream of the text, as a program gets it through a pipe. */
static FILE *their_stream(void) {
  int ends[2];
  if (pipe(ends) || write(ends[1], text, length) != (ssize_t)length) exit(3);
  close(ends[1]);
  return fdopen(ends[0], "r");
}

static void our_stream(int bound) {
  model_position = model_was_pushed = model_exhausted = model_at_end = 0;
  model_item = model_used = model_misses = model_ended = 0;
  model_pushed = -1;
  model___acf_stdin_length = bound;
  for (size_t i = 0; i <= SIZE; i++) model___acf_stdin[i] = i < length ? (unsigned char)text[i] : -1;
}

/* ---- one operation on both ---- */

static int scan_set(char *to, int width) {
  return model___acf_scan_set(to, (const unsigned char *)"09aa", 2, width);
}

/* A conversion, and the part that models it. */
static const struct {
  const char *format;
  char part; /* l u L U: integers; c s [ */
  int size, base, width;
} scans[] = {{"%d", 'l', 4, 10, 0},    {"%5d", 'l', 4, 10, 5},   {"%1d", 'l', 4, 10, 1},   {"%i", 'l', 4, BASE_OF_C, 0},
             {"%3i", 'l', 4, BASE_OF_C, 3},    {"%x", 'u', 4, 16, 0},    {"%2x", 'u', 4, 16, 2},   {"%o", 'u', 4, 8, 0},
             {"%u", 'u', 4, 10, 0},    {"%ld", 'l', sizeof(long), 10, 0}, {"%lu", 'u', sizeof(long), 10, 0},
             {"%lld", 'L', 8, 10, 0},  {"%llu", 'U', 8, 10, 0},  {"%llx", 'U', 8, 16, 0},  {"%hd", 'l', 2, 10, 0},
             {"%hhd", 'l', 1, 10, 0},  {"%hu", 'u', 2, 10, 0},   {"%*d", 'l', 0, 10, 0},   {"%c", 'c', 0, 0, 1},
             {"%3c", 'c', 0, 0, 3},    {"%s", 's', 0, 0, 0},     {"%4s", 's', 0, 0, 4},    {"%[0-9a]", '[', 0, 0, 0},
             {"%2[0-9a]", '[', 0, 0, 2}};

static int our_scan(unsigned i, void *to) {
  switch (scans[i].part) {
  case 'l': return model___acf_scan_long(to, scans[i].size, scans[i].base, scans[i].width);
  case 'u': return model___acf_scan_unsigned_long(to, scans[i].size, scans[i].base, scans[i].width);
  case 'L': return model___acf_scan_long_long(to, scans[i].size, scans[i].base, scans[i].width);
  case 'U': return model___acf_scan_unsigned_long_long(to, scans[i].size, scans[i].base, scans[i].width);
  case 'c': return model___acf_scan_bytes(to, scans[i].width);
  case 's': return model___acf_scan_word(to, scans[i].width);
  default: return scan_set(to, scans[i].width);
  }
}

static int same_scan(FILE *theirs) {
  char a[64] = {0}, b[64] = {0};
  const unsigned i = below(sizeof scans / sizeof *scans);
  const int status = fscanf(theirs, scans[i].format, a), ours = our_scan(i, b);
  const int suppressed = scans[i].format[1] == '*';
  /* of what is not stored scanf does not say whether it was found */
  if (suppressed ? (status == -1) != (ours == -1) : status != ours) return 0;
  return !memcmp(a, b, sizeof a);
}

static int same_line(FILE *theirs) {
  char a[64], b[64];
  memset(a, 7, sizeof a);
  memset(b, 7, sizeof b);
  const int n = (int)below(8);
  const int got = fgets(a, n, theirs) != NULL, ours = model_fgets(b, n, STREAM) != NULL;
  return got == ours && (!got || !memcmp(a, b, sizeof a));
}

static int same_block(FILE *theirs) {
  char a[64] = {0}, b[64] = {0};
  const size_t size = 1 + below(3), n = below(5);
  return fread(a, size, n, theirs) == model_fread(b, size, n, STREAM) && !memcmp(a, b, sizeof a);
}

static int same_getline(FILE *theirs) {
  char *a = NULL, *b = NULL;
  size_t n = 0, m = 0;
  const ssize_t got = getline(&a, &n, theirs), ours = model_getline(&b, &m, STREAM);
  const int same = got == ours && n == m && !a == !b && (got < 0 || !memcmp(a, b, (size_t)got + 1));
  free(a);
  free(b);
  return same;
}

static int same_step(FILE *theirs) {
  switch (below(9)) {
  case 0: return getc(theirs) == model_getchar();
  case 1: {
    const int c = fgetc(theirs), d = model_fgetc(STREAM), back = below(2) ? c : (int)below(256);
    return c == d && (c == -1 || ungetc(back, theirs) == model_ungetc(back, STREAM));
  }
  case 2: return same_line(theirs);
  case 3: return same_block(theirs);
  case 4: return same_getline(theirs);
  case 5: return !feof(theirs) == !model_feof(STREAM);
  case 6:
    if (below(4)) return 1;
    clearerr(theirs);
    model_clearerr(STREAM);
    return 1;
  default: return same_scan(theirs);
  }
}

static int compare_streams(void) {
  for (unsigned i = 0; i < TRIALS; i++) {
    random_text();
    our_stream(SIZE);
    FILE *theirs = their_stream();
    const int gone = setjmp(left);
    for (volatile unsigned k = 0; !gone && k < 8; k++)
      if (!same_step(theirs)) {
        printf("step %u of trial %u differs, of the text:", k, i);
        for (size_t j = 0; j < length; j++) printf(" %02x", (unsigned char)text[j]);
        return putchar('\n'), 1;
      }
    if (gone == 1) return puts("something is assumed that does not hold"), 1;
    fclose(theirs);
  }
  return 0;
}

/* ---- text that is scanned ---- */

/* Two conversions by one sscanf, and the parts that model it. */
static int same_sscanf(void) {
  const unsigned count = sizeof scans / sizeof *scans, first = below(count), second = below(count);
  const int stored = scans[first].format[1] != '*';
  char a[2][64] = {0}, b[2][64] = {0}, format[32];
  snprintf(format, sizeof format, "%s%s", scans[first].format, scans[second].format);
  const int theirs = stored ? sscanf(text, format, a[0], a[1]) : sscanf(text, format, a[1]);
  model___acf_scan_text(text);
  int status = our_scan(first, b[0]), ours = status == 1 ? stored : status;
  if (status == 1) {
    status = our_scan(second, b[1]);
    ours = status == 1 ? stored + (scans[second].format[1] != '*') : stored ? 1 : status;
  }
  model___acf_scan_text_end();
  return theirs == ours && !memcmp(a, b, sizeof a);
}

static int compare_sscanf(void) {
  for (unsigned i = 0; i < TRIALS; i++) {
    random_text();
    if (below(2)) length = below(6);
    text[length] = 0;
    if (!same_sscanf()) return printf("trial %u of sscanf differs, of the text \"%s\"\n", i, text), 1;
  }
  return 0;
}

/* ---- rows of numbers ---- */

#define ITEMS 4

/* A row of items as the library reads it from the text. */
typedef struct {
  int status[ITEMS];
  long long value[ITEMS];
} Row;

/* The conversions, each with a way to read by the library, to set what the model reads, and to read that. */
#define KIND(name, type)                                                                                     \
  static void their_##name(FILE *f, int *status, long long *value) {                                         \
    type v = 0;                                                                                              \
    *status = fscanf(f, "%" #name, &v);                                                                      \
    *value = (long long)v;                                                                                   \
  }                                                                                                          \
  static void set_##name(int i, long long value) { model___acf_scan_##name[i] = (type)value; }               \
  static int our_##name(long long *value) {                                                                  \
    type v = 0;                                                                                              \
    const int status = model___acf_number_##name(&v);                                                        \
    *value = (long long)v;                                                                                   \
    return status;                                                                                           \
  }
#define KINDS(X)                                                                                             \
  X(d, int)                                                                                                  \
  X(u, unsigned)                                                                                             \
  X(hd, short)                                                                                               \
  X(hu, unsigned short) X(hhd, signed char) X(hhu, unsigned char) X(ld, long) X(lu, unsigned long)           \
      X(lld, long long) X(llu, unsigned long long)
KINDS(KIND)
#define ROW(name, type) {#name, their_##name, set_##name, our_##name},
static const struct {
  const char *name;
  void (*theirs)(FILE *, int *, long long *);
  void (*set)(int, long long);
  int (*ours)(long long *);
} kinds[] = {KINDS(ROW)};
#define N_KINDS (sizeof kinds / sizeof *kinds)

static Row their_row(unsigned kind) {
  Row r = {0};
  FILE *f = their_stream();
  for (int i = 0; i < ITEMS; i++) kinds[kind].theirs(f, &r.status[i], &r.value[i]);
  fclose(f);
  return r;
}

/* Whether the model allows the row within the bound; then it reads the same. */
static int allowed(unsigned kind, const Row *r, int bound) {
  our_stream(bound);
  for (int i = 0; i < ITEMS; i++) {
    model___acf_scan_status[i] = (signed char)r->status[i];
    kinds[kind].set(i, r->value[i]);
  }
  if (setjmp(left)) return 0;
  for (volatile int i = 0; i < ITEMS; i++) {
    long long value;
    const int status = kinds[kind].ours(&value);
    if (status != r->status[i] || (status == 1 && value != r->value[i])) return 0;
  }
  return 1;
}

/* Every row that a text has is allowed. */
static int compare_texts(void) {
  for (unsigned i = 0; i < TRIALS; i++)
    for (unsigned kind = 0; kind < N_KINDS; kind++) {
      random_text();
      const Row r = their_row(kind);
      if (allowed(kind, &r, (int)length)) continue;
      printf("%%%s: the row of a text is not allowed:", kinds[kind].name);
      for (size_t j = 0; j < length; j++) printf(" %02x", (unsigned char)text[j]);
      for (int j = 0; j < ITEMS; j++) printf("; %d %lld", r.status[j], r.value[j]);
      return putchar('\n'), 1;
    }
  return 0;
}

/* Rows as text, in a set. */
#define BUCKETS 262144
static char *known[BUCKETS];

static unsigned hash(const char *s) {
  unsigned h = 5381;
  while (*s) h = h * 33 + (unsigned char)*s++;
  return h % BUCKETS;
}

static int has(const char *key, int add) {
  unsigned at = hash(key);
  for (; known[at]; at = (at + 1) % BUCKETS)
    if (!strcmp(known[at], key)) return 1;
  if (add) known[at] = strdup(key);
  return 0;
}

static void row_key(char *to, const Row *r) {
  *to = 0;
  for (int i = 0; i < ITEMS; i++)
    sprintf(to + strlen(to), r->status[i] == 1 ? "%lld " : r->status[i] ? "end " : "no ", r->value[i]);
}

static const char few[] = "019-+ x";

static void collect_rows(unsigned kind, size_t most) {
  char key[128];
  for (unsigned n = 0, all = 1; n <= most; n++, all *= sizeof few - 1)
    for (unsigned i = 0; i < all; i++) {
      length = n;
      for (unsigned k = 0, rest = i; k < n; k++, rest /= sizeof few - 1) text[k] = few[rest % (sizeof few - 1)];
      const Row r = their_row(kind);
      row_key(key, &r);
      has(key, 1);
    }
}

/* Every row that is allowed within a small bound is that of a text of few letters, as far as its numbers are of
 * those. */
static int compare_rows(unsigned kind, int bound) {
  static const long long values[] = {0, 1, 9, 10, 19, 99, 100, 199, 999, 1000, -1, -9, -10, -99, -100, -999};
  const int n = (int)(sizeof values / sizeof *values) + 2;
  char key[128];
  collect_rows(kind, (size_t)bound);
  length = 0;
  for (int i = 0; i < n * n * n * n; i++) {
    Row r = {0};
    for (int k = 0, rest = i; k < ITEMS; k++, rest /= n) {
      r.status[k] = rest % n < 2 ? rest % n - 1 : 1;
      kinds[kind].set(0, rest % n < 2 ? 0 : values[rest % n - 2]);
      r.value[k] = rest % n < 2 ? 0 : values[rest % n - 2];
    }
    row_key(key, &r);
    if (allowed(kind, &r, bound) == has(key, 0)) continue;
    printf("%%%s: %s%s within %d bytes\n", kinds[kind].name, key, has(key, 0) ? "is there" : "is allowed", bound);
    return 1;
  }
  for (unsigned i = 0; i < BUCKETS; i++) free(known[i]), known[i] = NULL;
  return 0;
}

int main(void) {
  int failed = compare_streams() | compare_sscanf() | compare_texts();
  for (int bound = 0; bound <= 4; bound++) failed |= compare_rows(0, bound);
  return failed | compare_rows(8, 4);
}
