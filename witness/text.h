/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of a program in documents that take only some characters. */
#ifndef ACF_TEXT_H
#define ACF_TEXT_H
#include <glib.h>

/* The text with everything replaced by U+FFFD that is not UTF-8, or no character of an XML or YAML document;
 * to free.  Whatever stays reads back as it is. */
char *text_for_document(const char *text);
#endif
