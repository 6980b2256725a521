/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables around the function are inputs, but not those that are const or that it cannot reach.
 * DATA-MODEL: LP64
 * ENTRY: step
 * INPUT: count count 32 global
 * INPUT: hi config.hi 16 global
 * INPUT: m1 marks[1] 8 global
 * INPUT: by by 32 parameter
 * FAILS-IFF: (and (= (bvadd count by) ((_ sign_extend 16) hi)) (= m1 #x07))
 */
extern void reach_error(void);

static int count = 5;
struct { char lo; short hi; } config = {1, 2};
static unsigned char marks[3];
static const int table[2] = {3, 7};
int unrelated = 9;

static int limit(void) { return config.hi; }

void step(int by) {
  count += by;
  if (count == limit() && marks[1] == table[1]) reach_error();
}

int main(void) { return unrelated; }

#ifdef GOLDEN_VALUE
int subject_main(void) {
  count = GOLDEN_VALUE(0);
  config.hi = GOLDEN_VALUE(1);
  marks[1] = GOLDEN_VALUE(2);
  step(GOLDEN_VALUE(3));
  return 0;
}
#endif
