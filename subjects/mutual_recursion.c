/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two functions that call each other.
 * DATA-MODEL: ILP32
 * INPUT: n 15:21#1 8
 * FAILS-IFF: (and (bvult n #x0a) (= ((_ extract 0 0) n) #b1))
 */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static int is_odd(unsigned char n);
static int is_even(unsigned char n) { return n == 0 || is_odd(n - 1); }
static int is_odd(unsigned char n) { return n != 0 && is_even(n - 1); }

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n >= 10) return 0;
  if (is_odd(n)) reach_error();
  return 0;
}
