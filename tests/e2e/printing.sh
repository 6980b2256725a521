#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What programs print, and what they write by sprintf: what is read is within its object, or a failure.
. "$(dirname "$0")/lib"

asked() { # STATUS NAME OPTION...: the program NAME is asked about runtime errors
  wanted=$1 name=$2
  shift 2
  run "$wanted" -p runtime-errors --LP64 --time 20 "$@" "$here/$name.c"
}
says() { grep -q -- "$1" "$here/out"; }

cat >"$here/usage.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
static void usage(const char *name) { fprintf(stderr, "usage: %s number\n", name); }
int main(int argc, char **argv) {
  if (argc != 2) {
    usage(argv[0]);
    return 1;
  }
  printf("%s: %d\n", argv[0], 100 / (atoi(argv[1]) - 7));
  fflush(stdout);
  return 0;
}
C
cat >"$here/shown.c" <<'C'
#include <stdio.h>
int main(int argc, char **argv) {
  for (int i = 1; i <= argc; i++) puts(argv[i]);
  return 0;
}
C
cat >"$here/listed.c" <<'C'
#include <stdio.h>
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) printf("%-8s %.3s\n", argv[i], argv[i]);
  return 0;
}
C
cat >"$here/option.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  if (argc == 2 && argv[1][0] == '-' && argv[1][1] == 0) abort();
  if (argc > 2) puts(argv[2] + 2);
  return 0;
}
C
cat >"$here/open.c" <<'C'
#include <stdio.h>
int main(int argc, char **argv) {
  char both[2] = {'a', 'b'};
  printf("%.2s\n", both);
  if (argc > 1) printf("%s\n", both);
  return 0;
}
C
cat >"$here/null.c" <<'C'
#include <stdio.h>
int main(int argc, char **argv) {
  printf("%s\n", argv[argc]);
  return 0;
}
C
cat >"$here/label.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  char label[6];
  if (argc != 2) return 1;
  return sprintf(label, "n%d", atoi(argv[1]));
}
C
cat >"$here/cut.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char text[4];
  if (argc != 2) return 1;
  int n = snprintf(text, sizeof text, "%s!", argv[1]);
  if (n == 3 && strcmp(text, "ab!") == 0) abort();
  return 0;
}
C
cat >"$here/onto.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  char text[16] = "a";
  sprintf(text, "%s%s", "x", text);
  if (text[1] == 'a') abort();
  return 0;
}
C
cat >"$here/tokens.c" <<'C'
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  int n = 0, parts[2];
  if (argc != 2) return 1;
  for (char *part = strtok(argv[1], ","); part; part = strtok(NULL, ",")) parts[n++] = part[0];
  return parts[0];
}
C
cat >"$here/width.c" <<'C'
#include <stdio.h>
int main(void) {
  char word[2];
  return scanf("%2[a-z]", word);
}
C
cat >"$here/message.c" <<'C'
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  const char *home = getenv("HOME");
  if (home) printf("%s\n", home);
  fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
  if (argc > 2) abort();
  return 0;
}
C
cat >"$here/environment.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  const char *home = getenv("HOME");
  if (argc > 1) return home[0] == 'x';
  return 0;
}
C
cat >"$here/empty.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
static const char line[9] = "";
int main(int argc, char **argv) {
  for (int i = 0; i < argc; i++) printf("%s\n", argv[i]);
  puts("");
  puts(line);
  scanf("");
  printf(line);
  if (argc > 1) abort();
  return 0;
}
C
cat >"$here/line.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = NULL;
  size_t size = 0;
  ssize_t n = getline(&line, &size, stdin);
  if (n < 0 && (!line || size != 120)) abort();
  free(line);
  return 0;
}
C

name_is_text() {
  asked 10 usage --args 0..2 --arg-length 3 && says '^fails exactly when argc == 2 && atoi(argv\[1\]) == 7$'
}
null_is_read() { asked 10 shown --args 0..2 --arg-length 2 && says 'invalid access to memory at .*shown.c:3' && says '^fails for every input$'; }
texts_end() { asked 0 listed --args 0..2 --arg-length 3; }
short_words() {
  asked 10 option --args 0..2 --arg-length 3 && says 'fails exactly when argc == 2 && argv\[1\]\[0\] == '"'-'"' && argv\[1\]\[1\] == 0$' &&
    says 'fails exactly when argc == 3 && argv\[2\]\[1\] == 0$'
}
without_end() { asked 10 open --args 0..1 --arg-length 1 && says '^fails exactly when argc .* 2' && says 'open.c:5'; }
null_is_unknown() { asked 20 null --args 0..1 --arg-length 1 && says 'a null pointer that is printed as text'; }
class() { # STATUS NAME ARGUMENT: how the argument is classified
  "$ACF" classify "$here/$2.json" -- "$3" >"$here/out"
  [ $? -eq "$1" ]
}
by_length() {
  asked 10 label --args 1 --arg-length 6 --json "$here/label.json" && class 0 label 9999 && class 10 label 10000 &&
    class 0 label -999 && class 10 label -1000
}
is_cut() { asked 10 cut --args 1 --arg-length 4 --json "$here/cut.json" && class 10 cut ab && class 0 cut abc; }
overlap() { asked 20 onto --args 0; }
tokens() {
  asked 10 tokens --args 1 --arg-length 5 --json "$here/tokens.json" && class 0 tokens a,b && class 10 tokens a,b,c
}
texts_of_library() { asked 10 message --args 0..2 --arg-length 1 && says '^fails exactly when argc == 3'; }
no_variable() { asked 20 environment --args 0..1 --arg-length 1 && says '^may fail when argc > 1'; }
wide_field() { # the third byte is written; before that it is not known
  asked 10 width --stdin-length 2 --json "$here/width.json" && printf 'ab' | read_class 10 width &&
    printf 'a' | read_class 20 width && printf ' ' | read_class 0 width
}
read_class() { # STATUS NAME <STDIN
  "$ACF" classify "$here/$2.json" >"$here/out"
  [ $? -eq "$1" ]
}
empty_texts() { asked 10 empty --args 0..1 --arg-length 1 && says '^fails exactly when argc > 1'; }
line_at_end() { asked 0 line --stdin-length 3; }

ok "the program's name is text, and arguments stay numbers" name_is_text
ok "what puts reads through a null pointer is a failure" null_is_read
ok "arguments end" texts_end
ok "what holds of every command line is not said" short_words
ok "text without an end is read past its object, unless a precision says how long it is" without_end
ok "what printf makes of a null pointer is not known" null_is_unknown
ok "sprintf writes as many bytes as the number has digits" by_length
ok "snprintf cuts, and says how long the text was" is_cut
ok "text that is printed onto itself is not known" overlap
ok "strtok finds as many parts as there are" tokens
ok "texts of the library end" texts_of_library
ok "a variable of the environment may not be there" no_variable
ok "a field that is wider than its array may fail before it is full" wide_field
ok "getline has a line also where there is none to read" line_at_end
done_testing
