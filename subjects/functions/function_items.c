/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An array of structs of several members, of which the length is a sum.
 * DATA-MODEL: LP64
 * ENTRY: heaviest
 * OPTIONS: --pointee items=few+more --max-elements 2
 * INPUT: few few 8 parameter
 * INPUT: more more 8 parameter
 * INPUT: w0 items[0].weight 32 parameter
 * INPUT: f0 items[0].fragile 8 parameter
 * INPUT: w1 items[1].weight 32 parameter
 * INPUT: f1 items[1].fragile 8 parameter
 * FAILS-IFF: (let ((n (bvadd ((_ sign_extend 24) few) ((_ sign_extend 24) more))))
 *   (and (bvsle n #x00000002)
 *   (or (and (bvsle #x00000001 n) (= w0 #x00000032) (= f0 #x01)) (and (= n #x00000002) (= w1 #x00000032) (= f1 #x01)))))
 */
extern void reach_error(void);

struct item {
  unsigned weight;
  char fragile;
};

void heaviest(signed char few, const struct item *items, signed char more) {
  for (int i = 0; i < few + more; i++)
    if (items[i].weight == 50 && items[i].fragile == 1) reach_error();
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  struct item items[2] = {{GOLDEN_VALUE(2), GOLDEN_VALUE(3)}, {GOLDEN_VALUE(4), GOLDEN_VALUE(5)}};
  signed char few = GOLDEN_VALUE(0), more = GOLDEN_VALUE(1);
  if (few + more > 2) return 0;
  heaviest(few, items, more);
  return 0;
}
#endif
