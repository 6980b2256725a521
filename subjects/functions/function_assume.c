/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only inputs that meet the conditions are asked for.
 * DATA-MODEL: LP64
 * ENTRY: index_of
 * OPTIONS: --pointee keys=4 --assume 'keys[0] < keys[1] && keys[1] < keys[2]' --assume 'key >= LEAST' --assume level!=HIGH
 * INPUT: k0 keys[0] 16 parameter
 * INPUT: k1 keys[1] 16 parameter
 * INPUT: k2 keys[2] 16 parameter
 * INPUT: k3 keys[3] 16 parameter
 * INPUT: key key 16 parameter
 * INPUT: level level 32 global
 * FAILS-IFF: (and (bvslt k0 k1) (bvslt k1 k2) (bvsge key #x0003) (not (= level #x00000001))
 *   (= key k3) (not (= key k0)) (not (= key k1)) (not (= key k2)))
 */
extern void reach_error(void);

#define LEAST 3
enum level { LOW, HIGH } level;

int index_of(const short keys[], short key) {
  int i = 0;
  while (i < 4 && keys[i] != key) i++;
  if (i == 3 && level != HIGH) reach_error();
  return i;
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  short k[4] = {GOLDEN_VALUE(0), GOLDEN_VALUE(1), GOLDEN_VALUE(2), GOLDEN_VALUE(3)}, key = GOLDEN_VALUE(4);
  level = GOLDEN_VALUE(5);
  if (!(k[0] < k[1] && k[1] < k[2] && key >= LEAST && level != HIGH)) return 0;
  index_of(k, key);
  return 0;
}
#endif
