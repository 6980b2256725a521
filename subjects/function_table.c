/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call through a table of function pointers.
 * DATA-MODEL: ILP32
 * INPUT: k 19:20#1 32
 * INPUT: x 20:11#1 32
 * FAILS-IFF: (let ((m (bvurem k #x00000003))) (or (and (= m #x00000000) (= x #x0000000b))
 *   (and (= m #x00000001) (= (bvmul x #x00000002) #x0000000c)) (and (= m #x00000002) (= x (bvneg #x0000000c)))))
 */
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int increment(int x) { return x + 1; }
static int twice(int x) { return x * 2; }
static int negate(int x) { return -x; }
static int (*const operations[])(int) = {increment, twice, negate};

int main(void) {
  unsigned int k = __VERIFIER_nondet_uint();
  int x = __VERIFIER_nondet_int();
  if (operations[k % 3](x) == 12) reach_error();
  return 0;
}
