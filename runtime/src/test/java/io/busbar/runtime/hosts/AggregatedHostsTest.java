package io.busbar.runtime.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.busbar.base.problem.Problem;
import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.comm.Comm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ranks send to aggregators, by the counters of their hosts' interfaces. */
class AggregatedHostsTest {
  private static final int RANKS = 4;
  private static final int SHARDS = 2;
  private static final long BYTES = 8 << 20;

  private record Running(Process process, BufferedReader out) {
    void tell(String line) throws IOException {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    }
  }

  @TempDir private Path folder;
  private final List<Running> all = new ArrayList<>();

  private void start(Hosts hosts, int host, List<String> arguments) throws IOException {
    String classes =
        Stream.of(Comm.class, AggregatedHost.class, Schedule.class, Problem.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .distinct()
            .collect(Collectors.joining(":"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", classes, AggregatedHost.class.getName()));
    command.add(Integer.toString(host));
    command.addAll(arguments);
    Process process = new ProcessBuilder(hosts.on(host, command)).redirectErrorStream(true).start();
    all.add(new Running(process, process.inputReader(StandardCharsets.UTF_8)));
  }

  /**
   * A ring of four would send 1.5 times the data. The counters have headers of TCP, IP and Ethernet
   * in them, which are small since the kernel hands over up to 64 KiB at once, and a few
   * acknowledgements and heartbeats.
   */
  @Test
  void each_rank_sends_its_data_once_to_one_aggregator_and_to_two() throws Exception {
    try (Hosts hosts = Hosts.up(RANKS + SHARDS, "1gbit")) {
      try {
        for (int i = 1; i <= SHARDS; i++) {
          start(hosts, RANKS + i, List.of());
        }
        for (Running aggregator : all) {
          assertThat(aggregator.out.readLine()).startsWith("aggregator 10.77.0.");
        }
        String elements = Long.toString(BYTES / Float.BYTES);
        List<String> rank =
            new ArrayList<>(List.of(Integer.toString(RANKS), elements, folder.toString()));
        for (int i = 1; i <= SHARDS; i++) {
          rank.add(Integer.toString(RANKS + i));
        }
        for (int host = 1; host <= RANKS; host++) {
          start(hosts, host, rank);
        }
        for (int shards = 1; shards <= SHARDS; shards++) {
          count(hosts, shards);
        }
      } finally {
        all.forEach(running -> running.process.destroyForcibly());
      }
    }
  }

  private void count(Hosts hosts, int shards) throws IOException {
    List<Running> ranks = all.subList(SHARDS, all.size());
    tell(ranks, Integer.toString(shards), "ready");
    long[] sent = new long[RANKS + SHARDS + 1];
    for (int host = 1; host < sent.length; host++) {
      sent[host] = hosts.sent(host);
    }
    tell(ranks, "go", "10.0");
    for (int host = 1; host < sent.length; host++) {
      sent[host] = hosts.sent(host) - sent[host];
    }
    for (int host = 1; host <= RANKS; host++) {
      assertThat(sent[host]).as("host %d", host).isCloseTo(BYTES, withPercentage(2));
    }
    for (int host = RANKS + 1; host <= RANKS + shards; host++) {
      long part = RANKS * BYTES / shards;
      assertThat(sent[host]).as("host %d", host).isCloseTo(part, withPercentage(2));
    }
    tell(ranks, "end", null);
  }

  private static void tell(List<Running> ranks, String line, String answer) throws IOException {
    for (Running rank : ranks) {
      rank.tell(line);
    }
    for (Running rank : ranks) {
      if (answer != null) {
        assertThat(rank.out.readLine()).isEqualTo(answer);
      }
    }
  }
}
