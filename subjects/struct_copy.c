/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Structs passed and returned by value.
 * DATA-MODEL: ILP32
 * INPUT: x 28:9#1 16
 * INPUT: y 29:9#1 8
 * FAILS-IFF: (and (= x #x000a) (= y #xfd))
 */
extern short __VERIFIER_nondet_short(void);
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

struct point {
  short x;
  signed char y;
  int norm;
};

static struct point mirrored(struct point p) {
  struct point q = p;
  q.x = p.y;
  q.y = (signed char)p.x;
  q.norm = p.x - p.y;
  return q;
}

int main(void) {
  struct point p = {0, 0, 0};
  p.x = __VERIFIER_nondet_short();
  p.y = __VERIFIER_nondet_char();
  struct point q = mirrored(p);
  if (q.norm == 13 && q.x == -3 && p.norm == 0) reach_error();
  return 0;
}
