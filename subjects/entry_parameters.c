/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs begin in a function whose parameters are the inputs; the program's own main does not count.
 * DATA-MODEL: ILP32
 * ENTRY: check
 * INPUT: a 17:25#1 16 parameter
 * INPUT: b 17:42#1 8 parameter
 * INPUT: c 18:15#1 32 parameter
 * INPUT: on 18:24#1 1 parameter
 * FAILS-IFF: (and (= on #b1) (= c #x00000007)
 *   (= (bvadd ((_ sign_extend 16) a) ((_ zero_extend 24) b)) (bvneg #x00000005)))
 */
extern void reach_error(void);

enum colour { RED, GREEN = 7 };
static const int factor = 1;

static void check(short a, unsigned char b,
  enum colour c, _Bool on) {
  if (on && c == GREEN && a + b == -5 * factor) reach_error();
}

int main(void) {
  check(-5, 0, GREEN, 1);
  return 0;
}
