/* SPDX-License-Identifier: GPL-3.0-or-later */
/* acf classify: is a concrete input one that fails?  By a characterization that was written before. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/limits.h"
#include "base/streams.h"
#include "cfc/json-build.h"
#include "cfc/read-json.h"
#include "cfc/read.h"
#include "command/command.h"
#include "native/concrete-point.h"
#include "native/triage.h"

typedef struct {
  char *batch;
  char **named;
  gboolean quiet;
  char **args; /* behind --, theirs */
} Call;

static void call_clear(Call *c) {
  g_free(c->batch);
  g_strfreev(c->named);
}

static gboolean check(const Call *c, int n_files, GError **error) {
  if (n_files != 1)
    return command_wrong(error, "classify",
                         n_files ? "more than one file given; arguments of the program come after --"
                                 : "no file given");
  if (c->batch && (c->named || *c->args))
    return command_wrong(error, "classify", "with --batch all inputs are in the file");
  return TRUE;
}

/* What comes after -- is for the program, whatever it looks like. */
static char **take_arguments(int *argc, char **argv) {
  for (int i = 1; i < *argc; i++)
    if (g_str_equal(argv[i], "--")) {
      argv[i] = NULL;
      *argc = i;
      return argv + i + 1;
    }
  return argv + *argc;
}

static gboolean parse(int *argc, char ***argv, Call *c, GError **error) {
  *c = (Call){.args = take_arguments(argc, *argv)};
  const GOptionEntry entries[] = {
      {"batch", 0, 0, G_OPTION_ARG_FILENAME, &c->batch,
       "Classify every line of a file (-: standard input), each a JSON object; one JSON object for each",
       "FILE.jsonl"},
      {"input", 0, 0, G_OPTION_ARG_STRING_ARRAY, &c->named,
       "Value of a parameter, or of another input by its name; may be repeated", "NAME=VALUE"},
      LIMIT_OPTION,
      {"quiet", 'q', 0, G_OPTION_ARG_NONE, &c->quiet, "Print nothing but errors: the exit status says it",
       NULL},
      {NULL}};
  g_autoptr(GOptionContext) context = g_option_context_new("CFC.json [-- ARGUMENT...] [<INPUT]");
  g_option_context_set_summary(
      context,
      "Says of a concrete input whether it fails (status 10), may fail (20) or cannot fail (0), by a\n"
      "characterization that acf --json wrote.");
  g_option_context_add_main_entries(context, entries, NULL);
  return g_option_context_parse(context, argc, argv, error) && check(c, *argc - 1, error);
}

static gboolean print(const char *text, GError **error) {
  if (streams_print(text)) return TRUE;
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "standard output: %s", g_strerror(errno));
  return FALSE;
}

static ExitStatus class_status(InputClass class) {
  return class == CLASS_FAILS ? EXIT_FAILURES : class == CLASS_MAY_FAIL ? EXIT_UNKNOWN : EXIT_SAFE;
}

/* What the input reaches if it fails in the partition. */
static const GArray *errors_of(const Cfc *c, const TriageAnswer *a) {
  if (a->class != CLASS_FAILS || a->partition < 0) return NULL;
  return ((const Partition *)c->partitions->pdata[a->partition])->errors;
}

/* ---- one input ---- */

/* All of a stream up to a size; FALSE with error: it cannot be read, or is larger. */
static gboolean read_all(FILE *f, gsize most, GString *text, GError **error) {
  char block[1 << 16];
  gsize n;
  while ((n = fread(block, 1, sizeof block, f)) > 0 && text->len <= most)
    g_string_append_len(text, block, (gssize)n);
  if (!ferror(f) && text->len <= most) return TRUE;
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "standard input: %s",
              ferror(f) ? g_strerror(errno) : "it is too large");
  return FALSE;
}

/* Standard input is read only where the program reads it: else a user would have to end it for nothing. */
static gboolean reads_input(const Cfc *c) {
  if (c->program->bounds.given & BOUND_STDIN_LENGTH) return TRUE;
  for (guint i = 0; i < c->program->sites->len; i++)
    if (program_site(c->program, i)->kind == SITE_STDIN) return TRUE;
  return FALSE;
}

static ConcreteInput *given_input(const Call *call, const Cfc *c, GError **error) {
  g_autoptr(ConcreteInput) in = concrete_new();
  g_autoptr(GString) text = g_string_new(NULL);
  for (char **a = call->args; *a; a++)
    if (!concrete_add_argument(in, *a, strlen(*a), error)) return NULL;
  for (char **n = call->named; n && *n; n++)
    if (!concrete_add_named(in, *n, error)) return NULL;
  if (reads_input(c) && !read_all(stdin, (gsize)limits.classify_line_mib << 20, text, error)) return NULL;
  concrete_set_text(in, text->str, text->len);
  return g_steal_pointer(&in);
}

/* A misspelt name would leave its input open. */
static gboolean check_names(const Cfc *c, const ConcreteInput *in, GError **error) {
  g_autoptr(PointReader) all = point_reader_new(c, c->inputs);
  const char *stray = point_reader_stray(all, in);
  return !stray || command_wrong(error, "classify", "the program has no input named '%s'", stray);
}

static void append_failure(GString *text, const Cfc *c, const char *how, Failure f) {
  g_string_append_printf(text, "%s %s at %s:%u\n", how, failure_row(f.kind)->text,
                         f.loc.file ? f.loc.file : c->program->path, f.loc.line);
}

/* "fails (case 2)", and what it reaches. */
static char *answer_text(const Cfc *c, const TriageAnswer *a) {
  GString *text = g_string_new(class_name(a->class));
  const GArray *errors = errors_of(c, a);
  if (a->partition >= 0) g_string_append_printf(text, " (case %d)", a->partition + 1);
  if (a->steps) g_string_append_printf(text, " (step %u of the automaton)", a->steps);
  if (a->reason) g_string_append_printf(text, ": %s", a->reason);
  g_string_append_c(text, '\n');
  for (guint i = 0; errors && i < errors->len; i++)
    append_failure(text, c, errors->len > 1 ? "may reach" : "reaches", g_array_index(errors, Failure, i));
  if (a->failure) append_failure(text, c, "reaches", *a->failure);
  return g_string_free(text, FALSE);
}

static ExitStatus classify_one(const Call *call, const Cfc *c, GError **error) {
  g_autoptr(ConcreteInput) in = given_input(call, c, error);
  if (!in) return EXIT_DATA;
  if (!check_names(c, in, error)) return EXIT_USAGE;
  g_autoptr(Triage) t = triage_new(c);
  TriageAnswer a;
  if (!triage_input(t, in, &a, error)) return EXIT_DATA;
  g_autofree char *text = answer_text(c, &a);
  triage_answer_clear(&a);
  return call->quiet || print(text, error) ? class_status(a.class) : EXIT_OUTPUT;
}

/* ---- a batch ---- */

typedef enum { LINE_READ, LINE_TOO_LONG, LINE_END } LineEnd;

/* A line without its end; of one that is too long nothing is kept. */
static LineEnd read_line(FILE *f, GString *line) {
  const gsize most = (gsize)limits.classify_line_mib << 20;
  gboolean too_long = FALSE;
  int c;
  g_string_truncate(line, 0);
  while ((c = getc_unlocked(f)) != EOF && c != '\n') {
    too_long = too_long || line->len >= most;
    if (!too_long) g_string_append_c(line, (char)c);
  }
  if (c == EOF && line->len == 0 && !too_long) return LINE_END;
  return too_long ? LINE_TOO_LONG : LINE_READ;
}

/* A zero byte within a string would end it for the library. */
static gboolean has_zero(const GString *line) {
  for (const char *at = line->str; (at = strstr(at, "\\u0000")) != NULL; at++) {
    const char *first = at;
    while (first > line->str && first[-1] == '\\') first--;
    if ((at - first) % 2 == 0) return TRUE;
  }
  return strlen(line->str) != line->len;
}

static ConcreteInput *parse_line(const GString *line, GError **error) {
  if (has_zero(line)) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "a string has a zero byte: write it as base64");
    return NULL;
  }
  g_autoptr(JsonParser) parser = import_json_text(line->str, line->len, error);
  JsonNode *root = parser ? json_parser_get_root(parser) : NULL;
  if (parser && (!root || !JSON_NODE_HOLDS_OBJECT(root)))
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "the line is no JSON object");
  return root && JSON_NODE_HOLDS_OBJECT(root) ? concrete_read(json_node_get_object(root), error) : NULL;
}

/* The kinds of failure, each once: one is "kind", several are "kinds". */
static void append_kinds(GString *out, const GArray *errors) {
  guint seen = 0, n = 0;
  for (guint i = 0; i < errors->len; i++) {
    const guint bit = 1u << g_array_index(errors, Failure, i).kind;
    n += !(seen & bit);
    seen |= bit;
  }
  if (n == 0) return;
  g_string_append(out, n == 1 ? ", \"kind\": " : ", \"kinds\": [");
  for (guint k = 0, written = 0; k < FAILURE_KINDS; k++)
    if (seen & 1u << k) g_string_append_printf(out, "%s\"%s\"", written++ ? ", " : "", failure_row(k)->name);
  if (n > 1) g_string_append_c(out, ']');
}

static void append_answer(GString *out, const Cfc *c, const TriageAnswer *a) {
  const GArray *errors = errors_of(c, a);
  g_string_append_printf(out, "{\"class\": \"%s\"", class_name(a->class));
  if (a->partition >= 0) g_string_append_printf(out, ", \"partition\": %d", a->partition);
  if (a->steps) g_string_append_printf(out, ", \"step\": %u", a->steps);
  if (errors) append_kinds(out, errors);
  if (a->failure) g_string_append_printf(out, ", \"kind\": \"%s\"", failure_row(a->failure->kind)->name);
  if (a->reason) {
    g_string_append(out, ", \"reason\": ");
    json_append_string(out, a->reason);
  }
  g_string_append(out, "}\n");
}

typedef struct {
  const Cfc *cfc;
  Triage *triage;
  InputClass worst;
  guint wrong; /* lines that are no inputs */
} Batch;

static void answer_line(Batch *b, LineEnd end, const GString *line, GString *out) {
  g_autoptr(GError) error = NULL;
  TriageAnswer a;
  if (end == LINE_TOO_LONG) g_set_error(&error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "the line is too long");
  g_autoptr(ConcreteInput) in = error ? NULL : parse_line(line, &error);
  if (in && triage_input(b->triage, in, &a, &error)) {
    append_answer(out, b->cfc, &a);
    b->worst = MAX(b->worst, a.class);
    triage_answer_clear(&a);
    return;
  }
  b->wrong++;
  g_string_append(out, "{\"error\": ");
  json_append_string(out, error->message);
  g_string_append(out, "}\n");
}

static gboolean is_blank(const GString *line) { return strspn(line->str, " \t\r") == line->len; }

static ExitStatus answer_lines(Batch *b, FILE *f, const Call *call, GError **error) {
  g_autoptr(GString) line = g_string_new(NULL), out = g_string_new(NULL);
  for (LineEnd end; (end = read_line(f, line)) != LINE_END;) {
    if (end == LINE_READ && is_blank(line)) continue;
    g_string_truncate(out, 0);
    answer_line(b, end, line, out);
    if (!call->quiet && !print(out->str, error)) return EXIT_OUTPUT;
  }
  if (ferror(f)) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "cannot read %s: %s", call->batch,
                g_strerror(errno));
    return EXIT_DATA;
  }
  if (b->wrong > 0)
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: %u line%s no input", call->batch, b->wrong,
                b->wrong == 1 ? " is" : "s are");
  return b->wrong > 0 ? EXIT_DATA : class_status(b->worst);
}

static ExitStatus classify_batch(const Call *call, const Cfc *c, GError **error) {
  const gboolean standard = g_str_equal(call->batch, "-");
  FILE *f = standard ? stdin : fopen(call->batch, "rb");
  if (!f) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "cannot read %s: %s", call->batch,
                g_strerror(errno));
    return EXIT_DATA;
  }
  g_autoptr(Triage) t = triage_new(c);
  Batch b = {c, t, CLASS_CANNOT_FAIL, 0};
  const ExitStatus status = answer_lines(&b, f, call, error);
  if (!standard) fclose(f);
  return status;
}

ExitStatus classify_command(int argc, char **argv, GError **error) {
  Call call;
  ExitStatus status = EXIT_USAGE;
  if (parse(&argc, &argv, &call, error)) {
    g_autoptr(Cfc) c = cfc_read(argv[1], error);
    status = !c ? EXIT_DATA : call.batch ? classify_batch(&call, c, error) : classify_one(&call, c, error);
  }
  call_clear(&call);
  term_store_clear();
  return status;
}
