/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A latch that looks as if it made the program safe for ever; but the fourth input can undo it.
 * DATA-MODEL: ILP32
 * INPUT: x1 20:13#1 32
 * INPUT: x2 20:13#2 32
 * INPUT: x3 20:13#3 32
 * INPUT: x4 20:13#4 32
 * INPUT: x5 20:13#5 32
 * FAILS-IFF: (and (= x5 #x00000007) (or (= x4 #x00000002)
 * FAILS-IFF:   (not (or (= x1 #x00000001) (= x2 #x00000001) (= x3 #x00000001) (= x4 #x00000001)))))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int off, turn;

int main(void) {
  while (1) {
    if (turn < 6) turn++;
    int x = __VERIFIER_nondet_int();
    if (x == 1) off = 1;
    if (turn == 4 && x == 2) off = 0;
    if (turn == 5 && !off && x == 7) reach_error();
  }
}
