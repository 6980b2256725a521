/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The streams of the C library are there, and apart: they are no inputs.
 * DATA-MODEL: LP64
 * INPUT: x 13:11#1 32
 * FAILS-IFF: (= x #x00000002)
 */
#include <stdio.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  FILE *stream = x == 1 ? stdout : stderr;
  if (!stream || stdin == stdout || optarg) reach_error();
  fflush(stream);
  if (x == optind + 1 && stream == stderr) reach_error();
  return 0;
}
