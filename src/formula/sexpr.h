/* SPDX-License-Identifier: GPL-3.0-or-later */
/* S-expressions as SMT-LIB 2 has them: lists and atoms; read without recursion, so nesting has no limit. */
#ifndef ACF_SEXPR_H
#define ACF_SEXPR_H
#include <glib.h>

typedef struct {
  char *atom;  /* NULL for a list; |quoted| symbols come without their bars */
  guint at;    /* the character of the text where it starts, from 1 */
  guint first; /* list: the node of its first member; 0: none */
  guint next;  /* the node after it in the same list; 0: none */
  guint n;     /* list: how many members */
} SNode;

/* Node 0 is a list of everything in the text. */
typedef struct {
  GArray *nodes; /* SNode */
} SExpr;

/* NULL with a message that names the character: a bar or a parenthesis without its partner. */
SExpr *sexpr_parse(const char *text, GError **error);
void sexpr_free(SExpr *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SExpr, sexpr_free)

static inline const SNode *sexpr_node(const SExpr *s, guint i) { return &g_array_index(s->nodes, SNode, i); }
guint sexpr_member(const SExpr *s, guint list, guint k);              /* the k-th member; 0: it has none */
gboolean sexpr_is_atom(const SExpr *s, guint node, const char *text); /* FALSE for node 0 */
gboolean sexpr_is_list(const SExpr *s, guint node, const char *first_member); /* a list that starts so */

GQuark smt2_error_quark(void); /* of everything that is wrong with a text */
void smt2_error(GError **error, guint at, const char *format, ...) G_GNUC_PRINTF(3, 4);
#endif
