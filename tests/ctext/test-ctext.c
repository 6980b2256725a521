/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The corners of C text: what is code, where lines and names end, where a place is. */
#include <string.h>
#include "ctext/scan.h"
#include "ctext/source.h"

static void test_words(void) {
  const char *text = "a$b \xc3\xa9x x1";
  g_assert_false(ctext_word_at(text, 0, "a"));
  g_assert_true(ctext_word_at(text, 0, "a$b"));
  g_assert_false(ctext_word_at(text, 2, "b"));
  g_assert_false(ctext_word_at(text, 6, "x")); /* of a name with an accent */
  g_assert_false(ctext_word_at(text, 8, "x"));
  g_assert_true(ctext_word_at(text, 8, "x1"));
  g_assert_false(ctext_word_at(text, strlen(text), "x"));
  g_assert_cmpuint(ctext_word_end(text, 0), ==, 3);
  g_assert_cmpuint(ctext_word_end(text, 3), ==, 3);
}

/* What is code, and what is with the directives (NULL: the same); one space stands for all. */
static const struct {
  const char *text, *code, *directives;
} codes[] = {
    {"a/*b*/c", "a c", NULL},
    {"a//b\nc", "a \nc", NULL},
    {"a / b", "a / b", NULL},
    {"/*/ b */c", " c", NULL},
    {"/* b", " ", NULL},
    {"//", " ", NULL},
    {"/", "/", NULL},
    {"", "", NULL},
    /* a backslash joins lines, whatever is before it, and when blanks follow */
    {"//a\\\nb\nc", " \n \nc", NULL},
    {"//a\\\\\nb\nc", " \n \nc", NULL},
    {"//a\\ \r\nb\nc", " \n \nc", NULL},
    {"//a\\b\nc", " \nc", NULL},
    {"/\\\n/a\nc", " \n \nc", NULL},
    {"/\\\n*a*\\\n/c", " \n \n c", NULL},
    {"x\\\ny", "x \ny", NULL},
    /* literals */
    {"\"a\\\"b\"c", "\" \"c", NULL},
    {"'\"'c'\\''", "' 'c' '", NULL},
    {"\"a\\\nb\"c", "\" \n \"c", NULL},
    {"\"a\\\\\n\"b\"c", "\" \n \"c", NULL}, /* an escaped quote on two lines */
    {"\"//\"c", "\" \"c", NULL},
    {"don't\nc", "don' \nc", NULL},
    {"\"a\\", "\" ", NULL},
    {"\"a\\\"\nc", "\" \nc", NULL}, /* not closed */
    {"\"\"'", "\"\"'", NULL},
    /* directives */
    {"#if a\nc", " \nc", "#if a\nc"},
    {" /* x */ # if a\nc", " \nc", " # if a\nc"},
    {"/*\n*/#if a\nc", " \n \nc", " \n #if a\nc"},
    {"b /*\n*/#if a\nc", "b \n #if a\nc", NULL},
    {"b \\\n #if a\nc", "b \n #if a\nc", NULL},
    {"/* x /* y */ /**/ #if a\nc", " \nc", " #if a\nc"},
    {"\"/*\"\n/* x */ #if a\nc", "\" \"\n \nc", "\" \"\n #if a\nc"},
    {"b /* x */ #a\nc", "b #a\nc", NULL},
    {"f(b #a)\nc", "f(b #a)\nc", NULL},
    {"#a \\\nb\nc", " \n \nc", "#a \nb\nc"},
    {"#a \\\r\nb\nc", " \n \nc", "#a \nb\nc"},
    {"#a \\\\\nb\nc", " \n \nc", "#a \\ \nb\nc"},
    {"#a /*\n*/b\nc", " \n \nc", "#a \n b\nc"},
    {"#a // /*\nc", " \nc", "#a \nc"},
    {"#a \"/*\"\nc", " \nc", "#a \" \"\nc"},
    {"#a don't\n#b\nc", " \n \nc", "#a don' \n#b\nc"},
    {"don't\n#b\nc", "don' \n \nc", "don' \n#b\nc"},
    {"# 3 \"x.c\"\nc", " \nc", "# 3 \" \"\nc"},
};

static void check_code(const char *text, const char *code, const char *expected) {
  g_test_message("%s", text);
  g_assert_cmpuint(strlen(code), ==, strlen(text));
  GString *short_code = g_string_new(NULL);
  for (gsize i = 0; code[i]; i++) {
    g_assert_true((code[i] == '\n') == (text[i] == '\n'));
    if (code[i] != ' ' || i == 0 || code[i - 1] != ' ') g_string_append_c(short_code, code[i]);
  }
  g_assert_cmpstr(short_code->str, ==, expected);
  g_string_free(short_code, TRUE);
}

static void test_code(void) {
  for (guint i = 0; i < G_N_ELEMENTS(codes); i++) {
    const char *text = codes[i].text;
    g_autofree char *code = ctext_code(text), *directives = ctext_code_and_directives(text);
    check_code(text, code, codes[i].code);
    check_code(text, directives, codes[i].directives ? codes[i].directives : codes[i].code);
  }
}

static void test_skip(void) {
  static const struct {
    const char *text, *blank, *code; /* what is left of it */
  } cases[] = {{" \n\t/**/ // x\n\\\n y", "y", "y"},
               {"  #a \\\n b\n /**/ #c\n d", "#a \\\n b\n /**/ #c\n d", "d"},
               {"/ y", "/ y", "/ y"},
               {"# 1 \"/*\"\n#c /* x\n */ // /*\nd", "# 1 \"/*\"\n#c /* x\n */ // /*\nd", "d"},
               {"// x", "", ""},
               {"", "", ""}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const char *text = cases[i].text;
    g_assert_cmpstr(text + ctext_skip_blank(text, 0), ==, cases[i].blank);
    g_assert_cmpstr(text + ctext_skip_to_code(text, 0), ==, cases[i].code);
  }
}

static void test_closing(void) {
  const char *code = "a(b[{c}](d))e(";
  const gsize n = strlen(code);
  g_assert_cmpuint(ctext_closing(code, 1, n), ==, 11);
  g_assert_cmpuint(ctext_closing(code, 3, n), ==, 7);
  g_assert_cmpuint(ctext_closing(code, 1, 11), ==, 11);
  g_assert_cmpuint(ctext_closing(code, 13, n), ==, n);
}

static void test_places(void) {
  static const char text[] = "a\n\xc3\xa9 b\n\nc";
  g_autoptr(Source) s = source_new(text, sizeof text - 1);
  g_assert_cmpuint(source_offset(s, 1, 1), ==, 0);
  g_assert_cmpuint(source_offset(s, 1, 2), ==, 1);
  g_assert_cmpuint(source_offset(s, 1, 3), ==, SOURCE_NOWHERE);
  g_assert_cmpuint(source_offset(s, 2, 4), ==, 5);
  g_assert_cmpuint(source_offset(s, 4, 1), ==, 8);
  g_assert_cmpuint(source_offset(s, 4, 2), ==, SOURCE_NOWHERE);
  g_assert_cmpuint(source_offset(s, 5, 1), ==, SOURCE_NOWHERE);
  g_assert_cmpuint(source_offset(s, 0, 1), ==, SOURCE_NOWHERE);
  g_assert_cmpuint(source_offset(s, 1, 0), ==, SOURCE_NOWHERE);
  g_assert_cmpuint(source_line(s, 5), ==, 2);
  g_assert_cmpuint(source_column(s, 5), ==, 4);
  g_assert_cmpuint(source_line(s, 7), ==, 3);
  g_assert_cmpuint(source_byte(s, 4), ==, 5);
  g_assert_cmpuint(source_byte(s, 8), ==, SOURCE_NOWHERE);
  g_assert_cmpuint(source_byte(s, -1), ==, SOURCE_NOWHERE);
  g_autoptr(Source) cut = source_new("ab\0cd", 5), empty = source_new("", 0);
  g_assert_cmpuint(cut->size, ==, 2);
  g_assert_cmpuint(source_offset(empty, 1, 1), ==, SOURCE_NOWHERE);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ctext/words", test_words);
  g_test_add_func("/ctext/code", test_code);
  g_test_add_func("/ctext/skip", test_skip);
  g_test_add_func("/ctext/closing", test_closing);
  g_test_add_func("/ctext/places", test_places);
  return g_test_run();
}
