/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of three inputs one decides; another only steers a computation that nobody looks at.
 * DATA-MODEL: ILP32
 * INPUT: y 14:11#1 32
 * FAILS-IFF: (= y #x00000011)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int noise;

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x > 0)
    noise = x * 3;
  else
    noise = __VERIFIER_nondet_int();
  if (y == 17) reach_error();
  return 0;
}
