/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The driver of an entry function that is not main: C text that makes its arguments from inputs and calls it.
 *
 * The text stands behind that of the file that defines the function, so that types, macros and static names
 * are known to it.  It defines DRIVER_START, and calls functions that the front end lowers by themselves and
 * native runs define (N is the number of a site of the driver):
 *   T __acf_input_N(void)                the value of the input
 *   void *__acf_new_N(size)              a new object, of which the elements are inputs
 *   void *__acf_fill_N(object, size)     the object, of which the elements are now inputs
 *   void *__acf_object(size)             a new object, not initialised
 *   void *__acf_cut(object, size)        an object of exactly this size with the contents of the other, which ends
 *   void *__acf_any_pointer(void)        a pointer of which nothing is known
 *   void __acf_assume(truth)             runs on which it is 0 are not asked for
 *   void __acf_said(truth)               the same, of a condition that the user gives */
#ifndef ACF_FRONTEND_DRIVER_H
#define ACF_FRONTEND_DRIVER_H
#include "frontend/frontend.h"

#define DRIVER_START "__acf_start"
#define DRIVER_INPUT "__acf_input_"
#define DRIVER_NEW "__acf_new_"
#define DRIVER_FILL "__acf_fill_"
#define DRIVER_OBJECT "__acf_object"
#define DRIVER_CUT "__acf_cut"
#define DRIVER_POINTER "__acf_any_pointer"
#define DRIVER_ASSUME "__acf_assume"
#define DRIVER_SAID "__acf_said"

typedef struct Driver {
  char *text;             /* one line of C; NULL: the function needs no driver */
  const char *file;       /* that defines the function; NULL: the file does not */
  guint line;             /* of the function */
  guint max_elements;     /* of the largest array or string that a pointer leads to; 0: there is none */
  GArray *sites;          /* InputSite, by number; their function is the one of the text that gives them */
  GPtrArray *assumptions; /* char*: for people */
  GPtrArray *unmodelled;  /* char*: noun phrases */
} Driver;

/* For the entry function of the property in the text of the file; NULL with error where its parameters cannot be
 * inputs, or what the options say does not fit it. */
Driver *driver_new(const SourceFile *file, const FrontendOptions *options, GError **error);
void driver_free(Driver *d);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Driver, driver_free)
#endif
