/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function returns that is declared but not defined is an input.
 * DATA-MODEL: ILP32
 * INPUT: before 12:16#1 32 external
 * INPUT: after 13:15#1 32 external
 * FAILS-IFF: (and (bvslt before #x00000064) (bvsge after #x00000064))
 */
extern int read_sensor(void);
extern void reach_error(void);

int main(void) {
  int before = read_sensor();
  int after = read_sensor();
  if (before < 100 && after >= 100) reach_error();
  return 0;
}
