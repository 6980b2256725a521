/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variables of a loop. */
#include "symex/variables.h"
#include "base/limits.h"
#include "symex/distinguish-states.h"

/* Stands for what is unset: some number that programs rarely use, for those that do tell less. */
#define UNSET_VALUE G_GUINT64_CONSTANT(0x9e3779b97f4a7c15)

static void clear_variable(gpointer data) { g_hash_table_unref(((Variable *)data)->seen); }

Variables variables_new(void) {
  Variables v = {g_array_new(FALSE, FALSE, sizeof(Variable)), g_hash_table_new(NULL, NULL)};
  g_array_set_clear_func(v.list, clear_variable);
  return v;
}

void variables_clear(Variables *v) {
  g_array_unref(v->list);
  g_hash_table_unref(v->forgotten);
}

/* ---- finding ---- */

typedef struct {
  const Induction *d;
  GArray *places; /* Place */
  guint object;
} Search;

static void add_place(Search *s, Place p) {
  if (p.any && !p.any->index_width && g_hash_table_contains(s->d->free, p.any))
    g_array_append_val(s->places, p);
}

static void add_cell(guint64 offset, gconstpointer data, gpointer search) {
  Search *s = (Search *)search;
  const Cell *c = (const Cell *)data;
  add_place(s, (Place){G_MAXUINT, s->object, offset, c->bytes, c->is_float, c->value.bits});
}

static void add_object(guint64 object, gconstpointer contents, gpointer search) {
  const Contents *c = (const Contents *)contents;
  ((Search *)search)->object = (guint)object;
  if (!c->array) pmap_foreach(c->cells, add_cell, search);
}

static guint n_tries(const Variables *v, const Place *p) {
  return GPOINTER_TO_UINT(g_hash_table_lookup(v->forgotten, p->any));
}

/* The n-th place before this one that takes many values, too; NULL: there is none. */
static const Place *base_of(const Variables *v, const GArray *places, guint place, guint n) {
  const Place *p = &g_array_index(places, Place, place);
  for (guint i = 0; i < place; i++) {
    const Place *b = &g_array_index(places, Place, i);
    if (b->any->width == p->any->width && n_tries(v, b) && n-- == 0) return b;
  }
  return NULL;
}

void variables_find(Variables *v, const Induction *d) {
  Search s = {d, g_array_new(FALSE, FALSE, sizeof(Place)), 0};
  for (guint i = 0; i < induction_n_values(d); i++)
    add_place(&s, (Place){i, 0, 0, 0, FALSE, d->start.values[i].bits});
  pmap_foreach(d->start.state.memory, add_object, &s);
  g_array_set_size(v->list, 0);
  for (guint i = 0; i < s.places->len; i++) {
    Variable one = {.place = g_array_index(s.places, Place, i)};
    guint tries = n_tries(v, &one.place);
    const Place *base = tries ? base_of(v, s.places, i, tries - 1) : NULL;
    if (base) one.base = *base;
    if (tries && !base) continue;
    one.seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_array_append_val(v->list, one);
  }
  g_array_unref(s.places);
}

void variable_forget(Variables *v, const Variable *one) {
  g_hash_table_insert(v->forgotten, (gpointer)one->place.any, GUINT_TO_POINTER(n_tries(v, &one->place) + 1));
}

/* ---- values ---- */

gboolean variable_note(Variable *v, guint64 value, guint most) {
  if (!g_hash_table_contains(v->seen, &value)) g_hash_table_add(v->seen, g_memdup2(&value, sizeof value));
  return g_hash_table_size(v->seen) <= most;
}

static const Term *place_value(const Place *at, Memory *m, const Pending *p) {
  if (at->value != G_MAXUINT) return p->values[at->value].bits;
  const Contents *c = state_contents(&p->state, at->object);
  return c && !c->array ? induction_cell(m, c, at->offset, at->bytes).bits : NULL;
}

/* The choices made on the way. */
typedef struct Made Made;
struct Made {
  const Made *outer;
  const Term *condition;
  gboolean holds;
};

/* What is left of t when constants are taken off and the choices made are followed. */
static const Term *resolve(const Term *t, const Made *made, guint64 *constant) {
  for (const Made *m = made; m;) {
    if (t->op == TERM_ADD && term_is_const(t->args[1])) {
      *constant += t->args[1]->param;
      t = t->args[0];
      m = made;
    } else if (t->op == TERM_ITE && t->args[0] == m->condition) {
      t = t->args[m->holds ? 1 : 2];
      m = made;
    } else
      m = m->outer;
  }
  return t;
}

/* a - b + k, taken in each case of the choices that make them up: there it is often a constant. */
static const Term *difference(const Term *a, const Term *b, guint64 k, const Made *made, guint depth) {
  guint64 less = 0;
  const Made none = {made, NULL, FALSE};
  a = resolve(a, &none, &k);
  b = resolve(b, &none, &less);
  const Term *choice = a->op == TERM_ITE ? a->args[0] : b->op == TERM_ITE ? b->args[0] : NULL;
  if (a == b || !choice || !depth)
    return term_binary(TERM_ADD, term_binary(TERM_SUB, a, b), term_const(a->width, k - less));
  const Made yes = {made, choice, TRUE}, no = {made, choice, FALSE};
  return term_ite(choice, difference(a, b, k - less, &yes, depth - 1),
                  difference(a, b, k - less, &no, depth - 1));
}

static gboolean is_narrow(const Term *t) { return t->umax - t->umin < limits.symex_narrow_values; }

static const Term *unset_value(const Variable *v) { return term_const(v->place.any->width, UNSET_VALUE); }

/* The only leaf of a tree of choices that may be anything; FALSE: there are more. */
static gboolean find_unset(const Term *t, const Term **unset, GHashTable *visited) {
  if (is_narrow(t) || t == *unset || !g_hash_table_add(visited, (gpointer)t)) return TRUE;
  if (t->op == TERM_ITE)
    return find_unset(t->args[1], unset, visited) && find_unset(t->args[2], unset, visited);
  if (*unset) return FALSE;
  *unset = t;
  return TRUE;
}

void variable_enter(Variable *v, Memory *m, const Pending *arrival) {
  const Term *value = v->base.any ? NULL : place_value(&v->place, m, arrival);
  if (!value || value->index_width) return;
  GHashTable *visited = g_hash_table_new(NULL, NULL);
  if (!find_unset(value, &v->unset, visited)) v->unset = NULL;
  g_hash_table_unref(visited);
}

/* The tree of choices with the value that stands for what is unset in its place; NULL: another leaf may have
 * that value, or may be anything.  done: trees to what becomes of them. */
static const Term *enumerable(const Variable *v, const Term *t, GHashTable *done) {
  if (t == v->unset) return unset_value(v);
  if (t->op != TERM_ITE) {
    gboolean taken = v->unset && t->umin <= unset_value(v)->param && unset_value(v)->param <= t->umax;
    return is_narrow(t) && !taken ? t : NULL;
  }
  const Term *known = (const Term *)g_hash_table_lookup(done, t);
  if (known) return known;
  const Term *yes = enumerable(v, t->args[1], done), *no = yes ? enumerable(v, t->args[2], done) : NULL;
  const Term *result = no ? term_ite(t->args[0], yes, no) : !v->unset && is_narrow(t) ? t : NULL;
  if (result) g_hash_table_insert(done, (gpointer)t, (gpointer)result);
  return result;
}

/* The value itself, or how far it is from that of the base. */
static const Term *plain_value(const Variable *v, Memory *m, const Pending *p) {
  const Term *value = place_value(&v->place, m, p);
  if (!v->base.any || !value) return value;
  const Term *base = place_value(&v->base, m, p);
  return base ? difference(value, base, 0, NULL, limits.symex_split_depth) : NULL;
}

const Term *variable_value(const Variable *v, Memory *m, const Pending *p) {
  const Term *value = plain_value(v, m, p);
  if (!value || value->index_width) return NULL;
  GHashTable *done = g_hash_table_new(NULL, NULL);
  value = enumerable(v, value, done);
  g_hash_table_unref(done);
  return value;
}

static void set_cell(Memory *m, State *s, const Place *at, const Term *value) {
  const Contents *old = state_contents(s, at->object);
  Contents *c = arena_new_struct(m->arena, Contents);
  Cell *cell = arena_new_struct(m->arena, Cell);
  *cell = (Cell){value_bits(value), at->bytes, at->is_float};
  *c = *old;
  c->cells = pmap_set(old->cells, at->offset, cell);
  s->memory = pmap_set(s->memory, at->object, c);
}

void variable_set(const Variable *v, Memory *m, Pending *p, guint64 value) {
  const Place *at = &v->place;
  const Term *t = term_const(at->any->width, value);
  if (t == unset_value(v) && v->unset) t = v->unset;
  if (v->base.any) t = term_binary(TERM_ADD, v->base.any, t);
  if (at->value != G_MAXUINT)
    p->values[at->value] = value_bits(t);
  else
    set_cell(m, &p->state, at, t);
}

/* ---- for people ---- */

static char *cell_name(const Executor *x, const Place *at, gboolean *is_signed) {
  const Object *o = exec_object(x, at->object);
  if (o->kind != OBJECT_GLOBAL) return NULL;
  const IrGlobal *g = program_global(x->program, o->id - x->first_global);
  if (g->size != at->bytes) return NULL;
  *is_signed = g->is_signed;
  return g_strdup(g->name);
}

static char *value_name(const IrBlock *head, const Place *at, gboolean *is_signed) {
  const char *name = at->value < head->phis->len ? g_array_index(head->phis, IrPhi, at->value).name : NULL;
  for (guint i = 0; name && head->variables && i < head->variables->len; i++) {
    const IrVariable *v = &g_array_index(head->variables, IrVariable, i);
    if (v->name == name) *is_signed = v->is_signed;
  }
  return g_strdup(name);
}

/* One that may be unset has no name: it may have the same value in a state in which it is and in one in which
 * it is not, so values do not tell these apart. */
static char *variable_text(const Variable *v, const Executor *x, const IrBlock *head, guint64 value) {
  gboolean is_signed = FALSE;
  g_autofree char *name = v->base.any || v->unset || v->place.is_float ? NULL
                          : v->place.value == G_MAXUINT                ? cell_name(x, &v->place, &is_signed)
                                                        : value_name(head, &v->place, &is_signed);
  if (!name) return g_strdup_printf("%c %" G_GUINT64_FORMAT, UNNAMED, value);
  if (!is_signed) return g_strdup_printf("%s == %" G_GUINT64_FORMAT, name, value);
  return g_strdup_printf("%s == %" G_GINT64_FORMAT, name, term_signed(value, v->place.any->width));
}

GStrv variables_text(const Variables *v, const Executor *x, const WtoElement *loop, const guint64 *values) {
  const IrBlock *head = (const IrBlock *)x->frame->function->blocks->pdata[loop->block];
  GStrv texts = g_new0(char *, v->list->len + 1);
  for (guint k = 0; k < v->list->len; k++) texts[k] = variable_text(variable_at(v, k), x, head, values[k]);
  return texts;
}
