/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of four meet their end only when it is a multiple of four.
 * DATA-MODEL: ILP32
 * INPUT: n 12:11#1 32
 * FAILS-IFF: (and (bvsge n #x00000001) (bvsle n #x000f4240) (not (= ((_ extract 1 0) n) #b00)))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int at = 0;
  if (n < 0 || n > 1000000) return 0;
  while (at < n) at += 4;
  if (at != n) reach_error();
  return 0;
}
