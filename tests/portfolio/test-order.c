/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of races: who runs in vain waits longer, but not for ever; who answers starts first. */
#include "portfolio/order.h"

static void races(Order *o, guint n, const char *winner, const char *loser) {
  for (guint i = 0; i < n; i++) {
    if (winner) order_record(o, winner, 1, TRUE, TRUE);
    if (loser) order_record(o, loser, 2, FALSE, winner != NULL);
  }
}

static void test_unknown(void) {
  g_autoptr(Order) o = order_new();
  g_assert_cmpfloat(order_delay(o, "a", 1.5), ==, 1.5);
  g_assert_cmpfloat(order_delay(NULL, "a", 0), ==, 0);
  order_record(NULL, "a", 1, TRUE, TRUE);
  races(o, 1000, NULL, "a"); /* nobody could settle it: no reason to blame one, but others may try first */
  g_assert_cmpfloat(order_delay(o, "a", 1.5), >, 1.5);
  g_assert_cmpfloat(order_delay(o, "a", 1.5), <, 1.7);
}

static void test_in_vain(void) {
  g_autoptr(Order) o = order_new();
  races(o, 3, "winner", "loser");
  g_assert_cmpfloat(order_delay(o, "loser", 2), <, 2.01); /* may happen */
  double before = 2.01;
  for (guint i = 0; i < 5; i++) {
    races(o, 1, "winner", "loser");
    double now = order_delay(o, "loser", 2);
    g_assert_cmpfloat(now, >, before);
    before = now;
  }
  races(o, 1000, "winner", "loser");
  g_assert_cmpfloat(order_delay(o, "loser", 2), >, 9.9);
  g_assert_cmpfloat(order_delay(o, "loser", 2), <, 10.2); /* and no more */
}

static void test_comeback(void) {
  g_autoptr(Order) o = order_new();
  races(o, 10, "winner", "loser");
  g_assert_cmpfloat(order_delay(o, "loser", 1), >, 1.4);
  order_record(o, "loser", 1, TRUE, TRUE);
  g_assert_cmpfloat(order_delay(o, "loser", 1), <, 1.1);
  races(o, 9, "winner", "loser"); /* has credit now */
  g_assert_cmpfloat(order_delay(o, "loser", 1), <, 1.1);
  races(o, 1, "winner", "loser");
  g_assert_cmpfloat(order_delay(o, "loser", 1), >, 1.4);
}

static void test_favourite(void) {
  g_autoptr(Order) o = order_new();
  races(o, 2, "late", "early");
  g_assert_cmpfloat(order_delay(o, "late", 3), ==, 3);
  races(o, 1, "late", "early");
  g_assert_cmpfloat(order_delay(o, "late", 3), <, 0);
  races(o, 10, "early", "late"); /* times change */
  g_assert_cmpfloat(order_delay(o, "late", 3), >=, 3);
  g_assert_cmpfloat(order_delay(o, "early", 0), <, 0);
}

static void test_standings(void) {
  g_autoptr(Order) o = order_new();
  races(o, 2, "one", "two");
  order_record_hit(o, "two");
  order_record_hit(o, "three");
  g_autoptr(GArray) all = order_standings(o);
  g_assert_cmpuint(all->len, ==, 3);
  const Standing *one = &g_array_index(all, Standing, 0), *two = one + 1, *three = one + 2;
  g_assert_cmpstr(one->name, ==, "one");
  g_assert_cmpuint(one->asked, ==, 2);
  g_assert_cmpuint(one->settled, ==, 2);
  g_assert_cmpfloat(one->seconds, ==, 2);
  g_assert_cmpuint(two->settled, ==, 0);
  g_assert_cmpfloat(two->seconds, ==, 4);
  g_assert_cmpuint(two->cache_hits, ==, 1);
  g_assert_cmpuint(three->asked, ==, 0);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/order/unknown", test_unknown);
  g_test_add_func("/order/in-vain", test_in_vain);
  g_test_add_func("/order/comeback", test_comeback);
  g_test_add_func("/order/favourite", test_favourite);
  g_test_add_func("/order/standings", test_standings);
  return g_test_run();
}
