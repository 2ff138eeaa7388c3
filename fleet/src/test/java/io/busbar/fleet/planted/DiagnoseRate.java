package io.busbar.fleet.planted;

import io.busbar.app.Calls;
import io.busbar.app.command.diagnose.Expectations;
import io.busbar.diagnose.Diagnoser;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How fast a fleet is diagnosed beside {@code busbar diagnose} on each of its parts, in this
 * process, in turns, by its processor time, which other work on the machine hardly changes.
 *
 * <p>{@code DiagnoseRate LOGS OUT [RUNS]}: folders of parts two levels below LOGS.
 */
public final class DiagnoseRate {
  private DiagnoseRate() {}

  public static void main(String[] args) throws IOException {
    Path logs = Path.of(args[0]);
    int runs = args.length > 2 ? Integer.parseInt(args[2]) : 3;
    List<Path> parts;
    try (Stream<Path> below = Files.walk(logs, 2)) {
      parts = below.filter(p -> p.getNameCount() == logs.getNameCount() + 2).sorted().toList();
    }
    double megabytes;
    try (Stream<Path> all = Files.walk(logs)) {
      megabytes = all.filter(Files::isRegularFile).mapToLong(p -> p.toFile().length()).sum() / 1e6;
    }
    for (int run = 0; run < runs; run++) {
      double plain = measured(() -> parts.forEach(DiagnoseRate::plain));
      Path out = Path.of(args[1]).resolve("run" + run);
      double fleet =
          measured(() ->
              Calls.run(
                  "fleet", "diagnose", logs.toString(), "--out", out.toString(), "--threads", "1"));
      System.out.printf(
          Locale.ROOT,
          "%.1f MB: plain %.1f s, %.2f MB/s; fleet %.1f s, %.2f MB/s: %.2f%n",
          megabytes,
          plain,
          megabytes / plain,
          fleet,
          megabytes / fleet,
          plain / fleet);
    }
  }

  private static void plain(Path part) {
    new Diagnoser(Expectations.of("")).diagnose(List.of(part));
  }

  private static double measured(Runnable work) {
    var process =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long begun = process.getProcessCpuTime();
    work.run();
    return (process.getProcessCpuTime() - begun) * 1e-9;
  }
}
