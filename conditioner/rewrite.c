/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditioned programs as C source.
 *
 * Each call that the condition speaks about becomes a call of a function of its own, whose name is as long as
 * the one before where it can be, so that no column moves.  Their declarations stand before the first
 * declaration of the text, on the same line; their definitions behind the last line. */
#include "conditioner/rewrite.h"
#include "base/limits.h"
#include <string.h>
#include "conditioner/calls.h"
#include "conditioner/rewrite-text.h"
#include "formula/print-exec-c.h"
#include "ir/print.h"
#include "base/job.h"
#include "frontend/join.h"

G_DEFINE_QUARK(acf - rewrite - error, rewrite_error)

/* An input site that the condition speaks about. */
typedef struct {
  const InputSite *site;
  const SourceCall *call; /* or the variable; NULL: an argument of the entry function */
  const char *argument;   /* its name */
  guint width;            /* of its values */
  GArray *occurrences;    /* guint, ascending */
  const char *type;       /* C type of its values */
  char *name;             /* of the function that gives them */
  char *fresh;            /* C expression of any value */
  char *declaration;      /* of what it calls; NULL: is declared */
} Redirect;

typedef struct {
  const Program *program;
  const char *text;
  char *prefix; /* of every name put in */
  SourcePlaces *places;
  GPtrArray *redirects; /* by site; NULL: not mentioned */
  GArray *edits;        /* TextEdit */
} Rewriter;

static void redirect_free(gpointer data) {
  Redirect *r = data;
  if (!r) return;
  g_array_unref(r->occurrences);
  g_free(r->name);
  g_free(r->fresh);
  g_free(r->declaration);
  g_free(r);
}

static gboolean refuse(GError **error, const Program *p, IrLoc loc, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
static gboolean refuse(GError **error, const Program *p, IrLoc loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *why = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error(error, ACF_REWRITE_ERROR, 0, "%s:%u: the condition cannot be embedded into the source: %s",
              loc.file ? loc.file : p->path, loc.line, why);
  return FALSE;
}

/* --- which call is which input --- */

static gboolean is_place(const Program *p, const InputSite *s, const char *name, guint line, guint column) {
  const char *own = s->function ? s->function : s->variable;
  return own && g_str_equal(own, name) && s->loc.column == column && line && joined_line(p, s->loc) == line;
}

/* The one call, or variable, at the site's place.  NULL with the reason. */
static const SourceCall *find_place(const Rewriter *w, const GArray *among, const Redirect *r,
                                    GError **error) {
  const InputSite *s = r->site;
  const char *name = s->function ? s->function : s->variable;
  const SourceCall *found = NULL;
  guint n_found = 0, n_sites = 0;
  for (guint i = 0; i < among->len; i++) {
    const SourceCall *c = &g_array_index(among, SourceCall, i);
    if (is_place(w->program, s, c->function, c->line, c->column)) found = c, n_found++;
  }
  for (guint i = 0; i < w->program->sites->len; i++)
    n_sites += is_place(w->program, program_site(w->program, i), name, joined_line(w->program, s->loc),
                        s->loc.column);
  if (n_found == 0)
    refuse(error, w->program, s->loc,
           "%s does not stand there (it may be called through a pointer, or in a header)", name);
  else if (n_found > 1 || n_sites > 1)
    refuse(error, w->program, s->loc, "a macro makes several of %s in one place", name);
  else if (!found->written)
    refuse(error, w->program, s->loc, "%s comes from a macro that is used more than once", name);
  else if (!found->type || found->width < r->width)
    refuse(error, w->program, s->loc, "%s is neither an integer, a number nor a pointer", name);
  else
    return found;
  return NULL;
}

/* --- where values come from --- */

static const struct {
  const char *type, *suffix;
} any_value[] = {{"_Bool", "bool"},
                 {"char", "char"},
                 {"signed char", "char"},
                 {"unsigned char", "uchar"},
                 {"short", "short"},
                 {"unsigned short", "ushort"},
                 {"int", "int"},
                 {"unsigned int", "uint"},
                 {"long", "long"},
                 {"unsigned long", "ulong"},
                 {"long long", "longlong"},
                 {"unsigned long long", "ulonglong"},
                 {"float", "float"},
                 {"double", "double"},
                 {"void *", "pointer"}};

/* For a function that is not known to give any value of its type: one that is. */
static char *any_value_of(const char *type) {
  for (guint i = 0; i < G_N_ELEMENTS(any_value); i++)
    if (g_str_equal(any_value[i].type, type))
      return g_strconcat("__VERIFIER_nondet_", any_value[i].suffix, NULL);
  g_assert_not_reached();
}

static const char *type_of_width(guint width, gboolean is_signed) {
  switch (width) {
  case 8: return is_signed ? "signed char" : "unsigned char";
  case 16: return is_signed ? "short" : "unsigned short";
  case 32: return is_signed ? "int" : "unsigned int";
  default: return is_signed ? "long long" : "unsigned long long";
  }
}

static gboolean is_number(const char *type) {
  return g_str_equal(type, "float") || g_str_equal(type, "double");
}

/* __VERIFIER_nondet_char gives a char even when it is declared to return an int. */
static char *of_site(const Redirect *r, char *value) {
  g_autofree char *whole = value;
  if (r->call->pointer || is_number(r->type) || r->width == r->call->width) return g_steal_pointer(&whole);
  if (r->width == 1) return g_strdup_printf("%s != 0", whole);
  return g_strdup_printf("(%s)%s", type_of_width(r->width, r->site->is_signed), whole);
}

/* The call itself gives any value, to every verifier. */
static gboolean is_plain(const Redirect *r) {
  return site_has(r->site, INPUT_COMMON) && r->call->n_arguments == 0;
}

static gboolean set_source(Rewriter *w, Redirect *r, GError **error) {
  const SourceCall *c = r->call;
  const gboolean own = is_plain(r);
  g_autofree char *source = own ? g_strdup(c->function) : any_value_of(r->type);
  if (c->defined)
    return refuse(error, w->program, r->site->loc, "%s has a body, which a verifier would follow",
                  c->function);
  if (!own && c->start == c->end)
    return refuse(error, w->program, r->site->loc, "the call of %s is part of a macro", c->function);
  if (own && c->pointer && !c->declared)
    return refuse(error, w->program, r->site->loc, "%s is not declared at file scope", c->function);
  if (!own || !c->declared) r->declaration = g_strdup_printf("extern %s %s();", r->type, source);
  r->fresh = of_site(r, g_strconcat(source, "()", NULL));
  return TRUE;
}

/* --- the edits --- */

static void add_edit(Rewriter *w, gsize at, gsize removed, char *text) {
  const TextEdit edit = {at, removed, text};
  g_array_append_val(w->edits, edit);
}

/* As long as the name that it replaces, when that is long enough. */
static char *name_like(const char *start, gsize length) {
  GString *name = g_string_new(start);
  while (name->len < length) g_string_append_c(name, '_');
  return g_string_free(name, FALSE);
}

static gboolean redirect_call(Rewriter *w, Redirect *r, GError **error) {
  const SourceCall *c = r->call = find_place(w, w->places->calls, r, error);
  if (!c) return FALSE;
  r->type = c->type;
  if (!set_source(w, r, error)) return FALSE;
  g_autofree char *start = g_strdup_printf("%sin_%u", w->prefix, r->site->id);
  if (is_plain(r)) {
    r->name = name_like(start, c->n_name);
    add_edit(w, c->name, c->n_name, g_strconcat(r->name, c->whole ? "()" : NULL, NULL));
  } else { /* its arguments are evaluated as before */
    r->name = g_steal_pointer(&start);
    add_edit(w, c->start, 0, g_strdup("("));
    add_edit(w, c->end, 0, g_strdup_printf(", %s())", r->name));
  }
  return TRUE;
}

/* What the variable holds when it is declared becomes an input like others. */
static gboolean redirect_variable(Rewriter *w, Redirect *r, GError **error) {
  const InputSite *s = r->site;
  const gboolean scalar = s->variable && !s->function;
  const SourceCall *c = r->call = scalar ? find_place(w, w->places->variables, r, NULL) : NULL;
  if (!c || c->width != r->width)
    return refuse(error, w->program, s->loc, "it speaks about uninitialised memory (%s)",
                  s->variable ? s->variable : "without a name");
  r->type = c->type;
  g_autofree char *source = any_value_of(r->type);
  r->declaration = g_strdup_printf("extern %s %s();", r->type, source);
  r->fresh = g_strconcat(source, "()", NULL);
  r->name = g_strdup_printf("%sin_%u", w->prefix, s->id);
  add_edit(w, c->name + c->n_name, 0, g_strdup_printf(" = %s()", r->name));
  return TRUE;
}

static gboolean refuse_global(const Rewriter *w, const InputSite *s, GError **error) {
  for (guint i = 0; i < w->program->globals->len; i++) {
    const IrGlobal *g = program_global(w->program, i);
    if (g->external && g->site == s->id)
      return refuse(error, w->program, g->loc, "it speaks about %s, which is defined elsewhere", g->name);
  }
  return refuse(error, w->program, s->loc, "it speaks about memory that is defined elsewhere");
}

/* Which of the entry function's it is, from 0. */
static guint parameter_number(const Program *p, const InputSite *s) {
  guint n = 0;
  for (guint i = 0; i < s->id; i++) n += site_is_argument(program_site(p, i));
  return n;
}

static gboolean redirect_argument(Rewriter *w, Redirect *r, guint number, const char *type, GError **error) {
  r->type = type;
  r->argument = number < w->places->parameters->len ? w->places->parameters->pdata[number] : "";
  return *r->argument || refuse(error, w->program, r->site->loc, "parameter %u of %s has no name", number + 1,
                                w->program->property->entry);
}

static gboolean redirect_parameter(Rewriter *w, Redirect *r, GError **error) {
  if (w->program->driver) /* there is no text yet that makes what pointers lead to */
    return refuse(error, w->program, r->site->loc, "it speaks about %s, and arguments are made of several inputs",
                  r->site->source.path);
  return redirect_argument(w, r, parameter_number(w->program, r->site), r->site->type, error);
}

static gboolean redirect_argc(Rewriter *w, Redirect *r, GError **error) {
  const SourcePart part = r->site->source.part;
  if (part != SOURCE_NONE && part != SOURCE_COUNT)
    return refuse(error, w->program, r->site->loc, "it speaks about the contents of arguments");
  return redirect_argument(w, r, 0, "int", error);
}

/* What the program reads from outside has no place in the text that could be restricted. */
static gboolean refuse_outside(Rewriter *w, Redirect *r, GError **error) {
  return refuse(error, w->program, r->site->loc, "it speaks about %s", input_kind_row(r->site->kind)->text);
}

static gboolean redirect_outside(Rewriter *w, Redirect *r, GError **error) {
  return r->site->function ? redirect_call(w, r, error) : refuse_global(w, r->site, error);
}

/* --- what is chosen for an input --- */

static char *choose_any(const Rewriter *w, const Redirect *r) {
  (void)w;
  return g_strdup(r->fresh);
}

static char *choose_argument(const Rewriter *w, const Redirect *r) {
  return g_strdup_printf("%sa%u", w->prefix, r->site->id);
}

/* argc, or how many arguments there are besides the program's name. */
static char *choose_count(const Rewriter *w, const Redirect *r) {
  if (r->site->source.part == SOURCE_COUNT) return choose_argument(w, r);
  return g_strdup_printf("(int)((unsigned int)%sa%u - 1u)", w->prefix, r->site->id);
}

/* By kind of input: how its reads are redirected, and what the condition's variables for it become. */
#define REWRITE_NONDET                                                                                       \
  { redirect_outside, choose_any }
#define REWRITE_UNINITIALISED                                                                                \
  { redirect_variable, choose_any }
#define REWRITE_EXTERNAL                                                                                     \
  { redirect_outside, choose_any }
#define REWRITE_ARGV                                                                                         \
  { redirect_argc, choose_count }
#define REWRITE_STDIN                                                                                        \
  { refuse_outside, choose_any }
#define REWRITE_FILE                                                                                         \
  { refuse_outside, choose_any }
#define REWRITE_ENV                                                                                          \
  { refuse_outside, choose_any }
#define REWRITE_GLOBAL                                                                                       \
  { refuse_outside, choose_any }
#define REWRITE_PARAMETER                                                                                    \
  { redirect_parameter, choose_argument }
static const struct {
  gboolean (*redirect)(Rewriter *w, Redirect *r, GError **error);
  char *(*choose)(const Rewriter *w, const Redirect *r);
} ways[SITE_KINDS] = {
#define INPUT_KIND(id, ...) [SITE_##id] = REWRITE_##id,
#include "ir/input-kinds.def"
#undef INPUT_KIND
};

static gboolean redirect_inputs(Rewriter *w, const Term *assume, GError **error) {
  g_autoptr(GPtrArray) inputs = term_inputs(assume);
  g_ptr_array_set_size(w->redirects, (gint)w->program->sites->len);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = inputs->pdata[i];
    const InputKey key = input_key_unpack(input->param);
    Redirect *r = w->redirects->pdata[key.site];
    if (!r) {
      r = w->redirects->pdata[key.site] = g_new0(Redirect, 1);
      r->site = program_site(w->program, key.site);
      r->width = input->width;
      r->occurrences = g_array_new(FALSE, FALSE, sizeof(guint));
      if (!ways[r->site->kind].redirect(w, r, error)) return FALSE;
    }
    if (!r->call && key.occurrence != 1)
      return refuse(error, w->program, r->site->loc, "it speaks about arguments of later calls");
    if (input->width != r->width || key.offset != 0)
      return refuse(error, w->program, r->site->loc, "it speaks about a part of an input");
    g_array_append_val(r->occurrences, key.occurrence);
  }
  return TRUE;
}

/* --- what is put in --- */

static guint occurrence(const Redirect *r, guint i) { return g_array_index(r->occurrences, guint, i); }

/* What the condition needs of the entry function's arguments, as text: "int __acf_a0, char __acf_a2", or
 * their names in the entry function. */
static char *arguments(const Rewriter *w, gboolean declared) {
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < w->redirects->len; i++) {
    const Redirect *r = w->redirects->pdata[i];
    if (!r || r->call) continue;
    g_string_append(out, out->len ? ", " : "");
    if (declared)
      g_string_append_printf(out, "%s %sa%u", r->type, w->prefix, i);
    else
      g_string_append(out, r->argument);
  }
  if (declared && !out->len) g_string_append(out, "void");
  return g_string_free(out, FALSE);
}

static char *declarations(const Rewriter *w) {
  g_autofree char *list = arguments(w, TRUE);
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < w->redirects->len; i++) {
    const Redirect *r = w->redirects->pdata[i];
    if (r && r->call)
      g_string_append_printf(out, "%s%s%s(void); ", r->type, r->call->pointer ? "" : " ", r->name);
  }
  g_string_append_printf(out, "int %sbegin(%s); ", w->prefix, list);
  return g_string_free(out, FALSE);
}

/* Counts as far as it matters, so that the count never wraps around. */
static void define_input(const Rewriter *w, const Redirect *r, GString *out) {
  const guint id = r->site->id, last = occurrence(r, r->occurrences->len - 1);
  g_string_append_printf(out, "%s%s%s(void) {\n  if (%sn%u == %uu) return %s;\n  %sn%u++;\n", r->type,
                         r->call->pointer ? "" : " ", r->name, w->prefix, id, last, r->fresh, w->prefix, id);
  for (guint i = 0; i + 1 < r->occurrences->len; i++)
    g_string_append_printf(out, "  if (%sn%u == %uu) return %sv%u_%u;\n", w->prefix, id, occurrence(r, i),
                           w->prefix, id, occurrence(r, i));
  if (last > r->occurrences->len)
    g_string_append_printf(out, "  if (%sn%u != %uu) return %s;\n", w->prefix, id, last, r->fresh);
  g_string_append_printf(out, "  return %sv%u_%u;\n}\n", w->prefix, id, last);
}

static void define_variables(const Rewriter *w, const Redirect *r, GString *out) {
  if (r->declaration) g_string_append_printf(out, "%s\n", r->declaration);
  if (r->call) g_string_append_printf(out, "static unsigned int %sn%u;\n", w->prefix, r->site->id);
  for (guint i = 0; i < r->occurrences->len; i++)
    g_string_append_printf(out, "static %s %sv%u_%u;\n", r->type, w->prefix, r->site->id, occurrence(r, i));
}

static ExecLeaf leaf_of(gpointer data, const Term *input) {
  const Rewriter *w = data;
  const InputKey key = input_key_unpack(input->param);
  const Redirect *r = w->redirects->pdata[key.site];
  const InputSite *s = r->site;
  g_autofree char *variable = g_strdup_printf("%sv%u_%u", w->prefix, key.site, key.occurrence);
  if (is_number(r->type)) return (ExecLeaf){g_steal_pointer(&variable), FALSE, TRUE};
  if (r->call && r->call->pointer)
    return (ExecLeaf){g_strdup_printf("((unsigned long)%s)", variable), FALSE, FALSE};
  const char *type = type_of_width(r->width, s->is_signed);
  if (r->width == 1 || g_str_equal(type, r->type))
    return (ExecLeaf){g_steal_pointer(&variable), s->is_signed && r->width > 1, FALSE};
  return (ExecLeaf){g_strdup_printf("((%s)%s)", type, variable), s->is_signed, FALSE};
}

static void choose_inputs(const Rewriter *w, GString *out) {
  g_autofree char *list = arguments(w, TRUE);
  g_string_append_printf(out, "int %sbegin(%s) {\n", w->prefix, list);
  if (w->places->entry_used)
    g_string_append(out, "  static int begun;\n  if (begun) return 1;\n  begun = 1;\n");
  for (guint i = 0; i < w->redirects->len; i++) {
    const Redirect *r = w->redirects->pdata[i];
    g_autofree char *chosen = r ? ways[r->site->kind].choose(w, r) : NULL;
    for (guint k = 0; r && k < r->occurrences->len; k++)
      g_string_append_printf(out, "  %sv%u_%u = %s;\n", w->prefix, i, occurrence(r, k), chosen);
  }
  g_string_append_printf(out, "  return %sholds();\n}\n", w->prefix);
}

static char *definitions(Rewriter *w, const Term *assume, GError **error) {
  g_autoptr(GString) out = g_string_new(w->text[0] && !g_str_has_suffix(w->text, "\n") ? "\n" : "");
  g_autofree char *head = g_strdup_printf("static int %sholds(void)", w->prefix);
  g_string_append(out, "/* The condition on the inputs: those that it mentions are chosen first. */\n");
  for (guint i = 0; i < w->redirects->len; i++)
    if (w->redirects->pdata[i]) define_variables(w, w->redirects->pdata[i], out);
  for (guint i = 0; i < w->redirects->len; i++) {
    const Redirect *r = w->redirects->pdata[i];
    if (r && r->call) define_input(w, r, out);
  }
  if (!term_to_exec_c(assume, head, w->prefix, leaf_of, w, out, error)) {
    g_prefix_error(error, "%s: the condition cannot be embedded into the source: ", w->program->path);
    return NULL;
  }
  choose_inputs(w, out);
  return g_string_free(g_steal_pointer(&out), FALSE);
}

static gboolean put_in(Rewriter *w, const Term *assume, GError **error) {
  g_autofree char *names = arguments(w, FALSE);
  char *code = definitions(w, assume, error);
  if (!code) return FALSE;
  add_edit(w, strlen(w->text), 0, code);
  add_edit(w, w->places->first, 0, declarations(w));
  add_edit(
      w, w->places->body, 0,
      g_strdup_printf(" if (!%sbegin(%s)) return%s;", w->prefix, names, w->places->returns_void ? "" : " 0"));
  return TRUE;
}

/* --- the whole --- */

static char *unused_prefix(const char *text) {
  char *prefix = g_strdup("__acf_");
  for (guint i = 2; strstr(text, prefix); i++) {
    g_free(prefix);
    prefix = g_strdup_printf("__acf%u_", i);
  }
  return prefix;
}

static gboolean edit_text(Rewriter *w, const Term *assume, GError **error) {
  const Program *p = w->program;
  const IrFunction *entry = program_function(p, p->entry);
  const gboolean lp64 = p->pointer_width == 64;
  if (term_dag_size(assume, limits.conditioner_nodes) >= limits.conditioner_nodes)
    return refuse(error, p, entry->loc, "it is too large for a program");
  if (strstr(w->text, "constructor"))
    return refuse(error, p, entry->loc, "constructors run before %s", entry->name);
  w->places = source_places(p->path, w->text, joined_flags(p), lp64, entry->name, error);
  if (!w->places) return FALSE;
  if (w->places->body == 0)
    return refuse(error, p, entry->loc, "the body of %s comes from a macro or a header", entry->name);
  return redirect_inputs(w, assume, error) && put_in(w, assume, error);
}

typedef struct {
  const Program *program;
  const Term *assume;
  const char *text;
} Task;

/* The result must compile; what does not is no verifier's business. */
static gboolean check_result(const Task *task, const ConditionedSource *c, GError **error) {
  const Program *p = task->program;
  const IrFunction *entry = program_function(p, p->entry);
  GError *problem = NULL;
  SourcePlaces *places =
      source_places(p->path, c->text, joined_flags(p), p->pointer_width == 64, entry->name, &problem);
  if (!places) refuse(error, p, entry->loc, "the result does not compile (%s)", problem->message);
  g_clear_error(&problem);
  const gboolean good = places != NULL;
  source_places_free(places);
  return good;
}

static ConditionedSource *rewrite(const Task *task, GError **error) {
  Rewriter w = {.program = task->program, .text = task->text, .prefix = unused_prefix(task->text)};
  w.redirects = g_ptr_array_new_with_free_func(redirect_free);
  w.edits = g_array_new(FALSE, FALSE, sizeof(TextEdit));
  ConditionedSource *c = NULL;
  if (edit_text(&w, task->assume, error)) c = conditioned_source_new(task->text, w.edits);
  for (guint i = 0; i < w.edits->len; i++) g_free(g_array_index(w.edits, TextEdit, i).text);
  if (c && !check_result(task, c, error)) g_clear_pointer(&c, conditioned_source_free);
  g_array_unref(w.edits);
  g_ptr_array_unref(w.redirects);
  source_places_free(w.places);
  g_free(w.prefix);
  return c;
}

/* In the child: a byte that says whether it was done; the reason, or the edits and the text. */
static gboolean rewrite_job(gpointer data, GByteArray *answer) {
  g_autoptr(GError) error = NULL;
  ConditionedSource *c = rewrite(data, &error);
  const guint8 done = c != NULL;
  g_byte_array_append(answer, &done, 1);
  if (!c) {
    g_byte_array_append(answer, (const guint8 *)error->message, (guint)strlen(error->message));
    return TRUE;
  }
  g_byte_array_append(answer, (const guint8 *)&c->edits->len, sizeof c->edits->len);
  g_byte_array_append(answer, (const guint8 *)c->edits->data, c->edits->len * (guint)sizeof(RewriteEdit));
  g_byte_array_append(answer, (const guint8 *)c->text, (guint)strlen(c->text));
  conditioned_source_free(c);
  return TRUE;
}

static ConditionedSource *read_answer(const GByteArray *answer, const char *original) {
  ConditionedSource *c = g_new0(ConditionedSource, 1);
  guint n, at = 1 + sizeof n;
  memcpy(&n, answer->data + 1, sizeof n);
  c->edits = g_array_new(FALSE, FALSE, sizeof(RewriteEdit));
  g_array_append_vals(c->edits, answer->data + at, n);
  at += n * (guint)sizeof(RewriteEdit);
  c->text = g_strndup((const char *)answer->data + at, answer->len - at);
  c->original = g_strdup(original);
  return c;
}

/* libclang works in a process of its own: nothing that it does to a strange text is the end of acf. */
static ConditionedSource *rewrite_apart(Task *task, GError **error) {
  g_autoptr(GByteArray) answer = NULL;
  if (job_interrupted()) return rewrite(task, error);
  const JobState state =
      job_run("rewrite", rewrite_job, task, (JobLimits){limits.conditioner_seconds, 0}, &answer);
  if (state == JOB_DONE && answer->data[0]) return read_answer(answer, task->text);
  if (state == JOB_DONE)
    g_set_error(error, ACF_REWRITE_ERROR, 0, "%.*s", (int)answer->len - 1, (const char *)answer->data + 1);
  else
    g_set_error(error, ACF_REWRITE_ERROR, 0, "%s: the source could not be read by libclang",
                task->program->path);
  return NULL;
}

ConditionedSource *conditioned_source(const Program *p, const Term *assume, GError **error) {
  g_assert(assume->width == 1 && !assume->has_havoc);
  g_autofree char *text = join_files(p, error);
  if (!text) return NULL;
  Task task = {p, assume, text};
  if (!term_is_true(assume)) return rewrite_apart(&task, error);
  g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(TextEdit));
  return conditioned_source_new(text, none);
}

char *condition_source(const Program *p, const Term *assume, GError **error) {
  ConditionedSource *c = conditioned_source(p, assume, error);
  char *text = c ? g_steal_pointer(&c->text) : NULL;
  conditioned_source_free(c);
  return text;
}
