package io.busbar.benchmarks;

import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.TcpOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * What signatures of frames cost: all-reduce between two processes over the loopback interface,
 * with and without them in turns. Run it as {@code SignedFrames [rounds]}.
 */
public final class SignedFrames {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long BYTES_OF_A_ROUND = 16L << 20;
  private static final int MOST_OF_A_ROUND = 500;

  private SignedFrames() {}

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 15;
    if (args.length > 1) {
      rank(1, Path.of(args[1]), rounds);
      return;
    }
    Path folder = Files.createTempDirectory("busbar-signed-");
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--add-modules",
                "jdk.incubator.vector",
                "-cp",
                System.getProperty("java.class.path"),
                SignedFrames.class.getName(),
                "" + rounds,
                folder.toString())
            .inheritIO()
            .start();
    try {
      rank(0, folder, rounds);
      other.waitFor();
    } finally {
      other.destroyForcibly();
      Files.delete(folder);
    }
  }

  private static Comm join(int rank, Path folder, boolean signed) {
    Bootstrap bootstrap = Bootstrap.folder(rank, 2, folder.resolve("meet" + signed), PATIENCE);
    return ProcessGroup.of(bootstrap).overTcp(TcpOptions.loopback().withSigned(signed));
  }

  private static void rank(int rank, Path folder, int rounds) throws IOException {
    try (Comm plain = join(rank, folder, false);
        Comm signed = join(rank, folder, true)) {
      for (int bytes : new int[] {8, 1 << 10, 64 << 10, 1 << 20, 16 << 20}) {
        int times = (int) Math.clamp(BYTES_OF_A_ROUND / bytes, 2, MOST_OF_A_ROUND);
        Buf buffer = Buf.of(new float[bytes / 4]);
        Operation without = plain.prepare(Call.allReduce(buffer, buffer, ReduceOp.MAX));
        Operation with = signed.prepare(Call.allReduce(buffer, buffer, ReduceOp.MAX));
        double[] first = new double[rounds];
        double[] second = new double[rounds];
        for (int round = -2; round < rounds; round++) {
          double a = micros(without, times);
          double b = micros(with, times);
          if (round >= 0) {
            first[round] = a;
            second[round] = b;
          }
        }
        if (rank == 0) {
          tell(bytes, median(first), median(second));
        }
      }
    }
  }

  private static void tell(int bytes, double without, double with) {
    System.out.printf(
        Locale.ROOT,
        "%9d B: %9.1f us, signed %9.1f us, %.2f times%n",
        bytes,
        without,
        with,
        with / without);
  }

  private static double micros(Operation operation, int times) {
    operation.run();
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      operation.run();
    }
    return (System.nanoTime() - start) / 1e3 / times;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
