/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions with variable arguments that the program defines.
 *
 * A caller puts what is behind the declared parameters into an object of its own, as the machine does on the stack,
 * and va_start gives the callee that object.  Where all calls are known and pass only numbers and pointers, this is
 * written out before anything else looks at the module; other uses of va_start stay, and are not modelled. */
#ifndef ACF_FRONTEND_VARIADIC_H
#define ACF_FRONTEND_VARIADIC_H
#include "frontend/frontend.h"
#include <llvm-c/Core.h>

void variadic_prepare(LLVMModuleRef module, const FrontendOptions *options);
#endif
