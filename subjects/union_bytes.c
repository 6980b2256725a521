/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A union read as bytes and as halves.
 * DATA-MODEL: ILP32
 * INPUT: x 18:11#1 32
 * FAILS-IFF: (and (= ((_ extract 15 8) x) #x12) (= ((_ extract 31 16) x) #xfffe))
 */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

union word {
  unsigned int all;
  unsigned char byte[4];
  short half[2];
};

int main(void) {
  union word w;
  w.all = __VERIFIER_nondet_uint();
  if (w.byte[1] == 0x12 && w.half[1] == -2) reach_error();
  return 0;
}
