/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of syntax.c, and the part of it that reads expressions.  Internal to the two. */
#ifndef ACF_AUDIT_SYNTAX_READER_H
#define ACF_AUDIT_SYNTAX_READER_H
#include "audit/syntax.h"
#include "frontend/libclang.h"

typedef struct {
  Syntax *syntax;
  const char *text;
  gsize size;
  GHashTable *bodies; /* interned name -> CXCursor*: functions that are defined */
  GPtrArray *reached; /* interned names: those that main leads to, main first */
  guint function;     /* being read */
  guint place;        /* of the statement being read */
  gboolean disturbed; /* the statement changes something before it is done with its values */
} Reader;

/* Does the evaluation change something other than by its last step, an assignment or a call? */
gboolean expression_disturbs(CXCursor c);
/* Adds the candidates in an expression whose value is used at r->place. */
void expression_read(Reader *r, CXCursor c, guint depth);
#endif
