/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that stands in the program: formats of printf and scanf, names of locales. */
#ifndef ACF_FRONTEND_KNOWN_TEXT_H
#define ACF_FRONTEND_KNOWN_TEXT_H
#include <glib.h>
#include <llvm-c/Core.h>

/* Whether a constant is bytes that LLVM keeps as such: only then it may be asked for them. */
gboolean constant_is_bytes(LLVMValueRef constant);
/* The text that a constant variable holds, up to its end; to free.  NULL: it is no such variable, or the text has no
 * end in it. */
char *known_text(LLVMValueRef variable);
#endif
