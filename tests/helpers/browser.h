/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chromium without a window, driven over a pair of pipes, to test pages as people use them. */
#ifndef ACF_TESTS_BROWSER_H
#define ACF_TESTS_BROWSER_H
#include <glib.h>

typedef struct Browser Browser;

/* NULL: there is no Chromium here. */
Browser *browser_start(void);
void browser_stop(Browser *b);
/* Opens a page from its text and waits until its scripts have run. */
void browser_open(Browser *b, const char *page);
/* The value of an expression as text, to free; promises are waited for.  What throws ends the test. */
char *browser_ask(Browser *b, const char *expression);
/* Errors that pages have reported on the console so far; each is a test message. */
guint browser_complaints(const Browser *b);
void browser_size(Browser *b, guint width, guint height);
void browser_prefer_dark(Browser *b, gboolean dark);
/* A real click in the middle of the first element that the selector names. */
void browser_click(Browser *b, const char *selector);
void browser_press(Browser *b, const char *key); /* "Tab", "+", "ArrowLeft" */
/* What is seen, as a PNG file: for people, when a test is being written. */
void browser_picture(Browser *b, const char *path);
#endif
