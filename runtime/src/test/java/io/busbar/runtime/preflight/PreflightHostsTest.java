package io.busbar.runtime.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.runtime.hosts.Hosts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Four hosts with cables of 1 Gbit/s; one process leads on the first of them. */
class PreflightHostsTest {
  private static final int HOSTS = 4;
  private static final String SHORT = "100";

  /** Loss is a matter of chance; so many packets make it certain enough. */
  private static final String LONGER = "300";

  private static final String ALL = "pairs 6 of 6";

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
    lines.add(String.valueOf(line));
    return lines;
  }

  @Test
  void faults_are_found_with_their_host_and_nothing_on_healthy_hosts() throws Exception {
    try (Hosts hosts = Hosts.up(HOSTS, "1gbit")) {
      Process process = lead(hosts);
      try (PrintStream to =
              new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
          BufferedReader from = process.inputReader(StandardCharsets.UTF_8)) {
        assertThat(run(to, from, SHORT)).containsExactly(ALL);
        hosts.rate(3, "500mbit");
        assertThat(run(to, from, SHORT)).containsExactly("slow-host 10.77.0.3 both", ALL);
        hosts.rate(3, "1gbit");
        hosts.mtu(4, 1400);
        assertThat(run(to, from, SHORT)).containsExactly("mtu-mismatch 10.77.0.4", ALL);
        hosts.mtu(4, 1500);
        hosts.loss(2, 5);
        assertThat(run(to, from, LONGER)).containsExactly("loss 10.77.0.2 receives", ALL);
      }
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
