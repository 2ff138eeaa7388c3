package io.busbar.runtime.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.runtime.hosts.Hosts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Four hosts with cables of 1 Gbit/s; one process leads on the first of them. With {@code
 * -Dbusbar.sets=200} healthy hosts are measured so often in each way of controlling congestion.
 */
class PreflightHostsTest {
  private static final int HOSTS = 4;
  private static final String SHORT = "100";

  /** Loss is a matter of chance; so many packets make it certain enough. */
  private static final String LONGER = "300";

  private static final String ALL = "pairs 6 of 6";
  private static final String NOT_JUDGED = "not judged ";

  private static Process lead(Hosts hosts) throws IOException {
    List<String> on = hosts.on(1, List.of());
    String template = String.join(" ", on.subList(0, on.size() - 1)) + " {index} {command}";
    List<String> command = new ArrayList<>(PreflightProcess.command());
    command.addAll(List.of(Hosts.address(1), template));
    for (int host = 1; host <= HOSTS; host++) {
      command.add(Hosts.address(host));
    }
    return new ProcessBuilder(hosts.on(1, command))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** What stands out, and what is not judged. */
  private static List<String> run(PrintStream to, BufferedReader from, String millis)
      throws IOException {
    to.println(millis);
    to.flush();
    List<String> lines = new ArrayList<>();
    String line = from.readLine();
    while (line != null && !line.startsWith("pairs")) {
      lines.add(line);
      line = from.readLine();
    }
    assertThat(line).isEqualTo(ALL);
    return lines;
  }

  private static List<String> found(List<String> lines) {
    return lines.stream().filter(Predicate.not(line -> line.startsWith(NOT_JUDGED))).toList();
  }

  /** That a fault is found and nothing else; a machine that is too busy may find less of it. */
  private static void finds(String fault, List<String> lines) {
    String host = fault.split(" ", -1)[1];
    assertThat(found(lines)).as(lines.toString()).allMatch(line -> line.contains(host));
    if (!found(lines).equals(List.of(fault))) {
      boolean told = lines.stream().anyMatch(line -> line.startsWith(NOT_JUDGED));
      double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
      boolean busy = told || load > Runtime.getRuntime().availableProcessors();
      assumeTrue(!busy, () -> "this machine is too busy to measure: " + lines);
    }
    assertThat(found(lines)).as(lines.toString()).containsExactly(fault);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cubic", "bbr"})
  void nothing_is_found_on_healthy_hosts(String control) throws Exception {
    int sets = Integer.getInteger("busbar.sets", 2);
    List<String> found = new ArrayList<>();
    int judged = 0;
    try (Hosts hosts = Hosts.up(HOSTS, "1gbit")) {
      for (int host = 1; host <= HOSTS; host++) {
        hosts.control(host, control);
      }
      Process process = lead(hosts);
      try (PrintStream to =
              new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
          BufferedReader from = process.inputReader(StandardCharsets.UTF_8)) {
        for (int set = 0; set < sets; set++) {
          List<String> lines = run(to, from, SHORT);
          found.addAll(found(lines));
          judged += lines.isEmpty() ? 1 : 0;
        }
      }
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
    System.out.println(
        control + ": " + sets + " sets, " + judged + " judged whole, found " + found);
    assertThat(found).isEmpty();
  }

  @Test
  void faults_are_found_with_their_host() throws Exception {
    try (Hosts hosts = Hosts.up(HOSTS, "1gbit")) {
      Process process = lead(hosts);
      try (PrintStream to =
              new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
          BufferedReader from = process.inputReader(StandardCharsets.UTF_8)) {
        hosts.mtu(4, 1400);
        finds("mtu-mismatch 10.77.0.4", run(to, from, SHORT));
        hosts.mtu(4, 1500);
        hosts.rate(3, "500mbit");
        finds("slow-host 10.77.0.3 both", run(to, from, SHORT));
        hosts.rate(3, "1gbit");
        hosts.loss(2, 5);
        finds("loss 10.77.0.2 receives", run(to, from, LONGER));
      }
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
