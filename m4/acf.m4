# SPDX-License-Identifier: GPL-3.0-or-later
# What configure.ac asks for by name.

# ACF_SANITIZERS: --enable-sanitizers[=LIST]
AC_DEFUN([ACF_SANITIZERS], [
  AC_ARG_ENABLE([sanitizers],
    [AS_HELP_STRING([--enable-sanitizers@<:@=LIST@:>@], [check the program while it runs (default LIST: address,undefined)])],
    [], [enable_sanitizers=no])
  AS_CASE([$enable_sanitizers],
    [no], [SANITIZER_FLAGS=],
    [yes], [SANITIZER_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"],
    [SANITIZER_FLAGS="-fsanitize=$enable_sanitizers -fno-omit-frame-pointer"])
  AC_SUBST([SANITIZER_FLAGS])
  AM_CONDITIONAL([SANITIZERS], [test "x$enable_sanitizers" != xno])
])

# ACF_COVERAGE: --enable-coverage, for `make coverage`
AC_DEFUN([ACF_COVERAGE], [
  AC_ARG_ENABLE([coverage], [AS_HELP_STRING([--enable-coverage], [count which lines of the source are run])],
    [], [enable_coverage=no])
  COVERAGE_FLAGS=
  AS_IF([test "x$enable_coverage" != xno], [
    AC_CHECK_TOOL([GCOV], [gcov], [no])
    AS_IF([test "x$GCOV" = xno], [AC_MSG_ERROR([gcov not found: it comes with gcc])])
    COVERAGE_FLAGS="--coverage -DACF_COVERAGE"
  ])
  AC_SUBST([COVERAGE_FLAGS])
])

# ACF_WERROR: --enable-werror
AC_DEFUN([ACF_WERROR], [
  AC_ARG_ENABLE([werror], [AS_HELP_STRING([--enable-werror], [a warning of the compiler is an error])],
    [], [enable_werror=no])
  AS_IF([test "x$enable_werror" != xno], [WERROR_FLAGS=-Werror], [WERROR_FLAGS=])
  AC_SUBST([WERROR_FLAGS])
])

# ACF_COMPILE_FLAGS(VARIABLE, FLAGS): those of FLAGS that the C compiler knows.
AC_DEFUN([ACF_COMPILE_FLAGS], [
  $1=
  acf_saved_cflags=$CFLAGS
  for acf_flag in $2; do
    AC_MSG_CHECKING([whether $CC knows $acf_flag])
    CFLAGS="$acf_saved_cflags $acf_flag -Werror"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM()], [acf_known=yes; $1="$$1 $acf_flag"], [acf_known=no])
    AC_MSG_RESULT([$acf_known])
  done
  CFLAGS=$acf_saved_cflags
  AC_SUBST([$1])
])

# ACF_LINK_FLAGS(VARIABLE, FLAGS): those of FLAGS that the linker knows.
AC_DEFUN([ACF_LINK_FLAGS], [
  $1=
  acf_saved_ldflags=$LDFLAGS
  for acf_flag in $2; do
    AC_MSG_CHECKING([whether the linker knows $acf_flag])
    LDFLAGS="$acf_saved_ldflags $acf_flag"
    AC_LINK_IFELSE([AC_LANG_PROGRAM()], [acf_known=yes; $1="$$1 $acf_flag"], [acf_known=no])
    AC_MSG_RESULT([$acf_known])
  done
  LDFLAGS=$acf_saved_ldflags
  AC_SUBST([$1])
])

# ACF_Z3: Z3_LIBS
AC_DEFUN([ACF_Z3], [
  AC_CHECK_HEADER([z3.h], [], [AC_MSG_ERROR([z3.h not found: install libz3-dev])])
  AC_CHECK_LIB([z3], [Z3_mk_context], [Z3_LIBS=-lz3], [AC_MSG_ERROR([libz3 not found: install libz3-dev])])
  AC_SUBST([Z3_LIBS])
])

# ACF_PPL: PPL_LIBS
AC_DEFUN([ACF_PPL], [
  AC_CHECK_HEADER([gmp.h], [], [AC_MSG_ERROR([gmp.h not found: install libgmp-dev])])
  AC_CHECK_HEADER([ppl_c.h], [], [AC_MSG_ERROR([ppl_c.h not found: install libppl-dev])])
  AC_CHECK_LIB([ppl_c], [ppl_initialize], [PPL_LIBS="-lppl_c -lgmp"],
    [AC_MSG_ERROR([libppl_c not found: install libppl-dev])], [-lppl -lgmp])
  AC_SUBST([PPL_LIBS])
])

# ACF_COUNTERS: COUNT_LIBS, what counts failing inputs: BuDDy (decision diagrams) and CryptoMiniSat
AC_DEFUN([ACF_COUNTERS], [
  AC_CHECK_HEADER([bdd.h], [], [AC_MSG_ERROR([bdd.h not found: install libbdd-dev])])
  AC_CHECK_LIB([bdd], [bdd_init], [COUNT_LIBS=-lbdd], [AC_MSG_ERROR([libbdd not found: install libbdd-dev])])
  AC_CHECK_HEADER([cryptominisat5/cryptominisat_c.h], [],
    [AC_MSG_ERROR([cryptominisat_c.h not found: install libcryptominisat5-dev])])
  AC_CHECK_LIB([cryptominisat5], [cmsat_new], [COUNT_LIBS="$COUNT_LIBS -lcryptominisat5"],
    [AC_MSG_ERROR([libcryptominisat5 not found: install libcryptominisat5-dev])])
  AC_SUBST([COUNT_LIBS])
])

# ACF_DOMAINS: DOMAIN_LIBS, libraries whose abstract domains `acf domains` can test, where they are installed
AC_DEFUN([ACF_DOMAINS], [
  DOMAIN_LIBS=
  ACF_DOMAIN_LIBRARY([ISL], [isl/set.h], [isl], [isl_set_union], [-lisl])
  ACF_DOMAIN_LIBRARY([APRON], [ap_abstract0.h], [apron], [ap_abstract0_top], [-lapron -lmpfr], [-lmpfr -lgmp -lm])
  AC_SUBST([DOMAIN_LIBS])
])

# ACF_DOMAIN_LIBRARY(NAME, HEADER, LIBRARY, FUNCTION, LIBS, [OTHER-LIBS]): --without-NAME, HAVE_NAME
AC_DEFUN([ACF_DOMAIN_LIBRARY], [
  AC_ARG_WITH(m4_tolower([$1]), [AS_HELP_STRING([--without-]m4_tolower([$1]), [do not use $1 where it is installed])],
    [acf_with=$withval], [acf_with=yes])
  acf_have=no
  AS_IF([test "x$acf_with" != xno],
    [AC_CHECK_HEADER([$2], [AC_CHECK_LIB([$3], [$4], [acf_have=yes], [], [$6])])])
  AS_IF([test $acf_have = yes], [
    DOMAIN_LIBS="$DOMAIN_LIBS $5"
    AC_DEFINE([HAVE_$1], [1], [Domains of $1 can be tested])])
  AM_CONDITIONAL([HAVE_$1], [test $acf_have = yes])
])

# ACF_LLVM: LLVM 19 (LLVM_CFLAGS, LLVM_LIBS) and the clang that goes with it (CLANG).
# Of llvm-config's flags only where things are is taken; the others are for LLVM's own code.
AC_DEFUN([ACF_LLVM], [
  AC_ARG_VAR([LLVM_CONFIG], [llvm-config of LLVM 19])
  AC_ARG_VAR([CLANG], [clang 19, which compiles the models of library functions])
  AC_PATH_PROGS([LLVM_CONFIG], [llvm-config-19 llvm-config], [no], [$PATH:/usr/lib/llvm-19/bin])
  AC_PATH_PROGS([CLANG], [clang-19 clang], [no], [$PATH:/usr/lib/llvm-19/bin])
  AS_IF([test "x$LLVM_CONFIG" = xno], [AC_MSG_ERROR([llvm-config-19 not found: install llvm-19-dev])])
  AS_IF([test "x$CLANG" = xno], [AC_MSG_ERROR([clang-19 not found: install clang-19])])
  AS_CASE([`$LLVM_CONFIG --version`], [19.*], [],
    [AC_MSG_ERROR([$LLVM_CONFIG is not of LLVM 19: install llvm-19-dev])])
  LLVM_CFLAGS="-isystem `$LLVM_CONFIG --includedir`"
  LLVM_LIBS="-L`$LLVM_CONFIG --libdir` `$LLVM_CONFIG --link-shared --libs`"
  ACF_STATIC_LLVM
  AC_SUBST([LLVM_CFLAGS])
  AC_SUBST([LLVM_LIBS])
])

# ACF_STATIC_LLVM: LLVM_LIBS become the parts of LLVM that acf uses, linked into the program, where that can be done.
# The shared library has 340000 relocations: it takes longer to load than a small program takes to analyse.
AC_DEFUN([ACF_STATIC_LLVM], [
  AC_ARG_ENABLE([static-llvm],
    [AS_HELP_STRING([--disable-static-llvm], [use the shared library of LLVM: smaller, but slower to start])],
    [], [enable_static_llvm=yes])
  AS_IF([test "x$enable_static_llvm" != xno], [
    AC_MSG_CHECKING([whether LLVM can be linked into the program])
    acf_saved_libs=$LIBS
    acf_saved_cppflags=$CPPFLAGS
    CPPFLAGS="$CPPFLAGS $LLVM_CFLAGS"
    acf_parts=`$LLVM_CONFIG --link-static --libs core bitreader linker passes 2>/dev/null`
    acf_linked=no
    for acf_zstd in -lzstd -l:libzstd.so.1; do
      LIBS="-L`$LLVM_CONFIG --libdir` $acf_parts -lstdc++ -lz $acf_zstd -lrt -ldl -lm"
      AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <llvm-c/BitReader.h>
          #include <llvm-c/Linker.h>
          #include <llvm-c/Transforms/PassBuilder.h>]],
        [[LLVMModuleRef m; LLVMParseBitcodeInContext2(LLVMContextCreate(), 0, &m);
          LLVMLinkModules2(m, m); LLVMRunPasses(m, "mem2reg", 0, LLVMCreatePassBuilderOptions());]])],
        [acf_linked=yes; LLVM_LIBS=$LIBS; break])
    done
    LIBS=$acf_saved_libs
    CPPFLAGS=$acf_saved_cppflags
    AC_MSG_RESULT([$acf_linked])
  ])
])

# ACF_LIBCLANG: the headers of libclang 19, and its name (LIBCLANG), by which it is loaded when it is first needed:
# linked, it would make every start of acf slower.
AC_DEFUN([ACF_LIBCLANG], [
  acf_saved_cppflags=$CPPFLAGS
  CPPFLAGS="$CPPFLAGS $LLVM_CFLAGS"
  AC_CHECK_HEADER([clang-c/Index.h], [], [AC_MSG_ERROR([clang-c/Index.h not found: install libclang-19-dev])])
  CPPFLAGS=$acf_saved_cppflags
  AC_DEFINE([LIBCLANG], ["libclang-19.so.19"], [The library that reads C source, loaded when it is first needed])
])
