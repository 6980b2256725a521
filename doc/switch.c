/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A switch that is turned on and off for ever: one command fails while it is on. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int on = 0;
  while (1) {
    int command = __VERIFIER_nondet_int();
    if (command == 1) on = 1;
    if (command == 0) on = 0;
    if (on && command == 9) reach_error();
  }
}
