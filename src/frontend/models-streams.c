/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The standard input, in plain C, as models.c: linked into programs that read it where it is modelled.
 *
 * Its bytes are inputs: __acf_stdin[k] is byte k, or -1 at the end.  Where all that a program reads is decimal
 * integers by scanf, their values are, and whether there is one: see "numbers".  The front end sets the bound and
 * makes calls of scanf out of the parts below (frontend/scanf.c). */

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef unsigned long long Number;
#define END (-1)
#define MOST 65536 /* the largest bound */

extern void *stdin;
extern const int __acf_stdin_length;
extern short __acf_stdin[MOST];
extern int __acf_any(void);
extern void __acf_lost(void); /* what happens from here on is not known */
extern void __acf_assume(int);
void *malloc(size_t);
void *realloc(void *, size_t);

/* ---- bytes ---- */

static int position;      /* of the next byte; past the end it goes on */
static int exhausted;     /* the end was met: nothing comes any more */
static int at_end;        /* the same as feof says it */
static int pushed = END;  /* by ungetc */
static int was_pushed;    /* what was read last */
static int from_text;     /* sscanf reads something else */
static const char *text;

/* Always one further, also at the end: so the place depends on what is read as little as can be, and loops that
 * read are seen to end where the bound is reached. */
static int next(void) {
  if (from_text) {
    unsigned char c = *text++;
    return c ? c : END;
  }
  was_pushed = pushed != END;
  if (was_pushed) {
    int c = pushed;
    pushed = END;
    return c;
  }
  int c = END;
  if (!exhausted && position < __acf_stdin_length) {
    c = __acf_stdin[position];
    __acf_assume(c >= END && c <= 255);
  }
  position++;
  if (c == END) exhausted = at_end = 1;
  return c;
}

/* What was read last, the end too, is to be read again. */
static void back(int c) {
  if (from_text)
    text--;
  else if (was_pushed)
    pushed = c;
  else
    position--;
}

/* From a stream that is not modelled. */
static int any_byte(void) {
  int c = __acf_any();
  return c >= 0 && c <= 255 ? c : END;
}

static int get(void *stream) { return stream == stdin ? next() : any_byte(); }

int getchar(void) { return next(); }
int getchar_unlocked(void) { return next(); }
int fgetc(void *stream) { return get(stream); }
int fgetc_unlocked(void *stream) { return get(stream); }
int getc(void *stream) { return get(stream); }
int getc_unlocked(void *stream) { return get(stream); }
int _IO_getc(void *stream) { return get(stream); }

/* One byte can be pushed back for certain. */
int ungetc(int c, void *stream) {
  if (c == END) return END;
  c = (unsigned char)c;
  if (stream != stdin) return __acf_any() & 1 ? c : END;
  if (pushed != END) __acf_lost();
  pushed = c;
  at_end = 0;
  return c;
}

int feof(void *stream) {
  int any = __acf_any();
  if (stream != stdin) return any;
  return at_end ? 1 + (any & 0xff) : 0;
}
int feof_unlocked(void *stream) { return feof(stream); }

int ferror(void *stream) {
  int any = __acf_any();
  return stream == stdin ? 0 : any;
}
int ferror_unlocked(void *stream) { return ferror(stream); }

void clearerr(void *stream) {
  if (stream == stdin) at_end = 0;
}

/* ---- lines and blocks ---- */

char *fgets(char *to, int n, void *stream) {
  int i = 0, c = 0;
  if (n <= 0) return 0;
  while (i < n - 1 && c != '\n') {
    c = get(stream);
    if (c == END) break;
    to[i++] = c;
  }
  if (c == END && i == 0) return 0;
  to[i] = 0;
  return to;
}

char *gets(char *to) {
  int i = 0, c = next();
  if (c == END) return 0;
  for (; c != END && c != '\n'; c = next()) to[i++] = c;
  to[i] = 0;
  return to;
}

size_t fread(void *to, size_t size, size_t n, void *stream) {
  size_t bytes = size * n, i = 0;
  if (!bytes) return 0;
  for (; i < bytes; i++) {
    int c = get(stream);
    if (c == END) break;
    ((unsigned char *)to)[i] = c;
  }
  return i / size;
}

/* At least this many bytes; how many more depends on how the library buffers its input. */
static void make_room(char **line, size_t *size, size_t least) {
  size_t more = __acf_any() & 0xffff;
  *size = least + more;
  *line = realloc(*line, *size);
}

/* As in the GNU library, a line gets 120 bytes, also where there is none, and more when that is too little. */
ssize_t getdelim(char **line, size_t *size, int delimiter, void *stream) {
  ssize_t i = 0;
  if (!*line || !*size) {
    *size = 120;
    *line = realloc(*line, 120);
  }
  int c = get(stream);
  if (c == END) return END;
  for (; c != END; c = get(stream)) {
    if (i + 2 > *size) make_room(line, size, i + 2);
    (*line)[i++] = c;
    if (c == delimiter) break;
  }
  (*line)[i] = 0;
  return i;
}

ssize_t getline(char **line, size_t *size, void *stream) { return getdelim(line, size, '\n', stream); }

/* read() from the standard input, of programs that do not use stdio for it: never less than there is. */
ssize_t __acf_read(void *to, size_t n) {
  ssize_t i = 0;
  for (; i < n; i++) {
    int c = next();
    at_end = 0;
    if (c == END) break;
    ((unsigned char *)to)[i] = c;
  }
  return i;
}

/* ---- the parts of scanf: each gives 1, 0 where the text does not match, or -1 at the end ---- */

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int skip_spaces(void) {
  int c = next();
  while (is_space(c)) c = next();
  return c;
}

void __acf_scan_text(const char *from) {
  text = from;
  from_text = 1;
}

void __acf_scan_text_end(void) { from_text = 0; }

int __acf_scan_space(void) {
  back(skip_spaces());
  return 1;
}

int __acf_scan_literal(int wanted) {
  int c = next();
  if (c == wanted) return 1;
  back(c);
  return c == END ? END : 0;
}

static int digit(int c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

static void put_number(void *to, int size, Number n) {
  if (size == 1) *(char *)to = n;
  if (size == 2) *(short *)to = n;
  if (size == 4) *(int *)to = n;
  if (size == 8) *(Number *)to = n;
}

/* size: of the object; 0: the number is not kept.  most: of the type that the library makes of it first.  base 0:
 * as in C; 1: as in C23, where 0b is a prefix, too.  width 0: any. */
static int scan_integer(void *to, int size, int is_signed, int base, int width, Number most) {
  int c = skip_spaces(), left = width ? width : 2 * MOST, negative = 0, digits = 0, too_large = 0;
  if (c == END) return END;
  if (c == '+' || c == '-') {
    negative = c == '-';
    left--;
    c = next();
  }
  const int binary = base == 1;
  if (binary) base = 0;
  if (left && c == '0' && (base == 0 || base == 16)) {
    digits = 1;
    left--;
    c = next();
    if (left && (c == 'x' || c == 'X')) { /* as in the GNU library, the 0 alone is a number */
      base = 16;
      left--;
      c = next();
    } else if (left && binary && (c == 'b' || c == 'B')) {
      base = 2;
      left--;
      c = next();
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  if (negative && is_signed) most++;
  Number value = 0, before = most / base, last = most % base;
  for (int d; left && (d = digit(c)) < base; left--) {
    if (value > before || (value == before && d > last)) too_large = 1;
    value = value * base + d;
    digits = 1;
    c = next();
  }
  back(c);
  if (!digits) return 0;
  if (too_large) {
    value = most;
    if (!is_signed) negative = 0;
  }
  if (size) put_number(to, size, negative ? -value : value);
  return 1;
}

#define LONG_MOST ((Number)__LONG_MAX__)
#define ULONG_MOST (2 * (Number)__LONG_MAX__ + 1)
#define LLONG_MOST ((Number)__LONG_LONG_MAX__)
#define ULLONG_MOST (2 * (Number)__LONG_LONG_MAX__ + 1)

int __acf_scan_long(void *to, int size, int base, int width) {
  return scan_integer(to, size, 1, base, width, LONG_MOST);
}
int __acf_scan_unsigned_long(void *to, int size, int base, int width) {
  return scan_integer(to, size, 0, base, width, ULONG_MOST);
}
int __acf_scan_long_long(void *to, int size, int base, int width) {
  return scan_integer(to, size, 1, base, width, LLONG_MOST);
}
int __acf_scan_unsigned_long_long(void *to, int size, int base, int width) {
  return scan_integer(to, size, 0, base, width, ULLONG_MOST);
}

/* %c */
int __acf_scan_bytes(char *to, int n) {
  for (int i = 0; i < n; i++) {
    int c = next();
    if (c == END) {
      back(c);
      return i ? 1 : END;
    }
    if (to) to[i] = c;
  }
  return 1;
}

/* %s */
int __acf_scan_word(char *to, int width) {
  int c = skip_spaces(), i = 0;
  if (c == END) return END;
  while (c != END && !is_space(c)) {
    if (to) to[i] = c;
    i++;
    if (width && i == width) break;
    c = next();
  }
  if (c == END || is_space(c)) back(c);
  if (to) to[i] = 0;
  return 1;
}

/* Of a field that may be so wide: whether there is room for the last byte of it, where less was read, may matter. */
void __acf_scan_room(const char *to, int last) {
  static char seen;
  if (__acf_any()) seen = to[last];
}

/* Within one of n pairs of first and last characters. */
static int is_in(int c, const unsigned char *ranges, int n) {
  int found = 0;
  for (int i = 0; i < n; i++) found |= c >= ranges[2 * i] && c <= ranges[2 * i + 1];
  return found;
}

/* %[...] */
int __acf_scan_set(char *to, const unsigned char *ranges, int n, int width) {
  int c = next(), i = 0, full = 0;
  if (c == END) return END;
  while (c != END && is_in(c, ranges, n)) {
    if (to) to[i] = c;
    i++;
    full = width && i == width;
    if (full) break;
    c = next();
  }
  if (!full) back(c);
  if (i == 0) return 0;
  if (to) to[i] = 0;
  return 1;
}

/* ---- numbers ----
 *
 * Where the program reads nothing but decimal integers, by conversions without a width, the text is a row of items:
 * each conversion finds a number (1), something else (0) or the end (-1), and which it is is an input, as is the
 * number.  What is assumed says exactly which rows texts within the bound give.  The shortest text of a row: a
 * number is its digits, behind a minus sign or (but for the first) a space.  Of what is no number one sign is
 * read, if it begins with one, so that another item may come behind it; the last may be any character, which is
 * met again and again. */

extern signed char __acf_scan_status[MOST + 2];
static int item;   /* the next one */
static int used;   /* bytes of the shortest text */
static int misses; /* so many items, up to the last, are no numbers */
static int ended;

static void use(int bytes) {
  used += bytes;
  __acf_assume(used <= __acf_stdin_length);
}

/* The misses before an item that is none were signs. */
static void settle_misses(void) {
  if (misses > 1) use(misses - 1);
  misses = 0;
}

static int next_status(void) {
  if (ended) return END;
  if (item > __acf_stdin_length) { /* so many items have no text: from the last one on, nothing changes */
    __acf_assume(misses);
    return 0;
  }
  int status = __acf_scan_status[item];
  __acf_assume(status >= END && status <= 1);
  if (status != 0) settle_misses();
  if (status == 0 && misses++ == 0) use(1);
  if (status == END) ended = 1;
  return status;
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

/* Behind another item, a number needs a space or its sign.  A number that the library makes a long of at first may
 * also be written as one that is equal to it modulo its type, without a sign: in `shorter` bytes, where that is
 * less, as for the first item alone. */
static void use_signed(int digits, int negative, int shorter) {
  int bytes = digits + (negative || item > 0);
  use(item == 0 && shorter && shorter < bytes ? shorter : bytes);
}

/* Or as the negative number that wraps to it, of so many digits. */
static void use_unsigned(int digits, int negative) {
  if (item > 0)
    use(1 + (digits < negative ? digits : negative));
  else
    use(digits < negative + 1 ? digits : negative + 1);
}

#define NUMBER(name, type, uses)                                                                             \
  extern type __acf_scan_##name[MOST + 2];                                                                   \
  int __acf_number_##name(type *to) {                                                                        \
    int status = next_status();                                                                              \
    if (status == 1) {                                                                                       \
      type value = __acf_scan_##name[item];                                                                  \
      uses;                                                                                                  \
      *to = value;                                                                                           \
    }                                                                                                        \
    item++;                                                                                                  \
    return status;                                                                                           \
  }
#define SIZE(value) ((value) < 0 ? -(unsigned)(value) : (unsigned)(value))
#define LONG_SIZE(value) ((value) < 0 ? -(Number)(value) : (Number)(value))
NUMBER(d, int, use_signed(length(SIZE(value)), value < 0, sizeof(long) == 8 ? 10 : 0))
NUMBER(hd, short, use_signed(length(SIZE(value)), value < 0, 5))
NUMBER(hhd, signed char, use_signed(length(SIZE(value)), value < 0, 3))
NUMBER(ld, long, use_signed(length_of_long(LONG_SIZE(value)), value < 0, 0))
NUMBER(lld, long long, use_signed(length_of_long(LONG_SIZE(value)), value < 0, 0))
NUMBER(u, unsigned, use_unsigned(length(value), value ? length(-value) : 99))
NUMBER(hu, unsigned short, use_unsigned(length(value), value ? length(65536 - value) : 99))
NUMBER(hhu, unsigned char, use_unsigned(length(value), value ? length(256 - value) : 99))
NUMBER(lu, unsigned long, use_unsigned(length_of_long(value), value ? length_of_long(-value) : 99))
NUMBER(llu, unsigned long long, use_unsigned(length_of_long(value), value ? length_of_long(-value) : 99))
