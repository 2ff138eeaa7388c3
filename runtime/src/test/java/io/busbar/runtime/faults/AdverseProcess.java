package io.busbar.runtime.faults;

import io.busbar.base.problem.Problem;
import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.comm.Comm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An {@link AdverseRank}, as the test holds it. */
final class AdverseProcess implements AutoCloseable {
  private static final long LONG_NS = TimeUnit.MINUTES.toNanos(5);
  private static final long LOOK_MS = 5;

  final int rank;
  private final Process process;
  private final ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();
  private final Thread listening;

  /**
   * @param before words of a command that starts the rank's; none for none
   */
  AdverseProcess(
      int rank, List<String> before, Map<String, String> environment, String... arguments)
      throws IOException {
    this.rank = rank;
    String classes =
        Stream.of(Comm.class, AdverseRank.class, Schedule.class, Problem.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .distinct()
            .collect(Collectors.joining(":"));
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.addAll(List.of("-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null"));
    command.addAll(List.of("-cp", classes, AdverseRank.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    process = builder.start();
    listening = Thread.ofVirtual().start(this::listen);
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(said::add);
    } catch (IOException | RuntimeException e) {
      said.add("its output ended: " + e.getMessage());
    }
  }

  String said() {
    return String.join("\n    ", said);
  }

  /** Whether it has said a line that begins so. */
  boolean has(String beginning) {
    return said.stream().anyMatch(line -> line.startsWith(beginning));
  }

  /** The first line that begins so, without that; empty when there is none. */
  String after(String beginning) {
    return said.stream()
        .filter(line -> line.startsWith(beginning))
        .findFirst()
        .map(line -> line.substring(beginning.length()))
        .orElse("");
  }

  boolean ended() {
    return !process.isAlive() && !listening.isAlive();
  }

  /** Waits until it is in its group, or will never be. */
  void awaitIn() throws InterruptedException, IOException {
    awaitOr(() -> has("in"));
  }

  void awaitEnd() throws InterruptedException, IOException {
    awaitOr(() -> false);
  }

  private interface Condition {
    boolean holds();
  }

  private void awaitOr(Condition condition) throws InterruptedException, IOException {
    long end = System.nanoTime() + LONG_NS;
    while (!ended() && !condition.holds()) {
      if (System.nanoTime() - end > 0) {
        signal("QUIT"); // its threads are written to its output
        Thread.sleep(500);
        throw new AssertionError("rank " + rank + " hangs");
      }
      Thread.sleep(LOOK_MS);
    }
  }

  int exitCode() {
    return process.exitValue();
  }

  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** It is enough; of a process that has ended nothing is asked. */
  void enough() {
    try {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    } catch (IOException e) {
      return;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
