/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lowering of modules, functions and blocks. */
#include <llvm-c/Transforms/PassBuilder.h>
#include "frontend/lower.h"
#include "base/deadline.h"
#include "frontend/order.h"
#include "frontend/streams.h"
#include "ir/reason.h"

#define NOT_REACHED G_MAXUINT

/* Takes the line. */
static void say_once(Lowering *l, GPtrArray *where, char *line) {
  if (g_hash_table_add(l->said, line)) g_ptr_array_add(where, g_strdup(line));
}

void lower_say(Lowering *l, GPtrArray *where, IrLoc loc, const char *text) {
  say_once(l, where, loc.file ? g_strdup_printf("%s:%u: %s", loc.file, loc.line, text) : g_strdup(text));
}

void lower_say_unmodelled(Lowering *l, IrLoc loc, const char *what) {
  say_once(l, l->program->unmodelled, reason_unmodelled(loc, what));
}

gboolean lower_is_error_function(const Lowering *l, const char *name) {
  return property_is_error(l->program->property, name);
}

void lower_fail(Body *b, FailureKind kind, const char *what) {
  const Property *p = b->program->property;
  if (p->at_file && !b->loc.file && property_counts(p, kind)) { /* a model, which may be called there */
    body_end_unmodelled(b, "a failure inside a library function, whose place depends on the call");
    return;
  }
  if (!property_counts_at(p, kind, b->loc.file, b->loc.line)) {
    if (kind == FAILURE_LEAK)
      body_end(b, IR_HALT);
    else
      body_halt(b, LEAK_BEFORE);
    return;
  }
  b->block->failure = kind;
  b->block->reason = g_intern_string(what);
  body_end(b, IR_ERROR);
}

void lower_error(Body *b, const char *function) {
  lower_fail(b, error_function_failure(function), function);
}

static void declare_parts(const Lowering *l, LLVMTypeRef type, GArray *widths) {
  GArray *parts = type_parts(l, type);
  if (!parts) { /* never used: the function is unmodelled as a whole */
    guint wide = 64;
    g_array_append_val(widths, wide);
    return;
  }
  for (guint i = 0; i < parts->len; i++) g_array_append_val(widths, g_array_index(parts, Part, i).width);
  g_array_unref(parts);
}

guint lower_function_id(Lowering *l, LLVMValueRef function) {
  gpointer known = g_hash_table_lookup(l->function_ids, function);
  if (known) return GPOINTER_TO_UINT(known) - 1;
  IrFunction *f = program_add_function(l->program, site_function_name(function));
  g_hash_table_insert(l->function_ids, function, GUINT_TO_POINTER(f->id + 1));
  g_ptr_array_add(l->pending_functions, function);
  f->variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) != 0;
  f->loc = site_function_loc(l, function);

  GArray *widths = g_array_new(FALSE, FALSE, sizeof(guint));
  gboolean is_entry =
      !l->started && !entry_driven(l) && g_str_equal(f->name, l->program->property->entry); /* its parameters are inputs */
  for (unsigned i = 0; !is_entry && i < LLVMCountParams(function); i++)
    declare_parts(l, LLVMTypeOf(LLVMGetParam(function, i)), widths);
  for (guint i = 0; i < widths->len; i++) function_add_reg(f, g_array_index(widths, guint, i));
  f->n_params = widths->len;
  g_array_set_size(widths, 0);
  declare_parts(l, LLVMGetReturnType(LLVMGlobalGetValueType(function)), widths);
  f->n_results = widths->len;
  f->result_width = g_new0(guint8, widths->len);
  for (guint i = 0; i < widths->len; i++) f->result_width[i] = (guint8)g_array_index(widths, guint, i);
  g_array_unref(widths);
  return f->id;
}

/* An array that is declared without its length has some length: taken as this many bytes. */
#define SIZE_OF_UNKNOWN 65536

guint lower_global_id(Lowering *l, LLVMValueRef global) {
  gpointer known = g_hash_table_lookup(l->global_ids, global);
  if (known) return GPOINTER_TO_UINT(known) - 1;
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  guint64 size = LLVMTypeIsSized(type) ? LLVMABISizeOfType(l->layout, type) : 0;
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  if (!size && LLVMIsDeclaration(global)) {
    size = SIZE_OF_UNKNOWN;
    char *text = g_strdup_printf("%s, of unknown size, has %u bytes", name, SIZE_OF_UNKNOWN);
    lower_say(l, l->program->assumptions, (IrLoc){0}, text);
    g_free(text);
  }
  IrGlobal *g = program_add_global(l->program, name, size);
  g->constant = LLVMIsGlobalConstant(global); /* what writes to it asks before it is lowered */
  g_hash_table_insert(l->global_ids, global, GUINT_TO_POINTER(g->id + 1));
  g_ptr_array_add(l->pending_globals, global);
  lower_add_stream(l, global);
  return g->id;
}

static void value_free(gpointer data) {
  Value *v = data;
  g_free(v->at);
  g_free(v);
}

static const char *unsupported_signature(Body *b) {
  LLVMTypeRef type = LLVMGlobalGetValueType(b->llvm);
  const char *why = type_unsupported(b->lowering, LLVMGetReturnType(type));
  for (unsigned i = 0; !why && i < LLVMCountParams(b->llvm); i++)
    why = type_unsupported(b->lowering, LLVMTypeOf(LLVMGetParam(b->llvm, i)));
  return why;
}

static void bind_parameters(Body *b) {
  guint reg = 0;
  for (unsigned i = 0; i < LLVMCountParams(b->llvm); i++) {
    LLVMValueRef param = LLVMGetParam(b->llvm, i);
    GArray *parts = type_parts(b->lowering, LLVMTypeOf(param));
    Value *value = value_new(parts->len);
    for (guint k = 0; k < parts->len; k++, reg++)
      value->at[k] = operand_reg(b->function->reg_width[reg], reg);
    body_define(b, param, value);
    g_array_unref(parts);
  }
}

static void read_byte(Body *b, Operand address, guint64 offset) {
  const Operand at = emit_ptradd(b, address, operand_const(address.width, offset));
  emit(b, IR_LOAD, 8, 1, &at);
}

/* A parameter `a[static 10]` promises ten elements: its ends are read.  The program does not do that, so it is no
 * access that could fail. */
static void read_promised(Body *b) {
  unsigned kind = LLVMGetEnumAttributeKindForName("dereferenceable", 15);
  for (unsigned i = 0; i < LLVMCountParams(b->llvm); i++) {
    LLVMAttributeRef promise = LLVMGetEnumAttributeAtIndex(b->llvm, i + 1, kind);
    guint64 bytes = promise ? LLVMGetEnumAttributeValue(promise) : 0;
    if (!bytes) continue;
    b->loc = b->function->loc;
    read_byte(b, body_operand(b, LLVMGetParam(b->llvm, i)), 0);
    read_byte(b, body_operand(b, LLVMGetParam(b->llvm, i)), bytes - 1);
  }
}

/* One LLVM block that is, or may become, an IR block. */
typedef struct {
  LLVMBasicBlockRef llvm;
  gboolean reached;
  IrBlock *ir;   /* NULL: not lowered yet */
  IrBlock *last; /* where it ends: another one where something is checked in between */
} Slot;

static void lower_phi_results(Body *b, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i)) {
    GArray *parts = type_parts(b->lowering, LLVMTypeOf(i));
    if (!parts) { /* unusable: whatever uses it is unmodelled */
      body_define(b, i, value_new(0));
      continue;
    }
    Value *value = value_new(parts->len);
    const char *name = parts->len == 1 ? site_variable_name(b->lowering, i) : NULL;
    for (guint k = 0; k < parts->len; k++) {
      guint width = g_array_index(parts, Part, k).width;
      IrPhi phi = {function_add_reg(b->function, width), width, NULL, name};
      g_array_append_val(b->block->phis, phi);
      value->at[k] = operand_reg(width, phi.dest);
    }
    body_define(b, i, value);
    g_array_unref(parts);
  }
}

static gboolean must_stop(const FrontendOptions *o) {
  return (o->stopped && o->stopped()) || deadline_passed(o->deadline);
}

static void lower_block(Body *b, Slot *slot) {
  slot->ir = b->block = function_add_block(b->function);
  b->ended = FALSE;
  b->loc = (IrLoc){0};
  if (must_stop(b->lowering->options))
    body_end_unmodelled(b, "the rest of the program, which was not read before acf was stopped");
  if (b->block->id == 0 && b->function->id == b->program->entry) entry_bind_parameters(b);
  lower_phi_results(b, slot->llvm);
  if (b->block->id == 0) restricted_check_entry(b);
  if (b->block->id == 0 && b->function->id != b->program->entry) read_promised(b);
  for (LLVMValueRef i = LLVMGetFirstInstruction(slot->llvm); i && !b->ended; i = LLVMGetNextInstruction(i)) {
    if (LLVMIsAPHINode(i)) continue;
    b->loc = site_loc(b->lowering, i);
    b->fixed = fixed_is_marked(i);
    const char *broken = promise_broken_by(b->lowering, b->llvm, i);
    if (!broken) broken = order_broken_at(b->lowering, b->loc);
    if (broken)
      body_end_unmodelled(b, broken);
    else if (!arguments_lower(b, i))
      lower_instruction(b, i);
    b->fixed = FALSE;
    restricted_check(b, i);
  }
  slot->last = b->block;
}

/* Succs hold LLVM block numbers until all reached blocks have their IR number. */
static void resolve_successors(Slot *slots, guint n) {
  for (guint i = 0; i < n; i++)
    for (guint s = 0; slots[i].ir && s < slots[i].last->n_succs; s++)
      slots[i].last->succs[s] = slots[slots[i].last->succs[s]].ir->id;
}

/* LLVM block -> the value that the phi takes from it */
static GHashTable *incoming(LLVMValueRef phi) {
  GHashTable *values = g_hash_table_new(NULL, NULL);
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
    g_hash_table_insert(values, LLVMGetIncomingBlock(phi, i), LLVMGetIncomingValue(phi, i));
  return values;
}

/* Fills the arguments of the phis of one block; what a constant needs is computed in the predecessor. */
static void lower_phi_arguments(Body *b, const Slot *slot, const GPtrArray *llvm_of) {
  IrBlock *block = slot->ir;
  guint at = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(slot->llvm); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i)) {
    const Value *value = g_hash_table_lookup(b->values, i);
    for (guint k = 0; k < value->n; k++)
      g_array_index(block->phis, IrPhi, at + k).args = g_new0(Operand, block->n_preds);
    GHashTable *values = incoming(i);
    for (guint p = 0; value->n && p < block->n_preds; p++) {
      b->block = b->function->blocks->pdata[block->preds[p]];
      const Value *from = body_value(b, g_hash_table_lookup(values, llvm_of->pdata[block->preds[p]]));
      for (guint k = 0; k < value->n; k++) g_array_index(block->phis, IrPhi, at + k).args[p] = from->at[k];
    }
    g_hash_table_unref(values);
    at += value->n;
  }
}

static void lower_blocks(Body *b) {
  guint n = LLVMCountBasicBlocks(b->llvm), at = 0;
  Slot *slots = g_new0(Slot, n);
  GHashTable *number = g_hash_table_new(NULL, NULL);
  GPtrArray *llvm_of = g_ptr_array_new(); /* by IR block */
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(b->llvm); block;
       block = LLVMGetNextBasicBlock(block), at++) {
    slots[at].llvm = block;
    g_hash_table_insert(number, block, GUINT_TO_POINTER(at));
  }
  slots[0].reached = TRUE;
  /* The first reached block in the order of the text: all its dominators are lowered by then. */
  for (guint i = 0; i < n;) {
    if (!slots[i].reached || slots[i].ir) {
      i++;
      continue;
    }
    lower_block(b, &slots[i]);
    while (llvm_of->len < b->function->blocks->len) g_ptr_array_add(llvm_of, slots[i].llvm);
    guint lowest = i;
    for (guint s = 0; s < b->block->n_succs; s++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(slots[i].llvm), b->block->succs[s]);
      guint k = GPOINTER_TO_UINT(g_hash_table_lookup(number, to));
      b->block->succs[s] = k;
      slots[k].reached = TRUE;
      if (!slots[k].ir) lowest = MIN(lowest, k);
    }
    i = lowest;
  }
  resolve_successors(slots, n);
  function_link(b->function);
  b->loc = (IrLoc){0};
  for (guint i = 0; i < n; i++)
    if (slots[i].ir) lower_phi_arguments(b, &slots[i], llvm_of);
  for (guint i = 0; i < n; i++)
    if (slots[i].ir) names_of_block(b, slots[i].llvm, slots[i].ir);
  g_ptr_array_unref(llvm_of);
  g_hash_table_unref(number);
  g_free(slots);
}

/* A nondet function whose address was taken: its body reads one site, which stands at its declaration. */
static void lower_nondet_body(Body *b) {
  gboolean is_signed;
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(b->llvm));
  b->block = function_add_block(b->function);
  b->loc = site_find_identifier(b->lowering, b->function->name);
  guint site = site_nondet(b->lowering, NULL, b->function->name, type, b->loc, &is_signed);
  Operand value = emit_input(b, site);
  program_site(b->program, site)->in_macro_or_header = TRUE; /* no call stands there */
  body_end(b, IR_RETURN);
  b->block->n_values = b->function->n_results;
  b->block->values = g_new0(Operand, b->block->n_values);
  if (b->block->n_values)
    b->block->values[0] = emit_resize(b, value, b->function->result_width[0], is_signed);
}

/* A function without a definition that is called through a pointer. */
static void lower_external_body(Body *b) {
  b->block = function_add_block(b->function);
  b->loc = b->function->loc;
  if (lower_is_library(b->function->name) || lower_library_has(b->function->name)) {
    char *reason = g_strdup_printf("%s, called through a pointer", b->function->name);
    body_end_unmodelled(b, reason);
    g_free(reason);
    return;
  }
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(b->llvm));
  program_add_external(b->program, b->function->name);
  char *text = g_strdup_printf("%s, called through a pointer, returns any value and changes nothing else",
                               b->function->name);
  lower_say(b->lowering, b->program->assumptions, (IrLoc){0}, text);
  g_free(text);
  b->block->n_values = b->function->n_results;
  b->block->values = g_new0(Operand, b->block->n_values);
  if (b->block->n_values == 1)
    b->block->values[0] =
        emit_input(b, site_plain(b->lowering, SITE_EXTERNAL, NULL, b->function->name, type, b->loc));
  for (guint i = 0; b->block->n_values > 1 && i < b->block->n_values; i++)
    b->block->values[i] = emit_unknown(b, b->function->result_width[i]);
  body_end(b, IR_RETURN);
}

static void lower_function(Lowering *l, guint id) {
  Body b = {.lowering = l,
            .program = l->program,
            .function = program_function(l->program, id),
            .llvm = l->pending_functions->pdata[id]};
  b.values = g_hash_table_new_full(NULL, NULL, NULL, value_free);
  b.temporaries = g_ptr_array_new_with_free_func(value_free);
  b.ends = g_hash_table_new(NULL, NULL);
  const gboolean is_entry = id == l->program->entry;
  const char *why = unsupported_signature(&b);
  if (!why && is_entry) why = entry_obstacle(l);
  if (!why) why = promise_broken(l, b.llvm);
  if (lower_is_error_function(l, b.function->name)) { /* reached through a pointer */
    b.block = function_add_block(b.function);
    b.loc = b.function->loc;
    lower_error(&b, b.function->name);
  } else if (site_is_nondet(b.function->name) && b.function->n_results <= 1 && !why) {
    lower_nondet_body(&b);
  } else if (why) {
    b.block = function_add_block(b.function);
    b.loc = b.function->loc;
    body_end_unmodelled(&b, why);
  } else if (is_entry && l->started) {
    entry_lower_start(&b);
  } else if (LLVMIsDeclaration(b.llvm)) {
    lower_external_body(&b);
  } else {
    if (!is_entry) bind_parameters(&b);
    b.restricted = restricted_find(l, b.llvm);
    lower_blocks(&b);
    restricted_free(b.restricted);
  }
  g_hash_table_unref(b.values);
  g_ptr_array_unref(b.temporaries);
  g_hash_table_unref(b.ends);
  g_clear_pointer(&b.own, g_hash_table_unref);
}

static void promote_to_registers(LLVMModuleRef module) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef failed = LLVMRunPasses(module, "function(mem2reg)", NULL, options);
  if (failed) LLVMConsumeError(failed); /* without it, variables merely stay in memory */
  LLVMDisposePassBuilderOptions(options);
}

static void lower_all(Lowering *l) {
  entry_begin(l);
  /* Each may refer to more of both. */
  for (guint f = 0, g = 0; f < l->program->functions->len || g < l->program->globals->len;) {
    if (f < l->program->functions->len)
      lower_function(l, f++);
    else
      lower_global(l, g++);
  }
  entry_assume(l);
  streams_assume(l);
}

static void lowering_begin(Lowering *l, const char *path) {
  const FrontendOptions *options = l->options;
  l->program = program_new(path, options->lp64 ? 64 : 32);
  if (options->property) {
    property_free(l->program->property);
    l->program->property = property_copy(options->property);
  }
  l->program->no_overflow = options->no_overflow;
  l->outside = streams_wanted(l->module, options);
  if (options->no_overflow)
    g_ptr_array_add(l->program->assumptions,
                    g_strdup("no signed arithmetic overflows: runs in which one would are excluded"));
  l->variables = g_hash_table_new(NULL, NULL);
  l->files = g_hash_table_new(NULL, NULL);
  l->function_ids = g_hash_table_new(NULL, NULL);
  l->global_ids = g_hash_table_new(NULL, NULL);
  l->pending_functions = g_ptr_array_new();
  l->pending_globals = g_ptr_array_new();
  l->leak_branches = g_ptr_array_new();
  l->said = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

static void lowering_clear(Lowering *l) {
  g_clear_pointer(&l->conflicts, g_array_unref);
  g_hash_table_unref(l->variables);
  g_hash_table_unref(l->names);
  g_hash_table_unref(l->files);
  g_hash_table_unref(l->function_ids);
  g_hash_table_unref(l->global_ids);
  g_ptr_array_unref(l->pending_functions);
  g_ptr_array_unref(l->pending_globals);
  g_ptr_array_unref(l->leak_branches);
  g_hash_table_unref(l->said);
  g_hash_table_unref(l->identifiers);
  g_hash_table_unref(l->source);
  g_clear_pointer(&l->argument_uses, g_hash_table_unref);
  g_clear_pointer(&l->argument_values, g_ptr_array_unref);
}

/* What C leaves open, or LLVM would settle by itself, is written out before variables become registers. */
static void prepare_module(Lowering *l) {
  site_read_source(l);
  aliases_resolve(l);
  lifetimes_make_explicit(l->module);
  fixed_mark(l);
  wide_fields_make_explicit(l->module);
  for (guint i = 0; i < l->given->len; i++) {
    const SourceFile *f = (const SourceFile *)l->given->pdata[i];
    l->restrict_objects = l->restrict_objects || f->is_bitcode || restrict_objects(f->text);
  }
  uninit_make_explicit(l->module, l->layout);
  returns_make_explicit(l->module);
  site_name_variables(l);
  promote_to_registers(l->module);
  names_collect(l);
  uninit_drop_unused(l->module);
  l->float_bits_seen = !l->options->lp64 && float_bits_seen(l->module, l->program->property->entry);
}

Program *lower_module(const LinkedModule *linked, const FrontendOptions *options, GError **error) {
  const SourceFile *first = (const SourceFile *)linked->files->pdata[0];
  Lowering l = {.module = linked->module,
                .given = linked->files,
                .clash = linked->clash,
                .options = options,
                .layout = LLVMGetModuleDataLayout(linked->module)};
  lowering_begin(&l, first->path);
  prepare_module(&l);
  if (entry_accept(&l, LLVMGetNamedFunction(l.module, l.program->property->entry), error)) {
    l.conflicts = order_find(&l);
    lower_all(&l);
    check_settle(&l);
    float_assume(&l);
    order_assume(&l);
    compiler_macros_assume(&l);
    puns_assume(&l);
    site_add_pointees(l.program);
  } else {
    g_clear_pointer(&l.program, program_free);
  }
  lowering_clear(&l);
  return l.program;
}
