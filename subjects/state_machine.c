/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A protocol kept in global state: a write after the close fails.
 * DATA-MODEL: ILP32
 * INPUT: e1 28:11#1 8
 * INPUT: e2 28:11#2 8
 * INPUT: e3 28:11#3 8
 * FAILS-IFF: (and (= e1 #x6f) (= e2 #x63) (= e3 #x77))
 */
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

enum { NEW, OPEN, CLOSED } state = NEW;
int writes;

static void event(char e) {
  if (e == 'o' && state == NEW) {
    state = OPEN;
  } else if (e == 'c' && state == OPEN) {
    state = CLOSED;
  } else if (e == 'w') {
    if (state == CLOSED) reach_error();
    writes++;
  }
}

int main(void) {
  for (int i = 0; i < 3; i++)
    event(__VERIFIER_nondet_char());
  return 0;
}
