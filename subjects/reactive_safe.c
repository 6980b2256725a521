/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two tasks that inputs schedule for ever: the second one asks whether the first one has spoken, which it has
 * whenever it is woken.
 * DATA-MODEL: ILP32
 * FAILS-IFF: false
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { READY, RUNNING, ASLEEP };
int sender_state, receiver_state = ASLEEP, spoken, turns;

static void sender(void) {
  spoken = 1;
  receiver_state = READY;
  sender_state = ASLEEP;
}

static void receiver(void) {
  if (!spoken) reach_error();
  spoken = 0;
  receiver_state = ASLEEP;
}

static void schedule(void) {
  while (sender_state == READY || receiver_state == READY) {
    if (sender_state == READY && __VERIFIER_nondet_int()) {
      sender_state = RUNNING;
      sender();
    }
    if (receiver_state == READY && __VERIFIER_nondet_int()) {
      receiver_state = RUNNING;
      receiver();
    }
  }
}

int main(void) {
  while (1) {
    schedule();
    turns = (turns + 1) % 3;
    if (turns == 0) sender_state = READY;
  }
}
