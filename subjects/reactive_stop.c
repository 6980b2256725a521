/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system that is started by others and can be stopped: once it is, for ever.  It fails in one phase only.
 * DATA-MODEL: ILP32
 * INPUT: c1 23:19#1 32
 * INPUT: c2 23:19#2 32
 * INPUT: c3 23:19#3 32
 * FAILS-IFF: (and (not (= c1 #x00000000)) (not (= c2 #x00000000)) (= c3 #x00000005))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { WARM_UP, WORK, REST } phase;
int running = 1, rounds;

static void work(int order) {
  if (phase == WORK && order == 5) reach_error();
  if (rounds < 3) rounds++;
  phase = rounds < 2 ? WARM_UP : rounds == 2 ? WORK : REST;
}

int main(void) {
  for (;;) {
    int command = __VERIFIER_nondet_int();
    if (command == 0) running = 0;
    if (running) work(command);
  }
}
