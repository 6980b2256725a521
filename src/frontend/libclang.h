/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libclang, which is loaded when it is first needed. */
#ifndef ACF_FRONTEND_LIBCLANG_H
#define ACF_FRONTEND_LIBCLANG_H
#include <clang-c/Index.h>
#include <glib.h>

/* clang-format off */
#define LIBCLANG_FUNCTIONS(X) \
  X(createIndex) X(disposeIndex) X(parseTranslationUnit2) X(disposeTranslationUnit) \
  X(getTranslationUnitCursor) X(getFile) X(visitChildren) X(getNumDiagnostics) X(getDiagnostic) \
  X(getDiagnosticSeverity) X(formatDiagnostic) X(disposeDiagnostic) X(getCString) X(disposeString) \
  X(getCursorKind) X(getCursorSpelling) X(getCursorExtent) X(getCursorLocation) X(getCursorReferenced) \
  X(getCursorDefinition) X(isCursorDefinition) X(getCursorType) X(getCursorResultType) \
  X(getCanonicalType) X(getEnumDeclIntegerType) X(getTypeDeclaration) X(Cursor_isNull) \
  X(Cursor_getNumArguments) X(Cursor_getArgument) X(getRangeStart) X(getRangeEnd) \
  X(getExpansionLocation) X(getSpellingLocation) X(getFileLocation) X(File_isEqual) X(getSkippedRanges) \
  X(disposeSourceRangeList) X(getCanonicalCursor) X(getCursorBinaryOperatorKind) \
  X(getCursorUnaryOperatorKind) X(getCursorSemanticParent) X(getPointeeType) X(isConstQualifiedType) \
  X(isExpression) X(getArgType) X(getFileName) X(Cursor_getMangling) X(Cursor_getStorageClass) \
  X(getTypeSpelling) X(Type_getSizeOf) X(Type_visitFields) X(Cursor_isBitField) X(Cursor_isAnonymous) \
  X(getArrayElementType) X(getArraySize) X(isFunctionTypeVariadic) X(Location_isInSystemHeader)
/* clang-format on */

#define LIBCLANG_DECLARE(name) __typeof__(&clang_##name) name;
typedef struct {
  LIBCLANG_FUNCTIONS(LIBCLANG_DECLARE)
} Libclang;
extern Libclang clang;

gboolean libclang_load(void); /* FALSE: the machine does not have it */
/* The text as the front end's compiler reads it, with its line markers; NULL: it cannot be read. */
CXTranslationUnit libclang_parse(CXIndex index, const char *path, const char *text, char *const *flags,
                                 gboolean lp64, unsigned options);

const char *libclang_intern(CXString s); /* its text; the string is disposed of */
GArray *libclang_children(CXCursor c);   /* CXCursor */
/* Where the cursor stands in the file that was parsed: [from, to) in bytes. */
void libclang_extent(CXCursor c, guint *from, guint *to);
#endif
