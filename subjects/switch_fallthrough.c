/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases that fall through to the next ones.
 * DATA-MODEL: ILP32
 * INPUT: op 11:12#1 32
 * FAILS-IFF: (or (= op #x00000001) (= op #x00000064) (= op #xfffffffd))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int op = __VERIFIER_nondet_int();
  int cost = 0;
  switch (op) {
  case 1: cost += 3; /* fall through */
  case 2: cost += 4; break;
  case 100:
  case -3: cost += 2; /* fall through */
  default: cost += 5;
  }
  if (cost == 7) reach_error();
  return 0;
}
