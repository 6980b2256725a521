/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs begin in a function that calls itself: only its first call gets inputs.
 * DATA-MODEL: LP64
 * ENTRY: climb
 * INPUT: n 13:15#1 32 parameter
 * INPUT: sum 13:23#1 64 parameter
 * FAILS-IFF: (or (and (= n #x00000000) (= sum #x0000000000000003))
 *   (and (= n #x00000001) (= sum #x0000000000000002)) (and (= n #x00000002) (= sum #x0000000000000000)))
 */
extern void reach_error(void);
extern void abort(void);

int climb(int n, long sum) {
  if (n < 0 || n > 2) abort();
  if (n == 0) {
    if (sum == 3) reach_error();
    return 0;
  }
  return climb(n - 1, sum + n);
}

int main(void) { return 0; }
