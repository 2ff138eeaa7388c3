package io.busbar.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.Calls;
import io.busbar.fleet.planted.Planted;
import io.busbar.fleet.planted.PlantedFleet;
import io.busbar.fleet.planted.Score;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of ten kinds over hosts, links and days: found, and nobody else named. */
class PlantedFaultsTest {
  private static final double LEAST = 0.95;

  @TempDir private Path folder;

  @Test
  void planted_faults_are_found_and_no_healthy_host_is_named() throws IOException {
    List<Planted> planted = PlantedFleet.write(folder, new PlantedFleet.Size(40, 7, 56, 1, 6), 3);
    assertThat(planted).hasSize(56);

    Calls.Result result =
        Calls.run(
            "fleet",
            "diagnose",
            folder.resolve("logs").toString(),
            "--out",
            folder.resolve("out").toString());

    assertThat(result.exitCode()).as(result.err()).isZero();
    Score score = Score.of(planted, folder.resolve("out/findings.parquet").toString());
    assertThat(planted.size() - score.missed().size())
        .as(score.text())
        .isGreaterThanOrEqualTo((int) Math.ceil(LEAST * planted.size()));
    assertThat(score.healthy()).as(score.text()).isEmpty();
  }
}
