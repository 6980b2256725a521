/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop that does nothing, behind a call that ends the run.
 * DATA-MODEL: ILP32
 * PROPERTY: termination
 * INPUT: x 13:11#1 32
 * FAILS-IFF: (and (bvsge x #x00000000) (= (bvand x #x0000000f) #x00000007))
 */
extern int __VERIFIER_nondet_int(void);

extern void abort(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) abort();
  if (x % 16 == 7)
    for (;;) {
    }
  return 0;
}
