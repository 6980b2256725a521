/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a program to a seed. */
#include "audit/seed.h"
#include <string.h>
#include "audit/ask.h"
#include "base/scratch.h"
#include "conditioner/flatten.h"
#include "ctext/scan.h"
#include "frontend/frontend.h"
#include "frontend/libclang.h"
#include "ir/property.h"
#include "portfolio/error-body.h"

/* ---- taking checks out ---- */

typedef struct {
  guint from, to;
  const char *by;
} Cut;

typedef struct {
  GArray *cuts; /* Cut */
  const Property *property;
} Stripper;

static void cut(Stripper *s, CXCursor c, const char *by) {
  Cut one = {.by = by};
  libclang_extent(c, &one.from, &one.to);
  g_array_append_val(s->cuts, one);
}

static gboolean is_check_function(const Stripper *s, CXCursor function) {
  return property_is_error(s->property, libclang_intern(clang.getCursorSpelling(function)));
}

static CXCursor body_of(CXCursor function) {
  g_autoptr(GArray) parts = libclang_children(function);
  for (guint i = 0; i < parts->len; i++)
    if (clang.getCursorKind(g_array_index(parts, CXCursor, i)) == CXCursor_CompoundStmt)
      return g_array_index(parts, CXCursor, i);
  return (CXCursor){0};
}

/* TRUE: nothing of it is left to be looked at.  A static error function cannot be left undefined. */
static gboolean strip_function(Stripper *s, CXCursor function) {
  const char *name = libclang_intern(clang.getCursorSpelling(function));
  const gboolean error =
      is_check_function(s, function) && clang.Cursor_getStorageClass(function) != CX_SC_Static;
  if (!error && !g_str_equal(name, "__VERIFIER_assert")) return FALSE;
  cut(s, body_of(function), error ? ";" : "{ }");
  return TRUE;
}

static enum CXChildVisitResult find_checks(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  Stripper *s = (Stripper *)data;
  const enum CXCursorKind kind = clang.getCursorKind(c);
  if (kind == CXCursor_FunctionDecl && clang.isCursorDefinition(c) && strip_function(s, c))
    return CXChildVisit_Continue;
  if (kind != CXCursor_CallExpr) return CXChildVisit_Recurse;
  CXCursor called = clang.getCursorReferenced(c);
  if (clang.Cursor_isNull(called) || !is_check_function(s, called)) return CXChildVisit_Recurse;
  cut(s, c, "((void)0)");
  return CXChildVisit_Continue;
}

static gint by_start(gconstpointer a, gconstpointer b) {
  const Cut *x = (const Cut *)a, *y = (const Cut *)b;
  return x->from < y->from ? -1 : x->from > y->from;
}

static char *make_cuts(const char *text, GArray *cuts) {
  GString *out = g_string_new(NULL);
  gsize done = 0;
  g_array_sort(cuts, by_start);
  for (guint i = 0; i < cuts->len; i++) {
    const Cut *c = &g_array_index(cuts, Cut, i);
    if (c->from < done || c->to < c->from) continue;
    g_string_append_len(out, text + done, (gssize)(c->from - done));
    g_string_append(out, c->by);
    for (gsize k = c->from; k < c->to; k++) /* no line moves */
      if (text[k] == '\n') g_string_append_c(out, '\n');
    done = c->to;
  }
  g_string_append(out, text + done);
  return g_string_free(out, FALSE);
}

char *seed_strip(const char *path, const char *text, gboolean lp64, GError **error) {
  if (!libclang_load()) {
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_TOOL, "libclang 19 is not installed: audits need it");
    return NULL;
  }
  g_autoptr(Property) property = property_new(PROPERTY_UNREACH_CALL, NULL, NULL);
  g_autoptr(GArray) cuts = g_array_new(FALSE, FALSE, sizeof(Cut));
  Stripper s = {cuts, property};
  CXIndex index = clang.createIndex(0, 0);
  CXTranslationUnit unit = libclang_parse(index, path, text, NULL, lp64, CXTranslationUnit_None);
  if (unit) {
    clang.visitChildren(clang.getTranslationUnitCursor(unit), find_checks, &s);
    clang.disposeTranslationUnit(unit);
  } else {
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_SEED, "%s: libclang cannot read it", path);
  }
  clang.disposeIndex(index);
  g_autofree char *stripped = unit ? make_cuts(text, cuts) : NULL;
  return stripped ? error_body_declare(stripped, error_function_usual(), error) : NULL;
}

/* ---- what is left cannot fail ---- */

/* An error function that is called by a pointer, or that is static, is still there. */
static gboolean still_fails(const Program *p) {
  for (guint f = 0; f < p->functions->len; f++) {
    const GPtrArray *blocks = program_function(p, f)->blocks;
    for (guint b = 0; b < blocks->len; b++)
      if (((const IrBlock *)blocks->pdata[b])->term == IR_ERROR) return TRUE;
  }
  return FALSE;
}

static gboolean check_safe(const Seed *s, double seconds, GError **error) {
  g_autoptr(Statement) said = ask_acf(s->text, s->lp64, seconds, (gsize)4 << 30);
  if (said->verdict == TOOL_SAFE) return TRUE;
  if (said->verdict == TOOL_FAILING)
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_SEED, "%s: it still fails without its checks%s%s",
                s->path, said->example ? ", for example for " : "", said->example ? said->example : "");
  else
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_SEED,
                "%s: it still has an error call, and it could not be shown in %g s that no run comes there",
                s->path, seconds);
  return FALSE;
}

/* As every analyzer will read it. */
static gboolean check_program(const Seed *s, double seconds, GError **error) {
  g_autoptr(Scratch) scratch = scratch_new(error);
  if (!scratch) return FALSE;
  g_autofree char *name = g_path_get_basename(s->path), *path = scratch_file(scratch, name);
  const FrontendOptions options = {.lp64 = s->lp64};
  if (!g_file_set_contents(path, s->text, -1, error)) return FALSE;
  Program *p = frontend_load(path, &options, error);
  if (!p) {
    if (error && *error && strstr((*error)->message, scratch->path)) { /* the file as the user knows it */
      g_auto(GStrv) parts = g_strsplit((*error)->message, path, -1);
      g_autofree char *message = g_strjoinv(s->path, parts);
      g_clear_error(error);
      g_set_error_literal(error, ACF_AUDIT_ERROR, AUDIT_ERROR_SEED, message);
    }
    return FALSE;
  }
  const gboolean fails = still_fails(p);
  program_free(p);
  return !fails || check_safe(s, seconds, error);
}

Seed *seed_read(const char *path, gboolean lp64, double seconds, GError **error) {
  g_autoptr(Seed) s = g_new0(Seed, 1);
  g_autofree char *given = NULL;
  gsize size;
  if (!g_file_get_contents(path, &given, &size, error)) return NULL;
  if (strlen(given) != size) {
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_SEED, "%s: it is no text", path);
    return NULL;
  }
  g_autofree char *flat = flatten_source(path, given, NULL, lp64, error);
  s->text = flat ? seed_strip(path, flat, lp64, error) : NULL;
  if (!s->text) return NULL;
  s->path = g_strdup(path);
  s->lp64 = lp64;
  s->hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, s->text, -1);
  if (!check_program(s, seconds, error)) return NULL;
  s->syntax = syntax_read(path, s->text, lp64, error);
  return s->syntax ? g_steal_pointer(&s) : NULL;
}

void seed_free(Seed *s) {
  if (!s) return;
  g_free(s->path);
  g_free(s->text);
  g_free(s->hash);
  syntax_free(s->syntax);
  g_free(s);
}
