/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generate SEED...: prints the random programs of the seeds. */
#include "tests/helpers/generator.h"
#include <stdlib.h>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    g_autofree char *program = generate_program((guint32)strtoul(argv[i], NULL, 10));
    g_print("%s", program);
  }
  return argc > 1 ? 0 : 1;
}
