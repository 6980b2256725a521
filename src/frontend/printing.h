/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that print text.  Not for use outside the front end. */
#ifndef ACF_FRONTEND_PRINTING_H
#define ACF_FRONTEND_PRINTING_H
#include <llvm-c/Core.h>
#include "frontend/frontend.h"

/* Before models are linked.  Puts a reading of the text before each call that prints some (%s of printf and fprintf,
 * puts, fputs), where reading outside of objects is a failure.  Puts calls of functions made for their formats in
 * the place of calls of sprintf and snprintf, which write what they print; of formats that have floating point or
 * that are no constants the calls stay. */
void printing_prepare(LLVMModuleRef module, const FrontendOptions *options);
#endif
