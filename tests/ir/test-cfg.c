/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control flow: hand-made graphs, and random ones against the definitions. */
#include <string.h>
#include "ir/cfg.h"

static const guint none = G_MAXUINT;

/* ---- making programs ---- */

static IrBlock *block_of(const IrFunction *f, guint i) { return f->blocks->pdata[i]; }

static IrFunction *add_function(Program *p, const char *name, guint n_blocks) {
  IrFunction *f = program_add_function(p, name);
  for (guint i = 0; i < n_blocks; i++) function_add_block(f);
  return f;
}

/* Ends a block by a jump, a branch or a switch on a constant, by the number of successors. */
static void go(IrFunction *f, guint from, guint n, const guint *to) {
  IrBlock *b = block_of(f, from);
  b->term = n == 1 ? IR_JUMP : n == 2 ? IR_BRANCH : IR_SWITCH;
  b->n_succs = n;
  b->succs = g_memdup2(to, n * sizeof(guint));
  b->cond = n > 1 ? operand_const(n == 2 ? 1 : 8, 0) : (Operand){0};
  b->cases = n > 2 ? g_new0(guint64, n - 1) : NULL;
}

#define GO(f, from, ...) go(f, from, sizeof((guint[]){__VA_ARGS__}) / sizeof(guint), (guint[]){__VA_ARGS__})

static void end(IrFunction *f, guint block, IrTermOpcode term) {
  block_of(f, block)->term = term;
  if (term == IR_UNMODELLED) block_of(f, block)->reason = "for the test";
}

static void add_call(IrFunction *f, guint block, Operand callee) {
  IrInstr call = {.opcode = IR_CALL, .n_args = 1, .args = g_memdup2(&callee, sizeof callee)};
  g_array_append_val(block_of(f, block)->instrs, call);
}

static Operand address(const IrFunction *f) { return (Operand){OPERAND_FUNCTION, 64, f->id, 0}; }
static Operand unknown_pointer(void) { return operand_const(64, 4096); }

static void check_program(Program *p) {
  for (guint i = 0; i < p->functions->len; i++) function_link(program_function(p, i));
  g_autofree char *wrong = program_check(p);
  g_assert_cmpstr(wrong, ==, NULL);
}

/* ---- weak topological order ---- */

static void show(const GPtrArray *elements, GString *out) {
  for (guint i = 0; i < elements->len; i++) {
    const WtoElement *e = elements->pdata[i];
    g_string_append_printf(out, "%s%s%u", i ? " " : "", e->is_component ? "(" : "", e->block);
    g_assert_true(e->is_component == (e->body != NULL));
    if (!e->body) continue;
    if (e->body->len) g_string_append_c(out, ' ');
    show(e->body, out);
    g_string_append_c(out, ')');
  }
}

static void assert_wto(Program *p, const char *expected) {
  check_program(p);
  Cfg *c = cfg_new(p);
  GString *out = g_string_new(NULL);
  show(cfg_info(c, 0)->wto, out);
  g_assert_cmpstr(out->str, ==, expected);
  g_string_free(out, TRUE);
  cfg_free(c);
  program_free(p);
}

static void test_wto_by_hand(void) {
  Program *p = program_new("diamond.c", 64);
  IrFunction *f = add_function(p, "main", 4);
  GO(f, 0, 1, 2);
  GO(f, 1, 3);
  GO(f, 2, 3);
  assert_wto(p, "0 1 2 3");

  p = program_new("nested.c", 64);
  f = add_function(p, "main", 7); /* 6 is unreachable; 3 loops on itself */
  GO(f, 0, 1);
  GO(f, 1, 2, 5);
  GO(f, 2, 3, 4);
  GO(f, 3, 3, 2);
  GO(f, 4, 1);
  GO(f, 6, 5);
  assert_wto(p, "0 (1 (2 (3)) 4) 5");

  p = program_new("irreducible.c", 64);
  f = add_function(p, "main", 4); /* two ways into the loop 1 <-> 2 */
  GO(f, 0, 1, 2);
  GO(f, 1, 2);
  GO(f, 2, 1, 3);
  assert_wto(p, "0 (2 1) 3");

  p = program_new("switch.c", 64);
  f = add_function(p, "main", 3);
  GO(f, 0, 1, 1, 2, 1);
  GO(f, 1, 1);
  assert_wto(p, "0 2 (1)");
}

static void test_loops_by_hand(void) {
  Program *p = program_new("nested.c", 64);
  IrFunction *f = add_function(p, "main", 6);
  GO(f, 0, 1);
  GO(f, 1, 2, 5);
  GO(f, 2, 3, 4);
  GO(f, 3, 2);
  GO(f, 4, 1);
  check_program(p);
  Cfg *c = cfg_new(p);
  const CfgInfo *info = cfg_info(c, 0);
  const guint head[] = {none, 1, 2, 2, 1, none}, depth[] = {0, 1, 2, 2, 1, 0};
  g_assert_cmpmem(info->loop_head, sizeof head, head, sizeof head);
  g_assert_cmpmem(info->loop_depth, sizeof depth, depth, sizeof depth);
  const guint post[] = {1, 5, 4, 2, 1, none};
  g_assert_cmpmem(info->ipostdom, sizeof post, post, sizeof post);
  cfg_free(c);
  program_free(p);
}

/* ---- random graphs ---- */

enum { MAX_BLOCKS = 14, REGS = 12 };

static IrFunction *random_function(Program *p, GRand *random) {
  guint n = g_rand_int_range(random, 1, MAX_BLOCKS + 1);
  IrFunction *f = add_function(p, "main", n);
  for (guint i = 0; i < n && n > 1; i++) {
    guint to[3], n_succs = g_rand_int_range(random, 0, 4);
    for (guint k = 0; k < n_succs; k++) to[k] = g_rand_int_range(random, 1, n);
    if (n_succs) go(f, i, n_succs, to);
  }
  function_link(f);
  return f;
}

/* Adds to reach all blocks that can be reached from `from` without `without`. */
static void reach_from(const IrFunction *f, guint from, guint without, gboolean *reach) {
  if (from == without || reach[from]) return;
  reach[from] = TRUE;
  const IrBlock *b = block_of(f, from);
  for (guint i = 0; i < b->n_succs; i++) reach_from(f, b->succs[i], without, reach);
}

typedef struct {
  guint next;
  guint head[MAX_BLOCKS], depth[MAX_BLOCKS];
  gboolean holds[MAX_BLOCKS][MAX_BLOCKS]; /* by head and block */
} Flat;

static void flatten(const CfgInfo *info, const GPtrArray *elements, GArray *heads, Flat *flat) {
  for (guint i = 0; i < elements->len; i++) {
    const WtoElement *e = elements->pdata[i];
    g_assert_cmpuint(info->position[e->block], ==, flat->next++);
    if (e->is_component) g_array_append_val(heads, e->block);
    for (guint k = 0; k < heads->len; k++) flat->holds[g_array_index(heads, guint, k)][e->block] = TRUE;
    flat->depth[e->block] = heads->len;
    flat->head[e->block] = heads->len ? g_array_index(heads, guint, heads->len - 1) : none;
    if (!e->is_component) continue;
    flatten(info, e->body, heads, flat);
    g_array_set_size(heads, heads->len - 1);
  }
}

static void check_wto(const IrFunction *f, const CfgInfo *info) {
  gboolean reach[MAX_BLOCKS] = {0};
  reach_from(f, 0, none, reach);
  Flat flat = {0};
  g_autoptr(GArray) heads = g_array_new(FALSE, FALSE, sizeof(guint));
  flatten(info, info->wto, heads, &flat);
  for (guint i = 0; i < f->blocks->len; i++) {
    g_assert_cmpint(reach[i], ==, info->position[i] != none);
    flat.next -= reach[i];
    if (!reach[i]) continue;
    g_assert_cmpuint(info->loop_head[i], ==, flat.head[i]);
    g_assert_cmpuint(info->loop_depth[i], ==, flat.depth[i]);
    const IrBlock *b = block_of(f, i);
    for (guint k = 0; k < b->n_succs; k++) {
      guint to = b->succs[k];
      if (info->position[to] <= info->position[i]) g_assert_true(flat.holds[to][i]);
    }
    /* A component is a loop: its head comes back from each block of it, inside of it. */
    for (guint head = 0; head < f->blocks->len; head++) {
      if (!flat.holds[head][i] || head == i) continue;
      gboolean from[MAX_BLOCKS] = {0};
      reach_from(f, i, none, from);
      g_assert_true(from[head]);
    }
  }
  g_assert_cmpuint(flat.next, ==, 0);
}

static void check_postdominators(const IrFunction *f, const CfgInfo *info) {
  guint n = f->blocks->len;
  gboolean post[MAX_BLOCKS][MAX_BLOCKS] = {0}, exits[MAX_BLOCKS] = {0}; /* post[a][b]: b post-dominates a */
  for (guint a = 0; a < n; a++)
    for (guint without = 0; without <= n; without++) {
      gboolean reach[MAX_BLOCKS] = {0}, exit = FALSE;
      reach_from(f, a, without < n ? without : none, reach);
      for (guint i = 0; i < n; i++) exit |= reach[i] && !block_of(f, i)->n_succs;
      if (without < n)
        post[a][without] = !exit;
      else
        exits[a] = exit;
    }
  for (guint a = 0; a < n; a++) {
    guint expected = none; /* the strict post-dominator that all others post-dominate */
    for (guint b = 0; b < n && exits[a]; b++) {
      gboolean nearest = post[a][b] && a != b;
      for (guint o = 0; o < n; o++) nearest &= !post[a][o] || o == a || post[b][o];
      if (nearest) expected = b;
    }
    g_assert_cmpuint(info->ipostdom[a], ==, expected);
  }
}

static void test_random_graphs(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(3);
  for (guint round = 0; round < 3000; round++) {
    Program *p = program_new("random.c", 64);
    IrFunction *f = random_function(p, random);
    g_autofree char *wrong = program_check(p);
    g_assert_cmpstr(wrong, ==, NULL);
    Cfg *c = cfg_new(p);
    check_wto(f, cfg_info(c, 0));
    check_postdominators(f, cfg_info(c, 0));
    cfg_free(c);
    program_free(p);
  }
}

/* A long chain and deep nesting must not exhaust the stack nor the patience. */
static void test_large_graph(void) {
  const guint n = 200000;
  Program *p = program_new("long.c", 64);
  IrFunction *f = add_function(p, "main", n);
  for (guint i = 0; i + 1 < n; i++) {
    if (i % 10 == 9)
      GO(f, i, i - 5, i + 1);
    else
      GO(f, i, i + 1);
  }
  end(f, n - 1, IR_ERROR);
  function_link(f);
  Cfg *c = cfg_new(p);
  g_assert_cmpuint(cfg_info(c, 0)->position[n - 1], ==, n - 1);
  g_assert_cmpuint(cfg_info(c, 0)->ipostdom[0], ==, 1);
  g_assert_cmpuint(cfg_info(c, 0)->loop_head[7], ==, 4);
  g_assert_true(cfg_info(c, 0)->may_fail[0]);
  cfg_free(c);
  program_free(p);
}

/* ---- liveness ---- */

static Operand random_use(GRand *random) {
  return g_rand_boolean(random) ? operand_reg(8, g_rand_int_range(random, 0, REGS)) : operand_const(8, 1);
}

/* Each register is assigned once, before the uses of its block; dominance does not matter to the data flow.
 */
static void add_random_code(IrFunction *f, GRand *random) {
  guint n = f->blocks->len;
  for (guint r = 0; r < REGS; r++) function_add_reg(f, 8);
  f->n_params = 2;
  for (guint r = 2; r < REGS; r++) {
    IrBlock *b = block_of(f, g_rand_int_range(random, 0, n));
    if (b->n_preds && g_rand_boolean(random)) {
      IrPhi phi = {r, 8, g_new(Operand, b->n_preds), NULL};
      for (guint k = 0; k < b->n_preds; k++) phi.args[k] = random_use(random);
      g_array_append_val(b->phis, phi);
    } else {
      IrInstr input = {.opcode = IR_INPUT, .width = 8, .dest = r, .n_dest = 1};
      g_array_append_val(b->instrs, input);
    }
  }
  for (guint i = 0; i < n; i++) {
    IrBlock *b = block_of(f, i);
    Operand args[2] = {random_use(random), random_use(random)};
    IrInstr store = {.opcode = IR_STORE, .n_args = 2, .args = g_memdup2(args, sizeof args)};
    if (g_rand_int_range(random, 0, 3) == 0)
      g_array_append_val(b->instrs, store);
    else
      g_free(store.args);
    if (b->n_succs > 1) b->cond = random_use(random);
    if (b->n_succs || g_rand_boolean(random)) continue;
    b->term = IR_RETURN;
    b->n_values = 1;
    b->values = g_new(Operand, 1);
    b->values[0] = random_use(random);
  }
}

static guint bit_of(Operand o) { return o.kind == OPERAND_REG ? 1u << o.value : 0; }

static guint naive_live_in(const IrBlock *b, guint live_out) {
  guint live = live_out | bit_of(b->cond);
  for (guint i = 0; i < b->n_values; i++) live |= bit_of(b->values[i]);
  for (guint i = b->instrs->len; i-- > 0;) {
    const IrInstr *instr = &g_array_index(b->instrs, IrInstr, i);
    if (instr->n_dest) live &= ~(1u << instr->dest);
    for (guint k = 0; k < instr->n_args; k++) live |= bit_of(instr->args[k]);
  }
  for (guint i = 0; i < b->phis->len; i++) live &= ~(1u << g_array_index(b->phis, IrPhi, i).dest);
  return live;
}

static void naive_liveness(const IrFunction *f, guint *live_in) {
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < f->blocks->len; i++) {
      guint out = 0;
      for (guint s = 0; s < f->blocks->len; s++) {
        const IrBlock *to = block_of(f, s);
        for (guint k = 0; k < to->n_preds; k++) {
          if (to->preds[k] != i) continue;
          out |= live_in[s];
          for (guint m = 0; m < to->phis->len; m++) out |= bit_of(g_array_index(to->phis, IrPhi, m).args[k]);
        }
      }
      guint now = naive_live_in(block_of(f, i), out);
      changed |= now != live_in[i];
      live_in[i] = now;
    }
  }
}

static void test_liveness(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(4);
  for (guint round = 0; round < 2000; round++) {
    Program *p = program_new("random.c", 64);
    IrFunction *f = random_function(p, random);
    add_random_code(f, random);
    guint expected[MAX_BLOCKS] = {0};
    naive_liveness(f, expected);
    Cfg *c = cfg_new(p);
    const CfgInfo *info = cfg_info(c, 0);
    for (guint i = 0; i < f->blocks->len; i++) {
      guint live = 0;
      for (guint k = 0; k < info->n_live_in[i]; k++) {
        if (k) g_assert_cmpuint(info->live_in[i][k - 1], <, info->live_in[i][k]);
        live |= 1u << info->live_in[i][k];
      }
      g_assert_cmphex(live, ==, expected[i]);
    }
    cfg_free(c);
    program_free(p);
  }
}

/* ---- calls ---- */

static void test_recursion(void) {
  Program *p = program_new("calls.c", 64);
  IrFunction *f[7];
  for (guint i = 0; i < 7; i++) f[i] = add_function(p, "f", 1);
  f[6]->name = "undefined";
  g_ptr_array_set_size(f[6]->blocks, 0);
  f[6]->defined = FALSE;
  add_call(f[0], 0, address(f[1])); /* 0 -> 1 <-> 2, 3 -> 3, 4 -> any taken (5), 5 -> 4 */
  add_call(f[1], 0, address(f[2]));
  add_call(f[2], 0, address(f[1]));
  add_call(f[2], 0, address(f[6]));
  add_call(f[3], 0, address(f[3]));
  add_call(f[4], 0, unknown_pointer());
  add_call(f[5], 0, address(f[4]));
  IrGlobal *table = program_add_global(p, "table", 8);
  IrInit init = {0, 64, address(f[5])};
  g_array_append_val(table->inits, init);
  check_program(p);
  Cfg *c = cfg_new(p);
  const gboolean expected[] = {FALSE, TRUE, TRUE, TRUE, TRUE, TRUE, FALSE};
  g_assert_cmpmem(c->recursive, sizeof expected, expected, sizeof expected);
  g_assert_null(cfg_info(c, 6));
  cfg_free(c);
  program_free(p);
}

/* main: 0 calls f, 1 calls g, 2 returns, 3 is harmless.  f returns or fails; g returns; h is never called. */
static Program *failing_program(void) {
  Program *p = program_new("fail.c", 64);
  IrFunction *main_ = add_function(p, "main", 4), *f = add_function(p, "f", 3), *g = add_function(p, "g", 2);
  IrFunction *h = add_function(p, "h", 1);
  add_call(main_, 0, address(g));
  add_call(main_, 0, address(f));
  GO(main_, 0, 1, 3);
  add_call(main_, 1, address(g));
  GO(main_, 1, 2);
  end(main_, 2, IR_RETURN);
  GO(f, 0, 1, 2);
  end(f, 1, IR_RETURN);
  end(f, 2, IR_ERROR);
  GO(g, 0, 1);
  end(g, 1, IR_RETURN);
  end(h, 0, IR_UNMODELLED);
  return p;
}

static void assert_may_fail(const Cfg *c, guint function, guint n, const gboolean *expected) {
  for (guint i = 0; i < n; i++) g_assert_cmpint(cfg_info(c, function)->may_fail[i], ==, expected[i]);
}

static void test_may_fail(void) {
  Program *p = failing_program();
  check_program(p);
  Cfg *c = cfg_new(p);
  assert_may_fail(c, 0, 4, (gboolean[]){TRUE, FALSE, FALSE, FALSE});
  assert_may_fail(c, 1, 3, (gboolean[]){TRUE, FALSE, TRUE});
  assert_may_fail(c, 2, 2, (gboolean[]){TRUE, TRUE}); /* it returns to block 0, which then calls f */
  assert_may_fail(c, 3, 1, (gboolean[]){TRUE});
  cfg_free(c);
  program_free(p);
}

static void test_may_fail_indirect(void) {
  Program *p = program_new("indirect.c", 64);
  IrFunction *main_ = add_function(p, "main", 2), *bad = add_function(p, "bad", 1),
             *good = add_function(p, "good", 1);
  add_call(main_, 0, unknown_pointer());
  GO(main_, 0, 1);
  end(main_, 1, IR_RETURN);
  end(bad, 0, IR_ERROR);
  end(good, 0, IR_RETURN);
  check_program(p);
  Cfg *c = cfg_new(p);
  assert_may_fail(c, 0, 2, (gboolean[]){FALSE, FALSE});
  cfg_free(c);
  for (guint i = 1; i <= 2; i++) { /* now their addresses are taken */
    IrInstr store = {.opcode = IR_STORE, .n_args = 2, .args = g_new(Operand, 2)};
    store.args[0] = unknown_pointer();
    store.args[1] = address(program_function(p, i));
    g_array_append_val(block_of(main_, 1)->instrs, store);
  }
  c = cfg_new(p);
  assert_may_fail(c, 0, 2, (gboolean[]){TRUE, FALSE});
  assert_may_fail(c, 2, 1, (gboolean[]){FALSE});
  add_call(main_, 0, unknown_pointer());
  cfg_free(c);
  c = cfg_new(p);
  assert_may_fail(c, 2, 1, (gboolean[]){TRUE}); /* after good returns, the second call may be one of bad */
  cfg_free(c);
  program_free(p);
}

/* ---- pruning ---- */

static void test_prune(void) {
  Program *p = failing_program();
  check_program(p);
  g_assert_cmpuint(program_prune_harmless(p), ==, 3); /* main 1 and 2, f 1; main 3 is a halt already */
  g_autofree char *wrong = program_check(p);
  g_assert_cmpstr(wrong, ==, NULL);
  g_assert_cmpint(block_of(program_function(p, 0), 1)->term, ==, IR_HALT);
  g_assert_cmpuint(block_of(program_function(p, 0), 1)->instrs->len, ==, 0);
  g_assert_cmpuint(block_of(program_function(p, 0), 2)->n_preds, ==, 0);
  g_assert_cmpint(block_of(program_function(p, 1), 1)->term, ==, IR_HALT);
  g_assert_cmpint(block_of(program_function(p, 2), 1)->term, ==, IR_RETURN);
  g_assert_cmpuint(program_prune_harmless(p), ==, 0);
  program_free(p);
}

/* 4 is unreachable and an argument of 3's phi; the other arguments stay in their order. */
static void test_prune_phi(void) {
  Program *p = program_new("phi.c", 64);
  IrFunction *f = add_function(p, "main", 8);
  guint r = function_add_reg(f, 8), dead = function_add_reg(f, 8);
  GO(f, 0, 1, 2);
  GO(f, 1, 3);
  GO(f, 2, 5, 6);
  GO(f, 4, 3, 3);
  GO(f, 5, 3);
  GO(f, 6, 7);
  end(f, 3, IR_ERROR);
  function_link(f);
  IrPhi phi = {r, 8, g_new(Operand, 4), NULL};
  for (guint k = 0; k < 4; k++) phi.args[k] = operand_const(8, block_of(f, 3)->preds[k]);
  g_array_append_val(block_of(f, 3)->phis, phi);
  IrPhi harmless = {dead, 8, g_new(Operand, 1), NULL};
  harmless.args[0] = operand_const(8, 9);
  g_array_append_val(block_of(f, 7)->phis, harmless);
  check_program(p);
  g_assert_cmpuint(program_prune_harmless(p), ==, 3);
  g_autofree char *wrong = program_check(p);
  g_assert_cmpstr(wrong, ==, NULL);
  const IrBlock *join = block_of(f, 3);
  g_assert_cmpuint(join->n_preds, ==, 2);
  for (guint k = 0; k < 2; k++)
    g_assert_cmpuint(g_array_index(join->phis, IrPhi, 0).args[k].value, ==, join->preds[k]);
  g_assert_cmpuint(join->preds[1], ==, 5);
  g_assert_cmpuint(block_of(f, 7)->phis->len, ==, 0);
  program_free(p);
}

/* On random graphs without calls: exactly the reachable blocks that reach an error survive. */
static void test_prune_random(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  for (guint round = 0; round < 2000; round++) {
    Program *p = program_new("random.c", 64);
    IrFunction *f = random_function(p, random);
    guint n = f->blocks->len;
    for (guint i = 0; i < n; i++) {
      IrBlock *b = block_of(f, i);
      if (!b->n_succs && g_rand_boolean(random)) b->term = g_rand_boolean(random) ? IR_ERROR : IR_RETURN;
    }
    gboolean from[MAX_BLOCKS][MAX_BLOCKS] = {0}, kept[MAX_BLOCKS] = {0};
    for (guint i = 0; i < n; i++) reach_from(f, i, none, from[i]);
    for (guint i = 0; i < n; i++)
      for (guint k = 0; k < n; k++) kept[i] |= from[0][i] && from[i][k] && block_of(f, k)->term == IR_ERROR;
    program_prune_harmless(p);
    g_autofree char *wrong = program_check(p);
    g_assert_cmpstr(wrong, ==, NULL);
    for (guint i = 0; i < n; i++) g_assert_cmpint(kept[i], ==, block_of(f, i)->term != IR_HALT);
    program_free(p);
  }
}

/* n loops, each around the next one. */
static IrFunction *add_nested_loops(Program *p, guint n) {
  IrFunction *f = add_function(p, "nested", 2 * n + 1);
  for (guint i = 0; i < n; i++) {
    GO(f, i, i + 1);
    GO(f, n + i, n - 1 - i, n + i + 1);
  }
  end(f, 2 * n, IR_HALT);
  return f;
}

static void test_tangled(void) {
  Program *p = program_new("test.c", 64);
  g_assert_false(function_is_tangled(add_nested_loops(p, 400)));
  g_assert_true(function_is_tangled(add_nested_loops(p, 600)));
  program_free(p);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cfg/wto-by-hand", test_wto_by_hand);
  g_test_add_func("/cfg/loops-by-hand", test_loops_by_hand);
  g_test_add_func("/cfg/random-graphs", test_random_graphs);
  g_test_add_func("/cfg/large-graph", test_large_graph);
  g_test_add_func("/cfg/liveness", test_liveness);
  g_test_add_func("/cfg/recursion", test_recursion);
  g_test_add_func("/cfg/may-fail", test_may_fail);
  g_test_add_func("/cfg/may-fail-indirect", test_may_fail_indirect);
  g_test_add_func("/cfg/tangled", test_tangled);
  g_test_add_func("/cfg/prune", test_prune);
  g_test_add_func("/cfg/prune-phi", test_prune_phi);
  g_test_add_func("/cfg/prune-random", test_prune_random);
  return g_test_run();
}
