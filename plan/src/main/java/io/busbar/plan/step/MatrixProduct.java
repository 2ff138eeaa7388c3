package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;

/**
 * Time of matrix products by shape. Stateless; a call costs a few dozen operations.
 *
 * <p>{@code t = max(2·m·n·k·count / (rate·aligned·fill), bytes / memory)}. {@code fill} is tile and
 * wave quantisation: the output is cut into tiles, tiles run in waves of one per multiprocessor,
 * and part of the edge tiles and of the last wave is empty; the best of three tile shapes counts.
 * Source: NVIDIA, "Matrix Multiplication Background" (tiles and waves); roofline for the rest.
 * Limit: kernels that split k are not modelled, so small outputs with a long k are overestimated.
 */
final class MatrixProduct {
  private static final int LARGE_TILE = 256;
  private static final int SMALL_TILE = 128;

  /** Rate of 128×128 tiles against 128×256: less reuse of what is loaded. */
  private static final double SQUARE_TILE_RATE = 0.92;

  /** Tensor cores load 16-byte rows: widths that are no multiple of 8 run at about half rate. */
  private static final int ALIGNED = 8;

  private static final double UNALIGNED_RATE = 0.5;

  private static final Term M = Term.input("m", "", "rows of the result");
  private static final Term N = Term.input("n", "", "columns of the result");
  private static final Term K = Term.input("k", "", "products summed for an element");
  private static final Term COUNT = Term.input("count", "", "equal products in one launch");
  private static final Term RATE =
      Term.input("rate", "FLOP/s", "rate of a product that fills the GPU");
  private static final Term ALIGNMENT =
      Term.input("aligned", "", "1, or 0.5 where a width is no multiple of 8");
  private static final Term FILL = Term.input("fill", "", "useful part of tiles and waves");
  private static final Term IN = Term.input("in_bytes", "B", "an element of an operand");
  private static final Term OUT = Term.input("out_bytes", "B", "moved per element of the result");
  private static final Term MEMORY = Term.input("memory_rate", "B/s", "device memory, achieved");
  private static final String FORMULA =
      "max(2 * {m} * {n} * {k} * {count} / ({rate} * {aligned} * {fill}),"
          + " {count} * (({m} + {n}) * {k} * {in_bytes} + {m} * {n} * {out_bytes})"
          + " / {memory_rate})";

  private MatrixProduct() {}

  /** Useful part of the multiprocessors' time, 0 to 1. */
  static double fill(double m, double n, double count, int multiprocessors) {
    double wide = fill(m, n, count, multiprocessors, SMALL_TILE, LARGE_TILE);
    double tall = fill(m, n, count, multiprocessors, LARGE_TILE, SMALL_TILE);
    double square = SQUARE_TILE_RATE * fill(m, n, count, multiprocessors, SMALL_TILE, SMALL_TILE);
    return Math.max(Math.max(wide, tall), square);
  }

  private static double fill(
      double m, double n, double count, int multiprocessors, int tileM, int tileN) {
    double tiles = Math.ceil(m / tileM) * Math.ceil(n / tileN) * count;
    double waves = Math.ceil(tiles / multiprocessors);
    return m * n * count / (waves * multiprocessors * tileM * (double) tileN);
  }

  /**
   * Seconds of {@code count} products of m×k by k×n, run as one grouped launch.
   *
   * @param flopPerSecond rate of a product that fills the GPU
   * @param inBytes bytes of an input element
   * @param outBytes bytes moved per output element
   */
  static double seconds(
      double m,
      double n,
      double k,
      double count,
      double flopPerSecond,
      double inBytes,
      double outBytes,
      GpuRates gpu) {
    if (m <= 0 || n <= 0 || k <= 0) {
      return 0;
    }
    double compute =
        2
            * m
            * n
            * k
            * count
            / (flopPerSecond * aligned(n, k) * fill(m, n, count, gpu.multiprocessors));
    double memory = count * ((m + n) * k * inBytes + m * n * outBytes) / gpu.memoryBytesPerSecond;
    return Math.max(compute, memory);
  }

  private static double aligned(double n, double k) {
    return k % ALIGNED == 0 && n % ALIGNED == 0 ? 1 : UNALIGNED_RATE;
  }

  /**
   * The same, noted under a name; for ledgers that record, as it makes a term.
   *
   * @param name of the term; its unit is seconds
   * @param meaning in plain words
   */
  static double noted(
      String name,
      String meaning,
      double m,
      double n,
      double k,
      double count,
      double flopPerSecond,
      double inBytes,
      double outBytes,
      GpuRates gpu,
      Ledger ledger) {
    double seconds = seconds(m, n, k, count, flopPerSecond, inBytes, outBytes, gpu);
    if (seconds == 0) {
      return ledger.put(Term.input(name, "s", meaning + ": nothing to multiply"), 0);
    }
    ledger.open(name);
    ledger.put(M, m);
    ledger.put(N, n);
    ledger.put(K, k);
    ledger.put(COUNT, count);
    ledger.put(RATE, flopPerSecond);
    ledger.put(ALIGNMENT, aligned(n, k));
    ledger.put(FILL, fill(m, n, count, gpu.multiprocessors));
    ledger.put(IN, inBytes);
    ledger.put(OUT, outBytes);
    ledger.put(MEMORY, gpu.memoryBytesPerSecond);
    return ledger.close(Term.of(name, "s", meaning, FORMULA), seconds);
  }
}
