/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An array of structs searched by key.
 * DATA-MODEL: ILP32
 * INPUT: key 16:13#1 32
 * INPUT: paid 17:14#1 32
 * FAILS-IFF: (or (and (= key #x00000014) (bvslt paid #x000000fa)) (and (= key #x0000001e) (bvslt paid #x0000000a)))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static struct item {
  int key, price;
} shop[] = {{10, 0}, {20, 250}, {30, 10}};

int main(void) {
  int key = __VERIFIER_nondet_int();
  int paid = __VERIFIER_nondet_int();
  for (unsigned int i = 1; i < sizeof shop / sizeof shop[0]; i++)
    if (shop[i].key == key && paid < shop[i].price) reach_error();
  return 0;
}
