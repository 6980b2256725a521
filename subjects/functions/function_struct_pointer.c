/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pointer to a struct leads to one, which the function changes.
 * DATA-MODEL: ILP32
 * ENTRY: take
 * INPUT: balance account->balance 32 parameter
 * INPUT: open account->open 1 parameter
 * INPUT: amount amount 32 parameter
 * FAILS-IFF: (and (= open #b1) (bvult amount #x00000064) (bvslt (bvsub balance amount) #x00000000))
 */
extern void reach_error(void);

typedef struct {
  _Bool open;
  int balance;
} Account;

int take(Account *account, unsigned amount) {
  if (!account->open || amount >= 100) return 0;
  account->balance -= amount;
  if (account->balance < 0) reach_error();
  return 1;
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  Account a = {GOLDEN_VALUE(1), GOLDEN_VALUE(0)};
  take(&a, GOLDEN_VALUE(2));
  return 0;
}
#endif
