package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.base.problem.Problem;
import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.aggregate.AggregatorOptions;
import io.busbar.runtime.aggregate.AggregatorServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks as processes: results, deaths, leftovers. */
class ProcessGroupTest {
  private static final Path SHM = Path.of("/dev/shm");

  @TempDir private Path folder;
  private final List<Process> processes = new ArrayList<>();

  @BeforeEach
  void there_is_shared_memory() {
    assumeTrue(Files.isWritable(SHM), "needs /dev/shm");
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    for (Process process : processes) {
      process.destroyForcibly();
    }
    try (Stream<Path> files = Files.list(SHM)) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("busbar-")))
          .isEmpty();
    }
    assertThat(folder.resolve("meet")).doesNotExist();
  }

  private Process rank(int rank, int ranks, String what, String transport) throws IOException {
    String classes =
        Stream.of(Comm.class, ProcessRank.class, Schedule.class, Problem.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .distinct()
            .collect(Collectors.joining(":"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes,
                ProcessRank.class.getName(),
                Integer.toString(rank),
                Integer.toString(ranks),
                folder.toString(),
                what,
                transport)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out-" + rank).toFile())
            .start();
    processes.add(process);
    return process;
  }

  private void ends(int rank) throws IOException, InterruptedException {
    Process process = processes.get(rank);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("rank %d ends", rank).isTrue();
    assertThat(process.exitValue())
        .as("rank %d: %s", rank, Files.readString(folder.resolve("out-" + rank)))
        .isZero();
  }

  /** They add up before that, and the survivors after it. */
  @ParameterizedTest
  @ValueSource(strings = {"shm", "tcp"})
  void the_death_of_a_process_is_told_to_all_with_its_rank(String transport) throws Exception {
    for (int rank = 0; rank < 3; rank++) {
      rank(rank, 3, "die", transport);
    }
    ends(0);
    ends(1);
    assertThat(folder.resolve("told-0")).content().contains("rank 2 died");
    assertThat(folder.resolve("told-1")).content().contains("rank 2 died");
  }

  @Test
  void the_death_of_a_process_below_an_aggregator_is_told_to_all() throws Exception {
    AggregatorOptions options = AggregatorOptions.loopback("known");
    try (AggregatorServer server = AggregatorServer.open(options)) {
      String port = Integer.toString(server.address().getPort());
      for (int rank = 0; rank < 3; rank++) {
        rank(rank, 3, "die", port);
      }
      ends(0);
      ends(1);
    }
    assertThat(folder.resolve("told-0")).content().contains("rank 2 died");
    assertThat(folder.resolve("told-1")).content().contains("rank 2 died");
  }

  @ParameterizedTest
  @ValueSource(strings = {"shm", "tcp"})
  void a_frozen_process_is_told_from_a_dead_one(String transport) throws Exception {
    for (int rank = 0; rank < 2; rank++) {
      rank(rank, 2, "freeze", transport);
    }
    Path pid = folder.resolve("pid");
    for (int i = 0; i < 600 && !Files.exists(pid); i++) {
      Thread.sleep(50);
    }
    new ProcessBuilder("kill", "-STOP", Files.readString(pid)).start().waitFor();
    ends(0);
    assertThat(folder.resolve("told-0")).content().contains("rank 1 has no heartbeat for");
  }
}
