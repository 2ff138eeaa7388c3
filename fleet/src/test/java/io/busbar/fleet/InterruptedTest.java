package io.busbar.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that is asked to end, as batch systems do (SIGTERM). */
class InterruptedTest {
  private static final int INTERRUPTED = 130;

  /** Of a process that could not put its answer together in the 20 s that it is given. */
  private static final int OUT_OF_PATIENCE = 143;

  @TempDir private Path folder;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void a_run_that_is_asked_to_end_tells_what_it_knows_and_blames_nobody() throws Exception {
    Path logs = folder.resolve("logs/2026-11-30/node1/rdma-link.txt");
    Files.createDirectories(logs.getParent());
    Files.writeString(
        logs,
        "root@node1:~# rdma link show\n"
            + "link mlx5_0/1 state DOWN physical_state POLLING netdev eth0\n");
    Path out = folder.resolve("out");
    Path told = folder.resolve("told");
    Process process = start(out, told);

    // Tables are being made when the first of them is written.
    while (process.isAlive() && !Files.exists(out.resolve("findings.parquet"))) {
      Thread.sleep(Duration.ofMillis(5));
    }
    process.destroy();

    int code = process.waitFor();
    assertThat(code).isIn(INTERRUPTED, OUT_OF_PATIENCE);
    assertThat(told).content().doesNotContain("fault of busbar");
    if (code == INTERRUPTED) {
      assertThat(told).content().contains("node1");
      assertThat(out.resolve("report.html")).exists();
    }
  }

  private Process start(Path out, Path told) throws IOException {
    List<String> args =
        List.of(
            "fleet",
            "diagnose",
            folder.resolve("logs").toString(),
            "--out",
            out.toString(),
            "--threads",
            "1");
    return FleetProcess.start(told, Map.of(), "io.busbar.app.Main", args);
  }
}
