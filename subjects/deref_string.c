/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A string that may have no end within its array.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-deref
 * INPUT: n 12:11#1 32
 * FAILS-IFF: (and (bvsge n #x00000000) (bvsle n #x00000014) (bvsge n #x00000008))
 */
extern int __VERIFIER_nondet_int(void);
extern unsigned strlen(const char *);

int main(void) {
  int n = __VERIFIER_nondet_int();
  char text[8];
  if (n < 0 || n > 20) return 0;
  for (int i = 0; i < 8; i++) text[i] = 'a';
  if (n < 8) text[n] = 0;
  return strlen(text) > 3;
}
