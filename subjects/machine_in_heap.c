/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A state machine in allocated memory, uninitialised in part; one way ends at a null pointer.
 * DATA-MODEL: ILP32
 * INPUT: hello 37:19#1 32
 * INPUT: key 39:17#1 32
 * FAILS-IFF: (and (bvsgt hello #x00000000) (= key #x0000002a))
 */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned int size);
extern void reach_error(void);

struct cipher {
  int strength;
};

struct machine {
  int state, rounds, unused;
  int (*accepts)(int key);
  struct cipher *cipher;
};

static int is_right(int key) { return key == 42; }

static struct cipher strong = {256};

int main(void) {
  struct machine *m = malloc(sizeof(struct machine));
  m->state = 100;
  m->rounds = 0;
  m->accepts = is_right;
  m->cipher = 0;
  for (;;) {
    m->unused++;
    if (m->state == 100) {
      m->state = 110;
    } else if (m->state == 110) {
      int hello = __VERIFIER_nondet_int();
      if (hello > 0) m->cipher = &strong;
      int key = __VERIFIER_nondet_int();
      m->state = m->accepts(key) ? 120 : 130;
    } else if (m->state == 120) {
      m->state = m->cipher->strength & 256 ? 140 : 150;
    } else if (m->state == 130) {
      m->state = m->rounds++ ? 160 : 150;
    } else if (m->state == 140) {
      reach_error();
    } else if (m->state == 150) {
      m->state = 160;
    } else {
      return 0;
    }
  }
}
