package io.busbar.benchmarks;

import io.busbar.base.problem.Problems;
import io.busbar.formats.chakra.ChakraNode;
import io.busbar.formats.chakra.ChakraReader;
import io.busbar.formats.chakra.ChakraWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Reading of a trace of Chakra, in CPU time, the best of several, page cache warm, with the heap in
 * use afterwards. Argument: thousands of nodes (5000), each of about 57 bytes. Start it with
 * -Xmx64m to see that memory stays flat.
 */
public final class TraceReading {
  private static final int ROUNDS = 5;
  private static final double MEGA = 1e6;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private TraceReading() {}

  public static void main(String[] args) throws IOException {
    long nodes = 1000 * (args.length > 0 ? Long.parseLong(args[0]) : 5000);
    Path file = Files.createTempFile("trace", ".et");
    try {
      write(file, nodes);
      double best = Double.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        best = Math.min(best, seconds(file, nodes));
      }
      System.gc();
      Runtime machine = Runtime.getRuntime();
      System.out.printf(
          Locale.ROOT,
          "%.0f MB in %.2f s: %.0f MB/s; heap in use %.1f MB%n",
          Files.size(file) / MEGA,
          best,
          Files.size(file) / MEGA / best,
          (machine.totalMemory() - machine.freeMemory()) / MEGA);
    } finally {
      Files.delete(file);
    }
  }

  private static void write(Path file, long nodes) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      ChakraWriter writer = new ChakraWriter(out);
      for (long node = 0; node < nodes; node++) {
        if (node % 5 == 4) {
          writer
              .node(node, "nccl:all_reduce_" + node, ChakraNode.COLLECTIVE, 0, node - 1, node - 2)
              .onProcessor(false)
              .collective(0, 1 << 20)
              .end();
        } else {
          long[] waits = node > 0 ? new long[] {node - 1} : new long[0];
          writer
              .node(node, "aten::mm_" + node, ChakraNode.COMPUTE, 12, waits)
              .onProcessor(false)
              .end();
        }
      }
    }
  }

  private static double seconds(Path file, long nodes) throws IOException {
    long start = THREADS.getCurrentThreadCpuTime();
    long[] seen = new long[1];
    Problems problems = new Problems();
    try (InputStream in = Files.newInputStream(file)) {
      ChakraReader.read(file.toString(), in, problems, (node, offset) -> ++seen[0] > 0);
    }
    if (seen[0] != nodes || problems.any()) {
      throw new IllegalStateException(seen[0] + " nodes of " + nodes + ", " + problems.list());
    }
    return (THREADS.getCurrentThreadCpuTime() - start) * 1e-9;
  }
}
