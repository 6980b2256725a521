/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop that reads an input in each turn: four occurrences of one site.
 * DATA-MODEL: ILP32
 * INPUT: v1 18:13#1 32
 * INPUT: v2 18:13#2 32
 * INPUT: v3 18:13#3 32
 * INPUT: v4 18:13#4 32
 * FAILS-IFF: (and (bvule v1 #x0000000a) (bvule v2 #x0000000a) (bvule v3 #x0000000a) (bvule v4 #x0000000a)
 *   (bvugt (bvadd v1 v2 v3 v4) #x00000023))
 */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    int v = __VERIFIER_nondet_int();
    __VERIFIER_assume(v >= 0 && v <= 10);
    sum += v;
  }
  if (sum > 35) reach_error();
  return 0;
}
