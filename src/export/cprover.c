/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bounds as a contract of CBMC: the C predicates, and a function that requires inputs that do not fail,
 * to be called where they are read. */
#include "cfc/claims.h"
#include "export/formats.h"
#include "export/parameters.h"

char *export_cprover(const Cfc *c, GError **error) {
  g_autofree char *header = export_header(c, error);
  if (!header) return NULL;
  g_autoptr(Parameters) p = parameters_new(c);
  g_autofree char *parameters = parameters_list(p), *names = parameters_names(p), *prefix = export_prefix(c),
                  *may = predicate_name(c, TRUE);
  return g_strdup_printf(
      "%s\n/* Call it where the inputs are read: its contract is met when none of them fails. */\n"
      "void %s_inputs(%s)\n__CPROVER_requires(!%s(%s))\n__CPROVER_assigns()\n{\n}\n",
      header, prefix, parameters, may, names);
}
