/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C text for harnesses. */
#include "native/harness-text.h"
#include <string.h>
#include "ctext/scan.h"

#define NONDET(what) "__VERIFIER_nondet_" what
const NativeInput native_inputs[] = {{NONDET("bool"), "_Bool"},
                                     {NONDET("char"), "char"},
                                     {NONDET("uchar"), "unsigned char"},
                                     {NONDET("short"), "short"},
                                     {NONDET("ushort"), "unsigned short"},
                                     {NONDET("int"), "int"},
                                     {NONDET("uint"), "unsigned int"},
                                     {NONDET("long"), "long"},
                                     {NONDET("ulong"), "unsigned long"},
                                     {NONDET("longlong"), "long long"},
                                     {NONDET("ulonglong"), "unsigned long long"},
                                     {NONDET("float"), "float"},
                                     {NONDET("double"), "double"},
                                     {NONDET("pointer"), "void *"},
                                     {NONDET("size_t"), "__SIZE_TYPE__"},
                                     {NULL, NULL}};

/* Headers only where they declare no functions: the program's error functions may have any name. */
static const char start[] =
    "#include <elf.h>\n"
    "#include <sys/syscall.h>\n"
    "#define ACF_WEAK __attribute__((weak))\n"
    "#define ACF_PLAIN __attribute__((no_instrument_function))\n"
    "long syscall(long, ...);\n"
    "void *mmap(void *, __SIZE_TYPE__, int, int, int, long);\n"
    "\n"
    "/* Functions by name: the symbol table of the running program has static ones, too. */\n"
    "#if __SIZEOF_POINTER__ == 8\n"
    "typedef Elf64_Ehdr acf_file;\n"
    "typedef Elf64_Shdr acf_section;\n"
    "typedef Elf64_Sym acf_symbol;\n"
    "#else\n"
    "typedef Elf32_Ehdr acf_file;\n"
    "typedef Elf32_Shdr acf_section;\n"
    "typedef Elf32_Sym acf_symbol;\n"
    "#endif\n"
    "ACF_PLAIN void acf_anchor(void) {}\n"
    "ACF_PLAIN static int acf_same(const char *a, const char *b) {\n"
    "  while (*a && *a == *b) a++, b++;\n"
    "  return *a == *b;\n"
    "}\n"
    "ACF_PLAIN static char *acf_image(void) {\n"
    "  static char *image;\n"
    "  int file;\n"
    "  long size;\n"
    "  if (image) return image;\n"
    "  file = (int)syscall(SYS_openat, -100, \"/proc/self/exe\", 0, 0);\n"
    "  size = syscall(SYS_lseek, file, 0l, 2);\n"
    "  image = size > 0 ? mmap(0, (__SIZE_TYPE__)size, 1, 2, file, 0) : 0;\n"
    "  if (image == (char *)-1) image = 0;\n"
    "  syscall(SYS_close, file);\n"
    "  return image;\n"
    "}\n"
    "ACF_PLAIN static char *acf_find(const char *name, unsigned n) {\n"
    "  char *image = acf_image(), *found = 0;\n"
    "  const acf_file *file = (acf_file *)image;\n"
    "  const acf_section *all;\n"
    "  unsigned i, k;\n"
    "  long moved = 0;\n"
    "  if (!image) return 0;\n"
    "  all = (acf_section *)(image + file->e_shoff);\n"
    "  for (i = 0; i < file->e_shnum; i++) {\n"
    "    const acf_symbol *symbols = (acf_symbol *)(image + all[i].sh_offset);\n"
    "    const char *names;\n"
    "    if (all[i].sh_type != SHT_SYMTAB) continue;\n"
    "    names = image + all[all[i].sh_link].sh_offset;\n"
    "    for (k = 0; k < all[i].sh_size / sizeof *symbols; k++) {\n"
    "      if ((symbols[k].st_info & 15) != STT_FUNC || !symbols[k].st_value) continue;\n"
    "      if (acf_same(names + symbols[k].st_name, \"acf_anchor\"))\n"
    "        moved = (long)((char *)acf_anchor - (char *)0) - (long)symbols[k].st_value;\n"
    "      if (!found && acf_same(names + symbols[k].st_name, name) && n-- == 0)\n"
    "        found = (char *)0 + symbols[k].st_value;\n"
    "    }\n"
    "  }\n"
    "  return found ? found + moved : 0;\n"
    "}\n\n";

void native_append_start(GString *out) { g_string_append(out, start); }

/* A program may have several static functions of one name, by its headers. */
void native_append_errors(GString *out, const Property *p, const char *fail) {
  for (char **name = p->error_functions; *name; name++)
    g_string_append_printf(out, "ACF_WEAK void %s() { %s(); }\n", *name, fail);
  g_string_append(out, "static const char *const acf_errors[] = {");
  for (char **name = p->error_functions; *name; name++)
    g_string_append_printf(out, "%s\"%s\"", name == p->error_functions ? "" : ", ", *name);
  g_string_append_printf(
      out,
      "};\n"
      "ACF_PLAIN void __cyg_profile_func_enter(void *function, void *from) {\n"
      "  enum { N = sizeof acf_errors / sizeof *acf_errors, MOST = 4 };\n"
      "  static char *known[N][MOST], ready;\n"
      "  unsigned i, k;\n"
      "  (void)from;\n"
      "  for (i = 0; i < N * MOST && !ready; i++) known[i / MOST][i %% MOST] = acf_find(acf_errors[i / "
      "MOST], i "
      "%% MOST);\n"
      "  ready = 1;\n"
      "  for (i = 0; i < N; i++)\n"
      "    for (k = 0; k < MOST && known[i][k]; k++)\n"
      "      if (function == known[i][k]) %s();\n"
      "}\n"
      "ACF_PLAIN void __cyg_profile_func_exit(void *function, void *from) { (void)function; (void)from; }\n",
      fail);
}

gboolean native_is_name(const char *name) {
  return *name && !g_ascii_isdigit(*name) && ctext_word_end(name, 0) == strlen(name);
}

static void append_object(GString *out, const char *name, guint64 size) {
  g_string_append_printf(out, "ACF_WEAK char %s[%" G_GUINT64_FORMAT "] __attribute__((aligned(16)));\n", name,
                         MAX(size, 1));
}

void native_append_externals(GString *out, const Program *p) {
  for (guint i = 0; i < p->external_functions->len; i++) {
    const char *name = p->external_functions->pdata[i];
    gboolean done = property_is_error(p->property, name);
    for (guint k = 0; k < p->sites->len && !done; k++)
      done = g_strcmp0(program_site(p, k)->function, name) == 0; /* the harness has it as an input */
    if (!done) g_string_append_printf(out, "ACF_WEAK void %s() {}\n", name);
  }
  for (guint i = 0; i < p->globals->len; i++) {
    const IrGlobal *g = program_global(p, i);
    if (g->external && native_is_name(g->name)) append_object(out, g->name, g->size);
  }
}

static gboolean is_called(const char *code, const char *name) {
  for (const char *hit = strstr(code, name); hit; hit = strstr(hit + 1, name)) {
    const gsize at = (gsize)(hit - code);
    if (ctext_word_at(code, at, name) && code[ctext_skip_blank(code, at + strlen(name))] == '(') return TRUE;
  }
  return FALSE;
}

void native_append_unknown(GString *out, const GPtrArray *names, const char *program_text) {
  enum { ROOM = 65536 };
  g_autofree char *code = ctext_code_and_directives(program_text);
  for (guint i = 0; i < names->len; i++) {
    const char *name = names->pdata[i];
    if (is_called(code, name))
      g_string_append_printf(out, "ACF_WEAK long long %s() { return 0; }\n", name);
    else
      append_object(out, name, ROOM);
  }
}

/* "...: warning: undefined reference to `name'", or of other linkers "warning: undefined symbol: name". */
GPtrArray *native_undefined(const char *said) {
  static const char *const signs[] = {"undefined reference to ", "undefined symbol: "};
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  g_auto(GStrv) lines = g_strsplit(said, "\n", -1);
  for (char **line = lines; *line; line++)
    for (guint i = 0; i < G_N_ELEMENTS(signs); i++) {
      const char *at = strstr(*line, signs[i]);
      if (!at) continue;
      at += strlen(signs[i]);
      if (*at == '`' || *at == '\'') at++;
      g_autofree char *name = g_strndup(at, strcspn(at, "' \t\r"));
      if (native_is_name(name) && !g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
        g_ptr_array_add(names, g_steal_pointer(&name));
    }
  return names;
}
