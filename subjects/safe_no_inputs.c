/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program without inputs that does not fail.
 * DATA-MODEL: ILP32
 * FAILS-IFF: false
 */
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 1; i <= 10; i++)
    sum += i;
  if (sum != 55) reach_error();
  return 0;
}
