/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts for verifiers without a preprocessor, and in another folder. */
#include "conditioner/flatten.h"
#include "base/scratch.h"
#include <string.h>

typedef struct {
  Scratch *scratch;
  char *path; /* of the program; x.h is beside it */
} Folder;

static Folder folder(void) {
  Folder f = {scratch_new(NULL), NULL};
  g_autofree char *header = scratch_file(f.scratch, "x.h");
  g_assert_true(
      g_file_set_contents(header, "#define LIMIT 7\n#pragma once\nint one;\n\nint two;\n", -1, NULL));
  f.path = scratch_file(f.scratch, "a b\\.c");
  return f;
}

static void folder_clear(Folder *f) {
  scratch_free(f->scratch);
  g_free(f->path);
}

static void check_flat(const Folder *f, const char *text, const char *expected) {
  g_autoptr(GError) error = NULL;
  g_autofree char *flat = flatten_source(f->path, text, NULL, FALSE, &error);
  g_assert_no_error(error);
  g_assert_cmpstr(flat, ==, expected);
}

static void test_lines(void) {
  Folder f = folder();
  /* headers in one line, macros where they are used, each line where it was */
  check_flat(&f, "int a;\n\n#include \"x.h\"\nint b =\n  LIMIT;\n",
             "int a;\n\nint one; int two;\nint b =\n  7;\n");
  check_flat(&f, "#define M(x) x + \\\n  1\nint a = M(\n2\n);\nint b;\n",
             "\n\nint a = 2 + 1;\n\n\nint b;\n");
  /* as many blank lines as there are */
  check_flat(&f, "#define X\nint a;\n\n\n\n\n\n\n\n\n\n\n\n\nint b;\n",
             "\nint a;\n\n\n\n\n\n\n\n\n\n\n\n\nint b;\n");
  /* what has nothing to preprocess stays, markers that name other files too; they do not count */
  check_flat(&f, "# 12 \"other.c\"\nint  a; /* x */\n#pragma pack(1)\n",
             "# 12 \"other.c\"\nint  a; /* x */\n#pragma pack(1)\n");
  check_flat(&f, "#define X 3\n# 12 \"other.c\"\nint a = X;\n", "\n\nint a = 3;\n");
  g_autoptr(GError) error = NULL;
  g_assert_null(flatten_source(f.path, "#include \"none.h\"\n", NULL, FALSE, &error));
  g_assert_nonnull(strstr(error->message, "none.h"));
  folder_clear(&f);
}

static void test_includes(void) {
  Folder f = folder();
  const char *text = "#include <stdio.h>\n # include  \"x.h\" // y\n#include \"none.h\"\nchar *s = "
                     "\"#include \\\"x.h\\\"\";\n/*\n#include \"x.h\"\n*/";
  g_autofree char *found = resolve_includes(f.path, text), *header = scratch_file(f.scratch, "x.h");
  g_autofree char *expected = g_strdup_printf("#include <stdio.h>\n # include  \"%s\" // y\n%s", header,
                                              strstr(text, "#include \"none"));
  g_assert_cmpstr(found, ==, expected);
  g_autofree char *again = resolve_includes(f.path, found);
  g_assert_cmpstr(again, ==, expected);
  folder_clear(&f);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/flatten/lines", test_lines);
  g_test_add_func("/flatten/includes", test_includes);
  return g_test_run();
}
