/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many arguments there are.
 * DATA-MODEL: LP64
 * OPTIONS: --args 0..4
 * INPUT: n =argc 32
 * FAILS-IFF: (= n #x00000003)
 */
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc == 3) reach_error();
  return 0;
}
