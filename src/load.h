/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program that the options name, ready to be characterized. */
#ifndef ACF_LOAD_H
#define ACF_LOAD_H
#include "frontend/property.h"
#include "ir/ir.h"
#include "options.h"

/* NULL with an error of the front end: load_status() says which exit status it is. */
Program *load_program(const Options *o, const Property *property, GError **error);
ExitStatus load_status(const GError *error);
#endif
