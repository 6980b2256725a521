/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the functions of a module do beside giving a value: what they read and write that others see, which
 * inputs they read, and whether they may end the run.  What functions do that they call is theirs, too. */
#ifndef ACF_FRONTEND_EFFECTS_H
#define ACF_FRONTEND_EFFECTS_H
#include "frontend/lower.h"

typedef enum {
  EFFECT_READS = 1,
  EFFECT_WRITES = 2,
  EFFECT_SURELY_READS = 4, /* whenever the function is called */
  EFFECT_SURELY_WRITES = 8,
  EFFECT_ADDS = 16, /* `x += 1`, its value unused: in any order, the sum is the same */
  EFFECT_SURELY_ADDS = 32
} Effect;

#define EFFECTS_POSSIBLE (EFFECT_READS | EFFECT_WRITES | EFFECT_ADDS)
#define EFFECTS_CHANGING (EFFECT_WRITES | EFFECT_ADDS)

typedef struct {
  GHashTable *variables; /* interned name of a global variable, or f.x for a static one of f -> Effect */
  GHashTable *inputs;    /* LLVMValueRef: the calls that read them */
  guint8 parameters[32]; /* Effect on what the i-th one points to; later ones count as `elsewhere` */
  guint8 elsewhere;      /* Effect on what pointers from memory lead to, or what is not known */
  gboolean fails, halts; /* it may */
} FunctionEffects;

typedef struct ModuleEffects ModuleEffects;
ModuleEffects *module_effects_find(const Lowering *l);
void module_effects_free(ModuleEffects *m);
/* Of a function that the program defines; NULL: it does not. */
const FunctionEffects *module_effects_of(const ModuleEffects *m, const char *function);
/* The name that a global variable has in the effects of functions. */
const char *module_effects_variable(const ModuleEffects *m, const char *name);
/* May a call of a function that the program does not define fail, or end the run? */
gboolean module_effects_fails(const ModuleEffects *m, const char *function);
gboolean module_effects_halts(const char *function);
/* Is it a function that the program declares, calls and does not define? */
gboolean module_effects_declares(const ModuleEffects *m, const char *function);
gboolean module_effects_takes_pointers(const ModuleEffects *m, const char *function);
gboolean function_effects_none(const FunctionEffects *e); /* none that others can see */
#endif
