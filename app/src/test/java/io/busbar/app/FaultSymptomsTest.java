package io.busbar.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.diagnose.Diagnoser;
import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.expect.NcclExpectation;
import io.busbar.simulate.emit.Artefacts;
import io.busbar.simulate.emit.Observed;
import io.busbar.simulate.scenario.input.Question;
import io.busbar.simulate.scenario.report.SimulationReport;
import io.busbar.simulate.scenario.run.Watch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of a simulated fabric, seen through the files that its operators would gather: the first
 * finding has to be of the fault's kind, at one of the nodes where it is. This says that symptoms
 * are read back, not how good the diagnosis of real clusters is.
 */
class FaultSymptomsTest {
  private static final Map<String, Set<String>> CODES =
      Map.of(
          "loss", Set.of("switch-drops", "ib-link-errors"),
          "bit-errors", Set.of("switch-port-errors", "ib-link-errors"),
          "link-down", Set.of("switch-port-down", "ib-port-down", "ib-link-flap"),
          "flap", Set.of("switch-port-down", "ib-link-flap"),
          "slow-link", Set.of("switch-link-slow", "ib-link-degraded"),
          "slow-host", Set.of("switch-link-slow", "ib-link-degraded"),
          "stuck-nic", Set.of("pfc-receiver-congested", "pfc-pause-storm", "ib-receiver-slow"),
          "switch-loss", Set.of("switch-port-down", "ib-port-down", "ib-link-flap"));

  /** Words of --fault, and where else than at its own nodes a fault is seen. */
  private static final List<String> FAULTS =
      List.of(
          "loss:endpoint1-leaf0:0.01",
          "loss:endpoint5-leaf2:0.02",
          "loss:leaf0-spine0:0.005",
          "loss:leaf0-spine0:0.02",
          "loss:leaf1-endpoint3:0.01",
          "bit-errors:endpoint1-leaf0:1e-7",
          "bit-errors:endpoint6-leaf3:1e-6",
          "bit-errors:leaf2-endpoint5:3e-7",
          "bit-errors:leaf0-spine0:1e-6",
          "link-down:endpoint2-leaf1:60us..1s",
          "link-down:leaf0-spine0:60us..1s",
          "link-down:leaf0-spine0:200us..1s",
          "link-down:leaf3-endpoint7:60us..1s",
          "flap:endpoint2-leaf1:40us/0.2",
          "flap:endpoint5-leaf2:100us/0.1",
          "flap:leaf0-spine0:60us/0.3",
          "slow-link:endpoint3-leaf1:0.5",
          "slow-link:endpoint6-leaf3:0.25",
          "slow-link:leaf0-spine0:0.25",
          "slow-link:leaf0-spine0:0.5",
          "slow-host:endpoint4:0.5",
          "slow-host:endpoint1:0.25",
          "slow-host:endpoint7:0.1",
          "stuck-nic:endpoint0",
          "stuck-nic:endpoint3",
          "stuck-nic:endpoint6",
          "switch-loss:leaf1:60us..1s",
          "switch-loss:leaf3:100us..1s",
          "switch-loss:spine0:60us..1s",
          "switch-loss:spine0:200us..1s");

  /** A lost switch is seen at the other ends of its cables. */
  private static final Map<String, Set<String>> BESIDE =
      Map.of(
          "leaf1", Set.of("endpoint2", "endpoint3", "spine0", "spine1"),
          "leaf3", Set.of("endpoint6", "endpoint7", "spine2", "spine3"),
          "spine0", Set.of("leaf0", "leaf1", "core0", "core1"),
          "endpoint4", Set.of("leaf2"),
          "endpoint1", Set.of("leaf0"),
          "endpoint7", Set.of("leaf3"));

  @TempDir Path folder;

  private Diagnosis diagnosis(String congestion, String fault) throws IOException {
    Question.Network network =
        new Question.Network(
            List.of("packet"),
            List.of("ecmp"),
            List.of(congestion),
            4096,
            null,
            new Question.Transport(1, "on", null, 4, 3, List.of(), List.of()),
            List.of(fault));
    Question question =
        new Question(
            "all_reduce",
            new Question.Place(null, null, "fat-tree:4", "100Gb/s", "500ns", 8),
            new Question.Load(null, List.of("4MB"), null, List.of("ring"), 1, "128KiB"),
            network,
            1);
    List<Observed> seen = new ArrayList<>();
    SimulationReport.observed(question, () -> 0, Watch.NONE, false, seen::add);
    Path base = Files.createTempDirectory(folder, "seen");
    for (Map.Entry<String, String> file : Artefacts.of(seen.getFirst()).entrySet()) {
      Path path = base.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    return new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(base));
  }

  private static boolean named(String fault, Diagnosis diagnosis) {
    if (diagnosis.findings().isEmpty()) {
      return false;
    }
    Diagnosis.Cause first = diagnosis.findings().getFirst();
    String[] parts = fault.split(":", -1);
    if (!CODES.getOrDefault(parts[0], Set.of()).contains(first.code())) {
      return false;
    }
    List<String> places = new ArrayList<>(List.of(parts[1].split("-")));
    places.addAll(BESIDE.getOrDefault(parts[1], Set.of()));
    return first.evidence().stream()
        .limit(1)
        .anyMatch(e ->
            places.stream()
                .anyMatch(p -> (e.file() + ":" + e.text()).matches("(?s).*\\b" + p + "\\b.*")));
  }

  private List<String> missed(String congestion) throws IOException {
    List<String> missed = new ArrayList<>();
    for (String fault : FAULTS) {
      if (!named(fault, diagnosis(congestion, fault))) {
        missed.add(fault);
      }
    }
    return missed;
  }

  @Test
  void faults_of_an_ethernet_fabric_are_named_first() throws IOException {
    assertThat(FAULTS).hasSize(30);
    assertThat(missed("dcqcn")).as("of " + FAULTS.size()).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void faults_of_an_infiniband_fabric_are_named_first() throws IOException {
    assertThat(missed("ib")).as("of " + FAULTS.size()).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void the_same_run_gives_the_same_files_and_a_healthy_one_no_finding() throws IOException {
    Diagnosis healthy = diagnosis("dcqcn", "late-rank:endpoint0:1ns");
    assertThat(healthy.findings()).extracting(Diagnosis.Cause::code).containsOnly("healthy");
  }
}
