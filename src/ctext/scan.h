/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is code in a C text, and what is not: comments, literals and directives.
 *
 * The text is read as the compiler does before it preprocesses: a backslash at the end of a line (blanks may
 * follow it) joins it with the next one, in comments, literals and directives as well; a literal that is not
 * closed ends with its line; a directive starts with the first # of a line and goes on where a comment in it
 * does.  Not seen: names that are broken by the end of a line, trigraphs and digraphs.
 *
 * Texts end with a NUL, places are offsets in bytes, at most that of the NUL.  This knows nothing of programs
 * and formulas, so that every part may use it. */
#ifndef ACF_CTEXT_SCAN_H
#define ACF_CTEXT_SCAN_H
#include <glib.h>

/* May c stand in an identifier?  Digits may; so may $ and what is not ASCII, as GCC and clang have it. */
gboolean ctext_is_name(char c);
/* Does this word, and no longer one, stand at the place? */
gboolean ctext_word_at(const char *text, gsize at, const char *word);
/* The end of the word at the place; the place itself: none is there. */
gsize ctext_word_end(const char *text, gsize at);

/* Behind the comment, literal or directive that starts at the place, which is in none; the place itself:
 * none does.  Of // and directives, the end is the newline. */
gsize ctext_skip(const char *text, gsize at);
/* Behind blanks and comments. */
gsize ctext_skip_blank(const char *text, gsize at);
/* Behind blanks, comments and directives. */
gsize ctext_skip_to_code(const char *text, gsize at);
/* The newline that ends the line of the place, with the lines and comments that continue it. */
gsize ctext_line_end(const char *text, gsize at);
/* Is the # at the place the first of its line? */
gboolean ctext_is_directive(const char *text, gsize at);

/* A copy of the same length and lines, with spaces for comments, directives, what literals hold between
 * their quotes, and the backslashes that join lines: what looks like a name, bracket or operator in it is
 * one. */
char *ctext_code(const char *text);
/* The same, but directives stay. */
char *ctext_code_and_directives(const char *text);
/* In such a copy: the bracket that closes the one at `open`; `end` when none before it does. */
gsize ctext_closing(const char *code, gsize open, gsize end);
#endif
