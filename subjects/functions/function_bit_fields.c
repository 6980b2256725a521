/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members that are bit-fields take what fits into them.
 * DATA-MODEL: LP64
 * ENTRY: allowed
 * INPUT: read mode->read 32 parameter
 * INPUT: level mode->level 32 parameter
 * FAILS-IFF: (and (= ((_ extract 0 0) read) #b1) (= ((_ extract 2 0) level) #b110))
 */
extern void reach_error(void);

struct mode {
  unsigned read : 1;
  int level : 3;
};

void allowed(const struct mode *mode) {
  if (mode->read && mode->level == -2) reach_error();
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  struct mode m;
  m.read = GOLDEN_VALUE(0);
  m.level = GOLDEN_VALUE(1);
  allowed(&m);
  return 0;
}
#endif
