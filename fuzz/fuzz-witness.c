/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libFuzzer: any bytes as a witness, read and matched to a small program.  Made and run by `make fuzz`. */
#include <stdio.h>
#include <stdlib.h>
#include "frontend/frontend.h"
#include "witness/match.h"

static Program *program;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const guint8 *bytes, gsize size);

/* The program that FUZZ_PROGRAM names; without it, witnesses are only read. */
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  FrontendOptions options = {0};
  g_autoptr(GError) error = NULL;
  const char *path = g_getenv("FUZZ_PROGRAM");
  program = path ? frontend_load(path, &options, &error) : NULL;
  if (error) fprintf(stderr, "%s\n", error->message);
  return 0;
}

int LLVMFuzzerTestOneInput(const guint8 *bytes, gsize size) {
  g_autoptr(GError) error = NULL;
  Witness *w = witness_read("w", (const char *)bytes, size, &error);
  if (!w != (error != NULL)) abort();
  if (w && program && w->kind == WITNESS_VIOLATION) match_free(witness_match(program, w));
  witness_free(w);
  return 0;
}
