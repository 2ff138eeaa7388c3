package io.busbar.benchmarks;

import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What it costs that ranks compare their calls: all-reduces of 8 B and 64 KiB by two processes, as
 * Busbar is and without any comparison, in turns. The side without is the same classes but for
 * those that {@link NoSignatures} rewrites; nobody else can switch the comparison off. Run it as
 * {@code SignaturePrice [rounds]}.
 */
public final class SignaturePrice {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int[] SIZES = {8, 64 << 10};
  private static final List<String> TRANSPORTS = List.of("shm", "tcp");
  private static final long PART_NS = 30_000_000;
  private static final int WARM = 40;

  private SignaturePrice() {}

  public static void main(String[] args) throws Exception {
    if (args.length == 4) {
      rank(Integer.parseInt(args[0]), args[1], Integer.parseInt(args[2]), Path.of(args[3]));
      return;
    }
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 60;
    Path rewritten = Files.createTempDirectory("busbar-without-");
    NoSignatures.into(rewritten);
    System.out.println("transport     bytes  compared us   without us   price % (median of pairs)");
    for (String transport : TRANSPORTS) {
      for (int bytes : SIZES) {
        compare(transport, bytes, rounds, rewritten);
      }
    }
  }

  private static void compare(String transport, int bytes, int rounds, Path rewritten)
      throws Exception {
    String path = System.getProperty("java.class.path");
    try (Pair with = new Pair(transport, bytes, path);
        Pair without = new Pair(transport, bytes, rewritten + File.pathSeparator + path)) {
      double[] first = new double[rounds];
      double[] second = new double[rounds];
      double[] ratios = new double[rounds];
      for (int round = -WARM; round < rounds; round++) {
        // Whoever goes first in a turn goes second in the next.
        double a = round % 2 == 0 ? with.measure() : 0;
        double b = without.measure();
        a = round % 2 == 0 ? a : with.measure();
        if (round >= 0) {
          first[round] = a;
          second[round] = b;
          ratios[round] = a / b;
        }
      }
      System.out.printf(
          Locale.ROOT,
          "%-9s %9d %12.3f %12.3f   %+.1f%n",
          transport,
          bytes,
          median(first),
          median(second),
          100 * (median(ratios) - 1));
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Two processes of a group, which measure when they are told. */
  private static final class Pair implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();
    private final List<PrintStream> to = new ArrayList<>();
    private final BufferedReader from;
    private final Path folder;

    Pair(String transport, int bytes, String classPath) throws IOException {
      folder = Files.createTempDirectory("busbar-price-");
      for (int rank = 0; rank < 2; rank++) {
        Process process =
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "--add-modules",
                    "jdk.incubator.vector",
                    "-cp",
                    classPath,
                    SignaturePrice.class.getName(),
                    Integer.toString(rank),
                    transport,
                    Integer.toString(bytes),
                    folder.resolve("meet").toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        processes.add(process);
        to.add(new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8));
      }
      from = processes.getFirst().inputReader(StandardCharsets.UTF_8);
    }

    /** Microseconds of an operation, as rank 0 sees it. */
    double measure() throws IOException {
      to.forEach(PrintStream::println);
      String line = from.readLine();
      if (line == null) {
        throw new IOException("a rank has ended");
      }
      return Double.parseDouble(line);
    }

    @Override
    public void close() throws IOException {
      to.forEach(PrintStream::close);
      processes.forEach(Process::destroyForcibly);
      Files.deleteIfExists(folder);
    }
  }

  private static void rank(int rank, String transport, int bytes, Path meet) throws IOException {
    ProcessGroup group = ProcessGroup.of(Bootstrap.folder(rank, 2, meet, PATIENCE));
    try (Comm comm =
            transport.equals("shm")
                ? group.overShm(ShmOptions.DEFAULT.withHeap(1 << 20))
                : group.overTcp(TcpOptions.loopback());
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      Buf input = comm.allocate(DType.FLOAT32, bytes / 4);
      Buf output = comm.allocate(DType.FLOAT32, bytes / 4);
      Operation operation = comm.prepare(Call.allReduce(input, output, ReduceOp.SUM));
      long times = 1;
      while (in.readLine() != null) {
        comm.barrier();
        long start = System.nanoTime();
        for (long i = 0; i < times; i++) {
          operation.run();
        }
        long took = System.nanoTime() - start;
        if (rank == 0) {
          System.out.println(took / 1e3 / times);
        }
        long[] next = {Math.clamp(times * PART_NS / Math.max(took, 1), 1, 4 * times)};
        comm.broadcast(Buf.of(next), 0);
        times = next[0];
      }
    }
  }
}
