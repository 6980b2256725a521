/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number of words that was rounded down is held against one of bytes: three inputs, and a quotient.
 * It takes long to prove the exact set, which is guessed.
 * EXPECT: bounded
 * DATA-MODEL: LP64
 * INPUT: words 16:15#1 32
 * INPUT: bits 17:14#1 32
 * INPUT: room 18:14#1 32
 * FAILS-IFF: (and (= words (bvsdiv bits #x00000010)) (bvslt (bvmul #x00000002 words) (bvsdiv bits #x00000008))
 *   (bvslt (bvmul #x00000002 words) room) (bvsle #x00000000 bits))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int words = __VERIFIER_nondet_int();
  int bits = __VERIFIER_nondet_int();
  int room = __VERIFIER_nondet_int();
  if (words != bits / 16) return 0;
  for (int byte = 0; byte < bits / 8 && byte < room; byte++)
    if (byte / 2 >= words) reach_error();
  return 0;
}
