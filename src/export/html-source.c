/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program in the report: input calls, error calls, and the branches that matter. */
#include <string.h>
#include "ctext/scan.h"
#include "ctext/source.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "export/html.h"
#include "ir/print.h"

typedef enum { MARK_PASSED, MARK_SLICED, MARK_DECIDES, MARK_INPUT, MARK_ERROR } MarkKind;
static const char *const classes[] = {"passed", "sliced", "decides", "input", "error"};

typedef struct {
  guint line, column;
  MarkKind kind;
  char *label;
  guint64 partitions; /* a bit for each of the first 64 */
} Mark;

/* The file that is being shown. */
typedef struct {
  const Cfc *cfc;
  const char *file;
} Shown;

static void mark_clear(gpointer mark) { g_free(((Mark *)mark)->label); }

static int by_place(gconstpointer a, gconstpointer b) {
  const Mark *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->column != y->column) return x->column < y->column ? -1 : 1;
  return (int)y->kind - (int)x->kind;
}

static guint64 bit(guint i) { return i < 64 ? G_GUINT64_CONSTANT(1) << i : 0; }

/* Takes the label. One mark for each place and kind. */
static void add_mark(GArray *marks, const Shown *c, IrLoc loc, MarkKind kind, char *label,
                     guint64 partitions) {
  const gboolean here = loc.line > 0 && g_str_equal(loc.file ? loc.file : c->cfc->program->path, c->file);
  for (guint i = 0; here && i < marks->len; i++) {
    Mark *m = &g_array_index(marks, Mark, i);
    if (m->line != loc.line || m->column != loc.column || (m->kind >= MARK_INPUT) != (kind >= MARK_INPUT))
      continue;
    if (kind > m->kind) {
      m->kind = kind;
      g_free(m->label);
      m->label = g_steal_pointer(&label);
    }
    m->partitions |= partitions;
    g_free(label);
    return;
  }
  const Mark m = {loc.line, loc.column, kind, label, partitions};
  if (here)
    g_array_append_val(marks, m);
  else
    g_free(label);
}

/* Every input of a site that is read has its own name; the site shows the first. */
static void mark_inputs(GArray *marks, const Shown *shown) {
  const Cfc *c = shown->cfc;
  ClaimInputs *inputs = claim_inputs_new(c);
  for (guint pass = 0; pass < 2; pass++) /* those that matter first: they name their site */
    for (guint i = 0; i < inputs->all->len; i++) {
      const Term *input = inputs->all->pdata[i];
      const gboolean matters = claim_input_matters(inputs, input);
      if (matters != (pass == 0)) continue;
      g_autofree char *name = input_short_name(c->program, input);
      add_mark(marks, shown, program_site(c->program, input_key_unpack(input->param).site)->loc, MARK_INPUT,
               g_strdup_printf(matters ? "input %s" : "input %s %s", name, claim_idle_text(c)), 0);
    }
  claim_inputs_free(inputs);
}

static void mark_errors(GArray *marks, const Shown *shown) {
  const Cfc *c = shown->cfc;
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = c->partitions->pdata[i];
    for (guint k = 0; k < p->errors->len; k++) {
      const Failure f = g_array_index(p->errors, Failure, k);
      add_mark(marks, shown, f.loc, MARK_ERROR,
               g_strconcat(failure_row(f.kind)->text, claim_fails(p) ? " reached" : NULL, NULL), bit(i));
    }
  }
  for (guint f = 0; f < c->program->functions->len; f++) {
    const GPtrArray *blocks = program_function(c->program, f)->blocks;
    for (guint b = 0; b < blocks->len; b++) {
      const IrBlock *block = blocks->pdata[b];
      if (block->term == IR_ERROR)
        add_mark(marks, shown, block->term_loc, MARK_ERROR, g_strdup(failure_row(block->failure)->text), 0);
    }
  }
}

static void mark_branches(GArray *marks, const Shown *shown) {
  const Cfc *c = shown->cfc;
  static const char *const labels[] = {"passed", "does not matter", "decides"};
  for (guint i = 0; i < c->branches->len; i++) {
    const CfcBranch *b = &g_array_index(c->branches, CfcBranch, i);
    const char *label = b->assumption && b->role == BRANCH_DECIDES ? "must hold" : labels[b->role];
    add_mark(marks, shown, b->loc, (MarkKind)b->role, g_strdup(label), bit(b->partition));
  }
}

static gboolean starts_statement(const char *text, gsize n) {
  static const char *const words[] = {"if", "while", "for", "switch", "do"};
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (strlen(words[i]) == n && strncmp(text, words[i], n) == 0) return TRUE;
  return FALSE;
}

/* How far the condition that begins at the place goes on this line: to the end of its brackets, or to the
 * next operator that branches; a keyword goes with its brackets. */
static gsize condition_length(const char *text, gsize length) {
  guint depth = 0;
  gsize n = 0, end = 0;
  while (n < length && ctext_is_name(text[n])) n++;
  const gboolean statement = starts_statement(text, n);
  for (gsize i = 0; i < length; i++) {
    if (text[i] == '(') depth++;
    if (depth == 0 && (text[i] == ')' || (text[i] == ';' && !statement))) break;
    if (depth == 0 && i + 1 < length && (strncmp(text + i, "&&", 2) == 0 || strncmp(text + i, "||", 2) == 0))
      return i == 0 ? 2 : end;
    if (text[i] == ')' && --depth == 0 && statement) return i + 1;
    if (depth == 0 && text[i] == '?') return i == 0 ? 1 : end;
    if (!g_ascii_isspace(text[i])) end = i + 1;
  }
  return statement ? n : MAX(end, 1);
}

static gsize mark_length(const Mark *m, const char *text, gsize length) {
  gsize n = 0;
  if (m->kind < MARK_INPUT) return condition_length(text, length);
  while (n < length && ctext_is_name(text[n])) n++;
  return MAX(n, 1);
}

/* The text of a line, its marked words in mark elements. */
static void append_code(GString *out, const char *text, gsize length, const Mark *marks, guint n) {
  gsize done = 0;
  const gsize shown = MIN(length, limits.report_source_line_bytes);
  for (guint i = 0; i < n; i++) {
    const gsize at = marks[i].column > 0 ? marks[i].column - 1 : 0;
    if (at < done || at >= shown) continue;
    gsize word = MIN(mark_length(&marks[i], text + at, length - at), shown - at);
    if (i + 1 < n &&
        marks[i + 1].column > marks[i].column) /* marks do not nest: the next one cuts it short */
      word = MIN(word, marks[i + 1].column - marks[i].column);
    html_text_len(out, text + done, at - done);
    g_string_append_printf(out, "<mark class=\"%s\">", classes[marks[i].kind]);
    html_text_len(out, text + at, word);
    g_string_append(out, "</mark>");
    done = at + word;
  }
  html_text_len(out, text + done, shown - done);
  if (shown < length) g_string_append(out, " <span class=\"cut\">(line cut)</span>");
}

static void append_labels(GString *out, const Mark *marks, guint n) {
  for (guint i = 0; i < n; i++) {
    gboolean said = FALSE; /* two branches of a line may say the same */
    for (guint k = 0; k < i; k++)
      said |= marks[k].kind == marks[i].kind && g_str_equal(marks[k].label, marks[i].label);
    if (said) continue;
    g_string_append_printf(out, " <span class=\"tag %s\">", classes[marks[i].kind]);
    html_text(out, marks[i].label);
    g_string_append(out, "</span>");
  }
}

static void append_row(GString *out, const char *id, guint line, const char *text, gsize length,
                       const Mark *marks, guint n) {
  MarkKind strongest = MARK_PASSED;
  guint64 partitions = 0;
  for (guint i = 0; i < n; i++) {
    strongest = MAX(strongest, marks[i].kind);
    partitions |= marks[i].partitions;
  }
  g_string_append_printf(out, "<tr id=\"%s%u\"", id, line);
  if (n > 0) g_string_append_printf(out, " class=\"%s\"", classes[strongest]);
  if (partitions != 0) {
    g_string_append(out, " data-p=\"");
    const char *space = "";
    for (guint i = 0; i < 64; i++)
      if (partitions & bit(i)) {
        g_string_append_printf(out, "%s%u", space, i);
        space = " ";
      }
    g_string_append_c(out, '"');
  }
  g_string_append_printf(out, "><th scope=\"row\">%u</th><td><code>", line);
  append_code(out, text, length, marks, n);
  g_string_append(out, "</code>");
  append_labels(out, marks, n);
  g_string_append(out, "</td></tr>\n");
}

static void append_rows(GString *out, const char *id, const char *text, gsize size, const GArray *marks) {
  guint line = 1, next = 0;
  for (const char *p = text, *end = text + size; p < end && line <= limits.report_source_lines; line++) {
    const char *stop = memchr(p, '\n', (gsize)(end - p));
    if (stop == NULL) stop = end;
    while (next < marks->len && g_array_index(marks, Mark, next).line < line) next++;
    guint n = 0;
    while (next + n < marks->len && g_array_index(marks, Mark, next + n).line == line) n++;
    const gsize length = (gsize)(stop - p) - (stop > p && stop[-1] == '\r');
    append_row(out, id, line, p, length, n > 0 ? &g_array_index(marks, Mark, next) : NULL, n);
    p = stop + 1;
  }
}

char *html_line_id(const Program *p, const char *file) {
  guint i = 0;
  while (i < p->files->len && !g_str_equal(((const SourceFile *)p->files->pdata[i])->path, file)) i++;
  return i > 0 && i < p->files->len ? g_strdup_printf("F%uL", i + 1) : g_strdup("L");
}

static void append_file(GString *out, const Cfc *c, const char *file, const Source *text) {
  const Shown shown = {c, file};
  g_autoptr(GArray) marks = g_array_new(FALSE, FALSE, sizeof(Mark));
  g_array_set_clear_func(marks, mark_clear);
  mark_branches(marks, &shown);
  mark_inputs(marks, &shown);
  mark_errors(marks, &shown);
  g_array_sort(marks, by_place);
  g_string_append(
      out, "<div class=\"source\" role=\"region\" tabindex=\"0\" aria-label=\"Program text\">\n<table>\n");
  g_autofree char *id = html_line_id(c->program, file);
  append_rows(out, id, text->text, text->size, marks);
  g_string_append(out, "</table>\n</div>\n");
  if (text->lines->len - 1 > limits.report_source_lines)
    g_string_append_printf(out, "<p class=\"note\">Only the first %d of %u lines are shown.</p>\n",
                           limits.report_source_lines, text->lines->len - 1);
}

/* Each file; where there are several, under its name. */
static gboolean append_files(GString *out, const Cfc *c, const char *path) {
  const GPtrArray *files = c->program->files;
  for (guint i = 0; i < MAX(files->len, 1); i++) {
    const SourceFile *f = files->len ? (const SourceFile *)files->pdata[i] : NULL;
    if (f && !source_file_has_places(f)) continue;
    const char *file = f ? f->path : c->program->path;
    g_autoptr(Source) text =
        f && f->text ? source_new(f->text, f->length) : source_read(i ? file : path, NULL);
    if (!text) return FALSE;
    if (files->len > 1) html_format(out, "<h3>%s</h3>\n", file);
    append_file(out, c, file, text);
  }
  return TRUE;
}

void html_source(GString *out, const Cfc *c, const char *path) {
  if (!path || !append_files(out, c, path))
    html_format(out, "<p>The program %s could not be read again.</p>\n", c->program->path);
  else if (c->branches->len > 0)
    g_string_append(
        out, "<p class=\"note\">The branches that the runs of the examples take: <b>decides</b>, the failure "
             "depends on it; <b>does not matter</b>, an input decides it but the failure does not depend "
             "on it; <b>passed</b>, taken whatever the inputs are.</p>\n");
}
