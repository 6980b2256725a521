/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments of compilers: what is passed on, what is left out, what is refused. */
#include "frontend/flags.h"

/* What is passed on of a line, as one line; NULL: it is refused. */
static char *accept(const char *line, gboolean lp64) {
  g_auto(GStrv) words = NULL, taken = NULL;
  g_autoptr(GError) error = NULL;
  g_assert_true(g_shell_parse_argv(line, NULL, &words, NULL));
  taken = flags_accept(words, lp64, &error);
  if (!taken) g_assert_error(error, ACF_FLAGS_ERROR, 0);
  return taken ? g_strjoinv(" ", taken) : NULL;
}

static void test_passed(void) {
  static const char *const cases[][2] = {
      {"-Iinclude", "-I include"},
      {"-I include", "-I include"},
      {"-DN=3 -D M -UN", "-DN=3 -DM -UN"},
      {"-std=c99 -ansi", "-std=c99 -ansi"},
      {"-include x.h -isystem a -iquoteb", "-include x.h -isystem a -iquote b"},
      {"-I@x", "-I ./@x"},
      {"-funsigned-char -fshort-enums -pthread", "-funsigned-char -fshort-enums -pthread"},
      {"-O2 -g -Wall -Wno-unused -fPIC -m64 -c", ""},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *got = accept(cases[i][0], TRUE);
    g_assert_cmpstr(got, ==, cases[i][1]);
  }
}

static void test_refused(void) {
  static const char *const cases[] = {"-fplugin=x.so",
                                      "-fpass-plugin=x.so",
                                      "-load",
                                      "-Xclang",
                                      "-o",
                                      "-ofile",
                                      "@file",
                                      "-MD",
                                      "-MFx",
                                      "-save-temps",
                                      "-ftime-trace",
                                      "-fprofile-generate=x",
                                      "-fmodules",
                                      "-fcas-path=x",
                                      "--config=x",
                                      "-Bx",
                                      "-specs=x",
                                      "--sysroot=x",
                                      "-Wl,-x",
                                      "-Wp,-MD,x",
                                      "-Wa,-a",
                                      "-mllvm",
                                      "-dumpdir",
                                      "-fdump-tree-all",
                                      "-include-pch",
                                      "-isystem-after",
                                      "-ffast-math",
                                      "-fsanitize=address",
                                      "-x",
                                      "file.c",
                                      "-",
                                      "",
                                      "-fuse-ld=x",
                                      "-emit-llvm",
                                      "-S",
                                      "-W",
                                      "-m32",
                                      "-I",
                                      "-D",
                                      "-include",
                                      "-Ofast",
                                      "-fno-sanitize=x"};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *quoted = g_shell_quote(cases[i]), *got = accept(quoted, TRUE);
    if (got) g_test_message("%s is passed on as '%s'", cases[i], got);
    g_assert_null(got);
  }
}

static void test_data_model(void) {
  g_autofree char *fits = accept("-m32", FALSE), *other = accept("-m64", FALSE);
  g_assert_cmpstr(fits, ==, "");
  g_assert_null(other);
}

/* The folder's paths, without what builds or is dangerous; that is named. */
static void test_command(void) {
  char *const words[] = {"-I../include", "-I",           "/usr/x",  "-DA=1", "-o",    "out.o",
                         "-MD",          "-MF",          "x.d",     "-c",    "-Wall", "-O3",
                         "in.c",         "-fplugin=bad", "-Xclang", "-load", "@more", "-std=gnu99",
                         "-include",     "config.h",     NULL};
  g_autoptr(GPtrArray) flags = g_ptr_array_new_with_free_func(g_free),
                       left = g_ptr_array_new_with_free_func(g_free);
  g_assert_true(flags_of_command(words, "/project/build", TRUE, flags, left, NULL));
  g_ptr_array_add(flags, NULL);
  g_ptr_array_add(left, NULL);
  g_autofree char *passed = g_strjoinv(" ", (char **)flags->pdata),
                  *not = g_strjoinv(" ", (char **)left->pdata);
  g_assert_cmpstr(passed, ==,
                  "-I /project/include -I /usr/x -DA=1 -std=gnu99 -include /project/build/config.h");
  g_assert_cmpstr(not, ==, "-fplugin=bad -Xclang @more");
}

static void test_absolute(void) {
  char *const flags[] = {"-I", "x", "-DA", "-std=c99", NULL};
  g_auto(GStrv) all = flags_absolute(flags);
  g_autofree char *x = g_canonicalize_filename("x", NULL);
  g_assert_cmpstr(all[0], ==, "-I");
  g_assert_cmpstr(all[1], ==, x);
  g_assert_cmpstr(all[2], ==, "-DA");
  g_assert_cmpuint(g_strv_length(all), ==, 4);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/flags/passed", test_passed);
  g_test_add_func("/flags/refused", test_refused);
  g_test_add_func("/flags/data-model", test_data_model);
  g_test_add_func("/flags/command", test_command);
  g_test_add_func("/flags/absolute", test_absolute);
  return g_test_run();
}
