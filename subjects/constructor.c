/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that runs before main sets what main tests.
 * EXPECT: bounded
 * DATA-MODEL: ILP32
 * INPUT: x 15:11#1 32
 * FAILS-IFF: (= x #x00000003)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int ready;
__attribute__((constructor)) static void prepare(void) { ready = 1; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (ready && x == 3) reach_error();
  return 0;
}
