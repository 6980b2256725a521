/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recursion with a side effect has no closed form that could take its place.
 * DATA-MODEL: ILP32
 * INPUT: n 18:21#1 8
 * FAILS-IFF: (= n #x0a)
 */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static int calls;

static int down(int n) {
  calls++;
  return n <= 0 ? 0 : 1 + down(n - 1);
}

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 40) return 0;
  int depth = down(n);
  if (calls + depth == 21) reach_error();
  return 0;
}
