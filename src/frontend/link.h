/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modules of several files put together, as a linker does it. */
#ifndef ACF_FRONTEND_LINK_H
#define ACF_FRONTEND_LINK_H
#include <llvm-c/Core.h>
#include "ir/property.h"
#include "ir/source-file.h"

typedef struct Linker Linker;

/* property: its error functions are one each, wherever they are static; NULL: none. */
Linker *linker_new(const Property *property);
/* Takes the module of the file, in the context of those before it.  FALSE with an error of
 * ACF_FRONTEND_ERROR: it does not fit to them. */
gboolean linker_add(Linker *l, LLVMModuleRef module, const SourceFile *file, GError **error);
/* Frees it; the module belongs to the caller, NULL: there is none.  *clash: static names of several files are
 * the same, so that some have another one now. */
LLVMModuleRef linker_free(Linker *l, gboolean *clash);
#endif
