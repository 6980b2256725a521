/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a comment above the function requires is assumed.
 * DATA-MODEL: LP64
 * ENTRY: largest
 * OPTIONS: --max-elements 3
 * INPUT: n n 32 parameter
 * INPUT: mode mode 32 parameter
 * INPUT: a0 a[0] 8 parameter
 * INPUT: a1 a[1] 8 parameter
 * INPUT: a2 a[2] 8 parameter
 * FAILS-IFF: (and (bvsle #x00000001 n) (bvsle n #x00000003) (=> (= mode #x00000001) (= n #x00000002))
 *   (= a0 #x64) (or (bvslt n #x00000002) (bvsle a1 #x64)) (or (bvslt n #x00000003) (bvsle a2 #x64)))
 */
extern void reach_error(void);

/*@ requires 0 < n <= 3;
  @ requires mode == 1 ==> n + 0 == 2;
  @ requires \valid(a + (0 .. n-1));
  @ requires \forall integer i; 0 <= i < n ==> a[i] >= 0;
  @ ensures \result >= 0;
  @*/
int largest(signed char *a, int n, int mode) {
  int most = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > most) most = a[i];
  if (most == 100 && a[0] == 100) reach_error();
  return most;
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  int n = GOLDEN_VALUE(0), mode = GOLDEN_VALUE(1);
  signed char a[3] = {GOLDEN_VALUE(2), GOLDEN_VALUE(3), GOLDEN_VALUE(4)};
  if (n < 1 || n > 3 || (mode == 1 && n != 2)) return 0;
  largest(a, n, mode);
  return 0;
}
#endif
