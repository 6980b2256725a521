/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An array of as many elements as another parameter says.
 * DATA-MODEL: LP64
 * ENTRY: balanced
 * OPTIONS: --pointee a=n --max-elements 4
 * INPUT: n n 32 parameter
 * INPUT: a0 a[0] 32 parameter
 * INPUT: a1 a[1] 32 parameter
 * INPUT: a2 a[2] 32 parameter
 * INPUT: a3 a[3] 32 parameter
 * FAILS-IFF: (or (and (= n #x00000003) (= (bvadd a0 a1 a2) #x0000000a))
 *   (and (= n #x00000004) (= (bvadd a0 a1 a2 a3) #x0000000a)))
 */
extern void reach_error(void);

int balanced(const int *a, int n) {
  int sum = 0;
  if (n < 3) return 0;
  for (int i = 0; i < n; i++) sum += a[i];
  if (sum == 10) reach_error();
  return sum;
}

#ifdef GOLDEN_VALUE
extern void *malloc(unsigned long);
int subject_main(void) {
  int n = GOLDEN_VALUE(0), *a;
  if (n > 4) return 0;
  a = malloc(n > 0 ? n * sizeof *a : 0);
  for (int i = 0; i < n; i++) a[i] = GOLDEN_VALUE(1 + i);
  balanced(a, n);
  return 0;
}
#endif
