/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program that the witnesses of this folder are about.  It fails exactly when x is 3, or y is 5 and x is
 * neither less than 1 nor greater than 20. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int ok) {
  if (!ok) reach_error();
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  check(x != 3);
  if (x < 1 || x > 20)
    return 0;
  int i = 0;
  while (i < 2 && y == 5)
    i++;
  switch (i) {
  case 0: break;
  case 2: check(0); break;
  default: break;
  }
  return 0;
}
