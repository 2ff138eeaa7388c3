package io.busbar.benchmarks;

import io.busbar.diagnose.Diagnoser;
import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.expect.NcclExpectation;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Reading of NCCL INFO logs against {@code LC_ALL=C grep -c NCCL} on the same file in the same run,
 * page cache warm, in CPU time, each the best of several. Arguments: megabytes of the file (256)
 * and lines of calls per rank (0), or {@code stream} and megabytes that are made and read without a
 * file, with the heap in use.
 */
public final class LogReading {
  private static final int ROUNDS = 5;
  private static final int MEGA = 1_000_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private LogReading() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length > 1 && args[0].equals("stream")) {
      stream(Long.parseLong(args[1]));
    } else {
      compare(
          args.length > 0 ? Long.parseLong(args[0]) : 256,
          args.length > 1 ? Integer.parseInt(args[1]) : 0);
    }
  }

  private static void compare(long megabytes, int calls) throws IOException, InterruptedException {
    Path file = Files.createTempFile("nccl", ".log");
    try {
      try (InputStream log = new NcclLogs(megabytes * MEGA, calls)) {
        Files.copy(log, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      }
      double ours = Double.MAX_VALUE;
      double grep = Double.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        ours = Math.min(ours, ours(file));
        grep = Math.min(grep, grep(file));
      }
      System.out.printf(
          Locale.ROOT,
          "busbar %.0f MB/s, grep -c %.0f MB/s: ratio %.2f%n",
          megabytes / ours,
          megabytes / grep,
          grep / ours);
    } finally {
      Files.delete(file);
    }
  }

  private static double ours(Path file) {
    long start = THREADS.getCurrentThreadCpuTime();
    Diagnosis diagnosis = new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(file));
    double seconds = (THREADS.getCurrentThreadCpuTime() - start) / 1e9;
    if (diagnosis.inputs().getFirst().lines() < 1) {
      throw new IllegalStateException("nothing was read");
    }
    return seconds;
  }

  /** Bash's own clock tells the CPU time of a child; into the void grep would stop at a match. */
  private static double grep(Path file) throws IOException, InterruptedException {
    ProcessBuilder command =
        new ProcessBuilder(
            "bash", "-c", "TIMEFORMAT='%U %S'; time grep -c NCCL \"$0\" | cat", file.toString());
    command.environment().put("LC_ALL", "C");
    Process running = command.start();
    running.getInputStream().readAllBytes();
    String[] seconds =
        new String(running.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)
            .strip()
            .split(" ");
    running.waitFor();
    return Double.parseDouble(seconds[0]) + Double.parseDouble(seconds[1]);
  }

  /** A pipe of any length is read as it comes; what is kept must not grow with it. */
  private static void stream(long megabytes) throws IOException, InterruptedException {
    Path pipe = Files.createTempDirectory("busbar").resolve("nccl.log");
    new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor();
    Thread writer =
        Thread.ofPlatform()
            .start(() -> {
              try (var out = Files.newOutputStream(pipe);
                  InputStream log = new NcclLogs(megabytes * MEGA, 0)) {
                log.transferTo(out);
              } catch (IOException e) {
                System.out.println("the pipe broke: " + e.getMessage());
              }
            });
    long start = System.nanoTime();
    Diagnosis diagnosis = new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(pipe));
    double seconds = (System.nanoTime() - start) / 1e9;
    writer.join();
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    System.out.printf(
        Locale.ROOT,
        "%,d MB in %.1f s, %,d lines, heap after it %.0f MB of at most %.0f MB%n",
        megabytes,
        seconds,
        diagnosis.inputs().getFirst().lines(),
        (runtime.totalMemory() - runtime.freeMemory()) / 1e6,
        runtime.maxMemory() / 1e6);
    Files.delete(pipe);
  }
}
