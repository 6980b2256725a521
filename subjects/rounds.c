/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A round that goes on at some pauses only, within its bounds each time: one copy of a counter for each round.
 * DATA-MODEL: ILP32
 * INPUT: go1 18:7#1 8
 * INPUT: go2 18:7#2 8
 * INPUT: to1 20:11#1 8
 * INPUT: to2 20:11#2 8
 * FAILS-IFF: (and (bvugt go1 #x64) (= to1 #x02) (bvugt go2 #x64) (= to2 #x05))
 */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static unsigned char round;
static int count[6];

static void pause(void) {
  if (__VERIFIER_nondet_uchar() <= 100) return;
  unsigned char before = round;
  round = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(round > before);
  __VERIFIER_assume(round <= 5);
}

int main(void) {
  for (int turn = 0; turn < 3; turn++) {
    count[round] += turn + 1;
    if (turn < 2) pause();
  }
  if (count[2] == 2 && count[5] == 3) reach_error();
  return 0;
}
