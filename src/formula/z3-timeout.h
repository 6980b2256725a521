/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a solver of Z3 may think. */
#ifndef ACF_Z3_TIMEOUT_H
#define ACF_Z3_TIMEOUT_H
#include <z3.h>

static inline void z3_set_timeout(Z3_context z3, Z3_solver solver, unsigned timeout_ms) {
  Z3_params params = Z3_mk_params(z3);
  Z3_params_inc_ref(z3, params);
  Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "timeout"), timeout_ms);
  Z3_solver_set_params(z3, solver, params);
  Z3_params_dec_ref(z3, params);
}
#endif
