/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lowering of the calls that a driver makes (driver.h says which). */
#include <string.h>
#include "frontend/driver.h"
#include "frontend/lower.h"

/* The number behind the prefix is that of a site of the driver, which the call makes one of the program.  Each is
 * called at one place.  FALSE: it is another function. */
static gboolean take_site(Body *b, const char *name, const char *prefix, guint *site) {
  const Driver *d = b->lowering->options->driver;
  guint64 n;
  if (!g_str_has_prefix(name, prefix) ||
      !g_ascii_string_to_unsigned(name + strlen(prefix), 10, 0, d->sites->len - 1, &n, NULL))
    return FALSE;
  *site = program_add_site(b->program, &g_array_index(d->sites, InputSite, n));
  return TRUE;
}

static Operand size_of(Body *b, LLVMValueRef call, unsigned i) {
  return emit_resize(b, lower_argument(b, call, i), b->program->pointer_width, FALSE);
}

static void lower_input(Body *b, LLVMValueRef call, guint site) {
  const gboolean is_signed = program_site(b->program, site)->is_signed;
  const guint width = type_scalar_width(b->lowering, LLVMTypeOf(call));
  body_define1(b, call, emit_resize(b, emit_input(b, site), width, is_signed));
}

static void lower_new(Body *b, LLVMValueRef call, guint site) {
  const Operand size = size_of(b, call, 0);
  body_define1(b, call, emit_lib(b, LIB_MALLOC, b->program->pointer_width, site, 1, &size));
}

static void lower_fill(Body *b, LLVMValueRef call, guint site) {
  const Operand args[2] = {lower_argument(b, call, 0), size_of(b, call, 1)};
  emit(b, IR_UNINIT, 0, 2, args)->site = site;
  body_define1(b, call, args[0]);
}

static void lower_cut(Body *b, LLVMValueRef call) {
  const Operand args[2] = {lower_argument(b, call, 0), size_of(b, call, 1)};
  const guint site = site_memory(b->lowering, NULL, NULL, b->loc);
  IrInstr *in = emit(b, IR_LIB, b->program->pointer_width, 2, args);
  in->lib = LIB_REALLOC;
  in->param = REALLOC_CUTS;
  in->site = site;
  body_define1(b, call, emit_result(in));
}

static void lower_condition(Body *b, LLVMValueRef call) {
  Operand x = lower_argument(b, call, 0);
  if (x.width > 1) x = emit_not(b, emit_compare(b, TERM_EQ, x, operand_const(x.width, 0)));
  emit(b, IR_ASSUME, 0, 1, &x);
}

gboolean lower_driver_call(Body *b, LLVMValueRef call, const char *name) {
  guint site;
  if (!b->lowering->options->driver || !g_str_has_prefix(name, "__acf_")) return FALSE;
  if (take_site(b, name, DRIVER_INPUT, &site)) {
    lower_input(b, call, site);
  } else if (take_site(b, name, DRIVER_NEW, &site)) {
    lower_new(b, call, site);
  } else if (take_site(b, name, DRIVER_FILL, &site)) {
    lower_fill(b, call, site);
  } else if (g_str_equal(name, DRIVER_OBJECT)) {
    lower_new(b, call, site_memory(b->lowering, NULL, NULL, b->loc));
  } else if (g_str_equal(name, DRIVER_CUT)) {
    lower_cut(b, call);
  } else if (g_str_equal(name, DRIVER_POINTER)) {
    body_define1(b, call, emit_unknown(b, b->program->pointer_width));
  } else if (g_str_equal(name, DRIVER_ASSUME) || g_str_equal(name, DRIVER_SAID)) {
    lower_condition(b, call);
  } else {
    return FALSE;
  }
  return TRUE;
}

void lower_driver_texts(Lowering *l) {
  const Driver *d = l->options->driver;
  for (guint i = 0; i < d->assumptions->len; i++)
    lower_say(l, l->program->assumptions, (IrLoc){0}, d->assumptions->pdata[i]);
  for (guint i = 0; i < d->unmodelled->len; i++)
    lower_say_unmodelled(l, l->program->functions->len ? program_function(l->program, l->program->entry)->loc : (IrLoc){0},
                         d->unmodelled->pdata[i]);
  l->program->driver = g_strdup(d->text);
  if (!d->max_elements) return;
  l->program->bounds.given |= BOUND_MAX_ELEMENTS;
  l->program->bounds.max_elements = d->max_elements;
}
