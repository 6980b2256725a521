/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop of eight turns counts the bits of the low byte.
 * DATA-MODEL: ILP32
 * INPUT: x 12:11#1 32
 * FAILS-IFF: (let ((low ((_ extract 7 0) x))) (or (= low #xff) (= low #x7f) (= low #xbf) (= low #xdf)
 *   (= low #xef) (= low #xf7) (= low #xfb) (= low #xfd) (= low #xfe)))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int bits = 0;
  for (int i = 0; i < 8; i++)
    if (x & (1 << i)) bits++;
  if (bits >= 7) reach_error();
  return 0;
}
