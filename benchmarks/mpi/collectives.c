/* Times collectives of an MPI as `busbar perf` times its own: float sums out of place, sizes as
 * nccl-tests counts them, five parts of about a twentieth of a second in all between barriers,
 * the slowest rank of each part, the median of the parts. Data is checked once per size.
 *
 *   mpirun -np 2 collectives all_reduce 8 65536 1048576
 *
 * prints per size: operation, bytes, microseconds, elements that were wrong on any rank. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 5, LEAST = 10, MOST = 20000 };
#define WANTED_S 0.05
#define WARM_S 0.05

static int rank, ranks;
static const char *op;
static float *in, *out;

static void run(long count) {
  int block = (int)(count / ranks);
  if (!strcmp(op, "all_reduce"))
    MPI_Allreduce(in, out, (int)count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  else if (!strcmp(op, "all_gather"))
    MPI_Allgather(in, block, MPI_FLOAT, out, block, MPI_FLOAT, MPI_COMM_WORLD);
  else if (!strcmp(op, "reduce_scatter"))
    MPI_Reduce_scatter_block(in, out, block, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  else
    MPI_Alltoall(in, block, MPI_FLOAT, out, block, MPI_FLOAT, MPI_COMM_WORLD);
}

/* What element i of a rank's input is: small whole numbers, whose sums are exact. */
static float value(int of, long i) { return (float)((of + i) % 7); }

static float expected(long i, long block) {
  float sum = 0;
  if (!strcmp(op, "all_gather")) return value((int)(i / block), i % block);
  if (!strcmp(op, "alltoall")) return value((int)(i / block), rank * block + i % block);
  for (int r = 0; r < ranks; r++)
    sum += value(r, !strcmp(op, "reduce_scatter") ? rank * block + i : i);
  return sum;
}

static long wrong(long count) {
  long block = count / ranks;
  long length = strcmp(op, "reduce_scatter") ? count : block;
  long bad = 0, all;
  memset(out, 0x55, length * sizeof(float));
  run(count);
  for (long i = 0; i < length; i++) bad += out[i] != expected(i, block);
  MPI_Allreduce(&bad, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static double slowest(double seconds) {
  double most;
  MPI_Allreduce(&seconds, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return most;
}

static double timed(long count, long times) {
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (long i = 0; i < times; i++) run(count);
  return slowest(MPI_Wtime() - start) / times;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  long most = 0;
  op = argc > 1 ? argv[1] : "";
  for (int a = 2; a < argc; a++) most = atol(argv[a]) > most ? atol(argv[a]) : most;
  in = malloc(most + sizeof(float) * ranks);
  out = malloc(most + sizeof(float) * ranks);
  memset(out, 0, most);
  for (long i = 0; i < most / (long)sizeof(float); i++) in[i] = value(rank, i);
  for (int a = 2; a < argc; a++) {
    long count = atol(argv[a]) / (long)sizeof(float);
    if (strcmp(op, "all_reduce")) count = (count < ranks ? ranks : count) / ranks * ranks;
    double once = timed(count, 2), warm = 2 * once, parts[PARTS];
    while (warm < WARM_S) warm += 10 * (once = timed(count, 10));
    double times = WANTED_S / once;
    long part = (long)(times < LEAST ? LEAST : times > MOST ? MOST : times) / PARTS;
    for (int p = 0; p < PARTS; p++) parts[p] = timed(count, part);
    qsort(parts, PARTS, sizeof parts[0], ascending);
    long bad = wrong(count);
    if (rank == 0)
      printf("%s %ld %.3f %ld\n", op, count * (long)sizeof(float), parts[PARTS / 2] * 1e6, bad);
  }
  fflush(stdout);
  MPI_Finalize();
  return 0;
}
