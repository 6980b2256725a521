/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A struct by value: members of several types, a struct and an array in it.
 * DATA-MODEL: LP64
 * ENTRY: inside
 * INPUT: kind box.kind 8 parameter
 * INPUT: x box.from.x 16 parameter
 * INPUT: y box.from.y 64 parameter
 * INPUT: s1 box.size[1] 32 parameter
 * INPUT: limit limit 32 parameter
 * FAILS-IFF: (and (= kind #x02) (bvslt y ((_ sign_extend 48) x)) (= s1 limit))
 */
extern void reach_error(void);

struct point {
  short x;
  long y;
};
struct box {
  unsigned char kind;
  struct point from;
  int size[2];
};

void inside(struct box box, int limit) {
  if (box.kind == 2 && box.from.y < box.from.x && box.size[1] == limit) reach_error();
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  struct box box = {GOLDEN_VALUE(0), {GOLDEN_VALUE(1), GOLDEN_VALUE(2)}, {7, GOLDEN_VALUE(3)}};
  inside(box, GOLDEN_VALUE(4));
  return 0;
}
#endif
