/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For which inputs does a program fail?  An example of the library:
 *   cc example.c -o example $(pkg-config --cflags --libs acf)
 *   ./example prog.c */
#include <acf/acf.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void on_interrupt(int number) { acf_cancel(); }

static int show_progress(const AcfProgress *p, void *data) {
  ++*(unsigned *)data;
  fprintf(stderr, "\r%.1f s: %s, %u partitions ", p->seconds, p->phase, p->partitions);
  return 0; /* go on */
}

static void print_example(const AcfResult *r, size_t partition) {
  printf("   for example");
  for (size_t i = 0; i < acf_result_n_inputs(r); i++) {
    uint64_t bits;
    if (acf_result_example(r, partition, 0, i, &bits))
      printf(" %s = %#" PRIx64, acf_result_input(r, i)->name, bits);
  }
  printf("\n");
}

static void print_partition(const AcfResult *r, size_t i) {
  const AcfPartition *p = acf_result_partition(r, i);
  if (p->exact)
    printf("%zu. fails exactly when %s\n", i + 1, p->upper_c);
  else
    printf("%zu. fails when %s\n   may fail when %s\n", i + 1, p->lower_c, p->upper_c);
  printf("   upper bound %s\n", p->upper);
  if (p->n_examples) print_example(r, i);
}

/* All inputs zero: is that a failing point? */
static void print_origin(const AcfResult *r) {
  static const char *const answers[] = {
      [ACF_POINT_SAFE] = "does not fail", [ACF_POINT_MUST_FAIL] = "fails", [ACF_POINT_MAY_FAIL] = "may fail"};
  printf("with all inputs 0 it %s\n", answers[acf_result_evaluate(r, NULL, 0, NULL)]);
}

static int give_up(char *error) {
  fprintf(stderr, "example: %s\n", error);
  acf_free(error);
  return EXIT_FAILURE;
}

int main(int argc, char **argv) {
  char *error = NULL;
  unsigned calls = 0;
  const AcfLimits limits = {.seconds = 60, .progress = show_progress, .data = &calls};
  if (argc < 2) return EXIT_FAILURE;
  signal(SIGINT, on_interrupt);
  AcfProgram *program = acf_program_load(argv[1], NULL, &error);
  if (!program) return give_up(error);
  AcfResult *result = acf_program_characterize(program, &limits, &error);
  acf_program_free(program); /* the result keeps what it needs */
  if (!result) return give_up(error);
  fprintf(stderr, "\n");
  for (size_t i = 0; i < acf_result_n_partitions(result); i++) print_partition(result, i);
  if (acf_result_verdict(result) == ACF_VERDICT_SAFE) printf("never fails\n");
  print_origin(result);
  if (argc > 2 && !acf_result_write(result, ACF_FORMAT_JSON, argv[2], &error)) return give_up(error);
  acf_result_free(result);
  return calls ? EXIT_SUCCESS : EXIT_FAILURE;
}
