/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random terms and their direct evaluation. */
#include "random-terms.h"
#include <math.h>
#include <string.h>

guint64 random_value(GRand *rand, guint width) {
  guint64 any = (guint64)g_rand_int(rand) << 32 | g_rand_int(rand);
  guint64 value = any;
  switch (g_rand_int_range(rand, 0, 6)) {
  case 0: value = any % 4; break;
  case 1: value = 0 - any % 4; break;
  case 2: value = (G_GUINT64_CONSTANT(1) << (width - 1)) + any % 3 - 1; break;
  case 3: value = G_GUINT64_CONSTANT(1) << (any % 64); break;
  default: break;
  }
  return value & term_mask(width);
}

static guint64 random_float(GRand *rand, guint width) {
  static const double specials[] = {0.0,  1.0,  -1.0, 0.5,          -0.5,  1.5, 2.5,
                                    1e10, -3e9, 0.1,  4294967295.0, 1e-40, 3.0, -7.25};
  double d = specials[g_rand_int_range(rand, 0, G_N_ELEMENTS(specials))];
  switch (g_rand_int_range(rand, 0, 9)) {
  case 0: d = INFINITY; break;
  case 1: d = -INFINITY; break;
  case 2: d = NAN; break;
  case 3: d = -0.0; break;
  case 4: return random_value(rand, width);
  default: break;
  }
  guint64 bits = 0;
  float f = (float)d;
  if (width == 32)
    memcpy(&bits, &f, sizeof f);
  else
    memcpy(&bits, &d, sizeof d);
  return bits;
}

typedef struct {
  GRand *rand;
  const RandomPlan *plan;
  GArray *nodes;
} Maker;

static guint random_width(Maker *m) {
  guint n = 0;
  while (m->plan->widths[n]) n++;
  return m->plan->widths[g_rand_int_range(m->rand, 0, (gint32)n)];
}

static guint add(Maker *m, NaiveNode node) {
  const Term *args[4];
  for (guint i = 0; i < node.n_args; i++) args[i] = g_array_index(m->nodes, NaiveNode, node.args[i]).term;
  if (node.op == TERM_HAVOC)
    node.term = term_havoc((guint)node.param, node.width, node.index_width);
  else
    node.term = term_make(node.op, node.width, node.param, args, node.n_args);
  g_array_append_val(m->nodes, node);
  return m->nodes->len - 1;
}

static guint add_leaf(Maker *m, guint width) {
  gboolean is_float = m->plan->with_floats && (width == 32 || width == 64) && g_rand_boolean(m->rand);
  guint64 value = is_float ? random_float(m->rand, width) : random_value(m->rand, width);
  gint kind = g_rand_int_range(m->rand, 0, 5);
  if (kind == 0 && m->plan->with_havoc)
    return add(m, (NaiveNode){.op = TERM_HAVOC, .width = width, .param = g_rand_int_range(m->rand, 0, 3)});
  if (kind <= 2) return add(m, (NaiveNode){.op = TERM_CONST, .width = width, .param = value});
  InputKey key = {.site = width, .occurrence = 1 + (guint)g_rand_int_range(m->rand, 0, 3)};
  return add(m, (NaiveNode){.op = TERM_INPUT, .width = width, .param = input_key_pack(key)});
}

/* An earlier node of the sort, mostly a late one; made when there is none. */
static guint pick(Maker *m, guint width) {
  guint n = m->nodes->len;
  for (guint try = 0; try < 24 && n > 0; try++) {
    guint span = g_rand_boolean(m->rand) ? MIN(n, 12) : n;
    guint i = n - 1 - (guint)g_rand_int_range(m->rand, 0, (gint32)span);
    const NaiveNode *node = &g_array_index(m->nodes, NaiveNode, i);
    if (node->width == width && !node->index_width) return i;
  }
  return add_leaf(m, width);
}

static guint pick_array(Maker *m, guint width) {
  for (guint i = m->nodes->len; i-- > 0;) {
    const NaiveNode *node = &g_array_index(m->nodes, NaiveNode, i);
    if (node->index_width && node->width == width && g_rand_int_range(m->rand, 0, 3)) return i;
  }
  if (m->plan->with_havoc && g_rand_boolean(m->rand))
    return add(m,
               (NaiveNode){.op = TERM_HAVOC, .width = width, .index_width = NAIVE_INDEX_WIDTH, .param = 9});
  return add(m, (NaiveNode){.op = TERM_ARRAY,
                            .width = width,
                            .index_width = NAIVE_INDEX_WIDTH,
                            .param = NAIVE_INDEX_WIDTH,
                            .args = {pick(m, width)},
                            .n_args = 1});
}

static void add_array_operation(Maker *m) {
  guint width = 8, array = pick_array(m, width);
  NaiveNode node = {.width = width, .args = {array, pick(m, NAIVE_INDEX_WIDTH)}, .n_args = 2};
  switch (g_rand_int_range(m->rand, 0, 4)) {
  case 0: node.op = TERM_SELECT; break;
  case 1:
    node = (NaiveNode){.op = TERM_ITE,
                       .width = width,
                       .index_width = NAIVE_INDEX_WIDTH,
                       .args = {pick(m, 1), array, pick_array(m, width)},
                       .n_args = 3};
    break;
  default:
    node.op = TERM_STORE;
    node.index_width = NAIVE_INDEX_WIDTH;
    node.args[node.n_args++] = pick(m, width);
  }
  add(m, node);
}

static void add_float_operation(Maker *m) {
  TermOp op = (TermOp)g_rand_int_range(m->rand, TERM_FADD, TERM_UITOF + 1);
  guint width = g_rand_boolean(m->rand) ? 32 : 64, from = width;
  if (op == TERM_FCVT) from = 96 - width;
  if (op == TERM_SITOF || op == TERM_UITOF) from = random_width(m);
  if (op == TERM_FTOSI || op == TERM_FTOUI) width = random_width(m);
  if (op >= TERM_FEQ && op <= TERM_FLE) width = 1;
  gboolean binary = op <= TERM_FREM || (op >= TERM_FEQ && op <= TERM_FLE);
  NaiveNode node = {.op = op, .width = width, .args = {pick(m, from)}, .n_args = 1};
  if (binary) node.args[node.n_args++] = pick(m, from);
  if (op == TERM_FROUND) node.param = (guint64)g_rand_int_range(m->rand, 0, ROUND_TOWARD_ZERO + 1);
  add(m, node);
}

static gboolean has_width(const RandomPlan *plan, guint width) {
  for (const guint *w = plan->widths; *w; w++)
    if (*w == width) return TRUE;
  return FALSE;
}

static void add_part_operation(Maker *m, TermOp op) {
  guint width = random_width(m), other = random_width(m);
  guint small = MIN(width, other), big = MAX(width, other);
  NaiveNode node = {.op = op, .n_args = 1};
  if (op == TERM_EXTRACT) {
    node.width = small;
    node.param = (guint64)g_rand_int_range(m->rand, 0, (gint32)(big - small) + 1);
    node.args[0] = pick(m, big);
  } else if (op == TERM_CONCAT) {
    if (!has_width(m->plan, width + other)) return;
    node =
        (NaiveNode){.op = op, .width = width + other, .args = {pick(m, width), pick(m, other)}, .n_args = 2};
  } else {
    node.width = big;
    node.args[0] = pick(m, small);
  }
  add(m, node);
}

static void add_operation(Maker *m) {
  if (m->plan->with_arrays && g_rand_int_range(m->rand, 0, 4) == 0) {
    add_array_operation(m);
    return;
  }
  if (m->plan->with_floats && g_rand_int_range(m->rand, 0, 3) == 0) {
    add_float_operation(m);
    return;
  }
  TermOp op = (TermOp)g_rand_int_range(m->rand, TERM_NOT, TERM_SEXT + 1);
  if (g_rand_int_range(m->rand, 0, 3) == 0) op = TERM_AND + (TermOp)g_rand_int_range(m->rand, 0, 6);
  if (op >= TERM_CONCAT) {
    add_part_operation(m, op);
    return;
  }
  guint width = random_width(m);
  if (op >= TERM_NOT && op <= TERM_ITE && g_rand_boolean(m->rand)) width = 1;
  NaiveNode node = {.op = op, .width = width};
  if (op == TERM_ITE) node.args[node.n_args++] = pick(m, 1);
  node.args[node.n_args++] = pick(m, width);
  if (op != TERM_NOT) node.args[node.n_args++] = pick(m, width);
  if ((op == TERM_AND || op == TERM_OR) && width == 1)
    for (gint more = g_rand_int_range(m->rand, 0, 3); more > 0; more--)
      node.args[node.n_args++] = pick(m, width);
  if (op >= TERM_EQ && op <= TERM_SLE) node.width = 1;
  add(m, node);
}

GArray *random_terms(GRand *rand, const RandomPlan *plan) {
  Maker m = {rand, plan, g_array_new(FALSE, TRUE, sizeof(NaiveNode))};
  while (m.nodes->len < plan->n_nodes) add_operation(&m);
  return m.nodes;
}

Model *random_model(GRand *rand, const GArray *nodes) {
  Model *m = model_new();
  for (guint i = 0; i < nodes->len; i++) {
    const NaiveNode *node = &g_array_index(nodes, NaiveNode, i);
    gboolean leaf = node->op == TERM_INPUT || (node->op == TERM_HAVOC && !node->index_width);
    if (!leaf || model_lookup(m, node->term, NULL)) continue;
    gboolean as_float = (node->width == 32 || node->width == 64) && g_rand_boolean(rand);
    model_set(m, node->term, as_float ? random_float(rand, node->width) : random_value(rand, node->width));
  }
  return m;
}

__extension__ typedef __int128 Int; /* holds the exact result of every integer operation */

static Int to_signed(guint64 v, guint width) {
  return v >> (width - 1) & 1 ? (Int)v - ((Int)1 << width) : (Int)v;
}

static double to_double(guint64 bits, guint width) {
  float f;
  double d;
  memcpy(&f, &bits, sizeof f);
  memcpy(&d, &bits, sizeof d);
  return width == 32 ? f : d;
}

static guint64 from_double(double d, guint width) {
  guint64 bits = 0;
  float f = (float)d;
  if (isnan(d)) return width == 32 ? 0x7fc00000 : G_GUINT64_CONSTANT(0x7ff8000000000000);
  if (width == 32)
    memcpy(&bits, &f, sizeof f);
  else
    memcpy(&bits, &d, sizeof d);
  return bits;
}

/* Single precision through double is exact for these operations: a double has more than twice the bits. */
static guint64 naive_float(const NaiveNode *n, guint64 a, guint64 b, guint from) {
  double x = to_double(a, from), y = to_double(b, from);
  Int limit = (Int)1 << (n->width - 1);
  switch (n->op) {
  case TERM_FADD: return from_double(x + y, n->width);
  case TERM_FSUB: return from_double(x - y, n->width);
  case TERM_FMUL: return from_double(x * y, n->width);
  case TERM_FDIV: return from_double(x / y, n->width);
  case TERM_FREM: return from_double(fmod(x, y), n->width);
  case TERM_FSQRT: return from_double(sqrt(x), n->width);
  case TERM_FROUND:
    return from_double(n->param == ROUND_NEAREST_EVEN   ? nearbyint(x)
                       : n->param == ROUND_NEAREST_AWAY ? round(x)
                       : n->param == ROUND_DOWN         ? floor(x)
                       : n->param == ROUND_UP           ? ceil(x)
                                                        : trunc(x),
                       n->width);
  case TERM_FCVT: return from_double(x, n->width);
  case TERM_FEQ: return x == y;
  case TERM_FLT: return x < y;
  case TERM_FLE: return x <= y;
  case TERM_FTOSI:
    if (!(fabs(x) < 1e30) || (Int)x >= limit || (Int)x < -limit) return (guint64)limit;
    return (guint64)(Int)x & term_mask(n->width);
  case TERM_FTOUI:
    if (!(fabs(x) < 1e30) || (Int)x >= 2 * limit || (Int)x < 0) return (guint64)limit;
    return (guint64)(Int)x;
  case TERM_SITOF:
    return n->width == 32 ? from_double((float)(gint64)to_signed(a, from), 32)
                          : from_double((double)(gint64)to_signed(a, from), 64);
  default: return n->width == 32 ? from_double((float)a, 32) : from_double((double)a, 64);
  }
}

static guint64 naive_division(const NaiveNode *n, guint64 a, guint64 b) {
  Int x = to_signed(a, n->width), y = to_signed(b, n->width);
  switch (n->op) {
  case TERM_UDIV: return b ? a / b : G_MAXUINT64;
  case TERM_UREM: return b ? a % b : a;
  case TERM_SDIV: return y ? (guint64)(x / y) : x < 0 ? 1 : G_MAXUINT64;
  default: return y ? (guint64)(x % y) : a;
  }
}

static guint64 naive_integer(const NaiveNode *n, guint64 a, guint64 b, guint from, guint low_width) {
  Int x = to_signed(a, from), y = to_signed(b, from);
  switch (n->op) {
  case TERM_NOT: return ~a;
  case TERM_XOR: return a ^ b;
  case TERM_EQ: return a == b;
  case TERM_ULT: return a < b;
  case TERM_ULE: return a <= b;
  case TERM_SLT: return x < y;
  case TERM_SLE: return x <= y;
  case TERM_ADD: return (guint64)(x + y);
  case TERM_SUB: return (guint64)(x - y);
  case TERM_MUL: return (guint64)(x * y);
  case TERM_SHL: return b < n->width ? a << b : 0;
  case TERM_LSHR: return b < n->width ? a >> b : 0;
  case TERM_ASHR: return (guint64)(x >> MIN(b, 64));
  case TERM_CONCAT: return a << low_width | b;
  case TERM_EXTRACT: return a >> n->param;
  case TERM_ZEXT: return a;
  case TERM_SEXT: return (guint64)x;
  default: return naive_division(n, a, b);
  }
}

static NaiveValue naive_value(const GArray *nodes, const NaiveNode *n, const NaiveValue *values,
                              const Model *m) {
  NaiveValue r = {{0}};
  const NaiveValue *a = n->n_args > 0 ? &values[n->args[0]] : &r,
                   *b = n->n_args > 1 ? &values[n->args[1]] : &r;
  switch (n->op) {
  case TERM_CONST: r.cell[0] = n->param; break;
  case TERM_INPUT:
  case TERM_HAVOC: model_lookup(m, n->term, &r.cell[0]); break;
  case TERM_AND:
  case TERM_OR:
    r = *a;
    for (guint i = 1; i < n->n_args; i++) {
      guint64 v = values[n->args[i]].cell[0];
      r.cell[0] = n->op == TERM_AND ? r.cell[0] & v : r.cell[0] | v;
    }
    break;
  case TERM_ITE: r = values[n->args[a->cell[0] ? 1 : 2]]; break;
  case TERM_ARRAY:
    for (guint i = 0; i < NAIVE_ELEMENTS; i++) r.cell[i] = a->cell[0];
    break;
  case TERM_SELECT: r.cell[0] = a->cell[b->cell[0]]; break;
  case TERM_STORE:
    r = *a;
    r.cell[b->cell[0]] = values[n->args[2]].cell[0];
    break;
  default: {
    guint from = g_array_index(nodes, NaiveNode, n->args[0]).width;
    guint low = n->n_args > 1 ? g_array_index(nodes, NaiveNode, n->args[1]).width : 0;
    r.cell[0] = n->op >= TERM_FADD ? naive_float(n, a->cell[0], b->cell[0], from)
                                   : naive_integer(n, a->cell[0], b->cell[0], from, low);
    r.cell[0] &= term_mask(n->width);
  }
  }
  return r;
}

NaiveValue *naive_values(const GArray *nodes, const Model *m) {
  NaiveValue *values = g_new0(NaiveValue, nodes->len);
  for (guint i = 0; i < nodes->len; i++)
    values[i] = naive_value(nodes, &g_array_index(nodes, NaiveNode, i), values, m);
  return values;
}
