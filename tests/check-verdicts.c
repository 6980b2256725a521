/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the verdicts out of recorded outputs, by the descriptions of the verifiers.
 *
 *   check-verdicts CORPUS ANALYZERS
 *
 * The folder CORPUS holds TOOL/PROGRAM.c/...: a file stdout.log, stdout.json or verify.log is what the tool
 * printed, with command.txt beside it that may end in "# exit STATUS".  ANALYZERS holds TOOL.ini.  Exit
 * status 1: a counterexample lies beside an output that is not read as failing. */
#include "portfolio/verdict.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  Description *description;
  guint count[3]; /* by verdict */
  guint wrong;
} Tally;

static int exit_status(const char *folder) {
  g_autofree char *path = g_build_filename(folder, "command.txt", NULL), *text = NULL;
  if (!g_file_get_contents(path, &text, NULL, NULL)) return 0;
  const char *said = strstr(text, "# exit ");
  return said ? atoi(said + strlen("# exit ")) : 0;
}

static void read_output(const char *folder, const char *name, Tally *t) {
  g_autofree char *path = g_build_filename(folder, name, NULL), *text = NULL;
  g_autofree char *counterexample = g_build_filename(folder, "Counterexample.1.graphml", NULL);
  gsize size = 0;
  if (!g_file_get_contents(path, &text, &size, NULL)) return;
  ToolVerdict v = verdict_read(t->description, text, size, exit_status(folder));
  t->count[v]++;
  if (v == TOOL_FAILING || !g_file_test(counterexample, G_FILE_TEST_EXISTS)) return;
  t->wrong++;
  printf("%s: %s, but there is a counterexample\n", path, tool_verdict_name(v));
}

static void read_below(const char *folder, Tally *t) {
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name(dir));) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
      read_below(path, t);
    else if (g_str_equal(name, "stdout.log") || g_str_equal(name, "stdout.json") ||
             g_str_equal(name, "verify.log"))
      read_output(folder, name, t);
  }
}

int main(int argc, char **argv) {
  guint wrong = 0;
  g_autoptr(GDir) corpus = argc == 3 ? g_dir_open(argv[1], 0, NULL) : NULL;
  if (!corpus) {
    fprintf(stderr, "usage: check-verdicts CORPUS ANALYZERS\n");
    return 64;
  }
  printf("%-14s %8s %8s %8s\n", "verifier", "failing", "safe", "unknown");
  for (const char *tool; (tool = g_dir_read_name(corpus));) {
    g_autofree char *file = g_strdup_printf("%s.ini", tool), *ini = g_build_filename(argv[2], file, NULL);
    g_autofree char *folder = g_build_filename(argv[1], tool, NULL);
    Tally t = {.description = description_read_file(ini, NULL)};
    if (!t.description) continue;
    read_below(folder, &t);
    printf("%-14s %8u %8u %8u\n", tool, t.count[TOOL_FAILING], t.count[TOOL_SAFE], t.count[TOOL_UNKNOWN]);
    wrong += t.wrong;
    description_free(t.description);
  }
  return wrong != 0;
}
