/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An option of one letter; an empty argument has no second byte.
 * DATA-MODEL: LP64
 * OPTIONS: --args 0..1 --arg-length 2
 * ALPHABET: -xy
 * INPUT: n =argc 32
 * INPUT: a =argv[1][0] 8
 * INPUT: b =argv[1][1] 8
 * INPUT: c =argv[1][2] 8
 * FAILS-IFF: (and (= n #x00000002) (= a #x2d) (= b #x78) (= c #x00))
 */
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 'x') reach_error();
  return 0;
}
