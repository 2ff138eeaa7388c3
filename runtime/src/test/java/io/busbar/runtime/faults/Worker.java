package io.busbar.runtime.faults;

import io.busbar.base.problem.Problem;
import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.hosts.Hosts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A {@link FaultRank} on a host, as the test holds it. */
final class Worker implements AutoCloseable {
  private final Process process;
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();

  Worker(Hosts hosts, int host) throws IOException {
    String classes =
        Stream.of(Comm.class, FaultRank.class, Schedule.class, Problem.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .distinct()
            .collect(Collectors.joining(":"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.addAll(List.of("-cp", classes, FaultRank.class.getName()));
    process = new ProcessBuilder(hosts.on(host, command)).redirectErrorStream(true).start();
    Thread.ofVirtual().start(this::listen);
  }

  private void listen() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        log.add(line);
        if (line.matches("(up|ready|threw|out|right|again|end|broke)( .*)?")) {
          events.add(line);
        }
      }
    } catch (IOException e) {
      log.add("its output ended: " + e.getMessage());
    }
  }

  void tell(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** The next event, which has to be of a kind; others between it and the last are passed over. */
  List<String> await(String... kinds) throws InterruptedException, IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
    while (true) {
      String event = events.poll(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      if (event == null) {
        signal("QUIT"); // its threads are written to the log
        Thread.sleep(500);
        throw new AssertionError("nothing but " + log);
      }
      List<String> words = List.of(event.split(" ", 5));
      if (List.of(kinds).contains(words.getFirst())) {
        return words;
      }
      if (words.getFirst().equals("broke")) {
        throw new AssertionError("broke: " + log);
      }
    }
  }

  /** What it said since the last call. */
  String said() {
    String said = String.join("\n    ", log);
    log.clear();
    return said;
  }

  void forget() {
    log.clear();
    events.clear();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
