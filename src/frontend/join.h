/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program of several files as one text, for tools that take one translation unit. */
#ifndef ACF_FRONTEND_JOIN_H
#define ACF_FRONTEND_JOIN_H
#include "ir/ir.h"

/* The texts of all C files one behind the other, to free; of one file, its text.  NULL with the reason: the
 * one text would be another program, as the compiler reads it; or parts of the program are not C. */
char *join_files(const Program *p, GError **error);
/* The line of that text in which a line of one of the files is; 0: in none. */
guint joined_line(const Program *p, IrLoc loc);
/* The flags of the files, which are the same for all where they can be joined; never NULL. */
char *const *joined_flags(const Program *p);
#endif
