/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as SMT-LIB 2.
 *
 * A term of acf has one sort per width, SMT-LIB has three kinds of value for it: Bool, bit-vector and (for
 * the floating-point operations) FloatingPoint.  Every node has the kind its operator gives; where a use
 * wants another kind a conversion is written, so a chain of floating-point operations never goes through
 * bits. */
#include "formula/print-walk.h"

typedef enum { KIND_BOOL, KIND_BITS, KIND_FLOAT, KIND_ARRAY } Kind;

typedef struct {
  const InputNames *names;
  PrintWalk *walk;
  guint8 *kind; /* by place */
} Smt2;

/* Context of a term piece: the kind that is wanted, and whether this is the term's own definition. */
#define DEFINITION 8u

static const char *const bits_name[TERM_N_OPS] = {
    [TERM_NOT] = "bvnot",   [TERM_AND] = "bvand",   [TERM_OR] = "bvor",      [TERM_XOR] = "bvxor",
    [TERM_ULT] = "bvult",   [TERM_ULE] = "bvule",   [TERM_SLT] = "bvslt",    [TERM_SLE] = "bvsle",
    [TERM_ADD] = "bvadd",   [TERM_SUB] = "bvsub",   [TERM_MUL] = "bvmul",    [TERM_UDIV] = "bvudiv",
    [TERM_UREM] = "bvurem", [TERM_SDIV] = "bvsdiv", [TERM_SREM] = "bvsrem",  [TERM_SHL] = "bvshl",
    [TERM_LSHR] = "bvlshr", [TERM_ASHR] = "bvashr", [TERM_CONCAT] = "concat"};
static const char *const bool_name[TERM_N_OPS] = {
    [TERM_NOT] = "not", [TERM_AND] = "and", [TERM_OR] = "or", [TERM_XOR] = "xor"};
static const char *const float_name[TERM_N_OPS] = {
    [TERM_FADD] = "fp.add RNE", [TERM_FSUB] = "fp.sub RNE", [TERM_FMUL] = "fp.mul RNE",
    [TERM_FDIV] = "fp.div RNE", [TERM_FEQ] = "fp.eq",       [TERM_FSQRT] = "fp.sqrt RNE",
    [TERM_FLT] = "fp.lt",       [TERM_FLE] = "fp.leq"};
static const char *const rounding_name[] = {"RNE", "RNA", "RTN", "RTP", "RTZ"};

static const char *float_sort(guint width) { return width == 32 ? "8 24" : "11 53"; }

/* SMT-LIB leaves the bits of a NaN open; terms do not. */
static const char *nan_bits(guint width) { return width == 32 ? "#x7fc00000" : "#x7ff8000000000000"; }

static gboolean is_nan(guint width, guint64 bits) {
  const guint64 infinity = width == 32 ? 0x7f800000u : G_GUINT64_CONSTANT(0x7ff0000000000000);
  return (bits & (term_mask(width) >> 1)) > infinity;
}

static Kind kind_below(const Smt2 *s, const Term *t) { return s->kind[print_place(s->walk, t)]; }

/* An ite is a float only when no bit pattern of a NaN can get lost by that. */
static gboolean is_float_ite(const Smt2 *s, const Term *t) {
  gboolean some = FALSE;
  for (guint k = 1; k < 3; k++) {
    const gboolean here = kind_below(s, t->args[k]) == KIND_FLOAT;
    if (!here && !(term_is_const(t->args[k]) && !is_nan(t->width, t->args[k]->param))) return FALSE;
    some |= here;
  }
  return some;
}

static Kind own_kind(const Smt2 *s, const Term *t) {
  if (t->index_width > 0) return KIND_ARRAY;
  if (term_gives_float(t->op)) return KIND_FLOAT;
  switch ((TermOp)t->op) {
  case TERM_EQ:
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE:
  case TERM_FEQ:
  case TERM_FLT:
  case TERM_FLE: return KIND_BOOL;
  case TERM_CONST:
  case TERM_NOT:
  case TERM_AND:
  case TERM_OR:
  case TERM_XOR: return t->width == 1 ? KIND_BOOL : KIND_BITS;
  case TERM_ITE: return t->width == 1 ? KIND_BOOL : is_float_ite(s, t) ? KIND_FLOAT : KIND_BITS;
  default: return KIND_BITS;
  }
}

static void emit_constant(Writer *w, guint width, guint64 value) {
  if (width % 4 == 0) {
    writer_format(w, "#x%0*" G_GINT64_MODIFIER "x", (int)(width / 4), value);
    return;
  }
  char digits[65];
  for (guint i = 0; i < width; i++) digits[i] = (char)('0' + (value >> (width - 1 - i) & 1));
  digits[width] = '\0';
  writer_format(w, "#b%s", digits);
}

static void emit_args(Writer *w, const Term *t, Kind kind) {
  for (guint k = 0; k < t->n_args; k++) {
    writer_text(w, " ");
    writer_term(w, t->args[k], kind);
  }
  writer_text(w, ")");
}

static void emit_extension(Writer *w, const Smt2 *s, const Term *t) {
  const Term *a = t->args[0];
  if (kind_below(s, a) != KIND_BOOL) {
    writer_format(w, "((_ %s %u)", t->op == TERM_ZEXT ? "zero_extend" : "sign_extend", t->width - a->width);
    emit_args(w, t, KIND_BITS);
    return;
  }
  writer_text(w, "(ite ");
  writer_term(w, a, KIND_BOOL);
  writer_text(w, " ");
  emit_constant(w, t->width, t->op == TERM_ZEXT ? 1 : term_mask(t->width));
  writer_text(w, " ");
  emit_constant(w, t->width, 0);
  writer_text(w, ")");
}

static void emit_mixed(Writer *w, const Term *t, Kind first, Kind rest, const char *operator) {
  writer_format(w, "(%s ", operator);
  writer_term(w, t->args[0], first);
  for (guint k = 1; k < t->n_args; k++) {
    writer_text(w, " ");
    writer_term(w, t->args[k], rest);
  }
  writer_text(w, ")");
}

static void emit_array(Writer *w, const Term *t) {
  writer_format(w, "((as const (Array (_ BitVec %u) (_ BitVec %u)))", t->index_width, t->width);
  emit_args(w, t, KIND_BITS);
}

static void emit_float_conversion(Writer *w, const Term *t) {
  switch ((TermOp)t->op) {
  case TERM_FROUND: writer_format(w, "(fp.roundToIntegral %s", rounding_name[t->param]); break;
  case TERM_FCVT:
  case TERM_SITOF: writer_format(w, "((_ to_fp %s) RNE", float_sort(t->width)); break;
  case TERM_UITOF: writer_format(w, "((_ to_fp_unsigned %s) RNE", float_sort(t->width)); break;
  case TERM_FTOSI: writer_format(w, "((_ fp.to_sbv %u) RTZ", t->width); break;
  default: writer_format(w, "((_ fp.to_ubv %u) RTZ", t->width); break;
  }
  emit_args(w, t, t->op == TERM_SITOF || t->op == TERM_UITOF ? KIND_BITS : KIND_FLOAT);
}

/* The node itself, as a value of its own kind. */
static void emit_node(Writer *w, Smt2 *s, const Term *t, Kind kind) {
  switch ((TermOp)t->op) {
  case TERM_CONST:
    if (t->width == 1)
      writer_text(w, t->param ? "true" : "false");
    else
      emit_constant(w, t->width, t->param);
    return;
  case TERM_INPUT: writer_format(w, "|%s|", print_symbol(s->walk, s->names, t)); return;
  case TERM_HAVOC: writer_format(w, "|havoc!%" G_GUINT64_FORMAT "|", t->param); return;
  case TERM_ITE: emit_mixed(w, t, KIND_BOOL, kind, "ite"); return;
  case TERM_EQ:
    emit_mixed(w, t, t->args[0]->width == 1 ? KIND_BOOL : KIND_BITS,
               t->args[0]->width == 1 ? KIND_BOOL : KIND_BITS, "=");
    return;
  case TERM_EXTRACT:
    writer_format(w, "((_ extract %u %u)", (guint)t->param + t->width - 1, (guint)t->param);
    emit_args(w, t, KIND_BITS);
    return;
  case TERM_ZEXT:
  case TERM_SEXT: emit_extension(w, s, t); return;
  case TERM_FROUND:
  case TERM_FCVT:
  case TERM_FTOSI:
  case TERM_FTOUI:
  case TERM_SITOF:
  case TERM_UITOF: emit_float_conversion(w, t); return;
  case TERM_ARRAY: emit_array(w, t); return;
  case TERM_SELECT: emit_mixed(w, t, KIND_ARRAY, KIND_BITS, "select"); return;
  case TERM_STORE: emit_mixed(w, t, KIND_ARRAY, KIND_BITS, "store"); return;
  default: break;
  }
  const char *const *names = float_name[t->op]                       ? float_name
                             : kind == KIND_BOOL && bool_name[t->op] ? bool_name
                                                                     : bits_name;
  writer_format(w, "(%s", names[t->op]);
  emit_args(w, t, names == float_name ? KIND_FLOAT : names == bool_name ? KIND_BOOL : KIND_BITS);
}

static void emit(Writer *w, const Term *t, guint context, gpointer printer) {
  Smt2 *s = printer;
  const guint place = print_place(s->walk, t);
  const Kind kind = s->kind[place], want = context & ~DEFINITION;
  if (want == KIND_BITS && term_is_const(t)) {
    emit_constant(w, t->width, t->param);
    return;
  }
  if (kind != want && want == KIND_BOOL) writer_text(w, "(= ");
  if (kind != want && want == KIND_FLOAT) writer_format(w, "((_ to_fp %s) ", float_sort(t->width));
  if (kind != want && want == KIND_BITS) writer_text(w, kind == KIND_BOOL ? "(ite " : "(let ((f ");
  if (s->walk->name[place] && !(context & DEFINITION))
    writer_format(w, "t%u", s->walk->name[place]);
  else
    emit_node(w, s, t, kind);
  if (kind == want) return;
  if (kind == KIND_FLOAT)
    writer_format(w, ")) (ite (fp.isNaN f) %s (fp.to_ieee_bv f)))", nan_bits(t->width));
  else
    writer_text(w, want == KIND_BOOL ? " #b1)" : kind == KIND_BOOL ? " #b1 #b0)" : ")");
}

static int by_level(gconstpointer a, gconstpointer b, gpointer walk) {
  const PrintWalk *w = walk;
  const guint pa = *(const guint *)a, pb = *(const guint *)b;
  if (w->level[pa] != w->level[pb]) return w->level[pa] < w->level[pb] ? -1 : 1;
  return pa < pb ? -1 : pa > pb;
}

/* One let per level: definitions of one level do not use each other, and parsers recurse per let. */
static void write_definitions(Writer *w, const Smt2 *s) {
  g_autoptr(GArray) named = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < s->walk->order->len; i++)
    if (s->walk->name[i]) g_array_append_val(named, i);
  g_array_sort_with_data(named, by_level, s->walk);
  guint level = 0;
  for (guint k = 0; k < named->len; k++) {
    const guint i = g_array_index(named, guint, k);
    if (s->walk->level[i] != level)
      writer_text(w, level ? ") (let (" : "(let (");
    else
      writer_text(w, " ");
    level = s->walk->level[i];
    writer_format(w, "(t%u ", s->walk->name[i]);
    writer_term(w, s->walk->order->pdata[i], s->kind[i] | DEFINITION);
    writer_text(w, ")");
  }
  if (level) writer_text(w, ") ");
}

static gboolean has_fmod(const PrintWalk *w) {
  for (guint i = 0; i < w->order->len; i++)
    if (((const Term *)w->order->pdata[i])->op == TERM_FREM) return TRUE;
  return FALSE;
}

char *print_smt2(const InputNames *names, const Term *t) {
  PrintWalk *walk = print_walk_new(t, 0);
  if (has_fmod(walk)) {
    print_walk_free(walk);
    return NULL;
  }
  Smt2 s = {names, walk, g_new0(guint8, walk->order->len)};
  for (guint i = 0; i < walk->order->len; i++) s.kind[i] = own_kind(&s, walk->order->pdata[i]);
  Writer *w = writer_new();
  write_definitions(w, &s);
  writer_term(w, t, t->index_width ? KIND_ARRAY : t->width == 1 ? KIND_BOOL : KIND_BITS);
  for (guint i = 0; i < walk->n_levels; i++) writer_text(w, ")");
  writer_run(w, emit, &s, 0);
  g_free(s.kind);
  print_walk_free(walk);
  return g_string_free(writer_free(w), FALSE);
}
