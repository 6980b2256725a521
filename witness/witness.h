/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Witnesses as verifiers exchange them: what a GraphML file or a YAML file of the SV-COMP formats says, in
 * one shape, before anything of it is matched to a program.
 *
 * A violation witness is an automaton over places in the source.  Both formats become the same graph: a
 * segment of a YAML violation sequence is a node, its waypoint to follow an edge to the next node, each
 * waypoint to avoid an edge to a sink.  A correctness witness is a list of invariants.
 * All strings belong to the witness; an absent one is NULL. */
#ifndef ACF_WITNESS_H
#define ACF_WITNESS_H
#include <glib.h>

typedef enum { WITNESS_VIOLATION, WITNESS_CORRECTNESS } WitnessKind;
typedef enum { CONTROL_NONE, CONTROL_TRUE, CONTROL_FALSE } WitnessControl;

typedef struct {
  char *id;
  gboolean entry, violation, sink;
} WitnessNode;

typedef struct {
  guint from, to;            /* indexes of nodes */
  char *file;                /* NULL: the program itself */
  guint line, end_line;      /* from 1; 0: not given */
  guint column;              /* from 1; 0: not given */
  gint64 offset, end_offset; /* characters from the start of the file; -1: not given */
  WitnessControl control;    /* which way the condition at this place goes */
  gboolean has_case;         /* the branch of a switch, named by its value */
  gint64 case_value;
  gboolean enter_loop;                /* the next node stands at the head of a loop */
  gboolean target;                    /* YAML: the waypoint is the violation itself */
  char *enter_function, *return_from; /* empty: YAML, the function called at the place */
  char *assumption;                   /* C expressions, each ended by a semicolon, as written */
  char *assumption_scope;             /* the function in which its names mean something */
  char *result_function;              /* whose return value \result stands for */
  char *sourcecode;
} WitnessEdge;

typedef struct {
  gboolean
      loop; /* holds whenever the loop at the place is about to decide; else whenever the place is reached */
  char *file;
  guint line, column; /* from 1; 0: not given */
  char *function;     /* NULL: not given */
  char *expression;   /* C */
} WitnessInvariant;

typedef struct {
  WitnessKind kind;
  char *producer, *program_file, *program_hash, *specification, *architecture, *creation_time;
  GPtrArray *nodes;      /* WitnessNode* */
  GPtrArray *edges;      /* WitnessEdge*, in the order of the file */
  GPtrArray *invariants; /* WitnessInvariant* */
} Witness;

#define ACF_WITNESS_ERROR (witness_error_quark())
typedef enum { WITNESS_ERROR_UNREADABLE, WITNESS_ERROR_MALFORMED, WITNESS_ERROR_TOO_LARGE } WitnessErrorCode;
GQuark witness_error_quark(void);

Witness *witness_new(WitnessKind kind);
void witness_free(Witness *w);
WitnessNode *witness_add_node(Witness *w, const char *id);
WitnessEdge *witness_add_edge(Witness *w, guint from, guint to); /* lines 0, offsets -1 */
WitnessInvariant *witness_add_invariant(Witness *w);
gboolean witness_equal(const Witness *a, const Witness *b); /* node names and time of making aside */

/* Reads either format, by its content.  A file is never trusted: no entity is expanded, nothing is fetched,
 * and size and depth are bounded.  NULL with an error that names the file, the line and what is wrong. */
Witness *witness_read_file(const char *path, GError **error);
Witness *witness_read(const char *name, const char *bytes, gsize size, GError **error);
Witness *graphml_read(const char *name, const char *bytes, gsize size, GError **error);
Witness *yaml_read(const char *name, const char *bytes, gsize size, GError **error);
/* As text, to free. */
char *graphml_write(const Witness *w);
char *yaml_write(const Witness *w);
#endif
