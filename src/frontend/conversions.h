/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that make a number of a string, and which numbers texts of some length denote. */
#ifndef ACF_FRONTEND_CONVERSIONS_H
#define ACF_FRONTEND_CONVERSIONS_H
#include <llvm-c/Core.h>
#include <glib.h>

/* The numbers that a conversion makes of the texts of at most some length: those from least to most, counted
 * from zero in both directions and taken modulo 2^width. */
typedef struct {
  const char *name;  /* as in sources of inputs: "atoi", "strtol:10"; interned */
  const char *type;  /* in C */
  guint width;
  gboolean is_signed;
  guint64 below, above; /* so many numbers below zero, and above it, are denoted */
  gboolean all;         /* every number of the width is denoted */
} Conversion;

/* Whether a call of a library function uses its first argument only to make a number of it, whose value says all
 * that the program sees of it; lp64: the data model; length: of the text at most. */
gboolean conversion_of_call(LLVMValueRef call, gboolean lp64, guint length, Conversion *c);
/* The same of what scanf does, by its conversion: "%d", "%u", "%ld"; FALSE: it is not for decimal integers. */
gboolean conversion_of_format(const char *conversion, gboolean lp64, Conversion *c);
#endif
