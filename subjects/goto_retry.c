/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Backward and forward jumps by goto.
 * DATA-MODEL: ILP32
 * INPUT: first 16:7#1 32
 * INPUT: second 16:7#2 32
 * INPUT: third 16:7#3 32
 * FAILS-IFF: (and (bvslt first #x00000000)
 *   (or (= second #x00000000) (and (bvslt second #x00000000) (= third #x00000000))))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int tries = 0, x;
retry:
  x = __VERIFIER_nondet_int();
  tries++;
  if (x < 0 && tries < 3) goto retry;
  if (x < 0) goto out;
  if (x == 0 && tries > 1) goto failed;
out:
  return 0;
failed:
  reach_error();
  return 1;
}
