/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The standard input of a program, as inputs.  Not for use outside the front end. */
#ifndef ACF_FRONTEND_STREAMS_H
#define ACF_FRONTEND_STREAMS_H
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include "frontend/frontend.h"

/* A function, for messages too: what is read from a stream that is not modelled, to where its argument points. */
#define UNKNOWN_STREAM "a read from another stream than the standard input"

typedef enum { SCANS_NOTHING, SCANS_STDIN, SCANS_STREAM, SCANS_TEXT } ScanSource;
/* scanf.c */
ScanSource scanf_source(const char *name); /* of a function: SCANS_NOTHING, it is none of scanf's family */
/* What a call of such a function reads, ScanItem; NULL: not known, or not modelled. */
GArray *scanf_items(LLVMValueRef call, gboolean lp64);

/* What the inputs are, and so by which models it is read. */
typedef enum {
  SCAN_AS_BYTES,   /* bytes, or no inputs: of text */
  SCAN_AS_NUMBERS, /* decimal integers alone */
  SCAN_AS_ITEMS    /* integers, characters, and whether literals are there */
} ScanModel;
typedef struct {
  ScanModel model;
  const char *literals; /* those of the program but for signs, each once */
  gboolean guarded;     /* accesses outside of objects are failures */
} ScanWay;
/* Puts the call of a function made for these items in the place of the call. */
void scanf_expand(LLVMValueRef call, const GArray *items, const ScanWay *way);
/* Whether such a call reads the standard input in any case. */
gboolean scanf_is_of_stdin(LLVMValueRef call);
/* The format of such a call, to free; NULL: it is not known. */
char *scanf_format(LLVMValueRef call);

/* scan-order.c: finds in which order these calls (LLVMValueRef) are performed, where that is the same in all runs. */
void scan_order_find(LLVMModuleRef module, const GPtrArray *scans);

/* scan-names.c: finds to which variables the numbers of the standard input go, which these calls (LLVMValueRef) read. */
void scan_names_find(LLVMModuleRef module, const GPtrArray *scans, gboolean lp64);

/* streams.c */
/* Whether arguments and streams of the program are modelled: the user gave bounds for them, or it does not call
 * input functions of verifiers. */
gboolean streams_wanted(LLVMModuleRef module, const FrontendOptions *options);
/* Before models are linked: prepares the calls that read.  FALSE: streams are not modelled, and their models are
 * not needed. */
gboolean streams_prepare(LLVMModuleRef module, const FrontendOptions *options);
/* When they are linked: sets the bounds. */
void streams_set_bounds(LLVMModuleRef module, const FrontendOptions *options);
#endif
