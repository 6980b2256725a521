/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A char pointer is a string by default.
 * DATA-MODEL: LP64
 * ENTRY: greets
 * OPTIONS: --max-elements 4
 * INPUT: s0 s[0] 8 parameter
 * INPUT: s1 s[1] 8 parameter
 * INPUT: s2 s[2] 8 parameter
 * INPUT: s3 s[3] 8 parameter
 * FAILS-IFF: (and (= s0 #x68) (= s1 #x69) (or (= s2 #x00) (and (= s2 #x21) (= s3 #x00))))
 */
extern void reach_error(void);

static int same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

void greets(const char *s) {
  if (same(s, "hi") || same(s, "hi!")) reach_error();
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  char s[5] = {GOLDEN_VALUE(0), GOLDEN_VALUE(1), GOLDEN_VALUE(2), GOLDEN_VALUE(3), 0};
  greets(s);
  return 0;
}
#endif
