/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables have the values that they are initialised with, where that is asked for.
 * DATA-MODEL: LP64
 * ENTRY: step
 * OPTIONS: --globals=initial
 * INPUT: by by 32 parameter
 * FAILS-IFF: (= by #x00000005)
 */
extern void reach_error(void);

static int count = 5;

void step(int *unused, int by) {
  count += by;
  if (count == 10) reach_error();
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  step(0, GOLDEN_VALUE(0));
  return 0;
}
#endif
