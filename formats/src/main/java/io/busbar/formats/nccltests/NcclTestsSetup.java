package io.busbar.formats.nccltests;

/**
 * The options that a test prints; −1 or empty where it did not.
 *
 * @param threads {@code -t}: threads per process
 * @param gpusPerThread {@code -g}
 * @param minBytes {@code -b}
 * @param maxBytes {@code -e}
 * @param step {@code 2(factor)} or {@code 1048576(bytes)}
 * @param warmupIterations {@code -w}
 * @param iterations {@code -n}
 * @param aggregatedIterations {@code -m}: operations per launch
 * @param validation {@code -c}: 0 when results were not checked
 * @param graph {@code -G}: launches of a captured CUDA graph, 0 for none
 */
public record NcclTestsSetup(
    int threads,
    int gpusPerThread,
    long minBytes,
    long maxBytes,
    String step,
    int warmupIterations,
    int iterations,
    int aggregatedIterations,
    int validation,
    int graph) {
  /** Nothing was printed. */
  public static final NcclTestsSetup UNKNOWN =
      new NcclTestsSetup(-1, -1, -1, -1, "", -1, -1, -1, -1, -1);
}
