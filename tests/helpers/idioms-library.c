/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of random programs that call the C library; the last ones see what the standard leaves to it. */
#include "idioms.h"

#define SIZE "__SIZE_TYPE__"
#define STRINGS                                                                                              \
  "extern " SIZE " strlen(const char *), strnlen(const char *, " SIZE "), strspn(const char *, const char "  \
  "*), strcspn(const char *, const char *);\n"                                                               \
  "extern int strcmp(const char *, const char *), strncmp(const char *, const char *, " SIZE ");\n"          \
  "extern int memcmp(const void *, const void *, " SIZE ");\n"                                               \
  "extern char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char "   \
  "*), *strpbrk(const char *, const char *);\n"                                                              \
  "extern char *strcpy(char *, const char *), *strcat(char *, const char *), *strncpy(char *, const char "   \
  "*, " SIZE "), *strdup(const char *);\n"                                                                   \
  "extern void *memchr(const void *, int, " SIZE "), *memcpy(void *, const void *, " SIZE                    \
  "), *memmove(void *, const void *, " SIZE "), *memset(void *, int, " SIZE ");"
#define NUMBERS                                                                                              \
  "extern long strtol(const char *, char **, int), atol(const char *);\n"                                    \
  "extern unsigned long strtoul(const char *, char **, int);\n"                                              \
  "extern long long strtoll(const char *, char **, int);\n"                                                  \
  "extern int atoi(const char *), *__errno_location(void);"
#define CHARACTERS                                                                                           \
  "extern int isdigit(int), isalpha(int), isalnum(int), isspace(int), isupper(int), islower(int), "          \
  "isxdigit(int), ispunct(int), isprint(int), toupper(int), tolower(int);"

static const Idiom list[] = {
    {STRINGS, "{\n"
              "  char text[4] = {$v, $['a'|$v|'c'], $['b'|$v], 0};\n"
              "  if ($[strlen(text)|strnlen(text, $n)|strspn(text, \"abc\")|strcspn(text, \"ab\")] $= $n) "
              "reach_error();\n"
              "}"},
    {STRINGS,
     "{\n"
     "  char text[4] = {$['a'|$v], $v, $['c'|$v], 0};\n"
     "  int order = $[strcmp(text, \"abc\")|strcmp(\"ab\", text)|strncmp(text, \"abd\", $n)|memcmp(text, "
     "\"abc\", $n)|strcmp(text + 1, text)];\n"
     "  if (order $[==|!=|<|>|<=|>=] 0) reach_error();\n"
     "}"},
    {STRINGS,
     "{\n"
     "  char text[5] = {'a', $v, $v, 'a', 0};\n"
     "  char *at = $[strchr(text, $v)|strrchr(text, $v)|strstr(text, \"$[ab|a|]\")|strpbrk(text + 1, "
     "\"ab\")|memchr(text, $v, $n)|strchr(text, 0)|strchr(text, 'a' + ($v & 3))];\n"
     "  if ($[!at|at == text|at && at - text == $n|at && *at == 'a'|at && at != text + 3]) "
     "reach_error();\n"
     "}"},
    {STRINGS,
     "{\n"
     "  char to[12] = \"$[x|yes|]\", from[4] = {$v, 'b', $v, 0};\n"
     "  $[strcat(to, from);|strcpy(to, from);|strcpy(to + 1, from); strcat(to, \"b\");|strncpy(to, from, "
     "$n);|strcpy(to, strdup(from));]\n"
     "  if ($[to[1] $= $c|strlen(to) $= $n|to[($v & 3)] == 'b'|to[2] == $v]) reach_error();\n"
     "}"},
    {STRINGS,
     "{\n"
     "  int b[4] = {$v, 1, $k, $v}, c[4] = {0};\n"
     "  $[memcpy(c, b, sizeof b);|memcpy(c + 1, b, ($v & 3) * sizeof(int));|memmove(b + 1, b, 3 * "
     "sizeof(int));|memmove(b, b + ($v & 1), $n * 2);|memset(c, $v, $n * 4);|memcpy(c, a, ($v & 7));]\n"
     "  if (b[$v & 3] $= c[$v & 3]) reach_error();\n"
     "}"},
    {STRINGS, "{\n"
              "  $[float|double|$t] x = $v, y = $k;\n"
              "  unsigned char b[sizeof x];\n"
              "  memcpy(b, &x, sizeof x);\n"
              "  b[$[0|$v & (sizeof x - 1)|sizeof x - 1]] $[^= 0x80|= 0|= b[0]];\n"
              "  memcpy(&y, b, $[sizeof y|$[1|sizeof y / 2]]);\n"
              "  if (sizeof y == sizeof x && memcmp(&y, &x, sizeof x) $[== 0|!= 0]) reach_error();\n"
              "}"},
    {NUMBERS,
     "{\n"
     "  char text[5] = {$['0'|'-'|' '|$v], '0' + ($v & $m), $['x'|'7'|$v], '0' + ($v & 7), 0}, *end = "
     "text;\n"
     "  *__errno_location() = 0;\n"
     "  $[long|int|unsigned long] n = $[strtol(text, &end, $[10|0|16|2|8])|strtoul(text, &end, "
     "$[10|16|0])|atoi(text)|atol(text)|strtol(text, 0, 36)];\n"
     "  if ($[n $= $c|end - text $= $n|*end|n < 0|n == -7|*__errno_location()]) reach_error();\n"
     "}"},
    {NUMBERS,
     "{\n"
     "  char text[] = \"$[2147483647|-2147483648|4294967295|9223372036854775807|99999999999999999999|-1]\", "
     "*end;\n"
     "  text[$[0|1|9] % (sizeof text - 1)] = '0' + ($v & 7);\n"
     "  *__errno_location() = $[0|$k];\n"
     "  long long n = $[strtol(text, &end, 10)|strtoul(text, &end, 10)|strtoll(text, &end, 10)];\n"
     "  if ($[n == 0x7fffffff|n < 0|*__errno_location() == $[34|0|$k]|*end|n $= $v|n == -1]) reach_error();\n"
     "}"},
    {CHARACTERS,
     "{\n"
     "  int c = $v & $[127|255];\n"
     "  if ($[|!]$[isdigit|isalpha|isalnum|isspace|isupper|islower|isxdigit|ispunct|isprint](c)$[| && "
     "c $= $c]) reach_error();\n"
     "  if ($[toupper|tolower](c) $[== $['A'|'z'|$v]|!= c|$= $c]) reach_error();\n"
     "}"},
    {"extern int abs(int);\n"
     "extern long labs(long);\n"
     "extern long long llabs(long long);",
     "{\n"
     "  $[int|long long] n = $[|-1000 + ](short)$e;\n"
     "  if ($[abs|labs|llabs](n) $= $[$c|n|$v]) reach_error();\n"
     "}"},
    {"extern void *calloc(" SIZE ", " SIZE "), *realloc(void *, " SIZE "), free(void *);",
     "{\n"
     "  unsigned n = ($v & 3) + 1;\n"
     "  $t *b = calloc(n, sizeof *b), *c = b;\n"
     "  b[$[0|n - 1|($v & 255) % n]] $[=|+=] $v;\n"
     "  $[|c = realloc(b, (n + 1) * sizeof *b); c[n] = $k; n++;|if ($?) b[0] = $k;]\n"
     "  if (c[$[n - 1|0|($v & 255) % n]] $= $[$c|$v]) reach_error();\n"
     "  free(c);\n"
     "}"},
};

/* What is left to the library, or not defined. */
static const Idiom open[] = {
    {STRINGS, "{\n"
              "  char text[4] = {$['a'|$v], $v, 'c', 0};\n"
              "  int order = $[strcmp(text, \"abc\")|strcmp(\"ab\", text)|memcmp(text, \"abc\", 3)];\n"
              "  if (order $[==|!=|>|<] $[1|-1|$c]) reach_error();\n"
              "}"},
    {STRINGS, "{\n"
              "  char text[9] = \"acfacf\\0a\";\n"
              "  memcpy(text + ($v & 3), text$[| + 1], $n);\n"
              "  if (text[$v & 7] $= $['a'|'f'|text[1]]) reach_error();\n"
              "}"},
    {CHARACTERS, "{\n"
                 "  int c = $[$v & 127|(signed char)$v];\n"
                 "  int is = $[isdigit|isalpha|isspace|isupper|isxdigit|toupper|tolower](c);\n"
                 "  if (is $[== 1|== 8|> $k|!= 0|== c|< 0]) reach_error();\n"
                 "}"},
    {NUMBERS, "{\n"
              "  char text[4] = {$['0'|$v], $v, '1', 0}, *end = 0;\n"
              "  long n = strtol(text, &end, $[1|$v|37|-2|$v & 63]);\n"
              "  if ($[n $= $c|end == text|!end|*__errno_location() == 22|!*__errno_location()]) "
              "reach_error();\n"
              "}"},
    {"extern int abs(int);\n"
     "extern long labs(long);\n"
     "extern long long llabs(long long);",
     "{\n"
     "  $[int|long long] n = $e;\n"
     "  if ($[abs|labs|llabs](n) $= $[$c|n|$v]) reach_error();\n"
     "}"},
    {"extern void *calloc(" SIZE ", " SIZE ");",
     "{\n"
     "  int *b = calloc($v & 3, $[4|0]), *c = calloc(0, 4);\n"
     "  if ($[b == c|!b|b + 1 == c|c == h + 2|!c]) reach_error();\n"
     "}"},
};

const IdiomTable library_idioms = {list, G_N_ELEMENTS(list)},
                 open_library_idioms = {open, G_N_ELEMENTS(open)};
