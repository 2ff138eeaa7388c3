package io.busbar.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.Calls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetSweepTest {
  private static final String ASKED =
      """
      name: faults
      run: simulate permutation --fabric fat-tree:4 --fidelity packet
      vary:
        routing: [ecmp, adaptive]
        size: [64KiB, 128KiB]
        fault: ["", "slow-link:leaf0-spine1:0.5"]
        seed: 1..3
      """;

  @TempDir private Path folder;

  private Calls.Result sweep(Path out, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("sweep.yaml"), ASKED);
    return Calls.run(
        Stream.concat(
                Stream.of("fleet", "sweep", file.toString(), "--out", out.toString()),
                Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void every_combination_is_a_row_equal_on_any_number_of_cores_and_after_a_kill()
      throws IOException {
    Path one = folder.resolve("one");
    Path two = folder.resolve("two");
    Calls.Result first = sweep(one, "--master", "local[1]");
    assertThat(first.err()).isEmpty();
    assertThat(first.out()).contains("24 of 24 calls are made, 24 of them now; 0 failed");
    List<String> rows = Files.readAllLines(one.resolve("results.csv"));
    assertThat(rows).hasSize(25);
    assertThat(rows.getFirst()).startsWith("call,routing,size,fault,seed,exit_code,error,");

    sweep(two, "--threads", "2");
    assertThat(Files.readAllLines(two.resolve("results.csv"))).isEqualTo(rows);

    Files.delete(two.resolve("state/calls-000000005")); // as a killed run leaves it
    assertThat(sweep(two).out()).contains("24 of 24 calls are made, 1 of them now");
    assertThat(Files.readAllLines(two.resolve("results.csv"))).isEqualTo(rows);
  }

  @Test
  void a_wrong_sweep_is_refused_with_all_that_is_wrong() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("wrong.yaml"),
            "nmae: x\nrun: simlate all_reduce --out x\nvary: {seed: 5..1, size: []}\n");
    Calls.Result result =
        Calls.run("fleet", "sweep", file.toString(), "--out", folder.resolve("o").toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("did you mean 'name'?", "simlate", "--out", "5..1", "at least one value");
  }
}
