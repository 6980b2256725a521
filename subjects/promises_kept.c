/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Promises to the compiler that every run keeps: they change nothing.
 * DATA-MODEL: ILP32
 * INPUT: n 31:11#1 32
 * INPUT: k 32:11#1 32
 * FAILS-IFF: (and (bvsgt n #x00000002) (bvslt n #x00000009) (= (bvadd (bvmul #x00000003 n) k) #x00000014))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

__attribute__((const)) static int thrice(int x) {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += x;
  return sum;
}

static void add(int *restrict to, const int *restrict what) { *to += *what; }

static int from(int array[static 2], int i) { return array[i & 1]; }

struct flags {
  _Bool large, small;
};

static int sign(int x) {
  if (x < 0) return -1;
  if (x >= 0) return 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int k = __VERIFIER_nondet_int();
  int sums[2] = {thrice(n), k};
  struct flags flags = {n > 2, n < 9};
  int *to = &sums[0], copy = from(sums, 1);
  add(to, &copy);
  if (flags.large && flags.small) __builtin_assume(n > 0);
  if (flags.large && flags.small && sums[0] * sign(n) == 20) reach_error();
  return 0;
}
