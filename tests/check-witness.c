/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Do the witness files given keep the rules of their formats?  Status 1 and a line for each that does not. */
#include "tests/helpers/witness-rules.h"
#include <stdio.h>

int main(int argc, char **argv) {
  int status = argc < 2;
  for (int i = 1; i < argc; i++) {
    g_autofree char *fault = witness_fault(argv[i]);
    if (!fault) continue;
    printf("%s: %s\n", argv[i], fault);
    status = 1;
  }
  return status;
}
