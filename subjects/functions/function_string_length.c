/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The length of a string that is changed in place.
 * DATA-MODEL: ILP32
 * ENTRY: shout
 * OPTIONS: --pointee text=string --max-elements 3
 * INPUT: t0 text[0] 8 parameter
 * INPUT: t1 text[1] 8 parameter
 * INPUT: t2 text[2] 8 parameter
 * FAILS-IFF: (and (not (= t0 #x00)) (not (= t1 #x00)) (= t2 #x00)
 *   (or (= t1 #x41) (= t1 #x61)))
 */
extern void reach_error(void);

void shout(unsigned char *text) {
  int n = 0;
  for (; text[n]; n++)
    if (text[n] >= 'a' && text[n] <= 'z') text[n] -= 32;
  if (n == 2 && text[1] == 'A') reach_error();
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  unsigned char s[4] = {GOLDEN_VALUE(0), GOLDEN_VALUE(1), GOLDEN_VALUE(2), 0};
  shout(s);
  return 0;
}
#endif
