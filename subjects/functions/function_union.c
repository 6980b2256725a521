/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a union are inputs.
 * DATA-MODEL: ILP32
 * ENTRY: decode
 * INPUT: u0 u[0] 8 parameter
 * INPUT: u1 u[1] 8 parameter
 * INPUT: u2 u[2] 8 parameter
 * INPUT: u3 u[3] 8 parameter
 * FAILS-IFF: (and (= u3 #x7f) (= (concat u1 u0) #x1234))
 */
extern void reach_error(void);

union word {
  unsigned whole;
  unsigned char byte[4];
};

void decode(union word u) {
  if (u.byte[3] == 127 && (u.whole & 0xffff) == 0x1234) reach_error();
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  union word u = {.byte = {GOLDEN_VALUE(0), GOLDEN_VALUE(1), GOLDEN_VALUE(2), GOLDEN_VALUE(3)}};
  decode(u);
  return 0;
}
#endif
