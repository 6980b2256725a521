/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sorting network; the middle one of three must not be 7.
 * DATA-MODEL: ILP32
 * INPUT: a 25:10#1 32
 * INPUT: b 26:10#1 32
 * INPUT: c 27:10#1 32
 * FAILS-IFF: (let ((s #x00000007)) (or
 *   (and (= a s) (or (and (bvsle b s) (bvsge c s)) (and (bvsge b s) (bvsle c s))))
 *   (and (= b s) (or (and (bvsle a s) (bvsge c s)) (and (bvsge a s) (bvsle c s))))
 *   (and (= c s) (or (and (bvsle a s) (bvsge b s)) (and (bvsge a s) (bvsle b s))))))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void order(int *low, int *high) {
  if (*low > *high) {
    int t = *low;
    *low = *high;
    *high = t;
  }
}

int main(void) {
  int v[3];
  v[0] = __VERIFIER_nondet_int();
  v[1] = __VERIFIER_nondet_int();
  v[2] = __VERIFIER_nondet_int();
  order(&v[0], &v[1]);
  order(&v[1], &v[2]);
  order(&v[0], &v[1]);
  if (v[1] == 7) reach_error();
  return 0;
}
